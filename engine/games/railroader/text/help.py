"""The topics of ``/rules``, named as in the rulebook."""

from engine.core import View, join_words
from engine.games.railroader.game_data.board import LINE_LENGTHS, SPACES_PER_SECTION
from engine.games.railroader.game_data.cards import card_name, starting_cards
from engine.games.railroader.game_data.constants import (
    ACTIONS_PER_TURN,
    DIE_FACES,
    MARKET_SLOTS,
    MAX_CRATES,
    MAX_PEOPLE,
    MAX_ROUNDS,
    MIN_HAND,
    SPACES_PER_ENGINEER,
)
from engine.games.railroader.state.state import RailRoader, Turn

_START = join_words([card_name(card) for card in starting_cards()])
"""The names of the cards that every player starts with, as a list in words."""
_LENGTHS = join_words([str(length) for length in sorted(LINE_LENGTHS)], "or")

_TOPICS = {
    "The Object": (
        "Build track from Junction City to Buffalo Creek with your workers, feed them, and take your train there with "
        "Water cards. All cards are open except the deck."
    ),
    "Set Up": (
        f"Your train starts in Junction City, with no track. You start with {_START} in your hand. The other starting "
        f"sets are shuffled into the deck. {MARKET_SLOTS} cards are dealt to the market. Outlaws dealt then are put "
        "beside the board and attack no one. The first player is drawn at random and goes first in every round."
    ),
    "Order of Play": (
        f"On your turn you use exactly {ACTIONS_PER_TURN} actions. Each card you play, each build, and each river "
        "search is an action. If you have nothing better to do, discard a card: to your own pile, to get it back "
        "later, or to the prairie, where anyone can get it. Then your turn ends:\n"
        "1. Your workers eat.\n"
        f"2. If you have fewer than {MIN_HAND} cards in your hand, you pick up your whole discard pile."
    ),
    "The Railhead": (
        f"The railhead is the end of your track. It has room for {MAX_PEOPLE} people and {MAX_CRATES} crates. Once per "
        "turn, for 1 action, build up to 1 section for each worker who was there when your turn began and still is. A "
        f"section has {SPACES_PER_SECTION} spaces. You may place workers, deputies, and supplies while your train is "
        "on or beyond the section that was last when your turn began. Before you have track, Junction City is your "
        "railhead. Later, drive to the end of your track to add people."
    ),
    "Worker and Supplies": (
        "At the end of your turn every worker eats 1 supply: first from the opened crate, then from the lowest one. If "
        "a worker gets none, it leaves for the prairie. Empty crates go there too. Deputies do not eat. New workers "
        "eat the turn you place them, and build from your next turn."
    ),
    "Water": (
        "Once per turn, play Water cards and roll the die. You move exactly the total. Each card is an action and goes "
        "to the prairie. If that takes you past the end of your track, the train derails on the last space. On a later "
        "turn, re-rail it for 1 action; it can move the turn after that. On a complete line the buffers stop the "
        "train. A space affects only a train that ends its move there."
    ),
    "Engineer": (
        f"If you name engineers with a roll, you may change it by up to {SPACES_PER_ENGINEER} spaces for each one "
        f"after you see it. Played alone, an engineer moves the train 1 or {SPACES_PER_ENGINEER} spaces forward or "
        "back, on track only. Engineers go to your discard pile."
    ),
    "Purchasing Other Cards": (
        "To buy a card from the market, pay its cost in gold cards. Each gold card is an action. The card and the gold "
        "go to your discard pile, and the next card of the deck immediately fills the slot. At the end of a round the "
        "far card goes to the prairie and the others shift. When the deck is empty, the prairie and the outlaws beside "
        "the board become the new deck."
    ),
    "Rivers": (
        "While your train is on a river, you may search the prairie for a Water card, which goes to your hand. You may "
        "also send a saboteur."
    ),
    "Scout and Prospector": (
        "A scout brings supplies from the prairie to your railhead, wherever your train is. A prospector brings gold "
        "from the prairie to your discard pile. The scout or prospector then goes to your discard pile. You may send "
        "them only if there is something to find."
    ),
    "Saboteur": (
        "While your train is on a river, a saboteur can do one of two things:\n"
        "- Place dynamite on a river or red space of a rival’s track, ahead of the train. A track has at most 1 "
        "dynamite. Until the train gets there, it can’t use Water cards: it moves by the die, once per turn, for 1 "
        "action, or by engineers. It stops at the dynamite at the latest.\n"
        "- Steal an unopened crate from a railhead whose last section has a river or a red space."
    ),
    "Ambush": (
        "If a train ends its move on purple, it is ambushed. The cavalry rides from the last garrison (white) behind "
        "it, or from Junction City. It rolls once immediately, then once at the start of each of your turns, for 1 of "
        "your actions. Until it reaches the train you can do everything except move. You can move the turn after it "
        "arrives."
    ),
    "Outlaws": (
        "When an outlaw is revealed, all face-up outlaws attack each player whose train is on red, starting with the "
        "train farthest behind its railhead. Two of the outlaws each scare off a worker, and one steals an unopened "
        "crate. A deputy drives off up to 2 outlaws and goes to the prairie with them. To choose beforehand when yours "
        "are used, press *Instruct deputies*."
    ),
    "Buffalo Creek": (
        "When a train is on the last section, it has reached Buffalo Creek. Finish the round. The train farthest along "
        "wins; ties go to the player who arrived later. If a train has left the last section again, it has not "
        f"arrived, but the round is still the last. After round {MAX_ROUNDS} the train farthest along wins anyway; "
        "ties go to the longer track."
    ),
    "The Length of the Line": (
        f"A line has {_LENGTHS} sections, as the table chose before the game. The lanes are the same, but shorter "
        "lines are cut. The last section is always Buffalo Creek and has no colored spaces."
    ),
    "Component Data": (
        "The printed lists of cards and the colors of the board are in no public text. The positions of the colored "
        "spaces, and the cards of the deck with their costs, are a reconstruction that fits the rules. The die has "
        f"{DIE_FACES} faces."
    ),
}
"""The texts of all topics by name, in playing order."""


def help_topics(view: View[RailRoader]) -> tuple[tuple[str, str], ...]:
    """Return (paragraph, text) pairs; topics that matter to the player to move are first."""
    names = dict.fromkeys((*_current_topics(view.state), *_TOPICS))
    return tuple((name, _TOPICS[name]) for name in names)


def _current_topics(state: RailRoader) -> tuple[str, ...]:
    """Return the names of the topics that matter now.

    Topics about a train that cannot move are first.
    """
    match state.flow[-1:]:
        case ():
            return ("Buffalo Creek",)
        case (Turn(rolling=rolling),) if rolling:
            return ("Engineer", "Water")
        case (Turn(seat=seat),):
            railroad = state.railroads[seat]
            stopped = ("Ambush",) if railroad.cavalry is not None else ("Water",) if railroad.derailed else ()
            dynamite = ("Saboteur",) if railroad.dynamite is not None else ()
            last_round = ("Buffalo Creek",) if state.arrived else ()
            return (*stopped, *dynamite, *last_round, "Order of Play")
        case _:
            return ("Order of Play",)
