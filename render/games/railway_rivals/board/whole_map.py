"""The whole map: track, towns, and the ends of new track. (drawing rules for maps, section 6)

A map of England fits on a phone only as an upright picture, with names of towns 44 px high like other texts.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, Hex, HexMap, Town
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track
from render.games.railway_rivals.board.ground import draw_tunnels, foreign_land, ground_sprite, tunnel_zones
from render.games.railway_rivals.board.hex_viewport import HexViewport, map_bounds
from render.games.railway_rivals.board.label_obstacles import Obstacles, Zone
from render.games.railway_rivals.board.legend import (
    draw_legend,
    draw_legend_column,
    legend_height,
    visible_signs,
)
from render.games.railway_rivals.board.map_margins import (
    EDGE_STRIP,
    SIDE_COLUMN,
    SIDE_MARGIN,
    companies_height,
    draw_companies,
    draw_frame,
    draw_side_companies,
    side_companies_height,
)
from render.games.railway_rivals.board.town_labels import LABEL_SIZE, TownLabel, draw_town_labels, place_town_labels
from render.games.railway_rivals.board.towns import (
    draw_tag_sprite,
    draw_town_sprite,
    exit_key_sprite,
    exit_tags,
    town_half_width,
    town_radius,
)
from render.games.railway_rivals.board.track_layers import (
    LinePen,
    MarkSpot,
    TrackStroke,
    draw_marks,
    draw_strokes,
    place_marks,
    visible_strokes,
)
from render.games.railway_rivals.board.track_lines import track_lines_of
from render.games.railway_rivals.captions import corner_text, last_move_line, map_alt_text
from render.games.railway_rivals.colors import LAND, PALETTE
from render.palette import ACCENT, CARD, INK, INK_SOFT, PAPER
from render.parts.page_layout import (
    FIELD_TOP,
    LINE_HEIGHT,
    PAGE_WIDTH,
    header_layer,
    paper_scene,
    player_chip,
    wrap_header_line,
)
from render.parts.sprites import center_sprite
from render.parts.typography import FIGURE, TextStyle
from render.scene import Box, Disc, Layer, Scene, Shape, Sheet, Sprite, make_layer, place_sprite
from render.scene_cropping import focus_around
from render.text_fitting import Events, Names, join_sentences

_TALLEST, _LARGEST = 1990, 62
_LINE, _AROUND = 0.285, 0.067
"""Width of a company's line, and of the casing on each side of it, in hex sizes."""
_MARK = 0.47
"""Radius of a company's mark in hex sizes."""
_MARK_ZONE = 1.3
"""Half the width of the zone around a mark that names avoid, in radiuses of the mark."""
_RING, _RING_LINE = 0.68, 5
_TAG_ZONE = ((0.95, 44.0), (0.85, 42.0))
"""Half the width and half the height of the zone around a tag, as (hex sizes, minimum px) pairs."""
_COUNTRY_ZONE = 18.0
_START_RING, _TOWN_RING = 0.42, 0.3
"""Distance of a ring from the disc of a start town, and of another town, in disc radiuses."""
_ROUND = 2
"""Addition in px to the radius of a ring."""
_HOME, _HOME_DOWN = 0.3, 0.95
"""Offset of a mark from its start town: beside the disc and below the center, in town radiuses."""
_HOME_CHIP = 21
"""Radius in px of a mark next to its start town."""

_COUNTRY = TextStyle("h", 40, tracking=12)
_ABOVE_LEGEND = 10
_UPRIGHT = 1.1
"""Minimum ratio of height to width at which companies and legend are beside the map."""
_SIDE_EDGE, _SIDE_GAP = 8, 14
"""Space in px to the right of the column next to an upright map, and between the map and the column."""
_SIDE_LEGEND, _SIDE_FOOT = 40, 12
"""Space in px above the legend in the column, and below the map."""
_KEY_RIM, _KEY_LINE, _KEY_PAD, _KEY_RISE, _KEY_ROUND = 4, 5, 4, 0.35, 8


_Keys = Mapping[Hex, str]


class MapQuestion(NamedTuple):
    """A question that the map shows: a line of the header, and the key to draw in each hex.

    ``ends`` are all hexes of a choice, by the key of the choice.
    """

    line: str
    keys: _Keys
    title: str = ""
    alt: str = ""
    ends: Mapping[str, Sequence[Hex]] = {}


_NO_QUESTION = MapQuestion("", {})


def map_scene(state: RailwayRivals, events: Events, names: Names, question: MapQuestion = _NO_QUESTION) -> Scene:
    """The picture of the map with the latest events, or with the keys of a question."""
    chart = state.hex_map
    seat, last_line = (None, question.line) if question.line else last_move_line(state, events, names)
    lines = wrap_header_line(last_line, seat=seat)
    top = FIELD_TOP + LINE_HEIGHT * (len(lines) - 1)
    viewport = map_viewport(chart, top + EDGE_STRIP + (0 if _is_upright(chart) else companies_height(state.seats)))
    margins = (
        _side_margin(state, events, names, viewport) if _is_upright(chart) else _margins(state, events, names, viewport)
    )
    layers = (
        header_layer(question.title or chart.name, corner_text(state, events), *lines, seat=seat),
        make_layer("companies", margins.companies),
        *_map_layers(state, viewport, events, question.keys),
        make_layer("legend", margins.legend),
    )
    height = margins.height
    alt = _question_alt_text(chart, question) if question.keys else map_alt_text(state, events, names)
    scene = paper_scene("map", height, PALETTE, layers, alt)
    return replace(
        scene,
        focus=tuple(
            focus_around(key, *map(viewport.hex_point, hexes), around=viewport.scale)
            for key, hexes in question.ends.items()
        ),
    )


class _Margins(NamedTuple):
    """The companies and the legend of a map as shapes, and the height of the picture in px."""

    companies: Iterable[Shape]
    legend: Iterable[Shape]
    height: int


def _margins(state: RailwayRivals, events: Events, names: Names, viewport: HexViewport) -> _Margins:
    signs, chart = _signs_in(state, events, viewport), state.hex_map
    top = viewport.y - EDGE_STRIP - companies_height(state.seats)
    bottom = viewport.y + viewport.h + EDGE_STRIP + _ABOVE_LEGEND
    height = round(bottom + legend_height(chart, signs))
    return _Margins(draw_companies(state, names, top), draw_legend(chart, signs, bottom), height)


def _side_margin(state: RailwayRivals, events: Events, names: Names, viewport: HexViewport) -> _Margins:
    signs, x = _signs_in(state, events, viewport), PAGE_WIDTH - _SIDE_EDGE - SIDE_COLUMN
    top = viewport.y - EDGE_STRIP
    legend = draw_legend_column(state.hex_map, signs, x, top + side_companies_height(state.seats) + _SIDE_LEGEND)
    height = viewport.y + viewport.h + EDGE_STRIP + _SIDE_FOOT
    return _Margins(draw_side_companies(state, names, x, top), legend, height)


def _signs_in(state: RailwayRivals, events: Events, viewport: HexViewport) -> frozenset[str]:
    last = ("last",) if _new_ends(events) else ()
    return visible_signs(state.hex_map, [viewport], unreached=state.unreached_towns, more=last)


def _is_upright(chart: HexMap) -> bool:
    box = map_bounds(chart)
    return box.height > _UPRIGHT * box.width


def _map_layers(state: RailwayRivals, viewport: HexViewport, events: Events, keys: _Keys) -> tuple[Layer, ...]:
    chart = state.hex_map
    ground = ground_sprite(chart.key, viewport.scale, viewport.left, viewport.top, viewport.w, viewport.h)
    return (
        make_layer("frame", draw_frame(chart, viewport)),
        Layer("ground", (place_sprite(viewport.x, viewport.y, ground),)),
        Layer("track", (_track_sheet(state, viewport, events),)),
        make_layer("towns", _draw_towns(state, viewport, events, keys)),
        make_layer("keys", _draw_keys(state, viewport, keys)),
    )


def _question_alt_text(chart: HexMap, question: MapQuestion) -> str:
    if question.alt:
        return question.alt
    special = {hex: run.name for run in chart.special_runs for hex in run.hexes}
    hex_names = {**special, **{hex: town.name for hex, town in chart.town_at.items()}}
    names_by_key = {word: hex_names.get(hex, hex) for hex, word in question.keys.items()}
    return join_sentences((question.line, join_sentences(f"{word}: {name}." for word, name in names_by_key.items())))


def map_viewport(chart: HexMap, top: int) -> HexViewport:
    """The viewport of a whole map; ``top`` is its top edge in px."""
    box = map_bounds(chart)
    beside = SIDE_COLUMN + _SIDE_GAP if _is_upright(chart) else 0
    room = PAGE_WIDTH - 2 * SIDE_MARGIN - beside
    s = min(room / box.width, _TALLEST / box.height, _LARGEST)
    s = int(s * 4) / 4
    w, h = round(box.width * s), round(box.height * s)
    return HexViewport(s, (PAGE_WIDTH - beside - w) // 2, top, w, h, box.left, box.top)


# -- content of the map


class _MapParts(NamedTuple):
    """The parts of a map whose places are searched for: lines, marks, and names."""

    lines: Sequence[TrackStroke]
    marks: Sequence[MarkSpot]
    names: Sequence[TownLabel]


@lru_cache(8)
def _map_parts(key: str, track: Track, viewport: HexViewport) -> _MapParts:
    """The placed parts of a map in a viewport.

    They are placed in a viewport at the top of the picture and then moved down, so that a longer header needs no new
    search.
    """
    parts, down = _map_parts_at_top(key, track, viewport._replace(y=0)), viewport.y
    lines = [line._replace(points=tuple([(x, y + down) for x, y in line.points])) for line in parts.lines]
    marks = [mark._replace(y=mark.y + down) for mark in parts.marks]
    return _MapParts(lines, marks, [name._replace(y=name.y + down) for name in parts.names])


@lru_cache(8)
def _map_parts_at_top(key: str, track: Track, viewport: HexViewport) -> _MapParts:
    """The placed parts of a map in a viewport at the top; cached for all pictures of the same track."""
    chart, s = HEX_MAPS[key], viewport.scale
    track_lines = track_lines_of(chart, track)
    lines = visible_strokes(viewport, track_lines)
    half, tall = (max(part * s, least) for part, least in _TAG_ZONE)
    exits = [viewport.hex_point(tag.hex) for tag in exit_tags(chart)]
    marks = place_marks(chart, track, track_lines, viewport, [(x, y, half) for x, y in exits])
    size = _MARK * _MARK_ZONE * s
    boxes: list[Zone] = [(x, y, half, tall) for x, y in exits]
    boxes += ((mark.x, mark.y, size, size) for mark in marks)
    boxes += tunnel_zones(chart, viewport)
    foreign = foreign_land(chart)
    if foreign:
        boxes.append((*viewport.to_px(foreign.middle), foreign.half * s, _COUNTRY_ZONE))
    wide = (_LINE + 2 * _AROUND) * s
    obstacles = Obstacles([(line.points, wide) for line in lines], boxes)
    return _MapParts(lines, marks, place_town_labels(chart, viewport, obstacles))


def _track_sheet(state: RailwayRivals, viewport: HexViewport, events: Events) -> Sheet:
    """Draw all track with marks of the companies, and rings around ends of new track outside towns."""
    chart, s = state.hex_map, viewport.scale
    map_parts = _map_parts(chart.key, state.track, viewport)
    shapes = draw_strokes(map_parts.lines, LinePen(_LINE * s, _AROUND * s))
    shapes += draw_tunnels(chart, viewport)
    shapes += draw_marks(map_parts.marks, _MARK * s, _AROUND * s)
    ends = (hex for hex in _new_ends(events) if hex not in chart.town_at)
    shapes += (draw_ring(*viewport.hex_point(hex), _RING * s) for hex in ends)
    return Sheet("track", viewport.x, viewport.y, viewport.w, viewport.h, tuple(shapes))


def _draw_towns(
    state: RailwayRivals, viewport: HexViewport, events: Events, key_hexes: Container[Hex]
) -> Iterator[Shape]:
    """Draw tags, towns, and names as sprites, which most pictures of a map share."""
    chart, r = state.hex_map, town_radius(viewport.scale)
    yield from _draw_country(chart, viewport)
    for tag in exit_tags(chart):
        if tag.hex not in key_hexes:
            yield draw_tag_sprite(tag, *viewport.hex_point(tag.hex), LABEL_SIZE)
    unreached, ends = frozenset(state.unreached_towns), _new_ends(events)
    for town in chart.towns:
        if town.hex in ends:
            yield _draw_town_ring(town, viewport, r)
        yield draw_town_sprite(town, *viewport.hex_point(town.hex), r, reached=town.hex not in unreached)
    yield from _draw_homes(state, viewport, r)
    yield from draw_town_labels(chart, viewport, _map_parts(chart.key, state.track, viewport).names)


def _draw_country(chart: HexMap, viewport: HexViewport) -> Iterator[Shape]:
    foreign = foreign_land(chart)
    if foreign is not None:
        x, y = viewport.to_px(foreign.middle)
        yield _COUNTRY.middle(x, y + _COUNTRY.baseline_shift, foreign.name.upper(), "country", INK_SOFT)


def _new_ends(events: Events) -> tuple[Hex, ...]:
    """The ends of track that was built in the events, and the towns that were reached or chosen."""
    ends: dict[Hex, None] = {}
    for event in events:
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


def draw_ring(x: float, y: float, r: float) -> Disc:
    """Draw the ring around the end of new track."""
    return Disc(x, y, r, None, ACCENT, _RING_LINE)


def _draw_town_ring(town: Town, viewport: HexViewport, r: float) -> Shape:
    x, y = viewport.hex_point(town.hex)
    half, more = town_half_width(town, r), (_START_RING if town.is_start else _TOWN_RING) * r
    if half == r:
        return draw_ring(x, y, r + more + _ROUND)
    wide, tall = 2 * (half + more), 2 * (r + more)
    return Box(x - half - more, y - r - more, wide, tall, None, ACCENT, _RING_LINE, r + more)


def _draw_homes(state: RailwayRivals, viewport: HexViewport, r: float) -> Iterator[Shape]:
    """Draw the marks of companies without track at their start towns."""
    builders = {piece.seat for piece in state.track.pieces}
    at: dict[Hex, int] = {}
    for seat, hex in state.track.starts:
        place = at.get(hex, 0)
        at[hex] = place + 1
        if seat not in builders:
            x, y = viewport.hex_point(hex)
            side = -1 if place else 1
            half = town_half_width(state.hex_map.town_at[hex], r)
            yield player_chip(seat, x + side * (half + _HOME * r), y + _HOME_DOWN * r, _HOME_CHIP)


def _draw_keys(state: RailwayRivals, viewport: HexViewport, keys: _Keys) -> Iterator[Shape]:
    """Draw keys in place of the numbers of towns and special runs; keys of reached towns are filled."""
    chart, r = state.hex_map, town_radius(viewport.scale)
    unreached = frozenset(state.unreached_towns)
    exits = {tag.hex: tag for tag in exit_tags(chart)}
    for hex, word in keys.items():
        at = viewport.hex_point(hex)
        if hex in chart.town_at:
            half = max(town_half_width(chart.town_at[hex], r), FIGURE.width(word) / 2 + _KEY_PAD)
            yield center_sprite(_key_sprite(word, half, r, hex not in unreached), *at)
        elif hex in exits:
            yield center_sprite(exit_key_sprite(exits[hex], word, LABEL_SIZE), *at)


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
