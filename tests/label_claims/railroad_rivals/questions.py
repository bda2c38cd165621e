"""Claims in questions and headlines, compared with the offers."""

import re
from collections.abc import Iterator

from engine.core import Action, Decision, Standing
from engine.games.railroad_rivals.game_data.printed_data import CITY_TILES
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Relay, Tower
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from tests.label_claims.frame import Claim, Offer


def question_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of the question and of the headline, compared with all of the decision’s offers."""
    state = offer.state
    assert isinstance(state, RailroadRivals)
    yield from _headline(state, offer.headline)
    if isinstance(offer.action, Standing):
        return
    match state.flow[-1]:
        case Bidding(best=best, still_in=still_in) if offer.seat == still_in[0]:
            yield from _bidding(offer.decision, best, len(still_in), state)
        case Drafting(picks=picks):
            yield from _drafting(offer.decision, picks >= state.seats)
        case Placing():
            yield from _placing(offer.decision, state)
        case Delivering():
            yield from _delivering(offer.decision)


def _headline(state: RailroadRivals, words: str) -> Iterator[Claim]:
    if found := re.match(r"Turn (\d+)", words):
        yield Claim("turn in headline", int(found[1]), state.turn)
        yield Claim("last turn in headline", ", the last" in words, bool(state.ending))
    if found := re.match(r"Turn (\d+) of (?:about |up to )?(\d+)", words):
        yield Claim("turns in headline", int(found[1]) <= int(found[2]), True)


def _kinds(decision: Decision) -> set[type[Action]]:
    return {type(action) for action in decision.offers}


def _bidding(decision: Decision, best: int, left: int, state: RailroadRivals) -> Iterator[Claim]:
    words, kinds = decision.prompt, _kinds(decision)
    yield Claim("bid in question", words.startswith("Bid"), Bid in kinds)
    if found := re.search(r"high bid(?: is|:) (\d+)", words):
        yield Claim("high bid in question", int(found[1]), best)
    if found := re.search(r"you have (\d+|no) points?", words):
        yield Claim("points in question", found[1], str(state.score[decision.seat] or "no"))
    if found := re.search(r"take place (\d)", words):
        yield Claim("place in question", int(found[1]), left)


def _drafting(decision: Decision, second: bool) -> Iterator[Claim]:
    tiles = {action.tile in CITY_TILES for action in decision.offers if isinstance(action, Draft)}
    if not second:
        said = {city for city, word in ((True, "city"), (False, "stock")) if word in decision.prompt}
        yield Claim("kinds of tiles in question", said, tiles)
    yield Claim("second tile in question", "second" in decision.prompt, second)


def _placing(decision: Decision, state: RailroadRivals) -> Iterator[Claim]:
    cities = sum(bool(CITY_TILES[city].edges) for city in state.hand[decision.seat].open())
    yield Claim("cities in question", "one of your" in decision.prompt, cities > 1)


def _delivering(decision: Decision) -> Iterator[Claim]:
    words, kinds = decision.prompt.lower(), _kinds(decision)
    yield Claim("delivery in question", "deliver" in words, bool({Deliver, Relay} & kinds))
    yield Claim("building in question", "build" in words, bool({Hotel, Tower} & kinds))
    yield Claim("tiles in question", "play" in words, bool(kinds - {Deliver, Relay, Hotel, Tower, Pass}))
    yield Claim("finish in question", "finish" in words, Pass in kinds)
