"""Buttons and pages of a lobby, and whether its game can start."""

from typing import Any, cast

import msgspec
import pytest

from bot.tables.table import BookkeepingKey, Player, Table
from bot.ui.components import parse_custom_id
from bot.ui.lobby import host_page, lobby_buttons, options_page, page_of_option
from engine import GAMES
from engine.core.game import option_values
from tests.bot.seated_players import ADA, BEN, CAT

RIVALS, ISLAND = "railroad-rivals", "railroads-of-catan"
LONGER = {"bidding": "whole-order"}
"""An option that cannot be played alone."""


def lobby(title: str, *players: Player, **given: Any) -> Table:
    about: dict[str, Any] = {"guild": 1, "options": {}, "status": "lobby", **given}
    return Table(id=7, channel=1, title=title, host=101, players=players, **about)


def labels(table: Table) -> set[str]:
    """Return the buttons under the card."""
    return {item.label for item in cast(Any, lobby_buttons(table).children)}


def host_labels(table: Table) -> set[str]:
    """Return the buttons in the host's menu."""
    return {item.label for row in cast(Any, host_page(table, 0)[1]) for item in row if hasattr(item, "label")}


@pytest.mark.parametrize(
    ("table", "label", "can"),
    [
        (lobby(RIVALS, ADA), "Start alone", True),
        (lobby(RIVALS, ADA, BEN), "Start", True),
        (lobby(RIVALS, ADA, options=LONGER), "Start alone", False),
        (lobby(RIVALS, ADA, options=LONGER, notes={BookkeepingKey.PREVIOUS_TABLE: 1}), "Start", False),
        (lobby(RIVALS, ADA, notes={BookkeepingKey.PREVIOUS_TABLE: 1}), "Start alone", True),
        (lobby(ISLAND, ADA), "Start", False),
        (lobby(ISLAND, ADA, BEN), "Start", False),
        (lobby(ISLAND, ADA, BEN, CAT), "Start", True),
        (lobby(ISLAND, ADA, chairs=3), "Continue", False),
        (lobby(ISLAND, ADA, BEN, CAT, chairs=3), "Continue", True),
    ],
)
def test_host_menu_says_whether_the_game_can_start(table: Table, label: str, can: bool) -> None:
    assert label in host_labels(table) and ("The game can start." in host_page(table, 0)[0]) is can


@pytest.mark.parametrize(
    ("given", "card", "menu"),
    [
        ({}, {"Join", "Leave", "Learn", "Host…"}, {"Start", "Options", "Clock"}),
        ({"guild": None}, {"Start", "Learn", "Host…"}, {"Start", "Options"}),
        ({"chairs": 3}, {"Join", "Leave", "Host…"}, {"Continue", "Clock"}),
        (
            {"notes": {BookkeepingKey.MENTIONABLE_ROLE: 5}},
            {"Join", "Leave", "Learn", "Host…"},
            {"Start", "Options", "Clock", "Call players"},
        ),
    ],
)
def test_lobby_has_only_useful_buttons(given: Any, card: set[str], menu: set[str]) -> None:
    assert labels(lobby(RIVALS, ADA, BEN, **given)) == card
    assert host_labels(lobby(RIVALS, ADA, BEN, **given)) == menu
    assert not labels(lobby(RIVALS, ADA, BEN, status="ended", **given))


@pytest.mark.parametrize("title", GAMES)
def test_every_option_is_on_one_page_and_page_buttons_work(title: str) -> None:
    fields = msgspec.structs.fields(GAMES[title].options)
    table, names = lobby(title, ADA), [field.name for field in fields if len(option_values(field)) > 1]
    found, last = list[str](), page_of_option(table, names[-1])
    for page in range(last + 1):
        _, rows = options_page(table, page)
        *selects, turn = cast(Any, rows)
        assert len(rows) <= 5 and [parse_custom_id(item.custom_id).arguments for item in turn] == [  # type: ignore[union-attr]
            *(str(to) for to in (page - 1, page + 1) if 0 <= to <= last),
            "back",
        ]
        here = [row[0].custom_id.removeprefix("o:7:0:") for row in selects if row[0].custom_id.startswith("o:")]
        assert {page_of_option(table, name) for name in here} == {page}
        found += here
    assert found == names


def test_current_choice_is_marked_in_every_select() -> None:
    table = lobby(RIVALS, ADA, BEN, options=LONGER)
    every = [row for page in range(9) for row in options_page(table, page)[1]]
    selects = {item.custom_id: item for row in cast(Any, every) for item in row if hasattr(item, "options")}
    chosen = {name: [one.value for one in item.options if one.default] for name, item in selects.items()}
    assert chosen["o:7:0:bidding"] == ["whole-order"] and chosen["p:7:0:0"] == []
    assert all(len(values) == 1 for name, values in chosen.items() if name.startswith("o:"))
