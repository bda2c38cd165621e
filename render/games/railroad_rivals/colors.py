"""The look of Railroad Rivals: railroad badges, short names, and colors.

(style guide, sections 6 and 8)
"""

from collections.abc import Mapping
from functools import lru_cache

from engine.games.railroad_rivals.game_data.printed_data import NEW_HAVEN, RAILROADS, WILD_EDGE, City, Railroad
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.badges import Livery
from render.games.railroad_rivals.board.cubes import CUBES
from render.palette import INK, PAPER_2, build_palette
from render.scene import Color

LIVERIES: Mapping[Railroad, Livery] = {
    Railroad(livery.initials): livery
    for livery in (
        Livery("ACL", "#6A2C63", "#F1E0F0", "pill", True),
        Livery("ATSF", "#BFD9EC", "#16324F", "rectangle", False),
        Livery("B&O", "#24479A", "#FFFFFF", "swallowtail", True),
        Livery("C&O", "#F2C63C", "#1B2A63", "hexagon", False),
        Livery("CBQ", "#22262B", "#FFFFFF", "rectangle", True),
        Livery("IC", "#5C3A21", "#F6C58F", "octagon", True),
        Livery("MP", "#0F5E63", "#DDF1EC", "hexagon", True),
        Livery("NP", "#FFFFFF", "#A31D2A", "pill", False),
        Livery("NYC", "#B9BEC3", "#1F2328", "octagon", False),
        Livery("PRR", "#7B1E2B", "#F3CE6B", "ticket", True),
        Livery("SP", "#EE8A34", "#3A1D08", "swallowtail", False),
        Livery("UP", "#C2DBA0", "#1F4A24", "ticket", False),
    )
} | {
    NEW_HAVEN: Livery("NH", "#E8C9C0", "#5A1B14", "pill", False, bars=True),
    WILD_EDGE: Livery("ANY", PAPER_2, INK, "saw", False),
}
"""The badges of all railroads, and of a wild edge."""

_SHORT_NAMES: Mapping[City, str] = {
    City("San Francisco"): "San Fran.",
    City("Salt Lake City"): "Salt Lake",
    City("Philadelphia"): "Phila.",
    City("Indianapolis"): "Indianap.",
    City("Minneapolis"): "Minneap.",
    City("Kansas City"): "Kansas C.",
    City("Los Angeles"): "L. Angeles",
    City("New Orleans"): "N. Orleans",
    City("Jacksonville"): "Jacksonv.",
    City("Washington"): "Wash'ton",
    City("Transcontinental"): "Transcont.",
    City("New York NH"): "N. York NH",
    City("Springfield"): "Springf.",
    City("Headquarters"): "Headqu.",
}
_SHORT, _CUT = 10, 8
"""Maximum letters of a city's name that is not shortened, and letters kept of a shortened name."""
_STATE = 2
"""Maximum letters of a last word that is kept as the state, as in “New York NH”."""
_NO_END = " .-'’"
"""Characters that are removed from the end of a shortened name."""


def short_city_name(city: City) -> str:
    """The name of a city for a small tile, such as “Indianap.”. Names that fit are unchanged."""
    if len(city) <= _SHORT or city in _SHORT_NAMES:
        return _SHORT_NAMES.get(city, city)
    before, _, state = city.rpartition(" ")
    if before and len(state) <= _STATE:  # the state distinguishes cities of one name
        return f"{_abbreviate(before, _SHORT - 2 - len(state))} {state}"
    return _abbreviate(city, _CUT)


def _abbreviate(name: str, letters: int) -> str:
    """The first ``letters`` letters of a name and a period; shorter names are unchanged."""
    return name if len(name) <= letters else f"{name[:letters].rstrip(_NO_END)}."


SHORT_RAILROAD_NAMES: Mapping[str, str] = {
    "ACL": "Atlantic Coast",
    "C&O": "Chesapeake",
    "MP": "Missouri Pac.",
    "NP": "Northern Pac.",
    "NYC": "N. Y. Central",
    "SP": "Southern Pac.",
}
"""Railroad names for cards on which the full names are too long."""

SHORTEST_RAILROAD_NAMES: Mapping[str, str] = {
    **SHORT_RAILROAD_NAMES,
    "B&O": "Balt. & Ohio",
    "IC": "Illinois C.",
    "MP": "Missouri P.",
    "NP": "Northern P.",
    "ACL": "Atl. Coast",
    "NYC": "N. Y. Central",
    "SP": "Southern P.",
    "PRR": "Pennsylv.",
    "UP": "Union Pac.",
}
"""Railroad names for the narrowest cards."""


@lru_cache(None)
def _table_palette(railroads: tuple[Railroad, ...]) -> tuple[Color, ...]:
    liveries = [LIVERIES[railroad] for railroad in railroads]
    return build_palette(
        own=tuple(color for livery in liveries for color in (livery.field, livery.charge))
        + tuple(color for cube in CUBES.values() for color in cube[:2]),
        pairs=tuple((livery.field, livery.charge) for livery in liveries),
    )


PALETTE = _table_palette(RAILROADS)
"""The palette of pictures for tables with the base game's railroads."""

EXPANDED_PALETTE = _table_palette((*RAILROADS, NEW_HAVEN))
"""The palette of pictures for tables with all railroads."""


def palette_of(state: RailroadRivals) -> tuple[Color, ...]:
    """The palette of a table's pictures."""
    return EXPANDED_PALETTE if NEW_HAVEN in state.value else PALETTE
