"""Routes and what they cost. (R Runs; R Running Costs; rulings 67 to 78)"""

import msgspec
import pytest

from engine.core import settle
from engine.games.railway_rivals.phases import Operating, Racing
from engine.games.railway_rivals.rules.run_costs import trip_candidates
from engine.games.railway_rivals.rules.search.track_graph import track_distance
from engine.games.railway_rivals.rules.search.train_routes import RouteRefused, TrainRoute, route_fees, trace_route
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.path_notation import Route
from engine.games.railway_rivals.state.runs import Contest
from engine.games.railway_rivals.state.track import Track
from tests.games.railway_rivals.contest import all_stay, column, contest, entry, operating, racing, run_of
from tests.games.railway_rivals.table import CHART, asked, events_of, go, offered, pieces_of, refusal

LINE = column("R", 2, 18)
"""York, Doncaster, Nottingham, Leicester: sixteen steps."""


def fees_of(state, seat, text):
    """The fees of a route after it is entered."""
    run = state.flow[-1].runs[0]
    after, _ = go(state, f"p{seat} enter {run} {text}")
    return dict(after.flow[-1].desks[seat].open().answers[0].fees)


def mixed(*parts, **changes):
    """York to Leicester, built in parts by seats 1, 2, 3: (seat, first row, last row)."""
    track = {}
    for seat, first, last in parts:
        track[seat] = ", ".join(filter(None, [track.get(seat, ""), column("R", first, last)]))
    return contest("23-43", track=track, **changes)


# -- who enters, and when


def test_67_all_seats_may_stay_out():
    state = contest("23-43", track={1: LINE})
    assert "stay 23-43" in offered(state, 1)
    assert offered(state, 2) == ["stay 23-43", *[line for line in offered(state, 2) if line.startswith("joint")]]


def test_68_all_seats_are_asked_at_the_same_time():
    assert asked(contest("23-43", track={1: LINE})) == [1, 2, 3]


def test_68_open_entries_begin_with_the_richest_then_to_the_left():
    gold = {1: 10, 2: 30, 3: 20}
    state = contest("23-43", track={1: LINE}, gold=gold, options={"entries": "richest-first"})
    order = []
    for _ in range(3):
        order += asked(state)
        state, news = go(state, f"p{order[-1]} stay 23-43")
        assert [(event.seat, event.route) for event in events_of(news, e.EntryStated)] == [(order[-1], None)]
    assert order == [2, 3, 1]


def test_68_open_entry_shows_route_and_fees_to_all():
    state = mixed((1, 2, 10), (2, 10, 18), options={"entries": "richest-first"})
    _, news = go(state, "p1 enter 23-43 R2>R18")
    (stated,) = events_of(news, e.EntryStated)
    assert (stated.route, dict(stated.fees), stated.to) == (Route(("R2", "R18")), {2: 8}, None)


def test_69_tie_of_the_richest_is_decided_from_the_last_roller_to_the_left():
    state = contest("23-43", track={1: LINE}, options={"entries": "richest-first"})
    assert asked(state) == [state.roller]


# -- what a route is


def test_70_at_least_one_step_leads_over_the_own_track():
    state = mixed((1, 2, 3), (2, 3, 12), (3, 12, 18))
    assert fees_of(state, 1, "R2>R18") == {2: 9, 3: 6}
    state = contest("26-41", track={1: LINE, 2: column("S", 20, 25)})
    assert refusal(state, "p2 enter 26-41 R7>R14").startswith("This route doesn’t use your own track")


def test_71_each_step_over_a_rivals_side_costs_one_gold_also_into_towns():
    assert fees_of(mixed((1, 2, 10), (2, 10, 18)), 1, "R2>R18") == {2: 8}


def test_71_poorest_of_several_owners_is_paid():
    track = {1: column("R", 2, 13), 2: column("R", 13, 18), 3: column("R", 13, 18)}
    assert fees_of(contest("23-43", track=track, gold={2: 9, 3: 4}), 1, "R2>R18") == {3: 5}
    assert fees_of(contest("23-43", track=track, gold={2: 4, 3: 9}), 1, "R2>R18") == {2: 5}


def test_71_player_may_choose_the_payee():
    track = {1: column("R", 2, 13), 2: column("R", 13, 18), 3: column("R", 13, 18)}
    state = contest("23-43", track=track, gold={2: 9, 3: 4})
    assert fees_of(state, 1, "R2>R18:2") == {2: 5}
    assert fees_of(state, 1, "R2>R15:2>R18") == {2: 2, 3: 3}
    assert refusal(state, "p1 enter 23-43 R2>R6:3>R18") == (
        "You can’t pay player 3 between R2 and R6: you don’t use track of that player there."
    )


def test_71_payee_is_chosen_within_the_limit():
    track = {1: column("R", 2, 3), 2: column("R", 3, 18), 3: column("R", 11, 18)}
    state = contest("23-43", track=track, gold={2: 0, 3: 20})
    paid = fees_of(state, 1, "R2>R18")
    assert paid == {2: 10, 3: 5}


def test_72_side_with_own_track_is_free():
    state = contest("23-43", track={1: LINE, 2: LINE})
    assert fees_of(state, 1, "R2>R18") == {}
    assert fees_of(state, 2, "R2>R18") == {}


def test_73_a_train_changes_to_other_track_in_any_hex_where_both_are():
    state = mixed((1, 2, 5), (2, 5, 6), (1, 6, 9), (3, 9, 10), (1, 10, 18))
    assert fees_of(state, 1, "R2>R18") == {2: 1, 3: 1}


def test_74_eleven_gold_to_one_rival_are_refused_and_ten_are_not():
    assert refusal(mixed((2, 2, 13), (1, 13, 18)), "p1 enter 23-43 R2>R18") == (
        "This route pays 11 gold to player 2. You can pay any one rival at most 10 in a run."
    )
    assert fees_of(mixed((2, 2, 12), (1, 12, 18)), 1, "R2>R18") == {2: 10}


def test_74_different_rivals_count_separately():
    assert fees_of(mixed((2, 2, 10), (3, 10, 16), (1, 16, 18)), 1, "R2>R18") == {2: 8, 3: 6}


def test_75_fees_must_be_paid_from_gold_in_hand():
    state = mixed((2, 2, 8), (1, 8, 18), gold={1: 5})
    assert refusal(state, "p1 enter 23-43 R2>R18") == "The fees of this route are 6 gold, but you have 5."
    assert fees_of(mixed((2, 2, 8), (1, 8, 18), gold={1: 6}), 1, "R2>R18") == {2: 6}


def test_75_the_first_races_fees_count_for_the_second_whose_entry_is_then_void():
    long, short = column("R", 2, 18), column("R", 2, 4)
    second = Contest(run_of("26-41"), (entry(1, column("R", 7, 14), {2: 6}), entry(3, short, {})))
    first = entry(1, long, {3: 6}), entry(2, short, {}), entry(3, short, {})
    state = racing(*first, gold={1: 8}, track={1: LINE}, more=(second,))
    assert dict(state.races[0].trains[-1].fees) == {3: 6}
    assert state.races[0].trains[-1].place == 0
    assert [train.seats for train in state.races[1].trains] == [(3,)]
    assert state.gold[1] == 2


def test_75_narration_of_a_void_entry_has_its_numbers():
    begun = operating(track={1: LINE}, gold={1: 3}, phase=Racing(()))
    entered = Racing((Contest(run_of("26-41"), (entry(1, LINE, {2: 6}), entry(3, LINE, {}))),))
    news = settle(msgspec.structs.replace(begun, flow=(Operating(), entered))).news
    (void,) = events_of(news, e.EntryVoid)
    assert (void.seat, str(void.run), void.fees, void.gold) == (1, "26-41", 6, 3)


def test_75_fees_received_in_the_same_run_do_not_help():
    rich = entry(1, LINE, {2: 6})
    poor = entry(2, LINE, {3: 5})
    state = racing(rich, poor, gold={2: 4}, track={1: LINE})
    assert [train.seats for train in state.races[0].trains] == [(1,)]


def test_76_owners_that_stay_out_are_paid():
    state = mixed((1, 2, 10), (2, 10, 18))
    state, _ = all_stay(state, "p1 enter 23-43 R2>R18")
    assert dict(state.gold) == {1: 20 - 8 + 20, 2: 28, 3: 20}


def test_77_no_hex_is_passed_twice():
    state = contest("23-43", track={1: f"{LINE}, R5-S6-S7-R7"})
    assert refusal(state, "p1 enter 23-43 R2>R8>S6>R18") == (
        "This route passes R7 twice. A train can pass each hex only once."
    )


def test_77_route_cannot_be_changed_after_entering():
    state, _ = go(contest("23-43", track={1: LINE}), "p1 enter 23-43 R2>R18")
    assert 1 not in asked(state)


def test_78_default_path_is_the_fastest_then_the_cheapest():
    detour = "R7-S8-" + column("S", 9, 13) + "-R13"
    state = contest("26-41", track={1: f"{column('R', 7, 8)}, R13-R14", 2: column("R", 8, 13), 3: detour})
    assert fees_of(state, 1, "R7>R14") == {2: 5}
    same = contest("26-41", track={1: "R7-R8-R9, R9-S10-S11-R11, R11-R12-R13-R14", 2: "R9-R10-R11"})
    assert fees_of(same, 1, "R7>R14") == {2: 2}


def test_78_hills_count_twice_for_the_fastest_path():
    track = contest("23-43", track={1: "J9-J10-J11-J12, J9-I10-I11-I12-J12"}).track
    hexes = trace_route(CHART, track, frozenset((1,)), Route(("J9", "J12"))).hexes
    assert all(map(CHART.is_hill, ("J10", "J11", "J12")))
    assert hexes == ("J9", "I10", "I11", "I12", "J12")  # four steps and one hill, 5, against three hills, 6


def test_78_equal_paths_are_ordered_alphabetically():
    track = contest("26-41", track={1: "R7-Q8-R8, R7-S8-R8"}).track
    assert trace_route(CHART, track, frozenset((1,)), Route(("R7", "R8"))).hexes == ("R7", "Q8", "R8")


def test_78_five_routes_are_suggested_and_others_accepted():
    around = "R7-S8-" + column("S", 9, 14) + "-R14"
    state = contest("26-41", track={1: f"{around}, R7-R8", 2: column("R", 8, 14)})
    proposed = [line for line in offered(state, 1) if line.startswith("enter")]
    assert proposed[0] == "enter 26-41 R7>R14"
    assert len(proposed) == 2
    assert fees_of(state, 1, "R7>S9>S10>S11>R14") == {}
    assert fees_of(state, 1, "r7-r8-r9-r10-r11-r12-r13-r14") == {2: 6}


def test_78_illegal_route_is_refused_with_the_hex():
    state = contest("23-43", track={1: f"{LINE}, W1-W2"})
    for text, why in {
        "R2>ZZ9>R18": "ZZ9 isn’t a hex on this map.",
        "R2>A1>R18": "There is no track in A1.",
        "R2>W1>R18": "No track leads from R2 to W1.",
        "R2>R2>R18": "The route names R2 twice in a row.",
        "R7>R18": "Run 23-43 starts in York (R2), but this route starts in R7.",
        "R2>R14": "Run 23-43 ends in Leicester (R18), but this route ends in R14.",
    }.items():
        assert refusal(state, f"p1 enter 23-43 {text}") == why


def test_53_route_ends_at_a_hex_across_the_border():
    assert CHART.is_abroad("B12")
    state = contest("S2-36", track={1: "C12-B12, C13-B12, C12-D13-C13"}, seats=2)
    assert track_distance(CHART, state.track, ("C12",), ("C13",)) == 2
    assert trace_route(CHART, state.track, frozenset((1,)), Route(("C12", "C13"))).hexes == ("C12", "D13", "C13")


def test_74_route_beyond_the_limit_is_not_suggested():
    state = mixed((2, 2, 13), (1, 13, 18))
    assert list(trip_candidates(state, run_of("23-43"), (1,))) == []


def test_53_route_through_a_hex_across_the_border_is_refused():
    track = contest("S2-36", track={1: "C12-B12, C13-B12"}, seats=2).track
    with pytest.raises(RouteRefused, match="You can’t pass through B12: it’s across the border"):
        trace_route(CHART, track, frozenset((1,)), Route(("C12", "B12", "C13")))


def test_53_shortest_route_avoids_hexes_across_the_border():
    track = contest("S2-36", track={1: "C12-B12, C13-B12"}, seats=2).track
    assert track_distance(CHART, track, ("C12",), ("C13",)) is None
    assert track_distance(CHART, track, ("C12",), ("B12",)) == 1


def test_71_earlier_payees_change_to_keep_the_limit():
    lines = {2: f"{column('R', 2, 12)}, R22-R23", 3: column("R", 2, 12), 4: column("R", 12, 23)}
    track = Track((), tuple(piece for seat, line in lines.items() for piece in pieces_of(seat, line)))
    hexes = tuple(column("R", 2, 23).split("-"))
    gold = {1: 20, 2: 0, 3: 20, 4: 10}
    assert route_fees(track, frozenset((1,)), TrainRoute(hexes, (0,) * 21), gold) == {2: 10, 3: 1, 4: 10}
