"""The search chooses the move that does best in imagined games, from the view of its seat and a seed."""

from dataclasses import replace
from itertools import islice

import pytest

from engine.agents import greedy_agent, search_agent
from engine.agents.registry import ALL_POLICIES
from engine.agents.search import _drop_equivalent_moves, _offers_by_score, choose_by_search
from engine.core import RankingEntry, SearchSettings, decisions, play, play_unchecked, redact, rng_from_seed
from engine.games import GAMES
from engine.games.railroad_rivals.state.actions import Draft

THINKERS = [key for key, game in GAMES.items() if game.agent.search_settings is not None]

each_thinker = pytest.mark.parametrize("key", THINKERS)

FEW = {"games": 8, "moves": 2}
"""A search budget that is small enough for a test."""


def positions(key, every, most):
    """Return up to ``most`` (view, question) pairs, one at every ``every`` moves of a game among greedy players."""
    game, found, rng = GAMES[key], [], rng_from_seed(4)
    state, _ = game.new_game(game.options(), game.seats[0] if game.seats[0] > 1 else 3, 4)
    for step in range(every * most):
        question = decisions(state)[0]
        view = redact(state, question.seat)
        if step % every == every - 1:
            found.append((view, question))
        action, rng = greedy_agent.choose(game, view, question, rng)
        state, _ = play(state, action)
    return found


def brief(game):
    """Return the game with a small search budget."""
    assert game.agent.search_settings is not None
    return replace(game, agent=replace(game.agent, search_settings=replace(game.agent.search_settings, **FEW)))


@each_thinker
def test_search_result_is_offered_and_deterministic(key):
    game = brief(GAMES[key])
    for view, question in positions(key, 7, 4):
        once, again = (search_agent.choose(game, view, question, rng_from_seed(9)) for _ in range(2))
        assert once == again
        assert once[0] in question.offers


def test_moves_to_the_same_position_are_tried_once():
    """A route between two cities is offered from either end, and both ends lead to the same position."""
    game = GAMES["railroads-of-catan"]
    alike = 0
    for view, question in positions("railroads-of-catan", 1, 40):
        world = game.agent.determinize(view, rng_from_seed(1))
        tried = _drop_equivalent_moves(_offers_by_score(game, view, question), world, 4)
        assert len(tried) >= min(2, len(list(islice(question.offers, 2))))
        reached = [play_unchecked(world, action)[0] for action in tried]
        alike += sum(state in reached[:number] for number, state in enumerate(reached))
    assert alike == 0


def test_game_without_search_plays_by_evaluation():
    game = replace(GAMES["railroader"], agent=replace(GAMES["railroader"].agent, search_settings=None))
    for view, question in positions("railroader", 9, 3):
        assert search_agent.choose(game, view, question, rng_from_seed(1)) == greedy_agent.choose(
            game, view, question, rng_from_seed(1)
        )


def ranked_by(game, wins):
    """Return the game with a rule by which the seat ``wins(state)`` wins."""

    def ranking(state):
        winner = wins(state)
        others = [seat for seat in state.everyone if seat != winner]
        return (RankingEntry(winner, 1, 10), *(RankingEntry(seat, 2, 0) for seat in others))

    return replace(game, rules=replace(game.rules, ranking=ranking))


def second_best_stocks():
    """Yield (view, question, draft) of positions in which drafting a stock has the second best evaluation."""
    game = GAMES["railroad-rivals"]
    for view, question in positions("railroad-rivals", 1, 60):
        ordered = sorted(question.offers, key=lambda action: -game.agent.score_action(view, action))
        if len(ordered) > 1 and isinstance(ordered[1], Draft) and ordered[1].tile in view.state.value:
            yield view, question, ordered[1]


def test_winning_move_is_found_despite_lower_evaluation():
    """The seat wins if it has one more stock of the railroad that looks second best."""
    view, question, second = next(second_best_stocks())
    seat, other = question.seat, 3 - question.seat

    def wins(state):
        more = state.stocks[seat].get(second.tile, 0) > view.state.stocks[seat].get(second.tile, 0)
        return seat if more else other

    game = ranked_by(GAMES["railroad-rivals"], wins)
    assert choose_by_search(game, SearchSettings(games=8, moves=3, rounds=0), view, question, 5) == second


def test_evaluation_decides_between_equal_moves():
    game = ranked_by(GAMES["railroad-rivals"], lambda state: 1)
    for view, question in positions("railroad-rivals", 5, 4):
        best = max(game.agent.score_action(view, action) for action in question.offers)
        chosen = choose_by_search(game, SearchSettings(games=4, moves=3, rounds=0), view, question, 1)
        assert game.agent.score_action(view, chosen) == best


def test_dispatcher_can_play_at_tables():
    assert "dispatcher" in ALL_POLICIES
