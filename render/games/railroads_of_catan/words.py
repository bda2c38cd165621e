"""Words of the board pictures: the header's corner, the last move, money and points; and the whole board in words.

Alt texts say facts first, one sentence a player. (drawing rules for maps, section 9)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroads_of_catan.box.figures import LARGE, TURNS
from engine.games.railroads_of_catan.box.graph import Place, Track
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import EventCard, Train
from engine.games.railroads_of_catan.rules.ending import joined_count
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.naming import EVENT_WORDS
from engine.games.railroads_of_catan.state.phases import Draft
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.words.narration import tell
from render.called import called_then
from render.labels import Names, joined
from render.palette import PLAYERS


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


# -- the whole board


def player(names: Names, seat: Seat) -> str:
    """“Ada (disc)”: never the color alone."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def barrels(goods: Sequence[Good]) -> str:
    """“2 ore, 1 wood”, or “empty”."""
    return ", ".join(f"{count} {good}" for good, count in sorted(Counter(goods).items())) or "empty"


def board_alt(state: RailroadsOfCatan, news: Sequence[Event], names: Names, line: str = "") -> str:
    """Turn, the last move or the question, and for each player money, cities, tracks and trains."""
    told = line or last_move(state, news, names)[1]
    players = (_player(state, names, seat) for seat in state.everyone)
    storm = ["Tracks on the coast are closed."] if state.event is EventCard.MONSOON else []
    return joined((f"Railroads of Catan, {corner(state)}. {sentence(told)}", *storm, *players))


def _player(state: RailroadsOfCatan, names: Names, seat: Seat) -> str:
    own, tracks = state.cities_of(seat), len(state.tracks_of(seat))
    facts = [money(state.cash[seat])]
    if own:
        cities = (f"{state.cities[hex].dots} {hex} {state.layout.good(hex)}" for hex in own)
        facts.append(f"cities {', '.join(cities)}")
    if tracks:
        facts += [counted(tracks, "track"), f"joined {joined_count(state, seat)} of {len(own)}"]
    facts += (_train(state, names, train) for train in state.trains_of(seat))
    return f"{player(names, seat)}: {'; '.join(facts)}."


def _train(state: RailroadsOfCatan, names: Names, train: Train) -> str:
    where = state.cities.get(train.at)
    at = train.at if where is None or where.seat == train.seat else named(state, train.at, names)
    return f"train {train.number} {LARGE[train.large]} at {at}, {barrels(train.goods)}"
