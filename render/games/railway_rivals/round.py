"""The building of this Turn: close windows with the cost of every step, and plates with what it brought to whom.

The gold that everybody has now stands on the whole map, which is posted with it.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat, counted, listed
from engine.games.railway_rivals.box.chart import Chart
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
from render.games.railway_rivals.words import built, corner, goal_words, last_move, paid_words, path_words, turns_told
from render.labels import Names, joined
from render.parts.frame import FIELD, LINE, header, header_lines, picture
from render.scene import Layer, Scene, Shape, layer

_AROUND, _FOOT = 1.3, 24
_BESIDE = "Beside each new line: whose it is, and what it cost"
_PAGES, _TALLEST = 3, 1500
"""Pictures at most, and how high the windows of one may be, which leaves room for three lines and two rows of signs."""


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
    """The windows of every picture: of one if they fit, else of as few as they take."""
    for count in range(1, _PAGES + 1):
        size = -(-len(boxes) // count)
        groups = [boxes[i : i + size] for i in range(0, len(boxes), size)]
        pages = [fitting(chart, group, FIELD + 8, _TALLEST) for group in groups]
        if all(pages):
            return pages
    return [arranged(chart, boxes, FIELD + 8, _TALLEST)]


def _scene(about: _Round, pages: Sequence[_Page], i: int, told: Mapping[Seat, Plane]) -> Scene:
    state, count, page = about.state, len(pages), pages[i]
    title = _title(state, about.news) + (f" · {i + 1} of {count}" if count > 1 else "")
    bottom = max(plane.y + plane.h for plane in page.planes)
    signs = signs_in(state.chart, page.planes, unreached=state.unreached)
    height = bottom + legend_height(state.chart, signs) + _FOOT
    layers = (
        header(title, corner(state, about.news), *page.said, seat=page.seat),
        *(Layer("window", _window(about, plane, told)) for plane in page.planes),
        layer("legend", legend(state.chart, signs, bottom)),
    )
    name = "round" if count == 1 else f"round-{i + 1}"
    return picture(name, height, PALETTE, layers, _alt(about, page.shown))


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
