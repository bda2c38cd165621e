"""Words that several pictures share: the header's corner, the last move, players, places, and goods."""

from collections import Counter
from collections.abc import Sequence

from engine.core import Event, Seat
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.box.graph import Place, Track
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import EVENT_WORDS
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration import tell
from render.called import called_then
from render.labels import Names
from render.palette import PLAYERS


def sentence(words: str) -> str:
    """The words with a period, where they are no question."""
    return words if words.endswith("?") else f"{words}."


def named(state: RailroadsOfCatan, place: Place, names: Names) -> str:
    """“Ada 5”, or the name of a point without a city."""
    found = state.cities.get(place)
    return f"{names[found.seat - 1]} {found.dots}" if found else place


def line_named(state: RailroadsOfCatan, line: Sequence[Place], names: Names) -> str:
    """“Ada 5–V81–V86”: every point of a line."""
    return "–".join(named(state, place, names) for place in line)


def at(state: RailroadsOfCatan, place: Place, names: Names) -> str:
    """“in Ada 5”, “at V44”."""
    return f"{'in' if place in state.cities else 'at'} {named(state, place, names)}"


def stands(state: RailroadsOfCatan, train: Train, names: Names) -> str:
    """The place of a train in words: “in Ada 5”, “at V44”."""
    return at(state, train.at, names)


def corner(state: RailroadsOfCatan) -> str:
    """“Turn 4 of 7 · Monsoon”."""
    if not state.turn:
        return "Setup"
    event = f" · {EVENT_WORDS[state.event][0]}" if state.event else ""
    return f"Turn {state.turn} of {TURNS}{event}"


def laid(news: Sequence[Event]) -> tuple[e.TrackLaid, ...]:
    """The track that was laid, in order."""
    return tuple(event for event in news if isinstance(event, e.TrackLaid))


def board_changed(news: Sequence[Event]) -> bool:
    """Whether maintenance or an event took something off the board or gave it to another player."""
    return any(
        isinstance(event, e.ItemSold | e.ItemRemoved)
        or (isinstance(event, e.StormLosses) and bool(event.tracks or event.trains))
        for event in news
    )


def new_tracks(state: RailroadsOfCatan, news: Sequence[Event]) -> tuple[Track, ...]:
    """Tracks that were laid in the news and still lie."""
    return tuple(track for event in laid(news) for track in event.path.tracks if track in state.tracks)


def last_move(state: RailroadsOfCatan, news: Sequence[Event], names: Names) -> tuple[Seat | None, str]:
    """The last move in a few words, with the seat that made it."""
    names = called_then(news, names)
    for event in reversed(news):
        if did := tell(event, lambda seat: names[seat - 1]).did:
            seat = _mover(event)
            return seat, f"{names[seat - 1] if seat else 'The monsoon'} {did}"
    if any(isinstance(phase, Draft) for phase in state.flow):
        return None, "Founding cities"
    return None, "All cities, track, and trains"


def _mover(event: Event) -> Seat | None:
    """The seat whose doing an event was; None is the weather."""
    match event:
        case e.ItemSold(buyer=buyer):
            return buyer
        case e.IslandLaid(order=order):
            return order[0]
        case _:
            return getattr(event, "seat", None)


def player(names: Names, seat: Seat) -> str:
    """“Ada (disc)”: never the color alone."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def barrels(goods: Sequence[Good]) -> str:
    """“2 ore, 1 wood”, or “empty”."""
    return ", ".join(f"{count} {good}" for good, count in sorted(Counter(goods).items())) or "empty"


def from_seat(state: RailroadsOfCatan, names: Names, seat: Seat, place: Place) -> str:
    """“5” for a city of the seat, “Ben 4” for a rival’s, the point’s name where there is none."""
    found = state.cities.get(place)
    return str(found.dots) if found and found.seat == seat else named(state, place, names)
