"""A computer player: a function from what a seat may see to one of its offers. It knows no title."""

from typing import Any, Protocol

from engine.core import Action, Decision, Game, Rng, View


class Policy(Protocol):
    """Chooses for ``decision.seat``, which must be ``view.seat``; chance comes from ``rng`` alone."""

    def __call__(self, game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
        """One of ``decision.offers``, and the generator to go on with."""
