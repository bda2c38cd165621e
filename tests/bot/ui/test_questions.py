"""The menu: the next question for some offers and the answers so far."""

from collections.abc import Collection, Iterator
from typing import Annotated

import pytest
from msgspec import Meta

from bot.ui.questions import next_question, notation_words, page_items
from engine import Action, Seat
from engine.core import AmountOffers, CombinedOffers


class Wait(Action, frozen=True):
    """Do nothing."""


class Offer(Action, frozen=True):
    """Offer a price."""

    price: int


class Dig(Action, frozen=True):
    """Dig a number of holes."""

    quick_number = "highest"

    holes: int


class Halt(Action, frozen=True):
    """Halt at a milestone."""

    quick_number = "none"

    mile: int


class Build(Action, frozen=True):
    """Build a depot in a town, facing a street."""

    town: str
    street: str


ONE = Seat(1)


def test_verbs_come_first_and_number_verbs_show_their_lowest() -> None:
    question = next_question(CombinedOffers((Wait(ONE),), AmountOffers(Offer, ONE, 3, 40)))
    assert question is not None and question.kind == "verbs"
    assert [entry.words for entry in question.entries] == [("wait",), ("offer",), ("offer", "3")]


def test_move_says_which_number_has_its_own_button() -> None:
    question = next_question(CombinedOffers(AmountOffers(Dig, ONE, 1, 3), AmountOffers(Halt, ONE, 1, 3)))
    assert question is not None
    assert [entry.words for entry in question.entries] == [("dig",), ("dig", "3"), ("halt",)]


def test_number_range_has_bounds_and_a_few_buttons() -> None:
    question = next_question(CombinedOffers((Wait(ONE),), AmountOffers(Offer, ONE, 3, 40)), ["offer"])
    assert question is not None and question.kind == "number"
    assert (question.low, question.high, question.previous_words) == (3, 40, ())
    assert [entry.words for entry in question.entries] == [("3",), ("4",), ("5",), ("6",), ("40",)]


def test_field_with_one_answer_is_not_asked() -> None:
    question = next_question([Build(ONE, "York", "north"), Build(ONE, "York", "south")])
    assert question is not None and question.kind == "choices"
    assert (question.picked, question.field, question.previous_words) == (("build", "York"), "street", None)


def test_letters_mark_earlier_fields_and_numbers_the_last() -> None:
    offers = [Build(ONE, town, street) for town in ("York", "St. Ives") for street in ("north", "south")]
    town = next_question(offers)
    assert town is not None and [entry.key for entry in town.entries] == ["A", "B"]
    street = next_question(offers, ["build", "St._Ives"])
    assert street is not None and [entry.key for entry in street.entries] == ["1", "2"]


def test_one_digit_numbers_mark_themselves() -> None:
    question = next_question([Halt(ONE, 1), Halt(ONE, 3)], ("halt",))
    assert question is not None and [entry.key for entry in question.entries] == ["1", "3"]
    question = next_question([Halt(ONE, 8), Halt(ONE, 11)], ("halt",))
    assert question is not None and [entry.key for entry in question.entries] == ["1", "2"]


def test_letters_continue_after_z() -> None:
    question = next_question([Build(ONE, f"T{n}", s) for n in range(54) for s in ("n", "s")])
    assert question is not None
    assert [question.entries[n].key for n in (25, 26, 51, 52, 53)] == ["Z", "AA", "AZ", "BA", "BB"]


def test_single_offer_is_confirmed_without_a_question() -> None:
    question = next_question([Build(ONE, "York", "north")])
    assert question is not None and question.kind == "confirm" and question.previous_words is None
    assert question.sample == Build(ONE, "York", "north")


def test_back_button_skips_questions_that_were_not_asked() -> None:
    offers = [Wait(ONE), Build(ONE, "York", "north"), Build(ONE, "York", "south")]
    question = next_question(offers, ["build", "York", "south"])
    assert question is not None and question.kind == "confirm" and question.previous_words == ("build", "York")
    question = next_question(offers, ["build"])
    assert question is not None and question.field == "street" and question.previous_words == ()


def test_answers_without_offers_have_no_question() -> None:
    assert next_question([Build(ONE, "York", "north")], ["build", "Hull"]) is None
    assert next_question([Build(ONE, "York", "north")], ["build", "York", "north", "more"]) is None
    assert next_question([], []) is None


def test_move_words_are_the_notation_without_the_seat() -> None:
    assert notation_words(Build(ONE, "St. Ives", "north")) == ("build", "St._Ives", "north")


class Lay(Action, frozen=True):
    """Lay track along a path; only the first steps are offered."""

    gauge: str
    path: Annotated[str, Meta(examples=["a-b-c"])]


class Tracks(Collection[Lay]):
    """Paths of which every one with a hyphen is legal."""

    def __iter__(self) -> Iterator[Lay]:
        return (Lay(ONE, gauge, path) for gauge in ("broad", "narrow") for path in ("a-b", "a-c"))

    def __len__(self) -> int:
        return 4

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Lay) and "-" in action.path


def test_any_legal_value_can_be_typed_for_open_ended_offers() -> None:
    question = next_question(Tracks(), ["lay", "broad"])
    assert question is not None and (question.kind, question.example) == ("choices", "a-b-c")
    typed = next_question(Tracks(), ["lay", "broad", "d-e"])
    assert typed is not None and typed.kind == "confirm" and typed.sample == Lay(ONE, "broad", "d-e")
    assert typed.previous_words == ("lay", "broad") and typed.picked == ("lay", "broad", "d-e")
    assert next_question(Tracks(), ["lay", "broad", "de"]) is None
    assert (
        next_question(Tracks(), ["lay", "wide"]) is None
        and next_question(Tracks(), ["lay", "broad", "d-e", "f"]) is None
    )


def test_value_outside_closed_offers_is_refused() -> None:
    offers = [Build(ONE, "York", "north"), Build(ONE, "York", "south")]
    question = next_question(offers)
    assert question is not None and not question.example
    assert next_question(offers, ["build", "York", "west"]) is None


class Route(Action, frozen=True):
    """Go by a path, which may be typed."""

    way: Annotated[str, Meta(examples=["A>B"])]


def test_single_answer_is_asked_if_another_can_be_typed() -> None:
    question = next_question([Wait(ONE), Route(ONE, "C>D")], ["route"])
    assert question is not None and question.kind == "choices" and question.example == "A>B"
    chosen = next_question([Wait(ONE), Route(ONE, "C>D")], ["route", "C>D"])
    assert chosen is not None and chosen.kind == "confirm" and chosen.previous_words == ("route",)


@pytest.mark.parametrize(
    ("page", "size", "shown"),
    [
        (0, 3, ("abc", 0, 1)),
        (1, 3, ("def", 1, 1)),
        (9, 3, ("def", 1, 1)),
        (1, 5, ("f", 1, 1)),
        (1, 6, ("abcdef", 0, 0)),
        (-3, 3, ("abc", 0, 1)),
    ],
)
def test_missing_page_number_becomes_the_nearest_page(page: int, size: int, shown: tuple[str, int, int]) -> None:
    assert page_items("abcdef", page, size) == shown
