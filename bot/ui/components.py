"""Buttons and selects whose ``custom_id`` says everything, so that each one still works after a restart.

``<kind>:<about>:<seq>:<rest>``; the kinds are those of ``RESTS``, and a kind decides what ``about`` counts. Who pressed
is never taken from it. It knows no game.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, TypeVar, overload

import discord
import msgspec
from discord import ui

from bot import limits
from bot.errors import Interaction, answering, check_text
from bot.markdown import md
from engine import Unreadable
from engine.store.ids import DailyNumber, LessonNumber, PuzzleNumber, SeasonNumber, TableId

_NO_LONGER = md("This button no longer works. Use `/game status` to see the game.")
_NUMBER = re.compile(r"[0-9]{1,12}")

Style = discord.ButtonStyle
Row = list[ui.Item[Any]]
"""Buttons beside one another, or a select."""
_Option = TypeVar("_Option", discord.SelectOption, discord.RadioGroupOption)


Subject = Literal["table", "lesson", "daily", "puzzle", "season", "nothing"]
"""What the number of a ``custom_id`` counts."""
AboutTable = Literal[
    "A", "H", "K", "T", "a", "b", "c", "d", "e", "f", "g", "h", "k", "l",
    "m", "n", "o", "p", "r", "s", "t", "u", "v", "w", "x", "y",
]  # fmt: skip
"""The kinds of buttons about a table."""
_SUBJECTS: Mapping[str, Subject] = {
    "L": "season",
    "P": "puzzle",
    "Q": "nothing",
    "S": "nothing",
    "i": "nothing",
    "j": "lesson",
    "q": "daily",
}
"""Kind -> what its number counts; all others are about tables, and of "B" those alone that name one."""
_ABOUT_A_TABLE = ("join", "decline", "guest")


class Press(msgspec.Struct, frozen=True):
    """A ``custom_id`` taken apart; ``values`` were chosen in a select or typed into a form.

    ``about`` is a number of that kind of thing which the press is about: only ``table``, ``lesson``, … give it a kind.
    """

    kind: str
    about: int
    seq: int
    rest: str
    values: tuple[str, ...] = ()

    @property
    def subject(self) -> Subject:
        """The kind of thing that the press is about."""
        if self.kind == "B":
            return "table" if self.about and self.rest.partition(" ")[0] in _ABOUT_A_TABLE else "nothing"
        return _SUBJECTS.get(self.inner, "table")

    @property
    def inner(self) -> str:
        """The kind of the press; of one that turns pictures, that of the press whose page it turns."""
        return self.rest.partition(" ")[2][:1] if self.kind == "z" else self.kind

    @property
    def table_if_any(self) -> TableId | None:
        """The table that the press is about; None where it is about something else."""
        return TableId(self.about) if self.subject == "table" else None

    @property
    def table(self) -> TableId:
        """The table that the press is about."""
        return TableId(self._number_of("table"))

    @property
    def lesson(self) -> LessonNumber:
        """The lesson that the press is about."""
        return LessonNumber(self._number_of("lesson"))

    @property
    def daily(self) -> DailyNumber:
        """The daily deal that the press is about."""
        return DailyNumber(self._number_of("daily"))

    @property
    def puzzle(self) -> PuzzleNumber:
        """The puzzle that the press is about."""
        return PuzzleNumber(self._number_of("puzzle"))

    @property
    def season(self) -> SeasonNumber:
        """The season that the press is about."""
        return SeasonNumber(self._number_of("season"))

    def _number_of(self, subject: Subject) -> int:
        """The number, which must be one of ``subject``; another kind has its place in the code of that kind alone."""
        if self.subject != subject:
            raise LookupError(f"A press of kind {self.kind} is about {self.subject}, not about {subject}.")
        return self.about

    @property
    def first(self) -> str:
        """The first value, or nothing where there is none."""
        return self.values[0] if self.values else ""

    @property
    def value(self) -> str:
        """The first value. Raises ``Unreadable`` where there is none."""
        if not self.values:
            raise Unreadable(_NO_LONGER)
        return self.values[0]

    @property
    def number(self) -> int:
        """The first value as a number. Raises ``Unreadable`` for anything else."""
        if not _NUMBER.fullmatch(self.value):
            raise Unreadable(_NO_LONGER)
        return int(self.value)


Handler = Callable[[Interaction, Press], Awaitable[None]]
"""A coroutine that answers a press."""
Routes = Mapping[str, Handler]
"""Kind -> what answers it. The client carries them as ``routes``."""

RESTS: Mapping[str, str] = {
    "A": r"\S.*",
    "B": r"new|seek|here|join|guest [0-9]{1,20}|decline|leave|(open|play) [-a-z]+|clock [a-z]+",
    "H": r"",
    "K": r"[a-z]+",
    "L": r"[-a-z]+",
    "P": r"next|own|pick|[as] .+|s|m[0-9]{1,3}( .*)?",
    "Q": r"(play|thread) [-a-z]+|play|pick|games|daily|help",
    "S": r"home|opener|clock|role|morning( set| again [a-z0-9]{1,4} .*)?|(threads|post) (on|off)",
    "T": r"[0-9]|r|show|[afns] .+|m[0-9]{1,3}( .*)?",
    "a": r"\S+ \S.*",
    "b": r"[0-9]{1,12} (yes|no)",
    "c": r"[+=]?[a-z]+(\|[a-z]+)*( \S+)*",
    "d": r"[a-z]+[0-9]{1,2}",
    "e": r"yes|ask",
    "f": r".+",
    "g": r"[a-z]+[0-9]{0,2}",
    "h": r"[A-Z][a-z]+\.-?[0-9]{1,6}",
    "i": r"[a-z]+(\.[a-z]+(\|.*)?)?",
    "j": r"list( [-a-z]+)?|pick|play|show|[afns][01] .+|m[01][0-9]{1,3}( .*)?",
    "k": r"note",
    "l": r"[a-z]+( [0-9]{1,2})?",
    "m": r".[0-9]{1,3}( .*)?",
    "n": r".+",
    "o": r"\w+",
    "p": r"[0-9]{1,3}",
    "q": r"play|board|past|pick|share|begin[01]|par[01]|again|[as][01] .+|m[01][0-9]{1,3}( .*)?",
    "r": r"again",
    "s": r".+",
    "t": r"\w+",
    "u": r"|turn|redo|done|to [0-9]{1,9}",
    "v": r".[a-z]+[0-9]{0,2}",
    "w": r"[a-z]+( [0-9]{1,15})?",
    "x": r"[0-9]{1,3}",
    "y": r"[a-z]+",
    "z": r"[0-9]{1,2} [ThjmqvP]:.+",
}
"""Kind -> what its rest looks like, as a pattern for the whole of it."""


_EDITING = frozenset("l")
"""The kinds whose answer changes the post that was pressed: a lobby's."""
_IDENTITY = re.compile(rf"([{''.join(RESTS)}]):([0-9]{{1,12}}):([0-9]{{1,9}}):(.*)")
"""Every ``custom_id`` of ours. A rest that is none of its kind's matches too, so that it can be answered."""


@overload
def custom_id(kind: AboutTable, about: TableId, seq: int, rest: str = "") -> str: ...
@overload
def custom_id(kind: Literal["B"], about: TableId | Literal[0], seq: int, rest: str = "") -> str: ...
@overload
def custom_id(kind: Literal["L"], about: SeasonNumber, seq: int, rest: str = "") -> str: ...
@overload
def custom_id(kind: Literal["P"], about: PuzzleNumber | Literal[0], seq: int, rest: str = "") -> str: ...
@overload
def custom_id(kind: Literal["j"], about: LessonNumber | Literal[0], seq: int, rest: str = "") -> str: ...
@overload
def custom_id(kind: Literal["q"], about: DailyNumber, seq: int, rest: str = "") -> str: ...
@overload
def custom_id(kind: Literal["Q", "S", "i"], about: Literal[0], seq: int, rest: str = "") -> str: ...
def custom_id(kind: str, about: int, seq: int, rest: str = "") -> str:
    """The identity of a button, select or form."""
    return f"{kind}:{about}:{seq}:{rest}"


def queue_id(entries: int, clock: int, name: str) -> str:
    """The identity of the select of games for the queue: another one for each state, so that nothing is chosen."""
    return f"B:{entries}:{clock}:play {name}"


def turning_id(shown: Press, picture: int) -> str:
    """The identity of the button that shows another picture of the page that ``shown`` shows."""
    return f"z:{shown.about}:{shown.seq}:{picture} {shown.kind}:{shown.rest}"


def learn_id(title: str = "") -> str:
    """The ``custom_id`` of *Learn*: the list of all lessons, or of those of one title."""
    return custom_id("j", 0, 0, f"list {title}".strip())


def puzzle_id() -> str:
    """The ``custom_id`` of *Next puzzle*: one that whoever presses has not answered."""
    return custom_id("P", 0, 0, "next")


def own_puzzles_id() -> str:
    """The ``custom_id`` of *From your own games*: the turning points of whoever presses."""
    return custom_id("P", 0, 0, "own")


def replay_id(table: TableId) -> str:
    """The ``custom_id`` of *Replay my mistake*: the first turning point of whoever presses."""
    return custom_id("T", table, 0, "r")


def pressed(identity: str, values: Sequence[str] = ()) -> Press | None:
    """Takes a ``custom_id`` apart; None for one that is not ours."""
    match = _IDENTITY.fullmatch(identity)
    if match is None:
        return None
    kind, about, seq, rest = match.groups()
    return Press(kind, int(about), int(seq), rest, tuple(values))


async def routed(interaction: Interaction, press: Press) -> None:
    """Answers a press by its kind; failures are told to whoever pressed."""
    await answering(interaction, _answered(interaction, press), edits=press.kind in _EDITING)


async def unknown() -> None:
    """The answer to what is none of our buttons any more, or never was: raises ``Unreadable``."""
    raise Unreadable(_NO_LONGER)


async def _answered(interaction: Interaction, press: Press) -> None:
    check_text(press.values)
    await follow(interaction, press)


async def follow(interaction: Interaction, press: Press) -> None:
    """Answers a press as its kind is answered; raises whatever goes wrong."""
    if not re.fullmatch(RESTS[press.kind], press.rest):
        await unknown()
    routes: Routes = interaction.client.routes
    await routes[press.kind](interaction, press)


def button(label: str, identity: str, style: Style = Style.secondary, *, disabled: bool = False) -> ui.Button[Any]:
    """A button; ``identity`` is a ``custom_id``."""
    assert len(identity) <= limits.CUSTOM_ID, identity
    return ui.Button(label=limits.cut(label, limits.BUTTON_LABEL), custom_id=identity, style=style, disabled=disabled)


def in_rows(buttons: Sequence[ui.Item[Any]]) -> list[Row]:
    """The buttons in rows, each as full as Discord takes."""
    size = limits.BUTTONS_IN_ROW
    return [list(buttons[start : start + size]) for start in range(0, len(buttons), size)]


def has_room(row: Sequence[ui.Item[Any]], more: int = 1) -> bool:
    """Whether so many more buttons fit into the row; a select fills one."""
    return sum(item.width for item in row) + more <= limits.BUTTONS_IN_ROW


def select(
    identity: str, placeholder: str, options: Sequence[tuple[str, str, bool]], about: Sequence[str] = ()
) -> ui.Select[Any]:
    """A select of one value; ``options`` are (label, value, chosen now), ``about`` a second line for each or none."""
    assert len(identity) <= limits.CUSTOM_ID, identity
    return ui.Select(
        custom_id=identity,
        placeholder=limits.cut(placeholder, limits.SELECT_TEXT),
        options=[
            option(discord.SelectOption, label, value, more, default=chosen)
            for (label, value, chosen), more in zip(options, about or [""] * len(options), strict=True)
        ],
    )


def option(kind: type[_Option], label: str, value: str, more: str, *, default: bool) -> _Option:
    """One value to choose, with ``more`` in a second line; ``default`` is chosen already."""
    second = limits.cut(more, limits.SELECT_TEXT) or None
    return kind(label=limits.cut(label, limits.SELECT_TEXT), value=value, description=second, default=default)


def rows(*items: Sequence[ui.Item[Any]]) -> ui.View:
    """The rows of a message. Nothing of it is kept in memory: it is stopped before it is sent."""
    view = ui.View(timeout=None)
    for index, row in enumerate(row for row in items if row):
        for item in row:
            item.row = index
            view.add_item(item)
    view.stop()
    return view


def rows_of(message: discord.Message) -> list[Row]:
    """The buttons and selects of a message, row by row."""
    found: dict[int | None, Row] = {}
    for item in ui.View.from_message(message, timeout=None).children:
        found.setdefault(item.row, []).append(item)
    return list(found.values())


class Post(StrEnum):
    """The kinds of the bot's public posts about a table, as their buttons tell them."""

    CARD = "c"
    PHASE = "p"
    QUESTION = "q"
    END = "e"
    PREDICTIONS = "k"
    FILM = "f"
    ANALYSIS = "n"


def mark_of(table: TableId, seq: int, post: Post) -> str:
    """The ``custom_id`` that only this post's buttons have: *Board*, which each of them has."""
    return custom_id("v", table, seq, f"{post}board")


def known_by(table: TableId, seq: int, post: Post) -> tuple[str, ...]:
    """The ``custom_id``s by which a post is found: *Board*, or *Pictures* of a report."""
    return mark_of(table, seq, post), custom_id("v", table, seq, f"{post}pics")


def marks_at(table: TableId, post: Post) -> re.Pattern[str]:
    """The marks of all posts of this kind about a table; the group is the move."""
    return re.compile(rf"v:{table}:([0-9]+):{post}board")


def board(
    table: TableId,
    seq: int,
    post: Post,
    *,
    private: str = "",
    move: bool = True,
    link: str = "",
    more: Sequence[ui.Item[Any]] = (),
    watched: bool = False,
) -> ui.View:
    """The buttons under the bot's public posts, unlike any other post's, so that a post can be found again.

    *Board* is the first one under a post that spectators read as well (``watched``). ``private`` is what the title
    calls what one person alone may see, if there is anything; ``link`` leads to the latest pictures; ``more`` is a
    second row.
    """
    row: list[ui.Item[Any]] = [button("Board", mark_of(table, seq, post))]
    if move:
        style = Style.secondary if watched else Style.primary
        row.insert(watched, button("Your move", custom_id("m", table, seq, f"{post}0"), style))
    if move and private:
        row.append(button(private, custom_id("v", table, seq, f"{post}hand")))
    if link:
        row.append(ui.Button(label="Latest pictures", url=link))
    return rows(row, more)


def beside(table: TableId, *, watched: bool, predictions: bool) -> list[ui.Item[Any]]:
    """The second row of the status card: for those who were away, and where a game is ``watched`` for those who do."""
    row: list[ui.Item[Any]] = [button("Recap", custom_id("v", table, 0, f"{Post.CARD}recap"))]
    if watched:
        row.append(button("Follow", custom_id("y", table, 0, "follow")))
    if watched and predictions:
        row.append(button("Predict", custom_id("y", table, 0, "predict")))
    return row


def typed_values(components: list[Mapping[str, Any]]) -> list[str]:
    """The values of a form's fields, typed or chosen, in order."""
    inner = [part for row in components for part in row.get("components", [row.get("component", {})])]
    chosen = (
        part["values"] if "values" in part else [part["value"]] for part in inner if {"value", "values"} & {*part}
    )
    return [str(value) for values in chosen for value in values]
