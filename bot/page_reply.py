"""Private replies to commands and presses: text, a picture, and buttons.

A message has one picture, because Discord crops several pictures in one message. A button shows the next picture.

If the pictures are ready, the first response contains everything; it does not count toward the rate limit of posts.
Otherwise text and buttons are sent first, and the pictures are added when they are drawn. After several presses on one
message, it shows only the latest answer: neither an old page nor a late picture replaces it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import discord
import msgspec
from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.errors import Interaction, retry_once, user_of
from bot.markdown import Markdown, truncate, trust_markdown
from bot.priority_semaphore import Priority
from bot.render_pool import discord_files
from bot.reply import reply_of
from bot.reply_order import NewestAnswer
from bot.services import Services, services_of
from bot.ui.components import (
    ButtonPress,
    Row,
    build_view,
    button,
    call_handler,
    has_room,
    parse_custom_id,
    picture_custom_id,
    rows_of_message,
)
from bot.ui.page import Page
from engine.store.ids import MessageId, UserId
from render import DisplayOptions, Picture

_MAX_WAIT_SECONDS = 0.3
"""Seconds that a reply waits for its pictures. Most pictures are drawn by then."""
_QUESTION_KIND = "m"
"""The kind of presses that show a question at a table."""


class PageAnswer(msgspec.Struct, frozen=True):
    """A page with one of its pictures. ``turn`` is the answer's number in ``bot.reply_order``."""

    turn: int
    page: Page
    pictures: Sequence[Picture] = ()
    picture_index: int = 0

    @property
    def text(self) -> Markdown:
        """The page's text, shortened to the limit of a message."""
        return truncate(self.page.text, limits.CONTENT)

    @property
    def picture_files(self) -> list[discord.File]:
        """A list with the picture's file; empty if there is no picture."""
        return discord_files(self.pictures[self.picture_index : self.picture_index + 1])

    @property
    def view(self) -> ui.View:
        """The page's buttons, and a button for the next picture if there is one and the button fits."""
        page_rows, picture_row = [row for row in self.page.buttons if row], self._next_picture_row()
        if len(page_rows) < limits.ROWS:
            return build_view(*page_rows, picture_row)
        rows_with_room = [row for row in page_rows if has_room(row)]
        return build_view(
            *([*row, *picture_row] if rows_with_room and row is rows_with_room[-1] else row for row in page_rows)
        )

    def _next_picture_row(self) -> Row:
        press = parse_custom_id(self.page.custom_id)
        count = len(self.pictures)
        if count < 2 or press is None:
            return []
        next_index = (self.picture_index + 1) % count
        button_id = picture_custom_id(press, next_index)
        label = f"Picture {self.picture_index + 1} of {count} ›"
        return [button(label, button_id)] if len(button_id) <= limits.CUSTOM_ID else []

    def message_parts(self) -> dict[str, Any]:
        """The arguments for editing a message so that it shows this answer."""
        return {"content": self.text, "attachments": self.picture_files, "view": self.view}


class _PictureTurn(msgspec.Struct, frozen=True):
    """A press for another picture of a page. The page was shown after move ``seq``."""

    picture_index: int
    seq: int


async def handle_next_picture(interaction: Interaction, press: ButtonPress) -> None:
    """Show the next picture of a page by calling the page's handler again with the picture's number."""
    number, _, page_id = press.arguments.partition(" ")
    kind, _, arguments = page_id.partition(":")
    interaction.extras[_PICTURE_TURN_KEY] = _PictureTurn(int(number), press.seq)
    await call_handler(interaction, replace(press, kind=kind, arguments=arguments))


_PICTURE_TURN_KEY = "turned"


def is_picture_turn(interaction: Interaction) -> bool:
    """Whether the press only shows another picture of the same page."""
    return _PICTURE_TURN_KEY in interaction.extras


def _compose_answer(interaction: Interaction, page: Page, turn: int) -> PageAnswer:
    """Return the answer that shows this page.

    If the user only asked for another picture, and the game has not changed, the answer keeps the message's text and
    buttons.
    """
    picture_turn, message, page_press = (
        interaction.extras.get(_PICTURE_TURN_KEY),
        interaction.message,
        parse_custom_id(page.custom_id),
    )
    if picture_turn is None:
        return PageAnswer(turn, page)
    if message is not None and page_press is not None and page_press.seq == picture_turn.seq:
        page = replace(page, text=trust_markdown(message.content), buttons=_rows_without_picture_button(message))
    return PageAnswer(turn, page, (), picture_turn.picture_index)


def _rows_without_picture_button(message: discord.Message) -> list[Row]:
    kept_rows = [[item for item in row if not _is_picture_button(item)] for row in rows_of_message(message)]
    return [row for row in kept_rows if row]


def _is_picture_button(item: ui.Item[Any]) -> bool:
    return str(getattr(item, "custom_id", "")).startswith("z:")


async def send_page(interaction: Interaction, page: Page, *, as_new_message: bool = False) -> None:
    """Show the page privately: in the private message with the pressed button, or as a new message."""
    services = services_of(interaction)
    answer = _compose_answer(interaction, page, services.render_pool.reply_order.next_turn())
    drawing = None
    if page.scenes is not None and services.render_pool.try_allow(user_of(interaction)):
        style = _picture_style(services, user_of(interaction))
        drawing = asyncio.ensure_future(services.render_pool.draw(page.scenes, style, priority=Priority.PERSON))
        if await wait_briefly(drawing):
            answer, drawing = replace(answer, pictures=drawing.result()), None
    pressed_message = None if as_new_message else _message_of_press(interaction)
    message = (
        await retry_once(lambda: _post_answer(interaction, answer)) if pressed_message is None else pressed_message
    )
    newest_answer = services.render_pool.reply_order.for_message(message)
    with newest_answer.count_sender():
        if pressed_message is None:
            newest_answer.try_replace(answer.turn, answer)
        else:
            await retry_once(lambda: _change_message(interaction, newest_answer, answer))
        if not newest_answer.is_newest(answer.turn):  # an older answer may have arrived after a newer one
            await _show_newest(interaction, newest_answer)
        await _replace_older(interaction, page, message)
        if page.load_next is not None:
            services.late_replies.start(_show_next(interaction, page.load_next, newest_answer, answer.turn))
        await _add_late_pictures(interaction, newest_answer, answer, drawing)


async def _show_next(
    interaction: Interaction,
    load_next: Callable[[], Awaitable[Page | None]],
    newest_answer: NewestAnswer[PageAnswer],
    turn: int,
) -> None:
    """Replace the page with this turn number by the page from ``load_next``, unless a newer answer has replaced it."""
    page = await load_next()
    if page is not None and newest_answer.is_newest(turn):
        await send_page(interaction, page)


async def _replace_older(interaction: Interaction, page: Page, message: MessageId | None) -> None:
    """If the page is a question, delete the user's older question at the same table."""
    services, user, press = services_of(interaction), user_of(interaction), parse_custom_id(page.custom_id)
    if press is not None and press.kind == _QUESTION_KIND:
        await services.private_questions.replace_older(
            user, press.table_id, message, reply_of(interaction), services.tables.now()
        )
    else:
        services.private_questions.forget(user, message)


def _message_of_press(interaction: Interaction) -> MessageId | None:
    """Return the private message with the pressed button if the response edits that message; otherwise None."""
    message = interaction.message
    return MessageId(message.id) if message and reply_of(interaction).is_editing_pressed_message else None


async def _post_answer(interaction: Interaction, answer: PageAnswer) -> MessageId | None:
    return await reply_of(interaction).show_page(answer.text, answer.view, answer.picture_files)


async def _change_message(
    interaction: Interaction, newest_answer: NewestAnswer[PageAnswer], answer: PageAnswer
) -> None:
    """Show the answer in the message with the pressed button, unless the message has a newer answer."""
    if newest_answer.try_replace(answer.turn, answer):
        await reply_of(interaction).edit_pressed_message(**answer.message_parts())
    else:
        await reply_of(interaction).acknowledge()


async def _add_late_pictures(
    interaction: Interaction,
    newest_answer: NewestAnswer[PageAnswer],
    answer: PageAnswer,
    drawing: asyncio.Future[tuple[Picture, ...]] | None,
) -> None:
    """Add the late pictures to the answer if it is still the newest."""
    pictures = await drawing if drawing is not None else ()
    if pictures and newest_answer.try_replace(answer.turn, replace(answer, pictures=pictures)):
        await _show_newest(interaction, newest_answer)


async def _show_newest(interaction: Interaction, newest_answer: NewestAnswer[PageAnswer]) -> None:
    with suppress(discord.NotFound):  # the user has dismissed the message
        await retry_once(
            lambda: newest_answer.send_newest(lambda newest: reply_of(interaction).edit(**newest.message_parts()))
        )


def _picture_style(services: Services, user: UserId) -> DisplayOptions:
    preferences = services.user_settings.preferences_of(user)
    return DisplayOptions(preferences.palette, preferences.large, preferences.wide)


async def wait_briefly(task: asyncio.Future[Any]) -> bool:
    """Wait up to 0.3 seconds for pictures or advice. Return whether the task is done."""
    done, _ = await asyncio.wait({task}, timeout=_MAX_WAIT_SECONDS)
    return bool(done)
