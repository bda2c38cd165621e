"""Buildings and advanced tiles as their buttons say them."""

from engine.core import Action, Name, counted
from engine.core.brief import Brief
from engine.games.railroad_rivals.box import data
from engine.games.railroad_rivals.box.data import City, Special
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Hotel, Industry, Relay, Tower
from engine.games.railroad_rivals.robber_baron.building_rules import relay_trip
from engine.games.railroad_rivals.robber_baron.data import HOTEL_POINTS, UPGRADE_POINTS
from engine.games.railroad_rivals.rules.places import fits
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.board import linked, links_of
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words import briefs


def building_brief(state: RailroadRivals, action: Action, field: str, name: Name) -> Brief | None:
    """A hotel, a water tower, or a delivery over a tower; None for other actions."""
    match action:
        case Hotel(city=city):
            near = sum(len(state.goods.get(other, ())) for other in linked(state.board, city))
            label = f"{city} · {near} near" if field else f"Hotel {city} · {near} near"
            return Brief(
                label, f"{HOTEL_POINTS} point for each cube delivered there; near: one link away", gains=(near,)
            )
        case Tower(city=city):
            links = len(links_of(state.board).get(city, ()))
            label = f"{'' if field else 'Tower '}{city} · {links} linked"
            return Brief(label, "Your deliveries there can go one link farther", gains=(links,))
        case Relay() if field == "goods":
            return briefs.goods_brief(state, action.goods)
        case Relay() if field == "city":
            return briefs.origin_brief(state, action.city)
        case Relay():
            return briefs.trip_brief(state, relay_trip(state, action), name, whole=not field)
        case _:
            return None


def advanced_brief(state: RailroadRivals, action: Action) -> Brief | None:
    """An advanced tile, drafted or played; None for other actions."""
    match action:
        case Industry(city=city):
            drawn = state.cubes_to_draw(city)
            links = counted(len(links_of(state.board).get(city, ())), "link")
            return Brief(f"{city} · {counted(drawn, 'new cube')}, {links}", gains=(drawn,) if drawn else ())
        case Headquarters():
            return Brief("Headquarters · deliver once more")
        case Draft(tile=tile):
            return _advanced_tile(state, tile)
        case _:
            return None


def _advanced_tile(state: RailroadRivals, tile: str) -> Brief | None:
    match tile:
        case data.TRANSCONTINENTAL:
            cubes = state.board.tile(City(tile)).goods
            return Brief(f"{tile} · {cubes} cubes, any edge", fits(state, City(tile)).capitalize(), gains=(cubes,))
        case data.NEW_INDUSTRY:
            return Brief(f"{tile} · new cubes on a city", "Once, when you deliver")
        case data.HEADQUARTERS:
            return Brief(f"{tile} · deliver twice, once", "Once, when you deliver")
        case Special.UPGRADE:
            more = UPGRADE_POINTS
            return Brief(f"{tile} · +{more} a delivery", f"{counted(more, 'more point')} each time", gains=(more,))
        case _:
            return None
