"""One shape for what a rulebook says about a kind of action: what is offered, what it does, why not, what it costs."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from engine.core.action import Action, Either
from engine.core.flow import Phase, State
from engine.core.seats import Seat

S = TypeVar("S", bound=State)


def _free(state: Any, action: Any) -> int | None:
    return None


def _unsaid(state: Any, phase: Any, action: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Rule(Generic[S]):
    """The home of one or more kinds of action. Each function gets the state and the phase in charge."""

    actions: tuple[type[Action], ...]
    offers: Callable[..., Collection[Action] | Iterator[Action]]
    """Every legal action now. Costly ones come as a collection that works them out when somebody asks.

    Where several seats are asked, it gets the seat as well, and the actions are those of this seat.
    """
    played: Callable[[S, Any, Any], S]
    """The state after an action that was offered."""
    refusal: Callable[[S, Any, Any], str] = _unsaid
    """Why an action was not offered: a full sentence, with the number that matters; empty where it has none."""
    price: Callable[[S, Any], int | None] = _free
    """All that an offered action makes its seat pay, before any income, in the title's money or points; None: nothing.

    What is sealed or paid later has the price that it then has at most.
    """

    def offered(self, state: S, phase: Any, *seat: Seat) -> Collection[Action]:
        """Its offers as a collection."""
        offers: Any = self.offers(state, phase, *seat)
        offered: Collection[Action] = tuple(offers) if hasattr(offers, "__next__") else offers
        return offered


class RuledPhase(Phase[S], frozen=True):
    """A phase whose actions are those of its ``rules``: it says who is asked and what follows, and they do the rest."""

    rules: ClassVar[Sequence[Rule[Any]]] = ()

    def in_force(self, state: S) -> Sequence[Rule[Any]]:
        """The rules at this table: those of the phase, where nothing else is said."""
        return self.rules

    def offers(self, state: S, *seat: Seat) -> Collection[Action]:
        """The offers of all rules, in their order; to a seat, where several are asked."""
        parts = []
        for rule in self.in_force(state):
            part = rule.offered(state, self, *seat)
            if part != ():
                parts.append(part)
        return parts[0] if len(parts) == 1 else Either(*parts)

    def apply(self, state: S, action: Action) -> S:
        """The state after the action, as its rule plays it."""
        after: S = rule_of(action, self.in_force(state)).played(state, self, action)
        return after

    def refusal(self, state: S, action: Action) -> str:
        """The refusal of the action by its rule, or else the sentence about what may be done now."""
        rules = self.in_force(state)
        known = any(isinstance(action, rule.actions) for rule in rules)
        said = rule_of(action, rules).refusal(state, self, action) if known else ""
        return said or self.not_now(state, action)

    def not_now(self, state: S, action: Action) -> str:
        """The refusal of an action that belongs to no rule of this phase, or for which its rule has no words."""
        return super().refusal(state, action)


def rule_of(action: Action, rules: Sequence[Rule[Any]]) -> Rule[Any]:
    """The rule that the action belongs to."""
    for rule in rules:
        if isinstance(action, rule.actions):
            return rule
    raise LookupError(f"no rule for {type(action).__name__}")


def priced(rules: Sequence[Rule[Any]]) -> Callable[[Any, Action], int | None]:
    """A title's ``price``: what the rule of an action says; None for an action of no rule."""

    def price(view: Any, action: Action) -> int | None:
        found = (rule.price(view.state, action) for rule in rules if isinstance(action, rule.actions))
        return next(found, None)

    return price
