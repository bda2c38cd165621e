"""Prepares moves for the store: checks a chosen move, and computes the state after it."""

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
    """A move that is not stored yet: its state and events, and the standing ``orders`` that it changes."""

    seat: Seat
    line: str
    by: MoveOrigin
    state: State
    events: tuple[Event, ...]
    orders: tuple[StoredOrder, ...] = ()


def prepare_move(table: Table, user: UserId, line: str, seen_seq: int | None) -> PendingMove:
    """Prepare a user's move. ``seen_seq`` is the number of the last move that the user saw (None: the current one).

    Raises ``Refused`` for a move that is not allowed, or ``Stale`` if it was allowed before the game changed.
    """
    state, seat = state_in_play(table), seat_of_user(table, user)
    action = read_action(line, game_of(table.title).actions)
    if action.seat != seat:
        raise Refused(md("You can’t make player {}’s move: you’re player {}.", action.seat, seat))
    is_plan = isinstance(action, Standing)
    is_outdated = seen_seq is not None and seen_seq != table.seq
    if is_outdated and not is_plan and seen_seq is not None and table.acted.get(seat, seen_seq) > seen_seq:
        raise Stale(md("You have moved, or a move was undone, since you opened this menu. Please choose again."))
    try:
        new_state, events = play(state, action)
    except Refused as error:
        if not is_outdated:
            raise
        is_to_move = any(question.seat == seat for question in decisions(state))
        reason = md(" {}", error_message(error)) if is_to_move else md("")
        raise Stale(md("The game has changed since you opened this menu.{}", reason)) from error
    origin: MoveOrigin = "ahead" if has_no_public_effect(table, state, action, new_state, events) else "player"
    return PendingMove(seat, write_action(action), origin, new_state, events)


def public_questions(table: Table, seat: Seat | None = None) -> tuple[Decision, ...]:
    """Return the open decisions that are public. To keep secrets, they may include seats that have nothing to decide.

    ``seat`` itself is included only if it is really to move.
    """
    if table.state is None or table.status != "playing":
        return ()
    deciding_seats = {decision.seat for decision in decisions(table.state)}
    return tuple(
        decision
        for decision in public_decisions(table.state)
        if decision.seat != seat or decision.seat in deciding_seats
    )


def has_no_public_effect(table: Table, before: State, action: Action, after: State, events: tuple[Event, ...]) -> bool:
    """Whether the move changes nothing that other players see or may do.

    It must leave the same decisions open, and either be ``Standing`` or be invisible to all others. The log marks such
    moves as ``ahead``.
    """
    if not isinstance(action, Standing) and events_seen_by_others(events, action.seat):
        return False
    if _seat_prompts(before) != _seat_prompts(after):
        return False
    viewers = (None, *(seat for seat in all_seats(len(table.players)) if seat != action.seat))
    return isinstance(action, Standing) or all(redact(before, seat) == redact(after, seat) for seat in viewers)


def _seat_prompts(state: State) -> list[tuple[Seat, str]]:
    return [(decision.seat, decision.prompt) for decision in decisions(state)]


def events_seen_by_others(events: tuple[Event, ...], by: Seat) -> tuple[Event, ...]:
    """Return the events that at least one seat other than ``by``, or a spectator, may see."""
    return tuple(event for event in events if event.to is None or event.to - {by})


_OTHER_EFFECT = md(
    "The game has changed since you opened this menu, so your move would have a different effect. Please choose again."
)


def check_same_meaning(table: Table, step: PendingMove, then: State, since: Sequence[LogRow]) -> None:
    """Raise ``Stale`` if the move had a different meaning in ``then``, the state that the player saw.

    The question and the move must have equal texts in both states. The log rows ``since`` that state must contain no
    other move of the seat, not even a secret one.
    """
    game, now = game_of(table.title), state_in_play(table)
    action = read_action(step.line, game.actions)
    if isinstance(action, Standing):
        return
    own_lines = [entry.action for entry in since if entry.seat == step.seat and entry.by == "ahead"]
    if any(not isinstance(read_action(line, game.actions), Standing) for line in own_lines):
        raise Stale(md("You have moved since you opened this menu. Please choose again."))

    def meaning(state: State) -> tuple[str, str] | None:
        decision = next((decision for decision in decisions(state) if decision.seat == step.seat), None)
        if decision is None or action not in decision.offers:
            return None
        return decision.prompt, game.text.label(redact(state, step.seat), action, "", lambda seat: f"player {seat}")

    if (old_meaning := meaning(then)) is not None and old_meaning != meaning(now):
        raise Stale(_OTHER_EFFECT)


def computer_move_priority(table: Table) -> Priority | None:
    """Return the priority of a search by the computer player to move; None if no computer player is to move."""
    if _decision_of_computer(table) is None:
        return None
    return Priority.NOBODY if all(player.policy for player in table.players) else Priority.PERSON


async def find_automatic_move(table: Table, found_action: Action | None = None) -> PendingMove | None:
    """Return the next move that needs no person: a forced move or a computer player's move; None if there is none.

    ``found_action`` is the result of a search in this position; None if the computer player chooses by evaluation. The
    caller must hold a slot for the choice, which runs outside the event loop.
    """
    decision = _decision_of_computer(table)
    if decision is None:
        return find_forced_move(table)
    return await run_in_thread(_prepare_computer_move, table, state_in_play(table), decision, found_action)


async def search_computer_move(table: Table, move_search: MoveSearchPool) -> Action | None:
    """Search for the computer player's move in a worker process.

    Return None if the player's policy does not search, or if no move is found. The search may take seconds, so the
    table is not locked meanwhile.
    """
    decision = _decision_of_computer(table)
    if decision is None or _policy_of(table, decision) != DISPATCHER:
        return None
    if len(tuple(islice(decision.offers, 2))) < 2:
        return None
    view = redact(state_in_play(table), decision.seat)
    action = await move_search.choose_action(table.title, view, _move_rng(table, decision))
    return action if action in decision.offers else None


def _policy_of(table: Table, decision: Decision) -> str:
    return table.players[decision.seat - 1].policy or ""


def _move_rng(table: Table, decision: Decision) -> Rng:
    """Return a random generator for a computer player's move. It depends only on the table and its position."""
    return rng_from_seed(table.random_seed, f"{_policy_of(table, decision)} {table.seq}")


def _decision_of_computer(table: Table) -> Decision | None:
    if table.state is None or table.status != "playing":
        return None
    open_decisions = decisions(table.state)
    return next((decision for decision in open_decisions if table.players[decision.seat - 1].policy is not None), None)


class ForcedMoves(NamedTuple):
    """Forced moves that were made for persons, and the table after them."""

    moves: tuple[LogEntry, ...]
    table: Table


def find_forced_move(table: Table) -> PendingMove | None:
    """Return the only legal move of a person if no one else is to move; otherwise None."""
    if table.state is None or table.status != "playing":
        return None
    open_decisions = decisions(table.state)
    if len(open_decisions) != 1 or table.players[open_decisions[0].seat - 1].policy is not None:
        return None
    if is_open_ended(open_decisions[0].offers):  # another one may be typed
        return None
    choices = tuple(islice(open_decisions[0].offers, 2))
    return _prepare_unchecked(table.state, choices[0], "forced") if len(choices) == 1 else None


def prepare_order_move(table: Table, action: Action, by: MoveOrigin = "order") -> PendingMove:
    """Prepare a move by a standing order, or by the ``clock`` after a time-out.

    Raises ``Refused`` if the move is not offered.
    """
    state = state_in_play(table)
    new_state, events = play(state, action)
    is_invisible = has_no_public_effect(table, state, action, new_state, events)
    return PendingMove(action.seat, write_action(action), "ahead" if is_invisible else by, new_state, events)


def _prepare_unchecked(state: State, action: Action, by: MoveOrigin) -> PendingMove:
    new_state, events = play_unchecked(state, action)
    return PendingMove(action.seat, write_action(action), by, new_state, events)


def state_in_play(table: Table) -> State:
    """Return the state of a running game. Raises ``Refused`` with the reason if the game does not run."""
    if table.state is None or table.status == "lobby":
        raise Refused(md("This game hasn’t started yet. Its host can start it."))
    if table.status != "playing":
        raise Refused(md("You can’t do that: this game is over."))
    return table.state


def seat_of_user(table: Table, user: UserId) -> Seat:
    """Return the user's seat. Raises ``Refused`` if the user has none."""
    for seat, player in enumerate(table.players, 1):
        if player.user == user:
            return Seat(seat)
    raise Refused(md("You don’t have a seat at this table."))


def _prepare_computer_move(table: Table, state: State, decision: Decision, found_action: Action | None) -> PendingMove:
    """Prepare a computer player's move: ``found_action``, or if it is None, a move chosen by evaluation."""
    action = _choose_action(table, state, decision) if found_action is None else found_action
    step = _prepare_unchecked(state, action, "computer")
    is_invisible = has_no_public_effect(table, state, action, step.state, step.events)
    return msgspec.structs.replace(step, by="ahead") if is_invisible else step


def _choose_action(table: Table, state: State, decision: Decision) -> Action:
    """Return the move that a computer player chooses by evaluation, from its own view. Deterministic."""
    policy = _policy_of(table, decision)
    choose = QUICK_POLICIES[DEFAULT_POLICY if policy == DISPATCHER else policy]
    game, view = game_of(table.title), redact(state, decision.seat)
    action, _ = choose(game, view, decision, _move_rng(table, decision))
    return action


def log_entry_of(entry: LogRow, step: PendingMove) -> LogEntry:
    """Return the ``LogEntry`` of a row that was just written. Its events are taken from ``step``, not decoded."""
    pressed = entry.interaction is not None
    return LogEntry(entry.seq, step.seat, entry.action, entry.by, entry.at, step.events, pressed)
