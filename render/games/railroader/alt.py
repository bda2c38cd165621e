"""The board in words: facts, not looks. (style guide, section 11)"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.core.seats import Seat, all_seats
from engine.games.railroader.box.board import Space
from engine.games.railroader.state.state import RailRoader
from render.labels import Names, joined
from render.palette import PLAYERS

_STANDS = {Space.RIVER: " on river", Space.RED: " on red", Space.WHITE: " on a garrison"}


def board_alt(state: RailRoader, told: str, names: Names, keys: Mapping[Seat, str], *, asked: bool = False) -> str:
    """“RailRoader, round 14. Ada (disc): train 57, ambushed, cavalry 53, track 72.”"""
    return joined(
        (
            f"RailRoader, round {state.round}. Buffalo Creek: spaces {_creek(state)}.",
            *([f"{'' if asked else 'Last: '}{told.rstrip('?')}."] if told else []),
            *([f"Keys: {', '.join(f'{words} {names[seat - 1]}' for seat, words in keys.items())}."] if keys else []),
            *(
                f"{names[seat - 1]} ({PLAYERS[seat - 1].mark}): {', '.join(_facts(state, seat))}."
                for seat in _seats(state)
            ),
        )
    )


def _seats(state: RailRoader) -> tuple[Seat, ...]:
    return all_seats(state.seats)


def _creek(state: RailRoader) -> str:
    return f"{state.board.last - 3} to {state.board.last}"


def _facts(state: RailRoader, seat: Seat) -> Iterator[str]:
    railroad = state.railroads[seat]
    if railroad.engine == 0:
        yield "train at Junction City"
    else:
        yield f"train {railroad.engine}{_STANDS.get(state.stands_on(seat), '')}"
    if railroad.derailed:
        yield "derailed"
    if railroad.cavalry is not None:
        yield f"ambushed, cavalry {railroad.cavalry or 'at Junction City'}"
    if railroad.dynamite is not None:
        yield f"dynamite {railroad.dynamite}"
    yield f"track {railroad.track}" if railroad.track else "no track"
    if seat in state.in_creek:
        yield "has reached Buffalo Creek"
