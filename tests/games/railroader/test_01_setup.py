"""The set-up. (rulings 1 to 11)"""

from collections import Counter

import msgspec
import pytest

from engine.core import codec, decisions, read_options, redact, rng_from_seed, write_options
from engine.errors import Refused
from engine.games.railroader.game_data.board import BOARDS, Space
from engine.games.railroader.game_data.cards import Kind, full_deck, kind_of, starting_cards
from engine.games.railroader.game_data.options import RailRoaderOptions
from engine.games.railroader.state.events import MarketDealt, OrderDrawn
from engine.games.railroader.state.state import RailheadMat
from tests.games.railroader.table import GAME, go, mine, offered, railroad, table

BASE = RailRoaderOptions()


def game_with_dealt_outlaws():
    """A new game in which an outlaw was dealt with the market, and its events."""
    starts = (GAME.new_game(BASE, 4, seed) for seed in range(100))
    return next((state, news) for state, news in starts if state.outlaws)


@pytest.mark.parametrize("seats", [1, 5])
def test_ruling_1_two_to_four_players(seats):
    with pytest.raises(Refused, match=f"for 2 to 4 players, not {seats}"):
        GAME.new_game(BASE, seats, 1)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ruling_2_unused_starting_sets_are_in_the_deck(seats):
    state, _ = GAME.new_game(BASE, seats, 1)
    left = [*state.deck.open(), *filter(None, state.market), *state.outlaws]
    assert Counter(left) == Counter(full_deck("balanced", 0)) + Counter(starting_cards() * (4 - seats))
    assert len(left) == {2: 48, 3: 40, 4: 32}[seats]
    assert sum(GAME.rules.count_components(state).values()) == 64


def cards_outside_hands(state):
    """The number of copies of each card outside the hands."""
    return Counter([*state.deck.open(), *filter(None, state.market), *state.outlaws])


def test_a_file_without_a_deck_is_dealt_the_first_deck():
    state, _ = GAME.new_game(read_options(GAME.options, {"line": "16"}), 4, 1)
    assert cards_outside_hands(state) == Counter(full_deck("first", 0))


def test_a_new_table_is_dealt_the_balanced_deck():
    state, _ = GAME.new_game(read_options(GAME.options, write_options(GAME.options())), 4, 1)
    assert cards_outside_hands(state) == Counter(full_deck("balanced", 0))


def test_a_stored_state_without_a_deck_has_the_first_deck():
    dealt, _ = GAME.new_game(RailRoaderOptions(deck="first"), 2, 1)
    fields = msgspec.json.decode(codec.dump_state(dealt))
    del fields["edition"], fields["options"]["deck"]
    assert codec.load_state(GAME, msgspec.json.encode(fields), GAME.version) == dealt


@pytest.mark.parametrize("deck", ["balanced", "first"])
def test_determinization_deals_the_cards_of_the_tables_deck(deck):
    state, _ = GAME.new_game(RailRoaderOptions(deck=deck), 3, 1)
    imagined = GAME.agent.determinize(redact(state, 1), rng_from_seed(1))
    assert sorted(imagined.deck.open()) == sorted(state.deck.open())


def test_ruling_3_the_first_player_is_drawn_and_the_others_follow_clockwise():
    orders = {GAME.new_game(BASE, 3, seed)[0].seats_in_order for seed in range(30)}
    assert orders == {(1, 2, 3), (2, 3, 1), (3, 1, 2)}
    state, news = GAME.new_game(BASE, 3, 1)
    assert news[0] == OrderDrawn(state.seats_in_order)
    assert [decision.seat for decision in decisions(state)] == [state.seats_in_order[0]]


def test_ruling_3_a_seat_has_the_lane_of_its_number():
    assert [BOARDS[20].space_kind(seat, 7) for seat in (1, 2, 3, 4)] == [Space.RED, Space.PLAIN, Space.RED, Space.PLAIN]
    assert [BOARDS[20].space_kind(seat, 8) for seat in (1, 2, 3, 4)] == [Space.PLAIN, Space.RED, Space.PLAIN, Space.RED]


def test_ruling_4_an_outlaw_among_the_first_cards_goes_aside_and_the_next_card_is_dealt():
    state, news = game_with_dealt_outlaws()
    assert len(state.market) == 3
    assert all(card and kind_of(card) is not Kind.OUTLAW for card in state.market)
    assert state.deck.size == 32 - 3 - len(state.outlaws)
    assert [event for event in news if isinstance(event, MarketDealt)] == [MarketDealt(state.market, state.outlaws)]
    assert len(news) == 2, "nobody is attacked"


def test_players_start_in_junction_city_with_eight_cards_and_an_empty_mat():
    state, _ = GAME.new_game(BASE, 4, 1)
    for seat in (1, 2, 3, 4):
        assert mine(state, seat) == railroad(0, 0, hand=" ".join(starting_cards()))
        assert mine(state, seat).mat == RailheadMat()
        assert len(mine(state, seat).hand) == 8


def test_ruling_5_without_track_a_train_is_at_its_railhead():
    state = table(railroad(0, 0))
    assert offered(state, "place") == {"p1 place worker", "p1 place supplies-4"}


def test_ruling_5_the_train_is_at_its_railhead_in_the_turn_of_its_first_track():
    state, _ = go(table(railroad(0, 0, workers=1)), "p1 build 1")
    assert "p1 place worker" in offered(state)


def test_ruling_5_a_train_in_junction_city_is_not_at_earlier_track():
    assert not offered(table(railroad(0, 1, workers=1)), "place")


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_ruling_6_junction_city_has_no_color_and_is_a_garrison(seat):
    board = BOARDS[26]
    assert board.space_kind(seat, 0) is Space.PLAIN
    first = min(n for n in range(1, 105) if board.space_kind(seat, n) is Space.WHITE)
    assert board.garrison_behind(seat, first) == 0
    assert board.garrison_behind(seat, first + 1) == first
    assert board.garrison_behind(seat, 0) == 0


def test_ruling_6_junction_city_allows_no_search():
    assert not offered(table(railroad(0, 0), prairie="water-4"), "search")


def test_ruling_8_hands_are_open():
    state, _ = GAME.new_game(BASE, 3, 1)
    for seat in (1, 2, 3, None):
        assert redact(state, seat).state.railroads == state.railroads


def test_ruling_9_only_the_deck_is_hidden():
    state = table(prairie="gold water-4")
    seen = redact(state, 1).state
    assert (seen.market, seen.prairie, seen.outlaws) == (state.market, state.prairie, state.outlaws)
    assert seen.deck.value is None
    assert seen.deck.size == state.deck.size


def test_ruling_11_the_die_has_six_faces():
    state, rolls = table(), []
    for _ in range(200):
        state, die = state.roll_die()
        rolls.append(die)
    assert set(rolls) == {1, 2, 3, 4, 5, 6}


def test_the_option_sets_the_length_of_the_line():
    assert RailRoaderOptions().line == "20"
    for line in (16, 20, 26):
        assert table(line=line).board.sections == line
