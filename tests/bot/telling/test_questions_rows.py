"""Each step of putting a question to a channel and closing it, with a mailbox that only notes what is done."""

from typing import Any, cast

import pytest

from bot.tables.table import Note
from bot.telling import questions as of_questions
from engine import Decision
from engine.store.terms import terms_of
from tests.bot.telling.one_channel import NEW, OPEN, Deed, Told, at, moves
from tests.bot.telling.test_asking_rows import ASKED


@pytest.mark.parametrize(
    ("notes", "made", "said"),
    [
        ({}, [(1, "player")], None),
        ({Note.PING: 0, Note.ASKED: 0b10}, [(1, "player")], None),
        ({Note.PING: 8}, [(1, "player")], None),
        (OPEN, [], None),
        (OPEN, [(1, "ahead"), (1, "undo"), (1, "start")], None),
        (OPEN, [(1, "player"), (3, "computer")], "by [1]"),
        (OPEN, [(3, "computer")], "by [3]"),
        (OPEN, [(2, "clock"), (1, "forced")], "by [2, 1]"),
    ],
)
async def test_a_question_is_closed_by_who_was_asked_or_else_by_who_moved(
    told: Told, notes: Any, made: Any, said: str | None
) -> None:
    told.box.removes = False
    assert await told.questions.close(at(notes), moves(*made)) == bool(said)
    assert told.box.done == ([("remove", 8), ("edit", 8, said, 0)] if said else [])


@pytest.mark.parametrize(
    ("notes", "terms", "stays", "removes", "done"),
    [
        ({}, {}, False, True, [("remove", 8)]),
        ({}, {}, False, False, [("remove", 8), ("edit", 8, "said", 0)]),
        ({}, {}, True, True, [("edit", 8, "said", 0)]),
        ({}, {"questions": "stay"}, False, True, [("edit", 8, "said", 0)]),
        ({Note.PHASE: 8}, {}, False, True, [("edit", 8, "said", None)]),
        ({Note.PHASE: 7}, {}, False, True, [("remove", 8)]),
    ],
)
async def test_a_question_that_was_answered_goes_unless_it_is_to_stay(
    told: Told, notes: Any, terms: Any, stays: bool, removes: bool, done: list[Deed]
) -> None:
    told.box.removes = removes
    await told.questions.settle(at(notes, terms=terms_of(terms)), 8, "said", stays=stays)
    assert told.box.done == done


@pytest.mark.parametrize(
    ("asked", "notes", "doubtful", "lost", "found", "posts"),
    [
        ((), OPEN, False, {}, {Note.PING: 0}, 0),
        ((), {}, False, {}, {}, 0),
        (ASKED[:2], OPEN, False, {}, {Note.PING: NEW}, 1),
        (ASKED[:2], {}, False, {9: 77}, {Note.PING: NEW}, 1),
        (ASKED[:2], {}, True, {9: 77}, {Note.PING: 77}, 0),
        (ASKED[:2], {}, True, {8: 77}, {Note.PING: NEW}, 1),
    ],
)
async def test_a_question_is_put_once_and_the_one_before_it_closed(
    told: Told, asked: Any, notes: Any, doubtful: bool, lost: Any, found: Any, posts: int
) -> None:
    told.box.lost = lost
    told.questions.doubtful |= {7} if doubtful else set()
    assert await told.questions.ask(at(notes), moves((1, "player")), asked, asked[:1]) == found
    made = [deed for deed in told.box.done if deed[0] == "post"]
    assert [deed[-1] for deed in made] == [[1]] * posts
    assert (("remove", 8) in told.box.done) == (notes == OPEN)


@pytest.mark.parametrize(
    ("notes", "after"),
    [({}, None), ({Note.CARD: 3}, 3), ({Note.CARD: 3, Note.PHASE: 5}, 5), ({**OPEN, Note.PHASE: 5}, 8)],
)
async def test_questions_that_were_not_noted_are_looked_for_after_what_was(told: Told, notes: Any, after: Any) -> None:
    told.box.lost = {5: 8, 6: 66}
    assert await told.questions._asked_before(cast(Any, told.box), at(notes)) == {} and not told.box.done
    told.questions.doubtful.add(7)
    found = await told.questions._asked_before(cast(Any, told.box), at(notes))
    assert found == {6: 66} | ({} if notes.get(Note.PING) else {5: 8}) and told.box.done == [("marked", after)]


async def test_questions_that_a_crash_left_go_but_for_the_one_that_stands(told: Told) -> None:
    told.questions.doubtful.add(7)
    told.box.lost = {5: 55, 6: 66}
    await told.questions.remove_lost(at(), {Note.PING: 66})
    assert told.box.done[1:] == [("remove", 55)]


@pytest.mark.parametrize(("found", "posts"), [(77, 0), (None, 1)])
async def test_a_question_that_is_put_again_is_looked_for_first(told: Told, found: int | None, posts: int) -> None:
    told.box.found = found
    post = await told.questions._put_again(at({**OPEN, Note.SEATS: 4}), ASKED[:2], ASKED[1:2])
    first, *rest = told.box.done
    assert first == ("find", 8) and post == (found or NEW)
    assert rest == [("post", "question", "7-4-q", [2])] * posts


@pytest.mark.parametrize(
    ("asked", "new", "doubtful", "lost", "notes", "came"),
    [
        ((), (), False, {}, OPEN, ("closed", {Note.PING: 0})),
        ((), (), False, {}, {Note.ASKED: 6}, ("closed", {Note.ASKED: 6})),
        (ASKED[:2], (1,), False, {}, OPEN, ("asked", [1])),
        (ASKED[:2], (), False, {}, OPEN, ("open", None)),
        (ASKED[:2], (), True, {9: 99}, OPEN, ("asked", [])),
        (ASKED[:2], (1, 2), False, {}, {}, ("asked", [1, 2])),
    ],
)
async def test_within_a_phase_only_who_is_newly_asked_is_mentioned(
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
    monkeypatch.setattr(of_questions, "still_open", still_open)
    monkeypatch.setattr(told.questions, "ask", ask)
    told.questions.doubtful |= {7} if doubtful else set()
    told.box.lost = lost
    notes = await told.questions.follow(at(notes), moves((1, "player")), asked, None, begun=-1)
    assert (found or [("closed", notes)]) == [came]
