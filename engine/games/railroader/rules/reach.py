"""The reach of a train: where the die may take it, and what lies there. For menus, pictures and computers."""

from engine.core import Seat
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.figures import DIE
from engine.games.railroader.rules.moving import Stops, stops_after
from engine.games.railroader.state.state import RailRoader

_WORDS = {Space.PLAIN: "", Space.RIVER: "river", Space.RED: "red", Space.PURPLE: "purple", Space.WHITE: "garrison"}


def ground_words(space: Space) -> str:
    """The words for a kind of space; nothing for a plain one."""
    return _WORDS[space]


def reach(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> tuple[Stops, ...]:
    """The spaces on which the train can stop, for each roll from 1 to 6."""
    water = sum(waters)
    return stops_after(state, seat, range(water + 1, water + DIE + 1), engineers)


def derailing(state: RailRoader, seat: Seat, reached: tuple[Stops, ...]) -> tuple[int, ...]:
    """The rolls of a ``reach`` with which the train derails wherever it is stopped."""
    track = state.railroads[seat].track
    return tuple(die for die, spaces in enumerate(reached, 1) if min(spaces) > track)
