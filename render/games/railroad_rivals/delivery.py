"""Pictures of a delivery: where cubes may leave, where they may go, and the delivery drawn in before Confirm."""

from collections.abc import Sequence

import msgspec

from engine.core import counted, listed
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.robber_baron.actions import Relay
from engine.games.railroad_rivals.robber_baron.building_rules import relay_trip
from engine.games.railroad_rivals.rules.delivery import delivery_points, trip_of
from engine.games.railroad_rivals.state.actions import Deliver
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import trip_effect
from render.games.railroad_rivals.lettered import Question, in_lines, lettered, near
from render.games.railroad_rivals.words import joined
from render.labels import Names, first_word
from render.painter import Choice
from render.scene import Scene

_LINES = 2
"""More lines than this under a header become shorter by first names."""


def from_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with a key on every city the cube may leave, and the links it may take ringed."""
    offers = {choice.key: _deliveries(choice) for choice in choices}
    cities = {press: actions[0].city for press, actions in offers.items()}
    links = {link for actions in offers.values() for action in actions for link in _links(state, action)}
    first = next(iter(offers.values()))[0]
    title, line = f"Deliver {first.goods}", f"From which city{_over(state, first)}? {_worth(state, first)}"
    said = (f"{press} {cities[press]}: to {_ends(state, names, actions)}." for press, actions in offers.items())
    alt = joined((f"{title}. {line}", *said))
    return lettered(state, names, Question("from", title, line, first.seat, alt, cities, links))


def trip_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with the links of all these deliveries ringed; which is which their buttons say."""
    actions = [action for choice in choices for action in _deliveries(choice)]
    first = actions[0]
    links = {link for action in actions for link in _links(state, action)}
    ends = {city for action in actions for city in (action.city, *_cities_of(_trip(state, action)))}
    said = (f"{action.goods} from {action.city} to {action.to}: {_effect(state, names, action)}." for action in actions)
    alt = joined(("Deliver a good.", *said))
    asked = Question("trips", "Deliver a good", "Which delivery?", first.seat, alt, links=links, ends={"": tuple(ends)})
    return lettered(state, names, asked)


def _cities_of(trip: Trip) -> tuple[City, ...]:
    return tuple(city for link in trip.links for city in (link.a, link.b))


def to_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """A close look at the city, or at the tower, with a key on every neighbor the cube may go to."""
    offers = {choice.key: _deliveries(choice)[0] for choice in choices}
    first = next(iter(offers.values()))
    cities = {press: action.to for press, action in offers.items()}
    links = {link for action in offers.values() for link in _links(state, action)}
    start = f"{first.city}{_over(state, first)}"
    title, line = f"Deliver {first.goods}", f"From {start} to which city? {_worth(state, first)}"
    said = (f"{press} {action.to}: {_effect(state, names, action)}." for press, action in offers.items())
    alt = joined((f"{title} from {start}.", *said))
    asked = Question("to", title, line, first.seat, alt, cities, links, (first.city, first.goods))
    return near(state, names, _middle(state, first), asked)


def delivery_preview(state: RailroadRivals, names: Names, action: Deliver | Relay) -> tuple[Scene, ...]:
    """A close look at the links with the effect in words."""
    title, effect = f"Deliver {action.goods}?", _effect(state, names, action)
    line = effect
    if len(in_lines(line)) > _LINES:
        line = _effect(state, tuple(map(first_word, names)), action)
    alt = f"Preview: {action.goods} from {action.city}{_over(state, action)} to {action.to}: {effect}."
    asked = Question("preview", title, line, action.seat, alt, links=_links(state, action))
    trip, cube = _trip(state, action), (action.city, action.goods)
    asked = msgspec.structs.replace(asked, cube=cube, trip=trip, framed=(action.to,))
    return near(state, names, _middle(state, action), asked)


def _deliveries(choice: Choice) -> list[Deliver | Relay]:
    return [action for action in choice.actions if isinstance(action, Deliver | Relay)]


def _ends(state: RailroadRivals, names: Names, actions: Sequence[Deliver | Relay]) -> str:
    """The cities a cube can go to, each with its last link and the owner: “Denver (UP, Ada) or Omaha (CBQ, Ben)”."""
    lasts = [(action.to, _trip(state, action).links[-1]) for action in actions]
    owners = ["" if state.seats == 1 else f", {names[link.owner - 1]}" for _, link in lasts]
    ends = (f"{to} ({link.railroad}{owner})" for (to, link), owner in zip(lasts, owners, strict=True))
    return listed(tuple(dict.fromkeys(ends)), "or")


def _trip(state: RailroadRivals, action: Deliver | Relay) -> Trip:
    return trip_of(state, action) if isinstance(action, Deliver) else relay_trip(state, action)


def _links(state: RailroadRivals, action: Deliver | Relay) -> frozenset[Link]:
    return frozenset(_trip(state, action).links)


def _tower(state: RailroadRivals, action: Deliver | Relay) -> City | None:
    """The city whose tower passes the cube on."""
    return state.baron.tower(action.seat) if isinstance(action, Relay) else None


def _over(state: RailroadRivals, action: Deliver | Relay) -> str:
    tower = _tower(state, action)
    return f" over your tower in {tower}" if tower else ""


def _middle(state: RailroadRivals, action: Deliver | Relay) -> City:
    """The city that is nearest to everything of the trip."""
    return _tower(state, action) or action.city


def _worth(state: RailroadRivals, action: Deliver | Relay) -> str:
    return f"Worth {counted(delivery_points(state, action.goods), 'point')}."


def _effect(state: RailroadRivals, names: Names, action: Deliver | Relay) -> str:
    return trip_effect(state, _trip(state, action), lambda seat: names[seat - 1])
