"""Reasons for a choice in its short label: bonuses, towns on the way, chances, and fees."""

import re
from collections.abc import Iterator

import pytest

from engine.core import Decision, View, decisions, play, read_options, redact
from engine.games.railway_rivals.state.actions import Accept, Build, Enter, Exchange, Joint, Lay, Start, Stay
from engine.games.railway_rivals.state.path_notation import Route
from tests.baselines import HINTS
from tests.games.railway_rivals.contest import column, contest
from tests.games.railway_rivals.table import GAME

TRACK = {1: column("R", 2, 10), 2: column("R", 10, 18)}


def name(seat: int) -> str:
    return ["Ada", "Ben", "Cleo"][seat - 1]


def label(view: View, action: object, field: str = "") -> str:
    return GAME.text.short_label(view, action, field, name).label


def played(moves: int) -> Iterator[tuple[object, Decision, View]]:
    """The positions of a game of computer players, with their decisions."""
    options = read_options(type(GAME.options()), {"map": "tyne-tees"})
    state, _ = GAME.new_game(options, 3, 3)
    for _ in range(moves):
        asked = decisions(state)[0]
        view = redact(state, asked.seat)
        yield state, asked, view
        state, _ = play(state, max(asked.offers, key=lambda action: HINTS[GAME.key](view, action)))


def test_short_label_of_a_partial_path_names_the_later_bonus():
    later = 0
    for state, asked, view in played(12):
        for action in asked.offers:
            if isinstance(action, Build) and " of " in (said := label(view, action)):
                town = state.hex_map.find_town(action.toward)
                waits = town is not None and town.hex not in state.first
                assert "later +6" not in said or waits
                assert "+6" in said or not waits, said
                later += "later +6" in said
    assert later > 20


def test_short_label_of_a_start_town_has_costs_of_its_neighbors():
    _, asked, view = next(played(1))
    start = next(action for action in asked.offers if isinstance(action, Start))
    assert re.fullmatch(rf"{start.town} · next towns cost \d+, \d+, \d+", label(view, start))
    assert "building points" in GAME.text.legend(view, start, "town")


def test_short_label_of_hexes_names_the_town_on_the_way():
    named = 0
    for state, asked, view in played(12):
        ways = {action.toward: action for action in asked.offers if isinstance(action, Build)}
        for action in asked.offers:
            if not isinstance(action, Lay):
                continue
            found = re.search(r" · (\d+) of (\d+) to ([^,]+)", label(view, action))
            if found and found[3] in ways and state.hex_map.find_town(found[3]):
                way = label(view, ways[found[3]], "toward")
                assert f" cost {found[2]}," in way
                named += 1
            elif not found:
                assert GAME.text.short_label(view, action, "", name).quiet or "+6" in label(view, action)
    assert named > 10


def test_short_label_of_a_deal_has_chance_and_share_of_fees():
    state = contest("23-43", track=TRACK | {3: column("Q", 2, 4)})
    view, route = redact(state, 1), Route(("R2", "R18"))
    assert label(view, Enter(1, "23-43", route)) == "York→Leicester, 44%, pay 8 gold"
    joint, exchange = Joint(1, "23-43", 2, route), Exchange(1, "23-43", 2, route)
    assert label(view, joint) == "Ben: York→Leicester no rival"
    assert label(view, exchange) == "Ben: York→Leicester 44%, pay 0–8"
    assert label(view, exchange, "partner") == "Ben · 44%, pay 0–8 gold"


def test_percentage_is_explained_only_if_a_label_has_one():
    for track, has_chance in (({1: column("R", 2, 18)}, False), (TRACK, True)):
        state = contest("23-43", track=track)
        view, enter = redact(state, 1), Enter(1, "23-43", Route(("R2", "R18")))
        context = GAME.text.question_context(view, enter, "run")
        assert ("%" in context) == ("%" in label(view, enter)) == has_chance
        assert "20 and 10" in context


def test_legend_explains_deals_at_their_first_offer():
    state = contest("23-43", track=TRACK)
    view, route = redact(state, 1), Route(("R2", "R18"))
    assert GAME.text.legend(view, Enter(1, "23-43", route), "run").startswith("Joint: one train for two.")
    assert "half the prize each" in GAME.text.legend(view, Joint(1, "23-43", 2, route), "run")
    assert "offset" in GAME.text.legend(view, Exchange(1, "23-43", 2, route), "")


def test_context_has_capital_and_equal_paths():
    said = set()
    for _, asked, view in played(12):
        ways = [action for action in asked.offers if isinstance(action, Build)]
        if ways:
            said.add(GAME.text.question_context(view, ways[0], "toward"))
            assert re.match(r"\d points? left\.", GAME.text.question_context(view, ways[0], "path"))
            assert "2 of 5" not in GAME.text.legend(view, ways[0], "toward")
    assert "Appleby and Penrith are equal: take any." in said


def test_label_of_an_acceptance_has_the_prize():
    route = Route(("R2", "R18"))
    for offer, prize in ((Joint(1, "23-43", 2, route), "10 of 20"), (Exchange(1, "23-43", 2, route), "20")):
        state, _ = play(contest("23-43", track=TRACK, options={"entries": "richest-first"}), offer)
        label_text = GAME.text.label(redact(state, 2), Accept(2, "23-43", 1, route), "", name)
        assert f"; first place brings you {prize} gold, staying out none, and" in label_text


def test_context_names_the_run_of_an_offer_before_it_is_opened():
    route = Route(("R2", "R18"))
    state, _ = play(contest("23-43", track=TRACK, options={"entries": "richest-first"}), Joint(1, "23-43", 2, route))
    context = GAME.text.question_context(redact(state, 2), Enter(2, "23-43", route), "")
    assert context.endswith("You have an offer for York→Leicester.")


def test_runs_are_ordered_by_chance_and_fees_and_choices_to_stay_out_say_so():
    state = contest("23-43", track=TRACK | {3: column("Q", 2, 4)})
    view = redact(state, 1)
    run = GAME.text.short_label(view, Enter(1, "23-43", Route(("R2", "R18"))), "run", name)
    assert run.label == "York→Leicester, 44%, pay 8"
    assert run.worth == pytest.approx(0.44 * 20 - 8)
    assert label(view, Stay(1, "23-43"), "run") == "Out of York→Leicester, 44%, pay 8"
