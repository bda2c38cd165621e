"""RC Phase 2, Surplus: free tracks in phase 5; ruling 38."""

from engine.core import decisions
from engine.games.railroads_of_catan.game_data.island import TrackKind
from engine.games.railroads_of_catan.phases import BuyingPhase
from engine.games.railroads_of_catan.state.events import TrackLaid
from tests.games.railroads_of_catan.table import events_of, go, kinds, offered, refusal, seats_asked, table


def surplus(**others):
    return table(BuyingPhase(), event="surplus", **others)


def laid(state, line):
    after, events = go(state, line)
    (event,) = events_of(events, TrackLaid)
    return after, event


def test_ruling_38_two_free_tracks_above_the_limit():
    after, event = laid(surplus(), "p1 lay H33-V81,H33-V75,H33-V69,H33-V76,H33-V82")
    assert (event.cost, event.free) == (3_000, 2)
    assert refusal(after, "p1 lay H33-V87") == "You can’t lay 1 more track: you have none left this turn."


def test_ruling_38_one_free_track_over_mountains_or_water():
    after, event = laid(surplus(), "p1 lay H28-V55,H28-V62,H28-V69,H33-V81")
    assert (event.cost, event.free) == (5_000, 1)
    assert refusal(after, "p1 lay H33-V82").startswith("You can’t lay 1 more track: you have none left")


def test_ruling_38_in_one_move_the_surplus_pays_where_it_saves_most():
    assert laid(surplus(), "p1 lay H33-V81,H28-V55")[1].cost == 1_000  # the mountain track is free
    _, event = laid(surplus(), "p1 lay H28-V55,H33-V81,H33-V75")
    assert (event.cost, event.free) == (2_000, 2)  # two free tracks leave more of the limit


def test_ruling_38_half_a_surplus_does_not_pay_a_mountain_track():
    half, _ = go(surplus(), "p1 lay H33-V81")
    assert decisions(half)[0].prompt == (
        "Lay up to 3 tracks and 1 free track (not across mountains or water), and buy a train for $5,000"
        " (you have $15,000)."
    )
    assert laid(half, "p1 lay H28-V55")[1].cost == 2_000
    none, _ = go(half, "p1 lay H28-V55,H28-V62,H28-V69")
    assert refusal(none, "p1 lay H28-V70") == "You can’t lay 1 more track: you have none left this turn."
    assert "lay H28-V70" not in offered(none, 1) and "lay H33-V75" in offered(none, 1)


def test_ruling_38_connection_fees_are_paid_for_free_tracks():  # 60
    after, event = laid(surplus(tracks={1: "H32-V68"}), "p1 lay V68-H27")
    assert (event.cost, event.fees, event.free) == (0, {4: 1_000}, 1)
    assert after.cash[4] == 16_000


def test_ruling_38_free_tracks_need_no_money_but_rails():
    poor, event = laid(surplus(cash={1: 0}), "p1 lay H33-V81,H33-V75")
    assert (event.cost, poor.cash[1]) == (0, 0)
    assert seats_asked(poor) == [2]
    sea = ",".join(kinds(TrackKind.WATER)[:15])
    assert refusal(surplus(tracks={1: sea}), "p1 lay H33-V81") == "You can’t lay 1 track: you have no rails left."


def test_ruling_38_every_player_has_the_surplus_in_this_turn_only():
    state, _ = go(surplus(), "p1 lay H33-V81,H33-V75", "p1 done")
    assert laid(state, "p2 lay H02-V17,H02-V11")[1].cost == 0
    later = table(BuyingPhase())
    assert laid(later, "p1 lay H33-V81")[1].cost == 1_000


def test_prompt_names_the_surplus():
    assert decisions(surplus())[0].prompt == (
        "Lay up to 3 tracks and 2 free tracks (or 1 across mountains or water), and buy a train for $5,000"
        " (you have $15,000)."
    )
    after, _ = go(surplus(), "p1 lay H33-V81,H33-V75")
    assert decisions(after)[0].prompt == "Lay up to 3 tracks, and buy a train for $5,000 (you have $15,000)."


def test_prompt_names_no_more_tracks_than_rails():
    tracks = {1: "H33-V69-V62-V54-V46-V38-V31-V24-V18-V12-V07-V02-V06-V01-V05"}
    state = table(tracks=tracks, event="surplus")
    assert state.remaining_rails(1) == 1
    assert decisions(state)[0].prompt == (
        "Lay up to 1 track, 1 free (not across mountains or water), and buy a train for $5,000 (you have $15,000)."
    )
