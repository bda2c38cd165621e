"""An unreadable table is skipped, a clock that jumps costs nobody time, and a start is short."""

from pathlib import Path

import pytest

from bot.clocks.monotonic import SteadyClock
from bot.tables.cache import CorruptTable
from bot.users import UserPreferences, UserSettings
from engine.store import Store
from engine.store.table_settings import DAY
from tests.bot.announcements.test_crash_points import down
from tests.bot.empty_stores import of_a_file
from tests.bot.scheduler.test_scheduler import clocked, said, since
from tests.bot.simulated_channel import world

DAMAGE = {
    "state": "UPDATE session SET state = CAST('{' AS BLOB) WHERE id = 1",
    "options": "UPDATE session SET options = '{' WHERE id = 1",
    "title": "UPDATE session SET title = 'no such' WHERE id = 1",
    "seed": "UPDATE session SET seed = 'x' WHERE id = 1",
    "clock": "UPDATE clock SET bank = 1e300 WHERE session = 1",
    "text": "UPDATE player SET name = CAST(x'ff' AS TEXT) WHERE session = 1",
}
KINDS = [
    *(kind for kind in DAMAGE if kind != "text"),
    pytest.param("text", marks=of_a_file),
]  # a server takes no such text


@pytest.mark.parametrize("damage", KINDS)
async def test_unreadable_table_stops_nothing_else(
    tmp_path: Path, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        elsewhere = running.guild.create_text_channel("elsewhere")
        await running.lobby("Cleo", "Dov", channel=elsewhere)
        await running.bot.services.tables.store.write(lambda db: db.execute(DAMAGE[damage]))
        for _ in range(2):
            await down(running, DAY)
        assert (
            said(running).count(str(CorruptTable(1))) == 1
            and "Table 1 cannot be read and is quarantined" in caplog.text
        )
        answer = await running.person("Ada").slash(running.channel, "game status")
        assert answer.response.content == str(CorruptTable(1))
        await running.person("Cleo").slash(elsewhere, "game start")
        assert (await running.table(elsewhere)).status == "playing"


@pytest.mark.parametrize("text", ["'{'", "'[]'", "'{\"quiet\": 7}'", "CAST(x'ff' AS TEXT)", "''"])
async def test_unreadable_settings_are_logged_and_do_not_stop_start(
    store: Store, caplog: pytest.LogCaptureFixture, text: str
) -> None:
    known = UserSettings(store)
    for user in (1, 2, 3):
        await known.save(user, UserPreferences(large=True))
    await store.write(lambda db: db.execute(f"UPDATE person SET settings = {text} WHERE user_id = 2"))
    await known.load()
    assert [known.preferences_of(user) for user in (1, 2, 3)] == [
        UserPreferences(large=True),
        UserPreferences(),
        UserPreferences(large=True),
    ]
    assert caplog.text.count("Could not read") == 1 and "settings of user 2" in caplog.text


async def test_time_of_machine_sleep_is_credited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        before, slept = await since(running), 5 * DAY
        clock: SteadyClock = running.bot.services.scheduler._downtime._clock
        clock._awake_clock = lambda: clock._wall() - slept
        with running.env._bot_scope():
            running.bot.services.scheduler.check_soon(1)
        await running.env.settle()
        assert await since(running) >= before
        assert "got 5 days back" in said(running) and "time is up" not in said(running)


async def test_wrong_system_clock_leaves_no_future_deadline(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await clocked(running)
        now = running.bot.services.tables.now()
        await running.stop()
        await written_in_2030(running.settings.database, now + 4 * 365 * DAY)
        await running.restart()
        await running.env.settle()
        assert await since(running) == pytest.approx(running.bot.services.tables.now(), abs=60)


async def written_in_2030(path: str, then: float) -> None:
    """Write what a bot leaves whose clock was ahead."""
    store = await Store.open(path)
    await store.write(lambda db: db.execute("UPDATE clock SET since = ?", (then,)))
    await store.write(lambda db: db.execute("UPDATE alive SET at = ?", (then,)))
    await store.close()
