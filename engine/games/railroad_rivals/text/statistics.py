"""Public statistics of a seat, which players compare over time."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railroad_rivals.state.state import RailroadRivals


def statistics(view: View[RailroadRivals], seat: Seat) -> Mapping[str, int]:
    """Return the seat's points, tiles, worth of stock, and pieces of modules in play."""
    state = view.state
    numbers = {
        "points": state.score[seat],
        "stock tiles": sum(state.stocks[seat].values()),
        "stock value": state.stock_worth(seat),
        "cities placed": sum(tile.by == seat for tile in state.board.laid),
        "links": sum(link.owner == seat for link in state.board.links),
    }
    if state.options.advanced or state.options.shenanigans:
        numbers["special tiles"] = len(state.baron.specials.get(seat, ()))
    if state.options.buildings:
        owners = (*state.baron.hotels.values(), *state.baron.towers.values())
        numbers["buildings"] = owners.count(seat)
    return numbers
