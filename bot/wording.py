"""How players, tables and places are called in Discord's text. It knows no title and imports no Discord.

Display names are other people's text: they must not format, mention, link, turn the line around, or fill the screen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from bot.tables import Player
from engine import Seat

__all__ = ["clean", "escaped", "mention", "named", "plain", "when"]

NAME_LENGTH = 32
"""Characters of a display name that are shown; Discord allows as many (docs, resources/user)."""

_MARKS = re.compile(r"([\\*_~`|>#<@\[\]():\-+=!.])")
_STACKED = 2
"""Combining marks that may sit on one character; more are a tower over the neighbor lines."""


def clean(name: str) -> str:
    """A display name without control, direction and zero-width characters, one line, cut to a sane length."""
    kept: list[str] = []
    stacked = 0
    for char in unicodedata.normalize("NFC", name[: NAME_LENGTH * 8]):
        category = unicodedata.category(char)
        stacked = stacked + 1 if category in ("Mn", "Me") else 0
        if category in ("Cc", "Cf", "Co", "Cs", "Cn") or stacked > _STACKED:
            kept.append(" " if char in "\n\t" else "")
        else:
            kept.append(char)
    words = " ".join("".join(kept).split())
    return words if len(words) <= NAME_LENGTH else words[: NAME_LENGTH - 1] + "…"


def escaped(text: str) -> str:
    """``text`` as it is, whatever it holds: no markdown, mention, emoji code or link comes of it."""
    return _MARKS.sub(r"\\\1", text)


def plain(players: Sequence[Player]) -> tuple[str, ...]:
    """Everybody's name for pictures and menus, seat 1 first."""
    return tuple(clean(player.name) or f"Player {seat}" for seat, player in enumerate(players, 1))


def named(players: Sequence[Player]) -> Callable[[Seat], str]:
    """How a seat is called in a message's text: its display name, escaped."""
    names = [escaped(name) for name in plain(players)]
    return lambda seat: names[seat - 1]


def mention(players: Sequence[Player], seat: Seat) -> str:
    """The seat's user as a mention, or the name of a computer player."""
    user = players[seat - 1].user
    return f"<@{user}>" if user is not None else named(players)(seat)


def when(moment: float) -> str:
    """A moment, seconds since 1970, as every reader's client shows it: “5 minutes ago”."""
    return f"<t:{int(moment)}:R>"
