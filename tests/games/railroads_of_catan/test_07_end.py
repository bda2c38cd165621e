"""RC Phase 7: the end of the game and the ranking; rulings 89 to 95."""

import msgspec
import pytest

from engine.core import decisions, play, read_options, redact, rng_from_seed
from engine.core.codec import dump_state, load_state
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.options import CatanOptions
from engine.games.railroads_of_catan.game_data.pieces import EVENT_CARD_COUNTS, EventCard
from engine.games.railroads_of_catan.phases import BiddingPhase, BuyingPhase, Delivery, RunsPhase
from engine.games.railroads_of_catan.rules import scoring, stalemate
from engine.games.railroads_of_catan.rules.scoring import ENDINGS, asset_value, count_joined_cities, largest_city_group
from engine.games.railroads_of_catan.state.events import GameEnded
from tests.games.railroads_of_catan.table import begin, can, events_of, go, seats_asked, table, words

NEAR = "H33-V75-H32, H33-V76-H28-V63-H22"
"""Track that connects all four cities of seat 1."""


def ended(**position):
    """The ending of the game after the runs of a turn; empty if it goes on."""
    state, events = begin(RunsPhase(), **position)
    assert [event.ending for event in events_of(events, GameEnded)] == ([state.ending] if state.ending else [])
    assert bool(state.flow) is not bool(state.ending)
    return state.ending


@pytest.mark.parametrize(("cash", "ending"), [(74_900, ""), (75_000, "rich")])
def test_ruling_89_75000_ends_the_game_after_phase_6(cash, ending):
    assert ended(cash={3: cash}) == ending


def test_ruling_89_all_finish_the_turn_first():
    state = table(BuyingPhase(), cash={3: 80_000})
    assert seats_asked(state) == [1]
    assert GAME.rules.ending(state) == ""


def test_ruling_90_four_cities_joined_by_own_tracks_end_the_game():
    assert ended(tracks={1: NEAR}) == "joined"


@pytest.mark.parametrize(
    "tracks",
    [
        {1: "H33-V75-H32, H33-V76-H28-V63"},  # H22 is missing
        {1: "H33-V75-H32, H28-V63-H22"},  # two sets
        {1: "H33-V75-H32, H33-V76-H28-V63", 2: "V63-H22"},  # a rival's track
    ],
)
def test_ruling_90_the_tracks_are_own_and_one_connected_set(tracks):
    assert ended(tracks=tracks) == ""


def test_ruling_90_rivals_city_on_the_track_does_not_matter():
    tracks = {1: "H33-V75-H27-V69-V76-H28-V63-H22, V75-H32"}
    assert len(largest_city_group(table(tracks=tracks), 1)) == 4
    assert ended(tracks=tracks) == "joined"


def test_ruling_91_seven_turns_at_most():
    assert ended(turn=6) == ""
    assert ended(turn=7) == "turns"


BROKE = {1: 100, 2: 0, 3: 150, 4: 0}
BEFORE = {"early_end": "no-income"}
"""Options of older games, which end early as soon as no one can earn."""


def test_ruling_95_game_ends_if_no_one_can_ever_earn_again():
    assert ended(cash=BROKE, options=BEFORE) == "poor"
    pieces = {"tracks": {1: "H33-V75"}, "trains": {2: ["V90 wood"], 3: ["V66 large ore"]}}
    assert ended(cash=BROKE, **pieces, options=BEFORE) == "poor"


def test_ruling_95_ending_has_a_sentence():
    _, events = begin(RunsPhase(), cash=BROKE, options=BEFORE)
    assert "No player can ever earn money again" in words(events)[-1]


@pytest.mark.parametrize(
    "position",
    [
        {"cash": {1: 1_000, 2: 0, 3: 0, 4: 0}},  # the banker pays a tenth of it
        {"cash": {1: 500, 2: 0, 3: 0, 4: 0}, "trains": {1: ["H33"]}},  # a train can be kept
        {"cash": {1: 200, 2: 0, 3: 0, 4: 0}, "tracks": {2: "H01-V05"}},  # track of a rival can be bought
        {"cash": {1: 200, 2: 0, 3: 0, 4: 0}},  # a surplus may let a rival lay track
        {"cash": {1: 200, 2: 500, 3: 0, 4: 0}, "options": {"events": False}},  # and so may the engineer
    ],
)
def test_ruling_95_game_goes_on_while_anyone_may_earn(position):
    assert ended(**position) == ""


@pytest.mark.parametrize(("happened", "ending"), [(1, ""), (2, "poor")])
def test_ruling_95_no_surplus_is_to_come_after_all_have_happened(happened, ending):
    position = {"cash": {1: 200, 2: 0, 3: 0, 4: 0}, "happened": (EventCard.SURPLUS,) * happened}
    position["options"] = BEFORE
    assert EVENT_CARD_COUNTS[EventCard.SURPLUS] == 2
    assert ended(**position) == ending


@pytest.mark.parametrize(("cash", "earns"), [(500, True), (499, False)])
def test_ruling_95_seat_with_the_upkeep_of_a_train_may_earn(cash, earns):
    position = {"cash": {1: cash, 2: 0, 3: 0, 4: 0}, "trains": {1: ["H33"]}, "options": {"events": False}}
    assert stalemate.can_anybody_earn(table(RunsPhase(), **position)) is earns


@pytest.mark.parametrize(("cash", "earns"), [(1_000, True), (999, False)])
def test_ruling_95_the_banker_pays_from_a_thousand_dollars_on(cash, earns):
    position = {"cash": {1: cash, 2: 0, 3: 0, 4: 0}, "options": {"events": False}}
    assert stalemate.can_anybody_earn(table(RunsPhase(), **position)) is earns


def test_ruling_95_seat_with_all_money_and_track_cannot_earn_from_rivals():
    options = {"events": False, **BEFORE}
    assert ended(cash={1: 900, 2: 0, 3: 0, 4: 0}, tracks={1: "H33-V75"}, options=options) == "poor"


NO_EVENTS = {"events": False}


@pytest.mark.parametrize(
    "position",
    [
        {"cash": {1: 50, 2: 0, 3: 70, 4: 20}},  # nobody can pay anything
        {"cash": {1: 950, 2: 0, 3: 0, 4: 0}},  # whatever seat 1 bids, $50 are left
        {"cash": 0},  # all are level, and stay so
        {"cash": 0, "tracks": {1: "H33-V75", 2: "H01-V05", 3: "H30-V79", 4: "H06-V11"}},  # all lose as much
        {"cash": {1: 50, 2: 0, 3: 70, 4: 20}, "tracks": {1: "H33-V75"}},  # what is lost decides nothing
    ],
)
def test_ruling_95_game_ends_early_if_no_place_can_change(position):
    assert ended(**position, options=NO_EVENTS) == "settled"


@pytest.mark.parametrize(
    "position",
    [
        {"cash": {1: 150, 2: 60, 3: 0, 4: 20}},  # a bid of seat 1 may leave it behind seat 2
        {"cash": {1: 100, 2: 0, 3: 50, 4: 20}},  # or level with it
        {"cash": {1: 150, 2: 60, 3: 0, 4: 20}, "tracks": {1: "H33-V75"}},  # and so may its upkeep
        {"cash": 50, "tracks": {1: "H33-V75"}},  # upkeep takes the track that decides a tie
        {"cash": 0, "trains": {2: ["V90 wood"]}},  # and the train
    ],
)
def test_ruling_95_while_a_place_may_change_the_game_goes_on(position):
    assert ended(**position, options=NO_EVENTS) == ""
    assert ended(**position, options=NO_EVENTS | BEFORE) == "poor"


@pytest.mark.parametrize(("happened", "ending"), [(1, ""), (2, "settled")])
def test_ruling_95_free_track_may_decide_between_equals_while_a_surplus_may_come(happened, ending):
    position = {"cash": {1: 70, 2: 0, 3: 0, 4: 20}, "happened": (EventCard.SURPLUS,) * happened}
    assert ended(**position) == ending


@pytest.mark.parametrize("seed", range(6))
def test_ruling_95_places_never_change_if_such_a_game_is_continued(seed):
    cash = {1: 950 - 100 * seed, 2: 40, 3: 0, 4: 0}
    position = {"cash": cash, "options": NO_EVENTS, "seed": seed}
    state = table(RunsPhase(), BiddingPhase(), **position)
    assert not stalemate.can_ranking_change(state, {seat: asset_value(state, seat) for seat in state.everyone})
    places, rng = [place.place for place in GAME.rules.ranking(state)], rng_from_seed(seed, "anybody")
    while (questions := decisions(state)) and state.turn == 2:
        offers = list(questions[0].offers)
        below, rng = rng.draw_below(len(offers))
        state, _ = play(state, offers[below])
        assert [place.place for place in GAME.rules.ranking(state)] == places


def test_ruling_95_older_games_keep_their_rule():
    chosen = read_options(GAME.options, {"events": "no"})
    assert chosen.early_end == "no-income"
    stored = GAME.new_game(chosen, 4, 1)[0]
    assert not stored.ends_settled and GAME.new_game(CatanOptions(), 4, 1)[0].ends_settled
    assert stored.options == CatanOptions(events=False)  # a state says it in one place alone


def test_ruling_95_stored_state_without_the_field_has_the_older_rule():
    stored = msgspec.json.decode(dump_state(table(RunsPhase())))
    del stored["ends_settled"]
    assert not load_state(GAME, msgspec.json.encode(stored), GAME.version).ends_settled


@pytest.mark.parametrize(("options", "words"), [({}, ", and no place can change."), (BEFORE, "earn money again.")])
def test_ruling_95_the_rules_say_how_this_table_ends_early(options, words):
    said = dict(GAME.text.help(redact(table(RunsPhase(), options=options), 1)))["Phase 7: Round End"]
    assert f"money again{words.removeprefix('earn money again')}\n" in said


def test_ruling_95_after_turn_7_the_ending_is_turns():
    assert ended(cash=BROKE, turn=7) == "turns"


@pytest.mark.parametrize("seed", range(6))
def test_ruling_95_no_one_earns_if_such_a_game_is_continued(seed, monkeypatch):
    monkeypatch.setattr(scoring, "can_anybody_earn", lambda state: True)
    cash = {seat: (100 * seat * (seed + 1) + 50) % 200 for seat in range(1, 5)}
    state, rng = (
        table(RunsPhase(), cash=cash, tracks={1: "H33-V75-H32", 2: "H01-V05"}, options=BEFORE, seed=seed),
        rng_from_seed(seed, "anybody"),
    )
    assert not stalemate.can_anybody_earn(state)
    while questions := decisions(state):
        offers = list(questions[0].offers)
        below, rng = rng.draw_below(len(offers))
        before, (state, _) = state.cash, play(state, offers[below])
        assert all(state.cash[seat] <= before[seat] for seat in state.everyone)


def test_every_ending_has_a_sentence():
    assert set(ENDINGS) == {"rich", "joined", "turns", "poor", "settled"}


def test_ruling_92_most_cash_wins():
    state = table(RunsPhase(), turn=7, cash={1: 100, 2: 400, 3: 300, 4: 200})
    assert [(place.seat, place.place, place.score) for place in GAME.rules.ranking(state)] == [
        (2, 1, 400), (3, 2, 300), (4, 3, 200), (1, 4, 100),
    ]  # fmt: skip


def test_ruling_92_assets_are_counted_by_kind():
    tracks = {1: "H33-V75, V81-V87, H28-V76, H37-V86"}
    state = table(tracks=tracks, trains={1: ["H33 wood", "H33 large ore ore"]})
    assert asset_value(state, 1) == 1 + 1 + 2 + 2 + 5 + 8 + 1.5


def test_ruling_92_assets_break_ties_of_cash():
    state = table(RunsPhase(), turn=7, cash=500, trains={2: ["H01"], 3: ["H30 wood"]})
    ranking = GAME.rules.ranking(state)
    assert [(place.seat, place.place) for place in ranking][:2] == [(3, 1), (2, 2)]
    assert ranking[0].note == "tie broken by assets: 5.5"


def test_ruling_92_place_is_shared_if_assets_are_equal():
    ranking = GAME.rules.ranking(table(RunsPhase(), turn=7, cash=500, trains={2: ["H01"], 3: ["H30"]}))
    assert [(place.seat, place.place) for place in ranking] == [(2, 1), (3, 1), (1, 3), (4, 3)]
    assert ranking[0].note == "shared: equal cash and assets"


def test_ruling_93_orders_and_goods_bring_no_money():
    state = table(RunsPhase(), turn=7, cash=500, trains={1: ["V75 ore"]}, orders=["H27 ore"])
    while seats_asked(state):
        state, _ = go(state, f"p{seats_asked(state)[0]} done")
    assert [place.score for place in GAME.rules.ranking(state)] == [500] * 4


def test_ruling_94_seat_without_player_keeps_its_pieces_and_passes():
    """A seat that only passes keeps its cash and pieces, and the game goes on."""
    position = {"tracks": {4: "H06-V11"}, "trains": {4: ["H06"]}}
    state = table(BiddingPhase(), Delivery(), BuyingPhase(), RunsPhase(), BiddingPhase(), **position)
    for seat in (1, 2, 3, 4):
        state, _ = go(state, f"p{seat} bid 0", f"p{seat} rank crew union engineer conductor")
    while not can(state, "p1 bid 0"):
        state, _ = go(state, f"p{seats_asked(state)[0]} done")
    assert (state.cash[4], list(state.tracks), len(state.trains)) == (15_000, ["H06-V11"], 1)


def test_single_city_counts_as_not_connected():
    assert count_joined_cities(table(), 1) == count_joined_cities(table(tracks={1: "H33-V75"}), 1) == 0
    assert count_joined_cities(table(tracks={1: "H33-V75-H32"}), 1) == 2
