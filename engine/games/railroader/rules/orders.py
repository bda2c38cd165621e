"""Orders about deputies, said before outlaws come: nobody waits for them. (RR Outlaws; ruling 78)"""

from itertools import product
from typing import TypeVar, get_args

import msgspec

from engine.core import Decision, Seat, all_seats, listed, shortened
from engine.games.railroader.box.cards import DEPUTY
from engine.games.railroader.state.actions import Deputies
from engine.games.railroader.state.events import OrdersSaid
from engine.games.railroader.state.state import First, Orders, Railroad, RailRoader, Use

_S = TypeVar("_S", bound=RailRoader)


def orders_words(use: str, first: str) -> str:
    """“used when that prevents a loss, first against outlaws who scare off workers”."""
    return "never used" if use == "never" else f"{_USES[use]}, first against {_FIRST[first]}"


_USES = {
    "needed": "used when that prevents a loss",
    "always": "used whenever outlaws attack",
    "two": "used when that prevents 2 or more losses",
}
_FIRST = {"workers": "outlaws who scare off workers", "crates": "the outlaw who steals crates"}


def asked_ahead(state: RailRoader) -> tuple[Decision, ...]:
    """The question to each player with a deputy in hand, discard pile or railhead: they may decide at any time."""
    return tuple(
        Decision(seat, _prompt(state, seat), _offers(seat))
        for seat in all_seats(state.seats)
        if _has_deputy(state.railroads[seat])
    )


def _has_deputy(railroad: Railroad) -> bool:
    return bool(railroad.mat.deputies) or DEPUTY in (*railroad.hand, *railroad.discards)


def _prompt(state: RailRoader, seat: Seat) -> str:
    """The question, with the present orders for those who may know them."""
    standing = state.orders[seat].value
    now = f"Your deputies are {orders_words(standing.use, standing.first)}. " if standing else ""
    return f"{now}Choose when to use your deputies against outlaws."


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
    """The refusal with the words that there are; nothing for players who have no deputy."""
    if all(asked.seat != action.seat for asked in asked_ahead(state)):
        return ""
    if action.use not in get_args(Use):
        return _wrong(action.use, "use", get_args(Use))
    if action.first not in get_args(First):
        return _wrong(action.first, "first", get_args(First))
    return ""


def _wrong(given: str, field: str, words: tuple[str, ...]) -> str:
    """The refusal of a word that no order has."""
    return f"“{shortened(given)}” isn’t a valid value for “{field}”. Choose {listed(words, 'or')}."


def answered(state: _S, action: Deputies) -> _S:
    """Set how the seat's deputies are used from now on, and tell that seat alone."""
    told = OrdersSaid(action.seat, action.use, action.first, to=frozenset({action.seat}))
    return state.order_deputies(action.seat, Orders(action.use, action.first)).tell(told)
