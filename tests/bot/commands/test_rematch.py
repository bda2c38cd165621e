"""*Rematch* pressed in another channel, and by two people at once."""

from pathlib import Path
from typing import Any

from bot.commands import rematch
from bot.errors import Interaction
from bot.tables.table import Player
from tests.bot.simulated_channel import World, world


async def over(running: World) -> Any:
    """End a game, and return the post with its rematch button."""
    await running.started("Ada", "Ben")
    await running.bot.services.tables.end_game((await running.table()).id, running.person("Ada").id)
    running.bot.services.outbox.wake(1)
    await running.told()
    return running.latest("Rematch")


async def test_rematch_is_opened_only_in_the_channel_of_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await over(running)
        other = running.guild.create_text_channel("other")
        post = await running.person("Ada").slash(other, "help")
        said = await running.press_again(running.person("Ada"), post.response, "r:1:0:again")
        assert f"Use `/game new game:rematch` in <#{running.channel.id}>." in said.response.content
        assert (await running.table()).id == 1


async def test_later_rematch_press_joins_the_existing_rematch(tmp_path: Path, monkeypatch: Any) -> None:
    async with world(tmp_path) as running:
        post = await over(running)
        sessions, ada = running.bot.services.tables, Player("Ada", running.person("Ada").id)

        async def meanwhile(_: Interaction) -> None:
            async with sessions.lock_table(1) as held:
                await rematch._create_rematch(running.bot.services, held, ada)

        monkeypatch.setattr(rematch, "check_can_open", meanwhile)
        said = await running.person("Ben").click(post, label="Rematch")
        assert "so you joined it" in said.response.content
        table = await running.table()
        assert (table.id, [player.name for player in table.players]) == (2, ["Ada", "Ben"])
