"""The board in words: facts first, one sentence a player. (drawing rules for maps, section 9)"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted
from engine.games.railroads_of_catan.box.layout import Good
from engine.games.railroads_of_catan.box.pieces import EventCard, Train
from engine.games.railroads_of_catan.rules.ending import joined_count
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.words import corner, last_move, money, named, sentence
from render.labels import joined
from render.palette import PLAYERS


def player(names: Sequence[str], seat: Seat) -> str:
    """“Ada (disc)”: never the color alone."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def barrels(goods: Sequence[Good]) -> str:
    """“2 ore, 1 wood”, or “empty”."""
    return ", ".join(f"{count} {good}" for good, count in sorted(Counter(goods).items())) or "empty"


def board_alt(state: RailroadsOfCatan, news: Sequence[Event], names: Sequence[str], line: str = "") -> str:
    """Turn, the last move or the question, and for each player money, cities, tracks and trains."""
    told = line or last_move(state, news, names)[1]
    players = (sentence for seat in state.everyone for sentence in _player(state, names, seat))
    storm = ["Tracks on the coast are closed."] if state.event is EventCard.MONSOON else []
    return joined((f"Railroads of Catan, {corner(state)}. {sentence(told)}", *storm, *players))


def _player(state: RailroadsOfCatan, names: Sequence[str], seat: Seat) -> Iterator[str]:
    own = state.cities_of(seat)
    cities = ", ".join(f"{state.cities[hex].dots} {hex} {state.layout.good(hex)}" for hex in own)
    facts = [money(state.cash[seat]), *([f"cities {cities}"] if own else [])]
    if tracks := len(state.tracks_of(seat)):
        facts += [counted(tracks, "track"), f"joined {joined_count(state, seat)} of {len(own)}"]
    yield f"{player(names, seat)}: {'; '.join((*facts, *(_train(state, names, t) for t in state.trains_of(seat))))}."


def _train(state: RailroadsOfCatan, names: Sequence[str], train: Train) -> str:
    size = "large" if train.large else "small"
    where = state.cities.get(train.at)
    at = train.at if where is None or where.seat == train.seat else named(state, train.at, names)
    return f"train {train.number} {size} at {at}, {barrels(train.goods)}"
