"""The alt text of the board: the state of the game, not its appearance. (style guide, section 11)"""

from collections.abc import Iterator, Mapping

from engine.core import Seat, all_seats, count_noun
from engine.games.railroader.game_data.board import Space, first_space_of
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.wording import ground_text
from render.games.railroader.captions import as_sentence
from render.palette import PLAYERS
from render.text_fitting import Names, join_sentences

_SPACE_NOTES = {Space.RIVER: " (river)", Space.RED: " (red)", Space.WHITE: " (garrison)"}
_SPACES_AHEAD = 12
"""Number of spaces ahead of a train whose colors are listed.

A move is rarely longer.
"""


def board_alt_text(
    state: RailRoader, line: str, names: Names, keys: Mapping[Seat, str], *, is_question: bool = False
) -> str:
    """“RailRoader, round 14. Last move: …. Ada (square): train on space 57 (river), …”"""
    return join_sentences(
        (
            f"RailRoader, round {state.round}.",
            *_last_move_sentence(line, is_question),
            *(f"Choice {words}: {names[seat - 1]}." for seat, words in keys.items()),
            *_starter_sentence(state, line, names),
            *(
                f"{names[seat - 1]} ({PLAYERS[seat - 1].mark}): {', '.join(_train_facts(state, seat))}."
                for seat in all_seats(state.seats)
            ),
            f"Buffalo Creek is spaces {first_space_of(state.board.sections)} to {state.board.last_space}.",
        )
    )


def _last_move_sentence(line: str, is_question: bool) -> Iterator[str]:
    """Yield the line below the title, a question or the last move, as a sentence; nothing if the line is empty."""
    is_move = not is_question and " goes first" not in line and not _is_turn_only(line)
    if line:
        yield f"{'Last move: ' if is_move else ''}{as_sentence(line)}"


def _is_turn_only(line: str) -> bool:
    """Whether the line says only whose turn it is, and perhaps that outlaws attacked."""
    return line.partition(";")[0].endswith("’s turn")


def _starter_sentence(state: RailRoader, line: str, names: Names) -> Iterator[str]:
    """Yield the player who goes first in every round, unless the line names that player."""
    if state.flow and " goes first" not in line:
        yield f"{names[state.first - 1]} goes first."


def _train_facts(state: RailRoader, seat: Seat) -> Iterator[str]:
    """Yield a train's space, its problems, its track, and the next colored spaces."""
    railroad = state.railroads[seat]
    if railroad.engine == 0:
        yield "train in Junction City"
    else:
        yield f"train on space {railroad.engine}{_SPACE_NOTES.get(state.space_under_engine(seat), '')}"
    if railroad.derailed:
        yield "derailed"
    if railroad.cavalry is not None:
        yield f"ambushed, cavalry {f'on {railroad.cavalry}' if railroad.cavalry else 'in Junction City'}"
    if railroad.dynamite is not None:
        yield f"dynamite on {railroad.dynamite}"
    yield (
        f"track to {railroad.last_track_space} ({count_noun(railroad.sections, 'section')})"
        if railroad.last_track_space
        else "no track"
    )
    if seat in state.seats_in_creek:
        yield "has reached Buffalo Creek"
    elif colors := _spaces_ahead_text(state, seat):
        yield f"ahead: {colors}"


def _spaces_ahead_text(state: RailRoader, seat: Seat) -> str:
    """The colored spaces ahead that have track: “river on 58, red on 60, purple on 64”."""
    railroad = state.railroads[seat]
    spaces = range(railroad.engine + 1, min(railroad.last_track_space, railroad.engine + _SPACES_AHEAD) + 1)
    words = ((ground_text(state.board.space_kind(seat, space)), space) for space in spaces)
    return ", ".join(f"{word} on {space}" for word, space in words if word)
