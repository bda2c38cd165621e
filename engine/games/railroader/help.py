"""The rules that matter now, for ``/rules``: our own words, with the rulebook's paragraph."""

from __future__ import annotations

from engine.games.railroader.figures import ACTIONS, CRATES, DIE, ENGINEER, HAND, PEOPLE, ROUND_CAP
from engine.games.railroader.phases import Turn
from engine.games.railroader.state import RailRoader

__all__ = ["rules"]

Topic = tuple[str, str]

_OBJECT: Topic = (
    "The Object",
    "Lay track from Junction City to Buffalo Creek with a gang of workers, feed them, and take your train there by "
    "water cards. Cards that you buy join your discard pile and come to your hand with it. All cards but the deck's "
    "are open.",
)
_TURN: Topic = (
    "Order of Play",
    f"In your turn you use exactly {ACTIONS} actions; a card played is one, and so are a build and a river search. "
    "Then the gang eats, and who has fewer than "
    f"{HAND} cards in hand takes up the whole discard pile. If nothing better is left, discard: onto your own pile, "
    "where the card comes back from, or onto the prairie, where it is lost to you.",
)
_BUILDING: Topic = (
    "The Railhead",
    f"The railhead, the end of your track, has room for {PEOPLE} people and {CRATES} crates. Once a turn, for one "
    "action, you build up to a section for each worker who was there when your turn began and still is. A section has "
    "4 spaces. Workers, deputies and supplies are put there while your engine is on the last section, as it was when "
    "your turn began, or beyond. Before there is track, Junction City is the railhead; later, drive to the end of your "
    "track to add people.",
)
_FEEDING: Topic = (
    "Worker and Supplies",
    "At the end of your turn every worker eats one supply: first from the opened crate, then from the lowest one. Who "
    "gets none leaves for the prairie, and so do empty crates. Deputies do not eat. New workers eat at once and build "
    "from your next turn on.",
)
_MOVING: Topic = (
    "Water",
    "Once a turn you move exactly as far as your water cards and one roll of the die say; each card is an action and "
    "goes to the prairie. Beyond the end of your track the train derails on the last space. One action of a later turn "
    "puts it back, and it moves from the turn after that. On a complete line the buffers stop it. What a space does, "
    "it does to a train that ends its move there.",
)
_ENGINEER: Topic = (
    "Engineer",
    f"An engineer named with a roll lets you change it by up to {ENGINEER} spaces once you have seen it; several add "
    f"up. Alone, an engineer takes the train 1 or {ENGINEER} spaces either way, on track only. Engineers go to your "
    "discard pile.",
)
_AMBUSH: Topic = (
    "Ambush",
    "A train that ends its move on purple is ambushed. The cavalry rides from the last garrison (white) behind it, or "
    "from Junction City: one roll at once, then one at the start of each of your turns for one of its actions. Until "
    "it reaches the train you can do everything but move; you move from the turn after.",
)
_RIVERS: Topic = (
    "Rivers",
    "While your engine is over a river, you may search the prairie for a water card, which goes to your hand, and send "
    "a saboteur.",
)
_SABOTEUR: Topic = (
    "Saboteur",
    "From a river, a saboteur puts dynamite on a river or red space of a rival's track, ahead of the train, one cube "
    "at a time: until the train gets there it moves by the die alone, once a turn, for one action; it stops at the "
    "cube at the latest. Or a saboteur steals an unopened crate from a railhead whose last section has a river or a "
    "red space.",
)
_MARKET: Topic = (
    "Purchasing Other Cards",
    "A card of the market costs gold cards, and each is an action. Gold and card go to your discard pile, and the next "
    "card of the deck takes the place at once. At the end of a round the far card goes to the prairie and the others "
    "move on. A deck that is used up is made anew of prairie and outlaws.",
)
_PRAIRIE: Topic = (
    "Scout and Prospector",
    "A scout brings supplies from the prairie to your railhead, wherever your train is; a prospector brings gold from "
    "there to your discard pile. Both go to your discard pile. They are sent only if there is something to find.",
)
_OUTLAWS: Topic = (
    "Outlaws",
    "When an outlaw comes up, all that lie beside the board attack each player whose engine is on red, the train "
    "furthest behind its railhead first. Two of them make a worker flee, one takes an unopened crate. A deputy goes to "
    "the prairie with up to 2 outlaws. When yours are used you say ahead, with Orders for deputies.",
)
_END: Topic = (
    "Buffalo Creek",
    "An engine on the last section has reached Buffalo Creek: the round is played to its end, and the engine furthest "
    f"on wins; of equals, who came later. An engine that has left the last section again has not arrived, but the "
    f"round is still the last. After round {ROUND_CAP} the furthest engine wins in any case, then the "
    "longer track.",
)
_BOARD: Topic = (
    "Component data",
    "Where the colored spaces lie, and the cards of the deck with what they cost, are a reconstruction that fits "
    f"everything the rules say; the printed lists are in no public text. The die has {DIE} faces.",
)

_ALL = (
    _OBJECT,
    _TURN,
    _BUILDING,
    _FEEDING,
    _MOVING,
    _ENGINEER,
    _AMBUSH,
    _RIVERS,
    _SABOTEUR,
    _MARKET,
    _PRAIRIE,
    _OUTLAWS,
    _END,
    _BOARD,
)
"""In rulebook order."""


def rules(state: RailRoader) -> tuple[tuple[str, str], ...]:
    """Topics (the rulebook's paragraph and its text), what matters to whose turn it is first."""
    return tuple(dict((*_now(state), *_ALL)).items())


def _now(state: RailRoader) -> tuple[Topic, ...]:
    """The train in trouble first of all."""
    match state.flow[-1:]:
        case ():
            return (_END,)
        case (Turn(rolling=rolling),) if rolling:
            return (_ENGINEER, _MOVING)
        case (Turn(seat=seat),):
            railroad = state.railroads[seat]
            trouble = (_AMBUSH,) if railroad.cavalry is not None else (_MOVING,) if railroad.derailed else ()
            dynamite = (_SABOTEUR,) if railroad.dynamite is not None else ()
            last = (_END,) if state.arrived else ()
            return (*trouble, *dynamite, *last, _TURN)
        case _:
            return (_TURN,)
