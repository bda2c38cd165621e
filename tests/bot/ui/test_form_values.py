"""Forms for made-up moves: the fields asked, determined values, and names of people."""

from itertools import permutations
from types import SimpleNamespace
from typing import Annotated, Any

import pytest
from msgspec import Meta

from bot.turn.multi_move_form import _complete_move, _fields_to_ask
from bot.ui.move_forms import _default_values, form_field
from bot.ui.questions import AnswerChoice, Question
from engine import Action, Seat

ONE = Seat(1)


class Rank(Action, frozen=True):
    """Rank three things."""

    first: str
    second: str
    third: str


class Free(Action, frozen=True):
    """Say two words, the last of which may be any."""

    first: str
    last: Annotated[str, Meta(examples=["x"])]


class Bid(Action, frozen=True):
    """Bid an amount."""

    amount: int


RANKS = [Rank(ONE, *order) for order in permutations("abc")]


@pytest.mark.parametrize(
    ("listed", "names"),
    [
        (RANKS, ("first", "second")),
        ([*RANKS, Rank(ONE, "a", "b", "d")], ("first", "second", "third")),
        ([Rank(ONE, "a", "b", "c"), Rank(ONE, "b", "a", "c")], ("first",)),
        (RANKS[:1], ("first",)),
        ([Free(ONE, "a", "b")], ("first", "last")),
        ([Bid(ONE, 5), Bid(ONE, 6)], ("amount",)),
    ],
)
def test_form_asks_only_for_undetermined_fields(listed: Any, names: tuple[str, ...]) -> None:
    assert _fields_to_ask(listed) == names


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (["b", "a"], "rank b a c"),
        (["c", "b"], "rank c b a"),
        (["a", "a"], "rank a a c"),
        (["c", "b", "x"], "rank c b x"),
    ],
)
def test_determined_fields_are_filled_in(given: list[str], line: str) -> None:
    assert _complete_move(RANKS, given) == line


@pytest.mark.parametrize(("count", "options"), [(1, ["5"]), (2, ["5", "6"])])
def test_form_field_is_named_after_its_move(count: int, options: list[str]) -> None:
    place: Any = SimpleNamespace(
        table_view=SimpleNamespace(label=lambda action, name: f"${getattr(action, name)}: fine")
    )
    field = form_field(place, [Bid(ONE, 5), Bid(ONE, 6)][:count], "amount", "5")
    assert field.name == "bid.amount" and field.label == "Amount?" and field.value == "5"
    assert field.options == tuple((f"${value}", value, "fine") for value in options)
    typed = form_field(place, [Free(ONE, "a", "b")], "last", "b")
    assert (typed.name, typed.example, typed.options, typed.value) == ("free.last", "x", (), "b")


@pytest.mark.parametrize(
    ("earlier", "usual"),
    [
        ((), "abc"),
        (("p1 rank b a c",), "bac"),
        (("p1 rank b a c", "p1 rank c a b"), "cab"),
        (("p1 rank b a c", "p1 rank c a"), "bac"),
        (("p1 rank b a c", "p1 order c a b"), "bac"),
    ],
)
def test_form_is_prefilled_with_last_answer_about_same_subject(earlier: Any, usual: str) -> None:
    found = Question("choices", ("rank",), "first", (AnswerChoice(("a",), "", tuple(RANKS)),), None)
    assert _default_values(found, earlier) == dict(zip(("first", "second", "third"), usual, strict=True))
