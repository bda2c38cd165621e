"""The railhead: the train, building, the mat, the scout, and feeding. (rulings 24 to 35)"""

import pytest

from engine.errors import Refused
from engine.games.railroader.rules.building import max_sections
from engine.games.railroader.state.events import CardPlaced, CrateScouted, GangFed, TrackBuilt
from engine.games.railroader.state.state import Crate
from tests.games.railroader.table import cards, go, mat, mine, offered, railroad, table

IDLE = ("p1 discard gold pile",) * 3


def after_meal(workers, crates):
    """The mat, the prairie, and the events of the meal after a turn of discards."""
    state = table(railroad(2, 1, hand="gold " * 6, workers=workers, crates=crates))
    state, news = go(state, *IDLE)
    meals = [event for event in news if isinstance(event, GangFed)]
    return mine(state).mat, state.prairie, *meals


# -- 24 and 25: at the railhead


@pytest.mark.parametrize(("engine", "there"), [(4, False), (5, True), (6, True), (8, True)])
def test_ruling_24_the_railhead_is_the_last_section(engine, there):
    assert bool(offered(table(railroad(engine, 2)), "place")) == there


def test_ruling_24_the_railhead_stays_during_a_turn():
    state, _ = go(table(railroad(8, 2, workers=2)), "p1 build 2")
    assert mine(state).sections == 4
    assert offered(state, "place") == {"p1 place worker", "p1 place supplies-4"}


def test_ruling_24_the_railhead_moves_in_the_next_turn():
    state = table(railroad(8, 2, workers=1, crates="4/4", hand="worker " * 6))
    state, _ = go(state, "p1 build 1", *["p1 discard worker pile"] * 2, *["p2 discard worker pile"] * 2)
    state, _ = go(state, "p2 discard gold pile")
    assert state.current_turn.seat == 1
    assert not offered(state, "place")
    with pytest.raises(Refused, match="your train is on section 2, and your railhead is on section 3"):
        go(state, "p1 place worker")


def test_ruling_25_a_train_on_new_track_is_at_the_railhead():
    state, _ = go(table(railroad(8, 2, workers=1, hand="worker engineer")), "p1 build 1", "p1 engineer 10")
    assert offered(state, "place") == {"p1 place worker"}


def test_ruling_25_a_train_that_went_back_is_not_at_the_railhead():
    state, _ = go(table(railroad(5, 2, hand="worker engineer")), "p1 engineer 4")
    assert not offered(state, "place")


def test_ruling_25_a_derailed_train_is_not_at_the_railhead():
    state = table(railroad(8, 2, derailed=True))
    assert not offered(state, "place")
    with pytest.raises(Refused, match="while your train is derailed"):
        go(state, "p1 place worker")


# -- 26 to 29: building


@pytest.mark.parametrize("workers", [0, 1, 2, 3])
def test_ruling_26_up_to_one_section_per_worker(workers):
    state = table(railroad(2, 1, workers=workers))
    assert offered(state, "build") == {f"p1 build {sections}" for sections in range(1, workers + 1)}
    with pytest.raises(Refused):
        go(state, f"p1 build {workers + 1}")


def test_ruling_26_track_is_built_once_per_turn():
    state, news = go(table(railroad(2, 1, workers=3)), "p1 build 1")
    assert news == (TrackBuilt(1, 1, 2),)
    assert mine(state).sections == 2
    assert not offered(state, "build")
    with pytest.raises(Refused, match="once per turn"):
        go(state, "p1 build 1")


def test_ruling_26_track_can_be_built_again_next_turn():
    state = table(railroad(2, 1, workers=1, crates="4/4", hand="gold " * 6))
    state, _ = go(state, "p1 build 1", *IDLE[:2], *["p2 discard worker pile"] * 2, "p2 discard gold pile")
    assert offered(state, "build") == {"p1 build 1"}


def test_ruling_27_a_new_worker_does_not_build():
    state, _ = go(table(railroad(2, 1, workers=1)), "p1 place worker")
    assert mine(state).mat.workers == 2
    assert offered(state, "build") == {"p1 build 1"}


def test_ruling_27_the_first_worker_does_not_build_in_its_first_turn():
    state, _ = go(table(railroad(2, 1)), "p1 place worker")
    with pytest.raises(Refused, match="none of your workers was there when your turn began"):
        go(state, "p1 build 1")


def test_ruling_27_a_new_worker_eats():
    state, _ = go(table(railroad(2, 1, hand="worker gold gold", crates="4/4")), "p1 place worker", *IDLE[:2])
    assert mine(state).mat == mat(1, 0, "3/4")


def test_ruling_27_workers_who_left_do_not_build():
    state, _ = go(table(railroad(2, 1, workers=2)), "p1 withdraw worker pile")
    assert offered(state, "build") == {"p1 build 1"}


def test_ruling_27_a_new_worker_does_not_replace_one_who_left():
    state, _ = go(table(railroad(2, 1, workers=2)), "p1 withdraw worker pile", "p1 place worker")
    assert mine(state).mat.workers == 2
    assert offered(state, "build") == {"p1 build 1"}


@pytest.mark.parametrize(
    "trouble", [{"cavalry": 4, "engine": 13}, {"derailed": True, "engine": 20}, {"dynamite": 16, "engine": 13}]
)
def test_ruling_28_an_ambush_derailment_or_dynamite_does_not_stop_building(trouble):
    state = table(railroad(**trouble, sections=5, workers=2), dice=(1,))
    assert offered(state, "build") == {"p1 build 1", "p1 build 2"}


def test_building_does_not_need_the_train_at_the_railhead():
    assert offered(table(railroad(0, 9, workers=1)), "build") == {"p1 build 1"}


def test_ruling_29_no_track_beyond_buffalo_creek():
    assert offered(table(railroad(2, 19, workers=3)), "build") == {"p1 build 1"}
    done = table(railroad(2, 20, workers=3))
    assert not offered(done, "build")
    with pytest.raises(Refused, match="all 20 sections of your line are built"):
        go(done, "p1 build 1")


def test_a_second_build_in_a_turn_is_refused():
    state, _ = go(table(railroad(8, 2, workers=3)), "p1 build 1")
    assert max_sections(state, state.current_turn) == 0
    with pytest.raises(Refused, match="you can build only once per turn"):
        go(state, "p1 build 1")


# -- 30 and 31: the mat, the scout


@pytest.mark.parametrize(("workers", "deputies"), [(3, 0), (2, 1), (1, 2), (0, 3)])
def test_ruling_30_three_people_in_any_mix(workers, deputies):
    state = table(railroad(2, 1, hand="worker deputy supplies-4", workers=workers, deputies=deputies))
    assert offered(state, "place") == {"p1 place supplies-4"}
    with pytest.raises(Refused, match="room for only 3 people"):
        go(state, "p1 place worker")


def test_ruling_30_two_people_leave_room_for_a_third():
    state = table(railroad(2, 1, hand="worker deputy", workers=1, deputies=1))
    assert offered(state, "place") == {"p1 place worker", "p1 place deputy"}


def test_ruling_30_two_crates():
    state = table(railroad(2, 1, crates="1/4 4/4"))
    assert offered(state, "place") == {"p1 place worker"}
    with pytest.raises(Refused, match="room for only 2 crates"):
        go(state, "p1 place supplies-4")


@pytest.mark.parametrize(
    ("card", "after"), [("worker", mat(1)), ("deputy", mat(0, 1)), ("supplies-4", mat(crates="4/4"))]
)
def test_worker_deputy_and_supplies_are_placed_on_the_mat(card, after):
    state, news = go(table(railroad(2, 1, hand="worker deputy supplies-4")), f"p1 place {card}")
    assert mine(state).mat == after
    assert card not in mine(state).hand
    assert mine(state).discards == ()
    assert news == (CardPlaced(1, card),)


@pytest.mark.parametrize("where", [{"engine": 0}, {"engine": 20, "derailed": True}, {"engine": 13, "cavalry": 4}])
def test_ruling_31_the_scout_delivers_wherever_the_train_is(where):
    state = table(railroad(**where, sections=5, hand="scout gold"), prairie="supplies-4 supplies-3 gold", dice=(1,))
    assert offered(state, "scout") == {"p1 scout supplies-3", "p1 scout supplies-4"}
    state, news = go(state, "p1 scout supplies-3")
    assert mine(state).mat.crates == (Crate(3, 3),)
    assert mine(state).discards == cards("scout")
    assert state.prairie == cards("gold supplies-4")
    assert news[-1] == CrateScouted(1, "supplies-3")


@pytest.mark.parametrize(
    ("hand", "crates", "prairie", "why"),
    [
        ("gold", "", "supplies-4", "You have no scout"),
        ("scout", "1/4 4/4", "supplies-4", "already has 2 crates"),
        ("scout", "4/4", "gold water-4", "no supplies on the prairie"),
        ("scout", "4/4", "supplies-3", "Choose Supplies 3"),
    ],
)
def test_ruling_31_the_scout_needs_a_crate_and_a_place_for_it(hand, crates, prairie, why):
    state = table(railroad(2, 1, hand=hand, crates=crates), prairie=prairie)
    assert "p1 scout supplies-4" not in offered(state)
    with pytest.raises(Refused, match=why):
        go(state, "p1 scout supplies-4")


# -- 32 to 35: feeding


def test_ruling_32_each_worker_eats_one_supply():
    assert after_meal(2, "4/4") == (mat(2, 0, "2/4"), (), GangFed(1, fed=2, left=0, emptied=()))


def test_ruling_32_workers_eat_from_the_opened_crate_first():
    assert after_meal(1, "2/4 3/3")[0] == mat(1, 0, "1/4 3/3")
    assert after_meal(2, "3/4 3/3")[0] == mat(2, 0, "1/4 3/3")


def test_ruling_32_workers_then_open_the_lowest_crate():
    state = table(railroad(2, 1, hand="supplies-4 supplies-3 gold", workers=1))
    state, _ = go(state, "p1 place supplies-4", "p1 place supplies-3", IDLE[0])
    assert mine(state).mat == mat(1, 0, "2/3 4/4")


def test_ruling_32_other_workers_open_the_next_crate():
    after, prairie, events = after_meal(3, "1/4 4/4")
    assert after == mat(3, 0, "2/4")
    assert prairie == cards("supplies-4")
    assert events == GangFed(1, fed=3, left=0, emptied=cards("supplies-4"))


def test_ruling_33_an_empty_crate_goes_to_the_prairie():
    after, prairie, _ = after_meal(2, "2/3 4/4")
    assert after == mat(2, 0, "4/4")
    assert prairie == cards("supplies-3")


def test_ruling_34_hungry_workers_go_to_the_prairie():
    after, prairie, events = after_meal(3, "1/4")
    assert after == mat(1)
    assert prairie == cards("worker worker supplies-4")
    assert events == GangFed(1, fed=1, left=2, emptied=cards("supplies-4"))


def test_ruling_34_without_supplies_all_workers_leave():
    assert after_meal(2, "") == (mat(), cards("worker worker"), GangFed(1, fed=0, left=2, emptied=()))


def test_ruling_34_deputies_do_not_eat():
    state, news = go(table(railroad(2, 1, hand="gold " * 6, deputies=2, crates="3/4")), *IDLE)
    assert mine(state).mat == mat(0, 2, "3/4")
    assert not [event for event in news if isinstance(event, GangFed)]


def test_ruling_35_feeding_is_automatic_after_the_third_action():
    state, news = go(table(railroad(2, 1, hand="gold " * 6, workers=1, crates="4/4")), *IDLE[:2])
    assert not [event for event in news if isinstance(event, GangFed)]
    assert mine(state).mat == mat(1, 0, "4/4")
    state, news = go(state, IDLE[2])
    assert GangFed(1, 1, 0, ()) in news
    assert state.current_turn.seat == 2


def test_only_the_workers_of_the_player_whose_turn_ends_eat():
    state, _ = go(table(railroad(hand="gold " * 6), railroad(2, 1, workers=1, crates="4/4")), *IDLE)
    assert mine(state, 2).mat == mat(1, 0, "4/4")
