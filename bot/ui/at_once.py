"""One form for all that is said again in every turn, and presses that make several moves. It knows no title."""

from collections.abc import Collection, Sequence
from itertools import chain

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Seated, desk
from bot.errors import Interaction, user_of
from bot.markdown import Markdown, joined, md, message_of
from bot.reply import reply_to
from bot.ui.components import Press, custom_id
from bot.ui.fields import Field, form
from bot.ui.forms import REFUSED, SENT, completed_by, field_of, is_last, refused_form, words_of
from bot.ui.made import Played, played
from bot.ui.menu import words
from bot.ui.page import Page, show
from bot.ui.shortcuts import EVERY, all_proposed, as_before, asked_again, verbs_of
from bot.ui.turn import asked_anew, gone_on, open_menu, outdated
from engine import Action, Refused, Stale, Unreadable, play, read_action
from engine.core import field_names, verb_of
from engine.core.action import button_title, field_example
from engine.core.notation import notation_word


async def make_all(interaction: Interaction, press: Press) -> None:
    """Makes the moves in the ``custom_id``, one after another, for the seat of whoever pressed."""
    if not press.rest.startswith(EVERY):
        await show(interaction, await _made(interaction, press, press.rest.split("|")))
        return
    place = await desk(interaction).place(press.table, user_of(interaction))
    every = all_proposed(place)
    if every is None or press.rest != f"{EVERY}{every.digest}":
        await show(interaction, await asked_anew(interaction, place, _too_late(place)))
        return
    spelled = [" ".join(words(action)) for action in every.actions]
    await show(interaction, await _made(interaction, press, spelled))


def _too_late(place: Seated) -> Markdown:
    """The word above the question of somebody whose moves are not possible anymore; there may be no question."""
    return md("That’s no longer possible. Here’s what is.") if place.decision else md("That’s no longer possible.")


async def _made(interaction: Interaction, press: Press, spelled: Sequence[str]) -> Page:
    """Makes the moves up to the first that is refused, and tells what they did and why that one is."""
    at, said = desk(interaction), list[Markdown]()
    made: Played | None = None
    for line in spelled:
        place = await at.place(press.table, user_of(interaction))
        seen = press.seq if made is None else made.seq  # a press that comes again finds that its seat has moved since
        try:
            made = await played(interaction, place, line, seen, first=made is None)
        except (Stale, Refused) as error:
            if made is None:
                return await outdated(interaction, press.table, message_of(error))
            said.append(message_of(error))
            break
        said.append(made.said)
    assert made is not None
    return await gone_on(interaction, made._replace(said=joined(said)))


# -- forms


async def form_pressed(interaction: Interaction, press: Press) -> None:
    """Opens a form, or takes up one that was sent."""
    rest = press.rest.removeprefix(SENT).removeprefix(REFUSED)
    last = is_last(await desk(interaction).started(press.table), rest)
    if press.rest.startswith(SENT):
        await (_last_sent if last else _all_sent)(interaction, replace(press, rest=rest))
    elif last and rest == press.rest:
        await open_menu(interaction, replace(press, rest=f"-0 {rest}"))
    else:
        await (_open_last if last else _open_all)(interaction, replace(press, rest=rest))


async def _open_all(interaction: Interaction, press: Press) -> None:
    """Opens the form for these verbs, filled in with what was said last time, or with what was typed and refused.

    If the question is another one by now, that is shown.
    """
    place = await desk(interaction).place(press.table, user_of(interaction))
    asked, (verbs, *typed) = asked_again(place), press.rest.split(" ")
    if verbs_of(asked) != verbs:
        await show(interaction, await asked_anew(interaction, place, md("")))
        return
    identity = custom_id("c", place.table.id, place.table.seq, f"{SENT}{verbs}")
    first = next(iter(asked[0]))
    await reply_to(interaction).open_form(form(button_title(type(first)), identity, form_fields(place, typed)))


async def _open_last(interaction: Interaction, press: Press) -> None:
    """Opens the form for the last fields of a move with what was typed and refused; else the question, as it is now."""
    place = await desk(interaction).place(press.table, user_of(interaction))
    opened = refused_form(place, press.rest)
    if opened is None:
        await show(interaction, await asked_anew(interaction, place, md("")))
    else:
        await reply_to(interaction).open_form(opened)


async def _all_sent(interaction: Interaction, press: Press) -> None:
    """Makes the moves that the form says; what is not possible is told above the question."""
    place = await desk(interaction).place(press.table, user_of(interaction))
    asked, values = asked_again(place), [notation_word(value.strip()) or "_" for value in press.values]
    if verbs_of(asked) != press.rest:
        await show(interaction, await asked_anew(interaction, place, _too_late(place)))
        return
    spelled, left = [], values
    for offers in map(tuple, asked):
        names = _asked_of(offers)
        given, left = left[: len(names)], left[len(names) :]
        spelled.append(_completed(offers, given))
    try:
        _check(place, asked, spelled)
    except (Refused, Unreadable) as error:
        page = await asked_anew(interaction, place, message_of(error))
        await show(interaction, _with_typed(page, place, press.rest, [press.rest, *values]))
        return
    await show(interaction, await _made(interaction, press, spelled))


async def _last_sent(interaction: Interaction, press: Press) -> None:
    """Makes the move with the values of its last fields; if it is not possible, says why above the question."""
    place, picked = await desk(interaction).place(press.table, user_of(interaction)), press.rest.split(" ")
    line = completed_by(place, picked, press.values)
    try:
        made = await played(interaction, place, line, press.seq)
    except (Stale, Refused, Unreadable) as error:
        page = await asked_anew(interaction, place, message_of(error), picked=picked)
        await show(interaction, _with_typed(page, place, press.rest, line.split(" ")))
        return
    await show(interaction, await gone_on(interaction, made))


def _with_typed(page: Page, place: Seated, rest: str, typed: Sequence[str]) -> Page:
    """The page, on which the button of the form opens it as it was filled in, if its identity has room for that."""
    identity = custom_id("c", place.table.id, place.table.seq, rest)
    again = custom_id("c", place.table.id, place.table.seq, REFUSED + " ".join(typed))
    for item in chain.from_iterable(page.buttons):
        if isinstance(item, ui.Button) and item.custom_id == identity and len(again) <= limits.CUSTOM_ID:
            item.custom_id = again
    return page


def _check(place: Seated, asked: Sequence[Collection[Action]], spelled: Sequence[str]) -> None:
    """Raises ``Refused`` or ``Unreadable`` for the first move that cannot be made."""
    state = place.table.state
    assert state is not None
    for offers, line in zip(asked, spelled, strict=True):
        state, _ = play(state, read_action(f"p{place.seat} {line}", (type(next(iter(offers))),)))


def form_fields(place: Seated, typed: Sequence[str] = ()) -> tuple[Field, ...]:
    """The fields of the form, filled in with what was ``typed``, said last time, or is listed first."""
    before, given = as_before(place), iter(typed)
    found = list[Field]()
    for number, offers in enumerate(asked_again(place)):
        listed = tuple(offers)
        usual = before[number] if number < len(before) else listed[0]
        for name in _asked_of(listed):
            found.append(field_of(place, listed, name, next(given, notation_word(getattr(usual, name)))))
    return tuple(found)


def _asked_of(listed: Sequence[Action]) -> tuple[str, ...]:
    """The fields of a move that a form asks for: not the last ones, where they follow from those before."""
    kind = type(listed[0])
    names = field_names(kind)
    while len(names) > 1 and not field_example(kind, names[-1]):
        before = {words_of(action, names[:-1]) for action in listed}
        if len(before) < len(listed):
            break
        names = names[:-1]
    return names


def _completed(listed: Sequence[Action], given: Sequence[str]) -> str:
    """The move with these values, and with those that follow from them."""
    names = field_names(type(listed[0]))
    asked, rest = names[: len(given)], names[len(given) :]
    fitting = (action for action in listed if words_of(action, asked) == tuple(given))
    usual = next(fitting, listed[0])
    return " ".join([verb_of(usual), *given, *words_of(usual, rest)])
