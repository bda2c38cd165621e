"""The lobby below Discord: opening, seats, options, starting, ending, and computer players."""

import asyncio

import pytest
from msgspec.structs import replace

from bot.play.lobby_rules import lobby_deadlines
from bot.play.service import Player, TableService
from bot.tables.table import BookkeepingKey
from engine.core import write_action
from engine.errors import Refused, Unreadable
from engine.store import Store
from engine.store.table_settings import DAY
from tests.bot.seated_players import ADA, BEN, CAT, DAN, GAME, TITLE, asked, begun, move_on


async def test_channel_has_one_open_table(sessions: TableService) -> None:
    await sessions.open_lobby(1, None, TITLE, ADA)
    with pytest.raises(Refused, match="already has a table"):
        await sessions.open_lobby(1, None, TITLE, BEN)
    assert (await sessions.open_lobby(2, None, TITLE, BEN)).channel == 2


async def test_simultaneous_openings_create_one_table(sessions: TableService) -> None:
    made = await asyncio.gather(
        sessions.open_lobby(1, None, TITLE, ADA), sessions.open_lobby(1, None, TITLE, BEN), return_exceptions=True
    )
    assert sorted(type(m) for m in made if isinstance(m, Refused)) == [Refused]


async def test_unknown_game_is_answered_with_the_list_of_games(sessions: TableService) -> None:
    with pytest.raises(Unreadable, match=TITLE):
        await sessions.open_lobby(1, None, "chess", ADA)
    assert await sessions.table_in_channel(1) is None


async def test_user_cannot_take_two_seats(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    with pytest.raises(Refused, match="already at this table"):
        await sessions.join_lobby(table.id, ADA)


async def test_full_table_says_how_many_seats_it_has(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    for user in range(GAME.seats[-1] - 1):
        await sessions.join_lobby(table.id, Player("guest", 500 + user))
    with pytest.raises(Refused, match=f"All {GAME.seats[-1]} seats"):
        await sessions.join_lobby(table.id, BEN)


async def test_leaving_host_passes_host_role_on(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.join_lobby(table.id, BEN)
    table = await sessions.leave_lobby(table.id, 101)
    assert (table.host, table.players) == (102, (BEN,))
    assert (await sessions.leave_lobby(table.id, 102)).status == "ended"
    assert await sessions.table_in_channel(1) is None


async def test_watching_host_stays_host_when_others_leave(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA, seated=False)
    await sessions.join_lobby(table.id, BEN)
    table = await sessions.leave_lobby(table.id, 102)
    assert (table.host, table.players, table.status) == (101, (), "lobby")


async def test_unknown_option_changes_nothing(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    name = next(iter(table.options))
    for wrong in [("speed", "fast"), (name, "sideways")]:
        with pytest.raises(Unreadable):
            await sessions.set_option(table.id, *wrong)
    assert (await sessions.get(table.id)).options == table.options


async def test_only_the_host_can_start_the_game(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.join_lobby(table.id, BEN)
    with pytest.raises(Refused, match="Only the host"):
        await sessions.start_game(table.id, 102)


async def test_game_cannot_start_with_too_few_players(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA, seated=False)
    with pytest.raises(Refused, match=f"for {GAME.seats[0]}–{GAME.seats[-1]} players, and no seats are taken"):
        await sessions.start_game(table.id, 101)
    assert (await sessions.get(table.id)).status == "lobby"


async def test_started_table_shows_hash_of_seed_and_not_the_seed(sessions: TableService) -> None:
    table = await begun(sessions)
    assert table.seed_hash == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    with pytest.raises(Refused, match="can’t see the seed yet"):
        await sessions.public_seed(table.id)


async def test_ended_table_frees_its_channel_and_refuses_moves(sessions: TableService) -> None:
    table = await begun(sessions)
    with pytest.raises(Refused, match="Only the host or a server moderator"):
        await sessions.end_game(table.id, 102)
    await sessions.end_game(table.id, 999, moderator=True)
    with pytest.raises(Refused, match="over"):
        await sessions.play_move(table.id, *asked(sessions, table))
    again = await sessions.open_lobby(1, None, TITLE, BEN)
    found = await sessions.table_in_channel(1)
    assert found is not None and found.id == again.id


async def test_unknown_computer_player_is_answered_with_the_known_ones(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    with pytest.raises(Unreadable, match="random"):
        await sessions.add_computer(table.id, "deep thought")


async def test_computer_players_can_be_added_and_removed(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    for _ in range(2):
        table = await sessions.add_computer(table.id, "random")
    assert [p.name for p in table.players] == ["Ada", "Computer 1", "Computer 2"]
    assert [p.name for p in (await sessions.remove_computer(table.id)).players] == ["Ada", "Computer 1"]
    await sessions.remove_computer(table.id)
    with pytest.raises(Refused, match="no computer players"):
        await sessions.remove_computer(table.id)


async def test_computer_players_move_until_a_person_must_choose(sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    for policy in ("random", "greedy", "random"):
        await sessions.add_computer(table.id, policy)
    table = await sessions.start_game(table.id, 101)
    while True:
        while move := await sessions.play_automatic_move(table.id):
            assert (move.by, move.seat == 1) in {("computer", False), ("forced", True)}
        table = await sessions.get(table.id)
        if table.status == "finished":
            break
        assert [d.seat for d in sessions.decisions(table)] == [1]
        assert len(sessions.decisions(table)[0].offers) > 1
        table = await move_on(sessions, table, 1)
    assert {m.by for m in await sessions.history(table.id)} == {"start", "player", "computer", "forced"}


async def test_single_legal_choice_is_made_automatically(sessions: TableService) -> None:
    table = await begun(sessions)
    while len(sessions.decisions(table)[0].offers) > 1:
        assert await sessions.play_automatic_move(table.id) is None
        table = await move_on(sessions, table, 1)
    move = await sessions.play_automatic_move(table.id)
    assert move is not None and move.by == "forced"
    assert [move.line] == [write_action(a) for a in sessions.decisions(table)[0].offers]


async def test_tables_with_automatic_moves_are_found_after_restart(store: Store, sessions: TableService) -> None:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.add_computer(table.id, "random")
    table = await sessions.start_game(table.id, 101)
    await begun(sessions, BEN, CAT, channel=2)
    await sessions.open_lobby(3, None, TITLE, DAN)
    await sessions.mark_published(table.id, 0)
    assert await TableService(store).tables_to_publish() == (2, 3)  # the set-up of one, the lobby card of the other
    assert await store.list_tables_in_play() == (1, 2)


async def test_host_is_notified_of_idle_lobby_after_six_days_and_it_closes_a_day_later(
    sessions: TableService,
) -> None:
    table = replace(await sessions.open_lobby(1, None, TITLE, ADA), since=1_000.0)
    assert lobby_deadlines(table) == (("nudge", 1_000.0 + 6 * DAY), ("close", 1_000.0 + 7 * DAY))
    for told, closed in ((6.0, 7.0), (6.5, 7.5), (9.0, 10.0)):
        nudged = replace(table, notes={BookkeepingKey.IDLE_REMINDER_AT: int(1_000.0 + told * DAY)})
        assert lobby_deadlines(nudged) == (("close", 1_000.0 + closed * DAY),)
    changed = replace(table, notes={BookkeepingKey.IDLE_REMINDER_AT: 999})
    assert lobby_deadlines(changed) == lobby_deadlines(table)
    assert lobby_deadlines(replace(table, status="ended")) == ()


async def test_clocks_start_with_the_setup(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN)
    waiting = {decision.seat for decision in sessions.decisions(table)}
    assert {seat for seat, clock in table.clocks.items() if clock.since is not None} == waiting
    assert {clock.point for clock in table.clocks.values()} == {0}
