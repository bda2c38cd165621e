"""The building of this Turn: close windows with the cost of every step, and a table of what it brought to whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.box.figures import POINT
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.called import News, called_then
from render.games.railway_rivals.built import Account, Lines, accounts, parted
from render.games.railway_rivals.crops import arranged, fitting, merged
from render.games.railway_rivals.legend import legend, legend_height, signs_in
from render.games.railway_rivals.livery import PALETTE
from render.games.railway_rivals.plane import Bounds, Plane, bounds
from render.games.railway_rivals.plates import Fresh, window
from render.games.railway_rivals.tables import NOTHING, gain_or_loss
from render.games.railway_rivals.words import built, corner, goal_words, last_move, paid_words, path_words, turns_told
from render.labels import Names, joined
from render.palette import INK_SOFT
from render.parts.frame import FIELD, LINE, MARGIN, WIDTH, header, header_lines, picture, rule
from render.parts.marks import chip
from render.parts.table import Cell, Column, cells
from render.parts.text import BODY, SMALL, Style
from render.scene import Box, Layer, Scene, Shape, layer

_TABLE, _HEADS, _HEADS_RULE, _FIRST = 108, 44, 62, 70
"""Left end of the table, and from its top the line of its heads, the rule below, and the first row."""
_ROW, _LOW, _BASE, _SECOND = 132, 86, 60, 52
"""Height of a row of two lines and of one, its first line, and from there to the second."""
_CHIP, _CHIP_LIFT = 26, 18
_NOTE_ROOM, _NOTE_EDGE, _PATH_GAP = 760, 4, 40
_AMOUNT = Style("h", 54)
_COLUMNS = (
    Column("company", 640, _AMOUNT),
    Column("built", 142, _AMOUNT, "right"),
    Column("pays", 170, _AMOUNT, "right"),
    Column("gets", 170, _AMOUNT, "right"),
    Column("bonus", 160, _AMOUNT, "right"),
    Column("gold", 166, Style("hb", 56), "right"),
)
_HEAD = tuple(replace(column, role="column", style=BODY, ink=INK_SOFT) for column in _COLUMNS)
_AROUND, _FOOT = 1.3, 24
_BESIDE = "Beside each new line: whose it is, and what it cost"
_PAGES, _ALONE, _ABOVE = 3, 2000, 1280
"""Pictures at most, and how high the windows of one may be: alone, and above the table."""


class _Round(NamedTuple):
    """The Turn that the pictures tell of."""

    state: RailwayRivals
    news: News
    names: Names
    sums: Sequence[Account]


class _Page(NamedTuple):
    """One picture: its windows, whose news its heading tells and in what words, the companies that it shows."""

    planes: Sequence[Plane]
    seat: Seat | None
    said: tuple[str, ...]
    shown: Sequence[Account]


def round_scenes(state: RailwayRivals, news: News, names: Names) -> tuple[Scene, ...]:
    """The picture; nothing where nothing was built."""
    about = _Round(state, news, names, accounts(state, news))
    boxes = merged(bounds(line).grown(_AROUND) for one in about.sums for line in one.lines)
    if not boxes:
        return ()
    groups = _pages(state.chart, boxes)
    pages = [_page(about, planes, alone=len(groups) == 1) for planes in groups]
    told = _told_in(about.sums, [plane for page in pages for plane in page.planes])
    return tuple(_scene(about, pages, i, told) for i in range(len(pages)))


def _page(about: _Round, planes: Sequence[Plane], *, alone: bool) -> _Page:
    """The windows with their heading, below all its lines."""
    seat, shown = None, about.sums
    if alone:
        seat, words = _said(about.state, about.news, about.names)
    else:
        shown = [one for one in shown if _built_in(one.lines, planes)]
        words = _shown(about.state.chart, shown, planes, about.names)
    lines = header_lines(words, seat=seat) if words else ()
    lower = LINE * (len(lines) - 1)
    lowered = [plane._replace(y=plane.y + lower) for plane in planes]
    return _Page(lowered, seat, lines or ("",), shown)


def _said(state: RailwayRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    """The last move where it tells of everybody: one line that was built, or the end declared or come."""
    if len(built(news)) == 1:
        return last_move(state, news, names)
    names = called_then(news, names)
    ended = [event for event in news if isinstance(event, e.EndDeclared | e.BuildingEnded)]
    return last_move(state, ended, names) if ended else (None, _BESIDE)


def _told_in(sums: Sequence[Account], planes: Sequence[Plane]) -> Mapping[Seat, Plane]:
    """The window with the sums of each company: none if its new track lies apart.

    Beside a part of the track they would be taken for what that part cost, which stands there instead.
    """
    found = {}
    for one in sums:
        hexes = [hex for line in one.lines for hex in line]
        whole = (plane for plane in planes if all(plane.has(hex) for hex in hexes))
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
    return [arranged(chart, boxes, FIELD + 8, _ABOVE)]


def _scene(about: _Round, pages: Sequence[_Page], i: int, told: Mapping[Seat, Plane]) -> Scene:
    state, count, page = about.state, len(pages), pages[i]
    last = i + 1 == count
    title = _title(state, about.news) + (f" · {i + 1} of {count}" if count > 1 else "")
    bottom = max(plane.y + plane.h for plane in page.planes)
    signs = signs_in(state.chart, page.planes, unreached=state.unreached)
    height = bottom + legend_height(state.chart, signs) + _FOOT
    layers = [
        header(title, corner(state, about.news), *page.said, seat=page.seat),
        *(Layer("window", _window(about, plane, told)) for plane in page.planes),
        layer("legend", legend(state.chart, signs, bottom)),
    ]
    if last:
        layers.append(layer("table", _table(about, height)))
        height += _FIRST + sum(map(_tall, about.sums)) + _FOOT
    name = "round" if count == 1 else f"round-{i + 1}"
    alt = _alt(about, about.sums if last else page.shown)
    return picture(name, height, PALETTE, tuple(layers), alt)


def _window(about: _Round, plane: Plane, told: Mapping[Seat, Plane]) -> tuple[Shape, ...]:
    """A plate says a company's sums where they belong, elsewhere what each piece of its track cost."""
    state, sums = about.state, list[Account]()
    for one in about.sums:
        sums += [one] if told.get(one.seat) == plane else parted(state.chart, one)
    return window(Fresh(state.chart.key, state.track, frozenset(state.unreached), tuple(sums)), plane)


def _title(state: RailwayRivals, news: News) -> str:
    """“Built this turn”, where it was in one Turn of the building stage."""
    rolled = next((event for event in reversed(news) if isinstance(event, e.DieRolled)), None)
    several = rolled is not None and len(turns_told(state, rolled)[0]) > 1
    return "Track built" if state.races or several else "Built this turn"


def _built_in(lines: Lines, planes: Sequence[Plane]) -> bool:
    """Whether windows show some of these lines."""
    return any(plane.has(hex) for plane in planes for line in lines for hex in line)


def _shown(chart: Chart, shown: Sequence[Account], planes: Sequence[Plane], names: Names) -> str:
    """“Ada into Derby, Ben to K13”: the lines that end in these windows."""
    said = []
    for one in shown:
        ended = tuple(line for line in one.lines if _built_in((line[-1:],), planes))
        said.append(f"{names[one.seat - 1]} {goal_words(chart, Branches(ended or one.lines))}")
    return ", ".join(said)


# -- the table


def _table(about: _Round, top: int) -> Iterator[Shape]:
    heads = ("", *(column.role for column in _COLUMNS[1:]))
    yield from cells(_TABLE, _HEAD, top + _HEADS, heads)
    yield rule(top + _HEADS_RULE)
    y = top + _FIRST
    for i, account in enumerate(about.sums):
        if i:
            yield Box(MARGIN, y, WIDTH - 2 * MARGIN, 2, "#CBBB93")
        yield from _row(about, account, y + _BASE)
        y += _tall(account)


def _tall(account: Account) -> int:
    """The height of a row: without track and losses it has no second line, as the dot in place of the cost says it."""
    return _ROW if account.lines or account.lost or account.skipped else _LOW


def _row(about: _Round, account: Account, base: int) -> Iterator[Shape]:
    state, seat = about.state, account.seat
    yield chip(seat, MARGIN + _CHIP, base - _CHIP_LIFT, _CHIP)
    built = str(account.cost) if account.lines else Cell(NOTHING, ink=INK_SOFT)
    amounts = (-sum(account.paid.values()), account.gets, account.bonus)
    gold = str(state.gold[seat])
    words = (about.names[seat - 1], built, *map(gain_or_loss, amounts), gold)
    yield from cells(_TABLE, _COLUMNS, base, words)
    note = SMALL.cut(_note(state.chart, account), _NOTE_ROOM)
    if note:
        yield SMALL.right(WIDTH - MARGIN - _NOTE_EDGE, base + _SECOND, note, "note", INK_SOFT)
    if account.lines:
        room = WIDTH - MARGIN - _TABLE - SMALL.wide(note) - _PATH_GAP
        yield SMALL.left(_TABLE, base + _SECOND, _way(account.lines, room), "path", INK_SOFT)


def _way(lines: Lines, room: float) -> str:
    """The typed path; where it is too long, the ends of every line."""
    words = path_words(Branches(lines))
    if SMALL.wide(words) <= room:
        return words
    return SMALL.cut(", ".join(map(_ends, lines)), room)


def _ends(line: Sequence[Hex]) -> str:
    return f"{line[0]} … {line[-1]}" if len(line) > 2 else "–".join(line)


def _note(chart: Chart, account: Account) -> str:
    first = ", ".join(chart.town_at[hex].name for hex in account.firsts if hex in chart.town_at)
    built = f"first in {first}" if first else goal_words(chart, Branches(account.lines))
    parts = [built] if account.lines else []
    parts += [f"{account.lost} lost"] if account.lost else []
    parts += ["plan cut short"] if account.skipped else []
    return " · ".join(parts)


def _alt(about: _Round, sums: Sequence[Account]) -> str:
    state, news = about.state, about.news
    told = (_told(state, one, about.names) for one in sums)
    return joined((f"{_title(state, news)} · {corner(state, news)}.", *told))


def _told(state: RailwayRivals, account: Account, names: Names) -> str:
    name, gold = names[account.seat - 1], state.gold[account.seat]
    if not account.lines:
        return f"{name} built nothing and has {gold} gold."
    path = Branches(account.lines)
    spent = f"{account.cost} gold" if state.races else counted(account.cost, POINT)
    parts = [f"{name} built {goal_words(state.chart, path)} ({path_words(path)}) for {spent}"]
    parts += [f"paid {paid_words(account.paid, names)}"] if account.paid else []
    parts += [f"received {account.gets} gold"] if account.gets else []
    parts += [f"got a bonus of {account.bonus} gold"] if account.bonus else []
    return f"{listed([*parts, f'has {gold} gold'])}."
