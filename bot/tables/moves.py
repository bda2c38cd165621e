"""Prepares moves for the store: from a player's choice to the table after it."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import msgspec

from bot.markdown import error_message, md
from bot.move_search import MoveSearchPool
from bot.priority_semaphore import Priority
from bot.tables.table import LogEntry, game_of
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.agents.registry import DISPATCHER
from engine.core import (
    Action,
    Decision,
    Event,
    Rng,
    Seat,
    Standing,
    State,
    all_seats,
    decisions,
    play,
    play_unchecked,
    public_decisions,
    read_action,
    redact,
    rng_from_seed,
    write_action,
)
from engine.core.action import is_open_ended
from engine.errors import Refused, Stale
from engine.store import LogRow, MoveOrigin, Table
from engine.store.ids import UserId
from engine.store.orders import StoredOrder
from engine.threads import run_in_thread


class PendingMove(msgspec.Struct, frozen=True):
    """One move and its result; ``orders`` are the standing orders after it."""

    seat: Seat
    line: str
    by: MoveOrigin
    state: State
    events: tuple[Event, ...]
    orders: tuple[StoredOrder, ...] = ()


def prepare_move(table: Table, user: UserId, line: str, seen_seq: int | None) -> PendingMove:
    """The move of a person who saw the table at move ``seen_seq`` (None: now)."""
    state, seat = state_in_play(table), seat_of_user(table, user)
    action = read_action(line, game_of(table.title).actions)
    if action.seat != seat:
        raise Refused(md("You can’t make player {}’s move: you’re player {}.", action.seat, seat))
    ahead = isinstance(action, Standing)
    old = seen_seq is not None and seen_seq != table.seq
    if old and not ahead and seen_seq is not None and table.acted.get(seat, seen_seq) > seen_seq:
        raise Stale(md("You have moved, or a move was undone, since you opened this menu. Please choose again."))
    try:
        after, events = play(state, action)
    except Refused as error:
        if not old:
            raise
        asked = any(question.seat == seat for question in decisions(state))
        reason = md(" {}", error_message(error)) if asked else md("")
        raise Stale(md("The game has changed since you opened this menu.{}", reason)) from error
    by: MoveOrigin = "ahead" if has_no_public_effect(table, state, action, after, events) else "player"
    return PendingMove(seat, write_action(action), by, after, events)


def public_questions(table: Table, seat: Seat | None = None) -> tuple[Decision, ...]:
    """The open questions as everyone may see them; some of the seats may have nothing to answer.

    ``seat`` itself is included only if it is really to move.
    """
    if table.state is None or table.status != "playing":
        return ()
    asked = {question.seat for question in decisions(table.state)}
    return tuple(one for one in public_decisions(table.state) if one.seat != seat or one.seat in asked)


def has_no_public_effect(table: Table, before: State, action: Action, after: State, events: tuple[Event, ...]) -> bool:
    """Whether the same decisions are open as before, and the move was ``Standing`` or invisible to others.

    Such a move is logged with ``ahead``: nothing that others see or may do depends on it.
    """
    if not isinstance(action, Standing) and events_seen_by_others(events, action.seat):
        return False
    if _seat_prompts(before) != _seat_prompts(after):
        return False
    others = (None, *(seat for seat in all_seats(len(table.players)) if seat != action.seat))
    return isinstance(action, Standing) or all(redact(before, seat) == redact(after, seat) for seat in others)


def _seat_prompts(state: State) -> list[tuple[Seat, str]]:
    return [(decision.seat, decision.prompt) for decision in decisions(state)]


def events_seen_by_others(events: tuple[Event, ...], by: Seat) -> tuple[Event, ...]:
    """The events that anyone but ``by`` heard."""
    return tuple(event for event in events if event.to is None or event.to - {by})


_OTHER_EFFECT = md(
    "The game has changed since you opened this menu, so your move would have a different effect. Please choose again."
)


def check_same_meaning(table: Table, step: PendingMove, then: State, since: Sequence[LogRow]) -> None:
    """Raises ``Stale`` if the move had another meaning in ``then``, the state that its maker saw.

    The question and the move must have the same texts, except costs that have changed ``since``. And the seat must not
    have moved meanwhile, even secretly.
    """
    game, now = game_of(table.title), state_in_play(table)
    action = read_action(step.line, game.actions)
    if isinstance(action, Standing):
        return
    own = [entry.action for entry in since if entry.seat == step.seat and entry.by == "ahead"]
    if any(not isinstance(read_action(line, game.actions), Standing) for line in own):
        raise Stale(md("You have moved since you opened this menu. Please choose again."))

    def meaning(state: State) -> tuple[str, str] | None:
        question = next((asked for asked in decisions(state) if asked.seat == step.seat), None)
        if question is None or action not in question.offers:
            return None
        return question.prompt, game.text.label(redact(state, step.seat), action, "", lambda seat: f"player {seat}")

    if (old_meaning := meaning(then)) is not None and old_meaning != meaning(now):
        raise Stale(_OTHER_EFFECT)


def computer_move_priority(table: Table) -> Priority | None:
    """The priority of the computer to move; None if no computer is."""
    if _question_to_computer(table) is None:
        return None
    return Priority.NOBODY if all(player.policy for player in table.players) else Priority.PERSON


async def find_automatic_move(table: Table, ahead: Action | None = None) -> PendingMove | None:
    """The next move that needs no player: a forced one or a computer's. None if there is none.

    Computers search off the event loop in a slot that the caller holds. A result ``ahead``, searched in this position,
    is used; without one, the computer plays by evaluation.
    """
    question = _question_to_computer(table)
    if question is None:
        return find_forced_move(table)
    return await run_in_thread(_prepare_computer_move, table, state_in_play(table), question, ahead)


async def search_computer_move(table: Table, move_search: MoveSearchPool) -> Action | None:
    """Search the computer's move in a worker; None if it does not search, or finds none.

    It may take seconds, so the table is not locked.
    """
    question = _question_to_computer(table)
    if question is None or _policy_of(table, question) != DISPATCHER:
        return None
    if len(tuple(islice(question.offers, 2))) < 2:
        return None
    view = redact(state_in_play(table), question.seat)
    action = await move_search.choose_action(table.title, view, _move_rng(table, question))
    return action if action in question.offers else None


def _policy_of(table: Table, question: Decision) -> str:
    return table.players[question.seat - 1].policy or ""


def _move_rng(table: Table, question: Decision) -> Rng:
    """The generator of a move, the same for the same table."""
    return rng_from_seed(table.random_seed, f"{_policy_of(table, question)} {table.seq}")


def _question_to_computer(table: Table) -> Decision | None:
    """The first open question to a computer player of a table in play."""
    if table.state is None or table.status != "playing":
        return None
    asked = decisions(table.state)
    return next((question for question in asked if table.players[question.seat - 1].policy is not None), None)


class ForcedMoves(NamedTuple):
    """Forced moves of people, and the table after them."""

    moves: tuple[LogEntry, ...]
    table: Table


def find_forced_move(table: Table) -> PendingMove | None:
    """The move of a person who is alone to move and has one legal choice; None if there is none."""
    if table.state is None or table.status != "playing":
        return None
    questions = decisions(table.state)
    if len(questions) != 1 or table.players[questions[0].seat - 1].policy is not None:
        return None
    if is_open_ended(questions[0].offers):  # another one may be typed
        return None
    choices = tuple(islice(questions[0].offers, 2))
    return _prepare_unchecked(table.state, choices[0], "forced") if len(choices) == 1 else None


def prepare_order_move(table: Table, action: Action, by: MoveOrigin = "order") -> PendingMove:
    """The move that a seat's standing order, or the ``clock``, makes. Raises ``Refused`` if it is not offered."""
    state = state_in_play(table)
    after, events = play(state, action)
    unseen = has_no_public_effect(table, state, action, after, events)
    return PendingMove(action.seat, write_action(action), "ahead" if unseen else by, after, events)


def _prepare_unchecked(state: State, action: Action, by: MoveOrigin) -> PendingMove:
    after, events = play_unchecked(state, action)
    return PendingMove(action.seat, write_action(action), by, after, events)


def state_in_play(table: Table) -> State:
    """The state of a running game. Raises ``Refused`` with the table's status otherwise."""
    if table.state is None or table.status == "lobby":
        raise Refused(md("This game hasn’t started yet. Its host can start it."))
    if table.status != "playing":
        raise Refused(md("You can’t do that: this game is over."))
    return table.state


def seat_of_user(table: Table, user: UserId) -> Seat:
    """The user's seat. Raises ``Refused`` for users without a seat."""
    for seat, player in enumerate(table.players, 1):
        if player.user == user:
            return Seat(seat)
    raise Refused(md("You don’t have a seat at this table."))


def _prepare_computer_move(table: Table, state: State, question: Decision, ahead: Action | None) -> PendingMove:
    """A computer player's move: the one it has searched, or one without a search."""
    action = _choose_action(table, state, question) if ahead is None else ahead
    step = _prepare_unchecked(state, action, "computer")
    unseen = has_no_public_effect(table, state, action, step.state, step.events)
    return msgspec.structs.replace(step, by="ahead") if unseen else step


def _choose_action(table: Table, state: State, question: Decision) -> Action:
    """A computer player's choice from its view. Deterministic."""
    policy = _policy_of(table, question)
    choose = QUICK_POLICIES[DEFAULT_POLICY if policy == DISPATCHER else policy]
    game, view = game_of(table.title), redact(state, question.seat)
    action, _ = choose(game, view, question, _move_rng(table, question))
    return action


def log_entry_of(entry: LogRow, step: PendingMove) -> LogEntry:
    """The ``LogEntry`` of a row that was just written, without decoding its events."""
    pressed = entry.interaction is not None
    return LogEntry(entry.seq, step.seat, entry.action, entry.by, entry.at, step.events, pressed)
