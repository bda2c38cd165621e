"""Gains in short labels, and contexts of questions with equal answers."""

import re
from collections.abc import Iterator

import pytest

from engine.agents import random_agent
from engine.core import Decision, View, decisions, play, redact, rng_from_seed
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Place
from tests.games.railroad_rivals.table import GAME

ALL_EQUAL = "All bring the same; take any."


def name(seat: int) -> str:
    return ["Ada", "Ben", "Cleo"][seat - 1]


def played(seed: int, moves: int = 120) -> Iterator[tuple[object, Decision, View]]:
    """Yield (state, decision, view) of the positions in random games."""
    state, _ = GAME.new_game(GAME.options(), 3, seed)
    for number in range(moves):
        if not (asked := decisions(state)):
            return
        view = redact(state, asked[0].seat)
        yield state, asked[0], view
        action, _ = random_agent.choose(GAME, view, asked[0], rng_from_seed(seed, f"reasons {number}"))
        state, _ = play(state, action)


def label(view: View, action: object, field: str = "") -> str:
    return GAME.text.short_label(view, action, field, name).label


def test_the_short_label_of_a_stock_has_its_expected_final_value():
    figures = set()
    for state, asked, view in played(3):
        for action in asked.offers:
            if isinstance(action, Draft) and action.tile in state.value:
                found = re.fullmatch(r"\S+ stock · (\d+) now, ~(\d+) at the end", label(view, action))
                assert found and int(found[1]) == state.value[action.tile] <= int(found[2])
                figures.add(found[2])
    assert len(figures) > 3, "stocks differ"


@pytest.mark.parametrize("seed", [1, 3, 4])
def test_the_context_of_a_second_pick_says_if_all_tiles_are_equal(seed):
    said = set()
    for state, asked, view in played(seed):
        first = next(iter(asked.offers))
        if isinstance(first, Draft) and state.flow[-1].picks >= state.seats:
            figures = {re.sub(r"^[^·]+· ", "", label(view, action)) for action in asked.offers}
            context = GAME.text.question_context(view, first, "tile")
            assert (context == ALL_EQUAL) == (len(figures) == 1 < len(asked.offers))
            said.add(context)
    assert "" in said


def test_the_short_label_of_a_place_has_the_gain_of_own_stock():
    rises = set()
    for state, asked, view in played(3):
        for action in list(asked.offers)[:8]:
            if isinstance(action, Place):
                after, _ = play(state, action)
                made = {link.railroad for link in after.board.links if link not in state.board.links}
                for own, railroad in re.findall(r"(\d) ([A-Z&]+)↑", label(view, action)):
                    assert state.stocks[asked.seat][railroad] == int(own) and railroad in made
                    rises.add(own)
    assert rises


def test_the_context_of_equal_places_says_so():
    said = set()
    for _, asked, view in played(3):
        places = [action for action in asked.offers if isinstance(action, Place)]
        for city in {action.city for action in places}:
            of_city = [action for action in places if action.city == city]
            context = GAME.text.question_context(view, of_city[0], "at")
            said.add(context)
            if context:
                assert len({action.at for action in of_city}) > 1
    assert said == {"", ALL_EQUAL}


def test_the_label_of_a_delivery_has_the_gain_of_own_stock():
    gains = 0
    for state, asked, view in played(3):
        for action in asked.offers:
            if isinstance(action, Deliver):
                after, _ = play(state, action)
                found = re.search(r", your stock gains (\d+)$", GAME.text.label(view, action, "", name))
                gained = after.stock_worth(asked.seat) - state.stock_worth(asked.seat)
                assert int(found[1] if found else 0) == gained
                gains += gained
    assert gains


def test_the_context_of_a_bid_has_the_value_of_first_place():
    for state, asked, view in played(3, 40):
        bid = next((action for action in asked.offers if isinstance(action, Bid)), None)
        if bid is not None:
            context = GAME.text.question_context(view, bid, "amount")
            start = f"Only the winner pays. You have {state.score[asked.seat]}. Going first is worth ~"
            assert re.fullmatch(re.escape(start) + r"\d+( \(lately \d+( to \d+)?\))?\.", context)
            return
    pytest.fail("nobody was asked for a bid")


def test_legends_have_no_examples():
    for _, asked, view in played(3, 40):
        for action in list(asked.offers)[:4]:
            for field in ("", "city", "at", "facing", "to", "tile"):
                assert not re.search(r"\d [A-Z]+↑|UP↑|CBQ|Ada", GAME.text.legend(view, action, field))
