"""The presses of the private menu behind *Your move*: question after question, Confirm and Back. It knows no title.

All that it goes by is the ``custom_id`` that was pressed and the table as it is now.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from discord import InteractionType, ui

from bot.desk import Desk, Seated, desk
from bot.errors import Interaction, user_of
from bot.game_text import typing_aid
from bot.markdown import Markdown, escape_prose, joined, md, message_of, quoted, sentences
from bot.play.holders import seat_missed
from bot.play.takeback import turn_length
from bot.reply import reply_to
from bot.tables.moves import thinks_for
from bot.tables.table import Table
from bot.ui.answers import AHEAD, BOARD, LISTED, STEPWISE, ahead_button, answer_page
from bot.ui.asking import answers_of, asked_for
from bot.ui.caution import is_confirmed
from bot.ui.chips import parted
from bot.ui.components import Press, Row, Style, button, custom_id
from bot.ui.fields import Field, form
from bot.ui.forms import form_id, last_form
from bot.ui.games import linked
from bot.ui.made import Played, is_ahead, played
from bot.ui.menu import Menu, menu, words
from bot.ui.nearest import named
from bot.ui.page import Page, is_turned, show
from bot.ui.question import found_after, question_page
from bot.ui.seats import back_button
from bot.wording import with_names
from engine import Refused, Stale, Unreadable, play, read_action, write_action
from engine.core import MAX_LENGTH, field_names
from engine.core.action import button_title
from engine.core.notation import notation_word, read_number
from engine.store.ids import TableId, UserId

_NEWS = 130
"""Characters of what happened, above a question."""


async def open_menu(interaction: Interaction, press: Press) -> None:
    """*Your move*, Back, another page, or a verb: the question after the words in the ``custom_id``."""
    page, *picked = press.rest[1:].split(" ")
    place, lead = press.rest[0], md("")
    try:
        seated = await _place(interaction, press)
    except Refused as refused:
        await _show_board(interaction, press, refused)
        return
    if place == LISTED:  # several may be open at once, far from their tables
        lead = md("-# {}", linked(seated.table))
    if place == BOARD:
        await show(interaction, _board_page(seated, picked, int(page)))
        return
    made = None if place == STEPWISE else await _made_at_once(interaction, press, seated, picked)
    if made:
        await show(interaction, made)
        return
    if (picked or place == AHEAD) and await _form_opened(interaction, seated, picked, ahead=place == AHEAD):
        return
    asked = await question_page(interaction, seated, picked, page=int(page), lead=lead, ahead=place == AHEAD)
    await show(interaction, asked, anew=place == LISTED)


async def _show_board(interaction: Interaction, press: Press, refused: Refused) -> None:
    """Shows the board, and a seat if one is free, to a spectator who pressed *Your move*.

    Raises ``refused``, which says why there is no question, if no game goes on or a seat is kept for the asker.
    """
    at = desk(interaction)
    table = await at.started(press.table)
    if table.status != "playing" or seat_missed(table, user_of(interaction)) is not None:
        raise refused
    seen = await at.seen_by(table, None)
    text = joined([md("**{}**", seen.headline()), message_of(refused)])
    board = partial(seen.painter.public_scenes, seen.painter.public_pictures[0], seen.view, seen.drawing_context)
    address = custom_id("v", table.id, table.seq, "-board")
    await show(interaction, Page(text, board, [back_button(table, back=False)], address))


def _board_page(place: Seated, picked: Sequence[str], page: int) -> Page:
    """The board in place of a question, and the way back to its page."""
    seen, table = place.seen, place.table
    board = partial(seen.painter.public_scenes, seen.painter.public_pictures[0], seen.view, seen.drawing_context)
    ahead = AHEAD if is_ahead(place, picked) else "-"
    back = button("Back", custom_id("m", table.id, table.seq, " ".join([f"{ahead}{page}", *picked])))
    address = custom_id("m", table.id, table.seq, " ".join([f"{BOARD}{page}", *picked]))
    return Page(md("**{}**", seen.headline()), board, [[back]], address)


async def pick(interaction: Interaction, press: Press) -> None:
    """An answer chosen in a select: its value is the next word."""
    picked, place = answers_of(press.rest.split(" "), press.values), await _place(interaction, press)
    if picked[0] == STEPWISE:
        await show(interaction, await question_page(interaction, place, picked[1:]))
    else:
        await _go_on(interaction, press, place, picked)


async def open_form(interaction: Interaction, press: Press) -> None:
    """Asks for a whole number in a form, with its bounds; or for any value, with an example."""
    picked = press.rest.split(" ")
    place = await _place(interaction, press)
    found = found_after(place, picked)
    if found is None or not (found.kind == "number" or found.example):
        await show(interaction, await question_page(interaction, place, picked))
        return
    identity = custom_id("f", place.table.id, place.table.seq, press.rest)
    heading = f"{button_title(type(found.sample))}: {asked_for(found)}"
    about = joined([*_marks_words(place, found), typing_aid(type(found.sample), found.field)], " ").strip()
    field = Field("number", asked_for(found), MAX_LENGTH, found.example, required=True, about=about)
    if found.kind == "number":
        asked = f"{field.asked} ({found.low} to {found.high})"
        field = Field("number", asked, len(str(found.high)), str(found.low), required=True)
    await reply_to(interaction).open_form(form(heading, identity, [field]))


async def form_sent(interaction: Interaction, press: Press) -> None:
    """The number or the value that was typed is the next word."""
    typed = press.first.strip()
    picked = press.rest.split(" ")
    place = await _place(interaction, press)
    found = found_after(place, picked)
    lead = md("")
    if found is not None and found.kind == "number":
        try:
            wanted = read_number(typed)
        except ValueError:
            wanted = found.low - 1
        if found.low <= wanted <= found.high:
            picked = [*picked, str(wanted)]
        else:
            lead = md("Enter a whole number from {} to {}.", found.low, found.high)
    elif found is not None and found.example:
        picked, lead = _typed(place, found, typed)
    await _go_on(interaction, press, place, picked, lead)


async def _go_on(
    interaction: Interaction, press: Press, place: Seated, picked: Sequence[str], lead: Markdown = md("")
) -> None:
    """After an answer: the move, where it needs no *Confirm*, or else the next question or a form for all of them."""
    made = None if lead else await _made_at_once(interaction, press, place, picked)
    if made is None and not lead and await _form_opened(interaction, place, picked):
        return
    await show(interaction, made or await question_page(interaction, place, picked, lead=lead))


async def _form_opened(interaction: Interaction, place: Seated, picked: Sequence[str], *, ahead: bool = False) -> bool:
    """Opens the form for all that is left to ask, if there is one; another form or picture can't be followed by it."""
    opens = interaction.type is InteractionType.component and not is_turned(interaction)
    asked = place.ahead if ahead or is_ahead(place, picked) else place.decision
    found = menu(asked.offers, picked) if opens and asked else None
    if found is None or not form_id(place.table, found):
        return False
    earlier = await desk(interaction).said_by(place.table, place.seat)
    opened = last_form(place, found, earlier)
    if opened is None:
        return False
    await reply_to(interaction).open_form(opened)
    return True


async def _made_at_once(interaction: Interaction, press: Press, place: Seated, picked: Sequence[str]) -> Page | None:
    """Makes the move that these answers come to, if its player wants no *Confirm*; None if there is more to ask.

    A press of an old button, or one for another picture, makes no move.
    """
    person = desk(interaction).people.of(user_of(interaction))
    if not picked or is_turned(interaction):
        return None
    found = found_after(place, picked)
    if found is None or found.kind != "confirm" or await is_confirmed(person, place, found.sample):
        return None
    spelled = write_action(found.sample).split(" ", 1)[1]
    try:
        return await gone_on(interaction, await played(interaction, place, spelled, press.seq))
    except (Stale, Refused):
        return None


def _typed(place: Seated, found: Menu, typed: str) -> tuple[list[str], Markdown]:
    """The answers with the value that was typed, or the mark of one in the picture; else why it cannot be."""
    marked = _marks(place, found).get(typed) or (_called(place, found, typed) or notation_word(typed) or "_",)
    picked = [*found.picked, *marked]
    if len(picked) <= len(field_names(type(found.sample))):  # more is to be asked, or follows from what is typed
        if found_after(place, picked) is not None:
            return picked, md("")
        return list(found.picked), md("{} isn’t possible. Example: {}.", quoted(typed), escape_prose(found.example))
    try:
        assert place.table.state is not None
        play(place.table.state, read_action(f"p{place.seat} {' '.join(picked)}", (type(found.sample),)))
    except (Unreadable, Refused) as error:
        return list(found.picked), with_names(message_of(error), place.table.players)
    return picked, md("")


def _marks(place: Seated, found: Menu) -> dict[str, tuple[str, ...]]:
    """The words that each mark of the question's picture stands for."""
    layout = answer_page(place, found, 0, md("")).layout
    depth, marks = len(found.picked), dict[str, tuple[str, ...]]()
    for mark, actions in layout.marks:
        spelled = [words(action)[depth:] for action in actions]
        marks[mark] = spelled[0] if len(spelled) == 1 else spelled[0][:1]
    return marks


def _marks_words(place: Seated, found: Menu) -> list[Markdown]:
    """Tells that an answer may be typed by its letter, where the picture has letters."""
    return [md("A letter from the picture is enough.")] if found.example and _marks(place, found) else []


def _called(place: Seated, found: Menu, typed: str) -> str | None:
    """The offered value that was typed by its name, such as “my 5”."""
    asked, depth = place.ahead if is_ahead(place, found.picked) else place.decision, len(found.picked)
    fitting = (action for action in (asked.offers if asked else ()) if words(action)[:depth] == found.picked)
    values = {words(action)[depth]: place.seen.label(action, found.field) for action in fitting}
    return None if notation_word(typed) in values else named(typed, values, place.seen.caption(place.seat))


async def confirm(interaction: Interaction, press: Press) -> None:
    """Makes the move in the ``custom_id``, for the seat of whoever pressed."""
    await show(interaction, await _confirmed(interaction, press))


async def asked_anew(
    interaction: Interaction,
    place: Seated,
    lead: Markdown,
    more: Sequence[ui.Item[Any]] = (),
    *,
    picked: Sequence[str] = (),
) -> Page:
    """The asker's question after the words ``picked``, under ``lead``, with ``more`` buttons."""
    return await question_page(interaction, place, picked, lead=lead, more=more)


async def _confirmed(interaction: Interaction, press: Press) -> Page:
    spelled = press.rest.split(" ", 1)[1]
    try:
        made = await played(interaction, await _place(interaction, press), spelled, press.seq)
    except (Stale, Refused) as error:
        return await outdated(interaction, press.table, message_of(error))
    return await gone_on(interaction, made)


async def gone_on(interaction: Interaction, made: Played) -> Page:
    """The page after a move: the words for it, *Undo* beside them, and the player's next question if there is one."""
    (said, table, back, _), at = made, desk(interaction)
    place = await at.seated(table, user_of(interaction))
    undo = await _back_buttons(at, table, user_of(interaction), back=back)
    if place.decision is not None and at.sessions.decisions(table):
        return await asked_anew(interaction, place, _latest_news(said), undo)
    if table.status != "playing":
        return Page(md("{}\n{}", said, at.asked_now(table, user_of(interaction))))
    return Page(said, None, [[*undo, *_done_button(at, table), *ahead_button(place)]])


def _done_button(at: Desk, table: Table) -> Row:
    """Lets computers answer now, where they wait."""
    if not at.announcer.waits_for_undo(table) or thinks_for(table) is None:
        return []
    return [button("Done", custom_id("u", table.id, table.seq, "done"), Style.success)]


def _latest_news(said: Markdown) -> Markdown:
    """The first sentences of what a move did, as many as have room above a question; the channel has the rest.

    What stands in lines below them, a warning, is kept whole.
    """
    news, *below = said.splitlines()
    kept = list[Markdown]()
    for whole in sentences(news):
        sentence = whole if len(whole) <= _NEWS else md("{}.", parted(whole)[0].rstrip("."))
        if kept and len(joined([*kept, sentence], " ")) > _NEWS:
            break
        kept.append(sentence)
    return joined([joined(kept, " "), *below])


async def _back_buttons(at: Desk, table: Table, user: UserId, *, back: bool) -> list[ui.Item[Any]]:
    """*Undo*, and *Restart turn* where that takes back more."""
    undo: Row = [button("Undo", custom_id("u", table.id, table.seq))] if back else []
    if any(table.players[asked.seat - 1].policy for asked in at.sessions.decisions(table)):
        return undo  # a computer answers soon
    if await turn_length(at.sessions, table, user) > 1:
        undo.append(button("Restart turn", custom_id("u", table.id, table.seq, "turn")))
    return undo


async def _place(interaction: Interaction, press: Press) -> Seated:
    """The one look at the table before a press does anything."""
    return await desk(interaction).place(press.table, user_of(interaction))


async def outdated(interaction: Interaction, table_id: TableId, lead: Markdown) -> Page:
    """The asker's question as it is now, after a press that came too late; the board for who is asked nothing."""
    at = desk(interaction)
    table = await at.started(table_id)
    seat = at.sessions.seat_of(table, user_of(interaction))
    if any(decision.seat == seat for decision in at.sessions.decisions(table)):
        return await question_page(interaction, await at.seated(table, user_of(interaction)), (), lead=lead)
    seen = await at.seen_by(table, None)
    first = seen.painter.public_pictures[0]
    again = button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)
    board = partial(seen.painter.public_scenes, first, seen.view, seen.drawing_context)
    is_on = table.status == "playing"  # that it is over is why the press was refused
    text = md("{}\n{}", lead, at.asked_now(table, user_of(interaction))) if is_on else lead
    address = custom_id("v", table.id, table.seq, "-board")
    return Page(text, board, [[again]] if is_on else [], address)
