"""Words of the map pictures: the corner of the header, the last move in a sentence, hexes as people type them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import called_then


def corner(state: RailwayRivals, news: Sequence[Event]) -> str:
    """“Turn 7 · die 5”, or “Turns 7 to 9 · dice 5, 2 and 6”; in the operating stage after which race."""
    rolled = next((event for event in reversed(news) if isinstance(event, e.DieRolled)), None)
    if state.races:
        now = rolled is not None and rolled.races == len(state.races)
        return f"after race {len(state.races)}{_dice(rolled.rolls if rolled and now else ())}"
    if rolled is None:
        return "the operating stage" if state.operating else f"Turn {state.turn}" if state.turn else "start towns"
    turns, under_way = turns_told(state, rolled)
    words = f"Turn {turns[0]}" if len(turns) == 1 else f"Turns {turns[0]} to {turns[-1]}"
    return f"{words}{_dice(rolled.rolls if under_way else rolled.rolls[: len(turns)])}"


def turns_told(state: RailwayRivals, rolled: e.DieRolled) -> tuple[range, bool]:
    """The Turns of a roll that were begun, and whether they go on; when told, the next ones may have begun."""
    phase = next((phase for phase in reversed(state.flow) if isinstance(phase, Building)), None)
    first = None if phase is None else state.turn - phase.at // state.seats
    under_way = first == rolled.turn
    last = state.turn if first is None or under_way else first - 1
    last = max(rolled.turn, min(last, rolled.turn + len(rolled.rolls) - 1))
    return range(rolled.turn, last + 1), under_way


def _dice(rolls: Sequence[int]) -> str:
    """“ · die 5”, or “ · dice 5, 2 and 6”."""
    return f" · {'die' if len(rolls) == 1 else 'dice'} {listed(tuple(map(str, rolls)))}" if rolls else ""


def last_move(state: RailwayRivals, news: Sequence[Event], names: Sequence[str]) -> tuple[Seat | None, str]:
    """Whose move it was, and what it was, in a few words."""
    names = called_then(news, names)
    for event in reversed(news):
        match event:
            case e.TrackBuilt(seat=seat):
                return seat, _built_words(state.chart, event, names)
            case e.StartChosen(seat=seat, town=town):
                return seat, f"{names[seat - 1]} begins in {place_words(state.chart, town)}"
            case e.PlanSkipped(seat=seat):
                return seat, f"{names[seat - 1]}’s plan went no further"
            case e.EndDeclared(seat=seat, turns=turns):
                who = f"{names[seat - 1]} declared the end" if seat else "The end is declared"
                return seat, f"{who}: {counted(turns, 'more Turn')}"
            case e.BuildingEnded():
                return None, "The building stage is over"
            case e.OrderDrawn(order=order):
                return order[0], f"{names[order[0] - 1]} chooses a start town first"
            case _:
                continue
    return None, "Track of all companies" if state.track.pieces else "No track is built yet"


def _built_words(chart: Chart, event: e.TrackBuilt, names: Sequence[str]) -> str:
    words = f"{names[event.seat - 1]} built {goal_words(chart, event.path)} for {event.cost}"
    if event.paid:
        return f"{words}, paid {paid_words(event.paid, names)}"
    return words


def paid_words(paid: Mapping[Seat, int], names: Sequence[str]) -> str:
    """“Ben 15 and Cleo 2”."""
    return listed(tuple(f"{names[seat - 1]} {gold}" for seat, gold in sorted(paid.items())))


def goal_words(chart: Chart, path: Branches) -> str:
    """“into Derby”, or “to K13”: where the last line ends, and towns it came through on the way."""
    ends = [line[-1] for line in path.lines]
    through = [hex for line in path.lines for hex in line[1:-1] if hex in chart.town_at]
    towns = [hex for hex in (*through, *ends) if hex in chart.town_at]
    if towns:
        return f"into {listed(tuple(chart.town_at[hex].name for hex in dict.fromkeys(towns)))}"
    return f"to {listed(tuple(dict.fromkeys(place_words(chart, hex) for hex in ends)))}"


def place_words(chart: Chart, hex: Hex) -> str:
    """A town or a special run by its name, any other hex by its reference."""
    if hex in chart.town_at:
        return chart.town_at[hex].name
    return next((run.name for run in chart.special_runs if hex in run.hexes), hex)


def path_words(path: Branches) -> str:
    """“R19–Q20–P20, C9–B9”."""
    return ", ".join("–".join(line) for line in path.lines)


def built(news: Sequence[Event]) -> tuple[e.TrackBuilt, ...]:
    """What was built, in order."""
    return tuple(event for event in news if isinstance(event, e.TrackBuilt))
