"""What was built this Turn: close windows with the cost of every step, and a table of what it brought to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.core.seats import Seat
from engine.games.railway_rivals.box.chart import CHARTS, Chart, Hex, Side, side_between
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import Track, building_cost
from render.called import News, called_then
from render.games.railway_rivals.built import Account, accounts
from render.games.railway_rivals.crops import Content, arranged, crop, fitting, merged
from render.games.railway_rivals.field import Field, Obstacles, Zone
from render.games.railway_rivals.lanes import Lanes, crossing, lanes_of
from render.games.railway_rivals.legend import legend, legend_height, signs_in
from render.games.railway_rivals.livery import FADED, PALETTE
from render.games.railway_rivals.plane import Bounds, Plane, bounds
from render.games.railway_rivals.plates import plate, plate_width
from render.games.railway_rivals.tables import figure
from render.games.railway_rivals.towns import off_towns
from render.games.railway_rivals.tracks import Pen, Stroke, stroked, strokes
from render.games.railway_rivals.words import built, corner, goal_words, last_move, paid_words, path_words, turns_told
from render.labels import Names, joined
from render.palette import CARD, INK, INK_SOFT, PAPER, PLAYERS
from render.parts.frame import FIELD, LINE, MARGIN, WIDTH, header, header_lines, rule
from render.parts.marks import chip
from render.parts.text import BODY, DIGIT, SMALL, Style
from render.scene import Box, Disc, Layer, Scene, Shape

_LINE, _NEW, _AROUND = 0.215, 0.25, 0.045
_ROW, _LOW = 132, 86
_COLUMNS = (("built", 890), ("pays", 1060), ("gets", 1230), ("bonus", 1390), ("gold", 1556))
_PAGES, _ALONE, _ABOVE = 3, 2000, 1280
"""Pictures at most, and how high the windows of one may be: alone, and above the table."""
_CHIP = 27
_CHIPS_FROM = 44
"""px a hex size; where hexes are smaller, plates alone tell what was spent."""
_COMPANY = Style("h", 54)
_GOLD = Style("hb", 56)


def round_scenes(state: RailwayRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """The picture; nothing where nothing was built."""
    sums = accounts(state, news)
    lines = [line for account in sums for line in account.lines]
    if not lines:
        return ()
    boxes = merged(bounds(line).grown(1.3) for line in lines)
    pages = _pages(state.chart, boxes)
    heads = [_head(state, news, sums, planes, len(pages), names) for planes in pages]
    pages = [
        tuple(plane._replace(y=plane.y + LINE * (len(head.lines) - 1)) for plane in planes)
        for head, planes in zip(heads, pages, strict=True)
    ]
    told = _told_in(sums, [plane for planes in pages for plane in planes])
    return tuple(
        _scene(state, news, names, sums, told, planes, head, i, len(pages))
        for i, (head, planes) in enumerate(zip(heads, pages, strict=True), 1)
    )


class _Head(NamedTuple):
    """A page's heading: whose news it is, in words, and the companies that its windows show."""

    seat: Seat | None
    lines: tuple[str, ...]
    shown: tuple[Account, ...]


def _head(
    state: RailwayRivals,
    news: News,
    sums: Sequence[Account],
    planes: Sequence[Plane],
    count: int,
    names: Names,
) -> _Head:
    if count == 1:
        seat, said = _said(state, news, names)
        return _Head(seat, header_lines(said, seat=seat) if said else (), tuple(sums))
    shown = tuple(account for account in sums if any(_in(account, plane) for plane in planes))
    return _Head(None, header_lines(_shown(state.chart, shown, planes, names)), shown)


def _said(state: RailwayRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    """The last move where it tells of everybody: one line that was built, or the end declared or come."""
    if len(built(news)) == 1:
        return last_move(state, news, names)
    names = called_then(news, names)
    ended = [event for event in news if isinstance(event, e.EndDeclared | e.BuildingEnded)]
    return last_move(state, ended, names) if ended else (None, "")


def _told_in(sums: Sequence[Account], planes: Sequence[Plane]) -> Mapping[Seat, Plane]:
    """In which window the sums of each company stand: nowhere if its new track lies apart.

    Beside a part of the track they would be taken for what that part cost.
    """
    found = {}
    for one in sums:
        hexes = [hex for line in one.lines for hex in line]
        whole = (plane for plane in planes if all(plane.holds(*plane.hex(hex), 0) for hex in hexes))
        if one.connected and (plane := next(whole, None)) is not None:
            found[one.seat] = plane
    return found


def _pages(chart: Chart, boxes: Sequence[Bounds]) -> list[tuple[Plane, ...]]:
    """The windows of every picture: of one, if they fit above the table, else of some; the table is under the last."""
    for count in range(1, _PAGES + 1):
        size = -(-len(boxes) // count)
        groups = [boxes[i : i + size] for i in range(0, len(boxes), size)]
        pages = [fitting(chart, group, FIELD + 8, _ALONE) for group in groups[:-1]]
        pages.append(fitting(chart, groups[-1], FIELD + 8, _ABOVE))
        if all(pages):
            return pages
    return [arranged(chart, boxes, FIELD + 8, tallest=_ABOVE)]


def _scene(
    state: RailwayRivals,
    news: News,
    names: Names,
    sums: Sequence[Account],
    told: Mapping[Seat, Plane],
    planes: tuple[Plane, ...],
    head: _Head,
    number: int,
    count: int,
) -> Scene:
    title = _title(state, news) + (f" · {number} of {count}" if count > 1 else "")
    layers = [
        header(title, corner(state, news), *(head.lines or ("",)), seat=head.seat),
        *(Layer("window", _window(state, plane, sums, told)) for plane in planes),
    ]
    bottom = max(plane.y + plane.h for plane in planes)
    signs = signs_in(state.chart, planes, unreached=state.unreached)
    layers.append(Layer("legend", tuple(legend(state.chart, signs, bottom))))
    height = bottom + legend_height(state.chart, signs) + 24
    told_here = sums if number == count else head.shown
    if number == count:
        layers.append(Layer("table", tuple(_table(state, sums, names, height))))
        height += 70 + sum(map(_tall, sums)) + 24
    name = "round" if count == 1 else f"round-{number}"
    return Scene(name, WIDTH, height, PAPER, PALETTE, tuple(layers), _alt(state, news, told_here, names))


def _title(state: RailwayRivals, news: News) -> str:
    """“Built this Turn”, where it was in one Turn of the building stage."""
    rolled = next((event for event in reversed(news) if isinstance(event, e.DieRolled)), None)
    several = rolled is not None and len(turns_told(state, rolled)[0]) > 1
    return "Track built" if state.races or several else "Built this Turn"


def _in(account: Account, plane: Plane) -> bool:
    """Whether a window shows some of a company's new track."""
    return any(plane.holds(*plane.hex(hex), 0) for line in account.lines for hex in line)


def _shown(chart: Chart, shown: Sequence[Account], planes: Sequence[Plane], names: Names) -> str:
    """“Ada into Derby, Ben to K13”: the lines that end in these windows."""

    def here(account: Account) -> tuple[tuple[Hex, ...], ...]:
        ended = [line for line in account.lines if any(plane.holds(*plane.hex(line[-1]), 0) for plane in planes)]
        return tuple(ended) or account.lines

    return ", ".join(f"{names[one.seat - 1]} {goal_words(chart, Branches(here(one)))}" for one in shown)


# -- a window


def _window(
    state: RailwayRivals, plane: Plane, sums: Sequence[Account], told: Mapping[Seat, Plane]
) -> tuple[Shape, ...]:
    here = tuple(_here(account, plane, told) for account in sums)
    return _drawn(state.chart.key, state.track, frozenset(state.unreached), plane, here)


@lru_cache(8)
def _drawn(
    key: str, track: Track, unreached: frozenset[Hex], plane: Plane, sums: tuple[Account, ...]
) -> tuple[Shape, ...]:
    """Kept, for the same window is shown to everybody who looks."""
    return crop(CHARTS[key], plane, _content(CHARTS[key], track, unreached, plane, sums))


def _content(chart: Chart, track: Track, unreached: frozenset[Hex], plane: Plane, sums: Sequence[Account]) -> Content:
    s, lanes = plane.s, lanes_of(chart, track)
    new = {(a.seat, side_between(p, q)) for a in sums for p, q in Branches(a.lines).steps}
    drawn = strokes(plane, lanes, lambda seat, side: "new" if (seat, side) in new else "old")
    old, fresh = ([line for line in drawn if line.kind == kind] for kind in ("old", "new"))
    shapes = stroked(old, Pen(_LINE * s, _AROUND * s, FADED))
    shapes += stroked(fresh, Pen(_NEW * s, 4, outline=4))
    chips, boxes = _chips(chart, plane, lanes, sums)
    taken = [(line.points, (_NEW if line.kind == "new" else _LINE) * s + 14) for line in drawn]
    plates, plate_boxes = _plates(chart, plane, sums, fresh, taken, boxes)
    return Content(
        track=shapes,
        top=(*chips, *plates),
        lines=taken,
        boxes=(*boxes, *plate_boxes),
        unreached=unreached,
    )


def _here(account: Account, plane: Plane, told: Mapping[Seat, Plane]) -> Account:
    """What a company's plate says in a window: its sums, or its mark alone."""
    return account if told.get(account.seat) == plane else Account(account.seat, account.lines)


def _chips(chart: Chart, plane: Plane, lanes: Lanes, sums: Sequence[Account]) -> tuple[list[Shape], list[Zone]]:
    """The cost of every step on the side it crosses; on shared sides moved outward."""
    shapes: list[Shape] = []
    boxes: list[Zone] = []
    for account in sums:
        for a, b in Branches(account.lines).steps:
            x, y = off_towns(chart, plane, (a, b), _step_place(plane, lanes, side_between(a, b), account.seat), _CHIP)
            if plane.s >= _CHIPS_FROM and plane.holds(x, y, 8):
                shapes += _step_chip(x, y, str(building_cost(chart, a, b)), account.seat)
                boxes.append((x, y, _CHIP, _CHIP))
    return shapes, boxes


def _step_place(plane: Plane, lanes: Lanes, side: Side, seat: Seat) -> tuple[float, float]:
    """Where a step's chip stands: on its lane, a little outward where others share the side."""
    x, y = plane.at(crossing(lanes, side, seat))
    riders = lanes.order[side]
    if len(riders) == 1:
        return x, y
    (ax, ay), (bx, by) = plane.at(crossing(lanes, side, riders[0])), plane.at(crossing(lanes, side, riders[-1]))
    place = riders.index(seat) / (len(riders) - 1) * 2 - 1
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 or 1
    return x + (bx - ax) / length * 18 * place, y + (by - ay) / length * 18 * place


def _step_chip(x: float, y: float, words: str, seat: Seat) -> Iterator[Shape]:
    """A cost in a disc with the company's ring."""
    yield Disc(x, y, _CHIP, CARD, PLAYERS[seat - 1].color, 4)
    yield DIGIT.middle(x, y + 0.35 * 44, words, "step cost")


def _plates(
    chart: Chart,
    plane: Plane,
    sums: Sequence[Account],
    fresh: Sequence[Stroke],
    lines: Sequence[tuple[tuple[tuple[float, float], ...], float]],
    boxes: Sequence[Zone],
) -> tuple[list[Shape], list[Zone]]:
    """A plate a company on free ground beside its new track in this window, with a line to it where it is far."""
    shapes: list[Shape] = []
    field = Field(chart, plane, Obstacles(lines, boxes))
    taken: list[Zone] = []
    for account in sums:
        own = [line.points for line in fresh if line.seat == account.seat]
        points = [p for line in own for p in line if plane.holds(*p, 10)]
        if not points or not account.lines:
            continue
        box, near = _free(plane, field, taken, points, plate_width(account), 68)
        shapes += plate(account, box[0] - box[2], box[1] - box[3], near)
        taken.append((box[0], box[1], box[2] + 6, box[3] + 6))
    return shapes, taken


def _free(
    plane: Plane,
    field: Field,
    taken: Sequence[Zone],
    points: Sequence[tuple[float, float]],
    wide: float,
    tall: float,
) -> tuple[Zone, tuple[float, float]]:
    """The nearest free place for a box, and the point of the track that it belongs to."""
    mx, my = points[len(points) // 2]
    best: tuple[float, float, float] | None = None
    for dy in range(-340, 341, 17):
        for dx in range(-420, 421, 21):
            x, y = mx + dx, my + dy
            left, top = x - wide / 2, y - tall / 2
            if not (plane.holds(left, top, 10) and plane.holds(left + wide, top + tall, 10)):
                continue
            away = (dx * dx + 2 * dy * dy) ** 0.5
            if best is not None and away * 0.6 >= best[0]:
                continue
            if any(abs(x - bx) < bw + wide / 2 + 6 and abs(y - by) < bh + tall / 2 + 6 for bx, by, bw, bh in taken):
                continue
            cost = 0.6 * away + 3 * field.under(left - 6, top - 6, left + wide + 6, top + tall + 6)
            if best is None or cost < best[0]:
                best = cost, x, y
    _, x, y = best or (0.0, mx, my)
    near = min(points, key=lambda p: max(abs(p[0] - x) - wide / 2, 0) + max(abs(p[1] - y) - tall / 2, 0))
    return (x, y, wide / 2, tall / 2), near


# -- the table


def _table(state: RailwayRivals, sums: Sequence[Account], names: Names, top: int) -> Iterator[Shape]:
    for words, x in _COLUMNS:
        yield BODY.right(x, top + 44, words, "column", INK_SOFT)
    yield rule(top + 62)
    y = top + 70
    for i, account in enumerate(sums):
        if i:
            yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, "#CBBB93")
        yield from _row(state, account, names, y)
        y += _tall(account)


def _tall(account: Account) -> int:
    """Who built nothing and lost nothing has no second line: the dot in place of the cost says it."""
    return _ROW if account.lines or account.lost or account.skipped else _LOW


def _row(state: RailwayRivals, account: Account, names: Names, y: int) -> Iterator[Shape]:
    base = y + 60
    yield chip(account.seat, MARGIN + 26, base - 18, 26)
    yield _COMPANY.left(108, base, names[account.seat - 1], "company", room=640)
    cost = str(account.cost) if account.lines else "·"
    yield _COMPANY.right(_COLUMNS[0][1], base, cost, "built", INK if account.lines else INK_SOFT)
    for (role, x), amount in zip(
        _COLUMNS[1:4], (-sum(account.paid.values()), account.gets, account.bonus), strict=True
    ):
        yield figure(x, base, amount, role=role)
    yield _GOLD.right(_COLUMNS[4][1], base, str(state.gold[account.seat]), "gold")
    note = SMALL.cut(_note(state.chart, account), 760)
    if note:
        yield SMALL.right(WIDTH - MARGIN - 4, base + 52, note, "note", INK_SOFT)
    if account.lines:
        room = WIDTH - MARGIN - 108 - SMALL.wide(note) - 40
        yield SMALL.left(108, base + 52, _way(account.lines, room), "path", INK_SOFT)


def _way(lines: tuple[tuple[Hex, ...], ...], room: float) -> str:
    """The typed path; where it is too long, the ends of every line."""
    words = path_words(Branches(lines))
    if SMALL.wide(words) <= room:
        return words
    ends = ", ".join(f"{line[0]} … {line[-1]}" if len(line) > 2 else "–".join(line) for line in lines)
    return SMALL.cut(ends, room)


def _note(chart: Chart, account: Account) -> str:
    first = ", ".join(chart.town_at[hex].name for hex in account.firsts if hex in chart.town_at)
    built = f"first in {first}" if first else goal_words(chart, Branches(account.lines))
    parts = [built] if account.lines else []
    parts += [f"{account.lost} lost"] if account.lost else []
    parts += ["plan cut short"] if account.skipped else []
    return " · ".join(parts)


def _alt(state: RailwayRivals, news: News, sums: Sequence[Account], names: Names) -> str:
    return joined((f"{_title(state, news)}, {corner(state, news)}.", *(_told(state, one, names) for one in sums)))


def _told(state: RailwayRivals, account: Account, names: Names) -> str:
    name, gold = names[account.seat - 1], state.gold[account.seat]
    if not account.lines:
        return f"{name} built nothing, gold {gold}."
    parts = [f"{name} built {path_words(Branches(account.lines))} for {account.cost}"]
    parts += [f"paid {paid_words(account.paid, names)}"] if account.paid else []
    parts += [f"received {account.gets}"] if account.gets else []
    parts += [f"bonus {account.bonus}"] if account.bonus else []
    return f"{', '.join(parts)}, gold {gold}."
