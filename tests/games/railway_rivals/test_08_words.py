"""What players read while they build: menus, the table's news, the headline and the rules."""

from __future__ import annotations

import pytest

from engine.core.notation import read
from engine.core.secret import redact
from tests.games.railway_rivals.table import GAME, go, table, words
from tests.games.railway_rivals.test_02_turns import rounds

FAR = ("AA32", "Y5", "F32")


def label(state, line, field=""):
    action = read(line, GAME.actions)
    return GAME.label(redact(state, action.seat), action, field, lambda seat: f"Player {seat}")


def test_a_way_says_its_price_its_payments_and_its_bonus():
    state = table(starts=FAR, track={1: "P17-P18", 2: "Q19-P18"}, capital=6)
    line = "p1 build Leicester P18-Q18-R18"
    assert label(state, line) == (
        "Build toward Leicester, P18 to R18 by Q18: 2 gold of your 6; first in Leicester, +6."
    )
    assert label(state, line, "path") == "2 gold of your 6; first in Leicester, +6; P18 to R18 by Q18"
    assert label(state, "p1 lay P18-Q19", "path") == "P18 to Q19: 1 gold of your 6; pays 5 to Player 2"


def test_a_goal_says_how_far_it_is():
    state = table(starts=FAR, track={1: "P17-P18"}, capital=6)
    assert label(state, "p1 build Leicester P18-Q18-R18", "toward") == (
        "Leicester: 2 steps, at least 2 gold; nobody is there yet"
    )


def test_a_dear_single_step_says_why():
    assert label(table(track={1: "J1-K1"}), "p1 lay K1-K2", "path").endswith(
        "5 gold of your 6 (down a hill, over the Wharfe)"
    )


def test_done_says_what_is_lost():
    assert label(table(capital=4), "p1 done") == "Build no more this Turn; 4 of the capital are lost."
    assert label(table(capital=4, operating=True), "p1 done") == "Build no more in this phase."


def test_a_plan_is_priced_on_what_is_planned_before():
    state, _ = go(table(capital=4), "p2 lay Y5-Y4")
    assert "of your 3" in label(state, "p2 lay Y4-Y3")


def test_start_towns_say_what_lies_near():
    state, _ = GAME.new(GAME.options(), 2, 1)
    seat = state.roller
    assert label(state, f"p{seat} start London", "town").startswith("London (near: ")


def test_what_is_built_is_told():
    state = table(starts=FAR, track={1: "P17-P18", 2: "Q19-P18"}, capital=6)
    _, events = go(state, "p1 lay P18-Q19-R18")
    assert words(events) == [
        "Player 1 built P18 to R18 by Q19 for 2 gold and paid 5 to Player 2; 4 left to spend.",
        "Player 1 reached Leicester first and received 6 gold.",
    ]


def test_the_next_roll_is_told():
    _, events = rounds(table(capital=4), 1)
    assert "Player 1 left 4 of the capital unspent." in words(events)
    assert any(line.startswith("Turn 6: Player 2 rolled ") for line in words(events))


@pytest.mark.parametrize(
    ("changes", "headline"),
    [
        ({}, "Turn 5 · building, 31 towns left"),
        ({"turns_left": 2}, "Turn 5, 2 Turns to follow · building, 31 towns left"),
        ({"turns_left": 0}, "Turn 5, the last · building, 31 towns left"),
        ({"operating": True}, "Building after run 0"),
    ],
)
def test_the_headline(changes, headline):
    assert GAME.headline(redact(table(**changes), None)) == headline


def test_the_rules_of_the_phase_stand_first():
    topics = [topic for topic, _ in GAME.help(redact(table(), 1))]
    assert topics[:2] == ["A Player's Turn", "Rules of Building"]
    assert GAME.help(redact(table(operating=True), 1))[0][0] == "Building Track in the Operating Stage"
