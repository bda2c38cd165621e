"""The pages of lessons: a step with its question, the end, and the list of lessons."""

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
"""Name by which lesson files refer to the learner's private picture."""
_MAX_NEWS_LENGTH = 300
"""Maximum characters of the text about the events between two steps."""
_PLAY_TOGETHER_TEXT = "Now play a real game of {}. *Play against computers* starts one. To \
play against other people, use `/game new`."
_PLAY_ALONE_TEXT = "Now play a real game of {}. *Play alone* starts one."


def step_page(
    step: LessonStep, picked: Sequence[str] = (), page: int = 0, intro: Markdown = md(""), *, has_show_me: bool = False
) -> Page:
    """The page of a step. ``picked`` are the words of the answer that were chosen so far.

    ``has_show_me`` adds the button *Show me*.
    """
    question = next_question(step.decision.offers, picked) if step.decision else None
    if step.decision is not None and question is None:
        question, intro = next_question(step.decision.offers), md("That’s not possible here. Here’s what is.")
    is_first = question is None or question.previous_words is None
    text = join_lines([_step_title(step), *_step_body(step, question, intro, first=is_first)])
    page_id = custom_id("j", step.id, step.number, " ".join([f"m{has_show_me:d}{page}", *picked]))
    return _question_page(step, question, text, page, page_id, first=is_first, helped=has_show_me)


def wrong_answer_page(step: LessonStep, reason: Markdown) -> Page:
    """The page of a step after a wrong answer: the reason why it is wrong, and the question."""
    question = next_question(step.decision.offers) if step.decision else None
    text = join_lines([_step_title(step), md("✗ {}", reason), md("**{}**", step_question(step.step))])
    return _question_page(step, question, text, 0, custom_id("j", step.id, step.number, "m10"), first=True, helped=True)


def _question_page(
    step: LessonStep, question: Question | None, text: Markdown, page: int, address: str, *, first: bool, helped: bool
) -> Page:
    if question is None:
        next_button = button(step.step.next, _step_custom_id(step.id, step.number + 1), Style.primary)
        return Page(
            text,
            _step_scenes(step, None, AnswerLayout(()), first=first),
            [[next_button, *_previous_step_button(step)]],
            address,
        )
    question_view, layout = _step_question_view(step, question, helped=helped), AnswerLayout(())
    if question.kind != "confirm":
        layout = lay_out_answers(step.table_view, question, page, page_surroundings(question_view, text))
    space_left = limits.CONTENT - len(text) - 1
    text = join_lines([text, *(line for line in layout.common_lines if len(line) < space_left)])
    return Page(text, _step_scenes(step, question, layout, first=first), question_rows(question_view, layout), address)


def show_me_page(step: LessonStep) -> Page:
    """The page after *Show me*, with the hint, and with the right answer as a button."""
    answer = step.lesson.answer(step.step, step.table_view.game)
    label = f"Do it: {step.table_view.label(answer)}"
    answer_button = button(label, custom_id("j", step.id, step.number, f"a1 {write_action(answer)}"), Style.success)
    text = join_lines([_step_title(step), step_hint(step.step), md("**{}**", step_question(step.step))])
    back_button = button("Back", custom_id("j", step.id, step.number, "m10"))
    page_id = custom_id("j", step.id, step.number, "show")
    table_view = step.table_view
    return Page(
        text,
        lambda: table_view.painter.preview_scenes(table_view.view, table_view.drawing_context, answer),
        [[answer_button, back_button]],
        page_id,
    )


def end_page(number: LessonNumber, lesson: Lesson) -> Page:
    """The page after the last step of a lesson, with a button to start a game."""
    game = GAMES[lesson.title]
    label = "Play alone" if lesson.seats == 1 else "Play against computers"
    text = md(
        "**You’ve finished “{}”**\n{}",
        escape_prose(lesson.name),
        md(_PLAY_ALONE_TEXT if lesson.seats == 1 else _PLAY_TOGETHER_TEXT, escape_prose(game.name)),
    )
    play_button = button(label, custom_id("j", number, len(lesson.steps), "play"), Style.success)
    back_button = button("Back", _step_custom_id(number, len(lesson.steps) - 1))
    return Page(text, None, [[play_button, button("More lessons", learn_custom_id(lesson.title)), back_button]])


def lesson_list_page(offered: OfferedGames, title: str = "") -> Page:
    """The page with the lessons of the offered games; with a ``title``, only those of one game."""
    lessons = {number: lesson for number, lesson in offered.lessons.items() if lesson.title == title}
    if not lessons:
        title, lessons = "", offered.lessons
    heading = md("**Learn {}**", escape_prose(GAMES[title].name)) if title else md("**Learn a game**")
    text = md("{}\nIn a lesson you play a few turns. It takes about 5 minutes, and only you can see it.", heading)
    all_games_button = [button("All games", learn_custom_id())] if title else []
    return Page(
        text,
        None,
        [_lesson_select({LessonNumber(number): lesson for number, lesson in lessons.items()}), all_games_button],
    )


def _lesson_select(lessons: Mapping[LessonNumber, Lesson]) -> Row:
    options = [(lesson_name(lesson), str(number), False) for number, lesson in lessons.items()]
    descriptions = [f"About {lesson.minutes} minutes, {len(lesson.steps)} steps" for lesson in lessons.values()]
    return [select_menu(custom_id("j", 0, 0, "pick"), "Which lesson?", options[: limits.SELECT_OPTIONS], descriptions)]


def lesson_name(lesson: Lesson) -> str:
    """The name of a lesson and of its game."""
    return f"{GAMES[lesson.title].name}: {lesson.name}"


def _step_title(step: LessonStep) -> Markdown:
    return md("**{}** · {} of {}", step_heading(step.step), step.number + 1, len(step.lesson.steps))


def _step_body(step: LessonStep, open_question: Question | None, lead: Markdown, *, first: bool) -> list[Markdown]:
    """The text and the question of the step, or the answer chosen so far, in lines."""
    question_lines = [md("**{}**", step_question(step.step))] if step.step.ask else []
    if open_question is not None and open_question.kind == "confirm":
        return [*filter(None, [lead]), *question_lines, step.table_view.action_text(open_question.sample)]
    answer_lines = answers_line(step.table_view, open_question) if open_question else []
    if not first:
        return [*filter(None, [lead]), *question_lines, *answer_lines]
    news = _join_latest(step.narration)
    news_lines = [md("-# {}", news)] if news else []
    private_lines = step.table_view.private_facts() if step.decision else ()
    last_lines = [*private_lines, *question_lines, *answer_lines]
    return [*filter(None, [lead]), *news_lines, *step_lines(step.step), *last_lines]


def _join_latest(sentences: Sequence[Markdown]) -> Markdown:
    """Join as many of the last sentences as fit into the maximum length."""
    kept: list[Markdown] = []
    for sentence in reversed(sentences):
        if sum(map(len, kept)) + len(sentence) > _MAX_NEWS_LENGTH:
            break
        kept.insert(0, sentence)
    return join_lines(kept, " ")


def _step_scenes(
    step: LessonStep, question: Question | None, layout: AnswerLayout, *, first: bool
) -> Callable[[], Sequence[Scene]] | None:
    """Return a function that creates the pictures of the question and, on the step's first page, those of the step.

    Return None if there are no pictures.
    """
    question_scenes = scenes_of_question(step.table_view, question, layout) if question else None
    picture_names = step.step.show if first and (question is None or question.kind != "confirm") else []
    if question_scenes is None and not picture_names:
        return None

    def scenes() -> list[Scene]:
        board_scenes = question_scenes() if question_scenes else ()
        return [*board_scenes, *(scene for name in picture_names for scene in _scenes_by_name(step, name))]

    return scenes


def _scenes_by_name(step: LessonStep, name: str) -> Sequence[Scene]:
    table_view = step.table_view
    if name == _HAND_PICTURE:
        return table_view.painter.private_scenes(table_view.view, table_view.drawing_context)
    return table_view.painter.public_scenes(name, table_view.view, table_view.drawing_context)


def _step_question_view(step: LessonStep, question: Question, *, helped: bool) -> QuestionView:
    """The view of a step's question, with buttons to go back and to skip the step."""
    links, offers = _question_links(step, helped=helped), step.decision.offers if step.decision else ()
    words_before = words_of_back(step.table_view, question, offers)
    side_buttons: Row = (
        _previous_step_button(step) if words_before is None else [button("Back", links.menu(words_before, 0))]
    )
    if helped:
        side_buttons.append(button("Show me", custom_id("j", step.id, step.number, "show")))
    side_buttons.append(button("Skip", _step_custom_id(step.id, step.number + 1)))
    return QuestionView(step.table_view, question, links, side_buttons, offers)


def _previous_step_button(step: LessonStep) -> Row:
    """A row with the button for the previous step; empty at the first step."""
    return [button("Back", _step_custom_id(step.id, step.number - 1))] if step.number else []


def _step_custom_id(lesson_id: LessonNumber, number: int) -> str:
    return custom_id("j", lesson_id, number, "m00")


def _question_links(step: LessonStep, *, helped: bool) -> QuestionLinks:
    """The functions that build ``custom_id``s for a step's question; ``helped`` if *Show me* is offered."""

    def custom_id_for(verb: str, words: Sequence[str] = ()) -> str:
        return custom_id("j", step.id, step.number, " ".join([verb, *words]))

    return QuestionLinks(
        menu=lambda picked, page: custom_id_for(f"m{helped:d}{page}", picked),
        select=lambda picked: custom_id_for(f"s{helped:d}", picked),
        form=lambda picked: custom_id_for(f"n{helped:d}", picked),
        confirm=lambda action: custom_id_for(f"a{helped:d}", [write_action(action)]),
    )
