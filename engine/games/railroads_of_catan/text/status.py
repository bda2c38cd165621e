"""The status line, the aim of the current phase, and public statistics of the players."""

from collections.abc import Mapping

from engine.core import Seat, View
from engine.games.railroads_of_catan.game_data.constants import CITY_DOTS, MAX_TURNS
from engine.games.railroads_of_catan.rules.founding import next_founder
from engine.games.railroads_of_catan.rules.scoring import count_joined_cities
from engine.games.railroads_of_catan.state.phases import Bidding, Building, Draft, Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan

_PHASE_TEXTS = {
    Maintenance: "maintenance",
    Bidding: "bids and associates",
    Building: "tracks and trains",
    Running: "running trains",
}


def status_line(view: View[RailroadsOfCatan]) -> str:
    """“Turn 4 of 7 · running trains”."""
    state = view.state
    match state.flow[-1:]:
        case ():
            return f"Final result after turn {state.turn}"
        case (Draft() as draft,):
            dots = next_founder(state, draft)[1] if draft.done < state.seats * len(CITY_DOTS) else CITY_DOTS[-1]
            return f"Setup · {dots}-dot cities"
        case (phase,):
            phase_text = next((text for kind, text in _PHASE_TEXTS.items() if isinstance(phase, kind)), "")
            return f"Turn {max(1, state.turn)} of {MAX_TURNS}" + (f" · {phase_text}" if phase_text else "")
        case _:
            return ""


def aim(view: View[RailroadsOfCatan]) -> str:
    """Return the aim of the game and advice for the current phase; "" in phases without decisions."""
    match view.state.flow[-1:]:
        case (Draft(),):
            return "Most money wins. A city’s dots set its prices."
        case (Bidding(),):
            return f"Most money after turn {MAX_TURNS} wins."
        case (Building(),):
            return "Most money wins. Rivals pay to use your track."
        case (Running(),):
            return "Most money wins. Sell goods, and fill orders."
        case _:
            return ""


def statistics(view: View[RailroadsOfCatan], seat: Seat) -> Mapping[str, int]:
    """Return numbers of a seat by name: cash, tracks, trains, barrels on board, and connected cities."""
    state = view.state
    trains = state.trains_of(seat)
    return {
        "dollars": state.cash[seat],
        "tracks": len(state.tracks_of(seat)),
        "trains": len(trains),
        "barrels on board": sum(len(train.goods) for train in trains),
        "cities joined": count_joined_cities(state, seat),
    }
