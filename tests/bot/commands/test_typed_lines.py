"""Lines of notation as people type them: which move is meant, and how players are named in them."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.commands.move import _resolve_words, _seat_names_text
from engine import Action, Seat

ONE = Seat(1)
NAMES = {1: "Ada", 2: "Ben", 3: "Cleo Great"}


class Draft(Action, frozen=True):
    """Take a tile."""

    tile: str


class Deal(Action, frozen=True):
    """Offer somebody a sum."""

    rival: Seat
    sum: int


class Move(Action, frozen=True):
    """Move on."""

    town: str


def place() -> Any:
    offers = [Draft(ONE, "New_York"), Draft(ONE, "Lincoln"), Deal(ONE, Seat(2), 5), Move(ONE, "York")]
    game = SimpleNamespace(actions=(Draft, Deal, Move))
    seen = SimpleNamespace(game=game, caption=lambda seat: NAMES[seat], name=lambda seat: NAMES[seat])
    at: dict[str, Any] = {"decision": SimpleNamespace(offers=offers), "premoves": None, "seat": ONE, "table_view": seen}
    return cast(Any, SimpleNamespace(table=SimpleNamespace(players=NAMES), **at))


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("draft New_York", "draft New_York"),
        ("DRAFT new york", "draft New_York"),
        ("p1 draft new-york", "draft New_York"),
        ("/move draft Lincoln", "draft Lincoln"),
        ("move york", "move York"),
        ("deal Ben 5", "deal 2 5"),
        ("deal ben 7", "deal 2 7"),
        ("deal cleo great 7", "deal 3 7"),
        ("deal Cleo_Great 7", "deal 3 7"),
        ("deal 3 7", "deal 3 7"),
        ("draft Old Town", "draft Old_Town"),
        ("deal nobody 5", "deal nobody 5"),
        ("Fly away now", "fly away now"),
        ("\u202edraft Lin\u200bcoln\ufeff", "draft Lincoln"),
        ("", ""),
    ],
)
def test_typed_line_matches_its_move_in_any_spelling(line: str, meant: str) -> None:
    assert " ".join(_resolve_words(place(), line)) == meant


def test_player_notation_is_explained_only_for_moves_about_players() -> None:
    assert _seat_names_text(place(), "deal") == " Write a player as a seat: 2 Ben, 3 Cleo Great."
    assert not _seat_names_text(place(), "draft") and not _seat_names_text(place(), "fly")
