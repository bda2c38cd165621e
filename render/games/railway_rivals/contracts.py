"""The runs that are open now, and the last races in a sentence each."""

from engine.core import listed
from engine.games.railway_rivals.state.events import RaceRun
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import News, called_then
from render.games.railway_rivals.tables import run_words
from render.labels import Names


def open_runs(state: RailwayRivals) -> tuple[Run, ...]:
    """The runs that may be entered now, or that are raced next."""
    return next((phase.runs for phase in reversed(state.flow) if isinstance(phase, Entering)), ())


def last_races(state: RailwayRivals, names: Names, news: News) -> tuple[str, ...]:
    """The races of the news, a line each; without any the last race, and before any that there was none."""
    if not state.races:
        return ("No races yet",)
    names = called_then(news, names)
    new = [event.race for event in news if isinstance(event, RaceRun)]
    told = [(number, race) for number, race in enumerate(state.races, 1) if race in new]
    if not told:
        return (f"Last race, {_raced(state, state.races[-1], names)}",)
    return tuple(f"Race {number}, {_raced(state, race, names)}" for number, race in told)


def _raced(state: RailwayRivals, race: Race, names: Names) -> str:
    return f"{run_words(state.chart, race.run)}: {outcome(race, names)}"


def outcome(race: Race, names: Names) -> str:
    """The winner in a few words: “Ada wins”, “Ada and Ben tie”, “Ada ran alone”."""
    first = [train for train in race.trains if train.place == 1]
    who = listed(tuple(_train_names(train, names) for train in first))
    if len(race.trains) == 1:
        return f"{who} ran alone"
    if len(first) > 1:
        return f"{who} tie"
    return f"{who} wins"


def _train_names(train: Train, names: Names) -> str:
    """“Ada”, or “Ada with Ben” for a joint run."""
    return " with ".join(names[seat - 1] for seat in train.seats)
