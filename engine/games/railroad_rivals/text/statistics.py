"""Public statistics of a seat, which players compare over time."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railroad_rivals.state.state import RailroadRivals


def statistics(view: View[RailroadRivals], seat: Seat) -> Mapping[str, int]:
    """Return points, tiles, their current worth, and the pieces of modules in play."""
    state = view.state
    baron, options = state.baron, state.options
    figures = {
        "points": state.score[seat],
        "stock tiles": sum(state.stocks[seat].values()),
        "stock value": state.stock_worth(seat),
        "cities placed": sum(tile.by == seat for tile in state.board.laid),
        "links": sum(link.owner == seat for link in state.board.links),
    }
    if options.advanced or options.shenanigans:
        figures["special tiles"] = len(baron.specials.get(seat, ()))
    if options.buildings:
        owners = (*baron.hotels.values(), *baron.towers.values())
        figures["buildings"] = owners.count(seat)
    return figures
