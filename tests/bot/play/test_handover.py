"""Seats from hand to hand, over a store: who may give and take which, with which clock, and what is noted of it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.clocks.clock import UNCLOCKED
from bot.play import handover, holders
from bot.play.holders import EVERYBODY, LONG_PAUSE, NOBODY, Why
from bot.play.sessions import Player, Table, Tables
from bot.preferences import Person
from bot.tables.table import Note, SeatNote
from engine.agents.policies import DEFAULT_POLICY
from engine.core import decisions
from engine.errors import Refused, Stale
from engine.store import Clock, Entry, Store
from engine.store.terms import DAY, SPEEDS, terms_of
from tests.bot.fresh import fresh
from tests.bot.seated import ADA, BEN, CAT, DAN, begun

NOW = 1_000.0
"""The time at which all clocks of these tables stand."""
DAILY = SPEEDS["daily"]
AWAY = Player("Cat (away)", away=CAT.user)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """One kind of database is enough: these rules ask it little."""
    opened = await fresh(tmp_path / "tables.db")
    yield opened
    await opened.close()


async def saved(sessions: Tables, table: Table, **changes: Any) -> Table:
    """The table, changed as by everything that may have happened there."""
    async with sessions.holding(table.id) as held:
        return await held.save(replace(held.table, **changes))


async def three(sessions: Tables, **changes: Any) -> Table:
    return await saved(sessions, await begun(sessions, ADA, BEN, CAT), **changes)


def asked_seat(table: Table) -> int:
    assert table.state is not None
    return decisions(table.state)[0].seat


def user_of(table: Table, seat: int) -> int:
    user = table.players[seat - 1].user
    assert user is not None
    return user


async def done(sessions: Tables, table: Table, change: Callable[[Any], Any]) -> Table:
    """What comes of a change by whoever holds the table's lock."""
    async with sessions.holding(table.id) as held:
        await change(held)
    return await sessions.get(table.id)


@pytest.mark.parametrize(
    ("player", "call", "to"),
    [
        (Player("Ada", 1), 0, NOBODY),
        (Player("Ada (away)", away=1), 0, EVERYBODY),
        (Player("", None, "greedy", away=1), 0, NOBODY),
        (Player("", None, "greedy"), EVERYBODY, EVERYBODY),
        (Player("Ada (away)", away=1), 77, 77),
    ],
)
async def test_an_empty_seat_is_everybodys_unless_it_is_offered_to_one(
    sessions: Tables, player: Player, call: int, to: int
) -> None:
    table = replace(await begun(sessions), players=(BEN, player), notes={SeatNote.CALL.of(2): call})
    assert holders.offered_to(table, 2) == to


@pytest.mark.parametrize(
    ("name", "own"), [("Ada", "Ada"), ("Ada (away)", "Ada"), ("Ada (computer) (away)", "Ada"), (" (away)", "")]
)
def test_no_ending_of_a_persons_name_says_that_they_are_away(name: str, own: str) -> None:
    assert holders.own_name(name) == own


def test_what_plays_for_somebody_is_called_by_a_name_that_fits() -> None:
    assert holders.by_computer("Ada") == "Ada (computer)" and holders.by_computer("") == ""
    assert holders.by_computer("A" * 40) == "A" * 21 + " (computer)"
    assert holders.is_computers("Ada (computer)") and not holders.is_computers("Ada")
    assert holders.former(Player("Ada (computer)", policy=DEFAULT_POLICY)) == "Ada"
    assert holders.former(Player("Ada (computer)", 1)) == "Ada (computer)", "a person may be called so"


SHORT = Clock(point=1, since=NOW - 50.0, bank=50.0)


@pytest.mark.parametrize(
    ("terms", "clock", "now", "late"),
    [
        ("daily", SHORT, NOW, True),
        ("daily", SHORT, NOW - 1.0, False),
        ("daily", replace(SHORT, since=None), NOW + DAY, False),
        ("none", replace(SHORT, bank=0.0), NOW - 50.0 + UNCLOCKED[-1], True),
        ("none", replace(SHORT, bank=0.0), NOW - 51.0 + UNCLOCKED[-1], False),
    ],
)
async def test_a_seat_is_late_once_its_time_is_over(
    sessions: Tables, terms: str, clock: Clock, now: float, late: bool
) -> None:
    table = replace(await begun(sessions), terms=terms_of({"clock": terms}), clocks={1: clock})
    assert holders.is_late(table, 1, Person(), now) == late


@pytest.mark.parametrize("by", ["clock", "player"])
@pytest.mark.parametrize("paused", [None, NOW])
async def test_whose_time_ran_out_last_time_is_late_until_they_move(
    sessions: Tables, by: Any, paused: float | None
) -> None:
    table = replace(await begun(sessions), paused=paused)
    log = [Entry(1, 1, "", "clock", NOW, b""), Entry(2, 2, "", by, NOW, b"")]
    assert holders.is_late(table, 1, Person(), NOW, log)
    again = [*log, Entry(3, 1, "", "player", NOW, b"")]
    assert not holders.is_late(table, 1, Person(), NOW, again)


@pytest.mark.parametrize(("waited", "late"), [(LONG_PAUSE, True), (LONG_PAUSE - 1.0, False)])
async def test_who_is_asked_through_a_long_pause_is_late_and_nobody_else(
    sessions: Tables, waited: float, late: bool
) -> None:
    table = replace(await begun(sessions), paused=NOW - waited)
    seat = asked_seat(table)
    assert holders.is_late(table, seat, Person(), NOW) == late
    assert not holders.is_late(table, 3 - seat, Person(), NOW)


async def test_a_seat_without_a_person_is_late_at_once(sessions: Tables) -> None:
    table = replace(await begun(sessions), players=(ADA, Player("", None)))
    assert holders.is_late(table, 2, Person(), NOW) and not holders.is_late(table, 1, Person(), NOW)


@pytest.mark.parametrize(
    ("seat", "said"),
    [(0, "no seat 0 at this table. Its seats are 1–3"), (4, "no seat 4"), (3, "No one has this seat")],
)
async def test_a_seat_that_nobody_has_cannot_be_given(sessions: Tables, seat: int, said: str) -> None:
    table = await three(sessions, players=(ADA, BEN, Player("", None)))
    with pytest.raises(Refused, match=said):
        await done(sessions, table, lambda held: handover.open_seat(sessions, held, seat, "decided"))


@pytest.mark.parametrize("why", ["resigned", "late", "left", "decided", "missing"])
@pytest.mark.parametrize("alone", [False, True])
async def test_a_computer_plays_on_but_for_nobody(sessions: Tables, why: Why, alone: bool) -> None:
    others = (Player("", None, "greedy"), Player("", None)) if alone else (BEN, CAT)
    table = await three(sessions, players=(ADA, *others))
    after = await done(sessions, table, lambda held: handover.computer_takes_over(sessions, held, 1, why))
    if alone and why in ("resigned", "left"):
        assert after.status == "ended" and after.players == table.players
        return
    player = after.players[0]
    opened = alone and why == "late"
    wanted = (
        Player("Ada (away)", away=ADA.user) if opened else Player("Ada (computer)", None, DEFAULT_POLICY, away=ADA.user)
    )
    assert player == wanted and after.status == "playing"
    assert after.notes[SeatNote.CALL.of(1)] == (EVERYBODY if opened else NOBODY)
    assert holders.reason(after, 1) == why and after.notes[SeatNote.POST.of(1)] == 0
    assert after.notes[Note.SEATS] == table.notes.get(Note.SEATS, 0) + 1


@pytest.mark.parametrize(
    ("why", "bank", "speed", "timeouts"),
    [
        ("late", 50.0, "daily", 1),
        ("late", 50.0, "none", 1),
        ("decided", 50.0, "daily", 0),
        ("decided", 0.0, "daily", 1),
        ("decided", 0.0, "none", 0),
    ],
)
async def test_time_that_ran_out_is_counted_when_the_seat_is_lost(
    sessions: Tables, why: Why, bank: float, speed: str, timeouts: int
) -> None:
    clocks = {1: Clock(point=1, since=NOW, bank=bank)}
    table = await three(sessions, terms=terms_of({"clock": speed}), clocks=clocks)
    after = await done(sessions, table, lambda held: handover.computer_takes_over(sessions, held, 1, why))
    assert (after.clocks[1].timeouts, after.clocks[1].since) == (timeouts, None)


async def test_a_seat_that_was_never_asked_keeps_no_clock(sessions: Tables) -> None:
    table = await three(sessions, clocks={})
    after = await done(sessions, table, lambda held: handover.computer_takes_over(sessions, held, 1, "resigned"))
    assert 1 not in after.clocks


@pytest.mark.parametrize(("seat", "heir"), [(1, BEN.user), (2, 0)])
async def test_the_next_person_is_host_and_named_as_the_heir(sessions: Tables, seat: int, heir: int) -> None:
    table = await three(sessions)
    after = await handover.resign(sessions, table.id, user_of(table, seat), opened=False)
    assert holders.heir(after, seat) == heir and after.host == (heir or ADA.user)


@pytest.mark.parametrize("to", [NOBODY, EVERYBODY, DAN.user])
async def test_a_seat_is_replaced_as_the_table_decided(sessions: Tables, to: int) -> None:
    table = await three(sessions)
    after = await done(sessions, table, lambda held: handover.replaced(sessions, held, 2, to))
    assert holders.reason(after, 2) == "decided" and holders.offered_to(after, 2) == to
    assert after.players[1].policy == (DEFAULT_POLICY if to == NOBODY else None)


async def test_who_did_not_move_in_time_is_replaced_as_missing(sessions: Tables) -> None:
    clocks = {2: Clock(point=1, since=NOW - 100.0, bank=100.0)}
    table = await three(sessions, terms=terms_of({"clock": "daily"}), clocks=clocks)
    after = await done(sessions, table, lambda held: handover.replaced(sessions, held, 2, NOBODY))
    assert holders.reason(after, 2) == "missing"


async def test_nobody_is_replaced_by_who_sits_there_nor_the_last_person_by_a_computer(sessions: Tables) -> None:
    table = await three(sessions)
    with pytest.raises(Refused, match="already at this table"):
        await done(sessions, table, lambda held: handover.replaced(sessions, held, 2, user_of(table, 3)))
    table = await saved(sessions, table, players=(ADA, Player("", None, "greedy"), Player("", None)))
    with pytest.raises(Refused, match="No one would be left"):
        await done(sessions, table, lambda held: handover.replaced(sessions, held, 1, NOBODY))
    nobody = await saved(sessions, table, players=(AWAY, Player("", None, "greedy"), Player("", None)))
    with pytest.raises(Refused, match="No one would be left"):
        await done(sessions, nobody, lambda held: handover.replaced(sessions, held, 1, NOBODY))


@pytest.mark.parametrize(
    ("old", "to", "policy", "owed"),
    [
        (Player("Cat (away)", away=103), NOBODY, DEFAULT_POLICY, True),
        (Player("Cat (computer)", None, "greedy", away=103), NOBODY, "greedy", False),
        (Player("Cat (computer)", None, "greedy", away=103), EVERYBODY, "greedy", True),
        (Player("Cat (away)", away=103), DAN.user, None, True),
    ],
)
async def test_a_seat_without_a_person_is_decided_about_anew(
    sessions: Tables, old: Player, to: int, policy: str | None, owed: bool
) -> None:
    notes = {SeatNote.POST.of(3): 55, SeatNote.HEIR.of(3): 9, SeatNote.CALL.of(3): 44}
    table = await three(sessions, players=(ADA, BEN, old), notes=notes)
    after = await done(sessions, table, lambda held: handover.replaced(sessions, held, 3, to))
    assert after.players[2].policy == policy and after.players[2].away == 103
    assert holders.offered_to(after, 3) == to and holders.heir(after, 3) == 0
    assert after.notes[SeatNote.POST_BEFORE.of(3)] == 55
    assert after.notes[SeatNote.POST.of(3)] == (0 if owed else 55)


@pytest.mark.parametrize("told", [None, True, False])
@pytest.mark.parametrize("last", [True, False])
async def test_who_was_told_otherwise_of_being_the_last_is_asked_again(
    sessions: Tables, told: bool | None, last: bool
) -> None:
    table = await three(sessions, players=(ADA, Player("", None, "greedy"), CAT if not last else Player("", None)))
    if told not in (None, last):
        with pytest.raises(Stale):
            await handover.resign(sessions, table.id, user_of(table, 1), opened=False, is_last=told)
        return
    after = await handover.resign(sessions, table.id, user_of(table, 1), opened=False, is_last=told)
    assert (after.status == "ended") == last


@pytest.mark.parametrize(
    ("status", "late", "user", "what"),
    [
        ("playing", "computer", BEN.user, "computer"),
        ("playing", "skip", BEN.user, "computer"),
        ("playing", "open", BEN.user, "open"),
        ("playing", "computer", DAN.user, "same"),
        ("finished", "computer", BEN.user, "same"),
        ("lobby", "computer", BEN.user, "gone"),
        ("lobby", "computer", DAN.user, "same"),
    ],
)
async def test_a_table_goes_on_without_who_left_the_server(
    sessions: Tables, status: Any, late: str, user: int, what: str
) -> None:
    table = await three(sessions, status=status, terms=terms_of({"late": late}))
    after = await handover.left(sessions, table.id, user)
    found = {
        (ADA, BEN, CAT): "same",
        (ADA, CAT): "gone",
        (ADA, Player("Ben (computer)", None, DEFAULT_POLICY, away=BEN.user), CAT): "computer",
        (ADA, Player("Ben (away)", away=BEN.user), CAT): "open",
    }
    assert found[after.players] == what and after.status == status


async def test_a_host_who_only_watches_and_leaves_the_server_passes_it_on(sessions: Tables) -> None:
    table = await three(sessions, host=DAN.user)
    assert (await handover.left(sessions, table.id, DAN.user or 0)).host == ADA.user


async def test_who_left_comes_back_to_their_own_seat_alone(sessions: Tables) -> None:
    table = await three(sessions, players=(ADA, Player("Ben (away)", away=BEN.user), CAT))
    with pytest.raises(Refused, match="No seat is kept"):
        await handover.come_back(sessions, table.id, DAN)
    with pytest.raises(Refused, match="already at this table"):
        await handover.come_back(sessions, table.id, ADA)
    after = await handover.come_back(sessions, table.id, BEN)
    assert after.players == (ADA, BEN, CAT) and holders.seat_missed(after, BEN.user or 0) is None


@pytest.mark.parametrize(
    ("seat", "player", "call", "said"),
    [
        (0, DAN, 0, "already taken"),
        (4, DAN, 0, "already taken"),
        (2, DAN, 0, "already taken"),
        (3, ADA, 0, "already at this table"),
        (3, DAN, 77, "isn’t offered to you"),
        (3, DAN, 104, ""),
        (3, DAN, 0, ""),
        (3, CAT, 77, ""),
    ],
)
async def test_an_offered_seat_is_taken_by_whom_it_is_offered_to(
    sessions: Tables, seat: int, player: Player, call: int, said: str
) -> None:
    table = await three(sessions, players=(ADA, BEN, AWAY), notes={SeatNote.CALL.of(3): call})
    if said:
        with pytest.raises(Refused, match=said):
            await handover.take_seat(sessions, table.id, seat, player)
        return
    after = await handover.take_seat(sessions, table.id, seat, player)
    assert after.players[2].user == player.user and holders.offered_to(after, 3) == NOBODY
    assert after.notes[Note.SEATS] == 1


async def test_who_knows_the_secrets_of_one_seat_takes_no_other(sessions: Tables) -> None:
    table = await three(sessions)
    await handover.resign(sessions, table.id, user_of(table, 2), opened=True)
    await handover.resign(sessions, table.id, user_of(table, 3), opened=True)
    with pytest.raises(Refused, match="secrets of another"):
        await handover.take_seat(sessions, table.id, 3, BEN)
    assert (await handover.take_seat(sessions, table.id, 2, BEN)).players[1] == BEN


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("paused", [True, False])
async def test_the_clock_of_who_sits_down_runs_if_the_seat_is_asked(
    sessions: Tables, back: bool, asked: bool, paused: bool
) -> None:
    table = await three(sessions, terms=terms_of({"clock": "daily"}), paused=NOW if paused else None)
    seat = asked_seat(table) if asked else asked_seat(table) % 3 + 1
    old = table.players[seat - 1]
    left = Player(f"{old.name} (away)", away=old.user, came=2)
    players = tuple(left if n == seat else player for n, player in enumerate(table.players, 1))
    clocks = {seat: Clock(point=-7, bank=500.0, stage=2, timeouts=1)}
    table = await saved(sessions, table, players=players, clocks=clocks, seq=table.seq)
    after = await handover.take_seat(sessions, table.id, seat, old if back else DAN)
    clock = after.clocks[seat]
    assert clock.since == (NOW if asked and not paused else None) and clock.stage == 0
    assert (clock.bank, clock.timeouts) == ((500.0, 1) if back else (DAILY.bank, 0))
    assert clock.point == (table.seq if asked else -7 if back else 0)
    assert after.players[seat - 1].came == (2 if back else table.seq)
    assert (after.notes.get(SeatNote.TOLD.of(seat)) == 0) != back


@pytest.mark.parametrize(
    ("why", "speed", "bank", "given"),
    [
        ("late", "daily", -5.0, DAILY.increment),
        ("missing", "daily", 10.0, DAILY.increment),
        ("late", "daily", DAILY.increment + 1.0, DAILY.increment + 1.0),
        ("resigned", "daily", -5.0, 0.0),
        ("resigned", "daily", 10.0, 10.0),
        ("late", "none", 10.0, 10.0),
    ],
)
async def test_who_lost_the_seat_to_time_has_some_again_and_others_what_was_left(
    sessions: Tables, why: Why, speed: str, bank: float, given: float
) -> None:
    whys = ("resigned", "late", "left", "decided", "missing")
    table = await three(
        sessions,
        players=(ADA, BEN, AWAY),
        terms=terms_of({"clock": speed}),
        clocks={3: Clock(bank=bank)},
        notes={SeatNote.WHY.of(3): whys.index(why)},
    )
    assert (await handover.come_back(sessions, table.id, CAT)).clocks[3].bank == given


async def test_a_seat_that_nobody_took_is_offered_to_all_in_a_line(sessions: Tables) -> None:
    table = replace(await begun(sessions), players=(ADA, AWAY), notes={Note.SEATS: 4, SeatNote.CALL.of(2): 77})
    after = handover.offered_still(table, 2)
    assert holders.offered_to(after, 2) == EVERYBODY
    assert (after.notes[SeatNote.NUDGE.of(2)], after.notes[Note.SEATS]) == (1, 5)
