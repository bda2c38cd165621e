"""Standing orders: how one is written. Pure; it knows no title, no Discord."""

import re
from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Any, cast

from bot.markdown import Markdown, escape, escape_prose, listed, md, message_of, quoted
from bot.planning.orders import Lasts, Order
from engine import Game, Unreadable
from engine.core import Action, Standing, field_names, verb_of
from engine.core.move_pattern import MovePattern, example_pattern, read_pattern, write_pattern
from engine.core.notation import read_number
from engine.store.terms import DAY

UNLESS = "Cancel it if"
"""The name of the conditions that cancel an order."""
MOST_WISHES = 10
_LONGEST_DAYS = 60
_LONGEST_WISH = 100

_THEN = re.compile(r"then\s+", re.IGNORECASE)
_SEAT = r"p[1-9][0-9]?"
_LASTS = re.compile(
    r"(?P<once>once|one time)"
    r"|(?P<while>while|always|again and again|while it lasts|while it fits)"
    r"|(?P<steps>in order|steps|step by step|one after the other|one after another)"
    r"|(?:until |to )?(?:round|turn) (?P<round>[0-9]{1,4})"
    r"|(?:for )?(?P<days>[0-9]{1,4}) days?"
    r"|(?:until )?(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})"
)


def read_order(
    game: Game[Any],
    wishes: str,
    lasts: str,
    price: str,
    unless: str,
    *,
    seats: int,
    now: float,
    round: int,
    stretch: str = "round",
    names: Sequence[str] = (),
    zone: tzinfo = UTC,
) -> Order:
    """The order that these texts stand for; ``wishes`` and ``unless`` have a line, or a part between “;”, for each.

    A comma parts two as well where a move begins after it. What somebody else may do begins with one of the ``names``
    or with the seat. The title counts by the ``stretch``, now at ``round``. A day ends as it does in ``zone``. Wishes
    that begin with “then” are steps, and nothing else. Raises ``Unreadable`` with a sentence that says what would be
    right, and an example.
    """
    wanted = [_wish(line, game) for line in _lines(wishes, game, "moves")]
    if not wanted:
        raise Unreadable(md("An order needs at least one move. Example: “{}”.", escape_prose(examples(game)[0])))
    patterns = [_pattern(line, game, seats, names) for line in _lines(unless, game, "conditions", names)]
    then = any(map(_THEN.match, _parted(wishes, game)))
    kind, until = _usual(wanted, then), 0
    if lasts.strip():
        kind, until = _lasting(lasts, now, stretch, round, zone)
    if then and kind != "steps":
        raise Unreadable(
            md(
                "“Then” makes the moves in order, so it can’t be combined with {}. "
                "Leave *How long* empty, or use “;” instead of “then”.",
                quoted(lasts),
            )
        )
    written = tuple(map(write_pattern, wanted))
    written = written if kind == "steps" else tuple(dict.fromkeys(written))
    return Order(written, kind, until, _price(price), tuple(dict.fromkeys(map(write_pattern, patterns))))


def examples(game: Game[Any], soon: Collection[type[Action]] = ()) -> list[str]:
    """Examples of wishes of this title, those for moves that may come ``soon`` first."""
    kinds = [kind for kind in game.actions if field_names(kind) and not issubclass(kind, Standing)]
    return [example_pattern(kind) for kind in sorted(kinds, key=lambda kind: kind not in soon)]


def _is_watched(kind: type[Action]) -> bool:
    """Whether a condition can depend on such a move."""
    return kind.is_public and not kind.is_sealed


def condition_example(game: Game[Any], some: Sequence[str] = ()) -> str:
    """The first of these examples of moves that a condition can depend on."""
    watched = (text for text in (*some, *examples(game)) if _is_watched(read_pattern(text, game.actions).kind))
    return next(watched)


def _wish(line: str, game: Game[Any]) -> MovePattern:
    try:
        return read_pattern(line, game.actions)
    except Unreadable as error:
        if ", " not in line:
            raise
        raise Unreadable(
            md("{} Separate moves with “;”, or with “then” to make them in order.", message_of(error))
        ) from error


def _pattern(line: str, game: Game[Any], seats: int, names: Sequence[str]) -> MovePattern:
    """Reads a deed that cancels the order."""
    try:
        pattern = read_pattern(_with_seat(line, names, game), game.actions, allow_seat=True)
    except Unreadable as error:
        raise Unreadable(
            md("*{}*: {}", escape_prose(UNLESS), _nobody(line, game, names) or message_of(error))
        ) from error
    if not _is_watched(pattern.kind):
        raise Unreadable(
            md(
                "*{}*: I can’t watch for “{}”, because not everyone sees the whole move when it’s made. Example: “{}”.",
                escape_prose(UNLESS),
                escape_prose(verb_of(pattern.kind)),
                escape_prose(condition_example(game)),
            )
        )
    if pattern.seat is not None and pattern.seat > seats:
        raise Unreadable(
            md(
                "*{}*: There’s no player {} at this table. Seats: p1 to p{}.",
                escape_prose(UNLESS),
                pattern.seat,
                seats,
            )
        )
    return pattern


def _with_seat(line: str, names: Sequence[str], game: Game[Any]) -> str:
    """A line that begins with somebody's name, with the seat instead."""
    move = re.compile(_move(game), re.IGNORECASE)
    for name in sorted(names, key=len, reverse=True):
        match = re.match(rf"{re.escape(name)}\s+", line, re.IGNORECASE)
        if match and (move.match(line, match.end()) or not move.match(line)):
            return f"p{names.index(name) + 1} {line[match.end() :]}"
    return line


def _nobody(line: str, game: Game[Any], names: Sequence[str]) -> Markdown:
    """Explains a line that begins neither with a name nor with a move; empty if it does, or nobody has a name here."""
    known = [name for name in names if line.casefold().startswith(name.casefold())]
    some = md("Example: “{} {}”.", escape((known or [*names, ""])[0]), escape_prose(condition_example(game)))
    if known and line.casefold() in map(str.casefold, known):
        return md("{} needs a move after it. {}", quoted(line), some)
    if not names or known or re.match(rf"{_SEAT}\b|{_move(game)}", line, re.IGNORECASE):
        return md("")
    here = listed(list(map(escape, names)))
    return md("{} is neither a move nor a player here. Players: {}. {}", quoted(line.split()[0]), here, some)


def _lines(text: str, game: Game[Any], what: str, names: Sequence[str] = ()) -> list[str]:
    """The parts without a “then”, which are not too many, nor too long: long ones take long to read."""
    bare = (_THEN.sub("", part, 1) for part in _parted(text, game, names))
    lines = [line for line in bare if line]
    if len(lines) > MOST_WISHES:
        raise Unreadable(
            md("An order can have at most {} {}; yours has {}.", MOST_WISHES, escape_prose(what), len(lines))
        )
    if long := next((line for line in lines if len(line) > _LONGEST_WISH), None):
        raise Unreadable(
            md("A move can have at most {} characters; {} has {}.", _LONGEST_WISH, quoted(long), len(long))
        )
    return lines


def _parted(text: str, game: Game[Any], names: Sequence[str] = ()) -> list[str]:
    """The parts, each with the “then” that it may begin with."""
    begins = "|".join([rf"{_SEAT}\s", *(rf"{re.escape(name)}\s" for name in names), _move(game)])
    blanks = re.sub(r"[^\S\n]+", " ", text)  # one at a time: many of them would be tried again and again
    parted = re.split(rf"[\n;]|, ?(?=(?:{begins}))|,? (?=then )", blanks, flags=re.IGNORECASE)
    return [part.strip() for part in parted]


def _move(game: Game[Any]) -> str:
    """A pattern of how a move begins: with its verb."""
    return rf"(?:{'|'.join(re.escape(verb_of(kind)) for kind in game.actions)})(?![\w-])"


def _usual(wanted: Sequence[MovePattern], then: bool) -> Lasts:
    """The way in which an order lasts if nothing is said; a sealed question takes one answer."""
    if then:
        return "steps"
    return "while" if any(wish.has_range and not wish.kind.is_sealed for wish in wanted) else "once"


def _lasting(text: str, now: float, stretch: str, round: int, zone: tzinfo) -> tuple[Lasts, int]:
    """Reads how long an order lasts, with the last round or moment where it has one."""
    said = _LASTS.fullmatch(" ".join(text.casefold().split()))
    if said is None:
        raise Unreadable(
            md(
                "{} isn’t a valid *How long*. Examples: “once”, “while it lasts”, “in order”, "
                "“until {} {}”, “for 3 days”.",
                quoted(text),
                escape_prose(stretch),
                round + 1,
            )
        )
    kind = said.lastgroup or ""
    match kind:
        case "round":
            return kind, _not_over(int(said[kind]), stretch, round)
        case "days":
            return "date", _until(int(now + int(said[kind]) * DAY), now)
        case "date":
            return kind, _until(_end_of(said[kind], zone), now)
        case _:
            return cast("Lasts", kind), 0


def _not_over(last: int, stretch: str, round: int) -> int:
    if last < round:
        over, now_is, after = (f"{stretch} {number}" for number in (last, round, round + 1))
        raise Unreadable(
            md("{} is over: it’s now {}. Example: “until {}”.", *map(escape_prose, (over.capitalize(), now_is, after)))
        )
    return last


def _until(moment: int, now: float) -> int:
    if not now < moment <= now + _LONGEST_DAYS * DAY:
        raise Unreadable(md("An order can last 1 to {} days. Example: “for 3 days”.", _LONGEST_DAYS))
    return moment


def _end_of(date: str, zone: tzinfo) -> int:
    try:
        after = datetime.fromisoformat(date).replace(tzinfo=zone) + timedelta(days=1)
        return int(after.timestamp())
    except (ValueError, OverflowError) as error:
        raise Unreadable(md("{} isn’t a valid date. Example: “for 3 days”.", quoted(date))) from error


def _price(text: str) -> int | None:
    try:
        return read_number(text) if text.strip() else None
    except ValueError as error:
        raise Unreadable(md("{} isn’t a price. Enter a whole number, such as 5.", quoted(text))) from error
