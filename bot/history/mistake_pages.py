"""Pages that show a turning point as a puzzle: its question, the verdict on an answer, and lists of puzzles."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from discord import ui

from bot import game_text, limits
from bot.history.mistakes import Mistake, OwnPuzzle
from bot.markdown import Markdown, escape_prose, join_lines, md, possessive, truncate
from bot.solo.lesson import scenes_beside
from bot.tables.table import Table, game_of
from bot.ui.answer_buttons import split_label
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import Row, Style, button, custom_id, own_puzzles_custom_id, select_menu
from bot.ui.page import Page
from bot.ui.question_components import QuestionLinks, QuestionView, page_surroundings, question_rows, words_of_back
from bot.ui.question_page import answers_line, scenes_of_question
from bot.ui.questions import next_question
from engine import Action, Event, write_action
from engine.agents.analysis import TurningPoint
from engine.agents.coach import Advice
from engine.agents.explanation_text import chance_text
from engine.agents.refutation import Refutation, Verdict
from engine.core.action import menu_offers
from render import Scene

Outcome = Literal["found", "better", "as good", "unsure", "worse", "made", "unknown"]
"""The result of an answer to a turning point.

“found” is the better move that the analysis knows, “made” is the move made in the game, and “unknown” means that the
answer was not compared.
"""
GOOD_OUTCOMES: tuple[Outcome, ...] = ("found", "better", "as good")

_OUTCOME_TEXTS: dict[Outcome, str] = {
    "found": "✓ That’s the better move",
    "better": "✓ That’s even better than the move I found",
    "as good": "✓ That’s about as good as the move I found",
    "unsure": "I can’t tell whether this is as good as the move I found",
    "worse": "✗ There’s a better move",
    "made": "✗ That’s the move made in the game",
    "unknown": "I can’t compare this move with others right now",
}
_OTHER_MOVES: Mapping[Outcome, str] = {"worse": "your answer", "better": "the move I found"}
"""The name of the move with which an explanation compares the best one; for other outcomes, “the move made”."""
_NUMBER_PREFIX = "#"
"""Prefix of the number of an offer in a ``custom_id``. The number replaces words that are too long."""


def _heading(mistake: Mistake, *, is_own: bool) -> Markdown:
    owner_text = md("your mistake") if is_own else md("{} mistake", possessive(mistake.name))
    return md("**Replay {}** · {}", owner_text, mistake.table_view.status_line())


def mistake_page(mistake: Mistake, picked: Sequence[str], page: int, *, is_own: bool, lead: Markdown = md("")) -> Page:
    """Return the page with a turning point's question, after the answers ``picked`` so far."""
    table_view, offers = mistake.table_view, mistake.question.offers
    question = next_question(offers, picked) or next_question(offers)
    assert question is not None
    is_complete, is_first = question.kind == "confirm", question.previous_words is None
    task_lines = [_task_text(mistake, is_own=is_own), *table_view.private_facts()] if is_first else []
    prompt = escape_prose(mistake.question.prompt)
    question_lines = (
        table_view.preview_lines(question.sample) if is_complete else [prompt, *answers_line(table_view, question)]
    )
    lines = [_heading(mistake, is_own=is_own), *filter(None, [lead]), *task_lines, *question_lines]
    links, previous_words = _question_links(mistake), words_of_back(table_view, question, offers)
    extra_buttons: Row = (
        [_analysis_button(mistake)] if previous_words is None else [button("Back", links.menu(previous_words, 0))]
    )
    question_view = QuestionView(table_view, question, links, extra_buttons, offers)
    layout = (
        AnswerLayout(())
        if is_complete
        else lay_out_answers(table_view, question, page, page_surroundings(question_view, join_lines(lines)))
    )
    marked_scenes = scenes_of_question(table_view, question, layout)

    def scenes() -> list[Scene]:
        board_scenes = list(marked_scenes()) if marked_scenes else []
        hand = table_view.painter.private_scenes(table_view.view, table_view.drawing_context) if is_first else ()
        return [*board_scenes, *hand, *(scenes_beside(table_view, board_scenes) if is_first else ())]

    text = truncate(join_lines([*lines, *layout.common_lines]), limits.CONTENT)
    return Page(text, scenes, question_rows(question_view, layout), _press_id(mistake, f"m{page}", picked))


def verdict_page(
    mistake: Mistake, answer: Action, outcome: Outcome, verdict: Verdict | None, refutation: Refutation, *, is_own: bool
) -> Page:
    """Return the page about an answer: the result, the reason, and the events of a typical rollout.

    After a wrong answer, the better move is not revealed.
    """
    table_view = mistake.table_view
    lines = [
        _heading(mistake, is_own=is_own),
        md("**{}**: {}", escape_prose(_OUTCOME_TEXTS[outcome]), table_view.action_text(answer)),
        *_reason_lines(mistake, outcome, verdict, refutation),
        *([] if is_own else [md("-# “You” is {}.", mistake.name)]),
    ]
    is_good = outcome in GOOD_OUTCOMES
    retry_button = button("Try again", _press_id(mistake, "m0"), Style.secondary if is_good else Style.primary)
    show_button = button("Show the better move", _press_id(mistake, "show"))
    buttons: Row = [*([] if is_good else [retry_button, show_button]), _analysis_button(mistake)]
    if is_good and is_own:
        buttons = [button("From your own games", own_puzzles_custom_id()), *buttons]
    text = truncate(join_lines(lines), limits.CONTENT)
    shown_move = answer if outcome != "as good" else mistake.better_move
    page_id = _press_id(mistake, "show") if outcome == "found" else _answer_id(mistake, answer)
    return Page(
        text,
        lambda: table_view.painter.preview_scenes(table_view.view, table_view.drawing_context, shown_move),
        [buttons],
        page_id,
    )


def better_move_page(mistake: Mistake, refutation: Refutation, *, is_own: bool) -> Page:
    """Return the page about the better move: the reason, and the events of a typical rollout after it."""
    return verdict_page(mistake, mistake.better_move, "found", None, refutation, is_own=is_own)


def choice_page(table: Table, points: Sequence[tuple[TurningPoint, Markdown]]) -> Page:
    """The page with the turning points of a game, for a user who made none of the moves."""
    head = md("**Replay a mistake** · {}", escape_prose(game_of(table.title).name))
    lines = [md("{}. Round {}, {}", number, point.round, name) for number, (point, name) in enumerate(points, 1)]
    text = join_lines([head, md("None of these turning points is yours. Choose one to find the better move:"), *lines])
    buttons = [
        button(f"Turning point {number}", _point_id(table, point)) for number, (point, _) in enumerate(points, 1)
    ]
    return Page(text, None, [buttons])


def own_puzzles_page(puzzles: Sequence[OwnPuzzle]) -> Page:
    """The page with the list of the user's own turning points."""
    head = md("**From your own games**")
    if not puzzles:
        instructions = md(
            "To get one, press *Analyze* under the final table of a game. Not every game has a turning point."
        )
        return Page(join_lines([head, md("You have no turning points to replay yet."), instructions]))
    found_count = sum(puzzle.is_found for puzzle in puzzles)
    counts = md("You’ve found the better move in {} of {}.", found_count, len(puzzles))
    text = join_lines([head, md("At these turning points, another move would have been better. Find it."), counts])
    latest = puzzles[: limits.SELECT_OPTIONS]
    options = [(_option_label(puzzle), f"{puzzle.table.id}.{puzzle.point.move}", False) for puzzle in latest]
    descriptions = ["Found" if puzzle.is_found else "Not found yet" for puzzle in latest]
    return Page(
        text, None, [[select_menu(custom_id("P", 0, 0, "pick"), "Which turning point?", options, descriptions)]]
    )


def _point_id(table: Table, point: TurningPoint) -> str:
    return custom_id("T", table.id, point.move + 1, "m0")


def answer_words(mistake: Mistake, line: str) -> str:
    """Return an answer in notation. ``line`` is from a ``custom_id`` and may contain the number of an offer instead."""
    if not line.startswith(_NUMBER_PREFIX) or not line[1:].isdecimal():
        return line
    listed = list(menu_offers(mistake.question.offers))
    number = int(line[1:])
    return write_action(listed[number]) if number < len(listed) else ""


def answer_outcome(mistake: Mistake, answer: Action, verdict: Verdict | None) -> Outcome:
    """Return the result of an answer. ``verdict`` is needed only for moves other than the made and the better move."""
    if answer == mistake.better_move:
        return "found"
    if answer == mistake.made_move:
        return "made"
    if verdict is None:
        return "unknown"
    if not verdict.advice.is_clear:
        return "as good" if verdict.advice.error < mistake.point.advice.gain else "unsure"
    return "better" if verdict.advice.best == answer else "worse"


def _option_label(puzzle: OwnPuzzle) -> str:
    return f"{game_of(puzzle.table.title).name}, game {puzzle.table.id}, round {puzzle.point.round}"


def _task_text(mistake: Mistake, *, is_own: bool) -> Markdown:
    made_label = split_label(mistake.table_view.action_text(mistake.made_move))[0].rstrip(".")
    if is_own:
        return md("You chose “{}”. Find a better move.", made_label)
    return md("{} chose “{}”. Find a better move. “You” is {}.", mistake.name, made_label, mistake.name)


def _reason_lines(
    mistake: Mistake, outcome: Outcome, verdict: Verdict | None, refutation: Refutation
) -> list[Markdown]:
    if outcome == "unknown":
        return [md("Press *Try again* later, or see the better move now.")]
    if outcome == "unsure":
        return _gain_lines(mistake, verdict, outcome)
    if outcome == "as good":
        return [*_gain_lines(mistake, verdict, outcome), _better_move_line(mistake)]
    if outcome == "better":
        assert verdict is not None
        explanation = _explanation_lines(mistake, verdict.advice, md("Why:"), outcome)
        return [*explanation, *_gain_lines(mistake, verdict, outcome)]
    point = mistake.point
    advice = verdict.advice if verdict is not None else point.advice
    if outcome == "found":
        better = _event_lines(mistake, md("In a typical imagined game after the better move:"), refutation.better)
        which_game = md("the same game") if better else md("a typical imagined game")
        head = md("In {} after “{}”:", which_game, _short_label(mistake, mistake.made_move))
        events = [*better, *_event_lines(mistake, head, refutation.other)]
        lead = md("Why:")
    else:
        events = _event_lines(mistake, md("In a typical imagined game after your move:"), refutation.other)
        lead = md("Why another move is better:")
    gain_lines = _gain_lines(mistake, verdict, outcome)
    explanation = _explanation_lines(mistake, advice, lead, outcome)
    return [*explanation, *_win_share_lines(point, outcome), *events, *gain_lines]


def _explanation_lines(mistake: Mistake, advice: Advice, lead: Markdown, outcome: Outcome) -> list[Markdown]:
    other = _OTHER_MOVES.get(outcome, "the move made")
    explanation = game_text.advice_explanation(mistake.table_view.game, advice, mistake.table_view.name, other)
    return [md("{} {}", lead, explanation)] if explanation else []


def _better_move_line(mistake: Mistake) -> Markdown:
    return md("The move I found: {}.", mistake.table_view.action_text(mistake.better_move).rstrip("."))


def _short_label(mistake: Mistake, action: Action) -> Markdown:
    return split_label(mistake.table_view.action_text(action))[0].rstrip(".")


def _win_share_lines(point: TurningPoint, outcome: Outcome) -> list[Markdown]:
    """Return a line that says how often the player wins in rollouts after either move; no line for older analyses."""
    if point.wins is None or outcome not in ("found", "made"):
        return []
    better, made = (escape_prose(chance_text(share)) for share in point.wins)
    if outcome == "found":
        return [md("After the better move, you win {} of the imagined games; after the move made, {}.", better, made)]
    return [md("After your move, you win {} of the imagined games; after the better move, {}.", made, better)]


def _event_lines(mistake: Mistake, head: Markdown, events: Sequence[Event]) -> list[Markdown]:
    """Return ``head`` and a line for each event of a typical rollout; no line if there is no event to narrate."""
    narrations = [game_text.narration(mistake.table_view.game, event, mistake.table_view.name) for event in events]
    lines = [md("- {}", words) for words in narrations if words]
    return [head, *lines] if lines else []


def _gain_lines(mistake: Mistake, verdict: Verdict | None, outcome: Outcome) -> list[Markdown]:
    search_settings = mistake.table_view.game.agent.search_settings
    advice = verdict.advice if verdict is not None else mistake.point.advice
    if search_settings is None:
        return []
    gain = escape_prose(search_settings.points_text(abs(advice.gain)))
    error, games = escape_prose(search_settings.margin_text(advice.error)), advice.games
    if outcome in ("as good", "unsure"):
        return [md("-# The two differ by only {} ({}), on average over {} imagined games.", gain, error, games)]
    return [md("-# The better move gains {} more ({}), on average over {} imagined games.", gain, error, games)]


def _analysis_button(mistake: Mistake) -> ui.Button[Any]:
    return button("Analysis", custom_id("T", mistake.table.id, 0, "0"))


def _press_id(mistake: Mistake, words: str, picked: Sequence[str] = ()) -> str:
    return custom_id("T", mistake.table.id, mistake.point.move + 1, " ".join([words, *picked]))


def _answer_id(mistake: Mistake, action: Action) -> str:
    """Return the ``custom_id`` of an answer. If the answer is too long, the id has the number of the offer."""
    answer_id = _press_id(mistake, "a", [write_action(action)])
    if len(answer_id) <= limits.CUSTOM_ID:
        return answer_id
    listed = list(menu_offers(mistake.question.offers))
    number = listed.index(action) if action in listed else len(listed)
    return _press_id(mistake, "a", [f"{_NUMBER_PREFIX}{number}"])


def _question_links(mistake: Mistake) -> QuestionLinks:
    """Return the functions that make the ``custom_id``s in a turning point's question."""
    return QuestionLinks(
        menu=lambda picked, page: _press_id(mistake, f"m{page}", picked),
        select=lambda picked: _press_id(mistake, "s", picked),
        form=lambda picked: _press_id(mistake, "n", picked),
        confirm=lambda action: _answer_id(mistake, action),
    )
