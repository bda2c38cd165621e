"""``/puzzle``: the last choice of a game, to win it. It knows no title."""

from collections.abc import Sequence

from discord import app_commands

from bot.commands.replay import show_own_puzzles, show_picked_puzzle
from bot.desk import desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import md
from bot.past.mistakes import own_puzzles_of
from bot.solo.puzzle_pages import ALL_DONE, answer_page, own_puzzles, question_page
from bot.solo.puzzles import known, title_of
from bot.ui.asking import answers_of
from bot.ui.components import Press, unknown
from bot.ui.page import Page, is_turned, show
from bot.wording import clean
from engine import GAMES, Refused, Unreadable, read_action
from engine.store.apart import in_thread
from engine.store.ids import PuzzleNumber


@app_commands.command(name="puzzle", description="Win a game with its last move, only for you")
@spoken
async def puzzle(interaction: Interaction) -> None:
    await _show_next(interaction)


async def puzzle_pressed(interaction: Interaction, press: Press) -> None:
    """A press in a puzzle: the number says which one."""
    if press.rest == "own":
        await show_own_puzzles(interaction)
        return
    if press.rest == "pick":
        await show_picked_puzzle(interaction, press)
        return
    deed, *words = press.rest.split(" ")
    if deed[0] != "n":
        desk(interaction).sessions.offered.check_offered(title_of(press.puzzle))
    match deed[0]:
        case "n":
            await _show_next(interaction)
        case "s":
            await _show_question(interaction, press.puzzle, answers_of(words, press.values))
        case "a":
            await _answer(interaction, press.puzzle, " ".join(words))
        case _:
            await _show_question(interaction, press.puzzle, words, int(deed[1:]))


async def _show_next(interaction: Interaction) -> None:
    if not desk(interaction).sessions.offered.puzzles:
        raise Refused(md("There are no puzzles for the games that are offered here."))
    at = desk(interaction).puzzles
    number = await at.next_for(user_of(interaction))
    if number is None:
        points = await at.points(user_of(interaction))
        own = own_puzzles(has_own=await _has_own(interaction))
        await show(interaction, Page(md("{} Your rating is {}.", ALL_DONE, points), None, [own]))
        return
    await _show_question(interaction, number)


async def _show_question(
    interaction: Interaction, number: PuzzleNumber, picked: Sequence[str] = (), page: int = 0
) -> None:
    name, has_own = _name(interaction), await _has_own(interaction)
    await show(interaction, await in_thread(lambda: question_page(number, name, picked, page, has_own=has_own)))


async def _answer(interaction: Interaction, number: PuzzleNumber, line: str) -> None:
    """Counts the answer, if it is the first; another press or answer only shows what comes of it."""
    at, user = desk(interaction).puzzles, user_of(interaction)
    asked = await in_thread(known, number)
    try:
        action = read_action(line, GAMES[title_of(number)].actions)
    except Unreadable:
        await _show_question(interaction, number)
        return
    if action not in asked.question.offers:
        await _show_question(interaction, number)
        return
    if is_turned(interaction) and number not in await at.answered(user):
        await unknown()  # another picture is no answer, and nobody sees the end before theirs
    won = action in asked.winning_answers
    counts = await at.answer(user, number, won=won)
    points = await at.points(user)
    name, has_own = _name(interaction), await _has_own(interaction)
    made = await in_thread(lambda: answer_page(number, name, action, counts=counts, points=points, has_own=has_own))
    await show(interaction, made)


async def _has_own(interaction: Interaction) -> bool:
    """Whether turning points of the presser's own games make puzzles."""
    return bool(await own_puzzles_of(desk(interaction).sessions, user_of(interaction)))


def _name(interaction: Interaction) -> str:
    return clean(interaction.user.display_name) or clean(interaction.user.name)
