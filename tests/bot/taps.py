"""How many taps the moves of whole games take: ``python -m tests.bot.taps [games]``.

A game is played by computers, and each of their moves is then found by the buttons of the private menu alone, by the
shortest way. A button is one tap, a select two, a form three: to open it, to type, and to send. *Your move* is counted
once a visit, since the menu goes on by itself.
"""

from __future__ import annotations

import heapq
import sys
from collections.abc import Iterator
from itertools import islice
from statistics import median_low
from typing import Any

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.desk import Seated
from bot.sight import sight
from bot.tables.table import Player, Table
from bot.ui.answers import answers
from bot.ui.chips import leading
from bot.ui.components import pressed
from bot.ui.menu import menu, words
from engine import GAMES, Action, Decision, Game, State, decisions, play, redact
from engine.ai import greedy
from engine.core.action import Standing, open_ended, verb
from engine.core.rng import seeded

_BUTTON, _SELECT, _FORM = 1, 2, 3
_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")
_SEATS = 3

_Node = tuple[tuple[str, ...], int]
"""The answers given so far, and the page of a long question."""


class _Count(msgspec.Struct):
    """The taps of one game: of each decision with its verb, of each visit, and of each person's turns of the game.

    A visit is whatever a person does between two moves of others. What comes before the first turn is no turn.
    """

    moves: list[tuple[str, int]]
    visits: list[int]
    turns: dict[tuple[int, int], int]

    @property
    def whole(self) -> int:
        """The taps of the whole game."""
        return sum(self.visits)


def taps(place: Seated, action: Action) -> int:
    """The fewest taps from the first question of the menu to the move, *Confirm* included.

    Raises ``LookupError`` for a move that the menu does not lead to.
    """
    waiting: list[tuple[int, _Node]] = [(0, ((), 0))]
    seen = set[_Node]()
    while waiting:
        cost, node = heapq.heappop(waiting)
        if node in seen:
            continue
        seen.add(node)
        for more, following in _leading(place, node, words(action)):
            if following is None:
                return cost + more
            heapq.heappush(waiting, (cost + more, following))
    raise LookupError(f"no button leads to {' '.join(words(action))}")


def _leading(place: Seated, node: _Node, wanted: tuple[str, ...]) -> Iterator[tuple[int, _Node | None]]:
    """What can be pressed now and leads on to the move, with its taps; None for the move itself."""
    asked = place.decision or place.ahead
    found = menu(asked.offers, node[0]) if asked else None
    if asked is None or found is None:
        return
    found = leading(place.seen, found, asked.offers)
    for item in (item for row in answers(place, found, node[1]) for item in row):
        yield from _pressed(item, wanted)


def _pressed(item: ui.Item[Any], wanted: tuple[str, ...]) -> Iterator[tuple[int, _Node | None]]:
    if not isinstance(item, ui.Button | ui.Select):
        return
    press = pressed(item.custom_id or "")
    if press is None:
        return
    if isinstance(item, ui.Select):
        chosen = (tuple(f"{press.rest} {option.value}".split()) for option in item.options)
        yield from ((_SELECT, (picked, 0)) for picked in chosen if wanted[: len(picked)] == picked)
    elif press.kind == "a" and tuple(press.rest.split()[1:]) == wanted:
        yield _BUTTON, None
    elif press.kind == "n":
        yield _FORM, (wanted[: len(press.rest.split()) + 1], 0)
    elif press.kind == "m" and press.rest[0] == "-":
        page, *given = press.rest[1:].split()
        picked = tuple(given)
        if _leads_on(picked, wanted):
            yield _BUTTON, (picked, int(page))


def _leads_on(picked: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether these are the first words of the move, or a smaller number where it has one, from which steps lead up."""
    if wanted[: len(picked)] == picked:
        return True
    begun = bool(picked) and wanted[: len(picked) - 1] == picked[:-1]
    number, goal = (picked[-1], wanted[len(picked) - 1]) if begun else ("", "")
    return number.isdigit() and goal.isdigit() and int(number) < int(goal)


def counted(game: Game[Any], seed: int, seats: int = _SEATS) -> _Count:
    """The taps of a game that computers play from this seed."""
    count, before = _Count([], [], {}), 0
    for state, asked, action in _moves(game, seed, seats):
        opened = int(asked.seat != before)
        if opened:
            count.visits.append(0)
        made = taps(place_of(game, state, asked, seats), action) + opened
        count.moves.append((verb(action), made))
        count.visits[-1] += made
        if turn := _turn(state):
            count.turns[asked.seat, turn] = count.turns.get((asked.seat, turn), 0) + made
        before = asked.seat
    return count


def _turn(state: State) -> int:
    """The number of the game's turn or round, however the title calls it; 0 before the first."""
    numbers = (getattr(state, name, None) for name in ("turn", "round"))
    return next((number for number in numbers if isinstance(number, int)), 0)


def _moves(game: Game[Any], seed: int, seats: int) -> Iterator[tuple[State, Decision, Action]]:
    """Every choice of the game, with the state before it; what is forced is no choice."""
    state, _ = game.new(game.options(), seats, seed)
    number = 0
    while asked := decisions(state):
        decision, number = asked[0], number + 1
        action = next(iter(decision.offers))
        if len(decision.offers) > 1 or open_ended(decision.offers):
            action, _ = greedy.choose(game, redact(state, decision.seat), decision, seeded(number, "taps"))
            yield state, decision, action
        state, _ = play(state, action)


def place_of(game: Game[Any], state: State, asked: Decision, seats: int, table: int = 1, seq: int = 999) -> Seated:
    """The place of the seat that is asked, or that may answer ahead."""
    players = tuple(Player(name, user) for user, name in enumerate(_NAMES[:seats], 101))
    given: dict[str, Any] = {"guild": 1, "host": 101, "options": {}, "status": "playing"}
    at = replace(Table(id=table, channel=1, title=game.key, players=players, **given), seq=seq, state=state)
    seen, ahead = sight(at, asked.seat), any(isinstance(offer, Standing) for offer in islice(asked.offers, 1))
    if ahead:
        return Seated(at, asked.seat, seen, None, asked)
    return Seated(at, asked.seat, seen, asked)


def _report(games: int) -> Iterator[str]:
    """A line a title and one a verb: how often, the median and the most taps."""
    for game in GAMES.values():
        counts = [counted(game, seed) for seed in range(1, games + 1)]
        moves = [move for count in counts for move in count.moves]
        visits = [visit for count in counts for visit in count.visits]
        turns = [turn for count in counts for turn in count.turns.values()]
        taken = [made for _, made in moves]
        yield f"{game.name}: a game {median_low([count.whole for count in counts])} taps"
        yield f"  {'a move':14} {_figures(taken)}"
        yield f"  {'a visit':14} {_figures(visits)}"
        yield f"  {'a turn':14} {_figures(turns)}"
        for name in sorted({name for name, _ in moves}):
            yield f"  {name:14} {_figures([made for called, made in moves if called == name])}"


def _figures(taken: list[int]) -> str:
    return f"{len(taken):5} times, median {median_low(taken):2}, most {max(taken):2}"


if __name__ == "__main__":
    for line in _report(int(sys.argv[1]) if len(sys.argv) > 1 else 1):
        print(line, flush=True)
