"""Names of players, tables, and places in Discord's text. It knows no title and imports no Discord.

Display names are other people's text: they must not format, mention, link, turn the line around, or fill the screen.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

from bot import limits
from bot.tables.table import Player, Table, seated_at
from engine import Seat
from engine.core import all_seats, counted

NAME_LENGTH = 32
"""Characters of a display name that are shown; Discord allows as many (docs, resources/user)."""

_SEAT = re.compile(r"\b[Pp]layer ([1-9][0-9]?)(?: at move ([0-9]{1,9}))?\b")
"""A seat as the engine, which knows no names, calls it in a refusal; stored with its holder's move as well."""

_MARKS = re.compile(r"([\\*_~`|>#<@\[\]():\-+=!.])")
_STACKED = 2
"""Combining marks that may sit on one character; more are a tower over the neighbor lines."""
_RIGHT_TO_LEFT = ("R", "AL", "AN")
"""Bidirectional classes of letters and digits that turn the line around (UAX #9)."""
_BLANK = frozenset("\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing, but as wide as others."""
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\U00016fe4\U0001d159")
"""Letters and marks that are drawn as nothing at all (DerivedCoreProperties, Default_Ignorable_Code_Point)."""


def clean(name: str) -> str:
    """A display name without control, direction and invisible characters, one line, cut to a sane length.

    Marks need a character that they sit on. Empty when nothing can be seen of the name.
    """
    kept: list[str] = []
    stacked = 0
    for char in unicodedata.normalize("NFC", name[: NAME_LENGTH * 8]):
        if char.isspace() or char in _BLANK:
            kept.append(" ")
            continue
        category = unicodedata.category(char)
        if category in ("Cc", "Cf", "Co", "Cs", "Cn") or char in _INVISIBLE:
            continue
        stacked = stacked + 1 if category in ("Mn", "Me") else 0
        has_base = bool(kept) and kept[-1] != " "
        if stacked <= _STACKED and (has_base or category[0] != "M"):
            kept.append(char)
    words = " ".join("".join(kept).split())
    return words if len(words) <= NAME_LENGTH else words[: NAME_LENGTH - 1] + "…"


def escaped(text: str) -> str:
    """``text`` as it is, whatever it holds: no markdown, mention, emoji code or link comes of it.

    Text that runs from right to left is isolated, so that it does not turn what stands beside it.
    """
    bare = _MARKS.sub(r"\\\1", text)
    return f"\u2068{bare}\u2069" if any(unicodedata.bidirectional(c) in _RIGHT_TO_LEFT for c in text) else bare


def plain(players: Sequence[Player]) -> tuple[str, ...]:
    """Everybody's name for pictures and menus, seat 1 first."""
    shown = [clean(player.name) for player in players]
    return tuple(name or _nameless(seat, shown) for seat, name in zip(all_seats(len(shown)), shown, strict=True))


def _nameless(seat: Seat, shown: Sequence[str]) -> str:
    """A name for a seat without one, unlike all others."""
    words = (f"Player {seat}", f"Seat {seat}", f"Seat {seat}, nameless")
    return next((word for word in words if word not in shown), words[-1])


def named(players: Sequence[Player]) -> Callable[[Seat], str]:
    """Gives a seat's name in a message's text: its display name, escaped."""
    names = [escaped(name) for name in plain(players)]
    return lambda seat: names[seat - 1]


def with_names(text: str, players: Sequence[Player]) -> str:
    """One of the engine's own sentences with display names in it: “player 3 owns 2” becomes “Cleo owns 2”.

    Not for text in which names stand already: somebody may be called “Player 2”.
    """
    return _with(text, len(players), lambda _: named(players))


def holder(seat: Seat, seq: int) -> str:
    """The seat's holder when move ``seq`` was made, as it is stored without a name. (``retold``)"""
    return f"player {seat} at move {seq}"


def retold(text: str, table: Table) -> str:
    """A text that was stored without names, with the names of now for “player 3” and those of then for a ``holder``."""
    return _with(
        text,
        len(table.players),
        lambda seq: named(table.players if seq is None else seated_at(table, int(seq))),
    )


def _with(text: str, seats: int, names: Callable[[str | None], Callable[[Seat], str]]) -> str:
    def named(found: re.Match[str]) -> str:
        seat = Seat(int(found[1]))
        return names(found[2])(seat) if seat <= seats else found[0]

    return _SEAT.sub(named, text)


def mention(players: Sequence[Player], seat: Seat) -> str:
    """The seat's user as a mention, or the name of a computer player."""
    user = players[seat - 1].user
    return f"<@{user}>" if user is not None else named(players)(seat)


def in_messages(text: str) -> list[str]:
    """A long text in pieces that each fit a message, cut between sentences where there are any."""
    pieces, rest = list[str](), text
    while len(rest) > limits.CONTENT:
        room = rest[: limits.CONTENT]
        end = room.rfind(". ") + 1 or room.rfind(" ") + 1 or limits.CONTENT
        pieces.append(room[:end].rstrip())
        rest = rest[end:].lstrip()
    return [*pieces, rest]


def when(moment: float) -> str:
    """A moment, seconds since 1970, as every reader's client shows it: “5 minutes ago”."""
    return f"<t:{int(moment)}:R>"


def until(moment: float) -> str:
    """A moment to be kept, seconds since 1970: the date and time, and how long it is until then."""
    return f"<t:{int(moment)}:f> (<t:{int(moment)}:R>)"


def span(seconds: float) -> str:
    """A span in the largest unit that fits: “3 hours”."""
    for unit, size in (("day", 86_400), ("hour", 3_600)):
        if seconds >= 2 * size:
            return f"{round(seconds / size)} {unit}s"
    return counted(max(1, round(seconds / 60)), "minute")
