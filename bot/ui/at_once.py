"""One form for all that is said again in every turn, and presses that make several moves. It knows no title."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from bot.desk import Seated, desk
from bot.errors import Interaction
from bot.ui.components import Field, Press, custom_id, form
from bot.ui.made import Played, played
from bot.ui.page import Page, show
from bot.ui.shortcuts import as_before, asked_again, verbs_of
from bot.ui.turn import asked_anew, gone_on, outdated
from engine import Action, Refused, Stale, Unreadable, play, read
from engine.core.action import example, fields, question, title, verb
from engine.core.notation import MAX_LENGTH, word


async def make_all(interaction: Interaction, press: Press) -> None:
    """Makes the moves in the ``custom_id``, one after another, for the seat of whoever pressed."""
    await show(interaction, await _made(interaction, press, press.rest.split("|")))


async def _made(interaction: Interaction, press: Press, spelled: Sequence[str]) -> Page:
    """Makes the moves up to the first that is refused, and tells what they did and why that one is."""
    at, said = desk(interaction), list[str]()
    made: Played | None = None
    for words in spelled:
        place = await at.place(press.table, interaction.user.id)
        seen = press.seq if made is None else made.seq  # a press that comes again finds that its seat has moved since
        try:
            made = await played(interaction, place, words, seen, first=made is None)
        except (Stale, Refused) as error:
            if made is None:
                return await outdated(interaction, press.table, str(error))
            said.append(str(error))
            break
        said.append(made.said)
    assert made is not None
    return await gone_on(interaction, made._replace(said="\n".join(said)))


# -- the form


_SENT = "+"
"""In a ``custom_id``: before the verbs of a form that was sent."""


async def form_pressed(interaction: Interaction, press: Press) -> None:
    """Opens a form, or takes up one that was sent."""
    if press.rest.startswith(_SENT):
        await _all_sent(interaction, replace(press, rest=press.rest.removeprefix(_SENT)))
    else:
        await _open_all(interaction, press)


async def _open_all(interaction: Interaction, press: Press) -> None:
    """Opens the form for these verbs, filled in with what was said last time; else the question, if it is another."""
    place = await desk(interaction).place(press.table, interaction.user.id)
    asked = asked_again(place)
    if verbs_of(asked) != press.rest:
        await show(interaction, await asked_anew(interaction, place, ""))
        return
    identity = custom_id("c", place.table.id, place.table.seq, f"{_SENT}{press.rest}")
    first = next(iter(asked[0]))
    await interaction.response.send_modal(form(title(type(first)), identity, form_fields(place)))


async def _all_sent(interaction: Interaction, press: Press) -> None:
    """Makes the moves that the form says; what is not possible is told above the question."""
    place = await desk(interaction).place(press.table, interaction.user.id)
    asked, values = asked_again(place), list(press.values)
    if verbs_of(asked) != press.rest:
        await show(interaction, await asked_anew(interaction, place, "That’s no longer possible. Here’s what is."))
        return
    spelled = []
    for offers in asked:
        kind = type(next(iter(offers)))
        given, values = values[: len(fields(kind))], values[len(fields(kind)) :]
        words = [word(value.strip()) for value in given]
        spelled.append(" ".join([verb(kind), *words]))
    try:
        _check(place, asked, spelled)
    except (Refused, Unreadable) as error:
        await show(interaction, await asked_anew(interaction, place, str(error)))
        return
    await show(interaction, await _made(interaction, press, spelled))


def _check(place: Seated, asked: Sequence[Collection[Action]], spelled: Sequence[str]) -> None:
    """Raises ``Refused`` or ``Unreadable`` for the first move that cannot be made."""
    state = place.table.state
    assert state is not None
    for offers, words in zip(asked, spelled, strict=True):
        state, _ = play(state, read(f"p{place.seat} {words}", (type(next(iter(offers))),)))


def form_fields(place: Seated) -> tuple[Field, ...]:
    """The fields of the form, filled in with what was said last time or what is listed first."""
    before = as_before(place)
    found = list[Field]()
    for number, offers in enumerate(asked_again(place)):
        listed = tuple(offers)
        usual = before[number] if number < len(before) else listed[0]
        for name in fields(type(usual)):
            found.append(_field(place, listed, name, word(getattr(usual, name))))
    return tuple(found)


def _field(place: Seated, listed: Sequence[Action], name: str, now: str) -> Field:
    """One question: a text where more than the listed values may be typed, or else a select."""
    kind = type(listed[0])
    asked, identity = question(kind, name), f"{verb(kind)}.{name}"
    if example(kind, name):
        return Field(identity, asked, MAX_LENGTH, example(kind, name), now, required=True)
    values = {word(getattr(action, name)): action for action in listed}
    options = tuple((place.seen.label(action, name), value) for value, action in values.items())
    return Field(identity, asked, MAX_LENGTH, now=now, required=True, options=options)
