"""Declarations and plans in Railway Rivals: who sees them, and undo around them."""

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play.service import TableService
from bot.play.undo import undo
from bot.tables.moves import find_forced_move
from engine import GAMES, decisions, write_action
from engine.core import premove_decisions, settle
from engine.errors import Refused, Stale
from engine.games.railway_rivals.state.phases import Building
from engine.store import Store, Table
from tests.bot.play.test_premoves import seen_by_all
from tests.bot.seated_players import ADA, BEN, CAT, begun_at
from tests.bot.simulated_channel import world
from tests.bot.whole_game import decision_of, person_at
from tests.games.railway_rivals.contest import column, contest
from tests.games.railway_rivals.table import asked, go, table

GAME = GAMES["railway-rivals"]
FAR = ("AA32", "Y5", "F32")
MEETING = {1: "P16-P17", 2: "O19-O18"}
"""Track of the first and of the second seat next to P18. Both may build into P18, and the first may reach Leicester."""
TO_LEICESTER = "p1 lay P17-Q18-R18"


async def seated(store: Store, state: Any, policy: str = "") -> tuple[TableService, Table]:
    """Return a table of people in this position, with an empty log."""
    clock = count(1_000.0)
    sessions = TableService(store, clock=lambda: next(clock))
    opened = await sessions.open_lobby(1, None, GAME.key, ADA)
    for player in (BEN, CAT)[: state.seats - 1]:
        await (sessions.add_computer(opened.id, policy) if policy else sessions.join_lobby(opened.id, player))
    await begun_at(store, opened.id, state)
    fresh = TableService(store, clock=lambda: next(clock))
    return fresh, await fresh.get(opened.id)


def meeting(**changes: Any) -> Any:
    return table(**{"starts": FAR, "track": MEETING, "capital": 6, **changes})


TWO_LEFT = {"unreached": ("Leicester", "Oxford")}
ONE_LEFT = {"unreached": ("Oxford",)}


async def said(sessions: TableService, at: Table, *lines: str) -> Table:
    """Make each line as the player of its seat."""
    for line in lines:
        await sessions.play_move(at.id, at.players[int(line[1]) - 1].user or 0, line)
    return await sessions.get(at.id)


async def stored(store: Store, at: Table) -> Any:
    """Return the state that results from the stored log."""
    other = TableService(store)
    assert await other.state_at(at.id, (await other.get(at.id)).seq) == (await other.get(at.id)).state
    return (await other.get(at.id)).state


# -- declarations


async def test_declaration_prevents_undo_of_the_move_it_depends_on(store: Store) -> None:
    sessions, at = await seated(store, meeting(**TWO_LEFT))
    at = await said(sessions, at, TO_LEICESTER, "p1 declare")
    with pytest.raises(Refused, match="You have announced something that depends on that move"):
        await undo(sessions, at.id, 101)
    assert (await stored(store, at)) == at.state
    assert at.state.turns_left == 2  # type: ignore[union-attr]


async def test_declaration_is_kept_when_an_earlier_move_is_undone(store: Store) -> None:
    sessions, at = await seated(store, meeting(**ONE_LEFT))
    at = await said(sessions, at, "p1 lay P17-P18", "p1 declare")
    await undo(sessions, at.id, 101)
    state = await stored(store, at)
    assert state.turns_left == 2 and not any(piece.b == "P18" for piece in state.track.pieces)


async def test_rivals_declaration_neither_prevents_undo_nor_is_lost(store: Store) -> None:
    sessions, at = await seated(store, meeting(**ONE_LEFT))
    at = await said(sessions, at, "p1 lay P17-P18", "p2 declare")
    await undo(sessions, at.id, 101)
    state = await stored(store, at)
    assert state.turns_left == 2 and not any(piece.b == "P18" for piece in state.track.pieces)


async def test_move_on_which_a_rivals_declaration_depends_cannot_be_undone(store: Store) -> None:
    sessions, at = await seated(store, meeting(**TWO_LEFT))
    at = await said(sessions, at, TO_LEICESTER, "p2 declare")
    with pytest.raises(Refused, match="Someone else has announced something that depends on that move"):
        await undo(sessions, at.id, 101)
    assert (await stored(store, at)) == at.state


# -- plans


async def test_plans_are_invisible_to_others(store: Store) -> None:
    sessions, at = await seated(store, meeting())
    planned = await said(sessions, at, "p2 lay O18-P18", "p2 limit 2", "p2 lay P18-P19")
    assert [move.by for move in await sessions.history(at.id)][1:] == ["ahead"] * 3
    assert planned.since == at.since
    assert [(d.seat, d.prompt) for d in sessions.decisions(planned)] == [
        (d.seat, d.prompt) for d in sessions.decisions(at)
    ]


async def test_plans_of_computers_are_invisible(store: Store) -> None:
    sessions, at = await seated(store, meeting(), "random")
    await said(sessions, at, "p1 lay P17-P18", "p1 lay P18-P19", "p1 lay P19-P20")
    while await sessions.play_automatic_move(at.id):
        pass
    *planned, last = (await sessions.history(at.id))[4:]
    assert planned and {move.by for move in planned} == {"ahead"}
    assert last.by == "computer" and asked((await sessions.get(at.id)).state) == [1]


async def test_undo_looks_the_same_with_and_without_plans(store: Store) -> None:
    sessions, at = await seated(store, meeting())
    await said(sessions, at, "p1 lay P17-P18", "p2 lay O18-P18")  # foreseen to pay, and then not any more
    await undo(sessions, at.id, 101)
    state = await stored(store, at)
    phase = state.flow[-1]
    assert [slot.plan.open().foreseen for slot in phase.slots] == [(), (0,)]
    assert not state.track.pieces[2:]


async def test_plan_that_depends_on_a_move_prevents_undo_without_details(
    store: Store,
) -> None:
    sessions, at = await seated(store, meeting(gold={2: 0}))
    await said(sessions, at, "p1 lay P17-P18-O18", "p2 lay O18-P17")  # with the gold it was paid
    with pytest.raises(Refused, match="involved chance or revealed something hidden"):
        await undo(sessions, at.id, 101)


async def test_complete_plan_is_publicly_shown_like_done(store: Store) -> None:
    sessions, at = await seated(store, meeting(capital=2))
    await said(sessions, at, "p1 lay P17-P18", "p2 lay O18-N18-N19")
    assert (await sessions.history(at.id))[-1].by == "player"
    with pytest.raises(Refused, match="only your own move"):
        await undo(sessions, at.id, 101)
    undone = await undo(sessions, at.id, 102)
    assert undone.line == "p2 lay O18-N18-N19"
    assert asked(await stored(store, at)) == [1, 2]


async def test_later_own_plans_are_replayed_or_dropped_after_undo(
    store: Store,
) -> None:
    sessions, at = await seated(store, meeting(capital=(3, 3), options={"rolls": "three"}))
    at = await said(sessions, at, "p1 lay P17-P18-P19-P20", "p1 lay P17-Q18")
    assert at.state.flow[-1].at == 1 and at.state.flow[-1].slots_with_plans(1)  # type: ignore[union-attr]
    await undo(sessions, at.id, 101, seen_seq=at.seq - 1)
    state = await stored(store, at)
    assert state.track == meeting().track and not state.flow[-1].slots_with_plans(1)
    at = await said(sessions, at, "p1 lay P17-P18-P19-P20", "p2 lay O18-O17", "p1 lay P17-Q18")
    await undo(sessions, at.id, 102)
    assert (await stored(store, at)).flow[-1].slots_with_plans(1)


async def test_outdated_page_does_not_repeat_a_plan(store: Store) -> None:
    sessions, at = await seated(store, meeting())
    await said(sessions, at, "p2 lay O18-P18")
    with pytest.raises(Stale, match="You have moved since you opened this menu"):
        await sessions.play_move(at.id, 102, "p2 lay O18-N18", seen_seq=at.seq)
    now = await sessions.get(at.id)
    await sessions.play_move(at.id, 101, "p1 lay P17-Q18", seen_seq=at.seq)
    assert (await sessions.play_move(at.id, 102, "p2 limit 1", seen_seq=now.seq)).by == "ahead"


# -- taking a plan back


async def test_undo_of_a_secret_plan_explains_clear_and_undoes_nothing(
    store: Store,
) -> None:
    sessions, at = await seated(store, meeting(capital=(3, 3), options={"rolls": "three"}))
    at = await said(sessions, at, "p1 lay P17-P18-P19-P20", "p1 lay P17-Q18")
    with pytest.raises(Refused, match=r"\*Plan ahead…\* and choose \*Clear your last plan"):
        await undo(sessions, at.id, 101)
    assert (await stored(store, at)) == at.state
    await said(sessions, at, "p1 clear")
    assert (await undo(sessions, at.id, 101)).line == "p1 lay P17-P18-P19-P20"


async def test_cleared_plan_is_invisible_unless_the_seat_is_asked_again(store: Store) -> None:
    sessions, at = await seated(store, meeting())
    at = await said(sessions, at, "p2 lay O18-P18", "p2 clear")
    assert (await sessions.history(at.id))[-1].by == "ahead"
    at = await said(sessions, at, "p2 lay O18-P18", "p2 done", "p2 clear")
    assert asked(at.state) == [1, 2]
    assert (await sessions.history(at.id))[-1].by == "player"
    await undo(sessions, at.id, 102)
    state = await stored(store, at)
    assert asked(state) == [1] and state.flow[-1].slots_with_plans(2)
    await undo(sessions, at.id, 102)
    state = await stored(store, at)
    assert asked(state) == [1, 2] and state.flow[-1].slots_with_plans(2)


def test_premove_keeps_a_settled_game_in_the_same_phase() -> None:
    planned, _ = go(meeting(), "p2 lay O18-P18", "p2 done")
    for line in ("p2 limit 1", "p2 clear"):
        after, _ = go(planned, line)
        assert [type(phase) for phase in after.flow] == [type(phase) for phase in planned.flow]
        assert settle(after) == after
        assert next(d for d in decisions(after) if d.seat != 2).prompt == decisions(planned)[0].prompt


async def test_limit_and_clear_are_on_one_page_and_cleared_ones_are_asked_again(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        at = await running.started("Ada", "Ben", "Cleo", title=GAME.key, map="tyne-tees")
        while not isinstance(at.state.flow[-1], Building):
            seat = running.bot.services.tables.decisions(at)[0].seat
            line = write_action(next(iter(decision_of(running, at, seat).offers)))
            await person_at(running, at, seat).slash(running.channel, "move", line=line)
            at = await running.table()
        seat = asked(at.state)[1]
        person = person_at(running, at, seat)
        lay = next(a for a in decision_of(running, at, seat).offers if write_action(a).split()[1] == "lay")
        before = seen_by_all(running)
        said_ = await person.slash(running.channel, "move", line=write_action(lay))
        assert said_.response.content.startswith("✓ You planned")
        assert seen_by_all(running) == before
        at = await running.table()
        assert [d.seat for d in premove_decisions(at.state)] == [seat, seat]
        still_asked = seat in asked(at.state)
        shown = await person.click(running.latest("Your move"), label="Your move")
        shown = await person.click(shown.response, label="Plan ahead…")
        labels = running.labels(shown.response)
        assert "Limit…" in labels and "Clear your last plan" in labels
        shown = await person.click(shown.response, label="Clear your last plan")
        assert "Confirm" in running.labels(shown.response), shown.response.content
        said_ = await person.click(shown.response, label="Confirm")
        assert said_.response.content.startswith("✓")
        assert still_asked
        assert seen_by_all(running) == before
        at = await running.table()
        assert not premove_decisions(at.state) and asked(at.state)[1] == seat


# -- nothing is forced where more may be typed


@pytest.mark.parametrize("only", ["stay", "done"])
async def test_single_offer_is_not_forced_if_another_can_be_typed(store: Store, only: str) -> None:
    if only == "stay":
        state, _ = go(contest("23-43", seats=2, track={1: column("R", 2, 18), 2: column("R", 20, 25)}), "p1 stay 23-43")
    else:
        state = meeting(capital=1)
        state, _ = go(state, "p2 done")
    _, at = await seated(store, state)
    stored = await store.load_table(at.id)
    assert stored is not None
    assert [d.seat for d in decisions(state)] == [2 if only == "stay" else 1]
    (question,) = decisions(state)
    assert find_forced_move(replace(stored, state=state)) is None
    if only == "stay":
        assert [write_action(action) for action in question.offers] == ["p2 stay 23-43"]
