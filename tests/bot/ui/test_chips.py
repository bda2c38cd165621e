"""Which answers are buttons, and that what was pressed before there were so many still works."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot import limits
from bot.ui.answers import answers
from bot.ui.chips import FEW, Chip, Chips, chips, leading, other_verbs
from bot.ui.menu import Menu, MenuChoice, menu
from engine import GAMES, Action, Seat, decisions, play
from engine.core.action import verb
from tests.bot.taps import place_of
from tests.bot.world import NAMES, SELECT, World, spelled, world

MAP = "railway-rivals"
"""A title with more places than have room."""


class Halt(Action, frozen=True):
    """Halt."""


def test_what_buttons_do_stands_in_lines_that_fit_a_message() -> None:
    one = Halt(Seat(1))
    many = Chips(tuple(Chip((str(n),), f"{n}_{n}", one, "x" * 900) for n in range(FEW)))
    assert len("\n".join(many.lines)) < limits.CONTENT * 2 // 3
    assert many.lines[3].startswith("**3\\_3** xxx") and many.lines[3].endswith("…")
    assert not Chips((Chip(("a",), "A", one),)).lines


class Call(Action, frozen=True):
    """Call a word."""

    word: str


class Bet(Action, frozen=True):
    """Bet on a word."""

    word: str


class Seen:
    """A game without pictures whose labels are the words themselves."""

    view = game = name = None
    painter = SimpleNamespace(unmarked=lambda _: {"word"}, shared=lambda _: set())

    def label(self, action: Any, _: str = "") -> str:
        return str(action.word)


@pytest.mark.parametrize(
    ("answers_first", "bets", "buttons"), [(15, 5, 5), (15, 6, 1), (11, 6, 1), (10, 10, 10), (10, 11, 1), (1, 15, 15)]
)
def test_moves_of_another_verb_are_spelled_out_where_rows_are_left(answers_first: int, bets: int, buttons: int) -> None:
    calls = (Call(Seat(1), f"w{n}") for n in range(answers_first))
    entries = tuple(MenuChoice((call.word,), "", (call,)) for call in calls)
    beside = MenuChoice(("bet",), "", tuple(Bet(Seat(1), f"b{n}") for n in range(bets)))
    found = Menu("choices", ("call",), "word", entries, None, beside=(beside,))
    assert len(other_verbs(cast(Any, Seen()), found)) == buttons


def test_marks_of_a_picture_are_buttons_in_its_order_a_page_at_a_time() -> None:
    game = GAMES[MAP]
    state, _ = game.new(game.options(), 2, 7)
    while not any(verb(offer) == "build" for offer in decisions(state)[0].offers):
        state, _ = game_on(state)
    (asked, *_), offers = decisions(state), tuple(decisions(state)[0].offers)
    place, first = place_of(game, state, asked, 2), menu(offers)
    assert first is not None and first.kind == "verbs"
    found = leading(place.seen, first, offers)
    assert found.field and found.back is None, "the first question is asked at once"
    assert [entry.words for entry in found.beside] == [entry.words for entry in first.entries[1:]]
    found = replace(found, beside=())
    pages = [chips(place.seen, found, page) for page in range(9)]
    labels = [chip.label for page in pages[: pages[0].last + 1 if pages[0] else 0] if page for chip in page.shown]
    assert labels == [entry.key for entry in found.entries] and len(labels) > FEW
    assert pages[8] == pages[pages[0].last if pages[0] else 0], "a page that is no more is the last one"


def test_more_shows_every_answer_after_a_page_with_other_verbs() -> None:
    game = GAMES[MAP]
    state, _ = game.new(game.options(), 2, 7)
    while not any(verb(offer) == "build" for offer in decisions(state)[0].offers):
        state, _ = game_on(state)
    (asked, *_), offers = decisions(state), tuple(decisions(state)[0].offers)
    place, first = place_of(game, state, asked, 2), menu(offers)
    assert first is not None
    found = leading(place.seen, first, offers)
    more = next(item for row in answers(place, found, 0) for item in row if getattr(item, "label", "") == "More")
    assert str(more.custom_id).endswith(" ".join(["-0", *found.picked])), "from the first answer on"


def game_on(state: Any) -> tuple[Any, Any]:
    """The state after the first offer."""
    return play(state, next(iter(decisions(state)[0].offers)))


async def test_a_select_of_an_old_menu_still_answers(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started(*NAMES[:2])
        person, decision = await running.asked()
        first, *answer = spelled(next(iter(decision.offers))).split()
        shown = (await person.click(running.latest("Your move"), label="Your move")).response
        table = await running.table()
        select_in(running, shown, f"s:{table.id}:{table.seq}:{first}", answer[0])
        said = (await person.select(shown, [answer[0]])).response
        assert "Confirm" in running.labels(said)


def select_in(running: World, message: Any, identity: str, value: str) -> None:
    """Puts a select into the message, as an older release showed it."""
    option = {"label": value, "value": value}
    stored = running.env.backend.get_message(message.channel_id, message.id)
    parts = [{"type": SELECT, "custom_id": identity, "options": [option], "min_values": 1, "max_values": 1}]
    stored.components = [{"type": 1, "components": parts}]
