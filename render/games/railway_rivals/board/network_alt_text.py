"""A company's track in words, for alt texts: chains of towns, forks, and ends."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.core import Seat
from engine.games.railway_rivals.game_data.hex_map import Hex
from engine.games.railway_rivals.state.state import RailwayRivals

_Links = dict[Hex, list[Hex]]
"""For each hex, the neighbors to which track leads."""


class _TrackStretch(NamedTuple):
    """Track between two named hexes: towns, forks, or ends."""

    first: Hex
    last: Hex


def network_texts(state: RailwayRivals, seat: Seat) -> tuple[str, ...]:
    """“Liverpool–Warrington–K12”: all track of a company as chains; forks and ends are named by their hexes."""
    names = _hex_names(state)
    chains = _join_stretches(_find_stretches(state, seat))
    named_chains = ([names.get(hex, hex) for hex in chain] for chain in chains)
    return tuple(map("–".join, named_chains))


def _hex_names(state: RailwayRivals) -> Mapping[Hex, str]:
    special = {hex: f"{hex} ({run.name})" for run in state.hex_map.special_runs for hex in run.hexes}
    return {**special, **{hex: town.name for hex, town in state.hex_map.town_at.items()}}


def _find_stretches(state: RailwayRivals, seat: Seat) -> list[_TrackStretch]:
    """Divide a company's track at towns, forks, and ends."""
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
    """Follow track to the next named hex; return the hex before it and the named hex."""
    while here not in named_hexes:
        ahead = next(hex for hex in links[here] if hex != before)
        before, here = here, ahead
    return before, here


def _join_stretches(stretches: list[_TrackStretch]) -> Iterator[list[Hex]]:
    """Join stretches into chains, each as long as possible. Each stretch is in one chain."""
    stretches = list(stretches)
    while stretches:
        first = _chain_start(stretches)
        chain = [first]
        while (next_stretch := next((stretch for stretch in stretches if chain[-1] in stretch), None)) is not None:
            stretches.remove(next_stretch)
            chain.append(next_stretch.last if next_stretch.first == chain[-1] else next_stretch.first)
        yield chain


def _chain_start(stretches: list[_TrackStretch]) -> Hex:
    """A hex where a chain may begin: an end of the remaining stretches, or any named hex of a ring."""
    places = [place for stretch in stretches for place in stretch]
    return next((place for place in places if places.count(place) == 1), places[0])
