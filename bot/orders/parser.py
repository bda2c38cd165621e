"""Standing orders: how one is written. Pure; no Discord."""

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
"""The name of the conditions that cancel an order."""
MAX_WISHES = 10
_MAX_DAYS = 60
_MAX_WISH_LENGTH = 100

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
    """Parse an order; ``wishes`` and ``unless`` have one entry per line, or separated by “;”.

    A comma also separates entries if a move begins after it. Conditions about other players begin with one of ``names``
    or a seat. The game counts in ``unit``, currently ``round_number``. A day ends at midnight in ``zone``. Patterns
    that begin with “then” are steps. Raises ``Unreadable`` with a sentence that says what would be right, and an
    example.
    """
    patterns_wanted = [_parse_wish(line, game) for line in _split_lines(wishes, game, "moves")]
    if not patterns_wanted:
        raise Unreadable(md("An order needs at least one move. Example: “{}”.", escape_prose(example_wishes(game)[0])))
    patterns = [_parse_condition(line, game, seats, names) for line in _split_lines(unless, game, "conditions", names)]
    has_then = any(map(_THEN_PATTERN.match, _split_parts(wishes, game)))
    duration_kind, until = _default_duration(patterns_wanted, has_then), 0
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
    wish_texts = tuple(map(write_pattern, patterns_wanted))
    wish_texts = wish_texts if duration_kind == "steps" else tuple(dict.fromkeys(wish_texts))
    return Order(
        wish_texts, duration_kind, until, _parse_price(price), tuple(dict.fromkeys(map(write_pattern, patterns)))
    )


def example_wishes(game: Game[Any], first_kinds: Collection[type[Action]] = ()) -> list[str]:
    """Example patterns for this game, those of kinds that may come first (``first_kinds``) first."""
    kinds = [kind for kind in game.actions if field_names(kind) and not issubclass(kind, Standing)]
    return [example_pattern(kind) for kind in sorted(kinds, key=lambda kind: kind not in first_kinds)]


def _is_watchable(kind: type[Action]) -> bool:
    """Whether a condition can depend on such a move."""
    return kind.is_public and not kind.is_sealed


def condition_example(game: Game[Any], samples: Sequence[str] = ()) -> str:
    """The first of these example patterns that a condition can use."""
    watchable_texts = (
        text for text in (*samples, *example_wishes(game)) if _is_watchable(read_pattern(text, game.actions).kind)
    )
    return next(watchable_texts)


def _parse_wish(line: str, game: Game[Any]) -> MovePattern:
    try:
        return read_pattern(line, game.actions)
    except Unreadable as error:
        if ", " not in line:
            raise
        raise Unreadable(
            md("{} Separate moves with “;”, or with “then” to make them in order.", error_message(error))
        ) from error


def _parse_condition(line: str, game: Game[Any], seats: int, names: Sequence[str]) -> MovePattern:
    """Read a move that cancels the order."""
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
    """A line that begins with someone's name, with the seat instead."""
    move = re.compile(_verb_pattern(game), re.IGNORECASE)
    for name in sorted(names, key=len, reverse=True):
        match = re.match(rf"{re.escape(name)}\s+", line, re.IGNORECASE)
        if match and (move.match(line, match.end()) or not move.match(line)):
            return f"p{names.index(name) + 1} {line[match.end() :]}"
    return line


def _unknown_player_text(line: str, game: Game[Any], names: Sequence[str]) -> Markdown:
    """Explain a line that begins with neither a name nor a move; may be empty."""
    names_matched = [name for name in names if line.casefold().startswith(name.casefold())]
    example = md("Example: “{} {}”.", escape((names_matched or [*names, ""])[0]), escape_prose(condition_example(game)))
    if names_matched and line.casefold() in map(str.casefold, names_matched):
        return md("{} needs a move after it. {}", quote(line), example)
    if not names or names_matched or re.match(rf"{_SEAT_PATTERN}\b|{_verb_pattern(game)}", line, re.IGNORECASE):
        return md("")
    player_names = join_words(list(map(escape, names)))
    return md("{} is neither a move nor a player here. Players: {}. {}", quote(line.split()[0]), player_names, example)


def _split_lines(text: str, game: Game[Any], noun: str, names: Sequence[str] = ()) -> list[str]:
    """The parts without “then”, limited in number and length."""
    parts = (_THEN_PATTERN.sub("", part, 1) for part in _split_parts(text, game, names))
    lines = [line for line in parts if line]
    if len(lines) > MAX_WISHES:
        raise Unreadable(
            md("An order can have at most {} {}; yours has {}.", MAX_WISHES, escape_prose(noun), len(lines))
        )
    if long := next((line for line in lines if len(line) > _MAX_WISH_LENGTH), None):
        raise Unreadable(
            md("A move can have at most {} characters; {} has {}.", _MAX_WISH_LENGTH, quote(long), len(long))
        )
    return lines


def _split_parts(text: str, game: Game[Any], names: Sequence[str] = ()) -> list[str]:
    """The parts, each with its leading “then” if it has one."""
    beginnings = "|".join([rf"{_SEAT_PATTERN}\s", *(rf"{re.escape(name)}\s" for name in names), _verb_pattern(game)])
    single_spaced = re.sub(r"[^\S\n]+", " ", text)  # one at a time: many of them would be tried again and again
    parts = re.split(rf"[\n;]|, ?(?=(?:{beginnings}))|,? (?=then )", single_spaced, flags=re.IGNORECASE)
    return [part.strip() for part in parts]


def _verb_pattern(game: Game[Any]) -> str:
    """A pattern of how a move begins: with its verb."""
    return rf"(?:{'|'.join(re.escape(verb_of(kind)) for kind in game.actions)})(?![\w-])"


def _default_duration(wanted: Sequence[MovePattern], then: bool) -> OrderDuration:
    """The default duration of an order; a sealed question takes one answer."""
    if then:
        return "steps"
    return "while" if any(wish.has_range and not wish.kind.is_sealed for wish in wanted) else "once"


def _parse_duration(text: str, now: float, unit: str, round_number: int, zone: tzinfo) -> tuple[OrderDuration, int]:
    """Parse how long an order lasts, with its last round or time."""
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
