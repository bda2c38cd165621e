"""The form in which a value is typed that has no button, and what was typed there."""

from collections.abc import Collection

from discord import ui

from bot.markdown import md, quote
from bot.ui.modals import FormField, build_modal
from bot.ui.question_components import field_question_text
from bot.ui.questions import Question, next_question
from engine import Action
from engine.core import MAX_LENGTH
from engine.core.action import button_title
from engine.core.notation import notation_word, read_number
from engine.errors import Refused


def typing_form(question: Question, identity: str, *, name: str = "value", about: str = "") -> ui.Modal:
    """A form for a number, with its bounds, or for any value, with an example and a line ``about`` it."""
    label = field_question_text(question)
    if question.kind == "number":
        field = number_field(question, label, name)
    else:
        field = FormField(name, label, MAX_LENGTH, question.example, is_required=True, about=about)
    return build_modal(f"{button_title(type(question.sample))}: {label}", identity, [field])


def number_field(question: Question, label: str, name: str, now: str = "") -> FormField:
    """The field for a whole number, with its bounds; ``now`` stands there when the form is opened."""
    asked = f"{label} ({question.low} to {question.high})"
    return FormField(name, asked, len(str(question.high)), str(question.low), now, is_required=True)


def number_word(question: Question, typed: str) -> str:
    """The number that was typed, as a word of notation. Raises ``Refused`` with the bounds."""
    try:
        number = read_number(typed)
    except ValueError:
        number = question.low - 1
    if not question.low <= number <= question.high:
        raise Refused(md("Enter a whole number from {} to {}.", question.low, question.high))
    return str(number)


def typed_words(question: Question, typed: str) -> list[str]:
    """The words with what was typed: a number, a mark of the picture, or a value. Raises ``Refused``."""
    if question.kind == "number":
        return [*question.picked, number_word(question, typed)]
    marks = {entry.key: entry.words for entry in question.entries}
    return [*question.picked, *marks.get(typed, (notation_word(typed) or "_",))]


def offered_words(offers: Collection[Action], question: Question, typed: str) -> list[str]:
    """The same, of an answer that is offered. Raises ``Refused`` for any other."""
    words = typed_words(question, typed)
    if next_question(offers, words) is None:
        raise Refused(md("{} isn’t possible here.", quote(typed)))
    return words
