"""The open runs, and lines about the last races."""

from engine.core import join_words
from engine.games.railway_rivals.state.events import RaceRun
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.tables.table_parts import run_text
from render.text_fitting import Events, Names, names_at_that_time


def open_runs(state: RailwayRivals) -> tuple[Run, ...]:
    """The runs that are open now; empty in other phases."""
    return next((phase.runs for phase in reversed(state.flow) if isinstance(phase, Entering)), ())


def last_race_lines(state: RailwayRivals, names: Names, events: Events) -> tuple[str, ...]:
    """A line for each race in the events; without races, a line about the last race or about the lack of races."""
    if not state.races:
        return ("No races yet",)
    names = names_at_that_time(events, names)
    new_races = [event.race for event in events if isinstance(event, RaceRun)]
    numbered_races = [(number, race) for number, race in enumerate(state.races, 1) if race in new_races]
    if not numbered_races:
        return (f"Last race, {_race_line(state, state.races[-1], names)}",)
    return tuple(f"Race {number}, {_race_line(state, race, names)}" for number, race in numbered_races)


def _race_line(state: RailwayRivals, race: Race, names: Names) -> str:
    return f"{run_text(state.hex_map, race.run)}: {outcome_text(race, names)}"


def outcome_text(race: Race, names: Names) -> str:
    """“Ada wins”, “Ada and Ben tie”, “Ada ran alone”."""
    winners = [train for train in race.trains if train.place == 1]
    winners_text = join_words(tuple(_train_text(train, names) for train in winners))
    if len(race.trains) == 1:
        return f"{winners_text} ran alone"
    return f"{winners_text} tie" if len(winners) > 1 else f"{winners_text} wins"


def _train_text(train: Train, names: Names) -> str:
    """“Ada”, or “Ada with Ben” for a joint run."""
    return " with ".join(names[seat - 1] for seat in train.seats)
