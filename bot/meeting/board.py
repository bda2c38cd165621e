"""The words and buttons of a server's post about its open tables. Pure: the same tables make the same post.

It knows no title.
"""

import hashlib
from collections import Counter
from collections.abc import Sequence

import msgspec
from discord import ui

from bot.markdown import Markdown, counted, escape_prose, joined, listed, md, sendable
from bot.meeting.matching import free_seats
from bot.offered import EVERY_GAME, OfferedGames
from bot.tables.table import Table
from bot.ui.components import Row, Style, button, custom_id
from bot.ui.start import start_buttons
from bot.wording import named
from engine import GAMES
from engine.core import all_seats
from engine.store.openings import Seeker
from engine.store.terms import DAY

LISTED_SECONDS = 3 * DAY
"""How long a lobby in which nothing changes is on the post."""
MARK = custom_id("B", 0, 0, "new")
"""The ``custom_id`` by which the post is known."""
_SHOWN = 8
"""Tables that a message has room for: each is a text, a row, and two buttons, of 40 components in all."""
_EMPTY = md("No table is waiting for players. Open one, or join the queue.")


class Listing(msgspec.Struct, frozen=True):
    """Everything that the post tells: the open tables, oldest first, and the people in the queue."""

    tables: Sequence[Table]
    waiting: Sequence[Seeker]
    offered: OfferedGames = EVERY_GAME


def layout(listing: Listing) -> ui.LayoutView:
    """The post. Nothing of it is kept in memory: it is stopped before it is sent."""
    view = ui.LayoutView(timeout=None)
    view.add_item(ui.TextDisplay(sendable(_head(listing))))
    for table in listing.tables[:_SHOWN]:
        view.add_item(ui.TextDisplay(sendable(line(table))))
        view.add_item(ui.ActionRow(*ways(table)))
    new, seek = button("New table…", MARK, Style.success), button("I’d like to play…", custom_id("B", 0, 0, "seek"))
    view.add_item(ui.ActionRow(new, seek, *start_buttons(listing.offered, others=False)))
    view.stop()
    return view


def digest(view: ui.LayoutView) -> str:
    """The same for the same post."""
    words = msgspec.json.encode([item.to_component_dict() for item in view.children])
    return hashlib.blake2b(words, digest_size=16).hexdigest()


def is_open(table: Table) -> bool:
    """Whether somebody can join the table."""
    return table.status == "lobby" and table.title in GAMES and free_seats(table) > 0


def line(table: Table) -> Markdown:
    """One open table: its game, free seats, clock, players, and where it is."""
    clock = md(" · clock: {}", escape_prose(table.terms.clock)) if table.terms.speed else md("")
    seats = counted(free_seats(table), "free seat")
    name = named(table.players)
    here = listed([name(seat) for seat in all_seats(len(table.players))]) if table.players else md("No one yet")
    return md("**{}** · {}{}\n{}, in <#{}>", escape_prose(GAMES[table.title].name), seats, clock, here, table.channel)


def ways(table: Table) -> Row:
    """The buttons of one open table."""
    join = button("Join", custom_id("B", table.id, 0, "join"), Style.primary)
    return [join, ui.Button(label="Watch", url=f"https://discord.com/channels/{table.guild}/{table.channel}")]


def _head(listing: Listing) -> Markdown:
    more = len(listing.tables) - _SHOWN
    lines = [md("## Open tables")]
    if not listing.tables:
        lines.append(_EMPTY)
    if more > 0:
        lines.append(md("The oldest {} are listed, and {} follow.", _SHOWN, counted(more, "more table")))
    counts = Counter(seeker.title for seeker in listing.waiting if seeker.title in GAMES)
    queues = [md("{} ×{}", escape_prose(GAMES[title].name), counts[title]) for title in GAMES if counts[title]]
    if queues:
        lines.append(md("In the queue: {}.", listed(queues)))
    return joined(lines)
