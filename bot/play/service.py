"""Changes tables and makes moves. No other module adds moves to games.

Every method that changes a table takes the table's lock.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from msgspec.structs import replace

from bot.leader import Leadership
from bot.move_search import MoveSearchPool
from bot.offered_games import EVERY_GAME, OfferedGames
from bot.orders.service import OrderService
from bot.play import lobby_rules
from bot.play.game_files import table_from_file
from bot.play.move_rows import clocks_after, row_of_move
from bot.play.reader import TableReader
from bot.priority_semaphore import PrioritySemaphore
from bot.tables.cache import retry
from bot.tables.moves import (
    ForcedMoves,
    PendingMove,
    check_same_meaning,
    computer_move_priority,
    find_automatic_move,
    find_forced_move,
    log_entry_of,
    prepare_move,
    search_computer_move,
)
from bot.tables.table import LogEntry, Player, Table, decode_entry, game_of
from bot.users import UserSettings
from engine.agents.registry import ALL_POLICIES
from engine.core import Action, CombinedOffers, Decision, Seat, Secret, is_revealing, premove_decisions, read_options
from engine.core import decisions as open_questions
from engine.core.codec import dump_events
from engine.errors import Conflict, RoundhouseError
from engine.store import LogRow, MoveWrite, Store, due_checkpoints, load_state_and_later_rows, load_state_at
from engine.store.connection import Connection
from engine.store.ids import ChannelId, GuildId, InteractionId, TableId, UserId
from engine.store.seat_history import add_former_holders
from engine.threads import run_in_thread

__all__ = ["LockedTable", "LogEntry", "Player", "Table", "TableService"]

_SEED_BITS = 128
"""Number of random bits in a new seed, too many to be guessed."""
_MAX_SEARCHES = 2
"""Maximum number of computer players that search at the same time.

One of these slots is reserved for tables where a person waits.
"""


class TableService(TableReader):
    """Reads and changes the tables of a store. Mutable: it has the locks and the cached tables.

    Its methods raise ``Refused`` with a sentence for the player, ``Unreadable`` for notation or a file that can't be
    read, and ``Stale`` if the table has changed.
    """

    def __init__(
        self,
        store: Store,
        *,
        clock: Callable[[], float] = time.time,
        new_seed: Callable[[], int] = lambda: secrets.randbits(_SEED_BITS),
        user_settings: UserSettings | None = None,
        move_search: MoveSearchPool | None = None,
        offered_games: OfferedGames = EVERY_GAME,
        leader: Leadership | None = None,
    ) -> None:
        super().__init__(store)
        self.now, self._new_seed, self.offered_games = clock, new_seed, offered_games
        self.leader = leader or Leadership(store)
        self.user_settings = user_settings or UserSettings(store)
        self._move_search = move_search or MoveSearchPool(0)
        self._computer_slots = PrioritySemaphore(_MAX_SEARCHES, 1)
        self.orders = OrderService(store, self._cache, clock)
        # Called with the server of a changed lobby.
        self.on_lobby_change: Callable[[GuildId | None], object] = lambda guild: None

    def lock_all(self) -> AbstractAsyncContextManager[None]:
        """Lock all tables during the block, and drop them from the cache afterwards."""
        return self._cache.lock_all()

    # -- the lobby

    async def open_lobby(
        self, channel: ChannelId, guild: GuildId | None, title: str, host: Player, *, seated: bool = True
    ) -> Table:
        """Open a lobby. If ``seated``, the host gets a seat. Raises ``Refused`` if the channel has an open table."""
        return await self.create_table(lobby_rules.new_lobby(channel, guild, title, host, self.now(), seated=seated))

    async def create_table(
        self, new: Table, beside: Callable[[Connection, TableId], object] = lambda db, table_id: None
    ) -> Table:
        """Store a new table. ``beside`` is called to write more in the same transaction.

        Raises ``Refused`` if the channel has an open table.
        """
        self.offered_games.check_offered(new.title)
        table = await self.get(await self.store.create_table(new, write_beside=beside))
        self.on_lobby_change(table.guild)
        return table

    async def import_game(self, text: str, channel: ChannelId, guild: GuildId | None, host: Player) -> Table:
        """Create a table from a ``.game`` file.

        The file contains a finished game, or a game that players continue, which starts as a lobby.
        """
        parts = await run_in_thread(table_from_file, text, channel, guild, host, self.now())
        self.offered_games.check_offered(parts[0].title)
        return await self.get(await self.store.create_table(*parts))

    async def join_lobby(self, table_id: TableId, player: Player) -> Table:
        """Give the player the next seat. Raises ``Refused`` if the host of the bot no longer offers the game."""
        self.offered_games.check_offered((await self.get(table_id)).title)
        return await self.change_lobby(table_id, lambda table: lobby_rules.join(table, player))

    async def leave_lobby(self, table_id: TableId, user: UserId) -> Table:
        """Free the user's seat.

        If the user is the host, the next user becomes host. If there is no other user, the table is closed.
        """
        return await self.change_lobby(table_id, lambda table: lobby_rules.leave(table, user))

    async def add_computer(self, table_id: TableId, policy: str) -> Table:
        """Add a computer player with this policy."""
        return await self.change_lobby(
            table_id, lambda table: lobby_rules.add_computer(table, policy, tuple(ALL_POLICIES))
        )

    async def remove_computer(self, table_id: TableId) -> Table:
        """Remove the last computer player."""
        return await self.change_lobby(table_id, lobby_rules.remove_computer)

    async def set_option(self, table_id: TableId, name: str, word: str) -> Table:
        """Set one of the game's options."""
        return await self.change_lobby(
            table_id, lambda table: lobby_rules.set_option(table, name, word, self.offered_games.boxes)
        )

    async def set_term(self, table_id: TableId, name: str, word: str) -> Table:
        """Set one of the table's settings, such as its clock."""
        return await self.change_lobby(table_id, lambda table: lobby_rules.set_term(table, name, word))

    async def choose_preset(self, table_id: TableId, name: str) -> Table:
        """Set the table's options to those of a preset."""
        return await self.change_lobby(table_id, lambda table: lobby_rules.choose_preset(table, name))

    async def end_game(self, table_id: TableId, by_user: UserId, *, moderator: bool = False) -> Table:
        """End the game early. Only the host of the table and moderators of the server may do this."""
        return await self.change_lobby(
            table_id, lambda table: lobby_rules.close_table(table, by_user, moderator=moderator)
        )

    async def start_game(self, table_id: TableId, by_user: UserId) -> Table:
        """Start the game in a lobby if ``by_user`` is its host. The set-up becomes row 0 of the log."""
        table = await retry(lambda: self._start_once(table_id, by_user))
        self.on_lobby_change(table.guild)
        return await self.get(table_id)

    async def _start_once(self, table_id: TableId, by_user: UserId) -> Table:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            self.offered_games.check_offered(table.title)
            lobby_rules.check_start(table, by_user)
            self._cache.invalidate(table_id)
            started_table = replace(table, status="playing", since=self.now())
            await (
                self._start_new_game(started_table)
                if table.chairs is None
                else self._start_imported_game(started_table)
            )
        return table

    async def _start_new_game(self, table: Table) -> None:
        game, seed = game_of(table.title), self._new_seed()
        state, events = game.new_game(read_options(game.options, table.options), len(table.players), seed)
        setup_row = LogRow(0, Seat(0), "", "start", table.since, dump_events(events))
        clocks = clocks_after(table, None, state, 0, 0, self.now(), self.user_settings.preferences_of)
        dealt_table = replace(table, seed=Secret(seed), state=state, clocks=clocks)
        (checkpoint,) = due_checkpoints(game, 0, state)
        await self.store.start_game(dealt_table, setup_row, checkpoint, self.leader.table_changes(table.id))

    async def _start_imported_game(self, table: Table) -> None:
        state = await load_state_at(self.store, game_of(table.title), table.id, table.seq)
        clocks = clocks_after(table, None, state, 0, table.seq, table.since, self.user_settings.preferences_of)
        await self.store.resume_game(replace(table, clocks=clocks), self.leader.table_changes(table.id))

    @asynccontextmanager
    async def lock_table(self, table_id: TableId) -> AsyncIterator[LockedTable]:
        """Lock a table during the block, so that several steps can change it together."""
        async with self._cache.lock_of(table_id):
            yield LockedTable(self, await self._cache.get_locked(table_id))

    async def change_lobby(self, table_id: TableId, change: Callable[[Table], Table]) -> Table:
        """Change a table in its lobby, under its lock."""

        async def change_locked() -> Table:
            async with self.lock_table(table_id) as locked_table:
                return await locked_table.save(replace(change(locked_table.table), since=self.now()))

        return await retry(change_locked)

    async def _save(self, before: Table, table: Table) -> Table:
        """Store the table, and the notes that differ from ``before``.

        Other notes may have changed in the store meanwhile.
        """
        self._cache.invalidate(table.id)
        notes = {name: value for name, value in table.notes.items() if before.notes.get(name) != value}
        saved_table = await self.store.save_table(table, notes, self.leader.table_changes(table.id))
        self._cache.put(saved_table)
        return saved_table

    # -- moves

    async def play_move(
        self,
        table_id: TableId,
        user: UserId,
        line: str,
        *,
        interaction: InteractionId | None = None,
        seen_seq: int | None = None,
    ) -> LogEntry:
        """Make the user's move. ``line`` is notation; ``seen_seq`` is the number of the last move that the user saw.

        If the interaction is a repeated delivery, return the move that it made the first time. An old ``seen_seq`` is
        accepted if the move is still offered with the same meaning, the seat has not moved, and nothing was undone
        since. Otherwise raise ``Stale``.
        """
        return await retry(lambda: self._play_once(table_id, user, line, interaction, seen_seq))

    async def _play_once(
        self, table_id: TableId, user: UserId, line: str, interaction: InteractionId | None, seen_seq: int | None
    ) -> LogEntry:
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            try:
                step = prepare_move(table, user, line, seen_seq)
                if seen_seq is not None and seen_seq < table.seq:
                    game = game_of(table.title)
                    check_same_meaning(
                        table, step, *await load_state_and_later_rows(self.store, game, table_id, seen_seq)
                    )
                return await self._commit(table, step, interaction)
            except Conflict:
                raise
            except RoundhouseError:
                repeated_move = await self.find_move_of_interaction(table, interaction)
                if repeated_move is None:
                    raise
                return repeated_move

    async def play_automatic_move(self, table_id: TableId) -> LogEntry | None:
        """Make the next forced move, computer player's move, or move of a standing order; None if a player must choose.

        A computer player searches while the table is not locked, so that players can act meanwhile. If the position has
        changed, the search is repeated.
        """
        return await retry(lambda: self._try_automatic_move(table_id))

    async def play_automatic_moves(self, table_id: TableId) -> tuple[LogEntry, ...]:
        """Make automatic moves until a player must choose or the game is over."""
        moves: list[LogEntry] = []
        while (move := await self.play_automatic_move(table_id)) is not None:
            moves.append(move)
        return tuple(moves)

    async def _try_automatic_move(self, table_id: TableId) -> LogEntry | None:
        while True:
            searched_table = await self._cache.get(table_id)
            priority = computer_move_priority(searched_table)
            async with self._computer_slots.acquire(priority) if priority else nullcontext():
                action = await search_computer_move(searched_table, self._move_search)
                async with self._cache.lock_of(table_id):
                    table = await self._cache.get_locked(table_id)
                    needs_no_search = action is None and computer_move_priority(table) in (priority, None)
                    if table is searched_table or needs_no_search:
                        return await self._append_automatic_move(table, action)

    async def _append_automatic_move(self, table: Table, action: Action | None) -> LogEntry | None:
        step = await find_automatic_move(table, action)
        if step is not None and step.by == "forced":
            step = await self.orders.settle_forced_move(table, step)
        step = step or await self.orders.find_ordered_move(table)
        return None if step is None else await self._commit(table, step, None)

    async def play_forced_moves(self, table_id: TableId, user: UserId | None = None) -> ForcedMoves:
        """Make forced moves of users until a user has a choice or a computer player is to move.

        If ``user`` is given, also make the moves of this user's standing orders.
        """
        moves: list[LogEntry] = []

        async def play_all() -> ForcedMoves:
            async with self.lock_table(table_id) as locked_table:
                has_orders = await self.orders.has_orders(table_id)
                while step := await self._find_forced_move(locked_table.table, user, has_orders=has_orders):
                    moves.append(await locked_table.append_move(step))
                return ForcedMoves(tuple(moves), locked_table.table)

        return await retry(play_all)

    async def _find_forced_move(self, table: Table, user: UserId | None, *, has_orders: bool) -> PendingMove | None:
        """Find the next forced move. If the table ``has_orders``, the move includes the orders that it changes."""
        step = find_forced_move(table)
        if not has_orders:
            return step
        if step is not None:
            return await self.orders.settle_forced_move(table, step)
        return await self.orders.find_ordered_move(table, user) if user is not None else None

    async def can_be_undone(self, table: Table) -> bool:
        """Whether the last move can be undone while a computer player is to move.

        It must be a player's move that is not posted yet and revealed nothing.
        """
        if not table.pending_rows or table.state is None or computer_move_priority(table) is None:
            return False
        move = decode_entry(table.title, table.pending_rows[-1])
        if move.by != "player" or move.seq != table.seq:
            return False
        state_before = await self.state_at(table.id, move.seq - 1)
        return not is_revealing(state_before, table.state, move.events, move.seat)

    def decisions(self, table: Table) -> tuple[Decision, ...]:
        """The open decisions of a running game; empty if the table's game does not run."""
        return open_questions(table.state) if table.state is not None and table.status == "playing" else ()

    def premove_question(self, table: Table, seat: Seat) -> Decision | None:
        """Return all plans that the seat may make, as one question; None if there are none."""
        premoves = premove_decisions(table.state) if table.state is not None and table.status == "playing" else ()
        seat_premoves = (decision for decision in premoves if decision.seat == seat)
        # An offer list may be long: look for one offer only.
        possible_premoves = [decision for decision in seat_premoves if any(True for _ in decision.offers)]
        if not possible_premoves:
            return None
        prompt = " ".join(decision.prompt for decision in possible_premoves)
        return Decision(seat, prompt, CombinedOffers(*(decision.offers for decision in possible_premoves)))

    def seat_of(self, table: Table, user: UserId) -> Seat | None:
        """The user's seat; None if the user has none."""
        users = [player.user for player in table.players]
        return Seat(users.index(user) + 1) if user in users else None

    async def _commit(self, table: Table, step: PendingMove, interaction: InteractionId | None) -> LogEntry:
        return (await self._commit_all(table, (step,), interaction))[0]

    async def _commit_all(
        self, table: Table, steps: Sequence[PendingMove], interaction: InteractionId | None
    ) -> tuple[LogEntry, ...]:
        rows = list[MoveWrite]()
        for index, step in enumerate(steps):
            is_repeated_seat = any(other.seat == step.seat for other in steps[:index])
            row_interaction = interaction if index == 0 else None
            table, row = row_of_move(
                table, step, self.now(), self.user_settings.preferences_of, row_interaction, again=is_repeated_seat
            )
            rows.append(row)
        self._cache.invalidate(table.id)
        start_time = time.monotonic()
        stored_rows = await self.store.append_moves(rows, self.leader.table_changes(table.id))
        if stored_rows[0] is not rows[0].entry:
            return tuple(decode_entry(table.title, entry) for entry in stored_rows)
        self._cache.put_written(table, start_time)
        return tuple(log_entry_of(entry, step) for entry, step in zip(stored_rows, steps, strict=True))

    async def find_move_of_interaction(self, table: Table, interaction: InteractionId | None) -> LogEntry | None:
        """Return the move that the interaction has already made; None if it has made none."""
        row = await self.store.find_move_by_interaction(interaction) if interaction is not None else None
        return None if row is None else decode_entry(table.title, row)

    # -- the outbox

    async def moves_to_publish(self, table_id: TableId) -> tuple[LogEntry, ...]:
        """Return the moves that are not posted yet, oldest first."""
        table = await self._cache.get(table_id)
        return tuple(decode_entry(table.title, entry) for entry in table.pending_rows)

    async def mark_published(self, table_id: TableId, seq: int, notes: Mapping[str, int] | None = None) -> Table:
        """Mark all moves up to ``seq`` as posted, and store notes, in one transaction."""
        async with self._cache.lock_of(table_id):
            table = await self._cache.get_locked(table_id)
            new_keys = dict(notes or {})
            self._cache.invalidate(table_id)
            await self.store.mark_announced(table_id, seq, new_keys, self.leader.bookkeeping_changes(table_id))
            pending_rows = tuple(entry for entry in table.pending_rows if entry.seq > seq)
            after = replace(table, notes={**table.notes, **new_keys}, pending_rows=pending_rows)
            self._cache.put(after)
        return after

    async def save_bookkeeping(self, table_id: TableId, notes: Mapping[str, int]) -> Table:
        """Store notes of the table, such as message ids, and return the changed table."""
        if self.leader.leads:
            return await self.mark_published(table_id, -1, notes)
        await self.store.save_notes(table_id, notes, self.leader.bookkeeping_changes(table_id))
        return await self.get(table_id)

    async def tables_to_publish(self) -> tuple[TableId, ...]:
        """Return the tables with pending posts."""
        return await self.store.list_pending_tables()


class LockedTable:
    """A table whose lock the caller has. Mutable: ``table`` changes with each saved step."""

    def __init__(self, tables: TableService, table: Table) -> None:
        self._tables, self.table = tables, table

    async def append_move(self, step: PendingMove, interaction: InteractionId | None = None) -> LogEntry:
        """Commit one move."""
        (entry,) = await self.append_moves((step,), interaction)
        return entry

    async def append_moves(
        self, steps: Sequence[PendingMove], interaction: InteractionId | None = None
    ) -> tuple[LogEntry, ...]:
        """Commit several moves in one transaction."""
        cache = self._tables._cache
        entries = await self._tables._commit_all(self.table, steps, interaction)
        self.table = cache.peek(self.table.id) or await cache.get_locked(self.table.id)
        return entries

    def invalidate(self) -> None:
        """Drop the table from the cache, because the caller will write to the store directly."""
        self._tables._cache.invalidate(self.table.id)

    async def save(self, table: Table) -> Table:
        """Store a change of players, settings, or clocks, but not a move, and return the table."""
        before = self.table
        self.table = await self._tables._save(before, add_former_holders(before, table))
        if before.status == "lobby" != table.status:
            self.invalidate()  # the table of an imported game gets its state from the store
        if before.status == "lobby":
            self._tables.on_lobby_change(table.guild)
        return self.table
