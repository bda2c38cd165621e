"""The undoing of moves as rows of the log: what each leaves, what was said ahead since anew. No Discord, no title."""

from collections.abc import Sequence
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from bot.tables.moves import Step, aside, heard, in_play
from bot.tables.table import game_of
from engine.core import Action, Seat, State, is_revealing, play, read_action
from engine.core.codec import load_events
from engine.errors import Refused
from engine.store import Entry, Store, Table, state_at, take_back
from engine.store.apart import in_thread

_HIDDEN = "That move involved chance or revealed something hidden"
_HEARD = "{} announced something that depends on that move"


class Barred(Refused):
    """A move that nobody can take back; ``entry`` is it, and ``why`` the reason as a sentence without its period."""

    def __init__(self, why: str, entry: Entry) -> None:
        super().__init__(f"{why}, so it can’t be undone.")
        self.why, self.entry = why, entry


class Past(msgspec.Struct, frozen=True):
    """The moves that count, and the states before each of those from ``base`` on, and after the last."""

    counting: tuple[Entry, ...]
    base: int
    states: tuple[State, ...]

    def before(self, index: int) -> State:
        """The state before ``counting[index]``."""
        return self.states[index - self.base]


async def past_of(store: Store, table: Table, counting: tuple[Entry, ...], first: int) -> Past:
    """The states from before ``counting[first]`` on."""
    game = game_of(table.title)
    begun = await state_at(store, game, table.id, counting[first].seq - 1)
    actions = [read_action(entry.action, game.actions) for entry in counting[first:]]
    states = await in_thread(_chain, begun, actions)
    return Past(counting, first, states)


def _chain(begun: State, actions: Sequence[Action]) -> tuple[State, ...]:
    """The states before, between and after the actions."""
    return tuple(accumulate(actions, lambda state, action: play(state, action)[0], initial=begun))


def steps_back(table: Table, past: Past, first: int, asker: Seat) -> tuple[Step, ...]:
    """The undoing of every move from ``first`` on, the last one first; then what their players had said ahead, anew.

    Raises ``Barred``.
    """
    made, said, steps = list(past.counting), list[Entry](), list[Step]()
    while any(entry.by != "ahead" for entry in made[first:]):
        index = max(n for n, entry in enumerate(made) if entry.by != "ahead")
        last, since = made[index], made[index + 1 :]
        step = _taken_back(table, last, past.before(index), past.before(index + 1), since, asker)
        said += [entry for entry in since if entry.seat == last.seat]
        steps.append(step)
        take_back(made, last.seat)
        table = replace(table, state=step.after)
    for entry in sorted(said, key=lambda entry: entry.seq):
        if (step_again := _said_again(table, entry)) is not None:
            steps.append(step_again)
            table = replace(table, state=step_again.after)
        elif heard(load_events(game_of(table.title), entry.events), Seat(entry.seat)):
            raise Barred(_heard_since(entry, asker), past.counting[first])
    return tuple(steps)


def _taken_back(table: Table, last: Entry, before: State, after: State, since: Sequence[Entry], asker: Seat) -> Step:
    """The undoing of ``last``; ``before`` and ``after`` are the states around it, ``since`` what was said ahead then.

    A player may agree to take back what its own move showed of its own; a computer may not.
    Barred when something that was said would be lost: what others have said, or what others have heard.
    """
    seat, game = Seat(last.seat), game_of(table.title)
    if is_revealing(before, after, load_events(game, last.events), asker if last.by == "computer" else seat):
        raise Barred(_HIDDEN, last)
    undone = replace(table, state=before)
    for entry in sorted(since, key=lambda entry: entry.seat == seat):  # one's own is said anew after the undoing
        said, own = _said_again(undone, entry), entry.seat == seat
        if said is not None:
            undone = replace(undone, state=said.after)
            before = before if own else said.after
        elif heard(load_events(game, entry.events), Seat(entry.seat)):
            raise Barred(_heard_since(entry, asker), last)
        elif not own:  # no word of what was said: it is secret
            raise Barred(_HIDDEN, last)
    return Step(seat, last.action, "undo", before, ())


def _heard_since(entry: Entry, asker: Seat) -> str:
    return _HEARD.format("You have" if entry.seat == asker else "Someone else has")


def _said_again(table: Table, entry: Entry) -> Step | None:
    """A plan made since a move just undone, made again; None when it depended on that move."""
    state, game = in_play(table), game_of(table.title)
    action = read_action(entry.action, game.actions)
    try:
        after, events = play(state, action)
    except Refused:
        return None
    as_before = heard(events, action.seat) == heard(load_events(game, entry.events), action.seat)
    same = as_before and aside(table, state, action, after, events)
    return Step(Seat(entry.seat), entry.action, "ahead", after, events) if same else None
