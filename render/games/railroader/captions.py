"""The last events in a line, for the board's second line and its alt text."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.core import Event, Seat, count_noun, join_words, with_article
from engine.games.railroader import GAME
from engine.games.railroader.rules.scoring import ranking
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader, Turn
from render.parts.typography import BODY
from render.text_fitting import Events, Names, first_word, names_at_that_time

_ROOM = 1_520
"""px of the header's second line at 46 px; at 44 it fits."""
_RAID = 6
"""The priority of what outlaws did, and of nothing else."""


class _Clause(NamedTuple):
    priority: int
    """The priority of the clause. The clause with the lowest one is left out first."""
    verb: str
    objects: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """“bought Water 4 and a worker”."""
        return f"{self.verb} {join_words(cards_with_articles(self.objects))}" if self.objects else self.verb


def cards_with_articles(cards: Sequence[str]) -> list[str]:
    """Name of cards as a sentence has them: “a worker” and “2 workers”, but “gold” and “Water 4”."""
    return [words for card in dict.fromkeys(cards) for words in _count_with_article(card, cards.count(card))]


def _count_with_article(card: str, times: int) -> Sequence[str]:
    if card == "gold" or not card[0].islower():
        return [card] * times
    return [with_article(card) if times == 1 else count_noun(times, card)]


def corner_text(state: RailRoader, names: Names) -> str:
    """“Round 14 · Cleo, 1 action left”."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Turn):
        return f"Round {state.round} · game over"
    doing = "train rolling" if phase.rolling else f"{count_noun(phase.left, 'action')} left"
    return f"Round {state.round} · {fit_name(names[phase.seat - 1], 420)}, {doing}"


def as_sentence(words: str) -> str:
    """A line of a picture as a sentence of its alt text."""
    return words if words[-1] in ".?" else f"{words}."


def fit_name(name: str, room: float = 260) -> str:
    """A name, or its first word if it is too long."""
    return name if BODY.width(name) <= room else BODY.shorten(first_word(name), room)


def last_move_line(state: RailRoader, events: Events, names: Names) -> tuple[Seat, str]:
    """The player of the last turn and its events, as far as they fit; after the game, who won."""
    if not state.flow:
        return _winner_line(state, names)
    names = names_at_that_time(events, names)
    seat = next((seat for event in reversed(events) if (seat := _acting_seat(event)) is not None), None)
    if seat is None:
        return _opening_line(state, events, names)
    clauses = _merge_clauses(clause for event in events for clause in _turn_clauses(event, seat, events, names))
    if raids := _raids_text(events, names):
        clauses.append(_Clause(_RAID, raids))
    chosen_clauses: list[_Clause] = []
    for clause in sorted(clauses, key=lambda clause: -clause.priority):
        longer = [one for one in clauses if one in chosen_clauses or one is clause]
        if not chosen_clauses or BODY.width(_turn_line(names[seat - 1], longer)) <= _ROOM:
            chosen_clauses = longer
    return seat, _turn_line(names[seat - 1], chosen_clauses)


def _turn_line(name: str, clauses: Sequence[_Clause]) -> str:
    """The line about one turn: what the player did, then what outlaws did."""
    own = join_words([clause.text for clause in clauses if clause.priority != _RAID])
    raids = "; ".join(clause.text for clause in clauses if clause.priority == _RAID)
    turn_text = f"{fit_name(name, 420)} {own}" if own else f"{fit_name(name, 420)}’s turn"
    return f"{turn_text}; {raids}" if raids else turn_text


def _merge_clauses(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Say once what was done several times: “bought Water 4 and a worker”."""
    merged_clauses: list[_Clause] = []
    for clause in clauses:
        verbs = [other.verb for other in merged_clauses]
        same_verb_index = verbs.index(clause.verb) if clause.objects and clause.verb in verbs else None
        if same_verb_index is None:
            merged_clauses.append(clause)
        else:
            merged_clauses[same_verb_index] = clause._replace(
                objects=(*merged_clauses[same_verb_index].objects, *clause.objects)
            )
    return merged_clauses


def first_player_text(state: RailRoader, names: Names, room: float) -> str:
    """“Cleo goes first”, with the name in ``room`` px; empty after the game."""
    return f"{fit_name(names[state.first - 1], room)} goes first" if state.flow else ""


def _winner_line(state: RailRoader, names: Names) -> tuple[Seat, str]:
    place = ranking(state)[0]
    railroad = state.railroads[place.seat]
    where = "in Buffalo Creek" if place.seat in state.seats_in_creek else f"on space {railroad.engine}"
    return place.seat, f"{names[place.seat - 1]} wins, {where}{f' ({place.note})' if place.note else ''}"


def _opening_line(state: RailRoader, events: Events, names: Names) -> tuple[Seat, str]:
    """No one has done anything yet: in the game, or in this turn."""
    if any(isinstance(event, e.OrderDrawn) for event in events):
        return state.first, f"{fit_name(names[state.first - 1], 420)} goes first. All trains are in Junction City"
    phase = state.flow[-1]
    seat = phase.seat if isinstance(phase, Turn) else state.first
    raids = _raids_text(events, names)
    return seat, _turn_line(names[seat - 1], [_Clause(_RAID, raids)] if raids else [])


_OF_OTHERS = (e.RailheadRaided, e.DeputyUsed, e.OrdersSaid)


def _acting_seat(event: Event) -> Seat | None:
    """The seat whose doing an event was; what is done to others at a turn is told next to it."""
    return None if isinstance(event, _OF_OTHERS) else getattr(event, "seat", None)


def _raids_text(events: Events, names: Names) -> str:
    """“outlaws raided Ada and Dov”."""
    robbed_names = [fit_name(names[event.seat - 1]) for event in events if isinstance(event, e.RailheadRaided)]
    saved_names = [fit_name(names[event.seat - 1]) for event in events if isinstance(event, e.DeputyUsed)]
    raids = f"outlaws raided {join_words(tuple(dict.fromkeys(robbed_names)))}" if robbed_names else ""
    return raids or (f"a deputy saved {join_words(tuple(dict.fromkeys(saved_names)))}" if saved_names else "")


def _turn_clauses(event: Event, seat: Seat, events: Events, names: Names) -> Iterator[_Clause]:
    """The clauses about what the player did, as far as the board does not show it."""
    if _acting_seat(event) != seat:
        return
    narration = GAME.text.narrate(event, lambda other: fit_name(names[other - 1]))
    discarded = [other for other in events if isinstance(other, e.CardDiscarded) and other.seat == seat]
    if isinstance(event, e.CardDiscarded):  # how many is enough
        if event is discarded[0]:
            yield _Clause(narration.priority, f"{narration.clause} {count_noun(len(discarded), 'card')}")
    elif narration.clause:
        yield _Clause(narration.priority, narration.clause, narration.objects)
