"""The form for typing a number or a value, and the sentence about a wrong number."""

from typing import Any

import pytest
from discord import ui

from bot.ui.questions import Question, next_question
from bot.ui.typing_form import number_word, offered_words, typed_words, typing_form
from engine import Refused, Seat
from engine.core import MAX_LENGTH, AmountOffers, CombinedOffers
from tests.bot.ui.test_question_buttons import Call, Halt, Lay
from tests.bot.ui.test_questions import Offer

ONE = Seat(1)
NUMBERS = CombinedOffers((Halt(ONE),), AmountOffers(Offer, ONE, 3, 1_400))
VALUES = (Halt(ONE), Lay(ONE, "a-b"), Lay(ONE, "a-c"))


def asked(offers: Any, verb: str) -> Question:
    found = next_question(offers, [verb])
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("question", "name", "shown"),
    [
        (asked(NUMBERS, "offer"), "value", ("Price? (3 to 1400)", "", 4, "3", "value")),
        (asked(VALUES, "lay"), "number", ("Way?", "A letter.", MAX_LENGTH, "a-b-c", "number")),
    ],
)
def test_form_asks_number_with_bounds_or_value_with_example(
    question: Question, name: str, shown: tuple[Any, ...]
) -> None:
    form = typing_form(question, "f:1:2:x", name=name, about="A letter.")
    (label,) = form.children
    assert isinstance(label, ui.Label)
    field: Any = label.component
    assert (label.text, label.description or "", field.max_length, field.placeholder, field.custom_id) == shown
    assert form.custom_id == "f:1:2:x" and field.required


@pytest.mark.parametrize(("typed", "word"), [("3", "3"), (" 40 ", "40"), ("$1,400", "1400"), ("1400", "1400")])
def test_number_is_parsed_as_people_write_it(typed: str, word: str) -> None:
    assert number_word(asked(NUMBERS, "offer"), typed) == word


@pytest.mark.parametrize("typed", ["2", "1401", "-3", "many", "", "3.5"])
def test_number_out_of_bounds_is_refused_with_the_bounds(typed: str) -> None:
    question = asked(NUMBERS, "offer")
    for read in (number_word, typed_words, lambda *given: offered_words(NUMBERS, *given)):
        with pytest.raises(Refused, match=r"^Enter a whole number from 3 to 1400\.$"):
            read(question, typed)


def test_value_that_is_not_offered_is_refused_by_name() -> None:
    offers = (Halt(ONE), Call(ONE, "up"), Call(ONE, "down"))
    question = asked(offers, "call")
    assert offered_words(offers, question, "up") == ["call", "up"]
    with pytest.raises(Refused, match="“left” isn’t possible here"):
        offered_words(offers, question, "left")
