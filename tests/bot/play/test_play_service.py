"""Moves below Discord: accepted, refused, repeated, simultaneous, and after a restart."""

import asyncio

import pytest

from bot.play.service import TableService
from bot.tables.cache import TableCache
from engine.core import Action, Decision
from engine.errors import Refused, Stale, Unreadable
from engine.store import Store
from tests.bot.seated_players import ADA, BEN, CAT, DAN, asked, begun, move_on


async def test_move_is_stored_with_its_events(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    move = await sessions.play_move(table.id, user, line)
    assert (move.seq, move.line, move.by) == (1, line, "player")
    assert move.events
    assert (await sessions.history(table.id))[1:] == (move,)


async def test_simultaneous_moves_are_one_move_and_one_refusal(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    made = await asyncio.gather(
        sessions.play_move(table.id, user, line, interaction=1, seen_seq=0),
        sessions.play_move(table.id, user, line, interaction=2, seen_seq=0),
        return_exceptions=True,
    )
    assert [type(m).__name__ for m in made] == ["LogEntry", "Stale"]
    assert len(await sessions.history(table.id)) == 2


async def test_repeated_press_is_one_move(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    made = await asyncio.gather(
        *(sessions.play_move(table.id, user, line, interaction=5, seen_seq=0) for _ in range(3))
    )
    assert made[0] == made[1] == made[2]
    assert (await sessions.get(table.id)).seq == 1


async def test_press_repeated_much_later_is_still_the_same_move(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    first = await sessions.play_move(table.id, user, line, interaction=5, seen_seq=0)
    await move_on(sessions, await sessions.get(table.id), 9)
    assert await sessions.play_move(table.id, user, line, interaction=5, seen_seq=0) == first


async def test_player_cannot_move_for_another(sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    other = 203 - user
    with pytest.raises(Refused, match="You can’t make player .’s move: you’re player"):
        await sessions.play_move(table.id, other, line)
    with pytest.raises(Refused, match="don’t have a seat"):
        await sessions.play_move(table.id, 999, line)


async def test_line_that_is_not_a_move_is_unreadable(sessions: TableService) -> None:
    table = await begun(sessions)
    user, _ = asked(sessions, table)
    with pytest.raises(Unreadable):
        await sessions.play_move(table.id, user, "p1 fly to the moon")


async def test_outdated_page_works_while_its_move_is_offered(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    later = await move_on(sessions, table, 1)
    user, line = asked(sessions, later)
    assert user != asked(sessions, table)[0]
    assert (await sessions.play_move(table.id, user, line, seen_seq=table.seq)).seq == 2


async def test_outdated_page_without_its_move_is_stale(sessions: TableService) -> None:
    table = await begun(sessions)
    seat = sessions.decisions(table)[0].seat
    waiting = next(n for n in (1, 2) if n != seat)
    user = table.players[waiting - 1].user
    assert user is not None
    _, line = asked(sessions, table)
    await move_on(sessions, table, 1)
    with pytest.raises(Stale, match="game has changed"):
        await sessions.play_move(table.id, user, line.replace(f"p{seat}", f"p{waiting}"), seen_seq=0)


async def test_refused_move_changes_nothing(sessions: TableService) -> None:
    table = await begun(sessions)
    user, _ = asked(sessions, table)
    seat = sessions.seat_of(table, user)
    with pytest.raises(Refused):
        await sessions.play_move(table.id, user, f"p{seat} draft Nowhere", interaction=9)
    assert await sessions.get(table.id) == table
    assert [m.by for m in await sessions.history(table.id)] == ["start"]


async def test_canceled_press_leaves_whole_move_or_none(sessions: TableService) -> None:
    table = await begun(sessions)
    for delay in range(12):
        table = await sessions.get(table.id)
        task = asyncio.create_task(sessions.play_move(table.id, *asked(sessions, table)))
        for _ in range(delay):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    table = await move_on(sessions, await sessions.get(table.id), 1)
    assert [m.seq for m in await sessions.history(table.id)] == list(range(table.seq + 1))


async def test_table_is_complete_after_restart(store: Store, sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT, DAN), 70)
    afresh = TableService(store)
    assert await afresh.get(table.id) == await sessions.get(table.id)
    assert await afresh.history(table.id) == await sessions.history(table.id)
    assert (await move_on(afresh, table, 1)).seq == 71


async def test_move_of_a_faster_process_is_noticed(store: Store, sessions: TableService) -> None:
    table = await begun(sessions)
    await move_on(TableService(store), table, 1)
    with pytest.raises(Refused, match="Waiting for player"):  # it reads the table again, and tells how that is now
        await sessions.play_move(table.id, *asked(sessions, table))
    assert (await sessions.get(table.id)).seq == 1


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_one_of_two_simultaneous_processes_makes_the_move(database: str, sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    other = await Store.open(database)
    late = TableService(other)
    await late.get(table.id)  # both look at the same table, whichever is faster then
    made = await asyncio.gather(
        sessions.play_move(table.id, user, line, interaction=1),
        late.play_move(table.id, user, line, interaction=2),
        return_exceptions=True,
    )
    await other.close()
    assert sorted(type(m).__name__ for m in made) == ["LogEntry", "Refused"]
    assert [m.seq for m in await sessions.history(table.id)] == [0, 1]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_press_that_reaches_two_processes_is_one_move(database: str, sessions: TableService) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    other = await Store.open(database)
    first = await sessions.play_move(table.id, user, line, interaction=1)
    assert await TableService(other).play_move(table.id, user, line, interaction=1) == first
    await other.close()


async def test_only_recently_used_tables_stay_in_memory(store: Store) -> None:
    heads, many = TableCache(store, max_tables=3), TableService(store)
    tables = [await begun(many, ADA, BEN, channel=channel) for channel in range(5)]
    loaded = [await heads.get(table.id) for table in tables]
    assert all([await heads.get(tables[n].id) is loaded[n] for n in (2, 3, 4)])
    assert await heads.get(tables[0].id) is not loaded[0]


async def test_tables_of_user_are_open_ones_with_own_seat(sessions: TableService) -> None:
    one, two = await begun(sessions, ADA, BEN), await begun(sessions, CAT, ADA, channel=2)
    await begun(sessions, CAT, BEN, channel=3)
    assert [t.id for t in await sessions.open_tables_of(101)] == [one.id, two.id]
    await sessions.end_game(one.id, 101)
    assert [t.id for t in await sessions.open_tables_of(101)] == [two.id]


async def test_premoves_are_not_listed_to_learn_that_there_are_some(
    sessions: TableService, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Slow(frozenset[Action]):
        """Offers whose first one is known without listing them."""

        def __len__(self) -> int:
            raise AssertionError("listed")

    table = await begun(sessions)
    asked = sessions.decisions(table)[0]
    offers = Slow([next(iter(asked.offers))])
    monkeypatch.setattr("bot.play.service.premove_decisions", lambda state: (Decision(asked.seat, "", offers),))
    ahead = sessions.premove_question(table, asked.seat)
    assert ahead is not None and next(iter(ahead.offers)) in asked.offers
    monkeypatch.setattr("bot.play.service.premove_decisions", lambda state: (Decision(asked.seat, "", ()),))
    assert sessions.premove_question(table, asked.seat) is None


async def test_outdated_page_tells_the_player_to_move_why_its_move_is_gone(sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    first, line = asked(sessions, table)
    later = await move_on(sessions, table, 1)
    second, _ = asked(sessions, later)
    third = next(player.user for player in table.players if player.user not in (first, second))
    reasons = []
    for user in (second, third):
        seat = sessions.seat_of(later, user or 0)
        with pytest.raises(Stale, match="game has changed") as gone:
            await sessions.play_move(table.id, user or 0, f"p{seat} {line.split(' ', 1)[1]}", seen_seq=0)
        reasons.append(str(gone.value).partition("menu.")[2])
    assert reasons[0] and not reasons[1]
