"""Steps to numbers above the listed ones, up to the legal maximum."""

from collections.abc import Collection, Iterator
from typing import Annotated

from msgspec import Meta

from bot.ui.number_steps import _step_unit, choices_above, number_question_before, steps_up
from bot.ui.questions import next_question
from engine import Action, Seat
from engine.core import AmountOffers, CombinedOffers

ONE = Seat(1)


class Wait(Action, frozen=True):
    """Do nothing."""


class Offer(Action, frozen=True):
    """Offer a price."""

    price: int


class Bid(Action, frozen=True):
    """Bid a multiple of 100; only the first ones are listed."""

    amount: Annotated[int, Meta(examples=["500"])]


class Hundreds(Collection[Bid]):
    """Bids of every multiple of 100 up to 1,200."""

    def __iter__(self) -> Iterator[Bid]:
        return (Bid(ONE, amount) for amount in (0, 100, 200, 300))

    def __len__(self) -> int:
        return 4

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Bid) and action.amount % 100 == 0 and 0 <= action.amount <= 1_200


class Ship(Action, frozen=True):
    """Send barrels to a town."""

    town: int
    barrels: Annotated[int, Meta(examples=["500"])]


class Shipments(Collection[Ship]):
    """Shipments to either town, of as many barrels as may be bid above."""

    def __iter__(self) -> Iterator[Ship]:
        return (Ship(ONE, town, bid.amount) for town in (1, 2) for bid in Hundreds())

    def __len__(self) -> int:
        return 8

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Ship) and action.town in (1, 2) and Bid(ONE, action.barrels) in Hundreds()


def test_numbers_beyond_the_list_are_reached_by_steps() -> None:
    question = next_question(Hundreds(), ["bid"])
    assert question is not None
    assert [entry.words for entry in choices_above(Hundreds(), question)] == [("400",), ("800",)]


def test_steps_from_a_number_lead_up_to_the_legal_maximum() -> None:
    chosen = next_question(Hundreds(), ["bid", "200"])
    assert chosen is not None
    assert [(step, entry.words) for step, entry in steps_up(Hundreds(), chosen)] == [
        (100, ("300",)),
        (500, ("700",)),
        (1_000, ("1200",)),
    ]
    highest = next_question(Hundreds(), ["bid", "1200"])
    assert highest is not None and not steps_up(Hundreds(), highest)
    assert number_question_before(Hundreds(), highest) is not None, "others may still be typed"


def test_steps_of_a_long_range_begin_after_the_lowest_number() -> None:
    offers = CombinedOffers((Wait(ONE),), AmountOffers(Offer, ONE, 3, 15))
    question = next_question(offers, ["offer"])
    assert question is not None
    assert [entry.words for entry in choices_above(offers, question)] == [("7",), ("11",)]
    chosen = next_question(offers, ["offer", "5"])
    assert chosen is not None and [step for step, _ in steps_up(offers, chosen)] == [1, 5, 10]


def test_no_steps_if_all_numbers_are_listed() -> None:
    offers = CombinedOffers((Wait(ONE),), AmountOffers(Offer, ONE, 3, 6))
    question, chosen = next_question(offers, ["offer"]), next_question(offers, ["offer", "4"])
    assert question is not None and not choices_above(offers, question)
    assert chosen is not None and number_question_before(offers, chosen) is None


def test_only_the_last_number_of_a_move_has_steps() -> None:
    town, barrels = next_question(Shipments(), ["ship"]), next_question(Shipments(), ["ship", "1"])
    assert town is not None and barrels is not None and not choices_above(Shipments(), town)
    assert [entry.words for entry in choices_above(Shipments(), barrels)] == [("400",), ("800",)]


def test_step_size_divides_distances_of_listed_numbers() -> None:
    assert _step_unit([10, 25, 55]) == 15
    assert _step_unit([10]) == 1
