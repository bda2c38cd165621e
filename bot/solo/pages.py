"""The pages of a lesson: a step with its question, the end, and the list to choose from."""

from collections.abc import Callable, Mapping, Sequence

from bot import limits
from bot.game_text import step_heading, step_hint, step_lines, step_question
from bot.markdown import Markdown, escape_prose, join_lines, md
from bot.offered_games import OfferedGames
from bot.solo.lesson import LessonStep
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import Row, Style, button, custom_id, learn_custom_id, select_menu
from bot.ui.page import Page
from bot.ui.question_components import QuestionLinks, QuestionView, page_surroundings, question_rows, words_of_back
from bot.ui.question_page import answers_line, scenes_of_question
from bot.ui.questions import Question, next_question
from engine import GAMES, write_action
from engine.core.lessons.lesson import Lesson
from engine.store.ids import LessonNumber
from render import Scene

_HAND_PICTURE = "hand"
"""The name in a step of the learner's private picture."""
_MAX_NEWS_LENGTH = 300
"""Maximum characters of the events between two steps."""
_PLAY_TOGETHER_TEXT = "Now play a real game of {}. *Play against computers* starts one. To \
play against other people, use `/game new`."
_PLAY_ALONE_TEXT = "Now play a real game of {}. *Play alone* starts one."


def step_page(
    run: LessonStep, picked: Sequence[str] = (), page: int = 0, intro: Markdown = md(""), *, has_show_me: bool = False
) -> Page:
    """A lesson's step after the chosen words ``picked``; ``has_show_me`` adds *Show me*."""
    question = next_question(run.decision.offers, picked) if run.decision else None
    if run.decision is not None and question is None:
        question, intro = next_question(run.decision.offers), md("That’s not possible here. Here’s what is.")
    first = question is None or question.previous_words is None
    text = join_lines([_step_title(run), *_step_body(run, question, intro, first=first)])
    address = custom_id("j", run.id, run.number, " ".join([f"m{has_show_me:d}{page}", *picked]))
    return _question_page(run, question, text, page, address, first=first, helped=has_show_me)


def wrong_answer_page(run: LessonStep, why: Markdown) -> Page:
    """The step again after a wrong answer: the reason, and the question."""
    question = next_question(run.decision.offers) if run.decision else None
    text = join_lines([_step_title(run), md("✗ {}", why), md("**{}**", step_question(run.step))])
    return _question_page(run, question, text, 0, custom_id("j", run.id, run.number, "m10"), first=True, helped=True)


def _question_page(
    run: LessonStep, question: Question | None, text: Markdown, page: int, address: str, *, first: bool, helped: bool
) -> Page:
    """The text of a step with the answers to its question, and its pictures."""
    if question is None:
        next_button = button(run.step.next, _step_custom_id(run.id, run.number + 1), Style.primary)
        return Page(
            text,
            _step_scenes(run, None, AnswerLayout(()), first=first),
            [[next_button, *_previous_step_button(run)]],
            address,
        )
    question_view, layout = _step_question_view(run, question, helped=helped), AnswerLayout(())
    if question.kind != "confirm":
        layout = lay_out_answers(run.seen, question, page, page_surroundings(question_view, text))
    space_left = limits.CONTENT - len(text) - 1
    text = join_lines([text, *(line for line in layout.common_lines if len(line) < space_left)])
    return Page(text, _step_scenes(run, question, layout, first=first), question_rows(question_view, layout), address)


def show_me_page(run: LessonStep) -> Page:
    """*Show me*: the hint, and the answer as a button."""
    answer = run.lesson.answer(run.step, run.seen.game)
    label = f"Do it: {run.seen.label(answer)}"
    do = button(label, custom_id("j", run.id, run.number, f"a1 {write_action(answer)}"), Style.success)
    text = join_lines([_step_title(run), step_hint(run.step), md("**{}**", step_question(run.step))])
    back = button("Back", custom_id("j", run.id, run.number, "m10"))
    address = custom_id("j", run.id, run.number, "show")
    table_view = run.seen
    return Page(
        text,
        lambda: table_view.painter.preview_scenes(table_view.view, table_view.drawing_context, answer),
        [[do, back]],
        address,
    )


def end_page(run: LessonNumber, lesson: Lesson) -> Page:
    """The page after the last step, with a button to open a table."""
    game = GAMES[lesson.title]
    label = "Play alone" if lesson.seats == 1 else "Play against computers"
    text = md(
        "**You’ve finished “{}”**\n{}",
        escape_prose(lesson.name),
        md(_PLAY_ALONE_TEXT if lesson.seats == 1 else _PLAY_TOGETHER_TEXT, escape_prose(game.name)),
    )
    play = button(label, custom_id("j", run, len(lesson.steps), "play"), Style.success)
    back = button("Back", _step_custom_id(run, len(lesson.steps) - 1))
    return Page(text, None, [[play, button("More lessons", learn_custom_id(lesson.title)), back]])


def lesson_list_page(offered: OfferedGames, title: str = "") -> Page:
    """The lessons of one offered game, or of all."""
    lessons = {number: lesson for number, lesson in offered.lessons.items() if lesson.title == title}
    if not lessons:
        title, lessons = "", offered.lessons
    words = md("**Learn {}**", escape_prose(GAMES[title].name)) if title else md("**Learn a game**")
    text = md("{}\nIn a lesson you play a few turns. It takes about 5 minutes, and only you can see it.", words)
    all_games_button = [button("All games", learn_custom_id())] if title else []
    return Page(
        text,
        None,
        [_lesson_select({LessonNumber(number): lesson for number, lesson in lessons.items()}), all_games_button],
    )


def _lesson_select(known: Mapping[LessonNumber, Lesson]) -> Row:
    options = [(lesson_name(lesson), str(number), False) for number, lesson in known.items()]
    about = [f"About {lesson.minutes} minutes, {len(lesson.steps)} steps" for lesson in known.values()]
    return [select_menu(custom_id("j", 0, 0, "pick"), "Which lesson?", options[: limits.SELECT_OPTIONS], about)]


def lesson_name(lesson: Lesson) -> str:
    """A lesson's name with its game's."""
    return f"{GAMES[lesson.title].name}: {lesson.name}"


def _step_title(run: LessonStep) -> Markdown:
    """The step's heading and its number."""
    return md("**{}** · {} of {}", step_heading(run.step), run.number + 1, len(run.lesson.steps))


def _step_body(run: LessonStep, found: Question | None, lead: Markdown, *, first: bool) -> list[Markdown]:
    """The text and question of the step, or the current answer."""
    question = [md("**{}**", step_question(run.step))] if run.step.ask else []
    if found is not None and found.kind == "confirm":
        return [*filter(None, [lead]), *question, run.seen.action_text(found.sample)]
    trail = answers_line(run.seen, found) if found else []
    if not first:
        return [*filter(None, [lead]), *question, *trail]
    news = _join_latest(run.happened)
    news_lines = [md("-# {}", news)] if news else []
    private_lines = run.seen.private_facts() if run.decision else ()
    question_lines = [*private_lines, *question, *trail]
    return [*filter(None, [lead]), *news_lines, *step_lines(run.step), *question_lines]


def _join_latest(sentences: Sequence[Markdown]) -> Markdown:
    """The last of the sentences, as many as fit."""
    sentences_kept: list[Markdown] = []
    for sentence in reversed(sentences):
        if sum(map(len, sentences_kept)) + len(sentence) > _MAX_NEWS_LENGTH:
            break
        sentences_kept.insert(0, sentence)
    return join_lines(sentences_kept, " ")


def _step_scenes(
    run: LessonStep, question: Question | None, layout: AnswerLayout, *, first: bool
) -> Callable[[], Sequence[Scene]] | None:
    """The question's picture with its keys; at the first question also the step's pictures."""
    question_scenes = scenes_of_question(run.seen, question, layout) if question else None
    picture_names = run.step.show if first and (question is None or question.kind != "confirm") else []
    if question_scenes is None and not picture_names:
        return None

    def scenes() -> list[Scene]:
        under_keys = question_scenes() if question_scenes else ()
        return [*under_keys, *(scene for name in picture_names for scene in _scenes_by_name(run, name))]

    return scenes


def _scenes_by_name(run: LessonStep, name: str) -> Sequence[Scene]:
    table_view = run.seen
    if name == _HAND_PICTURE:
        return table_view.painter.private_scenes(table_view.view, table_view.drawing_context)
    return table_view.painter.public_scenes(name, table_view.view, table_view.drawing_context)


def _step_question_view(run: LessonStep, question: Question, *, helped: bool) -> QuestionView:
    """The question of a step with its navigation."""
    links, offers = _question_links(run, helped=helped), run.decision.offers if run.decision else ()
    words_before = words_of_back(run.seen, question, offers)
    side_buttons: Row = (
        _previous_step_button(run) if words_before is None else [button("Back", links.menu(words_before, 0))]
    )
    if helped:
        side_buttons.append(button("Show me", custom_id("j", run.id, run.number, "show")))
    side_buttons.append(button("Skip", _step_custom_id(run.id, run.number + 1)))
    return QuestionView(run.seen, question, links, side_buttons, offers)


def _previous_step_button(run: LessonStep) -> Row:
    """The button to the previous step."""
    return [button("Back", _step_custom_id(run.id, run.number - 1))] if run.number else []


def _step_custom_id(run: LessonNumber, number: int) -> str:
    return custom_id("j", run, number, "m00")


def _question_links(run: LessonStep, *, helped: bool) -> QuestionLinks:
    """The links of a step's question, which include whether *Show me* is offered."""

    def custom_id_for(rest: str, words: Sequence[str] = ()) -> str:
        return custom_id("j", run.id, run.number, " ".join([rest, *words]))

    return QuestionLinks(
        menu=lambda picked, page: custom_id_for(f"m{helped:d}{page}", picked),
        select=lambda picked: custom_id_for(f"s{helped:d}", picked),
        form=lambda picked: custom_id_for(f"n{helped:d}", picked),
        confirm=lambda action: custom_id_for(f"a{helped:d}", [write_action(action)]),
    )
