"""Tables and moves over the store and the engine: the one place where a move becomes part of a game.

It knows no Discord and no title. Every method that changes a table holds that table's lock.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from msgspec.structs import replace

from bot.leader import Leadership
from bot.minds import Minds
from bot.offered import EVERY_GAME, OfferedGames
from bot.places import Places
from bot.planning.orderbook import OrderBook
from bot.play import seating
from bot.play.adoption import adopted
from bot.play.reader import TableReader
from bot.play.rows import clocks_after, written
from bot.preferences import People
from bot.tables.cache import retry
from bot.tables.moves import Forced, Step, automatic, check_same, chosen, forced, just_made, looked_ahead, thinks_for
from bot.tables.table import Move, Player, Table, game_of, move_of
from engine.agents.registry import ALL_POLICIES
from engine.core import Action, CombinedOffers, Decision, Seat, Secret, is_revealing, premove_decisions, read_options
from engine.core import decisions as open_questions
from engine.core.codec import dump_events
from engine.errors import Conflict, RoundhouseError
from engine.store import Entry, Row, Store, points, state_and_since, state_at
from engine.store.apart import in_thread
from engine.store.db import Db
from engine.store.departures import with_holders
from engine.store.ids import ChannelId, GuildId, InteractionId, TableId, UserId

__all__ = ["LockedTable", "Move", "Player", "Table", "Tables"]

_SEED_BITS = 128
"""More than anybody can guess."""
_THINKING_AT_ONCE = 2
"""Computer players; one of them only where a person waits. More would only take the machine from who presses."""


class Tables(TableReader):
    """All tables of one store. Mutable, because it keeps the locks and the tables in use.

    Raises ``Refused`` with a sentence for the player (also for a table that does not exist), ``Unreadable`` for a line
    or a file that cannot be read, and ``Stale`` when the table has moved on.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        new_seed: Callable[[], int] = lambda: secrets.randbits(_SEED_BITS),
        people: People | None = None,
        minds: Minds | None = None,
        offered: OfferedGames = EVERY_GAME,
        leader: Leadership | None = None,
    ) -> None:
        super().__init__(store)
        self.now, self._new_seed, self.offered = clock, new_seed, offered
        self.leader = leader or Leadership(store)
        self.people = people or People(store)
        self._minds = minds or Minds(0)
        self._thinking = Places(_THINKING_AT_ONCE, 1)
        self.orders = OrderBook(store, self._cache, clock)
        self.lobby_changed: Callable[[GuildId | None], object] = lambda guild: None  # is told of which server

    def still(self) -> AbstractAsyncContextManager[None]:
        """Nobody changes a table meanwhile, and every table is read anew from then on."""
        return self._cache.still()

    # -- the lobby

    async def open(
        self, channel: ChannelId, guild: GuildId | None, title: str, host: Player, *, seated: bool = True
    ) -> Table:
        """A new table, its host on the first chair or only watching. Refused when the channel has an open table."""
        return await self.create(seating.opened(channel, guild, title, host, self.now(), seated=seated))

    async def create(self, new: Table, beside: Callable[[Db, TableId], object] = lambda db, made: None) -> Table:
        """The new table, written with what belongs ``beside`` it. Refused when its channel has an open one."""
        self.offered.check_offered(new.title)
        made = await self.get(await self.store.create(new, beside=beside))
        self.lobby_changed(made.guild)
        return made

    async def adopt(self, text: str, channel: ChannelId, guild: GuildId | None, host: Player) -> Table:
        """A table from a ``.game`` file: a finished game to look at, or a lobby that goes on where the file stops."""
        found = await in_thread(adopted, text, channel, guild, host, self.now())
        self.offered.check_offered(found[0].title)
        return await self.get(await self.store.create(*found))

    async def join(self, table_id: TableId, player: Player) -> Table:
        """The player takes the next chair. Refused for a game that is not offered anymore."""
        self.offered.check_offered((await self.get(table_id)).title)
        return await self.change(table_id, lambda table: seating.join(table, player))

    async def leave(self, table_id: TableId, user: UserId) -> Table:
        """Gives the chair up; the next person becomes host, and without one the table ends."""
        return await self.change(table_id, lambda table: seating.leave(table, user))

    async def add_computer(self, table_id: TableId, policy: str) -> Table:
        """A computer player of that policy takes the next chair."""
        return await self.change(table_id, lambda table: seating.add_computer(table, policy, tuple(ALL_POLICIES)))

    async def remove_computer(self, table_id: TableId) -> Table:
        """Sends the last computer player away."""
        return await self.change(table_id, seating.remove_computer)

    async def set_option(self, table_id: TableId, name: str, word: str) -> Table:
        """Gives one of the title's options another value."""
        return await self.change(table_id, lambda table: seating.set_option(table, name, word, self.offered.boxes))

    async def set_term(self, table_id: TableId, name: str, word: str) -> Table:
        """Makes one choice about how the table keeps time."""
        return await self.change(table_id, lambda table: seating.set_term(table, name, word))

    async def choose_preset(self, table_id: TableId, name: str) -> Table:
        """Gives all options the values of one of the title's presets."""
        return await self.change(table_id, lambda table: seating.choose_preset(table, name))

    async def end(self, table_id: TableId, by_user: UserId, *, moderator: bool = False) -> Table:
        """Closes the table before its game is over: its host may, and a moderator of the server."""
        return await self.change(table_id, lambda table: seating.close(table, by_user, moderator=moderator))

    async def start(self, table_id: TableId, by_user: UserId) -> Table:
        """Only the host starts. Its set-up is move 0 of the log, by ``start``, and waits in the outbox."""
        table = await retry(lambda: self._start(table_id, by_user))
        self.lobby_changed(table.guild)
        return await self.get(table_id)

    async def _start(self, table_id: TableId, by_user: UserId) -> Table:
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            self.offered.check_offered(table.title)
            seating.check_start(table, by_user)
            self._cache.drop(table_id)
            begun = replace(table, status="playing", since=self.now())
            await (self._deal(begun) if table.chairs is None else self._resume(begun))
        return table

    async def _deal(self, table: Table) -> None:
        game, seed = game_of(table.title), self._new_seed()
        state, events = game.new_game(read_options(game.options, table.options), len(table.players), seed)
        setup = Entry(0, Seat(0), "", "start", table.since, dump_events(events))
        clocks = clocks_after(table, None, state, 0, 0, self.now(), self.people.of)
        dealt = replace(table, seed=Secret(seed), state=state, clocks=clocks)
        (point,) = points(game, 0, state)
        await self.store.start(dealt, setup, point, self.leader.wake(table.id))

    async def _resume(self, table: Table) -> None:
        state = await state_at(self.store, game_of(table.title), table.id, table.seq)
        clocks = clocks_after(table, None, state, 0, table.seq, table.since, self.people.of)
        await self.store.resume(replace(table, clocks=clocks), self.leader.wake(table.id))

    @asynccontextmanager
    async def holding(self, table_id: TableId) -> AsyncIterator[LockedTable]:
        """The table, for a change of several steps that nothing may come between."""
        async with self._cache.lock(table_id):
            yield LockedTable(self, await self._cache.load(table_id))

    async def change(self, table_id: TableId, change: Callable[[Table], Table]) -> Table:
        """Changes a table in its lobby, once nothing else is changing it."""

        async def changed() -> Table:
            async with self.holding(table_id) as held:
                return await held.save(replace(change(held.table), since=self.now()))

        return await retry(changed)

    async def _save(self, before: Table, table: Table) -> Table:
        """Writes the table, and those of its notes that are not as ``before``: others may have changed since."""
        self._cache.drop(table.id)
        notes = {name: value for name, value in table.notes.items() if before.notes.get(name) != value}
        saved = await self.store.save(table, notes, self.leader.wake(table.id))
        self._cache.keep(saved)
        return saved

    # -- play

    async def play(
        self,
        table_id: TableId,
        user: UserId,
        line: str,
        *,
        interaction: InteractionId | None = None,
        seen: int | None = None,
    ) -> Move:
        """Makes the user's move. ``line`` is notation; ``seen`` is the ``seq`` of the table that the user looked at.

        The same interaction again gives the Move it made the first time. An old ``seen`` is accepted as long as the
        move is still offered and means what it meant, the seat has not moved and nobody has taken a move back since;
        otherwise ``Stale``.
        """
        return await retry(lambda: self._play(table_id, user, line, interaction, seen))

    async def _play(
        self, table_id: TableId, user: UserId, line: str, interaction: InteractionId | None, seen: int | None
    ) -> Move:
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            try:
                step = chosen(table, user, line, seen)
                if seen is not None and seen < table.seq:
                    game = game_of(table.title)
                    check_same(table, step, *await state_and_since(self.store, game, table_id, seen))
                return await self._append(table, step, interaction)
            except Conflict:
                raise
            except RoundhouseError:
                made = await self.made_before(table, interaction)
                if made is None:
                    raise
                return made

    async def step(self, table_id: TableId) -> Move | None:
        """Makes one forced move, a computer player's, or a standing order's; None when a person must choose.

        A computer's place is waited for before the table is locked, and a long thought is thought before: meanwhile
        everybody can do there what they like. A thought about a position that has changed is thought anew.
        """
        return await retry(lambda: self._step_on(table_id))

    async def play_computers(self, table_id: TableId) -> tuple[Move, ...]:
        """Makes the moves of computers, and what needs nobody, until a person is asked or the game is over."""
        made: list[Move] = []
        while (move := await self.step(table_id)) is not None:
            made.append(move)
        return tuple(made)

    async def _step_on(self, table_id: TableId) -> Move | None:
        while True:
            seen = await self._cache.look(table_id)
            who = thinks_for(seen)
            async with self._thinking.taken(who) if who else nullcontext():
                ahead = await looked_ahead(seen, self._minds)
                async with self._cache.lock(table_id):
                    table = await self._cache.load(table_id)
                    same = ahead is None and thinks_for(table) in (who, None)
                    if table is seen or same:
                        return await self._step(table, ahead)

    async def _step(self, table: Table, ahead: Action | None) -> Move | None:
        step = await automatic(table, ahead)
        if step is not None and step.by == "forced":
            step = await self.orders.used(table, step)
        step = step or await self.orders.fulfill(table)
        return None if step is None else await self._append(table, step, None)

    async def forced(self, table_id: TableId, user: UserId | None = None) -> Forced:
        """Makes the forced moves of people, until somebody has a choice or a computer player is to think.

        With a ``user``, what that person's own standing orders answer is no choice.
        """
        made: list[Move] = []

        async def made_all() -> Forced:
            async with self.holding(table_id) as held:
                while (step := await self._forced(held.table, user)) is not None:
                    made.append(await held.append(step))
                return Forced(tuple(made), held.table)

        return await retry(made_all)

    async def _forced(self, table: Table, user: UserId | None) -> Step | None:
        step = forced(table)
        if step is not None:
            return await self.orders.used(table, step)
        return await self.orders.fulfill(table, user) if user is not None else None

    async def can_be_undone(self, table: Table) -> bool:
        """Whether a computer is next, and the last move is a person's that revealed nothing and is not told yet."""
        if not table.untold or table.state is None or thinks_for(table) is None:
            return False
        move = move_of(table.title, table.untold[-1])
        if move.by != "player" or move.seq != table.seq:
            return False
        before = await self.state_at(table.id, move.seq - 1)
        return not is_revealing(before, table.state, move.events, move.seat)

    def decisions(self, table: Table) -> tuple[Decision, ...]:
        """The open questions of a table in play; none otherwise."""
        return open_questions(table.state) if table.state is not None and table.status == "playing" else ()

    def ahead(self, table: Table, seat: Seat) -> Decision | None:
        """Everything that the seat may plan at a table in play, as one question. Nobody waits for it."""
        open_ahead = premove_decisions(table.state) if table.state is not None and table.status == "playing" else ()
        own = (decision for decision in open_ahead if decision.seat == seat)
        mine = [decision for decision in own if any(True for _ in decision.offers)]  # to list them all may take long
        if not mine:
            return None
        prompt = " ".join(decision.prompt for decision in mine)
        return Decision(seat, prompt, CombinedOffers(*(decision.offers for decision in mine)))

    def seat_of(self, table: Table, user: UserId) -> Seat | None:
        """The user's seat."""
        users = [player.user for player in table.players]
        return Seat(users.index(user) + 1) if user in users else None

    async def _append(self, table: Table, step: Step, interaction: InteractionId | None) -> Move:
        """Commits one move."""
        return (await self._append_all(table, (step,), interaction))[0]

    async def _append_all(
        self, table: Table, steps: Sequence[Step], interaction: InteractionId | None
    ) -> tuple[Move, ...]:
        """Commits several moves as one. Nothing is awaited but the one transaction."""
        rows = list[Row]()
        for index, step in enumerate(steps):
            again = any(other.seat == step.seat for other in steps[:index])
            press = interaction if index == 0 else None
            table, row = written(table, step, self.now(), self.people.of, press, again=again)
            rows.append(row)
        self._cache.drop(table.id)
        made = await self.store.append_all(rows, self.leader.wake(table.id))
        if made[0] is not rows[0].entry:
            return tuple(move_of(table.title, entry) for entry in made)
        self._cache.keep(table)
        return tuple(just_made(entry, step) for entry, step in zip(made, steps, strict=True))

    async def made_before(self, table: Table, interaction: InteractionId | None) -> Move | None:
        """The move that the interaction made when it arrived first."""
        made = await self.store.made_by(interaction) if interaction is not None else None
        return None if made is None else move_of(table.title, made)

    # -- the outbox

    async def unannounced(self, table_id: TableId) -> tuple[Move, ...]:
        """The moves that the channel has not been told of, oldest first."""
        table = await self._cache.look(table_id)
        return tuple(move_of(table.title, entry) for entry in table.untold)

    async def announced(self, table_id: TableId, seq: int, notes: Mapping[str, int] | None = None) -> Table:
        """Marks every move up to ``seq`` as told, and keeps message ids, in one transaction."""
        async with self._cache.lock(table_id):
            table = await self._cache.load(table_id)
            kept = dict(notes or {})
            self._cache.drop(table_id)
            await self.store.announced(table_id, seq, kept, self.leader.notices_of_notes(table_id))
            untold = tuple(entry for entry in table.untold if entry.seq > seq)
            after = replace(table, notes={**table.notes, **kept}, untold=untold)
            self._cache.keep(after)
        return after

    async def note(self, table_id: TableId, notes: Mapping[str, int]) -> Table:
        """Keeps message ids."""
        if self.leader.leads:
            return await self.announced(table_id, -1, notes)
        await self.store.note(table_id, notes, self.leader.notices_of_notes(table_id))
        return await self.get(table_id)

    async def pending(self) -> tuple[TableId, ...]:
        """The tables with something unannounced."""
        return await self.store.pending()


class LockedTable:
    """A table whose lock its holder has: what others write waits. Mutable, as the table moves on in these hands."""

    def __init__(self, sessions: Tables, table: Table) -> None:
        self._sessions, self.table = sessions, table

    async def append(self, step: Step, interaction: InteractionId | None = None) -> Move:
        """Commits one move."""
        (made,) = await self.append_all((step,), interaction)
        return made

    async def append_all(self, steps: Sequence[Step], interaction: InteractionId | None = None) -> tuple[Move, ...]:
        """Commits several moves as one."""
        cache = self._sessions._cache
        made = await self._sessions._append_all(self.table, steps, interaction)
        self.table = cache.peek(self.table.id) or await cache.load(self.table.id)
        return made

    def forget(self) -> None:
        """Its holder is about to write past it: it is read anew when it is wanted next."""
        self._sessions._cache.drop(self.table.id)

    async def save(self, table: Table) -> Table:
        """Commits a change that is no move: players, host, status, terms, clocks."""
        before = self.table
        self.table = await self._sessions._save(before, with_holders(before, table))
        if before.status == "lobby" != table.status:
            self.forget()  # a game from a file has a state from now on
        if before.status == "lobby":
            self._sessions.lobby_changed(table.guild)
        return self.table
