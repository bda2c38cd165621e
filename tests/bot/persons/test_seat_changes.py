"""Seats that change hands, below Discord: holders, clocks, messages, and simultaneous requests."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.persons import predictions
from bot.persons.privacy import forget_user
from bot.persons.ratings import RatingService
from bot.play import lobby_rules, seat_holders, seats
from bot.play.seat_holders import EVERYBODY, NOBODY
from bot.play.service import Player, Table, TableService
from bot.play.undo import undo
from bot.scheduler import open_seats
from bot.tables.table import BookkeepingKey, SeatBookkeepingKey
from engine.agents.policies import DEFAULT_POLICY
from engine.errors import Refused
from engine.store import Store, seat_history
from engine.store.table_settings import DAY, TIME_CONTROLS, TableSettings
from tests.bot.seated_players import ADA, BEN, CAT, DAN, TITLE, asked, begun, move_on


class Calendar:
    """A clock that tests set forward."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def days() -> Calendar:
    return Calendar()


@pytest.fixture
def sessions(store: Store, days: Calendar) -> TableService:
    return TableService(store, clock=days, new_seed=lambda: 7)


async def clocked(sessions: TableService, *players: Player, clock: str = "daily", late: str = "computer") -> Table:
    host, *others = players
    table = await sessions.open_lobby(1, None, TITLE, host)
    await sessions.set_term(table.id, "clock", clock)
    await sessions.set_term(table.id, "late", late)
    for player in others:
        await sessions.join_lobby(table.id, player)
    return await sessions.start_game(table.id, table.host)


async def computer(sessions: TableService, table: Table, seat: int, why: seat_holders.VacancyReason = "late") -> Table:
    async with sessions.lock_table(table.id) as held:
        return await seats.give_seat_to_computer(sessions, held, seat, why)


async def opened(sessions: TableService, table: Table, seat: int, to: int = EVERYBODY) -> Table:
    async with sessions.lock_table(table.id) as held:
        return await seats.open_seat(sessions, held, seat, "late", recipient=to)


def seat_of(table: Table, player: Player) -> int:
    return next(seat for seat, other in enumerate(table.players, 1) if other.user == player.user)


async def test_computer_replaces_resigned_player_and_log_keeps_the_seat(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    table = await move_on(sessions, table, 3)
    made = [move.seat for move in await sessions.history(table.id)]
    table = await seats.resign(sessions, table.id, ADA.user or 0, leave_open=False)
    assert table.players[0] == Player("Ada (computer)", policy=DEFAULT_POLICY, away=ADA.user)
    assert table.host == BEN.user
    with pytest.raises(Refused, match="don’t have a seat"):
        await sessions.play_move(table.id, ADA.user or 0, "p1 pass")
    with pytest.raises(Refused, match="don’t have a seat"):
        await undo(sessions, table.id, ADA.user or 0)
    assert [move.seat for move in await sessions.history(table.id)] == made
    assert await sessions.open_tables_of(ADA.user or 0) == ()


async def test_open_seat_waits_and_computers_do_not_move_for_it(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN)
    user, _ = asked(sessions, table)
    table = await seats.resign(sessions, table.id, user, leave_open=True)
    seq = table.seq
    while await sessions.play_automatic_move(table.id):
        pass
    table = await sessions.get(table.id)
    assert table.seq == seq and table.status == "playing"
    table = await seats.take_seat(sessions, table.id, seat_holders.seat_to_return_to(table, user) or 0, DAN)
    assert [player.user for player in table.players].count(DAN.user) == 1
    await sessions.play_move(table.id, *asked(sessions, table))


async def test_last_person_ends_the_game_and_seed_is_available(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.add_computer(table.id, "random")
    table = await sessions.start_game(table.id, ADA.user or 0)
    table = await seats.resign(sessions, table.id, ADA.user or 0, leave_open=True)
    assert table.status == "ended" and table.players[0] == ADA
    assert await sessions.public_seed(table.id) == 7


async def test_timeout_does_not_end_the_game_of_the_last_person(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.add_computer(table.id, "random")
    table = await computer(sessions, await sessions.start_game(table.id, ADA.user or 0), 1)
    assert table.status == "playing" and table.players[0] == Player("Ada (away)", away=ADA.user)
    table = await seats.return_to_seat(sessions, table.id, ADA)
    assert table.players[0] == ADA


async def test_first_of_two_simultaneous_users_takes_the_seat(sessions: TableService) -> None:
    table = await opened(sessions, await begun(sessions, ADA, BEN), 1)
    takes = (seats.take_seat(sessions, table.id, 1, player) for player in (CAT, DAN))
    made = await asyncio.gather(*takes, return_exceptions=True)
    assert [type(one) for one in made] == [Table, Refused]
    assert (await sessions.get(table.id)).players[0].user == CAT.user
    with pytest.raises(Refused, match="No seat is kept for you here"):
        await seats.return_to_seat(sessions, table.id, ADA)


async def test_returned_player_and_substitute_have_own_histories(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT), 4)
    await opened(sessions, table, 1)
    assert (await seats.return_to_seat(sessions, table.id, ADA)).players[0] == ADA
    await opened(sessions, table, 1)
    table = await seats.take_seat(sessions, table.id, 1, DAN)
    assert table.players[0] == Player("Dan", DAN.user, came=4)
    table = await computer(sessions, table, 1)
    assert (table.players[0].away, table.players[0].came) == (DAN.user, 4)


async def test_user_removed_from_lobby_can_take_only_an_offered_seat(
    sessions: TableService,
) -> None:
    user = CAT.user or 0
    lobby = await sessions.open_lobby(1, None, TITLE, ADA)
    for player in (BEN, CAT):
        await sessions.join_lobby(lobby.id, player)
    await sessions.change_lobby(lobby.id, lambda table: lobby_rules.remove_player(table, user))
    table = await opened(sessions, await sessions.start_game(lobby.id, lobby.host), 2)
    with pytest.raises(Refused, match="you were removed from it"):
        await seats.take_seat(sessions, table.id, 2, CAT)
    async with sessions.lock_table(table.id) as held:
        await seats.replace_player(sessions, held, 2, user)
    assert (await seats.take_seat(sessions, table.id, 2, CAT)).players[1].user == user


async def test_seat_offered_to_one_user_is_refused_to_others(sessions: TableService) -> None:
    table = await opened(sessions, await begun(sessions, ADA, BEN), 1, to=CAT.user or 0)
    with pytest.raises(Refused, match="isn’t offered to you"):
        await seats.take_seat(sessions, table.id, 1, DAN)
    with pytest.raises(Refused, match="already at this table"):
        await seats.take_seat(sessions, table.id, 1, BEN)
    assert (await seats.take_seat(sessions, table.id, 1, CAT)).players[0].user == CAT.user


async def test_user_who_saw_a_hand_cannot_take_another_seat(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    await computer(sessions, table, 1, "resigned")
    await opened(sessions, table, 2)
    with pytest.raises(Refused, match="the secrets of another one"):
        await seats.take_seat(sessions, table.id, 2, ADA)
    assert (await seats.take_seat(sessions, table.id, 1, ADA)).players[0] == ADA


async def test_second_seat_is_refused_after_data_deletion_or_final_loss(
    sessions: TableService,
) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    await opened(sessions, table, 1)
    await seats.take_seat(sessions, table.id, 1, DAN)
    await opened(sessions, table, 3)
    with pytest.raises(Refused, match="the secrets of another one"):
        await seats.take_seat(sessions, table.id, 3, ADA)
    await forget_user(sessions, RatingService(sessions), BEN.user or 0)
    known = await sessions.store.read(lambda db: seat_history.load_departures(db, table.id))
    assert BEN.user not in {one.user for one in known}
    with pytest.raises(Refused, match="the secrets of another one"):
        await seats.take_seat(sessions, table.id, 3, BEN)
    watched = replace(await sessions.get(table.id), terms=TableSettings(predictions=True))
    predictions.check_can_predict(watched, 999, had_seat=False)
    with pytest.raises(Refused, match="a seat in it, or had one"):
        predictions.check_can_predict(watched, 999, had_seat=True)


async def test_clock_of_vacant_seat_stops_and_restarts_for_substitute(sessions: TableService, days: Calendar) -> None:
    table = await clocked(sessions, ADA, BEN, CAT)
    user, _ = asked(sessions, table)
    seat, speed = seat_of(table, Player("", user)), TIME_CONTROLS["daily"]
    days.now += 3 * DAY
    assert seat_holders.can_be_replaced(table, seat, sessions.user_settings.preferences_of(user), days.now)
    table = await opened(sessions, table, seat)
    assert table.clocks[seat].since is None and table.clocks[seat].bank == -DAY
    days.now += DAY
    table = await seats.take_seat(sessions, table.id, seat, DAN)
    clock = table.clocks[seat]
    assert (clock.since, clock.bank, clock.timeouts, clock.stage) == (days.now, speed.bank, 0, 0)


async def test_returned_player_has_remaining_time_or_one_increment(sessions: TableService, days: Calendar) -> None:
    table = await clocked(sessions, ADA, BEN, CAT)
    user, _ = asked(sessions, table)
    seat, speed = seat_of(table, Player("", user)), TIME_CONTROLS["daily"]
    days.now += DAY
    await seats.resign(sessions, table.id, user, leave_open=True)
    table = await seats.return_to_seat(sessions, table.id, Player("Ada", user))
    assert (table.clocks[seat].since, table.clocks[seat].bank) == (days.now, speed.bank - DAY)
    days.now += 3 * DAY
    await opened(sessions, table, seat)
    table = await seats.return_to_seat(sessions, table.id, Player("Ada", user))
    assert (table.clocks[seat].since, table.clocks[seat].bank) == (days.now, speed.increment)
    assert table.clocks[seat].timeouts == 1
    days.now += 3 * DAY
    await seats.resign(sessions, table.id, user, leave_open=True)
    table = await seats.return_to_seat(sessions, table.id, Player("Ada", user))
    assert table.clocks[seat].bank == 0.0, "leaving and coming back gains no time"


async def test_silent_player_without_clock_is_late_after_a_week(sessions: TableService, days: Calendar) -> None:
    table = await begun(sessions, ADA, BEN)
    user, _ = asked(sessions, table)
    seat, person = seat_of(table, Player("", user)), sessions.user_settings.preferences_of(user)
    assert not seat_holders.can_be_replaced(table, seat, person, days.now + 6.9 * DAY)
    assert seat_holders.can_be_replaced(table, seat, person, days.now + 7.1 * DAY)
    assert not seat_holders.can_be_replaced(table, 3 - seat, person, days.now + 70 * DAY)


async def test_seat_decision_is_idempotent(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    for to in (DAN.user or 0, EVERYBODY, NOBODY):
        for _ in range(2):
            async with sessions.lock_table(table.id) as held:
                table = await seats.replace_player(sessions, held, 1, to)
        assert table.players[0].away == ADA.user and seat_holders.offer_recipient(table, 1) == to
    assert table.players[0].policy == DEFAULT_POLICY


async def test_computer_plays_until_a_person_takes_its_seat(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.add_computer(table.id, "random")
    table = await sessions.start_game(table.id, ADA.user or 0)
    async with sessions.lock_table(table.id) as held:
        table = await seats.replace_player(sessions, held, 2, EVERYBODY)
    assert table.players[1].policy == "random"
    assert (await seats.take_seat(sessions, table.id, 2, BEN)).players[1].user == BEN.user


async def test_replacement_does_not_leave_only_computers(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, DAN, seated=False)
    await sessions.join_lobby(table.id, ADA)
    await sessions.add_computer(table.id, "random")
    table = await sessions.start_game(table.id, DAN.user or 0)
    async with sessions.lock_table(table.id) as held:
        with pytest.raises(Refused, match="don’t keep playing by themselves"):
            await seats.replace_player(sessions, held, 1, NOBODY)
        await seats.replace_player(sessions, held, 1, EVERYBODY)
        with pytest.raises(Refused, match="don’t keep playing by themselves"):
            await seats.replace_player(sessions, held, 1, NOBODY)


@pytest.mark.parametrize(("late", "name"), [("open", "Ada (away)"), ("computer", "Ada (computer)")])
async def test_server_leaver_loses_the_seat_by_table_settings(sessions: TableService, late: str, name: str) -> None:
    table = await clocked(sessions, ADA, BEN, late=late)
    table = await seats.remove_departed_member(sessions, table.id, ADA.user or 0)
    assert table.players[0].name == name and table.host == BEN.user
    assert (await seats.remove_departed_member(sessions, table.id, 999)).players == table.players
    assert (await seats.remove_departed_member(sessions, table.id, BEN.user or 0)).status == "ended"


async def test_pending_seat_posts_survive_restart(store: Store, sessions: TableService) -> None:
    table = await computer(sessions, await begun(sessions, ADA, BEN), 1)
    again = await TableService(store).get(table.id)
    assert again.notes["seats"] == 1 and again.notes["seat1"] == 0 and seat_holders.vacancy_reason(again, 1) == "late"


async def test_rematch_has_the_same_options_clock_and_computers(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.join_lobby(table.id, BEN)
    await sessions.add_computer(table.id, "greedy")
    await sessions.set_term(table.id, "clock", "weekly")
    table = await sessions.start_game(table.id, ADA.user or 0)
    async with sessions.lock_table(table.id) as held:
        with pytest.raises(Refused, match="isn’t over"):
            lobby_rules.new_rematch(held.table, CAT, 5.0)
    await computer(sessions, table, 2)
    await sessions.end_game(table.id, ADA.user or 0)
    async with sessions.lock_table(table.id) as held:
        with pytest.raises(Refused, match="Only players of that game"):
            lobby_rules.new_rematch(held.table, CAT, 5.0)
        new = lobby_rules.new_rematch(held.table, BEN, 5.0)
        with pytest.raises(Refused, match="already had a rematch"):
            lobby_rules.new_rematch(replace(held.table, notes={BookkeepingKey.NEXT_TABLE: 9}), BEN, 5.0)
    assert new.players == (BEN, Player("Mabel", policy="greedy")) and new.host == BEN.user
    assert (new.options, new.terms.clock) == (table.options, "weekly")


async def test_rematch_has_a_computer_for_each_leaver_but_not_its_opener(
    sessions: TableService,
) -> None:
    table = await begun(sessions, ADA, BEN, CAT, DAN)
    await computer(sessions, table, 2, "resigned")
    await opened(sessions, table, 3)
    await forget_user(sessions, RatingService(sessions), DAN.user or 0)
    await sessions.end_game(table.id, ADA.user or 0)
    async with sessions.lock_table(table.id) as held:
        over = held.table
    fresh = tuple(Player(name, policy=DEFAULT_POLICY) for name in ("Mabel", "Otto", "Greta"))
    assert lobby_rules.new_rematch(over, ADA, 5.0).players == (ADA, *fresh)
    assert lobby_rules.new_rematch(over, BEN, 5.0).players == (BEN, *fresh[:2])
    later = replace(over, players=(Player("A former player"), BEN), holders=())  # whose data were deleted at the end
    assert lobby_rules.new_rematch(later, BEN, 5.0).players == (BEN, fresh[0])


async def test_open_seat_of_deleted_user_is_open_to_all(sessions: TableService) -> None:
    table = await opened(sessions, await begun(sessions, ADA, BEN), 1, to=CAT.user or 0)
    async with sessions.lock_table(table.id) as held:
        players = (Player("Former player"), *held.table.players[1:])
        table = await held.save(replace(held.table, players=players, notes={"call1": 0}))
    assert seat_holders.offer_recipient(table, 1) == EVERYBODY
    assert (await seats.take_seat(sessions, table.id, 1, DAN)).players[0].user == DAN.user


async def test_vote_about_a_player_does_not_affect_the_successor(sessions: TableService) -> None:
    table = await opened(sessions, await begun(sessions, ADA, BEN), 1)
    ada, nobody = ADA.user or 0, 0
    seat_holders.check_holder(table.players[0], ada)
    seat_holders.check_holder(table.players[0], nobody)
    with pytest.raises(Refused, match="Someone else has this seat"):
        seat_holders.check_holder(table.players[1], nobody)
    table = await seats.take_seat(sessions, table.id, 1, DAN)
    for before in (ada, nobody):
        with pytest.raises(Refused, match="Someone else has this seat"):
            seat_holders.check_holder(table.players[0], before)


async def test_only_a_host_who_loses_the_seat_passes_host_role_on(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    table = await seats.remove_departed_member(sessions, table.id, BEN.user or 0)
    assert (seat_holders.new_host(table, 2), table.host) == (0, ADA.user)
    table = await seats.remove_departed_member(sessions, table.id, ADA.user or 0)
    assert (seat_holders.new_host(table, 1), table.host) == (CAT.user, CAT.user)


async def test_no_open_seat_reminders_during_a_pause(sessions: TableService) -> None:
    table = await opened(sessions, await begun(sessions, ADA, BEN, CAT), 1)
    table = replace(table, notes={**table.notes, SeatBookkeepingKey.OPEN_SINCE.for_seat(1): 400})
    assert open_seats.next_reminder_time(table) == 400 + 3 * DAY
    assert open_seats.next_reminder_time(replace(table, paused=500.0)) is None


@pytest.mark.parametrize(("late", "ending"), [("open", " (away)"), ("computer", " (computer)")])
async def test_name_of_vacated_seat_keeps_discord_limit(sessions: TableService, late: str, ending: str) -> None:
    table = await clocked(sessions, replace(ADA, name="A" * 32), BEN, late=late)
    table = await seats.remove_departed_member(sessions, table.id, ADA.user or 0)
    assert table.players[0].name == "A" * (32 - len(ending)) + ending


async def test_open_seat_is_posted_again_after_three_and_seven_days(sessions: TableService, days: Calendar) -> None:
    table = await opened(sessions, await begun(sessions, ADA, BEN, CAT), 1, to=DAN.user or 0)
    table, start = await computer(sessions, table, 2), days.now
    for after, again, told in (
        (0, False, 0),
        (2.9, False, 0),
        (3, True, 1),
        (6.9, False, 1),
        (7, True, 2),
        (30, False, 2),
    ):
        days.now = start + after * DAY
        assert await open_seats.remind_if_due(sessions, table.id) is again
        table = await sessions.get(table.id)
        assert table.notes.get(SeatBookkeepingKey.REMINDER_COUNT.for_seat(1), 0) == told
        assert seat_holders.offer_recipient(table, 1) == (EVERYBODY if told else DAN.user)
    assert (
        table.notes[SeatBookkeepingKey.OPEN_SINCE.for_seat(1)] == int(start)
        and SeatBookkeepingKey.OPEN_SINCE.for_seat(2) not in table.notes
    )
    await seats.take_seat(sessions, table.id, 1, DAN)
    assert not await open_seats.remind_if_due(sessions, table.id)
    table = await sessions.get(table.id)
    assert (
        table.notes[SeatBookkeepingKey.OPEN_SINCE.for_seat(1)],
        table.notes[SeatBookkeepingKey.REMINDER_COUNT.for_seat(1)],
    ) == (0, 0)
    assert open_seats.next_reminder_time(table) is None
