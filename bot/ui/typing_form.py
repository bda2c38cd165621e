"""The form for typing a value that has no button, and the parsing of its text."""

from discord import ui

from bot.ui.modals import FormField, build_modal
from bot.ui.question_components import field_question_text
from bot.ui.questions import Question
from engine.core import MAX_LENGTH
from engine.core.action import button_title
from engine.core.notation import notation_word, read_number


def typing_form(found: Question, identity: str) -> ui.Modal:
    """A form for a number, with its bounds, or for any value, with an example."""
    field = FormField("value", field_question_text(found), MAX_LENGTH, found.example, is_required=True)
    if found.kind == "number":
        asked = f"{field.label} ({found.low} to {found.high})"
        field = FormField("value", asked, len(str(found.high)), str(found.low), is_required=True)
    return build_modal(f"{button_title(type(found.sample))}: {field_question_text(found)}", identity, [field])


def typed_words(found: Question, typed: str) -> list[str]:
    """The words with the typed number, mark of the picture, or value."""
    if found.kind == "number":
        try:
            return [*found.picked, str(read_number(typed))]
        except ValueError:
            return [*found.picked, "_"]
    marks = {entry.key: entry.words for entry in found.entries}
    return [*found.picked, *marks.get(typed, (notation_word(typed) or "_",))]
