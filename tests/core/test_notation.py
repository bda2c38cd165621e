"""The notation of an action, which is one line of text."""

import pytest

from engine.core import Action, read_action, write_action
from engine.errors import Unreadable
from engine.games.railroad_rivals.game_data.grid import Cell, Side
from engine.games.railroad_rivals.game_data.printed_data import Goods, Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead
from engine.games.railroad_rivals.state.actions import ACTIONS, Bid, Deliver, Pass, Place

LINES = {
    "p1 pass": Pass(1),
    "p4 bid 12": Bid(4, 12),
    "p2 place St._Louis 2,-1 n": Place(2, "St. Louis", Cell(2, -1), Side.NORTH),
    "p3 deliver coal New_York Boston": Deliver(3, Goods.COAL, "New York", "Boston"),
}


@pytest.mark.parametrize("line", LINES)
def test_notation_round_trips(line):
    assert read_action(line, ACTIONS) == LINES[line]
    assert write_action(LINES[line]) == line


def test_printed_dashes_are_read_as_hyphens():
    for dash in "–—−":
        assert read_action(f"p1 ahead Stock_Issue for{dash}us", (Ahead,)) == Ahead(1, Special.ISSUE, "for-us")


@pytest.mark.parametrize("amount", ["12", "$12", "$1,700", "1,700", "$1,000,000"])
def test_printed_amounts_are_read_as_numbers(amount):
    assert read_action(f"p1 bid {amount}", ACTIONS) == Bid(1, int(amount.strip("$").replace(",", "")))


@pytest.mark.parametrize("amount", ["$", "1,70", "17,00", "1.700", "$-5", "$$5", ",700"])
def test_invalid_amounts_are_refused(amount):
    with pytest.raises(Unreadable, match="isn’t an answer to “How many points"):
        read_action(f"p1 bid {amount}", ACTIONS)


def test_refusal_shows_spaces_as_typed():
    with pytest.raises(Unreadable, match="“two words” isn’t an answer"):
        read_action("p1 bid two_words", ACTIONS)


def test_enum_name_may_contain_spaces():
    line = "p1 ahead Stock_Issue for_B&O"
    assert read_action(line, (Ahead,)) == Ahead(1, Special.ISSUE, "for B&O")
    assert write_action(read_action(line, (Ahead,))) == line
    with pytest.raises(
        Unreadable, match="“Stock” isn’t an answer to “Which tile.”. Choose .*Stock_Issue, or Insider_Trading"
    ):
        read_action("p1 ahead Stock ask", (Ahead,))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "isn’t a move. Start with a seat and a verb"),
        ("bid 3", "isn’t a move. Start with a seat and a verb"),
        ("px bid 3", "isn’t a move. Start with a seat and a verb"),
        ("p1 fly", "“fly” isn’t a move here. The moves are pass, bid, draft, place, deliver"),
        ("p1 bid", "“bid” needs 1 word, but you gave none. Write “bid <amount>”"),
        ("p1 bid 3 4", "needs 1 word, but you gave 2"),
        ("p1 bid three", "“three” isn’t an answer to “How many points?”"),
        ("p1 bid -3", "isn’t an answer to “How many points?”"),
        ("p1 bid 99999999999999999999", "isn’t an answer to “How many points?”"),
        ("p1 place Denver 2;1 n", "“2;1” isn’t an answer to “Where?”"),
        ("p1 place Denver 2,1 up", "“up” isn’t an answer to “Which orientation?”"),
        ("p1 deliver gold Denver Omaha", "“gold” isn’t an answer to “Which good?”"),
        ("p1 " + "x" * 5_000, "…” isn’t a move here"),
    ],
)
def test_unreadable_notation_is_refused_with_what_is_expected(line, reason):
    with pytest.raises(Unreadable) as error:
        read_action(line, ACTIONS)
    assert reason in str(error.value)
    assert len(str(error.value)) < 200


class Weigh(Action, frozen=True):
    """An action with a field of a type that has no notation."""

    each: tuple[int, ...]


def test_field_without_notation_raises_an_error():
    with pytest.raises(TypeError, match="no notation for a field of type"):
        read_action("p1 weigh 1", (Weigh,))
