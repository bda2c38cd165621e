"""Reading a lesson's text, and finding the faults in it."""

from copy import deepcopy
from typing import Any

import pytest
from msgspec.structs import replace

from engine import GAMES, Unreadable, read_action
from engine.core.lessons.checks import coverage_faults, lesson_faults
from engine.core.lessons.lesson import Lesson, find_reaction, read_lesson
from engine.games.solo import all_lessons

FIRST = next(iter(all_lessons().values()))
GAME = GAMES[FIRST.title]
HEADER = f"""title: {GAME.key}
version: {GAME.version}
name: A lesson
minutes: 5
seats: 2
seat: 1
names: *, Ben
seed: 7
"""
STEP = "== One\nsay: Words\n  that go on.\nnext: On\n"


def lesson(text: str) -> Lesson:
    return read_lesson(text, GAME)


def test_indented_line_continues_the_previous_one() -> None:
    assert lesson(HEADER + "# a remark\n\n" + STEP).steps[0].say == ["Words that go on."]


def test_learner_has_no_scripted_name() -> None:
    assert lesson(HEADER + STEP).names == ("", "Ben")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "lacks"),
        (HEADER, "needs steps"),
        (HEADER + "color: red\n", "Line 9: “color” isn’t a header"),
        (HEADER + "seed: 8\n", "Line 9: “seed” was given before"),
        (HEADER.replace("seed: 7", "seed: x") + STEP, "whole number"),
        (HEADER.replace(GAME.key, "chess") + STEP, "not of"),
        (HEADER.replace("*, Ben", "Ada, Ben") + STEP, "names"),
        (HEADER.replace("*, Ben", "*, Ben, Cora") + STEP, "names"),
        (HEADER.replace("seat: 1", "seat: 0").replace("*, Ben", "Ben, *") + STEP, "names"),
        (HEADER + STEP + "sing: la\n", "“sing” isn’t a key"),
        (HEADER + STEP + "next: Again\n", "appears twice"),
        (HEADER + STEP + "nonsense\n", "key: value"),
        (HEADER + STEP + "wrong: pass\n", "move => words"),
        (HEADER + STEP + "wrong: fly => No.\n", "fly"),
    ],
)
def test_unreadable_lesson_is_refused_with_a_reason(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        lesson(text)


def test_else_applies_if_no_other_reaction_matches() -> None:
    step = lesson(HEADER + "== One\nsay: A\nwrong: pass => No.\nelse: Not that.\n").steps[0]
    said = [found.words for line in ("p1 pass", "p1 bid 3") if (found := find_reaction(step, _read(line)))]
    assert said == ["No.", "Not that."]


def _read(line: str) -> Any:

    return read_action(line, GAME.actions)


def _faults_with(**changed: Any) -> str:
    """Return the faults of the first lesson after changes to its first step with a question."""

    steps = deepcopy(FIRST.steps)
    step = next(step for step in steps if step.answer)
    for key, value in changed.items():
        setattr(step, key, value)

    return "\n".join(lesson_faults(replace(FIRST, steps=steps), GAME))


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"ask": ""}, "“ask” is missing"),
        ({"hint": ""}, "“hint” is missing"),
        ({"done": ""}, "“done” is missing"),
        ({"say": []}, "nothing is said"),
        ({"next": "On"}, "either"),
        ({"answer": ""}, "either"),
        ({"answer": "pass"}, "not offered"),
        ({"reactions": []}, "no reaction"),
        ({"before": ["p1 pass"]}, "“p1 pass”"),
        ({"after": ["p2 pass"]}, "“p2 pass”"),
        ({"expect": ["points 999"]}, "expected points 999"),
    ],
)
def test_lesson_faults_are_found(changed: dict[str, Any], why: str) -> None:
    assert why in _faults_with(**changed)


def test_reaction_that_matches_no_offer_is_a_fault() -> None:
    step = next(step for step in FIRST.steps if step.answer)
    idle = lesson(HEADER + "== One\nsay: A\nwrong: arrange => Never.\n").steps[0].reactions
    assert "nothing that is offered" in _faults_with(reactions=[*step.reactions, *idle])


def test_lesson_with_another_seed_version_or_length_is_a_fault() -> None:

    assert lesson_faults(replace(FIRST, seed=FIRST.seed + 1), GAME)
    assert "version" in "".join(lesson_faults(replace(FIRST, version=99), GAME))
    assert "steps" in "".join(lesson_faults(replace(FIRST, steps=FIRST.steps[:2]), GAME))


def test_kind_of_move_that_is_not_taught_is_a_fault() -> None:
    bare = lesson(HEADER + "excused flying pass: no reason\n" + STEP)
    found = "\n".join(coverage_faults([bare], GAME))
    assert "“flying” is excused, but there is no such move" in found
    assert "“bid” is neither" in found and "“pass”" not in found
