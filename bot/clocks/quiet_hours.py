"""Parses and formats quiet hours, holidays, and local times. Pure."""

import re
from datetime import date, datetime, timedelta

from bot.clocks.zones import tzinfo_of
from bot.markdown import Markdown, md, quote
from engine.errors import Refused, Unreadable

MAX_HOLIDAY, _MAX_HOLIDAY_DELAY = timedelta(days=60), timedelta(days=366)
"""Maximum length of a holiday, and maximum time until its first day."""
_MAX_QUIET_HOURS = 12

_HOUR_PATTERN = re.compile(r"(2[0-4]|1[0-9]|0?[0-9])(?:[:.h]?([0-5][0-9]))?\s*(h|am|pm|a\.m\.|p\.m\.)?", re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_DAY_FIRST = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th)?\s*([a-z]{3,9})\.?,?\s*(\d{4})")
_MONTH_FIRST = re.compile(r"([a-z]{3,9})\.?\s*(\d{1,2})(?:st|nd|rd|th)?,?\s*(\d{4})")
_DOTTED = re.compile(r"(\d{1,2})\.\s*(\d{1,2})\.\s*(\d{4})")
_SLASHED = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})")
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")


def local_time(moment: float, zone: str) -> datetime:
    """The local time of ``moment``, in seconds since 1970, in a time zone."""
    return datetime.fromtimestamp(moment, tzinfo_of(zone))


def hours_around(moment: float, hour: int, zone: str) -> tuple[float, float]:
    """Return the last time before ``moment`` and the next time after it when it is this hour in a zone.

    Times are in seconds since 1970. When summer time begins or ends, a skipped hour is replaced by the following one,
    and the first of two equal hours counts.
    """
    today = local_time(moment, zone).date()
    days = [today + timedelta(days=shift) for shift in (-1, 0, 1)]
    moments = [_start_of_hour(day, zone, hour) for day in days]
    return max(at for at in moments if at <= moment), min(at for at in moments if at > moment)


def _parse_hour(typed: str) -> int:
    """An hour of the day, 0 to 23, from “22”, “22:00”, or “10pm”; “22:30” is rounded. Raises ``Unreadable``."""
    match = _HOUR_PATTERN.fullmatch(typed.strip())
    if match is None:
        raise Unreadable(md("{} isn’t a valid hour. Enter 0 to 23, such as 22, 22:00, or 10pm.", quote(typed)))
    hour, suffix = int(match[1]), (match[3] or "h")[0].lower()
    if suffix in "ap":
        if not 1 <= hour <= 12:
            raise Unreadable(md("{} isn’t a valid hour. With am or pm, enter 1 to 12.", quote(typed)))
        hour = hour % 12 + 12 * (suffix == "p")
    return (hour + (int(match[2] or 0) >= 30)) % 24


def parse_quiet_hours(start: str, end: str) -> tuple[int, int]:
    """Return the quiet hours as (start, end) from two typed fields; two empty fields mean none.

    Raises ``Unreadable``, or ``Refused`` if there are too many.
    """
    if not start.strip() and not end.strip():
        return (0, 0)
    if not start.strip() or not end.strip():
        raise Unreadable(md("Quiet hours need a start and an end, such as 22 and 7. For none, leave both empty."))
    first, last = _parse_hour(start), _parse_hour(end)
    if (hours := (last - first) % 24) > _MAX_QUIET_HOURS:
        raise Refused(
            md(
                "Quiet hours can last at most {} hours because other players are waiting. Yours would last {}.",
                _MAX_QUIET_HOURS,
                hours,
            )
        )
    return (first, last)


def quiet_hours_remark(start: str, end: str) -> Markdown:
    """Return a sentence that says how the quiet hours were understood; empty if they are exactly as typed."""
    first, last = parse_quiet_hours(start, end)
    if first == last and start.strip():
        return md("Quiet hours from {}:00 to {}:00 last no time, so you have none.", first, last)
    matches = [_HOUR_PATTERN.fullmatch(text.strip()) for text in (start, end)]
    is_full = all(match[2] in (None, "00") for match in matches if match)
    return (
        md("")
        if is_full
        else md("Quiet hours start and end on the hour. Yours are {}.", quiet_hours_text((first, last)))
    )


def quiet_hours_text(quiet: tuple[int, int]) -> Markdown:
    """Quiet hours in words."""
    return md("none") if quiet[0] == quiet[1] else md("{}:00 to {}:00", quiet[0], quiet[1])


def parse_date(typed: str, now: float, zone: str) -> date:
    """A day, from “2026-08-01”, “1.8.2026”, “1 Aug 2026”, “today” or “tomorrow”. Raises ``Unreadable``."""
    today, words = local_time(now, zone).date(), " ".join(typed.casefold().split())
    if words in ("today", "tomorrow"):
        return today + timedelta(days=words == "tomorrow")
    try:
        return date(*_split_date(words))
    except ValueError as error:
        examples = md("Examples: {}, today, and tomorrow.", today)
        raise Unreadable(md("{} isn’t a valid date. {}", quote(typed), examples)) from error


def _split_date(word: str) -> tuple[int, int, int]:
    """(year, month, day). Raises ``Unreadable`` if day and month are ambiguous, ``ValueError`` for anything else."""
    if match := _YEAR_FIRST.fullmatch(word):
        return int(match[1]), int(match[2]), int(match[3])
    if match := _DOTTED.fullmatch(word):
        return int(match[3]), int(match[2]), int(match[1])
    if match := _DAY_FIRST.fullmatch(word):
        return int(match[3]), _parse_month(match[2]), int(match[1])
    if match := _MONTH_FIRST.fullmatch(word):
        return int(match[3]), _parse_month(match[1]), int(match[2])
    if match := _SLASHED.fullmatch(word):
        first_number, second_number, year = map(int, match.groups())
        if max(first_number, second_number) <= 12 and first_number != second_number:
            day_first, month_first = date(year, second_number, first_number), date(year, first_number, second_number)
            raise Unreadable(md("{} could mean {} or {}. Enter one of them.", quote(word), day_first, month_first))
        return (year, first_number, second_number) if second_number > 12 else (year, second_number, first_number)
    raise ValueError(word)


def _parse_month(word: str) -> int:
    return _MONTHS.index(word[:3]) + 1


def parse_holiday(start: str, end: str, now: float, zone: str) -> tuple[float, float]:
    """Return a holiday as (start, end), in seconds since 1970: from the start of one day, or now, to the end of
    another.

    Raises ``Unreadable``, or ``Refused`` for a holiday that is over, reversed, or too long.
    """
    today = local_time(now, zone).date()
    first = parse_date(start, now, zone) if start.strip() else today
    if not end.strip():
        raise Unreadable(md("A holiday needs a last day, such as {} or tomorrow.", today))
    last = parse_date(end, now, zone)
    if first - today > _MAX_HOLIDAY_DELAY:
        raise Refused(md("A holiday can’t start on {}: it must start within a year from now.", first))
    if last < first:
        raise Refused(md("A holiday from {} to {} would end before it starts.", first, last))
    if last - first >= MAX_HOLIDAY:
        raise Refused(
            md(
                "A holiday can last at most {} days. Yours would last {}.",
                MAX_HOLIDAY.days,
                (last - first).days + 1,
            )
        )
    until = _start_of_hour(last + timedelta(days=1), zone)
    if until <= now:
        raise Refused(md("That holiday would already be over: {} is in the past.", last))
    return (max(now, _start_of_hour(first, zone)), until)


def holiday_of_days(days: int, now: float, zone: str) -> tuple[float, float]:
    """Return a holiday as (start, end), in seconds since 1970: from now to the end of the day ``days`` after today."""
    return (now, _start_of_hour(local_time(now, zone).date() + timedelta(days=days + 1), zone))


def _start_of_hour(day: date, zone: str, hour: int = 0) -> float:
    """The time at which this hour of a day begins in a zone, in seconds since 1970."""
    return datetime(day.year, day.month, day.day, hour, tzinfo=tzinfo_of(zone)).timestamp()
