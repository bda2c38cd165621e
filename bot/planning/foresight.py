"""The questions that a seat may meet next, as far as it can know, for examples of orders.

It knows no title and imports no Discord. Everything follows from the seat's own view: the rest of the table is
imagined, never looked at.
"""

import time
from collections import OrderedDict
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any

import msgspec

from bot.planning.imagined_turns import Outlook, imagine_turn
from bot.planning.orders import Choice
from engine import Decision, Game, Seat, View, decisions, redact
from engine.core import Action, Rng, State, play_unchecked, rng_from_seed
from engine.store.apart import in_thread
from engine.store.ids import TableId

_STEPS, _SECONDS = 60, 0.2
"""How far games are imagined at most: moves of each, and time of a processor for all."""
_GAMES_IMAGINED, _QUESTIONS = 6, 4
"""Games that are imagined, as long as there is time, and kinds of question that are looked for in each."""
_CHOICES, _KINDS, _OFFERS = 12, 100, 200
"""First offers of a question: so many to choose a move from, to know its kinds, and to know and suggest words."""
_KEPT = 64


class Question(msgspec.Struct, frozen=True):
    """A question as it may come, and what its seat would see then; ``now`` if it is being asked."""

    view: View[Any]
    asked: Decision
    now: bool = False

    @property
    def offers(self) -> tuple[Action, ...]:
        """The first of its offers: there may be very many."""
        return tuple(islice(self.asked.offers, _OFFERS))


Questions = tuple[Question, ...]


class Foresight:
    """Mutable, because it remembers: completions ask again with every letter that is typed."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[TableId, int, int], Questions] = OrderedDict()
        self._outlooks: OrderedDict[tuple[Hashable, ...], Outlook] = OrderedDict()

    async def of(self, game: Game[Any], table: TableId, seq: int, view: View[Any]) -> Questions:
        """The question that the seat of ``view`` is asked and those that may come next; ``seq`` is the table's move."""
        assert view.seat is not None
        key = (table, seq, view.seat)
        if key not in self._known:
            self._known[key] = await in_thread(lambda: tuple(questions(game, view)))
        self._known.move_to_end(key)
        if len(self._known) > _KEPT:
            self._known.popitem(last=False)
        return self._known[key]

    async def after(
        self, game: Game[Any], table: TableId, seq: int, view: View[Any], moves: Sequence[Choice], skipped: int
    ) -> Outlook:
        """The question of the seat of ``view`` after the ``moves`` of an order, with so many ``skipped``."""
        key = (table, seq, view.seat, tuple(moves), skipped)
        if key not in self._outlooks:
            self._outlooks[key] = await in_thread(lambda: imagine_turn(game, view, moves, skipped))
        self._outlooks.move_to_end(key)
        if len(self._outlooks) > _KEPT:
            self._outlooks.popitem(last=False)
        return self._outlooks[key]


def questions(game: Game[Any], view: View[Any]) -> Iterator[Question]:
    """The questions that the seat of ``view`` meets in games that go on from there, each kind once in a game.

    A game that is imagined such that nobody has a choice is left as it is: the table waits for somebody who has.
    """
    end = time.thread_time() + _SECONDS
    for number in range(_GAMES_IMAGINED):
        yield from _questions(game, view, rng_from_seed(0, f"foresight {number}"), end)


def _questions(game: Game[Any], view: View[Any], rng: Rng, end: float) -> Iterator[Question]:
    seat = view.seat
    assert seat is not None
    state, known = game.agent.determinize(view, rng), set[tuple[type[Action], ...]]()
    for step in range(_STEPS):
        mine = next((asked for asked in decisions(state) if asked.seat == seat), None)
        if mine is not None and (kinds := _kinds(mine)) not in known:
            known.add(kinds)
            yield Question(redact(state, seat), mine, now=not step)
        if len(known) == _QUESTIONS or not decisions(state) or time.thread_time() > end:
            return
        state, rng = _moved(state, rng, seat)


def _kinds(asked: Decision) -> tuple[type[Action], ...]:
    return tuple(dict.fromkeys(map(type, islice(asked.offers, _KINDS))))


def _moved(state: State, rng: Rng, seat: Seat) -> tuple[State, Rng]:
    """Somebody's next move: the others' first, so that the seat's own question is only answered when it stops them."""
    asked = sorted(decisions(state), key=lambda decision: decision.seat == seat)
    action, rng = rng.choice(tuple(islice(asked[0].offers, _CHOICES)))
    after, _ = play_unchecked(state, action)
    return after, rng
