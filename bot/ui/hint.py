"""*Hint*: what the coach advises, with its reasons, for the asker alone. It knows no title."""

import asyncio
from functools import partial
from typing import Any

from discord import ui

from bot import game_text, limits
from bot.desk import Seated, desk
from bot.errors import Interaction, user_of
from bot.markdown import Markdown, escape_prose, joined, md
from bot.play.coach import has_hints
from bot.ui.chips import parted
from bot.ui.components import Press, Row, Style, button, custom_id
from bot.ui.menu import words
from bot.ui.page import Page, in_time, show
from bot.ui.turn import asked_anew
from engine import Action, Refused, write_action
from engine.agents.coach import Advice, comparison_settings
from engine.core import SearchSettings

_FINISHED = md("Computer players finish those games.")
_BEGUN = md("Computer players continue those games for a while, and then estimate how they will end for everyone.")
_SHORT = md("Computer players continue those games for a short while.")
_IMAGINED = "-# {} Whatever you can’t see is dealt at random. What you get is compared with what your best rival gets."
_CHANGED = md("The game has changed while I was thinking")
_AGAIN = md("so here’s your question again.")


async def hint_pressed(interaction: Interaction, press: Press) -> None:
    """The coach's advice about the asker's open question; the question, where that is no longer the same."""
    at, user = desk(interaction), user_of(interaction)
    place = await at.place(press.table, user)
    if not has_hints(place.table):
        raise Refused(md("You can’t get hints at this table."))
    if place.decision is None:
        await show(interaction, Page(at.asked_now(place.table, user)))
        return
    view = place.seen.view
    if at.coach.known(place.table, view) is None:
        at.allow(at.hints, user)
    answer = at.coach.ask(place.table, view, place.decision)
    if not await in_time(answer):
        await show(interaction, Page(md("I’m imagining games to find a hint for you. This takes a few seconds.")))
        await asyncio.wait({answer})
    now = await at.place(press.table, user)
    same = now.seen.view == view and now.decision is not None and not answer.cancelled()
    page = _page(now, answer.result()) if same else await asked_anew(interaction, now, _changed(now))
    await show(interaction, page)


def _changed(place: Seated) -> Markdown:
    """Why there is no hint, above the question of now, if the seat is asked one."""
    return md("{}, {}", _CHANGED, _AGAIN) if place.decision else md("{}.", _CHANGED)


def _page(place: Seated, advice: Advice) -> Page:
    """The advice, a picture of the best move, and its two moves a press away."""
    seen, best = place.seen, advice.best
    text = joined([md("**{}**", seen.headline()), *_said(place, advice)])
    made, does = custom_id("a", place.table.id, place.table.seq, write_action(best)), f"Do it: {seen.brief(best).label}"
    can_make = len(made) <= limits.CUSTOM_ID
    ways = [button(does, made, Style.success) if can_make else _way(place, best, does, Style.success)]
    if advice.second is not None:
        ways.append(_way(place, advice.second, seen.brief(advice.second).label, Style.secondary))
    back: Row = [button("Back", _menu_id(place))]
    scenes = partial(seen.painter.preview_scenes, seen.view, seen.drawing_context, best)
    rows: list[Row] = [[*filter(None, ways)], back]
    return Page(text, scenes, rows, _menu_id(place, best))


def _said(place: Seated, advice: Advice) -> list[Markdown]:
    """The moves, why the best one is better, how to go on, and in small print by how much they differ."""
    best = md("Hint: **{}.**", _sentence(place, advice.best))
    if advice.second is None:
        return [best, md("It’s your only possible move.")]
    thinking = comparison_settings(place.seen.game, place.seen.view, advice.best)
    numbers = _imagined(thinking, advice) if thinking and advice.games else [_estimated(advice)]
    return [best, *_why(place, advice), *_then(place, advice), _other(place, advice, advice.second), *numbers]


def _why(place: Seated, advice: Advice) -> list[Markdown]:
    """The reasons for the best move, in a line; nothing where no reason is sure."""
    why = game_text.explanation(place.seen.game, advice, place.seen.name)
    if not why:
        return []
    if advice.contrast is None:
        return [md("Why: {}", why)]
    return [md("Better than “{}”: {}", parted(place.seen.sentence(advice.contrast))[0], why)]


def _then(place: Seated, advice: Advice) -> list[Markdown]:
    """The moves that usually follow the best one, in a line, in the words of what is seen before each."""
    seen, plan = place.seen, advice.plan
    labels = [
        parted(game_text.label(seen.game, view, move, "", seen.name))[0].lower_first()
        for view, move in zip(plan.views, plan.moves, strict=True)
    ]
    return [md("Then: {}.", joined(labels, ", then "))] if labels else []


def _other(place: Seated, advice: Advice, second: Action) -> Markdown:
    """The second best move, and how it compares."""
    if advice.plan.is_any_order:
        return md("You can make both moves, in either order. The other one: {}.", _sentence(place, second))
    if advice.is_clear:
        return md("Second best: {}.", _sentence(place, second))
    return md("About as good: **{}.**", _sentence(place, second))


def _imagined(thinking: SearchSettings, advice: Advice) -> list[Markdown]:
    """By how much the moves differ in imagined games, and how those were played."""
    foot = md(_IMAGINED, _how_far(thinking))
    if not advice.gain and not advice.error:
        return [md("-# Both moves lead to the same result in all {} imagined games.", advice.games), foot]
    if not advice.error:
        gain = escape_prose(thinking.points_text(abs(advice.gain)))
        return [md("-# The best move gains {} more in all {} imagined games.", gain, advice.games), foot]
    gain, error = escape_prose(thinking.points_text(abs(advice.gain))), escape_prose(thinking.margin_text(advice.error))
    over = md("on average over {} imagined games", advice.games)
    if advice.is_clear:
        return [md("-# The best move gains {} more ({}) than the second best, {}.", gain, error, over), foot]
    return [md("-# The two moves differ by only {} ({}), {}.", gain, error, over), foot]


def _how_far(thinking: SearchSettings) -> Markdown:
    """The length of imagined games."""
    if thinking.rounds is None:
        return _FINISHED
    return _SHORT if thinking.evaluate_state is None else _BEGUN


def _estimated(advice: Advice) -> Markdown:
    """The order of the moves by a rule of thumb, labeled as one."""
    order = md("the best move is better than the second best") if advice.is_clear else md("both moves are as good")
    return md("-# By a rule of thumb, {}: no games were imagined for this.", order)


def _sentence(place: Seated, action: Action) -> Markdown:
    return place.seen.sentence(action).rstrip(".")


def _way(place: Seated, action: Action, label: str, style: Style) -> ui.Button[Any] | None:
    """The button that leads to *Confirm* of a move; None for a move of too many words."""
    identity = _menu_id(place, action)
    return button(label, identity, style) if len(identity) <= limits.CUSTOM_ID else None


def _menu_id(place: Seated, action: Action | None = None) -> str:
    """The ``custom_id`` of the menu: the first question, or *Confirm* of a move."""
    picked = words(action) if action else ()
    return custom_id("m", place.table.id, place.table.seq, " ".join(["-0", *picked]))
