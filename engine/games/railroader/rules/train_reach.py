"""The range of a train with each roll, for labels, pictures, and computer players."""

from engine.core import Seat
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.constants import DIE_FACES
from engine.games.railroader.rules.moving import StopSpaces, stop_spaces_by_total
from engine.games.railroader.state.state import RailRoader

_WORDS = {Space.PLAIN: "", Space.RIVER: "river", Space.RED: "red", Space.PURPLE: "purple", Space.WHITE: "garrison"}


def ground_text(space: Space) -> str:
    """The words for a kind of space; empty for a plain one."""
    return _WORDS[space]


def reachable_spaces(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> tuple[StopSpaces, ...]:
    """The spaces on which the train can stop, for each roll from 1 to 6."""
    water = sum(waters)
    return stop_spaces_by_total(state, seat, range(water + 1, water + DIE_FACES + 1), engineers)


def derailing_rolls(state: RailRoader, seat: Seat, spaces_by_roll: tuple[StopSpaces, ...]) -> tuple[int, ...]:
    """The rolls of ``reachable_spaces`` with which the train derails wherever it stops."""
    track = state.railroads[seat].last_track_space
    return tuple(die for die, spaces in enumerate(spaces_by_roll, 1) if min(spaces) > track)
