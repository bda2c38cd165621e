"""Drawn, postponed, and dropped runs. (R Determining the Runs; rulings 58 to 66)"""

import msgspec

from engine.core import decisions, play
from engine.games.railway_rivals.rules.draws import MAX_OFFERS, MIN_RUN_LENGTH, draw_pair, draw_run, is_possible
from engine.games.railway_rivals.rules.search.track_graph import track_distance
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.games.railway_rivals.state.track import Track
from tests.games.railway_rivals.contest import all_stay, column, operating, run_of
from tests.games.railway_rivals.table import CHART, events_of, go, pieces_of, refusal

LINE = column("R", 2, 18)
"""York, Doncaster, Nottingham, Leicester."""

PENNINES = "R7-Q8-P8-O9"
"""Doncaster to Sheffield."""

COVENTRY = column("O", 15, 21)
"""Derby to Coventry."""


def built(*lines):
    return Track((), tuple(piece for seat, line in enumerate(lines, 1) for piece in pieces_of(seat, line)))


def pair(stock, *lines):
    found, left = draw_pair(CHART, built(*lines), tuple(stock.split()))
    return (" ".join(found) if found else None), " ".join(left)


def open_runs(state):
    phase = state.flow[-1] if state.flow else None
    return [str(run) for run in phase.runs] if isinstance(phase, Entering) else []


def build_nothing(state):
    while state.flow and isinstance(state.flow[-1], Building):
        state, _ = go(state, f"p{decisions(state)[0].seat} done")
    return state


# -- legality


def test_58_a_run_of_five_hexes_is_illegal_and_one_of_six_is_legal():
    assert track_distance(CHART, built(LINE), ("R2",), ("R7",)) == 5
    assert pair("23 26", LINE) == (None, "23 26")
    assert track_distance(CHART, built(COVENTRY), ("O15",), ("O21",)) == MIN_RUN_LENGTH
    assert pair("42 35", COVENTRY) == ("42 35", "")


def test_58_shortest_route_uses_track_of_all_companies():
    halves = column("R", 7, 10), column("R", 10, 14)
    assert track_distance(CHART, built(*halves), ("R7",), ("R14",)) == 7
    assert pair("26 41", *halves) == ("26 41", "")
    assert pair("26 41", "R7-S8-S9-S10", "S10-R11-R12-R13-R14") == ("26 41", "")


def test_58_hills_do_not_lengthen_a_run():
    hills = column("K", 1, 7)
    assert any(CHART.is_hill(hex) for hex in hills.split("-"))
    assert track_distance(CHART, built(hills), ("K1",), ("K7",)) == 6


def test_58_unconnected_run_is_legal_and_postponed():
    state = operating(track={1: LINE}, stock="44 45 23 43")
    assert [str(run) for run in state.waiting] == ["44-45"]
    assert open_runs(state) == ["23-43"]


def test_59_two_numbers_of_one_town_are_no_run():
    assert pair("61 62", LINE) == (None, "61 62")


def test_59_a_port_and_any_port_are_no_run_even_without_track():
    assert pair("11 S6", LINE) == (None, "11 S6")
    assert pair("S6 24", LINE) == (None, "S6 24")


def test_60_the_nearest_connected_hex_of_a_special_run_decides():
    coast = column("AA", 32, 35)
    assert track_distance(CHART, built(coast), ("AA32",), CHART.hexes_of("S4")) == 3
    assert pair("61 S4", coast) == (None, "61 S4")
    far = column("S", 28, 35)
    assert track_distance(CHART, built(far), ("S28",), CHART.hexes_of("S4")) == 7


def test_61_a_special_run_drawn_first_is_the_start():
    assert pair("S1 26", column("P", 1, 2) + "-Q3-R3-R4-R5-R6-R7") == ("S1 26", "")


def test_61_no_run_connects_two_special_runs():
    assert pair("S1 S2", LINE) == (None, "S1 S2")
    assert pair("S1 S2 23", LINE) == ("S1 23", "S2")


def test_62_a_second_card_that_does_not_fit_goes_to_the_bottom():
    assert pair("23 26 43 31", LINE) == ("23 43", "31 26")


def test_62_when_no_card_fits_the_first_one_goes_to_the_bottom_too():
    assert pair("61 62 63 64 23", LINE) == ("61 23", "62 63 64")
    assert pair("S1 S2 S3 S4 23", LINE) == ("S1 23", "S2 S3 S4")
    assert pair("23 26", LINE) == (None, "23 26")
    assert pair("61 62", LINE)[0] is None


def test_62_the_second_first_card_is_tried_after_the_whole_stock():
    assert pair("41 43 24", column("R", 14, 18)) == ("41 24", "43")
    stock = "41 43 S1"
    assert pair(stock, "R14-R15-R16-R17-R18", column("P", 1, 2))[0] == "41 S1"
    short = column("R", 14, 18) + ",R2-Q2-P1"
    assert pair("41 43", short)[0] is None


def test_63_any_connected_hex_of_a_special_run_may_be_used_also_a_farther_one():
    north = "-".join(f"{letter}1" for letter in "DEFGHIJKLMNOP")
    state = operating(track={1: f"{north}-Q2-{column('R', 2, 14)}"}, stock="S1 41")
    assert open_runs(state) == ["S1-41"]
    state, _ = all_stay(state, "p1 enter S1-41 D1>R14")
    assert len(state.races[0].trains[0].hexes) == 12 + 1 + 14


# -- drawing


def test_two_runs_are_open_at_once_and_with_the_option_one():
    stock = "23 43 26 41 42 35"
    track = {1: LINE, 2: COVENTRY}
    assert open_runs(operating(track=track, stock=stock)) == ["23-43", "26-41"]
    assert open_runs(operating(track=track, stock=stock, options={"runs": "one"})) == ["23-43"]


def test_no_more_runs_are_opened_than_are_missing_to_the_next_building_phase():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="23 43 26 41 42 35")
    state, _ = all_stay(state, "p1 enter 23-43 R2>R18")
    assert len(state.races) == 1
    assert open_runs(state) == ["42-35"]


def test_the_cards_of_a_run_are_gone_from_the_stock():
    state = operating(track={1: LINE}, stock="23 43 31 32 33 34")
    assert state.stock.size == 0
    assert [str(run) for run in state.waiting] == ["31-32", "33-34"]


# -- postponed runs


def test_64_a_postponed_run_comes_up_before_new_ones_once_it_is_connected():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="25 43 26 41 42 35 23 31 36 24")
    assert open_runs(state) == ["26-41", "42-35"]
    state, _ = all_stay(state, "p1 enter 26-41 R7>R14", "p2 enter 42-35 O15>O21")
    assert isinstance(state.flow[-1], Building)
    state, _ = go(state, "p1 lay R7-Q8-P8-O9")
    state = build_nothing(state)
    assert open_runs(state)[0] == "25-43"
    assert state.flow[-1].runs[0].offers == 0


def test_64_unconnected_run_keeps_its_place_in_the_queue():
    state = operating(track={1: LINE}, stock="44 45 31 32", waiting=(run_of("24-12"), run_of("23-43")))
    assert open_runs(state) == ["23-43"]
    assert [str(run) for run in state.waiting] == ["24-12", "44-45", "31-32"]


def test_64_a_waiting_run_that_has_become_too_short_is_not_possible():
    assert not is_possible(CHART, built(LINE), run_of("23-26"))
    assert is_possible(CHART, built(LINE), run_of("23-41"))


def test_65_run_without_entries_is_postponed_and_counted():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="23 43 26 41 42 35", options={"runs": "one"})
    state, news = all_stay(state)
    assert [(str(run), run.offers) for run in state.waiting] == [("23-43", 1)]
    assert [event.unconnected for event in events_of(news, e.RunPostponed)] == [False]


def test_65_run_waits_for_the_end_after_two_offers_without_entries():
    old = run_of("23-43", offers=2, tried=1)
    state = operating(track={1: LINE, 2: COVENTRY}, stock="26 41 42 35", waiting=(old,))
    assert open_runs(state) == ["26-41", "42-35"]
    state, _ = all_stay(state, "p1 enter 26-41 R7>R14", "p2 enter 42-35 O15>O21")
    state = build_nothing(state)
    assert open_runs(state) == ["23-43"]
    assert state.flow[-1].runs[0].last


def test_65_run_is_offered_again_only_after_building():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="23 43 26 41 42 35 31 32 33 34")
    state, _ = all_stay(state, "p1 enter 26-41 R7>R14")
    assert open_runs(state) == ["42-35"]
    state, _ = all_stay(state, "p2 enter 42-35 O15>O21")
    state = build_nothing(state)
    assert open_runs(state) == ["23-43"]


def test_66_only_runs_with_an_entry_count_toward_the_next_building():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="23 43 26 41 42 35", options={"runs": "one"})
    for expected in ("26-41", "42-35"):
        state, _ = all_stay(state)
        assert open_runs(state) == [expected]
    assert state.races == ()


# -- the end


def test_97_no_building_after_the_last_run():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="26 41 42 35")
    state, news = all_stay(state, "p1 enter 26-41 R7>R14", "p2 enter 42-35 O15>O21")
    assert not state.flow
    assert not events_of(news, e.DieRolled)


def test_97_building_after_the_last_run_if_a_postponed_run_waits():
    state = operating(track={1: LINE, 2: COVENTRY}, stock="26 41 42 35", waiting=(run_of("25-43"),))
    state, _ = all_stay(state, "p1 enter 26-41 R7>R14", "p2 enter 42-35 O15>O21")
    assert isinstance(state.flow[-1], Building)


def test_101_the_game_ends_when_the_cards_are_used():
    state = operating(track={1: LINE}, stock="23 43")
    state, news = all_stay(state, "p1 enter 23-43 R2>R18")
    assert state.ending == "cards-used"
    assert isinstance(news[-1], e.GameEnded)


def test_101_the_game_ends_when_the_cards_give_no_legal_run():
    state = operating(track={1: LINE}, stock="23 43 61 62 63")
    state, _ = all_stay(state, "p1 enter 23-43 R2>R18")
    assert (state.ending, state.stock.size) == ("no-run", 3)


def test_101_waiting_run_is_offered_a_last_time_and_then_dropped():
    state = operating(track={1: LINE}, stock="23 43")
    state, news = all_stay(state)
    assert open_runs(state) == ["23-43"]
    assert state.flow[-1].runs[0].last
    state, news = all_stay(state)
    assert [str(event.run) for event in events_of(news, e.RunDropped)] == ["23-43"]
    assert [str(run) for run in state.dropped] == ["23-43"]
    assert state.ending == "cards-used"


def test_103_run_that_never_became_possible_is_dropped():
    state = operating(track={1: LINE}, stock="23 43 44 45")
    state, news = all_stay(state, "p1 enter 23-43 R2>R18")
    assert [str(event.run) for event in events_of(news, e.RunDropped)] == ["44-45"]
    assert not state.flow


def never_meeting():
    """Two unconnected companies; the first cards are runs on their own track."""
    drawn = ("26", "41", "42", "35")
    others = [number for number in CHART.cards if number not in drawn]
    return operating(seats=2, track={1: LINE, 2: COVENTRY}, stock=" ".join((*drawn, *others)))


def cards_gone(state):
    gone = [*state.dropped, *(race.run for race in state.races)]
    return sorted([*(number for run in gone for number in (run.start, run.goal)), *state.stock.open()])


def test_101_unconnected_companies_run_on_their_own_track_until_the_end():
    state, _ = all_stay(never_meeting(), "p1 enter 26-41 R7>R14", "p2 enter 42-35 O15>O21")
    assert not build_nothing(state).flow
    assert len(build_nothing(state).races) == 2
    assert cards_gone(build_nothing(state)) == sorted(CHART.cards)


def test_101_unconnected_companies_that_stay_out_are_asked_at_most_twice():
    state = never_meeting()
    for _ in range(MAX_OFFERS):
        assert open_runs(state) == ["26-41", "42-35"]
        state, _ = all_stay(state)
    assert not state.flow
    assert cards_gone(state) == sorted(CHART.cards)


def test_101_no_run_without_six_connected_hexes():
    state = operating(seats=2, track={1: column("R", 2, 5), 2: "C9-C8"}, stock=" ".join(CHART.cards))
    assert not state.flow
    assert state.races == ()


def test_drawing_does_not_change_the_earlier_state():
    begun = operating(track={1: LINE}, stock="23 43 26 41")
    fresh = msgspec.structs.replace(begun, flow=begun.flow[:1], stock=begun.stock)
    assert draw_run(fresh)[1] is None
    assert play(begun, next(iter(decisions(begun)[0].offers)))[0] != begun


def test_a_run_that_is_not_open_is_refused_with_those_that_are():
    state = operating(track={1: LINE}, stock="23 43")
    assert refusal(state, "p1 stay 11-66") == ("“11-66” isn’t an open run. Open to you: York to Leicester (23-43).")


def test_64_waiting_runs_come_before_new_cards():
    waiting = (run_of("23-43"),)
    state = operating(track={1: LINE}, stock="26 41 24 43", waiting=waiting, options={"runs": "one"})
    assert open_runs(state) == ["23-43"]
    assert state.stock.size == 4
