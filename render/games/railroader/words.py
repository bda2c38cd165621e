"""What just happened, in a line: the second line of the board and of its alt text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroader import events as e
from engine.games.railroader.cards import card_name
from engine.games.railroader.ending import ranking
from engine.games.railroader.phases import Turn
from engine.games.railroader.state import RailRoader
from render.fonts import width
from render.labels import first_word, shortened

__all__ = ["corner", "last_move", "moved", "short"]

_ROOM = 1_450
"""px of the header's second line."""


class _Clause(NamedTuple):
    weight: int
    """Of two, the lighter one is left out first."""
    words: str


def corner(state: RailRoader, names: Sequence[str]) -> str:
    """“Round 14 · Cleo, 1 action left”."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Turn):
        return f"Round {state.round} · the end"
    doing = "train rolling" if phase.rolling else f"{counted(phase.left, 'action')} left"
    return f"Round {state.round} · {short(names[phase.seat - 1], 420)}, {doing}"


def short(name: str, room: float = 260) -> str:
    """A name as long as fits, its first word if it does not."""
    return name if width(name, "s", 46) <= room else shortened(first_word(name), "s", 46, room)


def last_move(state: RailRoader, news: Sequence[Event], names: Sequence[str]) -> tuple[Seat | None, str]:
    """Whose turn it was, and what happened in it, as much as fits; once the game is over, who wins."""
    if not state.flow:
        return _winner(state, names)
    seat = next((seat for event in reversed(news) if (seat := _player(event)) is not None), None)
    raids = _raids(news, names)
    if seat is None:
        return state.order[0], raids or _begun(state, news, names)
    clauses = [clause for event in news for clause in _clauses(event, seat, news, names)]
    while True:
        told = f"{short(names[seat - 1], 420)} {', '.join(clause.words for clause in clauses)}{raids and '; ' + raids}"
        if len(clauses) < 2 or width(told, "s", 46) <= _ROOM:
            return seat, told if clauses else f"{names[seat - 1]}’s turn"
        clauses.remove(min(reversed(clauses), key=lambda clause: clause.weight))


def _winner(state: RailRoader, names: Sequence[str]) -> tuple[Seat, str]:
    place = ranking(state)[0]
    railroad = state.railroads[place.seat]
    where = "in Buffalo Creek" if place.seat in state.arrived else f"on space {railroad.engine}"
    return place.seat, f"{names[place.seat - 1]} wins, {where}{', ' + place.note if place.note else ''}"


def _begun(state: RailRoader, news: Sequence[Event], names: Sequence[str]) -> str:
    if any(isinstance(event, e.OrderDrawn) for event in news):
        return f"{names[state.first - 1]} goes first; all trains are in Junction City"
    return f"{names[state.first - 1]} goes first in every round"


_OF_OTHERS = (e.RailheadRaided, e.DeputyUsed, e.OrdersSaid)


def _player(event: Event) -> Seat | None:
    """Whose doing it was; what is done to others at a turn is told beside it."""
    return None if isinstance(event, _OF_OTHERS) else getattr(event, "seat", None)


def _raids(news: Sequence[Event], names: Sequence[str]) -> str:
    """“outlaws raided Ada and Dov”."""
    robbed = [short(names[event.seat - 1]) for event in news if isinstance(event, e.RailheadRaided)]
    saved = [short(names[event.seat - 1]) for event in news if isinstance(event, e.DeputyUsed)]
    raids = f"outlaws raided {listed(tuple(dict.fromkeys(robbed)))}" if robbed else ""
    return raids or (f"a deputy saved {listed(tuple(dict.fromkeys(saved)))}" if saved else "")


def _clauses(event: Event, seat: Seat, news: Sequence[Event], names: Sequence[str]) -> Iterator[_Clause]:
    if _player(event) == seat:
        match event:
            case e.CardDiscarded():
                count = sum(isinstance(other, e.CardDiscarded) and other.seat == seat for other in news)
                if event is next(other for other in news if isinstance(other, e.CardDiscarded) and other.seat == seat):
                    yield _Clause(1, f"discarded {counted(count, 'card')}")
            case _:
                yield from _clause(event, names)


def _clause(event: Event, names: Sequence[str]) -> Iterator[_Clause]:
    """What a player did, in the past tense; nothing for what the board does not show and nobody asks."""
    match event:
        case e.TrackBuilt(sections=sections, total=total):
            yield _Clause(5, f"built {counted(sections, 'section')} to {4 * total}")
        case e.TrainRolled(die=die):
            yield _Clause(6, f"rolled {die}")
        case e.TrainMoved():
            yield _Clause(7, moved(event))
        case e.Derailed(past=past):
            yield _Clause(9, f"derailed, {past} too far")
        case e.Rerailed():
            yield _Clause(7, "put the train back on the track")
        case e.DynamiteReached(space=space):
            yield _Clause(6, f"cleared the dynamite on {space}")
        case e.BuffaloCreekReached():
            yield _Clause(9, "reached Buffalo Creek")
        case e.Ambushed():
            yield _Clause(9, "was ambushed")
        case e.CavalryRode(relieved=True):
            yield _Clause(6, "was freed by the cavalry")
        case e.CavalryRode(space=space):
            yield _Clause(3, f"saw the cavalry ride to {space}")
        case e.DynamitePlaced(rival=rival, space=space):
            yield _Clause(8, f"put dynamite on {short(names[rival - 1])}’s space {space}")
        case e.CrateStolen(rival=rival):
            yield _Clause(8, f"stole a crate from {short(names[rival - 1])}")
        case e.GangFed(left=left) if left:
            yield _Clause(6, f"lost {counted(left, 'hungry worker')}")
        case _:
            yield from _card(event)


def _card(event: Event) -> Iterator[_Clause]:
    match event:
        case e.CardBought(card=card):
            yield _Clause(4, f"bought {card_name(card)}")
        case e.CardPlaced(card=card):
            yield _Clause(3, f"placed {card_name(card)}")
        case e.CrateScouted(card=card):
            yield _Clause(3, f"scouted {card_name(card)}")
        case e.GoldFound():
            yield _Clause(2, "found gold")
        case e.WaterFound(card=card):
            yield _Clause(2, f"found {card_name(card)}")
        case e.CardWithdrawn(card=card):
            yield _Clause(2, f"withdrew {card_name(card)}")
        case _:
            return


def moved(event: e.TrainMoved) -> str:
    """“rolled 5 and moved 52 to 64 on water 4 + 3”."""
    rolled = f"rolled {event.die} and " if event.die else ""
    where = f"moved {event.start} to {event.space}" if event.start != event.space else f"stayed on {event.space}"
    by = [f"water {' + '.join(map(str, event.waters))}"] if event.waters else []
    if event.engineers:
        by.append("an engineer" if event.engineers == 1 else f"{event.engineers} engineers")
    return f"{rolled}{where}{' on ' if event.waters else ' by ' if by else ''}{' and '.join(by)}"
