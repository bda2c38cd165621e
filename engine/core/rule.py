"""One shape for what a rulebook says about a kind of action: what is offered, what it does, why not, what it costs."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.action import Action, CombinedOffers
from engine.core.flow import Phase, State
from engine.core.seats import Seat

S = TypeVar("S", bound=State)


def _no_cost(state: Any, action: Any) -> int | None:
    return None


def _no_refusal(state: Any, phase: Any, action: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Rule(Generic[S]):
    """The home of one or more kinds of action. Each function gets the state and the phase in charge."""

    actions: tuple[type[Action], ...]
    offers: Callable[..., Collection[Action] | Iterator[Action]]
    """Every legal action now. Costly ones come as a collection that computes them when they are needed.

    Where several seats are asked, it gets the seat as well, and the actions are those of this seat.
"""
    apply: Callable[[S, Any, Any], S]
    """The state after an action that was offered."""
    refusal: Callable[[S, Any, Any], str] = _no_refusal
    """Why an action was not offered: a full sentence, with the number that matters; empty where it has none."""
    cost: Callable[[S, Any], int | None] = _no_cost
    """All that an offered action makes its seat pay, before any income, in the game's money or points; None: nothing.

    What is sealed or paid later has the price that it then has at most.
"""

    def collect_offers(self, state: S, phase: Any, *seat: Seat) -> Collection[Action]:
        """Its offers as a collection."""
        offers: Any = self.offers(state, phase, *seat)
        actions: Collection[Action] = tuple(offers) if hasattr(offers, "__next__") else offers
        return actions


class RuledPhase(Phase[S], frozen=True):
    """A phase whose actions are those of its ``rules``: it says who is asked and what follows, and they do the rest."""

    rules: ClassVar[Sequence[Rule[Any]]] = ()

    def active_rules(self, state: S) -> Sequence[Rule[Any]]:
        """The rules at this table: those of the phase, where nothing else is said."""
        return self.rules

    def offers(self, state: S, *seat: Seat) -> Collection[Action]:
        """The offers of all rules, in their order; to a seat, where several are asked."""
        parts = []
        for rule in self.active_rules(state):
            part = rule.collect_offers(state, self, *seat)
            if part != ():
                parts.append(part)
        return parts[0] if len(parts) == 1 else CombinedOffers(*parts)

    def apply(self, state: S, action: Action) -> S:
        """The state after the action, as its rule plays it."""
        after: S = rule_of(action, self.active_rules(state)).apply(state, self, action)
        return after

    def refusal(self, state: S, action: Action) -> str:
        """The refusal of the action by its rule, or else the sentence about what may be done now."""
        rules = self.active_rules(state)
        has_rule = any(isinstance(action, rule.actions) for rule in rules)
        sentence = rule_of(action, rules).refusal(state, self, action) if has_rule else ""
        return sentence or self.fallback_refusal(state, action)

    def fallback_refusal(self, state: S, action: Action) -> str:
        """The refusal of an action that belongs to no rule of this phase, or for which its rule has no words."""
        return super().refusal(state, action)


def rule_of(action: Action, rules: Sequence[Rule[Any]]) -> Rule[Any]:
    """The rule that the action belongs to."""
    for rule in rules:
        if isinstance(action, rule.actions):
            return rule
    raise LookupError(f"no rule for {type(action).__name__}")


def cost_by_rules(rules: Sequence[Rule[Any]]) -> Callable[[Any, Action], int | None]:
    """A game's ``cost``: what the rule of an action says; None for an action of no rule."""

    def cost(view: Any, action: Action) -> int | None:
        costs = (rule.cost(view.state, action) for rule in rules if isinstance(action, rule.actions))
        return next(costs, None)

    return cost
