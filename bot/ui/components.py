"""Buttons and selects whose ``custom_id`` contains everything, so that they work after a restart.

A ``custom_id`` is ``<kind>:<target>:<seq>:<arguments>``. The kinds are the keys of ``ARGUMENT_PATTERNS``; the kind
decides what ``target`` identifies. The user is always taken from the interaction.
"""

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Literal, TypeVar, overload

import discord
import msgspec
from discord import ui

from bot import limits
from bot.errors import Interaction, check_text, run_answer
from bot.markdown import md
from bot.tables.table import Table
from engine import Unreadable
from engine.store.ids import DailyNumber, LessonNumber, PuzzleNumber, SeasonNumber, TableId

_NO_LONGER_TEXT = md("This button no longer works. Use `/game status` to see the game.")
_NUMBER = re.compile(r"[0-9]{1,12}")

Style = discord.ButtonStyle
Row = list[ui.Item[Any]]
"""Buttons next to one another, or a select."""
_Option = TypeVar("_Option", discord.SelectOption, discord.RadioGroupOption)


TargetKind = Literal["table", "lesson", "daily", "puzzle", "season", "nothing"]
"""The kind of thing that the number in a ``custom_id`` identifies."""
TableButtonKind = Literal[
    "A", "H", "K", "O", "T", "a", "b", "c", "d", "e", "f", "g", "h", "k", "l",
    "m", "n", "o", "p", "r", "s", "t", "u", "v", "w", "x", "y",
]  # fmt: skip
"""The kinds of buttons about a table."""
_TARGET_KINDS: Mapping[str, TargetKind] = {
    "L": "season",
    "P": "puzzle",
    "Q": "nothing",
    "S": "nothing",
    "i": "nothing",
    "j": "lesson",
    "q": "daily",
}
"""By kind of press, the kind of its target; for all others, it is a table. “B” has one only with some arguments."""
_TABLE_ARGUMENTS = ("join", "decline", "guest")


class ButtonPress(msgspec.Struct, frozen=True):
    """A parsed ``custom_id``, and the ``values`` that were chosen in a select or typed into a form.

    ``target_id`` is the number of the target; ``table_id``, ``lesson_number``, … return it with its type. ``table`` is
    the table as read by the access check.
    """

    kind: str
    target_id: int
    seq: int
    arguments: str
    values: tuple[str, ...] = ()
    table: Table | None = None

    @property
    def target_kind(self) -> TargetKind:
        """The kind of the press's target."""
        if self.kind == "B":
            return "table" if self.target_id and self.arguments.partition(" ")[0] in _TABLE_ARGUMENTS else "nothing"
        return _TARGET_KINDS.get(self.inner_kind, "table")

    @property
    def inner_kind(self) -> str:
        """The kind of the press; for a press that turns pictures, the kind of its page."""
        return self.arguments.partition(" ")[2][:1] if self.kind == "z" else self.kind

    @property
    def optional_table_id(self) -> TableId | None:
        """The table of the press; None if the target is not a table."""
        return TableId(self.target_id) if self.target_kind == "table" else None

    @property
    def table_id(self) -> TableId:
        """The table that the press is about."""
        return TableId(self._target_id_as("table"))

    @property
    def lesson_number(self) -> LessonNumber:
        """The lesson that the press is about."""
        return LessonNumber(self._target_id_as("lesson"))

    @property
    def daily_number(self) -> DailyNumber:
        """The daily deal that the press is about."""
        return DailyNumber(self._target_id_as("daily"))

    @property
    def puzzle_number(self) -> PuzzleNumber:
        """The puzzle that the press is about."""
        return PuzzleNumber(self._target_id_as("puzzle"))

    @property
    def season_number(self) -> SeasonNumber:
        """The season that the press is about."""
        return SeasonNumber(self._target_id_as("season"))

    def _target_id_as(self, subject: TargetKind) -> int:
        """Return the number of the target, which must be of that kind; otherwise it is a bug."""
        if self.target_kind != subject:
            raise LookupError(f"A press of kind {self.kind} is about {self.target_kind}, not about {subject}.")
        return self.target_id

    @property
    def value_or_empty(self) -> str:
        """The first value, or an empty string."""
        return self.values[0] if self.values else ""

    @property
    def value(self) -> str:
        """The first value. Raise ``Unreadable`` if there is none."""
        if not self.values:
            raise Unreadable(_NO_LONGER_TEXT)
        return self.values[0]

    @property
    def number(self) -> int:
        """The first value as a number. Raise ``Unreadable`` if it is not one."""
        if not _NUMBER.fullmatch(self.value):
            raise Unreadable(_NO_LONGER_TEXT)
        return int(self.value)


Handler = Callable[[Interaction, ButtonPress], Awaitable[None]]
"""A coroutine that answers a press."""
Routes = Mapping[str, Handler]
"""Handlers by kind of press; the client has them as ``routes``."""

ARGUMENT_PATTERNS: Mapping[str, str] = {
    "A": r"\S.*",
    "B": r"new|seek|here|join|guest [0-9]{1,20}|decline|leave|(open|play) [-a-z]+|clock [a-z]+",
    "H": r"",
    "K": r"[a-z]+",
    "L": r"[-a-z]+",
    "O": r"new|m[0-9]{2}[0-9]{1,3}( .*)?|[sft][0-9]{2} .+|show[0-9]{1,2}",
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
    "u": r"|turn|last|redo|done|to [0-9]{1,9}",
    "v": r".[a-z]+[0-9]{0,2}",
    "w": r"[a-z]+( [0-9]{1,15})?",
    "x": r"[0-9]{1,3}",
    "y": r"[a-z]+",
    "z": r"[0-9]{1,2} [ThjmqvP]:.+",
}
"""Pattern of the arguments by kind of press."""


_EDITING_KINDS = frozenset("l")
"""Kinds of presses whose reply edits the pressed post: those of a lobby card."""
_CUSTOM_ID = re.compile(rf"([{''.join(ARGUMENT_PATTERNS)}]):([0-9]{{1,12}}):([0-9]{{1,9}}):(.*)")
"""Pattern of the bot's ``custom_id``s. Invalid arguments match too, so that the press gets an answer."""


@overload
def custom_id(kind: TableButtonKind, target_id: TableId, seq: int, arguments: str = "") -> str: ...
@overload
def custom_id(kind: Literal["B"], target_id: TableId | Literal[0], seq: int, arguments: str = "") -> str: ...
@overload
def custom_id(kind: Literal["L"], target_id: SeasonNumber, seq: int, arguments: str = "") -> str: ...
@overload
def custom_id(kind: Literal["P"], target_id: PuzzleNumber | Literal[0], seq: int, arguments: str = "") -> str: ...
@overload
def custom_id(kind: Literal["j"], target_id: LessonNumber | Literal[0], seq: int, arguments: str = "") -> str: ...
@overload
def custom_id(kind: Literal["q"], target_id: DailyNumber, seq: int, arguments: str = "") -> str: ...
@overload
def custom_id(kind: Literal["Q", "S", "i"], target_id: Literal[0], seq: int, arguments: str = "") -> str: ...
def custom_id(kind: str, target_id: int, seq: int, arguments: str = "") -> str:
    """The ``custom_id`` of a button, select, or form."""
    return f"{kind}:{target_id}:{seq}:{arguments}"


def queue_custom_id(entries: int, clock: int, name: str) -> str:
    """The ``custom_id`` of the queue's select of games; it differs for each state, so that no option stays chosen."""
    return f"B:{entries}:{clock}:play {name}"


def picture_custom_id(page_press: ButtonPress, picture: int) -> str:
    """The ``custom_id`` of the button that shows another picture of the page that ``page_press`` shows."""
    return f"z:{page_press.target_id}:{page_press.seq}:{picture} {page_press.kind}:{page_press.arguments}"


def learn_custom_id(title: str = "") -> str:
    """The ``custom_id`` of *Learn*: the list of all lessons, or of one game's lessons."""
    return custom_id("j", 0, 0, f"list {title}".strip())


def next_puzzle_custom_id() -> str:
    """The ``custom_id`` of *Next puzzle*: a puzzle that the user has not answered."""
    return custom_id("P", 0, 0, "next")


def own_puzzles_custom_id() -> str:
    """The ``custom_id`` of *From your own games*, which lists the user's own turning points."""
    return custom_id("P", 0, 0, "own")


def replay_custom_id(table: TableId) -> str:
    """The ``custom_id`` of *Replay my mistake*, which shows the user's first turning point."""
    return custom_id("T", table, 0, "r")


def parse_custom_id(text: str, values: Sequence[str] = ()) -> ButtonPress | None:
    """Parse a ``custom_id``; None if it is not the bot's."""
    match = _CUSTOM_ID.fullmatch(text)
    if match is None:
        return None
    kind, target_id, seq, arguments = match.groups()
    return ButtonPress(kind, int(target_id), int(seq), arguments, tuple(values))


async def dispatch(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press by its kind; errors are reported to the user."""
    await run_answer(interaction, _check_and_call(interaction, press), edits=press.kind in _EDITING_KINDS)


async def raise_unknown_button() -> None:
    """Raise ``Unreadable``, because the bot does not know the button (any longer)."""
    raise Unreadable(_NO_LONGER_TEXT)


async def _check_and_call(interaction: Interaction, press: ButtonPress) -> None:
    check_text(press.values)
    await call_handler(interaction, press)


async def call_handler(interaction: Interaction, press: ButtonPress) -> None:
    """Call the handler of a press. Raise what the handler raises."""
    if not re.fullmatch(ARGUMENT_PATTERNS[press.kind], press.arguments):
        await raise_unknown_button()
    routes: Routes = interaction.client.routes
    await routes[press.kind](interaction, press)


def button(label: str, identity: str, style: Style = Style.secondary, *, disabled: bool = False) -> ui.Button[Any]:
    """A button; ``identity`` is a ``custom_id``."""
    assert len(identity) <= limits.CUSTOM_ID, identity
    return ui.Button(
        label=limits.truncate(label, limits.BUTTON_LABEL), custom_id=identity, style=style, disabled=disabled
    )


def split_into_rows(buttons: Sequence[ui.Item[Any]]) -> list[Row]:
    """The buttons in rows of Discord's maximum length."""
    size = limits.BUTTONS_IN_ROW
    return [list(buttons[start : start + size]) for start in range(0, len(buttons), size)]


def has_room(row: Sequence[ui.Item[Any]], more: int = 1) -> bool:
    """Whether this many more buttons fit into the row; a select fills a row."""
    return sum(item.width for item in row) + more <= limits.BUTTONS_IN_ROW


def select_menu(
    identity: str, placeholder: str, options: Sequence[tuple[str, str, bool]], about: Sequence[str] = ()
) -> ui.Select[Any]:
    """A select of one value. ``options`` are (label, value, is chosen); ``about`` are their second lines, if any."""
    assert len(identity) <= limits.CUSTOM_ID, identity
    return ui.Select(
        custom_id=identity,
        placeholder=limits.truncate(placeholder, limits.SELECT_TEXT),
        options=[
            select_option(discord.SelectOption, label, value, more, default=chosen)
            for (label, value, chosen), more in zip(options, about or [""] * len(options), strict=True)
        ],
    )


def select_option(kind: type[_Option], label: str, value: str, more: str, *, default: bool) -> _Option:
    """An option of a select, with ``more`` as its second line; a ``default`` option is already chosen."""
    description = limits.truncate(more, limits.SELECT_TEXT) or None
    return kind(label=limits.truncate(label, limits.SELECT_TEXT), value=value, description=description, default=default)


def build_view(*items: Sequence[ui.Item[Any]]) -> ui.View:
    """The rows of a message. The view is stopped before it is sent, so that nothing of it stays in memory."""
    view = ui.View(timeout=None)
    for index, row in enumerate(row for row in items if row):
        for item in row:
            item.row = index
            view.add_item(item)
    view.stop()
    return view


def rows_of_message(message: discord.Message) -> list[Row]:
    """The buttons and selects of a message, row by row."""
    items_by_row: dict[int | None, Row] = {}
    for item in ui.View.from_message(message, timeout=None).children:
        items_by_row.setdefault(item.row, []).append(item)
    return list(items_by_row.values())


class PostKind(StrEnum):
    """The kinds of the bot's public posts, with the letters for them in ``custom_id``s."""

    CARD = "c"
    PHASE = "p"
    QUESTION = "q"
    END = "e"
    PREDICTIONS = "k"
    FILM = "f"
    ANALYSIS = "n"


def board_custom_id(table: TableId, seq: int, post: PostKind) -> str:
    """The ``custom_id`` of *Board* under this post, which identifies the post."""
    return custom_id("v", table, seq, f"{post}board")


def post_custom_ids(table: TableId, seq: int, post: PostKind) -> tuple[str, ...]:
    """The ``custom_id``s that identify a post: *Board*, or *Pictures* of a report."""
    return board_custom_id(table, seq, post), custom_id("v", table, seq, f"{post}pics")


def board_id_pattern(table: TableId, post: PostKind) -> re.Pattern[str]:
    """Pattern of the ``custom_id``s that identify posts of this kind about a table; the group is the ``seq``."""
    return re.compile(rf"v:{table}:([0-9]+):{post}board")


def post_buttons(
    table: TableId,
    seq: int,
    post: PostKind,
    *,
    private: str = "",
    move: bool = True,
    link: str = "",
    more: Sequence[ui.Item[Any]] = (),
    watched: bool = False,
) -> ui.View:
    """The buttons under a public post, whose ``custom_id``s identify the post.

    *Board* comes first in ``watched`` games. ``private`` is the game's label for private information, if there is any;
    ``link`` leads to the latest pictures; ``more`` is a second row.
    """
    row: list[ui.Item[Any]] = [button("Board", board_custom_id(table, seq, post))]
    if move:
        style = Style.secondary if watched else Style.primary
        row.insert(watched, button("Your move", custom_id("m", table, seq, f"{post}0"), style))
    if move and private:
        row.append(button(private, custom_id("v", table, seq, f"{post}hand")))
    if link:
        row.append(ui.Button(label="Latest pictures", url=link))
    return build_view(row, more)


def status_card_row(table: TableId, *, watched: bool, predictions: bool) -> list[ui.Item[Any]]:
    """The second row of the status card: *Recap*, and in ``watched`` games *Follow* and *Predict*."""
    row: list[ui.Item[Any]] = [button("Recap", custom_id("v", table, 0, f"{PostKind.CARD}recap"))]
    if watched:
        row.append(button("Follow", custom_id("y", table, 0, "follow")))
    if watched and predictions:
        row.append(button("Predict", custom_id("y", table, 0, "predict")))
    return row


def form_values(components: list[Mapping[str, Any]]) -> list[str]:
    """The typed or chosen values of a form's fields, in order."""
    fields = [field for row in components for field in row.get("components", [row.get("component", {})])]
    values_by_field = (
        field["values"] if "values" in field else [field["value"]] for field in fields if {"value", "values"} & {*field}
    )
    return [str(value) for values in values_by_field for value in values]
