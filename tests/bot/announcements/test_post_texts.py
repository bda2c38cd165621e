"""Texts of a lobby's card, a phase's heading, and an answered question."""

import dataclasses
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.announcements.post_text import (
    NEXT_PHASE_LINE,
    _option_lines,
    _settings_lines,
    _start_warning,
    lobby_text,
    question_answered_text,
    ranking_lines,
    report_text,
    report_title,
)
from bot.tables.phases import PhaseLog
from bot.tables.table import BookkeepingKey, LogEntry, Player
from bot.view import TableView, view_table
from engine import GAMES, PhaseEnded, RankingEntry, Seat
from engine.core import Secret, read_options
from engine.store.table_settings import read_table_settings
from tests.bot.seated_players import TITLE
from tests.bot.ui.test_seat_text import ADA, BEN, CLEO, STATE, table

ROBIN = Player("Robin", policy="greedy")
LONGER = {"bidding": "whole-order"}
"""An option that cannot be played alone."""
GAME = GAMES[TITLE]


def seen(*, over: bool) -> TableView:
    """Return everybody's view of the table, at the beginning or after the end."""
    return view_table(table(state=replace(STATE, flow=()) if over else STATE), None)


@pytest.mark.parametrize(
    ("players", "own", "said"),
    [
        ((ADA, ROBIN), None, False),
        ((ADA, ROBIN), 1, False),
        ((ADA, ROBIN, ROBIN), 1, True),
        ((ADA, ROBIN), 0, True),
        ((ADA, BEN, CLEO), 0, False),
    ],
)
def test_stand_in_computers_of_a_rematch_are_explained(players: Any, own: int | None, said: bool) -> None:
    notes = {} if own is None else {BookkeepingKey.OWN_COMPUTERS: own}
    text = lobby_text(table(players=players, status="lobby", state=None, notes=notes))
    assert ("Computers fill in for players who left the last game." in text) == said


@pytest.mark.parametrize(
    ("more", "parts"),
    [
        ({}, ["1. Ada · host", "2. Ben", "3. Cleo", "Seats taken: 3 (for 1–6 players)."]),
        ({"host": 2, "players": (ADA, BEN)}, ["1. Ada\n", "2. Ben · host", "Seats taken: 2 (for 1–6 players)."]),
        ({"players": (ADA, ROBIN)}, ["2. Robin · computer ("]),
        ({"chairs": 4, "seq": 1}, ["The game continues after 1 move.", "Seats taken: 3 (for 4 players)."]),
        ({"status": "ended"}, ["This table is closed."]),
    ],
)
def test_lobby_card_lists_players_and_free_seats(more: Any, parts: list[str]) -> None:
    text = lobby_text(table(**{"status": "lobby", "state": None, **more}))
    assert all(part in text for part in parts) and ("Seats taken" in text) == ("status" not in more)


@pytest.mark.parametrize(
    ("players", "options", "more", "warns"),
    [
        ((ADA,), LONGER, {}, True),
        ((ADA,), LONGER, {"notes": {BookkeepingKey.PREVIOUS_TABLE: 1}}, False),  # the others are called
        ((ADA,), LONGER, {"chairs": 1}, False),
        ((ADA, BEN), LONGER, {}, False),
        ((ADA, BEN), {"challenge": "yes"}, {"notes": {BookkeepingKey.PREVIOUS_TABLE: 1}}, True),
        ((), LONGER, {}, False),
        ((ADA,), {}, {}, False),
    ],
)
def test_lobby_card_warns_of_unsuitable_options(players: Any, options: Any, more: Any, warns: bool) -> None:
    found = _start_warning(table(players=players, options=options, **more), read_options(GAME.options, options))
    assert [line[:1] for line in found] == ["⚠"] * warns


@pytest.mark.parametrize(
    ("terms", "starts"),
    [
        ({}, []),
        ({"clock": "daily"}, ["Clock: **daily**, "]),
        ({"predictions": "yes"}, ["Spectators can predict the winner."]),
        ({"hints": "always"}, ["Everyone can get hints, so the game isn’t rated."]),
        ({"hints": "never"}, []),
    ],
)
def test_card_lists_unusual_settings(terms: Any, starts: list[str]) -> None:
    found = _settings_lines(table(terms=read_table_settings({"predictions": "no", **terms})))
    assert len(found) == len(starts) and all(line.startswith(start) for line, start in zip(found, starts, strict=True))


@pytest.mark.parametrize(
    ("title", "options", "parts", "gone"),
    [
        (TITLE, {}, ["Custom · B&O edges of Pittsburgh: **Opposite each other**"], ["Bidding"]),
        (TITLE, LONGER, ["Custom · Bidding: **For every place** · B&O edges of Pittsburgh"], []),
        ("railway-rivals", {}, ["Preset: **Base**"], ["Custom"]),
    ],
)
def test_options_are_shown_as_preset_or_differences(
    title: str, options: Any, parts: list[str], gone: list[str]
) -> None:
    text = "\n".join(_option_lines(read_options(GAMES[title].options, options)))
    assert all(part in text for part in parts) and not any(part in text for part in gone)


@pytest.mark.parametrize(
    ("seq", "headings", "over", "title"),
    [
        (0, (), False, "The game begins"),
        (5, (), False, "The game continues"),
        (5, ("Draft",), False, "Draft"),
    ],
)
def test_report_heading_names_phases_and_end(seq: int, headings: Any, over: bool, title: str) -> None:
    assert report_title(seen(over=over), PhaseLog(seq, headings, ())) == title


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([(1, 84, "84 points"), (2, 68, "68 points")], "Ada wins by 16 points"),
        ([(1, 84, "84 points"), (2, 83, "83 points")], "Ada wins by 1 point"),
        ([(1, 1_200, "$1,200"), (2, 200, "$200")], "Ada wins by $1,000"),
        ([(1, 50, "50 gold"), (2, 46, "46 gold"), (3, 40, "40 gold")], "Ada wins by 4 gold"),
        ([(1, 4, "space 4"), (2, 2, "space 2")], "Ada wins: space 4"),
        ([(1, 84, "84 points"), (2, 84, "84 points")], "Ada wins the tiebreak with 84 points"),
        ([(1, 84, "84 points"), (1, 84, "84 points")], "Ada and Ben share the win with 84 points"),
        ([(1, 93, "93 points")], "Ada ends with 93 points"),
    ],
)
def test_last_report_heading_names_the_winner(places: Any, said: str) -> None:
    ranking = tuple(
        RankingEntry(Seat(seat), place, score, "", words) for seat, (place, score, words) in enumerate(places, 1)
    )
    ended = seen(over=True)
    game = dataclasses.replace(ended.game, rules=SimpleNamespace(ranking=lambda state: ranking))
    assert report_title(replace(ended, game=game), PhaseLog(5, ("Draft",), ())) == said


@pytest.mark.parametrize(
    ("headings", "over", "opens"), [((), False, True), (("Draft",), False, False), ((), True, False)]
)
def test_start_post_lists_the_players(headings: Any, over: bool, opens: bool) -> None:
    text = report_text(table(seed=Secret(5)), seen(over=over), PhaseLog(0, headings, ()), 500)
    assert ("<@1>, <@2>, and <@3>" in text) == opens and NEXT_PHASE_LINE not in text


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ([(1, "player")], "✓ Ada moved."),
        ([(1, "player"), (2, "player")], "✓ Ada and Ben moved."),
        ([(1, "clock")], "✓ Ada ran out of time."),
        ([(1, "player"), (2, "clock")], "✓ Ada moved. Ben ran out of time."),
        ([(1, "player"), (1, "clock")], "✓ Ada ran out of time."),
    ],
)
def test_answered_question_says_who_moved_and_who_timed_out(made: Any, said: str) -> None:
    at = table()
    moves = [LogEntry(5 + n, Seat(seat), "p1 pass", by, 0.0, (PhaseEnded("x"),)) for n, (seat, by) in enumerate(made)]
    assert question_answered_text(at, cast(Any, Silent(view_table(at, None))), moves) == said


class Silent:
    """A view of a table without narrations."""

    def __init__(self, seen: Any) -> None:
        self.names_at = seen.names_at

    def with_names_at(self, _: int) -> Any:
        return self

    def narration(self, _: Any) -> tuple[str, ...]:
        return ()


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (RankingEntry(Seat(1), 1, 9), "1\\. Ada · 9"),
        (RankingEntry(Seat(2), 2, 0, note="last in turn"), "2\\. Ben · 0 (last in turn)"),
        (RankingEntry(Seat(3), 2, 5, words="5 gold"), "2\\. Cleo · 5 gold"),
    ],
)
def test_place_is_shown_with_score_and_tiebreaker(place: RankingEntry, line: str) -> None:
    assert ranking_lines(table(), [place]) == [line]
