"""Imports a ``.game`` file as a table, and exports a finished table as a ``.game`` file with its seed. Pure."""

from typing import Any

from msgspec.structs import replace

from bot.markdown import escape_prose, md
from bot.play import lobby_rules
from bot.tables.table import game_of
from engine.core import (
    Action,
    Event,
    Game,
    Seat,
    Secret,
    Standing,
    State,
    notation,
    read_options,
    transcript,
    verb_of,
    write_options,
)
from engine.core.codec import dump_events
from engine.errors import Refused, Unreadable
from engine.store import Checkpoint, LogRow, MoveOrigin, Player, Table, drop_undone, due_checkpoints
from engine.store.ids import ChannelId, GuildId


def table_from_file(
    text: str, channel: ChannelId, guild: GuildId | None, host: Player, now: float
) -> tuple[Table, tuple[LogRow, ...], tuple[Checkpoint, ...]]:
    """Return (table, its log, its checkpoints) of a ``.game`` file.

    Raises ``Unreadable`` or ``Refused`` with the number of the invalid line.
    """
    file = transcript.parse_transcript(text)
    game = game_of(file.title)
    _check_length(game, file)
    final_state, log, checkpoints = _replay_file(game, file, now)
    if not file.lines:
        raise Refused(md("This file has no moves yet. To open a new game with a secret seed, use `/game new`."))
    is_over = not final_state.flow
    lobby = lobby_rules.new_lobby(channel, guild, file.title, host, now)
    table = replace(
        lobby,
        options=write_options(read_options(game.options, file.options)),
        players=tuple(Player(f"Player {number + 1}") for number in range(file.seats)) if is_over else lobby.players,
        chairs=file.seats,
        status="finished" if is_over else "lobby",
        seq=len(log) - 1,
        seed=Secret(file.seed),
        state=final_state,
    )
    return table, tuple(log), tuple(checkpoints)


def _check_length(game: Game[Any], file: transcript.Transcript) -> None:
    """Raise ``Unreadable`` if the file has more moves than the game can have, or more than twice as many plans.

    Plans do not count as moves, so they need a separate limit.
    """
    plan_verbs = {verb_of(kind) for kind in game.actions if issubclass(kind, Standing)}
    verbs = [" ".join(line.split()[1:2]) for _, line in file.lines]
    move_count = sum(name not in plan_verbs for name in verbs)
    if move_count > game.max_actions:
        raise Unreadable(
            md(
                "This file has {:,} moves, but a game of {} takes at most {:,}.",
                move_count,
                escape_prose(game.name),
                game.max_actions,
            )
        )
    plan_count, max_plans = len(verbs) - move_count, 2 * game.max_actions
    if plan_count > max_plans:
        raise Unreadable(md("This file has {:,} plans. It can have at most {:,}.", plan_count, max_plans))


def _replay_file(
    game: Game[Any], file: transcript.Transcript, now: float
) -> tuple[State, list[LogRow], list[Checkpoint]]:
    """Replay the game in the file. Return (final state, log with the set-up as row 0, checkpoints)."""
    log: list[LogRow] = []
    checkpoints: list[Checkpoint] = []

    def record_move(action: Action, state: State, events: tuple[Event, ...]) -> None:
        seq = len(log) + 1
        origin: MoveOrigin = "ahead" if isinstance(action, Standing) else "player"
        log.append(LogRow(seq, action.seat, notation.write_action(action), origin, now, dump_events(events)))
        checkpoints.extend(due_checkpoints(game, seq, state))

    final_state = transcript.replay(game, file, watch=record_move)
    first_state, setup_events = game.new_game(read_options(game.options, file.options), file.seats, file.seed)
    start_row = LogRow(0, Seat(0), "", "start", now, dump_events(setup_events))
    return final_state, [start_row, *log], [*due_checkpoints(game, 0, first_state), *checkpoints]


def game_file_text(table: Table, log: tuple[LogRow, ...]) -> str:
    """Return the ``.game`` file of a finished table as text. Raises ``Refused`` while the game runs."""
    game = game_of(table.title)
    if table.status in ("lobby", "playing") or table.seed is None:
        raise Refused(
            md(
                "You can’t export this game yet: the file would reveal everything hidden. "
                "Try again when the game is over."
            )
        )
    moves = tuple(entry.action for entry in drop_undone(log) or ())
    ranking = () if table.state is None or table.state.flow else game.rules.ranking(table.state)
    options = read_options(game.options, table.options)
    return transcript.write_transcript(
        game, options, table.chairs or len(table.players), table.random_seed, moves, ranking
    )


def public_seed(table: Table) -> int:
    """Return the seed of a finished table. Raises ``Refused`` while the game runs, because the seed is secret."""
    if table.status in ("lobby", "playing") or table.seed is None:
        raise Refused(
            md("You can’t see the seed yet: it would reveal everything hidden. It’s posted when the game is over.")
        )
    return table.seed.open()
