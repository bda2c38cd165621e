"""The bank flows of RULES.md, checked in whole games."""

from pathlib import Path

import pytest

from engine.core import decisions, play, rng_from_seed
from engine.core.transcript import parse_transcript, replay
from engine.games.railway_rivals.game import GAME
from engine.games.railway_rivals.game_data.constants import STARTING_GOLD
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.state import events as e

GAMES = sorted(Path(__file__).parent.glob("*.game"))


class Ledger:
    """The gold of all seats and the bank, computed from public events only."""

    def __init__(self, seats):
        self.gold, self.bank = dict.fromkeys(range(1, seats + 1), STARTING_GOLD), 0
        self.operating = False

    def pay_from_bank(self, seat, gold):
        self.gold[seat] += gold
        self.bank -= gold

    def pay_rivals(self, seat, rival, gold):
        self.gold[seat] -= gold
        self.gold[rival] += gold

    def emit(self, event):
        match event:
            case e.BuildingEnded():
                self.operating = True
            case e.TrackBuilt(seat=seat, cost=cost, paid=paid):
                self.pay_from_bank(seat, -cost if self.operating else 0)
                for rival, gold in paid.items():
                    self.pay_rivals(seat, rival, gold)
            case e.TownReached(seat=seat, bonus=bonus):
                self.pay_from_bank(seat, bonus)
            case e.RaceRun(race=race):
                for train in race.trains:
                    self.race(train)

    def race(self, train):
        lead, *partners = train.seats
        for seat in partners:
            self.pay_rivals(seat, lead, train.fees_of(seat))
        for owner, gold in train.fees.items():
            self.pay_rivals(lead, owner, gold)
        self.gold[lead] -= train.settled  # the partner's own train says that it gets as much
        for seat in train.seats:
            self.pay_from_bank(seat, train.prize_of(seat))


def kept(seats, steps):
    """Compare every position of a game with the ledger."""
    ledger = Ledger(seats)
    for state, events in steps:
        for event in events:
            ledger.emit(event)
        assert dict(state.gold) == ledger.gold
        assert state.bank == ledger.bank
        assert sum(state.gold.values()) + state.bank == STARTING_GOLD * seats


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_gold_changes_only_as_in_public_events(path):  # 15
    transcript, steps = parse_transcript(path.read_text(encoding="utf-8")), []
    replay(GAME, transcript, checked=False, watch=lambda _, state, events: steps.append((state, events)))
    kept(transcript.seats, steps)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_gold_changes_only_as_in_public_events_of_random_games(seats):  # 15
    options = RailwayOptions(map="tyne-tees", turns="20", late_towns=seats % 2 == 0)
    (state, events), rng = GAME.new_game(options, seats, seats), rng_from_seed(seats)
    steps = [(state, events)]
    while asked := decisions(state):
        question, rng = rng.choice(asked)
        action, rng = rng.choice(tuple(question.offers))
        state, events = play(state, action)
        steps.append((state, events))
    kept(seats, steps)
