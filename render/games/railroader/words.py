"""The last events in a line: the second line of the board and of its alt text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core import Event, Seat, article, counted, listed
from engine.games.railroader.rules.ending import ranking
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.state.turn import Turn
from engine.games.railroader.words.narration import tell
from render.called import News, called_then
from render.labels import Names, first_word
from render.parts.text import BODY

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
        """“bought Water 4 and a worker”."""
        return f"{self.verb} {listed(with_articles(self.what))}" if self.what else self.verb


def with_articles(cards: Sequence[str]) -> list[str]:
    """Names of cards as a sentence has them: “a worker” and “2 workers”, but “gold” and “Water 4”."""
    return [words for card in dict.fromkeys(cards) for words in _counted(card, cards.count(card))]


def _counted(card: str, times: int) -> Sequence[str]:
    if card == "gold" or not card[0].islower():
        return [card] * times
    return [article(card) if times == 1 else counted(times, card)]


def corner(state: RailRoader, names: Names) -> str:
    """“Round 14 · Cleo, 1 action left”."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Turn):
        return f"Round {state.round} · game over"
    doing = "train rolling" if phase.rolling else f"{counted(phase.left, 'action')} left"
    return f"Round {state.round} · {short(names[phase.seat - 1], 420)}, {doing}"


def sentence(told: str) -> str:
    """A line of a picture as a sentence of its alt text."""
    return told if told[-1] in ".?" else f"{told}."


def short(name: str, room: float = 260) -> str:
    """A name as long as fits, its first word if it does not."""
    return name if BODY.wide(name) <= room else BODY.cut(first_word(name), room)


def last_move(state: RailRoader, news: News, names: Names) -> tuple[Seat, str]:
    """The player of the last turn and what happened in it, as much as fits; once the game is over, who wins."""
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
        if not kept or BODY.wide(_line(names[seat - 1], longer)) <= _ROOM:
            kept = longer
    return seat, _line(names[seat - 1], kept)


def _line(name: str, clauses: Sequence[_Clause]) -> str:
    """The line about one turn: what the player did, then what outlaws did."""
    own = listed([clause.words for clause in clauses if clause.weight != _RAID])
    raids = "; ".join(clause.words for clause in clauses if clause.weight == _RAID)
    told = f"{short(name, 420)} {own}" if own else f"{short(name, 420)}’s turn"
    return f"{told}; {raids}" if raids else told


def _merged(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Say once what was done several times: “bought Water 4 and a worker”."""
    found: list[_Clause] = []
    for clause in clauses:
        verbs = [other.verb for other in found]
        same = verbs.index(clause.verb) if clause.what and clause.verb in verbs else None
        if same is None:
            found.append(clause)
        else:
            found[same] = clause._replace(what=(*found[same].what, *clause.what))
    return found


def first_words(state: RailRoader, names: Names, room: float) -> str:
    """“Cleo goes first”, her name in ``room`` px; nothing after the game, when there is no next round."""
    return f"{short(names[state.first - 1], room)} goes first" if state.flow else ""


def _winner(state: RailRoader, names: Names) -> tuple[Seat, str]:
    place = ranking(state)[0]
    railroad = state.railroads[place.seat]
    where = "in Buffalo Creek" if place.seat in state.in_creek else f"on space {railroad.engine}"
    return place.seat, f"{names[place.seat - 1]} wins, {where}{f' ({place.note})' if place.note else ''}"


def _begun(state: RailRoader, news: News, names: Names) -> tuple[Seat, str]:
    """Nobody has done anything yet: in the game, or in this turn."""
    if any(isinstance(event, e.OrderDrawn) for event in news):
        return state.first, f"{short(names[state.first - 1], 420)} goes first. All trains are in Junction City"
    phase = state.flow[-1]
    seat = phase.seat if isinstance(phase, Turn) else state.first
    raids = _raids(news, names)
    return seat, _line(names[seat - 1], [_Clause(_RAID, raids)] if raids else [])


_OF_OTHERS = (e.RailheadRaided, e.DeputyUsed, e.OrdersSaid)


def _player(event: Event) -> Seat | None:
    """The seat whose doing an event was; what is done to others at a turn is told beside it."""
    return None if isinstance(event, _OF_OTHERS) else getattr(event, "seat", None)


def _raids(news: News, names: Names) -> str:
    """“outlaws raided Ada and Dov”."""
    robbed = [short(names[event.seat - 1]) for event in news if isinstance(event, e.RailheadRaided)]
    saved = [short(names[event.seat - 1]) for event in news if isinstance(event, e.DeputyUsed)]
    raids = f"outlaws raided {listed(tuple(dict.fromkeys(robbed)))}" if robbed else ""
    return raids or (f"a deputy saved {listed(tuple(dict.fromkeys(saved)))}" if saved else "")


def _clauses(event: Event, seat: Seat, news: News, names: Names) -> Iterator[_Clause]:
    """The clauses about what the player did, as far as the board does not show it."""
    if _player(event) != seat:
        return
    told = tell(event, lambda other: short(names[other - 1]))
    discarded = [other for other in news if isinstance(other, e.CardDiscarded) and other.seat == seat]
    if isinstance(event, e.CardDiscarded):  # how many is enough
        if event is discarded[0]:
            yield _Clause(told.weight, f"{told.did} {counted(len(discarded), 'card')}")
    elif told.did:
        yield _Clause(told.weight, told.did, told.things)
