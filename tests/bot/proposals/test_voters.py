"""Who votes on a proposal, how many must agree, and whether it has already been carried out."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.commands.clock import resume_proposal
from bot.commands.seats import replacement_proposal
from bot.commands.undo import undo_proposal
from bot.play import seats
from bot.play.seat_holders import EVERYBODY, LONG_PAUSE
from bot.proposals.service import Poll, Proposal
from bot.tables.table import Table
from engine.store import Clock
from engine.store.table_settings import TableSettings
from tests.bot.simulated_channel import World, world


def proposal(table: Table, kind: str, detail: str = "", **more: Any) -> Proposal:
    given = {"session": table.id, "words": "", "user": table.host, "head": table.seq, "at": 0.0, **more}
    return Proposal(kind=kind, detail=detail, **given)


def late(table: Table, seat: int) -> Table:
    """Return the table as if the seat had been asked long ago."""
    clock = Clock(point=table.seq, bank=1.0, since=0.0)
    return replace(table, terms=TableSettings(clock="daily"), clocks={**table.clocks, seat: clock})


async def about(running: World, table: Table, seat: int, **more: Any) -> Poll:
    """Return the poll about opening the seat to everybody."""
    user = table.players[seat - 1].user or 0
    return await replacement_proposal(running.bot.services).find_poll(
        table, proposal(table, "replace", f"{seat} {EVERYBODY} {user}", **more)
    )


async def test_at_a_table_of_two_the_concerned_or_the_punctual_player_decides(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        ada, ben = running.person("Ada").id, running.person("Ben").id
        assert await about(running, table, 2) == Poll((ben,), 1)
        assert await about(running, late(table, 2), 2) == Poll((ada,), 1)


async def test_majority_of_others_or_the_concerned_player_decides(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", "Cleo", "Dov")
        ada, ben, cleo, dov = (running.person(name).id for name in ("Ada", "Ben", "Cleo", "Dov"))
        assert await about(running, table, 2) == Poll((ada, cleo, dov, ben), 2)
        assert await about(running, table, 2, votes={ben: True}) == Poll((ben,), 1)
        assert await about(running, table, 2, votes={ben: False}) == Poll((ada, cleo, dov, ben), 2)


async def test_host_decides_about_a_computer(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", computers=1)
        assert await about(running, table, 3) == Poll((table.host,), 1)


async def test_one_player_can_end_a_long_pause(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table, desk = await running.started("Ada", "Ben", "Cleo"), running.bot.services
        ben, now = running.person("Ben").id, desk.tables.now()
        wish = proposal(table, "resume", user=ben)
        assert await resume_proposal(desk).find_poll(replace(table, paused=now - LONG_PAUSE), wish) == Poll((ben,), 1)
        assert (await resume_proposal(desk).find_poll(replace(table, paused=now - LONG_PAUSE + 60), wish)).needed == 2


async def test_going_back_is_done_when_no_later_move_remains(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        before = await running.started("Ada", "Ben")
        await running.move_on(1)
        table, desk = await running.table(), running.bot.services
        (made,) = await desk.tables.active_moves(table.id)
        assert await undo_proposal(desk).check_done(table, proposal(before, "back", str(made.seq))) == ""
        assert await undo_proposal(desk).check_done(table, proposal(table, "back", str(made.seq + 1))) == ""
        assert "is back" in await undo_proposal(desk).check_done(table, proposal(before, "back", str(made.seq + 1)))


async def test_seat_is_offered_to_nobody_twice(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table, desk = await running.started("Ada", "Ben", "Cleo"), running.bot.services
        async with desk.tables.lock_table(table.id) as held:
            opened = await seats.open_seat(desk.tables, held, 1, "decided", recipient=7)
        ada = running.person("Ada").id
        assert "is offered to <@7>" in await replacement_proposal(desk).check_done(
            opened, proposal(opened, "replace", f"1 7 {ada}")
        )
        assert await replacement_proposal(desk).check_done(opened, proposal(opened, "replace", f"1 8 {ada}")) == ""
        assert await replacement_proposal(desk).check_done(table, proposal(opened, "replace", f"1 7 {ada}")) == ""
