"""Names of players, tables, and places in Discord's text.

Display names are user input: they must not contain formatting, mentions, or links, and must not disturb the layout.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence

from bot import limits
from bot.markdown import Markdown, count_noun, escape, escape_prose, md, replace_matches, split_at, trust_markdown
from bot.tables.table import Player, Table, players_at
from engine import Seat
from engine.core import all_seats
from engine.store.ids import UserId

NAME_LENGTH = 32
"""Maximum characters of a displayed name, as on Discord. (docs, resources/user)"""

_SEAT_PATTERN = re.compile(r"\b[Pp]layer ([1-9][0-9]?)(?: at move ([0-9]{1,9}))?\b")
"""A seat in texts of the engine: “player 2”, or “player 2 at move 15” for the seat's player at that time."""

_MAX_MARKS = 2
"""Maximum combining marks per character. More marks would overlap other lines."""
_BLANK_CHARACTERS = frozenset("\u2800\u3164\uffa0")
"""Characters that look like a space."""
_INVISIBLE_CHARACTERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\U00016fe4\U0001d159")
"""Characters that are not displayed. (DerivedCoreProperties, Default_Ignorable_Code_Point)"""
_JOINERS = re.compile("[\u200c\u200d]")
"""Zero-width non-joiner and joiner. They change the form of letters, as in Persian, or combine emoji."""
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Variation selectors, which change the form of the character before them."""
_TAGS, _FLAG = re.compile("[\U000e0020-\U000e007f]"), "\U0001f3f4"
"""Tag characters. After a black flag, they make another flag, such as that of Scotland."""


def sanitize_name(name: str) -> str:
    """Return a display name on one line, shortened, and without invisible, control, and direction characters.

    Combining marks, joiners, and selectors are kept only after a character that they can change. The result is empty if
    the name has no visible character.
    """
    characters: list[str] = []
    mark_count = 0
    for char in unicodedata.normalize("NFC", name[: NAME_LENGTH * 8]):
        if char.isspace() or char in _BLANK_CHARACTERS:
            characters.append(" ")
            continue
        if _is_modifier(char, characters):
            characters.append(char)
            continue
        category = unicodedata.category(char)
        if category in ("Cc", "Cf", "Co", "Cs", "Cn") or char in _INVISIBLE_CHARACTERS or _SELECTORS.match(char):
            continue
        mark_count = mark_count + 1 if category in ("Mn", "Me") else 0
        has_base = bool(characters) and characters[-1] != " "
        if mark_count <= _MAX_MARKS and (has_base or category[0] != "M"):
            characters.append(char)
    words = _strip_joiners(" ".join(_strip_joiners(word) for word in "".join(characters).split()))
    return words if len(words) <= NAME_LENGTH else _strip_joiners(words[: NAME_LENGTH - 1]) + "…"


def _is_modifier(char: str, characters: Sequence[str]) -> bool:
    """Whether ``char`` is invisible and changes the character before it: a joiner, a selector, or a flag's tag."""
    previous = characters[-1] if characters else " "
    if _TAGS.match(char):
        return previous == _FLAG or bool(_TAGS.match(previous))
    if _SELECTORS.match(char):
        return previous != " " and not _SELECTORS.match(previous) and not _JOINERS.match(previous)
    return bool(_JOINERS.match(char)) and previous != " " and not _JOINERS.match(previous)


def _strip_joiners(text: str) -> str:
    return text.rstrip("\u200c\u200d")


def player_names(players: Sequence[Player]) -> tuple[str, ...]:
    """Return the names of all seats, for pictures and menus. Seat 1 is first."""
    names = [sanitize_name(player.name) for player in players]
    return tuple(name or _fallback_name(seat, names) for seat, name in zip(all_seats(len(names)), names, strict=True))


def _fallback_name(seat: Seat, names: Sequence[str]) -> str:
    """Return a name, different from all others, for a seat whose player has no visible name."""
    candidates = (f"Player {seat}", f"Seat {seat}", f"Seat {seat}, nameless")
    return next((candidate for candidate in candidates if candidate not in names), candidates[-1])


def name_lookup(players: Sequence[Player]) -> Callable[[Seat], Markdown]:
    """Return a function from seats to display names. The names are escaped for messages."""
    names = [escape(name) for name in player_names(players)]
    return lambda seat: names[seat - 1]


def name_seats(text: str, players: Sequence[Player]) -> Markdown:
    """Insert display names into a sentence of the engine: “player 3 owns 2” becomes “Cleo owns 2”.

    The sentence must not contain names already, because a user's name may be “Player 2”.
    """
    return _replace_seats(escape_prose(text), len(players), lambda _: name_lookup(players))


def holder_placeholder(seat: Seat, seq: int) -> str:
    """Return a placeholder for the seat's player at move ``seq``, for texts that are stored without names.

    ``fill_in_names`` replaces it.
    """
    return f"player {seat} at move {seq}"


def fill_in_names(text: str, table: Table) -> Markdown:
    """Insert names into a stored text.

    “player 3” becomes the current player's name, and a ``holder_placeholder`` the name of the player at that move.
    """
    return _replace_seats(
        trust_markdown(text),
        len(table.players),
        lambda seq: name_lookup(table.players if seq is None else players_at(table, int(seq))),
    )


def _replace_seats(text: Markdown, seats: int, names: Callable[[str | None], Callable[[Seat], Markdown]]) -> Markdown:
    def seat_name(match: re.Match[str]) -> Markdown:
        seat = Seat(int(match[1]))
        return names(match[2])(seat) if seat <= seats else escape_prose(match[0])

    return replace_matches(text, _SEAT_PATTERN, seat_name)


def seat_mention(players: Sequence[Player], seat: Seat) -> Markdown:
    """Return a mention of the seat's user, or the name of a computer player."""
    user = players[seat - 1].user
    return user_mention(user) if user is not None else name_lookup(players)(seat)


def user_mention(user: UserId) -> Markdown:
    """Return a mention of a user."""
    return md("<@{}>", user)


def split_into_messages(text: Markdown) -> list[Markdown]:
    """Split a long text into parts that each fit in a message, preferably between sentences."""
    pieces, rest = list[Markdown](), text
    while len(rest) > limits.CONTENT:
        room, _ = split_at(rest, limits.CONTENT)
        piece, rest = split_at(rest, room.rfind(". ") + 1 or room.rfind(" ") + 1 or limits.CONTENT)
        pieces.append(piece.rstrip())
        rest = rest.lstrip()
    return [*pieces, rest]


def relative_time(moment: float) -> Markdown:
    """Return a time, given in seconds since 1970, as Markdown that Discord shows relative to now: “5 minutes ago”."""
    return md("<t:{}:R>", int(moment))


def full_time(moment: float) -> Markdown:
    """Return a time, given in seconds since 1970, as Markdown that Discord shows with the date and relative to now."""
    return md("<t:{}:f> (<t:{}:R>)", int(moment), int(moment))


def duration_text(seconds: float) -> Markdown:
    """Return a duration in days, hours, or minutes: “3 hours”."""
    for unit, size in (("day", 86_400), ("hour", 3_600)):
        if seconds >= 2 * size:
            return count_noun(round(seconds / size), unit)
    return count_noun(max(1, round(seconds / 60)), "minute")
