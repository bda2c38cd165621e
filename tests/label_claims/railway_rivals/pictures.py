"""Claims in alt texts of pictures before Confirm: cost, payments, bonus, movement, and odds."""

import re
from collections.abc import Iterator

from engine.core import Seat
from engine.games.railway_rivals.state import actions as a
from render import PAINTERS, DrawingContext
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railway_rivals.outcomes import built_by, distance_to, goal_hexes, state_of

_WAY = re.compile(r"costs (\d+), pays (.*?)(?:, bonus (\d+))?, (\d+) hex(?:es)?(?:, (\d+) steps? short)?\.")
_PAID = re.compile(r"Player (\d) (\d+)(?: gold)?(?: less (\d+) in return)?")


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of one preview."""
    look = DrawingContext(tuple(name(seat) for seat in state_of(offer).everyone))
    scenes = PAINTERS[offer.game.key].preview_scenes(offer.view, look, offer.action)
    alts = [scene.alt for scene in scenes]
    match offer.action:
        case a.Build() | a.Lay() | a.PlanTrack():
            assert alts
            yield from _way(offer, alts[0])
        case a.Enter() | a.Joint() | a.Exchange() | a.Accept():
            assert alts
            yield from _route(offer, alts[0])


def _way(offer: Offer, alt: str) -> Iterator[Claim]:
    state, built = state_of(offer), built_by(offer)
    said = _WAY.search(alt)
    assert said, alt
    yield Claim("picture: cost", int(said[1]), built.cost)
    paid = {Seat(int(seat)): int(gold) for seat, gold, _ in _PAID.findall(said[2])}
    yield Claim("picture: payments", paid, dict(built.paid))
    yield Claim("picture: bonus", int(said[3] or 0), 6 * len(built.firsts))
    yield Claim("picture: hexes", int(said[4]), built.track)
    if isinstance(offer.action, a.Build | a.PlanTrack):
        rest = distance_to(state.hex_map, built.hexes, goal_hexes(state.hex_map, offer.action.toward))
        yield Claim("picture: steps short", int(said[5] or 0), rest and rest.steps)
    gold = re.search(r"Player \d has (?:(\d+)|no) gold", alt)
    assert gold, alt
    yield Claim("picture: gold", int(gold[1] or 0), state.gold[offer.seat])


def _route(offer: Offer, alt: str) -> Iterator[Claim]:
    """Check that the picture has the same numbers as the label, which are compared with the race."""
    label = offer.label
    moves = re.search(r"(\d+) hexes(?: \((\d+) with hills\))?, pays", label)
    said = re.search(r"(\d+) moves(?:, (\d+)% to beat Player \d \(\d+ moves\))?, pays (.*?)\.", alt)
    assert moves and said, alt
    yield Claim("picture: moves", int(said[1]), int(moves[2] or moves[1]))
    odds = re.search(r"(\d+)% to beat", label)
    yield Claim("picture: odds", said[2], odds and odds[1])
    paid = {int(seat): int(gold) for seat, gold, _ in _PAID.findall(said[3]) if int(gold)}
    terms = label.split(", pays", 1)[1]
    fees = {int(seat): int(gold) for gold, seat in re.findall(r"(\d+) gold to Player (\d)", terms)}
    yield Claim("picture: fees", paid, fees)
