"""Labels, prompts, narration, and ``/rules`` match the rules; asked seats are hidden. (rulings 79, 84)"""

import json

import pytest

from engine.core import decisions, is_revealing, is_turn_hidden, public_decisions, redact, rng_from_seed
from engine.core.codec import dump_state, load_state
from engine.games.railway_rivals.rules.race import AVERAGE_DIE, route_odds, run_race
from engine.games.railway_rivals.rules.run_costs import trip_candidates
from engine.games.railway_rivals.state import events as e
from render import PAINTERS, DrawingContext
from tests.games.railway_rivals.contest import column, contest, operating, run_of
from tests.games.railway_rivals.table import GAME, asked, events_of, go, read_action, refusal, table, words

TRACK = {1: column("R", 2, 10), 2: column("R", 10, 14), 3: column("R", 14, 18)}
FAR = ("AA32", "Y5", "F32")
DECIDED = ("p1 enter 23-43 R2>R18", "p1 stay rest", "p1 done", "p3 stay rest", "p3 done")


def opened(runs="four", **options):
    cards = "23 43 26 43 23 41 11 12 13 14"
    return operating(track=TRACK, stock=cards, options={"runs": runs, **options})


def label(state, line, field=""):
    action = read_action(line, GAME.actions)
    return GAME.text.label(redact(state, action.seat), action, field, "Player {}".format)


def rules(state):
    return " ".join(text for _, text in GAME.text.help(redact(state, None)))


# -- who is asked


def public(state):
    """The public decisions as (seat, prompt) pairs, and the runs that each seat is asked about."""
    view = redact(state, None).state
    return [(decision.seat, decision.prompt) for decision in public_decisions(state)], dict(view.flow[-1].asked)


@pytest.mark.parametrize("runs", ["four", "all"])
def test_79_offer_to_a_decided_seat_is_invisible(runs):
    before, _ = go(opened(runs), *DECIDED)
    after, _ = go(before, "p2 joint 23-43 1 R2>R18")
    assert (asked(before), asked(after)[0]) == ([2], 1)
    assert public(after) == public(before)


def test_79_declined_offer_is_invisible():
    before, _ = go(opened(), "p2 joint 23-43 1 R2>R18")
    after, _ = go(before, "p1 decline 23-43 2")
    assert public(after) == public(before)


def test_79_every_seat_is_listed_until_entries_are_opened():
    state, _ = go(opened(), *DECIDED)
    assert [one.seat for one in public_decisions(state)] == [1, 2, 3]
    state, news = go(state, "p2 stay rest", "p2 done")
    assert events_of(news, e.RaceRun)
    assert not any(one.offers == () for one in public_decisions(state))


def test_79_a_listed_seat_has_one_prompt_whether_it_enters_or_plans():
    state, _ = go(opened(), "p1 stay rest")
    assert len({one.prompt for one in decisions(state)}) == 1


def test_79_listed_seat_that_has_answered_gets_a_refusal():
    state, _ = go(opened(), *DECIDED)
    assert refusal(state, "p1 stay 23-43") == (
        "You have answered everything for now. If something new comes up for you, you’re asked again."
    )


@pytest.mark.parametrize("options", [{"runs": "two"}, {"runs": "four", "entries": "richest-first"}])
def test_79_with_other_options_asked_seats_are_public(options):
    state = operating(track=TRACK, stock="23 43 26 43 23 41 11 12", options=options)
    assert not is_turn_hidden(state)
    assert public_decisions(state) == decisions(state)


def test_79_older_state_is_converted():
    state, _ = go(opened(), *DECIDED)
    plain = json.loads(dump_state(state))
    plain["flow"][-1]["asked"] |= {"1": [], "3": []}
    assert load_state(GAME, json.dumps(plain).encode(), 1) == state


def test_79_older_states_with_other_options_are_unchanged():
    for state in (table(), contest("23-43", track=TRACK)):
        assert load_state(GAME, dump_state(state), 1) == state


# -- deals


@pytest.mark.parametrize("entries", ["sealed", "richest-first"])
@pytest.mark.parametrize(("offer", "accept"), [("joint", "accept"), ("exchange", "accept")])
def test_84_an_acceptance_cannot_be_undone(entries, offer, accept):
    begun = contest("23-43", track={1: column("R", 2, 10), 2: column("R", 10, 18)}, options={"entries": entries})
    first = asked(begun)[0]
    other = 2 if first == 1 else 1
    before, _ = go(begun, f"p{first} {offer} 23-43 {other} R2>R18")
    action = f"p{other} {accept} 23-43 {first} R2>R18"
    after, news = go(before, action)
    assert events_of(news, e.DealMade)
    assert is_revealing(before, after, news, other)
    assert label(before, action).endswith("and it can’t be undone")


# -- odds


def test_odds_in_label_and_picture_are_equal():
    """Player 2 can't pay for its fastest route, and the next suggestion isn't the fastest of the others."""
    own = f"{column('R', 2, 8)}, R7-S8-{column('S', 9, 14)}-R14-R15, R15-Q16-P16-O17-O18-P18-Q19-R18"
    track = {1: column("R", 2, 18), 2: own}
    state = contest("23-43", track=track, gold={1: 60, 2: 5, 3: 60})
    lengths = [len(found.train_route.hexes) - 1 for found in trip_candidates(state, run_of("23-43"), (2,))]
    assert lengths == [21, 17]
    line = "p1 enter 23-43 R2>R18"
    assert "58% to beat and 11% to tie the fastest known rival" in label(state, line)
    look = DrawingContext(("Ada", "Ben", "Cleo"))
    (picture,) = PAINTERS[GAME.key].preview_scenes(redact(state, 1), look, read_action(line, GAME.actions))
    assert "58% to beat Ben (17 moves)" in picture.alt
    assert "Fastest rivals without a partner: Ben 17 moves for 3 gold in fees." in picture.alt


# -- building


def test_49_label_of_a_goal_has_the_bonus_of_late_towns():
    state = table(starts=FAR, track={1: "P17-P18"}, operating=True, options={"late_towns": True})
    line = "p1 build Leicester P18-Q18-R18"
    assert label(state, line, "toward").endswith(", +6 gold for reaching it first")
    _, news = go(state, "p1 lay P18-Q18-R18")
    assert [event.bonus for event in events_of(news, e.TownReached)] == [6]
    without = table(starts=FAR, track={1: "P17-P18"}, operating=True)
    assert "+6" not in label(without, line, "toward")


def test_label_of_a_planned_goal_has_no_second_bonus():
    state = table(starts=FAR, track={2: "P17-P18"}, capital=6, reached=("Nottingham",))
    assert "+6" in label(state, "p2 build Leicester P18-Q18-R18", "toward")
    planned, _ = go(state, "p2 lay P18-Q18-R18")
    assert "+6" not in label(planned, "p2 build Leicester P18-Q18-R18", "toward")


def test_rest_of_a_path_is_counted_from_all_track():
    elsewhere = table(starts=FAR, track={1: "R12-R13, R12-S12"}, capital=6)
    action = read_action("p1 build Nottingham S12-S13", GAME.actions)
    said = GAME.text.label(redact(elsewhere, 1), action, "", str)
    assert "1 step short of Nottingham (at least 1 point more)" in said
    look = DrawingContext(("Ada", "Ben"))
    (picture,) = PAINTERS[GAME.key].preview_scenes(redact(elsewhere, 1), look, action)
    assert "1 step short" in picture.alt


@pytest.mark.parametrize(("turn", "said"), [(5, "at most 2 more turns"), (29, "at most 1 more turn"), (30, "the last")])
def test_57_label_of_a_declaration_counts_the_turn_limit(turn, said):
    state = table(unreached=("Leicester",), turn=turn)
    assert said in label(state, "p1 declare")
    declared, news = go(state, "p1 declare")
    assert "at most 2 more turns" in words(news)[0]
    headline = GAME.text.status_line(redact(declared, None))
    assert ("the last" in headline) == (turn == 30)


# -- races and odds


def test_future_races_and_building_have_no_numbers():
    state = opened()
    assert GAME.text.status_line(redact(state, None)) == "3 runs open · enter or stay out"
    rolled = e.DieRolled(1, 6, (5,), races=10)
    assert words((rolled,)) == [
        "Player 1 rolled 5 for the next building. Everyone may spend up to 11 gold (the roll plus 6)."
    ]


def test_88_odds_count_movement_lost_at_hills():
    flat, hilly = (1,) * 8, (2,) * 4
    chance = route_odds(hilly, flat)
    runs = [run_race((hilly, flat), iter(rolls).__next__) for rolls in _rolls(12)]
    wins = sum(one.over is not None and (two.over is None or one.rank < two.rank) for one, two in runs)
    assert chance.win == pytest.approx(wins / len(runs), abs=0.02)
    assert chance.win < route_odds(flat, flat).win


def _rolls(length):
    """A few thousand equally likely sequences of rolls."""
    return [_sequence(rng_from_seed(number, "rolls"), 2 * length) for number in range(4_000)]


def _sequence(rng, length):
    rolls = []
    for _ in range(length):
        roll, rng = rng.choice(AVERAGE_DIE)
        rolls.append(roll)
    return rolls


# -- the rules


@pytest.mark.parametrize("runs", ["two", "four"])
@pytest.mark.parametrize(("entries", "together"), [("sealed", True), ("richest-first", False)])
def test_68_help_is_consistent_about_secrecy(runs, entries, together):
    text = rules(table(operating=True, options={"runs": runs, "entries": entries}))
    assert ("revealed together" in text, "not secret" in text) == (together, not together)
    assert ("no one sees who was offered" in text) == (together and runs == "four")


@pytest.mark.parametrize("late", [False, True])
def test_49_help_says_whether_late_towns_pay(late):
    text = rules(table(options={"late_towns": late}))
    assert ("first reached in the operating stage pays nothing" in text) == (not late)
    assert ("also receives 6 gold in the operating stage" in text) == late


def test_104_help_says_when_the_die_is_rolled():
    assert "After every two races, the die is rolled." in rules(table())
    assert "The die is rolled when runs come up" in rules(table(options={"runs": "all"}))
