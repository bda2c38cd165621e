"""Undoes moves, a player's own or others' by consent, as far as they may be undone. No Discord, no title.

Nothing is taken back that drew on chance or brought something hidden to light, whoever agrees.
"""

from collections.abc import Collection, Sequence
from itertools import accumulate, chain

import msgspec
from msgspec.structs import replace

from bot.play.sessions import Tables
from bot.tables.moves import Step, aside, heard, in_play, seat_at
from bot.tables.table import Move, game_of, is_own
from engine.core import Action, Seat, Standing, State, decisions, fields, play, read, redact, reveals, standing
from engine.core.codec import load_events
from engine.errors import Refused, Stale
from engine.store import Entry, Table, effective, state_at, take_back
from engine.store.apart import in_thread

_FARTHEST = 100
"""Moves that can be taken back at once."""

_HIDDEN = "That move involved chance or revealed something hidden"
_HEARD = "{} announced something that depends on that move"
_CHOSEN = ("player", "order")
"""Makers of moves that a seat's player chose, by hand or by order."""


class Followed(Refused):
    """The table's last move is not the asker's own; the others may agree to take theirs back as well."""


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


class Rewind(msgspec.Struct, frozen=True):
    """The way back to before ``gone[0]``: all moves to undo, in the order in which they were made.

    ``asked`` are the users who must agree; nobody where all of it is the asker's own.
    """

    gone: tuple[Entry, ...]
    steps: tuple[Step, ...]
    asked: tuple[int, ...]


# -- one's own moves


async def undo(
    sessions: Tables, table_id: int, user: int, *, interaction: int | None = None, seen: int | None = None
) -> Move:
    """Takes the table's last move back: the user's own, and nothing hidden came to light with it.

    ``seen`` is the move that is meant; ``Stale`` when it is not the last one any more. What the user has said ahead
    since goes with the move in the log, and is said anew as far as it can still be said; if others have heard of
    it, it must be. Raises ``Followed`` when somebody else has moved since.
    """
    return (await _own(sessions, table_id, user, interaction, seen, whole=False))[0]


async def restart(
    sessions: Tables, table_id: int, user: int, *, interaction: int | None = None, seen: int | None = None
) -> tuple[Move, ...]:
    """Takes back all that the user has done since somebody else moved, as one: as far as nothing came to light."""
    return await _own(sessions, table_id, user, interaction, seen, whole=True)


async def turn_length(sessions: Tables, table_id: int, user: int) -> int:
    """The number of moves ``restart`` would take back now."""
    async with sessions.holding(table_id) as held:
        seat, counting = seat_at(held.table, user), effective(await sessions.store.log(table_id)) or ()
        first = _turn(held.table, counting, seat)
        if first is None or sum(entry.by != "ahead" for entry in counting[first:]) < 2:
            return 0
        try:
            past = await _past(sessions, held.table, counting, first)
            return sum(step.by == "undo" for step in _farthest(held.table, past, seat))
        except Refused:
            return 0


async def _own(
    sessions: Tables, table_id: int, user: int, interaction: int | None, seen: int | None, *, whole: bool
) -> tuple[Move, ...]:
    async with sessions.holding(table_id) as held:
        table = held.table
        if made := await sessions.made_before(table, interaction):
            return (made,)
        in_play(table)
        seat, log = seat_at(table, user), await sessions.store.log(table_id)
        counting = effective(log) or ()
        if seen is not None and any(entry.seq > seen and entry.by != "ahead" for entry in log):
            mine = counting and counting[-1].seat == seat and is_own(table, counting[-1])
            way = " `/undo` undoes your last move, if it revealed nothing hidden." if mine else ""
            raise Stale(f"The game has changed since that button was posted.{way}")
        if seen is None and (why := _unnoticed(table, counting, seat)):
            raise Refused(why)
        first = _turn(table, counting, seat) if whole else None
        first = _last(table, counting, seat) if first is None else first
        past = await _past(sessions, table, counting, first)
        steps = _farthest(table, past, seat) if whole else _steps_back(table, past, first, seat)
        _check_time(table, seat, counting[_last(table, counting, seat)].seq)
        return await held.append_all(steps, interaction)


def _check_time(table: Table, seat: Seat, answer: int) -> None:
    """Raises ``Refused`` when the seat's ``answer`` came after its time had run out: there is no second grace."""
    speed, clock = table.terms.speed, table.clocks.get(seat)
    if speed is None or clock is None:
        return
    if (clock.since is None or clock.point == answer) and clock.bank <= speed.increment:
        raise Refused("Your time was up when that move was made, so it can’t be undone.")


def _last(table: Table, counting: Sequence[Entry], seat: Seat) -> int:
    """The index of the move that ``seat`` may undo. (``take_back``)"""
    index = take_back(list(counting), seat)
    if index is None:
        raise Refused("There’s nothing to undo yet.")
    if counting[index].seat != seat or not is_own(table, counting[index]):
        raise Followed("You can undo only your own move, and only if it was the last one.")
    return index


def _turn(table: Table, counting: Sequence[Entry], seat: Seat) -> int | None:
    """The index of the seat's first move since anybody else had a choice; None if it has made none."""
    first = None
    for index in reversed(range(len(counting))):
        entry = counting[index]
        if entry.seat == seat and is_own(table, entry):
            first = index
        elif entry.by not in ("forced", "ahead"):
            break
    return first


def _farthest(table: Table, past: Past, seat: Seat) -> tuple[Step, ...]:
    """The steps that undo as much of the seat's turn as can be undone."""
    first = past.base
    while True:
        try:
            return _steps_back(table, past, first, seat)
        except Barred as barred:
            since = range(past.counting.index(barred.entry) + 1, len(past.counting))
            own = (n for n in since if past.counting[n].seat == seat)
            first = next((n for n in own if past.counting[n].by in _CHOSEN), -1)
            if first < 0:
                raise


def _unnoticed(table: Table, counting: Sequence[Entry], seat: Seat) -> str:
    """Tells the seat how to cancel its last move if nobody else knows of that move; empty if somebody does."""
    state, game = in_play(table), game_of(table.title)
    last = next((entry for entry in reversed(counting) if entry.seat == seat), None)
    if last is None or last.by != "ahead" or isinstance(read(last.action, game.actions), Standing):
        return ""
    own = chain.from_iterable(asked.offers for asked in standing(state) if asked.seat == seat)
    for action in (action for action in own if not fields(type(action))):
        if not heard(play(state, action)[1], seat):
            meant = game.words.label(redact(state, seat), action, "", lambda other: f"player {other}")
            return f"Your last move is still secret. To cancel it, press *Plan ahead…* and choose *{meant}*."
    return ""


# -- the table's moves, by consent


async def survey(sessions: Tables, table_id: int, user: int, target: int | None = None) -> Rewind:
    """The way back to before move ``target``, or to before the user's own last one.

    Raises ``Refused`` when that was taken back or never made, ``Barred`` for a move on the way that must stand.
    """
    async with sessions.holding(table_id) as held:
        return await _rewind(sessions, held.table, user, target)


async def within_reach(sessions: Tables, table_id: int, user: int, most: int) -> frozenset[int]:
    """The log numbers of the last ``most`` moves to which the table can go back before anybody's consent is asked."""
    async with sessions.holding(table_id) as held:
        table = held.table
        in_play(table)
        seat, counting = seat_at(table, user), effective(await sessions.store.log(table_id)) or ()
        made = [n for n, entry in enumerate(counting) if entry.by not in ("start", "ahead")][-most:]
        if not made:
            return frozenset()
        past = await _past(sessions, table, counting, made[0])
        first = made[0]
        try:
            _steps_back(table, past, first, seat)
        except Barred as barred:
            first = counting.index(barred.entry) + 1
        return frozenset(counting[n].seq for n in made if n >= first)


async def back(
    sessions: Tables,
    table_id: int,
    user: int,
    target: int,
    agreed: Collection[int],
    *,
    interaction: int | None = None,
) -> tuple[Entry, ...]:
    """Has the table as it was before move ``target``, whoever has moved since; all that was taken back.

    ``interaction`` is the user's press where nobody else need agree. Raises ``Stale`` when somebody who must agree is
    not among the users who have ``agreed``: it has just moved.
    """
    async with sessions.holding(table_id) as held:
        found = await _rewind(sessions, held.table, user, target)
        if not set(found.asked) <= set(agreed):
            raise Stale("The game has changed in the meantime. Please try again.")
        await held.append_all(found.steps, interaction)
        return found.gone


async def _rewind(sessions: Tables, table: Table, user: int, target: int | None) -> Rewind:
    state, seat = in_play(table), seat_at(table, user)
    counting = effective(await sessions.store.log(table.id)) or ()
    own = [entry.seq for entry in counting if entry.seat == seat and entry.by in _CHOSEN]
    if target is None and not own:
        raise Refused("You haven’t made a move that you could undo.")
    wanted = own[-1] if target is None else target
    moves = {entry.seq: n for n, entry in enumerate(counting) if entry.by != "ahead"}
    first = moves.get(wanted)
    if first is None:
        raise Refused("That move can’t be undone. It may have been undone already.")
    if len(counting) - first > _FARTHEST:
        raise Refused(f"That’s too far back. You can undo at most {_FARTHEST} moves.")
    past = await _past(sessions, table, counting, first)
    steps = _steps_back(table, past, first, seat)
    gone = tuple(entry for entry in counting[first:] if entry.by != "ahead")
    return Rewind(gone, steps, _affected(table, state, gone, user))


def _affected(table: Table, state: State, gone: Sequence[Entry], user: int) -> tuple[int, ...]:
    """Everybody else who made one of these moves or is asked now. When that is nobody, but a move was made by who held
    the asker's seat before, everybody else."""
    players = table.players
    chosen = [entry for entry in gone if entry.by != "forced"]
    if all(players[entry.seat - 1].user == user and is_own(table, entry) for entry in chosen):
        return ()
    seats = {entry.seat for entry in chosen if entry.by != "computer"} | {asked.seat for asked in decisions(state)}
    people = {seat: player.user for seat, player in enumerate(players, 1) if player.user is not None}
    others = {seat: other for seat, other in people.items() if other != user}
    foreign = any(entry.by in _CHOSEN and not is_own(table, entry) for entry in chosen)
    concerned = tuple(other for seat, other in others.items() if seat in seats)
    return concerned or (tuple(others.values()) if foreign else ())


# -- what is written


async def _past(sessions: Tables, table: Table, counting: tuple[Entry, ...], first: int) -> Past:
    game = game_of(table.title)
    begun = await state_at(sessions.store, game, table.id, counting[first].seq - 1)
    actions = [read(entry.action, game.actions) for entry in counting[first:]]
    states = await in_thread(_chain, begun, actions)
    return Past(counting, first, states)


def _chain(begun: State, actions: Sequence[Action]) -> tuple[State, ...]:
    """The states before, between and after the actions."""
    return tuple(accumulate(actions, lambda state, action: play(state, action)[0], initial=begun))


def _steps_back(table: Table, past: Past, first: int, asker: Seat) -> tuple[Step, ...]:
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
            raise Barred(_HEARD.format("You have" if entry.seat == asker else "Someone else has"), past.counting[first])
    return tuple(steps)


def _taken_back(table: Table, last: Entry, before: State, after: State, since: Sequence[Entry], asker: Seat) -> Step:
    """The undoing of ``last``; ``before`` and ``after`` are the states around it, ``since`` what was said ahead then.

    A player may agree to take back what its own move showed of its own; a computer may not.
    Barred when something that was said would be lost: what others have said, or what others have heard.
    """
    seat, game = Seat(last.seat), game_of(table.title)
    if reveals(before, after, load_events(game, last.events), asker if last.by == "computer" else seat):
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
    action = read(entry.action, game.actions)
    try:
        after, events = play(state, action)
    except Refused:
        return None
    as_before = heard(events, action.seat) == heard(load_events(game, entry.events), action.seat)
    same = as_before and aside(table, state, action, after, events)
    return Step(Seat(entry.seat), entry.action, "ahead", after, events) if same else None
