"""The private pages that a server's post about open tables leads to: a new table, and the queue."""

from collections.abc import Sequence

from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.matchmaking.guild_page import CLOCKS
from bot.matchmaking.matcher import is_multiplayer, missing_players_text
from bot.names import full_time
from bot.offered_games import OfferedGames
from bot.ui.components import Row, Style, button, custom_id, queue_custom_id, select_menu, split_into_rows
from bot.ui.page import Page
from engine import GAMES
from engine.store.matchmaking import Seeker

_ABOUT_TEXT = md("""**Look for a game**
Choose a clock, then a game. When enough people want the same, I open a table and mention you. You stay in the queue \
for 3 days.""")


def new_table_page(offered: OfferedGames) -> Page:
    """Return the page on which the user chooses the game of a new table."""
    games = [button(game.name, custom_id("B", 0, 0, f"open {game.key}")) for game in offered.games]
    return Page(md("Choose a game for your new table."), None, split_into_rows(games))


def queue_page(
    own_entries: Sequence[Seeker], all_entries: Sequence[Seeker], clock: str, now: float, offered: OfferedGames
) -> Page:
    """Return the page of a server's queue: the user's entries, how many people each still needs, and menus to add
    entries.
    """
    lines = [_ABOUT_TEXT, *(_entry_line(seeker, all_entries, now) for seeker in own_entries)]
    clock_index = CLOCKS.index(clock)
    clocks: Row = [
        button(f"Clock: {name}", custom_id("B", 0, 0, f"clock {name}"), disabled=name == clock) for name in CLOCKS
    ]
    games = [(game.name, game.key, False) for game in offered.games if is_multiplayer(game.key)]
    select_id = queue_custom_id(len(own_entries), clock_index, clock)
    leave_row: Row = [button("Leave queue", custom_id("B", 0, 0, "leave"), Style.danger)] if own_entries else []
    return Page(join_lines(lines), None, [clocks, [select_menu(select_id, "Choose a game…", games)], leave_row])


def _entry_line(seeker: Seeker, all_entries: Sequence[Seeker], now: float) -> Markdown:
    name = escape_prose(GAMES[seeker.title].name if seeker.title in GAMES else seeker.title)
    clock = md(" (clock: {})", escape_prose(seeker.clock))
    if seeker.opening is not None:
        return md("- **{}**{}: a table is ready. Press *Join* in my message there.", name, clock)
    free_entries = [entry for entry in all_entries if entry.opening is None]
    similar = [entry for entry in free_entries if (entry.title, entry.clock) == (seeker.title, seeker.clock)]
    return md("- **{}**{}, until {}. {}", name, clock, full_time(seeker.until), missing_players_text(similar, now))
