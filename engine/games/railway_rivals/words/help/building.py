"""The rules of the set-up and of building."""

from __future__ import annotations

from engine.games.railway_rivals.box.figures import (
    ADJACENT_TOWNS,
    BASE_COST,
    HILL_HALF,
    JOIN,
    OPERATING_ALLOWANCE,
    PARALLEL_HALF,
    RIVER,
    STARTING_GOLD,
    TOWN_BONUS,
)
from engine.games.railway_rivals.state.phases import Building, Starting, Voting
from engine.games.railway_rivals.state.state import RailwayRivals

Topic = tuple[str, str]

_OBJECT: Topic = (
    "The Object",
    "First everybody builds railways with building points that the die gives; the first in a town receives gold. Then"
    " runs between towns come up; whoever likes enters a train, and the trains race over all track, paying rivals for"
    " theirs. Most gold wins.",
)
_STARTING: Topic = (
    "Setting Up",
    f"Everybody has {STARTING_GOLD} gold and chooses a start town, in an order that is drawn. A town is chosen "
    "twice only when all are taken. The last to choose has the first Turn.",
)
_TURN: Topic = (
    "A Player's Turn",
    "One roll of the die gives each player so many building points this Turn (the rulebook calls them capital). They"
    " are not your gold: they buy track and nothing else, and what is not spent is lost. The roller"
    " builds first, then the others to the left; the next Turn the player on the left rolls. You may plan before your"
    " time comes: the plan is built then, and a step that has become impossible, or dearer than you allowed, is left"
    " out, and you are asked again. A plan may also be built only if you are the first in its town. Until then you may"
    " forget it.",
)
_BUILDING: Topic = (
    "Rules of Building",
    "Track leads from the center of a hex to the center of the next. Every step must begin on your own track, so "
    "that your network stays in one piece; in one Turn you may build in several places. Your own track is never "
    "built twice. Over the border track leads into the first hex and ends there. Sea and estuaries are not "
    "crossed, but for a tunnel.",
)
_COSTS: Topic = (
    "Building Costs",
    f"A step costs {BASE_COST} building point, {HILL_HALF} more for each half of it in a hill hex, and {RIVER} more"
    " across a river. Towns never count as hills. A tunnel costs what is written at it.",
)
_PAYMENTS: Topic = (
    "Payments to Rivals",
    f"From gold in hand you pay each rival who has track in the hex you enter {JOIN} gold, and for running beside "
    f"a rival's track {PARALLEL_HALF} for each half of the step. Inside towns nothing is paid, but between "
    f"neighboring towns {ADJACENT_TOWNS} gold to each rival beside whom you build. There is no debt.",
)
_INCOME: Topic = (
    "Income",
    f"The first player whose track reaches a town receives {TOWN_BONUS} gold at once, and may pay rivals with it. "
    "A town where somebody began pays nothing, nor do the places of special runs.",
)
_LATE: Topic = (
    "Late towns",
    f"At this table the first in a town receives {TOWN_BONUS} gold in the operating stage too.",
)
_THREE: Topic = (
    "Three rolls a round",
    "At this table three rolls are made at once and planned together; they are built Turn by Turn, each with the "
    "next player as the first builder.",
)
_END: Topic = (
    "End of Building Stage",
    "The stage ends with the Turn in which the last town is reached. While one town is left, anybody may declare "
    "that it ends after two more Turns; after two Turns without a new town that follows by itself. With more "
    "towns left, five such Turns bring a vote. And there is a last Turn in any case, as the table chose.",
)
_OPERATING: Topic = (
    "Building Track in the Operating Stage",
    "After every two races the die is rolled, by the richest the first time. Each may spend the roll and "
    f"{OPERATING_ALLOWANCE} gold more (a roll of 6 makes 12), on track and on payments together. There are no building"
    " points any more: all of it is your own gold, and steps cost as much gold as they cost points before.",
)


def topics_now(state: RailwayRivals) -> tuple[Topic, ...]:
    """What is asked now, first."""
    match state.flow[-1:]:
        case (Starting(),):
            return (_STARTING,)
        case (Building(),):
            return (_OPERATING, _BUILDING) if state.operating else (_TURN, _BUILDING)
        case (Voting(),):
            return (_END,)
        case _:
            return ()


def topics(state: RailwayRivals) -> tuple[Topic, ...]:
    """Every topic of the building stage that this table plays with."""
    three = (_THREE,) if state.options.rolls == "three" else ()
    late = (_LATE,) if state.options.late_towns else ()
    building = (_TURN, *three, _BUILDING, _COSTS, _PAYMENTS, _INCOME, *late, _END)
    return (_OBJECT, _STARTING, *building, _OPERATING)
