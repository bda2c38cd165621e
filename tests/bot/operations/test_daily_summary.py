"""The daily summary: one message a day to the bot's owner, despite restarts, crashes, and clock changes."""

import logging
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from bot.announcements.rate_limiter import RateLimiter
from bot.child_process import run_in_child_process
from bot.config import Settings
from bot.errors import report_exception
from bot.operations.check_result import CheckResult, problem_result
from bot.operations.daily_summary import DailySummary, load_application_owner
from bot.operations.error_recorder import ErrorRecorder
from bot.operations.summary_facts import SummaryFacts, collect_facts, load_facts
from bot.operations.summary_text import has_bad_news, summary_text
from bot.play.service import TableService
from engine.store import Store
from engine.store.outbox import OutboxBacklog
from engine.store.summaries import (
    Activity,
    LoggedError,
    SentSummary,
    load_activity,
    load_latest_summary,
    save_errors,
    save_summary,
)
from tests.bot.seated_players import ADA, BEN, TITLE, begun, move_on
from tests.bot.simulated_channel import World, text_of, world

DAY, HOUR = 86_400.0, 3_600.0
QUIET = Activity(
    playing=12,
    lobbies=1,
    guilds=4,
    moves=214,
    players=17,
    backlog=OutboxBacklog(0, None),
    waiting_notices=0,
    refused_notices=0,
    errors=(),
)
FACTS = SummaryFacts(now=1_000 * DAY, seconds=DAY, activity=QUIET, has_backups=False, last_backup=None, problems=())


# -- the words


def test_summary_of_a_quiet_day_has_seven_lines_without_a_link() -> None:
    text = summary_text(FACTS, "28 November 2026")
    assert text.startswith("**Roundhouse, 28 November 2026** · the last 24 hours · version ")
    assert text.splitlines()[1:] == [
        "Tables: 12 in play, 1 lobby, on 4 servers",
        "Moves: 214 by 17 players",
        "Errors: none",
        "Deliveries: none failed",
        "Backup: not made by the bot",
        "Checks: nothing is wrong",
    ]
    assert not has_bad_news(FACTS)


def test_summary_of_a_bad_day_has_twelve_lines() -> None:
    errors = [LoggedError(f"{number:08x}", True, 0.0) for number in range(7)]
    bad = replace(
        QUIET,
        backlog=OutboxBacklog(2, FACTS.now - 3 * HOUR),
        waiting_notices=1,
        refused_notices=3,
        errors=(*errors, LoggedError("The daily backup failed", False, 0.0)),
    )
    problems = tuple(
        problem_result("disk", f"Only {number} MB are free at https://x. Make room.") for number in range(9)
    )
    facts = replace(FACTS, activity=bad, has_backups=True, last_backup=FACTS.now - 3 * DAY, problems=problems)
    lines = summary_text(facts, "28 November 2026").splitlines()
    assert len(lines) == 12 and "https://" not in "\n".join(lines)
    assert lines[3] == (
        "Errors: **8**. Search the log for `00000000`, `00000001`, `00000002`, `00000003`, `00000004`, 2 more,"
        " and 1 without an id."
    )
    assert lines[4] == (
        "Deliveries: **posts of 2 tables** are pending, the oldest for 3 hours, **1 message to a player** failed so"
        " far, and Discord refuses 3 messages to players"
    )
    assert lines[5:7] == ["Backup: **3 days old**", "Checks: **9 problems**"]
    assert lines[-1] == "- 5 more: run `roundhouse doctor --running`"
    assert has_bad_news(facts)


def test_late_backup_counts_as_bad_news() -> None:
    assert has_bad_news(replace(FACTS, has_backups=True))
    assert not has_bad_news(replace(FACTS, has_backups=True, last_backup=FACTS.now - 20 * HOUR))


# -- the numbers


async def test_moves_of_people_in_the_last_day_are_counted(store: Store, sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, channel=1)
    await sessions.open_lobby(2, 9, TITLE, ADA)
    await move_on(sessions, table, 2)
    activity = await store.read(lambda db: load_activity(db, 1_000.0, 0.0))
    assert (activity.playing, activity.lobbies, activity.guilds) == (1, 1, 1)
    assert activity.moves == 2 and activity.players in (1, 2)
    later = await store.read(lambda db: load_activity(db, 1_001.0, 0.0))
    assert (later.moves, later.players) == (0, 0)


async def test_errors_are_kept_by_their_ids_without_values(store: Store) -> None:
    recorder = ErrorRecorder(store, lambda: 5_000.0)
    recorder.start()
    try:
        said = report_exception(KeyError("a hand: Pittsburgh"), "a command of Ada")
        logging.getLogger("bot.users").error("the settings of user %d cannot be read", 42)
        logging.getLogger("bot.users").warning("this is no error")
    finally:
        await recorder.close()
    logging.getLogger("bot.users").error("nobody listens anymore")
    errors = (await store.read(lambda db: load_activity(db, 5_000.0, 0.0))).errors
    named, other = sorted(errors, key=lambda error: not error.has_id)
    assert named.word in said and len(named.word) == 8
    assert other == LoggedError("the settings of user %d cannot be read", False, 5_000.0)
    assert len(errors) == 2


async def test_the_latest_summary_is_one_row(store: Store) -> None:
    assert await store.read(load_latest_summary) is None
    for summary in (SentSummary(20_000, 1.5, is_pending=True), SentSummary(20_001, 2.5, is_pending=False)):
        await store.write(partial(save_summary, summary=summary))
        assert await store.read(load_latest_summary) == summary


async def test_errors_of_long_ago_are_deleted(store: Store) -> None:
    for now in (0.0, 31 * DAY):
        await store.write(lambda db, now=now: save_errors(db, {(f"{now}", True): now}, now))
    errors = (await store.read(lambda db: load_activity(db, 0.0, 0.0))).errors
    assert [error.at for error in errors] == [31 * DAY]


async def test_facts_and_findings_are_collected_in_a_separate_process(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    await (await Store.open(database)).close()
    settings = Settings(database=str(database), pictures="none", backups=str(tmp_path / "backups"))
    facts = await run_in_child_process("facts", collect_facts, settings, 0.0, 9 * DAY)
    assert facts is not None and facts.seconds == 9 * DAY and facts.activity.playing == 0
    assert [problem.what for problem in facts.problems] == ["lock"], "no bot has the database"
    assert facts.has_backups and facts.last_backup is None


# -- the message


class Owner:
    """Ada as the owner of the bot. The bot's messages to her are read in her direct messages."""

    def __init__(self, running: World) -> None:
        self.running, self.person = running, running.person("Ada").user
        self.asked: list[tuple[float, float]] = []
        self.problems: tuple[CheckResult, ...] = ()
        self.take_bot()

    def take_bot(self) -> None:
        """Let the current bot send its summary to Ada."""
        summary = self.running.bot.daily_summary
        summary.load_owner, summary.collect = self.load, self.collect

    async def load(self) -> Any:
        return self.person.id

    async def collect(self, settings: Settings, since: float, now: float) -> SummaryFacts:
        async def find_problems(_: Settings) -> tuple[CheckResult, ...]:
            return self.problems

        self.asked.append((since, now))
        return await load_facts(settings, since, now, find_problems)

    async def send(self) -> None:
        """Do what the bot does every minute."""
        with self.running.env._bot_scope():
            self.running.bot.daily_summary.start_if_due()
        await self.running.env.settle()

    def summaries(self) -> list[str]:
        posts = self.running.posts(self.person.dm_channel)
        return [text_of(post) for post in posts if "Roundhouse, " in post.content]


def at_eight(running: World) -> float:
    """Return the seconds until eight o'clock UTC."""
    now = running.env.now()
    return (8 * HOUR - now.timestamp()) % DAY


async def test_the_owner_gets_one_summary_a_day(tmp_path: Path) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner = Owner(running)
        await running.started("Ada", "Ben")
        await owner.send()
        assert len(owner.summaries()) == 1, "the first one comes at once, so that the host sees that it works"
        assert "Tables: 1 in play, no lobbies, on 1 server" in owner.summaries()[0]
        await running.env.advance_time(at_eight(running) - 60)
        await owner.send()
        assert len(owner.summaries()) == 1
        await running.env.advance_time(120)
        await owner.send()
        await owner.send()
        assert len(owner.summaries()) == 2
        await running.restart()
        owner.take_bot()
        await owner.send()
        assert len(owner.summaries()) == 2


async def test_summary_notifies_only_if_it_has_bad_news(tmp_path: Path) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner = Owner(running)
        await owner.send()
        owner.problems = (problem_result("disk", "Only 3 MB are free."),)
        await running.env.advance_time(DAY)
        await owner.send()
        posts = [post for post in running.posts(owner.person.dm_channel) if "Roundhouse, " in post.content]
        assert [post.flags.silent for post in posts] == [True, False]
        assert "- disk: Only 3 MB are free." in posts[1].content


async def test_no_summary_is_sent_without_the_setting(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        owner = Owner(running)
        await owner.send()
        await running.bot.daily_summary.send_if_due()
        assert not owner.summaries() and not owner.asked


@pytest.mark.parametrize("was_sent", [True, False])
async def test_after_a_crash_a_pending_summary_comes_once(tmp_path: Path, was_sent: bool) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner, store = Owner(running), running.bot.services.tables.store
        await owner.send()
        sent = await store.read(load_latest_summary)
        assert sent is not None and not sent.is_pending
        day = sent.day if was_sent else sent.day + 1
        await store.write(lambda db: save_summary(db, SentSummary(day, sent.at, is_pending=True)))
        await running.env.advance_time(0 if was_sent else DAY)
        await running.restart()
        owner.take_bot()
        await owner.send()
        assert len(owner.summaries()) == (1 if was_sent else 2)
        latest = await running.bot.services.tables.store.read(load_latest_summary)
        assert latest is not None and not latest.is_pending and latest.day == day


async def test_two_processes_with_one_database_send_one_summary(tmp_path: Path) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner, summary = Owner(running), running.bot.daily_summary
        tables = running.bot.services.tables
        other = DailySummary(running.bot, tables.store, RateLimiter(tables.now), tables.now, running.settings)
        other.load_owner, other.collect = owner.load, owner.collect
        with running.env._bot_scope():
            await summary.send_if_due()
            await other.send_if_due()
        assert len(owner.summaries()) == 1


async def test_a_summary_after_a_downtime_is_about_all_of_it(tmp_path: Path) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner = Owner(running)
        for days in (0, 3, 90):
            await running.env.advance_time(days * DAY)
            await owner.send()
        spans = [round((now - since) / DAY) for since, now in owner.asked]
        assert spans == [1, 3, 7]
        assert "the last 3 days" in owner.summaries()[1]


@pytest.mark.parametrize(("days_ahead", "expected"), [(1, 0), (400, 1)])
async def test_clock_that_was_ahead_suppresses_summaries_for_a_day_at_most(
    tmp_path: Path, days_ahead: int, expected: int
) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner, store = Owner(running), running.bot.services.tables.store
        today = int((running.env.now().timestamp() - 8 * HOUR) // DAY)
        await store.write(lambda db: save_summary(db, SentSummary(today + days_ahead, 0.0, is_pending=False)))
        await owner.send()
        assert len(owner.summaries()) == expected


async def test_an_owner_without_direct_messages_is_named_in_the_log_once_a_day(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner = Owner(running)
        path = f"/channels/{owner.person.dm_channel.id}/messages"
        running.env.inject_error("POST", path, status=403, code=50007, times=None)
        await owner.send()
        await owner.send()
        assert not owner.summaries()
        assert sum("The daily summary was not sent" in record.getMessage() for record in caplog.records) == 1


async def test_a_summary_that_discord_did_not_take_is_sent_later_and_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    async with world(tmp_path, summary_hour=8) as running:
        owner = Owner(running)
        path = f"/channels/{owner.person.dm_channel.id}/messages"
        running.env.inject_error("POST", path, status=500, times=None)
        await owner.send()
        await owner.send()
        assert len(owner.asked) == 1, "the next attempt waits"
        running.env.backend.faults.clear()
        await running.env.advance_time(HOUR)
        await owner.send()
        await owner.send()
        assert len(owner.summaries()) == 1


async def test_facts_that_cannot_be_collected_are_collected_again_later(tmp_path: Path) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner, attempts = Owner(running), list[float]()

        async def fail(_: Settings, __: float, now: float) -> None:
            attempts.append(now)

        running.bot.daily_summary.collect = fail
        await owner.send()
        await owner.send()
        assert len(attempts) == 1
        await running.env.advance_time(HOUR)
        owner.take_bot()
        await owner.send()
        assert len(owner.summaries()) == 1


async def test_scheduler_sends_the_summary(tmp_path: Path) -> None:
    async with world(tmp_path, summary_hour=8) as running:
        owner = Owner(running)
        with running.env._bot_scope():
            running.bot.services.scheduler.on_heartbeat()
        await running.env.settle()
        assert len(owner.summaries()) == 1


@pytest.mark.parametrize(("team", "owner"), [(None, 1), (SimpleNamespace(owner_id=2), 2)])
async def test_team_owner_gets_the_summary_of_a_team(team: Any, owner: int) -> None:
    async def application_info() -> Any:
        return SimpleNamespace(owner=SimpleNamespace(id=1), team=team)

    client: Any = SimpleNamespace(application_info=application_info)
    assert await load_application_owner(client) == owner
