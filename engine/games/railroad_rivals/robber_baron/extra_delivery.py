"""The extra Deliver a Good phase of the last turn. (RB Extra Delivery)"""

from engine.games.railroad_rivals.robber_baron.numbers import LAST_DELIVERY_PHASES
from engine.games.railroad_rivals.state.game_module import GameModule
from engine.games.railroad_rivals.state.state import RailroadRivals


class ExtraDelivery(GameModule):
    """A second full delivery phase; the cubes of the first have gone back into the bag. (RB Extra Delivery; F1, F2)"""

    def count_delivery_phases(self, state: RailroadRivals) -> int:
        return LAST_DELIVERY_PHASES if state.ending else 1

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        return (
            (
                "Extra Delivery (Robber Baron)",
                "The last turn has 2 Deliver a Good phases, one after the other. The cubes go back into the bag "
                "between them, so in the second phase each color is worth 3 points again.",
            ),
        )
