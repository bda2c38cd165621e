"""One shape for what a rulebook says about a kind of action: what is offered, what it does, why not, what it costs."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.action import Action, Either
from engine.core.flow import Phase, State

S = TypeVar("S", bound=State)


def _free(state: Any, action: Any) -> int | None:
    return None


@dataclass(frozen=True, slots=True, eq=False)
class Rule(Generic[S]):
    """The home of one or more kinds of action. Each function gets the state and the phase in charge."""

    actions: tuple[type[Action], ...]
    offers: Callable[[S, Any], Collection[Action] | Iterator[Action]]
    """Every legal action now. Costly ones come as a collection that works them out when somebody asks."""
    played: Callable[[S, Any, Any], S]
    """The state after an action that was offered."""
    refusal: Callable[[S, Any, Any], str]
    """Why an action was not offered: a full sentence, with the number that matters; empty where it has none."""
    price: Callable[[S, Any], int | None] = _free
    """What an offered action costs its seat, in the title's money or points; None: nothing to tell."""


class RuledPhase(Phase[S], frozen=True):
    """A phase whose actions are those of its ``rules``: it says who is asked and what follows, and they do the rest."""

    rules: ClassVar[Sequence[Rule[Any]]] = ()

    def in_force(self, state: S) -> Sequence[Rule[Any]]:
        """The rules at this table: those of the phase, where nothing else is said."""
        return self.rules

    def offers(self, state: S) -> Collection[Action]:
        """What all rules offer, in their order."""
        return Either(*[_collected(rule.offers(state, self)) for rule in self.in_force(state)])

    def apply(self, state: S, action: Action) -> S:
        """What the action's rule does."""
        after: S = next(_rules_of(action, self.in_force(state))).played(state, self, action)
        return after

    def refusal(self, state: S, action: Action) -> str:
        """What the action's rule says, or else what may be done now."""
        rule = next(_rules_of(action, self.in_force(state)), None)
        said = rule.refusal(state, self, action) if rule else ""
        return said or self.not_now(state, action)

    def not_now(self, state: S, action: Action) -> str:
        """What is said of an action that belongs to no rule of this phase, or for which its rule has no words."""
        return super().refusal(state, action)


def _rules_of(action: Action, rules: Sequence[Rule[Any]]) -> Iterator[Rule[Any]]:
    """The rule that the action belongs to, if there is one."""
    return (rule for rule in rules if isinstance(action, rule.actions))


def priced(rules: Sequence[Rule[Any]]) -> Callable[[Any, Action], int | None]:
    """A title's ``price``: what the rule of an action says; None for an action of no rule."""

    def price(view: Any, action: Action) -> int | None:
        found = (rule.price(view.state, action) for rule in rules if isinstance(action, rule.actions))
        return next(found, None)

    return price


def _collected(offers: Collection[Action] | Iterator[Action]) -> Collection[Action]:
    return offers if isinstance(offers, Collection) else tuple(offers)
