"""Words of the board pictures: the corner of the header, the last move in a sentence, money and points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.box.graph import Place, Track
from engine.games.railroads_of_catan.box.pieces import Train
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import EVENT_WORDS
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration import tell
from render.called import called_then
from render.labels import Names


def money(amount: int) -> str:
    """“$1,000”, “−$400”."""
    return f"−${-amount:,}" if amount < 0 else f"${amount:,}"


def sentence(words: str) -> str:
    """The words with a period, where they are no question."""
    return words if words.endswith("?") else f"{words}."


def named(state: RailroadsOfCatan, place: Place, names: Names) -> str:
    """“Ada’s 5”, or the name of a point without a city."""
    found = state.cities.get(place)
    return f"{names[found.seat - 1]}’s {found.dots}" if found else place


def stands(state: RailroadsOfCatan, train: Train, names: Names) -> str:
    """“in Ada’s 5”, “at V44”."""
    return f"{'in' if train.at in state.cities else 'at'} {named(state, train.at, names)}"


def corner(state: RailroadsOfCatan) -> str:
    """“Turn 4 of 7 · Monsoon”."""
    if not state.turn:
        return "founding cities"
    event = f" · {EVENT_WORDS[state.event][0]}" if state.event else ""
    return f"Turn {state.turn} of {TURNS}{event}"


def laid(news: Sequence[Event]) -> tuple[e.TrackLaid, ...]:
    """What was laid, in order."""
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
    """Whose move it was, and what it was, in a few words."""
    names = called_then(news, names)
    for event in reversed(news):
        if did := tell(event, lambda seat: names[seat - 1]).did:
            seat = _mover(event)
            return seat, f"{names[seat - 1] if seat else 'A monsoon'} {did}"
    if any(isinstance(phase, Draft) for phase in state.flow):
        return None, "Cities are being founded"
    return None, "All cities, tracks and trains"


def _mover(event: Event) -> Seat | None:
    """Whose doing it was; None is the weather."""
    match event:
        case e.ItemSold(buyer=buyer):
            return buyer
        case e.IslandLaid(order=order):
            return order[0]
        case _:
            return getattr(event, "seat", None)
