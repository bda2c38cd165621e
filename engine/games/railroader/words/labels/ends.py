"""The rest of the turn after a whole action, for its label, and what follows from it, for its preview."""

from collections.abc import Iterator

from engine.core import Action, counted
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.cards import CARDS, ENGINEER, GOLD
from engine.games.railroader.box.figures import HAND, ROUND_CAP
from engine.games.railroader.phases import Rounds
from engine.games.railroader.state.actions import Buy, Discard, Engineer, Move, Roll, Stop
from engine.games.railroader.state.railroad import Mat
from engine.games.railroader.state.state import RailRoader

_PICKED_UP = f"If you have fewer than {HAND} cards at the end of your turn, you pick up your discard pile."


def ends(state: RailRoader, action: Action) -> str:
    """“2 actions left”, or that the turn ends."""
    left = state.turn.left - _price(state, action)
    if left > 0 and _goes_on(state, action):
        return f"{counted(left, 'action')} left"
    return "ends your turn"


def consequences(state: RailRoader, action: Action) -> Iterator[str]:
    """Sentences about what follows: the rest of the turn, the workers' meal, and why there is no undo."""
    after = _after(state, action)
    railroad = after.railroads[action.seat]
    left = state.turn.left - _price(state, action)
    if isinstance(action, Move | Roll) and action.engineers:
        yield "After the roll, you choose where the train stops."
    if not (railroad.hand or railroad.discards or railroad.mat.people or railroad.mat.unopened):
        river = " except search a river" if _can_search(state, action, after) else ""
        yield f"You would have no cards left and could do nothing more{river}."
    elif left > 0 and not _goes_on(state, action):
        yield "Your hand will be empty, so you lose the rest of your turn."
    elif left > 0 and not railroad.hand:
        yield "Your hand will be empty."
    if left <= 0 or not _goes_on(state, action):
        yield from _meal(railroad.mat, raided=_may_be_raided(state, action))
    if isinstance(action, Discard) and len(railroad.hand) < HAND and railroad.discards:
        yield _PICKED_UP
    yield from _final(state, action)


def _can_search(state: RailRoader, action: Action, after: RailRoader) -> bool:
    """Whether the engine may be over a river afterwards."""
    return _is_chance(state, action) or after.stands_on(action.seat) is Space.RIVER


def _final(state: RailRoader, action: Action) -> Iterator[str]:
    """Why the action cannot be undone, if so."""
    if isinstance(action, Move | Roll):
        yield "You can’t undo a roll."
    elif isinstance(action, Buy):
        yield "A new card is revealed, so you can’t undo this."
    elif _is_chance(state, action):
        yield "The cavalry rolls immediately, so you can’t undo this."
    elif _market_shifts(state, action):
        yield "The market shifts after your turn, so you can’t undo this."


def _may_be_raided(state: RailRoader, action: Action) -> bool:
    """Whether a card that is turned up can take something from the railhead. (ruling 71)"""
    return isinstance(action, Buy) and state.stands_on(action.seat) is Space.RED


def _goes_on(state: RailRoader, action: Action) -> bool:
    """Whether something can be done in the actions that are left, when the cards are paid; of a roll it may.

    A purchase never adds to it: the card that is turned up costs gold, and no water comes to the prairie by it.
    """
    after = _after(state, action)
    if isinstance(action, Buy):
        after = after.spend(_price(state, action))
    elif _is_chance(state, action):
        return True
    return bool(after.turn.decisions(after))


def _market_shifts(state: RailRoader, action: Action) -> bool:
    """Whether a card is turned up next: after the last turn of a round that is not the game's last. (ruling 66)"""
    if state.turn.left - _price(state, action) > 0 and _goes_on(state, action):
        return False
    *_, rounds, _ = state.flow
    assert isinstance(rounds, Rounds)
    after = _after(state, action)
    return rounds.at == state.seats and not after.arrived and state.round < ROUND_CAP


def _is_chance(state: RailRoader, action: Action) -> bool:
    """Whether a die or the deck has a say in what comes of it; an ambush begins with a roll."""
    if isinstance(action, Engineer | Stop):
        there = action.space <= state.railroads[action.seat].track
        return there and state.board.space(action.seat, action.space) is Space.PURPLE
    return isinstance(action, Move | Roll | Buy)


def _price(state: RailRoader, action: Action) -> int:
    """The actions of the turn that it takes: one for each card that is played."""
    match action:
        case Move(waters=waters, engineers=engineers):
            return len(waters.values) + engineers
        case Roll(engineers=engineers):
            return 1 + engineers
        case Stop():  # everything was played with the roll
            return 0
        case Buy(slot=slot):
            card = state.market[slot - 1]
            assert card is not None
            return CARDS[card].cost
        case _:
            return 1


def _after(state: RailRoader, action: Action) -> RailRoader:
    """The state with the action done; the die is not rolled and no card is turned up for it."""
    if not _is_chance(state, action):
        done: RailRoader = state.turn.apply(state, action)
        return done
    seat = action.seat
    match action:
        case Move(waters=waters, engineers=engineers):
            drivers = (ENGINEER,) * engineers
            return state.from_hand(seat, *waters.cards, *drivers).onto_pile(seat, *drivers)
        case Stop():
            return state
        case Buy():
            gold = (GOLD,) * _price(state, action)
            return state.from_hand(seat, *gold).onto_pile(seat, *gold)
        case _:
            drivers = (ENGINEER,) * (1 if isinstance(action, Engineer) else _price(state, action) - 1)
            return state.from_hand(seat, *drivers).onto_pile(seat, *drivers)


def _meal(mat: Mat, *, raided: bool) -> Iterator[str]:
    """“Then 2 workers eat 2 of 5 supplies.”, or how many go hungry; nothing without workers."""
    supplies = sum(crate.left for crate in mat.crates)
    if not mat.workers:
        return
    unless = ", unless outlaws appear" if raided else ""
    if hungry := max(0, mat.workers - supplies):
        leave = "goes hungry and leaves" if hungry == 1 else "go hungry and leave"
        yield f"Then {_of_all(hungry, mat.workers)} {leave}{unless}."
        return
    eat = "1 worker eats" if mat.workers == 1 else f"{mat.workers} workers eat"
    food = f"{mat.workers} of {counted(supplies, 'supply')}" if mat.workers < supplies else _last(supplies)
    yield f"Then {eat} {food}{unless}."


def _of_all(hungry: int, workers: int) -> str:
    """“2 of 3 workers”, “all 3 workers”, “both workers”, “your only worker”."""
    if hungry < workers:
        return f"{hungry} of {workers} workers"
    return {1: "your only worker", 2: "both workers"}.get(workers, f"all {workers} workers")


def _last(supplies: int) -> str:
    """“the last supply”, “the last 2 supplies”."""
    return "the last supply" if supplies == 1 else f"the last {counted(supplies, 'supply')}"
