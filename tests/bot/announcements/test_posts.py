"""Sentences of public posts: times, names, tasks, questions, and limits of length."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from bot.announcements import post_text
from bot.announcements.post_text import (
    _fit_last_lines,
    _open_seat_lines,
    _pause_lines,
    _prompt_with_deadlines,
    _waiting_sentence,
    phases_heading,
    prompt_with_deadline,
    status_card_text,
)
from bot.markdown import escape_prose, md
from bot.names import full_time, relative_time
from bot.play.seat_holders import EVERYBODY
from bot.tables.phases import Made, PhaseLog
from bot.tables.table import BookkeepingKey, SeatBookkeepingKey
from bot.view import view_table
from engine import Decision, Seat
from engine.core import Secret, count_noun
from tests.bot.ui.test_seat_text import ADA, AWAY, BEN, CLEO, COMPUTER, OPEN, table

ONE, TWO, SINCE = Seat(1), Seat(2), 1_000.0
AT = 1_700_000_000.0


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("Draft a city.", "Waiting for Ada: draft a city."),
        ("NYC is yours.", "Waiting for Ada. NYC is yours."),
        ("Which city?", "Waiting for Ada. Which city?"),
        ("Which city? Choose one.", "Waiting for Ada. Which city? Choose one."),
        ("Draft a city. Choose well.", "Waiting for Ada. Draft a city. Choose well."),
    ],
)
def test_task_completes_the_waiting_sentence(prompt: str, said: str) -> None:
    asked = escape_prose(prompt)
    assert _waiting_sentence(md("Ada"), asked) == said
    task = said.startswith("Waiting for Ada:") or prompt.startswith("NYC")
    wanted = f"{prompt.removesuffix('.')} by {full_time(AT)}." if task else f"{prompt} Deadline: {full_time(AT)}."
    assert prompt_with_deadline(asked, AT) == wanted


@pytest.mark.parametrize(
    ("due", "said"),
    [
        ({}, "Which?"),
        ({3: AT}, "Which?"),
        ({1: AT, 2: AT + 0.5}, f"Which? Deadline: {full_time(AT)}."),
        ({1: AT, 2: AT + 60}, f"Which? Deadlines: Ada by {full_time(AT)} and Ben by {full_time(AT + 60)}."),
        ({2: AT}, f"Which? Deadlines: Ben by {full_time(AT)}."),
        ({1: SINCE, 2: SINCE}, f"Which? Time ran out on {full_time(SINCE)}."),
        ({1: SINCE + 1, 2: SINCE + 1}, f"Which? Deadline: {full_time(SINCE + 1)}."),
    ],
)
def test_question_has_one_common_deadline_or_one_for_each(due: Any, said: str) -> None:
    assert _prompt_with_deadlines(table(since=SINCE), "Which?", [ONE, TWO], due) == said


def test_players_with_equal_questions_are_asked_together() -> None:
    at = table()
    asked = [Decision(ONE, "Which?", ()), Decision(TWO, "Who?", ()), Decision(Seat(3), "Which?", ())]
    first, second = post_text.question_text(at, view_table(at, None), asked).splitlines()
    assert first.startswith("<@1> and <@3> · ") and first.endswith(". Which?")
    assert second.startswith("<@2> · ") and second.endswith(". Who?")


@pytest.mark.parametrize(
    ("player", "call", "said"),
    [
        (BEN, 0, []),
        (COMPUTER, 0, []),
        (AWAY, 0, ["Ben’s seat is open. Anyone not playing at this table can take it."]),
        (COMPUTER, EVERYBODY, ["Ben’s seat is open. Anyone not playing at this table can take it."]),
        (COMPUTER, 9, ["Ben’s seat is offered to <@9>."]),
        (replace(OPEN, name=""), 0, ["Player 2’s seat is open. Anyone not playing at this table can take it."]),
    ],
)
def test_card_lists_open_seats(player: Any, call: int, said: list[str]) -> None:
    found = _open_seat_lines(table(player, notes={SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(2): call}))
    assert [line[:1].upper() + line[1:] for line in found] == said


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, []),
        ({"paused": AT}, [f"The game was paused {relative_time(AT)}, and no clock is running."]),
        (
            {"notes": {BookkeepingKey.DOWNTIME_SECONDS: 7200, BookkeepingKey.DOWNTIME_AT: 1_000}},
            ["I was offline. Each running clock got 2 hours"],
        ),
        ({"notes": {BookkeepingKey.DOWNTIME_SECONDS: 7200, BookkeepingKey.DOWNTIME_AT: 999}}, []),
        ({"notes": {BookkeepingKey.DOWNTIME_SECONDS: 0, BookkeepingKey.DOWNTIME_AT: 1_000}}, []),
    ],
)
def test_card_shows_pause_and_credited_time(more: Any, said: list[str]) -> None:
    found = _pause_lines(table(since=SINCE, **more))
    assert len(found) == len(said) and all(line.startswith(start) for line, start in zip(found, said, strict=True))


@pytest.mark.parametrize(("status", "last"), [("ended", "This game ended early."), ("playing", "")])
def test_card_of_a_closed_table_says_so(status: str, last: str) -> None:
    at = table(status=status, clocks={}, since=AT)
    asked = [Decision(ONE, "Draft a city.", ()), Decision(TWO, "Draft a city.", ())]
    lines = status_card_text(at, view_table(at, None), asked, ()).splitlines()
    wanted = last or f"Waiting for Ada and Ben: draft a city. Their turn began {relative_time(AT)}."
    assert [line.replace("<@1>", "Ada").replace("<@2>", "Ben") for line in lines[2:]] == [wanted]


LINES = [f"line {n}" for n in range(10)]


@pytest.mark.parametrize(
    ("room", "kept"),
    [(4 + 40 + 70, 10), (4 + 40 + 69, 9), (4 + 40 + 7, 1), (4 + 40 + 6, 0)],
)
def test_last_lines_are_kept_if_space_is_short(room: int, kept: int) -> None:
    more = [] if kept == 10 else [f"… and {count_noun(10 - kept, 'earlier line')}"]
    assert _fit_last_lines(["head"], LINES, room) == "\n".join(["head", *more, *LINES[10 - kept :]])


def test_single_omitted_line_is_counted_in_singular() -> None:
    assert _fit_last_lines([], ["x" * 90], 100) == "… and 1 earlier line" and _fit_last_lines([], [], 100) == ""


@pytest.mark.parametrize(
    ("headings", "movers", "players", "words"),
    [
        (("Turn",), [1], (ADA, BEN), "Turn · Ada"),
        (("Turn",), [1, 2], (ADA, BEN), "Turn"),
        (("Turn", "End"), [1], (ADA, BEN), "Turn · End"),
        (("Turn", "Turn"), [1], (ADA, BEN), "Turn"),
        (("Turn",), [1], (ADA,), "Turn"),
        ((), [1], (ADA, BEN), ""),
    ],
)
def test_phase_of_one_player_has_the_name_in_its_heading(
    headings: Any, movers: list[int], players: Any, words: str
) -> None:
    chapter = PhaseLog(4, headings, tuple(Made(4, Seat(seat)) for seat in movers))
    seen = replace(
        view_table(table(players=(ADA, BEN, CLEO)), None),
        drawing_context=view_table(table(players=players), None).drawing_context,
    )
    assert phases_heading(seen, chapter) == words


@pytest.mark.parametrize(("chairs", "promised"), [(None, True), (3, False)])
def test_text_of_ended_game_mentions_seed_hash_unless_imported(chairs: int | None, promised: bool) -> None:
    said = post_text.early_end_text(table(chairs=chairs, seed=Secret(5)), 5)
    assert ("posted at the start" in said) == promised and "Seed: `5`" in said


def test_post_about_a_game_that_ended_early_has_the_standing() -> None:
    text = post_text.early_end_text(table(players=(ADA, BEN, CLEO), seed=Secret(5)), 5)
    assert re.search(r"\nPoints when it ended: Ada \d+, Ben \d+,? and Cleo \d+\.\n", text)
