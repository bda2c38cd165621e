"""Pictures of where to build or to play New Industry: cities lettered, and the choice drawn in.

(RB Advanced Buildings; RB New Industry)
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import counted
from engine.games.railroad_rivals.box.data import City
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Industry, Tower
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.lettered import Question, lettered, near
from render.games.railroad_rivals.words import joined
from render.labels import Names
from render.painter import Choice
from render.scene import Scene

Site = Hotel | Tower | Industry

_WORDS: Mapping[type[Site], tuple[str, str]] = {
    Hotel: ("Build your hotel", "1 point for each cube delivered there"),
    Tower: ("Build your water tower", "send deliveries one link farther"),
    Industry: ("Play New Industry", "draw new cubes onto it"),
}
"""The title and the effect of each."""


def site_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The table with a key on every city to choose from."""
    sites = {choice.key: a for choice in choices for a in choice.actions if isinstance(a, Site)}
    first = next(iter(sites.values()))
    title, effect = _WORDS[type(first)]
    cities = {press: site.city for press, site in sites.items()}
    drawn = {city: state.cubes_to_draw(city) for city in cities.values()} if isinstance(first, Industry) else {}
    notes = {city: f"+{number}" for city, number in drawn.items()}
    said = (f"{press} {city}{_noted(drawn, city)}." for press, city in cities.items())
    alt = joined((f"{title}. {effect[0].upper()}{effect[1:]}.", *said))
    asked = Question(
        "sites", title, f"In which city? {effect[0].upper()}{effect[1:]}", first.seat, alt, cities, notes=notes
    )
    return lettered(state, names, asked)


def site_preview(state: RailroadRivals, names: Names, site: Site) -> tuple[Scene, ...]:
    """A close look at the city with the building in it, before it is built; for New Industry what it will bring."""
    title, effect = _WORDS[type(site)]
    baron = state.baron
    match site:
        case Hotel(seat=seat, city=city):
            baron, line = baron.build_hotel(seat, city), f"In {city}: {effect}"
        case Tower(seat=seat, city=city):
            baron, line = baron.build_tower(seat, city), f"In {city}: {effect}"
        case Industry(city=city):
            line = f"Draw {counted(state.cubes_to_draw(city), 'cube')} onto {city}"
    asked = Question("preview", f"{title}?", line, site.seat, f"Preview: {title}. {line}.", framed=(site.city,))
    return near(msgspec.structs.replace(state, baron=baron), names, site.city, asked)


def _noted(drawn: Mapping[City, int], city: City) -> str:
    return f", {counted(drawn[city], 'new cube')}" if city in drawn else ""
