"""Every slow answer is deferred and then arrives in the right place.

In these tests the bot defers immediately, elsewhere after a second and a half.
"""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot import routes
from bot.ui.components import ARGUMENT_PATTERNS, ButtonPress, Handler
from tests.bot.simulated_channel import World, world

ROOT = Path(__file__).parents[2] / "bot"
DIRECT = re.compile(r"\.response\.(send|edit|defer)|\.followup\b|_original_response\b")
PRIVATELY, IN_PLACE = 5, 6
"""Discord's types of a deferral: for a new message, and for an edit of the pressed message."""

FORMS = {
    "bot/commands/note.py": "the note is one row, and its table is read by its number",
    "bot/commands/order_moves.py": "a turn is imagined in few moves, in a thread, mostly before the press",
    "bot/commands/orders.py": "what may come next is imagined for a fifth of a second at most, in a thread",
    "bot/commands/replay.py": "one finished game is replayed in a thread, which takes less than a second",
    "bot/commands/settings.py": "what a person has chosen is in memory",
    "bot/commands/setup.py": "what a server has chosen is in memory",
    "bot/commands/lesson_presses.py": "a lesson is played from its file, and a few moves long",
    "bot/turn/multi_move_form.py": "one table's state, whose first offers are worked out after the start",
    "bot/turn/handlers.py": "one table's state, whose first offers are worked out after the start",
}
"""Module that opens forms, which cannot be deferred -> why the work before it is bounded."""


def test_only_the_reply_module_answers_interactions() -> None:
    found = {str(file.relative_to(ROOT)) for file in ROOT.rglob("*.py") if DIRECT.search(file.read_text("utf-8"))}
    assert found - {"operations/examination.py", "operations/examine_presses.py"} == {
        "reply.py"
    }  # these test Discord itself


def test_modules_that_open_forms_state_why_the_work_before_is_bounded() -> None:
    found = {
        str(file.relative_to(ROOT.parent)) for file in ROOT.rglob("*.py") if ".open_modal(" in file.read_text("utf-8")
    }
    assert found == set(FORMS) and all(FORMS.values())


def test_every_kind_of_button_has_a_route() -> None:
    assert set(routes.ROUTES) == set(ARGUMENT_PATTERNS)


@asynccontextmanager
async def slow(folder: Path) -> AsyncIterator[World]:
    """Run a game of Ada and Ben with a bot that defers at once and whose buttons wait for the deferral."""
    async with world(folder) as running:
        await running.started("Ada", "Ben")
        await running.told()
        running.bot.defer_seconds = 0.0
        running.bot.routes = {kind: _slowed(answer) for kind, answer in running.bot.routes.items()}
        yield running


def _slowed(answer: Handler) -> Handler:
    async def slowed(interaction: Any, press: ButtonPress) -> None:
        for _ in iter(interaction.response.is_done, True):
            await asyncio.sleep(0)
        await answer(interaction, press)

    return slowed


def deferrals(running: World, since: int) -> list[int]:
    """Return the types of the first answers since then."""
    sent = running.env.http_requests[since:]
    return [entry.json["type"] for entry in sent if entry.path.endswith("/callback") and entry.json]


async def asked(running: World) -> Any:
    person, _ = await running.asked()
    return person


async def test_a_press_on_a_post_is_answered_privately_and_the_post_stays(tmp_path: Path) -> None:
    async with slow(tmp_path) as running:
        person, since = await asked(running), len(running.env.http_requests)
        post = running.latest("Your move")
        before = (post.content, running.labels(post))
        menu = (await person.click(post, label="Your move")).response
        assert deferrals(running, since) == [PRIVATELY]
        assert menu.id != post.id and menu.ephemeral and running.labels(menu)
        after = next(one for one in running.posts() if one.id == post.id)
        assert (after.content, running.labels(after)) == before


async def test_a_press_on_a_private_page_changes_that_page(tmp_path: Path) -> None:
    async with slow(tmp_path) as running:
        ada, since = running.person("Ada"), len(running.env.http_requests)
        page = (await ada.slash(running.channel, "settings")).response
        after = (await ada.click(page, label="You’re next: turn on")).response
        assert deferrals(running, since)[-1] == IN_PLACE
        assert after.id == page.id and "You’re next: turn off" in running.labels(after)


async def test_refusal_after_a_deferral_is_private(tmp_path: Path) -> None:
    async with slow(tmp_path) as running:
        said = await running.person("Cleo").click(running.latest("Your move"), label="Your move")
        assert said.response.ephemeral and "You don’t have a seat" in said.response.content


async def test_new_table_is_public_and_a_press_on_its_card_edits_the_card(tmp_path: Path) -> None:
    async with slow(tmp_path) as running:
        channel = running.guild.create_text_channel("another")
        await running.person("Cleo").slash(channel, "game new", game=(await running.table()).title)
        (card,) = [post for post in running.posts(channel) if "Join" in running.labels(post)]
        since = len(running.env.http_requests)
        await running.person("Dov").click(card, label="Join")
        assert deferrals(running, since) == [IN_PLACE]
        (after,) = [post for post in running.posts(channel) if "Join" in running.labels(post)]
        assert after.id == card.id and "Dov" in after.content
        assert (await running.table(channel)).notes["card"] == card.id
        page = (await running.person("Cleo").click(after, label="Host…")).response
        assert page.ephemeral and "what only the host can do" in page.content
        (again,) = [post for post in running.posts(channel) if "Join" in running.labels(post)]
        assert again.content == after.content
