"""The pages of a lesson: a step with its question, the end, and the list to choose from. It knows no title."""

from collections.abc import Callable, Mapping, Sequence

from bot import limits
from bot.game_text import step_heading, step_hint, step_lines, step_question
from bot.markdown import Markdown, escape_prose, joined, md
from bot.offered import OfferedGames
from bot.solo.run import Run
from bot.ui.asking import Asked, Leads, around, back_words, question_rows
from bot.ui.components import Row, Style, button, custom_id, learn_id, select
from bot.ui.layout import Layout, lay_out
from bot.ui.menu import Menu, menu
from bot.ui.page import Page
from bot.ui.question import answered_so_far, scenes_of
from engine import GAMES, write_action
from engine.core.lessons.lesson import Lesson
from engine.store.ids import LessonNumber
from render import Scene

_HAND = "hand"
"""What a step calls the picture of what only the learner sees."""
_ROOM = 300
"""Characters for what happened between two steps."""
_TOGETHER = "Now play a real game of {}. *Play against computers* starts one. To \
play against other people, use `/game new`."
_ALONE = "Now play a real game of {}. *Play alone* starts one."


def step_page(
    run: Run, picked: Sequence[str] = (), page: int = 0, lead: Markdown = md(""), *, helped: bool = False
) -> Page:
    """A step after the words ``picked`` of an answer; ``helped`` offers *Show me*."""
    found = menu(run.decision.offers, picked) if run.decision else None
    if run.decision is not None and found is None:
        found, lead = menu(run.decision.offers), md("That’s not possible here. Here’s what is.")
    first = found is None or found.back is None
    text = joined([_title(run), *_body(run, found, lead, first=first)])
    address = custom_id("j", run.id, run.number, " ".join([f"m{helped:d}{page}", *picked]))
    return _page(run, found, text, page, address, first=first, helped=helped)


def wrong_page(run: Run, words: Markdown) -> Page:
    """The step again after a move that is not its answer: why it is not, and the question."""
    found = menu(run.decision.offers) if run.decision else None
    text = joined([_title(run), md("✗ {}", words), md("**{}**", step_question(run.step))])
    return _page(run, found, text, 0, custom_id("j", run.id, run.number, "m10"), first=True, helped=True)


def _page(run: Run, found: Menu | None, text: Markdown, page: int, address: str, *, first: bool, helped: bool) -> Page:
    """The text of a step with the answers to its question, and its pictures."""
    if found is None:
        onward = button(run.step.next, _step_id(run.id, run.number + 1), Style.primary)
        return Page(text, _scenes(run, None, Layout(()), first=first), [[onward, *_back(run)]], address)
    asked, layout = _asked(run, found, helped=helped), Layout(())
    if found.kind != "confirm":
        layout = lay_out(run.seen, found, page, around(asked, text))
    room = limits.CONTENT - len(text) - 1
    text = joined([text, *(line for line in layout.lines if len(line) < room)])
    return Page(text, _scenes(run, found, layout, first=first), question_rows(asked, layout), address)


def shown_page(run: Run) -> Page:
    """*Show me*: the hint, and the answer as a button."""
    answer = run.lesson.answer(run.step, run.seen.game)
    label = f"Do it: {run.seen.label(answer)}"
    do = button(label, custom_id("j", run.id, run.number, f"a1 {write_action(answer)}"), Style.success)
    text = joined([_title(run), step_hint(run.step), md("**{}**", step_question(run.step))])
    back = button("Back", custom_id("j", run.id, run.number, "m10"))
    address = custom_id("j", run.id, run.number, "show")
    seen = run.seen
    return Page(
        text, lambda: seen.painter.preview_scenes(seen.view, seen.drawing_context, answer), [[do, back]], address
    )


def end_page(run: LessonNumber, lesson: Lesson) -> Page:
    """The page after the last step: how to open a table."""
    game = GAMES[lesson.title]
    label = "Play alone" if lesson.seats == 1 else "Play against computers"
    text = md(
        "**You’ve finished “{}”**\n{}",
        escape_prose(lesson.name),
        md(_ALONE if lesson.seats == 1 else _TOGETHER, escape_prose(game.name)),
    )
    play = button(label, custom_id("j", run, len(lesson.steps), "play"), Style.success)
    back = button("Back", _step_id(run, len(lesson.steps) - 1))
    return Page(text, None, [[play, button("More lessons", learn_id(lesson.title)), back]])


def list_page(offered: OfferedGames, title: str = "") -> Page:
    """The lessons of one offered game, or of all."""
    known = {number: lesson for number, lesson in offered.lessons.items() if lesson.title == title}
    if not known:
        title, known = "", offered.lessons
    words = md("**Learn {}**", escape_prose(GAMES[title].name)) if title else md("**Learn a game**")
    text = md("{}\nIn a lesson you play a few turns. It takes about 5 minutes, and only you can see it.", words)
    more = [button("All games", learn_id())] if title else []
    return Page(text, None, [_choice({LessonNumber(number): lesson for number, lesson in known.items()}), more])


def _choice(known: Mapping[LessonNumber, Lesson]) -> Row:
    options = [(called(lesson), str(number), False) for number, lesson in known.items()]
    about = [f"About {lesson.minutes} minutes, {len(lesson.steps)} steps" for lesson in known.values()]
    return [select(custom_id("j", 0, 0, "pick"), "Which lesson?", options[: limits.SELECT_OPTIONS], about)]


def called(lesson: Lesson) -> str:
    """A lesson's name with its game's."""
    return f"{GAMES[lesson.title].name}: {lesson.name}"


def _title(run: Run) -> Markdown:
    """The step's heading and its number."""
    return md("**{}** · {} of {}", step_heading(run.step), run.number + 1, len(run.lesson.steps))


def _body(run: Run, found: Menu | None, lead: Markdown, *, first: bool) -> list[Markdown]:
    """The words and question of the step, or how far its answer is."""
    question = [md("**{}**", step_question(run.step))] if run.step.ask else []
    if found is not None and found.kind == "confirm":
        return [*filter(None, [lead]), *question, run.seen.sentence(found.sample)]
    trail = answered_so_far(run.seen, found) if found else []
    if not first:
        return [*filter(None, [lead]), *question, *trail]
    told = _latest(run.happened)
    happened = [md("-# {}", told)] if told else []
    known = run.seen.private() if run.decision else ()
    asked = [*known, *question, *trail]
    return [*filter(None, [lead]), *happened, *step_lines(run.step), *asked]


def _latest(sentences: Sequence[Markdown]) -> Markdown:
    """The last of the sentences, as many as there is room for."""
    kept: list[Markdown] = []
    for sentence in reversed(sentences):
        if sum(map(len, kept)) + len(sentence) > _ROOM:
            break
        kept.insert(0, sentence)
    return joined(kept, " ")


def _scenes(run: Run, found: Menu | None, layout: Layout, *, first: bool) -> Callable[[], Sequence[Scene]] | None:
    """The picture of the question with its keys, then, at the first question, those that the step shows."""
    keyed = scenes_of(run.seen, found, layout) if found else None
    shown = run.step.show if first and (found is None or found.kind != "confirm") else []
    if keyed is None and not shown:
        return None

    def scenes() -> list[Scene]:
        under_keys = keyed() if keyed else ()
        return [*under_keys, *(scene for name in shown for scene in _scenes_called(run, name))]

    return scenes


def _scenes_called(run: Run, name: str) -> Sequence[Scene]:
    seen = run.seen
    if name == _HAND:
        return seen.painter.private_scenes(seen.view, seen.drawing_context)
    return seen.painter.public_scenes(name, seen.view, seen.drawing_context)


def _asked(run: Run, found: Menu, *, helped: bool) -> Asked:
    """The question of a step with the ways back and on."""
    leads, offers = _leads(run, helped=helped), run.decision.offers if run.decision else ()
    back = back_words(run.seen, found, offers)
    aside: Row = _back(run) if back is None else [button("Back", leads.menu(back, 0))]
    if helped:
        aside.append(button("Show me", custom_id("j", run.id, run.number, "show")))
    aside.append(button("Skip", _step_id(run.id, run.number + 1)))
    return Asked(run.seen, found, leads, aside, offers)


def _back(run: Run) -> Row:
    """The way to the step before."""
    return [button("Back", _step_id(run.id, run.number - 1))] if run.number else []


def _step_id(run: LessonNumber, number: int) -> str:
    return custom_id("j", run, number, "m00")


def _leads(run: Run, *, helped: bool) -> Leads:
    """The parts of a step's question; they keep in mind whether *Show me* is offered."""

    def lead(rest: str, words: Sequence[str] = ()) -> str:
        return custom_id("j", run.id, run.number, " ".join([rest, *words]))

    return Leads(
        menu=lambda picked, page: lead(f"m{helped:d}{page}", picked),
        select=lambda picked: lead(f"s{helped:d}", picked),
        form=lambda picked: lead(f"n{helped:d}", picked),
        confirm=lambda action: lead(f"a{helped:d}", [write_action(action)]),
    )
