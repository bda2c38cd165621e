"""``/puzzle``: shows the last choice of a game; the user looks for the move that wins."""

from collections.abc import Sequence

from discord import app_commands

from bot.commands.replay import show_own_puzzles, show_picked_puzzle
from bot.errors import Interaction, handle_errors, user_of
from bot.history.mistakes import load_own_puzzles
from bot.markdown import md
from bot.names import sanitize_name
from bot.page_reply import is_picture_turn, send_page
from bot.services import services_of
from bot.solo.puzzle_pages import ALL_DONE_TEXT, answer_page, own_puzzles_row, puzzle_page
from bot.solo.puzzle_service import find_puzzle, title_of
from bot.ui.components import ButtonPress, raise_unknown_button
from bot.ui.page import Page
from bot.ui.question_components import words_with_values
from engine import GAMES, Refused, Unreadable, read_action
from engine.store.ids import PuzzleNumber
from engine.threads import run_in_thread


@app_commands.command(name="puzzle", description="Win a game with its last move, only for you")
@handle_errors
async def puzzle(interaction: Interaction) -> None:
    await _show_next_puzzle(interaction)


async def handle_puzzle_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press in a puzzle, or in the list of puzzles from the user's own games. The press's number is the
    puzzle.
    """
    if press.arguments == "own":
        await show_own_puzzles(interaction)
        return
    if press.arguments == "pick":
        await show_picked_puzzle(interaction, press)
        return
    verb, *words = press.arguments.split(" ")
    if verb[0] != "n":
        services_of(interaction).tables.offered_games.check_offered(title_of(press.puzzle_number))
    match verb[0]:
        case "n":
            await _show_next_puzzle(interaction)
        case "s":
            await _show_question(interaction, press.puzzle_number, words_with_values(words, press.values))
        case "a":
            await _answer_puzzle(interaction, press.puzzle_number, " ".join(words))
        case _:
            await _show_question(interaction, press.puzzle_number, words, int(verb[1:]))


async def _show_next_puzzle(interaction: Interaction) -> None:
    if not services_of(interaction).tables.offered_games.puzzles:
        raise Refused(md("There are no puzzles for the games that are offered here."))
    puzzles = services_of(interaction).puzzles
    number = await puzzles.choose_puzzle(user_of(interaction))
    if number is None:
        points = await puzzles.load_points(user_of(interaction))
        own_puzzles_button = own_puzzles_row(has_own=await _has_own_puzzles(interaction))
        await send_page(
            interaction, Page(md("{} Your rating is {}.", ALL_DONE_TEXT, points), None, [own_puzzles_button])
        )
        return
    await _show_question(interaction, number)


async def _show_question(
    interaction: Interaction, number: PuzzleNumber, picked: Sequence[str] = (), page: int = 0
) -> None:
    name, has_own = _reader_name(interaction), await _has_own_puzzles(interaction)
    await send_page(interaction, await run_in_thread(lambda: puzzle_page(number, name, picked, page, has_own=has_own)))


async def _answer_puzzle(interaction: Interaction, number: PuzzleNumber, line: str) -> None:
    """Store the user's first answer and show the result."""
    puzzles, user = services_of(interaction).puzzles, user_of(interaction)
    puzzle = await run_in_thread(find_puzzle, number)
    try:
        action = read_action(line, GAMES[title_of(number)].actions)
    except Unreadable:
        await _show_question(interaction, number)
        return
    if action not in puzzle.question.offers:
        await _show_question(interaction, number)
        return
    if is_picture_turn(interaction) and number not in await puzzles.load_answers(user):
        await raise_unknown_button()  # a change of the picture is no answer, and must not show the result
    won = action in puzzle.winning_answers
    counts = await puzzles.save_answer(user, number, won=won)
    points = await puzzles.load_points(user)
    name, has_own = _reader_name(interaction), await _has_own_puzzles(interaction)
    page = await run_in_thread(lambda: answer_page(number, name, action, counts=counts, points=points, has_own=has_own))
    await send_page(interaction, page)


async def _has_own_puzzles(interaction: Interaction) -> bool:
    return bool(await load_own_puzzles(services_of(interaction).tables, user_of(interaction)))


def _reader_name(interaction: Interaction) -> str:
    return sanitize_name(interaction.user.display_name) or sanitize_name(interaction.user.name)
