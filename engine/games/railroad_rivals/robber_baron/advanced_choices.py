"""The words of the advanced tiles in a menu, and a computer player's opinion of them."""

from engine.core import Action, Seat, counted
from engine.games.railroad_rivals.box import data
from engine.games.railroad_rivals.box.data import City, Special
from engine.games.railroad_rivals.computer import hints
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.rules.delivery import deliveries, trip_of
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.board import links_of
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words import labels

# Guesses in points, tuned by self-play; they are opinions, not rules.
_INDUSTRY = 1.0
_HEADQUARTERS = 5.0
_SECOND_DELIVERY = 3.0
_CUBE_BY_OWN_LINK = 0.3


def label(state: RailroadRivals, action: Action, field: str) -> str | None:
    """Labels the module's own actions and the drafting of its tiles, like ``Game.label``."""
    match action:
        case Draft(tile=tile):
            effect = _effect(state, tile)
            return effect and (effect if field else f"Draft {effect}")
        case Industry(city=city):
            drawn = state.cubes_to_draw(city)
            links = counted(len(links_of(state.board).get(city, ())), "link")
            if field:
                return f"{city}: {counted(drawn, 'new cube')}, {links}"
            return f"Play New Industry in {city}: draw {counted(drawn, 'cube')} onto it ({links})"
        case Headquarters():
            return "Play Headquarters: deliver one more cube in this phase"
        case _:
            return None


def hint(state: RailroadRivals, action: Action) -> float | None:
    """Values the module's own actions and the drafting of its tiles, like ``Game.hint``."""
    match action:
        case Draft(tile=tile) if tile == Special.UPGRADE:
            return float(state.turns_left + 1)
        case Draft(tile=tile):
            return {data.NEW_INDUSTRY: _INDUSTRY, data.HEADQUARTERS: _HEADQUARTERS}.get(City(tile))
        case Industry(seat=seat, city=city):
            return _industry(state, seat, city)
        case Headquarters(seat=seat):
            return _headquarters(state, seat)
        case _:
            return None


def _effect(state: RailroadRivals, tile: str) -> str | None:
    """The tile and what it will do; ``None`` for tiles that are no business of this module."""
    match tile:
        case data.TRANSCONTINENTAL:
            goods, places = data.ADVANCED[data.TRANSCONTINENTAL].goods, labels.fits(state, data.TRANSCONTINENTAL)
            return f"{tile}: {goods} cubes, every edge matches any railroad, {places}"
        case data.NEW_INDUSTRY:
            return f"{tile}: once, when delivering, draw new cubes onto a placed city, as many as it shows"
        case data.HEADQUARTERS:
            return f"{tile}: once, when delivering, deliver twice in a phase"
        case Special.UPGRADE:
            return f"{tile}: 1 more point for each of your deliveries from now on"
        case _:
            return None


def _industry(state: RailroadRivals, seat: Seat, city: City) -> float:
    """New cubes are worth it where one's own links carry them away."""
    links = links_of(state.board).get(city, ())
    own = sum(link.owner == seat for link in links)
    drawn = state.cubes_to_draw(city)
    return _CUBE_BY_OWN_LINK * drawn * (own - (len(links) - own) / (state.seats - 1))


def _headquarters(state: RailroadRivals, seat: Seat) -> float:
    """Rate a second delivery by the second best that is possible now; in the last turn any is better than none."""
    gains = sorted(hints.delivering(state, trip_of(state, action)) for action in deliveries(state, seat))
    second = gains[-2] if len(gains) > 1 else 0.0
    return second - (0.0 if state.ending else _SECOND_DELIVERY)
