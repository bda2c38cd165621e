"""One form for all that is said again in every turn, and presses that make several moves. It knows no title."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.desk import Seated, desk
from bot.errors import Interaction
from bot.ui.components import Field, Press, custom_id, form
from bot.ui.forms import SENT, completed_by, field_of, is_last, words_of
from bot.ui.made import Played, played
from bot.ui.menu import words
from bot.ui.page import Page, show
from bot.ui.shortcuts import EVERY, all_proposed, as_before, asked_again, verbs_of
from bot.ui.turn import asked_anew, gone_on, open_menu, outdated
from engine import Action, Refused, Stale, Unreadable, play, read
from engine.core import fields, verb
from engine.core.action import example, title
from engine.core.notation import word


async def make_all(interaction: Interaction, press: Press) -> None:
    """Makes the moves in the ``custom_id``, one after another, for the seat of whoever pressed."""
    if not press.rest.startswith(EVERY):
        await show(interaction, await _made(interaction, press, press.rest.split("|")))
        return
    place = await desk(interaction).place(press.table, interaction.user.id)
    every = all_proposed(place)
    if every is None or press.rest != f"{EVERY}{every.digest}":
        await show(interaction, await asked_anew(interaction, place, _too_late(place)))
        return
    spelled = [" ".join(words(action)) for action in every.actions]
    await show(interaction, await _made(interaction, press, spelled))


def _too_late(place: Seated) -> str:
    """The word above the question of somebody whose moves are not possible anymore; there may be no question."""
    return "That’s no longer possible. Here’s what is." if place.decision else "That’s no longer possible."


async def _made(interaction: Interaction, press: Press, spelled: Sequence[str]) -> Page:
    """Makes the moves up to the first that is refused, and tells what they did and why that one is."""
    at, said = desk(interaction), list[str]()
    made: Played | None = None
    for line in spelled:
        place = await at.place(press.table, interaction.user.id)
        seen = press.seq if made is None else made.seq  # a press that comes again finds that its seat has moved since
        try:
            made = await played(interaction, place, line, seen, first=made is None)
        except (Stale, Refused) as error:
            if made is None:
                return await outdated(interaction, press.table, str(error))
            said.append(str(error))
            break
        said.append(made.said)
    assert made is not None
    return await gone_on(interaction, made._replace(said="\n".join(said)))


# -- forms


async def form_pressed(interaction: Interaction, press: Press) -> None:
    """Opens a form, or takes up one that was sent."""
    rest = press.rest.removeprefix(SENT)
    last = is_last(await desk(interaction).started(press.table), rest)
    if rest == press.rest:
        await (open_menu if last else _open_all)(interaction, replace(press, rest=f"-0 {rest}" if last else rest))
    else:
        await (_last_sent if last else _all_sent)(interaction, replace(press, rest=rest))


async def _open_all(interaction: Interaction, press: Press) -> None:
    """Opens the form for these verbs, filled in with what was said last time; else the question, if it is another."""
    place = await desk(interaction).place(press.table, interaction.user.id)
    asked = asked_again(place)
    if verbs_of(asked) != press.rest:
        await show(interaction, await asked_anew(interaction, place, ""))
        return
    identity = custom_id("c", place.table.id, place.table.seq, f"{SENT}{press.rest}")
    first = next(iter(asked[0]))
    await interaction.response.send_modal(form(title(type(first)), identity, form_fields(place)))


async def _all_sent(interaction: Interaction, press: Press) -> None:
    """Makes the moves that the form says; what is not possible is told above the question."""
    place = await desk(interaction).place(press.table, interaction.user.id)
    asked, values = asked_again(place), list(press.values)
    if verbs_of(asked) != press.rest:
        await show(interaction, await asked_anew(interaction, place, _too_late(place)))
        return
    spelled = []
    for offers in map(tuple, asked):
        names = _asked_of(offers)
        given, values = values[: len(names)], values[len(names) :]
        spelled.append(_completed(offers, [word(value.strip()) for value in given]))
    try:
        _check(place, asked, spelled)
    except (Refused, Unreadable) as error:
        await show(interaction, await asked_anew(interaction, place, str(error)))
        return
    await show(interaction, await _made(interaction, press, spelled))


async def _last_sent(interaction: Interaction, press: Press) -> None:
    """Makes the move with the values of its last fields; if it is not possible, says why above the question."""
    place, picked = await desk(interaction).place(press.table, interaction.user.id), press.rest.split(" ")
    try:
        made = await played(interaction, place, completed_by(place, picked, press.values), press.seq)
    except (Stale, Refused, Unreadable) as error:
        await show(interaction, await asked_anew(interaction, place, str(error), picked=picked))
        return
    await show(interaction, await gone_on(interaction, made))


def _check(place: Seated, asked: Sequence[Collection[Action]], spelled: Sequence[str]) -> None:
    """Raises ``Refused`` or ``Unreadable`` for the first move that cannot be made."""
    state = place.table.state
    assert state is not None
    for offers, line in zip(asked, spelled, strict=True):
        state, _ = play(state, read(f"p{place.seat} {line}", (type(next(iter(offers))),)))


def form_fields(place: Seated) -> tuple[Field, ...]:
    """The fields of the form, filled in with what was said last time or what is listed first."""
    before = as_before(place)
    found = list[Field]()
    for number, offers in enumerate(asked_again(place)):
        listed = tuple(offers)
        usual = before[number] if number < len(before) else listed[0]
        for name in _asked_of(listed):
            found.append(field_of(place, listed, name, word(getattr(usual, name))))
    return tuple(found)


def _asked_of(listed: Sequence[Action]) -> tuple[str, ...]:
    """The fields of a move that a form asks for: not the last ones, where they follow from those before."""
    kind = type(listed[0])
    names = fields(kind)
    while len(names) > 1 and not example(kind, names[-1]):
        before = {words_of(action, names[:-1]) for action in listed}
        if len(before) < len(listed):
            break
        names = names[:-1]
    return names


def _completed(listed: Sequence[Action], given: Sequence[str]) -> str:
    """The move with these values, and with those that follow from them."""
    names = fields(type(listed[0]))
    asked, rest = names[: len(given)], names[len(given) :]
    fitting = (action for action in listed if words_of(action, asked) == tuple(given))
    usual = next(fitting, listed[0])
    return " ".join([verb(usual), *given, *words_of(usual, rest)])
