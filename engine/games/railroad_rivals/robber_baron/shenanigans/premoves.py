"""Premoves for tiles that are used between phases, so that no one waits for the holder. (rulings K13 to K15)

The answer in a premove is a text: “ask”, “not this turn”, “at once”, “from place 3”, “for B&O”.
"""

from engine.core import Decision, Seat, join_words
from engine.games.railroad_rivals.game_data.pieces import free_tiles
from engine.games.railroad_rivals.game_data.printed_data import Railroad, Special
from engine.games.railroad_rivals.robber_baron.actions import Ahead
from engine.games.railroad_rivals.robber_baron.shenanigans.events import AnsweredAhead
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.state.state import RailroadRivals

_REACTION_TILES = (Special.INSIDER, Special.ISSUE)
"""The special tiles that are used between phases, in the order of use. (ruling K15)"""

_ASK = "ask"
"""The answer of a seat without a premove: the game asks the seat when the tile can be used."""

NOT_NOW = "not this turn"
AT_ONCE = "at once"
_NOT_IN_TURN = "not in turn "
"""Prefix of the stored form of “not this turn”; the number of the turn follows, so that the answer expires."""

_FROM_PLACE = "from place "
_FOR_RAILROAD = "for "

_PRIVATE = "only you see this, and you can change it anytime."

_FIRST_PLACE_TO_WAIT_FOR = 3
"""The lowest n for which a premove can be “from place n”, a place in the turn order."""


def current_answer(state: RailroadRivals, seat: Seat, special: Special) -> str:
    """The seat's answer; “ask” without a premove, or if it has expired or names a ruined railroad."""
    answer = state.baron.answers_of(seat).get(special, _ASK)
    if answer.startswith(_NOT_IN_TURN):
        return NOT_NOW if answer == _not_in_turn_answer(next_use_turn(state, special)) else _ASK
    return _ASK if railroad_in_answer(answer) in state.baron.ruined else answer


def next_use_turn(state: RailroadRivals, special: Special) -> int:
    """The number of the next turn in which a special tile can be used."""
    to_come = any(isinstance(phase, Window) and phase.special == special for phase in state.flow)
    return state.turn if to_come else state.turn + 1


def use_decision(state: RailroadRivals, seat: Seat, special: Special) -> bool | None:
    """Whether the seat's premove uses the tile now; None if the seat must decide itself."""
    answer = current_answer(state, seat, special)
    if answer == _ASK:
        return None
    if (place := place_in_answer(answer)) is not None:
        return state.order.index(seat) + 1 >= place
    if (railroad := railroad_in_answer(answer)) is not None:
        return railroad in free_tiles(state.stock_offer)
    return answer == AT_ONCE


def place_in_answer(answer: str) -> int | None:
    """The place in the turn order that an answer names; None if it names none."""
    return int(answer.removeprefix(_FROM_PLACE)) if answer.startswith(_FROM_PLACE) else None


def railroad_in_answer(answer: str) -> Railroad | None:
    """The railroad that an answer names; None if it names none."""
    return Railroad(answer.removeprefix(_FOR_RAILROAD)) if answer.startswith(_FOR_RAILROAD) else None


def premove_decisions(state: RailroadRivals, asking: Special | None) -> tuple[Decision, ...]:
    """The decisions of seats about premoves for their tiles, except ``asking``, the tile that can be used now."""
    if not state.baron.specials or state.ending:
        return ()
    decisions = []
    for seat, held in state.baron.specials.items():
        tiles = tuple(special for special in _REACTION_TILES if special in held and special != asking)
        if tiles:
            offers = tuple(Ahead(seat, tile, answer) for tile in tiles for answer in _answer_choices(state, seat, tile))
            decisions.append(Decision(seat, f"Plan what to do with {join_words(tiles)}: {_PRIVATE}", offers))
    return tuple(decisions)


def apply_premove(state: RailroadRivals, action: Ahead) -> RailroadRivals:
    """Store a premove, which replaces an earlier one about the tile."""
    seat, tile, answer = action.seat, action.tile, action.answer
    answer_kept = _not_in_turn_answer(next_use_turn(state, tile)) if answer == NOT_NOW else answer
    baron = state.baron.clear_answer(seat, tile) if answer == _ASK else state.baron.set_answer(seat, tile, answer_kept)
    event = AnsweredAhead(seat, tile, answer, to=frozenset({seat}))
    return state.with_expansion(baron).emit(event)


def _not_in_turn_answer(turn: int) -> str:
    return f"{_NOT_IN_TURN}{turn}"


def _answer_choices(state: RailroadRivals, seat: Seat, special: Special) -> tuple[str, ...]:
    """The answers that a seat can choose for a tile: all except the present answer."""
    if special == Special.INSIDER:
        more = tuple(f"{_FROM_PLACE}{place}" for place in range(_FIRST_PLACE_TO_WAIT_FOR, state.seats + 1))
    else:
        more = tuple(f"{_FOR_RAILROAD}{railroad}" for railroad in state.value if railroad not in state.baron.ruined)
    return tuple(answer for answer in (_ASK, NOT_NOW, AT_ONCE, *more) if answer != current_answer(state, seat, special))
