"""The evaluation of hexes, bids, associates, and upkeep, and whole games of computer players."""

from functools import cache

import msgspec
import pytest

from engine.cli.selfplay import play_game
from engine.core import decisions, redact, rng_from_seed
from engine.games.railroads_of_catan.agent.city_evaluation import hex_value
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.game_data.island import HEXES, Island, Terrain
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.phases import BiddingPhase, MaintenancePhase
from tests.games.hinted import best, worth
from tests.games.railroads_of_catan.table import GAME, go, table

# -- cities


def test_a_hex_near_an_own_city_of_another_good_is_worth_most():
    state = table()
    assert hex_value(state, 4, "H33") < hex_value(state, 1, "H33")  # beside the cities of player 1
    assert hex_value(state, 1, "H28") > hex_value(state, 1, "H09")  # ore both, the same dots, far away


def test_cities_of_the_same_good_do_not_trade():
    state = table()
    sheep = tuple(Terrain.PASTURE if hex == "H33" else state.layout.terrain_of(hex) for hex in HEXES)
    other = msgspec.structs.replace(state, layout=Island(sheep, state.layout.chits))
    assert hex_value(state, 1, "H32") < hex_value(other, 1, "H32")  # wood beside wood, and beside sheep


def test_better_hex_is_ranked_first():
    state = table()
    assert worth(state, "p1 prefer H28>H09") > worth(state, "p1 prefer H09>H28")


# -- bids and associates


def test_a_bid_is_small_and_grows_with_the_open_orders():
    assert 0 < int(best(table(BiddingPhase()), 1).split()[1]) <= 2_000
    low, high = (
        int(best(table(BiddingPhase(), orders=[f"H33 ore {bonus}"]), 1).split()[1]) for bonus in (4_000, 12_000)
    )
    assert low < high <= 4_000


def test_rich_seat_bids_more_than_1000():
    """Against three players with a maximum of $1,000, one without it won over a third of the games."""
    assert best(table(BiddingPhase(), cash={1: 40_000}), 1) == "bid 4000"


def test_the_rich_bid_more():
    bids = [int(best(table(BiddingPhase(), cash={1: cash}), 1).split()[1]) for cash in (10_000, 60_000)]
    assert bids[0] < bids[1]


def test_rich_seat_ranks_the_banker_first():
    has, has_not = (go(table(BiddingPhase(), cash={1: cash}), "p1 bid 0")[0] for cash in (16_000, 9_000))
    assert best(has, 1).startswith("rank banker ")
    assert not best(has_not, 1).startswith("rank banker ")


def test_ruling_42_a_bid_depends_on_who_pays():
    bids = [best(table(BiddingPhase(), options={"pays": pays}), 1) for pays in ("everyone", "first")]
    assert bids == ["bid 2000", "bid 1500"]


def test_bid_is_covered_by_cash():
    assert best(table(BiddingPhase(), cash={1: 100}), 1) in ("bid 0", "bid 100")


def test_rich_seats_rank_the_banker_and_builders_the_engineer():
    rich, _ = go(table(BiddingPhase(), cash={1: 60_000}), "p1 bid 0")
    assert best(rich, 1).startswith("rank banker ")
    poor, _ = go(table(BiddingPhase(), cash={1: 9_000}, turn=1), "p1 bid 0")
    assert best(poor, 1).startswith("rank engineer ")


def test_ruling_50_conductor_is_valued_with_mountain_track():
    flat = {"tracks": {1: "H33-V75-H32"}, "trains": {1: ["H33"]}}
    mountains = {"tracks": {1: "H22-V55-H28"}, "trains": {1: ["H28"]}}
    both = [go(table(BiddingPhase(), **position), "p1 bid 0")[0] for position in (flat, mountains)]
    lines = "p1 rank conductor banker engineer union", "p1 rank union banker engineer conductor"
    gains = [worth(state, lines[0]) - worth(state, lines[1]) for state in both]
    assert gains[0] == 0 < gains[1]


# -- upkeep


def test_ruling_20_dead_ends_are_given_up_first():
    state = table(MaintenancePhase(), cash={1: 100}, tracks={1: "H33-V75-H32, H28-V55"}, trains={1: ["H33 wood"]})
    assert best(state, 1) == "release H28-V55"


def test_ruling_25_only_track_at_the_own_network_is_bought():
    sold = table(MaintenancePhase(), cash={1: 0}, tracks={1: "H33-V75", 2: "V75-H32"})
    state, _ = go(sold, "p1 release H33-V75")
    assert best(state, 3) == "done"
    assert best(state, 2).startswith("offer 1 H33-V75 ")
    late = table(MaintenancePhase(), cash={1: 0}, tracks={1: "H33-V75", 2: "V75-H32"}, turn=MAX_TURNS)
    assert best(go(late, "p1 release H33-V75")[0], 2) == "done"


# -- whole games


@cache
def whole(*policies, **options):
    return play_game(GAME, CatanOptions(**options), policies, 3)


MIXED = ("greedy", "random", "greedy", "random")
ALONE = ("greedy",) * 3


@pytest.mark.parametrize("policies", [MIXED, ALONE])
def test_games_end_within_seven_turns(policies):
    game = whole(*policies)
    assert game.is_finished
    assert game.state.turn <= MAX_TURNS


def test_computers_fill_orders_and_beat_chance():
    game = whole(*MIXED)
    cash = game.state.cash
    assert min(cash[1], cash[3]) > max(cash[2], cash[4])
    assert len(game.state.used_slips) >= MAX_TURNS


def test_a_table_without_events_with_one_visit_and_one_payer_is_played_to_the_end():
    game = whole(*ALONE, events=False, pays="first", visits="one")
    assert game.is_finished
    assert not game.state.happened
    assert game.state.used_slips
    assert decisions(game.state) == ()


# -- determinization


def test_determinization_bids_and_ranks_as_computer_players_do():
    """Guessed bids are near the best bid of a computer player, not random amounts up to its cash."""
    state, _ = go(table(BiddingPhase(), cash={2: 60_000}), "p2 bid 700", "p2 rank banker crew union engineer")
    for seed in range(20):
        phase = GAME.agent.determinize(redact(state, 1), rng_from_seed(seed)).flow[-1]
        assert phase.bids[2].open() in (3_000, 4_000)
        assert phase.ranks[2].open()[0] == "banker"
