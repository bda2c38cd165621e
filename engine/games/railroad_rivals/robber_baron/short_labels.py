"""Buildings and advanced tiles as their buttons say them."""

from engine.core import Action, NameOfSeat, count_noun
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printed_data import City, Special
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Hotel, Industry, Relay, Tower
from engine.games.railroad_rivals.robber_baron.building_rules import trip_of_relay
from engine.games.railroad_rivals.robber_baron.numbers import HOTEL_POINTS, UPGRADE_POINTS
from engine.games.railroad_rivals.rules.place_names import fit_text
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.board import link_ends_of, links_by_city
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text import short_labels


def building_short_label(state: RailroadRivals, action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of a hotel, a water tower, or a delivery over a tower; None for other actions."""
    match action:
        case Hotel(city=city):
            near = sum(len(state.goods.get(other, ())) for other in link_ends_of(state.board, city))
            label = f"{'' if field else 'Hotel '}{city} · {count_noun(near, 'cube')} near"
            return ShortLabel(
                label, f"{HOTEL_POINTS} point for each cube delivered there; near: one link away", gains=(near,)
            )
        case Tower(city=city):
            links = len(links_by_city(state.board).get(city, ()))
            label = f"{'' if field else 'Tower '}{city} · {count_noun(links, 'link')}"
            return ShortLabel(label, "Your deliveries there can go one link farther", gains=(links,))
        case Relay() if field == "goods":
            return short_labels.goods_short_label(state, action.goods)
        case Relay() if field == "city":
            return short_labels.origin_short_label(state, action.city)
        case Relay():
            return short_labels.trip_short_label(state, trip_of_relay(state, action), name, is_whole_action=not field)
        case _:
            return None


def tile_short_label(state: RailroadRivals, action: Action) -> ShortLabel | None:
    """The short label of an advanced tile, drafted or played; None for other actions."""
    match action:
        case Industry(city=city):
            drawn = state.count_cubes_to_draw(city)
            links = count_noun(len(links_by_city(state.board).get(city, ())), "link")
            return ShortLabel(f"{city} · {count_noun(drawn, 'new cube')}, {links}", gains=(drawn,) if drawn else ())
        case Headquarters():
            return ShortLabel("Headquarters · deliver once more")
        case Draft(tile=tile):
            return _draft_short_label(state, tile)
        case _:
            return None


def _draft_short_label(state: RailroadRivals, tile: str) -> ShortLabel | None:
    match tile:
        case printed_data.TRANSCONTINENTAL:
            cubes = state.board.tile_as_printed(City(tile)).goods
            return ShortLabel(
                f"{tile} · {cubes} cubes, any edge", fit_text(state, City(tile)).capitalize(), gains=(cubes,)
            )
        case printed_data.NEW_INDUSTRY:
            return ShortLabel(f"{tile} · new cubes on a city", "Once, when you deliver")
        case printed_data.HEADQUARTERS:
            return ShortLabel(f"{tile} · deliver twice, once", "Once, when you deliver")
        case Special.UPGRADE:
            more = UPGRADE_POINTS
            return ShortLabel(
                f"{tile} · +{more} a delivery", f"{count_noun(more, 'more point')} each time", gains=(more,)
            )
        case _:
            return None
