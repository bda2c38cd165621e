"""The first hint of RailRoader, frozen with its numbers. It shares only labels of the game with today's hint."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.core import Action, Seat, View
from engine.games.railroader.agent.evaluation import count_cards_of_kind
from engine.games.railroader.agent.train_evaluation import has_track_to_lay
from engine.games.railroader.game_data.board import SPACES_PER_SECTION, Space, section_of
from engine.games.railroader.game_data.cards import CARDS, GOLD, Card, Kind, kind_of, value_of
from engine.games.railroader.game_data.constants import DIE_FACES, MAX_PEOPLE
from engine.games.railroader.rules.moving import reachable_spaces
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import Railroad, RailRoader

_BUILD = 20.0
_SPACE = 0.7
_DERAILED = 5.0
_AMBUSHED = 6.0
_RAIDED = 0.5
_RIVER = 1.5
_ARRIVED = 30.0
_GANG = 4.0
_CARD = 3.0
_DRIVER = 3.0
_LAG = 6
"""A saboteur is kept from this many spaces behind the foremost train on."""


def hint(view: View[RailRoader], action: Action) -> float:
    """Rate an offered action for ``view.seat`` as the first computer player did."""
    return _VALUES[type(action)](view.state, action)


def _move(state: RailRoader, action: a.Move) -> float:
    return _rolled(state, action.seat, action.waters.values, action.engineers)


def _buy(state: RailRoader, action: a.Buy) -> float:
    card = state.market[action.slot - 1]
    assert card is not None
    return _worth(state, state.railroads[action.seat], card) - _CARD * (CARDS[card].cost - 1)


def _prospect(state: RailRoader, action: a.Prospect) -> float:
    return _worth(state, state.railroads[action.seat], GOLD) + 0.5


def _worth(state: RailRoader, railroad: Railroad, card: Card) -> float:
    """Rate one more card in the discard pile."""
    building, have = has_track_to_lay(state, railroad), count_cards_of_kind(railroad, kind_of(card))
    match kind_of(card):
        case Kind.WATER:
            return _water(value_of(card), have)
        case Kind.WORKER:
            return 6.0 if building and have + railroad.mat.workers < MAX_PEOPLE else -1.0
        case Kind.SUPPLIES:
            return 4.0 if building and have < 2 else 0.0
        case Kind.GOLD:
            return 5.0 if have < 3 else 0.0
        case Kind.SCOUT:
            return 4.0 if building and have < 2 else 0.0
        case Kind.ENGINEER:
            return 3.0 if have < 2 else 0.5
        case Kind.PROSPECTOR:
            return 2.0 if have < 1 else 0.0
        case _:
            return 0.2


def _supplies(railroad: Railroad) -> int:
    return sum(crate.left for crate in railroad.mat.crates)


def _build(state: RailRoader, action: a.Build) -> float:
    return _BUILD + action.sections


def _spot(state: RailRoader, seat: Seat, space: int) -> float:
    """Rate a stop of the seat's train on a space. Beyond its track the train derails."""
    railroad = state.railroads[seat]
    home = _home(state, railroad) if space > railroad.last_track_space - SPACES_PER_SECTION else 0.0
    if space > railroad.last_track_space:
        return _SPACE * (railroad.last_track_space - railroad.engine) + home - _DERAILED
    worth = _SPACE * (space - railroad.engine) + home
    if section_of(space) == state.board.sections:
        return worth + (_ARRIVED if seat not in state.arrived else 0.0)
    match state.board.space_kind(seat, space) if space != railroad.engine else Space.PLAIN:
        case Space.PURPLE:
            return worth - _AMBUSHED
        case Space.RED:
            return worth - _RAIDED * railroad.mat.people_count
        case Space.RIVER:
            return worth + _RIVER
        case _:
            return worth


def _home(state: RailRoader, railroad: Railroad) -> float:
    """Rate the train's place at the railhead, where alone a new gang can be put to work."""
    return _GANG if has_track_to_lay(state, railroad) and not railroad.mat.workers else 0.0


def _rolled(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> float:
    """Return the mean rating over the faces of the die, if the train stops on the best space after each roll."""
    rolls = reachable_spaces(state, seat, waters, engineers)
    mean = sum(max(_spot(state, seat, space) for space in spaces) for spaces in rolls) / DIE_FACES
    return mean - _CARD * max(0, len(waters) - 1) - _DRIVER * engineers


def _roll(state: RailRoader, action: a.Roll) -> float:
    return _rolled(state, action.seat, (), action.engineers) + _RIVER


def _stop(state: RailRoader, action: a.Stop) -> float:
    return _spot(state, action.seat, action.space)


def _engineer(state: RailRoader, action: a.Engineer) -> float:
    """Rate the use of an engineer: two spaces are little for a card, but a river or Buffalo Creek may be worth it."""
    return _spot(state, action.seat, action.space)


def _rerail(state: RailRoader, action: a.Rerail) -> float:
    return 10.0


def _place(state: RailRoader, action: a.Place) -> float:
    railroad = state.railroads[action.seat]
    if not has_track_to_lay(state, railroad):
        return 0.0
    match kind_of(action.card):
        case Kind.WORKER:
            return 12.0 if _supplies(railroad) > railroad.mat.workers else 2.0
        case Kind.SUPPLIES:
            return _crate(railroad, value_of(action.card))
        case _:
            return 0.5 if railroad.mat.people_count < MAX_PEOPLE - 1 else -1.0


def _crate(railroad: Railroad, supplies: int) -> float:
    """Rate a crate: the sooner the gang would go hungry, the higher."""
    workers = railroad.mat.workers or min(2, railroad.hand.count(Card("worker")))
    if not workers:
        return 1.0 + supplies / 10
    turns = _supplies(railroad) / workers
    return (18.0 if turns < 1 else 9.0 if turns < 2 else 4.0) + supplies / 10


def _scout(state: RailRoader, action: a.Scout) -> float:
    railroad = state.railroads[action.seat]
    return _crate(railroad, value_of(action.card)) if has_track_to_lay(state, railroad) else 0.0


def _withdraw(state: RailRoader, action: a.Withdraw) -> float:
    """Rate the withdrawal of a card: a worker who would go hungry is better off in the discard pile."""
    railroad = state.railroads[action.seat]
    hungry = railroad.mat.workers > _supplies(railroad)
    if kind_of(action.card) is Kind.WORKER and hungry and action.onto == "pile":
        return 4.0
    return -5.0


def _water(number: int, have: int) -> float:
    """Rate a water card: the first two are worth more than a reserve."""
    return (3.0 if have < 2 else 1.5 if have < 4 else -1.0) + number / 2


def _search(state: RailRoader, action: a.Search) -> float:
    """Rate a search for water. With two water cards in hand, more would prevent picking up the discard pile."""
    railroad = state.railroads[action.seat]
    have = sum(kind_of(card) is Kind.WATER for card in railroad.hand)
    return 2.0 + _water(value_of(action.card), have) if have < 2 else -2.0


def _discard(state: RailRoader, action: a.Discard) -> float:
    """Rate a discard: the least useful card goes first, to the prairie if it has no more use at all."""
    keep = _keep(state, action.seat, action.card)
    if action.onto == "prairie":
        return 0.6 if keep <= 0 else -keep - 1
    return 0.5 - keep / 3


def _keep(state: RailRoader, seat: Seat, card: Card) -> float:
    """Rate a card that stays in hand. A saboteur is useful only to a player who lags behind."""
    building = has_track_to_lay(state, state.railroads[seat])
    match kind_of(card):
        case Kind.WATER:
            return 3.0 + value_of(card) / 2
        case Kind.GOLD:
            return 2.5
        case Kind.WORKER | Kind.SUPPLIES | Kind.SCOUT:
            return 2.5 if building else 0.0
        case Kind.ENGINEER:
            return 2.0
        case Kind.SABOTEUR:
            return 1.0 if _lead(state, seat) >= _LAG else 0.0
        case _:
            return 0.0


def _lead(state: RailRoader, seat: Seat) -> int:
    """Return the number of spaces by which the foremost rival is ahead."""
    mine = state.railroads[seat].engine
    return max((state.railroads[rival].engine - mine for rival in state.rivals(seat)), default=0)


def _dynamite(state: RailRoader, action: a.Dynamite) -> float:
    """Rate dynamite: it is best far ahead of a rival's train, and against rivals in the lead."""
    rival, mine = state.railroads[action.rival], state.railroads[action.seat]
    lead = (rival.engine - mine.engine) / SPACES_PER_SECTION
    return min(8.0, (action.space - rival.engine) / 5) + max(-2.0, min(2.0, lead))


def _steal(state: RailRoader, action: a.Steal) -> float:
    rival = state.railroads[action.rival]
    return 1.0 + min(rival.mat.workers, value_of(action.card)) if has_track_to_lay(state, rival) else 0.0


def _said(state: RailRoader, action: a.Deputies) -> float:
    return -1.0


_VALUES: Mapping[type[Action], Callable[[RailRoader, Any], float]] = {
    a.Build: _build,
    a.Move: _move,
    a.Roll: _roll,
    a.Stop: _stop,
    a.Engineer: _engineer,
    a.Rerail: _rerail,
    a.Buy: _buy,
    a.Search: _search,
    a.Scout: _scout,
    a.Prospect: _prospect,
    a.Dynamite: _dynamite,
    a.Steal: _steal,
    a.Place: _place,
    a.Discard: _discard,
    a.Withdraw: _withdraw,
    a.Deputies: _said,
}
