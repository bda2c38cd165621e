"""Words of the map pictures: the corner of the header, the last move in a sentence, hexes as people type them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railway_rivals import events as e
from engine.games.railway_rivals.chart import Chart, Hex
from engine.games.railway_rivals.paths import Branches
from engine.games.railway_rivals.state import RailwayRivals

__all__ = ["built", "corner", "die", "goal_words", "last_move", "paid_words", "path_words"]


def corner(state: RailwayRivals, news: Sequence[Event]) -> str:
    """“Turn 7 · die 5”; in the operating stage after which race."""
    rolled = die(news)
    roll = f" · die {rolled}" if rolled else ""
    if state.races:
        return f"after race {len(state.races)}{roll}"
    if state.operating and not rolled:
        return "the operating stage"
    return f"Turn {state.turn}{roll}" if state.turn else "start towns"


def die(news: Sequence[Event]) -> str:
    """The last roll in the news: “5”, or “5, 2 and 6”."""
    rolls = next((event.rolls for event in reversed(news) if isinstance(event, e.DieRolled)), ())
    return listed(tuple(map(str, rolls)))


def last_move(state: RailwayRivals, news: Sequence[Event], names: Sequence[str]) -> tuple[Seat | None, str]:
    """Whose move it was, and what it was, in a few words."""
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
