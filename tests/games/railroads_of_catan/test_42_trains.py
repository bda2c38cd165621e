"""RC Phase 5, trains: buying and upgrading; rulings 61, 63-65."""

from engine.games.railroads_of_catan.game_data.island import Good
from engine.games.railroads_of_catan.phases import BuyingPhase
from engine.games.railroads_of_catan.state.events import TrainBought, TrainUpgraded
from tests.games.railroads_of_catan.table import can, events_of, go, offered, refusal, table


def test_ruling_63_new_train_is_put_in_an_own_city():
    state = table(BuyingPhase())
    after, events = go(state, "p1 train H22")
    (event,) = events_of(events, TrainBought)
    assert (event.seat, event.number, event.city, event.cost) == (1, 1, "H22", 5_000)
    train = after.find_train(1, 1)
    assert (train.at, train.large, train.goods) == ("H22", False, ())
    assert (after.cash[1], after.bank - state.bank, after.remaining_segments(1)) == (10_000, 5_000, 4)


def test_ruling_63_new_train_is_refused_in_other_places():
    state = table(BuyingPhase())
    assert refusal(state, "p1 train H27") == ("H27 isn’t one of your cities. Choose one of these: H33, H32, H22, H28.")
    assert refusal(state, "p1 train V81").startswith("V81 isn’t one of your cities")


def test_ruling_63_city_with_three_trains_is_full():
    state = table(BuyingPhase(), trains={1: ["H33"], 2: ["H33"], 3: ["H33"]})
    assert "train H33" not in offered(state, 1) and "train H32" in offered(state, 1)
    assert refusal(state, "p1 train H33") == "You can’t put a train in H33: it already holds 3, the limit for a city."
    assert can(table(BuyingPhase(), trains={1: ["H33"], 2: ["H33"]}), "p1 train H33")


def test_ruling_64_an_upgrade_is_made_anywhere_and_the_goods_stay():
    state = table(BuyingPhase(), trains={1: ["V81 ore wood"]})
    after, events = go(state, "p1 upgrade 1")
    (event,) = events_of(events, TrainUpgraded)
    assert (event.seat, event.number, event.cost) == (1, 1, 3_000)
    train = after.find_train(1, 1)
    assert (train.at, train.large, train.goods) == ("V81", True, (Good.ORE, Good.WOOD))
    assert (after.cash[1], after.remaining_segments(1)) == (12_000, 3)


def test_ruling_64_an_upgrade_takes_a_segment_of_the_supply():
    state = table(BuyingPhase(), trains={1: ["H33 large", "H32 large", "H22"]})
    assert state.remaining_segments(1) == 0
    assert (
        refusal(state, "p1 upgrade 3")
        == "You can’t buy or upgrade a train: all 5 of your train segments are on the board."
    )
    assert (
        refusal(state, "p1 train H28")
        == "You can’t buy or upgrade a train: all 5 of your train segments are on the board."
    )
    assert not any(line.startswith(("train", "upgrade")) for line in offered(state, 1))


def test_ruling_64_only_an_own_small_train_is_upgraded():
    state = table(BuyingPhase(), trains={1: ["H33 large", "H32"], 2: ["H01"] * 3})
    assert refusal(state, "p1 upgrade 1") == "You can’t upgrade train 1: it is already large."
    assert refusal(state, "p1 upgrade 3") == "You don’t have train 3. Your trains: 1, 2."
    assert [line for line in offered(state, 1) if line.startswith("upgrade")] == ["upgrade 2"]


def test_ruling_61_one_train_or_one_upgrade_a_turn_and_not_both():
    said = "You can’t buy or upgrade another train: the limit is 1 per turn."
    bought, _ = go(table(BuyingPhase(), trains={1: ["H33"]}), "p1 train H22")
    assert refusal(bought, "p1 train H22") == refusal(bought, "p1 upgrade 1") == said
    upgraded, _ = go(table(BuyingPhase(), trains={1: ["H33"]}), "p1 upgrade 1")
    assert refusal(upgraded, "p1 train H22") == said


def test_ruling_61_tracks_and_the_train_come_in_any_order():
    state, _ = go(table(BuyingPhase()), "p1 lay H33-V81", "p1 train H33", "p1 lay H33-V75,H33-V69")
    assert (len(state.tracks_of(1)), len(state.trains_of(1))) == (3, 1)


def test_ruling_65_pieces_are_neither_sold_to_the_bank_nor_moved():
    state = table(BuyingPhase(), tracks={1: "H33-V81"}, trains={1: ["H33"]})
    verbs = {line.split()[0] for line in offered(state, 1)}
    assert verbs == {"toward", "lay", "train", "upgrade", "done"}


def test_ruling_14_a_train_that_cannot_be_paid_is_not_bought():
    state = table(BuyingPhase(), cash={1: 4_900}, trains={1: ["H33"]})
    assert refusal(state, "p1 train H33") == "You can’t afford that: it costs $5,000, and you have $4,900."
    assert can(state, "p1 upgrade 1")
    poorer = table(BuyingPhase(), cash={1: 2_900}, trains={1: ["H33"]})
    assert refusal(poorer, "p1 upgrade 1") == "You can’t afford that: it costs $3,000, and you have $2,900."


def test_new_train_gets_the_lowest_free_number():
    state = table(BuyingPhase(), trains={1: ["H33", "H32"]}).remove_train(1, 1)
    after, _ = go(state, "p1 train H22")
    assert after.find_train(1, 1).at == "H22"
