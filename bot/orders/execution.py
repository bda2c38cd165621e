"""Decides which moves standing orders make, and when the orders end. Pure."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from bot.orders.order import MAX_MOVES_IN_A_ROW, Order, OrderVerdict, PlayedMove, judge_order, notation_without_seat
from bot.tables.moves import PendingMove, prepare_order_move, state_in_play
from bot.tables.table import game_of
from engine.core import Action, Decision, Seat, Standing, decisions, read_action, redact, write_action
from engine.core.codec import load_events
from engine.store import LogRow, Table
from engine.store.orders import StoredOrder

_MAX_LINES = 6
"""Maximum number of sentences of an order that wait to be read by its owner."""
_SENT_MARK = "✉ "
"""Prefix of a sentence that was sent as a direct message, but that the next question still shows."""


OrderedMove = tuple[PendingMove | None, tuple[StoredOrder, ...]]
"""(move that an order makes, or None; all orders that this changes)."""


class OrderContext(msgspec.Struct, frozen=True):
    """A table with two lists of log rows: all rows since the oldest order, and those of them that are not undone."""

    rows: tuple[LogRow, ...]
    effective_rows: tuple[LogRow, ...]
    table: Table
    now: float

    def find_ordered_move(self, orders: Sequence[StoredOrder], forced: PendingMove | None = None) -> OrderedMove:
        """Find the first move that one of the orders makes. Also return the orders that are changed or ended.

        If a move is ``forced``, orders can't make a different move. An order for a different move of the same kind then
        ends, as it would if its seat had a choice.
        """
        users = [player.user for player in self.table.players]
        orders_without_owner = [order for order in orders if users[order.seat - 1] != order.user]
        changed_orders = {order.id: end_order(order, "your seat changed hands") for order in orders_without_owner}
        for decision in decisions(state_in_play(self.table)):
            for order in (order for order in orders if order.seat == decision.seat and order.id not in changed_orders):
                verdict = self._judge(order, decision)
                if verdict.action is not None and _is_fulfilled_by(order, verdict.action, forced):
                    changed_orders[order.id] = _after_move(order, verdict, self.table.seq + 1, own=forced is None)
                    return forced or prepare_order_move(self.table, verdict.action), tuple(changed_orders.values())
                if verdict.end_reason and verdict.action is None:
                    changed_orders[order.id] = end_order(order, verdict.end_reason)
        return None, tuple(changed_orders.values())

    def _judge(self, stored_order: StoredOrder, decision: Decision) -> OrderVerdict:
        order, game = decode_order(stored_order), game_of(self.table.title)
        if reason := self._end_reason(stored_order, order):
            return OrderVerdict(end_reason=reason)
        if self._has_undone_since(stored_order):
            return OrderVerdict()  # its owner wants to choose the move
        moves: list[PlayedMove] = []
        for row in self.effective_rows:
            if order.unless and row.seq > stored_order.given_seq and row.by != "ahead":
                moves.append((read_action(row.action, game.actions), load_events(game, row.events)))
        return judge_order(order, game, redact(state_in_play(self.table), decision.seat), decision, moves, self.now)

    def _has_undone_since(self, order: StoredOrder) -> bool:
        """Whether the seat's last action since the order was given is an undo.

        If a player replaces a plan by a new one, so that the seat is to move again, that counts as an undo.
        """
        own_rows = (row for row in reversed(self.rows) if row.by != "ahead" and row.seat == order.seat)
        last_row = next(own_rows, None)
        if last_row is None or last_row.seq <= order.given_seq:
            return False
        return last_row.by == "undo" or (last_row.by == "player" and self._is_premove(last_row))

    def _is_premove(self, row: LogRow) -> bool:
        return isinstance(read_action(row.action, game_of(self.table.title).actions), Standing)

    def _end_reason(self, stored_order: StoredOrder, order: Order) -> str:
        """Return the reason why the order ends, whatever the current question is; empty if it continues.

        An order ends if its move was undone or changed, or if orders have made too many moves in a row.
        """
        if not set(order.made) <= {row.seq for row in self.effective_rows}:
            return "a move that it made was undone"
        if order.made and self._has_changed_after(order.made[-1], stored_order.seat):
            return "you changed what it did"
        is_runaway = _count_moves_in_a_row(stored_order, order, self.effective_rows) >= MAX_MOVES_IN_A_ROW
        return f"it made {MAX_MOVES_IN_A_ROW} moves in a row" if is_runaway else ""

    def _has_changed_after(self, seq: int, seat: Seat) -> bool:
        """Whether the seat has made a plan since row ``seq``: a public plan, or if the row is secret, any plan."""
        is_secret = any(row.seq == seq and row.by == "ahead" for row in self.rows)
        own_rows = [row for row in self.rows if row.seat == seat and row.seq > seq]
        return any(self._is_premove(row) for row in own_rows if is_secret or row.by == "player")


def _is_fulfilled_by(stored_order: StoredOrder, action: Action, forced: PendingMove | None) -> bool:
    """Whether the order makes the move, or if the move is ``forced``, whether the move fulfills the order."""
    return forced is None or (decode_order(stored_order).lasts != "while" and write_action(action) == forced.line)


def _count_moves_in_a_row(stored_order: StoredOrder, order: Order, rows: Sequence[LogRow]) -> int:
    """Count the moves that orders made for the seat since the last other move. Forced moves and plans are ignored."""
    count = 0
    for row in reversed(rows):
        is_own = row.seat == stored_order.seat and (row.by == "order" or row.seq in order.made)
        if not is_own and row.by not in ("forced", "ahead"):
            break
        count += is_own
    return count


def _after_move(stored_order: StoredOrder, verdict: OrderVerdict, seq: int, *, own: bool) -> StoredOrder:
    """Return the order after the move in log row ``seq``.

    ``own`` if the order made the move. Otherwise, the move was forced and matches the order.
    """
    assert verdict.action is not None
    order, move_text = decode_order(stored_order), f"“{notation_without_seat(verdict.action)}”"
    if not own and not order.step_name:
        return end_order(stored_order, f"{move_text} was your only legal move")
    after = replace(stored_order, wishes=encode_order(order.after_move(seq, verdict)))
    if not own:
        return end_order(after, verdict.end_reason) if verdict.end_reason else after
    step_clause = f", {order.step_name}" if order.step_name else ""
    after = _add_line(after, f"Your standing order {order.title} made {move_text}{step_clause}.")
    return replace(after, fired=stored_order.fired + 1, state="ended" if verdict.end_reason else "stands")


def end_order(stored_order: StoredOrder, reason: str) -> StoredOrder:
    """Return the order as ended. A sentence for its owner, not yet read, says the ``reason``."""
    order = decode_order(stored_order)
    with_line = _add_line(stored_order, f"Your standing order {order.title} has ended: {reason}.")
    return replace(with_line, wishes=encode_order(replace(order, end_reason=reason)), state="ended")


def decode_order(stored_order: StoredOrder) -> Order:
    """Return the order that is stored as text in a ``StoredOrder``."""
    return msgspec.json.decode(stored_order.wishes, type=Order)


def encode_order(order: Order) -> str:
    """Return the order as text for the store."""
    return msgspec.json.encode(order).decode()


def unread_lines(stored_order: StoredOrder) -> tuple[str, ...]:
    """The sentences about the order that its owner has not read."""
    return tuple(line.removeprefix(_SENT_MARK) for line in _word_lines(stored_order))


def unsent_lines(stored_order: StoredOrder) -> tuple[str, ...]:
    """The unread sentences that were not sent to the order's owner as a direct message."""
    return tuple(line for line in _word_lines(stored_order) if not line.startswith(_SENT_MARK))


def mark_sent(stored_order: StoredOrder, lines: Collection[str]) -> StoredOrder:
    """Return the order with these sentences marked as sent."""
    words = (_SENT_MARK + line if line in lines else line for line in _word_lines(stored_order))
    return replace(stored_order, word="\n".join(words))


def drop_read_lines(stored_order: StoredOrder, words: Collection[str]) -> StoredOrder:
    """Return the order without these sentences, which its owner has read."""
    lines = [line for line in _word_lines(stored_order) if line.removeprefix(_SENT_MARK) not in words]
    return replace(stored_order, word="\n".join(lines))


def _add_line(stored_order: StoredOrder, line: str) -> StoredOrder:
    return replace(stored_order, word="\n".join([*_word_lines(stored_order), line][-_MAX_LINES:]))


def _word_lines(stored_order: StoredOrder) -> list[str]:
    return list(filter(None, stored_order.word.split("\n")))
