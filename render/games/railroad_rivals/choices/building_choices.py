"""Pictures for the choice of a city for a building or New Industry, and previews of these actions.

(RB Advanced Buildings; RB New Industry)
"""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import count_noun
from engine.core.action import field_question
from engine.games.railroad_rivals.game_data.printed_data import City
from engine.games.railroad_rivals.robber_baron.actions import Hotel, Industry, Tower
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.captions import join_sentences
from render.games.railroad_rivals.choices.city_choices import CityQuestion, city_choice_scenes, city_closeup_scenes
from render.painter import Choice
from render.scene import Scene
from render.text_fitting import Names

BuildingAction = Hotel | Tower | Industry

_WORDS: Mapping[type[BuildingAction], tuple[str, str]] = {
    Hotel: ("Build your hotel", "1 point for each cube delivered there"),
    Tower: ("Build your water tower", "send deliveries one link farther"),
    Industry: ("Play New Industry", "draw new cubes onto it"),
}
"""(title, effect) of each kind of action."""


def building_choice_scenes(state: RailroadRivals, names: Names, choices: Sequence[Choice]) -> tuple[Scene, ...]:
    """The board with a key on each city that can be chosen."""
    sites = {choice.key: a for choice in choices for a in choice.actions if isinstance(a, BuildingAction)}
    first = next(iter(sites.values()))
    title, effect = _WORDS[type(first)]
    cities = {press: site.city for press, site in sites.items()}
    cubes_by_city = (
        {city: state.count_cubes_to_draw(city) for city in cities.values()} if isinstance(first, Industry) else {}
    )
    notes = {city: f"+{number}" for city, number in cubes_by_city.items()}
    key_sentences = (f"{press} {city}{_new_cubes_text(cubes_by_city, city)}." for press, city in cities.items())
    alt = join_sentences((f"{title}. {effect[0].upper()}{effect[1:]}.", *key_sentences))
    question = CityQuestion(
        "sites",
        title,
        f"{field_question(type(first), 'city')} {effect[0].upper()}{effect[1:]}",
        first.seat,
        alt,
        cities,
        notes=notes,
    )
    return city_choice_scenes(state, names, question)


def building_preview_scenes(state: RailroadRivals, names: Names, site: BuildingAction) -> tuple[Scene, ...]:
    """A closeup of the city with the building, or with the effect of New Industry."""
    title, effect = _WORDS[type(site)]
    baron = state.baron
    match site:
        case Hotel(seat=seat, city=city):
            baron, line = baron.build_hotel(seat, city), f"In {city}: {effect}"
        case Tower(seat=seat, city=city):
            baron, line = baron.build_tower(seat, city), f"In {city}: {effect}"
        case Industry(city=city):
            line = f"Draw {count_noun(state.count_cubes_to_draw(city), 'cube')} onto {city}"
    question = CityQuestion("preview", f"{title}?", line, site.seat, f"Preview: {title}. {line}.", framed=(site.city,))
    return city_closeup_scenes(msgspec.structs.replace(state, baron=baron), names, site.city, question)


def _new_cubes_text(cubes_by_city: Mapping[City, int], city: City) -> str:
    return f", {count_noun(cubes_by_city[city], 'new cube')}" if city in cubes_by_city else ""
