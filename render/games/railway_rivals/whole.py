"""The whole map: every company's track, towns reached or not, where building ended last. (drawing rules, section 6)

A map of this country fits the width of a phone only where the picture is higher than it is wide; names of towns
then have the 44 px of all words of state.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Town
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.field import Obstacles, Zone
from render.games.railway_rivals.ground import ground_sprite, tunnel_zones, tunnels, wide_far
from render.games.railway_rivals.lanes import lanes_of
from render.games.railway_rivals.legend import legend, legend_height, signs_in
from render.games.railway_rivals.livery import LAND, PALETTE
from render.games.railway_rivals.margins import SIDES, STRIP, companies, companies_height, frame
from render.games.railway_rivals.names import SIZE, Name, name_shapes, placed_names
from render.games.railway_rivals.plane import Plane, whole
from render.games.railway_rivals.towns import exit_key, tag_sprite, tags, town_half, town_radius, town_sprite
from render.games.railway_rivals.tracks import MarkPlace, Pen, Stroke, mark_places, mark_shapes, stroked, strokes
from render.games.railway_rivals.words import corner, last_move, map_alt
from render.labels import Names, News, joined
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.frame import FIELD, LINE, WIDTH, chip, header, header_lines, picture
from render.parts.stamp import at_point
from render.parts.text import FIGURE, Style
from render.scene import Box, Disc, Layer, Scene, Shape, Sheet, Sprite, layer, placed
from render.window import focus_on

_TALLEST, _LARGEST = 1990, 62
_LINE, _AROUND, _MARK, _MARK_ZONE = 0.285, 0.067, 0.47, 1.3
"""Width of lines, of their casings, radius of marks in sizes of a hex, and what names keep off as a part of that."""
_RING, _RING_LINE = 0.68, 5
_TAG_ZONE = ((0.95, 44.0), (0.85, 42.0))
"""Half the width and the height of a tag that names keep off, in sizes of a hex, and in px at least."""
_COUNTRY_ZONE = 18.0
_START_RING, _TOWN_RING, _ROUND = 0.42, 0.3, 2
"""What a ring adds to a town's disc, as parts of its radius, and px more around a disc."""
_HOME, _HOME_DOWN, _HOME_CHIP = 0.3, 0.95, 21
"""A chip beside a town: how far from its disc and below its middle, as parts of its radius, and its own radius."""

_COUNTRY = Style("h", 40, tracking=12)
_ABOVE_LEGEND = 10
_KEY_RIM, _KEY_LINE, _KEY_PAD, _KEY_RISE, _KEY_ROUND = 4, 5, 4, 0.35, 8


_Keys = Mapping[Hex, str]


class Asked(NamedTuple):
    """A question about the map: what to press at which hexes, its words, and those that tell more of the keys.

    ``ends`` are all hexes that a choice is about, by its key.
    """

    line: str
    keys: _Keys
    title: str = ""
    alt: str = ""
    ends: Mapping[str, Sequence[Hex]] = {}


_NOTHING = Asked("", {})


def map_scene(state: RailwayRivals, news: News, names: Names, asked: Asked = _NOTHING) -> Scene:
    """The map with the last news, or the private picture of a question."""
    chart = state.chart
    seat, said = (None, asked.line) if asked.line else last_move(state, news, names)
    lines = header_lines(said, seat=seat)
    top = FIELD + LINE * (len(lines) - 1)
    plane = plane_of(chart, top + companies_height(state.seats) + STRIP)
    bottom = plane.y + plane.h + STRIP + _ABOVE_LEGEND
    last = ("last",) if _ends(news) else ()
    signs = signs_in(chart, [plane], unreached=state.unreached, more=last)
    layers = (
        header(asked.title or chart.name, corner(state, news), *lines, seat=seat),
        layer("companies", companies(state, names, top)),
        *_map(state, plane, news, asked.keys),
        layer("legend", legend(chart, signs, bottom)),
    )
    height = round(bottom + legend_height(chart, signs))
    alt = _question_alt(chart, asked) if asked.keys else map_alt(state, news, names)
    scene = picture("map", height, PALETTE, layers, alt)
    return replace(
        scene, focus=tuple(focus_on(key, *map(plane.hex, hexes), around=plane.s) for key, hexes in asked.ends.items())
    )


def _map(state: RailwayRivals, plane: Plane, news: News, keys: _Keys) -> tuple[Layer, ...]:
    chart = state.chart
    ground = ground_sprite(chart.key, plane.s, plane.left, plane.top, plane.w, plane.h)
    return (
        layer("frame", frame(chart, plane)),
        Layer("ground", (placed(plane.x, plane.y, ground),)),
        Layer("track", (_sheet(state, plane, news),)),
        layer("towns", _towns(state, plane, news, keys)),
        layer("keys", _keys(state, plane, keys)),
    )


def _question_alt(chart: Chart, asked: Asked) -> str:
    """Every key and its place, once."""
    if asked.alt:
        return asked.alt
    special = {hex: run.name for run in chart.special_runs for hex in run.hexes}
    named = {**special, **{hex: town.name for hex, town in chart.town_at.items()}}
    found = {word: named.get(hex, hex) for hex, word in asked.keys.items()}
    return joined((asked.line, joined(f"{word}: {name}." for word, name in found.items())))


def plane_of(chart: Chart, top: int) -> Plane:
    """The window of a whole map."""
    box = whole(chart)
    s = min((WIDTH - 2 * SIDES) / box.w, _TALLEST / box.h, _LARGEST)
    s = int(s * 4) / 4
    w, h = round(box.w * s), round(box.h * s)
    return Plane(s, (WIDTH - w) // 2, top, w, h, box.left, box.top)


# -- on the map


class _Drawn(NamedTuple):
    """The parts of a map that take time to place."""

    lines: Sequence[Stroke]
    marks: Sequence[MarkPlace]
    names: Sequence[Name]


@lru_cache(8)
def _drawn(key: str, track: Track, plane: Plane) -> _Drawn:
    """The parts in their window. They are placed at the top and moved: a longer heading places nothing again."""
    parts, down = _placed_at_top(key, track, plane._replace(y=0)), plane.y
    lines = [line._replace(points=tuple([(x, y + down) for x, y in line.points])) for line in parts.lines]
    marks = [mark._replace(y=mark.y + down) for mark in parts.marks]
    return _Drawn(lines, marks, [name._replace(y=name.y + down) for name in parts.names])


@lru_cache(8)
def _placed_at_top(key: str, track: Track, plane: Plane) -> _Drawn:
    """The parts of a map in a window. Kept for pictures of the same track."""
    chart, s = CHARTS[key], plane.s
    lanes = lanes_of(chart, track)
    lines = strokes(plane, lanes)
    half, tall = (max(part * s, least) for part, least in _TAG_ZONE)
    exits = [plane.hex(tag.hex) for tag in tags(chart)]
    marks = mark_places(chart, track, lanes, plane, [(x, y, half) for x, y in exits])
    size = _MARK * _MARK_ZONE * s
    boxes: list[Zone] = [(x, y, half, tall) for x, y in exits]
    boxes += ((mark.x, mark.y, size, size) for mark in marks)
    boxes += tunnel_zones(chart, plane)
    far = wide_far(chart)
    if far:
        boxes.append((*plane.at(far.middle), far.half * s, _COUNTRY_ZONE))
    wide = (_LINE + 2 * _AROUND) * s
    obstacles = Obstacles([(line.points, wide) for line in lines], boxes)
    return _Drawn(lines, marks, placed_names(chart, plane, obstacles))


def _sheet(state: RailwayRivals, plane: Plane, news: News) -> Sheet:
    """All track with its marks, and rings where building ended in the open."""
    chart, s = state.chart, plane.s
    drawn = _drawn(chart.key, state.track, plane)
    shapes = stroked(drawn.lines, Pen(_LINE * s, _AROUND * s))
    shapes += tunnels(chart, plane)
    shapes += mark_shapes(drawn.marks, _MARK * s, _AROUND * s)
    ends = (hex for hex in _ends(news) if hex not in chart.town_at)
    shapes += (ring_shape(*plane.hex(hex), _RING * s) for hex in ends)
    return Sheet("track", plane.x, plane.y, plane.w, plane.h, tuple(shapes))


def _towns(state: RailwayRivals, plane: Plane, news: News, keyed: Container[Hex]) -> Iterator[Shape]:
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
    yield from name_shapes(chart, plane, _drawn(chart.key, state.track, plane).names)


def _country(chart: Chart, plane: Plane) -> Iterator[Shape]:
    """The name of the land over the border, in spaced capitals where it is widest."""
    far = wide_far(chart)
    if far is not None:
        x, y = plane.at(far.middle)
        yield _COUNTRY.middle(x, y + _COUNTRY.rise, far.name.upper(), "country", INK_SOFT)


def _ends(news: News) -> tuple[Hex, ...]:
    """The hexes where building ended in the news, and the towns that were reached or chosen."""
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
    return Disc(x, y, r, None, ACCENT, _RING_LINE)


def _town_ring(town: Town, plane: Plane, r: float) -> Shape:
    x, y = plane.hex(town.hex)
    half, more = town_half(town, r), (_START_RING if town.start else _TOWN_RING) * r
    if half == r:
        return ring_shape(x, y, r + more + _ROUND)
    wide, tall = 2 * (half + more), 2 * (r + more)
    return Box(x - half - more, y - r - more, wide, tall, None, ACCENT, _RING_LINE, r + more)


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
            yield chip(seat, x + side * (half + _HOME * r), y + _HOME_DOWN * r, _HOME_CHIP)


def _keys(state: RailwayRivals, plane: Plane, keys: _Keys) -> Iterator[Shape]:
    """The keys to press, in the place of towns' numbers, filled where somebody is; in the tags of special runs."""
    chart, r = state.chart, town_radius(plane.s)
    unreached = frozenset(state.unreached)
    exits = {tag.hex: tag for tag in tags(chart)}
    for hex, word in keys.items():
        at = plane.hex(hex)
        if hex in chart.town_at:
            half = max(town_half(chart.town_at[hex], r), FIGURE.wide(word) / 2 + _KEY_PAD)
            yield at_point(_key_sprite(word, half, r, hex not in unreached), *at)
        elif hex in exits:
            yield at_point(exit_key(exits[hex], word, SIZE), *at)


@lru_cache(512)
def _key_sprite(word: str, half: float, r: float, reached: bool) -> Sprite:
    w, h = 2 * half + 2 * _KEY_RIM, 2 * r + 2 * _KEY_RIM
    fill, ink = (INK, PAPER) if reached else (CARD, INK)
    shapes = (
        Box(0, 0, w, h, LAND, None, 0, _KEY_ROUND + _KEY_RIM),
        Box(_KEY_RIM, _KEY_RIM, 2 * half, 2 * r, fill, INK, _KEY_LINE, _KEY_ROUND),
        FIGURE.middle(w / 2, h / 2 + _KEY_RISE * FIGURE.size, word, "key", ink),
    )
    return Sprite(f"key {word}", w, h, shapes)
