"""Labels of the advanced tiles, and their evaluation by computer players."""

from engine.core import Action, Seat, count_noun
from engine.games.railroad_rivals.agent import evaluation
from engine.games.railroad_rivals.game_data import printed_data
from engine.games.railroad_rivals.game_data.printed_data import City, Special
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.rules.delivery import delivery_actions, trip_of_delivery
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.board import links_by_city
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text import labels

# Guesses in points, tuned by self-play; they are opinions, not rules.
_INDUSTRY = 1.0
_HEADQUARTERS = 5.0
_SECOND_DELIVERY = 3.0
_CUBE_BY_OWN_LINK = 0.3


def label(state: RailroadRivals, action: Action, field: str) -> str | None:
    """The label of the module's actions and the drafting of its tiles, as in ``GameText.label``."""
    match action:
        case Draft(tile=tile):
            effect = _effect_text(state, tile)
            return effect and (effect if field else f"Draft {effect}")
        case Industry(city=city):
            drawn = state.count_cubes_to_draw(city)
            links = count_noun(len(links_by_city(state.board).get(city, ())), "link")
            if field:
                return f"{city}: {count_noun(drawn, 'new cube')}, {links}"
            return f"Play New Industry in {city}: draw {count_noun(drawn, 'cube')} onto it ({links})"
        case Headquarters():
            return "Play Headquarters: deliver one more cube in this phase"
        case _:
            return None


def score_action(state: RailroadRivals, action: Action) -> float | None:
    """Evaluate the module's actions and the drafting of its tiles, as in ``AgentSupport.score_action``."""
    match action:
        case Draft(tile=tile) if tile == Special.UPGRADE:
            return float(state.remaining_turns + 1)
        case Draft(tile=tile):
            return {printed_data.NEW_INDUSTRY: _INDUSTRY, printed_data.HEADQUARTERS: _HEADQUARTERS}.get(City(tile))
        case Industry(seat=seat, city=city):
            return _industry_value(state, seat, city)
        case Headquarters(seat=seat):
            return _headquarters_value(state, seat)
        case _:
            return None


def _effect_text(state: RailroadRivals, tile: str) -> str | None:
    """The tile and what it will do; ``None`` for tiles that are no business of this module."""
    match tile:
        case printed_data.TRANSCONTINENTAL:
            goods, places = (
                printed_data.ADVANCED_TILES[printed_data.TRANSCONTINENTAL].goods,
                labels.fit_text(state, printed_data.TRANSCONTINENTAL),
            )
            return f"{tile}: {goods} cubes, every edge matches any railroad, {places}"
        case printed_data.NEW_INDUSTRY:
            return f"{tile}: once, when delivering, draw new cubes onto a placed city, as many as it shows"
        case printed_data.HEADQUARTERS:
            return f"{tile}: once, when delivering, deliver twice in a phase"
        case Special.UPGRADE:
            return f"{tile}: 1 more point for each of your deliveries from now on"
        case _:
            return None


def _industry_value(state: RailroadRivals, seat: Seat, city: City) -> float:
    """New cubes are worth it where one's own links carry them away."""
    links = links_by_city(state.board).get(city, ())
    own = sum(link.owner == seat for link in links)
    drawn = state.count_cubes_to_draw(city)
    return _CUBE_BY_OWN_LINK * drawn * (own - (len(links) - own) / (state.seats - 1))


def _headquarters_value(state: RailroadRivals, seat: Seat) -> float:
    """Rate a second delivery by the second best that is possible now; in the last turn any is better than none."""
    gains = sorted(
        evaluation.trip_value(state, trip_of_delivery(state, action)) for action in delivery_actions(state, seat)
    )
    second = gains[-2] if len(gains) > 1 else 0.0
    return second - (0.0 if state.ending else _SECOND_DELIVERY)
