"""Seats that change hands, with a store: who may give and take which seat, its clock, and the bookkeeping."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.clocks.clock import REMINDER_DELAYS_WITHOUT_CLOCK
from bot.play import seat_holders, seats
from bot.play.seat_holders import EVERYBODY, LONG_PAUSE, NOBODY, VacancyReason
from bot.play.service import Player, Table, TableService
from bot.tables.table import BookkeepingKey, SeatBookkeepingKey
from bot.users import UserPreferences
from engine.agents.policies import DEFAULT_POLICY
from engine.core import decisions
from engine.errors import Refused, Stale
from engine.store import Clock, LogRow, Store
from engine.store.table_settings import DAY, TIME_CONTROLS, read_table_settings
from tests.bot.empty_stores import fresh
from tests.bot.seated_players import ADA, BEN, CAT, DAN, begun

NOW = 1_000.0
"""The current time of all clocks of these tables."""
DAILY = TIME_CONTROLS["daily"]
AWAY = Player("Cat (away)", away=CAT.user)


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """Return a store on one kind of database, which is enough for these rules."""
    opened = await fresh(tmp_path / "tables.db")
    yield opened
    await opened.close()


async def saved(sessions: TableService, table: Table, **changes: Any) -> Table:
    """Save the changes and return the table."""
    async with sessions.lock_table(table.id) as held:
        return await held.save(replace(held.table, **changes))


async def three(sessions: TableService, **changes: Any) -> Table:
    return await saved(sessions, await begun(sessions, ADA, BEN, CAT), **changes)


def asked_seat(table: Table) -> int:
    assert table.state is not None
    return decisions(table.state)[0].seat


def user_of(table: Table, seat: int) -> int:
    user = table.players[seat - 1].user
    assert user is not None
    return user


async def done(sessions: TableService, table: Table, change: Callable[[Any], Any]) -> Table:
    """Make a change under the table's lock, and return the table."""
    async with sessions.lock_table(table.id) as held:
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
async def test_vacant_seat_is_open_to_all_unless_offered_to_one_user(
    sessions: TableService, player: Player, call: int, to: int
) -> None:
    table = replace(
        await begun(sessions), players=(BEN, player), notes={SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(2): call}
    )
    assert seat_holders.offer_recipient(table, 2) == to


@pytest.mark.parametrize(
    ("name", "own"), [("Ada", "Ada"), ("Ada (away)", "Ada"), ("Ada (computer) (away)", "Ada"), (" (away)", "")]
)
def test_name_suffix_of_a_person_does_not_mean_away(name: str, own: str) -> None:
    assert seat_holders.base_name(name) == own


def test_stand_in_computer_has_a_fitting_name() -> None:
    assert seat_holders.computer_name("Ada") == "Ada (computer)" and seat_holders.computer_name("") == ""
    assert seat_holders.computer_name("A" * 40) == "A" * 21 + " (computer)"
    assert seat_holders.is_computer_name("Ada (computer)") and not seat_holders.is_computer_name("Ada")
    assert seat_holders.last_holder_name(Player("Ada (computer)", policy=DEFAULT_POLICY)) == "Ada"
    assert seat_holders.last_holder_name(Player("Ada (computer)", 1)) == "Ada (computer)", "a person may be called so"


SHORT = Clock(point=1, since=NOW - 50.0, bank=50.0)


@pytest.mark.parametrize(
    ("terms", "clock", "now", "late"),
    [
        ("daily", SHORT, NOW, True),
        ("daily", SHORT, NOW - 1.0, False),
        ("daily", replace(SHORT, since=None), NOW + DAY, False),
        ("none", replace(SHORT, bank=0.0), NOW - 50.0 + REMINDER_DELAYS_WITHOUT_CLOCK[-1], True),
        ("none", replace(SHORT, bank=0.0), NOW - 51.0 + REMINDER_DELAYS_WITHOUT_CLOCK[-1], False),
    ],
)
async def test_seat_is_late_after_its_deadline(
    sessions: TableService, terms: str, clock: Clock, now: float, late: bool
) -> None:
    table = replace(await begun(sessions), terms=read_table_settings({"clock": terms}), clocks={1: clock})
    assert seat_holders.can_be_replaced(table, 1, UserPreferences(), now) == late


@pytest.mark.parametrize("by", ["clock", "player"])
@pytest.mark.parametrize("paused", [None, NOW])
async def test_seat_that_timed_out_is_late_until_it_moves(
    sessions: TableService, by: Any, paused: float | None
) -> None:
    table = replace(await begun(sessions), paused=paused)
    log = [LogRow(1, 1, "", "clock", NOW, b""), LogRow(2, 2, "", by, NOW, b"")]
    assert seat_holders.can_be_replaced(table, 1, UserPreferences(), NOW, log)
    again = [*log, LogRow(3, 1, "", "player", NOW, b"")]
    assert not seat_holders.can_be_replaced(table, 1, UserPreferences(), NOW, again)


@pytest.mark.parametrize(("waited", "late"), [(LONG_PAUSE, True), (LONG_PAUSE - 1.0, False)])
async def test_only_seats_to_move_are_late_after_a_long_pause(
    sessions: TableService, waited: float, late: bool
) -> None:
    table = replace(await begun(sessions), paused=NOW - waited)
    seat = asked_seat(table)
    assert seat_holders.can_be_replaced(table, seat, UserPreferences(), NOW) == late
    assert not seat_holders.can_be_replaced(table, 3 - seat, UserPreferences(), NOW)


async def test_seat_without_a_person_is_late_at_once(sessions: TableService) -> None:
    table = replace(await begun(sessions), players=(ADA, Player("", None)))
    assert seat_holders.can_be_replaced(table, 2, UserPreferences(), NOW) and not seat_holders.can_be_replaced(
        table, 1, UserPreferences(), NOW
    )


@pytest.mark.parametrize(
    ("seat", "said"),
    [(0, "no seat 0 at this table. Its seats are 1–3"), (4, "no seat 4"), (3, "No one has this seat")],
)
async def test_vacant_seat_cannot_be_given_away(sessions: TableService, seat: int, said: str) -> None:
    table = await three(sessions, players=(ADA, BEN, Player("", None)))
    with pytest.raises(Refused, match=said):
        await done(sessions, table, lambda held: seats.open_seat(sessions, held, seat, "decided"))


@pytest.mark.parametrize("why", ["resigned", "late", "left", "decided", "missing"])
@pytest.mark.parametrize("alone", [False, True])
async def test_computer_takes_over_only_if_people_remain(
    sessions: TableService, why: VacancyReason, alone: bool
) -> None:
    others = (Player("", None, "greedy"), Player("", None)) if alone else (BEN, CAT)
    table = await three(sessions, players=(ADA, *others))
    after = await done(sessions, table, lambda held: seats.give_seat_to_computer(sessions, held, 1, why))
    if alone and why in ("resigned", "left"):
        assert after.status == "ended" and after.players == table.players
        return
    player = after.players[0]
    opened = alone and why == "late"
    wanted = (
        Player("Ada (away)", away=ADA.user) if opened else Player("Ada (computer)", None, DEFAULT_POLICY, away=ADA.user)
    )
    assert player == wanted and after.status == "playing"
    assert after.notes[SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(1)] == (EVERYBODY if opened else NOBODY)
    assert (
        seat_holders.vacancy_reason(after, 1) == why and after.notes[SeatBookkeepingKey.VACANCY_POST.for_seat(1)] == 0
    )
    assert after.notes[BookkeepingKey.SEAT_CHANGES] == table.notes.get(BookkeepingKey.SEAT_CHANGES, 0) + 1


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
async def test_timeout_is_counted_when_the_seat_is_lost(
    sessions: TableService, why: VacancyReason, bank: float, speed: str, timeouts: int
) -> None:
    clocks = {1: Clock(point=1, since=NOW, bank=bank)}
    table = await three(sessions, terms=read_table_settings({"clock": speed}), clocks=clocks)
    after = await done(sessions, table, lambda held: seats.give_seat_to_computer(sessions, held, 1, why))
    assert (after.clocks[1].timeouts, after.clocks[1].since) == (timeouts, None)


async def test_seat_that_was_never_asked_keeps_no_clock(sessions: TableService) -> None:
    table = await three(sessions, clocks={})
    after = await done(sessions, table, lambda held: seats.give_seat_to_computer(sessions, held, 1, "resigned"))
    assert 1 not in after.clocks


@pytest.mark.parametrize(("seat", "heir"), [(1, BEN.user), (2, 0)])
async def test_next_person_becomes_host_and_is_noted(sessions: TableService, seat: int, heir: int) -> None:
    table = await three(sessions)
    after = await seats.resign(sessions, table.id, user_of(table, seat), leave_open=False)
    assert seat_holders.new_host(after, seat) == heir and after.host == (heir or ADA.user)


@pytest.mark.parametrize("to", [NOBODY, EVERYBODY, DAN.user])
async def test_seat_is_replaced_by_vote(sessions: TableService, to: int) -> None:
    table = await three(sessions)
    after = await done(sessions, table, lambda held: seats.replace_player(sessions, held, 2, to))
    assert seat_holders.vacancy_reason(after, 2) == "decided" and seat_holders.offer_recipient(after, 2) == to
    assert after.players[1].policy == (DEFAULT_POLICY if to == NOBODY else None)


async def test_late_player_is_replaced_as_missing(sessions: TableService) -> None:
    clocks = {2: Clock(point=1, since=NOW - 100.0, bank=100.0)}
    table = await three(sessions, terms=read_table_settings({"clock": "daily"}), clocks=clocks)
    after = await done(sessions, table, lambda held: seats.replace_player(sessions, held, 2, NOBODY))
    assert seat_holders.vacancy_reason(after, 2) == "missing"


async def test_player_cannot_be_replaced_by_themselves_nor_last_person_by_computer(sessions: TableService) -> None:
    table = await three(sessions)
    with pytest.raises(Refused, match="already at this table"):
        await done(sessions, table, lambda held: seats.replace_player(sessions, held, 2, user_of(table, 3)))
    table = await saved(sessions, table, players=(ADA, Player("", None, "greedy"), Player("", None)))
    with pytest.raises(Refused, match="No one would be left"):
        await done(sessions, table, lambda held: seats.replace_player(sessions, held, 1, NOBODY))
    nobody = await saved(sessions, table, players=(AWAY, Player("", None, "greedy"), Player("", None)))
    with pytest.raises(Refused, match="No one would be left"):
        await done(sessions, nobody, lambda held: seats.replace_player(sessions, held, 1, NOBODY))


@pytest.mark.parametrize(
    ("old", "to", "policy", "owed"),
    [
        (Player("Cat (away)", away=103), NOBODY, DEFAULT_POLICY, True),
        (Player("Cat (computer)", None, "greedy", away=103), NOBODY, "greedy", False),
        (Player("Cat (computer)", None, "greedy", away=103), EVERYBODY, "greedy", True),
        (Player("Cat (away)", away=103), DAN.user, None, True),
    ],
)
async def test_seat_without_a_person_can_be_decided_again(
    sessions: TableService, old: Player, to: int, policy: str | None, owed: bool
) -> None:
    notes = {
        SeatBookkeepingKey.VACANCY_POST.for_seat(3): 55,
        SeatBookkeepingKey.NEW_HOST.for_seat(3): 9,
        SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(3): 44,
    }
    table = await three(sessions, players=(ADA, BEN, old), notes=notes)
    after = await done(sessions, table, lambda held: seats.replace_player(sessions, held, 3, to))
    assert after.players[2].policy == policy and after.players[2].away == 103
    assert seat_holders.offer_recipient(after, 3) == to and seat_holders.new_host(after, 3) == 0
    assert after.notes[SeatBookkeepingKey.PREVIOUS_VACANCY_POST.for_seat(3)] == 55
    assert after.notes[SeatBookkeepingKey.VACANCY_POST.for_seat(3)] == (0 if owed else 55)


@pytest.mark.parametrize("told", [None, True, False])
@pytest.mark.parametrize("last", [True, False])
async def test_player_is_asked_again_if_being_last_has_changed(
    sessions: TableService, told: bool | None, last: bool
) -> None:
    table = await three(sessions, players=(ADA, Player("", None, "greedy"), CAT if not last else Player("", None)))
    if told not in (None, last):
        with pytest.raises(Stale):
            await seats.resign(sessions, table.id, user_of(table, 1), leave_open=False, is_last=told)
        return
    after = await seats.resign(sessions, table.id, user_of(table, 1), leave_open=False, is_last=told)
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
async def test_table_continues_without_a_member_who_left_the_server(
    sessions: TableService, status: Any, late: str, user: int, what: str
) -> None:
    table = await three(sessions, status=status, terms=read_table_settings({"late": late}))
    after = await seats.remove_departed_member(sessions, table.id, user)
    found = {
        (ADA, BEN, CAT): "same",
        (ADA, CAT): "gone",
        (ADA, Player("Ben (computer)", None, DEFAULT_POLICY, away=BEN.user), CAT): "computer",
        (ADA, Player("Ben (away)", away=BEN.user), CAT): "open",
    }
    assert found[after.players] == what and after.status == status


async def test_watching_host_who_leaves_the_server_passes_host_role_on(sessions: TableService) -> None:
    table = await three(sessions, host=DAN.user)
    assert (await seats.remove_departed_member(sessions, table.id, DAN.user or 0)).host == ADA.user


async def test_player_who_left_can_return_only_to_own_seat(sessions: TableService) -> None:
    table = await three(sessions, players=(ADA, Player("Ben (away)", away=BEN.user), CAT))
    with pytest.raises(Refused, match="No seat is kept"):
        await seats.return_to_seat(sessions, table.id, DAN)
    with pytest.raises(Refused, match="already at this table"):
        await seats.return_to_seat(sessions, table.id, ADA)
    after = await seats.return_to_seat(sessions, table.id, BEN)
    assert after.players == (ADA, BEN, CAT) and seat_holders.seat_to_return_to(after, BEN.user or 0) is None


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
async def test_offered_seat_is_taken_by_the_invited_user(
    sessions: TableService, seat: int, player: Player, call: int, said: str
) -> None:
    table = await three(
        sessions, players=(ADA, BEN, AWAY), notes={SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(3): call}
    )
    if said:
        with pytest.raises(Refused, match=said):
            await seats.take_seat(sessions, table.id, seat, player)
        return
    after = await seats.take_seat(sessions, table.id, seat, player)
    assert after.players[2].user == player.user and seat_holders.offer_recipient(after, 3) == NOBODY
    assert after.notes[BookkeepingKey.SEAT_CHANGES] == 1


async def test_user_who_knows_secrets_of_a_seat_cannot_take_another(sessions: TableService) -> None:
    table = await three(sessions)
    await seats.resign(sessions, table.id, user_of(table, 2), leave_open=True)
    await seats.resign(sessions, table.id, user_of(table, 3), leave_open=True)
    with pytest.raises(Refused, match="secrets of another"):
        await seats.take_seat(sessions, table.id, 3, BEN)
    assert (await seats.take_seat(sessions, table.id, 2, BEN)).players[1] == BEN


@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize("asked", [True, False])
@pytest.mark.parametrize("paused", [True, False])
async def test_clock_of_new_player_runs_if_the_seat_is_to_move(
    sessions: TableService, back: bool, asked: bool, paused: bool
) -> None:
    table = await three(sessions, terms=read_table_settings({"clock": "daily"}), paused=NOW if paused else None)
    seat = asked_seat(table) if asked else asked_seat(table) % 3 + 1
    old = table.players[seat - 1]
    left = Player(f"{old.name} (away)", away=old.user, came=2)
    players = tuple(left if n == seat else player for n, player in enumerate(table.players, 1))
    clocks = {seat: Clock(point=-7, bank=500.0, stage=2, timeouts=1)}
    table = await saved(sessions, table, players=players, clocks=clocks, seq=table.seq)
    after = await seats.take_seat(sessions, table.id, seat, old if back else DAN)
    clock = after.clocks[seat]
    assert clock.since == (NOW if asked and not paused else None) and clock.stage == 0
    assert (clock.bank, clock.timeouts) == ((500.0, 1) if back else (DAILY.bank, 0))
    assert clock.point == (table.seq if asked else -7 if back else 0)
    assert after.players[seat - 1].came == (2 if back else table.seq)
    assert (after.notes.get(SeatBookkeepingKey.QUESTION_DIGEST.for_seat(seat)) == 0) != back


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
async def test_returning_player_after_timeout_gets_time_and_others_keep_theirs(
    sessions: TableService, why: VacancyReason, speed: str, bank: float, given: float
) -> None:
    whys = ("resigned", "late", "left", "decided", "missing")
    table = await three(
        sessions,
        players=(ADA, BEN, AWAY),
        terms=read_table_settings({"clock": speed}),
        clocks={3: Clock(bank=bank)},
        notes={SeatBookkeepingKey.VACANCY_REASON.for_seat(3): whys.index(why)},
    )
    assert (await seats.return_to_seat(sessions, table.id, CAT)).clocks[3].bank == given


async def test_seat_that_nobody_took_is_offered_to_all_in_a_line(sessions: TableService) -> None:
    table = replace(
        await begun(sessions),
        players=(ADA, AWAY),
        notes={BookkeepingKey.SEAT_CHANGES: 4, SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(2): 77},
    )
    after = seats.reoffer_seat(table, 2)
    assert seat_holders.offer_recipient(after, 2) == EVERYBODY
    assert (after.notes[SeatBookkeepingKey.REMINDER_DUE.for_seat(2)], after.notes[BookkeepingKey.SEAT_CHANGES]) == (
        1,
        5,
    )
