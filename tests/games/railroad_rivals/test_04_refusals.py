"""R Place a City Tile: refusals name the broken rule. Rulings P6, P7."""

import pytest

from engine.core import decisions, play, rng_from_seed
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.grid import SIDES, neighbors
from engine.games.railroad_rivals.phases.turns import DeliveringPhase, PlacingPhase
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import blank_spots, matching_spots, tiles_by_cell
from tests.games.railroad_rivals.table import BLOCK, GAME, go, table


def placing(hand, laid=BLOCK):
    hands = {1: hand} | dict.fromkeys((2, 3, 4), ("Boston",))
    return table(flow=(*table().flow[:1], DeliveringPhase(), PlacingPhase()), laid=laid, hands=hands)


def refusal(state, line):
    with pytest.raises(Refused) as refused:
        go(state, line)
    return str(refused.value)


def test_the_refusal_of_a_wrong_orientation_names_the_legal_one():  # R example El Paso; P7
    assert refusal(placing(("El Paso",)), "p1 place El_Paso 0,2 n") == (
        "You can’t place El Paso there: none of your cities can match a railroad now, so a blank edge must touch a "
        "blank edge. It fits in 1 other way (0,2 s)."
    )


def test_the_refusal_of_a_tile_without_a_match_names_a_tile_with_one():  # P6
    assert refusal(placing(("El Paso", "Kansas City")), "p1 place El_Paso 0,2 n") == (
        "You can’t place El Paso: it matches no railroad now, and a city that does comes first. "
        "Place Kansas City: 1 way to match."
    )


def test_the_refusal_of_blank_to_blank_names_the_tile_that_must_match():  # P6
    assert refusal(placing(("El Paso", "Kansas City")), "p1 place El_Paso 0,2 s") == (
        "You can’t place El Paso there: two blank edges may meet only if none of your cities can match a railroad. "
        "Place Kansas City: 1 way to match."
    )


def test_a_tile_without_a_blank_edge_is_refused_if_only_blanks_match():  # P7
    assert refusal(placing(("El Paso", "Minneapolis")), "p1 place Minneapolis 0,2 n") == (
        "You can’t place Minneapolis anywhere: it matches no railroad now, and no blank edge of it fits. "
        "Place another city."
    )


def test_the_refusal_of_a_place_without_neighbors_says_so():
    words = refusal(placing(("Kansas City",)), "p1 place Kansas_City 5,5 n")
    assert words.startswith("You can’t place Kansas City there: there is no city next to that place. It fits in ")


def test_refusals_of_placements_are_true():
    """Compare the refusals of all illegal placements in a game with the legal ones."""
    state, _ = GAME.new_game(GAME.options(), 4, 5)
    rng = rng_from_seed(5, "refusals")
    while open_questions := decisions(state):
        question = open_questions[0]
        if isinstance(state.flow[-1], PlacingPhase):
            check_refusals(state, question)
        action, rng = rng.choice(list(question.offers))
        state, _ = play(state, action)


def check_refusals(state, question):
    legal = list(question.offers)
    beside = {cell for tile in state.board.laid for cell in neighbors(tile.at).values()} - tiles_by_cell(
        state.board
    ).keys()
    for city in state.hand[question.seat].open():
        ways = sum(action.city == city for action in legal)
        wrong = (Place(question.seat, city, cell, facing) for cell in sorted(beside) for facing in SIDES)
        for action in (action for action in wrong if action not in question.offers):
            check_words(state, action, ways)


def check_words(state, action, ways):
    words = state.flow[-1].refusal(state, action)
    claims = {
        "fits in": ways > 0,
        "anywhere: it matches no railroad now": not matching_spots(state.board, action.city)
        and not blank_spots(state.board, action.city),
        "two blank edges may meet": any(spot.at == action.at for spot in blank_spots(state.board, action.city)),
        "a city that does comes first": ways == 0 and not matching_spots(state.board, action.city),
    }
    made = [true for claim, true in claims.items() if claim in words]
    assert made == [True], words
    if "fits in" in words:
        assert f"fits in {ways} other way" in words
