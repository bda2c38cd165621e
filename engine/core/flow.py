"""The flow of a game as data.

A state has a stack of phases, and ``play`` applies one action to it. Nothing here reads a clock, a file, or a random
source.
"""

from collections.abc import Hashable
from typing import Any, ClassVar, Generic, Self, TypeVar

import msgspec

from engine.core.action import Action, Decision, Standing
from engine.core.english import join_words
from engine.core.event import Event, PhaseEnded
from engine.core.recent_calls import IdentityCache
from engine.core.seats import Seat
from engine.errors import Refused

S = TypeVar("S", bound="State")

_MAX_AUTOMATIC_STEPS = 1_000
"""Maximum number of automatic steps in a row; a phase that takes more is in an endless loop."""


class Phase(msgspec.Struct, Generic[S], frozen=True, tag=True, gc=False):
    """One phase of a rulebook, as a value: its decisions and their consequences.

    A phase with a ``heading`` (its title in the rulebook) is reported with pictures when it ends.
    """

    heading: ClassVar[str] = ""

    def decisions(self, state: S) -> tuple[Decision, ...]:
        """Return the open decisions. If there are none, ``advance`` is called.

        This must be cheap, so offers are computed on demand.
        """
        return ()

    def public_decisions(self, state: S) -> tuple[Decision, ...]:
        """Return the decisions as the table sees them.

        If ``is_turn_hidden``, they include seats without offers, which have nothing to decide now.
        """
        return self.decisions(state)

    def is_turn_hidden(self, state: S) -> bool:
        """Whether the table may not see which seats of ``public_decisions`` are to move."""
        return False

    def apply(self, state: S, action: Any) -> S:
        """Return the state after an offered action."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing")

    def advance(self, state: S) -> S:
        """Return the state after the phase's next automatic step."""
        raise NotImplementedError(f"{type(self).__name__} has no automatic step")

    def disclosure_keys(self, state: S, seat: Seat) -> frozenset[Hashable]:
        """Return a key for each fact that is hidden from ``seat`` but revealed by the open decisions.

        A key contains the time and the player, such as turn and seat. ``is_revealing`` compares the keys before and
        after a move.
        """
        return frozenset()

    def refusal(self, state: S, action: Any) -> str:
        """Return the sentence that says why an ``action`` of a seat to move is refused.

        The sentence contains the number on which the refusal is based.
        """
        return f"You can’t do that now. {' '.join(d.prompt for d in self.decisions(state) if d.seat == action.seat)}"


class State(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The state of a game.

    A game adds its fields and methods, and narrows ``flow`` to its own phases. ``flow`` is a stack; its last phase is
    the current one, and an empty stack means that the game is over. ``news`` contains the events of the current step
    and is empty between steps.
    """

    flow: tuple[Phase[Any], ...]
    news: tuple[Event, ...] = ()

    def emit(self, *events: Event) -> Self:
        """Return the state with more events of the current step."""
        return msgspec.structs.replace(self, news=self.news + events)

    def push_phases(self, *phases: Phase[Any]) -> Self:
        """Put ``phases`` on the stack, to be played in this order before the current phase resumes."""
        return msgspec.structs.replace(self, flow=self.flow + phases[::-1])

    def pop_phase(self, *, is_quiet: bool = False) -> Self:
        """End the current phase. If ``is_quiet``, no report is posted."""
        phase = self.flow[-1]
        news = (*self.news, PhaseEnded(phase.heading)) if phase.heading and not is_quiet else self.news
        return msgspec.structs.replace(self, flow=self.flow[:-1], news=news)

    def take_events(self) -> tuple[Self, tuple[Event, ...]]:
        """Return the state without its events, and the events of the step."""
        return msgspec.structs.replace(self, news=()), self.news

    def premove_decisions(self) -> tuple[Decision, ...]:
        """Return the decisions about premoves. Each offer in these decisions is a ``Standing`` action."""
        return ()

    def apply_premove(self, action: Any) -> Self:
        """Return the state after an offered ``Standing`` action.

        A premove never ends or begins a phase. In the current phase, a premove may change the data and the decision of
        its own seat, but not those of other seats.
        """
        raise NotImplementedError(f"{type(self).__name__} asks nothing ahead")

    def premove_refusal(self, action: Any) -> str:
        """Return the sentence that says why a ``Standing`` action is refused; may be empty."""
        return ""

    def replace_phase(self, phase: Phase[Any]) -> Self:
        """Replace the current phase, for example when the next player is to move."""
        return msgspec.structs.replace(self, flow=(*self.flow[:-1], phase))


@IdentityCache
def decisions(state: State) -> tuple[Decision, ...]:
    """Return the open decisions of a settled state; none if the game is over.

    ``settle`` and ``play`` cache the result.
    """
    return state.flow[-1].decisions(state) if state.flow else ()


def public_decisions(state: State) -> tuple[Decision, ...]:
    """Return the open decisions as the table may see them.

    Some phases hide which of the listed seats are to move.
    """
    return (
        state.flow[-1].public_decisions(state)
        if state.flow and state.flow[-1].is_turn_hidden(state)
        else decisions(state)
    )


def is_turn_hidden(state: State) -> bool:
    """Whether the table may not see which of the listed seats are to move."""
    return bool(state.flow) and state.flow[-1].is_turn_hidden(state)


def premove_decisions(state: State) -> tuple[Decision, ...]:
    """Return the decisions about premoves that are open now; the table does not wait for them."""
    return state.premove_decisions() if state.flow else ()


def settle(state: S) -> S:
    """Take automatic steps until a seat is to move or the game is over."""
    settled, questions = _run_automatic_steps(state)
    decisions.put(questions, settled)
    return settled


def _run_automatic_steps(state: S) -> tuple[S, tuple[Decision, ...]]:
    """Take automatic steps until a seat is to move. Return the state and its open decisions."""
    for _ in range(_MAX_AUTOMATIC_STEPS):
        if not state.flow:
            return state, ()
        phase = state.flow[-1]
        if questions := phase.decisions(state):
            return state, questions
        state = phase.advance(state)
    raise RuntimeError(
        f"{type(state.flow[-1]).__name__} went on for {_MAX_AUTOMATIC_STEPS} steps without asking anybody"
    )


def play(state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
    """Apply an action. Return the state after it, and its events.

    Raises ``Refused`` with the rule's reason if the action is not offered.
    """
    questions = premove_decisions(state) if isinstance(action, Standing) else decisions(state)
    for question in questions:
        if question.seat == action.seat and action in question.offers:
            return play_unchecked(state, action)
    raise Refused(_play_refusal(state, action, asked=any(question.seat == action.seat for question in questions)))


def play_unchecked(state: S, action: Action) -> tuple[S, tuple[Event, ...]]:
    """Apply an action like ``play``, but without a check that it is offered.

    For moves of a verified log and choices of computer players.
    """
    if isinstance(action, Standing):
        after_premove: S = state.apply_premove(action)
        return after_premove.take_events()
    phase: Phase[S] = state.flow[-1]
    settled, questions = _run_automatic_steps(phase.apply(state, action))
    after, events = settled.take_events()
    decisions.put(questions, after)  # decisions do not depend on events
    return after, events


def _play_refusal(state: State, action: Action, *, asked: bool) -> str:
    if not state.flow:
        return "The game is over, so no one can move."
    if isinstance(action, Standing):
        if refusal := state.premove_refusal(action):
            return refusal
        prompts = " ".join(d.prompt for d in premove_decisions(state) if d.seat == action.seat)
        if not asked:
            return "There is nothing to plan right now."
        return f"You can’t do that now, or you have already planned it. {prompts}"
    if not asked:
        others = [d.seat for d in public_decisions(state) if d.seat != action.seat]
        if is_turn_hidden(state) and len(others) < len(public_decisions(state)):
            return "You have answered everything for now. If something new comes up for you, you’re asked again."
        waiting = join_words([f"player {seat}" for seat in others])
        return f"It isn’t player {action.seat}’s turn. Waiting for {waiting}."
    return state.flow[-1].refusal(state, action)
