"""Standing orders as they are kept: what becomes of one, by what was done at its table. Pure."""

from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from bot.planning.orders import RUNAWAY, Deed, Order, Verdict, spelled, verdict
from bot.tables.moves import Step, by_order, in_play
from bot.tables.table import game_of
from engine.core import Action, Decision, Seat, Standing, decisions, read_action, redact, write_action
from engine.core.codec import load_events
from engine.store import Entry, Table
from engine.store.plans import Plan

_MOST_LINES = 6
"""Lines that are kept of what an owner has not read yet."""
_SENT = "✉ "
"""Before a line of which its owner had a direct message, and which still stands above the next question."""


Obeyed = tuple[Step | None, tuple[Plan, ...]]
"""A move that an order makes, and all orders that are changed by it."""


class Past(msgspec.Struct, frozen=True):
    """A table now, and what was done at it: every row since the oldest order, and those of all rows that count."""

    rows: tuple[Entry, ...]
    counting: tuple[Entry, ...]
    table: Table
    now: float

    def obeyed(self, standing: Sequence[Plan], forced: Step | None = None) -> Obeyed:
        """The first move that one of these orders makes, and all orders that are changed by it or end by now.

        When a move is ``forced``, they can make no other one. One that wants another move of its kind ends, as it does
        when its seat has a choice.
        """
        users = [player.user for player in self.table.players]
        gone = [plan for plan in standing if users[plan.seat - 1] != plan.user]
        changed = {plan.id: ended(plan, "your seat changed hands") for plan in gone}
        for asked in decisions(in_play(self.table)):
            for plan in (plan for plan in standing if plan.seat == asked.seat and plan.id not in changed):
                found = self._judged(plan, asked)
                if found.action is not None and _is_made(plan, found.action, forced):
                    changed[plan.id] = _made(plan, found, self.table.seq + 1, own=forced is None)
                    return forced or by_order(self.table, found.action), tuple(changed.values())
                if found.ended and found.action is None:
                    changed[plan.id] = ended(plan, found.ended)
        return None, tuple(changed.values())

    def _judged(self, plan: Plan, asked: Decision) -> Verdict:
        order, game = order_of(plan), game_of(self.table.title)
        if why := self._disturbed(plan, order):
            return Verdict(ended=why)
        if self._was_taken_back(plan):
            return Verdict()  # its owner wants to choose
        deeds: list[Deed] = []
        for row in self.counting:
            if order.unless and row.seq > plan.given_seq and row.by != "ahead":
                deeds.append((read_action(row.action, game.actions), load_events(game, row.events)))
        return verdict(order, game, redact(in_play(self.table), asked.seat), asked, deeds, self.now)

    def _was_taken_back(self, plan: Plan) -> bool:
        """Whether the seat took something back since the order was given, and has not moved since.

        An answer ahead by which the seat is asked anew, since it forgets a plan, counts as well.
        """
        acts = (row for row in reversed(self.rows) if row.by != "ahead" and row.seat == plan.seat)
        last = next(acts, None)
        if last is None or last.seq <= plan.given_seq:
            return False
        return last.by == "undo" or (last.by == "player" and self._is_standing(last))

    def _is_standing(self, row: Entry) -> bool:
        return isinstance(read_action(row.action, game_of(self.table.title).actions), Standing)

    def _disturbed(self, plan: Plan, order: Order) -> str:
        """Finds what its owner or the order did that must end it; empty if there is nothing."""
        if not set(order.made) <= {row.seq for row in self.counting}:
            return "a move that it made was undone"
        if order.made and self._changed_after(order.made[-1], plan.seat):
            return "you changed what it did"
        runs = _in_a_row(plan, order, self.counting) >= RUNAWAY
        return f"it made {RUNAWAY} moves in a row" if runs else ""

    def _changed_after(self, made: int, seat: Seat) -> bool:
        """Whether the seat has said something ahead since that row: in public, or anyhow if the row was secret."""
        secret = any(row.seq == made and row.by == "ahead" for row in self.rows)
        own = [row for row in self.rows if row.seat == seat and row.seq > made]
        return any(self._is_standing(row) for row in own if secret or row.by == "player")


def _is_made(plan: Plan, action: Action, forced: Step | None) -> bool:
    """Whether the order makes the move; of a ``forced`` one, whether the order is done with it."""
    return forced is None or (order_of(plan).lasts != "while" and write_action(action) == forced.line)


def _in_a_row(plan: Plan, order: Order, counting: Sequence[Entry]) -> int:
    """Counts the moves that orders have made for the seat since anybody acted."""
    made = 0
    for row in reversed(counting):
        mine = row.seat == plan.seat and (row.by == "order" or row.seq in order.made)
        if not mine and row.by not in ("forced", "ahead"):
            break
        made += mine
    return made


def _made(plan: Plan, found: Verdict, seq: int, *, own: bool) -> Plan:
    """The order after log row ``seq``: a move of its ``own``, or one that it wanted and that was the only one."""
    assert found.action is not None
    order, made = order_of(plan), f"“{spelled(found.action)}”"
    if not own and not order.step:
        return ended(plan, f"{made} was your only legal move")
    after = replace(plan, wishes=encoded(order.after(seq, found)))
    if not own:
        return ended(after, found.ended) if found.ended else after
    which = f", {order.step}" if order.step else ""
    after = _said(after, f"Your standing order {order.title} made {made}{which}.")
    return replace(after, fired=plan.fired + 1, state="ended" if found.ended else "stands")


def ended(plan: Plan, why: str) -> Plan:
    """The order after it has ended for this reason; its owner is to read of it."""
    order = order_of(plan)
    told = _said(plan, f"Your standing order {order.title} has ended: {why}.")
    return replace(told, wishes=encoded(replace(order, why=why)), state="ended")


def order_of(plan: Plan) -> Order:
    """Reads a stored order."""
    return msgspec.json.decode(plan.wishes, type=Order)


def encoded(order: Order) -> str:
    """The order as it is stored."""
    return msgspec.json.encode(order).decode()


def words_of(plan: Plan) -> tuple[str, ...]:
    """The sentences that the order's owner has not read yet."""
    return tuple(line.removeprefix(_SENT) for line in _lines(plan))


def unsent_of(plan: Plan) -> tuple[str, ...]:
    """The unread sentences of which the owner had no direct message."""
    return tuple(line for line in _lines(plan) if not line.startswith(_SENT))


def sent(plan: Plan) -> Plan:
    """The order after its owner had a direct message of it."""
    return replace(plan, word="\n".join(_SENT + word for word in words_of(plan)))


def without(plan: Plan, words: Collection[str]) -> Plan:
    """The order after its owner has read these sentences."""
    left = [line for line in _lines(plan) if line.removeprefix(_SENT) not in words]
    return replace(plan, word="\n".join(left))


def _said(plan: Plan, line: str) -> Plan:
    return replace(plan, word="\n".join([*_lines(plan), line][-_MOST_LINES:]))


def _lines(plan: Plan) -> list[str]:
    return list(filter(None, plan.word.split("\n")))
