"""Finds questions that a seat may get next, as examples for standing orders.

The questions are computed from the seat's own view. The hidden parts of the game are simulated.
"""

import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from bot.orders.imagined_turns import Outlook, imagine_turn
from bot.orders.order import Choice
from engine import Decision, Game, Seat, View, decisions, redact
from engine.core import Action, Rng, State, play_unchecked, rng_from_seed
from engine.store.ids import TableId
from engine.threads import run_in_thread

_MAX_MOVES = 60
_MAX_SECONDS = 0.2
"""Maximum CPU seconds of all simulated games together."""
_MAX_GAMES, _MAX_KINDS_PER_GAME = 6, 4
"""Maximum number of simulated games, and maximum kinds of questions to find in each."""
_MAX_CHOICES = 12
"""A simulated move is chosen among at most this many offers."""
_MAX_OFFERS_FOR_KINDS = 100
"""Maximum number of offers that are read to find the kind of a question."""
_MAX_OFFERS = 200
"""Maximum number of offers that an example lists."""
_MAX_CACHED = 64


class SampleQuestion(msgspec.Struct, frozen=True):
    """A question that a seat may get, with the view of this seat. ``now`` if it is the current question."""

    view: View[Any]
    decision: Decision
    now: bool = False

    @property
    def offers(self) -> tuple[Action, ...]:
        """The first offers of the question, at most ``_MAX_OFFERS``; some questions have infinitely many."""
        return tuple(islice(self.decision.offers, _MAX_OFFERS))


SampleQuestions = tuple[SampleQuestion, ...]


class SampleQuestionCache:
    """Caches possible questions, because command completions need them for every typed letter. Mutable."""

    def __init__(self) -> None:
        self._samples: OrderedDict[tuple[TableId, int, int], SampleQuestions] = OrderedDict()
        self._outlooks: OrderedDict[tuple[Hashable, ...], Outlook] = OrderedDict()

    async def load_samples(self, game: Game[Any], table: TableId, seq: int, view: View[Any]) -> SampleQuestions:
        """Return the current question of the view's seat, and possible next questions.

        ``seq`` is the number of the table's last move.
        """
        assert view.seat is not None
        key = (table, seq, view.seat)
        if key not in self._samples:
            self._samples[key] = await run_in_thread(lambda: tuple(sample_questions(game, view)))
        self._samples.move_to_end(key)
        if len(self._samples) > _MAX_CACHED:
            self._samples.popitem(last=False)
        return self._samples[key]

    async def load_outlook(
        self, game: Game[Any], table: TableId, seq: int, view: View[Any], moves: Sequence[Choice], skipped: int
    ) -> Outlook:
        """Return the question of the view's seat after the ``moves`` of an order and ``skipped`` other questions."""
        key = (table, seq, view.seat, tuple(moves), skipped)
        if key not in self._outlooks:
            self._outlooks[key] = await run_in_thread(lambda: imagine_turn(game, view, moves, skipped))
        self._outlooks.move_to_end(key)
        if len(self._outlooks) > _MAX_CACHED:
            self._outlooks.popitem(last=False)
        return self._outlooks[key]


def sample_questions(game: Game[Any], view: View[Any]) -> Iterator[SampleQuestion]:
    """Yield questions that the view's seat gets in simulated games; each kind of question once per game.

    A simulated game ends when no seat is to move, or at a limit.
    """
    end = time.thread_time() + _MAX_SECONDS
    for number in range(_MAX_GAMES):
        yield from _sample_one_game(game, view, rng_from_seed(0, f"foresight {number}"), end)


def _sample_one_game(game: Game[Any], view: View[Any], rng: Rng, end: float) -> Iterator[SampleQuestion]:
    seat = view.seat
    assert seat is not None
    state, known_kinds = game.agent.determinize(view, rng), set[tuple[type[Action], ...]]()
    for step in range(_MAX_MOVES):
        own_decision = next((decision for decision in decisions(state) if decision.seat == seat), None)
        if own_decision is not None and (kinds := _action_kinds(own_decision)) not in known_kinds:
            known_kinds.add(kinds)
            yield SampleQuestion(redact(state, seat), own_decision, now=not step)
        if len(known_kinds) == _MAX_KINDS_PER_GAME or not decisions(state) or time.thread_time() > end:
            return
        state, rng = _play_random_move(state, rng, seat)


def _action_kinds(decision: Decision) -> tuple[type[Action], ...]:
    return tuple(dict.fromkeys(map(type, islice(decision.offers, _MAX_OFFERS_FOR_KINDS))))


def _play_random_move(state: State, rng: Rng, seat: Seat) -> tuple[State, Rng]:
    """Play a random move. If possible, another seat moves, so that the questions of ``seat`` stay open."""
    open_decisions = sorted(decisions(state), key=lambda decision: decision.seat == seat)
    action, rng = rng.choice(tuple(islice(open_decisions[0].offers, _MAX_CHOICES)))
    next_state, _ = play_unchecked(state, action)
    return next_state, rng
