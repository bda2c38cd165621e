"""The pages of a turning point as a puzzle: its question, the verdict on an answer, and lists."""

from collections.abc import Sequence
from typing import Any, Literal

from discord import ui

from bot import game_text, limits
from bot.history.mistakes import Mistake, OwnPuzzle
from bot.markdown import Markdown, escape_prose, join_lines, md, possessive, truncate
from bot.solo.lesson import scenes_beside
from bot.tables.table import Table, game_of
from bot.ui.answer_buttons import split_label
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import Row, Style, button, custom_id, own_puzzles_id, select_menu
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
"""Kinds of answers to a turning point: from the better move to the original one, and unknown."""
GOOD: tuple[Outcome, ...] = ("found", "better", "as good")

_VERDICTS: dict[Outcome, str] = {
    "found": "✓ That’s the better move",
    "better": "✓ That’s even better than the move I found",
    "as good": "✓ That’s about as good as the move I found",
    "unsure": "I can’t tell whether this is as good as the move I found",
    "worse": "✗ There’s a better move",
    "made": "✗ That’s the move made in the game",
    "unknown": "I can’t compare this move with others right now",
}
_TYPICAL = md("In a typical imagined game after it:")
_NUMBER = "#"
"""Prefix before the number of an offer whose words are too long for the ``custom_id``."""


def _title(mistake: Mistake, *, is_own: bool) -> Markdown:
    """The heading of all pages of a turning point."""
    whose = md("your mistake") if is_own else md("{} mistake", possessive(mistake.name))
    return md("**Replay {}** · {}", whose, mistake.seen.status_line())


def mistake_page(mistake: Mistake, picked: Sequence[str], page: int, *, is_own: bool, lead: Markdown = md("")) -> Page:
    """The question of a turning point after the chosen words ``picked``."""
    seen, offers = mistake.seen, mistake.question.offers
    found = next_question(offers, picked) or next_question(offers)
    assert found is not None
    confirm, first = found.kind == "confirm", found.previous_words is None
    about = [_task(mistake, is_own=is_own), *seen.private_facts()] if first else []
    prompt = escape_prose(mistake.question.prompt)
    said = seen.preview_lines(found.sample) if confirm else [prompt, *answers_line(seen, found)]
    lines = [_title(mistake, is_own=is_own), *filter(None, [lead]), *about, *said]
    leads, before = _leads(mistake), words_of_back(seen, found, offers)
    aside: Row = [_analysis_button(mistake)] if before is None else [button("Back", leads.menu(before, 0))]
    asked = QuestionView(seen, found, leads, aside, offers)
    layout = (
        AnswerLayout(()) if confirm else lay_out_answers(seen, found, page, page_surroundings(asked, join_lines(lines)))
    )
    keyed = scenes_of_question(seen, found, layout)

    def scenes() -> list[Scene]:
        under_keys = list(keyed()) if keyed else []
        hand = seen.painter.private_scenes(seen.view, seen.drawing_context) if first else ()
        return [*under_keys, *hand, *(scenes_beside(seen, under_keys) if first else ())]

    text = truncate(join_lines([*lines, *layout.common_lines]), limits.CONTENT)
    return Page(text, scenes, question_rows(asked, layout), _at(mistake, f"m{page}", picked))


def verdict_page(
    mistake: Mistake, answer: Action, outcome: Outcome, verdict: Verdict | None, line: Refutation, *, is_own: bool
) -> Page:
    """The verdict on an answer, with its reason and the events that show it.

    After a wrong answer, the better move is not revealed.
    """
    seen = mistake.seen
    lines = [
        _title(mistake, is_own=is_own),
        md("**{}**: {}", escape_prose(_VERDICTS[outcome]), seen.action_text(answer)),
        *_reasons(mistake, outcome, verdict, line),
        *([] if is_own else [md("-# “You” is {}.", mistake.name)]),
    ]
    is_good = outcome in GOOD
    again = button("Try again", _at(mistake, "m0"), Style.secondary if is_good else Style.primary)
    tell = button("Show the better move", _at(mistake, "show"))
    buttons: Row = [*([] if is_good else [again, tell]), _analysis_button(mistake)]
    if is_good and is_own:
        buttons = [button("From your own games", own_puzzles_id()), *buttons]
    text = truncate(join_lines(lines), limits.CONTENT)
    shown_move = answer if outcome != "as good" else mistake.better
    address = _at(mistake, "show") if outcome == "found" else _answer_id(mistake, answer)
    return Page(
        text, lambda: seen.painter.preview_scenes(seen.view, seen.drawing_context, shown_move), [buttons], address
    )


def shown_page(mistake: Mistake, line: Refutation, *, is_own: bool) -> Page:
    """The better move, its reason, and what follows it."""
    return verdict_page(mistake, mistake.better, "found", None, line, is_own=is_own)


def choice_page(table: Table, points: Sequence[tuple[TurningPoint, Markdown]]) -> Page:
    """The turning points of a game, with their players, for a user who made none of the moves."""
    head = md("**Replay a mistake** · {}", escape_prose(game_of(table.title).name))
    lines = [md("{}. Round {}, {}", number, point.round, name) for number, (point, name) in enumerate(points, 1)]
    text = join_lines([head, md("None of these turning points is yours. Choose one to find the better move:"), *lines])
    buttons = [button(f"Turning point {number}", _point_id(table, one)) for number, (one, _) in enumerate(points, 1)]
    return Page(text, None, [buttons])


def own_page(puzzles: Sequence[OwnPuzzle]) -> Page:
    """The list of the user's own turning points."""
    head = md("**From your own games**")
    if not puzzles:
        how = md("To get one, press *Analyze* under the final table of a game. Not every game has a turning point.")
        return Page(join_lines([head, md("You have no turning points to replay yet."), how]))
    found = sum(one.is_found for one in puzzles)
    counts = md("You’ve found the better move in {} of {}.", found, len(puzzles))
    text = join_lines([head, md("At these turning points, another move would have been better. Find it."), counts])
    latest = puzzles[: limits.SELECT_OPTIONS]
    options = [(_option(one), f"{one.table.id}.{one.point.move}", False) for one in latest]
    about = ["Found" if one.is_found else "Not found yet" for one in latest]
    return Page(text, None, [[select_menu(custom_id("P", 0, 0, "pick"), "Which turning point?", options, about)]])


def _point_id(table: Table, point: TurningPoint) -> str:
    """The ``custom_id`` of the press that shows the question of a turning point."""
    return custom_id("T", table.id, point.move + 1, "m0")


def answered(mistake: Mistake, line: str) -> str:
    """The words of an answer; a number in the list of offers stands for words too long for a button."""
    if not line.startswith(_NUMBER) or not line[1:].isdecimal():
        return line
    listed = list(menu_offers(mistake.question.offers))
    number = int(line[1:])
    return write_action(listed[number]) if number < len(listed) else ""


def outcome_of(mistake: Mistake, answer: Action, verdict: Verdict | None) -> Outcome:
    """The kind of an answer; the ``verdict`` decides for moves other than the two known ones."""
    if answer == mistake.better:
        return "found"
    if answer == mistake.made:
        return "made"
    if verdict is None:
        return "unknown"
    if not verdict.advice.is_clear:
        return "as good" if verdict.advice.error < mistake.point.advice.gain else "unsure"
    return "better" if verdict.advice.best == answer else "worse"


def _option(one: OwnPuzzle) -> str:
    return f"{game_of(one.table.title).name}, game {one.table.id}, round {one.point.round}"


def _task(mistake: Mistake, *, is_own: bool) -> Markdown:
    made = split_label(mistake.seen.action_text(mistake.made))[0].rstrip(".")
    if is_own:
        return md("You chose “{}”. Find a better move.", made)
    return md("{} chose “{}”. Find a better move. “You” is {}.", mistake.name, made, mistake.name)


def _reasons(mistake: Mistake, outcome: Outcome, verdict: Verdict | None, line: Refutation) -> list[Markdown]:
    """Why the answer is right or wrong, in a few lines."""
    if outcome == "unknown":
        return [md("Press *Try again* later, or see the better move now.")]
    if outcome == "unsure":
        return _numbers(mistake, verdict, outcome)
    if outcome == "as good":
        return [*_numbers(mistake, verdict, outcome), _better_line(mistake)]
    if outcome == "better":
        assert verdict is not None
        return [*_why(mistake, verdict.advice, md("Why:")), *_numbers(mistake, verdict, outcome)]
    point = mistake.point
    advice = verdict.advice if verdict is not None else point.advice
    if outcome == "found":
        events = [*_events(mistake, _TYPICAL, line.better), *_after_made(mistake, line)]
        lead = md("Why:")
    else:
        events = _events(mistake, _TYPICAL, line.other)
        lead = md("Why another move is better:")
    numbers = _numbers(mistake, verdict, outcome)
    return [*_why(mistake, advice, lead), *_wins(point, outcome), *events, *numbers]


def _why(mistake: Mistake, advice: Advice, lead: Markdown) -> list[Markdown]:
    why = game_text.advice_explanation(mistake.seen.game, advice, mistake.seen.name)
    return [md("{} {}", lead, why)] if why else []


def _better_line(mistake: Mistake) -> Markdown:
    return md("The move I found: {}.", mistake.seen.action_text(mistake.better).rstrip("."))


def _after_made(mistake: Mistake, line: Refutation) -> list[Markdown]:
    return _events(mistake, md("In the same game after “{}”:", _short(mistake, mistake.made)), line.other)


def _short(mistake: Mistake, action: Action) -> Markdown:
    return split_label(mistake.seen.action_text(action))[0].rstrip(".")


def _wins(point: TurningPoint, outcome: Outcome) -> list[Markdown]:
    """The shares of wins after both moves of a turning point; older analyses have none."""
    if point.wins is None or outcome not in ("found", "made"):
        return []
    better, made = (escape_prose(chance_text(share)) for share in point.wins)
    if outcome == "found":
        return [md("After it, you win {} of the imagined games; after the move made, {}.", better, made)]
    return [md("After it, you win {} of the imagined games; after the better move, {}.", made, better)]


def _events(mistake: Mistake, head: Markdown, events: Sequence[Event]) -> list[Markdown]:
    """The events of a typical game, a line each."""
    told = [game_text.narration(mistake.seen.game, event, mistake.seen.name) for event in events]
    lines = [md("- {}", words) for words in told if words]
    return [head, *lines] if lines else []


def _numbers(mistake: Mistake, verdict: Verdict | None, outcome: Outcome) -> list[Markdown]:
    """The difference between the answer and the better move, in small print."""
    thinking = mistake.seen.game.agent.search_settings
    advice = verdict.advice if verdict is not None else mistake.point.advice
    if thinking is None:
        return []
    gain = escape_prose(thinking.points_text(abs(advice.gain)))
    error, games = escape_prose(thinking.margin_text(advice.error)), advice.games
    if outcome in ("as good", "unsure"):
        return [md("-# The two differ by only {} ({}), on average over {} imagined games.", gain, error, games)]
    return [md("-# The better move gains {} more ({}), on average over {} imagined games.", gain, error, games)]


def _analysis_button(mistake: Mistake) -> ui.Button[Any]:
    return button("Analysis", custom_id("T", mistake.table.id, 0, "0"))


def _at(mistake: Mistake, rest: str, picked: Sequence[str] = ()) -> str:
    return custom_id("T", mistake.table.id, mistake.point.move + 1, " ".join([rest, *picked]))


def _answer_id(mistake: Mistake, action: Action) -> str:
    """The ``custom_id`` of an answer; a long one uses its number in the list of offers."""
    identity = _at(mistake, "a", [write_action(action)])
    if len(identity) <= limits.CUSTOM_ID:
        return identity
    listed = list(menu_offers(mistake.question.offers))
    number = listed.index(action) if action in listed else len(listed)
    return _at(mistake, "a", [f"{_NUMBER}{number}"])


def _leads(mistake: Mistake) -> QuestionLinks:
    """The parts of a turning point's question."""
    return QuestionLinks(
        menu=lambda picked, page: _at(mistake, f"m{page}", picked),
        select=lambda picked: _at(mistake, "s", picked),
        form=lambda picked: _at(mistake, "n", picked),
        confirm=lambda action: _answer_id(mistake, action),
    )
