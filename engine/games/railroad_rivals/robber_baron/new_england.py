"""The module New England. (RB 6th Player Content)"""

from collections.abc import Mapping

from engine.games.railroad_rivals.game_data.printed_data import NEW_ENGLAND, NEW_HAVEN, REPLACED_CITIES, City
from engine.games.railroad_rivals.state.game_module import GameModule


class NewEngland(GameModule):
    """Adds the NYNH&H railroad with five cities, and replaces New York and Boston. (RB 6th Player Content; X3)

    The module is always in play with six players, and optional with fewer. (ruling X2)
    """

    topics = (
        (
            "New England (Robber Baron)",
            "The New Haven (NYNH&H) is the thirteenth railroad. New Haven, Providence, Worcester, Springfield, and "
            "Hartford are in play. The tiles New York NH and Boston NH replace New York and Boston.",
        ),
    )

    def early_cities(self, base: tuple[City, ...]) -> tuple[City, ...]:
        return (*(city for city in base if city not in REPLACED_CITIES), *NEW_ENGLAND)

    def extra_stocks(self, of_each: int) -> Mapping[str, int]:
        return {NEW_HAVEN: of_each}
