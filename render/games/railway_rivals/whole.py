"""The whole map: every company's track, towns reached or not, where building ended last. (drawing rules, section 6)

A map of this country fits the width of a phone only where the picture is higher than it is wide; names of towns
then have the 44 px of all words of state.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Town
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track
from engine.kit.hexes import letters
from render.called import News
from render.games.railway_rivals.alt import map_alt
from render.games.railway_rivals.field import Obstacles
from render.games.railway_rivals.ground import ground_sprite, wide_far
from render.games.railway_rivals.lanes import lanes_of
from render.games.railway_rivals.legend import legend, legend_height, signs_in
from render.games.railway_rivals.livery import LAND, PALETTE
from render.games.railway_rivals.names import SIZE, Name, name_shapes, placed_names
from render.games.railway_rivals.plane import Plane, hex_center, whole
from render.games.railway_rivals.tables import sample
from render.games.railway_rivals.towns import exit_key, tag_sprite, tags, town_half, town_radius, town_sprite
from render.games.railway_rivals.tracks import MarkPlace, Pen, Stroke, mark_places, mark_shapes, stroked, strokes
from render.games.railway_rivals.words import corner, last_move
from render.labels import Names, first_word, joined, shared
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.frame import FIELD, LINE, MARGIN, WIDTH, header, header_lines
from render.parts.marks import chip
from render.parts.text import FIGURE, Style
from render.scene import Box, Disc, Layer, Placed, Scene, Shape, Sheet, Sprite, placed

_SIDES = 56
"""px beside the map, for the numbers of rows."""
_STRIP = 44
"""px above and below it, for the letters of columns."""
_TALLEST, _LARGEST = 1990, 62
_KEY_ROW = 66
_LINE, _AROUND, _MARK = 0.285, 0.067, 0.47
"""Width of lines, of their casings, and radius of marks, in sizes of a hex."""
_COMPANY = Style("h", 46)
_COUNTRY = Style("h", 40, tracking=12)
_FRAME_LETTER = Style("h", 30)
_ROW_NUMBER = Style("h", 28)


def map_scene(
    state: RailwayRivals,
    news: News,
    names: Names,
    *,
    title: str = "",
    line: str = "",
    keys: Mapping[Hex, str] | None = None,
    alt: str = "",
) -> Scene:
    """The map with the last news; with ``keys`` at hexes it is the private picture of a question.

    ``alt`` are words for it that tell more of the keys than their places.
    """
    chart = state.chart
    key_rows = -(-state.seats // _across(state))
    seat, said = (None, line) if line else last_move(state, news, names)
    lines = header_lines(said, seat=seat)
    lower = LINE * (len(lines) - 1)
    plane = plane_of(chart, FIELD + lower + key_rows * _KEY_ROW + 14 + _STRIP)
    bottom = plane.y + plane.h + _STRIP
    signs = signs_in(chart, [plane], unreached=state.unreached, more=("last",) if _ends(news) else ())
    layers = (
        header(title or chart.name, corner(state, news), *lines, seat=seat),
        Layer("companies", tuple(_companies(state, names, FIELD + lower))),
        Layer("frame", tuple(_frame(chart, plane))),
        Layer("ground", (placed(plane.x, plane.y, _ground(chart, plane)),)),
        Layer("track", (_sheet(state, plane, news),)),
        Layer("towns", tuple(_towns(state, plane, news, keys or {}))),
        Layer("keys", tuple(_keys(state, plane, keys or {}))),
        Layer("legend", tuple(legend(chart, signs, bottom + 10))),
    )
    alt = alt or (joined((line, _keys_alt(chart, keys))) if keys else map_alt(state, news, names))
    return Scene("map", WIDTH, round(bottom + 10 + legend_height(chart, signs)), PAPER, PALETTE, layers, alt)


def _keys_alt(chart: Chart, keys: Mapping[Hex, str]) -> str:
    """Every key and its place, once."""
    named = {hex: run.name for run in chart.special_runs for hex in run.hexes}
    found = {
        word: chart.town_at[hex].name if hex in chart.town_at else named.get(hex, hex) for hex, word in keys.items()
    }
    return joined(f"{word}: {name}." for word, name in found.items())


def plane_of(chart: Chart, top: int) -> Plane:
    """The window of a whole map."""
    box = whole(chart)
    s = min((WIDTH - 2 * _SIDES) / box.w, _TALLEST / box.h, _LARGEST)
    s = int(s * 4) / 4
    w, h = round(box.w * s), round(box.h * s)
    return Plane(s, (WIDTH - w) // 2, top, w, h, box.left, box.top)


def _ground(chart: Chart, plane: Plane) -> Sprite:
    return ground_sprite(chart.key, plane.s, plane.left, plane.top, plane.w, plane.h)


# -- around the map


def _companies(state: RailwayRivals, names: Names, top: int) -> Iterator[Shape]:
    """Mark, line, name and gold of every company: four close together in a row, else in columns of three."""
    across, room = _across(state), WIDTH - 2 * MARGIN
    long = 84 if across == 3 else 60
    start = 58 + long + 14
    gold = [str(state.gold[seat]) for seat in state.everyone]
    fixed = [start + 18 + FIGURE.wide(words) for words in gold]
    if across == 3:
        cut = [_COMPANY.cut(name, room / 3 - 30 - used) for name, used in zip(names, fixed, strict=True)]
        places = [MARGIN + i % 3 * room / 3 for i in range(state.seats)]
    else:
        cut = list(_named(names, room - sum(fixed) - 30 * (across - 1)))
        wide = [used + _COMPANY.wide(name) for name, used in zip(cut, fixed, strict=True)]
        gap = (room - sum(wide)) / (across - 1)
        places = [MARGIN + sum(wide[:i]) + gap * i for i in range(across)]
    for i, seat in enumerate(state.everyone):
        x, y = places[i], top + 34 + i // across * _KEY_ROW
        yield chip(seat, x + 24, y, 24)
        yield sample(seat, x + 58, y, long, 12)
        yield _COMPANY.left(x + start, y + _COMPANY.rise, cut[i], "company")
        yield FIGURE.right(x + fixed[i] + _COMPANY.wide(cut[i]), y + FIGURE.rise, gold[i], "gold")


def _named(names: Names, room: float) -> Sequence[str]:
    """The names that fit side by side: whole, else their first words, else the longest of these cut."""
    if sum(_COMPANY.wide(name) for name in names) <= room:
        return names
    return shared([first_word(name) for name in names], "h", 46, room)


def _across(state: RailwayRivals) -> int:
    """Companies in a row of the key."""
    return 4 if state.seats == 4 else 3


def _frame(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """A frame with the letters of columns above and below, the numbers of rows on both sides."""
    top, bottom = plane.y - _STRIP, plane.y + plane.h + _STRIP
    left, right = plane.x - _SIDES + 8, plane.x + plane.w + _SIDES - 8
    yield Box(left, top, right - left, bottom - top, None, INK, 3, 6)
    columns = sorted({round(hex_center(hex)[0] / 1.5) for hex in chart.terrain})
    for column in columns:
        x, _ = plane.at((column * 1.5, 0))
        for y in (plane.y - 9, plane.y + plane.h + 33):
            yield _FRAME_LETTER.middle(x, y, letters(column), "frame letter", INK_SOFT)
    rows = sorted({int(hex.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for hex in chart.terrain})
    ends = ((min(columns), plane.x - 24), (max(columns), plane.x + plane.w + 24))
    for column, x in ends:
        for row in rows:
            hex = Hex(f"{letters(column)}{row}")
            if hex in chart.terrain:
                yield _ROW_NUMBER.middle(x, plane.hex(hex)[1] + _ROW_NUMBER.rise, str(row), "frame letter", INK_SOFT)


# -- on the map


@lru_cache(8)
def _drawn(key: str, track: Track, plane: Plane) -> tuple[tuple[Stroke, ...], tuple[MarkPlace, ...], tuple[Name, ...]]:
    """Lines, marks and names: what takes time, kept for pictures of the same track."""
    chart = CHARTS[key]
    lanes = lanes_of(chart, track)
    lines = tuple(strokes(plane, lanes))
    s = plane.s
    plates = [(*plane.hex(tag.hex), max(0.95 * s, 44.0), max(0.85 * s, 42.0)) for tag in tags(chart)]
    marks = mark_places(chart, track, lanes, plane, [(x, y, half) for x, y, half, _ in plates])
    size = _MARK * 1.3 * s
    far = wide_far(chart)
    boxes = [*plates, *((m.x, m.y, size, size) for m in marks)]
    boxes += [(*plane.at(far.middle), far.half * s, 18.0)] if far else []
    wide = (_LINE + 2 * _AROUND) * s
    obstacles = Obstacles([(line.points, wide) for line in lines], boxes)
    return lines, marks, placed_names(chart, plane, obstacles)


def _sheet(state: RailwayRivals, plane: Plane, news: News) -> Sheet:
    """All track with its marks, and rings where building ended in the open."""
    chart, s = state.chart, plane.s
    lines, marks, _ = _drawn(chart.key, state.track, plane)
    shapes = stroked(lines, Pen(_LINE * s, _AROUND * s))
    shapes += mark_shapes(marks, _MARK * s, _AROUND * s)
    shapes += (ring_shape(*plane.hex(hex), 0.68 * s) for hex in _ends(news) if hex not in chart.town_at)
    return Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(shapes))


def _towns(state: RailwayRivals, plane: Plane, news: News, keyed: Container[Hex] = ()) -> Iterator[Shape]:
    """Exits, towns and names: stamps that nearly all pictures of a map share."""
    chart, r = state.chart, town_radius(plane.s)
    yield from _country(chart, plane)
    for tag in tags(chart):
        if tag.hex not in keyed:
            yield tag_sprite(tag, *plane.hex(tag.hex), SIZE)
    unreached, ends = frozenset(state.unreached), _ends(news)
    for town in chart.towns:
        if town.hex in ends:
            yield _town_ring(town, plane, r)
        yield town_sprite(town, *plane.hex(town.hex), r, reached=town.hex not in unreached)
    yield from _homes(state, plane, r)
    yield from name_shapes(chart, plane, _drawn(chart.key, state.track, plane)[2])


def _country(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """The name of the land over the border, in spaced capitals where it is widest."""
    far = wide_far(chart)
    if far is not None:
        x, y = plane.at(far.middle)
        yield _COUNTRY.middle(x, y + _COUNTRY.rise, far.name.upper(), "country", INK_SOFT)


def _ends(news: News) -> tuple[Hex, ...]:
    """Where building ended in the news, and the towns that were reached or chosen."""
    ends: dict[Hex, None] = {}
    for event in news:
        match event:
            case e.TrackBuilt(path=path):
                for line in path.lines:
                    ends.pop(line[0], None)
                    ends[line[-1]] = None
            case e.TownReached(town=town) | e.StartChosen(town=town):
                ends[town] = None
            case _:
                continue
    return tuple(ends)


def ring_shape(x: float, y: float, r: float) -> Disc:
    """The ring around where building ended."""
    return Disc(x, y, r, None, ACCENT, 5)


def _town_ring(town: Town, plane: Plane, r: float) -> Shape:
    x, y = plane.hex(town.hex)
    half, more = town_half(town, r), (0.42 if town.start else 0.3) * r
    if half == r:
        return ring_shape(x, y, r + more + 2)
    return Box(x - half - more, y - r - more, 2 * (half + more), 2 * (r + more), None, ACCENT, 5, r + more)


def _homes(state: RailwayRivals, plane: Plane, r: float) -> Iterator[Shape]:
    """The marks of companies that have begun somewhere and built nothing yet, at their town."""
    built_by = {piece.seat for piece in state.track.pieces}
    at: dict[Hex, int] = {}
    for seat, hex in state.track.starts:
        place = at.get(hex, 0)
        at[hex] = place + 1
        if seat not in built_by:
            x, y = plane.hex(hex)
            side = -1 if place else 1
            half = town_half(state.chart.town_at[hex], r)
            yield chip(seat, x + side * (half + 0.3 * r), y + 0.95 * r, 21)


def _keys(state: RailwayRivals, plane: Plane, keys: Mapping[Hex, str]) -> Iterator[Shape]:
    """What to press, in the place of towns' numbers, filled where somebody is; in the tags of special runs."""
    chart, r = state.chart, town_radius(plane.s)
    unreached = frozenset(state.unreached)
    exits = {tag.hex: tag for tag in tags(chart)}
    for hex, word in keys.items():
        x, y = plane.hex(hex)
        if hex in chart.town_at:
            half = max(town_half(chart.town_at[hex], r), FIGURE.wide(word) / 2 + 4)
            yield _key(word, x, y, half, r, reached=hex not in unreached)
        elif hex in exits:
            yield _centered(exit_key(exits[hex], word, SIZE), x, y)


def _key(word: str, x: float, y: float, half: float, r: float, *, reached: bool) -> Placed:
    return _centered(_key_sprite(word, half, r, reached), x, y)


def _centered(sprite: Sprite, x: float, y: float) -> Placed:
    return placed(x - sprite.w / 2, y - sprite.h / 2, sprite)


@lru_cache(512)
def _key_sprite(word: str, half: float, r: float, reached: bool) -> Sprite:
    w, h = 2 * half + 8, 2 * r + 8
    shapes = (
        Box(0, 0, w, h, LAND, None, 0, h / 2),
        Box(4, 4, w - 8, h - 8, ACCENT if reached else CARD, ACCENT, 5, h / 2 - 4),
        FIGURE.middle(w / 2, h / 2 + 0.35 * 46, word, "key", PAPER if reached else ACCENT),
    )
    return Sprite(f"key {word}", w, h, shapes)
