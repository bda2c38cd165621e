"""Simulated turns, for choosing the moves of an order, from the seat's own view.

In each simulated game the order's moves are made as they would be at the table, and all other seats do as little as
possible. A move is offered if it is possible in half of the games; a tile that is drawn by chance in one of them is no
choice.
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

_GAMES = 6
"""Games that are imagined."""
_STEPS = 120
"""Maximum moves of each game, for the order and again for the questions after it."""
_COMPARED = 12
"""Offers among which the worst-looking one is chosen if there is no minimal move."""


class MoveMade(msgspec.Struct, frozen=True):
    """A move of the order in a simulated game, and its seat's view before it."""

    view: View[Any]
    action: Action


class ImaginedTurn(msgspec.Struct, frozen=True):
    """A question of the seat in a simulated game; ``is_now`` if it is the current one.

    ``left_out`` are kinds of moves that an order would make at an earlier question. ``between`` are the patterns of
    forced moves that the order needs before its next one.
    """

    state: State
    asked: Decision
    is_now: bool = False
    left_out: frozenset[type[Action]] = frozenset()
    between: tuple[str, ...] = ()


class Outlook(msgspec.Struct, frozen=True):
    """The course of an order in a simulated game, and the question after it.

    ``made`` are the order's moves as far as possible; ``ended`` is why some are not. ``unknown`` are the prompts of
    earlier questions whose moves depend on chance. ``turn`` is None if nothing follows.
    """

    made: tuple[MoveMade, ...] = ()
    ended: str = ""
    unknown: tuple[str, ...] = ()
    turn: ImaginedTurn | None = None


class LikelyOffers(Collection[Action]):
    """Offers of a simulated turn that are possible, with the same meaning, in enough of the other games."""

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
        """Whether more moves may be possible than listed."""
        return is_open_ended(self._offers)

    @cached_property
    def shown(self) -> Collection[Action]:
        """The moves that a menu lists."""
        return tuple(filter(self._is_likely, menu_offers(self._offers)))

    def completed(self, words: Sequence[str]) -> Action | None:
        """The move that begins with these words; None if there is none."""
        return self._likely(complete_action(self._offers, words))

    def begun(self, words: Sequence[str]) -> Action | None:
        """The least move that begins with these words and is made step by step; None if there is none."""
        return self._likely(begin_action(self._offers, words))

    def further(self, action: Action) -> tuple[Action, ...]:
        """The moves that are one step longer, or have another last step."""
        return tuple(filter(self._is_likely, continuations(self._offers, action)))

    def _likely(self, action: Action | None) -> Action | None:
        return action if action is not None and self._is_likely(action) else None

    def _is_likely(self, action: Action) -> bool:
        if type(action) in self._turn.left_out:
            return False
        meant = self._meaning(self._turn, action)
        alike = (one for one in self._others if action in one.asked.offers and self._meaning(one, action) == meant)
        return len(tuple(islice(alike, self._needed))) == self._needed

    def _meaning(self, turn: ImaginedTurn, action: Action) -> str:
        """The item that a move takes in that game, if it names a position."""
        return meaning(self._game, redact(turn.state, action.seat), action) if type(action).position else ""


def imagine_turn(game: Game[Any], view: View[Any], moves: Sequence[Choice], skipped: int = 0) -> Outlook:
    """The question of the view's seat after the ``moves`` of an order.

    ``skipped`` is the number of questions of other kinds that are skipped. Slow: not for the event loop.
    """
    games = [_ImaginedGame(game, view, number) for number in range(_GAMES)]
    for one in games:
        one.carry_out(moves)
    going_on = [one for one in games if not one.ended] or games[:1]
    base = going_on[0]
    if base.ended:
        return Outlook(tuple(base.made), base.ended)
    unknown = list[str]()
    turns = [one.turns() for one in going_on]
    while (turn := next(turns[0], None)) is not None:
        others = [other for other in (next(more, None) for more in turns[1:]) if other is not None]
        offers = turn.asked.offers if turn.is_now else LikelyOffers(game, turn, others, len(turns) // 2)
        if len(tuple(islice(offers, 2))) < 2:
            unknown.append(turn.asked.prompt)
        elif skipped:
            skipped -= 1
        else:
            asked = replace(turn.asked, offers=offers)
            return Outlook(tuple(base.made), "", tuple(unknown), replace(turn, asked=asked))
    return Outlook(tuple(base.made), "", tuple(unknown))


class _ImaginedGame:
    """A simulated game from a view. Mutable."""

    def __init__(self, game: Game[Any], view: View[Any], number: int) -> None:
        assert view.seat is not None
        self._game, self._seat = game, view.seat
        self._state: State = game.agent.determinize(view, rng_from_seed(0, f"order {number}"))
        self._is_present = True
        self._order, self._passed = Order(()), frozenset[type[Action]]()
        self.made = list[MoveMade]()
        self.ended = ""

    def carry_out(self, moves: Sequence[Choice]) -> None:
        """Make the moves of an order, or note why it ended before."""
        self._order = replace(order_from_choices(moves), lasts="steps")
        for _ in range(_STEPS):
            if len(self.made) == len(moves):
                return
            asked = self._go_on()
            if asked is None:
                break
            view = redact(self._state, self._seat)
            found = judge_order(self._order, self._game, view, asked, (), 0.0)
            if found.action is not None:
                self.made.append(MoveMade(view, found.action))
                self._order = self._order.after_move(0, found)
            elif found.end_reason:
                self.ended = found.end_reason
                return
            elif self.made:
                self._passed |= offer_kinds(asked.offers)
            self._play(found.action or self._least(asked))
        self.ended = self.ended or "you aren’t asked for it in any game that I can imagine"

    def turns(self) -> Iterator[ImaginedTurn]:
        """The questions from here on for which the order may have a next move, the first of each kind.

        None follows a question at which the order would end.
        """
        passed, between = self._passed, tuple[str, ...]()
        for _ in range(_STEPS):
            asked = self._go_on()
            if asked is None:
                return
            offered = frozenset(offer_kinds(asked.offers))
            if _has_choice(asked) and not offered <= passed:
                yield ImaginedTurn(self._state, asked, self._is_present, passed, between)
            if self._would_end(offered):
                if _has_choice(asked) or not any(map(field_names, offered)):
                    return
                between += tuple(f"{verb_of(kind)} *" for kind in offered)
            elif _has_choice(asked):
                passed |= offered
            self._play(self._least(asked))

    def _would_end(self, offered: Collection[type[Action]]) -> bool:
        """Whether a question with these kinds would end the order."""
        own = {kind for kind in self._game.actions if verb_of(kind) in self._order.beside}
        return bool(self.made) and ends_steps(offered, own | {type(move.action) for move in self.made})

    def _go_on(self) -> Decision | None:
        """Let everyone else move until the seat is to move; None if it isn't any more."""
        for _ in range(_STEPS):
            asked = decisions(self._state)
            own = next((one for one in asked if one.seat == self._seat), None)
            if own is not None or not asked:
                return own
            self._play(self._least(asked[0]))
        return None

    def _play(self, action: Action) -> None:
        self._state, _ = play_unchecked(self._state, action)
        self._is_present = False

    def _least(self, asked: Decision) -> Action:
        """The move that changes least: a minimal one, or the worst-looking one, so that better ones remain."""
        view = redact(self._state, asked.seat)
        idle = self._game.rules.timeout_action(view, asked.offers)
        if idle is not None:
            return idle
        return min(islice(asked.offers, _COMPARED), key=_hint(self._game, view))


def _hint(game: Game[Any], view: View[Any]) -> Callable[[Action], float]:
    return lambda action: game.agent.score_action(view, action)


def _has_choice(asked: Decision) -> bool:
    return is_open_ended(asked.offers) or len(tuple(islice(asked.offers, 2))) > 1
