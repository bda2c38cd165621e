"""Pictures of new track: closeups with the cost of each step, and a plate with each company's total."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.core import Seat, count_noun, join_words
from engine.games.railway_rivals.game_data.constants import BUILDING_POINT
from engine.games.railway_rivals.game_data.hex_map import HexMap
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.board.hex_viewport import Bounds, HexViewport, bounds_of_hexes
from render.games.railway_rivals.board.legend import draw_legend, legend_height, visible_signs
from render.games.railway_rivals.board.map_crops import arrange_viewports, fit_map_viewports, merge_boxes
from render.games.railway_rivals.captions import (
    corner_text,
    goal_text,
    last_move_line,
    path_text,
    payments_text,
    track_events,
    turns_of_roll,
)
from render.games.railway_rivals.colors import PALETTE
from render.games.railway_rivals.tables.build_totals import BuildSum, Lines, build_sums, split_by_piece
from render.games.railway_rivals.tables.step_labels import NewTrack, draw_window
from render.parts.page_layout import FIELD_TOP, LINE_HEIGHT, header_layer, paper_scene, wrap_header_line
from render.scene import Layer, Scene, Shape, make_layer
from render.text_fitting import Events, Names, join_sentences, names_at_that_time

_AROUND, _FOOT = 1.3, 24
_BESIDE = "Beside each new line: whose it is, and what it cost"
_PAGES, _TALLEST = 3, 1500
"""Maximum number of pictures, and maximum height in px of the viewports in each."""


class _BuildReport(NamedTuple):
    """The state, the events, and each company's totals of the reported Turn."""

    state: RailwayRivals
    events: Events
    names: Names
    sums: Sequence[BuildSum]


class _ReportPage(NamedTuple):
    """A picture of the report: its viewports, its header, and the totals of the companies in it."""

    viewports: Sequence[HexViewport]
    seat: Seat | None
    header_texts: tuple[str, ...]
    shown_sums: Sequence[BuildSum]


def build_report_scenes(state: RailwayRivals, events: Events, names: Names) -> tuple[Scene, ...]:
    """The pictures of new track; empty if nothing was built."""
    report = _BuildReport(state, events, names, build_sums(state, events))
    boxes = merge_boxes(bounds_of_hexes(line).inflate(_AROUND) for build_sum in report.sums for line in build_sum.lines)
    if not boxes:
        return ()
    groups = _page_viewports(state.hex_map, boxes)
    pages = [_report_page(report, viewports, is_only_page=len(groups) == 1) for viewports in groups]
    viewport_by_seat = _viewports_of_sums(report.sums, [viewport for page in pages for viewport in page.viewports])
    return tuple(_report_scene(report, pages, i, viewport_by_seat) for i in range(len(pages)))


def _report_page(report: _BuildReport, viewports: Sequence[HexViewport], *, is_only_page: bool) -> _ReportPage:
    """The page with these viewports, moved down by the height of its header."""
    seat, shown_sums = None, report.sums
    if is_only_page:
        seat, words = _single_event_line(report.state, report.events, report.names)
    else:
        shown_sums = [build_sum for build_sum in shown_sums if _has_lines(build_sum.lines, viewports)]
        words = _lines_text(report.state.hex_map, shown_sums, viewports, report.names)
    lines = wrap_header_line(words, seat=seat) if words else ()
    lower = LINE_HEIGHT * (len(lines) - 1)
    lowered = [viewport._replace(y=viewport.y + lower) for viewport in viewports]
    return _ReportPage(lowered, seat, lines or ("",), shown_sums)


def _single_event_line(state: RailwayRivals, events: Events, names: Names) -> tuple[Seat | None, str]:
    """The seat and the text for the header of the report, if it has only one page."""
    if len(track_events(events)) == 1:
        return last_move_line(state, events, names)
    names = names_at_that_time(events, names)
    ending_events = [event for event in events if isinstance(event, e.EndDeclared | e.BuildingEnded)]
    return last_move_line(state, ending_events, names) if ending_events else (None, _BESIDE)


def _viewports_of_sums(sums: Sequence[BuildSum], viewports: Sequence[HexViewport]) -> Mapping[Seat, HexViewport]:
    """The viewport in which each company's total is shown.

    Companies whose new track is not connected have none: each of their pieces has a plate with its own cost.
    """
    viewport_by_seat = {}
    for build_sum in sums:
        hexes = [hex for line in build_sum.lines for hex in line]
        whole = (viewport for viewport in viewports if all(viewport.has_hex(hex) for hex in hexes))
        if build_sum.is_connected and (viewport := next(whole, None)) is not None:
            viewport_by_seat[build_sum.seat] = viewport
    return viewport_by_seat


def _page_viewports(chart: HexMap, boxes: Sequence[Bounds]) -> list[tuple[HexViewport, ...]]:
    """Distribute the boxes over as few pictures as possible; return the viewports of each picture."""
    for count in range(1, _PAGES + 1):
        size = -(-len(boxes) // count)
        groups = [boxes[i : i + size] for i in range(0, len(boxes), size)]
        pages = [fit_map_viewports(chart, group, FIELD_TOP + 8, _TALLEST) for group in groups]
        if all(pages):
            return pages
    return [arrange_viewports(chart, boxes, FIELD_TOP + 8, _TALLEST)]


def _report_scene(
    report: _BuildReport, pages: Sequence[_ReportPage], i: int, viewport_by_seat: Mapping[Seat, HexViewport]
) -> Scene:
    state, count, page = report.state, len(pages), pages[i]
    title = _title_text(state, report.events) + (f" · {i + 1} of {count}" if count > 1 else "")
    bottom = max(viewport.y + viewport.h for viewport in page.viewports)
    signs = visible_signs(state.hex_map, page.viewports, unreached=state.unreached_towns)
    height = bottom + legend_height(state.hex_map, signs) + _FOOT
    layers = (
        header_layer(title, corner_text(state, report.events), *page.header_texts, seat=page.seat),
        *(Layer("window", _draw_window(report, viewport, viewport_by_seat)) for viewport in page.viewports),
        make_layer("legend", draw_legend(state.hex_map, signs, bottom)),
    )
    name = "round" if count == 1 else f"round-{i + 1}"
    return paper_scene(name, height, PALETTE, layers, _alt_text(report, page.shown_sums))


def _draw_window(
    report: _BuildReport, viewport: HexViewport, viewport_by_seat: Mapping[Seat, HexViewport]
) -> tuple[Shape, ...]:
    """Draw the map in a viewport; plates show the totals of companies, or the cost of a single piece of track."""
    state, sums = report.state, list[BuildSum]()
    for build_sum in report.sums:
        is_whole = viewport_by_seat.get(build_sum.seat) == viewport
        sums += [build_sum] if is_whole else split_by_piece(state.hex_map, build_sum)
    return draw_window(
        NewTrack(state.hex_map.key, state.track, frozenset(state.unreached_towns), tuple(sums)), viewport
    )


def _title_text(state: RailwayRivals, events: Events) -> str:
    """“Built this turn”, or “Track built” if the events are of several Turns."""
    roll_event = next((event for event in reversed(events) if isinstance(event, e.DieRolled)), None)
    several = roll_event is not None and len(turns_of_roll(state, roll_event)[0]) > 1
    return "Track built" if state.races or several else "Built this turn"


def _has_lines(lines: Lines, viewports: Sequence[HexViewport]) -> bool:
    return any(viewport.has_hex(hex) for viewport in viewports for line in lines for hex in line)


def _lines_text(chart: HexMap, shown_sums: Sequence[BuildSum], viewports: Sequence[HexViewport], names: Names) -> str:
    """“Ada into Derby, Ben to K13”: the goals of the lines that end in these viewports."""
    texts = []
    for build_sum in shown_sums:
        ended_lines = tuple(line for line in build_sum.lines if _has_lines((line[-1:],), viewports))
        texts.append(f"{names[build_sum.seat - 1]} {goal_text(chart, Branches(ended_lines or build_sum.lines))}")
    return ", ".join(texts)


def _alt_text(report: _BuildReport, sums: Sequence[BuildSum]) -> str:
    state, events = report.state, report.events
    company_sentences = (_company_sentence(state, build_sum, report.names) for build_sum in sums)
    return join_sentences((f"{_title_text(state, events)} · {corner_text(state, events)}.", *company_sentences))


def _company_sentence(state: RailwayRivals, build_sum: BuildSum, names: Names) -> str:
    name, gold = names[build_sum.seat - 1], state.gold[build_sum.seat]
    if not build_sum.lines:
        return f"{name} built nothing and has {gold} gold."
    path = Branches(build_sum.lines)
    spent = f"{build_sum.cost} gold" if state.races else count_noun(build_sum.cost, BUILDING_POINT)
    parts = [f"{name} built {goal_text(state.hex_map, path)} ({path_text(path)}) for {spent}"]
    parts += [f"paid {payments_text(build_sum.payments_by_seat, names)}"] if build_sum.payments_by_seat else []
    parts += [f"received {build_sum.received} gold"] if build_sum.received else []
    parts += [f"got a bonus of {build_sum.bonus} gold"] if build_sum.bonus else []
    return f"{join_words([*parts, f'has {gold} gold'])}."
