"""What a player may say ahead about the tiles that are used between phases, so that nobody waits. (rulings K13 to K15)

An answer is a few words: “ask”, “not this turn”, “at once”, “from place 3”, “for B&O”.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from engine.core.action import Decision
from engine.core.seats import Seat
from engine.core.words import listed
from engine.games.railroad_rivals.data import Railroad, Special
from engine.games.railroad_rivals.pieces import free
from engine.games.railroad_rivals.robber_baron.actions import Ahead
from engine.games.railroad_rivals.robber_baron.shenanigans.events import AnsweredAhead

if TYPE_CHECKING:
    from engine.games.railroad_rivals.state import RailroadRivals

__all__ = [
    "ASK",
    "AT_ONCE",
    "BETWEEN",
    "NOT_NOW",
    "answered",
    "asked_ahead",
    "place_of",
    "railroad_of",
    "said",
    "verdict",
    "window_passed",
]

BETWEEN = (Special.INSIDER, Special.ISSUE)
"""The tiles that are used between phases, in the order of their windows. (ruling K15)"""

ASK = "ask"
"""What stands while nothing was said."""

NOT_NOW = "not this turn"
AT_ONCE = "at once"
_FROM_PLACE = "from place "
_FOR = "for "

_THIRD = 3
"""From place 2 on is at once: who is first is not asked."""


def said(state: RailroadRivals, seat: Seat, special: Special) -> str:
    """The answer that stands."""
    return state.baron.answers(seat).get(special, ASK)


def verdict(state: RailroadRivals, seat: Seat, special: Special) -> bool | None:
    """Whether the tile is used now, by what its holder said; None: the holder is asked."""
    answer = said(state, seat, special)
    if answer == ASK:
        return None
    if (place := place_of(answer)) is not None:
        return state.order.index(seat) + 1 >= place
    if (railroad := railroad_of(answer)) is not None:
        return railroad in free(state.stock_offer)
    return answer == AT_ONCE


def place_of(answer: str) -> int | None:
    """The place in the turn order that an answer names."""
    return int(answer.removeprefix(_FROM_PLACE)) if answer.startswith(_FROM_PLACE) else None


def railroad_of(answer: str) -> Railroad | None:
    """The railroad that an answer names."""
    return Railroad(answer.removeprefix(_FOR)) if answer.startswith(_FOR) else None


def asked_ahead(state: RailroadRivals, asking: Special | None) -> tuple[Decision, ...]:
    """One question for every holder of such a tile; not about the tile whose holder is being ``asking`` now."""
    if not state.baron.specials or state.ending:
        return ()
    found = []
    for seat, held in state.baron.specials.items():
        tiles = tuple(special for special in BETWEEN if special in held and special != asking)
        if tiles:
            offers = tuple(Ahead(seat, tile, answer) for tile in tiles for answer in _answers(state, seat, tile))
            found.append(Decision(seat, f"Say ahead what to do with {listed(tiles)}.", offers))
    return tuple(found)


def answered(state: RailroadRivals, action: Ahead) -> RailroadRivals:
    """The answer stands until the tile is played or another is given; only its seat is told."""
    seat, tile, answer = action.seat, action.tile, action.answer
    baron = state.baron.forget(seat, tile) if answer == ASK else state.baron.say(seat, tile, answer)
    told = AnsweredAhead(seat, tile, answer, to=frozenset({seat}))
    return msgspec.structs.replace(state, baron=baron).tell(told)


def window_passed(state: RailroadRivals, seat: Seat, special: Special) -> RailroadRivals:
    """“Not this turn” is used up."""
    if said(state, seat, special) != NOT_NOW:
        return state
    return msgspec.structs.replace(state, baron=state.baron.forget(seat, special))


def _answers(state: RailroadRivals, seat: Seat, special: Special) -> tuple[str, ...]:
    """All answers but the one that stands."""
    if special == Special.INSIDER:
        more = tuple(f"{_FROM_PLACE}{place}" for place in range(_THIRD, state.seats + 1))
    else:
        more = tuple(f"{_FOR}{railroad}" for railroad in state.value if railroad not in state.baron.ruined)
    return tuple(answer for answer in (ASK, NOT_NOW, AT_ONCE, *more) if answer != said(state, seat, special))
