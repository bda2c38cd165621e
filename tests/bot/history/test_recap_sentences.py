"""The sentences that a recap and a report select, with made-up sentences."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.history.recap import (
    automatic_moves,
    automatic_moves_text,
    count_lines_left_out,
    figure_changes_text,
    highlight_lines,
    moves_since_own,
    news_summary,
    recap_events,
)
from bot.history.report import _fact_lines, _ranking_table, _substitute_lines, count_days
from bot.tables.phases import ByClock, Made, PhaseLog
from bot.tables.table import LogEntry
from engine import Event, PhaseEnded, RankingEntry, Seat
from engine.core import PhasePartEnded, Secret
from engine.store import FormerHolder
from engine.store.table_settings import DAY
from tests.bot.tables.test_phases import move
from tests.bot.ui.test_seat_text import table

ONE, TWO, THREE = Seat(1), Seat(2), Seat(3)


class Ended(Event, frozen=True):
    text: str


def narrate(event: Any, name: Any) -> str:
    """Return “1: text to 2”, or nothing for an event without a text."""
    who = name(event.seat) if hasattr(event, "seat") else "all"
    of = f" of {name(event.of)}" if getattr(event, "of", None) else ""
    return f"{who}: {event.text}{of}" if event.text else ""


class Touched(Event, frozen=True):
    """An event by one seat that names another."""

    seat: Seat
    of: Seat
    text: str


def seen(reader: Seat | None) -> Any:
    """Return a view whose sentences name seats by number, with a prime after move 9."""
    view = SimpleNamespace(seat=reader)
    words = SimpleNamespace(event_sentence=narrate)

    def at(seq: int) -> Any:
        name = (lambda seat: f"{seat}'") if seq > 9 else str
        return SimpleNamespace(view=view, game=SimpleNamespace(text=words), with_names_at=at, name=name)

    return at(0)


class Plain(Event, frozen=True):
    seat: Seat
    text: str


class Other(Plain, frozen=True):
    """Another kind of event."""


@pytest.mark.parametrize(
    ("events", "told"),
    [
        (["2a", "2b", "2c", "2d"], "abcd"),
        (["2a", "2b", "2c", "2d", "2e"], "cde"),
        (["2a", "3b", "2c", "2d", "2e"], "bde"),
        (["2a", "3b", "4c", "2d", "3e"], "cde"),
        (["2a", "1b", "1c", "2d", "1e"], "ade"),
        (["1a", "1b", "1c", "1d", "1e"], "cde"),
        (["2A", "2b", "2c", "2d", "2e"], "Ade"),
        (["2A", "2B", "2C", "2d", "2e"], "Cde"),
        (["-a", "2b", "2c", "2d", "2e"], "cde"),
    ],
)
def test_recap_prefers_moves_of_others_then_other_players_and_kinds_then_rare_and_late_events(
    events: list[str], told: str
) -> None:
    made: list[Event] = []
    for who, text in events:
        if who == "-":
            made.append(Ended(text))
        else:
            made.append((Other if text.isupper() else Plain)(seat=Seat(int(who)), text=text))
    lines = highlight_lines(seen(ONE), made)
    assert "".join(line.split(": ")[1] for line in lines) == told
    assert count_lines_left_out(seen(ONE), made) == len(events) - len(told)


def test_events_about_the_reader_precede_events_of_others() -> None:
    made = [Touched(TWO, ONE, "a"), Touched(ONE, TWO, "b"), *(Plain(TWO, text) for text in "cdef")]
    assert "a" in [line.split(": ")[1][0] for line in highlight_lines(seen(ONE), made)]
    watched = highlight_lines(seen(None), made)
    assert len(watched) == 3 and all(watched)


def test_moves_made_for_the_reader_precede_all_others() -> None:
    done = [move(7, seat=1, by="clock")]
    made = [Made(6, ONE), Plain(ONE, "a"), Made(7, ONE), Plain(ONE, "b"), Plain(TWO, "c"), Made(8, TWO)]
    made += [Plain(TWO, text) for text in "defg"]
    told = [line.split(": ")[1] for line in highlight_lines(seen(ONE), made, done)]
    assert "b" in told and "a" not in told and len(told) == 3


def test_line_has_the_names_of_its_time_and_the_cause_of_a_move_made_for_somebody() -> None:
    made = [Made(9, ONE), Plain(ONE, "a"), Made(10, TWO), ByClock(), Ended("b"), Plain(TWO, ""), Plain(TWO, "c")]
    assert highlight_lines(seen(ONE), made) == ("1: a", "all: b", "2': c")
    assert highlight_lines(seen(ONE), [ByClock(), Plain(TWO, "c")]) == ("2: c (Time ran out.)",)


MOVES = (
    move(0, by="start", seat=0),
    move(1, seat=1),
    move(2, seat=2),
    move(3, seat=1, by="order"),
    move(4, seat=1, by="clock"),
    move(5, seat=2, by="computer"),
    move(6, seat=2, by="forced"),
)


@pytest.mark.parametrize(
    ("seat", "came", "last", "since"),
    [
        (ONE, 0, 1, [2, 3, 4, 5, 6]),
        (ONE, 1, None, [0, 1, 2, 3, 4, 5, 6]),
        (TWO, 1, 2, [3, 4, 5, 6]),
        (THREE, 0, None, [0, 1, 2, 3, 4, 5, 6]),
        (None, 0, None, [0, 1, 2, 3, 4, 5, 6]),
    ],
)
def test_recap_starts_after_the_readers_last_move(
    seat: Seat | None, came: int, last: int | None, since: list[int]
) -> None:
    found, news = moves_since_own(MOVES, seat, came)
    assert (found and found.seq) == last and [one.seq for one in news] == since


@pytest.mark.parametrize(
    ("seat", "came", "done", "words"),
    [
        (ONE, 0, [3, 4], "1 move because time ran out and 1 move by standing order"),
        (ONE, 3, [4], "1 move because time ran out"),
        (TWO, 0, [5], "1 move by a computer"),
        (THREE, 0, [], ""),
    ],
)
def test_moves_made_for_somebody_are_counted_by_cause(seat: Seat, came: int, done: list[int], words: str) -> None:
    found = automatic_moves(MOVES, seat, came)
    assert [one.seq for one in found] == done and (not done or automatic_moves_text(found) == words)


def ended(seq: int, *phases: str, by: Any = "player") -> LogEntry:
    return move(seq, *(PhaseEnded(phase=phase) for phase in phases), by=by)


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ([], "no one has moved yet"),
        ([ended(0, by="start")], "no one has moved yet"),
        ([ended(0, by="start"), ended(1)], "1 move"),
        ([ended(1, "A")], "1 move. This phase ended: A"),
        ([ended(1, "A"), ended(2, "A")], "2 moves. These phases ended: A ×2"),
        ([ended(1, "A", "B"), ended(2, "A")], "2 moves. These phases ended: A ×2 and B"),
        ([ended(1, *"ABCD")], "1 move. These phases ended: A, B, C, and D"),
        ([ended(1, *"ABCDE")], "1 move. These phases ended: A, B, C, and 2 more phases"),
    ],
)
def test_a_summary_counts_moves_and_names_the_phases_that_ended(moves: Any, said: str) -> None:
    assert news_summary(moves) == said


def test_end_of_a_part_of_a_phase_does_not_count_as_a_phase() -> None:
    assert news_summary([ended(1, "A"), replace(ended(2), events=(PhasePartEnded(phase="B"),))]).endswith(": A")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 2}, ""),
        ({"a": 1, "b": 2}, {"a": 1, "b": 3_000}, "b 2 → 3,000"),
        ({}, {"a": 1}, "a 0 → 1"),
        ({"a": 1, "b": 2}, {"a": 0, "b": 3}, "a 1 → 0 · b 2 → 3"),
    ],
)
def test_change_is_shown_as_old_and_new_value(before: Any, after: Any, said: str) -> None:
    assert figure_changes_text(before, after) == said


def test_recap_names_the_cause_of_automatic_moves() -> None:
    events = recap_events([replace(move(4, Plain(ONE, "a"), by="clock"))])
    assert [type(event).__name__ for event in events] == ["Made", "ByClock", "Plain", "Remark"]


# -- the report of a game that is over


@pytest.mark.parametrize(("seconds", "days"), [(0.0, 0), (DAY - 1, 0), (DAY, 1), (3 * DAY, 3), (-2 * DAY, 0)])
def test_days_of_a_game_are_rounded_down(seconds: float, days: int) -> None:
    moves = [replace(move(0, by="start"), at=DAY), replace(move(1), at=DAY + seconds / 2)]
    moves += [replace(move(2, by="ahead")), replace(move(3), at=DAY + seconds)]
    assert count_days(moves) == days
    facts = "\n".join(_fact_lines(table(seed=Secret(5)), 5, moves))
    length = {0: "less than a day", 1: "1 day"}.get(days, f"{days} days")
    assert f"- 2 moves in {length}: 1970-01-02 00:00 UTC to " in facts and "posted at the start" in facts
    assert "posted at the start" not in "\n".join(_fact_lines(table(chairs=3), 5, moves))


def test_places_omit_a_statistic_equal_to_the_score() -> None:
    tallies = {1: {"points": 9, "money": 1_500}, 2: {"points": 7, "money": 7}}
    words = SimpleNamespace(statistics=lambda _, seat: tallies[seat])
    view = cast(Any, SimpleNamespace(view=None, game=SimpleNamespace(text=words)))
    ranking = [RankingEntry(ONE, 1, 9), RankingEntry(TWO, 2, 7, note="most money")]
    assert _ranking_table(table(), view, ranking) == [
        "| place | player | score | money |",
        "| --- | --- | --- | --- |",
        "| 1 | Ada | 9 | 1,500 |",
        "| 2 | Ben | 7 | 7 |",
        "",
        "Ben: most money.",
    ]
    assert _ranking_table(table(), view, [RankingEntry(ONE, 1, 9, words="all of it")])[2].startswith(
        "| 1 | Ada | all of it |"
    )


@pytest.mark.parametrize(
    ("holders", "line"),
    [
        ((), None),
        ((FormerHolder(2, 4, "Eve"),), "Seat 2: Eve up to “First”, then Ben."),
        ((FormerHolder(2, 5, "Eve"),), "Seat 2: Eve up to “Second”, then Ben."),
        ((FormerHolder(2, 9, "Eve"),), "Seat 2: Eve up to “the end”, then Ben."),
        ((FormerHolder(2, 4, "Eve"), FormerHolder(2, 8, "Fay"), FormerHolder(3, 1, "Guy")), None),
    ],
)
def test_report_says_who_held_a_seat_until_which_phase(holders: Any, line: str | None) -> None:
    parts = [("First", PhaseLog(4, (), ())), ("Second", PhaseLog(8, (), ()))]
    found = _substitute_lines(table(holders=holders), parts)
    if line is not None:
        assert found == ["", line]
    elif holders:
        assert found == [
            "",
            "Seat 2: Eve up to “First”, Fay up to “Second”, then Ben.",
            "Seat 3: Guy up to “First”, then Cleo.",
        ]
    else:
        assert found == []
