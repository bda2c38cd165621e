"""The runs that are open now, and the last races in a sentence each."""

from engine.core import join_words
from engine.games.railway_rivals.state.events import RaceRun
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.tables.table_parts import run_text
from render.text_fitting import Events, Names, names_at_that_time


def open_runs(state: RailwayRivals) -> tuple[Run, ...]:
    """The runs that may be entered now, or that are raced next."""
    return next((phase.runs for phase in reversed(state.flow) if isinstance(phase, Entering)), ())


def last_race_lines(state: RailwayRivals, names: Names, events: Events) -> tuple[str, ...]:
    """The races of the events, a line each; otherwise the last race, or a line that there was none."""
    if not state.races:
        return ("No races yet",)
    names = names_at_that_time(events, names)
    new = [event.race for event in events if isinstance(event, RaceRun)]
    numbered_races = [(number, race) for number, race in enumerate(state.races, 1) if race in new]
    if not numbered_races:
        return (f"Last race, {_race_line(state, state.races[-1], names)}",)
    return tuple(f"Race {number}, {_race_line(state, race, names)}" for number, race in numbered_races)


def _race_line(state: RailwayRivals, race: Race, names: Names) -> str:
    return f"{run_text(state.hex_map, race.run)}: {outcome_text(race, names)}"


def outcome_text(race: Race, names: Names) -> str:
    """The winner in a few words: “Ada wins”, “Ada and Ben tie”, “Ada ran alone”."""
    first = [train for train in race.trains if train.place == 1]
    who = join_words(tuple(_train_text(train, names) for train in first))
    if len(race.trains) == 1:
        return f"{who} ran alone"
    if len(first) > 1:
        return f"{who} tie"
    return f"{who} wins"


def _train_text(train: Train, names: Names) -> str:
    """“Ada”, or “Ada with Ben” for a joint run."""
    return " with ".join(names[seat - 1] for seat in train.seats)
