"""A company's track in words: chains of towns, forks, and ends, for readers without the map."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.state.state import RailwayRivals

_Links = dict[Hex, list[Hex]]
"""For every hex the hexes to which track leads from it."""


class _TrackStretch(NamedTuple):
    """Track between two places that are worth a name."""

    first: Hex
    last: Hex


def network_texts(state: RailwayRivals, seat: Seat) -> tuple[str, ...]:
    """“Liverpool–Warrington–K12”: all track of a company, each piece once; towns by name, forks and ends by hex."""
    names = _hex_names(state)
    chains = _join_stretches(_find_stretches(state, seat))
    named_chains = ([names.get(hex, hex) for hex in chain] for chain in chains)
    return tuple(map("–".join, named_chains))


def _hex_names(state: RailwayRivals) -> Mapping[Hex, str]:
    special = {hex: f"{hex} ({run.name})" for run in state.hex_map.special_runs for hex in run.hexes}
    return {**special, **{hex: town.name for hex, town in state.hex_map.town_at.items()}}


def _find_stretches(state: RailwayRivals, seat: Seat) -> list[_TrackStretch]:
    """The company's track, cut at towns, forks, and ends."""
    links: _Links = {}
    for piece in state.track.pieces:
        if piece.seat == seat:
            links.setdefault(piece.a, []).append(piece.b)
            links.setdefault(piece.b, []).append(piece.a)
    named_hexes = [hex for hex in links if hex in state.hex_map.town_at or len(links[hex]) != 2]
    stretches, visited = list[_TrackStretch](), set[tuple[Hex, Hex]]()
    for first in named_hexes:
        for second in links[first]:
            if (first, second) not in visited:
                before, last = _follow_track(links, named_hexes, first, second)
                visited.add((last, before))
                stretches.append(_TrackStretch(first, last))
    return stretches


def _follow_track(links: _Links, named_hexes: list[Hex], before: Hex, here: Hex) -> tuple[Hex, Hex]:
    """The next named place along the track, and the hex before it."""
    while here not in named_hexes:
        ahead = next(hex for hex in links[here] if hex != before)
        before, here = here, ahead
    return before, here


def _join_stretches(stretches: list[_TrackStretch]) -> Iterator[list[Hex]]:
    """The stretches joined to chains that are as long as they come; each stretch is in one of them."""
    stretches = list(stretches)
    while stretches:
        first = _chain_start(stretches)
        chain = [first]
        while (next_stretch := next((one for one in stretches if chain[-1] in one), None)) is not None:
            stretches.remove(next_stretch)
            chain.append(next_stretch.last if next_stretch.first == chain[-1] else next_stretch.first)
        yield chain


def _chain_start(stretches: list[_TrackStretch]) -> Hex:
    """An end of what is left, or any place of a ring."""
    places = [place for one in stretches for place in one]
    return next((place for place in places if places.count(place) == 1), places[0])
