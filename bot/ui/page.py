"""A private answer to a command or a press: text, pictures, buttons. It knows no game.

A message has one picture, for Discord's clients cut several to pieces: of more, the others are a press away.

The first answer carries everything when it is ready at once (it shares no rate limit with other posts). When pictures
take longer, text and buttons are answered without them, and the same message gets them when they are drawn. Of several
presses on one message, the answer that was composed last stays: no old menu replaces the word that a move was made, and
no picture that was still being uploaded lands on it.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Desk, desk
from bot.errors import Interaction, again, user_of
from bot.latest import Shown
from bot.markdown import Markdown, cut, own_markdown
from bot.places import Waits
from bot.reply import reply_to
from bot.studio import files
from bot.ui.components import Press, Row, button, follow, has_room, pressed, rows, rows_of, turning_id
from engine.store.ids import MessageId, UserId
from render import DisplayOptions, Picture, Scene

_PATIENCE_SECONDS = 0.3
"""How long text waits for its pictures: most are drawn by then, and one answer is quieter than two."""

_QUESTION = "m"
"""The kind of the presses that show a question of a table."""


class Page(msgspec.Struct, frozen=True):
    """A page for one person. ``scenes`` makes its pictures; it is called off the event loop.

    ``address`` is the ``custom_id`` of a press that shows the same page: by it the next picture is asked for.
    """

    text: Markdown
    scenes: Callable[[], Sequence[Scene]] | None = None
    buttons: Sequence[Sequence[ui.Item[Any]]] = ()
    address: str = ""


class Answer(msgspec.Struct, frozen=True):
    """A page as it is sent, with one of its pictures: composed in that ``turn``."""

    turn: int
    page: Page
    pictures: Sequence[Picture] = ()
    number: int = 0

    @property
    def text(self) -> Markdown:
        """Its words, as many as a message has."""
        return cut(self.page.text, limits.CONTENT)

    @property
    def files(self) -> list[discord.File]:
        """The picture, if there is any."""
        return files(self.pictures[self.number : self.number + 1])

    @property
    def view(self) -> ui.View:
        """The page's buttons, and one for the next picture where there is one and room for it."""
        known, more = [row for row in self.page.buttons if row], self._next()
        if len(known) < limits.ROWS:
            return rows(*known, more)
        room = [row for row in known if has_room(row)]
        return rows(*([*row, *more] if room and row is room[-1] else row for row in known))

    def _next(self) -> Row:
        asked = pressed(self.page.address)
        count = len(self.pictures)
        if count < 2 or asked is None:
            return []
        following = (self.number + 1) % count
        identity = turning_id(asked, following)
        words = f"Picture {self.number + 1} of {count} ›"
        return [button(words, identity)] if len(identity) <= limits.CUSTOM_ID else []

    def parts(self) -> dict[str, Any]:
        """The new parts of a message that shows this answer."""
        return {"content": self.text, "attachments": self.files, "view": self.view}


class _Turned(msgspec.Struct, frozen=True):
    """The wish for another picture of a page, as the page was after move ``seq``."""

    number: int
    seq: int


async def turned(interaction: Interaction, press: Press) -> None:
    """The next picture of a page: the page is made again, and shows another one."""
    number, _, address = press.rest.partition(" ")
    kind, _, rest = address.partition(":")
    interaction.extras[_TURNED] = _Turned(int(number), press.seq)
    await follow(interaction, replace(press, kind=kind, rest=rest))


_TURNED = "turned"
"""The key under which an interaction says that it only wants another picture."""


def is_turned(interaction: Interaction) -> bool:
    """Whether only another picture of the same page is wanted."""
    return _TURNED in interaction.extras


def _composed(interaction: Interaction, page: Page, turn: int) -> Answer:
    """The page; where only its picture is turned, with the words and buttons that stand there."""
    wanted, message, here = interaction.extras.get(_TURNED), interaction.message, pressed(page.address)
    if wanted is None:
        return Answer(turn, page)
    if message is not None and here is not None and here.seq == wanted.seq:
        page = replace(page, text=own_markdown(message.content), buttons=_without_turning(message))
    return Answer(turn, page, (), wanted.number)


def _without_turning(message: discord.Message) -> list[Row]:
    """The rows of a message but for *Picture 1 of 2*."""
    known = [[item for item in row if not _turns(item)] for row in rows_of(message)]
    return [row for row in known if row]


def _turns(item: ui.Item[Any]) -> bool:
    """Whether the button turns pictures."""
    return str(getattr(item, "custom_id", "")).startswith("z:")


async def show(interaction: Interaction, page: Page, *, anew: bool = False) -> None:
    """Shows the page to the asker alone: in place of the private message that was pressed, or as one ``anew``."""
    at = desk(interaction)
    answer = _composed(interaction, page, at.studio.latest.turn())
    drawing = None
    if page.scenes is not None and at.studio.is_open_to(user_of(interaction)):
        style = _style(at, user_of(interaction))
        drawing = asyncio.ensure_future(at.studio.draw(page.scenes, style, who=Waits.PERSON))
        if await in_time(drawing):
            answer, drawing = replace(answer, pictures=drawing.result()), None
    pressed = None if anew else _pressed(interaction)
    message = await again(lambda: _post(interaction, answer)) if pressed is None else pressed
    shown = at.studio.latest.of(message)
    with shown.sending():
        if pressed is None:
            shown.take(answer.turn, answer)
        else:
            await again(lambda: _change(interaction, shown, answer))
        if not shown.is_at(answer.turn):  # this one may have arrived after the newer one
            await _put(interaction, shown)
        await _replace_older(interaction, page, message)
        await _add(interaction, shown, answer, drawing)


async def _replace_older(interaction: Interaction, page: Page, message: MessageId | None) -> None:
    """A question of a table takes the place of the older one; another page leaves its message alone."""
    at, user, asked = desk(interaction), user_of(interaction), pressed(page.address)
    if asked is not None and asked.kind == _QUESTION:
        await at.private_questions.replace_older(user, asked.table, message, reply_to(interaction), at.sessions.now())
    else:
        at.private_questions.forget(user, message)


def _pressed(interaction: Interaction) -> MessageId | None:
    """The private message that was pressed, and that the first answer, or the one to come, changes."""
    message = interaction.message
    return MessageId(message.id) if message and reply_to(interaction).changes_pressed else None


async def _post(interaction: Interaction, answer: Answer) -> MessageId | None:
    """Shows the answer as a message of its own; its id, if Discord tells it."""
    return await reply_to(interaction).show(answer.text, answer.view, answer.files)


async def _change(interaction: Interaction, shown: Shown[Answer], answer: Answer) -> None:
    """Shows the answer in the message that was pressed, unless a newer one is there."""
    if shown.take(answer.turn, answer):
        await reply_to(interaction).change(**answer.parts())
    else:
        await reply_to(interaction).acknowledge()


async def _add(
    interaction: Interaction,
    shown: Shown[Answer],
    answer: Answer,
    drawing: asyncio.Future[tuple[Picture, ...]] | None,
) -> None:
    """Adds late pictures to their answer, while it is still the newest."""
    pictures = await drawing if drawing is not None else ()
    if pictures and shown.take(answer.turn, replace(answer, pictures=pictures)):
        await _put(interaction, shown)


async def _put(interaction: Interaction, shown: Shown[Answer]) -> None:
    """Makes the message show its newest answer, whichever press that is to."""
    with suppress(discord.NotFound):  # dismissed meanwhile
        await again(lambda: shown.put(lambda newest: reply_to(interaction).edit(**newest.parts())))


def _style(at: Desk, user: UserId) -> DisplayOptions:
    """The user's style for pictures that nobody else sees."""
    person = at.people.of(user)
    return DisplayOptions(person.palette, person.large, person.wide)


async def in_time(task: asyncio.Future[Any]) -> bool:
    """Waits a moment for pictures or advice; whether they are there."""
    done, _ = await asyncio.wait({task}, timeout=_PATIENCE_SECONDS)
    return bool(done)
