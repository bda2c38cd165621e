"""Stock values up to their limit, the player's tiles, and what they are worth. (R Solitaire Rules)"""

from collections.abc import Iterator, Mapping

from engine.core import counted
from engine.games.railroad_rivals.box.data import Railroad
from engine.games.railroad_rivals.solitaire.data import FIRST_CUBES, HIGHEST_VALUE, RISE
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.called import News
from render.games.railroad_rivals.alt import joined
from render.games.railroad_rivals.badges import badge_at
from render.games.railroad_rivals.blocks import HEAD, LEFTS, TOP, blocks, foot, grounds, spots
from render.games.railroad_rivals.livery import LIVERIES, PALETTE
from render.games.railroad_rivals.solitaire.figures import ME
from render.games.railroad_rivals.track import bar
from render.games.railroad_rivals.words import corner, deliveries, last_move, whose_rises
from render.labels import Names
from render.palette import DEAD, INK, INK_SOFT, RULE
from render.parts.frame import MARGIN, THICK, header, picture, rule
from render.parts.text import AMOUNT, HEADING, RANK, TABLE_BODY, TABLE_TIGHT, Style
from render.scene import Box, Disc, Scene, Shape, layer

_BADGE, _TALL_BADGE, _VALUE, _AXIS, _LONG, _LIMIT_WORDS = 75, 56, 210, 223, 165, 24
"""Of a row: the badge's middle and height, where the value ends, the axis; how far its last number passes it."""
_TILES, _WORTH, _LEFT = 472, 598, 725
_TICK, _LIMIT, _THIN = 5, 6, 2
_RULE, _TOTAL_LINE, _BELOW, _NONE_DOT = 12, 92, 124, 4
_TODAY = Style("hb", 68)


def stock_scenes(state: RailroadRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """One row a railroad, always in the same order, in two blocks."""
    rises = _rises(state, news)
    seat, line = last_move(state, news, names)
    if rises:
        told = (f"{r} +{rise}" if rise else f"{r} at the limit, {HIGHEST_VALUE}" for r, rise in rises.items())
        seat, line = None, f"{whose_rises(state)}: {', '.join(told)}"
    rows = len(state.value)
    layers = (
        layer("stripes", grounds(rows)),
        layer("grid", _grid(rows)),
        layer("bars", _bars(state, rises)),
        layer("rows", _rows(state)),
        layer("total", _total(state, foot(rows))),
        header("Stock values", corner(state), line, seat=seat, tall=True),
    )
    return (picture("stocks", foot(rows) + _BELOW, PALETTE, layers, _alt(state, rises)),)


def _rises(state: RailroadRivals, news: News) -> dict[Railroad, int]:
    """The amounts by which values rose in the news; 0 for one at the limit that may have stood there before."""
    every_delivery_rose = sum(state.value.values()) == RISE * (len(state.delivered) - FIRST_CUBES)
    made = {event.railroad: event.value for event in deliveries(news)}
    return {r: RISE if value < HIGHEST_VALUE or every_delivery_rose else 0 for r, value in made.items()}


def _grid(rows: int) -> Iterator[Shape]:
    """Values from 0 to the limit, which is a line of ink."""
    for left, tall in blocks(rows):
        start, end = left + _AXIS, left + _AXIS + _LONG
        yield TABLE_TIGHT.middle(start, HEAD, "0", "axis", INK_SOFT)
        yield TABLE_TIGHT.right(end + _LIMIT_WORDS, HEAD, f"limit {HIGHEST_VALUE}", "axis", INK_SOFT)
        for number in range(0, HIGHEST_VALUE, _TICK):
            x = round(start + number * _LONG / HIGHEST_VALUE)
            yield Box(x - 1, TOP, _THIN, tall, RULE if number else DEAD)
        yield Box(end - 1, TOP, _LIMIT, tall, INK)
        for at, words in ((_TILES, "tiles"), (_WORTH, "points"), (_LEFT, "pile")):
            yield TABLE_TIGHT.middle(left + at, HEAD, words, "axis", INK_SOFT)


def _bars(state: RailroadRivals, rises: Mapping[Railroad, int]) -> Iterator[Shape]:
    for railroad, spot in spots(tuple(state.value)).items():
        value, rise = state.value[railroad], rises.get(railroad, 0)
        yield from bar(LIVERIES[railroad], value, rise, spot.left + _AXIS, spot.y, _LONG, HIGHEST_VALUE)


def _rows(state: RailroadRivals) -> Iterator[Shape]:
    owned = state.stocks[ME]
    for railroad, (left, y) in spots(tuple(state.value)).items():
        value, count = state.value[railroad], owned.get(railroad, 0)
        yield badge_at(LIVERIES[railroad], left + _BADGE, y, _TALL_BADGE)
        yield _TODAY.right(left + _VALUE, y + _TODAY.rise, str(value), "value")
        if count:
            yield HEADING.middle(left + _TILES, y + HEADING.rise, str(count), "share")
            yield HEADING.middle(left + _WORTH, y + HEADING.rise, str(count * value), "worth")
        else:
            yield from (Disc(left + x, y, _NONE_DOT, RULE) for x in (_TILES, _WORTH))
        pile = str(state.unseen_stocks()[railroad])
        yield AMOUNT.middle(left + _LEFT, y + AMOUNT.rise, pile, "tiles left", INK_SOFT)


def _total(state: RailroadRivals, bottom: int) -> Iterator[Shape]:
    left, base = LEFTS[-1], bottom + _TOTAL_LINE
    yield rule(bottom + _RULE, THICK)
    yield TABLE_BODY.left(MARGIN, base, "Your tiles and their current value", "caption")
    yield RANK.middle(left + _TILES, base, str(sum(state.stocks[ME].values())), "share")
    yield RANK.middle(left + _WORTH, base, str(state.worth(ME)), "total")


def _alt(state: RailroadRivals, rises: Mapping[Railroad, int]) -> str:
    values = [f"{r} {value}" + (f" (+{rises[r]})" if rises.get(r) else "") for r, value in state.value.items()]
    pile = state.unseen_stocks()
    owned = [f"{r} ×{count} worth {count * state.value[r]}" for r, count in sorted(state.stocks[ME].items())]
    return joined(
        (
            f"{corner(state)}.",
            f"Stock values, at most {HIGHEST_VALUE}: {', '.join(values)}.",
            f"Your stocks: {', '.join(owned) or 'none'} (worth {counted(state.worth(ME), 'point')} now).",
            f"In the pile: {', '.join(f'{r} {pile[r]}' for r in state.value)}.",
        )
    )
