"""Presses in a lesson. Each says which lesson, which step and which words; nothing is stored.

It knows no title.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot import limits
from bot.desk import desk
from bot.errors import Interaction
from bot.markdown import cut, escape, joined, md, quoted
from bot.reply import reply_to
from bot.solo.pages import end_page, list_page, shown_page, step_page, wrong_page
from bot.solo.run import Run, lesson_of, run_at
from bot.ui.asking import answers_of
from bot.ui.components import Press, custom_id
from bot.ui.menu import menu
from bot.ui.page import Page, show
from bot.ui.typing_form import typed_words, typing_form
from bot.wording import clean
from engine import GAMES, Refused, Unreadable, read_action
from engine.store.apart import in_thread
from engine.store.ids import LessonNumber


async def learn_pressed(interaction: Interaction, press: Press) -> None:
    """Any press of a lesson, or of the list of lessons."""
    deed, *words = press.rest.split(" ")
    match deed:
        case "list":
            await show_lessons(interaction, " ".join(words))
        case "pick":
            await show_lesson(interaction, LessonNumber(press.number))
        case "show":
            await _present(interaction, press, shown_page)
        case _:
            await _in_a_step(interaction, press, deed, words)


async def show_lessons(interaction: Interaction, of: str = "") -> None:
    """The lessons to choose from: of one title, or all."""
    offered = desk(interaction).sessions.offered
    if not offered.lessons:
        raise Refused(md("There are no lessons for the games that are offered here."))
    await show(interaction, list_page(offered, of if of in GAMES else ""))


async def show_lesson(interaction: Interaction, run: LessonNumber) -> None:
    """A lesson from its first step on."""
    await _present(interaction, Press("j", run, 0, "m00"), step_page)


async def _in_a_step(interaction: Interaction, press: Press, deed: str, words: list[str]) -> None:
    """A press in the menu of a step: ``deed`` is its letter, whether *Show me* is offered, and a page."""
    helped = deed[1] == "1"
    match deed[0]:
        case "m" if press.seq == len(lesson_of(press.lesson).steps):
            await show(interaction, end_page(press.lesson, lesson_of(press.lesson)))
        case "m":
            page = int(deed[2:])
            await _present(interaction, press, lambda run: step_page(run, words, page, helped=helped))
        case "s":
            picked = answers_of(words, press.values)
            await _present(interaction, press, lambda run: step_page(run, picked, helped=helped))
        case "n":
            await _open_form(interaction, press, words, helped=helped)
        case "f":
            await _present(interaction, press, lambda run: _after_form(run, press, words, helped=helped))
        case _:
            await _present(interaction, press, lambda run: _after_move(interaction, run, " ".join(words)))


async def _present(interaction: Interaction, press: Press, page_of: Callable[[Run], Page]) -> None:
    """Plays the run to the pressed step and shows the page that is made of it."""
    desk(interaction).sessions.offered.check_offered(lesson_of(press.lesson).title)
    learner = _name(interaction)
    page = await in_thread(lambda: page_of(run_at(press.lesson, press.seq, learner)))
    if page.scenes is not None and not desk(interaction).studio.has_pictures:
        described = joined(escape(scene.alt) for scene in await in_thread(page.scenes))
        page = replace(page, text=md("{}\n-# {}", page.text, cut(described, limits.CONTENT // 3)), scenes=None)
    await show(interaction, page)


def _name(interaction: Interaction) -> str:
    return clean(interaction.user.display_name) or clean(interaction.user.name)


def _after_move(interaction: Interaction, run: Run, line: str) -> Page:
    """Go on after a confirmed move: the next step, or the same one and why."""
    try:
        action = read_action(line, run.seen.game.actions)
    except Unreadable:
        return step_page(run)
    if run.decision is None or action not in run.decision.offers:
        return step_page(run)
    good, words = run.judged(action)
    if not good:
        return wrong_page(run, words)
    following = run_at(run.id, run.number + 1, _name(interaction))
    return step_page(following, lead=md("✓ {}", words))


async def _open_form(interaction: Interaction, press: Press, picked: Sequence[str], *, helped: bool) -> None:
    """Asks for a number, or any value, in a form."""
    run = await in_thread(run_at, press.lesson, press.seq, _name(interaction))
    found = menu(run.decision.offers, picked) if run.decision else None
    if found is None or not (found.kind == "number" or found.example):
        raise Refused(md("There’s nothing to type here. Press one of the buttons."))
    identity = custom_id("j", run.id, run.number, " ".join([f"f{helped:d}", *picked]))
    await reply_to(interaction).open_form(typing_form(found, identity))


def _after_form(run: Run, press: Press, picked: Sequence[str], *, helped: bool) -> Page:
    """The question after the number or the value that was typed."""
    typed = press.first.strip()
    found = menu(run.decision.offers, picked) if run.decision else None
    if run.decision is None or found is None:
        return step_page(run, helped=helped)
    more = typed_words(found, typed)
    if menu(run.decision.offers, more) is None:
        lead = md("{} isn’t possible here.", quoted(typed))
        return step_page(run, picked, lead=lead, helped=helped)
    return step_page(run, more, helped=helped)
