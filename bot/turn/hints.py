"""*Hint*: the coach's advice with its reasons, as a private reply."""

import asyncio
from functools import partial
from typing import Any

from discord import ui

from bot import game_text, limits
from bot.errors import Interaction, user_of
from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.page_reply import send_page, wait_briefly
from bot.play.coach import has_hints
from bot.services import services_of
from bot.turn.handlers import question_page_with
from bot.ui.answer_buttons import split_label
from bot.ui.components import ButtonPress, Row, Style, button, custom_id
from bot.ui.page import Page
from bot.ui.questions import notation_words
from bot.view import SeatContext
from engine import Action, Refused, write_action
from engine.agents.coach import Advice, comparison_settings
from engine.core import SearchSettings

_TO_THE_END_TEXT = md("Computer players finish those games.")
_FOR_A_WHILE_TEXT = md(
    "Computer players continue those games for a while, and then estimate how they will end for everyone."
)
_FOR_A_SHORT_WHILE_TEXT = md("Computer players continue those games for a short while.")
_METHOD_TEXT = (
    "-# {} Whatever you can’t see is dealt at random. What you get is compared with what your best rival gets."
)
_RULE_OF_THUMB_LINE = md("-# This is a rule of thumb; no games were imagined for it.")
_CHANGED_CLAUSE = md("The game has changed while I was thinking")
_AGAIN_CLAUSE = md("so here’s your question again.")


async def handle_hint(interaction: Interaction, press: ButtonPress) -> None:
    """Show the coach's advice about the user's open question. If the question has changed, show the new question."""
    services, user = services_of(interaction), user_of(interaction)
    context = await services.load_seat_context(press.table_id, user)
    if not has_hints(context.table):
        raise Refused(md("You can’t get hints at this table."))
    if context.decision is None:
        await send_page(interaction, Page(context.turn_text))
        return
    view = context.table_view.view
    if services.coach.find_advice(context.table, view) is None:
        services.limits.hint.check(user)
    answer = services.coach.request_advice(context.table, view, context.decision)
    if not await wait_briefly(answer):
        await send_page(interaction, Page(md("I’m imagining games to find a hint for you. This takes a few seconds.")))
        await asyncio.wait({answer})
    new_context = await services.load_seat_context(press.table_id, user)
    is_unchanged = new_context.table_view.view == view and new_context.decision is not None and not answer.cancelled()
    page = (
        _advice_page(new_context, answer.result())
        if is_unchanged
        else await question_page_with(interaction, new_context, _game_changed_text(new_context))
    )
    await send_page(interaction, page)


def _game_changed_text(context: SeatContext) -> Markdown:
    return md("{}, {}", _CHANGED_CLAUSE, _AGAIN_CLAUSE) if context.decision else md("{}.", _CHANGED_CLAUSE)


def _advice_page(context: SeatContext, advice: Advice) -> Page:
    """The page with the advice, a picture of the best move, and buttons for the best and the second best move."""
    table_view, best = context.table_view, advice.best
    text = join_lines([md("**{}**", table_view.status_line()), *_advice_lines(context, advice)])
    move_custom_id, move_label = (
        custom_id("a", context.table.id, context.table.seq, write_action(best)),
        f"Do it: {table_view.short_label(best).label}",
    )
    can_make = len(move_custom_id) <= limits.CUSTOM_ID
    move_buttons = [
        button(move_label, move_custom_id, Style.success)
        if can_make
        else _confirm_button(context, best, move_label, Style.success)
    ]
    if advice.second is not None and not _have_same_name(context, best, advice.second):
        move_buttons.append(
            _confirm_button(context, advice.second, table_view.short_label(advice.second).label, Style.secondary)
        )
    back_row: Row = [button("Back", _menu_custom_id(context))]
    scenes = partial(table_view.painter.preview_scenes, table_view.view, table_view.drawing_context, best)
    rows: list[Row] = [[*filter(None, move_buttons)], back_row]
    return Page(text, scenes, rows, _menu_custom_id(context, best))


def _advice_lines(context: SeatContext, advice: Advice) -> list[Markdown]:
    """Lines with the two best moves, the reasons for the best one, the moves to make after it, and the difference."""
    best = md("Hint: **{}.**", _action_sentence(context, advice.best))
    if advice.second is None:
        return [best, md("It’s your only possible move.")]
    search_settings = comparison_settings(context.table_view.game, context.table_view.view, advice.best)
    is_searched = search_settings is not None and advice.games > 0
    lines = [best, *_reason_lines(context, advice), *_plan_lines(context, advice)]
    if _have_same_name(context, advice.best, advice.second):
        return lines if is_searched else [*lines, _RULE_OF_THUMB_LINE]
    difference_lines = (
        _search_lines(search_settings, advice) if search_settings and is_searched else [_RULE_OF_THUMB_LINE]
    )
    return [*lines, _second_best_line(context, advice, advice.second), *difference_lines]


def _have_same_name(context: SeatContext, best: Action, second: Action) -> bool:
    """Whether both moves have the same name in texts, because they differ only in a path or a goal."""
    name, other_name = (split_label(context.table_view.action_text(action))[0] for action in (best, second))
    return name == other_name


def _reason_lines(context: SeatContext, advice: Advice) -> list[Markdown]:
    """A line with the reasons for the best move; empty if no reason is certain."""
    reasons = game_text.advice_explanation(context.table_view.game, advice, context.table_view.name)
    if not reasons:
        return []
    if advice.contrast is None:
        return [md("Why: {}", reasons)]
    return [md("Better than “{}”: {}", split_label(context.table_view.action_text(advice.contrast))[0], reasons)]


def _plan_lines(context: SeatContext, advice: Advice) -> list[Markdown]:
    """A line with the moves that usually follow the best move; may be empty."""
    table_view, plan = context.table_view, advice.plan
    labels = [
        split_label(game_text.action_label(table_view.game, view, move, "", table_view.name))[0].lower_first()
        for view, move in zip(plan.views, plan.moves, strict=True)
    ]
    return [md("Then: {}.", join_lines(labels, ", then "))] if labels else []


def _second_best_line(context: SeatContext, advice: Advice, second: Action) -> Markdown:
    if advice.plan.is_any_order:
        return md("You can make both moves, in either order. The other one: {}.", _action_sentence(context, second))
    if advice.is_clear:
        return md("Second best: {}.", _action_sentence(context, second))
    return md("About as good: **{}.**", _action_sentence(context, second))


def _search_lines(search_settings: SearchSettings, advice: Advice) -> list[Markdown]:
    """Lines about the difference between the two moves in the imagined games, and how these games were played."""
    method_line = md(_METHOD_TEXT, _search_depth_text(search_settings))
    if not advice.gain and not advice.error:
        return [md("-# Both moves lead to the same result in all {} imagined games.", advice.games), method_line]
    if not advice.error:
        gain = escape_prose(search_settings.points_text(abs(advice.gain)))
        return [md("-# The best move gains {} more in all {} imagined games.", gain, advice.games), method_line]
    gain, error = (
        escape_prose(search_settings.points_text(abs(advice.gain))),
        escape_prose(search_settings.margin_text(advice.error)),
    )
    game_count_text = md("on average over {} imagined games", advice.games)
    if advice.is_clear:
        return [
            md("-# The best move gains {} more ({}) than the second best, {}.", gain, error, game_count_text),
            method_line,
        ]
    return [md("-# The two moves differ by only {} ({}), {}.", gain, error, game_count_text), method_line]


def _search_depth_text(search_settings: SearchSettings) -> Markdown:
    """A sentence that says how far the imagined games were played."""
    if search_settings.rounds is None:
        return _TO_THE_END_TEXT
    return _FOR_A_SHORT_WHILE_TEXT if search_settings.evaluate_state is None else _FOR_A_WHILE_TEXT


def _action_sentence(context: SeatContext, action: Action) -> Markdown:
    return context.table_view.action_text(action).rstrip(".")


def _confirm_button(context: SeatContext, action: Action, label: str, style: Style) -> ui.Button[Any] | None:
    """A button that leads to *Confirm* of the move; None if its ``custom_id`` would be too long."""
    button_id = _menu_custom_id(context, action)
    return button(label, button_id, style) if len(button_id) <= limits.CUSTOM_ID else None


def _menu_custom_id(context: SeatContext, action: Action | None = None) -> str:
    """The ``custom_id`` that shows the first question, or with an ``action``, *Confirm* of this move."""
    picked = notation_words(action) if action else ()
    return custom_id("m", context.table.id, context.table.seq, " ".join(["-0", *picked]))
