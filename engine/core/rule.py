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
    """The rule for one or more kinds of action.

    Its functions get the state and, except ``cost``, the current phase.
    """

    actions: tuple[type[Action], ...]
    offers: Callable[..., Collection[Action] | Iterator[Action]]
    """The actions that are legal now. Long collections are computed on demand.

    If several seats may be to move, the function also gets the seat whose actions it returns.
    """
    apply: Callable[[S, Any, Any], S]
    """The state after an offered action."""
    refusal: Callable[[S, Any, Any], str] = _no_refusal
    """The sentence that says why an action is not offered, with the relevant number; may be empty."""
    cost: Callable[[S, Any], int | None] = _no_cost
    """The total cost of an offered action for its seat, before any income, in the game's money or points.

    None: the action costs nothing. The cost of an action whose costs are sealed or paid later is the maximum.
    """

    def collect_offers(self, state: S, phase: Any, *seat: Seat) -> Collection[Action]:
        """Return the rule's offers as a collection."""
        offers: Any = self.offers(state, phase, *seat)
        actions: Collection[Action] = tuple(offers) if hasattr(offers, "__next__") else offers
        return actions


class RuledPhase(Phase[S], frozen=True):
    """A phase with the actions of its ``rules``.

    Subclasses define the seats to move and what happens next.
    """

    rules: ClassVar[Sequence[Rule[Any]]] = ()

    def active_rules(self, state: S) -> Sequence[Rule[Any]]:
        """Return the rules that apply in this state; by default those of the phase."""
        return self.rules

    def offers(self, state: S, *seat: Seat) -> Collection[Action]:
        """Return the offers of all rules, in order.

        ``seat`` is given if several seats may be to move.
        """
        parts = []
        for rule in self.active_rules(state):
            part = rule.collect_offers(state, self, *seat)
            if part != ():
                parts.append(part)
        return parts[0] if len(parts) == 1 else CombinedOffers(*parts)

    def apply(self, state: S, action: Action) -> S:
        after: S = rule_of(action, self.active_rules(state)).apply(state, self, action)
        return after

    def refusal(self, state: S, action: Action) -> str:
        """Return the refusal by the action's rule, or else ``fallback_refusal``."""
        rules = self.active_rules(state)
        has_rule = any(isinstance(action, rule.actions) for rule in rules)
        sentence = rule_of(action, rules).refusal(state, self, action) if has_rule else ""
        return sentence or self.fallback_refusal(state, action)

    def fallback_refusal(self, state: S, action: Action) -> str:
        """Return the refusal of an action for which no rule of this phase has a sentence."""
        return super().refusal(state, action)


def rule_of(action: Action, rules: Sequence[Rule[Any]]) -> Rule[Any]:
    """Return the rule for an action. Raises ``LookupError`` if there is none."""
    for rule in rules:
        if isinstance(action, rule.actions):
            return rule
    raise LookupError(f"no rule for {type(action).__name__}")


def cost_by_rules(rules: Sequence[Rule[Any]]) -> Callable[[Any, Action], int | None]:
    """Return a function for ``Rules.cost``, which returns the cost by the rule for the action."""

    def cost(view: Any, action: Action) -> int | None:
        costs = (rule.cost(view.state, action) for rule in rules if isinstance(action, rule.actions))
        return next(costs, None)

    return cost
