"""Claims about trains: the reach of a roll, derailments, and the effects of a stop."""

import re
from collections.abc import Iterable, Iterator

from engine.core import Event, Seat
from engine.games.railroader.game_data.board import Space, section_of
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.state import actions as a
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.wording import ground_text
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroader.worlds import (
    die_outcomes,
    find_event,
    railroad_after,
    state_of,
    stop_outcomes,
    worlds,
)

_REACH = re.compile(r": to (\d+)(?:–(\d+))?(?: \(([^)]*)\))?")
_DERAILS = re.compile(r"derails if you roll (\d)(?:–(\d))?(?: \((\d) in 6\))?")
_STEP = re.compile(r"[Ss]pace (\d+), (?:(\d+) (ahead|back)|no move)")
_PAST = re.compile(r"[Ss]pace (\d+): (\d+) past your track, derails on space (\d+)")
_COLOR = re.compile(r"(Buffalo Creek|river|red|purple|garrison) ([\d, and]+)")


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of labels about a train."""
    match offer.action:
        case a.Move() | a.Roll():
            texts = [offer.label, offer.field_labels["engineers"]]
            if isinstance(offer.action, a.Move) and not offer.action.engineers:
                texts.append(offer.field_labels["waters"])
            yield from _roll(offer, texts)
        case a.Stop() | a.Engineer():
            for text in (offer.label, offer.field_labels["space"]):
                yield from _stop(offer, text)
        case a.Rerail():
            space = re.search(r"back on the track at (\d+)", offer.label)
            railroad = railroad_after(offer.step, offer.seat)
            yield Claim("re-railed at", space and int(space[1]), None if railroad.derailed else railroad.engine)


def _roll(offer: Offer, texts: Iterable[str]) -> Iterator[Claim]:
    """Yield where each face of the die takes the train, and which faces derail it."""
    safe, derailing = set[int](), set[int]()
    for die, state, events in die_outcomes(offer):
        found = list(_spaces(offer.seat, state, events))
        safe |= {space for space in found if space is not None}
        if all(space is None for space in found):
            derailing.add(die)
    for text in texts:
        yield from _reach(offer, text, safe, derailing)


def _reach(offer: Offer, text: str, safe: set[int], derailing: set[int]) -> Iterator[Claim]:
    """Yield the spaces and the rolls that one label names, with those that were found."""
    reach = _REACH.search(text)
    yield Claim("roll: spaces", _numbers(reach[1], reach[2]) if reach else set(), safe)
    said = _DERAILS.search(text)
    rolls = (
        _numbers(said[1], said[2]) if said else set(range(1, DIE_FACES + 1)) if "derails on every" in text else set()
    )
    yield Claim("roll: derails", rolls, derailing)
    if said and text == offer.label:
        yield Claim("roll: odds", int(said[3]), len(derailing))
    colors = _colors(reach[3]) if reach and reach[3] else {}
    yield Claim("roll: colors", colors, _grounds(state_of(offer), offer.seat, safe))


def _spaces(seat: Seat, state: RailRoader, events: tuple[Event, ...]) -> Iterator[int | None]:
    """Yield the spaces on which the train can stop after a roll, or None if it derails."""
    if find_event(events, e.TrainRolled):
        for after, more in stop_outcomes(state, seat):
            yield None if find_event(more, e.Derailed) else after.railroads[seat].engine
        return
    moved = find_event(events, e.TrainMoved, seat)
    assert moved is not None
    yield None if find_event(events, e.Derailed) else moved.space


def _numbers(first: str, last: str | None) -> set[int]:
    return set(range(int(first), int(last or first) + 1))


def _colors(text: str) -> dict[str, set[int]]:
    return {color: set(map(int, re.findall(r"\d+", spaces))) for color, spaces in _COLOR.findall(text)}


def _grounds(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> dict[str, set[int]]:
    """Return the colored spaces and Buffalo Creek, as on the board."""
    found: dict[str, set[int]] = {}
    for space in spaces:
        there = section_of(space) == state.board.sections
        if word := "Buffalo Creek" if there else ground_text(state.board.space_kind(seat, space)):
            found.setdefault(word, set()).add(space)
    return found


def _stop(offer: Offer, text: str) -> Iterator[Claim]:
    """Yield the claims about a stop on a space: its distance, and its effects."""
    before, name = state_of(offer), "stop: "
    for step in worlds(offer):
        after, events = step.after, step.events
        assert isinstance(after, RailRoader)
        railroad, start = after.railroads[offer.seat], before.railroads[offer.seat].engine
        if said := _STEP.search(text):
            steps = int(said[2] or 0) * (-1 if said[3] == "back" else 1)
            yield Claim(f"{name}spaces moved", (int(said[1]), steps), (railroad.engine, railroad.engine - start))
        off, past = find_event(events, e.Derailed), _PAST.search(text)
        yield Claim(f"{name}derails", past and (int(past[2]), int(past[3])), off and (off.past, off.space))
        yield Claim(
            f"{name}clears dynamite", "clears the dynamite" in text, bool(find_event(events, e.DynamiteReached))
        )
        ambush, garrison = find_event(events, e.Ambushed), re.search(r"cavalry starts from (\d+|Junction City)", text)
        came_from = str(ambush.garrison or "Junction City") if ambush else None
        yield Claim(f"{name}ambush", garrison and garrison[1], came_from)
        left = offer.seat in before.seats_in_creek and offer.seat not in after.seats_in_creek
        yield Claim(f"{name}leaves Buffalo Creek", "leaves Buffalo Creek" in text, left)
        if railroad.engine != start and not railroad.derailed:
            there = section_of(railroad.engine) == after.board.sections
            yield Claim(f"{name}Buffalo Creek", bool(re.search(r"(: |, )Buffalo Creek", text)), there)
            ground = after.board.space_kind(offer.seat, railroad.engine)
            yield Claim(f"{name}red", "red, where outlaws" in text, ground is Space.RED)
            yield Claim(f"{name}river", bool(re.search(r"\briver\b", text)), ground is Space.RIVER)
