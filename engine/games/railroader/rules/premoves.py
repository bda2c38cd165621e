"""Orders for deputies, given before outlaws come. (RR Outlaws; ruling 78)"""

from itertools import product
from typing import TypeVar, get_args

import msgspec

from engine.core import Decision, Seat, all_seats, join_words, shorten
from engine.games.railroader.game_data.cards import DEPUTY
from engine.games.railroader.state.actions import Deputies
from engine.games.railroader.state.events import OrdersSaid
from engine.games.railroader.state.state import DeputyUse, FirstTarget, Orders, Railroad, RailRoader

_S = TypeVar("_S", bound=RailRoader)


def orders_text(use: str, first: str) -> str:
    """“used when that prevents a loss, first against outlaws who scare off workers”"""
    return "never used" if use == "never" else f"{_USES[use]}, first against {_FIRST[first]}"


_USES = {
    "needed": "used when that prevents a loss",
    "always": "used whenever outlaws attack",
    "two": "used when that prevents 2 or more losses",
}
_FIRST = {"workers": "outlaws who scare off workers", "crates": "the outlaw who steals crates"}


def premove_decisions(state: RailRoader) -> tuple[Decision, ...]:
    """A question for each player with a deputy in hand, discard pile, or railhead."""
    return tuple(
        Decision(seat, _prompt(state, seat), _offers(seat))
        for seat in all_seats(state.seats)
        if _has_deputy(state.railroads[seat])
    )


def _has_deputy(railroad: Railroad) -> bool:
    return bool(railroad.mat.deputies) or DEPUTY in (*railroad.hand, *railroad.discards)


def _prompt(state: RailRoader, seat: Seat) -> str:
    """The question, with the current orders if the state contains them."""
    orders = state.orders[seat].value
    now = f"Your deputies are {orders_text(orders.use, orders.first)}. " if orders else ""
    return f"{now}Choose when to use your deputies against outlaws."


class _OrderOffers(tuple[Deputies, ...]):
    """The offered orders.

    “Never” is listed only once, but is accepted with both values of ``first``.
    """

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        if isinstance(action, Deputies) and action.use == "never" and action.first in get_args(FirstTarget):
            action = msgspec.structs.replace(action, first="workers")
        return super().__contains__(action)


def _offers(seat: Seat) -> _OrderOffers:
    """All orders, including the current ones."""
    orders = product(get_args(DeputyUse), get_args(FirstTarget))
    return _OrderOffers(Deputies(seat, use, first) for use, first in orders if (use, first) != ("never", "crates"))


def premove_refusal(state: RailRoader, action: Deputies) -> str:
    """The refusal of orders; empty for a player without a deputy, who is asked nothing."""
    if all(decision.seat != action.seat for decision in premove_decisions(state)):
        return ""
    if action.use not in get_args(DeputyUse):
        return _wrong_word_refusal(action.use, "use", get_args(DeputyUse))
    if action.first not in get_args(FirstTarget):
        return _wrong_word_refusal(action.first, "first", get_args(FirstTarget))
    return ""


def _wrong_word_refusal(word: str, field: str, words: tuple[str, ...]) -> str:
    """The refusal of a typed word that is not a value of the field."""
    return f"“{shorten(word)}” isn’t a valid value for “{field}”. Choose {join_words(words, 'or')}."


def apply_premove(state: _S, action: Deputies) -> _S:
    """Replace the orders of a seat; the event is visible to that seat alone."""
    event = OrdersSaid(action.seat, action.use, action.first, to=frozenset({action.seat}))
    return state.set_orders(action.seat, Orders(action.use, action.first)).emit(event)
