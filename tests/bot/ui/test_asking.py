"""The rows of a question: pages, numbers beyond the listed ones, steps of a move, and where each button leads."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, cast

import pytest
from msgspec import Meta
from msgspec.structs import replace

from bot import limits
from bot.ui.asking import Asked, Leads, question_rows
from bot.ui.components import button
from bot.ui.menu import Menu, MenuChoice, menu
from engine import Action, Seat
from engine.core import Amounts, Either
from tests.bot.ui.test_chips import Bet, Call, Halt, Seen
from tests.bot.ui.test_menu import Offer

ONE = Seat(1)
LEADS = Leads(
    menu=lambda picked, page: f"m {page} {' '.join(picked)}",
    select=lambda picked: f"s {' '.join(picked)}",
    form=lambda picked: f"n {' '.join(picked)}",
    confirm=lambda action: f"a {action}",
)
STEPWISE = replace(LEADS, steps=lambda picked, chosen: f"{'next' if chosen else 'first'} {' '.join(picked)}")


def asked(found: Menu | None, offers: Collection[Action] = (), leads: Leads = LEADS, bare: Sequence[str] = ()) -> Asked:
    assert found is not None
    return Asked(cast(Any, Seen(bare)), found, leads, [button("Back", "back")], offers)


def ways(rows: Sequence[Sequence[Any]]) -> list[list[tuple[str, str]]]:
    """What stands on the buttons, and where they lead."""
    return [[(item.label, item.custom_id) for item in row] for row in rows]


def calls(count: int, long: bool = False) -> Menu:
    """A question of so many answers; the ``long`` ones have too many letters for buttons."""
    names = (f"{'x' * 40 if long else 'w'}{n}" for n in range(count))
    return Menu("choices", ("call",), "word", tuple(MenuChoice((n,), n, (Call(ONE, n),)) for n in names), None)


@pytest.mark.parametrize(
    ("page", "turning"),
    [
        (0, [("More", "m 1 call")]),
        (1, [("Earlier", "m 0 call"), ("More", "m 2 call")]),
        (2, [("Earlier", "m 1 call")]),
    ],
)
@pytest.mark.parametrize(("long", "count"), [(False, 31), (True, 51)])
def test_the_ways_of_a_long_question_lead_to_the_pages_beside_it(
    page: int, turning: list[tuple[str, str]], long: bool, count: int
) -> None:
    bare = ["word"] if long else []
    below = question_rows(asked(calls(count, long), bare=bare), page)[-1]
    assert ways([below]) == [[*turning, ("Back", "back")]]


def test_answers_of_many_letters_are_a_select_whose_values_are_their_words() -> None:
    (choice, *_), _ = question_rows(asked(calls(26, long=True), bare=["word"]), 0)
    first, *_, last = cast(Any, choice).options
    assert (first.label, first.value, last.value) == ("x" * 40 + "0", "x" * 40 + "0", "x" * 40 + "24")
    assert cast(Any, choice).custom_id == "s call" and cast(Any, choice).placeholder == "Word?"


def test_beside_other_verbs_a_question_shows_its_first_page_and_more_leads_there() -> None:
    other = MenuChoice(("bet",), "", tuple(Bet(ONE, f"b{n}") for n in range(2)))
    rows = ways(question_rows(asked(replace(calls(31), beside=(other,))), 2))
    assert rows[0][0] == ("w0", "m 0 call w0") and rows[-1] == [("More", "m 0 call"), ("Back", "back")]
    assert rows[-2] == [("b0", "m 0 bet b0"), ("b1", "m 0 bet b1")]


@pytest.mark.parametrize(("high", "typed"), [(5, False), (6, False), (7, False), (8, True), (40, True)])
def test_a_number_that_has_no_button_may_be_typed(high: int, typed: bool) -> None:
    offers = Either((Halt(ONE),), Amounts(Offer, ONE, 3, high))
    below = ways(question_rows(asked(menu(offers, ["offer"]), offers, bare=["price"]), 0))[-1]
    assert (("Another number…", "n offer") in below) == typed


def test_numbers_beyond_the_listed_ones_stand_after_them() -> None:
    offers = Either((Halt(ONE),), Amounts(Offer, ONE, 3, 40))
    first, second, *_ = ways(question_rows(asked(menu(offers, ["offer"]), offers, bare=["price"]), 0))
    assert [label for label, _ in first] == ["3", "4", "5", "6", "40"]
    assert second == [("7", "m 0 offer 7"), ("11", "m 0 offer 11"), ("16", "m 0 offer 16")]


def test_before_confirm_higher_numbers_are_a_press_away() -> None:
    offers = Either((Halt(ONE),), Amounts(Offer, ONE, 3, 12))
    confirming, below = ways(question_rows(asked(menu(offers, ["offer", "4"]), offers), 0, [button("Both", "both")]))
    assert [label for label, _ in confirming] == ["Confirm", "Both", "Back"]
    assert below == [("+1", "m 0 offer 5"), ("+5", "m 0 offer 9"), ("Another number…", "n offer")]


class Lay(Action, frozen=True):
    """Lay track along a path, step by step."""

    gauge: str
    path: Annotated[str, Meta(examples=["a-b"])]


class Tracks(Collection[Lay]):
    """A path may go on to any of so many places."""

    def __init__(self, ways: int) -> None:
        self.ways = ways

    def __iter__(self) -> Iterator[Lay]:
        return (Lay(ONE, gauge, f"a-{gauge}") for gauge in ("broad", "narrow"))

    def __len__(self) -> int:
        return 2

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Lay)

    def begun(self, words: Sequence[str]) -> Action | None:
        return Lay(ONE, words[1], "a") if self.ways else None

    def further(self, action: Lay) -> tuple[Action, ...]:
        return tuple(Lay(ONE, action.gauge, f"{action.path}-{n}") for n in range(self.ways))


class Stepping(Seen):
    """Its last steps are called by their last place."""

    def label(self, action: Any, field: str = "") -> str:
        return f"to {action.path}: goes on" if field == "+" else super().label(action, field)


@pytest.mark.parametrize(
    ("steps", "ways_on", "typing"),
    [
        (False, 0, ["Type it…"]),
        (True, 0, ["Type it…"]),
        (False, 3, ["Type it…"]),
        (True, 3, ["Type it…", "Step by step…"]),
    ],
)
def test_a_path_is_put_together_step_by_step_where_that_can_be(steps: bool, ways_on: int, typing: list[str]) -> None:
    offers, leads = Tracks(ways_on), STEPWISE if steps else LEADS
    (*_, below) = ways(question_rows(asked(menu(offers, ["lay", "broad"]), offers, leads, ["path"]), 0))
    assert [label for label, _ in below] == [*typing, "Back"]
    assert not steps or not ways_on or below[1][1] == "first lay broad a"


@pytest.mark.parametrize(
    ("steps", "ways_on", "listed"), [(False, 3, 0), (True, 0, 0), (True, 3, 3), (True, limits.SELECT_OPTIONS + 1, 25)]
)
def test_from_a_path_that_may_be_confirmed_a_select_goes_on(steps: bool, ways_on: int, listed: int) -> None:
    offers, leads = Tracks(ways_on), STEPWISE if steps else LEADS
    question = asked(menu(offers, ["lay", "broad", "a-b"]), offers, leads)
    _, *below = question_rows(replace(question, seen=cast(Any, Stepping())), 0)
    selects: list[Any] = [item for row in below for item in row if hasattr(item, "options")]
    assert [len(one.options) for one in selects] == ([listed] if listed else [])
    for one in selects:
        assert one.custom_id == "next lay broad"
        first = one.options[0]
        assert (first.label, first.value, first.description) == ("to a-b-0", "a-b-0", "goes on")
