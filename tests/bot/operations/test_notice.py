"""``roundhouse notice`` posts in every channel with an active table, and in no other."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.command_line import main
from bot.operations.notice import NoticeResult, notice_post, post_notice
from bot.play.service import TableService
from bot.scheduler.deleted_channels import pause_without_channel
from bot.tables.table import BookkeepingKey
from engine.store import Store
from engine.store.active_channels import load_active_channels
from tests.bot.seated_players import ADA, BEN, TITLE, begun
from tests.bot.simulated_channel import World, world

TEXT = "Down tonight at 22:00 UTC."


async def load_channels(store: Store) -> list[tuple[int, int | None]]:
    return list(await store.read(lambda db: load_active_channels(db, BookkeepingKey.CHANNEL_DELETED_AT)))


async def post(running: World, channels: list[tuple[int, int | None]], text: str = TEXT) -> NoticeResult:
    async def do_not_wait() -> None:
        return None

    with running.env._bot_scope():
        return await post_notice(running.bot, channels, text, do_not_wait)


async def test_channels_of_lobbies_and_games_in_progress_are_found_once(store: Store, sessions: TableService) -> None:
    await begun(sessions, ADA, BEN, channel=1)
    await sessions.open_lobby(2, 9, TITLE, ADA)
    over = await begun(sessions, ADA, BEN, channel=3)
    async with sessions.lock_table(over.id) as locked:
        await locked.save(replace(locked.table, status="finished"))
    deleted = await begun(sessions, ADA, BEN, channel=4)
    await pause_without_channel(sessions, deleted.id)
    assert [channel for channel, _ in await load_channels(store)] == [1, 2]


async def test_a_notice_is_posted_in_the_channel_and_mentions_nobody(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        channels = await load_channels(running.bot.services.tables.store)
        result = await post(running, channels, "Down at 22:00 for @everyone, **sorry**.")
        assert result == NoticeResult(1, {})
        posted = [message.content for message in running.posts() if "operator" in message.content]
        assert posted == ["**Notice from the bot’s operator**\nDown at 22:00 for \\@everyone, \\*\\*sorry\\*\\*."]


async def test_channel_that_refuses_does_not_block_others(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        channels = await load_channels(running.bot.services.tables.store)
        result = await post(running, [(12_345, None), *channels])
        assert result.posted == 1
        assert list(result.failures) == [12_345] and "Unknown Channel" in result.failures[12_345]
        assert [message.content for message in running.posts()].count(notice_post(TEXT)) == 1


@pytest.fixture
async def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a working folder with an empty database and no token."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    monkeypatch.delenv("ROUNDHOUSE_DATABASE", raising=False)
    await (await Store.open(tmp_path / "roundhouse.db")).close()
    return tmp_path


def test_a_dry_run_shows_the_post_and_needs_no_token(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notice", TEXT, "--dry-run"]) == 0
    assert capsys.readouterr().out == f"{notice_post(TEXT)}\nChannels: 0. Nothing was posted.\n"


def test_a_channel_without_an_active_table_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notice", TEXT, "--channel", "5", "--dry-run"]) == 1
    assert capsys.readouterr().err == "Channels without a lobby or a game in progress: 5.\n"


def test_without_a_token_nothing_is_posted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["notice", TEXT]) == 1
    assert "DISCORD_TOKEN" in capsys.readouterr().err


def test_missing_database_is_reported_in_a_sentence(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file in folder.iterdir():
        file.unlink()
    assert main(["notice", TEXT, "--dry-run"]) == 1
    printed = capsys.readouterr().err
    assert printed.endswith(".\n") and "Traceback" not in printed
    assert not list(folder.iterdir())


@pytest.mark.parametrize(("text", "why"), [(" ", "the notice is empty"), ("A" * 1_600, "too long")])
def test_an_empty_and_a_long_notice_are_refused(text: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["notice", text])
    assert why in capsys.readouterr().err
