"""The page of a question after some answers: its words, its picture, and what may be pressed. It knows no title."""

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot import limits
from bot.desk import Seated, desk
from bot.errors import Interaction, user_of
from bot.markdown import Markdown, cut, escape_prose, joined, md
from bot.persons.memos import ABOVE_A_QUESTION, noted
from bot.sight import TableView
from bot.ui.answers import AHEAD, Answers, answer_page
from bot.ui.asking import asked_for
from bot.ui.chips import leading, parted
from bot.ui.components import custom_id
from bot.ui.layout import Layout
from bot.ui.made import is_ahead
from bot.ui.menu import Menu, menu
from bot.ui.page import Page
from bot.ui.plans import escaped_word, plan_buttons
from bot.ui.room import picture_room, text_lines
from bot.ui.shortcuts import AS_BEFORE, and_then, shortcuts
from engine import Action, Decision
from engine.core import Standing, field_names
from engine.core.action import button_title
from render import Choice, Scene
from render.scene_cropping import crop_header, crop_height, crop_to_choices

_MOST_WORDS, _LONGEST_WORD = 3, 240
"""Lines about one's standing orders above a question, and characters of each; what is left comes with the next one."""
_MADE = md("✓ Your move was made.")
"""What stands above a question that leaves no room for more; the channel has the rest."""
_KNOWN = 3
"""Lines of what a player alone knows, above a question."""
_LINES, _FEWEST = 3, 3
"""Lines of a question that may take the room of an answer, and the answers that keep theirs."""
_LEAST_ABOVE = 400
"""Characters that what a question lists leaves to what stands above it."""


async def question_page(
    interaction: Interaction,
    place: Seated,
    picked: Sequence[str],
    *,
    page: int = 0,
    lead: Markdown = md(""),
    ahead: bool = False,
    more: Sequence[ui.Item[Any]] = (),
) -> Page:
    """The question after ``picked``; the first question when these words lead nowhere any more.

    Who is not asked is told who is, and may answer ``ahead``. ``more`` are other buttons, such as *Undo*.
    """
    turn = md("")
    if place.decision is None:
        turn = desk(interaction).asked_now(place.table, user_of(interaction))
        if place.ahead is None:
            text = joined(filter(None, [lead, *_words(place), turn]))
            await _have_read(interaction, place)
            return Page(text, None, [[*more, *plan_buttons(place)]])
        if not is_ahead(place, picked):
            picked, page = (), 0
    asked = _asked(place, picked, ahead=ahead)
    found = menu(asked.offers, picked)
    if found is None:
        lead, page, asked = md("That’s no longer possible. Here’s what is."), 0, _asked(place, ())
        found = menu(asked.offers)
    if found is None:
        raise LookupError("a seat is asked, but nothing is offered")
    found = leading(place.seen, found, asked.offers)
    known = [] if picked or found.kind == "confirm" else place.seen.private()
    first = turn if found.back is None else md("")
    words = _words(place) if found.back is None else ()
    heading = heading_of(place, asked, found)
    made = _MADE if lead.startswith("✓") else lead
    for told in ([lead, *words, first, *_shortest(known)], [lead, *words, first], [made, *words, first]):
        above = joined(filter(None, told))
        answers = answer_page(place, found, page, joined(filter(None, [above, heading])), more)
        if answers.layout.is_fitting:
            break
    heading, answers = _explained(place, found, page, above, heading, answers, more)
    text = _text(above, heading, joined(_below(place, found, answers.layout)))
    if words:
        await _have_read(interaction, place)
    scenes = scenes_of(place.seen, found, answers.layout, text_lines(text))
    return Page(text, scenes, answers.rows, _address(place, picked, page, ahead))


def _explained(
    place: Seated,
    found: Menu,
    page: int,
    above: Markdown,
    heading: Markdown,
    answers: Answers,
    more: Sequence[ui.Item[Any]],
) -> tuple[Markdown, Answers]:
    """A newcomer’s page with what its words mean and what the phase is for, where these lines have room.

    They have if as many answers are buttons; or, if they make three lines in all, a few answers that stay whole moves.
    """
    for words in _explanations(place, found):
        longer = joined([heading, *(md("-# {}", line) for line in words)])
        explained = answer_page(place, found, page, joined(filter(None, [above, longer])), more)
        shown = len(explained.layout.shown)
        is_short = text_lines(longer) <= _LINES and shown >= _FEWEST and _depth(explained) == _depth(answers)
        if explained.layout.is_fitting and (is_short or shown >= len(answers.layout.shown)):
            return longer, explained
    return heading, answers


def _explanations(place: Seated, found: Menu) -> list[list[Markdown]]:
    """The lines for a newcomer, all of them first; none before *Confirm*, nor about what is not asked yet."""
    if not place.is_newcomer or found.kind == "confirm" or isinstance(found.sample, Standing):
        return []
    meanings = list(filter(None, dict.fromkeys(place.seen.legend(each, found.field) for each in _samples(found))))
    aim = [line for line in [place.seen.aim()] if line and found.back is None]
    return [words for words in ([*meanings, *aim], meanings, aim) if words]


def _depth(answers: Answers) -> int:
    """The words that a button adds to those picked."""
    return len(answers.layout.shown[0].words)


def _shortest(known: Sequence[Markdown]) -> list[Markdown]:
    """The facts that a player alone knows, in few lines; *My plans* has the rest."""
    kept: list[Markdown] = []
    for line in known:
        if text_lines(joined([*kept, line])) > _KNOWN:
            break
        kept.append(line)
    left = len(known) - len(kept)
    return [*kept, md("-# {} more: see *My plans* in the channel.", left)] if left else kept


def _said_of_one(place: Seated, found: Menu) -> list[Markdown]:
    """The effect of the one whole move that is a press away, as far as its button does not say it."""
    quick = shortcuts(place, found)
    if len(quick) != 1 or not quick[0].said or found.field in place.seen.painter.list_lengths(place.seen.view):
        return []
    return [md("Last time: {}", quick[0].said) if quick[0].label == AS_BEFORE else quick[0].said]


def _below(place: Seated, found: Menu, layout: Layout) -> list[Markdown]:
    """The line that all answers share; before *Confirm*, the effect of the move that can be made with it."""
    if found.kind == "confirm":
        both = and_then(place, found.sample)
        return [both.said] if both and both.said else []
    return list(layout.lines)


def _text(above: Markdown, heading: Markdown, listed: Markdown) -> Markdown:
    """The words of a question: what it lists leaves room for what stands above, and that for the question."""
    room = limits.CONTENT - len(heading) - _LEAST_ABOVE
    below = md("{}\n{}", heading, cut(listed, room)) if listed and room > 0 else heading
    return md("{}\n{}", cut(above, limits.CONTENT - len(below) - 1), below) if above else below


def _address(place: Seated, picked: Sequence[str], page: int, ahead: bool) -> str:
    """The ``custom_id`` of a press that asks the same question."""
    rest = " ".join([f"{AHEAD if ahead else '-'}{page}", *picked])
    return custom_id("m", place.table.id, place.table.seq, rest)


def _words(place: Seated) -> list[Markdown]:
    """A few lines about one's standing orders, and one's own note; short, so that the question is seen as well."""
    done = [escaped_word(word, place.table.players) for word in place.words[:_MOST_WORDS]]
    return [*(cut(word, _LONGEST_WORD) for word in done), *noted(place.memo, ABOVE_A_QUESTION)]


async def _have_read(interaction: Interaction, place: Seated) -> None:
    orders, shown = desk(interaction).sessions.orders, place.words[:_MOST_WORDS]
    await orders.have_read(place.table.id, user_of(interaction), shown)


def _asked(place: Seated, picked: Sequence[str], *, ahead: bool = False) -> Decision:
    """The question that the words answer. Whoever is here has a choice now, or something to plan."""
    asked = place.ahead if ahead or is_ahead(place, picked) else place.decision
    asked = asked or place.decision or place.ahead
    if asked is None:
        raise LookupError("a seat without a question")
    return asked


def found_after(place: Seated, picked: Sequence[str]) -> Menu | None:
    """The menu after ``picked``; None when the seat has no such question any more."""
    asked = place.ahead if is_ahead(place, picked) else place.decision
    return None if asked is None else menu(asked.offers, picked)


def heading_of(place: Seated, asked: Decision, found: Menu) -> Markdown:
    """The words of a question without what stands above it and what its answers share."""
    return joined([*_heading(place, asked, found), *_said_of_one(place, found)])


def _heading(place: Seated, asked: Decision, found: Menu) -> list[Markdown]:
    """The game's headline, what the seat is to know first, the question, and the answers so far."""
    seen = place.seen
    lines = [md("**{}**", seen.headline()), *(place.recalled if found.back is None else ())]
    if found.kind == "confirm":
        return [*lines, *seen.preview(found.sample)]
    if found.back is None:
        return [*lines, escape_prose(asked.prompt), *_about(seen, found)]
    return [*lines, *answered_so_far(seen, found), *_about(seen, found)]


def _about(seen: TableView, found: Menu) -> list[Markdown]:
    """The facts that all answers to the question share, such as the money at hand."""
    return list(filter(None, dict.fromkeys(seen.about(action, found.field) for action in _samples(found))))


def _samples(found: Menu) -> list[Action]:
    """A move of each verb that may be chosen, or one of those that the question is about."""
    return [entry.actions[0] for entry in found.entries] if found.kind == "verbs" else [found.sample]


def answered_so_far(seen: TableView, found: Menu) -> list[Markdown]:
    """The answers given to the questions before this one, and the question."""
    if not found.picked:
        return []
    names = field_names(type(found.sample))[: len(found.picked) - 1]
    answers = [parted(seen.sentence(found.sample, name))[0] for name in names]
    return [joined([escape_prose(button_title(type(found.sample))), *answers, md("**{}**", asked_for(found))], " → ")]


def scenes_of(seen: TableView, found: Menu, layout: Layout, lines: int = 4) -> Callable[[], Sequence[Scene]] | None:
    """The preview before Confirm, or the picture with the answers' letters, cut to where the buttons lead.

    ``lines`` of text stand above a preview.
    """
    painter, view, look = seen.painter, seen.view, seen.drawing_context
    if found.kind == "confirm":
        return partial(_preview, partial(painter.preview_scenes, view, look, found.sample), lines)
    if not layout.is_pictured:
        return None
    if found.kind == "verbs":
        return partial(_overview, partial(painter.overview, view, look), layout.tallest)
    field, choices, near = found.field, [Choice("", (chip.action,)) for chip in layout.shown], layout.near or ("",)
    if layout.marks:
        field, choices = layout.marked, [Choice(*mark) for mark in layout.marks]
    elif found.kind == "number":
        choices = [Choice(entry.key, entry.actions) for entry in found.entries]
    drawn = partial(painter.choice_scenes, view, look, field, tuple(choices))
    tallest = None if found.field in painter.uncut_heights(view) else layout.tallest
    return partial(_windows, drawn, near, tallest)


def _preview(drawn: Callable[[], Sequence[Scene]], lines: int) -> Sequence[Scene]:
    """A preview as high as a phone shows beside the words and *Confirm*: without its header, or its upper part."""
    scenes = drawn()
    return [crop_height(scene, picture_room(lines)) for scene in scenes[:1]]


def _overview(drawn: Callable[[], Sequence[Scene]], tallest: float) -> Sequence[Scene]:
    """The upper part of the picture beside the choice of what to do."""
    return [crop_height(scene, tallest) for scene in drawn()[:1]]


def _windows(drawn: Callable[[], Sequence[Scene]], near: Collection[str], tallest: float | None) -> Sequence[Scene]:
    """The picture that shows most of these answers, cut to a window around them; whole without its header if None."""
    scenes = drawn()
    if tallest is None or not scenes:
        return [crop_header(scene) for scene in scenes[:1]]
    best = max(scenes, key=lambda scene: sum(box.key in near for box in scene.focus))
    return [crop_to_choices(best, near, tallest)]
