"""Parses standing orders that players type. Pure; no Discord."""

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, cast

from bot.markdown import Markdown, error_message, escape, escape_prose, join_words, md, quote
from bot.orders.order import Order, OrderDuration
from engine import Game, Unreadable
from engine.core import Action, Standing, field_names, verb_of
from engine.core.move_pattern import MovePattern, example_pattern, read_pattern, write_pattern
from engine.core.notation import read_number
from engine.store.table_settings import DAY

UNLESS_LABEL = "Cancel it if"
"""Label of the conditions that cancel an order."""
MAX_PATTERNS = 10
"""Maximum number of patterns in an order, and maximum number of conditions."""
_MAX_DAYS = 60
_MAX_PATTERN_LENGTH = 100

_THEN_PATTERN = re.compile(r"then\s+", re.IGNORECASE)
_SEAT_PATTERN = r"p[1-9][0-9]?"
_DURATION_PATTERN = re.compile(
    r"(?P<once>once|one time)"
    r"|(?P<while>while|always|again and again|while it lasts|while it fits)"
    r"|(?P<steps>in order|steps|step by step|one after the other|one after another)"
    r"|(?:until |to )?(?:round|turn) (?P<round>[0-9]{1,4})"
    r"|(?:for )?(?P<days>[0-9]{1,4}) days?"
    r"|(?:until )?(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)


def parse_order(
    game: Game[Any],
    wishes: str,
    duration: str,
    price: str,
    unless: str,
    *,
    seats: int,
    now: float,
    round_number: int,
    unit: str = "round",
    names: Sequence[str] = (),
    zone: tzinfo = UTC,
) -> Order:
    """Parse a standing order. ``wishes`` and ``unless`` have one entry per line, or separated by “;”.

    A comma also separates two entries if the second begins with a verb. Patterns that begin with “then” are steps.
    Conditions about another player begin with a seat or one of ``names``. ``round_number`` is the current turn or round
    of the game, and ``unit`` is “turn” or “round”. A day ends at midnight in ``zone``. Raises ``Unreadable`` with an
    explanation and an example.
    """
    patterns = [_parse_pattern(line, game) for line in _split_lines(wishes, game, "moves")]
    if not patterns:
        raise Unreadable(
            md("An order needs at least one move. Example: “{}”.", escape_prose(example_patterns(game)[0]))
        )
    conditions = [
        _parse_condition(line, game, seats, names) for line in _split_lines(unless, game, "conditions", names)
    ]
    has_then = any(map(_THEN_PATTERN.match, _split_parts(wishes, game)))
    duration_kind, until = _default_duration(patterns, has_then), 0
    if duration.strip():
        duration_kind, until = _parse_duration(duration, now, unit, round_number, zone)
    if has_then and duration_kind != "steps":
        raise Unreadable(
            md(
                "“Then” makes the moves in order, so it can’t be combined with {}. "
                "Leave *How long* empty, or use “;” instead of “then”.",
                quote(duration),
            )
        )
    texts = tuple(map(write_pattern, patterns))
    texts = texts if duration_kind == "steps" else tuple(dict.fromkeys(texts))
    return Order(texts, duration_kind, until, _parse_price(price), tuple(dict.fromkeys(map(write_pattern, conditions))))


def example_patterns(game: Game[Any], first_kinds: Collection[type[Action]] = ()) -> list[str]:
    """Return an example pattern for each kind of move, those of ``first_kinds`` first."""
    kinds = [kind for kind in game.actions if field_names(kind) and not issubclass(kind, Standing)]
    return [example_pattern(kind) for kind in sorted(kinds, key=lambda kind: kind not in first_kinds)]


def _is_watchable(kind: type[Action]) -> bool:
    """Whether conditions can depend on this kind of move."""
    return kind.is_public and not kind.is_sealed


def condition_example(game: Game[Any], samples: Sequence[str] = ()) -> str:
    """Return the first example that a condition can use, from ``samples`` or else from the game's example patterns."""
    watchable_texts = (
        text for text in (*samples, *example_patterns(game)) if _is_watchable(read_pattern(text, game.actions).kind)
    )
    return next(watchable_texts)


def _parse_pattern(line: str, game: Game[Any]) -> MovePattern:
    try:
        return read_pattern(line, game.actions)
    except Unreadable as error:
        if ", " not in line:
            raise
        raise Unreadable(
            md("{} Separate moves with “;”, or with “then” to make them in order.", error_message(error))
        ) from error


def _parse_condition(line: str, game: Game[Any], seats: int, names: Sequence[str]) -> MovePattern:
    """Parse a condition: the pattern of a move that cancels the order."""
    try:
        pattern = read_pattern(_replace_name_by_seat(line, names, game), game.actions, allow_seat=True)
    except Unreadable as error:
        raise Unreadable(
            md("*{}*: {}", escape_prose(UNLESS_LABEL), _unknown_player_text(line, game, names) or error_message(error))
        ) from error
    if not _is_watchable(pattern.kind):
        raise Unreadable(
            md(
                "*{}*: I can’t watch for “{}”, because not everyone sees the whole move when it’s made. Example: “{}”.",
                escape_prose(UNLESS_LABEL),
                escape_prose(verb_of(pattern.kind)),
                escape_prose(condition_example(game)),
            )
        )
    if pattern.seat is not None and pattern.seat > seats:
        raise Unreadable(
            md(
                "*{}*: There’s no player {} at this table. Seats: p1 to p{}.",
                escape_prose(UNLESS_LABEL),
                pattern.seat,
                seats,
            )
        )
    return pattern


def _replace_name_by_seat(line: str, names: Sequence[str], game: Game[Any]) -> str:
    verb_pattern = re.compile(_verb_pattern(game), re.IGNORECASE)
    for name in sorted(names, key=len, reverse=True):
        match = re.match(rf"{re.escape(name)}\s+", line, re.IGNORECASE)
        if match and (verb_pattern.match(line, match.end()) or not verb_pattern.match(line)):
            return f"p{names.index(name) + 1} {line[match.end() :]}"
    return line


def _unknown_player_text(line: str, game: Game[Any], names: Sequence[str]) -> Markdown:
    """Return a sentence for a line that begins with neither a player's name nor a move; empty for other lines."""
    matching_names = [name for name in names if line.casefold().startswith(name.casefold())]
    example = md(
        "Example: “{} {}”.", escape((matching_names or [*names, ""])[0]), escape_prose(condition_example(game))
    )
    if matching_names and line.casefold() in map(str.casefold, matching_names):
        return md("{} needs a move after it. {}", quote(line), example)
    if not names or matching_names or re.match(rf"{_SEAT_PATTERN}\b|{_verb_pattern(game)}", line, re.IGNORECASE):
        return md("")
    player_names = join_words(list(map(escape, names)))
    return md("{} is neither a move nor a player here. Players: {}. {}", quote(line.split()[0]), player_names, example)


def _split_lines(text: str, game: Game[Any], noun: str, names: Sequence[str] = ()) -> list[str]:
    """Split a text into patterns, without “then”. Raises ``Unreadable`` if they are too many or too long."""
    parts = (_THEN_PATTERN.sub("", part, 1) for part in _split_parts(text, game, names))
    lines = [line for line in parts if line]
    if len(lines) > MAX_PATTERNS:
        raise Unreadable(
            md("An order can have at most {} {}; yours has {}.", MAX_PATTERNS, escape_prose(noun), len(lines))
        )
    if long_line := next((line for line in lines if len(line) > _MAX_PATTERN_LENGTH), None):
        raise Unreadable(
            md(
                "A move can have at most {} characters; {} has {}.",
                _MAX_PATTERN_LENGTH,
                quote(long_line),
                len(long_line),
            )
        )
    return lines


def _split_parts(text: str, game: Game[Any], names: Sequence[str] = ()) -> list[str]:
    """Split a text into patterns, which keep a leading “then”."""
    pattern_starts = "|".join(
        [rf"{_SEAT_PATTERN}\s", *(rf"{re.escape(name)}\s" for name in names), _verb_pattern(game)]
    )
    single_spaced = re.sub(r"[^\S\n]+", " ", text)  # many blanks would make the next pattern slow
    parts = re.split(rf"[\n;]|, ?(?=(?:{pattern_starts}))|,? (?=then )", single_spaced, flags=re.IGNORECASE)
    return [part.strip() for part in parts]


def _verb_pattern(game: Game[Any]) -> str:
    return rf"(?:{'|'.join(re.escape(verb_of(kind)) for kind in game.actions)})(?![\w-])"


def _default_duration(patterns: Sequence[MovePattern], has_then: bool) -> OrderDuration:
    if has_then:
        return "steps"
    return "while" if any(pattern.has_range and not pattern.kind.is_sealed for pattern in patterns) else "once"


def _parse_duration(text: str, now: float, unit: str, round_number: int, zone: tzinfo) -> tuple[OrderDuration, int]:
    """Parse a duration into (kind, last round or time in seconds since 1970)."""
    match = _DURATION_PATTERN.fullmatch(" ".join(text.casefold().split()))
    if match is None:
        raise Unreadable(
            md(
                "{} isn’t a valid *How long*. Examples: “once”, “while it lasts”, “in order”, "
                "“until {} {}”, “for 3 days”.",
                quote(text),
                escape_prose(unit),
                round_number + 1,
            )
        )
    kind = match.lastgroup or ""
    match kind:
        case "round":
            return kind, _check_round(int(match[kind]), unit, round_number)
        case "days":
            return "date", _check_moment(int(now + int(match[kind]) * DAY), now)
        case "date":
            return kind, _check_moment(_end_of_day(match[kind], zone), now)
        case _:
            return cast("OrderDuration", kind), 0


def _check_round(last: int, unit: str, round_number: int) -> int:
    if last < round_number:
        over_text, now_is, next_text = (f"{unit} {number}" for number in (last, round_number, round_number + 1))
        raise Unreadable(
            md(
                "{} is in the past: it’s now {}. Example: “until {}”.",
                *map(escape_prose, (over_text.capitalize(), now_is, next_text)),
            )
        )
    return last


def _check_moment(moment: int, now: float) -> int:
    if not now < moment <= now + _MAX_DAYS * DAY:
        raise Unreadable(md("An order can last 1 to {} days. Example: “for 3 days”.", _MAX_DAYS))
    return moment


def _end_of_day(date: str, zone: tzinfo) -> int:
    try:
        end = datetime.fromisoformat(date).replace(tzinfo=zone) + timedelta(days=1)
        return int(end.timestamp())
    except (ValueError, OverflowError) as error:
        raise Unreadable(md("{} isn’t a valid date. Example: “for 3 days”.", quote(date))) from error


def _parse_price(text: str) -> int | None:
    try:
        return read_number(text) if text.strip() else None
    except ValueError as error:
        raise Unreadable(md("{} isn’t a price. Enter a whole number, such as 5.", quote(text))) from error
