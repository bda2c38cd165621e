"""A table after a user has deleted their data, and the statistics of a player's habits."""

from typing import Any

import pytest

from bot.persons.privacy import FORMER_PLAYER_NAME, _remove_user
from bot.persons.stats import habit_lines
from bot.play.seats import computer_name
from bot.tables.table import Player
from engine.store import FormerHolder
from engine.store.results import PlayRecord
from tests.bot.ui.test_seat_text import ADA, BEN, CLEO, COMPUTER, LEFT, table

NOBODY, ROBOT = Player(FORMER_PLAYER_NAME), Player(computer_name(FORMER_PLAYER_NAME), policy="greedy")


@pytest.mark.parametrize(
    ("players", "more", "left", "host", "status"),
    [
        ((ADA, BEN, CLEO), {}, (ADA, NOBODY, CLEO), 1, "playing"),
        ((ADA, COMPUTER, CLEO), {}, (ADA, ROBOT, CLEO), 1, "playing"),
        ((ADA, BEN, CLEO), {"host": 2}, (ADA, NOBODY, CLEO), 1, "playing"),
        ((LEFT, BEN, CLEO), {"host": 2}, (LEFT, NOBODY, CLEO), 3, "playing"),
        ((LEFT, BEN, LEFT), {"host": 2}, (LEFT, NOBODY, LEFT), 0, "playing"),
        ((ADA, BEN), {"status": "lobby", "state": None}, (ADA,), 1, "lobby"),
        ((ADA, BEN), {"status": "lobby", "state": None, "host": 2}, (ADA,), 1, "lobby"),
        ((ADA,), {"status": "lobby", "state": None, "host": 2}, (ADA,), 1, "lobby"),
        ((BEN,), {"status": "lobby", "state": None, "host": 2}, (), 0, "ended"),
        ((LEFT,), {"status": "lobby", "state": None, "host": 2}, (LEFT,), 0, "ended"),
        ((ADA, BEN), {"status": "finished", "host": 9}, (ADA, NOBODY), 9, "finished"),
    ],
)
def test_table_continues_without_deleted_user_and_host_role_passes_on(
    players: Any, more: Any, left: Any, host: int, status: str
) -> None:
    found = _remove_user(table(players=players, **more), 2)
    assert (found.players, found.host, found.status) == (left, host, status)


def test_notes_and_former_holders_do_not_name_deleted_users() -> None:
    holders = (FormerHolder(2, 4, "Ben", 2), FormerHolder(2, 5, computer_name("Ben"), 2), FormerHolder(2, 6, "Cleo", 3))
    found = _remove_user(table(notes={"call": 2, "card": 3}, holders=holders), 2)
    assert found.notes == {"call": 0, "card": 3}
    assert [(one.name, one.user) for one in found.holders] == [
        (FORMER_PLAYER_NAME, None),
        (computer_name(FORMER_PLAYER_NAME), None),
        ("Cleo", 3),
    ]


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ({}, ()),
        ({"in_time": 3}, ("At tables with a clock: 100% of 3 turns on time; time ran out never.",)),
        ({"in_time": 2, "run_out": 1}, ("At tables with a clock: 66% of 3 turns on time; time ran out once.",)),
        ({"run_out": 1}, ("At tables with a clock: 0% of 1 turn on time; time ran out once.",)),
        ({"begun": 3, "finished": 2}, ("Played to the end: 2 of 3 games.",)),
        ({"waits": (60.0, 7_200.0, 9_999_999.0)}, ("A turn usually takes 2 hours.",)),
        ({"waits": (1.0,)}, ("A turn usually takes less than a minute.",)),
    ],
)
def test_habits_are_shown_as_far_as_known(record: Any, said: tuple[str, ...]) -> None:
    usual = {"in_time": 0, "run_out": 0, "begun": 0, "finished": 0, "waits": ()}
    assert habit_lines(PlayRecord(**{**usual, **record})) == said
