"""Tables and moves over the store and the engine: the one place where a move becomes part of a game.

It knows no Discord and no title. Every method that changes a table holds that table's lock.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from msgspec.structs import replace

from bot.places import Places
from bot.planning.orderbook import OrderBook
from bot.play import seating
from bot.play.adoption import adopted, exported
from bot.play.rows import clocks_after, written
from bot.preferences import People
from bot.tables.heads import Damaged, Head, Heads
from bot.tables.moves import Step, automatic, check_same, chosen, forced
from bot.tables.table import Move, Player, Table, game_of, move_of, table_of
from engine.ai import POLICIES
from engine.core.action import Decision, Either
from engine.core.codec import dump, dump_events
from engine.core.flow import State, standing
from engine.core.flow import decisions as open_questions
from engine.core.game import read_options
from engine.core.seats import Seat
from engine.errors import Refused, RoundhouseError
from engine.store import Entry, Row, Session, Store, effective, points, state_and_since, state_at
from engine.store.departures import with_holders

__all__ = ["Held", "Move", "Player", "Sessions", "Table"]

_THINKING_AT_ONCE = 2
"""Computer players; one of them only where a person waits. More would only take the machine from who presses."""


class Sessions:
    """All tables of one store. Mutable, because it keeps the locks and the heads of the tables in use.

    Raises ``Refused`` with a sentence for the player (also for a table that does not exist), ``Unreadable`` for a line
    or a file that cannot be read, and ``Stale`` when the table has moved on.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        new_seed: Callable[[], int] = lambda: secrets.randbits(128),
        people: People | None = None,
    ) -> None:
        self.store, self.now, self._new_seed = store, clock, new_seed
        self.people = people or People(store)
        self._heads = Heads(store)
        self._thinking = Places(_THINKING_AT_ONCE, 1)
        self.orders = OrderBook(store, self._heads, clock)

    # -- finding tables

    async def at(self, channel: int) -> Table | None:
        """The channel's open table, or else the last one that was played there."""
        found = await self.store.newest_in(channel)
        return None if found is None else await self.get(found)

    async def last_over(self, channel: int) -> Table | None:
        """The last table of the channel whose game is over, whatever is open there now."""
        found = await self.store.last_over_in(channel)
        return None if found is None else await self.get(found)

    async def get(self, table_id: int) -> Table:
        """The table of that number."""
        head = await self._heads.look(table_id)
        return table_of(head.session, head.state)

    async def of_user(self, user: int) -> tuple[Table, ...]:
        """The open tables at which the user sits, the longest waiting first, without any that cannot be read."""
        found = [await self._whole(table_id) for table_id in await self.store.open_of(user)]
        return tuple(table for table in found if table is not None)

    async def _whole(self, table_id: int) -> Table | None:
        """The table; None for one that cannot be read."""
        try:
            return await self.get(table_id)
        except Damaged:
            return None

    def still(self) -> AbstractAsyncContextManager[None]:
        """Nobody changes a table meanwhile, and every table is read anew from then on."""
        return self._heads.still()

    async def playing(self) -> tuple[int, ...]:
        """The tables whose game runs: after a start, each may have a forced move or a computer's still to be made."""
        return await self.store.playing()

    # -- the lobby

    async def open(self, channel: int, guild: int | None, title: str, host: Player, *, seated: bool = True) -> Table:
        """A new table, its host on the first chair or only watching. Refused when the channel has an open table."""
        new = seating.opened(channel, guild, title, host, self.now(), seated=seated)
        return await self.get(await self.store.create(new))

    async def adopt(self, text: str, channel: int, guild: int | None, host: Player) -> Table:
        """A table from a ``.game`` file. A finished game is there to look at; any other waits in the lobby for as
        many players as it has seats, and goes on where the file stops."""
        found = await asyncio.to_thread(adopted, text, channel, guild, host, self.now())
        return await self.get(await self.store.create(*found))

    async def join(self, table_id: int, player: Player) -> Table:
        """The player takes the next chair."""
        return await self._change(table_id, lambda table: seating.join(table, player))

    async def leave(self, table_id: int, user: int) -> Table:
        """Gives the chair up; the next person becomes host, and without one the table ends."""
        return await self._change(table_id, lambda table: seating.leave(table, user))

    async def add_computer(self, table_id: int, policy: str) -> Table:
        """A computer player of that policy takes the next chair."""
        return await self._change(table_id, lambda table: seating.add_computer(table, policy, tuple(POLICIES)))

    async def remove_computer(self, table_id: int) -> Table:
        """Sends the last computer player away."""
        return await self._change(table_id, seating.remove_computer)

    async def set_option(self, table_id: int, name: str, word: str) -> Table:
        """Gives one of the title's options another value."""
        return await self._change(table_id, lambda table: seating.set_option(table, name, word))

    async def set_term(self, table_id: int, name: str, word: str) -> Table:
        """Makes one choice about how the table keeps time."""
        return await self._change(table_id, lambda table: seating.set_term(table, name, word))

    async def choose_preset(self, table_id: int, name: str) -> Table:
        """Gives all options the values of one of the title's presets."""
        return await self._change(table_id, lambda table: seating.choose_preset(table, name))

    async def end(self, table_id: int, by_user: int, *, moderator: bool = False) -> Table:
        """Closes the table before its game is over: its host may, and a moderator of the server."""
        return await self._change(table_id, lambda table: seating.close(table, by_user, moderator=moderator))

    async def start(self, table_id: int, by_user: int) -> Table:
        """Only the host starts. Its set-up is move 0 of the log, by ``start``, and waits in the outbox."""
        async with self._heads.lock(table_id):
            head = await self._heads.load(table_id)
            session = head.session
            seating.check_start(session, by_user)
            now = self.now()
            self._heads.drop(table_id)
            begun = replace(session, status="playing", since=now)
            if session.chairs is not None:
                clocks = clocks_after(begun, None, head.state, 0, begun.head, now, self.people.of)
                await self.store.resume(replace(begun, clocks=clocks))
            else:
                await self._deal(replace(begun, seed=self._new_seed()))
        return await self.get(table_id)

    async def _deal(self, session: Session) -> None:
        game = game_of(session.title)
        assert session.seed is not None
        state, events = game.new(read_options(game.options, session.options), len(session.players), session.seed)
        setup = Entry(0, 0, "", "start", session.since, dump_events(events))
        clocks = clocks_after(session, None, state, 0, 0, self.now(), self.people.of)
        dealt = replace(session, state=dump(state), version=game.version, clocks=clocks)
        await self.store.start(dealt, setup, *points(game, 0, state))

    @asynccontextmanager
    async def holding(self, table_id: int) -> AsyncIterator[Held]:
        """The table, for a change of several steps that nothing may come between."""
        async with self._heads.lock(table_id):
            yield Held(self, await self._heads.load(table_id))

    async def _change(self, table_id: int, change: Callable[[Session], Session]) -> Table:
        async with self.holding(table_id) as held:
            return await held.save(replace(change(held.head.session), since=self.now()))

    async def _save(self, head: Head) -> None:
        self._heads.drop(head.session.id)
        await self.store.save(head.session)
        self._heads.keep(head)

    # -- play

    async def play(
        self, table_id: int, user: int, line: str, *, interaction: int | None = None, seen: int | None = None
    ) -> Move:
        """Makes the user's move. ``line`` is notation; ``seen`` is the ``seq`` of the table that the user looked at.

        The same interaction again gives the Move it made the first time. An old ``seen`` is accepted as long as the
        move is still offered and means what it meant, the seat has not moved and nobody has taken a move back since;
        otherwise ``Stale``.
        """
        async with self._heads.lock(table_id):
            head = await self._heads.load(table_id)
            try:
                step = chosen(head, user, line, seen)
                if seen is not None and seen < head.session.head:
                    game = game_of(head.session.title)
                    check_same(head, step, *await state_and_since(self.store, game, table_id, seen))
                return await self._append(head, step, interaction)
            except RoundhouseError:
                made = await self.made_before(head, interaction)
                if made is None:
                    raise
                return made

    async def step(self, table_id: int) -> Move | None:
        """Makes one forced move, a computer player's, or a standing order's; None when a person must choose."""
        async with self._heads.lock(table_id):
            head = await self._heads.load(table_id)
            step = await automatic(head, self._thinking)
            if step is not None and step.by == "forced":
                step = await self.orders.used(head, step)
            step = step or await self.orders.fulfill(head)
            return None if step is None else await self._append(head, step, None)

    async def forced(self, table_id: int, user: int | None = None) -> tuple[Move, ...]:
        """Makes the forced moves of people, until somebody has a choice or a computer player is to think.

        With a ``user``, what that person's own standing orders answer is no choice.
        """
        made: list[Move] = []
        async with self.holding(table_id) as held:
            while True:
                step = forced(held.head)
                if step is not None:
                    step = await self.orders.used(held.head, step)
                elif user is not None:
                    step = await self.orders.fulfill(held.head, user)
                if step is None:
                    break
                made.append(await held.append(step))
        return tuple(made)

    def decisions(self, table: Table) -> tuple[Decision, ...]:
        """The open questions of a table in play; none otherwise."""
        return open_questions(table.state) if table.state is not None and table.status == "playing" else ()

    def ahead(self, table: Table, seat: Seat) -> Decision | None:
        """What the seat may say ahead at a table in play, all of it as one question. Nobody waits for it."""
        open_ahead = standing(table.state) if table.state is not None and table.status == "playing" else ()
        own = (decision for decision in open_ahead if decision.seat == seat)
        mine = [decision for decision in own if any(True for _ in decision.offers)]  # to list them all may take long
        if not mine:
            return None
        prompt = " ".join(decision.prompt for decision in mine)
        return Decision(seat, prompt, Either(*(decision.offers for decision in mine)))

    def seat_of(self, table: Table, user: int) -> Seat | None:
        """The user's seat."""
        return next((Seat(n) for n, player in enumerate(table.players, 1) if player.user == user), None)

    async def _append(self, head: Head, step: Step, interaction: int | None) -> Move:
        """Commits one move and makes it the head."""
        return (await self._append_all(head, (step,), interaction))[0]

    async def _append_all(self, head: Head, steps: Sequence[Step], interaction: int | None) -> tuple[Move, ...]:
        """Commits several moves as one. Nothing is awaited but the one transaction."""
        rows = list[Row]()
        for index, step in enumerate(steps):
            again = any(other.seat == step.seat for other in steps[:index])
            press = interaction if index == 0 else None
            head, row = written(head, step, self.now(), self.people.of, press, again=again)
            rows.append(row)
        self._heads.drop(head.session.id)
        made = await self.store.append_all(rows)
        if made[0] is not rows[0].entry:
            return tuple(move_of(head.session.title, entry) for entry in made)
        self._heads.keep(head)
        return tuple(
            Move(e.seq, step.seat, e.action, e.by, e.at, step.events, e.interaction is not None)
            for e, step in zip(made, steps, strict=True)
        )

    async def made_before(self, head: Head, interaction: int | None) -> Move | None:
        """The move that the interaction made when it arrived first."""
        made = await self.store.made_by(interaction) if interaction is not None else None
        return None if made is None else move_of(head.session.title, made)

    # -- looking back

    async def history(self, table_id: int) -> tuple[Move, ...]:
        """The whole log, from the set-up on, with undone moves and their undoing."""
        title = (await self._heads.look(table_id)).session.title
        return tuple(move_of(title, entry) for entry in await self.store.log(table_id))

    async def standing(self, table_id: int) -> tuple[Move, ...]:
        """The moves that count, without the set-up, undone ones and their undoing."""
        title = (await self._heads.look(table_id)).session.title
        return tuple(move_of(title, entry) for entry in effective(await self.store.log(table_id)) or ())

    async def state_at(self, table_id: int, seq: int) -> State:
        """The state after move ``seq``."""
        head = await self._heads.look(table_id)
        if head.state is not None and head.session.head == seq:
            return head.state
        return await state_at(self.store, game_of(head.session.title), table_id, seq)

    async def export(self, table_id: int) -> str:
        """The ``.game`` file of a game that is over. Refused before that: its seed would show hidden things."""
        head = await self._heads.look(table_id)
        if head.state is None:
            raise Refused("This game has not begun.")
        return exported(head.session, head.state, await self.store.log(table_id))

    async def seed(self, table_id: int) -> int:
        """The seed of a game that is over. Refused before that."""
        session = (await self._heads.look(table_id)).session
        if session.status in ("lobby", "playing") or session.seed is None:
            raise Refused("The seed shows everything hidden; it can be had when the game is over.")
        return session.seed

    # -- the outbox

    async def unannounced(self, table_id: int) -> tuple[Move, ...]:
        """The moves that the channel has not been told of, oldest first."""
        session = (await self._heads.look(table_id)).session
        return tuple(move_of(session.title, entry) for entry in session.untold)

    async def announced(self, table_id: int, seq: int, notes: Mapping[str, int] | None = None) -> Table:
        """Marks every move up to ``seq`` as told, and keeps message ids, in one transaction."""
        async with self._heads.lock(table_id):
            head = await self._heads.load(table_id)
            kept = dict(notes or {})
            self._heads.drop(table_id)
            await self.store.announced(table_id, seq, kept)
            untold = tuple(entry for entry in head.session.untold if entry.seq > seq)
            session = replace(head.session, notes={**head.session.notes, **kept}, untold=untold)
            self._heads.keep(Head(session, head.state))
        return table_of(session, head.state)

    async def note(self, table_id: int, notes: Mapping[str, int]) -> Table:
        """Keeps message ids."""
        return await self.announced(table_id, -1, notes)

    async def pending(self) -> tuple[int, ...]:
        """The tables with something unannounced."""
        return await self.store.pending()


class Held:
    """A table whose lock its holder has: what others write waits. Mutable, as the table moves on in these hands."""

    def __init__(self, sessions: Sessions, head: Head) -> None:
        self._sessions, self.head = sessions, head

    async def append(self, step: Step, interaction: int | None = None) -> Move:
        """Commits one move."""
        return (await self.append_all((step,), interaction))[0]

    async def append_all(self, steps: Sequence[Step], interaction: int | None = None) -> tuple[Move, ...]:
        """Commits several moves as one."""
        made = await self._sessions._append_all(self.head, steps, interaction)
        self.head = await self._sessions._heads.load(self.head.session.id)
        return made

    def forget(self) -> None:
        """Its holder is about to write past it: it is read anew when it is wanted next."""
        self._sessions._heads.drop(self.head.session.id)

    async def save(self, session: Session) -> Table:
        """Commits a change that is no move: players, host, status, terms, clocks."""
        self.head = Head(with_holders(self.head.session, session), self.head.state)
        await self._sessions._save(self.head)
        return table_of(self.head.session, self.head.state)
