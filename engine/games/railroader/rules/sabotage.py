"""The saboteur: dynamite ahead of a rival's train, or a crate from a rival's railhead. (RR Saboteur; rulings 56-61)"""

from collections.abc import Iterator

from engine.core import Rule, Seat, listed
from engine.games.railroader.box.board import SPACES, Space
from engine.games.railroader.box.cards import SABOTEUR, card_name
from engine.games.railroader.rules.railhead import taken
from engine.games.railroader.state.actions import Dynamite, Steal
from engine.games.railroader.state.events import CrateStolen, DynamitePlaced
from engine.games.railroader.state.state import RailRoader, Turn

_OPEN_TO_SABOTAGE = frozenset({Space.RIVER, Space.RED})


def _able(state: RailRoader, turn: Turn) -> bool:
    """A saboteur in hand, the engine over a river. (RR Saboteur; ruling 57a)"""
    return SABOTEUR in state.railroads[turn.seat].hand and state.stands_on(turn.seat) is Space.RIVER


def _targets(state: RailRoader, rival: Seat) -> Iterator[int]:
    """River and red spaces with track, ahead of the rival's engine; none while a cube lies there. (ruling 56)"""
    railroad = state.railroads[rival]
    if railroad.dynamite is None:
        for space in range(railroad.engine + 1, railroad.track + 1):
            if state.board.space(rival, space) in _OPEN_TO_SABOTAGE:
                yield space


def _open_railhead(state: RailRoader, rival: Seat) -> bool:
    """Whether the last section laid is over a river or a red space. (ruling 57)"""
    track = state.railroads[rival].track
    last = range(max(1, track - SPACES + 1), track + 1)
    return any(state.board.space(rival, space) in _OPEN_TO_SABOTAGE for space in last)


def _offers(state: RailRoader, turn: Turn) -> tuple[Dynamite | Steal, ...]:
    return tuple(_sabotages(state, turn.seat)) if _able(state, turn) else ()


def _sabotages(state: RailRoader, seat: Seat) -> Iterator[Dynamite | Steal]:
    for rival in state.rivals(seat):
        yield from (Dynamite(seat, rival, space) for space in _targets(state, rival))
    for rival in state.rivals(seat):
        if _open_railhead(state, rival):
            unopened = state.railroads[rival].mat.unopened
            yield from (Steal(seat, rival, card) for card in dict.fromkeys(crate.card for crate in unopened))


def _played(state: RailRoader, turn: Turn, action: Dynamite | Steal) -> RailRoader:
    seat, rival = turn.seat, action.rival
    sent = state.from_hand(seat, SABOTEUR).onto_pile(seat, SABOTEUR).spend(1)
    if isinstance(action, Dynamite):
        return sent.alter(rival, dynamite=action.space).tell(DynamitePlaced(seat, rival, action.space))
    stolen = sent.alter_mat(rival, lambda mat: taken(mat, action.card)).onto_pile(seat, action.card)
    return stolen.tell(CrateStolen(seat, rival, action.card))


def _refusal(state: RailRoader, turn: Turn, action: Dynamite | Steal) -> str:
    if SABOTEUR not in state.railroads[turn.seat].hand:
        return "You have no saboteur in your hand."
    if state.stands_on(turn.seat) is not Space.RIVER:
        railroad = state.railroads[turn.seat]
        now = "your train is derailed" if railroad.derailed else f"your engine is on space {railroad.engine}"
        return f"You can send a saboteur only from a river, but {now}."
    if action.rival == turn.seat:
        return "You can’t sabotage yourself. Choose a rival."
    if action.rival not in state.rivals(turn.seat):
        return f"Player {action.rival} isn’t at this table. Choose a rival who is."
    return _no_dynamite(state, action) if isinstance(action, Dynamite) else _no_crate(state, action)


def _no_dynamite(state: RailRoader, action: Dynamite) -> str:
    railroad = state.railroads[action.rival]
    if railroad.dynamite is not None:
        return f"You can’t place more dynamite on that track: there is already some on space {railroad.dynamite}."
    spaces = listed([str(space) for space in _targets(state, action.rival)], "or")
    if not spaces:
        train = f"that train, which is on space {railroad.engine}"
        return f"You can’t place dynamite: ahead of {train}, no river or red space has track."
    return f"Dynamite must go on a river or red space with track, ahead of the train. Choose {spaces}."


def _no_crate(state: RailRoader, action: Steal) -> str:
    if not _open_railhead(state, action.rival):
        section = state.railroads[action.rival].sections
        return f"You can’t steal from that railhead: section {section} has no river or red space."
    crates = dict.fromkeys(card_name(crate.card) for crate in state.railroads[action.rival].mat.unopened)
    unopened = listed(tuple(crates), "or")
    if not unopened:
        return "There are no unopened crates at that railhead."
    return f"That crate isn’t at that railhead. Choose {unopened}."


RULE = Rule((Dynamite, Steal), _offers, _played, _refusal)
