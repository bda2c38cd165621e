"""Forms, and the fields of which they are made. It knows no game."""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, md, sendable
from bot.ui.components import option


class Field(msgspec.Struct, frozen=True):
    """A field of a form: a text of at most so many characters, of several lines if it is ``long``.

    An ``example`` stands in an empty field, ``now`` is what stands there when it is opened, ``about`` in a line above
    it. With ``options``, (label, value, a second line or nothing), one of them is chosen.
    """

    name: str
    asked: str
    most: int
    example: str = ""
    now: str = ""
    long: bool = False
    required: bool = False
    options: tuple[tuple[str, str, str], ...] = ()
    about: str = ""


def form(heading: str, identity: str, fields: Sequence[Field], above: Markdown = md("")) -> ui.Modal:
    """A form, with a text ``above`` its fields. Nothing of it is kept in memory: it is stopped before it is sent."""
    made = ui.Modal(title=limits.cut(heading, limits.MODAL_TITLE), custom_id=identity)
    if above:
        made.add_item(ui.TextDisplay(sendable(above)))
    for field in fields:
        answered = _chosen(field) if field.options else _typed(field)
        asked, about = limits.cut(field.asked, limits.MODAL_LABEL), limits.cut(field.about, limits.MODAL_ABOUT)
        made.add_item(ui.Label(text=asked, component=answered, description=about or None))
    made.stop()
    return made


def _typed(field: Field) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.long if field.long else discord.TextStyle.short,
        placeholder=field.example or None,
        default=field.now[: field.most] or None,
        max_length=field.most,
        required=field.required,
    )


def _chosen(field: Field) -> ui.Select[Any] | ui.RadioGroup[Any]:
    """A choice of one value, which is ``now`` when the form is opened: two of them are seen at once."""
    if len(field.options) == 2:
        either = [option(discord.RadioGroupOption, *texts, default=texts[1] == field.now) for texts in field.options]
        return ui.RadioGroup(custom_id=field.name, options=either, required=field.required)
    options = [option(discord.SelectOption, *texts, default=texts[1] == field.now) for texts in field.options]
    return ui.Select(custom_id=field.name, options=options, required=field.required)
