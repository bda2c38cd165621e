"""A computer player's evaluation of track, cards, and rivals; that of its train is separate. It uses only a
``View``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Action, View
from engine.games.railroader.agent import train_evaluation
from engine.games.railroader.agent.train_evaluation import has_track_to_lay
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, first_space_of
from engine.games.railroader.game_data.cards import CARDS, GOLD, Card, Kind, kind_of, value_of
from engine.games.railroader.game_data.constants import MAX_PEOPLE, MIN_HAND
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import Railroad, RailRoader

# Guesses, tuned by self-play; they are opinions, not rules. An action is worth some 3.
_BUILD = 20.0
_CARD = 3.5
_HUNGRY, _SOON_HUNGRY, _FED = 29.0, 20.0, 4.0
"""Value of a crate if the workers have no food for this turn, none for the next, or food for both."""
_TO_SPARE = -1.0
"""The value of a crate that no gang needs before the track is laid."""
_WORKER = 3.0
_LAST_WORKER = 12.0
"""The value of a worker for a railroad without another one: no train reaches Buffalo Creek without workers."""
_SCOUT, _SCOUTS = 4.0, 2
"""Value of a scout, and the useful number of scouts; without workers they have no value."""
_DRIVERS = 3
"""Engineers worth having: they stop the train where it is best, and take it to Buffalo Creek."""
_WATERS = 2
"""Water cards worth having: the train rolls only once a turn."""
_WATER, _MORE_WATER, _TOO_MUCH_WATER = 4.5, 0.5, -1.0
"""The value of a water card to buy, in addition to half its number: for the first two, the next two, and all others."""
_FOUND_WATER = 2.5
"""The value of a water card to search for, in addition to half its number. It costs no gold, but the train must be
on a river.
"""
_DRY = 3.0
"""The value of the first water card, in addition to its usual value, when more than one move remains."""
_MOVE = 12
_UNWANTED = -5.0
"""The value of a card that costs more than it brings in a game: scouts find crates, and rivals are rarely worth a
card.
"""
_THINNED = 4.0
"""The value of discarding a useless card to the prairie: useful cards return sooner."""
_PICKED_UP = 0.5
"""For each card of the discard pile that comes back because the hand falls below three."""
_BLAST = 0.7
"""For each space that a rival has to go by the die alone; it costs a train some three turns in sixteen spaces."""
_BLAST_AT_MOST = 20.0
_DENIED = 6.0
"""The value of dynamite in front of a train that may arrive with its next move."""
_TAKEN, _TAKEN_IN_VAIN = 1.0, -1.0
"""The value of a stolen crate, for a thief that has track to lay, and for one that has not."""
_LAST_ROUND = 20.0
"""By how much all but the way of the train counts less, once the game ends with the round."""
_ON_THE_WAY: tuple[type[Action], ...] = (*train_evaluation.VALUES, a.Build, a.Search)


def score_action(view: View[RailRoader], action: Action) -> float:
    """Evaluate an offered action for ``view.seat``; premoves are left unchanged."""
    worth = _VALUES[type(action)](view.state, action)
    if view.state.arrived and not isinstance(action, _ON_THE_WAY):
        return worth - _LAST_ROUND
    return worth


def _build_value(state: RailRoader, action: a.Build) -> float:
    return _BUILD + action.sections


# -- the railhead


def _place_value(state: RailRoader, action: a.Place) -> float:
    railroad = state.railroads[action.seat]
    if not has_track_to_lay(state, railroad):
        return 0.0
    match kind_of(action.card):
        case Kind.WORKER:
            return 12.0 if _count_supplies(railroad) > railroad.mat.workers else 2.0
        case Kind.SUPPLIES:
            return _crate_value(state, railroad, value_of(action.card))
        case _:
            return 0.5 if railroad.mat.people_count < MAX_PEOPLE - 1 else -1.0


def _crate_value(state: RailRoader, railroad: Railroad, supplies: int) -> float:
    """The sooner the gang would go hungry, the more a crate is worth."""
    workers = railroad.mat.workers or min(2, railroad.hand.count(Card("worker")))
    if not workers:
        return 1.0 + supplies / 10
    turns = _count_supplies(railroad) / workers
    if railroad.mat.workers and turns >= _count_meals_ahead(state, railroad):
        return _TO_SPARE
    if turns >= 2:
        return _FED + supplies / 10
    return (_HUNGRY if turns < 1 else _SOON_HUNGRY) + supplies / 10


def _count_meals_ahead(state: RailRoader, railroad: Railroad) -> int:
    """The ends of turns at which the gang still has to eat, so that it lays the rest of the track."""
    left = state.board.sections - railroad.sections
    turns = -(-left // railroad.mat.workers)
    return turns if state.current_turn.built else turns - 1


def _count_supplies(railroad: Railroad) -> int:
    return sum(crate.left for crate in railroad.mat.crates)


def _scout_value(state: RailRoader, action: a.Scout) -> float:
    railroad = state.railroads[action.seat]
    return _crate_value(state, railroad, value_of(action.card)) if has_track_to_lay(state, railroad) else 0.0


def _withdraw_value(state: RailRoader, action: a.Withdraw) -> float:
    """A worker who would go hungry is better off in the discard pile."""
    railroad = state.railroads[action.seat]
    hungry = railroad.mat.workers > _count_supplies(railroad)
    if kind_of(action.card) is Kind.WORKER and hungry and action.onto == "pile":
        return 4.0
    return -5.0


# -- cards


def _water_value(number: int, have: int) -> float:
    """A water card: the next move's worth a lot, a store of them less."""
    if have < _WATERS:
        return _WATER + number / 2
    return (_MORE_WATER if have < 2 * _WATERS else _TOO_MUCH_WATER) + number / 2


def _buy_value(state: RailRoader, action: a.Buy) -> float:
    railroad = state.railroads[action.seat]
    card = state.market[action.slot - 1]
    assert card is not None
    return _card_value(state, railroad, card) - _CARD * (CARDS[card].cost - 1)


def _card_value(state: RailRoader, railroad: Railroad, card: Card) -> float:
    """The worth of one more card in the discard pile."""
    building, have = has_track_to_lay(state, railroad), count_cards_of_kind(railroad, kind_of(card))
    match kind_of(card):
        case Kind.WATER:
            dry = not have and railroad.last_track_space > railroad.engine + _MOVE
            return _water_value(value_of(card), have) + (_DRY if dry else 0.0)
        case Kind.WORKER:
            return _worker_value(have + railroad.mat.workers) if building else -1.0
        case Kind.GOLD:
            return 2.5 if have < 2 else 0.0
        case Kind.SCOUT:
            gang = railroad.mat.workers or count_cards_of_kind(railroad, Kind.WORKER)
            return _SCOUT if building and gang and have < _SCOUTS else 0.0
        case Kind.ENGINEER:
            return 8.0 if have < _DRIVERS else 0.5
        case _:
            return _UNWANTED


def count_cards_of_kind(railroad: Railroad, card_kind: Kind) -> int:
    """Count the cards of a kind in a railroad's hand and discard pile."""
    return sum(kind_of(card) is card_kind for card in (*railroad.hand, *railroad.discards))


def _worker_value(have: int) -> float:
    if not have:
        return _LAST_WORKER
    return _WORKER if have < MAX_PEOPLE else -1.0


def _search_value(state: RailRoader, action: a.Search) -> float:
    """Rate a search for water. Two in hand are enough: more would keep the discard pile from being taken up."""
    railroad = state.railroads[action.seat]
    have = sum(kind_of(card) is Kind.WATER for card in railroad.hand)
    return _FOUND_WATER + value_of(action.card) / 2 if have < _WATERS else -2.0


def _prospect_value(state: RailRoader, action: a.Prospect) -> float:
    return _card_value(state, state.railroads[action.seat], GOLD) + 0.5


def _discard_value(state: RailRoader, action: a.Discard) -> float:
    """Rate a discard: the least useful goes first, onto the prairie when it is of no more use at all."""
    railroad = state.railroads[action.seat]
    keep = _keep_value(state, railroad, action.card)
    if action.onto == "prairie":
        return _THINNED if keep <= 0 else -keep - 1
    picks_up = state.current_turn.left == 1 and len(railroad.hand) == MIN_HAND
    return 0.3 - keep / 3 + (_PICKED_UP * len(railroad.discards) if picks_up else 0.0)


def _keep_value(state: RailRoader, railroad: Railroad, card: Card) -> float:
    """The worth of a card in hand if it stays there."""
    match kind_of(card):
        case Kind.WATER:
            return 3.0 + value_of(card) / 2
        case Kind.GOLD:
            return 2.5
        case Kind.WORKER | Kind.SUPPLIES | Kind.SCOUT:
            return 2.5 if has_track_to_lay(state, railroad) else 0.0
        case Kind.ENGINEER:
            return 5.0
        case Kind.SABOTEUR:
            return 5.0
        case _:
            return 0.0


# -- rivals


def _dynamite_value(state: RailRoader, action: a.Dynamite) -> float:
    """Rate dynamite: far ahead of the train, which then has no use for water, and of those in the lead above all."""
    rival, mine = state.railroads[action.rival], state.railroads[action.seat]
    lead = (rival.engine - mine.engine) / SPACES_PER_SECTION
    delayed = min(_BLAST_AT_MOST, (action.space - rival.engine) * _BLAST)
    denied = _DENIED if _can_arrive_next(state, rival) else 0.0
    return delayed + denied + max(-2.0, min(2.0, lead))


def _can_arrive_next(state: RailRoader, railroad: Railroad) -> bool:
    """Whether its train may come to Buffalo Creek with its next move."""
    goal = first_space_of(state.board.sections)
    return goal <= railroad.last_track_space and goal - railroad.engine <= _MOVE


def _steal_value(state: RailRoader, action: a.Steal) -> float:
    """Rate a theft by how many of the gang would have eaten from the crate; it goes to one's own discard pile."""
    rival, mine = state.railroads[action.rival], state.railroads[action.seat]
    worth = _TAKEN if has_track_to_lay(state, mine) else _TAKEN_IN_VAIN
    if not has_track_to_lay(state, rival):
        return worth
    return worth + min(rival.mat.workers, value_of(action.card))


def _premove_value(state: RailRoader, action: a.Deputies) -> float:
    return -1.0


_VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    **train_evaluation.VALUES,
    a.Build: _build_value,
    a.Buy: _buy_value,
    a.Search: _search_value,
    a.Scout: _scout_value,
    a.Prospect: _prospect_value,
    a.Dynamite: _dynamite_value,
    a.Steal: _steal_value,
    a.Place: _place_value,
    a.Discard: _discard_value,
    a.Withdraw: _withdraw_value,
    a.Deputies: _premove_value,
}
