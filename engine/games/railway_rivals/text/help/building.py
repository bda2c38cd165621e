"""The rules of the set-up and of building."""

from engine.core import count_noun
from engine.games.railway_rivals.game_data import constants
from engine.games.railway_rivals.state.state import RailwayRivals

Topic = tuple[str, str]
"""The heading and the text of a topic."""

_OBJECT: Topic = (
    "The Object",
    "First, players build railways with building points from a die. The first player to reach a town receives gold. "
    "Then runs between towns come up, and you may enter a train in each. Trains race over everyone’s track and pay "
    "rivals for using theirs. The player with the most gold wins.",
)
STARTING: Topic = (
    "Setting Up",
    f"Each player has {constants.STARTING_GOLD} gold. In a random order, each player chooses a start town. Two players "
    "may share a start town only if all of them are taken. The last player to choose takes the first turn.",
)
TURN: Topic = (
    "A Player’s Turn",
    "One roll of the die gives each player that many building points for the turn. (The rulebook calls them capital.) "
    "They are not gold: they buy only track, and unspent points are lost. The player who rolled builds first, then the "
    "others, going left. The next turn, the player to the left rolls.\n"
    "You may plan before your turn. On your turn the plan is built. Steps that are now impossible, or cost more than "
    "you allowed, are skipped, and you choose again. You may also plan track that is built only if you would be first "
    "in its town. Until a plan is built, you may clear it.",
)
BUILDING: Topic = (
    "Rules of Building",
    "Track runs from the center of a hex to the center of the next. Every step must start on your own track, so your "
    "network stays in one piece. In one turn you may build in several places. You cannot build the same track twice. "
    "Track across the border enters the first hex and ends there. Track cannot cross sea or estuaries, except through "
    "a tunnel.",
)
_COSTS: Topic = (
    "Building Costs",
    f"A step costs {count_noun(constants.BASE_COST, constants.BUILDING_POINT)}. Each half of it in a hill hex costs "
    f"{constants.HALF_HILL_COST} more, and crossing a river costs {constants.RIVER_COST} more. Towns never count as "
    "hills. A tunnel "
    "costs the number printed on it.",
)
_PAYMENTS: Topic = (
    "Payments to Rivals",
    "You pay rivals from your gold when you build:\n"
    f"- {constants.JUNCTION_PAYMENT} gold to each rival who has track in the hex you enter\n"
    f"- {constants.HALF_PARALLEL_PAYMENT} gold to each rival whose track you run beside, for each half of the step\n"
    "- nothing inside towns\n"
    f"- between neighboring towns, only {constants.ADJACENT_TOWNS_PAYMENT} gold to each rival whose track you run "
    "beside\n"
    "You cannot go into debt.",
)
_INCOME = (
    f"The first player whose track reaches a town immediately receives {constants.TOWN_BONUS} gold, and may pay rivals "
    "with it. A town where a player started pays nothing. Neither do the places of special runs."
)
_NO_LATE = " A town that is first reached in the operating stage pays nothing either."
_LATE: Topic = (
    "Late Towns",
    f"At this table, the first player to reach a town also receives {constants.TOWN_BONUS} gold in the operating "
    "stage.",
)
_THREE: Topic = (
    "Three Rolls per Round",
    "At this table, three rolls are made together, and you plan for all three. They are built one turn at a time. Each "
    "turn, the next player to the left builds first.",
)


def end_topic(state: RailwayRivals) -> Topic:
    """The topic about the end of the building stage, with the last turn of this game."""
    return (
        "End of Building Stage",
        "The building stage ends after one of these turns:\n"
        "- the turn in which the last town is reached\n"
        f"- {count_noun(constants.TURNS_AFTER_DECLARATION, 'turn')} after the turn in which the end is declared. "
        "While one town is "
        f"left, any player may declare it. After {count_noun(constants.FRUITLESS_TURNS_TO_DECLARATION, 'turn')} "
        "without a new town, it "
        "is declared automatically.\n"
        "- the turn in which players vote to end it. While more towns are left, they vote after "
        f"{count_noun(constants.FRUITLESS_TURNS_TO_VOTE, 'turn')} without a new town.\n"
        f"- Turn {state.options.turns}, the last at this table",
    )


_BETWEEN_RACES = (
    "The richest player rolls the first time, then the player to the left. Each player may spend the roll "
    f"plus {constants.OPERATING_ALLOWANCE} gold, on track and payments together. For example, a roll of 6 allows 12 "
    "gold. There are no building points in this stage: you pay with your own gold, and each step costs as much gold "
    "as it cost points before. After the last race, no one builds, unless runs were put aside."
)


def building_between_races_topic(state: RailwayRivals) -> Topic:
    """The topic about building in the operating stage."""
    when = "After every two races, the die is rolled."
    if state.has_many_runs_at_once:
        when = "The die is rolled when runs come up, and players build after their races."
    return "Building Track in the Operating Stage", f"{when} {_BETWEEN_RACES}"


def topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """The topics about the goal, the set-up, and the building stage, in playing order."""
    income = "Income", _INCOME if state.options.late_towns else _INCOME + _NO_LATE
    return (_OBJECT, STARTING, TURN, BUILDING, _COSTS, _PAYMENTS, income, end_topic(state))


def option_topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """The topics about building that depend on the options of the table."""
    three = (_THREE,) if state.options.rolls == "three" else ()
    late = (_LATE,) if state.options.late_towns else ()
    return (*three, *late)
