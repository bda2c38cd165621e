"""Forms (Discord's modals) and their fields."""

from collections.abc import Sequence
from typing import Any

import discord
import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, md, to_discord
from bot.ui.components import select_option


class FormField(msgspec.Struct, frozen=True):
    """A field of a form: a text of at most ``max_length`` characters, or a choice if there are ``options``.

    ``example`` is the placeholder, ``value`` the initial text, and ``about`` the description. A text may have several
    lines if it ``is_multiline``. Each option is a (label, value, second line).
    """

    name: str
    label: str
    max_length: int
    example: str = ""
    value: str = ""
    is_multiline: bool = False
    is_required: bool = False
    options: tuple[tuple[str, str, str], ...] = ()
    about: str = ""


def build_modal(heading: str, form_id: str, fields: Sequence[FormField], above: Markdown = md("")) -> ui.Modal:
    """Return a form with these fields, below the text ``above``.

    The modal is stopped before it is sent, so that it does not stay in memory.
    """
    modal = ui.Modal(title=limits.truncate(heading, limits.MODAL_TITLE), custom_id=form_id)
    if above:
        modal.add_item(ui.TextDisplay(to_discord(above)))
    for field in fields:
        component = _choice_input(field) if field.options else _text_input(field)
        label, about = (
            limits.truncate(field.label, limits.MODAL_LABEL),
            limits.truncate(field.about, limits.MODAL_ABOUT),
        )
        modal.add_item(ui.Label(text=label, component=component, description=about or None))
    modal.stop()
    return modal


def _text_input(field: FormField) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=field.name,
        style=discord.TextStyle.long if field.is_multiline else discord.TextStyle.short,
        placeholder=field.example or None,
        default=field.value[: field.max_length] or None,
        max_length=field.max_length,
        required=field.is_required,
    )


def _choice_input(field: FormField) -> ui.Select[Any] | ui.RadioGroup[Any]:
    if len(field.options) == 2:
        radio_options = [
            select_option(discord.RadioGroupOption, *texts, default=texts[1] == field.value) for texts in field.options
        ]
        return ui.RadioGroup(custom_id=field.name, options=radio_options, required=field.is_required)
    options = [select_option(discord.SelectOption, *texts, default=texts[1] == field.value) for texts in field.options]
    return ui.Select(custom_id=field.name, options=options, required=field.is_required)
