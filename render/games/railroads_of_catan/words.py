"""Words of the board pictures: the corner of the header, the last move in a sentence, money and points."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroads_of_catan.box.figures import TURNS
from engine.games.railroads_of_catan.box.graph import Place, Track
from engine.games.railroads_of_catan.box.pieces import Item
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import EVENT_WORDS
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.called import called_then


def money(amount: int) -> str:
    """“$1,000”, “−$400”."""
    return f"−${-amount:,}" if amount < 0 else f"${amount:,}"


def sentence(words: str) -> str:
    """The words with a period, where they are no question."""
    return words if words.endswith("?") else f"{words}."


def named(state: RailroadsOfCatan, place: Place, names: Sequence[str]) -> str:
    """“Ada’s 5”, or the name of a point without a city."""
    found = state.cities.get(place)
    return f"{names[found.seat - 1]}’s {found.dots}" if found else place


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


def last_move(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str]) -> tuple[Seat | None, str]:
    """Whose move it was, and what it was, in a few words."""
    names = called_then(news, names)
    for event in reversed(news):
        match event:
            case e.TrackLaid(seat=seat, path=path, cost=cost, fees=fees):
                tracks, dollars = counted(len(path.tracks), "track"), money(cost + sum(fees.values()))
                end = _named_by(state, seat, path.lines[-1][-1], names)
                return seat, f"{names[seat - 1]} laid {tracks} to {end} for {dollars}"
            case e.TrainBought(seat=seat, city=city):
                return seat, f"{names[seat - 1]} bought a train in {_named_by(state, seat, city, names)}"
            case e.TrainUpgraded(seat=seat, number=number):
                return seat, f"{names[seat - 1]} made train {number} a large one"
            case e.TrainRun(seat=seat, number=number, trip=trip):
                end = _named_by(state, seat, trip.stops[-1].place, names)
                return seat, f"{names[seat - 1]} ran train {number} to {end}"
            case e.CityFounded(seat=seat, hex=hex, dots=dots):
                return seat, f"{names[seat - 1]} founded city {dots} on {hex}"
            case e.StormLosses(tracks=tracks, trains=trains) if tracks or trains:
                lost = f"{counted(len(tracks), 'water track')} and {counted(len(trains), 'train')}"
                return None, f"A monsoon destroyed {lost}"
            case e.ItemSold(seat=seat, buyer=buyer, item=item, amount=amount):
                return buyer, f"{names[buyer - 1]} bought {names[seat - 1]}’s {_item(item)} for {money(amount)}"
            case e.ItemRemoved(seat=seat, item=item):
                return seat, f"{names[seat - 1]} gave up {_item(item)}"
            case e.IslandLaid(order=order):
                return order[0], f"{names[order[0] - 1]} founds the first city"
            case _:
                continue
    if any(isinstance(phase, Draft) for phase in state.flow):
        return None, "Cities are being founded"
    return None, "All cities, tracks and trains"


def _item(item: Item) -> str:
    """“train 2”, “track H33–V75”."""
    return item.replace("-", " ") if item.startswith("train-") else f"track {item.replace('-', '–')}"


def _named_by(state: RailroadsOfCatan, seat: Seat, place: Place, names: Sequence[str]) -> str:
    """A point as its player's sentence names it: “city 5” for an own one."""
    found = state.cities.get(place)
    return f"city {found.dots}" if found and found.seat == seat else named(state, place, names)
