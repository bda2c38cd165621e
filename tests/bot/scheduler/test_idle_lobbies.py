"""An idle lobby: the message to its host, its outcome, and the end of the lobby."""

from pathlib import Path

from bot.play.lobby_rules import REMINDER_AFTER
from bot.scheduler.lobby_expiry import LobbyExpiry
from engine.store.table_settings import DAY
from tests.bot.simulated_channel import World, world


def words(running: World) -> list[str]:
    """Return the posts about an idle lobby, without its card."""
    return [post.content for post in running.posts() if "**: This table" in post.content or "6 days" in post.content]


async def test_idle_lobby_notification_shows_the_outcome(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.env.advance_time(DAY / 3)  # lobbies are looked after once a day, or when something is due
        table = await running.lobby("Ada", "Ben")
        await running.env.advance_time(REMINDER_AFTER - 60)
        assert words(running) == []
        await running.env.advance_time(120)
        assert len(words(running)) == 1 and "for 6 days" in words(running)[0]
        await running.person("Cleo").click(running.latest("Join"), label="Join")
        await running.told()
        assert words(running) == ["**Railroad Rivals**: This table stays open."]
        await running.env.advance_time(REMINDER_AFTER + 60)
        assert "for 6 days" in words(running)[-1] and (await running.table()).status == "lobby"
        await running.env.advance_time(DAY + 60)
        await running.told()
        assert (await running.bot.services.tables.get(table.id)).status == "ended"
        assert words(running)[-1].endswith("This table was closed because nothing happened here.")


async def test_lobbies_are_checked_again_when_due(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        sessions, kicked = running.bot.services.tables, list[int]()
        lobbies = LobbyExpiry(running.bot, sessions, kicked.append)
        assert await lobbies.process_due_lobbies() == sessions.now() + REMINDER_AFTER
        table = await running.lobby("Ada", "Ben")
        assert await lobbies.process_due_lobbies() == table.since + REMINDER_AFTER
        await running.bot._lobbies.close()
        await running.env.advance_time(REMINDER_AFTER)
        running.env.inject_error("POST", f"/channels/{running.channel.id}/messages", status=503, times=9)
        with running.env._bot_scope():
            assert await lobbies.process_due_lobbies() == sessions.now() + 600
        assert kicked == []
        await running.env.advance_time(DAY)
        with running.env._bot_scope():
            await lobbies.process_due_lobbies()
        assert kicked == [table.id] and (await sessions.get(table.id)).status == "ended"
