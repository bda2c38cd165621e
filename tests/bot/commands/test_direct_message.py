"""A table in a direct message with the bot: one person, alone or among computer players."""

from pathlib import Path
from random import Random

from bot.routes import all_commands
from engine.agents.policies import DEFAULT_POLICY
from tests.bot.commands.test_lobby import played
from tests.bot.games.test_game_by_buttons import answer
from tests.bot.simulated_channel import GAME, TITLE, Direct, spelled, text_of, world


async def test_all_but_server_commands_exist_in_direct_messages(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = Direct(running, "Ada")
        names = {command.name for command in all_commands()}
        assert {name.split()[0] for name in ada.person.available_commands()} == names - {"setup", "lfg"}


async def test_direct_message_table_waits_for_nobody_else(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = Direct(running, "Ada")
        opened = await ada.person.slash("game new", game=TITLE)
        assert not opened.ephemeral
        labels = running.labels(ada.posts()[0])
        assert "Join" not in labels and "Leave" not in labels and labels == ["Start alone", "Learn", "Host…"]
        assert (await ada.person.slash("game new", game=TITLE)).ephemeral
        await ada.person.slash("game end")
        assert "closed" in ada.posts()[0].content


async def test_single_user_can_start_alone_without_notification(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = (await running.host_page("Ada", running.posts()[0])).response
        assert "Start alone" not in running.labels(page)
        await running.person("Ben").click(running.posts()[0], label="Leave")
        await running.host_page("Ada", running.posts()[0], "Start alone")
        assert (await running.table()).status == "playing"
        await running.move_on(4)
        assert running.person("Ada").mention in running.posts()[-1].content
        sent = [r.json or {} for r in running.env.http_requests if r.method == "POST"]
        assert not any((body.get("allowed_mentions") or {}).get("users") for body in sent)


async def test_direct_message_game_against_computers_survives_restart(
    tmp_path: Path,
) -> None:
    async with world(tmp_path, pictures="one") as running:
        ada = Direct(running, "Ada")
        await ada.lobby(computers=2)
        await ada.person.click(ada.posts()[0], label="Start")
        assert "Follow" not in {label for post in ada.posts() for label in running.labels(post)}
        assert ada.posts()[1].attachments and ada.person.mention in ada.posts()[-1].content
        for _ in range(3):
            _, decision = await running.asked(ada.channel)
            said = await ada.person.slash("move", line=spelled(next(iter(decision.offers))))
            assert said.ephemeral and said.response.content.startswith("✓")
        question = ada.latest("Your move")
        await running.restart()
        rng, seen = Random(2), set[str]()
        shown = await ada.person.click(question, label="Your move")
        while not shown.response.content.startswith("✓"):
            shown = await answer(running, ada.person, shown, rng, seen)
        for command in ("board", "hand", "rules", "history", "game status", "undo"):
            assert (await ada.person.slash(command)).ephemeral
        sent = [r.json or {} for r in running.env.http_requests if r.method == "POST" and "/messages" in r.path]
        assert not any((body.get("allowed_mentions") or {}).get("users") for body in sent)
        assert await running.bot.services.tables.tables_to_publish() == ()


async def test_imported_game_continues_in_direct_message_with_computers(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        ada = Direct(running, "Ada")
        await ada.person.slash("game new", game="file", file=("a.game", played(9)))
        assert running.labels(ada.posts()[0]) == ["Continue", "Host…"]
        await running.bot.services.tables.add_computer((await ada.table()).id, DEFAULT_POLICY)
        await ada.person.click(ada.posts()[0], label="Continue")
        assert "The game continues" in text_of(ada.posts()[1])
        _, decision = await running.asked(ada.channel)
        said = await ada.person.slash("move", line=spelled(next(iter(decision.offers))))
        assert said.response.content.startswith("✓")


async def test_direct_message_table_belongs_to_its_user(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = Direct(running, "Ada"), Direct(running, "Ben")
        await ada.lobby(computers=1)
        await ben.lobby(computers=1)
        await running.lobby("Ada", "Ben")
        assert len({(await running.table(c)).id for c in (ada.channel, ben.channel, running.channel)}) == 3


async def test_picture_link_leads_to_the_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = Direct(running, "Ada")
        await ada.lobby(computers=1)
        await ada.person.slash("game start")
        links = [
            part["url"] for row in ada.posts()[0].components for part in row.to_dict()["components"] if "url" in part
        ]
        assert links == [f"https://discord.com/channels/@me/{ada.channel.id}/{ada.posts()[1].id}"]
        assert GAME.name in text_of(ada.posts()[1])
