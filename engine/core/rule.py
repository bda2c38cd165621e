"""The interface for the rules of one kind of action: its offers, effect, refusal, and cost."""

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
    """All legal actions now. Expensive ones are computed on demand.

    If several seats are to move, it also takes the seat whose actions it returns.
    """
    apply: Callable[[S, Any, Any], S]
    """The state after an offered action."""
    refusal: Callable[[S, Any, Any], str] = _no_refusal
    """Why an action is not offered: a full sentence, with the relevant number; may be empty."""
    cost: Callable[[S, Any], int | None] = _no_cost
    """Everything that an offered action costs its seat, before any income, in the game's money or points; None:
    nothing.

    Costs that are sealed or paid later count with their maximum.
    """

    def collect_offers(self, state: S, phase: Any, *seat: Seat) -> Collection[Action]:
        """Its offers as a collection."""
        offers: Any = self.offers(state, phase, *seat)
        actions: Collection[Action] = tuple(offers) if hasattr(offers, "__next__") else offers
        return actions


class RuledPhase(Phase[S], frozen=True):
    """A phase whose actions are those of its ``rules``; it defines who is to move and what follows."""

    rules: ClassVar[Sequence[Rule[Any]]] = ()

    def active_rules(self, state: S) -> Sequence[Rule[Any]]:
        """The rules at this table; by default those of the phase."""
        return self.rules

    def offers(self, state: S, *seat: Seat) -> Collection[Action]:
        """The offers of all rules, in order; for one seat, if several are to move."""
        parts = []
        for rule in self.active_rules(state):
            part = rule.collect_offers(state, self, *seat)
            if part != ():
                parts.append(part)
        return parts[0] if len(parts) == 1 else CombinedOffers(*parts)

    def apply(self, state: S, action: Action) -> S:
        """The state after the action, by its rule."""
        after: S = rule_of(action, self.active_rules(state)).apply(state, self, action)
        return after

    def refusal(self, state: S, action: Action) -> str:
        """The refusal by the action's rule, or else the sentence about what is allowed now."""
        rules = self.active_rules(state)
        has_rule = any(isinstance(action, rule.actions) for rule in rules)
        sentence = rule_of(action, rules).refusal(state, self, action) if has_rule else ""
        return sentence or self.fallback_refusal(state, action)

    def fallback_refusal(self, state: S, action: Action) -> str:
        """The refusal of an action that no rule of this phase explains."""
        return super().refusal(state, action)


def rule_of(action: Action, rules: Sequence[Rule[Any]]) -> Rule[Any]:
    """The rule that the action belongs to."""
    for rule in rules:
        if isinstance(action, rule.actions):
            return rule
    raise LookupError(f"no rule for {type(action).__name__}")


def cost_by_rules(rules: Sequence[Rule[Any]]) -> Callable[[Any, Action], int | None]:
    """A game's ``cost``, from the rule of the action; None for an action of no rule."""

    def cost(view: Any, action: Action) -> int | None:
        costs = (rule.cost(view.state, action) for rule in rules if isinstance(action, rule.actions))
        return next(costs, None)

    return cost
