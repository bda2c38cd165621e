"""The page of a question after some answers: its words, its picture, and what may be pressed. It knows no title."""

from collections.abc import Callable, Sequence
from functools import partial

from bot import limits
from bot.desk import Seated, desk
from bot.errors import Interaction, user_of
from bot.game_text import typing_aid
from bot.markdown import Markdown, cut, escape, escape_prose, in_code, joined, md
from bot.persons.memos import ABOVE_A_QUESTION, noted
from bot.sight import TableView
from bot.ui.answers import AHEAD, answers
from bot.ui.asking import asked_for
from bot.ui.chips import FEW, chips, explained, leading, parted
from bot.ui.components import custom_id
from bot.ui.made import is_ahead
from bot.ui.menu import Menu, menu
from bot.ui.page import Page
from bot.ui.plans import escaped_word, plan_button
from bot.ui.shortcuts import and_then, shortcuts
from engine import Decision
from engine.core import Standing, fields
from engine.core.action import title
from render import Choice, Scene

_MOST_WORDS, _LONGEST_WORD = 3, 240
"""Lines about one's standing orders above a question, and characters of each; what is left comes with the next one."""
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
) -> Page:
    """The question after ``picked``; the first question when these words lead nowhere any more.

    Who is not asked is told who is, and may answer ``ahead``.
    """
    turn = md("")
    if place.decision is None:
        turn = desk(interaction).asked_now(place.table, user_of(interaction))
        if place.ahead is None:
            text = joined(filter(None, [lead, *_words(place), turn]))
            await _have_read(interaction, place)
            return Page(text, None, [plan_button(place)])
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
    above = joined(filter(None, [lead, *words, first, *known]))
    heading, listed = _heading(place, asked, found), _listed(place, found, page)
    text = _text(above, joined(heading), joined(listed))
    if words:
        await _have_read(interaction, place)
    buttons = answers(place, found, page)
    return Page(text, scenes_of(place.seen, found), buttons, _address(place, picked, page, ahead))


def _listed(place: Seated, found: Menu, page: int) -> list[Markdown]:
    """The lines that say what the buttons do, as far as it does not stand on them."""
    if found.kind == "confirm":
        both = and_then(place, found.sample)
        return [both.said] if both and both.said else []
    at_once = [md("**{}** {}", escape(short.label), short.said) for short in shortcuts(place, found)]
    return [*at_once, *explained(place.seen, found, page)]


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


def _heading(place: Seated, asked: Decision, found: Menu) -> list[Markdown]:
    """The game's headline, what the seat is to know first, the question, and the answers so far."""
    seen = place.seen
    lines = [md("**{}**", seen.headline()), *(place.recalled if found.back is None else ())]
    if found.kind == "confirm":
        return [*lines, *seen.preview(found.sample)]
    if found.back is None or not isinstance(found.sample, Standing):
        lines.append(escape_prose(asked.prompt))  # of what may be said ahead there is a sentence for each verb
    lines += answered_so_far(seen, found)
    return lines


def answered_so_far(seen: TableView, found: Menu) -> list[Markdown]:
    """The answers given to the questions before this one, and what may be typed."""
    lines: list[Markdown] = []
    if found.picked:
        names = fields(type(found.sample))[: len(found.picked) - 1]
        answers = [parted(seen.sentence(found.sample, name))[0] for name in names]
        lines.append(joined([escape_prose(title(type(found.sample))), *answers, md("**{}**", asked_for(found))], " → "))
    if found.example:
        marked = md("a mark from the picture or ") if len(found.entries) > FEW and is_marked(found) else md("")
        more = typing_aid(type(found.sample), found.field)
        lines.append(
            md(
                "With *Type it…* you can enter {}any other choice, such as `{}`. {}",
                marked,
                in_code(found.example),
                more,
            ).strip()
        )
    return lines


def is_marked(found: Menu) -> bool:
    """Whether answers are marked in a picture; numbers, such as amounts of money, are themselves."""
    return not isinstance(getattr(found.sample, found.field), int)


def scenes_of(seen: TableView, found: Menu) -> Callable[[], Sequence[Scene]] | None:
    """The preview before Confirm, or the picture with the answers' keys drawn in."""
    painter, view, look = seen.painter, seen.view, seen.look
    if found.kind == "confirm":
        return partial(painter.preview, view, look, found.sample)
    if found.kind == "verbs":
        return None
    shown = chips(seen, found)
    marks = shown.marks if shown else ()
    keyed = marks or [(entry.key, entry.actions) for entry in found.entries]
    choices = tuple(Choice(*mark) for mark in keyed)
    return partial(painter.choices, view, look, shown.marked if shown and marks else found.field, choices)
