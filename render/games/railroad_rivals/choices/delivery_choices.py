"""Pictures for the choice of a delivery's origin or destination, and previews of deliveries."""

from collections.abc import Sequence

import msgspec

from engine.core import count_noun, join_words
from engine.core.action import field_question
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.robber_baron.actions import Relay
from engine.games.railroad_rivals.robber_baron.building_rules import trip_of_relay
from engine.games.railroad_rivals.rules.delivery import delivery_points, trip_of_delivery
from engine.games.railroad_rivals.state.actions import Deliver
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.game_module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.delivery import trip_effect_text
from render.games.railroad_rivals.captions import join_sentences
from render.games.railroad_rivals.choices.city_choices import (
    CityQuestion,
    city_choice_scenes,
    city_closeup_scenes,
    wrap_line,
)
from render.painter import Choice
from render.scene import Scene
from render.text_fitting import Names, first_word

_LINES = 2
"""Maximum number of lines below a header. If a text needs more lines, players' first names are used."""


def origin_choice_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with a key on each possible origin of the cube, and rings around the links of these cities."""
    offers = {choice.key: _delivery_actions(choice) for choice in choices}
    cities = {press: actions[0].city for press, actions in offers.items()}
    links = {link for actions in offers.values() for action in actions for link in _trip_links(state, action)}
    first = next(iter(offers.values()))[0]
    title = f"Deliver {first.goods}{_tower_text(state, first)}"
    line = f"{field_question(type(first), 'city')} {_worth_text(state, first)}"
    key_sentences = (
        f"{press} {cities[press]}: to {_destinations_text(state, names, actions)}." for press, actions in offers.items()
    )
    alt = join_sentences((f"{title}. {line}", *key_sentences))
    return city_choice_scenes(state, names, CityQuestion("from", title, line, first.seat, alt, cities, links))


def trip_choice_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with rings around the links of all offered deliveries; it has no keys, because buttons name them."""
    actions = [action for choice in choices for action in _delivery_actions(choice)]
    first = actions[0]
    links = {link for action in actions for link in _trip_links(state, action)}
    ends = {city for action in actions for city in (action.city, *_trip_cities(_trip_of(state, action)))}
    trip_sentences = (
        f"{action.goods} from {action.city} to {action.to}: {_effect_text(state, names, action)}." for action in actions
    )
    alt = join_sentences(("Deliver a good.", *trip_sentences))
    question = CityQuestion(
        "trips", "Deliver a good", "Which delivery?", first.seat, alt, links=links, ends={"": tuple(ends)}
    )
    return city_choice_scenes(state, names, question)


def _trip_cities(trip: Trip) -> tuple[City, ...]:
    return tuple(city for link in trip.links for city in (link.a, link.b))


def destination_choice_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """A closeup of the origin or the tower, with a key on each possible destination."""
    offers = {choice.key: _delivery_actions(choice)[0] for choice in choices}
    first = next(iter(offers.values()))
    cities = {press: action.to for press, action in offers.items()}
    links = {link for action in offers.values() for link in _trip_links(state, action)}
    start = f"{first.city}{_tower_text(state, first)}"
    title = f"Deliver {first.goods} from {start}"
    line = f"{field_question(type(first), 'to')} {_worth_text(state, first)}"
    key_sentences = (f"{press} {action.to}: {_effect_text(state, names, action)}." for press, action in offers.items())
    alt = join_sentences((f"{title}.", *key_sentences))
    question = CityQuestion("to", title, line, first.seat, alt, cities, links, (first.city, first.goods))
    return city_closeup_scenes(state, names, _focus_city(state, first), question)


def delivery_preview_scenes(state: RailroadRivals, names: Names, action: Deliver | Relay) -> tuple[Scene, ...]:
    """A closeup of the links of a delivery, with the effect in words."""
    title, effect = f"Deliver {action.goods}?", _effect_text(state, names, action)
    line = effect
    if len(wrap_line(line)) > _LINES:
        line = _effect_text(state, tuple(map(first_word, names)), action)
    alt = f"Preview: {action.goods} from {action.city}{_tower_text(state, action)} to {action.to}: {effect}."
    question = CityQuestion("preview", title, line, action.seat, alt, links=_trip_links(state, action))
    trip, cube = _trip_of(state, action), (action.city, action.goods)
    question = msgspec.structs.replace(question, cube=cube, trip=trip, framed=(action.to,))
    return city_closeup_scenes(state, names, _focus_city(state, action), question)


def _delivery_actions(choice: Choice) -> list[Deliver | Relay]:
    return [action for action in choice.actions if isinstance(action, Deliver | Relay)]


def _destinations_text(state: RailroadRivals, names: Names, actions: Sequence[Deliver | Relay]) -> str:
    """The destinations, each with the last link and its owner: “Denver (UP, Ada) or Omaha (CBQ, Ben)”."""
    lasts = [(action.to, _trip_of(state, action).links[-1]) for action in actions]
    owners = ["" if state.seats == 1 else f", {names[link.owner - 1]}" for _, link in lasts]
    ends = (f"{to} ({link.railroad}{owner})" for (to, link), owner in zip(lasts, owners, strict=True))
    return join_words(tuple(dict.fromkeys(ends)), "or")


def _trip_of(state: RailroadRivals, action: Deliver | Relay) -> Trip:
    return trip_of_delivery(state, action) if isinstance(action, Deliver) else trip_of_relay(state, action)


def _trip_links(state: RailroadRivals, action: Deliver | Relay) -> frozenset[Link]:
    return frozenset(_trip_of(state, action).links)


def _relay_tower(state: RailroadRivals, action: Deliver | Relay) -> City | None:
    """The city of the tower over which a cube is delivered; None for a delivery without a tower."""
    return state.baron.tower_city(action.seat) if isinstance(action, Relay) else None


def _tower_text(state: RailroadRivals, action: Deliver | Relay) -> str:
    tower = _relay_tower(state, action)
    return f" over your tower in {tower}" if tower else ""


def _focus_city(state: RailroadRivals, action: Deliver | Relay) -> City:
    """The city in the middle of the picture: the tower's city, or else the origin."""
    return _relay_tower(state, action) or action.city


def _worth_text(state: RailroadRivals, action: Deliver | Relay) -> str:
    return f"Worth {count_noun(delivery_points(state, action.goods), 'point')}."


def _effect_text(state: RailroadRivals, names: Names, action: Deliver | Relay) -> str:
    return trip_effect_text(state, _trip_of(state, action), lambda seat: names[seat - 1])
