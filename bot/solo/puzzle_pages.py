"""The pages of a puzzle: its question, and what came of the answer. It knows no title."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot import limits
from bot.markdown import Markdown, counted, cut, escape_prose, joined, md
from bot.sight import TableView
from bot.solo.puzzles import known, title_of
from bot.solo.run import scenes_beside, seen_alone
from bot.tables.table import Player
from bot.ui.asking import Asked, Leads, around, back_words, question_rows
from bot.ui.components import Row, Style, button, custom_id, own_puzzles_id, puzzle_id
from bot.ui.layout import Layout, lay_out
from bot.ui.menu import menu
from bot.ui.page import Page
from bot.ui.question import answered_so_far, scenes_of
from engine import GAMES, Action, RankingEntry, State, View, redact, write_action
from engine.core import all_seats
from engine.core.puzzle import Puzzle, final_state
from engine.store.ids import PuzzleNumber
from render import Scene

ALL_DONE = md("You’ve answered every puzzle.")
_SHOWN = 3
"""Answers that win, of which so many are told."""


def question_page(
    number: PuzzleNumber,
    name: str,
    picked: Sequence[str] = (),
    page: int = 0,
    lead: Markdown = md(""),
    *,
    has_own: bool = False,
) -> Page:
    """The puzzle after the words ``picked`` of an answer; ``name`` is the reader's.

    ``has_own``: turning points of the reader's own games make puzzles too.
    """
    puzzle = known(number)
    seen = _seen(number, puzzle, name, puzzle.state)
    found = menu(puzzle.question.offers, picked) or menu(puzzle.question.offers)
    assert found is not None
    confirm, first = found.kind == "confirm", found.back is None
    about = [lead, _about(puzzle, seen), *seen.private()] if first else []
    said = seen.preview(found.sample) if confirm else [puzzle.question.prompt, *answered_so_far(seen, found)]
    lines = [_title(number), *filter(None, about), *said]
    leads, before = _leads(number), back_words(seen, found, puzzle.question.offers)
    back: Row = own_puzzles(has_own=has_own) if before is None else [button("Back", leads.menu(before, 0))]
    asked = Asked(seen, found, leads, back, puzzle.question.offers)
    layout = Layout(()) if confirm else lay_out(seen, found, page, around(asked, joined(lines)))
    keyed = scenes_of(seen, found, layout)

    def scenes() -> list[Scene]:
        under_keys = list(keyed()) if keyed else []
        return [*under_keys, *(scenes_beside(seen, under_keys) if first else ())]

    text = cut(joined([*lines, *layout.lines]), limits.CONTENT)
    return Page(text, scenes, question_rows(asked, layout), _at(number, f"m{page}", picked))


def own_puzzles(*, has_own: bool) -> Row:
    """The way to the turning points of one's own games, if there are any."""
    return [button("From your own games", own_puzzles_id())] if has_own else []


def solve_button(number: PuzzleNumber) -> ui.Button[Any]:
    """The way to a puzzle, from wherever it is offered."""
    return button("Solve", _at(number, "m0"), Style.primary)


def answer_page(
    number: PuzzleNumber, name: str, action: Action, *, counts: bool, points: int, has_own: bool = False
) -> Page:
    """The end that an answer leads to, and the answers that win; ``points`` are the reader's rating after it."""
    puzzle = known(number)
    seen, won = _seen(number, puzzle, name, puzzle.state), action in puzzle.winning_answers
    end = final_state(GAMES[title_of(number)], puzzle.state, action)
    assert end is not None
    verdict = md("✓ That wins the game") if won else md("✗ That doesn’t win the game")
    lines = [_title(number), md("**{}**: {}", verdict, seen.sentence(action)), _result(number, puzzle, action)]
    lines += _winning(puzzle, seen, partial(_result, number, puzzle), won=won)
    lines.append(md("Your rating is {}.", points) if counts else md("Only your first answer counts."))
    following = button("Next puzzle", puzzle_id(), Style.primary)
    again = [] if won else [button("Try again", _at(number, "m0"))]
    after = _seen(number, puzzle, name, end)
    text = cut(joined(lines), limits.CONTENT)
    buttons = [following, *again, *own_puzzles(has_own=has_own)]
    return Page(text, lambda: _last(after), [buttons], _at(number, "a", [write_action(action)]))


def _told(sentence: Markdown, result: Markdown) -> Markdown:
    """A winning answer, and under it what it leads to."""
    return md("- {}\n  -# {}", sentence, result) if result else md("- {}", sentence)


def _result(number: PuzzleNumber, puzzle: Puzzle, action: Action) -> Markdown:
    """The final scores after an answer, as its reader sees them: “You end with 41 points, the best other with 43.”"""
    end = final_state(GAMES[title_of(number)], puzzle.state, action)
    assert end is not None
    ranking = GAMES[title_of(number)].rules.ranking(end)
    own = next(place for place in ranking if place.seat == puzzle.question.seat)
    best = max((place for place in ranking if place.seat != own.seat), key=lambda place: (-place.place, place.score))
    note = md(" ({})", escape_prose(own.note)) if own.note else md("")
    return md("You end with {}{}, the best other with {}.", _score(own), note, _score(best))


def _score(place: RankingEntry) -> Markdown:
    return escape_prose(place.words) if place.words else md("{}", place.score)


def _winning(puzzle: Puzzle, seen: TableView, result: Callable[[Action], Markdown], *, won: bool) -> list[Markdown]:
    """The answers that win, where the reader’s did not; how many there are where it did."""
    if won:
        others = len(puzzle.winning_answers) - 1
        return [
            md(
                "{} of {} {}.",
                counted(others, "other answer"),
                puzzle.answer_count,
                md("wins") if others == 1 else md("win"),
            )
        ]
    right = [action for action in puzzle.question.offers if action in puzzle.winning_answers]
    told = [_told(seen.sentence(action), result(action)) for action in right[:_SHOWN]]
    more = [md("-# … and {}", counted(len(right) - _SHOWN, "other"))] if len(right) > _SHOWN else []
    return [md("These win:") if len(right) > 1 else md("This wins:"), *told, *more]


def _about(puzzle: Puzzle, seen: TableView) -> Markdown:
    own = seen.name(puzzle.question.seat)
    few = counted(len(puzzle.winning_answers), "answer")
    wins = md("wins") if len(puzzle.winning_answers) == 1 else md("win")
    few = md("{} of {} {} it", few, puzzle.answer_count, wins)
    return md("You are {}. This is the last choice of the game: {}. A shared win isn’t enough.", own, few)


def _title(number: PuzzleNumber) -> Markdown:
    return md("**Puzzle: win the game** · {}", escape_prose(GAMES[title_of(number)].name))


def _seen(number: PuzzleNumber, puzzle: Puzzle, name: str, state: State) -> TableView:
    """The game as the one who is asked sees it, with their name."""
    seat, seats = puzzle.question.seat, all_seats(len(GAMES[title_of(number)].rules.ranking(state)))
    players = [Player(name if one == seat else f"Player {one}") for one in seats]
    view: View[Any] = redact(state, seat)
    return seen_alone(title_of(number), players, view, ())


def _last(seen: TableView) -> list[Scene]:
    """The pictures under the end of the game, of which the first is the final table."""
    names = seen.painter.pictures_after_phase(seen.view, seen.drawing_context, "")
    return [scene for name in names for scene in seen.painter.public_scenes(name, seen.view, seen.drawing_context)]


def _at(number: PuzzleNumber, rest: str, words: Sequence[str] = ()) -> str:
    return custom_id("P", number, 0, " ".join([rest, *words]))


def _leads(number: PuzzleNumber) -> Leads:
    """The parts of a puzzle's question. Its titles ask for nothing that must be typed."""
    return Leads(
        menu=lambda picked, page: _at(number, f"m{page}", picked),
        select=lambda picked: _at(number, "s", picked),
        form=lambda picked: _at(number, "m0", picked),
        confirm=lambda action: _at(number, "a", [write_action(action)]),
    )
