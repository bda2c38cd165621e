"""Preferences of computer players, and whole games between them."""

import pytest

from engine.cli.selfplay import play_game
from engine.core import premove_decisions, redact
from tests.games.hinted import best, worth
from tests.games.railroader.table import GAME, go, railroad, table


def test_most_sections_are_built_before_anything_else():
    state = table(railroad(8, 4, hand="water-5 gold worker", workers=3, crates="4/4 4/4"))
    assert best(state) == "build 3"


def test_the_first_turn_places_food_and_workers():
    state = table()
    assert best(state) == "place supplies-4"
    state, _ = go(state, "p1 place supplies-4")
    assert best(state) == "place worker"
    state, _ = go(state, "p1 place worker")
    assert best(state) == "place worker"


def test_a_worker_who_would_go_hungry_is_not_put_on_the_railhead():
    state = table(railroad(8, 2, hand="worker gold gold gold", workers=2, crates="2/4"), market="water-5 water-5 gold")
    assert not best(state).startswith("place worker")


def test_supplies_are_scouted_before_they_run_out():
    state = table(railroad(2, 6, hand="scout water-5 gold", workers=2, crates="1/4"), prairie="supplies-3 supplies-4")
    state, _ = go(state, "p1 build 2")
    assert best(state) == "scout supplies-4"
    plenty = table(railroad(2, 6, hand="scout water-5 gold", workers=1, crates="4/4"), prairie="supplies-4")
    plenty, _ = go(plenty, "p1 build 1")
    assert best(plenty) != "scout supplies-4"


def test_no_scout_is_sent_for_a_crate_that_nobody_will_eat():
    """Two of twenty sections are missing; two workers can build them now and need no more food."""
    last = table(railroad(60, 18, hand="scout gold gold", workers=2), prairie="supplies-4")
    assert worth(last, "p1 scout supplies-4") < 0
    once_more = table(railroad(60, 18, hand="scout gold gold", workers=2), prairie="supplies-4", turn={"built": True})
    assert best(once_more) == "scout supplies-4"
    fed = table(railroad(60, 16, hand="scout gold gold", workers=2, crates="2/4"), prairie="supplies-4")
    assert worth(fed, "p1 scout supplies-4") < 0


def test_hungry_workers_are_saved_in_the_discard_pile():
    state = table(railroad(8, 2, hand="saboteur saboteur saboteur", workers=2, crates="1/4"), turn={"built": True})
    assert worth(state, "p1 withdraw worker pile") > worth(state, "p1 discard saboteur pile")
    fed = table(railroad(8, 2, hand="saboteur saboteur saboteur", workers=1, crates="1/4"), turn={"built": True})
    assert worth(fed, "p1 withdraw worker pile") < worth(fed, "p1 discard saboteur pile")


def test_the_train_is_kept_on_its_track():
    state = table(railroad(4, 3, hand="water-3 water-6 gold"))
    assert worth(state, "p1 move 3 0") > worth(state, "p1 move 6 0")
    long = table(railroad(2, 9, hand="water-3 water-6 gold"))
    assert worth(long, "p1 move 6 0") > worth(long, "p1 move 3 0")


def test_a_move_that_is_sure_to_derail_is_the_last_thing_to_do():
    short = table(railroad(7, 2, hand="water-6 saboteur gold"))
    assert worth(short, "p1 move 6 0") < min(
        worth(short, f"p1 discard {card} pile") for card in ("saboteur", "water-6")
    )


@pytest.mark.parametrize("card", ["deputy", "saboteur", "prospector", "supplies-4"])
def test_cards_that_never_pay_are_not_bought(card):
    state = table(railroad(8, 2, hand="gold saboteur saboteur"), market=f"{card} deputy saboteur")
    assert worth(state, "p1 buy 1") < worth(state, "p1 discard saboteur pile")


def test_engineers_are_bought_up_to_three():
    few = table(railroad(8, 2, hand="gold engineer engineer"), market="engineer deputy saboteur")
    many = table(railroad(8, 2, hand="gold engineer engineer engineer"), market="engineer deputy saboteur")
    assert worth(few, "p1 buy 1") > 0
    assert worth(few, "p1 buy 1") > worth(many, "p1 buy 1")


def test_a_train_that_is_rolling_avoids_purple_and_likes_a_river():
    """Space 13 of lane A is purple, 9 and 10 are a river."""
    state, _ = go(table(railroad(6, 9, hand="water-3 engineer gold gold"), dice=(3,)), "p1 move 3 1")
    assert worth(state, "p1 stop 14") > worth(state, "p1 stop 13")
    state, _ = go(table(railroad(4, 9, hand="water-3 engineer gold gold"), dice=(2,)), "p1 move 3 1")
    assert worth(state, "p1 stop 10") > worth(state, "p1 stop 11")


def test_a_train_without_workers_goes_to_its_railhead_instead_of_a_river():
    """Spaces 59 and 60 of lane A are a river, the last section is 61 to 64."""
    hand = "engineer worker worker supplies-4"
    alone = table(railroad(60, 16, hand=hand), line=26)
    assert best(alone).startswith("engineer 61")
    at_work = table(railroad(58, 16, hand=hand, workers=2, crates="4/4 4/4"), line=26, turn={"built": True})
    assert worth(at_work, "p1 engineer 60") > worth(at_work, "p1 engineer 59") > 0


def test_water_is_not_hoarded():
    """With three cards or more in hand, the discard pile is not picked up. (ruling 19)"""
    state = table(railroad(59, 16, hand="water-5 water-6 scout"), line=26, prairie="water-6")
    assert worth(state, "p1 search water-6") < worth(state, "p1 discard scout pile")
    thirsty = table(railroad(59, 16, hand="scout scout scout"), line=26, prairie="water-6")
    assert worth(thirsty, "p1 search water-6") > worth(thirsty, "p1 discard scout pile")


def test_an_engineer_takes_a_train_to_buffalo_creek():
    assert best(table(railroad(75, 20, hand="engineer gold gold gold"), market="worker worker worker")) in (
        "engineer 77",
        "engineer 76",
    )
    assert best(table(railroad(75, 20, hand="engineer gold gold gold"))) == "engineer 77"


def test_good_water_is_bought_before_what_nobody_needs():
    state = table(railroad(8, 2, hand="gold saboteur saboteur"), market="deputy water-5 saboteur")
    assert best(state) == "buy 2"


def test_workers_and_gold_are_bought_early_and_water_late():
    early = table(railroad(0, 0, hand="gold saboteur saboteur"), market="worker deputy deputy")
    late = table(railroad(70, 20, hand="gold saboteur saboteur"), market="worker deputy deputy")
    assert worth(early, "p1 buy 1") > 0 > worth(late, "p1 buy 1")


def test_the_least_useful_card_is_discarded_and_onto_the_own_pile():
    state = table(railroad(8, 4, hand="deputy worker water-5 scout"))
    deputy = worth(state, "p1 discard deputy pile")
    assert all(deputy > worth(state, f"p1 discard {card} pile") for card in ("worker", "water-5", "scout"))
    assert worth(state, "p1 discard water-5 pile") > worth(state, "p1 discard water-5 prairie")


def test_a_useless_card_leaves_for_the_prairie_before_a_train_crawls():
    state = table(railroad(14, 9, hand="prospector engineer gold"), market="deputy deputy deputy")
    assert best(state) == "discard prospector prairie"


def test_the_last_action_brings_the_discard_pile_back():
    """With fewer than three cards in hand, the discard pile is picked up. (ruling 19)"""
    pile = "engineer engineer saboteur"
    three = table(railroad(8, 9, hand="gold gold water-3", discards=pile), turn={"left": 1})
    four = table(railroad(8, 9, hand="gold gold gold water-3", discards=pile), turn={"left": 1})
    assert worth(three, "p1 discard gold pile") > worth(four, "p1 discard gold pile")


def test_workers_are_of_no_use_when_the_line_is_complete():
    state = table(railroad(60, 20, hand="worker worker water-5"))
    assert worth(state, "p1 discard worker prairie") > worth(state, "p1 discard worker pile")


def test_a_saboteur_is_kept_also_by_who_is_in_the_lead():
    for rival in (railroad(25, 12), railroad(2, 4)):
        state = table(railroad(8, 4, hand="saboteur prospector water-5"), rival)
        assert worth(state, "p1 discard prospector prairie") > worth(state, "p1 discard saboteur pile")
        assert worth(state, "p1 discard saboteur pile") > worth(state, "p1 discard saboteur prairie")


def test_dynamite_goes_far_ahead_of_the_leader():
    state = table(railroad(9, 5, hand="saboteur gold gold"), railroad(25, 12), railroad(1, 12), seats=3)
    assert best(state).startswith("dynamite 2 4")
    assert worth(state, "p1 dynamite 2 47") > worth(state, "p1 dynamite 2 32")


def test_dynamite_far_ahead_of_a_rival_comes_before_water_but_not_before_food():
    """Space 9 of lane A is a river."""
    far = table(railroad(9, 5, hand="saboteur gold gold"), railroad(2, 12), prairie="water-6")
    assert best(far).startswith("dynamite 2")
    near = table(railroad(9, 5, hand="saboteur gold gold"), railroad(2, 2), prairie="water-6")
    assert best(near) == "search water-6"
    gang = railroad(9, 5, hand="saboteur scout gold", workers=2, crates="1/4")
    hungry = table(gang, railroad(2, 12), prairie="supplies-4", turn={"built": True})
    assert best(hungry) == "scout supplies-4"


def test_before_dynamite_a_train_goes_on_and_does_not_wait_on_a_river():
    """Spaces 9 and 10 of lane A are a river; a train before dynamite can't use Water."""
    held = table(railroad(11, 12, hand="engineer gold gold", dynamite=43))
    assert worth(held, "p1 engineer 12") > worth(held, "p1 engineer 10")
    free = table(railroad(11, 12, hand="engineer gold gold"))
    assert worth(free, "p1 engineer 10") > worth(free, "p1 engineer 12")
    assert worth(held, "p1 engineer 12") > worth(free, "p1 engineer 12")


def test_trains_with_workers_avoid_red_while_outlaws_may_come():
    """Space 7 of lane A is red."""
    gang = railroad(6, 4, hand="engineer gold gold", workers=2, crates="4/4")
    few = worth(table(gang), "p1 engineer 7")
    more = worth(table(gang, outlaws="outlaw-workers"), "p1 engineer 7")
    none = worth(table(gang, outlaws="outlaw-workers outlaw-workers outlaw-crate"), "p1 engineer 7")
    assert more < few < 0 < none


def test_red_spaces_are_harmless_when_the_line_is_complete():
    """Space 7 of lane A is red; the line is complete, so the workers are not needed."""
    state = table(railroad(6, 20, hand="engineer gold gold", workers=2), outlaws="outlaw-workers")
    assert worth(state, "p1 engineer 7") > 0


def test_a_train_at_its_railhead_stays_there():
    """A railroad without workers gains by reaching its railhead, but not by each space there."""
    state = table(railroad(19, 5, hand="engineer engineer gold"))
    steps = [worth(state, f"p1 engineer {space}") for space in (17, 18, 20)]
    assert max(steps) < worth(table(railroad(16, 5, hand="engineer gold gold")), "p1 engineer 18")
    assert all(step < 5 for step in steps)


def test_dynamite_is_for_a_train_that_may_arrive_with_its_next_move():
    far = table(railroad(9, 5, hand="saboteur gold gold"), railroad(60, 20))
    near = table(railroad(9, 5, hand="saboteur gold gold"), railroad(66, 20))
    assert worth(near, "p1 dynamite 2 75") > worth(far, "p1 dynamite 2 75")


def test_theft_is_best_for_builders_against_rivals_with_workers():
    hungry = railroad(12, 3, workers=2, crates="3/3")
    idle = railroad(12, 3, crates="3/3")
    builder, arriving = (railroad(9, sections, hand="saboteur gold gold") for sections in (5, 20))
    worths = [
        worth(table(mine, rival), "p1 steal 2 supplies-3") for mine in (builder, arriving) for rival in (hungry, idle)
    ]
    assert worths == sorted(worths, reverse=True) and worths[-1] < 0


def test_no_scout_is_bought_without_workers():
    lone = table(railroad(8, 4, hand="gold gold saboteur"), market="scout water-5 engineer")
    manned = table(railroad(8, 4, hand="gold gold worker"), market="scout water-5 engineer")
    assert worth(lone, "p1 buy 1") <= 0 < worth(manned, "p1 buy 1")


def test_an_engineer_does_not_take_a_train_off_its_river():
    """Space 9 of lane A is a river."""
    state = table(railroad(9, 9, hand="engineer saboteur gold"), prairie="water-6")
    assert worth(state, "p1 engineer 11") < worth(state, "p1 discard gold pile")


def test_the_last_worker_is_bought_before_anything_else():
    state = table(railroad(8, 4, hand="gold gold saboteur"), market="worker water-5 engineer")
    assert best(state) == "buy 1"
    others = table(railroad(8, 4, hand="gold worker saboteur"), market="worker water-5 engineer")
    assert best(others) != "buy 1"


def test_in_the_last_round_only_distance_counts():
    hand, market = "engineer engineer gold", "engineer engineer water-6"
    late = table(railroad(70, 20, hand=hand), railroad(80, 20), arrived=(2,), market=market)
    assert best(late) == "engineer 72"
    earlier = table(railroad(70, 20, hand=hand), railroad(70, 20), market=market)
    assert best(earlier).startswith("buy")


def test_in_the_last_round_no_train_steps_back_and_a_derailment_costs_nothing():
    """Space 72 is the end of the track, where a train without workers waits in other rounds."""
    last = table(railroad(72, 18, hand="engineer gold water-6"), railroad(80, 20), arrived=(2,), turn={"built": True})
    assert best(last).startswith(("discard", "buy"))
    short = table(railroad(66, 18, hand="engineer gold water-6"), railroad(80, 20), arrived=(2,), turn={"built": True})
    assert best(short) == "move 6 0"


def test_the_first_water_is_for_a_train_with_a_long_way_ahead():
    near, far = (table(railroad(8, track, hand="gold"), market="water-4 gold gold") for track in (4, 9))
    assert worth(far, "p1 buy 1") > worth(near, "p1 buy 1")


def test_orders_for_deputies_stay_as_they_are():
    state = table(railroad(hand="deputy"))
    said = [action for question in premove_decisions(state) for action in question.offers]
    assert said
    assert all(GAME.agent.score_action(redact(state, action.seat), action) < 0 for action in said)


# -- whole games


@pytest.mark.parametrize(("line", "least", "most"), [("16", 13, 21), ("20", 18, 28)])
def test_greedy_players_arrive_in_the_rounds_of_the_design(line, least, most):
    rounds = [play_game(GAME, GAME.options(line=line), ("greedy",) * 4, seed).state.round for seed in range(6)]
    assert least <= sum(rounds) / len(rounds) <= most


@pytest.mark.parametrize("seats", [2, 4])
def test_greedy_players_beat_random_ones(seats):
    for seed in range(3):
        policies = ("greedy", "random") * (seats // 2)
        game = play_game(GAME, GAME.options(line="16"), policies, seed)
        assert game.is_finished
        assert policies[GAME.rules.ranking(game.state)[0].seat - 1] == "greedy"
