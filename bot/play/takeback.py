"""Undoes moves, a player's own or others' by consent, as far as they may be undone. No Discord, no title.

Nothing is taken back that drew on chance or brought something hidden to light, whoever agrees.
"""

from collections.abc import Collection, Sequence
from itertools import chain

import msgspec

from bot.markdown import md
from bot.play.rewinding import Barred, Past, past_of, steps_back
from bot.play.sessions import Tables
from bot.tables.moves import Step, heard, in_play, seat_at
from bot.tables.table import Move, game_of, is_own
from engine.core import Seat, Standing, State, decisions, field_names, play, premove_decisions, read_action, redact
from engine.errors import Refused, Stale
from engine.store import Entry, Table, effective, take_back
from engine.store.ids import InteractionId, TableId, UserId

_FARTHEST = 100
"""Moves that can be taken back at once."""

_CHOSEN = ("player", "order")
"""Makers of moves that a seat's player chose, by hand or by order."""


class Followed(Refused):
    """The table's last move is not the asker's own; the others may agree to take theirs back as well."""


class Rewind(msgspec.Struct, frozen=True):
    """The way back to before ``gone[0]``: all moves to undo, in the order in which they were made.

    ``asked`` are the users who must agree; nobody where all of it is the asker's own.
    """

    gone: tuple[Entry, ...]
    steps: tuple[Step, ...]
    asked: tuple[UserId, ...]


# -- one's own moves


async def undo(
    sessions: Tables,
    table_id: TableId,
    user: UserId,
    *,
    interaction: InteractionId | None = None,
    seen: int | None = None,
) -> Move:
    """Takes the table's last move back: the user's own, and nothing hidden came to light with it.

    ``seen`` is the move that is meant; ``Stale`` when it is not the last one any more. What the user has said ahead
    since goes with the move in the log, and is said anew as far as it can still be said; if others have heard of
    it, it must be. Raises ``Followed`` when somebody else has moved since.
    """
    return (await _own(sessions, table_id, user, interaction, seen, whole=False))[0]


async def restart(
    sessions: Tables,
    table_id: TableId,
    user: UserId,
    *,
    interaction: InteractionId | None = None,
    seen: int | None = None,
) -> tuple[Move, ...]:
    """Takes back all that the user has done since somebody else moved, as one: as far as nothing came to light."""
    return await _own(sessions, table_id, user, interaction, seen, whole=True)


async def turn_length(sessions: Tables, table: Table, user: UserId) -> int:
    """The number of moves ``restart`` would take back at the table as it was when it was looked up."""
    log = [entry for entry in await sessions.store.log(table.id) if entry.seq <= table.seq]
    seat, counting = seat_at(table, user), effective(log) or ()
    first = _turn(table, counting, seat)
    if first is None or sum(entry.by != "ahead" for entry in counting[first:]) < 2:
        return 0
    try:
        past = await past_of(sessions.store, table, counting, first)
        return sum(step.by == "undo" for step in _farthest(table, past, seat))
    except Refused:
        return 0


async def _own(
    sessions: Tables,
    table_id: TableId,
    user: UserId,
    interaction: InteractionId | None,
    seen: int | None,
    *,
    whole: bool,
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
            way = md(" `/undo` undoes your last move, if it revealed nothing hidden.") if mine else md("")
            raise Stale(md("The game has changed since that button was posted.{}", way))
        if seen is None and (why := _unnoticed(table, counting, seat)):
            raise Refused(why)
        first = _turn(table, counting, seat) if whole else None
        first = _last(table, counting, seat) if first is None else first
        past = await past_of(sessions.store, table, counting, first)
        steps = _farthest(table, past, seat) if whole else steps_back(table, past, first, seat)
        _check_time(table, seat, counting[_last(table, counting, seat)].seq)
        return await held.append_all(steps, interaction)


def _check_time(table: Table, seat: Seat, answer: int) -> None:
    """Raises ``Refused`` when the seat's ``answer`` came after its time had run out: there is no second grace."""
    speed, clock = table.terms.speed, table.clocks.get(seat)
    if speed is None or clock is None:
        return
    if (clock.since is None or clock.point == answer) and clock.bank <= speed.increment:
        raise Refused(md("Your time was up when that move was made, so it can’t be undone."))


def _last(table: Table, counting: Sequence[Entry], seat: Seat) -> int:
    """The index of the move that ``seat`` may undo. (``take_back``)"""
    index = take_back(list(counting), seat)
    if index is None:
        raise Refused(md("There’s nothing to undo yet."))
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
            return steps_back(table, past, first, seat)
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
    if last is None or last.by != "ahead" or isinstance(read_action(last.action, game.actions), Standing):
        return ""
    own = chain.from_iterable(asked.offers for asked in premove_decisions(state) if asked.seat == seat)
    for action in (action for action in own if not field_names(type(action))):
        if not heard(play(state, action)[1], seat):
            meant = game.text.label(redact(state, seat), action, "", lambda other: f"player {other}")
            return f"Your last move is still secret. To cancel it, press *Plan ahead…* and choose *{meant}*."
    return ""


# -- the table's moves, by consent


async def survey(sessions: Tables, table_id: TableId, user: UserId, target: int | None = None) -> Rewind:
    """The way back to before move ``target``, or to before the user's own last one.

    Raises ``Refused`` when that was taken back or never made, ``Barred`` for a move on the way that must stand.
    """
    async with sessions.holding(table_id) as held:
        return await _rewind(sessions, held.table, user, target)


async def within_reach(sessions: Tables, table_id: TableId, user: UserId, most: int) -> frozenset[int]:
    """The log numbers of the last ``most`` moves to which the table can go back before anybody's consent is asked."""
    async with sessions.holding(table_id) as held:
        table = held.table
        in_play(table)
        seat, counting = seat_at(table, user), effective(await sessions.store.log(table_id)) or ()
        made = [n for n, entry in enumerate(counting) if entry.by not in ("start", "ahead")][-most:]
        if not made:
            return frozenset()
        past = await past_of(sessions.store, table, counting, made[0])
        first = made[0]
        try:
            steps_back(table, past, first, seat)
        except Barred as barred:
            first = counting.index(barred.entry) + 1
        return frozenset(counting[n].seq for n in made if n >= first)


async def back(
    sessions: Tables,
    table_id: TableId,
    user: UserId,
    target: int,
    agreed: Collection[int],
    *,
    interaction: InteractionId | None = None,
) -> tuple[Entry, ...]:
    """Has the table as it was before move ``target``, whoever has moved since; all that was taken back.

    ``interaction`` is the user's press where nobody else need agree. Raises ``Stale`` when somebody who must agree is
    not among the users who have ``agreed``: it has just moved.
    """
    async with sessions.holding(table_id) as held:
        found = await _rewind(sessions, held.table, user, target)
        if not set(found.asked) <= set(agreed):
            raise Stale(md("The game has changed in the meantime. Please try again."))
        await held.append_all(found.steps, interaction)
        return found.gone


async def _rewind(sessions: Tables, table: Table, user: UserId, target: int | None) -> Rewind:
    state, seat = in_play(table), seat_at(table, user)
    counting = effective(await sessions.store.log(table.id)) or ()
    own = [entry.seq for entry in counting if entry.seat == seat and entry.by in _CHOSEN]
    if target is None and not own:
        raise Refused(md("You haven’t made a move that you could undo."))
    wanted = own[-1] if target is None else target
    moves = {entry.seq: n for n, entry in enumerate(counting) if entry.by != "ahead"}
    first = moves.get(wanted)
    if first is None:
        raise Refused(md("That move can’t be undone. It may have been undone already."))
    if len(counting) - first > _FARTHEST:
        raise Refused(md("That’s too far back. You can undo at most {} moves.", _FARTHEST))
    past = await past_of(sessions.store, table, counting, first)
    steps = steps_back(table, past, first, seat)
    gone = tuple(entry for entry in counting[first:] if entry.by != "ahead")
    return Rewind(gone, steps, _affected(table, state, gone, user))


def _affected(table: Table, state: State, gone: Sequence[Entry], user: UserId) -> tuple[UserId, ...]:
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
