"""Positions with open runs, and the moves until their races."""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.core import Seat, Secret, decisions, settle, write_action
from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex
from engine.games.railway_rivals.phases import AnyPhase, Operating, Racing
from engine.games.railway_rivals.phases.entering import new_entering_phase
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Contest, RaceEntry, Run
from engine.games.railway_rivals.state.state import RailwayRivals
from tests.games.railway_rivals.table import CHART, go, table


def column(letter: str, first: int, last: int) -> str:
    """Track along a column of hexes: York, Doncaster, Nottingham, and Leicester are R2, R7, R14, and R18."""
    step = 1 if first < last else -1
    return "-".join(f"{letter}{row}" for row in range(first, last + step, step))


def run_of(pair: str, **changes: Any) -> Run:
    start, goal = map(CardNumber, pair.split("-"))
    return Run(start, goal, (CHART.name_of(start), CHART.name_of(goal)), **changes)


def operating(
    *,
    seats: int = 3,
    track: Mapping[int, str],
    gold: Mapping[int, int] | None = None,
    stock: str = "",
    waiting: tuple[Run, ...] = (),
    options: Mapping[str, Any] | None = None,
    phase: AnyPhase | None = None,
) -> RailwayRivals:
    """The operating stage with these cards in the stock, before the first run is drawn unless ``phase`` is given."""
    begun = table(seats=seats, track=track, gold=gold, operating=True, options=options)
    cards = tuple(map(CardNumber, stock.split()))
    flow = (Operating(), phase) if phase else (Operating(),)
    changed = msgspec.structs.replace(begun, flow=flow, stock=Secret(cards, len(cards)), waiting=waiting)
    return settle(changed)


def contest(*pairs: str, seats: int = 3, **changes: Any) -> RailwayRivals:
    """A position with these open runs and no cards in the stock, so that the game ends after them."""
    begun = operating(seats=seats, **{**changes, "phase": Racing(())})
    entering = new_entering_phase(begun, tuple(map(run_of, pairs)))
    return msgspec.structs.replace(begun, flow=(Operating(), entering), ending="", news=())


def racing(*entries: RaceEntry, pair: str = "23-43", more: tuple[Contest, ...] = (), **changes: Any) -> RailwayRivals:
    """The state after the race of these trains."""
    return operating(phase=Racing((Contest(run_of(pair), entries), *more)), **changes)


def entry(seats: int | tuple[int, ...], hexes: str, fees: Mapping[int, int], **partners: int) -> RaceEntry:
    """An entry of a train; ``p2=5``: player 2 pays it 5 gold in an exchange."""
    train = (seats,) if isinstance(seats, int) else seats
    paid = {Seat(int(name.removeprefix("p"))): gold for name, gold in partners.items()}
    found = {Seat(seat): gold for seat, gold in fees.items()}
    return RaceEntry(tuple(map(Seat, train)), tuple(map(Hex, hexes.split("-"))), found, paid)


def all_stay(state: RailwayRivals, *lines: str) -> tuple[RailwayRivals, tuple[Any, ...]]:
    """Play these lines; then all seats stay out of the runs and decline offers."""
    phase = state.flow[-1]
    state, events = go(state, *lines)
    while state.flow and isinstance(state.flow[-1], Entering) and state.flow[-1].runs == phase.runs:
        decision = decisions(state)[0]
        line = next(write_action(a) for a in decision.offers if type(a).__name__ in ("Stay", "Decline"))
        state, more = go(state, line)
        events += more
    return state, events


def desk(state: RailwayRivals, seat: int) -> Any:
    return state.flow[-1].desks[seat].open()
