"""The board in words: facts, not looks. (style guide, section 11)"""

from collections.abc import Iterator, Mapping

from engine.core import Seat, all_seats, counted
from engine.games.railroader.box.board import SPACES, Space
from engine.games.railroader.rules.reach import ground_words
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.words import sentence
from render.labels import Names, joined
from render.palette import PLAYERS

_STANDS = {Space.RIVER: " (river)", Space.RED: " (red)", Space.WHITE: " (garrison)"}
_AHEAD = 12
"""Spaces ahead of a train whose colors are told: two Water cards and a roll rarely lead further."""


def board_alt(state: RailRoader, told: str, names: Names, keys: Mapping[Seat, str], *, asked: bool = False) -> str:
    """“RailRoader, round 14. Ada’s train is on space 57, ambushed, with the cavalry on 53; track to space 72. …”"""
    return joined(
        (
            f"RailRoader, round {state.round}.",
            *_said(told, asked),
            *(f"Choice {words}: {names[seat - 1]}." for seat, words in keys.items()),
            *_starter(state, told, names),
            *(
                f"{names[seat - 1]} ({PLAYERS[seat - 1].mark}): {', '.join(_facts(state, seat))}."
                for seat in all_seats(state.seats)
            ),
            f"Buffalo Creek is spaces {state.board.last - SPACES + 1} to {state.board.last}.",
        )
    )


def _said(told: str, asked: bool) -> Iterator[str]:
    """The question, or what happened last."""
    moved = not asked and " goes first" not in told and not _is_turn(told)
    if told:
        yield f"{'Last move: ' if moved else ''}{sentence(told)}"


def _is_turn(told: str) -> bool:
    """Whether it says only whose turn it is, or what outlaws did in it."""
    return told.partition(";")[0].endswith("’s turn")


def _starter(state: RailRoader, told: str, names: Names) -> Iterator[str]:
    """The player who goes first in a round to come, where the line before does not name them."""
    if state.flow and " goes first" not in told:
        yield f"{names[state.first - 1]} goes first."


def _facts(state: RailRoader, seat: Seat) -> Iterator[str]:
    """A train, what troubles it, its track, and the colored spaces that come next."""
    railroad = state.railroads[seat]
    if railroad.engine == 0:
        yield "train in Junction City"
    else:
        yield f"train on space {railroad.engine}{_STANDS.get(state.stands_on(seat), '')}"
    if railroad.derailed:
        yield "derailed"
    if railroad.cavalry is not None:
        yield f"ambushed, cavalry {f'on {railroad.cavalry}' if railroad.cavalry else 'in Junction City'}"
    if railroad.dynamite is not None:
        yield f"dynamite on {railroad.dynamite}"
    yield f"track to {railroad.track} ({counted(railroad.sections, 'section')})" if railroad.track else "no track"
    if seat in state.in_creek:
        yield "has reached Buffalo Creek"
    elif colors := _colors(state, seat):
        yield f"ahead: {colors}"


def _colors(state: RailRoader, seat: Seat) -> str:
    """“river on 58, red on 60, purple on 64”, as far as there is track."""
    railroad = state.railroads[seat]
    spaces = range(railroad.engine + 1, min(railroad.track, railroad.engine + _AHEAD) + 1)
    words = ((ground_words(state.board.space(seat, space)), space) for space in spaces)
    return ", ".join(f"{word} on {space}" for word, space in words if word)
