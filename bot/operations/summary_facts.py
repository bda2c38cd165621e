"""Collects the facts of the daily summary from the database, the backups, and the doctor's checks.

This reads whole logs and checks the whole database, so it must run in a separate process.
"""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec

from bot.config import Settings
from bot.operations.check_result import CheckResult
from bot.operations.daily_backup import backup_target
from bot.operations.doctor import find_problems
from engine.store import Store
from engine.store.address import is_server_address
from engine.store.backup import find_newest_backup_time
from engine.store.summaries import Activity, load_activity

_LATE_SECONDS = 600.0
"""Seconds after which a pending notification counts as failed. Several attempts were made by then."""
_CHECKS_WITH_OWN_LINE = ("outbox", "backups")
"""Checks whose results have lines of their own in the summary."""


class SummaryFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The facts about the last ``seconds`` before the time ``now``.

    ``has_backups`` is whether the bot makes backups, and ``last_backup`` the time of the newest one, or None.
    ``problems`` are the doctor's results that are problems.
    """

    now: float
    seconds: float
    activity: Activity
    has_backups: bool
    last_backup: float | None
    problems: tuple[CheckResult, ...]


def collect_facts(settings: Settings, since: float, now: float) -> SummaryFacts:
    """Collect the facts about the time from ``since`` until ``now``, in the calling process."""
    return asyncio.run(load_facts(settings, since, now))


async def load_facts(
    settings: Settings,
    since: float,
    now: float,
    find_problems: Callable[[Settings], Awaitable[tuple[CheckResult, ...]]] = find_problems,
) -> SummaryFacts:
    """Load the facts about the time from ``since`` until ``now``. Errors of the database are raised."""
    problems = await find_problems(settings)
    store = await Store.open(settings.database, read_only=True)
    try:
        activity = await store.read(lambda db: load_activity(db, since, now - _LATE_SECONDS))
    finally:
        await store.close()
    return SummaryFacts(
        now=now,
        seconds=now - since,
        activity=activity,
        has_backups=bool(settings.backups) and not is_server_address(settings.database),
        last_backup=_last_backup_time(settings, now),
        problems=tuple(problem for problem in problems if problem.what not in _CHECKS_WITH_OWN_LINE),
    )


def _last_backup_time(settings: Settings, now: float) -> float | None:
    target = backup_target(settings)
    try:
        newest = find_newest_backup_time(target, now) if settings.backups else None
    except OSError:
        return None
    return None if newest is None else newest.timestamp()
