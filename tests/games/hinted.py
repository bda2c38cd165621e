"""What computer players think of a move, and of all that are offered; for the tests of any title."""

from typing import Any

from engine import GAMES
from engine.core import decisions, read_action, redact, write_action

__all__ = ["best", "worth"]


def worth(state: Any, line: str) -> float:
    """The hint for a move in notation."""
    game = _game_of(state)
    action = read_action(line, game.actions)
    return game.agent.score_action(redact(state, action.seat), action)


def best(state: Any, seat: int | None = None) -> str:
    """The best offer to a seat, or to the only one that is asked, without the seat."""
    game = _game_of(state)
    (decision,) = (d for d in decisions(state) if seat in (None, d.seat))
    view = redact(state, decision.seat)
    return write_action(max(decision.offers, key=lambda action: game.agent.score_action(view, action))).split(" ", 1)[1]


def _game_of(state: Any) -> Any:
    return next(game for game in GAMES.values() if isinstance(state, game.state))
