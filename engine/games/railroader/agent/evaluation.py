"""The evaluation of actions by computer players, except train moves."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Action, View
from engine.games.railroader.agent import train_evaluation
from engine.games.railroader.agent.train_evaluation import has_track_to_lay
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, first_space_of
from engine.games.railroader.game_data.cards import GOLD, WORKER, Card, Kind, cost_of, kind_of, value_of
from engine.games.railroader.game_data.constants import MAX_PEOPLE, MIN_HAND
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import Railroad, RailRoader

# Values of actions, tuned by self-play. One action of a turn is worth about 3.
_BUILD = 20.0
"""Value of building track, in addition to 1 for each section."""
_CARD = 3.5
"""Cost of each gold card after the first one."""
_HUNGRY, _SOON_HUNGRY = 29.0, 20.0
"""Value of a crate if food is already short this turn, and if it will be short next turn."""
_FED = 4.0
"""Value of a crate if there is enough food for this turn and the next one."""
_TO_SPARE = -1.0
"""Value of a crate that the workers do not need before the line is complete."""
_WORKER = 3.0
_LAST_WORKER = 12.0
"""Value of buying a worker for a railroad without any."""
_SCOUT = 4.0
"""Value of a scout, if there are workers."""
_SCOUTS = 2
"""Number of scouts from which on another one has no value."""
_DRIVERS = 3
"""Maximum number of engineers that are worth having."""
_WATERS = 2
"""Number of Water cards that are worth having: the train rolls only once per turn."""
_WATER, _MORE_WATER, _TOO_MUCH_WATER = 4.5, 0.5, -1.0
"""Value of buying one of the first two Water cards, the next two, and all others.

Half the number on the card is added.
"""
_FOUND_WATER = 2.5
"""Value of searching for Water, in addition to half its number."""
_DRY = 3.0
"""Additional value of the first Water card if the train is far from the end of its track."""
_MOVE = 12
"""Number of spaces of a good train move."""
_UNWANTED = -5.0
"""Value of buying a card that is worth less than it costs."""
_THINNED = 4.0
"""Value of discarding a useless card to the prairie: useful cards return sooner."""
_PICKED_UP = 0.5
"""Value of each card that returns to the hand because a discard makes the player pick up the discard pile."""
_BLAST = 0.7
"""Value of dynamite for each space that the rival must then move by the die alone, without Water cards."""
_BLAST_AT_MOST = 20.0
"""Maximum value of the delay of a rival by dynamite."""
_DENIED = 6.0
"""Additional value of dynamite ahead of a train that may arrive with its next move."""
_TAKEN, _TAKEN_IN_VAIN = 1.0, -1.0
"""Value of stealing a crate if the thief still has track to lay, and if not."""
_LAST_ROUND = 20.0
"""Cost of an action in the last round that does not bring the train forward."""
_ON_THE_WAY: tuple[type[Action], ...] = (*train_evaluation.VALUES, a.Build, a.Search)
"""The actions that can bring the train forward in the last round."""


def score_action(view: View[RailRoader], action: Action) -> float:
    """Return the value of an offered action for its seat.

    Orders for deputies are never changed.
    """
    value = _VALUES[type(action)](view.state, action)
    if view.state.arrived and not isinstance(action, _ON_THE_WAY):
        return value - _LAST_ROUND
    return value


# -- the railhead


def _place_value(state: RailRoader, action: a.Place) -> float:
    railroad = state.railroads[action.seat]
    if not has_track_to_lay(state, railroad):
        return 0.0
    match kind_of(action.card):
        case Kind.WORKER:
            return 12.0 if railroad.mat.supply_count > railroad.mat.workers else 2.0
        case Kind.SUPPLIES:
            return _crate_value(state, railroad, value_of(action.card))
        case _:
            return 0.5 if railroad.mat.people_count < MAX_PEOPLE - 1 else -1.0


def _crate_value(state: RailRoader, railroad: Railroad, supplies: int) -> float:
    """Return the value of a crate.

    The sooner the workers would go hungry, the higher it is.
    """
    workers = railroad.mat.workers or min(2, railroad.hand.count(WORKER))
    if not workers:
        return 1.0 + supplies / 10
    turns = railroad.mat.supply_count / workers
    if railroad.mat.workers and turns >= _count_meals_ahead(state, railroad):
        return _TO_SPARE
    if turns >= 2:
        return _FED + supplies / 10
    return (_HUNGRY if turns < 1 else _SOON_HUNGRY) + supplies / 10


def _count_meals_ahead(state: RailRoader, railroad: Railroad) -> int:
    """Count the meals that the workers need until the line is complete."""
    sections = state.board.sections - railroad.sections
    turns = -(-sections // railroad.mat.workers)
    return turns if state.current_turn.built else turns - 1


def _scout_value(state: RailRoader, action: a.Scout) -> float:
    railroad = state.railroads[action.seat]
    return _crate_value(state, railroad, value_of(action.card)) if has_track_to_lay(state, railroad) else 0.0


def _withdraw_value(state: RailRoader, action: a.Withdraw) -> float:
    """Return the value of a discard from the railhead, which is high only for a worker who would go hungry."""
    railroad = state.railroads[action.seat]
    is_food_short = railroad.mat.workers > railroad.mat.supply_count
    if kind_of(action.card) is Kind.WORKER and is_food_short and action.onto == "pile":
        return 4.0
    return -5.0


# -- cards


def _water_value(number: int, have: int) -> float:
    """Return the value of buying a Water card for a player who already has ``have`` of them."""
    if have < _WATERS:
        return _WATER + number / 2
    return (_MORE_WATER if have < 2 * _WATERS else _TOO_MUCH_WATER) + number / 2


def _buy_value(state: RailRoader, action: a.Buy) -> float:
    railroad = state.railroads[action.seat]
    card = state.market[action.slot - 1]
    assert card is not None
    return _card_value(state, railroad, card) - _CARD * (cost_of(card) - 1)


def _card_value(state: RailRoader, railroad: Railroad, card: Card) -> float:
    """Return the value of having one more copy of the card in the discard pile."""
    is_building, have = has_track_to_lay(state, railroad), count_cards_of_kind(railroad, kind_of(card))
    match kind_of(card):
        case Kind.WATER:
            dry = not have and railroad.last_track_space > railroad.engine + _MOVE
            return _water_value(value_of(card), have) + (_DRY if dry else 0.0)
        case Kind.WORKER:
            return _worker_value(have + railroad.mat.workers) if is_building else -1.0
        case Kind.GOLD:
            return 2.5 if have < 2 else 0.0
        case Kind.SCOUT:
            gang = railroad.mat.workers or count_cards_of_kind(railroad, Kind.WORKER)
            return _SCOUT if is_building and gang and have < _SCOUTS else 0.0
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
    """Return the value of a search for Water.

    With many cards in hand, a search is worth less, because the discard pile is picked up later.
    """
    railroad = state.railroads[action.seat]
    have = sum(kind_of(card) is Kind.WATER for card in railroad.hand)
    return _FOUND_WATER + value_of(action.card) / 2 if have < _WATERS else -2.0


def _prospect_value(state: RailRoader, action: a.Prospect) -> float:
    return _card_value(state, state.railroads[action.seat], GOLD) + 0.5


def _discard_value(state: RailRoader, action: a.Discard) -> float:
    """Return the value of a discard from the hand.

    The less useful a card is, the better. Only useless cards should go to the prairie.
    """
    railroad = state.railroads[action.seat]
    keep = _keep_value(state, railroad, action.card)
    if action.onto == "prairie":
        return _THINNED if keep <= 0 else -keep - 1
    picks_up = state.current_turn.left == 1 and len(railroad.hand) == MIN_HAND
    return 0.3 - keep / 3 + (_PICKED_UP * len(railroad.discards) if picks_up else 0.0)


def _keep_value(state: RailRoader, railroad: Railroad, card: Card) -> float:
    match kind_of(card):
        case Kind.WATER:
            return 3.0 + value_of(card) / 2
        case Kind.GOLD:
            return 2.5
        case Kind.WORKER | Kind.SUPPLIES | Kind.SCOUT:
            return 2.5 if has_track_to_lay(state, railroad) else 0.0
        case Kind.ENGINEER | Kind.SABOTEUR:
            return 5.0
        case _:
            return 0.0


# -- rivals


def _dynamite_value(state: RailRoader, action: a.Dynamite) -> float:
    """Return the value of placing dynamite.

    Dynamite is best far ahead of the train, and against a rival who leads.
    """
    rival, mine = state.railroads[action.rival], state.railroads[action.seat]
    lead = (rival.engine - mine.engine) / SPACES_PER_SECTION
    delay = min(_BLAST_AT_MOST, (action.space - rival.engine) * _BLAST)
    denial = _DENIED if _can_arrive_next(state, rival) else 0.0
    return delay + denial + max(-2.0, min(2.0, lead))


def _can_arrive_next(state: RailRoader, railroad: Railroad) -> bool:
    """Whether the train may reach Buffalo Creek with its next move."""
    goal = first_space_of(state.board.sections)
    return goal <= railroad.last_track_space and goal - railroad.engine <= _MOVE


def _steal_value(state: RailRoader, action: a.Steal) -> float:
    """Return the value of a theft, by the number of the rival's workers whom the crate would have fed."""
    rival, mine = state.railroads[action.rival], state.railroads[action.seat]
    value = _TAKEN if has_track_to_lay(state, mine) else _TAKEN_IN_VAIN
    if not has_track_to_lay(state, rival):
        return value
    return value + min(rival.mat.workers, value_of(action.card))


_VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    **train_evaluation.VALUES,
    a.Build: lambda state, action: _BUILD + action.sections,
    a.Buy: _buy_value,
    a.Search: _search_value,
    a.Scout: _scout_value,
    a.Prospect: _prospect_value,
    a.Dynamite: _dynamite_value,
    a.Steal: _steal_value,
    a.Place: _place_value,
    a.Discard: _discard_value,
    a.Withdraw: _withdraw_value,
    a.Deputies: lambda state, action: -1.0,
}
