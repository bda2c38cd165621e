"""The final report of a game as a text file. Pure.

Its content is public. Names are escaped, because the file is Markdown too.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from bot.markdown import count_noun, escape
from bot.names import name_lookup, sanitize_name
from bot.tables.phases import PhaseLog
from bot.tables.table import LogEntry, Table
from bot.view import TableView
from engine import GAMES, RankingEntry, Seat
from engine.core import all_seats, option_value_labels, read_options
from engine.core.game import option_meta, preset_name
from engine.store.table_settings import DAY


def write_report(
    table: Table, table_view: TableView, seed: int, moves: Sequence[LogEntry], phases: Sequence[tuple[str, PhaseLog]]
) -> str:
    """Return the report of a finished game. ``table_view`` is the spectators' view after the game.

    ``moves`` are the valid moves, including the set-up. ``phases`` are (heading, phase) pairs.
    """
    state = table_view.view.state
    end = (
        _statistics_table(table, table_view)
        if state.flow
        else _ranking_table(table, table_view, table_view.game.rules.ranking(state))
    )
    lines = [
        f"# {table_view.game.name}",
        "",
        f"{table_view.game.text.status_line(table_view.view)}. {_ending_sentence(table_view)}",
        "",
        *end,
        *_substitute_lines(table, phases),
        "",
        *_fact_lines(table, seed, moves),
    ]
    for heading, phase in phases:
        lines += ["", f"## {heading}", "", *_phase_lines(table_view, phase)]
    return "\n".join([*lines, ""])


def _ranking_table(table: Table, table_view: TableView, ranking: Sequence[RankingEntry]) -> list[str]:
    name = name_lookup(table.players)
    tallies = {place.seat: table_view.game.text.statistics(table_view.view, place.seat) for place in ranking}
    tallies_and_scores = [(tallies[place.seat], place.score) for place in ranking]
    scores = {
        statistic: [tally[statistic] == score for tally, score in tallies_and_scores]
        for statistic in tallies_and_scores[0][0]
    }
    statistics = [statistic for statistic, is_score in scores.items() if not all(is_score)]
    head = ["place", "player", "score", *statistics]
    rows = [
        [f"{place.place}", name(place.seat), place.words or f"{place.score}"]
        + [f"{tallies[place.seat][statistic]:,}" for statistic in statistics]
        for place in ranking
    ]
    table_lines = [head, ["---"] * len(head), *rows]
    notes = [f"{name(place.seat)}: {place.note}." for place in ranking if place.note]
    return [*(f"| {' | '.join(cells)} |" for cells in table_lines), *(["", *notes] if notes else [])]


def _ending_sentence(table_view: TableView) -> str:
    state = table_view.view.state
    return "The game ended early." if state.flow else table_view.game.endings[table_view.game.rules.ending(state)]


def _statistics_table(table: Table, table_view: TableView) -> list[str]:
    """A Markdown table with each player's statistics, without places, for a game that ended early."""
    name = name_lookup(table.players)
    tallies = table_view.statistics()[: len(table.players)]
    head = ["player", *tallies[0]]
    values = [[f"{figure:,}" for figure in tally.values()] for tally in tallies]
    rows = [[name(Seat(seat)), *figure_texts] for seat, figure_texts in enumerate(values, 1)]
    return [f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]]


def _substitute_lines(table: Table, parts: Sequence[tuple[str, PhaseLog]]) -> list[str]:
    """Return a line for each seat that changed hands: who held it, up to which phase."""

    def phase_until(until: int) -> str:
        return next((heading for heading, phase in parts if phase.seq >= until), "the end")

    name, lines = name_lookup(table.players), list[str]()
    for seat in all_seats(len(table.players)):
        if former_holders := [
            f"{escape(sanitize_name(holder.name))} up to “{phase_until(holder.until)}”"
            for holder in table.holders
            if holder.seat == seat
        ]:
            lines.append(f"Seat {seat}: {', '.join(former_holders)}, then {name(seat)}.")
    return ["", *lines] if lines else []


def _fact_lines(table: Table, seed: int, moves: Sequence[LogEntry]) -> list[str]:
    moves_made = [move for move in moves if move.by not in ("start", "ahead")]
    start, end, days = moves[0].at, moves[-1].at, count_days(moves)
    length = count_noun(days, "day") if days else "less than a day"
    hash_clause = "" if table.chairs else f"; its SHA-256, posted at the start: `{table.seed_hash}`"
    return [
        *_option_lines(table),
        f"- {count_noun(len(moves_made), 'move')} in {length}: {_date_text(start)} to {_date_text(end)}",
        f"- Seed: `{seed}`{hash_clause}",
    ]


def count_days(moves: Sequence[LogEntry]) -> int:
    """The days between the first and the last move, rounded down; 0 if a clock was set back between them."""
    return max(0, int((moves[-1].at - moves[0].at) // DAY))


def _option_lines(table: Table) -> list[str]:
    options = read_options(GAMES[table.title].options, table.options)
    value_names, preset = option_value_labels(options), preset_name(options)
    words = [
        f"{option_meta(field).title or field.name}: {value_names[field.name]}"
        for field in msgspec.structs.fields(options)
    ]
    preset_words = [f"preset {preset}"] if preset else []
    return [f"- Options: {'; '.join([*preset_words, *words])}"] if words else []


def _date_text(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _phase_lines(table_view: TableView, phase: PhaseLog) -> list[str]:
    return [f"- {line}" for line in table_view.narration(phase.without_overlap.events)] or ["Nothing to report."]
