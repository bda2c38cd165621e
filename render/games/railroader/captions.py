"""The last events in one line of text, and other short texts of several pictures."""

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
"""Maximum width in pixels of the second line, measured in a larger font than the one in which it is drawn."""
_RAID = 6
"""The priority of the clause about outlaws; no other clause has this number."""


class _Clause(NamedTuple):
    """A part of the line: a verb and its objects."""

    priority: int
    """The clause with the lowest priority is left out first if the line is too long."""
    verb: str
    objects: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The clause as text: “bought Water 4 and a worker”."""
        return f"{self.verb} {join_words(cards_with_articles(self.objects))}" if self.objects else self.verb


def cards_with_articles(cards: Sequence[str]) -> list[str]:
    """Return the cards with articles, equal cards together: “a worker”, “2 workers”, “gold”."""
    return [words for card in dict.fromkeys(cards) for words in _count_with_article(card, cards.count(card))]


def _count_with_article(card: str, times: int) -> Sequence[str]:
    if card == "gold" or not card[0].islower():
        return [card] * times
    return [with_article(card) if times == 1 else count_noun(times, card)]


def corner_text(state: RailRoader, names: Names) -> str:
    """Return the round and the player to move: “Round 14 · Cleo, 1 action left”."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(phase, Turn):
        return f"Round {state.round} · game over"
    progress = "train rolling" if phase.rolling else f"{count_noun(phase.left, 'action')} left"
    return f"Round {state.round} · {fit_name(names[phase.seat - 1], 420)}, {progress}"


def as_sentence(words: str) -> str:
    """Return the line of a picture as a sentence with a period, for the alt text."""
    return words if words[-1] in ".?" else f"{words}."


def fit_name(name: str, room: float = 260) -> str:
    """Return the name, or its first word if the name is wider than ``room`` pixels."""
    return name if BODY.width(name) <= room else BODY.shorten(first_word(name), room)


def last_move_line(state: RailRoader, events: Events, names: Names) -> tuple[Seat, str]:
    """Return the player who moved last, and a line about the last turn.

    After the game, the line is about the winner.
    """
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
        longer = [other for other in clauses if other in chosen_clauses or other is clause]
        if not chosen_clauses or BODY.width(_turn_line(names[seat - 1], longer)) <= _ROOM:
            chosen_clauses = longer
    return seat, _turn_line(names[seat - 1], chosen_clauses)


def _turn_line(name: str, clauses: Sequence[_Clause]) -> str:
    """Return the line about one turn: first the player's actions, then the attacks of outlaws."""
    own = join_words([clause.text for clause in clauses if clause.priority != _RAID])
    raids = "; ".join(clause.text for clause in clauses if clause.priority == _RAID)
    turn_text = f"{fit_name(name, 420)} {own}" if own else f"{fit_name(name, 420)}’s turn"
    return f"{turn_text}; {raids}" if raids else turn_text


def _merge_clauses(clauses: Iterable[_Clause]) -> list[_Clause]:
    """Join clauses with the same verb: “bought Water 4 and a worker”."""
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
    """Return “Cleo goes first”, with the name at most ``room`` pixels wide; empty after the game."""
    return f"{fit_name(names[state.first - 1], room)} goes first" if state.flow else ""


def _winner_line(state: RailRoader, names: Names) -> tuple[Seat, str]:
    place = ranking(state)[0]
    railroad = state.railroads[place.seat]
    where = "in Buffalo Creek" if place.seat in state.seats_in_creek else f"on space {railroad.engine}"
    return place.seat, f"{names[place.seat - 1]} wins, {where}{f' ({place.note})' if place.note else ''}"


def _opening_line(state: RailRoader, events: Events, names: Names) -> tuple[Seat, str]:
    """Return the (seat, line) pair for the time before a player has acted in the game or in this turn."""
    if any(isinstance(event, e.OrderDrawn) for event in events):
        return state.first, f"{fit_name(names[state.first - 1], 420)} goes first. All trains are in Junction City"
    phase = state.flow[-1]
    seat = phase.seat if isinstance(phase, Turn) else state.first
    raids = _raids_text(events, names)
    return seat, _turn_line(names[seat - 1], [_Clause(_RAID, raids)] if raids else [])


_OF_OTHERS = (e.RailheadRaided, e.DeputyUsed, e.OrdersSaid)
"""Events whose ``seat`` may be another player than the one to move."""


def _acting_seat(event: Event) -> Seat | None:
    """The seat of the player whose action caused an event, or None."""
    return None if isinstance(event, _OF_OTHERS) else getattr(event, "seat", None)


def _raids_text(events: Events, names: Names) -> str:
    """“outlaws raided Ada and Dov”, or “a deputy saved Ada”; empty without an attack."""
    robbed_names = [fit_name(names[event.seat - 1]) for event in events if isinstance(event, e.RailheadRaided)]
    saved_names = [fit_name(names[event.seat - 1]) for event in events if isinstance(event, e.DeputyUsed)]
    raids = f"outlaws raided {join_words(tuple(dict.fromkeys(robbed_names)))}" if robbed_names else ""
    return raids or (f"a deputy saved {join_words(tuple(dict.fromkeys(saved_names)))}" if saved_names else "")


def _turn_clauses(event: Event, seat: Seat, events: Events, names: Names) -> Iterator[_Clause]:
    """Yield the clause about an event of the player's turn.

    All discards together have one clause.
    """
    if _acting_seat(event) != seat:
        return
    narration = GAME.text.narrate(event, lambda other: fit_name(names[other - 1]))
    if isinstance(event, e.CardDiscarded):
        discards = [other for other in events if isinstance(other, e.CardDiscarded) and other.seat == seat]
        if event is discards[0]:
            yield _Clause(narration.priority, f"{narration.clause} {count_noun(len(discards), 'card')}")
    elif narration.clause:
        yield _Clause(narration.priority, narration.clause, narration.objects)
