"""The private pages behind a server's post about open tables: a new table, and the queue. It knows no title."""

from collections.abc import Sequence

from bot.markdown import Markdown, escape_prose, joined, md
from bot.meeting.matching import can_be_sought, missing
from bot.meeting.server_page import CLOCKS
from bot.offered import OfferedGames
from bot.ui.components import Row, Style, button, custom_id, in_rows, queue_id, select
from bot.ui.page import Page
from bot.wording import until
from engine import GAMES
from engine.store.openings import Seeker

_ABOUT = md("""**Look for a game**
Choose a clock, then a game. When enough people want the same, I open a table and mention you. You stay in the queue \
for 3 days.""")


def new_page(offered: OfferedGames) -> Page:
    """The games of which a table can be opened."""
    games = [button(game.name, custom_id("B", 0, 0, f"open {game.key}")) for game in offered.games]
    return Page(md("Choose a game for your new table."), None, in_rows(games))


def queue_page(mine: Sequence[Seeker], others: Sequence[Seeker], clock: str, now: float, offered: OfferedGames) -> Page:
    """The queue of a server as its reader sees it: own entries, how many people are missing, and ways to add others."""
    lines = [_ABOUT, *(_entry(seeker, others, now) for seeker in mine)]
    place = CLOCKS.index(clock)
    clocks: Row = [
        button(f"Clock: {name}", custom_id("B", 0, 0, f"clock {name}"), disabled=name == clock) for name in CLOCKS
    ]
    games = [(game.name, game.key, False) for game in offered.games if can_be_sought(game.key)]
    identity = queue_id(len(mine), place, clock)
    leave: Row = [button("Leave queue", custom_id("B", 0, 0, "leave"), Style.danger)] if mine else []
    return Page(joined(lines), None, [clocks, [select(identity, "Choose a game…", games)], leave])


def _entry(seeker: Seeker, others: Sequence[Seeker], now: float) -> Markdown:
    name = escape_prose(GAMES[seeker.title].name if seeker.title in GAMES else seeker.title)
    clock = md(" (clock: {})", escape_prose(seeker.clock))
    if seeker.opening is not None:
        return md("- **{}**{}: a table is ready. Press *Join* in my message there.", name, clock)
    free = [one for one in others if one.opening is None]
    same = [one for one in free if (one.title, one.clock) == (seeker.title, seeker.clock)]
    return md("- **{}**{}, until {}. {}", name, clock, until(seeker.until), missing(same, now))
