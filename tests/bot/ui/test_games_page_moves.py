"""``/games`` has a private button for every table that waits for the user."""

from pathlib import Path
from typing import Any

from bot import limits
from bot.tables.table import Table
from bot.ui.components import parse_custom_id
from bot.ui.inbox_page import TABLES_A_PAGE, InboxEntry, inbox_page
from bot.users import UserPreferences
from engine import Decision, Seat
from engine.games.railroad_rivals.state.actions import Pass
from engine.store.table_list import TableSection
from tests.bot.seated_players import ADA
from tests.bot.simulated_channel import TITLE, Direct, World, text_of, world
from tests.bot.ui.test_limits import hold

COUNTS = dict.fromkeys(TableSection, 0)


async def played(running: World, person: Any, listed: Any, label: str) -> Any:
    """Make a whole move from the list by buttons and selects, and return the answer to *Confirm*."""
    shown = (await person.click(listed, label=label)).response
    assert shown.id != listed.id and text_of(shown)
    for _ in range(6):
        labels = running.labels(shown)
        if "Confirm" in labels:
            break
        if running.options(shown):
            shown = (await person.select(shown, [running.options(shown)[0]])).response
        else:
            shown = (await person.click(shown, label=labels[0])).response
    assert shown.attachments, "the preview has its picture"
    return (await person.click(shown, label="Confirm")).response


async def waiting(running: World) -> tuple[Any, str]:
    """Return the person asked at the table, and their name."""
    person, _ = await running.asked()
    return person, next(name for name, known in running.people.items() if known is person)


async def test_move_can_be_made_from_a_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben")
        _, name = await waiting(running)
        direct = Direct(running, name)
        listed = (await direct.person.slash("games")).response
        before, said = text_of(listed), await played(running, direct.person, listed, "Your move")
        assert said.content.startswith("✓") and await running.moves() == 1
        assert text_of(listed) == before, "the list stays"
        assert not direct.posts()
        hold(running)


async def test_move_can_be_made_privately_from_another_channel(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben")
        person, _ = await waiting(running)
        other = running.guild.create_text_channel("other")
        listed = (await person.slash(other, "games")).response
        menu = (await person.click(listed, label="Your move")).response
        assert f"<#{running.channel.id}>" in menu.content and menu.ephemeral
        said = await played(running, person, listed, "Your move")
        assert said.content.startswith("✓") and await running.moves() == 1
        assert not [post for post in other.history() if not post.flags.ephemeral]
        undone = await person.click(said, label="Undo")
        assert "You undid your move." in undone.response.content


async def test_several_tables_are_numbered_and_open_their_own_questions(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        _, name = await waiting(running)
        others = []
        for number in range(2):
            channel = running.guild.create_text_channel(f"table{number}")
            await running.lobby("Ada", "Ben", channel=channel)
            await running.person("Ada").slash(channel, "game start")
            others.append(channel)
        listed = (await Direct(running, name).person.slash("games")).response
        lines = [line for line in listed.content.splitlines() if line[0].isdigit()]
        assert running.labels(listed) == [f"Your move {n}" for n in range(1, 4)]
        for number, line in enumerate(lines, 1):
            menu = (await Direct(running, name).person.click(listed, label=f"Your move {number}")).response
            channel = next(c for c in (running.channel, *others) if f"<#{c.id}>" in line)
            assert f"<#{channel.id}>" in menu.content.splitlines()[0]


def test_every_waiting_table_has_a_button_on_its_page() -> None:
    given: dict[str, Any] = {"guild": 1, "title": TITLE, "host": 1, "options": {}, "status": "playing"}
    tables = [Table(id=n, channel=10**18 + n, players=(ADA,), **given) for n in range(60)]
    asked = (Decision(Seat(1), "?" * 500, (Pass(Seat(1)),)),)
    places = [InboxEntry(table, TableSection.WAITING, 0.0, Seat(1), asked) for table in tables]
    seen = 0
    for number in range(8):
        here = places[number * TABLES_A_PAGE : (number + 1) * TABLES_A_PAGE]
        page = inbox_page(here, UserPreferences(), number, COUNTS | {TableSection.WAITING: 60})
        moves = [b for row in page.buttons for b in row if b.label.startswith("Your move")]
        seen += len(moves)
        assert len(page.text) <= limits.CONTENT
        assert len(page.buttons) <= limits.ROWS and all(len(row) <= limits.BUTTONS_IN_ROW for row in page.buttons)
        assert [f"{b.label.split()[-1]}." for b in moves] == [
            line.split()[0] for line in page.text.splitlines() if line[0].isdigit()
        ]
    assert seen == len(tables)


def test_page_buttons_of_long_list_lead_to_neighboring_pages() -> None:
    ways = [
        [
            (b.label, parse_custom_id(b.custom_id))
            for b in inbox_page([], UserPreferences(), n, COUNTS | {TableSection.LOBBY: 24}).buttons[-1]
        ]
        for n in range(3)
    ]
    found = [[(label, press.seq) for label, press in row if press is not None] for row in ways]
    assert found == [[("More", 1)], [("Back", 0), ("More", 2)], [("Back", 1)]]
