"""How a sentence about a whole action ends: what remains of the turn, and who eats when it is over."""

from __future__ import annotations

from engine.core.action import Action
from engine.core.words import counted
from engine.games.railroader.actions import Buy, Engineer, Move, Roll, Stop
from engine.games.railroader.board import Space
from engine.games.railroader.cards import ENGINEER, GOLD
from engine.games.railroader.figures import ROUND_CAP
from engine.games.railroader.narration.cards import supplies_words
from engine.games.railroader.phases import Rounds
from engine.games.railroader.railroad import Mat
from engine.games.railroader.state import RailRoader

__all__ = ["ends"]


def ends(state: RailRoader, action: Action, price: int) -> str:
    """“2 actions left after it.”, or what the gang eats when nothing of the turn is left after it."""
    seat, left, chance = action.seat, state.turn.left - price, _is_chance(state, action)
    after = _paid(state, action, price) if chance else state.turn.apply(state, action)
    railroad = after.railroads[seat]
    if not (railroad.hand or railroad.discards or railroad.mat.people or railroad.mat.unopened):
        river = " but search a river" if chance or after.stands_on(seat) is Space.RIVER else ""
        return f"You would have no card left and could do nothing more{river}."
    meal = _meal(railroad.mat)
    raided = ", unless outlaws come up" if _may_be_raided(state, action) and meal else ""
    if left > 0:
        if _goes_on(after, action, price, chance=chance):
            return f"{counted(left, 'action')} left after it{'' if railroad.hand else ', with no card in hand'}."
        return f"No card is left in hand, so the rest of your turn is lost{meal}{raided}.{_moves_on(after, action)}"
    if isinstance(action, Move | Roll) and action.engineers:
        return f"Then you say where it stops; that ends your turn{meal}."
    return f"It ends your turn{meal}{raided}.{_moves_on(after, action)}"


def _may_be_raided(state: RailRoader, action: Action) -> bool:
    """Whether a card that is turned up can take something from the railhead. (ruling 71)"""
    return isinstance(action, Buy) and state.stands_on(action.seat) is Space.RED


def _goes_on(after: RailRoader, action: Action, price: int, *, chance: bool) -> bool:
    """Whether something can be done in the actions that are left, when the cards are paid; of a roll it may.

    A purchase never adds to it: the card that is turned up costs gold, and no water comes to the prairie by it.
    """
    if isinstance(action, Buy):
        after = after.spend(price)
    elif chance:
        return True
    return bool(after.turn.decisions(after))


def _moves_on(after: RailRoader, action: Action) -> str:
    """With the last turn of a round that is not the game's last, a card is turned up. (ruling 66)"""
    *_, rounds, _ = after.flow
    assert isinstance(rounds, Rounds)
    waiting = rounds.at < after.seats
    if waiting or after.arrived or after.round == ROUND_CAP or isinstance(action, Move | Roll | Buy):
        return ""  # of a roll and of a card that is bought it is said anyway
    return " The market moves on then, so it is not taken back."


def _is_chance(state: RailRoader, action: Action) -> bool:
    """Whether a die or the deck has a say in what comes of it; an ambush begins with a roll."""
    if isinstance(action, Engineer | Stop):
        there = action.space <= state.railroads[action.seat].track
        return there and state.board.space(action.seat, action.space) is Space.PURPLE
    return isinstance(action, Move | Roll | Buy)


def _paid(state: RailRoader, action: Action, price: int) -> RailRoader:
    """The cards are played; the die is not rolled and no card is turned up."""
    seat = action.seat
    match action:
        case Move(waters=waters, engineers=engineers):
            drivers = (ENGINEER,) * engineers
            return state.from_hand(seat, *waters.cards, *drivers).onto_pile(seat, *drivers)
        case Stop():  # everything was played with the roll
            return state
        case Buy():
            gold = (GOLD,) * price
            return state.from_hand(seat, *gold).onto_pile(seat, *gold)
        case _:
            drivers = (ENGINEER,) * (1 if isinstance(action, Engineer) else price - 1)
            return state.from_hand(seat, *drivers).onto_pile(seat, *drivers)


def _meal(mat: Mat) -> str:
    """“: 2 workers eat 2 of 5 supplies”, or how many go hungry; nothing without workers."""
    supplies = sum(crate.left for crate in mat.crates)
    if not mat.workers:
        return ""
    if hungry := max(0, mat.workers - supplies):
        leave = "goes hungry and leaves" if hungry == 1 else "go hungry and leave"
        return f": {hungry} of {counted(mat.workers, 'worker')} {leave}"
    gang = "1 worker eats" if mat.workers == 1 else f"{mat.workers} workers eat"
    return f": {gang} {mat.workers} of {supplies_words(supplies)}"
