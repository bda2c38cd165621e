"""A computer player: a function from what a seat may see to one of its offers. It knows no title."""

from typing import Any, Protocol

from engine.core.action import Action, Decision
from engine.core.game import Game
from engine.core.rng import Rng
from engine.core.secret import View


class Policy(Protocol):
    """Chooses for ``decision.seat``, which must be ``view.seat``; chance comes from ``rng`` alone."""

    def __call__(self, game: Game[Any], view: View[Any], decision: Decision, rng: Rng) -> tuple[Action, Rng]:
        """One of ``decision.offers``, and the generator to go on with."""
