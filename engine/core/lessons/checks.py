"""Checks of lessons; each fault is a sentence for the author."""

from collections.abc import Collection, Iterator
from typing import Any

from engine.core.action import Decision, is_open_ended, verb_of
from engine.core.game import Game
from engine.core.lessons.lesson import Lesson, Step, find_reaction
from engine.core.lessons.replay import Position, deal_position, play_answer, play_to_question
from engine.core.notation import write_action
from engine.core.secret import redact
from engine.errors import RoundhouseError

_STEPS = range(6, 11)
"""The allowed numbers of steps in a lesson."""


def lesson_faults(lesson: Lesson, game: Game[Any]) -> list[str]:
    """Return all faults of a lesson, in the order of the file. An illegal move ends the check."""
    sentences: list[str] = []
    if len(lesson.steps) not in _STEPS:
        sentences.append(f"The lesson has {len(lesson.steps)} steps, not {_STEPS[0]} to {_STEPS[-1]}.")
    if not lesson.steps[-1].next:
        sentences.append("The last step asks something, but should have “next”.")
    place = "The deal"
    try:
        now = deal_position(lesson, game)
        for step in lesson.steps:
            place = f"“{step.heading}” (line {step.line})"
            now = play_to_question(game, step, now)
            sentences += [f"{place}: {fault}" for fault in _step_faults(lesson, game, step, now)]
            now = play_answer(lesson, game, step, now)
            sentences += [f"{place}: {fault}" for fault in _expectation_faults(lesson, game, step, now)]
    except RoundhouseError as error:
        sentences.append(f"{place}: {error}")
    return sentences


def coverage_faults(lessons: Collection[Lesson], game: Game[Any]) -> list[str]:
    """Return the faults of a game's lessons as a whole.

    Each kind of move must be taught by a lesson, or excused with a reason.
    """
    taught = {step.answer.split()[0] for lesson in lessons for step in lesson.steps if step.answer}
    excused = {word for lesson in lessons for word in lesson.excused}
    kinds = {verb_of(kind) for kind in game.actions}
    sentences = [f"“{word}” is neither taught nor excused." for word in sorted(kinds - taught - excused)]
    sentences += [f"“{word}” is excused, but there is no such move." for word in sorted(excused - kinds)]
    sentences += [f"“{word}” is excused, but it is taught." for word in sorted(excused & taught)]
    return sentences


def _step_faults(lesson: Lesson, game: Game[Any], step: Step, now: Position) -> Iterator[str]:
    """Yield the faults of a step. ``now`` is the game at the step's question."""
    if not step.say:
        yield "nothing is said"
    if bool(step.next) == bool(step.answer):
        yield "a step has either an answer or “next”"
    asking = {"ask": step.ask, "hint": step.hint, "done": step.done}
    if step.answer:
        yield from (f"“{key}” is missing" for key, words in asking.items() if not words)
        question = now.question(lesson)
        yield from (
            ["it isn’t the learner’s turn to choose"]
            if question is None
            else _answer_faults(lesson, game, step, question)
        )
    else:
        yield from (f"“{key}” needs an answer" for key, words in asking.items() if words)
        yield from (f"line {reaction.line} needs an answer" for reaction in step.reactions)


def _answer_faults(lesson: Lesson, game: Game[Any], step: Step, question: Decision) -> Iterator[str]:
    """Yield the faults of a step's answer and reactions.

    Every offer except the answer needs a reaction, and every reaction needs an offer.
    """
    answer = lesson.answer(step, game)
    if answer not in question.offers:
        yield f"“{step.answer}” is not offered"
    others = [action for action in question.offers if action != answer]
    if not others and not is_open_ended(question.offers):
        yield "there is only one choice, so use “next” and no question"
    used: set[int] = set()
    for action in others:
        reaction = find_reaction(step, action)
        if reaction is None:
            yield f"no reaction to “{write_action(action)}”"
        else:
            used.add(reaction.line)
    if is_open_ended(question.offers):
        yield from _open_ended_faults(step, used)
    for each in step.reactions:
        if each.line not in used:
            yield f"line {each.line}: nothing that is offered fits it"


def _open_ended_faults(step: Step, used: set[int]) -> Iterator[str]:
    """Yield a fault if an open-ended question has no reaction to any other move.

    Moves that are not listed may match any reaction, so the lines of all reactions are added to ``used``.
    """
    used |= {reaction.line for reaction in step.reactions}
    if all(reaction.patterns for reaction in step.reactions):
        yield "more may be typed than is listed, so it needs “else”"


def _expectation_faults(lesson: Lesson, game: Game[Any], step: Step, now: Position) -> Iterator[str]:
    """Yield a fault for each statistic of the learner that is not as the step expects after the answer."""
    statistics = game.text.statistics(redact(now.state, lesson.seat), lesson.seat)
    for line in step.expect:
        name, _, number = line.rpartition(" ")
        if str(statistics.get(name)) != number:
            yield f"expected {line}, but it is {statistics.get(name)}; there are {dict(statistics)}"
