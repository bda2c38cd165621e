"""What the table reads: every event as a sentence, and the headline."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.ai import greedy
from engine.core.event import PhaseEnded
from engine.core.flow import decisions, play_unchecked
from engine.core.rng import seeded
from engine.core.secret import redact
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import Card
from engine.games.railroader.state import events as e
from tests.games.railroader.table import GAME, cards, go, railroad, table

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def told(*events):
    return [line for event in events if (line := GAME.words.narrate(event, lambda seat: NAMES[seat - 1]))]


def headline(state):
    return GAME.words.headline(redact(state, None))


WORDS = {
    e.OrderDrawn((2, 3, 1)): "Ben goes first, then Cleo and Ada.",
    e.MarketDealt(cards("worker worker water-4"), ()): "The market: 2 × worker and water 4.",
    e.MarketDealt(cards("gold water-4 scout"), cards("outlaw-crate")): (
        "The market: gold, water 4 and scout. An outlaw after supplies came up and attacked nobody."
    ),
    e.TrackBuilt(1, 2, 18): "Ada built 2 sections: 18 now, to space 72.",
    e.CardPlaced(1, Card("worker")): "Ada put a worker on the railhead.",
    e.TrainRolled(3, (3, 4), 5, 1): "Cleo rolled 5 on water 4 + 3: 12 spaces, which 1 engineer can change.",
    e.TrainMoved(3, 52, 64, (3, 4), 5): "Cleo rolled 5 and moved 52 to 64 on water 4 + 3.",
    e.TrainMoved(3, 52, 57, (3,), 2, ground=Space.RIVER): "Cleo rolled 2 and moved 52 to 57 (river) on water 3.",
    e.TrainMoved(3, 52, 66, (3, 4), 5, 1, Space.RED): "Cleo’s engineers took the train to space 66, 14 ahead (red).",
    e.TrainMoved(3, 52, 51, (), 1, 1): "Cleo’s engineers took the train to space 51, 1 back.",
    e.TrainMoved(3, 52, 52, (), 1, 1): "Cleo’s engineers kept the train on space 52.",
    e.TrainMoved(3, 52, 55, (), 3): "Cleo rolled 3 and moved 52 to 55.",
    e.TrainMoved(3, 52, 50, engineers=1, ground=Space.WHITE): ("Cleo moved 52 to 50 (garrison) by an engineer alone."),
    e.TrainMoved(3, 52, 52, (3,), 5): "Cleo rolled 5 on water 3; the engine is on space 52.",
    e.Derailed(3, 52, 1): "Cleo’s train ran 1 space past the end of the track and derailed on space 52.",
    e.Rerailed(3): "Cleo put the train back on the track; it moves from the next turn on.",
    e.DynamiteReached(3, 60): "Cleo’s train reached the dynamite on space 60; it is gone.",
    e.BuffaloCreekReached(3, 78): "Cleo reached Buffalo Creek on space 78: this round is the last.",
    e.Ambushed(3, 64, 58): "Cleo’s train was ambushed on space 64; the cavalry set out from the garrison on space 58.",
    e.Ambushed(3, 3, 0): "Cleo’s train was ambushed on space 3; the cavalry set out from Junction City.",
    e.CavalryRode(3, 2, 60, relieved=False, free=True): "Cleo’s cavalry rolled 2 and rode to space 60.",
    e.CavalryRode(3, 5, 64, relieved=True, free=False): (
        "Cleo’s cavalry rolled 5 for 1 action and relieved the train, which moves from the next turn on."
    ),
    e.CardBought(1, Card("water-6"), 2): "Ada bought water 6 for 2 gold.",
    e.CardBought(1, Card("engineer"), 1): "Ada bought an engineer for 1 gold.",
    e.CardTurned(Card("scout"), 3): "New in the market, place 3: a scout.",
    e.CardTurned(Card("outlaw-workers"), 0): "An outlaw after workers came up.",
    e.PrairieShuffled(20, 0): "The prairie, 20 cards, was shuffled into a new deck.",
    e.PrairieShuffled(20, 1): "The prairie, 20 cards and 1 outlaw, was shuffled into a new deck.",
    e.MarketMoved(Card("deputy")): "The market moved on: a deputy went to the prairie.",
    e.MarketMoved(None): "The market moved on.",
    e.WaterFound(1, Card("water-5")): "Ada searched the river and found water 5.",
    e.CrateScouted(1, Card("supplies-4")): "Ada’s scout brought supplies 4 from the prairie to the railhead.",
    e.GoldFound(1): "Ada’s prospector found 1 gold on the prairie.",
    e.DynamitePlaced(3, 1, 60): "Cleo’s saboteur placed dynamite on Ada’s track, space 60.",
    e.CrateStolen(3, 1, Card("supplies-3")): "Cleo’s saboteur stole supplies 3 from Ada’s railhead.",
    e.CardDiscarded(1, Card("saboteur"), "pile"): "Ada discarded a saboteur onto the discard pile.",
    e.CardWithdrawn(1, Card("worker"), "prairie"): "Ada took a worker off the railhead, to the prairie.",
    e.RailheadRaided(1, 2, 1, cards("supplies-4")): (
        "2 outlaws attacked Ada’s railhead: 1 worker fled and supplies 4 were taken."
    ),
    e.RailheadRaided(1, 1, 0, ()): "1 outlaw attacked Ada’s railhead: there was nothing to take.",
    e.DeputyUsed(1, cards("outlaw-crate outlaw-workers")): (
        "Ada’s deputy sent away 2 outlaws and went to the prairie too."
    ),
    e.OutlawsLeft(): "No engine stood on red: the outlaws attacked nobody.",
    e.OrdersSaid(1, "two", "crates"): (
        "Your deputies: used when two or more losses threaten, against the one after supplies first."
    ),
    e.OrdersSaid(1, "never", "crates"): "Your deputies: never used.",
    e.TurnCutShort(1, 2): "Ada had nothing left to do: 2 actions lost.",
    e.TurnCutShort(1, 3): "Ada had nothing to do.",
    e.GangFed(1, 2, 0, ()): "Ada’s gang ate 2 supplies.",
    e.GangFed(1, 1, 2, cards("supplies-4")): (
        "Ada’s gang ate 1 supply; 2 workers went hungry and left for the prairie; used up: supplies 4."
    ),
    e.GangFed(1, 0, 1, ()): "Ada’s gang ate nothing; 1 worker went hungry and left for the prairie.",
    e.HandTaken(1, 8): "Ada took up the discard pile: 8 cards.",
    e.GameEnded("round-cap"): "Sixty rounds are over and no train has reached Buffalo Creek.",
}


@pytest.mark.parametrize("event", WORDS, ids=lambda event: type(event).__name__)
def test_every_event_is_a_plain_sentence_with_its_numbers(event):
    assert told(event) == [WORDS[event]]


def test_no_event_is_left_without_words():
    assert {type(event) for event in WORDS} == set(GAME.events) - {PhaseEnded}


def test_whole_games_are_told_in_sentences():
    kinds = Counter()
    for seed in range(2):
        state, news = GAME.new(GAME.options(line="16"), 3, seed)
        rng = seeded(seed, "told")
        while True:
            for event in news:
                kinds[type(event)] += 1
                for line in told(event):
                    assert line[0].isupper() or line[0].isdigit()
                    assert line.endswith(".")
                    assert len(line) <= 160
            if not (asked := decisions(state)):
                break
            action, rng = greedy.choose(GAME, redact(state, asked[0].seat), asked[0], rng)
            state, news = play_unchecked(state, action)
    assert len(kinds) > 15


def test_a_move_says_what_it_ends_on():
    state = table(railroad(6, 4, hand="water-3 gold gold gold"), dice=(1,))
    assert told(*go(state, "p1 move 3 0")[1])[0] == "Ada rolled 1 and moved 6 to 10 (river) on water 3."
    shorter = table(railroad(6, 4, hand="engineer gold gold gold"))
    assert told(*go(shorter, "p1 engineer 7")[1])[0] == "Ada moved 6 to 7 (red) by an engineer alone."


def test_a_train_that_derails_has_no_color_under_it():
    state = table(railroad(6, 2, hand="water-3 gold gold gold"), dice=(1,))
    assert told(*go(state, "p1 move 3 0")[1])[:2] == [
        "Ada rolled 1 and moved 6 to 8 on water 3.",
        "Ada’s train ran 2 spaces past the end of the track and derailed on space 8.",
    ]


def test_the_last_section_of_a_short_line_has_no_color():
    """Space 62 of lane A is purple on the full line."""
    state = table(railroad(60, 16, hand="engineer gold gold gold"), line=16)
    assert told(*go(state, "p1 engineer 62")[1])[0] == "Ada moved 60 to 62 by an engineer alone."


# -- the headline


def test_the_headline_says_round_and_actions_left():
    assert headline(table(round=14)) == "Round 14 · 3 actions left"
    assert headline(table(round=14, turn={"left": 1})) == "Round 14 · 1 action left"


def test_the_headline_says_that_a_train_is_rolling():
    state = table(railroad(6, 6, hand="water-3 engineer gold gold"), round=14, dice=(4,))
    assert headline(go(state, "p1 move 3 1")[0]) == "Round 14 · the train is rolling, 7 spaces"


def test_the_headline_says_that_a_round_is_the_last():
    assert headline(table(round=14, arrived=(2,))) == "Round 14, the last · 3 actions left"


def test_the_headline_of_a_game_that_is_over():
    assert headline(table(round=14).end("round-cap")) == "Final result after 14 rounds"
