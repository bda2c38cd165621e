"""Texts that several pictures share."""

from collections import Counter
from collections.abc import Sequence

from engine.core import Event, Seat
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.game_data.constants import MAX_TURNS
from engine.games.railroads_of_catan.game_data.island import Good, NodeId, Track
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.display_names import EVENT_TEXTS, city_text
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.palette import PLAYERS
from render.text_fitting import Names, names_at_that_time


def as_sentence(words: str) -> str:
    """Return the words with a period at the end, unless they are a question."""
    return words if words.endswith("?") else f"{words}."


def node_name(state: RailroadsOfCatan, place: NodeId, names: Names) -> str:
    """Return “Ada 5” for a city, or the name of a point without a city."""
    city = state.cities.get(place)
    return f"{names[city.seat - 1]} {city.dots}" if city else place


def possessive_city_name(state: RailroadsOfCatan, place: NodeId, names: Names, about: Seat | None = None) -> str:
    """Return “Ada’s 5-dot city”, “their 5-dot city” in a sentence about Ada (``about``), or the name of a point."""
    return city_text(state.cities, place, lambda seat: names[seat - 1], about)


def line_name(state: RailroadsOfCatan, line: Sequence[NodeId], names: Names) -> str:
    """“Ada 5–V81–V86”: the points of a line of track."""
    return "–".join(node_name(state, place, names) for place in line)


def place_text(state: RailroadsOfCatan, place: NodeId, names: Names) -> str:
    """“in Ada 5”, “at V44”."""
    return f"{'in' if place in state.cities else 'at'} {node_name(state, place, names)}"


def train_place_text(state: RailroadsOfCatan, train: TrainPiece, names: Names) -> str:
    """“in Ada 5”, “at V44”: the place of a train."""
    return place_text(state, train.at, names)


def corner_text(state: RailroadsOfCatan) -> str:
    """Return “Turn 4 of 7 · Monsoon”, the text at the right of the header."""
    if not state.turn:
        return "Setup"
    event = f" · {EVENT_TEXTS[state.event][0]}" if state.event else ""
    return f"Turn {state.turn} of {MAX_TURNS}{event}"


def track_events(events: Sequence[Event]) -> tuple[e.TrackLaid, ...]:
    """Return the events in which track was laid, in order."""
    return tuple(event for event in events if isinstance(event, e.TrackLaid))


def has_board_changed(events: Sequence[Event]) -> bool:
    """Whether, in these events, an item was removed from the board or got another owner."""
    return any(
        isinstance(event, e.ItemSold | e.ItemRemoved)
        or (isinstance(event, e.StormLosses) and bool(event.tracks or event.trains))
        for event in events
    )


def new_tracks(state: RailroadsOfCatan, events: Sequence[Event]) -> tuple[Track, ...]:
    """The tracks that were laid in the events and are still on the board."""
    return tuple(track for event in track_events(events) for track in event.path.tracks if track in state.tracks)


def last_move_line(state: RailroadsOfCatan, events: Sequence[Event], names: Names) -> tuple[Seat | None, str]:
    """Return the seat of the last move, and the move in a few words; without a move, (None, a title)."""
    names = names_at_that_time(events, names)
    for event in reversed(events):
        if clause := GAME.text.narrate(event, lambda seat: names[seat - 1]).clause:
            seat = _acting_seat(event)
            return seat, f"{names[seat - 1] if seat else 'The monsoon'} {clause}"
    if any(isinstance(phase, Draft) for phase in state.flow):
        return None, "Founding cities"
    return None, "All cities, track, and trains"


def _acting_seat(event: Event) -> Seat | None:
    """Return the seat that caused an event; None for a monsoon."""
    match event:
        case e.ItemSold(buyer=buyer):
            return buyer
        case e.IslandLaid(order=order):
            return order[0]
        case _:
            return getattr(event, "seat", None)


def player_text(names: Names, seat: Seat) -> str:
    """Return “Ada (disc)”: a player's name, and the shape of the player's mark."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def barrels_text(goods: Sequence[Good]) -> str:
    """“2 ore, 1 wood”, or “empty”."""
    return ", ".join(f"{count} {good}" for good, count in sorted(Counter(goods).items())) or "empty"


def node_name_for(state: RailroadsOfCatan, names: Names, seat: Seat, place: NodeId) -> str:
    """Return “5” for a city of ``seat``, “Ben 4” for a rival’s city, or the name of a point without a city."""
    city = state.cities.get(place)
    return str(city.dots) if city and city.seat == seat else node_name(state, place, names)
