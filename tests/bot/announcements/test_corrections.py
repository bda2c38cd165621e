"""Corrections of posts after an undo: what is undone in a log, and which posts are then edited."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.announcements import corrections
from bot.announcements.corrections import (
    UndoSummary,
    correct_reports,
    events_before_next_phase,
    is_phase_undo,
    phases_undone_since,
    reopen_question,
    undo_reminder_line,
    update_question,
)
from bot.markdown import trust_markdown
from bot.tables.phases import PhaseLog
from bot.tables.table import BookkeepingKey, Player, Table, picture_key
from engine import Decision, Seat
from tests.bot.tables.test_phases import END, Rang, move

LOG = (
    move(0, Rang("a"), by="start"),
    move(1, Rang("b")),
    move(2, Rang("c"), END, seat=2),
    move(3, Rang("d")),
    replace(move(4, by="undo"), pressed=True),
    move(5, by="undo", seat=2),
)
"""A phase ends with move 2; moves 3 and 2 are undone."""
ON = (*LOG, move(6, Rang("e"), END, seat=2), move(7, by="undo", seat=2))
"""The phase ends again with move 6, which is undone too."""


@pytest.mark.parametrize(
    ("log", "first", "last", "moves", "phases", "stands", "final", "undo"),
    [
        (LOG, 4, 5, [3, 2], [2], 0, True, (4, True)),
        (LOG, 4, 4, [3], [], 2, True, (4, True)),
        (LOG, 5, 5, [2], [2], 0, True, (5, False)),
        (LOG, 1, 5, [3, 2], [], 0, True, (4, True)),
        (LOG, 3, 5, [3, 2], [2], 0, True, (4, True)),
        (LOG, 2, 3, [], [], 0, False, (2, True)),
        (ON, 4, 6, [3, 2], [2], 0, False, (4, True)),
        (ON, 7, 7, [6], [6], 0, True, (7, False)),
        (ON, 4, 7, [3, 2, 6], [2], 0, True, (4, True)),
    ],
)
def test_undo_corrects_what_was_posted_before(
    log: Any, first: int, last: int, moves: list[int], phases: list[int], stands: int, final: bool, undo: Any
) -> None:
    gone = corrections._undo_summary(log, first, last)
    assert [one.seq for one in gone.moves] == moves and [one.seq for one in gone.phases] == phases
    assert gone.last_standing is not None and gone.last_standing.seq == stands
    assert (gone.is_latest, (gone.first_seq, gone.is_own_press)) == (final, undo)


@pytest.mark.parametrize(
    ("log", "told", "found"),
    [(LOG, 3, 5), (LOG, 2, 5), (LOG, 1, None), (LOG, 5, None), (ON[:-1], 3, 5), (ON, 3, 7), (ON, 6, 7)],
)
def test_undone_report_names_its_undo(log: Any, told: int, found: int | None) -> None:
    gone = phases_undone_since(log, told)
    assert (gone and gone.seq) == found
    assert gone is None or gone.phase_names == "**Ring**"


@pytest.mark.parametrize(
    ("log", "told", "anew"), [(LOG, 5, True), (LOG, 4, False), (LOG, 3, False), (ON, 7, True), (ON, 6, False)]
)
def test_undo_of_a_phase_end_reopens_the_phase(log: Any, told: int, anew: bool) -> None:
    assert is_phase_undo(log, told) == anew


@pytest.mark.parametrize(
    ("seats", "by", "pressed", "alone"),
    [
        ((1, 1), "player", True, True),
        ((1, 2), "player", True, False),
        ((1, 1), "player", False, False),
        ((1, 2), "forced", True, True),
    ],
)
def test_undo_of_own_moves_concerns_one_player(seats: Any, by: Any, pressed: bool, alone: bool) -> None:
    first, second = move(1, seat=seats[0]), move(2, seat=seats[1], by=by)
    assert UndoSummary((second, first), is_own_press=pressed).is_by_one_player == alone


def test_events_of_a_move_end_before_the_phase_end() -> None:
    assert events_before_next_phase(move(1, Rang("a"), Rang("b"))) == (Rang("a"), Rang("b"))
    assert (
        events_before_next_phase(move(1, Rang("a"), END, Rang("b"))) == (Rang("a"),)
        and events_before_next_phase(move(1, END)) == ()
    )


def test_undo_of_several_moves_ends_at_the_next_move() -> None:
    log = (*LOG, move(6, by="ahead"), move(7), move(8, by="undo"))
    assert [row.seq for row in corrections._undo_rows(log, 4)] == [4, 5, 6]


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the texts: a name is its seat and time, and each move has one line."""
    named = SimpleNamespace(names_at=lambda seq: lambda seat: f"P{seat}@{seq}")
    monkeypatch.setattr(corrections, "view_table", lambda *_: named)
    monkeypatch.setattr(corrections, "_move_lines", lambda _, moves: [f"did {one.seq}" for one in moves])


def table(**notes: int) -> Table:
    given: dict[str, Any] = {"id": 7, "channel": 1, "guild": 1, "title": "railroad-rivals", "host": 1, "options": {}}
    players = (Player("Ada", 1), Player("Ben", 2))
    return Table(
        **given, status="playing", players=players, notes={BookkeepingKey[name]: value for name, value in notes.items()}
    )


@pytest.mark.parametrize(
    ("moves", "pressed", "head"),
    [
        ([(3, 1, "player")], True, "↩ P1@3 undid the last move."),
        ([(3, 1, "player"), (2, 1, "player")], True, "↩ P1@3 undid the last 2 moves."),
        ([(3, 2, "forced"), (2, 1, "player")], True, "↩ P1@2 undid the last 2 moves."),
        ([(3, 2, "forced")], False, "↩ The table agreed to undo the last move by P2@3."),
        ([(3, 2, "player"), (2, 1, "player")], True, "↩ The table agreed to undo the last 2 moves by P1@2 and P2@3."),
    ],
)
@pytest.mark.usefixtures("lines")
def test_undo_post_names_player_and_number_of_moves(moves: Any, pressed: bool, head: str) -> None:
    gone = tuple(move(seq, seat=seat, by=by) for seq, seat, by in moves)
    first, *others = UndoSummary(gone, is_own_press=pressed).announcement(table()).splitlines()
    assert first == head and others == [f"-# did {seq}" for seq, *_ in moves]


@pytest.mark.parametrize(("count", "rest"), [(8, []), (9, ["-# … and 1 more"]), (12, ["-# … and 4 more"])])
@pytest.mark.usefixtures("lines")
def test_undo_post_lists_the_first_of_many_moves(count: int, rest: list[str]) -> None:
    said = UndoSummary(tuple(move(n) for n in range(count))).announcement(table()).splitlines()[1:]
    assert said[:8] == [f"-# did {n}" for n in range(8)] and said[8:] == rest


class Box:
    """A mailbox that records what is done and finds these posts."""

    def __init__(self, found: dict[str, int] | None = None) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.found = found or {}

    async def edit(self, message: int, text: str, view: Any = None) -> bool:
        self.done.append(("edit", message, text, view))
        return True

    async def replace_with_text(self, message: int, text: str) -> bool:
        self.done.append(("replace", message, text))
        return True

    async def find_by_custom_id(self, *known: str, after: int) -> int | None:
        return next((self.found[mark] for mark in known if mark in self.found), None)


def asking(log: Any) -> Any:
    """Return a table service whose table has this log."""

    async def history(_: int) -> Any:
        return log

    return SimpleNamespace(history=history)


BUTTONS = cast(Any, "buttons")
ASKED = (Decision(Seat(1), "Which?", ()),)


@pytest.mark.parametrize(
    ("notes", "final", "pressed", "asks", "edited"),
    [
        ({"QUESTION_POST": 5, "SEATS_ASKED": 2}, True, True, True, [("Which?", None)]),
        ({"QUESTION_POST": 5, "SEATS_ASKED": 2}, True, False, False, [("", None)]),
        ({"QUESTION_POST": 5}, True, True, True, [("Which?", "buttons")]),
        ({"QUESTION_POST": 5}, True, False, False, [("", None)]),
        ({"QUESTION_POST": 5, "LATEST_REPORT": 5}, True, True, True, [("Which?", None)]),
        ({"QUESTION_POST": 5, "LATEST_REPORT": 4}, True, True, True, [("Which?", "buttons")]),
        ({"QUESTION_POST": 5}, False, True, False, []),
        ({}, True, True, False, []),
    ],
)
async def test_open_question_is_reused_after_own_undo(
    monkeypatch: pytest.MonkeyPatch, notes: Any, final: bool, pressed: bool, asks: bool, edited: Any
) -> None:
    monkeypatch.setattr(corrections, "view_table", lambda *_: None)
    monkeypatch.setattr(UndoSummary, "announcement", lambda *_: "")
    monkeypatch.setattr(
        corrections.post_text, "question_after_undo_text", lambda *given: "".join(one.prompt for one in given[3])
    )
    box, gone = Box(), UndoSummary((move(3),), is_latest=final, is_own_press=pressed)
    assert await reopen_question(cast(Any, box), table(**notes), gone, ASKED, {}, BUTTONS) == asks
    assert [(text, view) for _, _, text, view in box.done] == edited


@pytest.fixture
def question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(corrections, "view_table", lambda *_: None)
    monkeypatch.setattr(corrections, "_move_lines", lambda _, moves: [f"did {one.seq}" for one in moves])
    monkeypatch.setattr(
        UndoSummary, "announcement", lambda gone, _: trust_markdown(f"undone {[one.seq for one in gone.moves]}")
    )
    monkeypatch.setattr(corrections.post_text, "question_text", lambda *_: "Which?")


UNDER = {"QUESTION_POST": 5, "FIRST_UNDO_SEQ": 4, "UNDO_QUESTION_POST": 5, "SEATS_ASKED": 2}
AGAIN = (*LOG, move(6, seat=2), move(7))
"""The log in which both undone moves are made again with the same lines."""
OTHER = (*LOG, replace(move(6, seat=2), line="p2 sing"), move(7))


@pytest.mark.parametrize(
    ("log", "notes", "asked", "text"),
    [
        (LOG, UNDER, ASKED, "undone [3, 2]\nWhich?"),
        (AGAIN[:-1], UNDER, ASKED, "undone [3]\n✓ did 6\nWhich?"),
        (AGAIN, UNDER, ASKED, "✓ did 6\n✓ did 7\nWhich?"),
        (OTHER, UNDER, ASKED, "undone [3, 2]\n✓ did 6\n✓ did 7\nWhich?"),
        ((*LOG, move(6, by="ahead"), move(7, seat=2)), UNDER, ASKED, "undone [3]\n✓ did 7\nWhich?"),
        (LOG, {**UNDER, "UNDO_QUESTION_POST": 4}, ASKED, ""),
        (LOG, {**UNDER, "UNDO_QUESTION_POST": 4, "SEATS_ASKED": 6}, ASKED, "Which?"),
        (LOG, {"QUESTION_POST": 5, "SEATS_ASKED": 2}, ASKED, ""),
        (LOG, {"QUESTION_POST": 5, "SEATS_ASKED": 6}, ASKED, "Which?"),
        (LOG, {"QUESTION_POST": 5, "SEATS_ASKED": 6}, (), ""),
        (LOG, UNDER, (), ""),
        (LOG, {"SEATS_ASKED": 6}, ASKED, ""),
    ],
)
@pytest.mark.usefixtures("question")
async def test_open_question_lists_undone_and_new_moves(log: Any, notes: Any, asked: Any, text: str) -> None:
    box = Box()
    assert await update_question(cast(Any, box), asking(log), table(**notes), asked, {}) == {}
    assert box.done == ([("edit", 5, text, None)] if text else [])


@pytest.mark.parametrize(("log", "said"), [(LOG, "undone [3, 2]\n"), (AGAIN, ""), (OTHER, "undone [3, 2]\n")])
@pytest.mark.usefixtures("question")
async def test_answered_question_lists_undone_moves_without_redo(log: Any, said: str) -> None:
    assert await undo_reminder_line(asking(log), table(**UNDER)) == said
    assert await undo_reminder_line(asking(log), table(QUESTION_POST=5)) == ""


def chapter(seq: int) -> PhaseLog:
    return PhaseLog(seq, ("Ring",), ())


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize(
    ("notes", "phases", "stands", "edited", "phase"),
    [
        ({"LATEST_REPORT": 30, "QUESTION_POST": 31}, (2,), None, [30], None),
        ({"LATEST_REPORT": 30, "QUESTION_POST": 30}, (2,), None, [], None),
        ({"LATEST_REPORT": 30, "QUESTION_POST": 31}, (1, 2), 0, [11, 30], 10),
        ({"QUESTION_POST": 31}, (1, 2), 0, [11], 10),
        ({"LATEST_REPORT": 30, "QUESTION_POST": 11}, (1, 2), 0, [30], 10),
        ({"LATEST_REPORT": 30, "QUESTION_POST": 31}, (3, 2), None, [30], None),
        ({"LATEST_REPORT": 30, "QUESTION_POST": 31}, (2,), 3, [30], None),
        ({"LATEST_REPORT": 30}, (), 0, [], None),
    ],
)
async def test_reports_of_undone_phases_are_marked_and_an_earlier_one_is_latest(
    notes: Any, phases: Any, stands: int | None, edited: list[int], phase: int | None, plain: bool
) -> None:
    found = {f"v:7:{seq}:p{kind}": 10 + seq for seq in (0, 1) for kind in ("board",)}
    box, at = Box(found), table(**notes)
    at = replace(at, notes={**at.notes, picture_key("board"): 5})
    gone = UndoSummary((), tuple(map(chapter, phases)), None if stands is None else chapter(stands))
    log = [replace(one, at=1_700_000_000.0) for one in LOG]
    noted = await correct_reports(cast(Any, box), asking(log), at, gone, plain=plain)
    assert [deed[:2] for deed in box.done] == [("edit" if plain else "replace", post) for post in edited]
    wanted: dict[str, int] = {} if phase is None else {BookkeepingKey.LATEST_REPORT: phase}
    assert noted == ({picture_key("board"): 0, **wanted} if phases else {})
    assert await correct_reports(cast(Any, box), asking(log), at, None, plain=plain) == {}
