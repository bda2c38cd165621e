"""The picture of a race: routes on the map with a dot for each roll, and a row for each train.

The rows are under the map or next to it, depending on which place leaves more room for the map. (drawing rules for
maps, section 6)
"""

import msgspec

from engine.core import Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.state.events import RaceRun
from engine.games.railway_rivals.state.runs import Race, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.legend import RUNNING_MEANINGS, draw_legend, legend_height, visible_signs
from render.games.railway_rivals.board.route_map import (
    FOOT_HEIGHT,
    MAP_TOP,
    TABLE_GAP,
    WindowBox,
    map_window,
    window_viewport,
)
from render.games.railway_rivals.captions import fees_text
from render.games.railway_rivals.colors import PALETTE
from render.games.railway_rivals.tables.gold_accounts import fees_received
from render.games.railway_rivals.tables.open_runs import outcome_text
from render.games.railway_rivals.tables.race_map import race_map_layer
from render.games.railway_rivals.tables.race_strip import (
    PANEL_BELOW,
    PANEL_BESIDE,
    PANEL_BESIDE_MANY,
    RowPanel,
    train_progress,
)
from render.games.railway_rivals.tables.race_table import draw_fees_line, draw_rows, rows_height, train_shares
from render.games.railway_rivals.tables.table_parts import amount_text, run_numbers, run_text
from render.palette import INK
from render.parts.page_layout import MARGIN, PAGE_WIDTH, header_layer, paper_scene
from render.scene import Box, Layer, Scene, make_layer
from render.text_fitting import Events, Names, join_sentences

_MANY = 5
"""Minimum number of trains for which rows next to a map are lower."""
_AIRY = 264
"""Maximum height in px of a row next to a map."""
_ABOVE_FOOT = 20


def race_scenes(state: RailwayRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """The pictures of the races in the events; if there are none, the picture of the last race."""
    new_races = [event.race for event in events if isinstance(event, RaceRun)]
    race_numbers = [number for number, race in enumerate(state.races, 1) if race in new_races]
    return tuple(_race_scene(state, number, names) for number in race_numbers or [len(state.races)] if number)


def _race_scene(state: RailwayRivals, number: int, names: Names) -> Scene:
    race, chart = state.races[number - 1], state.hex_map
    panel, window = _race_layout(state, race)
    x, y, w, h = window
    left, top = (MARGIN, y + h + TABLE_GAP) if panel is PANEL_BELOW else (PAGE_WIDTH - MARGIN - panel.width, MAP_TOP)
    bottom = top + rows_height(panel, race)
    height = round(max(y + h, bottom) + FOOT_HEIGHT)
    signs = visible_signs(chart, [window_viewport(chart, _train_routes(race), window)], more=("from", "goal"))
    corner = f"{run_numbers(race.run)} · prize {_prize_text(race)}"
    layers = (
        race_map_layer(state, race, window),
        Layer("frame", (Box(x, y, w, h, None, INK, 3),)),
        make_layer("rows", draw_rows(chart, race, names, panel, (left, top))),
        make_layer("fees", draw_fees_line(race, panel, names, (left, bottom - _ABOVE_FOOT))),
        make_layer("legend", draw_legend(chart, signs, height - FOOT_HEIGHT / 2, RUNNING_MEANINGS)),
        header_layer(f"Race {number}", corner, _result_line(chart, race, names), seat=_sole_winner(race)),
    )
    height += legend_height(chart, signs, RUNNING_MEANINGS)
    return paper_scene(f"race-{number}", height, PALETTE, layers, _alt_text(state, race, number, names))


def _train_routes(race: Race) -> list[tuple[Hex, ...]]:
    return [train.hexes for train in race.trains]


def _race_layout(state: RailwayRivals, race: Race) -> tuple[RowPanel, WindowBox]:
    window, below = map_window(
        state.hex_map, _train_routes(race), round(PANEL_BESIDE.width), rows_height(PANEL_BELOW, race)
    )
    if below:
        return PANEL_BELOW, window
    x, y, w, h = window
    panel = PANEL_BESIDE if len(race.trains) < _MANY else PANEL_BESIDE_MANY
    high = rows_height(panel, race)
    tall = max(h, high)
    room = panel.row_height + (tall - high) // len(race.trains)
    return msgspec.structs.replace(panel, row_height=min(room, _AIRY)), (x, y, w, tall)


def _prize_text(race: Race) -> str:
    return "20" if len(race.trains) == 1 else "20 / 10"


def _sole_winner(race: Race) -> Seat | None:
    """The seat that won alone; None after a tie or if a joint run won."""
    winners = [seat for train in race.trains if train.place == 1 for seat in train.seats]
    return winners[0] if len(winners) == 1 else None


def _result_line(chart: HexMap, race: Race, names: Names) -> str:
    return f"{run_text(chart, race.run)}: {outcome_text(race, names)}"


def _alt_text(state: RailwayRivals, race: Race, number: int, names: Names) -> str:
    chart = state.hex_map
    sentences = [f"Race {number}, {run_text(chart, race.run)}: {outcome_text(race, names)}."]
    sentences += [_train_sentence(chart, train, names) for train in race.trains]
    fee_texts = [f"{names[seat - 1]} {gold}" for seat in state.everyone if (gold := fees_received(race, seat))]
    return join_sentences(
        (*sentences, f"Fees received: {', '.join(fee_texts)}." if fee_texts else "No one received fees.")
    )


def _train_sentence(chart: HexMap, train: Train, names: Names) -> str:
    """A sentence about a train: its place, route, rolls, and gold."""
    owners = " with ".join(names[seat - 1] for seat in train.seats)
    total, to_go = train_progress(chart, train)
    fees = sum(train.fees.values()) + train.settled
    rolls_text = ""
    if train.rolls:
        left = f"{train.over} to spare" if train.over is not None else f"{to_go[-1]} to go"
        rolls_text = f", rolled {', '.join(map(str, train.rolls))} ({left})"
    place = f"place {train.place}, " if train.place else ""
    through = [chart.town_at[hex].name for hex in train.hexes[1:-1] if hex in chart.town_at]
    via = f" via {join_words(through)}" if through else ""
    fees_part = f"received {-fees} gold by exchange" if fees < 0 else f"paid {fees_text(fees)}"
    nets = [(seat, sum(train_shares(train, seat))) for seat in train.seats]
    figures = [amount_text(gold) if gold else "0" for _, gold in nets]
    net_texts = [f"{names[seat - 1]} {gold}" for (seat, _), gold in zip(nets, figures, strict=True)]
    net = ", ".join(net_texts) if len(net_texts) > 1 else figures[0]
    return (
        f"{owners}: {place}{count_noun(total, 'move')}{via}{rolls_text}, prize {train.prize}, {fees_part}, net {net}."
    )
