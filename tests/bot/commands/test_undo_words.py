"""Texts about undone moves, and which move was chosen, with a made-up log."""

from types import SimpleNamespace
from typing import Any

import pytest

from bot.commands import undo
from bot.commands.undo import (
    _moves_by_number,
    _parse_target,
    _plain_move_text,
    _undo_own,
    _undo_result,
    _undone_moves_clause,
    _undone_text,
)
from bot.tables.table import LogEntry
from engine import Refused, Seat
from engine.store import LogRow
from engine.store.proposals import Proposal
from tests.bot.announcements.test_recipients import table

SEEN: Any = SimpleNamespace(
    with_names_at=lambda seq: SimpleNamespace(narration=lambda _: [] if seq == 9 else [f"Deed {seq}.", "More."]),
    names_at=lambda seq: lambda seat: f"player {seat}",
)


def moves(*by: Any) -> tuple[LogEntry, ...]:
    return tuple(LogEntry(seq, Seat(1), "p1 pass", maker, 0.0, ()) for seq, maker in enumerate(by, 5))


def at(*by: Any, **more: Any) -> Any:
    """Return services with a table whose moves, from 5 on, have these origins."""

    async def known(_: int) -> tuple[LogEntry, ...]:
        return moves(*by)

    return SimpleNamespace(tables=SimpleNamespace(active_moves=known, history=known), **more)


@pytest.mark.parametrize(
    ("to", "found"),
    [("#12", 12), (" #12", None), ("1", 5), ("2 · Ada passed", 7), ("3", None), ("0", None), ("#123456789", 123456789)],
)
async def test_move_is_chosen_by_position_or_shown_number(to: str, found: int | None) -> None:
    here = at("player", "ahead", "clock")
    assert {number: move.seq for number, move in (await _moves_by_number(here, table())).items()} == {1: 5, 2: 7}
    if found is None:
        with pytest.raises(Refused):
            await _parse_target(here, table(), to)
    else:
        assert await _parse_target(here, table(), to) == found


@pytest.mark.parametrize("to", ["#1234567890", "²", "x", ""])
async def test_invalid_move_number_is_refused(to: str) -> None:
    with pytest.raises(Refused):
        await _parse_target(at("player"), table(), to)


def entry(seq: int, seat: int, by: Any = "player") -> LogRow:
    return LogRow(seq, seat, "p1 pass", by, 0.0, b"[]")


@pytest.mark.parametrize(
    ("gone", "said"),
    [
        ([entry(5, 1)], ""),
        ([entry(5, 1), entry(6, 2, "forced")], ""),
        ([entry(5, 1), entry(6, 2)], ": this undoes 2 moves, the last being “Deed 6”"),
        (
            [entry(5, 1), entry(6, 2), entry(7, 1), entry(8, 2)],
            ": this undoes 4 moves, each player’s last being “Deed 7” and “Deed 8”",
        ),
        ([entry(5, 1), entry(9, 2)], ": this undoes 2 moves, the last being a move by player 1"),
    ],
)
async def test_moves_lost_by_an_undo_are_listed_by_player(gone: list[LogRow], said: str) -> None:
    here = at("player", "player", "forced", "player", "player")
    assert await _undone_moves_clause(here, table(), SEEN, gone) == said


async def test_setup_and_non_moves_cannot_be_named() -> None:
    for seq in (5, 7):
        with pytest.raises(Refused):
            await undo._move_text(at("start", "player"), table(), SEEN, seq)


@pytest.mark.parametrize(("count", "said"), [(1, "1 move was undone."), (2, "2 moves were undone.")])
def test_undone_moves_are_counted(count: int, said: str) -> None:
    assert _undone_text([entry(seq, 1) for seq in range(count)]) == said


@pytest.mark.parametrize(
    ("by", "seq", "done"),
    [
        (("player", "forced"), 8, True),
        (("player", "player"), 8, False),
        (("player", "order"), 8, False),
        (("player", "clock"), 8, False),
        (("player", "forced"), 5, False),  # nothing has happened since it was proposed
    ],
)
async def test_proposal_to_go_back_ends_when_the_game_is_back(by: tuple[Any, ...], seq: int, done: bool) -> None:
    proposal: Any = SimpleNamespace(head=5, detail="6", spec=Proposal)
    said = await _undo_result(at(*by), table(seq=seq), proposal)
    assert said == ("Done. The game is back at that point." if done else "")


@pytest.mark.parametrize(
    ("made", "whole", "said"),
    [
        (moves("undo"), True, "You undid your move."),
        (moves("undo", "undo", "ahead"), True, "You undid 2 moves."),
        (moves("undo")[0], False, "You undid your move."),
    ],
)
async def test_undo_confirmation_shows_the_number_of_moves(
    monkeypatch: pytest.MonkeyPatch, made: Any, whole: bool, said: str
) -> None:
    async def take(*_: Any, **__: Any) -> Any:
        return made

    async def anew(_: Any, __: int, lead: str) -> Any:
        return lead

    here = at(outbox=SimpleNamespace(wake=lambda _: None))
    monkeypatch.setattr(undo, "services_of", lambda _: here)
    monkeypatch.setattr(undo, "undo_turn" if whole else "one_back", take)
    monkeypatch.setattr(undo, "note_commit", lambda *_: None)
    monkeypatch.setattr(undo, "_question_page_with_redo", anew)
    interaction: Any = SimpleNamespace(user=SimpleNamespace(id=1), id=2)
    found: Any = await _undo_own(interaction, table(), whole=whole)
    assert found == said


@pytest.mark.parametrize(("lines", "said"), [(["Deed.", "More."], "Deed."), ([], "a move by Ada_1")])
def test_suggested_move_is_one_line_without_markdown(
    monkeypatch: pytest.MonkeyPatch, lines: list[str], said: str
) -> None:
    names: list[str] = []

    def renamed(_: Any, name: Any) -> Any:
        names.append(name(Seat(1)))
        return SimpleNamespace(narration=lambda _: lines)

    monkeypatch.setattr(undo, "replace", renamed)
    monkeypatch.setattr(undo, "player_names", lambda _: ["Ada_1", "Ben_2"])
    (move,) = moves("player")
    assert (_plain_move_text(table(), SEEN, move), names) == (said, ["Ada_1"])
