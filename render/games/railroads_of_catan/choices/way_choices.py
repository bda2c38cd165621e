"""Private pictures of track to lay: each path with its key, its cost, and the missing track toward a city."""

from collections.abc import Iterator, Sequence
from math import dist, hypot

from msgspec.structs import replace

from engine.core import Seat, count_noun, dollar_amount, join_words
from engine.games.railroads_of_catan.game_data.island import Track
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.state.actions import Lay, PlanTrack, Toward
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.path_notation import Path
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.fonts import text_width
from render.games.railroads_of_catan.board.board_viewport import BoardViewport, bounds_around, crop_viewport
from render.games.railroads_of_catan.board.crops import draw_crop, draw_key_pill, draw_point_names, pill_half_width
from render.games.railroads_of_catan.board.track_layers import TRACK_WIDTH
from render.games.railroads_of_catan.captions import as_sentence, line_name, node_name
from render.games.railroads_of_catan.choices.proposed_track import ProposedPath, TrackAction, price_text, propose_path
from render.games.railroads_of_catan.colors import PALETTE
from render.geometry import Point, Points
from render.painter import Choice
from render.palette import INK, INK_SOFT, PAPER
from render.parts.map_lines import casing_line, draw_company_line, outline_line, points_along
from render.parts.page_layout import MARGIN, RIGHT, header_layer, ink_rule, paper_scene
from render.parts.typography import NAME, SMALL, TextStyle
from render.scene import Disc, Focus, Layer, Line, Scene, Shape, make_layer
from render.scene_cropping import focus_around
from render.text_fitting import Names, join_sentences

_ROW, _LOW = 132, 72
_UNDER, _FOOT = 16, 24
_FORMS = 3
"""Maximum number of paths that are drawn in different styles; if there are more, only their keys differ."""
_LANE = 0.15
"""Distance between two paths that use the same track, in hex sizes."""
_DOTS, _DOT = 0.14, 0.045
"""Distance between dots on missing track, and the radius of a dot, in hex sizes."""
_DOT_RIM = 3
"""Width in px of the paper around a dot."""
_CASING, _EDGE, _PATTERN, _PATTERN_STEP = 8, 4, 0.24, 1.4
_KEYS_APART, _KEY_AWAY = 56, 60
"""Minimum distance between two keys, and the distance from the middle of a track to a key beside it, in px."""

_KEY_LINE, _LOW_KEY_LINE, _KEY_GAP = 46, 36, 22
_SAMPLE_START, _SAMPLE_END, _SAMPLE_ROOM, _SAMPLE_WIDE = 12, 108, 136, 20
_COST = TextStyle("hb", 56)
_WAY = TextStyle("h", 50)
_COST_LINE, _WAY_LINE, _MORE_LINE, _LOW_LINE, _COST_GAP, _COST_ROOM = 64, 62, 116, 54, 24, 330


def way_choice_scenes(
    state: RailroadsOfCatan, names: Names, question: str, choices: tuple[Choice, ...]
) -> tuple[Scene, ...]:
    """Draw the paths to choose from; no picture if no choice is a path."""
    keyed_actions = list(_track_actions(choices))
    if not keyed_actions:
        return ()
    seat = keyed_actions[0][1].seat
    paths = tuple(propose_path(state, key, action) for key, action in keyed_actions)
    goals = {way.city for way in paths if way.city}
    goal_text = f" Toward {node_name(state, goals.pop(), names)}" if len(goals) == 1 else ""
    return (_way_scene(state, names, seat, paths, f"{question}{goal_text}"),)


def way_preview_scenes(state: RailroadsOfCatan, names: Names, action: TrackAction) -> tuple[Scene, ...]:
    """Draw the path that the player is asked to confirm."""
    path = propose_path(state, "", action)
    tracks = count_noun(len(action.path.tracks), "track")
    if isinstance(action, PlanTrack):
        line = f"{tracks} planned, up to {dollar_amount(action.limit)}"
    elif isinstance(path.quote, Obstacle):
        line = f"You can’t lay these {tracks}"
    else:
        line = f"{tracks} for {price_text(path.quote, names)}"
    return (_way_scene(state, names, action.seat, (path,), line, planned=isinstance(action, PlanTrack)),)


def _track_actions(choices: Sequence[Choice]) -> Iterator[tuple[str, TrackAction]]:
    """Yield (key, action) for each choice whose first action lays or plans track."""
    for choice in choices:
        for action in choice.actions[:1]:
            if isinstance(action, Lay | Toward | PlanTrack):
                yield choice.key, action


def _way_scene(
    state: RailroadsOfCatan,
    names: Names,
    seat: Seat,
    paths: tuple[ProposedPath, ...],
    line: str,
    *,
    planned: bool = False,
) -> Scene:
    places = [place for path in paths for points in (*path.path.lines, path.missing_nodes) for place in points]
    viewport = crop_viewport(bounds_around(places, 0.9))
    bottom = viewport.y + viewport.h
    many = len(paths) > _FORMS
    under, table = bottom + _UNDER, _draw_list if many else _draw_table
    content = draw_crop(
        state,
        viewport,
        bright=state.tracks_of(seat),
        under=tuple(_draw_paths(viewport, seat, paths)),
        top=(*_draw_names(state, viewport, paths), *_draw_keys(viewport, paths)),
        pieces=False,
    )
    layers = (
        header_layer("Your plan" if planned else "Proposed track", names[seat - 1], line, seat=seat),
        Layer("window", content),
        make_layer("table", table(state, names, seat, paths, under)),
    )
    path_sentences = (_path_sentence(state, names, path) for path in paths)
    alt = join_sentences((as_sentence(line), *path_sentences, f"You have {dollar_amount(state.cash[seat])}."))
    height = under + (_LOW if many else _ROW) * len(paths) + _FOOT
    scene = paper_scene("ways", height, PALETTE, layers, alt)
    return replace(scene, focus=tuple(_focus_box(viewport, path) for path in paths))


def _focus_box(viewport: BoardViewport, path: ProposedPath) -> Focus:
    places = [*(place for line in path.path.lines for place in line), *path.missing_nodes]
    return focus_around(path.key, *map(viewport.node_point, places), around=viewport.scale / 2)


# -- on the board


def _draw_paths(viewport: BoardViewport, seat: Seat, paths: Sequence[ProposedPath]) -> Iterator[Shape]:
    """Draw each path in its style; paths on the same track are side by side, and missing track is dotted."""
    paths_by_track: dict[Track, list[int]] = {}
    for i, path in enumerate(paths):
        for track in (*path.path.tracks, *_missing_tracks(path)):
            paths_by_track.setdefault(track, []).append(i)

    def course_of(i: int, track: Track) -> Points:
        if len(paths) > _FORMS:
            return viewport.track_points(track)
        path_indices = paths_by_track[track]
        lane = path_indices.index(i) - (len(path_indices) - 1) / 2
        return _parallel_line(viewport.track_points(track), lane * _LANE * viewport.scale)

    for i, path in enumerate(paths):
        for track in _missing_tracks(path):
            yield from _draw_dots(course_of(i, track), viewport.scale)
    for i, path in enumerate(paths):
        courses = [course_of(i, track) for track in path.path.tracks]
        yield from _draw_path(seat, courses, TRACK_WIDTH * viewport.scale, i if len(paths) <= _FORMS else 0)


def _missing_tracks(path: ProposedPath) -> tuple[Track, ...]:
    return Path((path.missing_nodes,)).tracks


def _draw_path(seat: Seat, courses: Sequence[Points], w: float, form: int) -> Iterator[Shape]:
    """Draw a path in one of three styles (``form``): in the player's color, in paper, or in paper with dots."""
    yield from (casing_line(points, w, _CASING, PAPER) for points in courses)
    yield from (outline_line(points, w, _EDGE) for points in courses)
    for points in courses:
        if form == 0:
            yield from draw_company_line(seat, points, w, PAPER)
        else:
            yield Line(points, PAPER, w, round=True)
        if form == 2:
            dots = points_along(points, _PATTERN_STEP * w, _PATTERN_STEP / 2 * w)
            yield from (Disc(x, y, _PATTERN * w, INK) for x, y, *_ in dots)


def _draw_dots(points: Points, s: float) -> Iterator[Shape]:
    for x, y, *_ in points_along(points, _DOTS * s, _DOTS / 2 * s):
        yield Disc(x, y, _DOT * s + _DOT_RIM, PAPER)
        yield Disc(x, y, _DOT * s, INK)


def _parallel_line(points: Points, by: float) -> Points:
    """Return a straight line, moved by this number of px to its right."""
    (ax, ay), (bx, by_) = points
    length = hypot(bx - ax, by_ - ay)
    dx, dy = -(by_ - ay) / length * by, (bx - ax) / length * by
    return (ax + dx, ay + dy), (bx + dx, by_ + dy)


def _draw_names(state: RailroadsOfCatan, viewport: BoardViewport, paths: Sequence[ProposedPath]) -> Iterator[Shape]:
    places = dict.fromkeys(place for path in paths for line in path.path.lines for place in line)
    return draw_point_names(state, viewport, places)


def _draw_keys(viewport: BoardViewport, paths: Sequence[ProposedPath]) -> Iterator[Shape]:
    """Draw the key of each path at its last track, or at another place if a key is already there."""
    keys_placed: list[Point] = []
    for path in paths:
        if path.key:
            spots = _key_spots(viewport, path)
            free = (spot for spot in spots if all(dist(spot, key) > _KEYS_APART for key in keys_placed))
            at = next(free, spots[0])
            keys_placed.append(at)
            yield from draw_key_pill(path.key, *at)


def _key_spots(viewport: BoardViewport, path: ProposedPath) -> list[Point]:
    """Return the places for a key: the middles of the path's tracks, the last first, then places beside the last."""
    start, _ = viewport.track_points(path.path.tracks[0])
    spots = [_midpoint(viewport.track_points(track)) for track in reversed(path.path.tracks)]
    x, y = spots[0]
    sides = ((_KEY_AWAY, 0), (-_KEY_AWAY, 0), (0, _KEY_AWAY), (0, -_KEY_AWAY))
    beside = [(x + dx, y + dy) for dx, dy in sides]
    return spots + sorted(beside, key=lambda spot: -dist(spot, start))


def _midpoint(points: Points) -> Point:
    (ax, ay), (bx, by) = points
    return (ax + bx) / 2, (ay + by) / 2


# -- under the board


def _draw_table(
    state: RailroadsOfCatan, names: Names, seat: Seat, paths: Sequence[ProposedPath], top: float
) -> Iterator[Shape]:
    """Draw two lines of text for each path, with a sample of its style."""
    for i, path in enumerate(paths):
        y, x = top + i * _ROW, float(MARGIN)
        if i:
            yield ink_rule(y)
        if path.key:
            half = pill_half_width(path.key)
            yield from draw_key_pill(path.key, x + half, y + _KEY_LINE)
            x += 2 * half + _KEY_GAP
        sample = ((x + _SAMPLE_START, y + _KEY_LINE), (x + _SAMPLE_END, y + _KEY_LINE))
        yield from _draw_path(seat, [sample], _SAMPLE_WIDE, i)
        x += _SAMPLE_ROOM
        cost = "not now" if isinstance(path.quote, Obstacle) else dollar_amount(path.quote.total)
        yield _COST.right(RIGHT, y + _COST_LINE, cost, "cost")
        room = RIGHT - _COST.width(cost) - _COST_GAP - x
        yield _WAY.left(x, y + _WAY_LINE, _path_text(state, names, path), "way", max_width=room)
        more = _payment_text(state, names, seat, path)
        yield SMALL.left(x, y + _MORE_LINE, more, "way", INK_SOFT, max_width=RIGHT - x)


def _draw_list(
    state: RailroadsOfCatan, names: Names, _: Seat, paths: Sequence[ProposedPath], top: float
) -> Iterator[Shape]:
    """Draw one line of text for each path."""
    for i, path in enumerate(paths):
        y, half = top + i * _LOW, pill_half_width(path.key)
        yield from draw_key_pill(path.key, MARGIN + half, y + _LOW_KEY_LINE)
        x = MARGIN + 2 * half + _KEY_GAP
        path_text = _path_text(state, names, path)
        text = _WAY.left(x, y + _LOW_LINE, path_text, "way", max_width=RIGHT - x - _COST_ROOM)
        yield text
        room = RIGHT - x - text_width(text.words, text.face, text.size) - _COST_GAP
        yield NAME.right(RIGHT, y + _LOW_LINE, price_text(path.quote, names), "cost", max_width=room)


def _path_text(state: RailroadsOfCatan, names: Names, path: ProposedPath) -> str:
    """“3 tracks, Ada 5 to V44”."""
    ends = (f"{node_name(state, line[0], names)} to {node_name(state, line[-1], names)}" for line in path.path.lines)
    return f"{count_noun(len(path.path.tracks), 'track')}, {join_words(tuple(ends))}"


def _payment_text(state: RailroadsOfCatan, names: Names, seat: Seat, path: ProposedPath) -> str:
    """Return the fees for a path, the cost of missing track, and the cash left; or the obstacle to the path."""
    if isinstance(path.quote, Obstacle):
        return obstacle_sentence(path.quote)
    parts = [price_text(path.quote, names)] if path.quote.fees or path.quote.free else []
    if path.missing_nodes and path.city:
        missing = count_noun(len(path.missing_nodes) - 1, "track")
        parts.append(f"then {missing} for {dollar_amount(path.missing_cost)}")
    elif path.city:
        parts.append(f"reaches {node_name(state, path.city, names)}")
    return " · ".join((*parts, f"leaves you {dollar_amount(state.cash[seat] - path.quote.total)}"))


def _reason_text(refusal: str) -> str:
    """Return the reason in a refusal, without the points named before it: “The total would be $2,000, and …”."""
    _, _, reason = refusal.partition(": ")
    return reason[:1].upper() + reason[1:] if reason else refusal


def _path_sentence(state: RailroadsOfCatan, names: Names, path: ProposedPath) -> str:
    points = ", ".join(line_name(state, line, names) for line in path.path.lines)
    start = f"{path.key}: " if path.key else ""
    if isinstance(path.quote, Obstacle):
        return f"{start}{points}. {_reason_text(obstacle_sentence(path.quote))}"
    goal = f" to {node_name(state, path.city, names)}" if path.city else ""
    rest = (
        f", then {count_noun(len(path.missing_nodes) - 1, 'track')}{goal} for {dollar_amount(path.missing_cost)}"
        if path.missing_nodes
        else ""
    )
    return f"{start}{points}: {count_noun(len(path.path.tracks), 'track')} for {price_text(path.quote, names)}{rest}."
