"""The narration of every event, and the status line."""

from collections import Counter

import pytest

from engine.agents import greedy_agent
from engine.core import PhaseEnded, decisions, play_unchecked, redact, rng_from_seed
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import Card
from engine.games.railroader.state import events as e
from tests.games.railroader.table import GAME, cards, go, railroad, table

NAMES = ("Ada", "Ben", "Cleo", "Dov")


def sentences(*events):
    return [line for event in events if (line := GAME.text.event_sentence(event, lambda seat: NAMES[seat - 1]))]


def status_line(state):
    return GAME.text.status_line(redact(state, None))


SENTENCES = {
    e.OrderDrawn((2, 3, 1)): "Ben goes first, then Cleo and Ada.",
    e.MarketDealt(cards("worker worker water-4"), ()): "The first market: worker ×2 and Water 4.",
    e.MarketDealt(cards("gold water-4 scout"), cards("outlaw-crate")): (
        "The first market: gold, Water 4, and scout. An outlaw who steals crates was revealed and attacked no one."
    ),
    e.TrackBuilt(1, 2, 18): "Ada built 2 sections, up to space 72 (18 sections in all).",
    e.CardPlaced(1, Card("worker")): "Ada placed a worker at the railhead.",
    e.TrainRolled(
        3, (3, 4), 5, 1
    ): "Cleo rolled 5 with Water 4 + 3: 12 spaces, or up to 2 more or fewer with 1 engineer.",
    e.TrainMoved(3, 52, 64, (3, 4), 5): "Cleo moved from space 52 to 64 (Water 4 + 3, rolled 5).",
    e.TrainMoved(
        3, 52, 57, (3,), 2, ground=Space.RIVER
    ): "Cleo moved from space 52 to 57, a river (Water 3, rolled 2).",
    e.TrainMoved(3, 52, 66, (3, 4), 5, 1, Space.RED): "With 1 engineer, Cleo moved from space 52 to 66, a red space.",
    e.TrainMoved(3, 52, 51, (), 1, 1): "With 1 engineer, Cleo moved from space 52 to 51.",
    e.TrainMoved(3, 52, 52, (), 1, 1): "With 1 engineer, Cleo stayed on space 52.",
    e.TrainMoved(3, 52, 55, (), 3): "Cleo moved from space 52 to 55 (rolled 3).",
    e.TrainMoved(
        3, 52, 50, engineers=1, ground=Space.WHITE
    ): "Cleo moved from space 52 to 50, a garrison (an engineer alone).",
    e.TrainMoved(3, 52, 52, (3,), 5): "Cleo stayed on space 52 (Water 3, rolled 5).",
    e.Derailed(3, 52, 1): "Cleo’s train ran 1 space past the end of the track and derailed on space 52.",
    e.Rerailed(3): "Cleo re-railed the train. It can move next turn.",
    e.DynamiteReached(3, 60): "Cleo’s train reached and cleared the dynamite on space 60.",
    e.BuffaloCreekReached(3, 78): "Cleo reached Buffalo Creek (space 78). This is the last round.",
    e.Ambushed(3, 64, 58): "Cleo’s train was ambushed on space 64. The cavalry set out from the garrison on space 58.",
    e.Ambushed(3, 3, 0): "Cleo’s train was ambushed on space 3. The cavalry set out from Junction City.",
    e.CavalryRode(3, 2, 60, relieved=False, free=True): "Cleo’s cavalry rolled 2 and rode to space 60.",
    e.CavalryRode(3, 5, 64, relieved=True, free=False): (
        "For 1 action, Cleo’s cavalry rolled 5 and freed the train. It can move next turn."
    ),
    e.CardBought(1, Card("water-6"), 2): "Ada bought Water 6 for 2 gold.",
    e.CardBought(1, Card("engineer"), 1): "Ada bought an engineer for 1 gold.",
    e.CardTurned(Card("scout"), 3): "New in market slot 3: a scout.",
    e.CardTurned(Card("outlaw-workers"), 0): "An outlaw who scares off workers was revealed.",
    e.PrairieShuffled(20, 0): "The prairie (20 cards) was reshuffled into a new deck.",
    e.PrairieShuffled(20, 1): "The prairie (20 cards and 1 outlaw) was reshuffled into a new deck.",
    e.MarketMoved(Card("deputy")): "The market shifted: a deputy went to the prairie.",
    e.MarketMoved(None): "The market shifted.",
    e.WaterFound(1, Card("water-5")): "Ada searched the river and found Water 5.",
    e.CrateScouted(1, Card("supplies-4")): "Ada’s scout brought Supplies 4 from the prairie to the railhead.",
    e.GoldFound(1): "Ada’s prospector found 1 gold on the prairie.",
    e.DynamitePlaced(3, 1, 60): "Cleo’s saboteur placed dynamite on space 60 of Ada’s track.",
    e.CrateStolen(3, 1, Card("supplies-3")): "Cleo’s saboteur stole Supplies 3 from Ada’s railhead.",
    e.CardDiscarded(1, Card("saboteur"), "pile"): "Ada discarded a saboteur.",
    e.CardWithdrawn(1, Card("worker"), "prairie"): "Ada discarded a worker from the railhead to the prairie.",
    e.RailheadRaided(1, 2, 1, cards("supplies-4")): (
        "2 outlaws attacked Ada’s railhead, scared off 1 worker, and stole Supplies 4."
    ),
    e.RailheadRaided(1, 1, 0, ()): "1 outlaw attacked Ada’s railhead and found nothing to take.",
    e.DeputyUsed(1, cards("outlaw-crate outlaw-workers")): (
        "Ada’s deputy drove off 2 outlaws and went to the prairie with them."
    ),
    e.OutlawsLeft(): "No train was on red, so the outlaws attacked no one.",
    e.OrdersSaid(1, "two", "crates"): (
        "Your deputies are used when that prevents 2 or more losses, first against the outlaw who steals crates."
    ),
    e.OrdersSaid(1, "never", "crates"): "Your deputies are never used.",
    e.TurnCutShort(1, 2): "Ada had nothing left to do and lost 2 actions.",
    e.TurnCutShort(1, 3): "Ada could do nothing this turn.",
    e.GangFed(1, 2, 0, ()): "Ada’s workers ate 2 supplies.",
    e.GangFed(1, 1, 2, cards("supplies-4")): (
        "Ada’s workers ate 1 supply, but 2 workers got none and left for the prairie. Supplies 4 is empty."
    ),
    e.GangFed(1, 0, 1, ()): "Ada had no supplies, so 1 worker left for the prairie.",
    e.HandTaken(1, 8): "Ada picked up the discard pile (8 cards).",
    e.GameEnded("round-cap"): "60 rounds are over, and no train has reached Buffalo Creek.",
}


@pytest.mark.parametrize("event", SENTENCES, ids=lambda event: type(event).__name__)
def test_every_event_is_a_plain_sentence_with_its_numbers(event):
    assert sentences(event) == [SENTENCES[event]]


def test_every_event_has_a_narration():
    assert {type(event) for event in SENTENCES} == set(GAME.events) - {PhaseEnded}


def test_whole_games_are_narrated_in_sentences():
    kinds = Counter()
    for seed in range(2):
        state, news = GAME.new_game(GAME.options(line="16"), 3, seed)
        rng = rng_from_seed(seed, "told")
        while True:
            for event in news:
                kinds[type(event)] += 1
                for line in sentences(event):
                    assert line[0].isupper() or line[0].isdigit()
                    assert line.endswith(".")
                    assert len(line) <= 160
            if not (asked := decisions(state)):
                break
            action, rng = greedy_agent.choose(GAME, redact(state, asked[0].seat), asked[0], rng)
            state, news = play_unchecked(state, action)
    assert len(kinds) > 15


def test_the_narration_of_a_move_names_the_kind_of_space():
    state = table(railroad(6, 4, hand="water-3 gold gold gold"), dice=(1,))
    assert sentences(*go(state, "p1 move 3 0")[1])[0] == "Ada moved from space 6 to 10, a river (Water 3, rolled 1)."
    shorter = table(railroad(6, 4, hand="engineer gold gold gold"))
    assert (
        sentences(*go(shorter, "p1 engineer 7")[1])[0]
        == "Ada moved from space 6 to 7, a red space (an engineer alone)."
    )


def test_a_derailed_train_is_on_a_plain_space():
    state = table(railroad(6, 2, hand="water-3 gold gold gold"), dice=(1,))
    assert sentences(*go(state, "p1 move 3 0")[1])[:2] == [
        "Ada moved from space 6 to 8 (Water 3, rolled 1).",
        "Ada’s train ran 2 spaces past the end of the track and derailed on space 8.",
    ]


def test_the_last_section_of_a_short_line_has_no_color():
    """Space 62 of lane A is purple on the full line."""
    state = table(railroad(60, 16, hand="engineer gold gold gold"), line=16)
    assert sentences(*go(state, "p1 engineer 62")[1])[0] == "Ada moved from space 60 to 62 (an engineer alone)."


# -- the headline


def test_the_status_line_has_round_and_remaining_actions():
    assert status_line(table(round=14)) == "Round 14 · 3 actions left"
    assert status_line(table(round=14, turn={"left": 1})) == "Round 14 · 1 action left"


def test_the_status_line_says_that_a_train_is_rolling():
    state = table(railroad(6, 6, hand="water-3 engineer gold gold"), round=14, dice=(4,))
    assert status_line(go(state, "p1 move 3 1")[0]) == "Round 14 · train rolling 7 spaces"


def test_the_status_line_says_that_a_round_is_the_last():
    assert status_line(table(round=14, arrived=(2,))) == "Round 14, the last · 3 actions left"


def test_the_status_line_of_a_finished_game():
    assert status_line(table(round=14).end_game("round-cap")) == "Final result after 14 rounds"
