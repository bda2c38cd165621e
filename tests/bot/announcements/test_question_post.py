"""Each step of posting and closing a question, with recorded messages."""

from typing import Any, cast

import pytest

from bot.announcements import question_post as of_questions
from bot.tables.table import BookkeepingKey
from engine import Decision
from engine.store.table_settings import read_table_settings
from tests.bot.announcements.single_channel import NEW, OPEN, Deed, Told, at, moves
from tests.bot.announcements.test_recipients import ASKED


@pytest.mark.parametrize(
    ("notes", "made", "said"),
    [
        ({}, [(1, "player")], None),
        ({BookkeepingKey.QUESTION_POST: 0, BookkeepingKey.SEATS_ASKED: 0b10}, [(1, "player")], None),
        ({BookkeepingKey.QUESTION_POST: 8}, [(1, "player")], None),
        (OPEN, [], None),
        (OPEN, [(1, "ahead"), (1, "undo"), (1, "start")], None),
        (OPEN, [(1, "player"), (3, "computer")], "by [1]"),
        (OPEN, [(3, "computer")], "by [3]"),
        (OPEN, [(2, "clock"), (1, "forced")], "by [2, 1]"),
    ],
)
async def test_question_is_closed_by_the_asked_player_or_the_mover(
    told: Told, notes: Any, made: Any, said: str | None
) -> None:
    told.box.removes = False
    assert await told.questions.close_answered(at(notes), moves(*made)) == bool(said)
    assert told.box.done == ([("remove", 8), ("edit", 8, said, 0)] if said else [])


@pytest.mark.parametrize(
    ("notes", "terms", "stays", "removes", "done"),
    [
        ({}, {}, False, True, [("remove", 8)]),
        ({}, {}, False, False, [("remove", 8), ("edit", 8, "said", 0)]),
        ({}, {}, True, True, [("edit", 8, "said", 0)]),
        ({}, {"questions": "stay"}, False, True, [("edit", 8, "said", 0)]),
        ({BookkeepingKey.LATEST_REPORT: 8}, {}, False, True, [("edit", 8, "said", None)]),
        ({BookkeepingKey.LATEST_REPORT: 7}, {}, False, True, [("remove", 8)]),
    ],
)
async def test_answered_question_is_deleted_unless_kept(
    told: Told, notes: Any, terms: Any, stays: bool, removes: bool, done: list[Deed]
) -> None:
    told.box.removes = removes
    await told.questions.close_post(at(notes, terms=read_table_settings(terms)), 8, "said", is_kept_anyway=stays)
    assert told.box.done == done


@pytest.mark.parametrize(
    ("asked", "notes", "doubtful", "lost", "found", "posts"),
    [
        ((), OPEN, False, {}, {BookkeepingKey.QUESTION_POST: 0}, 0),
        ((), {}, False, {}, {}, 0),
        (ASKED[:2], OPEN, False, {}, {BookkeepingKey.QUESTION_POST: NEW}, 1),
        (ASKED[:2], {}, False, {9: 77}, {BookkeepingKey.QUESTION_POST: NEW}, 1),
        (ASKED[:2], {}, True, {9: 77}, {BookkeepingKey.QUESTION_POST: 77}, 0),
        (ASKED[:2], {}, True, {8: 77}, {BookkeepingKey.QUESTION_POST: NEW}, 1),
    ],
)
async def test_question_is_posted_once_and_the_previous_one_closed(
    told: Told, asked: Any, notes: Any, doubtful: bool, lost: Any, found: Any, posts: int
) -> None:
    told.box.lost = lost
    told.questions.unconfirmed |= {7} if doubtful else set()
    assert await told.questions.post_question(at(notes), moves((1, "player")), asked, asked[:1]) == found
    made = [deed for deed in told.box.done if deed[0] == "post"]
    assert [deed[-1] for deed in made] == [[1]] * posts
    assert (("remove", 8) in told.box.done) == (notes == OPEN)


@pytest.mark.parametrize(
    ("notes", "after"),
    [
        ({}, None),
        ({BookkeepingKey.STATUS_CARD: 3}, 3),
        ({BookkeepingKey.STATUS_CARD: 3, BookkeepingKey.LATEST_REPORT: 5}, 5),
        ({**OPEN, BookkeepingKey.LATEST_REPORT: 5}, 8),
    ],
)
async def test_unrecorded_questions_are_searched_after_recorded_ones(told: Told, notes: Any, after: Any) -> None:
    told.box.lost = {5: 8, 6: 66}
    assert await told.questions._find_unsaved_posts(cast(Any, told.box), at(notes)) == {} and not told.box.done
    told.questions.unconfirmed.add(7)
    found = await told.questions._find_unsaved_posts(cast(Any, told.box), at(notes))
    assert found == {6: 66} | ({} if notes.get(BookkeepingKey.QUESTION_POST) else {5: 8}) and told.box.done == [
        ("marked", after)
    ]


async def test_stale_questions_after_a_crash_are_deleted(told: Told) -> None:
    told.questions.unconfirmed.add(7)
    told.box.lost = {5: 55, 6: 66}
    await told.questions.delete_stray_posts(at(), {BookkeepingKey.QUESTION_POST: 66})
    assert told.box.done[1:] == [("remove", 55)]


@pytest.mark.parametrize(("found", "posts"), [(77, 0), (None, 1)])
async def test_repeated_question_is_searched_first(told: Told, found: int | None, posts: int) -> None:
    told.box.found = found
    post = await told.questions._post_again(at({**OPEN, BookkeepingKey.SEAT_CHANGES: 4}), ASKED[:2], ASKED[1:2])
    first, *rest = told.box.done
    assert first == ("find", 8) and post == (found or NEW)
    assert rest == [("post", "question", "7-4-q", [2])] * posts


@pytest.mark.parametrize(
    ("asked", "new", "doubtful", "lost", "notes", "came"),
    [
        ((), (), False, {}, OPEN, ("closed", {BookkeepingKey.QUESTION_POST: 0})),
        ((), (), False, {}, {BookkeepingKey.SEATS_ASKED: 6}, ("closed", {BookkeepingKey.SEATS_ASKED: 6})),
        (ASKED[:2], (1,), False, {}, OPEN, ("asked", [1])),
        (ASKED[:2], (), False, {}, OPEN, ("open", None)),
        (ASKED[:2], (), True, {9: 99}, OPEN, ("asked", [])),
        (ASKED[:2], (1, 2), False, {}, {}, ("asked", [1, 2])),
    ],
)
async def test_only_newly_asked_players_are_mentioned_within_a_phase(
    told: Told,
    monkeypatch: pytest.MonkeyPatch,
    asked: tuple[Decision, ...],
    new: tuple[int, ...],
    doubtful: bool,
    lost: Any,
    notes: Any,
    came: Any,
) -> None:
    found: list[Any] = []

    async def ask(_: Any, __: Any, ___: Any, newly: Any) -> dict[str, int]:
        found.append(("asked", [decision.seat for decision in newly]))
        return {}

    async def still_open(*_: Any) -> dict[str, int]:
        found.append(("open", None))
        return {}

    monkeypatch.setattr(of_questions, "is_newly_asked", lambda seat, *_: seat in new)
    monkeypatch.setattr(of_questions, "update_question", still_open)
    monkeypatch.setattr(told.questions, "post_question", ask)
    told.questions.unconfirmed |= {7} if doubtful else set()
    told.box.lost = lost
    notes = await told.questions.update_within_phase(at(notes), moves((1, "player")), asked, None, begun=-1)
    assert (found or [("closed", notes)]) == [came]
