"""Buttons and selects. Their ``custom_id`` contains everything that a handler needs, so they work after a restart.

A ``custom_id`` is ``<kind>:<target>:<seq>:<arguments>``. The kinds are the keys of ``ARGUMENT_PATTERNS``. The kind says
whether ``target`` is the number of a table, of a puzzle, or of something else. A ``custom_id`` never contains the user,
who is always taken from the interaction.
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
"""A row of a message: buttons, or one select."""
_Option = TypeVar("_Option", discord.SelectOption, discord.RadioGroupOption)


TargetKind = Literal["table", "lesson", "daily", "puzzle", "season", "nothing"]
"""The kinds of things to which the number ``target`` of a ``custom_id`` can refer."""
TableButtonKind = Literal[
    "A", "H", "K", "O", "T", "a", "b", "c", "d", "e", "f", "g", "h", "k", "l",
    "m", "n", "o", "p", "r", "s", "t", "u", "v", "w", "x", "y",
]  # fmt: skip
"""The kinds of buttons that concern a table."""
_TARGET_KINDS: Mapping[str, TargetKind] = {
    "L": "season",
    "P": "puzzle",
    "Q": "nothing",
    "S": "nothing",
    "i": "nothing",
    "j": "lesson",
    "q": "daily",
}
"""Kind of press -> kind of its target; for kinds not listed, a table. “B” has a target only with some arguments."""
_TABLE_ARGUMENTS = ("join", "decline", "guest")


class ButtonPress(msgspec.Struct, frozen=True):
    """A parsed ``custom_id``, and the ``values`` that were chosen in a select or typed into a form.

    ``target_id`` is the number of the target; ``table_id``, ``lesson_number``, and so on return it with its type.
    ``table`` is the table, if the access check has loaded it.
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
        """The kind of the press; for a press that shows the next picture, the kind of the page."""
        return self.arguments.partition(" ")[2][:1] if self.kind == "z" else self.kind

    @property
    def optional_table_id(self) -> TableId | None:
        """The number of the press's table; None if the target is not a table."""
        return TableId(self.target_id) if self.target_kind == "table" else None

    @property
    def table_id(self) -> TableId:
        """The number of the press's table."""
        return TableId(self._target_id_as("table"))

    @property
    def lesson_number(self) -> LessonNumber:
        """The number of the press's lesson."""
        return LessonNumber(self._target_id_as("lesson"))

    @property
    def daily_number(self) -> DailyNumber:
        """The number of the press's daily deal."""
        return DailyNumber(self._target_id_as("daily"))

    @property
    def puzzle_number(self) -> PuzzleNumber:
        """The number of the press's puzzle."""
        return PuzzleNumber(self._target_id_as("puzzle"))

    @property
    def season_number(self) -> SeasonNumber:
        """The number of the press's season."""
        return SeasonNumber(self._target_id_as("season"))

    def _target_id_as(self, subject: TargetKind) -> int:
        """Return the number of the target, which must be of the kind ``subject``. Another kind is a bug."""
        if self.target_kind != subject:
            raise LookupError(f"A press of kind {self.kind} is about {self.target_kind}, not about {subject}.")
        return self.target_id

    @property
    def value_or_empty(self) -> str:
        """The first chosen or typed value; an empty string if there is none."""
        return self.values[0] if self.values else ""

    @property
    def value(self) -> str:
        """The first chosen or typed value. Raises ``Unreadable`` if there is none."""
        if not self.values:
            raise Unreadable(_NO_LONGER_TEXT)
        return self.values[0]

    @property
    def number(self) -> int:
        """The first chosen or typed value as a number. Raises ``Unreadable`` if it is not a number."""
        if not _NUMBER.fullmatch(self.value):
            raise Unreadable(_NO_LONGER_TEXT)
        return int(self.value)


Handler = Callable[[Interaction, ButtonPress], Awaitable[None]]
"""A coroutine that answers a press."""
Routes = Mapping[str, Handler]
"""Kind of press -> handler. The client has all handlers as ``routes``."""

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
"""Kind of press -> pattern of its arguments."""


_EDITING_KINDS = frozenset("l")
"""Kinds of presses whose reply edits the message with the pressed button: the lobby card's."""
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
    """Return the ``custom_id`` of the queue's select of games.

    The ``custom_id`` changes with the queue. Otherwise the select would keep showing the last choice.
    """
    return f"B:{entries}:{clock}:play {name}"


def picture_custom_id(page_press: ButtonPress, picture: int) -> str:
    """Return the ``custom_id`` of the button that shows another picture of a page.

    ``page_press`` is a press that shows the page. ``picture`` is the picture's index.
    """
    return f"z:{page_press.target_id}:{page_press.seq}:{picture} {page_press.kind}:{page_press.arguments}"


def learn_custom_id(title: str = "") -> str:
    """Return the ``custom_id`` of *Learn*, which lists all lessons, or with ``title`` the lessons of one game."""
    return custom_id("j", 0, 0, f"list {title}".strip())


def next_puzzle_custom_id() -> str:
    """Return the ``custom_id`` of *Next puzzle*, which shows a puzzle that the user has not answered yet."""
    return custom_id("P", 0, 0, "next")


def own_puzzles_custom_id() -> str:
    """Return the ``custom_id`` of *From your own games*, which lists the user's own turning points."""
    return custom_id("P", 0, 0, "own")


def replay_custom_id(table: TableId) -> str:
    """Return the ``custom_id`` of *Replay my mistake*, which shows the user's first turning point in a game."""
    return custom_id("T", table, 0, "r")


def parse_custom_id(text: str, values: Sequence[str] = ()) -> ButtonPress | None:
    """Parse a ``custom_id``. Return None if it is not a ``custom_id`` of this bot."""
    match = _CUSTOM_ID.fullmatch(text)
    if match is None:
        return None
    kind, target_id, seq, arguments = match.groups()
    return ButtonPress(kind, int(target_id), int(seq), arguments, tuple(values))


async def dispatch(interaction: Interaction, press: ButtonPress) -> None:
    """Call the handler for the kind of press, and report errors to the user."""
    await run_answer(interaction, _check_and_call(interaction, press), edits=press.kind in _EDITING_KINDS)


async def raise_unknown_button() -> None:
    """Raise ``Unreadable`` for a button that the bot does not know, or no longer knows."""
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
    """Return a button; ``identity`` is its ``custom_id``."""
    assert len(identity) <= limits.CUSTOM_ID, identity
    return ui.Button(
        label=limits.truncate(label, limits.BUTTON_LABEL), custom_id=identity, style=style, disabled=disabled
    )


def split_into_rows(buttons: Sequence[ui.Item[Any]]) -> list[Row]:
    """Split buttons into rows of the maximum length that Discord allows."""
    size = limits.BUTTONS_IN_ROW
    return [list(buttons[start : start + size]) for start in range(0, len(buttons), size)]


def has_room(row: Sequence[ui.Item[Any]], more: int = 1) -> bool:
    """Whether this many more buttons (``more``) fit into the row. A select fills a row."""
    return sum(item.width for item in row) + more <= limits.BUTTONS_IN_ROW


def select_menu(
    identity: str, placeholder: str, options: Sequence[tuple[str, str, bool]], about: Sequence[str] = ()
) -> ui.Select[Any]:
    """Return a select of one value. ``identity`` is its ``custom_id``.

    ``options`` are (label, value, whether it is chosen); ``about`` are second lines, one for each option.
    """
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
    """Return an option of a select; ``more`` is its second line, and a ``default`` option is already chosen."""
    description = limits.truncate(more, limits.SELECT_TEXT) or None
    return kind(label=limits.truncate(label, limits.SELECT_TEXT), value=value, description=description, default=default)


def build_view(*items: Sequence[ui.Item[Any]]) -> ui.View:
    """Return a view of these rows. The view is stopped before it is sent, so that it does not stay in memory."""
    view = ui.View(timeout=None)
    for index, row in enumerate(row for row in items if row):
        for item in row:
            item.row = index
            view.add_item(item)
    view.stop()
    return view


def rows_of_message(message: discord.Message) -> list[Row]:
    """Return the buttons and selects of a message as rows."""
    items_by_row: dict[int | None, Row] = {}
    for item in ui.View.from_message(message, timeout=None).children:
        items_by_row.setdefault(item.row, []).append(item)
    return list(items_by_row.values())


class PostKind(StrEnum):
    """The kinds of the bot's public posts. The values are their letters in ``custom_id``s."""

    CARD = "c"
    PHASE = "p"
    QUESTION = "q"
    END = "e"
    PREDICTIONS = "k"
    FILM = "f"
    ANALYSIS = "n"


def board_custom_id(table: TableId, seq: int, post: PostKind) -> str:
    """Return the ``custom_id`` of the button *Board* of a post; it identifies the post."""
    return custom_id("v", table, seq, f"{post}board")


def post_custom_ids(table: TableId, seq: int, post: PostKind) -> tuple[str, ...]:
    """Return the ``custom_id``s that identify a post: of *Board*, and of *Pictures* under a report."""
    return board_custom_id(table, seq, post), custom_id("v", table, seq, f"{post}pics")


def board_id_pattern(table: TableId, post: PostKind) -> re.Pattern[str]:
    """Return the pattern of ``custom_id``s that identify a table's posts of this kind. The group is the ``seq``."""
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
    """Return the buttons under a public post. Their ``custom_id``s identify the post.

    *Board* comes first in ``watched`` games. ``private`` is the game's label for private information, if it has any.
    ``link`` leads to the latest pictures. ``more`` is a second row.
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
    """Return the typed or chosen values of a form's fields, in the order of the fields."""
    fields = [field for row in components for field in row.get("components", [row.get("component", {})])]
    values_by_field = (
        field["values"] if "values" in field else [field["value"]] for field in fields if {"value", "values"} & {*field}
    )
    return [str(value) for values in values_by_field for value in values]
