"""Evaluations of building, runs, and deals, and whole games of computer players. (rulings, section 3.3)"""

import pytest

from engine.cli.selfplay import play_game
from engine.core import Seat, decisions, premove_decisions, read_action, redact, write_action
from engine.games.railway_rivals.agent import run_evaluation
from engine.games.railway_rivals.agent.run_evaluation import prize_estimate
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.state.runs import Race, Run
from tests.baselines import HINTS
from tests.games.hinted import best, worth
from tests.games.railway_rivals.contest import column, contest, run_of
from tests.games.railway_rivals.table import go, offered, table

SHORT = RailwayOptions(map="tyne-tees")


# -- building


def test_the_first_start_town_is_one_with_much_around_it():
    state, _ = GAME.new_game(RailwayOptions(), 4, 3)
    assert best(state, decisions(state)[0].seat) == "start Liverpool"


def test_the_next_start_town_is_the_one_with_four_cards_of_its_own():
    state, _ = GAME.new_game(RailwayOptions(), 4, 3)
    first, second = (state.from_seat(state.roller)[i] for i in range(2))
    state, _ = go(state, f"p{first} start Liverpool")
    assert best(state, second) == "start London"


def test_a_start_town_looks_worse_beside_a_rivals():
    state, _ = GAME.new_game(SHORT, 3, 3)
    first, second = (state.from_seat(state.roller)[i] for i in range(2))
    alone = worth(state, f"p{second} start Carlisle")
    beside, _ = go(state, f"p{first} start Newcastle")
    assert worth(beside, f"p{second} start Carlisle") < alone


def test_unreached_town_has_a_higher_value():
    state = table(capital=6, unreached=("Preston",))
    assert worth(state, "p1 build Preston C9-D8-D7") > worth(state, "p1 build York C9-D8-D7")


def test_town_has_a_lower_value_if_a_rival_is_there_or_nearer():
    fresh, reached = table(), table(reached=("Manchester",))
    assert worth(fresh, "p1 build Manchester C9-D8-E8") > worth(reached, "p1 build Manchester C9-D8-E8") > 0
    rivaled = table(track={2: "Y5-Y4-X3-W3-V2-U2-T1-S2-R2-Q3-P3-P4-O4-O5-N5-N6-M6-L6-K7-J7"})
    assert worth(rivaled, "p1 build Manchester C9-D8-E8") < worth(fresh, "p1 build Manchester C9-D8-E8")


def test_immediate_bonus_comes_before_a_far_town():
    south = "AA32-Z31-Y31-X30-W31-V31-U32-T32-S33-R32-R31-R30-Q30"
    north = "C9-D8-E8-F7-G7-H7-I8, D8-E9-E10-D10-C10-B9, F7-F6"
    state = table(starts=("AA32", "C9"), track={1: south, 2: north})
    assert best(state, 1) == "build Oxford Q30-Q29"


def test_detour_has_a_higher_value_than_payments_to_rivals():
    state = table(track={2: "Y5-Y4-X3-W3-V2-U2-T1-S2-R2-Q3-P3-O3-N3-M3-L3-K3-J3-I3-H3-G4-F4-E5-E6-E7-E8-D8"})
    assert worth(state, "p1 build Manchester C9-D8-E8") < worth(table(), "p1 build Manchester C9-D8-E8")


def test_spending_capital_is_better_than_losing_it():
    state = table(capital=1)
    assert worth(state, "p1 done") == 0 < worth(state, f"p1 {best(state, 1)}")
    assert worth(state, "p1 lay C9-D8") < 0


def test_own_gold_is_spent_only_for_future_runs():
    waits = (Run("11", "15", ("Liverpool", "Bolton")),)
    state = table(operating=True, unreached=(), track={1: "C9-D8-E8-F7"}, capital=9, waiting=waits)
    assert worth(state, "p1 build Bolton F7-G7") > 0
    run_before = (Race(Run("15", "61", ("Bolton", "London")), ()),)
    gone = table(operating=True, unreached=(), track={1: "C9-D8-E8-F7"}, capital=9, races=run_before)
    assert worth(gone, "p1 build Bolton F7-G7") < 0 == worth(gone, "p1 done")
    late = table(operating=True, unreached=("Bolton",), track={1: "C9-D8-E8-F7"}, capital=9, races=run_before)
    paid = table(
        operating=True,
        unreached=("Bolton",),
        track={1: "C9-D8-E8-F7"},
        capital=9,
        races=run_before,
        options={"late_towns": True},
    )
    assert worth(late, "p1 build Bolton F7-G7") < 0 < worth(paid, "p1 build Bolton F7-G7")


def test_a_plan_is_valued_from_what_is_planned():
    state = table(capital=3)
    state, _ = go(state, "p2 lay Y5-Y4-X3")
    assert worth(state, "p2 build York X3-W3") > 0
    assert GAME.agent.score_action(redact(state, 2), read_action("p2 done", GAME.actions)) == 0


def test_leader_declares_the_end():
    state = table(unreached=("Reading",), gold={1: 30, 2: 10})
    said = {action for decision in premove_decisions(state) for action in map(write_action, decision.offers)}
    assert {"p1 declare", "p2 declare"} <= said
    assert worth(state, "p1 declare") > 0 > worth(state, "p2 declare")


def test_seat_near_a_town_votes_to_continue():
    left = ("Reading", "Preston")
    state = table(unreached=left, fruitless=5)
    assert worth(state, "p1 vote no") > worth(state, "p1 vote yes")
    assert worth(state, "p2 vote yes") > worth(state, "p2 vote no")


# -- running


def test_rivals_reduce_the_expected_prize():
    assert prize_estimate(20, []) == 20
    assert prize_estimate(20, [(20, 1.0)]) == pytest.approx(15)
    assert 15 < prize_estimate(20, [(21, 1.0)]) < prize_estimate(20, [(24, 1.0)]) < prize_estimate(20, [(24, 0.5)]) < 20
    assert prize_estimate(20, [(10, 1.0)]) == pytest.approx(10, abs=0.1)
    assert prize_estimate(20, [(10, 1.0), (10, 1.0)]) < 0.1


def test_one_hex_is_worth_some_thirteen_points_of_winning():
    chances = [(prize_estimate(16, [(rival, 1.0)]) - 10) / 10 for rival in (16, 17, 18, 19, 21)]
    assert chances == pytest.approx([0.50, 0.635, 0.755, 0.85, 0.945], abs=0.02)


DOWN = column("R", 2, 18)
"""From York to Leicester, 16 hexes."""


def test_a_run_on_own_track_that_nobody_else_can_run_is_entered():
    state = contest("23-43", track={1: DOWN})
    assert worth(state, "p1 enter 23-43 R2>R18") == 20
    assert worth(state, "p1 stay 23-43") == 0
    assert best(state, 1) == "enter 23-43 R2>R18"


def test_run_at_a_loss_is_not_entered():
    state = contest("23-43", track={1: DOWN, 2: "R2-R3-R4-R5-R6-R7-R8", 3: column("R", 18, 8)})
    offers = {text: worth(state, f"p2 {text}") for text in offered(state, 2)}
    routes = [gain for text, gain in offers.items() if text.startswith("enter")]
    assert all(gain < 20 for gain in routes)
    poor = contest("23-43", track={1: DOWN, 2: "R2-R3"}, gold={2: 3})
    assert best(poor, 2) == "stay 23-43"


def test_with_two_players_fees_count_twice():
    around = f"R2-{column('S', 2, 8)}-R8-R9-R10"  # two hexes longer than the rival's way, and 8 of them are the rival's
    among_three = contest("23-43", track={1: DOWN, 2: around})
    duel = contest("23-43", track={1: DOWN, 2: around}, seats=2)
    assert best(among_three, 2) == "enter 23-43 R2>S8>R18"
    assert best(duel, 2) == "stay 23-43"


def test_route_with_the_highest_gain_is_chosen():
    around = "R2-S2-S3-R3"
    state = contest("23-43", track={1: f"{DOWN}, {around}"})
    assert worth(state, "p1 enter 23-43 R2>S2>S3>R18") == 20  # alone, the detour does not matter
    rivaled = contest("23-43", track={1: f"{DOWN}, {around}", 2: DOWN})
    assert worth(rivaled, "p1 enter 23-43 R2>S2>S3>R18") < worth(rivaled, "p1 enter 23-43 R2>R18")


def test_fees_of_one_run_reduce_the_value_of_another():
    both = contest("23-43", "23-41", track={1: "R2-R3-R4-R5-R6-R7-R8-R9", 2: DOWN}, gold={1: 12})
    before = worth(both, "p1 enter 23-41 R2>R14")
    after, _ = go(both, "p1 enter 23-43 R2>R18")
    assert worth(after, "p1 enter 23-41 R2>R14") < before


def test_a_joint_run_is_offered_and_accepted_if_both_gain():
    halves = {1: column("R", 2, 8), 2: column("R", 18, 8)}
    state = contest("23-43", track=halves, gold={1: 4, 2: 4})
    assert worth(state, "p1 joint 23-43 2 R2>R18") == 10
    assert best(state, 1).startswith(("joint 23-43 2", "exchange 23-43 2"))
    waiting, _ = go(state, "p1 joint 23-43 2 R2>R18")
    assert worth(waiting, "p2 accept 23-43 1 R2>R18") == 10 > worth(waiting, "p2 decline 23-43 1")
    assert best(waiting, 2) == "accept 23-43 1 R2>R18"


def test_joint_run_that_helps_only_the_partner_is_not_offered():
    state = contest("23-43", track={1: DOWN, 2: "R2-R3"}, gold={2: 3})
    assert worth(state, "p1 joint 23-43 2 R2>R18") < 0
    assert worth(state, "p2 joint 23-43 1 R2>R18") < 0
    waiting, _ = go(state, "p2 joint 23-43 1 R2>R18")
    assert best(waiting, 1) == "enter 23-43 R2>R18"


def test_an_exchange_is_offered_and_accepted_if_both_gain():
    halves = {1: column("R", 2, 8), 2: column("R", 18, 8)}
    state = contest("23-43", track=halves, gold={1: 4, 2: 4})
    assert worth(state, "p1 exchange 23-43 2 R2>R18") > 10
    assert best(state, 1) == "exchange 23-43 2 R2>R18"
    waiting, _ = go(state, "p1 exchange 23-43 2 R2>R18")
    assert best(waiting, 2) == "accept 23-43 1 R2>R18"


def test_a_deal_that_helps_the_leader_more_is_not_fair():
    """An earlier evaluation made a deal that brought the leader 18 gold, and the seat 3."""
    gold = {1: 90, 2: 140, 3: 50}
    field = run_evaluation._RunOutlook(contest("23-43", track={}, gold=gold), run_of("23-43"), Seat(1), False)
    leader, other = Seat(2), Seat(3)
    assert not field.is_fair(leader, 3, 18)
    assert field.is_fair(leader, 10, 10)
    assert field.is_fair(other, 9, 18)
    assert not field.is_fair(other, 8, 18)


def test_rival_that_would_lose_gold_is_expected_to_stay_out():
    """Of three companies on one route, the one with the highest fees stays out."""
    state = contest("23-43", track={1: DOWN, 2: "R2-R3", 3: DOWN})
    assert best(state, 2) == "stay 23-43"
    action = read_action("p1 enter 23-43 R2>R18", GAME.actions)
    view = redact(state, 1)
    assert GAME.agent.score_action(view, action) > HINTS[GAME.key](view, action)


def test_with_two_players_no_deal_is_made():
    """An earlier evaluation shared a run that the seat could have run without a rival."""
    halves = {1: column("R", 2, 8), 2: column("R", 18, 8)}
    state = contest("23-43", track=halves, gold={1: 4, 2: 4}, seats=2)
    assert best(state, 1) == "stay 23-43"
    waiting, _ = go(state, "p1 exchange 23-43 2 R2>R18")
    assert not best(waiting, 2).startswith("accept")


# -- whole games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_players_reach_all_towns_in_good_time_and_play_to_the_end(seats):
    game = play_game(GAME, SHORT, ("greedy",) * seats, 40 + seats)
    assert game.is_finished
    assert not game.state.late
    assert len(game.state.races) >= 10
    building = game.state.turn - max(0, (len(game.state.races) - 1) // 2)
    assert 4 <= building <= 20


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_players_beat_random_players(seats):
    for seed in range(2):
        policies = ("greedy", "random") * (seats // 2)
        game = play_game(GAME, SHORT, policies, seed)
        gold = game.state.gold
        greedy = [gold[seat] for seat in gold if policies[seat - 1] == "greedy"]
        others = [gold[seat] for seat in gold if policies[seat - 1] == "random"]
        assert min(greedy) > max(others)


def test_large_map_is_built_in_the_designed_number_of_turns():
    game = play_game(GAME, RailwayOptions(), ("greedy",) * 5, 11)
    assert game.is_finished and not game.state.late
    assert game.state.races
