"""Texts of games as ``Markdown`` for Discord. Names in the texts must be ``Markdown`` already.

No other module calls ``trust_game_text``. The functions take values of the engine's types, so that no other text is
marked as ``Markdown`` by mistake.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import FieldInfo

from bot.markdown import Markdown, md, trust_game_text
from engine import Action, Event, Game, Seat, View
from engine.agents.coach import Advice
from engine.agents.explanation_text import advice_sentence
from engine.core.action import field_help
from engine.core.lessons.lesson import Reaction, Step

SeatName = Callable[[Seat], Markdown]
"""A function that returns the escaped name of a seat's player."""


def action_label(game: Game[Any], view: View[Any], action: Action, field: str, name: SeatName) -> Markdown:
    """The label of an action, or of one of its values."""
    return trust_game_text(game.text.label(view, action, field, name))


def question_context(game: Game[Any], view: View[Any], action: Action, field: str) -> Markdown:
    """Facts that apply to all answers to a question, and a rule of thumb; may be empty."""
    notes = game.text.question_context(view, action, field), game.agent.question_note(view, action, field)
    return trust_game_text(" ".join(filter(None, notes)))


def action_preview(game: Game[Any], view: View[Any], action: Action, name: SeatName) -> Markdown:
    """Facts about an action that its label omits; may be empty."""
    return trust_game_text(game.text.preview(view, action, name))


def status_line(game: Game[Any], view: View[Any]) -> Markdown:
    """The state of the game in one line."""
    return trust_game_text(game.text.status_line(view))


def legend(game: Game[Any], view: View[Any], action: Action, field: str) -> Markdown:
    """The meaning of the numbers in the answers; may be empty."""
    return trust_game_text(game.text.legend(view, action, field))


def aim(game: Game[Any], view: View[Any]) -> Markdown:
    """The purpose of the current phase and how to win, in a line; may be empty."""
    return trust_game_text(game.text.aim(view))


def private_facts(game: Game[Any], view: View[Any], name: SeatName) -> tuple[Markdown, ...]:
    """Facts that only the view's seat may see, one sentence each."""
    return tuple(map(trust_game_text, game.text.private_notes(view, name)))


def narration(game: Game[Any], event: Event, name: SeatName) -> Markdown:
    """The sentence about an event; may be empty."""
    return trust_game_text(game.text.event_sentence(event, name))


def advice_explanation(game: Game[Any], advice: Advice, name: SeatName, other: str = "the second best") -> Markdown:
    """The coach's reasons for the best move, addressed to the player; empty if no reason is certain.

    ``other`` is what the sentence calls the second-best move.
    """
    if game.agent.reasons is None:
        return md("")
    return trust_game_text(advice_sentence(game.agent.reasons, advice, name, other))


def rule_topics(game: Game[Any], view: View[Any]) -> tuple[tuple[Markdown, Markdown], ...]:
    """Topics of the rules with their texts, those of the current phase first."""
    return tuple((trust_game_text(name), trust_game_text(text)) for name, text in game.text.help(view))


def option_description(field: FieldInfo) -> Markdown:
    """The meaning of an option and of its values; may be empty."""
    metas = (meta for meta in getattr(field.type, "__metadata__", ()) if isinstance(meta, msgspec.Meta))
    return trust_game_text(next((meta.description for meta in metas if meta.description), ""))


def typing_help(kind: type[Action], field: str) -> Markdown:
    """Help for typing a value of an action's field; may be empty."""
    return trust_game_text(field_help(kind, field))


def step_heading(step: Step) -> Markdown:
    """The heading of a lesson's step."""
    return trust_game_text(step.heading)


def step_lines(step: Step) -> list[Markdown]:
    """The explanations of a lesson's step."""
    return [trust_game_text(line) for line in step.say]


def step_question(step: Step) -> Markdown:
    """The question of a lesson's step; may be empty."""
    return trust_game_text(step.ask)


def step_hint(step: Step) -> Markdown:
    """The hint of a lesson's step."""
    return trust_game_text(step.hint)


def answer_text(step: Step, reaction: Reaction | None = None) -> Markdown:
    """The text that follows the right answer; with a ``reaction``, the text that follows another answer."""
    if reaction is None:
        return trust_game_text(step.done)
    words = trust_game_text(reaction.words)
    return md("{}\n{}", words, trust_game_text(step.done)) if reaction.is_accepted else words
