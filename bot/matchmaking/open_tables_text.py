"""Text and buttons of a server's post about open tables. Pure: the same tables give the same post."""

import hashlib
from collections import Counter
from collections.abc import Sequence

import msgspec
from discord import ui

from bot.markdown import Markdown, count_noun, escape_prose, join_lines, join_words, md, to_discord
from bot.matchmaking.matcher import count_free_seats
from bot.names import name_lookup
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.tables.table import Table
from bot.ui.components import Row, Style, button, custom_id
from bot.ui.start_buttons import start_buttons
from engine import GAMES
from engine.core import all_seats
from engine.store.matchmaking import Seeker
from engine.store.table_settings import DAY

LISTED_SECONDS = 3 * DAY
"""Seconds for which an unchanged lobby is listed."""
POST_CUSTOM_ID = custom_id("B", 0, 0, "new")
"""The ``custom_id`` that identifies the post."""
_MAX_LISTED = 8
"""Maximum listed tables. Each has four components (a text, a row, and two buttons), and a message has at most 40."""
_EMPTY_TEXT = md("No table is waiting for players. Open one, or join the queue.")


class OpenTablesContent(msgspec.Struct, frozen=True):
    """The content of the post: the open tables, oldest first, and the people in the queue."""

    tables: Sequence[Table]
    waiting: Sequence[Seeker]
    offered: OfferedGames = EVERY_GAME


def open_tables_layout(content: OpenTablesContent) -> ui.LayoutView:
    """The layout of the post. The view is stopped, so that discord.py does not keep it in memory."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(to_discord(_heading_text(content))))
    for table in content.tables[:_MAX_LISTED]:
        view.add_item(ui.TextDisplay(to_discord(open_table_text(table))))
        view.add_item(ui.ActionRow(*open_table_buttons(table)))
    new_table_button, seek_button = (
        button("New table…", POST_CUSTOM_ID, Style.success),
        button("I’d like to play…", custom_id("B", 0, 0, "seek")),
    )
    view.add_item(ui.ActionRow(new_table_button, seek_button, *start_buttons(content.offered, others=False)))
    view.stop()
    return view


def post_digest(view: ui.LayoutView) -> str:
    """A digest of the post's content, by which unchanged posts are recognized."""
    data = msgspec.json.encode([item.to_component_dict() for item in view.children])
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def is_joinable(table: Table) -> bool:
    """Whether someone can join the table."""
    return table.status == "lobby" and table.title in GAMES and count_free_seats(table) > 0


def open_table_text(table: Table) -> Markdown:
    """The text about an open table: its game, free seats, clock, players, and channel."""
    clock = md(" · clock: {}", escape_prose(table.terms.clock)) if table.terms.time_control else md("")
    seats = count_noun(count_free_seats(table), "free seat")
    name = name_lookup(table.players)
    player_names = (
        join_words([name(seat) for seat in all_seats(len(table.players))]) if table.players else md("No one yet")
    )
    return md(
        "**{}** · {}{}\n{}, in <#{}>", escape_prose(GAMES[table.title].name), seats, clock, player_names, table.channel
    )


def open_table_buttons(table: Table) -> Row:
    """The buttons of one open table."""
    join_button = button("Join", custom_id("B", table.id, 0, "join"), Style.primary)
    return [join_button, ui.Button(label="Watch", url=f"https://discord.com/channels/{table.guild}/{table.channel}")]


def _heading_text(content: OpenTablesContent) -> Markdown:
    more = len(content.tables) - _MAX_LISTED
    lines = [md("## Open tables")]
    if not content.tables:
        lines.append(_EMPTY_TEXT)
    if more > 0:
        lines.append(md("The oldest {} are listed, and {} follow.", _MAX_LISTED, count_noun(more, "more table")))
    counts = Counter(seeker.title for seeker in content.waiting if seeker.title in GAMES)
    queues = [md("{} ×{}", escape_prose(GAMES[title].name), counts[title]) for title in GAMES if counts[title]]
    if queues:
        lines.append(md("In the queue: {}.", join_words(queues)))
    return join_lines(lines)
