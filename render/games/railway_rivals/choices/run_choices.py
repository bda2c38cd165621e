"""The picture of runs to choose from: the whole map with keys at the ends of runs."""

from collections.abc import Sequence

from engine.games.railway_rivals.game_data.hex_map import CardNumber, Hex, HexMap
from engine.games.railway_rivals.rules.entering import REST_OF_RUNS
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.whole_map import MapQuestion, map_scene
from render.games.railway_rivals.tables.open_runs import open_runs
from render.games.railway_rivals.tables.table_parts import run_numbers, run_text
from render.painter import Choice
from render.scene import Scene
from render.text_fitting import Events, Names, join_sentences

_ABOUT_RUN = Enter | Stay | Joint | Exchange | Accept | Decline


def run_choice_scenes(
    state: RailwayRivals, events: Events, names: Names, question: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """The whole map with a key at both ends of each run; empty if the choices are not about open runs."""
    open_by_name = {str(run): run for run in open_runs(state)}
    keys: dict[Hex, str] = {}
    ends: dict[str, list[Hex]] = {}
    key_texts = []
    for choice in choices:
        action = choice.actions[0]
        if isinstance(action, Stay) and action.run == REST_OF_RUNS:
            continue  # it is about all runs
        run = open_by_name.get(action.run) if isinstance(action, _ABOUT_RUN) else None
        if run is None:
            return ()
        key_texts.append(f"{choice.key}: {run_text(state.hex_map, run)} ({run_numbers(run)})")
        for number in (run.start, run.goal):
            for hex in _card_hexes(state.hex_map, number):
                keys[hex] = f"{keys[hex]}+{choice.key}" if hex in keys else choice.key
                ends.setdefault(choice.key, []).append(hex)
    alt = join_sentences((question, *(f"{words}." for words in key_texts)))
    return (map_scene(state, events, names, MapQuestion(" · ".join(key_texts), keys, question, alt, ends)),)


def _card_hexes(chart: HexMap, number: CardNumber) -> tuple[Hex, ...]:
    special = next((run.hexes for run in chart.special_runs if run.number == number), None)
    return special or tuple(town.hex for town in chart.towns if number in town.numbers)
