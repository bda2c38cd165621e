"""The final report of a game, as the zines of postal play printed it: a text file. Pure; it knows no title.

Everything in it is public; names are escaped as in a message, for the file is Markdown too.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from bot.markdown import counted, escape
from bot.sight import TableView
from bot.tables.chapters import Chapter
from bot.tables.table import Move, Table
from bot.wording import clean, named
from engine import GAMES, RankingEntry, Seat
from engine.core import all_seats, option_value_labels, read_options
from engine.core.game import option_meta, preset_name
from engine.store.terms import DAY


def record(
    table: Table, seen: TableView, seed: int, moves: Sequence[Move], parts: Sequence[tuple[str, Chapter]]
) -> str:
    """The report of a game that is over; ``seen`` is a spectator's sight of its end, ``parts`` its phases and headings.

    ``moves`` are those that stand, the set-up among them.
    """
    state = seen.view.state
    end = _standings(table, seen) if state.flow else _places(table, seen, seen.game.rules.ranking(state))
    lines = [
        f"# {seen.game.name}",
        "",
        f"{seen.game.text.status_line(seen.view)}. {_ending(seen)}",
        "",
        *end,
        *_substitutes(table, parts),
        "",
        *_facts(table, seed, moves),
    ]
    for heading, chapter in parts:
        lines += ["", f"## {heading}", "", *_told(seen, chapter)]
    return "\n".join([*lines, ""])


def _places(table: Table, seen: TableView, ranking: Sequence[RankingEntry]) -> list[str]:
    """The final table: places and scores, and what else everybody had in the end."""
    name = named(table.players)
    tallies = {place.seat: seen.game.text.statistics(seen.view, place.seat) for place in ranking}
    every = [(tallies[place.seat], place.score) for place in ranking]
    scores = {figure: [tally[figure] == score for tally, score in every] for figure in every[0][0]}
    figures = [figure for figure, same in scores.items() if not all(same)]
    head = ["place", "player", "score", *figures]
    rows = [
        [f"{place.place}", name(place.seat), place.words or f"{place.score}"]
        + [f"{tallies[place.seat][figure]:,}" for figure in figures]
        for place in ranking
    ]
    table_lines = [head, ["---"] * len(head), *rows]
    notes = [f"{name(place.seat)}: {place.note}." for place in ranking if place.note]
    return [*(f"| {' | '.join(cells)} |" for cells in table_lines), *(["", *notes] if notes else [])]


def _ending(seen: TableView) -> str:
    state = seen.view.state
    return "The game ended early." if state.flow else seen.game.endings[seen.game.rules.ending(state)]


def _standings(table: Table, seen: TableView) -> list[str]:
    """A table of each player's figures at the end of a game that ended early, which has no places."""
    name = named(table.players)
    tallies = seen.tallies()[: len(table.players)]
    head = ["player", *tallies[0]]
    figures = [[f"{figure:,}" for figure in tally.values()] for tally in tallies]
    rows = [[name(Seat(seat)), *shown] for seat, shown in enumerate(figures, 1)]
    return [f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows]]


def _substitutes(table: Table, parts: Sequence[tuple[str, Chapter]]) -> list[str]:
    """Lists the holders of each seat that changed hands, and until which phase each of them held it."""

    def left(until: int) -> str:
        return next((heading for heading, chapter in parts if chapter.seq >= until), "the end")

    name, lines = named(table.players), list[str]()
    for seat in all_seats(len(table.players)):
        if before := [f"{escape(clean(h.name))} up to “{left(h.until)}”" for h in table.holders if h.seat == seat]:
            lines.append(f"Seat {seat}: {', '.join(before)}, then {name(seat)}.")
    return ["", *lines] if lines else []


def _facts(table: Table, seed: int, moves: Sequence[Move]) -> list[str]:
    made = [move for move in moves if move.by not in ("start", "ahead")]
    began, ended, days = moves[0].at, moves[-1].at, whole_days(moves)
    length = counted(days, "day") if days else "less than a day"
    promised = "" if table.chairs else f"; its SHA-256, posted at the start: `{table.seed_hash}`"
    return [
        *_options(table),
        f"- {counted(len(made), 'move')} in {length}: {_date(began)} to {_date(ended)}",
        f"- Seed: `{seed}`{promised}",
    ]


def whole_days(moves: Sequence[Move]) -> int:
    """The days that moves took, rounded down; 0 when a clock was set back among them."""
    return max(0, int((moves[-1].at - moves[0].at) // DAY))


def _options(table: Table) -> list[str]:
    options = read_options(GAMES[table.title].options, table.options)
    chosen, preset = option_value_labels(options), preset_name(options)
    words = [f"{option_meta(f).title or f.name}: {chosen[f.name]}" for f in msgspec.structs.fields(options)]
    named_so = [f"preset {preset}"] if preset else []
    return [f"- Options: {'; '.join([*named_so, *words])}"] if words else []


def _date(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _told(seen: TableView, chapter: Chapter) -> list[str]:
    return [f"- {line}" for line in seen.told(chapter.whole.events)] or ["Nothing to report."]
