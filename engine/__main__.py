"""``python -m engine games | selfplay | arena | claims | puzzles | tiles | analyze | replay | verify | backup | move``.

The command ``roundhouse`` (``bot/command_line.py``) runs the same tools. ``list`` is an earlier name of ``games``.

The exit status is 1 if a check failed, and 2 for wrong arguments or if the output can’t be written.
"""

import argparse
import asyncio
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any, NoReturn

import msgspec

from engine.agents.registry import ALL_POLICIES, Policy
from engine.cli import (
    analysis_report,
    arena,
    claims,
    game_list,
    point_claims,
    puzzle_search,
    reason_claims,
    replay_report,
    selfplay,
    tile_check,
)
from engine.cli.arguments import find_game, parse_options, parse_policies, parse_seats, parse_whole_number
from engine.errors import RoundhouseError
from engine.games import GAMES
from engine.output import run_tool
from engine.store.address import hide_addresses, is_server_address
from engine.store.backup import BackupResult, back_up_database, rotate_backups
from engine.store.errors import DatabaseError, operator_message
from engine.store.host_editions import read_edition_file
from engine.store.transfer import transfer_database, transfer_summary
from engine.store.verify import verify_database

_EXAMPLE_GAME = next(iter(GAMES))
"""The key of the game in the examples of the help."""
_MAX_DIFFERENCES_PER_TABLE = 5
"""Maximum number of findings that ``verify`` prints for one table."""


def main(
    words: list[str] | None = None, contestants: Mapping[str, Policy] = ALL_POLICIES, program: str = "python -m engine"
) -> int:
    """Run one tool and return the exit status.

    Refusals are printed as sentences on standard error. ``contestants`` are the computer players of the arena.
    ``program`` is the name of the command in help and errors.
    """
    return run_tool(lambda: _run_tool(words, contestants, program))


def _run_tool(words: list[str] | None, contestants: Mapping[str, Policy], program: str) -> int:
    arguments = _build_parser(program).parse_args(words)
    arguments.contestants = contestants
    try:
        return _TOOLS[arguments.tool](arguments)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 2
    except DatabaseError as error:
        if not (message := operator_message(error)):
            raise
        print(message, file=sys.stderr)
        return 2


class _Parser(argparse.ArgumentParser):
    """A parser whose error messages do not contain passwords."""

    def error(self, message: str) -> NoReturn:
        super().error(hide_addresses(message))


def _build_parser(program: str = "python -m engine") -> argparse.ArgumentParser:
    parser = _Parser(prog=program, description="Railway board games without Discord.")
    tools = parser.add_subparsers(dest="tool", required=True, metavar="TOOL")
    _add_game_tools(tools)
    _add_measuring_tools(tools)
    _add_file_tool_parsers(tools)
    _add_database_tools(tools)
    return parser


def _add_tool(tools: Any, name: str, summary: str, example: str, **settings: Any) -> argparse.ArgumentParser:
    """Add a tool to the parser.

    The list of tools contains the ``summary``. The help of the tool begins with it and ends with the example.
    """
    parser: argparse.ArgumentParser = tools.add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=f"Example:\n  %(prog)s {example}".rstrip(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        **settings,
    )
    return parser


def _add_game_tools(tools: Any) -> None:
    _add_tool(tools, "games", "list the games, with their seats and options", "", aliases=["list"])
    selfplay_parser = _add_tool(
        tools,
        "selfplay",
        "play whole games among computer players; the last line is JSON",
        f"{_EXAMPLE_GAME} --seats 3 --players greedy,random,random --games 10",
    )
    _add_game_arguments(selfplay_parser)
    selfplay_parser.add_argument(
        "--players",
        default="random",
        help="a computer player for all seats, or one per seat: greedy,random; default: random",
    )
    selfplay_parser.add_argument(
        "--games", type=_positive_number, default=1, help="number of games; game i has the seed SEED + i (default: 1)"
    )
    selfplay_parser.add_argument(
        "--transcript", type=Path, metavar="FILE", help="write a .game file; with several games, one per seed"
    )
    puzzles_parser = _add_tool(
        tools,
        "puzzles",
        "find puzzles: games decided by a last choice that a simple player gets wrong",
        f"{_EXAMPLE_GAME} --seats 2 --games 50 --to puzzles",
    )
    _add_game_arguments(puzzles_parser)
    puzzles_parser.add_argument("--player", default="greedy", help="the computer player of all seats; default: greedy")
    puzzles_parser.add_argument(
        "--games",
        type=_positive_number,
        default=100,
        help="number of games to search; game i has the seed SEED + i (default: 100)",
    )
    puzzles_parser.add_argument(
        "--to", type=Path, required=True, metavar="DIR", help="the folder for the .puzzle files"
    )


def _add_measuring_tools(tools: Any) -> None:
    """Add the tools that measure computer players and the coach."""
    arena_parser = _add_tool(
        tools,
        "arena",
        "compare computer players: play every deal once per rotation of the seats",
        f"{_EXAMPLE_GAME} --players greedy,random --games 20",
    )
    _add_game_arguments(arena_parser)
    arena_parser.add_argument("--players", required=True, help="a computer player per seat: dispatcher,greedy,greedy")
    arena_parser.add_argument(
        "--games",
        type=_positive_number,
        default=40,
        help="minimum number of games, rounded up to full seat rotations; default: 40",
    )
    arena_parser.add_argument("--tuning", action="store_true", help="play the deals that are reserved for tuning")
    claims_parser = _add_tool(
        tools,
        "claims",
        "measure how well the coach’s hints predict the gain",
        f"{_EXAMPLE_GAME} --seats 2 --hints 20",
    )
    _add_game_arguments(claims_parser)
    claims_parser.add_argument(
        "--hints", type=_positive_number, default=300, help="number of hints to measure; default: 300"
    )
    claims_parser.add_argument(
        "--games", type=_positive_number, help="simulated games per hint; default: the number that the game uses"
    )
    claims_parser.add_argument(
        "--reasons", action="store_true", help="measure the reasons that hints give, in new simulated games"
    )
    claims_parser.add_argument(
        "--turning-points",
        type=_positive_number,
        metavar="N",
        help="measure N turning points instead, in new simulated games",
    )
    claims_parser.add_argument(
        "--fresh",
        type=_positive_number,
        default=100,
        help="new simulated games per hint (with --reasons) or per turning point; default: 100",
    )


def _add_file_tool_parsers(tools: Any) -> None:
    analyze_parser = _add_tool(tools, "analyze", "analyze a .game file: winning chances and turning points", "our.game")
    analyze_parser.add_argument("file", type=Path, metavar="FILE.game", help="the game to analyze")
    tiles_parser = _add_tool(
        tools, "tiles", "check a file with the list of tiles of a printed copy", "check boxes/our-copy.txt"
    )
    tiles_parser.add_argument(
        "task", choices=["check"], help="check: print every problem, or what can be played with the tiles"
    )
    tiles_parser.add_argument("file", type=Path, metavar="FILE.txt", help="the list of tiles, in UTF-8")
    replay_parser = _add_tool(tools, "replay", "replay a .game file and print the ranking", "our.game")
    replay_parser.add_argument("file", type=Path, metavar="FILE.game", help="the game to replay")


def _add_database_tools(tools: Any) -> None:
    verify_parser = _add_tool(
        tools, "verify", "replay every stored game and compare it with the database", "--db roundhouse.db"
    )
    verify_parser.add_argument(
        "--db", required=True, metavar="DATABASE", help="file or address of the bot’s database; it is only read"
    )
    backup_parser = _add_tool(
        tools,
        "backup",
        "back up the database while the bot runs, and check the backup",
        "--db roundhouse.db --to copy.db\n  %(prog)s --db roundhouse.db --to backups/roundhouse.db --keep 7",
    )
    backup_parser.add_argument("--db", required=True, metavar="FILE", help="the bot’s database; it is only read")
    backup_parser.add_argument(
        "--to", required=True, metavar="COPY", help="the backup; an existing file of that name is replaced"
    )
    backup_parser.add_argument(
        "--keep",
        type=_positive_number,
        metavar="N",
        help="add the time to the file name, and delete all but the newest N backups of that name",
    )
    move_parser = _add_tool(
        tools,
        "move",
        "move all tables into another database, from a file to a server or back",
        "--from roundhouse.db --to postgresql://roundhouse:PASSWORD@database/roundhouse",
    )
    move_parser.add_argument(
        "--from", dest="source", required=True, metavar="DATABASE", help="the file or the address to read"
    )
    move_parser.add_argument(
        "--to", dest="target", required=True, metavar="DATABASE", help="a new file, or the address of an empty database"
    )


def _add_game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("title", metavar="GAME", help="the key of a game, as the list of games shows it")
    parser.add_argument("--seats", type=int, help="number of players; default: the most the game allows")
    parser.add_argument(
        "--seed", type=_whole_number, default=1, help="whole number that determines all random results; default: 1"
    )
    parser.add_argument("--preset", metavar="NAME", help="a preset of all options; --option changes single ones")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="the value of an option; may be repeated"
    )


def _whole_number(text: str) -> int:
    try:
        return parse_whole_number(text)
    except RoundhouseError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _positive_number(text: str) -> int:
    number = _whole_number(text)
    if number == 0:
        raise argparse.ArgumentTypeError("it must be at least 1")
    return number


def _print_games(arguments: argparse.Namespace) -> int:
    print("\n".join(game_list.game_list_lines()))
    return 0


def _play_games(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.title)
    seats, options = parse_seats(game, arguments.seats), parse_options(game, arguments.option, arguments.preset)
    policies, records = parse_policies(arguments.players, seats), []
    selfplay.check_seeds(arguments.seed, arguments.games)
    if arguments.transcript is not None:
        selfplay.check_writable(arguments.transcript)
    for record in selfplay.play_games(game, options, policies, arguments.seed, arguments.games):
        records.append(record)
        if arguments.transcript is not None:
            file = arguments.transcript
            if arguments.games > 1:
                file = file.with_stem(f"{file.stem}-{record.seed}")
            selfplay.save_game(game, options, record, file)
            print(f"wrote {file}")
    print(msgspec.json.encode(selfplay.make_report(game, tuple(records))).decode())
    return 0


def _measure_agents(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.title)
    policy_count = arguments.players.count(",") + 1
    seats = parse_seats(game, policy_count if arguments.seats is None and policy_count > 1 else arguments.seats)
    policies = parse_policies(arguments.players, seats, tuple(arguments.contestants))
    options = parse_options(game, arguments.option, arguments.preset)
    timed_policies = arena.TimedPolicies(arguments.contestants)
    first = arguments.seed + (arena.TUNING_SEED if arguments.tuning else arena.MEASURING_SEED)
    deals = -(-arguments.games // len(arena.seat_rotations(policies)))
    records = tuple(arena.play_rotations(game, options, policies, first, deals, timed_policies))
    print("\n".join(arena.outcome_lines(arena.arena_outcome(game, records, timed_policies))))
    return 0


def _measure_hints(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.title)
    seats, options = parse_seats(game, arguments.seats), parse_options(game, arguments.option, arguments.preset)
    first = arguments.seed + arena.MEASURING_SEED
    if arguments.reasons:
        hints = reason_claims.measure_hints(game, options, seats, first, arguments.hints, max(2, arguments.fresh))
        return _print_reason_claims(game.key, seats, hints)
    if arguments.turning_points:
        count, fresh = arguments.turning_points, max(2, arguments.fresh)
        points = point_claims.measure_points(game, options, seats, first, count, fresh)
        return _print_point_claims(game.key, seats, points)
    measured_claims: list[claims.Claim] = []
    with suppress(KeyboardInterrupt):  # it takes long, and Ctrl-C prints the results so far
        measured_claims.extend(
            claims.measure_claims(
                game, options, seats, first, arguments.hints, arguments.games and max(2, arguments.games)
            )
        )
    print("\n".join(claims.claim_lines(game.key, seats, measured_claims)))
    return 0


def _print_reason_claims(title: str, seats: int, measured: Iterable[reason_claims.ReasonedHint]) -> int:
    """Print each hint as soon as it is measured, and then the summary. Return the exit status."""
    hints: list[reason_claims.ReasonedHint] = []
    with suppress(KeyboardInterrupt):
        for hint in measured:
            hints.append(hint)
            print("\n".join(reason_claims.hint_lines(hint)), flush=True)
    print("\n".join(reason_claims.summary_lines(title, seats, hints)))
    return 0


def _print_point_claims(title: str, seats: int, measured: Iterable[point_claims.PointClaim]) -> int:
    """Print each turning point as soon as it is measured, and then the summary. Return the exit status."""
    points: list[point_claims.PointClaim] = []
    with suppress(KeyboardInterrupt):
        for point in measured:
            points.append(point)
            print("\n".join(point_claims.point_lines(point)), flush=True)
    print("\n".join(point_claims.summary_lines(title, seats, points)))
    return 0


def _find_puzzles(arguments: argparse.Namespace) -> int:
    game = find_game(arguments.title)
    seats, options = parse_seats(game, arguments.seats), parse_options(game, arguments.option, arguments.preset)
    [player] = parse_policies(arguments.player, 1)
    selfplay.check_seeds(arguments.seed, arguments.games)
    count = 0
    for puzzle in puzzle_search.search_puzzles(game, options, seats, player, arguments.seed, arguments.games):
        count += 1
        file = puzzle_search.save_puzzle(puzzle, seats, arguments.to)
        print(f"wrote {file}: {puzzle.winning_answers_text}", flush=True)
    print(f"Games: {arguments.games}, puzzles: {count}")
    return 0


def _replay_file(arguments: argparse.Namespace) -> int:
    return _print_file_report(replay_report.replay_lines(arguments.file))


def _analyze_file(arguments: argparse.Namespace) -> int:
    return _print_file_report(analysis_report.analysis_lines(arguments.file))


def _print_file_report(lines: Iterable[str]) -> int:
    """Print a report about a ``.game`` file, or the error on standard error. Return the exit status."""
    try:
        print("\n".join(lines))
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def _check_tiles(arguments: argparse.Namespace) -> int:
    try:
        result = tile_check.check_tiles(arguments.file, read_edition_file(arguments.file))
    except RoundhouseError as error:
        print(f"{arguments.file}: {error}")
        return 1
    print("\n".join(result.lines))
    return 0 if result.is_good else 1


def _verify_database(arguments: argparse.Namespace) -> int:
    result = asyncio.run(verify_database(arguments.db))
    for table, findings in groupby(result.findings, key=lambda finding: finding.session):
        table_findings = list(findings)
        for finding in table_findings[:_MAX_DIFFERENCES_PER_TABLE]:
            place = f"table {table}, move {finding.seq}: " if table else ""
            print(f"{place}{finding.problem}")
        if more := len(table_findings[_MAX_DIFFERENCES_PER_TABLE:]):
            print(f"table {table}: and {more} more")
    if any(not finding.session for finding in result.findings):  # the file itself is damaged
        print("No game was checked.")
        return 1
    print(f"Games checked: {result.games}, moves: {result.moves}, differences: {len(result.findings)}")
    if result.worded:
        print(f"Moves with texts of an earlier release: {result.worded}. These texts were read but not verified.")
    print("Names, times, ids, settings, and standing orders were read but not verified: moves don’t determine them.")
    for note in result.notes:
        print(f"Note: {note}")
    return 1 if result.findings else 0


def _back_up_database(arguments: argparse.Namespace) -> int:
    if is_server_address(arguments.db):
        print("`backup` copies files only. Back up a server with pg_dump, or use `move`.", file=sys.stderr)
        return 2
    if is_server_address(arguments.to):
        print("A copy is a file: name one with --to. `move` brings the tables to a server.", file=sys.stderr)
        return 2
    source, target = Path(arguments.db), Path(arguments.to)
    try:
        if arguments.keep is None:
            _print_backup(target, back_up_database(source, target))
            return 0
        rotation = rotate_backups(source, target, arguments.keep, datetime.now(UTC))
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1
    _print_backup(rotation.file, rotation.backup)
    for file in rotation.deleted:
        print(f"deleted {file}")
    for problem in rotation.problems:
        print(problem, file=sys.stderr)
    return 1 if rotation.problems else 0


def _print_backup(file: Path, backup: BackupResult) -> None:
    print(f"wrote {file}: {backup.rows} rows of {backup.tables} tables in {backup.size} bytes, whole and the same")
    if backup.warning:
        print(f"The copy goes up to the last commit. {backup.warning}")


def _move_database(arguments: argparse.Namespace) -> int:
    try:
        counts = transfer_database(arguments.source, arguments.target)
    except RoundhouseError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{transfer_summary(arguments.source, arguments.target, counts)}, all the same")
    arguments.db = arguments.target
    return _verify_database(arguments)


_TOOLS: dict[str, Callable[[argparse.Namespace], int]] = {
    "games": _print_games,
    "list": _print_games,
    "selfplay": _play_games,
    "arena": _measure_agents,
    "claims": _measure_hints,
    "analyze": _analyze_file,
    "puzzles": _find_puzzles,
    "tiles": _check_tiles,
    "replay": _replay_file,
    "verify": _verify_database,
    "backup": _back_up_database,
    "move": _move_database,
}


if __name__ == "__main__":
    sys.exit(main())
