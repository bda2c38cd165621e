"""The private menu behind *Your move*: question after question, a preview, Confirm and Back. It knows no title.

All that it goes by is the ``custom_id`` that was pressed and the table as it is now.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from discord import InteractionType, ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Desk, Seated, desk
from bot.errors import Interaction
from bot.persons.memos import ABOVE_A_QUESTION, noted
from bot.play.takeback import turn_length
from bot.sight import TableView
from bot.tables.table import Table
from bot.ui.answers import AHEAD, LISTED, STEPWISE, ahead_button, answers
from bot.ui.asking import asked_for
from bot.ui.caution import is_confirmed
from bot.ui.chips import FEW, chips, explained, leading, parted
from bot.ui.components import Field, Press, Row, Style, button, custom_id, form, has_room
from bot.ui.forms import form_id, last_form
from bot.ui.games import linked
from bot.ui.made import Played, is_ahead, played
from bot.ui.menu import Menu, menu, words
from bot.ui.nearest import named
from bot.ui.page import Page, is_turned, show
from bot.ui.plans import escaped_word, plan_button
from bot.ui.shortcuts import and_then, shortcuts
from bot.wording import escaped
from engine import Decision, Refused, Stale, Unreadable, play, read, write
from engine.core import MAX_LENGTH, Standing, fields
from engine.core.action import aid, title
from engine.core.notation import number, word
from render import Choice, Scene

_MOST_WORDS, _LONGEST_WORD = 3, 240
"""Lines about one's standing orders above a question, and characters of each; what is left comes with the next one."""
_LEAST_ABOVE = 400
"""Characters that what a question lists leaves to what stands above it."""


async def open_menu(interaction: Interaction, press: Press) -> None:
    """*Your move*, Back, another page, or a verb: the question after the words in the ``custom_id``."""
    page, *picked = press.rest[1:].split(" ")
    place, lead = press.rest[0], ""
    seated = await _place(interaction, press)
    if place == LISTED:  # several may be open at once, far from their tables
        lead = f"-# {linked(seated.table)}"
    made = None if place == STEPWISE else await _made_at_once(interaction, press, seated, picked)
    if made:
        await show(interaction, made)
        return
    if (picked or place == AHEAD) and await _form_opened(interaction, seated, picked, ahead=place == AHEAD):
        return
    asked = await _menu_page(interaction, seated, picked, page=int(page), lead=lead, ahead=place == AHEAD)
    await show(interaction, asked, anew=place == LISTED)


async def pick(interaction: Interaction, press: Press) -> None:
    """An answer chosen in a select: its value is the next word."""
    picked, place = [*press.rest.split(" "), *press.values], await _place(interaction, press)
    if picked[0] == STEPWISE:
        await show(interaction, await _menu_page(interaction, place, picked[1:]))
    else:
        await _go_on(interaction, press, place, picked)


async def open_form(interaction: Interaction, press: Press) -> None:
    """Asks for a whole number in a form, with its bounds; or for any value, with an example."""
    picked = press.rest.split(" ")
    place = await _place(interaction, press)
    found = _found(place, picked)
    if found is None or not (found.kind == "number" or found.example):
        await show(interaction, await _menu_page(interaction, place, picked))
        return
    identity = custom_id("f", place.table.id, place.table.seq, press.rest)
    heading = f"{title(type(found.sample))}: {asked_for(found)}"
    field = Field("number", asked_for(found), MAX_LENGTH, found.example, required=True)
    if found.kind == "number":
        asked = f"{field.asked} ({found.low} to {found.high})"
        field = Field("number", asked, len(str(found.high)), str(found.low), required=True)
    await interaction.response.send_modal(form(heading, identity, [field]))


async def form_sent(interaction: Interaction, press: Press) -> None:
    """The number or the value that was typed is the next word."""
    typed = press.values[0].strip() if press.values else ""
    picked = press.rest.split(" ")
    place = await _place(interaction, press)
    found = _found(place, picked)
    lead = ""
    if found is not None and found.kind == "number":
        try:
            wanted = number(typed)
        except ValueError:
            wanted = found.low - 1
        if found.low <= wanted <= found.high:
            picked = [*picked, str(wanted)]
        else:
            lead = f"Enter a whole number from {found.low} to {found.high}."
    elif found is not None and found.example:
        picked, lead = _typed(place, found, typed)
    await _go_on(interaction, press, place, picked, lead)


async def _go_on(interaction: Interaction, press: Press, place: Seated, picked: Sequence[str], lead: str = "") -> None:
    """After an answer: the move, where it needs no *Confirm*, or else the next question or a form for all of them."""
    made = None if lead else await _made_at_once(interaction, press, place, picked)
    if made is None and not lead and await _form_opened(interaction, place, picked):
        return
    await show(interaction, made or await _menu_page(interaction, place, picked, lead=lead))


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
    await interaction.response.send_modal(opened)
    return True


async def _made_at_once(interaction: Interaction, press: Press, place: Seated, picked: Sequence[str]) -> Page | None:
    """Makes the move that these answers come to, if its player wants no *Confirm*; None if there is more to ask.

    A press of an old button, or one for another picture, makes no move.
    """
    person = desk(interaction).people.of(interaction.user.id)
    if not picked or is_turned(interaction):
        return None
    found = _found(place, picked)
    if found is None or found.kind != "confirm" or await is_confirmed(person, place, found.sample):
        return None
    spelled = write(found.sample).split(" ", 1)[1]
    try:
        return await gone_on(interaction, await played(interaction, place, spelled, press.seq))
    except (Stale, Refused):
        return None


def _typed(place: Seated, found: Menu, typed: str) -> tuple[list[str], str]:
    """The answers with the value that was typed, or the mark of one in the picture; else why it cannot be."""
    marks = {entry.key: entry.words for entry in found.entries} if _marked(found) else {}
    marked = marks.get(typed) or (_called(place, found, typed) or word(typed) or "_",)
    picked = [*found.picked, *marked]
    if len(picked) <= len(fields(type(found.sample))):  # more is to be asked, or follows from what is typed
        if _found(place, picked) is not None:
            return picked, ""
        return list(found.picked), f"“{limits.cut(typed, 40)}” isn’t possible. Example: {found.example}."
    try:
        assert place.table.state is not None
        play(place.table.state, read(f"p{place.seat} {' '.join(picked)}", (type(found.sample),)))
    except (Unreadable, Refused) as error:
        return list(found.picked), str(error)
    return picked, ""


def _called(place: Seated, found: Menu, typed: str) -> str | None:
    """The offered value that was typed by its name, such as “my 5”."""
    asked, depth = place.ahead if is_ahead(place, found.picked) else place.decision, len(found.picked)
    fitting = (action for action in (asked.offers if asked else ()) if words(action)[:depth] == found.picked)
    values = {words(action)[depth]: place.seen.label(action, found.field) for action in fitting}
    return None if word(typed) in values else named(typed, values, place.seen.caption(place.seat))


async def confirm(interaction: Interaction, press: Press) -> None:
    """Makes the move in the ``custom_id``, for the seat of whoever pressed."""
    await show(interaction, await _confirmed(interaction, press))


async def asked_anew(
    interaction: Interaction,
    place: Seated,
    lead: str,
    more: Sequence[ui.Item[Any]] = (),
    *,
    picked: Sequence[str] = (),
) -> Page:
    """The asker's question after the words ``picked``, under ``lead``, with ``more`` buttons."""
    return _with_more(await _menu_page(interaction, place, picked, lead=lead), more)


async def _confirmed(interaction: Interaction, press: Press) -> Page:
    spelled = press.rest.split(" ", 1)[1]
    try:
        made = await played(interaction, await _place(interaction, press), spelled, press.seq)
    except (Stale, Refused) as error:
        return await outdated(interaction, press.table, str(error))
    return await gone_on(interaction, made)


async def gone_on(interaction: Interaction, made: Played) -> Page:
    """The page after a move: the words for it, *Undo* beside them, and the player's next question if there is one."""
    (said, table, back, _), at = made, desk(interaction)
    place = await at.seated(table, interaction.user.id)
    undo = await _back_buttons(at, table, interaction.user.id, back=back)
    if place.decision is not None and at.sessions.decisions(table):
        return await asked_anew(interaction, place, said, undo)
    if table.status != "playing":
        return Page(f"{said}\n{at.asked_now(table, interaction.user.id)}")
    return Page(said, None, [[*undo, *ahead_button(place)]])


def _with_more(page: Page, more: Sequence[ui.Item[Any]]) -> Page:
    """The page with more buttons in its last row, in one of their own, or wherever there is room."""
    rows = [list(row) for row in page.buttons if row]
    *above, last = rows or [[]]
    if has_room(last, len(more)):
        return replace(page, buttons=[*above, [*last, *more]])
    if len(rows) < limits.ROWS:
        return replace(page, buttons=[*rows, more])
    for item in more:
        for row in [row for row in rows if has_room(row)][-1:]:
            row.append(item)
    return replace(page, buttons=rows)


async def _back_buttons(at: Desk, table: Table, user: int, *, back: bool) -> list[ui.Item[Any]]:
    """*Undo*, and *Restart turn* where that takes back more."""
    undo: Row = [button("Undo", custom_id("u", table.id, table.seq))] if back else []
    if any(table.players[asked.seat - 1].policy for asked in at.sessions.decisions(table)):
        return undo  # a computer answers at once
    if await turn_length(at.sessions, table.id, user) > 1:
        undo.append(button("Restart turn", custom_id("u", table.id, table.seq, "turn")))
    return undo


async def _place(interaction: Interaction, press: Press) -> Seated:
    """The one look at the table before a press does anything."""
    return await desk(interaction).place(press.table, interaction.user.id)


async def outdated(interaction: Interaction, table_id: int, lead: str) -> Page:
    """The board as it is now, after a press that came too late."""
    at = desk(interaction)
    table = await at.started(table_id)
    seen = await at.seen_by(table, None)
    first = seen.painter.pictures[0]
    again = button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)
    board = partial(seen.painter.scenes, first, seen.view, seen.look)
    is_on = table.status == "playing"  # that it is over is why the press was refused
    text = f"{lead}\n{at.asked_now(table, interaction.user.id)}" if is_on else lead
    address = custom_id("v", table.id, table.seq, "-board")
    return Page(text, board, [[again]] if is_on else [], address)


async def _menu_page(
    interaction: Interaction,
    place: Seated,
    picked: Sequence[str],
    *,
    page: int = 0,
    lead: str = "",
    ahead: bool = False,
) -> Page:
    """The question after ``picked``; the first question when these words lead nowhere any more.

    Who is not asked is told who is, and may answer ``ahead``.
    """
    turn = ""
    if place.decision is None:
        turn = desk(interaction).asked_now(place.table, interaction.user.id)
        if place.ahead is None:
            text = "\n".join(filter(None, [lead, *_words(place), turn]))
            await _have_read(interaction, place)
            return Page(text, None, [plan_button(place)])
        if not is_ahead(place, picked):
            picked, page = (), 0
    asked = _asked(place, picked, ahead=ahead)
    found = menu(asked.offers, picked)
    if found is None:
        lead, page, asked = "That’s no longer possible. Here’s what is.", 0, _asked(place, ())
        found = menu(asked.offers)
    if found is None:
        raise LookupError("a seat is asked, but nothing is offered")
    found = leading(place.seen, found, asked.offers)
    known = [] if picked or found.kind == "confirm" else place.seen.private()
    first = turn if found.back is None else ""
    words = _words(place) if found.back is None else ()
    above = "\n".join(filter(None, [lead, *words, first, *known]))
    heading, listed = _heading(place, asked, found), _listed(place, found, page)
    text = _text(above, "\n".join(heading), "\n".join(listed))
    if words:
        await _have_read(interaction, place)
    buttons = answers(place, found, page)
    return Page(text, scenes_of(place.seen, found), buttons, _address(place, picked, page, ahead))


def _listed(place: Seated, found: Menu, page: int) -> list[str]:
    """The lines that say what the buttons do, as far as it does not stand on them."""
    if found.kind == "confirm":
        both = and_then(place, found.sample)
        return [both.said] if both and both.said else []
    at_once = [f"**{escaped(short.label)}** {short.said}" for short in shortcuts(place, found)]
    return [*at_once, *explained(place.seen, found, page)]


def _text(above: str, heading: str, listed: str) -> str:
    """The words of a question: what it lists leaves room for what stands above, and that for the question."""
    room = limits.CONTENT - len(heading) - _LEAST_ABOVE
    below = f"{heading}\n{limits.cut(listed, room)}" if listed and room > 0 else heading
    return f"{limits.cut(above, limits.CONTENT - len(below) - 1)}\n{below}" if above else below


def _address(place: Seated, picked: Sequence[str], page: int, ahead: bool) -> str:
    """The ``custom_id`` of a press that asks the same question."""
    rest = " ".join([f"{AHEAD if ahead else '-'}{page}", *picked])
    return custom_id("m", place.table.id, place.table.seq, rest)


def _words(place: Seated) -> list[str]:
    """A few lines about one's standing orders, and one's own note; short, so that the question is seen as well."""
    done = [escaped_word(word, place.table.players) for word in place.words[:_MOST_WORDS]]
    return [*(limits.cut(word, _LONGEST_WORD) for word in done), *noted(place.memo, ABOVE_A_QUESTION)]


async def _have_read(interaction: Interaction, place: Seated) -> None:
    orders, shown = desk(interaction).sessions.orders, place.words[:_MOST_WORDS]
    await orders.have_read(place.table.id, interaction.user.id, shown)


def _asked(place: Seated, picked: Sequence[str], *, ahead: bool = False) -> Decision:
    """The question that the words answer. Whoever is here has a choice now, or something to plan."""
    asked = place.ahead if ahead or is_ahead(place, picked) else place.decision
    asked = asked or place.decision or place.ahead
    if asked is None:
        raise LookupError("a seat without a question")
    return asked


def _found(place: Seated, picked: Sequence[str]) -> Menu | None:
    """The menu after ``picked``; None when the seat has no such question any more."""
    asked = place.ahead if is_ahead(place, picked) else place.decision
    return None if asked is None else menu(asked.offers, picked)


def _heading(place: Seated, asked: Decision, found: Menu) -> list[str]:
    """The game's headline, what the seat is to know first, the question, and the answers so far."""
    seen = place.seen
    lines = [f"**{seen.game.words.headline(seen.view)}**", *(place.recalled if found.back is None else ())]
    if found.kind == "confirm":
        return [*lines, *seen.preview(found.sample)]
    if found.back is None or not isinstance(found.sample, Standing):
        lines.append(asked.prompt)  # of what may be said ahead there is a sentence for each verb
    lines += answered_so_far(seen, found)
    return lines


def answered_so_far(seen: TableView, found: Menu) -> list[str]:
    """The answers given to the questions before this one, and what may be typed."""
    lines: list[str] = []
    if found.picked:
        names = fields(type(found.sample))[: len(found.picked) - 1]
        labels = [seen.game.words.label(seen.view, found.sample, name, seen.name) for name in names]
        answers = [parted(label)[0] for label in labels]
        lines.append(" → ".join([title(type(found.sample)), *answers, f"**{asked_for(found)}**"]))
    if found.example:
        marked = "a mark from the picture or " if len(found.entries) > FEW and _marked(found) else ""
        more = aid(type(found.sample), found.field)
        lines.append(
            f"With *Type it…* you can enter {marked}any other choice, such as `{found.example}`. {more}".strip()
        )
    return lines


def _marked(found: Menu) -> bool:
    """Whether answers are marked in a picture; numbers, such as amounts of money, are themselves."""
    return not isinstance(getattr(found.sample, found.field), int)


def scenes_of(seen: TableView, found: Menu) -> Callable[[], Sequence[Scene]] | None:
    """The preview before Confirm, or the picture with the answers' keys drawn in."""
    painter, view, look = seen.painter, seen.view, seen.look
    if found.kind == "confirm":
        return partial(painter.preview, view, look, found.sample)
    if found.kind == "verbs":
        return None
    shown = chips(seen, found)
    marks = shown.marks if shown else ()
    keyed = marks or [(entry.key, entry.actions) for entry in found.entries]
    choices = tuple(Choice(*mark) for mark in keyed)
    return partial(painter.choices, view, look, shown.marked if shown and marks else found.field, choices)
