"""The rest of the turn after a move, for its label, and what follows from it, for its preview.

Both are read from the outcomes of the move, which is played.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from engine.core import Action, Event, Name, counted, listed, possessive
from engine.games.railroader.box.cards import Card, Kind
from engine.games.railroader.box.figures import HAND
from engine.games.railroader.phases.outcomes import Outcome, Undecided, final_outcomes, follow, outcomes
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.state.actions import Buy, Discard, Move, Rerail, Roll, Search
from engine.games.railroader.state.events import GangFed, HandTaken, TurnCutShort
from engine.games.railroader.state.state import RailRoader

_E = TypeVar("_E", bound=Event)

_PICKED_UP = f"If you have fewer than {HAND} cards at the end of your turn, you pick up your discard pile."
_WITHOUT_CARDS = {Search: "search a river", Roll: "roll toward the dynamite", Rerail: "re-rail the train"}
"""The moves that a player without any card may still have in a turn."""
_SOME_WATER = Card(f"{Kind.WATER}-3")


# -- the label


def turn_words(state: RailRoader, action: Action) -> str:
    """“2 actions left”, or that the turn ends, and on what it depends if it does."""
    found = final_outcomes(state, action)
    usual, kept = _left_words(found[0].left), [outcome for outcome in found if outcome.left]
    if len({outcome.left for outcome in found}) == 1:
        return usual
    if isinstance(action, Buy):
        return f"{usual} unless outlaws appear"
    return f"{_left_words(kept[0].left)} if the train stops on {_kept_spaces(found, action)}, otherwise ends your turn"


def _kept_spaces(found: Sequence[Outcome], action: Action) -> str:
    """The spaces on which the train can stop without ending the turn."""
    return _spaces_words((outcome.state.railroads[action.seat].engine for outcome in found if outcome.left), "or")


def _spaces_words(spaces: Iterable[int], last: str = "and") -> str:
    """“12, 15–18, and 20”."""
    runs = groupby(enumerate(sorted(set(spaces))), lambda numbered: numbered[1] - numbered[0])
    groups = [[space for _, space in run] for _, run in runs]
    return listed([f"{group[0]}–{group[-1]}" if len(group) > 1 else str(group[0]) for group in groups], last)


def _left_words(left: int) -> str:
    return f"{counted(left, 'action')} left" if left else "ends your turn"


# -- the preview


def consequences(state: RailRoader, action: Action, name: Name) -> Iterator[str]:
    """Sentences about what follows: the rest of the turn, the workers' meal, and why there is no undo."""
    found = final_outcomes(state, action)
    if isinstance(action, Move | Roll) and action.engineers:
        yield "After the roll, you choose where the train stops."
    yield from _out_of_cards(found, action)
    if all(outcome.ended for outcome in found):
        yield from _end_of_turn(found, action)
    elif isinstance(action, Discard) and _picks_up(found[0], action):
        yield _PICKED_UP
    over = all(not follow(outcome.state)[0].flow for outcome in found)
    yield from _final(outcomes(state, action)[0], action, name, over=over)


def _out_of_cards(found: Sequence[Outcome], action: Action) -> Iterator[str]:
    """Tell a player whose hand will be empty, or who will have no card at all, what can still be done."""
    if not any(_is_without_cards(outcome, action) for outcome in found):
        if not found[0].after.railroads[action.seat].hand:
            yield from _empty_hand(found, action)
        return
    sure = all(_is_without_cards(outcome, action) for outcome in found)
    none = f"You {'would' if sure else 'could'} have no cards left"
    if kinds := dict.fromkeys(kind for outcome in found for kind in _still_possible(outcome, action)):
        yield f"{none}. You could still {listed([_WITHOUT_CARDS[kind] for kind in kinds], 'or')}."
    else:
        yield f"{none} and could do nothing more."


def _is_without_cards(outcome: Outcome, action: Action) -> bool:
    """Whether the seat has no card anywhere that it could use."""
    railroad = outcome.state.railroads[action.seat]
    return not (railroad.hand or railroad.discards or railroad.mat.people or railroad.mat.unopened)


def _still_possible(outcome: Outcome, action: Action) -> Iterator[type[Action]]:
    """The kinds of moves in a later turn of the seat, once there is some Water on the prairie."""
    later = outcome.state.onto_prairie(_SOME_WATER)
    later = later.enter(new_turn(later, action.seat))
    later = later.in_turn(begun=True)
    return (type(offer) for asked in later.turn.decisions(later) for offer in asked.offers)


def _empty_hand(found: Sequence[Outcome], action: Action) -> Iterator[str]:
    """Tell how an empty hand affects the rest of the turn; nothing where the turn is over anyway."""
    lost = [outcome for outcome in found if _find_event(outcome.news, TurnCutShort)]
    if len(lost) == len(found):
        yield "Your hand will be empty, so you lose the rest of your turn."
    elif lost and isinstance(action, Buy):
        yield "Your hand will be empty, so if outlaws appear, you may lose the rest of your turn."
    elif lost:
        spaces = _kept_spaces(found, action)
        yield f"Your hand will be empty, so unless the train stops on {spaces}, you lose the rest of your turn."
    elif not found[0].ended:
        yield "Your hand will be empty."


def _end_of_turn(found: Sequence[Outcome], action: Action) -> Iterator[str]:
    """The workers' meal, and the discard pile that is picked up."""
    meal, *others = dict.fromkeys(_meal(outcome, action) for outcome in found)
    if meal:
        yield f"Then {meal}{', unless outlaws appear' if others else ''}."
    if taken := _find_event(found[0].news, HandTaken):
        yield f"You pick up your discard pile ({counted(taken.cards, 'card')})."


def _picks_up(outcome: Outcome, action: Action) -> bool:
    """Whether the discard pile would be picked up if the turn ended now."""
    railroad = outcome.state.railroads[action.seat]
    return len(railroad.hand) < HAND and bool(railroad.discards)


# -- why there is no undo


def _final(outcome: Outcome, action: Action, name: Name, *, over: bool) -> Iterator[str]:
    """Why the move cannot be undone, if so, and whether the game is over once the turn is."""
    if outcome.results:
        if over:
            yield "The game ends after your turn."
        yield _chance(outcome, action)
    elif over:
        yield "The game ends after your turn, so you can’t undo this."
    elif (undecided := follow(outcome.state)[1]) is not None:
        yield f"{_next(undecided, action, name)}, so you can’t undo this."


def _chance(outcome: Outcome, action: Action) -> str:
    """Tell how chance has a part in the move itself."""
    if isinstance(action, Move | Roll):
        return "You can’t undo a roll."
    if isinstance(outcome.results[0], int):
        return "The cavalry rolls immediately, so you can’t undo this."
    return "A new card is revealed, so you can’t undo this."


def _next(undecided: Undecided, action: Action, name: Name) -> str:
    """Tell what chance decides right after the move, before anybody has a choice."""
    if not undecided.is_roll:
        return "The market shifts after your turn"
    turn = undecided.state.turn
    mine = turn.seat == action.seat
    if not turn.rolled:
        return f"{'Your' if mine else possessive(name(turn.seat))} cavalry rolls next"
    return f"{'You' if mine else name(turn.seat)} can then only roll toward the dynamite"


# -- the workers' meal


def _find_event(news: Sequence[Event], kind: type[_E]) -> _E | None:
    """The event of this kind that was told."""
    return next((event for event in news if isinstance(event, kind)), None)


def _meal(outcome: Outcome, action: Action) -> str:
    """“2 workers eat 2 of 5 supplies”, or how many go hungry; nothing without workers."""
    fed = _find_event(outcome.news, GangFed)
    if fed is None:
        return ""
    workers = fed.fed + fed.left
    if fed.left:
        return f"{_of_all(fed.left, workers)} {'goes hungry and leaves' if fed.left == 1 else 'go hungry and leave'}"
    supplies = outcome.after.railroads[action.seat].mat.supplies
    eat = "1 worker eats" if workers == 1 else f"{workers} workers eat"
    food = f"{workers} of {counted(supplies, 'supply')}" if workers < supplies else _last(supplies)
    return f"{eat} {food}"


def _of_all(hungry: int, workers: int) -> str:
    """“2 of 3 workers”, “all 3 workers”, “both workers”, “your only worker”."""
    if hungry < workers:
        return f"{hungry} of {workers} workers"
    return {1: "your only worker", 2: "both workers"}.get(workers, f"all {workers} workers")


def _last(supplies: int) -> str:
    """“the last supply”, “the last 2 supplies”."""
    return "the last supply" if supplies == 1 else f"the last {counted(supplies, 'supply')}"
