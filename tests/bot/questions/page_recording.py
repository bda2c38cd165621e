"""Play a seeded game in the simulated Discord by the private menu, and record every page shown."""

import struct
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.ui.answer_buttons import likeliest_question
from bot.ui.components import parse_custom_id
from bot.ui.question_components import words_with_values
from bot.ui.questions import next_question
from bot.view import TableView, view_table
from engine import GAMES, Decision, redact, write_action
from engine.agents import random_agent
from engine.core import rng_from_seed
from engine.core.action import menu_offers
from tests.baselines import HINTS
from tests.bot.simulated_channel import BUTTON, NAMES, SELECT, World, parts, world
from tests.bot.whole_game import best_button, best_option, is_made, making_button

_MOST_PRESSES = 12
_TYPED = ("Type it…", "Step by step…", "Another number…")
_WAYS = ("Back", "More", "Earlier", "Hint", "Plan ahead…", "Undo", "Restart turn", "Board", *_TYPED)
"""Buttons that are no answers."""


class Recorded(msgspec.Struct, frozen=True):
    """A page as shown: its text, the labels of its rows (a select is one empty label), and its picture's size.

    ``answers`` are the labels of all answers, with those of a select. ``is_place``: whether the page is about places in
    the picture, which must then be shown.
    """

    title: str
    text: str
    rows: tuple[tuple[str, ...], ...]
    answers: tuple[str, ...]
    kind: str
    picture: tuple[int, int] | None
    is_place: bool = False


class Played(msgspec.Struct, frozen=True):
    """A decision: the move without its seat, its taps, and whether buttons led to it."""

    title: str
    move: str
    taps: int
    reached: bool


async def record(
    folder: Path, title: str, seed: int, moves: int, **options: str
) -> tuple[list[Recorded], list[Played]]:
    """Return the pages and decisions of the first moves of a game of three, played by the baseline and at random."""
    pages, decisions = list[Recorded](), list[Played]()
    async with world(folder, pictures="one") as running:
        running.deal(seed)
        await running.started(*NAMES[:3], title=title, **options)
        for number in range(moves):
            if (await running.table()).status != "playing":
                break
            person, asked = await running.asked()
            action = await _action(running, asked, number, seed)
            taps, words, is_move_made = 0, tuple(write_action(action).split()[1:]), False
            seen = view_table(await running.table(), asked.seat)
            async for page, cost, picked in _pages(running, person, action):
                taps += cost
                recorded = await _recorded(running, title, page)
                pages.append(replace(recorded, is_place=_is_about_places(seen, asked, picked)))
                is_move_made = taps > 1 and is_made(page)  # the first page may tell of the move before
                last = page
            makes = making_button(last.response, action)
            reached = is_move_made or bool(makes) or _may_be_typed(last.response)
            decisions.append(Played(title, " ".join(words), taps + (not is_move_made), reached))
            if makes and not is_move_made:
                await person.click(last.response, custom_id=makes)
            elif not is_move_made:
                await person.slash(running.channel, "move", line=" ".join(words))
    return pages, decisions


def _is_about_places(seen: TableView, asked: Decision, picked: tuple[str, ...]) -> bool:
    """Whether the question after these answers is about places in the picture."""
    found = next_question(asked.offers, picked)
    if found is None or found.kind == "confirm":
        return False
    found = likeliest_question(seen, found, asked.offers)
    return found.kind != "verbs" and found.field in seen.painter.place_fields(seen.view)


def _may_be_typed(message: Any) -> bool:
    """Whether the page has a form for numbers and values without a button."""
    return any(part.get("label") in _TYPED for part in parts(message))


async def _action(running: World, asked: Any, number: int, seed: int) -> Any:
    """Return the baseline's move, or a random one every third time."""
    table = await running.table()
    game, view, listed = (
        GAMES[table.title],
        redact(table.state, asked.seat),
        replace(asked, offers=menu_offers(asked.offers)),
    )
    if number % 3 == 2:
        return random_agent.choose(game, view, listed, rng_from_seed(number, f"questions {seed}"))[0]
    return max(listed.offers, key=partial(HINTS[table.title], view))


async def _pages(running: World, person: Any, action: Any) -> AsyncIterator[tuple[Any, int, tuple[str, ...]]]:
    """Yield the pages from *Your move* to *Confirm*, each with the taps before it and the earlier answers.

    The last page may be the result of the move.
    """
    shown, cost, picked = await person.click(running.latest("Your move"), label="Your move"), 1, tuple[str, ...]()
    cost_so_far = 0
    for _ in range(_MOST_PRESSES):
        yield shown, cost, picked
        cost_so_far += cost
        if (cost_so_far > 1 and is_made(shown)) or making_button(shown.response, action):
            return
        message = shown.response
        button, option = best_button(message, action), best_option(message, action)
        if option:
            picked = _after_option(message, option)  # before the message changes
            shown, cost = await person.select(message, [option]), 2
        elif button:
            shown, cost, picked = await person.click(message, custom_id=button), 1, _answers(button)
        elif "More" in running.labels(message):
            shown, cost = await person.click(message, label="More"), 1
        else:
            return


def _answers(identity: str) -> tuple[str, ...]:
    """Return the answers in the ``custom_id`` of a button."""
    press = parse_custom_id(identity)
    return tuple(press.arguments.split()[1:]) if press else ()


def _after_option(message: Any, option: str) -> tuple[str, ...]:
    """Return the answers so far with those of an option."""
    select = next(part for part in parts(message) if any(one["value"] == option for one in part.get("options", ())))
    press = parse_custom_id(select["custom_id"])
    return tuple(words_with_values(press.arguments.split(), [option])) if press else ()


async def _recorded(running: World, title: str, shown: Any) -> Recorded:
    message = shown.response
    rows = [row["components"] for row in parts_in_rows(message)]
    buttons = [part for row in rows for part in row if part["type"] == BUTTON]
    options = [option["label"] for row in rows for part in row for option in part.get("options", ())]
    labels = [part["label"] for part in buttons if part["label"] not in _WAYS]
    confirms = any(part["label"] == "Confirm" for part in buttons)
    return Recorded(
        title,
        message.content,
        tuple(tuple("" if part["type"] == SELECT else part["label"] for part in row) for row in rows),
        (*labels, *options),
        "made" if is_made(shown) and not labels else "confirm" if confirms else "question",
        await _size(message),
    )


def parts_in_rows(message: Any) -> list[Any]:
    """Return the rows of a message as Discord gets them."""
    return [row if isinstance(row, dict) else row.to_dict() for row in message.components]


async def _size(message: Any) -> tuple[int, int] | None:
    """Return width and height of the picture from its file."""
    for attachment in message.attachments[:1]:
        wide, high = struct.unpack(">II", (await attachment.read())[16:24])
        return int(wide), int(high)
    return None
