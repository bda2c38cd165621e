"""Tables and moves as the bot's commands meet them: the lobby, moves, refusals, restarts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.heads import Heads
from bot.sessions import Player, Sessions, Table
from engine.core.notation import write
from engine.core.secret import reveals
from engine.errors import Refused, Stale, Unreadable
from engine.games import GAMES
from engine.store import Store

TITLE = next(iter(GAMES))
GAME = GAMES[TITLE]
ADA, BEN, CAT, DAN = (Player(name, user) for user, name in enumerate(("Ada", "Ben", "Cat", "Dan"), 101))


@pytest_asyncio.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "tables.db")
    yield opened
    await opened.close()


@pytest.fixture
def sessions(store: Store) -> Sessions:
    return Sessions(store, clock=lambda: 1_000.0, new_seed=lambda: 7)


async def begun(sessions: Sessions, *players: Player, channel: int = 1) -> Table:
    host, *others = players or (ADA, BEN)
    table = await sessions.open(channel, None, TITLE, host)
    for player in others:
        table = await sessions.join(table.id, player)
    return await sessions.start(table.id, table.host)


def asked(sessions: Sessions, table: Table) -> tuple[int, str]:
    """The user who is asked first and the first move they are offered."""
    decision = sessions.decisions(table)[0]
    user = table.players[decision.seat - 1].user
    assert user is not None
    return user, write(next(iter(decision.offers)))


async def move_on(sessions: Sessions, table: Table, moves: int) -> Table:
    for _ in range(moves):
        await sessions.play(table.id, *asked(sessions, table))
        table = await sessions.get(table.id)
    return table


# -- the lobby


async def test_a_channel_has_one_open_table(sessions: Sessions) -> None:
    await sessions.open(1, None, TITLE, ADA)
    with pytest.raises(Refused, match="already has a table"):
        await sessions.open(1, None, TITLE, BEN)
    assert (await sessions.open(2, None, TITLE, BEN)).channel == 2


async def test_two_people_who_open_a_table_at_the_same_moment_get_one(sessions: Sessions) -> None:
    made = await asyncio.gather(
        sessions.open(1, None, TITLE, ADA), sessions.open(1, None, TITLE, BEN), return_exceptions=True
    )
    assert sorted(type(m) for m in made if isinstance(m, Refused)) == [Refused]


async def test_an_unknown_title_is_answered_with_those_there_are(sessions: Sessions) -> None:
    with pytest.raises(Unreadable, match=TITLE):
        await sessions.open(1, None, "chess", ADA)
    assert await sessions.at(1) is None


async def test_nobody_sits_on_two_chairs(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    with pytest.raises(Refused, match="already sit"):
        await sessions.join(table.id, ADA)


async def test_a_full_table_says_how_many_chairs_it_has(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    for user in range(GAME.seats[-1] - 1):
        await sessions.join(table.id, Player("guest", 500 + user))
    with pytest.raises(Refused, match=f"All {GAME.seats[-1]} chairs"):
        await sessions.join(table.id, BEN)


async def test_a_host_who_leaves_hands_the_table_on(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    await sessions.join(table.id, BEN)
    table = await sessions.leave(table.id, 101)
    assert (table.host, table.players) == (102, (BEN,))
    assert (await sessions.leave(table.id, 102)).status == "ended"
    assert await sessions.at(1) is None


async def test_a_host_who_only_watches_stays_host_when_others_leave(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA, seated=False)
    await sessions.join(table.id, BEN)
    table = await sessions.leave(table.id, 102)
    assert (table.host, table.players, table.status) == (101, (), "lobby")


async def test_an_option_that_does_not_exist_changes_nothing(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    name = next(iter(table.options))
    for wrong in [("speed", "fast"), (name, "sideways")]:
        with pytest.raises(Unreadable):
            await sessions.set_option(table.id, *wrong)
    assert (await sessions.get(table.id)).options == table.options


async def test_only_the_host_starts(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    await sessions.join(table.id, BEN)
    with pytest.raises(Refused, match="Only the host"):
        await sessions.start(table.id, 102)


async def test_too_few_players_cannot_start(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    with pytest.raises(Refused, match="so far there is 1"):
        await sessions.start(table.id, 101)
    assert (await sessions.get(table.id)).status == "lobby"


async def test_a_started_table_shows_the_hash_of_its_seed_and_not_the_seed(sessions: Sessions) -> None:
    table = await begun(sessions)
    assert table.seed_hash == "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451"
    assert not hasattr(table, "seed")


async def test_an_ended_table_frees_its_channel_and_takes_no_moves(sessions: Sessions) -> None:
    table = await begun(sessions)
    with pytest.raises(Refused, match="Only the host, or a moderator"):
        await sessions.end(table.id, 102)
    await sessions.end(table.id, 999, moderator=True)
    with pytest.raises(Refused, match="over"):
        await sessions.play(table.id, *asked(sessions, table))
    again = await sessions.open(1, None, TITLE, BEN)
    found = await sessions.at(1)
    assert found is not None and found.id == again.id


# -- moves


async def test_a_move_is_kept_with_its_events(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    move = await sessions.play(table.id, user, line)
    assert (move.seq, move.line, move.by) == (1, line, "player")
    assert move.events
    assert (await sessions.history(table.id))[1:] == (move,)


async def test_two_moves_at_the_same_moment_are_one_move_and_one_refusal(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    made = await asyncio.gather(
        sessions.play(table.id, user, line, interaction=1, seen=0),
        sessions.play(table.id, user, line, interaction=2, seen=0),
        return_exceptions=True,
    )
    assert [type(m).__name__ for m in made] == ["Move", "Stale"]
    assert len(await sessions.history(table.id)) == 2


async def test_the_same_press_twice_is_one_move(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    made = await asyncio.gather(*(sessions.play(table.id, user, line, interaction=5, seen=0) for _ in range(3)))
    assert made[0] == made[1] == made[2]
    assert (await sessions.get(table.id)).seq == 1


async def test_the_same_press_long_after_is_still_that_move(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    first = await sessions.play(table.id, user, line, interaction=5, seen=0)
    await move_on(sessions, await sessions.get(table.id), 9)
    assert await sessions.play(table.id, user, line, interaction=5, seen=0) == first


async def test_a_player_cannot_move_for_another(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    other = 203 - user
    with pytest.raises(Refused, match="to make; you are player"):
        await sessions.play(table.id, other, line)
    with pytest.raises(Refused, match="do not sit"):
        await sessions.play(table.id, 999, line)


async def test_a_line_that_is_no_move_is_unreadable(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, _ = asked(sessions, table)
    with pytest.raises(Unreadable):
        await sessions.play(table.id, user, "p1 fly to the moon")


async def test_an_old_menu_works_while_its_move_is_still_offered(sessions: Sessions) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    later = await move_on(sessions, table, 1)
    user, line = asked(sessions, later)
    assert user != asked(sessions, table)[0]
    assert (await sessions.play(table.id, user, line, seen=table.seq)).seq == 2


async def test_an_old_menu_whose_move_is_gone_is_stale(sessions: Sessions) -> None:
    table = await begun(sessions)
    seat = sessions.decisions(table)[0].seat
    waiting = next(n for n in (1, 2) if n != seat)
    user = table.players[waiting - 1].user
    assert user is not None
    _, line = asked(sessions, table)
    await move_on(sessions, table, 1)
    with pytest.raises(Stale, match="moved on"):
        await sessions.play(table.id, user, line.replace(f"p{seat}", f"p{waiting}"), seen=0)


async def test_a_refused_move_changes_nothing(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, _ = asked(sessions, table)
    seat = sessions.seat_of(table, user)
    with pytest.raises(Refused):
        await sessions.play(table.id, user, f"p{seat} draft Nowhere", interaction=9)
    assert await sessions.get(table.id) == table
    assert [m.by for m in await sessions.history(table.id)] == ["start"]


async def test_a_canceled_press_leaves_the_whole_move_or_none(sessions: Sessions) -> None:
    table = await begun(sessions)
    for delay in range(12):
        table = await sessions.get(table.id)
        task = asyncio.create_task(sessions.play(table.id, *asked(sessions, table)))
        for _ in range(delay):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
    table = await move_on(sessions, await sessions.get(table.id), 1)
    assert [m.seq for m in await sessions.history(table.id)] == list(range(table.seq + 1))


async def test_everything_is_there_after_a_restart(store: Store, sessions: Sessions) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT, DAN), 70)
    afresh = Sessions(store)
    assert await afresh.get(table.id) == await sessions.get(table.id)
    assert await afresh.history(table.id) == await sessions.history(table.id)
    assert (await move_on(afresh, table, 1)).seq == 71


async def test_another_process_that_was_faster_is_noticed(store: Store, sessions: Sessions) -> None:
    table = await begun(sessions)
    await move_on(Sessions(store), table, 1)
    with pytest.raises(Stale):
        await sessions.play(table.id, *asked(sessions, table))
    assert (await sessions.get(table.id)).seq == 1


async def test_of_two_processes_at_the_same_moment_one_makes_the_move(tmp_path: Path, sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    other = await Store.open(tmp_path / "tables.db")
    made = await asyncio.gather(
        sessions.play(table.id, user, line, interaction=1),
        Sessions(other).play(table.id, user, line, interaction=2),
        return_exceptions=True,
    )
    await other.close()
    assert sorted(type(m).__name__ for m in made) == ["Move", "Stale"]
    assert [m.seq for m in await sessions.history(table.id)] == [0, 1]


async def test_a_press_that_reaches_two_processes_is_one_move(tmp_path: Path, sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    other = await Store.open(tmp_path / "tables.db")
    first = await sessions.play(table.id, user, line, interaction=1)
    assert await Sessions(other).play(table.id, user, line, interaction=1) == first
    await other.close()


async def test_only_the_tables_used_last_stay_in_memory(store: Store) -> None:
    heads, many = Heads(store, kept=3), Sessions(store)
    tables = [await begun(many, ADA, BEN, channel=channel) for channel in range(5)]
    loaded = [await heads.look(table.id) for table in tables]
    assert all([await heads.look(tables[n].id) is loaded[n] for n in (2, 3, 4)])
    assert await heads.look(tables[0].id) is not loaded[0]


async def test_my_tables_are_the_open_ones_i_sit_at(sessions: Sessions) -> None:
    one, two = await begun(sessions, ADA, BEN), await begun(sessions, CAT, ADA, channel=2)
    await begun(sessions, CAT, BEN, channel=3)
    assert [t.id for t in await sessions.of_user(101)] == [one.id, two.id]
    await sessions.end(one.id, 101)
    assert [t.id for t in await sessions.of_user(101)] == [two.id]


# -- computer players and forced moves


async def test_an_unknown_computer_player_is_answered_with_those_there_are(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    with pytest.raises(Unreadable, match="random"):
        await sessions.add_computer(table.id, "deep thought")


async def test_computer_players_can_be_added_and_sent_away(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    for _ in range(2):
        table = await sessions.add_computer(table.id, "random")
    assert [p.name for p in table.players] == ["Ada", "Computer 1 (random)", "Computer 2 (random)"]
    assert [p.name for p in (await sessions.remove_computer(table.id)).players] == ["Ada", "Computer 1 (random)"]
    await sessions.remove_computer(table.id)
    with pytest.raises(Refused, match="No computer player"):
        await sessions.remove_computer(table.id)


async def test_computer_players_move_until_a_person_must_choose(sessions: Sessions) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    for policy in ("random", "greedy", "random"):
        await sessions.add_computer(table.id, policy)
    table = await sessions.start(table.id, 101)
    while True:
        while move := await sessions.step(table.id):
            assert (move.by, move.seat == 1) in {("computer", False), ("forced", True)}
        table = await sessions.get(table.id)
        if table.status == "finished":
            break
        assert [d.seat for d in sessions.decisions(table)] == [1]
        assert len(sessions.decisions(table)[0].offers) > 1
        table = await move_on(sessions, table, 1)
    assert {m.by for m in await sessions.history(table.id)} == {"start", "player", "computer", "forced"}


async def test_a_single_legal_choice_is_made_for_a_person(sessions: Sessions) -> None:
    table = await begun(sessions)
    while len(sessions.decisions(table)[0].offers) > 1:
        assert await sessions.step(table.id) is None
        table = await move_on(sessions, table, 1)
    move = await sessions.step(table.id)
    assert move is not None and move.by == "forced"
    assert [move.line] == [write(a) for a in sessions.decisions(table)[0].offers]


async def test_after_a_restart_the_tables_with_a_move_to_make_by_themselves_can_be_found(
    store: Store, sessions: Sessions
) -> None:
    table = await sessions.open(1, None, TITLE, ADA)
    await sessions.add_computer(table.id, "random")
    table = await sessions.start(table.id, 101)
    await begun(sessions, BEN, CAT, channel=2)
    await sessions.open(3, None, TITLE, DAN)
    await sessions.announced(table.id, 0)
    assert await Sessions(store).pending() == (2,)
    assert await Sessions(store).playing() == (1, 2)


# -- undo


async def test_the_last_move_can_be_taken_back_and_made_again(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play(table.id, user, line)
    undone = await sessions.undo(table.id, user)
    after = await sessions.get(table.id)
    assert (undone.by, undone.line, undone.seq) == ("undo", line, 2)
    assert after.state == table.state
    assert (await sessions.play(table.id, user, line)).seq == 3


async def test_an_undo_pressed_twice_is_one_undo(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play(table.id, user, line)
    assert await sessions.undo(table.id, user, interaction=3) == await sessions.undo(table.id, user, interaction=3)
    assert (await sessions.get(table.id)).seq == 2


async def test_somebody_elses_move_cannot_be_taken_back(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, line = asked(sessions, table)
    await sessions.play(table.id, user, line)
    with pytest.raises(Refused, match="only by the player who made it"):
        await sessions.undo(table.id, 203 - user)


async def test_a_move_that_somebody_followed_cannot_be_taken_back(sessions: Sessions) -> None:
    table = await begun(sessions)
    user, _ = asked(sessions, table)
    table = await move_on(sessions, table, 1)
    assert asked(sessions, table)[0] != user
    await move_on(sessions, table, 1)
    with pytest.raises(Refused, match="last move"):
        await sessions.undo(table.id, user)


async def test_a_move_that_drew_something_cannot_be_taken_back(sessions: Sessions) -> None:
    table = await begun(sessions)
    for _ in range(40):
        before, (user, _) = table, asked(sessions, table)
        table = await move_on(sessions, table, 1)
        seat = sessions.seat_of(table, user)
        assert before.state is not None and table.state is not None and seat is not None
        if reveals(before.state, table.state, seat):
            with pytest.raises(Refused, match="hidden to light"):
                await sessions.undo(table.id, user)
            return
    pytest.fail("nothing was ever revealed")


async def test_nothing_can_be_taken_back_before_the_first_move(sessions: Sessions) -> None:
    table = await begun(sessions)
    with pytest.raises(Refused, match="no move"):
        await sessions.undo(table.id, 101)


async def test_states_before_an_undone_checkpoint_can_still_be_seen(sessions: Sessions) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN, CAT, DAN), 48)
    seen = [table]
    while table.seq < 75:
        user, _ = asked(sessions, table)
        seen.append(table := await move_on(sessions, table, 1))
        if table.seq >= 50:
            try:
                await sessions.undo(table.id, user)
            except Refused:
                continue
            seen.append(table := await sessions.get(table.id))
            seen.append(table := await move_on(sessions, table, 1))
    assert "undo" in {m.by for m in await sessions.history(table.id)}
    for then in seen:
        assert await sessions.state_at(table.id, then.seq) == then.state


# -- the outbox


async def test_the_start_and_every_move_wait_to_be_announced(sessions: Sessions) -> None:
    table = await begun(sessions)
    assert [m.by for m in await sessions.unannounced(table.id)] == ["start"]
    table = await move_on(sessions, table, 2)
    assert [m.seq for m in await sessions.unannounced(table.id)] == [0, 1, 2]
    assert await sessions.pending() == (table.id,)


async def test_what_is_announced_is_marked_together_with_its_messages(store: Store, sessions: Sessions) -> None:
    table = await move_on(sessions, await begun(sessions), 3)
    await sessions.announced(table.id, 2, {"card": 11, "phase": 12})
    assert [m.seq for m in await sessions.unannounced(table.id)] == [3]
    table = await sessions.announced(table.id, 3, {"phase": 13})
    assert await sessions.pending() == ()
    assert table.notes == (await Sessions(store).get(table.id)).notes == {"card": 11, "phase": 13}
