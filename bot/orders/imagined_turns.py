"""Simulates the next turns of a seat from its own view, so that a player can choose moves for an order.

In each simulated game, the order makes its moves as it would at the table, and all other seats make minimal moves. A
move is offered only if it is possible in half of the games, so that chance in one game adds no offers.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.orders.order import Choice, Order, ends_steps, judge_order, meaning, order_from_choices
from engine import Action, Decision, Game, View, decisions, redact
from engine.core import State, field_names, play_unchecked, rng_from_seed, verb_of
from engine.core.action import begin_action, complete_action, continuations, is_open_ended, menu_offers, offer_kinds

_GAME_COUNT = 6
_MAX_STEPS = 120
"""Maximum moves in each simulated game for the moves of the order, and again for the next questions."""
_MAX_COMPARED = 12
"""Number of offers whose evaluations are compared if the game has no minimal move."""


class MoveMade(msgspec.Struct, frozen=True):
    """A move that an order makes in a simulated game, with the view of the order's seat before the move."""

    view: View[Any]
    action: Action


class ImaginedTurn(msgspec.Struct, frozen=True):
    """A question that the seat gets in a simulated game. ``is_now`` if it is the current question at the table.

    ``excluded_kinds`` are kinds of moves that the order would have made at an earlier question. ``forced_patterns``
    match the forced moves that the order must contain before its next move.
    """

    state: State
    asked: Decision
    is_now: bool = False
    excluded_kinds: frozenset[type[Action]] = frozenset()
    forced_patterns: tuple[str, ...] = ()


class Outlook(msgspec.Struct, frozen=True):
    """The moves that an order makes in a simulated game, and the question after them.

    ``made`` are the moves that are possible; if some are not, ``ended`` is the reason. ``unknown`` are the prompts of
    earlier questions whose moves depend on chance. ``turn`` is None if no question follows.
    """

    made: tuple[MoveMade, ...] = ()
    ended: str = ""
    unknown: tuple[str, ...] = ()
    turn: ImaginedTurn | None = None


class LikelyOffers(Collection[Action]):
    """The offers of a simulated turn that also exist, with equal meaning, in at least ``needed`` of the other games."""

    def __init__(self, game: Game[Any], turn: ImaginedTurn, others: Sequence[ImaginedTurn], needed: int) -> None:
        self._game, self._turn, self._others, self._needed = game, turn, others, needed
        self._offers = turn.asked.offers

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and action in self._offers and self._is_likely(action)

    def __iter__(self) -> Iterator[Action]:
        return filter(self._is_likely, self._offers)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def open_ended(self) -> bool:
        """Whether more moves may be possible than these offers list."""
        return is_open_ended(self._offers)

    @cached_property
    def shown(self) -> Collection[Action]:
        """The offers that a select menu lists."""
        return tuple(filter(self._is_likely, menu_offers(self._offers)))

    def completed(self, words: Sequence[str]) -> Action | None:
        """Return the move that begins with these words; None if there is none."""
        return self._likely(complete_action(self._offers, words))

    def begun(self, words: Sequence[str]) -> Action | None:
        """Return the shortest move that begins with these words; None if there is none.

        Only moves that players build step by step are considered.
        """
        return self._likely(begin_action(self._offers, words))

    def further(self, action: Action) -> tuple[Action, ...]:
        """Return the moves that are one step longer than ``action``, or that have a different last step."""
        return tuple(filter(self._is_likely, continuations(self._offers, action)))

    def _likely(self, action: Action | None) -> Action | None:
        return action if action is not None and self._is_likely(action) else None

    def _is_likely(self, action: Action) -> bool:
        if type(action) in self._turn.excluded_kinds:
            return False
        own_meaning = self._meaning(self._turn, action)
        same_turns = (
            turn for turn in self._others if action in turn.asked.offers and self._meaning(turn, action) == own_meaning
        )
        return len(tuple(islice(same_turns, self._needed))) == self._needed

    def _meaning(self, turn: ImaginedTurn, action: Action) -> str:
        """Return the item that the move takes in the game of ``turn``; empty if the move names no position."""
        return meaning(self._game, redact(turn.state, action.seat), action) if type(action).position else ""


def imagine_turn(game: Game[Any], view: View[Any], moves: Sequence[Choice], skipped: int = 0) -> Outlook:
    """Simulate games, and return the moves of an order and the next question of the view's seat.

    ``moves`` are the moves of the order, and ``skipped`` is the number of questions to leave out. Slow: must not be
    called in the event loop.
    """
    games = [_ImaginedGame(game, view, number) for number in range(_GAME_COUNT)]
    for imagined in games:
        imagined.make_moves(moves)
    continuing_games = [imagined for imagined in games if not imagined.ended] or games[:1]
    first_game = continuing_games[0]
    if first_game.ended:
        return Outlook(tuple(first_game.made), first_game.ended)
    unknown = list[str]()
    turns = [imagined.turns() for imagined in continuing_games]
    while (turn := next(turns[0], None)) is not None:
        others = [other for other in (next(turn_iterator, None) for turn_iterator in turns[1:]) if other is not None]
        offers = turn.asked.offers if turn.is_now else LikelyOffers(game, turn, others, len(turns) // 2)
        if len(tuple(islice(offers, 2))) < 2:
            unknown.append(turn.asked.prompt)
        elif skipped:
            skipped -= 1
        else:
            decision = replace(turn.asked, offers=offers)
            return Outlook(tuple(first_game.made), "", tuple(unknown), replace(turn, asked=decision))
    return Outlook(tuple(first_game.made), "", tuple(unknown))


class _ImaginedGame:
    """A simulated game that begins at a view. Mutable."""

    def __init__(self, game: Game[Any], view: View[Any], number: int) -> None:
        assert view.seat is not None
        self._game, self._seat = game, view.seat
        self._state: State = game.agent.determinize(view, rng_from_seed(0, f"order {number}"))
        self._is_present = True
        self._order, self._passed_kinds = Order(()), frozenset[type[Action]]()
        self.made = list[MoveMade]()
        self.ended = ""

    def make_moves(self, moves: Sequence[Choice]) -> None:
        """Make the moves of an order. If not all are possible, set ``ended`` to the reason."""
        self._order = replace(order_from_choices(moves), lasts="steps")
        for _ in range(_MAX_STEPS):
            if len(self.made) == len(moves):
                return
            decision = self._advance_to_seat()
            if decision is None:
                break
            view = redact(self._state, self._seat)
            verdict = judge_order(self._order, self._game, view, decision, (), 0.0)
            if verdict.action is not None:
                self.made.append(MoveMade(view, verdict.action))
                self._order = self._order.after_move(0, verdict)
            elif verdict.end_reason:
                self.ended = verdict.end_reason
                return
            elif self.made:
                self._passed_kinds |= offer_kinds(decision.offers)
            self._play(verdict.action or self._minimal_move(decision))
        self.ended = self.ended or "you aren’t asked for it in any game that I can imagine"

    def turns(self) -> Iterator[ImaginedTurn]:
        """Yield the next questions at which the order may make its next move; the first question of each kind.

        The last of them is the question at which the order would end.
        """
        passed, forced_patterns = self._passed_kinds, tuple[str, ...]()
        for _ in range(_MAX_STEPS):
            decision = self._advance_to_seat()
            if decision is None:
                return
            offered_kinds = frozenset(offer_kinds(decision.offers))
            if _has_choice(decision) and not offered_kinds <= passed:
                yield ImaginedTurn(self._state, decision, self._is_present, passed, forced_patterns)
            if self._would_end(offered_kinds):
                if _has_choice(decision) or not any(map(field_names, offered_kinds)):
                    return
                forced_patterns += tuple(f"{verb_of(kind)} *" for kind in offered_kinds)
            elif _has_choice(decision):
                passed |= offered_kinds
            self._play(self._minimal_move(decision))

    def _would_end(self, offered_kinds: Collection[type[Action]]) -> bool:
        own_kinds = {kind for kind in self._game.actions if verb_of(kind) in self._order.verbs_offered}
        return bool(self.made) and ends_steps(offered_kinds, own_kinds | {type(move.action) for move in self.made})

    def _advance_to_seat(self) -> Decision | None:
        """Let other seats move until the seat is to move. Return its decision; None if it is not to move again."""
        for _ in range(_MAX_STEPS):
            open_decisions = decisions(self._state)
            own_decision = next((decision for decision in open_decisions if decision.seat == self._seat), None)
            if own_decision is not None or not open_decisions:
                return own_decision
            self._play(self._minimal_move(open_decisions[0]))
        return None

    def _play(self, action: Action) -> None:
        self._state, _ = play_unchecked(self._state, action)
        self._is_present = False

    def _minimal_move(self, decision: Decision) -> Action:
        """Return the minimal move, or if there is none, the move with the lowest evaluation.

        Better moves then stay possible for the order.
        """
        view = redact(self._state, decision.seat)
        timeout_action = self._game.rules.timeout_action(view, decision.offers)
        if timeout_action is not None:
            return timeout_action
        return min(islice(decision.offers, _MAX_COMPARED), key=_evaluation(self._game, view))


def _evaluation(game: Game[Any], view: View[Any]) -> Callable[[Action], float]:
    return lambda action: game.agent.score_action(view, action)


def _has_choice(decision: Decision) -> bool:
    return is_open_ended(decision.offers) or len(tuple(islice(decision.offers, 2))) > 1
