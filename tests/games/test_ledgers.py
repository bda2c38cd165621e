"""What a title books of its events adds up to what its seats have, in every golden game: nothing is booked twice."""

from collections import Counter

import pytest

from engine import GAMES
from engine.core import all_seats, read_options
from engine.core.transcript import replay
from tests.contract.test_golden import transcripts


def points(state, seat):
    """The score track; after the end, without the stocks, which are assets."""
    return state.score[seat] - (0 if state.flow else state.stock_worth(seat))


COUNTED = {
    "railroad-rivals": (points, None),
    "railroads-of-catan": (lambda state, seat: state.cash[seat], None),
    "railway-rivals": (lambda state, seat: state.gold[seat], None),
    "railroader": (lambda state, seat: state.railroads[seat].engine, {"way"}),
}
"""By title: what is counted of a seat, and the categories that add up to it; None: all."""


def test_every_title_with_reasons_is_counted():
    assert set(COUNTED) == {key for key, game in GAMES.items() if game.agent.reasons is not None}


@pytest.mark.parametrize("key", COUNTED)
def test_entries_add_up(key):
    game, (amount, categories) = GAMES[key], COUNTED[key]
    causes = {category for category, phrase in game.agent.reasons.phrases.items() if phrase.is_cause}
    for transcript in transcripts(key):
        first, _ = game.new_game(read_options(game.options, transcript.options), transcript.seats, transcript.seed)
        booked, happened = Counter(), []
        last = replay(game, transcript, checked=False, watch=lambda action, _, events, to=happened: to.extend(events))
        for event in happened:
            for entry in game.agent.reasons.score_entries(event):
                if entry.category not in causes and (categories is None or entry.category in categories):
                    booked[entry.seat] += entry.amount
        gained = {seat: amount(last, seat) - amount(first, seat) for seat in all_seats(transcript.seats)}
        assert {seat: booked[seat] for seat in gained} == gained, transcript


@pytest.mark.parametrize("key", COUNTED)
def test_every_form_of_a_phrase_can_be_filled_in(key):
    given = {"n": "3", "s": "s", "item": "UP", "who": "Ben", "whose": "Ben’s", "when": " now", "share": "5% of games"}
    for phrase in GAMES[key].agent.reasons.phrases.values():
        forms = (phrase.more, phrase.less, phrase.rival_more, phrase.rival_less, *phrase.always, *phrase.never)
        for words in (form.format(**given) for form in forms if form):
            assert "{" not in words and words[0] not in " A" and words[-1] not in " ."
