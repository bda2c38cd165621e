"""Why something cannot be said ahead: full sentences, with the number that matters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, assert_never

from engine.core.notation import MAX_LENGTH, write
from engine.core.words import counted
from engine.games.railroads_of_catan.box.figures import BID_STEP, RICH, TURNS
from engine.games.railroads_of_catan.box.graph import TOUCHING, Track, ends
from engine.games.railroads_of_catan.phases import Draft, Maintenance
from engine.games.railroads_of_catan.rules.intents import MOST_TRACKS
from engine.games.railroads_of_catan.rules.when import builds_again, runs_again
from engine.games.railroads_of_catan.state.actions import Forget, Keep, Mark, PlanRun, PlanTrack, Prefer
from engine.games.railroads_of_catan.state.items import items_of, list_price, no_train

if TYPE_CHECKING:
    from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def refused(state: RailroadsOfCatan, action: Prefer | Mark | Keep | PlanTrack | PlanRun | Forget) -> str:
    """The reason; empty where there is none but that it stands already."""
    drafting = isinstance(state.flow[-1], Draft)
    match action:
        case _ if action.seat not in state.everyone:
            return ""
        case Prefer():
            return _wish(state, action)
        case Mark() | Keep() | PlanTrack() | PlanRun() if drafting:
            return "Cities are being founded; only hexes for them can be ranked now."
        case Mark():
            return _mark(state, action)
        case Keep(item=item):
            return f"{item} is not marked; it is maintained."
        case PlanTrack():
            return _track(state, action)
        case PlanRun():
            return _run(state, action)
        case Forget():
            return "You have said nothing ahead."
        case _:
            assert_never(action)


def _wish(state: RailroadsOfCatan, action: Prefer) -> str:
    phase, hexes = state.flow[-1], action.hexes.hexes
    if not isinstance(phase, Draft):
        return "All cities are founded; there is nothing more to wish for."
    free = phase.open(state, action.seat)
    for place, hex in enumerate(hexes):
        if hex not in free:
            return f"You cannot wish for {hex}; of your next cities’ hexes these are free: {', '.join(free)}."
        if hex in hexes[:place]:
            return f"{hex} is named twice."
    return ""


def _mark(state: RailroadsOfCatan, action: Mark) -> str:
    seat, item = action.seat, action.item
    if isinstance(state.flow[-1], Maintenance):
        return "This turn’s maintenance has begun; mark what you give up before it."
    if state.turn >= TURNS:
        return f"Turn {TURNS} is the last; there is no more upkeep."
    if item not in items_of(state, seat):
        return f"You have no {item}; a track is written H01-V05, a train train-1."
    most = list_price(state, seat, item)
    if action.reserve > most or action.reserve % BID_STEP:
        return f"A reserve is a multiple of ${BID_STEP} up to ${most:,}, not ${action.reserve:,}."
    return "" if action.otherwise in ("pay", "remove") else "When nobody bids, you pay or remove it."


def _track(state: RailroadsOfCatan, action: PlanTrack) -> str:
    tracks, seat = action.path.tracks, action.seat
    if not builds_again(state, seat):
        return f"Turn {TURNS} is the last, and you have built in it."
    if len(tracks) > MOST_TRACKS:
        return f"A turn has {MOST_TRACKS} tracks at most, not {len(tracks)}."
    if len(tracks) > (left := state.rails_left(seat)):
        return f"You have {counted(left, 'rail')} left in your supply, not {len(tracks)}."
    return _apart(tracks) or _twice(tracks) or _limit(action.limit)


def _run(state: RailroadsOfCatan, action: PlanRun) -> str:
    seat, number = action.seat, action.number
    if not runs_again(state, seat):
        return f"Turn {TURNS} is the last, and your trains have run in it."
    if state.train(seat, number) is None:
        return no_train(state, seat, number)
    if (length := len(write(action))) > MAX_LENGTH:
        return f"This line has {length} characters, and a plan may have {MAX_LENGTH}: sell barrels at once, “-2ore”."
    return _apart(action.trip.tracks) or _limit(action.limit)


def _apart(tracks: Iterable[Track]) -> str:
    a, b = next((ends(over) for over in tracks if over not in TOUCHING), ("", ""))
    return f"{a} and {b} are not next to each other." if a else ""


def _twice(tracks: tuple[Track, ...]) -> str:
    a, b = next((ends(new) for place, new in enumerate(tracks) if new in tracks[:place]), ("", ""))
    return f"The track from {a} to {b} is named twice." if a else ""


def _limit(dollars: int) -> str:
    return f"A limit is from $0 to ${RICH:,}, not ${dollars:,}." if dollars > RICH else ""
