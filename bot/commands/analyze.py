"""``/history show:analysis``: how a game that is over was won, and the moves that turned it. It knows no title."""

from functools import partial

from bot.commands.replay import replay_pressed
from bot.desk import Desk, desk
from bot.errors import Interaction, user_of
from bot.markdown import escape, joined
from bot.past.mistakes import puzzles_of
from bot.past.turned import UNDER_WAY, chances, opening, turned_by, turning_point
from bot.sight import TableView
from bot.tables.table import Table
from bot.ui.components import Press, Row, button, custom_id, replay_id
from bot.ui.page import Page, show
from engine.agents.analysis import Analysis
from engine.store.apart import in_thread
from engine.store.ids import UserId
from render import Scene


async def show_analysis(interaction: Interaction) -> None:
    """Chances to win and turning points of the finished game here."""
    at = desk(interaction)
    table = await at.played_here(interaction)
    if table.status == "playing":  # what can be meant is the game before it
        table = await at.sessions.last_over(table.channel) or table
    await show(interaction, await _page(at, user_of(interaction), table, 0))


async def analysis_turned(interaction: Interaction, press: Press) -> None:
    """Another page of an analysis, or the wish for one."""
    at = desk(interaction)
    if not press.rest.isdecimal():
        await replay_pressed(interaction, press)
        return
    await show(interaction, await _page(at, user_of(interaction), await at.started(press.table), int(press.rest)))


async def _page(at: Desk, user: UserId, table: Table, number: int) -> Page:
    """Page 0 has the chances, each later one a turning point."""
    found = await at.analyses.ask(table, lambda: at.allow(at.studies, user))
    if found is None:
        return Page(UNDER_WAY)
    turned = await turned_by(at.sessions, table, found)
    number = min(number, len(turned))
    scenes = partial(chances, table, found)
    text = opening(table, turned)
    if number:
        one = turned[number - 1]
        scenes = partial(_board, one.shown)
        text = turning_point(number, len(turned), one)
    if not at.studio.has_pictures:
        text = joined([text, *(escape(scene.alt) for scene in await in_thread(scenes))])
    replay = [] if number or not puzzles_of(found) else [button("Replay my mistake", replay_id(table.id))]
    return Page(text, scenes, [_turning(table, found, number), replay], _address(table, number))


def _board(shown: TableView) -> tuple[Scene, ...]:
    """The picture of a turning point."""
    painter = shown.painter
    return painter.public_scenes(painter.public_pictures[0], shown.view, shown.drawing_context)


def _turning(table: Table, found: Analysis, number: int) -> Row:
    """The other pages."""
    called = ["Chances", *(f"Turning point {at}" for at in range(1, len(found.points) + 1))]
    if len(called) == 1:
        return []
    return [button(name, _address(table, at), disabled=at == number) for at, name in enumerate(called)]


def _address(table: Table, number: int) -> str:
    return custom_id("T", table.id, 0, str(number))
