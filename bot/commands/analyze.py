"""``/history show:analysis``: the chances to win during a finished game, and its turning points."""

from functools import partial

from bot.commands.replay import handle_replay_press
from bot.errors import Interaction, user_of
from bot.history.analysis_page import (
    UNDER_WAY_TEXT,
    analysis_summary,
    chances_scenes,
    load_turning_points,
    turning_point_text,
)
from bot.history.mistakes import puzzles_of
from bot.markdown import escape, join_lines
from bot.page_reply import send_page
from bot.services import Services, services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, Row, button, custom_id, replay_custom_id
from bot.ui.page import Page
from bot.view import TableView
from engine.agents.analysis import Analysis
from engine.store.ids import UserId
from engine.threads import run_in_thread
from render import Scene


async def show_analysis(interaction: Interaction) -> None:
    """Show the chances to win and the turning points of the channel's latest finished game."""
    services = services_of(interaction)
    table = await services.latest_table_here(interaction)
    if table.status == "playing":  # only a finished game can be analyzed
        table = await services.tables.last_finished_in(table.channel) or table
    await send_page(interaction, await _analysis_page(services, user_of(interaction), table, 0))


async def handle_analysis_paging(interaction: Interaction, press: ButtonPress) -> None:
    """Show another page of an analysis; if the game has none, request it. Also handle *Replay my mistake*."""
    services = services_of(interaction)
    if not press.arguments.isdecimal():
        await handle_replay_press(interaction, press)
        return
    await send_page(
        interaction,
        await _analysis_page(
            services, user_of(interaction), await services.table_in_play(press.table_id), int(press.arguments)
        ),
    )


async def _analysis_page(services: Services, user: UserId, table: Table, page_number: int) -> Page:
    """Return a page of an analysis: page 0 shows the chances to win, each later page one turning point."""
    analysis = await services.analyses.request_analysis(table, lambda: services.limits.analysis.check(user))
    if analysis is None:
        return Page(UNDER_WAY_TEXT)
    turning_points = await load_turning_points(services.tables, table, analysis)
    page_number = min(page_number, len(turning_points))
    scenes = partial(chances_scenes, table, analysis)
    text = analysis_summary(table, turning_points)
    if page_number:
        point_view = turning_points[page_number - 1]
        scenes = partial(_board_scenes, point_view.public_view)
        text = turning_point_text(page_number, len(turning_points), point_view)
    if not services.render_pool.has_pictures:
        text = join_lines([text, *(escape(scene.alt) for scene in await run_in_thread(scenes))])
    replay_buttons = (
        [] if page_number or not puzzles_of(analysis) else [button("Replay my mistake", replay_custom_id(table.id))]
    )
    return Page(
        text,
        scenes,
        [_page_buttons(table, analysis, page_number), replay_buttons],
        _analysis_custom_id(table, page_number),
    )


def _board_scenes(view: TableView) -> tuple[Scene, ...]:
    painter = view.painter
    return painter.public_scenes(painter.public_pictures[0], view.view, view.drawing_context)


def _page_buttons(table: Table, analysis: Analysis, page_number: int) -> Row:
    labels = ["Chances", *(f"Turning point {at}" for at in range(1, len(analysis.points) + 1))]
    if len(labels) == 1:
        return []
    return [button(name, _analysis_custom_id(table, at), disabled=at == page_number) for at, name in enumerate(labels)]


def _analysis_custom_id(table: Table, number: int) -> str:
    return custom_id("T", table.id, 0, str(number))
