"""The runs that may be entered, both on the whole map: the key of each at the places that it joins."""

from collections.abc import Sequence

from engine.games.railway_rivals.box.chart import Chart, Hex, Number
from engine.games.railway_rivals.rules.entering import REST
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.contracts import open_runs
from render.games.railway_rivals.tables import numbers, run_words
from render.games.railway_rivals.whole import Asked, map_scene
from render.labels import Names, News, joined
from render.painter import Choice
from render.scene import Scene

_ABOUT_RUN = Enter | Stay | Joint | Exchange | Accept | Decline


def run_scenes(state: RailwayRivals, news: News, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The map with the runs in question, keyed at both ends; nothing where they are not open."""
    known = {str(run): run for run in open_runs(state)}
    keys: dict[Hex, str] = {}
    ends: dict[str, list[Hex]] = {}
    said = []
    for choice in choices:
        action = choice.actions[0]
        if isinstance(action, Stay) and action.run == REST:
            continue  # all of them
        run = known.get(action.run) if isinstance(action, _ABOUT_RUN) else None
        if run is None:
            return ()
        said.append(f"{choice.key}: {run_words(state.chart, run)} ({numbers(run)})")
        for number in (run.start, run.goal):
            for hex in _places(state.chart, number):
                keys[hex] = f"{keys[hex]}+{choice.key}" if hex in keys else choice.key
                ends.setdefault(choice.key, []).append(hex)
    alt = joined(("Which run?", *(f"{words}." for words in said)))
    return (map_scene(state, news, names, Asked(" · ".join(said), keys, "Which run?", alt, ends)),)


def _places(chart: Chart, number: Number) -> tuple[Hex, ...]:
    """The hexes of a card's place."""
    special = next((run.hexes for run in chart.special_runs if run.number == number), None)
    return special or tuple(town.hex for town in chart.towns if number in town.numbers)
