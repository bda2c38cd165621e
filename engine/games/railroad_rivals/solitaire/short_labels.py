"""Choices of the solitaire game as their buttons say them."""

from engine.core import Action, count_noun
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, Railroad
from engine.games.railroad_rivals.rules.delivery import trip_of_delivery
from engine.games.railroad_rivals.solitaire import numbers
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.state.actions import Deliver, Draft
from engine.games.railroad_rivals.state.state import RailroadRivals


def short_label(state: RailroadRivals, action: Action, field: str) -> ShortLabel | None:
    """The short label of a choice; None to use the base game's."""
    match action:
        case Arrange(first=first, second=second, third=third):
            return ShortLabel(str(getattr(action, field)) if field else f"{first}, {second}, {third}")
        case Draft(tile=tile):
            return _stock_short_label(state, Railroad(tile))
        case Deliver() if field != "city":
            return _delivery_short_label(state, action, field)
        case _:
            return None


def _stock_short_label(state: RailroadRivals, railroad: Railroad) -> ShortLabel:
    """“CBQ stock, worth 4, 2 links (you 1)”."""
    own, value = state.stocks[numbers.PLAYER].get(railroad, 0), state.value[railroad]
    links = sum(link.railroad == railroad for link in state.board.links)
    label = f"{railroad} stock, worth {value}, {count_noun(links, 'link')}" + (f" (you {own})" if own else "")
    return ShortLabel(label, RAILROAD_NAMES[railroad], gains=(value,))


def _delivery_short_label(state: RailroadRivals, action: Deliver, field: str) -> ShortLabel:
    """“+2 coal Omaha→Denver, CBQ +2”: the points, and by how much the stock rises."""
    points, railroad = numbers.progression_points(state.delivered), trip_of_delivery(state, action).links[0].railroad
    by = numbers.stock_rise(state.value[railroad])
    following = numbers.progression_points((*state.delivered, action.goods))
    after = f"the next delivery scores {following}" if state.turn < numbers.TURNS else ""
    if field == "goods":
        return ShortLabel(str(action.goods), after)
    own = state.stocks[numbers.PLAYER].get(railroad, 0)
    way = f"{action.goods} {action.city}→{action.to}" if not field else str(action.to)
    rises = f"{own * by} {railroad}↑" if own and by else f"{railroad} +{by}" if by else f"{railroad} stays"
    label = fit_label(f"+{points} {way}, {rises}", f"+{points} {way}", max_length=MAX_LABEL)
    gains = (points, own * by) if own and by and rises in label else (points,)
    return ShortLabel(
        label, fit_detail(f"{railroad} rises by {by} to {state.value[railroad] + by}", after), gains=gains
    )
