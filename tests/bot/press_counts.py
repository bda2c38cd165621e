"""Count the taps for the moves of whole games: ``python -m tests.bot.press_counts [games] [confirm] [policy]``.

``confirm`` is the preference of the players: ``always``, ``lasting``, or ``never``; ``policy`` is ``baseline`` or
``random_agent``. The baseline never changes, so the same moves are counted whatever computers think of next. Of moves
that look equally good, it makes the one that is listed first, as people do.

A game is played by computers, and each of their moves is then found by the buttons of the private menu alone, by the
shortest way. A button is one tap, a select two. A form is one to open it, one to send it, and for each field that is
not filled in already one to type or two to choose (one, if there are but two
values). *Your move* is counted once a visit, since the menu goes on by itself. Moves that one press makes are one
decision.
"""

import asyncio
import heapq
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby, islice
from statistics import median_low
from typing import Any, Literal, cast

import msgspec
from discord import ui
from msgspec.structs import replace

from bot.tables.table import Player, Table
from bot.turn.multi_move_form import multi_move_fields
from bot.ui.answer_buttons import likeliest_question
from bot.ui.components import parse_custom_id
from bot.ui.confirmation import is_confirmation_needed
from bot.ui.move_forms import last_fields_form
from bot.ui.question_buttons import question_buttons
from bot.ui.question_components import words_with_values
from bot.ui.question_page import heading_of
from bot.ui.questions import next_question, notation_words
from bot.ui.shortcuts import ALL_PROPOSALS_PREFIX, all_proposals
from bot.users import UserPreferences
from bot.view import SeatContext, view_table
from engine import GAMES, Action, Decision, Game, State, decisions, play, redact, write_action
from engine.agents import random_agent
from engine.core import Standing, field_names, rng_from_seed, verb_of
from engine.core.action import is_open_ended, menu_offers
from tests.baselines import HINTS

_BUTTON, _SELECT, _TYPED = 1, 2, 1
_SELECT_TYPE = 3
"""Discord's type of a select. (docs, components/reference)"""
_FORM = 2 * _BUTTON + _TYPED
_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")
_SEATS = 3

_Words = tuple[str, ...]
"""The words of a move without its seat, or the first of them."""
_Node = tuple[_Words, int]
"""The answers so far, and the page of a long question."""
_Way = tuple[int, _Node | None, int]
"""The taps of a press, the node that it leads to (None if the move is made), and the number of moves made."""


Confirm = Literal["always", "lasting", "never"]
_Choice = tuple[State, Decision, Action]
"""A choice in a game: the state before it, the question, and the answer."""


class _Count(msgspec.Struct):
    """The taps of one game: of each decision with its verb, of each visit, and of each person's turns.

    A visit is all that a person does between two moves of others.
    """

    moves: list[tuple[str, int]]
    visits: list[int]
    turns: dict[tuple[int, int], int]

    def add(self, seat: int, turn: int, name: str, made: int, *, opened: bool) -> None:
        """Count one decision of the seat, which begins or continues a visit."""
        self.moves.append((name, made))
        self.visits += [0] if opened else []
        self.visits[-1] += made
        self.turns[seat, turn] = self.turns.get((seat, turn), 0) + made

    @property
    def whole(self) -> int:
        """The taps of the whole game."""
        return sum(self.visits)


def taps(place: SeatContext, action: Action, *then: Action, free: bool = False) -> tuple[int, int]:
    """Return the fewest taps from the first question to the made move with *Confirm*, and the number of moves made.

    It is more than one if the same press makes the seat's next moves too. A ``free`` move needs no *Confirm*. Raises
    ``LookupError`` for a move that the menu does not lead to.
    """
    wanted = [notation_words(action), *map(notation_words, then)]
    waiting: list[tuple[int, _Node]] = [(0, ((), 0))]
    seen, ends = set[_Node](), list[tuple[int, int]]()
    while waiting:
        cost, node = heapq.heappop(waiting)
        if node in seen:
            continue
        seen.add(node)
        for more, following, made in _leading(place, node, wanted, free=free):
            if following is None:
                ends.append((cost + more, -made))
            else:
                heapq.heappush(waiting, (cost + more, following))
    if not ends:
        raise LookupError(f"no button leads to {' '.join(notation_words(action))}")
    cost, made = min(ends, key=lambda end: (end[1], end[0]))
    return cost, -made


def _leading(place: SeatContext, node: _Node, wanted: list[_Words], *, free: bool) -> Iterator[_Way]:
    """Return the presses that lead on to the move."""
    asked = place.decision or place.premoves
    found = next_question(asked.offers, node[0]) if asked else None
    if asked is None or found is None:
        return
    if free and found.kind == "confirm" and found.picked == wanted[0]:
        yield 0, None, 1
    form = last_fields_form(place, found, place.earlier_lines) if node[0] else None
    if form is not None:
        yield _filled(form.to_dict()["components"], wanted[0]), None, 1
        return
    found = likeliest_question(place.table_view, found, asked.offers)
    page = question_buttons(place, found, node[1], heading_of(place, asked, found))
    for item in (item for row in page.rows for item in row):
        yield from _pressed(item, wanted[0])
        yield from _at_once(place, item, wanted)


def _filled(rows: Sequence[Any], wanted: _Words) -> int:
    """Return the taps that fill in and send a form for the last words of a move."""
    made = _BUTTON
    for row, word in zip(rows, wanted[-len(rows) :], strict=True):
        field = row["component"]
        now = [option["value"] for option in field.get("options", ()) if option.get("default")]
        if word not in (now or [field.get("value")]):
            made += _SELECT if field["type"] == _SELECT_TYPE else _TYPED
    return made


def _at_once(place: SeatContext, item: ui.Item[Any], wanted: list[_Words]) -> Iterator[_Way]:
    """Yield a press that makes all these moves, or a form for them."""
    press = parse_custom_id(item.custom_id or "") if isinstance(item, ui.Button) else None
    if press is not None and press.kind == "A":
        made = _all_made(place, press.arguments)
        if made == [" ".join(each) for each in wanted[: len(made)]]:
            yield _BUTTON, None, len(made)
    if press is None or press.kind != "c":
        return
    meant = wanted[: press.arguments.count("|") + 1]
    if [each[0] for each in meant] == press.arguments.split("|"):
        values = dict(pair for each in meant for pair in _fields_of(place, each))
        other = [field for field in multi_move_fields(place) if field.value != values[field.name]]
        filled = sum(_SELECT if field.options else _TYPED for field in other)
        yield 2 * _BUTTON + filled, None, len(meant)


def _all_made(place: SeatContext, rest: str) -> list[str]:
    """Return the moves that a press makes."""
    every = all_proposals(place) if rest.startswith(ALL_PROPOSALS_PREFIX) else None
    return [" ".join(notation_words(action)) for action in every.actions] if every else rest.split("|")


def _fields_of(place: SeatContext, move: _Words) -> Iterator[tuple[str, str]]:
    """Yield the name of the form field and the value for each part of a move."""
    kind = next(kind for kind in place.table_view.game.actions if verb_of(kind) == move[0])
    return zip((f"{move[0]}.{name}" for name in field_names(kind)), move[1:], strict=True)


def _pressed(item: ui.Item[Any], wanted: _Words) -> Iterator[_Way]:
    if not isinstance(item, ui.Button | ui.Select):
        return
    press = parse_custom_id(item.custom_id or "")
    if press is None:
        return
    if isinstance(item, ui.Select):
        chosen = (tuple(words_with_values(press.arguments.split(), [option.value])) for option in item.options)
        yield from ((_SELECT, (picked, 0), 0) for picked in chosen if _leads_on(picked, wanted))
    elif press.kind == "a" and tuple(press.arguments.split()[1:]) == wanted:
        yield _BUTTON, None, 1
    elif press.kind == "n":
        yield _FORM, (wanted[: len(press.arguments.split()) + 1], 0), 0
    elif press.kind == "m" and press.arguments[0] == "-":
        page, *given = press.arguments[1:].split()
        picked = tuple(given)
        if _leads_on(picked, wanted):
            yield _BUTTON, (picked, int(page)), 0


def _leads_on(picked: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """Whether these are the first words of the move, or a path to the same goal with *Other ways…*.

    A smaller number counts as well, because steps lead up from it.
    """
    if wanted[: len(picked)] == picked or (len(picked) == len(wanted) > 2 and wanted[:-1] == picked[:-1]):
        return True
    begun = bool(picked) and wanted[: len(picked) - 1] == picked[:-1]
    number, goal = (picked[-1], wanted[len(picked) - 1]) if begun else ("", "")
    return number.isdigit() and goal.isdigit() and int(number) < int(goal)


def counted(game: Game[Any], seed: int, confirm: Confirm = "always", policy: str = "baseline") -> _Count:
    """Return the taps of a game that computers play from this seed."""
    count, earlier = _Count([], [], {}), dict[int, tuple[str, ...]]()
    for _, visit in groupby(_moves(game, seed, policy), lambda choice: choice[1].seat):
        left, opened = list(visit), True
        while left:
            state, seat = left[0][0], left[0][1].seat
            cost, made = _fewest(game, left, earlier.get(seat, ()), confirm)
            name = "+".join(dict.fromkeys(verb_of(choice[2]) for choice in left[:made]))
            count.add(seat, game.rules.round_number(state), name, cost + opened, opened=opened)
            earlier[seat] = (*earlier.get(seat, ()), *(write_action(choice[2]) for choice in left[:made]))
            left, opened = left[made:], False
    return count


def _fewest(game: Game[Any], choices: Sequence[_Choice], earlier: tuple[str, ...], confirm: Confirm) -> tuple[int, int]:
    """Return the taps of a visit's next move, alone or with those after it, and the number of these moves."""
    first, *others = (choice[2] for choice in choices)
    place = place_of(game, *choices[0][:2], _SEATS, earlier=earlier)
    alone = taps(place, first, free=_is_free(place, first, confirm))[0]
    together, made = taps(place, first, *others)
    apart = alone
    for choice in choices[1:made]:
        following = place_of(game, *choice[:2], _SEATS)
        apart += taps(following, choice[2], free=_is_free(following, choice[2], confirm))[0]
    return (together, made) if made > 1 and together <= apart else (alone, 1)


def _is_free(place: SeatContext, action: Action, confirm: Confirm) -> bool:
    """Whether the move needs no *Confirm*."""
    return not asyncio.run(is_confirmation_needed(UserPreferences(confirm=confirm), place, action))


def _moves(game: Game[Any], seed: int, policy: str) -> Iterator[_Choice]:
    """Yield every choice of the game with the state before it, without forced moves."""
    state, _ = game.new_game(game.options(), _SEATS, seed)
    number = 0
    while asked := decisions(state):
        decision, number = asked[0], number + 1
        action = next(iter(decision.offers))
        if len(decision.offers) > 1 or is_open_ended(decision.offers):
            listed = replace(decision, offers=menu_offers(decision.offers))
            view = redact(state, decision.seat)
            first = max(listed.offers, key=partial(HINTS[game.key], view))
            action = (
                first
                if policy == "baseline"
                else random_agent.choose(game, view, listed, rng_from_seed(number, "taps"))[0]
            )
            yield state, decision, action
        state, _ = play(state, action)


def place_of(
    game: Game[Any],
    state: State,
    asked: Decision,
    seats: int,
    table: int = 1,
    seq: int = 999,
    earlier: tuple[str, ...] = (),
) -> SeatContext:
    """Return the seat context of the seat that is asked or may make a premove."""
    players = tuple(Player(name, user) for user, name in enumerate(_NAMES[:seats], 101))
    given: dict[str, Any] = {"guild": 1, "host": 101, "options": {}, "status": "playing"}
    at = replace(Table(id=table, channel=1, title=game.key, players=players, **given), seq=seq, state=state)
    seen, ahead = view_table(at, asked.seat), any(isinstance(offer, Standing) for offer in islice(asked.offers, 1))
    if ahead:
        return SeatContext(at, asked.seat, seen, None, asked)
    return SeatContext(at, asked.seat, seen, asked, earlier_lines=earlier)


def _report(games: int, confirm: Confirm, policy: str) -> Iterator[str]:
    """Yield a line for each game and verb: how often, and the median and maximum taps."""
    for game in GAMES.values():
        counts = [counted(game, seed, confirm=confirm, policy=policy) for seed in range(1, games + 1)]
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
    given = [*sys.argv[1:], *("1", "always", "baseline")[len(sys.argv) - 1 :]]
    for line in _report(int(given[0]), cast(Confirm, given[1]), given[2]):
        print(line, flush=True)
