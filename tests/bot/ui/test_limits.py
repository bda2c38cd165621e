"""All that the bot sends keeps Discord's limits. The simulation checks only some of them."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from simcord.components import walk_components

from bot import limits
from bot.client import build_bot
from bot.config import Settings
from bot.routes import all_commands
from bot.ui.components import custom_id
from bot.ui.questions import next_question
from engine import GAMES, Refused, decisions, play, write_action
from engine.core import MAX_LENGTH, premove_decisions, verb_of
from tests.bot.games.test_game_by_buttons import play_by_buttons
from tests.bot.games.test_game_by_commands import one_move
from tests.bot.simulated_channel import BUTTON, NAMES, SELECT, WORDS, World, world

NAME = re.compile(r"[-_\w]{1,32}")
ROW = 1
LOOKED_AT = 4_000
"""The number of offers in a game after which its questions are checked less and less often."""
SUBCOMMAND, GROUP = 1, 2


def leaves(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the command and all subcommands in it."""
    yield command
    for option in command.get("options", []):
        yield from leaves(option)


async def test_every_command_can_be_registered_with_discord() -> None:
    tree = build_bot(Settings()).tree
    sent = [command.to_dict(tree) for command in all_commands()]
    assert len(sent) <= limits.COMMANDS
    assert len({command["name"] for command in sent}) == len(sent)
    for part in (part for command in sent for part in leaves(command)):
        assert NAME.fullmatch(part["name"]) and part["name"] == part["name"].lower()
        assert 1 <= len(part["description"]) <= limits.COMMAND_DESCRIPTION
        options = part.get("options", [])
        assert len(options) <= limits.COMMAND_OPTIONS
        assert len(part.get("choices", [])) <= limits.AUTOCOMPLETE_CHOICES
        required = [option.get("required", False) for option in options if option["type"] not in (SUBCOMMAND, GROUP)]
        assert required == sorted(required, reverse=True)
        for choice in part.get("choices", []):
            assert len(choice["name"]) <= limits.CHOICE_NAME and len(str(choice["value"])) <= limits.CHOICE_VALUE


def test_longest_move_with_longest_ids_fits_a_custom_id() -> None:
    assert len(custom_id("a", 10**8, 10**5, "x" * MAX_LENGTH)) <= limits.CUSTOM_ID


def tables() -> Iterator[Any]:
    """Yield every game with its fewest and most players, and with every preset that suits them."""
    for game in GAMES.values():
        for name, options in (game.options.presets() or {"": game.options()}).items():
            for seats in (game.seats[0], game.seats[-1]):
                with suppress(Refused):
                    options.check_seats(seats)
                    yield pytest.param(game, options, seats, id=f"{game.key} {name} {seats}")


@pytest.mark.parametrize(("game", "options", "seats"), list(tables()))
def test_every_question_fits_a_page_and_leads_to_every_offer(game: Any, options: Any, seats: int) -> None:
    rng, used, seen = Random(11), Counter[str](), 0
    state, _ = game.new_game(options, seats, 6)
    while asked := decisions(state):
        for question in (*asked, *premove_decisions(state)) if rng.random() * seen < LOOKED_AT else ():
            offers = list(question.offers)
            seen += len(offers)
            for wanted in {verb_of(action): action for action in rng.sample(offers, len(offers))}.values():
                walk_to(offers, wanted)
        action = min(rng.sample(offers := list(asked[0].offers), len(offers)), key=lambda a: used[verb_of(a)] > 2)
        used[verb_of(action)] += 1
        state, _ = play(state, action)


def walk_to(offers: list[Any], wanted: Any) -> None:
    """Answer the questions that lead to ``wanted``."""
    picked: tuple[str, ...] = ()
    while (question := next_question(offers, picked)) is not None and question.kind != "confirm":
        assert len(custom_id("m", 10**8, 10**5, " ".join(["-0", *question.picked]))) <= limits.CUSTOM_ID
        if question.kind == "number":
            picked = (*question.picked, write_action(wanted).split()[1:][len(question.picked)])
            assert question.low <= int(picked[-1]) <= question.high
            continue
        entry = next(e for e in question.entries if wanted in e.actions)
        assert all(len(word) <= limits.SELECT_TEXT for word in entry.words)
        picked = (*question.picked, *entry.words)
    assert question is not None and question.sample == wanted


def hold(running: World) -> None:
    """Check every message, form, and answer that the bot has sent."""
    for request in running.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        hold_message(body.get("data") or body if "callback" in request.path else body)


def hold_message(body: dict[str, Any]) -> None:
    assert len(body.get("content") or "") <= limits.CONTENT
    assert len(str(body.get("nonce") or "")) <= limits.NONCE
    assert len(body.get("attachments") or []) <= limits.FILES
    for file in body.get("attachments") or []:
        assert 0 < len(file.get("description") or "x") <= limits.ALT_TEXT
    embeds = body.get("embeds") or []
    assert sum(len(e.get("title") or "") + len(e.get("description") or "") for e in embeds) <= limits.EMBED_TOTAL
    for choice in body.get("choices") or []:
        assert 1 <= len(choice["name"]) <= limits.CHOICE_NAME
        assert len(str(choice["value"])) <= limits.CHOICE_VALUE
    rows = body.get("components") or []
    laid_out = discord.MessageFlags._from_value(body.get("flags") or 0).components_v2
    if laid_out:
        texts = [part["content"] for part in walk_components(rows) if part["type"] == WORDS]
        assert sum(map(len, texts)) <= limits.LAYOUT and not body.get("content")
        assert len(list(walk_components(rows))) <= limits.LAYOUT_PARTS
        assert all(len(part.get("items") or "1") == 1 for part in walk_components(rows)), "several would be cut"
    else:
        assert len(body.get("attachments") or []) <= 1, "several would be cut"
        assert len(rows) <= limits.ROWS
    for row in [row for row in rows if row["type"] == ROW]:
        assert len(row.get("components", [])) <= limits.BUTTONS_IN_ROW
    parts = list(walk_components(rows))
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    assert len(set(ids)) == len(ids) and all(1 <= len(i) <= limits.CUSTOM_ID for i in ids)
    for part in parts:
        if part["type"] == BUTTON:
            assert 1 <= len(part["label"]) <= limits.BUTTON_LABEL
        if part["type"] == SELECT:
            assert 1 <= len(part["options"]) <= limits.SELECT_OPTIONS
            values = [option["value"] for option in part["options"]]
            assert len(set(values)) == len(values)
            assert all(
                1 <= len(text) <= limits.SELECT_TEXT for o in part["options"] for text in (o["label"], o["value"])
            )


async def test_messages_of_a_game_by_commands_keep_discord_limits(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started(*NAMES)
        rng = Random(9)
        for _ in range(60):
            await one_move(running, rng)
        for name in NAMES:
            person = running.person(name)
            await person.autocomplete(running.channel, "move", "line", "")
            for command in ("board", "hand", "history", "rules", "help", "game status"):
                await person.slash(running.channel, command)
        hold(running)


async def test_messages_of_a_game_by_buttons_keep_discord_limits(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        await running.started("Ada", "Ben")
        rng = Random(9)
        for _ in range(40):
            await play_by_buttons(running, rng, set())
        hold(running)
