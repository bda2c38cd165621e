"""What just happened, in a line: the second line of the board and of its alt text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core.event import Event
from engine.core.seats import Seat
from engine.core.words import counted, listed
from engine.games.railroader import events as e
from engine.games.railroader.board import SPACES
from engine.games.railroader.cards import card_name
from engine.games.railroader.ending import ranking
from engine.games.railroader.phases import Turn
from engine.games.railroader.state import RailRoader
from render.called import called_then
from render.fonts import width
from render.labels import first_word, shortened

__all__ = ["corner", "last_move", "moved", "short"]

_ROOM = 1_520
"""px of the header's second line at 46 px; at 44 it fits."""
_RAID = 6
"""The weight of what outlaws did, and of nothing else."""


class _Clause(NamedTuple):
    weight: int
    """Of two, the lighter one is left out first."""
    verb: str
    what: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """“bought water 4 and worker”."""
        return f"{self.verb} {listed(self.what)}" if self.what else self.verb


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


def last_move(state: RailRoader, news: Sequence[Event], names: Sequence[str]) -> tuple[Seat, str]:
    """Whose turn it was, and what happened in it, as much as fits; once the game is over, who wins."""
    if not state.flow:
        return _winner(state, names)
    names = called_then(news, names)
    seat = next((seat for event in reversed(news) if (seat := _player(event)) is not None), None)
    if seat is None:
        return _begun(state, news, names)
    clauses = _merged(clause for event in news for clause in _clauses(event, seat, news, names))
    if raids := _raids(news, names):
        clauses.append(_Clause(_RAID, raids))
    kept: list[_Clause] = []
    for clause in sorted(clauses, key=lambda clause: -clause.weight):
        longer = [one for one in clauses if one in kept or one is clause]
        if not kept or width(_line(names[seat - 1], longer), "s", 46) <= _ROOM:
            kept = longer
    return seat, _line(names[seat - 1], kept)


def _line(name: str, clauses: Sequence[_Clause]) -> str:
    """What a player did, and what outlaws did."""
    own = ", ".join(clause.words for clause in clauses if clause.weight != _RAID)
    raids = "; ".join(clause.words for clause in clauses if clause.weight == _RAID)
    told = f"{short(name, 420)} {own}" if own else f"{short(name, 420)}’s turn"
    return f"{told}; {raids}" if raids else told


def _merged(clauses: Iterable[_Clause]) -> list[_Clause]:
    """What was done several times is said once: “bought water 4 and worker”."""
    found: list[_Clause] = []
    for clause in clauses:
        same = next((i for i, other in enumerate(found) if clause.what and other.verb == clause.verb), None)
        if same is None:
            found.append(clause)
        else:
            found[same] = clause._replace(what=(*found[same].what, *clause.what))
    return found


def _winner(state: RailRoader, names: Sequence[str]) -> tuple[Seat, str]:
    place = ranking(state)[0]
    railroad = state.railroads[place.seat]
    where = "in Buffalo Creek" if place.seat in state.in_creek else f"on space {railroad.engine}"
    return place.seat, f"{names[place.seat - 1]} wins, {where}{', ' + place.note if place.note else ''}"


def _begun(state: RailRoader, news: Sequence[Event], names: Sequence[str]) -> tuple[Seat, str]:
    """Nobody has done anything yet: in the game, or in this turn."""
    if any(isinstance(event, e.OrderDrawn) for event in news):
        return state.first, f"{short(names[state.first - 1], 420)} goes first; all trains are in Junction City"
    phase = state.flow[-1]
    seat = phase.seat if isinstance(phase, Turn) else state.first
    raids = _raids(news, names)
    return seat, _line(names[seat - 1], [_Clause(_RAID, raids)] if raids else [])


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
        case e.TrackBuilt(total=total):
            yield _Clause(5, f"built track to {SPACES * total}")
        case e.TrainRolled(die=die):
            yield _Clause(7, f"rolled {die}")
        case e.TrainMoved():
            yield _Clause(7, moved(event))
        case e.Derailed(past=past):
            yield _Clause(9, f"derailed by {past}")
        case e.Rerailed():
            yield _Clause(7, "put the train back on the track")
        case e.DynamiteReached(space=space):
            yield _Clause(7, f"cleared the dynamite on {space}")
        case e.BuffaloCreekReached():
            yield _Clause(9, "reached Buffalo Creek")
        case e.Ambushed():
            yield _Clause(9, "was ambushed")
        case e.CavalryRode(relieved=True):
            yield _Clause(7, "was freed by the cavalry")
        case e.CavalryRode(space=space):
            yield _Clause(3, f"saw the cavalry ride to {space}")
        case e.DynamitePlaced(rival=rival, space=space):
            yield _Clause(8, f"put dynamite on {short(names[rival - 1])}’s space {space}")
        case e.CrateStolen(rival=rival):
            yield _Clause(8, f"stole a crate from {short(names[rival - 1])}")
        case e.GangFed(left=left) if left:
            yield _Clause(7, f"lost {counted(left, 'hungry worker')}")
        case _:
            yield from _card(event)


def _card(event: Event) -> Iterator[_Clause]:
    match event:
        case e.CardBought(card=card):
            yield _Clause(4, "bought", (card_name(card),))
        case e.CardPlaced(card=card):
            yield _Clause(3, "placed", (card_name(card),))
        case e.CrateScouted(card=card):
            yield _Clause(3, "scouted", (card_name(card),))
        case e.GoldFound():
            yield _Clause(2, "found", ("gold",))
        case e.WaterFound(card=card):
            yield _Clause(2, "found", (card_name(card),))
        case e.CardWithdrawn(card=card):
            yield _Clause(2, "withdrew", (card_name(card),))
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
