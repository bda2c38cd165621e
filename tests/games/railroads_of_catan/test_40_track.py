"""RC Phase 5, tracks: prices, where they may lie, how many, and who is paid; rulings 14, 17, 36, 48, 49,
58-62, 66, 67.
"""

import pytest

from engine.core import decisions
from engine.games.railroads_of_catan.game_data.island import TrackKind
from engine.games.railroads_of_catan.phases import BuyingPhase
from engine.games.railroads_of_catan.state.events import TrackLaid, VisitEnded
from engine.games.railroads_of_catan.state.sellable_items import upkeep_cost
from tests.games.railroads_of_catan.table import can, events_of, go, kinds, offered, refusal, seats_asked, table


def laid(state, line):
    """The state after a line, and the event of its track."""
    after, events = go(state, line)
    (event,) = events_of(events, TrackLaid)
    return after, event


# -- the table of prices


@pytest.mark.parametrize(
    ("owned", "path", "cost"),
    [
        ("", "H33-V81", 1_000),  # inside a forest
        ("", "H33-V82", 1_000),  # to a corner at the sea, but inside a land hex
        ("", "H28-V55", 2_000),  # inside mountains
        ("H28-V55", "V55-H21", 2_000),  # inside a sea hex
        ("H28-V55-H21-V54", "V54-V46", 2_000),  # between two sea hexes
        ("H28-V63", "V63-V70", 2_000),  # along the rim of the board, beside mountains alone
        ("H28-V69", "V69-V76", 1_000),  # between mountains and a forest
        ("H33-V81", "V81-V87", 1_000),  # between a forest and the sea
        ("H28-V55", "V55-V62", 1_000),  # between mountains and the sea (66)
    ],
)
def test_the_table_of_prices(owned, path, cost):
    state = table(BuyingPhase(), tracks={1: owned})
    after, event = laid(state, f"p1 lay {path}")
    assert (event.cost, event.fees, event.free) == (cost, {}, 0)
    assert (after.cash[1], after.bank - state.bank) == (15_000 - cost, cost)


def test_ruling_66_a_coast_beside_mountains_costs_like_a_coast():
    state = table(BuyingPhase(), tracks={1: "H28-V55"})
    assert laid(state, "p1 lay V55-V62")[1].cost == 1_000


# -- where


def test_ruling_58_first_track_starts_at_an_own_city():
    state = table(BuyingPhase())
    first = {line.split()[1] for line in offered(state, 1) if line.startswith("lay")}
    assert len(first) == 4 * 6
    assert {track.split("-")[0] for track in first} == {"H33", "H32", "H22", "H28"}


def test_ruling_58_later_tracks_touch_an_own_city_or_the_end_of_an_own_track():
    state = table(BuyingPhase(), tracks={1: "H33-V81", 2: "H02-V17"})
    assert (
        refusal(state, "p1 lay V75-V69")
        == "You can’t lay track from V69 to V75: it isn’t connected. Start at one of your cities or tracks."
    )
    assert (
        refusal(state, "p1 lay V17-V23")
        == "You can’t lay track from V17 to V23: it isn’t connected. Start at one of your cities or tracks."
    )
    assert (
        refusal(state, "p1 lay H02-V12")
        == "You can’t lay track from H02 to V12: it isn’t connected. Start at one of your cities or tracks."
    )
    assert can(state, "p1 lay V81-V75-V69")
    assert can(state, "p1 lay V75-V81,V69-V75")
    assert not can(state, "p1 lay V69-V75,V75-V81")


def test_a_track_joins_a_hex_and_its_corner_or_two_corners_of_a_side():
    state = table(BuyingPhase())
    assert refusal(state, "p1 lay H33-H32") == (
        "You can’t lay track from H32 to H33: they aren’t neighbors. A track connects a "
        "hex’s center with one of its corners, or two corners along a side."
    )
    assert "from V87 to V88: they aren’t neighbors" in refusal(state, "p1 lay H33-V87-V88")
    assert "they aren’t neighbors" in refusal(state, "p1 lay H33-H33")


def test_two_tracks_cannot_join_the_same_points():  # RC Phase 5
    state = table(BuyingPhase(), tracks={1: "H33-V81", 2: "V81-V86"})
    assert refusal(state, "p1 lay H33-V81") == "You can’t lay track from H33 to V81: there already is track."
    assert refusal(state, "p1 lay V81-V86") == "You can’t lay track from V81 to V86: there already is track."
    assert refusal(state, "p1 lay H33-V75-H33") == "You can’t lay track from H33 to V75: there already is track."
    assert "lay V81-V86" not in offered(state, 1)


def test_ruling_36_in_the_turn_of_a_monsoon_nothing_is_built_along_coasts():
    state = table(BuyingPhase(), tracks={1: "H33-V81"}, event="monsoon")
    assert refusal(state, "p1 lay V81-V87") == (
        "You can’t lay track from V81 to V87: the coast is closed this turn (monsoon)."
    )
    assert not can(state, "p1 lay V81-V87") and can(state, "p1 lay H33-V87")
    water = table(BuyingPhase(), tracks={1: "H28-V55"}, event="monsoon")
    assert can(water, "p1 lay V55-H21")


# -- cities of others


def test_ruling_59_own_track_may_go_on_from_a_rivals_city():
    state = table(BuyingPhase(), tracks={1: "H32-V68-H27"})
    assert can(state, "p1 lay H27-V61")


def test_ruling_60_each_track_with_an_end_in_a_rivals_city_pays_its_owner_1000():
    after, event = laid(table(BuyingPhase(), tracks={1: "H32-V68"}), "p1 lay V68-H27")
    assert (event.cost, event.fees) == (1_000, {4: 1_000})
    assert (after.cash[1], after.cash[4]) == (13_000, 16_000)
    further, event = laid(after, "p1 lay H27-V61")
    assert event.fees == {4: 1_000}
    assert (further.cash[1], further.cash[4]) == (11_000, 17_000)


def test_ruling_60_fees_of_one_move_are_one_event():
    _, event = laid(table(BuyingPhase(), tracks={1: "H32-V68"}), "p1 lay V68-H27-V61,V68-H26")
    assert (event.cost, event.fees) == (3_000, {4: 3_000})


def test_an_own_city_takes_no_fee():  # RC Phase 5
    assert laid(table(BuyingPhase(), tracks={1: "H33-V75"}), "p1 lay V75-H32")[1].fees == {}


# -- how many


def test_ruling_61_three_tracks_a_turn_in_one_move_or_in_several():
    state = table(BuyingPhase())
    assert (
        refusal(state, "p1 lay H33-V81,H33-V75,H33-V69,H33-V76")
        == "You can’t lay 4 more tracks: you have 3 left this turn."
    )
    state, _ = go(state, "p1 lay H33-V81", "p1 lay H33-V75,H33-V69")
    assert refusal(state, "p1 lay H33-V76") == "You can’t lay 1 more track: you have none left this turn."
    assert not any(line.startswith(("lay", "toward")) for line in offered(state, 1))
    assert decisions(state)[0].prompt == "Buy a train for $5,000 (you have $12,000)."


def test_ruling_48_the_construction_crew_lays_two_more_at_the_usual_price():
    state = table(BuyingPhase(), associates={1: "crew"})
    after, event = laid(state, "p1 lay H33-V81,H33-V75,H33-V69,H33-V76,H33-V82")
    assert event.cost == 5_000
    assert refusal(after, "p1 lay H33-V87") == "You can’t lay 1 more track: you have none left this turn."


def test_ruling_62_mountain_or_water_track_counts_as_one():
    state = table(BuyingPhase())
    after, event = laid(state, "p1 lay H28-V55,V55-H21,H21-V54")
    assert event.cost == 6_000
    assert refusal(after, "p1 lay H33-V81").startswith("You can’t lay 1 more track: you have none left")


def test_ruling_67_without_rails_nothing_is_laid_until_pieces_return():
    sea = ",".join(kinds(TrackKind.WATER)[:14])
    state = table(BuyingPhase(), tracks={1: sea})
    assert state.remaining_rails(1) == 1
    assert refusal(state, "p1 lay H33-V81,H33-V75") == "You can’t lay 2 tracks: you have 1 rail left."
    full, _ = go(state, "p1 lay H33-V81")
    assert refusal(full, "p1 lay H33-V75") == "You can’t lay 1 track: you have no rails left."
    assert not any(line.startswith(("lay", "toward")) for line in offered(full, 1))


# -- money


def test_ruling_49_the_engineer_pays_half_for_tracks_alone():
    state = table(BuyingPhase(), tracks={1: "H32-V68"}, associates={1: "engineer", 2: "crew"})
    after, event = laid(state, "p1 lay V68-H27,H28-V55")
    assert (event.cost, event.fees) == (500 + 1_000, {4: 1_000})
    trained, _ = go(after, "p1 train H33")
    assert after.cash[1] - trained.cash[1] == 5_000


@pytest.mark.parametrize(("associate", "event"), [("engineer", ""), ("crew", "surplus")])
def test_ruling_17_upkeep_is_a_tenth_of_the_list_price_for_cheaper_track_too(associate, event):
    state, _ = go(table(BuyingPhase(), associates={1: associate}, event=event), "p1 lay H28-V55,H33-V81")
    assert upkeep_cost(state, 1, "H28-V55") == 200
    assert upkeep_cost(state, 1, "H33-V81") == 100


def test_ruling_14_track_that_cannot_be_paid_is_refused():
    state = table(BuyingPhase(), tracks={1: "H32-V68"}, cash={1: 1_500})
    assert (
        refusal(state, "p1 lay H33-V81,H33-V75")
        == "You can’t lay track from H33 to V75: the total would be $2,000, and you have $1,500."
    )
    assert (
        refusal(state, "p1 lay V68-H27")
        == "You can’t lay track from H27 to V68: the total would be $2,000, and you have $1,500."
    )
    assert (
        refusal(state, "p1 lay H28-V55")
        == "You can’t lay track from H28 to V55: the total would be $2,000, and you have $1,500."
    )
    assert can(state, "p1 lay H33-V81")


# -- the visit


def test_seats_build_in_the_order_of_the_turn():
    state = table(BuyingPhase(), order=(3, 1, 4, 2))
    assert seats_asked(state) == [3]
    state, events = go(state, "p3 done")
    assert seats_asked(state) == [1]
    assert events_of(events, VisitEnded) == [VisitEnded(3, building=True)]


def test_building_is_optional():
    state, events = go(table(BuyingPhase()), "p1 done")
    assert not events_of(events, TrackLaid) and state.cash[1] == 15_000


def test_seat_that_cannot_build_is_not_asked():
    assert seats_asked(table(BuyingPhase(), cash={1: 900})) == [2]
    state, events = go(table(BuyingPhase(), cash={1: 1_000}), "p1 lay H33-V81")
    assert seats_asked(state) == [2]
    assert events_of(events, VisitEnded) == [VisitEnded(1, building=True)]


def test_prompt_names_the_possible_builds():
    assert (
        decisions(table(BuyingPhase()))[0].prompt
        == "Lay up to 3 tracks, and buy a train for $5,000 (you have $15,000)."
    )
    state, _ = go(table(BuyingPhase(), cash={1: 4_000}, trains={1: ["H33"]}), "p1 lay H33-V81")
    assert decisions(state)[0].prompt == "Lay up to 2 tracks, and upgrade a train for $3,000 (you have $3,000)."
