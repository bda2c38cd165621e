"""The form in which a value is typed that has no button, and the words of what was typed. It knows no title."""

from discord import ui

from bot.ui.asking import asked_for
from bot.ui.fields import Field, form
from bot.ui.menu import Menu
from engine.core import MAX_LENGTH
from engine.core.action import button_title
from engine.core.notation import notation_word, read_number


def typing_form(found: Menu, identity: str) -> ui.Modal:
    """A form for a number, with its bounds, or for any value, with an example."""
    field = Field("value", asked_for(found), MAX_LENGTH, found.example, required=True)
    if found.kind == "number":
        asked = f"{field.asked} ({found.low} to {found.high})"
        field = Field("value", asked, len(str(found.high)), str(found.low), required=True)
    return form(f"{button_title(type(found.sample))}: {asked_for(found)}", identity, [field])


def typed_words(found: Menu, typed: str) -> list[str]:
    """The words with what was typed: a number, a mark of the picture, or a value."""
    if found.kind == "number":
        try:
            return [*found.picked, str(read_number(typed))]
        except ValueError:
            return [*found.picked, "_"]
    marks = {entry.key: entry.words for entry in found.entries}
    return [*found.picked, *marks.get(typed, (notation_word(typed) or "_",))]
