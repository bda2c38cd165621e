"""The text of the daily summary for the owner of the bot, without links, in at most twelve lines."""

from collections.abc import Iterator, Sequence

from bot import __version__
from bot.markdown import Markdown, code_text, count_noun, escape_prose, join_lines, join_words, md, truncate
from bot.names import duration_text
from bot.operations.check_result import CheckResult
from bot.operations.daily_backup import MAX_BACKUP_AGE
from bot.operations.summary_facts import SummaryFacts
from engine.store.summaries import Activity, LoggedError

_MAX_ERRORS, _MAX_PROBLEMS = 5, 4
_MAX_PROBLEM_LENGTH = 200


def summary_heading(day: str) -> Markdown:
    """The first line of a day’s summary, by which the bot finds a message that it has sent."""
    return md("**Roundhouse, {}**", escape_prose(day))


def has_bad_news(facts: SummaryFacts) -> bool:
    """Whether the summary contains a problem. If so, the message is sent with a notification."""
    activity = facts.activity
    return bool(
        activity.errors or activity.backlog.tables or activity.waiting_notices or facts.problems
    ) or _is_backup_late(facts)


def summary_text(facts: SummaryFacts, day: str) -> Markdown:
    """The message with the facts of a day."""
    activity = facts.activity
    lines = [
        md("{} · the last {} · version {}", summary_heading(day), duration_text(facts.seconds), code_text(__version__)),
        md(
            "Tables: {} in play, {}, on {}",
            activity.playing,
            count_noun(activity.lobbies, "lobby", "lobbies"),
            count_noun(activity.guilds, "server"),
        ),
        md("Moves: {} by {}", activity.moves, count_noun(activity.players, "player")),
        md("Errors: {}", _errors_text(activity.errors)),
        md("Deliveries: {}", _deliveries_text(activity, facts.now)),
        md("Backup: {}", _backup_text(facts)),
        *_problem_lines(facts.problems),
    ]
    return join_lines(lines)


def _errors_text(errors: Sequence[LoggedError]) -> Markdown:
    if not errors:
        return md("none")
    ids = [md("`{}`", code_text(error.word)) for error in errors if error.has_id]
    others = len(errors) - len(ids)
    parts = ids[:_MAX_ERRORS]
    if more := len(ids[_MAX_ERRORS:]):
        parts.append(md("{} more", more))
    if others:
        parts.append(md("{} without an id", others))
    return md("**{}**. Search the log for {}.", len(errors), join_words(parts))


def _deliveries_text(activity: Activity, now: float) -> Markdown:
    parts = list[Markdown]()
    backlog = activity.backlog
    if backlog.oldest is not None:
        age = duration_text(max(0.0, now - backlog.oldest))
        parts.append(md("**posts of {}** are pending, the oldest for {}", count_noun(backlog.tables, "table"), age))
    if activity.waiting_notices:
        parts.append(md("**{}** failed so far", _count_messages(activity.waiting_notices)))
    if activity.refused_notices:
        parts.append(md("Discord refuses {}", _count_messages(activity.refused_notices)))
    return join_words(parts) if parts else md("none failed")


def _count_messages(number: int) -> Markdown:
    return count_noun(number, "message to a player", "messages to players")


def _backup_text(facts: SummaryFacts) -> Markdown:
    if not facts.has_backups:
        return md("not made by the bot")
    if facts.last_backup is None:
        return md("**none yet**")
    age = duration_text(max(0.0, facts.now - facts.last_backup))
    return md("**{} old**", age) if _is_backup_late(facts) else md("{} old", age)


def _is_backup_late(facts: SummaryFacts) -> bool:
    if not facts.has_backups:
        return False
    return facts.last_backup is None or facts.now - facts.last_backup > MAX_BACKUP_AGE


def _problem_lines(problems: Sequence[CheckResult]) -> Iterator[Markdown]:
    if not problems:
        yield md("Checks: nothing is wrong")
        return
    yield md("Checks: **{}**", count_noun(len(problems), "problem"))
    for problem in problems[:_MAX_PROBLEMS]:
        line = md("- {}: {}", escape_prose(problem.what), escape_prose(problem.text))
        yield truncate(line, _MAX_PROBLEM_LENGTH)
    if more := len(problems[_MAX_PROBLEMS:]):
        yield md("- {} more: run `roundhouse doctor --running`", more)
