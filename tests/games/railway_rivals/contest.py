"""Positions in which runs are open, and what happens when everybody has decided."""

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
    """Track straight down a column, or up: York, Doncaster, Nottingham and Leicester are R2, R7, R14 and R18."""
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
    """The operating stage with these cards in the stock, before anything is drawn unless ``phase`` goes on."""
    begun = table(seats=seats, track=track, gold=gold, operating=True, options=options)
    cards = tuple(map(CardNumber, stock.split()))
    flow = (Operating(), phase) if phase else (Operating(),)
    changed = msgspec.structs.replace(begun, flow=flow, stock=Secret(cards, len(cards)), waiting=waiting)
    return settle(changed)


def contest(*pairs: str, seats: int = 3, **changes: Any) -> RailwayRivals:
    """These runs are open and no card is left: the game ends with them."""
    begun = operating(seats=seats, **{**changes, "phase": Racing(())})
    entering = new_entering_phase(begun, tuple(map(run_of, pairs)))
    return msgspec.structs.replace(begun, flow=(Operating(), entering), ending="", news=())


def racing(*entries: RaceEntry, pair: str = "23-43", more: tuple[Contest, ...] = (), **changes: Any) -> RailwayRivals:
    """The race of these trains, run."""
    return operating(phase=Racing((Contest(run_of(pair), entries), *more)), **changes)


def entry(seats: int | tuple[int, ...], hexes: str, fees: Mapping[int, int], **partners: int) -> RaceEntry:
    """A train; ``p2=5``: by an exchange, player 2 pays it 5."""
    train = (seats,) if isinstance(seats, int) else seats
    paid = {Seat(int(name.removeprefix("p"))): gold for name, gold in partners.items()}
    found = {Seat(seat): gold for seat, gold in fees.items()}
    return RaceEntry(tuple(map(Seat, train)), tuple(map(Hex, hexes.split("-"))), found, paid)


def all_stay(state: RailwayRivals, *but: str) -> tuple[RailwayRivals, tuple[Any, ...]]:
    """These lines are played, and whoever is asked about the same runs then stays out; offers are declined."""
    phase = state.flow[-1]
    state, told = go(state, *but)
    while state.flow and isinstance(state.flow[-1], Entering) and state.flow[-1].runs == phase.runs:
        decision = decisions(state)[0]
        line = next(write_action(a) for a in decision.offers if type(a).__name__ in ("Stay", "Decline"))
        state, news = go(state, line)
        told += news
    return state, told


def desk(state: RailwayRivals, seat: int) -> Any:
    return state.flow[-1].desks[seat].open()
