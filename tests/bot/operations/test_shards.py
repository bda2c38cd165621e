"""The bot with several connections to Discord."""

from pathlib import Path

import pytest

from bot.client import build_bot
from bot.config import Settings
from tests.bot.simulated_channel import world


def test_without_a_number_discord_decides_how_many_shards_there_are() -> None:
    assert build_bot(Settings()).shard_count is None
    assert build_bot(Settings(shards=3)).shard_count == 3


async def test_a_game_is_played_on_a_server_of_another_shard(tmp_path: Path) -> None:
    async with world(tmp_path, shards=4) as running:
        assert len(running.bot.shards) == 4
        far = running.env.create_guild(shard_id=3)
        room = far.create_text_channel("games")
        ada = far.add_member(running.person("Ada").user)
        opened = await ada.slash(room, "game new", game="railroad-rivals")
        assert "Ada" in opened.response.content + str(opened.response.components)
        assert (await running.table(room)).guild == far.id


@pytest.mark.parametrize("shards", [1, 4])
async def test_moves_are_posted_with_any_number_of_shards(tmp_path: Path, shards: int) -> None:
    async with world(tmp_path, shards=shards) as running:
        table = await running.started("Ada", "Ben")
        await running.move_on(3)
        assert (await running.table()).seq >= table.seq + 3
        assert any("Your move" in str(post.components) for post in running.posts())
