"""A race replayed in one picture: routes over the map, a dot for every roll, and a row a train. (maps, section 6)

Where routes lie broad, the rows stand under the map; where they lie high, beside it: whichever shows the map larger.
"""

import msgspec

from engine.core import Seat, counted, listed
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.state.events import RaceRun
from engine.games.railway_rivals.state.runs import Race, Train
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import News
from render.games.railway_rivals.accounts import fees_into
from render.games.railway_rivals.contracts import outcome
from render.games.railway_rivals.heats import fees_line, rows, rows_height, shares
from render.games.railway_rivals.legend import RUNNING, legend, legend_height, signs_in
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.replay import replayed
from render.games.railway_rivals.route_map import FOOT, TOP, UNDER, Window, plane_in, window_for
from render.games.railway_rivals.strip import BELOW, BESIDE, BESIDE_MANY, Panel, progress
from render.games.railway_rivals.tables import numbers, run_words, signed
from render.games.railway_rivals.words import fees_words
from render.labels import Names, joined
from render.palette import INK
from render.parts.frame import MARGIN, WIDTH, header, picture
from render.scene import Box, Layer, Scene, layer

_MANY = 5
_AIRY = 264
"""px; the highest row beside a map."""
_ABOVE_FOOT = 20


def race_scenes(state: RailwayRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """The races of the news; without any, the last one."""
    new = [event.race for event in news if isinstance(event, RaceRun)]
    shown = [number for number, race in enumerate(state.races, 1) if race in new]
    return tuple(_scene(state, number, names) for number in shown or [len(state.races)] if number)


def _scene(state: RailwayRivals, number: int, names: Names) -> Scene:
    race, chart = state.races[number - 1], state.chart
    panel, window = _layout(state, race)
    x, y, w, h = window
    left, top = (MARGIN, y + h + UNDER) if panel is BELOW else (WIDTH - MARGIN - panel.wide, TOP)
    bottom = top + rows_height(panel, race)
    height = round(max(y + h, bottom) + FOOT)
    signs = signs_in(chart, [plane_in(chart, _routes(race), window)], more=("from", "goal"))
    corner = f"{numbers(race.run)} · prize {_prize(race)}"
    layers = (
        replayed(state, race, window),
        Layer("frame", (Box(x, y, w, h, None, INK, 3),)),
        layer("rows", rows(chart, race, names, panel, (left, top))),
        layer("fees", fees_line(race, panel, names, (left, bottom - _ABOVE_FOOT))),
        layer("legend", legend(chart, signs, height - FOOT / 2, RUNNING)),
        header(f"Race {number}", corner, _line(chart, race, names), seat=_winner(race)),
    )
    height += legend_height(chart, signs, RUNNING)
    return picture(f"race-{number}", height, PALETTE, layers, _alt(state, race, number, names))


def _routes(race: Race) -> list[tuple[Hex, ...]]:
    return [train.hexes for train in race.trains]


def _layout(state: RailwayRivals, race: Race) -> tuple[Panel, Window]:
    """The panel of the rows, beside the map or below it, and the map's window."""
    window, below = window_for(state.chart, _routes(race), round(BESIDE.wide), rows_height(BELOW, race))
    if below:
        return BELOW, window
    x, y, w, h = window
    panel = BESIDE if len(race.trains) < _MANY else BESIDE_MANY
    high = rows_height(panel, race)
    tall = max(h, high)
    room = panel.row + (tall - high) // len(race.trains)
    return msgspec.structs.replace(panel, row=min(room, _AIRY)), (x, y, w, tall)


def _prize(race: Race) -> str:
    return "20" if len(race.trains) == 1 else "20 / 10"


def _winner(race: Race) -> Seat | None:
    """The one who won, if it was one."""
    first = [seat for train in race.trains if train.place == 1 for seat in train.seats]
    return first[0] if len(first) == 1 else None


def _line(chart: Chart, race: Race, names: Names) -> str:
    return f"{run_words(chart, race.run)}: {outcome(race, names)}"


def _alt(state: RailwayRivals, race: Race, number: int, names: Names) -> str:
    chart = state.chart
    said = [f"Race {number}, {run_words(chart, race.run)}: {outcome(race, names)}."]
    said += [_told(chart, train, names) for train in race.trains]
    got = [f"{names[seat - 1]} {gold}" for seat in state.everyone if (gold := fees_into(race, seat))]
    return joined((*said, f"Fees received: {', '.join(got)}." if got else "No one received fees."))


def _told(chart: Chart, train: Train, names: Names) -> str:
    """A train in words: its way, its rolls, how far it came, and its gold."""
    who = " with ".join(names[seat - 1] for seat in train.seats)
    total, to_go = progress(chart, train)
    fees = sum(train.fees.values()) + train.settled
    ran = ""
    if train.rolls:
        left = f"{train.over} to spare" if train.over is not None else f"{to_go[-1]} to go"
        ran = f", rolled {', '.join(map(str, train.rolls))} ({left})"
    place = f"place {train.place}, " if train.place else ""
    through = [chart.town_at[hex].name for hex in train.hexes[1:-1] if hex in chart.town_at]
    via = f" via {listed(through)}" if through else ""
    paid = f"received {-fees} gold by exchange" if fees < 0 else f"paid {fees_words(fees)}"
    nets = [(seat, sum(shares(train, seat))) for seat in train.seats]
    figures = [signed(gold) if gold else "0" for _, gold in nets]
    each = [f"{names[seat - 1]} {gold}" for (seat, _), gold in zip(nets, figures, strict=True)]
    net = ", ".join(each) if len(each) > 1 else figures[0]
    return f"{who}: {place}{counted(total, 'move')}{via}{ran}, prize {train.prize}, {paid}, net {net}."
