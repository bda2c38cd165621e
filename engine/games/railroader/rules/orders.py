"""What a player has said about deputies, before outlaws come: nobody waits for it. (RR Outlaws; ruling 78)"""

from __future__ import annotations

from itertools import product
from typing import TypeVar, get_args

import msgspec

from engine.core.action import Decision
from engine.core.seats import Seat, all_seats
from engine.games.railroader.box.cards import DEPUTY
from engine.games.railroader.state.actions import Deputies
from engine.games.railroader.state.events import OrdersSaid
from engine.games.railroader.state.orders import First, Orders, Use
from engine.games.railroader.state.railroad import Railroad
from engine.games.railroader.state.state import RailRoader

_S = TypeVar("_S", bound=RailRoader)


def orders_words(use: str, first: str) -> str:
    """“used when that prevents a loss, against outlaws after workers first”."""
    return "never used" if use == "never" else f"{_USES[use]}, {_FIRST[first]} first"


_USES = {
    "needed": "used when that prevents a loss",
    "always": "used whenever outlaws attack",
    "two": "used when two or more losses threaten",
}
_FIRST = {"workers": "against outlaws after workers", "crates": "against the one after supplies"}


def asked_ahead(state: RailRoader) -> tuple[Decision, ...]:
    """Whoever owns a deputy, in the hand, the discard pile or the railhead, may say it anew at any time."""
    return tuple(
        Decision(seat, _prompt(state, seat), _offers(seat))
        for seat in all_seats(state.seats)
        if _has_deputy(state.railroads[seat])
    )


def _has_deputy(railroad: Railroad) -> bool:
    return bool(railroad.mat.deputies) or DEPUTY in (*railroad.hand, *railroad.discards)


def _prompt(state: RailRoader, seat: Seat) -> str:
    """What holds now, for those who may know it."""
    standing = state.orders[seat].value
    now = f"Now your deputies are {orders_words(standing.use, standing.first)}. " if standing else ""
    return f"{now}Say when outlaws that attack you meet a deputy of yours."


class _Any(tuple[Deputies, ...]):
    """The orders that are listed; whom a deputy sends away that is never used makes no difference, but may be said."""

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Deputies) and action.use == "never" and action.first in get_args(First):
            action = msgspec.structs.replace(action, first="workers")
        return super().__contains__(action)


def _offers(seat: Seat) -> _Any:
    """All of them, the one that holds too."""
    said = product(get_args(Use), get_args(First))
    return _Any(Deputies(seat, use, first) for use, first in said if (use, first) != ("never", "crates"))


def refused(state: RailRoader, action: Deputies) -> str:
    """Which words there are; nothing to those who have no deputy."""
    if all(asked.seat != action.seat for asked in asked_ahead(state)):
        return ""
    if action.use not in get_args(Use):
        return f"“use” is {_either(get_args(Use))}, not “{action.use[:40]}”."
    if action.first not in get_args(First):
        return f"“first” is {_either(get_args(First))}, not “{action.first[:40]}”."
    return ""


def _either(words: tuple[str, ...]) -> str:
    """“needed, always, never or two”."""
    return f"{', '.join(words[:-1])} or {words[-1]}"


def answered(state: _S, action: Deputies) -> _S:
    """From now on they are used like this."""
    told = OrdersSaid(action.seat, action.use, action.first, to=frozenset({action.seat}))
    return state.order_deputies(action.seat, Orders(action.use, action.first)).tell(told)
