"""Consequences of a move in words, for labels and previews; they are found by playing the move."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from engine.core import Action, Event, NameOfSeat, View, count_noun, join_words, possessive_of
from engine.games.railroader.game_data.cards import Card, Kind
from engine.games.railroader.game_data.constants import MIN_HAND
from engine.games.railroader.phases.outcomes import (
    ChanceNeeded,
    Outcome,
    final_outcomes,
    outcomes,
    play_on_without_choices,
)
from engine.games.railroader.phases.rounds import new_turn
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.state.actions import Buy, Discard, Move, Rerail, Roll, Search
from engine.games.railroader.state.events import GangFed, HandTaken, TurnCutShort
from engine.games.railroader.state.state import RailRoader

_E = TypeVar("_E", bound=Event)

_PICK_UP_SENTENCE = f"If you have fewer than {MIN_HAND} cards at the end of your turn, you pick up your discard pile."
_MOVES_WITHOUT_CARDS = {Search: "search a river", Roll: "roll toward the dynamite", Rerail: "re-rail the train"}
"""The actions that may still be possible for a player without any card, in words."""
_ANY_WATER = Card(f"{Kind.WATER}-3")


# -- the label


def rest_of_turn_text(state: RailRoader, action: Action) -> str:
    """The end of a label: “2 actions left”, “ends your turn”, or both with a condition."""
    end_outcomes = final_outcomes(state, action)
    first_text = _remaining_actions_text(end_outcomes[0].remaining_actions)
    if len({outcome.remaining_actions for outcome in end_outcomes}) == 1:
        return first_text
    if isinstance(action, Buy):
        return f"{first_text} unless outlaws appear"
    actions = next(outcome.remaining_actions for outcome in end_outcomes if outcome.remaining_actions)
    spaces = _continuing_spaces_text(end_outcomes, action)
    return f"{_remaining_actions_text(actions)} if the train stops on {spaces}, otherwise ends your turn"


def _continuing_spaces_text(outcomes: Sequence[Outcome], action: Action) -> str:
    """The spaces on which the train can stop without ending the turn, in words."""
    spaces = {outcome.state.railroads[action.seat].engine for outcome in outcomes if outcome.remaining_actions}
    runs = groupby(enumerate(sorted(spaces)), lambda numbered: numbered[1] - numbered[0])
    groups = [[space for _, space in run] for _, run in runs]
    return join_words([f"{group[0]}–{group[-1]}" if len(group) > 1 else str(group[0]) for group in groups], "or")


def _remaining_actions_text(left: int) -> str:
    return f"{count_noun(left, 'action')} left" if left else "ends your turn"


# -- the preview


def preview(view: View[RailRoader], action: Action, name: NameOfSeat, note: str = "") -> str:
    """The preview of an action: a note about it, and sentences about its consequences."""
    return " ".join((*filter(None, (note,)), *_consequence_sentences(view.state, action, name)))


def _consequence_sentences(state: RailRoader, action: Action, name: NameOfSeat) -> Iterator[str]:
    """Sentences about the player's cards, the end of the turn, and whether the move can be undone."""
    end_outcomes = final_outcomes(state, action)
    if isinstance(action, Move | Roll) and action.engineers:
        yield "After the roll, you choose where the train stops."
    yield from _card_shortage_sentences(end_outcomes, action)
    if all(outcome.is_turn_over for outcome in end_outcomes):
        yield from _end_of_turn_sentences(end_outcomes, action)
    elif isinstance(action, Discard) and _find_event(end_turn(end_outcomes[0].state, action.seat).news, HandTaken):
        yield _PICK_UP_SENTENCE
    is_game_over = all(not play_on_without_choices(outcome.state)[0].flow for outcome in end_outcomes)
    yield from _undo_sentences(outcomes(state, action)[0], action, name, is_game_over=is_game_over)


def _card_shortage_sentences(outcomes: Sequence[Outcome], action: Action) -> Iterator[str]:
    """Yield a sentence if the player will have no card in hand, or no card at all."""
    if not any(_has_no_cards(outcome, action) for outcome in outcomes):
        if not outcomes[0].after.railroads[action.seat].hand:
            yield from _empty_hand_sentences(outcomes, action)
        return
    sure = all(_has_no_cards(outcome, action) for outcome in outcomes)
    none = f"You {'would' if sure else 'could'} have no cards left"
    if kinds := dict.fromkeys(kind for outcome in outcomes for kind in _possible_later_kinds(outcome, action)):
        yield f"{none}. You could still {join_words([_MOVES_WITHOUT_CARDS[kind] for kind in kinds], 'or')}."
    else:
        yield f"{none} and could do nothing more."


def _has_no_cards(outcome: Outcome, action: Action) -> bool:
    """Whether the player has no card in the hand, the discard pile, or at the railhead."""
    railroad = outcome.state.railroads[action.seat]
    return not (railroad.hand or railroad.discards or railroad.mat.people_count or railroad.mat.unopened_crates)


def _possible_later_kinds(outcome: Outcome, action: Action) -> Iterator[type[Action]]:
    """Yield the kinds of actions that the player could have in a later turn if Water is on the prairie."""
    later = outcome.state.add_to_prairie(_ANY_WATER)
    later = later.push_phases(new_turn(later, action.seat))
    later = later.update_turn(begun=True)
    return (type(offer) for decision in later.current_turn.decisions(later) for offer in decision.offers)


def _empty_hand_sentences(outcomes: Sequence[Outcome], action: Action) -> Iterator[str]:
    """Yield a sentence about the rest of a turn with an empty hand; none if the turn is over."""
    losing_outcomes = [outcome for outcome in outcomes if _find_event(outcome.events, TurnCutShort)]
    if len(losing_outcomes) == len(outcomes):
        yield "Your hand will be empty, so you lose the rest of your turn."
    elif losing_outcomes and isinstance(action, Buy):
        yield "Your hand will be empty, so if outlaws appear, you may lose the rest of your turn."
    elif losing_outcomes:
        spaces = _continuing_spaces_text(outcomes, action)
        yield f"Your hand will be empty, so unless the train stops on {spaces}, you lose the rest of your turn."
    elif not outcomes[0].is_turn_over:
        yield "Your hand will be empty."


def _end_of_turn_sentences(outcomes: Sequence[Outcome], action: Action) -> Iterator[str]:
    """Sentences about the workers' meal and the pick-up of the discard pile."""
    meal, *others = dict.fromkeys(_meal_text(outcome, action) for outcome in outcomes)
    if meal:
        yield f"Then {meal}{', unless outlaws appear' if others else ''}."
    if hand_taken := _find_event(outcomes[0].events, HandTaken):
        yield f"You pick up your discard pile ({count_noun(hand_taken.cards, 'card')})."


# -- why there is no undo


def _undo_sentences(outcome: Outcome, action: Action, name: NameOfSeat, *, is_game_over: bool) -> Iterator[str]:
    """Yield sentences about the end of the game, and about a move that can't be undone."""
    if outcome.results:
        if is_game_over:
            yield "The game ends after your turn."
        yield _chance_sentence(outcome, action)
    elif is_game_over:
        yield "The game ends after your turn, so you can’t undo this."
    elif (undecided := play_on_without_choices(outcome.state)[1]) is not None:
        yield f"{_next_chance_clause(undecided, action, name)}, so you can’t undo this."


def _chance_sentence(outcome: Outcome, action: Action) -> str:
    """Say that a move can't be undone because chance decides a part of it."""
    if isinstance(action, Move | Roll):
        return "You can’t undo a roll."
    if isinstance(outcome.results[0], int):
        return "The cavalry rolls immediately, so you can’t undo this."
    return "A new card is revealed, so you can’t undo this."


def _next_chance_clause(undecided: ChanceNeeded, action: Action, name: NameOfSeat) -> str:
    """Say what chance decides right after the move, before a player has a choice."""
    if not undecided.is_roll:
        return "The market shifts after your turn"
    turn = undecided.state.current_turn
    is_own = turn.seat == action.seat
    if not turn.rolled:
        return f"{'Your' if is_own else possessive_of(name(turn.seat))} cavalry rolls next"
    return f"{'You' if is_own else name(turn.seat)} can then only roll toward the dynamite"


# -- the workers' meal


def _find_event(events: Sequence[Event], kind: type[_E]) -> _E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def _meal_text(outcome: Outcome, action: Action) -> str:
    """“2 workers eat 2 of 5 supplies”, “2 of 3 workers go hungry and leave”, or empty."""
    meal = _find_event(outcome.events, GangFed)
    if meal is None:
        return ""
    workers = meal.fed + meal.left
    if meal.left:
        leave = "goes hungry and leaves" if meal.left == 1 else "go hungry and leave"
        return f"{_hungry_workers_text(meal.left, workers)} {leave}"
    supplies = outcome.after.railroads[action.seat].mat.supply_count
    eat = "1 worker eats" if workers == 1 else f"{workers} workers eat"
    if workers < supplies:
        return f"{eat} {workers} of {count_noun(supplies, 'supply')}"
    return f"{eat} the last {'supply' if supplies == 1 else count_noun(supplies, 'supply')}"


def _hungry_workers_text(hungry: int, workers: int) -> str:
    """“2 of 3 workers”, “all 3 workers”, “both workers”, “your only worker”."""
    if hungry < workers:
        return f"{hungry} of {workers} workers"
    return {1: "your only worker", 2: "both workers"}.get(workers, f"all {workers} workers")
