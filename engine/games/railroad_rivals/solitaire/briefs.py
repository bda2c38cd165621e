"""Choices of the solitaire game as their buttons say them."""

from engine.core import Action
from engine.core.brief import LONGEST, Brief, detail_of, label_that_fits
from engine.games.railroad_rivals.box.data import RAILROAD_NAMES, Railroad
from engine.games.railroad_rivals.rules.delivery import trip_of
from engine.games.railroad_rivals.solitaire import data
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.state.actions import Deliver, Draft
from engine.games.railroad_rivals.state.state import RailroadRivals


def brief(state: RailroadRivals, action: Action, field: str) -> Brief | None:
    """The words of a button for a choice; None if the base game has them."""
    match action:
        case Arrange(first=first, second=second, third=third):
            return Brief(str(getattr(action, field)) if field else f"{first}, {second}, {third}")
        case Draft(tile=tile):
            return _stock(state, Railroad(tile))
        case Deliver() if field != "city":
            return _delivery(state, action, field)
        case _:
            return None


def _stock(state: RailroadRivals, railroad: Railroad) -> Brief:
    """“CBQ stock, worth 4 (you 1)”."""
    own, value = state.stocks[data.PLAYER].get(railroad, 0), state.value[railroad]
    links = sum(link.railroad == railroad for link in state.board.links)
    label = f"{railroad} stock, worth {value}" + (f" (you {own})" if own else "")
    return Brief(label, detail_of(RAILROAD_NAMES[railroad], f"links on the table: {links}"), gains=(value,))


def _delivery(state: RailroadRivals, action: Deliver, field: str) -> Brief:
    """“+2 coal Omaha→Denver, CBQ +2”: the points, and by how much the stock rises."""
    points, railroad = data.points(state.delivered), trip_of(state, action).links[0].railroad
    by = data.rise(state.value[railroad])
    following = data.points((*state.delivered, action.goods))
    after = f"the next delivery scores {following}" if state.turn < data.TURNS else ""
    if field == "goods":
        return Brief(str(action.goods), after)
    own = state.stocks[data.PLAYER].get(railroad, 0)
    way = f"{action.goods} {action.city}→{action.to}" if not field else str(action.to)
    rises = f"{own * by} {railroad}↑" if own and by else f"{railroad} +{by}" if by else f"{railroad} stays"
    label = label_that_fits(f"+{points} {way}, {rises}", f"+{points} {way}", room=LONGEST)
    gains = (points, own * by) if own and by and rises in label else (points,)
    return Brief(label, detail_of(f"{railroad} rises by {by} to {state.value[railroad] + by}", after), gains=gains)
