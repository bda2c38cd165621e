"""Short names of cities on small tiles, for any city in a host's tile list."""

import pytest

from engine.games.railroad_rivals.game_data.printed_data import City
from render.games.railroad_rivals.colors import short_city_name


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Denver", "Denver"),
        ("Charleston", "Charleston"),
        ("Indianapolis", "Indianap."),
        ("Fredericksburg", "Frederic."),
        ("Oklahoma City", "Oklahoma."),
        ("Winston-Salem", "Winston."),
        ("Coeur d'Alene", "Coeur d."),
        ("Coeur d’Alene", "Coeur d."),
        ("Portland OR", "Portla. OR"),
        ("Reno Junct. NV", "Reno J. NV"),
    ],
)
def test_a_long_name_is_cut_to_letters_and_a_period(name: str, short: str) -> None:
    assert short_city_name(City(name)) == short and len(short) <= 10


def test_cities_that_differ_in_the_state_alone_stay_different() -> None:
    names = [City(f"Springfield {state}") for state in ("IL", "MA", "MO", "OH")]
    assert len(set(map(short_city_name, names))) == len(names)
