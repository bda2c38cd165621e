"""Standing orders of consecutive steps, below Discord: they begin, continue, stop with a message, and end."""

from itertools import count
from typing import Any

import pytest
from msgspec.structs import replace

from bot.orders.execution import decode_order
from bot.orders.order import Order, judge_order
from bot.orders.parser import MAX_PATTERNS, parse_order
from bot.play.service import Table, TableService
from bot.play.undo import undo, undo_turn
from engine import Decision, Seat, redact
from engine.errors import Unreadable
from engine.games import GAMES
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.robber_baron.actions import Insider
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass
from engine.store import Store
from tests.bot.orders.test_order_execution import DRAFTS, TURN, at_bidding, lines, ordered, play_on, stepped, word
from tests.bot.seated_players import ADA, BEN, CAT, GAME, asked, begun

LONG_TURNS = list(GAMES)[2]
"""A game in which a player is asked several times in a row."""


async def state_of(sessions: TableService, table: Table, who: Any) -> list[tuple[str, int, str]]:
    """Return the orders of ``who``: status, number of steps made, and reason of the end."""
    found = await sessions.orders.load_orders_of(table.id, who.user)
    return [(plan.state, decode_order(plan).done, decode_order(plan).end_reason) for plan in found]


async def dealt(sessions: TableService, key: str) -> Table:
    """Return a game in which Ada has the first seat."""
    table = await sessions.open_lobby(1, None, key, ADA)
    for player in (BEN, CAT)[: GAMES[key].seats[0] - 1 or 1]:
        table = await sessions.join_lobby(table.id, player)
    if GAMES[key].options.presets():
        await sessions.choose_preset(table.id, next(iter(GAMES[key].options.presets())))
    return await stepped(sessions, await sessions.start_game(table.id, table.host))


async def test_steps_are_executed_in_order_and_end_after_the_last(sessions: TableService) -> None:
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "buy 1, then place worker then place worker")
    await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 buy 1", "p1 place worker", "p1 place worker"]
    title = "“buy 1”, then “place worker”, then “place worker”"
    assert (await word(sessions, table, ADA)).splitlines()[1:] == [
        f"Your standing order {title} made “place worker”, step {number} of 3." for number in (2, 3)
    ]
    assert await state_of(sessions, table, ADA) == [("ended", 3, "all its moves have been made")]


async def test_steps_wait_for_a_question_about_the_first(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "bid 1, then draft Los Angeles")
    await play_on(sessions, table, DRAFTS)
    assert not await lines(sessions, table) and await state_of(sessions, table, ADA) == [("stands", 0, "")]
    await play_on(sessions, await sessions.get(table.id), TURN - DRAFTS)
    assert await lines(sessions, table) == ["p1 bid 1", "p1 draft Los_Angeles"]


async def test_steps_with_impossible_first_step_end(
    sessions: TableService,
) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, BEN, "bid 1, then draft *")
    await sessions.play_move(table.id, ADA.user or 0, "p1 bid 1")
    table = await stepped(sessions, table)
    why = "step 1 of 2, “bid 1”, isn’t possible"
    assert await state_of(sessions, table, BEN) == [("ended", 0, why)]
    assert await word(sessions, table, BEN) == f"Your standing order “bid 1”, then “draft *” has ended: {why}."
    assert asked(sessions, table)[0] == BEN.user
    await play_on(sessions, table, 14)
    assert not await lines(sessions, table)


@pytest.mark.parametrize("wishes", ["bid ..9", "bid ..9, then draft *"])
async def test_order_ends_if_only_a_pass_is_possible(sessions: TableService, wishes: str) -> None:
    table = await at_bidding(sessions)
    state: Any = table.state
    score = state.score
    await sessions.play_move(table.id, ADA.user or 0, "p1 bid 1")
    await ordered(sessions, table, ADA, wishes)
    await sessions.play_move(table.id, BEN.user or 0, f"p2 bid {score[2]}")
    table = await stepped(sessions, table)
    assert score[2] >= score[1] and not await lines(sessions, table)
    ((ended, done, _),) = await state_of(sessions, table, ADA)
    assert (ended, done) == ("ended", 0)


async def test_step_not_offered_ends_steps_with_message_and_next_order_runs(store: Store) -> None:
    sessions = TableService(store, clock=count(1_000.0).__next__, new_seed=lambda: 7)
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "buy 1, then build 3, then place worker")
    await ordered(sessions, table, ADA, "discard worker")
    table = await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 buy 1", "p1 discard worker pile"]
    told = await word(sessions, table, ADA)
    assert "then “place worker” has ended: step 2 of 3, “build 3”, isn’t possible." in told
    assert asked(sessions, table)[0] == ADA.user


async def test_steps_end_if_no_related_move_is_offered_in_the_turn(sessions: TableService) -> None:
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "buy 1, then rerail")
    await stepped(sessions, table)
    assert "step 2 of 2, “rerail”, isn’t possible." in await word(sessions, table, ADA)


async def test_steps_end_if_a_later_step_would_come_first(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Seattle, then draft *, then draft Los Angeles, then place *")
    await play_on(sessions, table, 3)
    assert "step 3 of 4, “draft Los_Angeles”, isn’t possible." in await word(sessions, table, ADA)


async def test_unrelated_question_is_left_to_the_player_and_steps_continue(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Seattle, then draft *, then draft Los Angeles")
    await play_on(sessions, table, 3)
    assert await state_of(sessions, table, ADA) == [("stands", 2, "")]
    assert asked(sessions, await sessions.get(table.id))[1].startswith("p1 place")
    await play_on(sessions, await sessions.get(table.id), 5)
    assert await lines(sessions, table) == ["p1 draft Seattle", "p1 draft Los_Angeles"]


@pytest.mark.parametrize(
    ("offers", "ends"),
    [
        ((Insider(Seat(1)), Pass(Seat(1))), False),
        ((Pass(Seat(1)),), True),
        ((Bid(Seat(1), 2), Pass(Seat(1))), True),
        ((Draft(Seat(1), "NYC"),), True),
        ((Deliver(Seat(1), Goods.COAL, City("Boston"), City("Omaha")), Pass(Seat(1))), False),
    ],
)
async def test_pass_relates_a_question_to_steps_only_if_alone(
    sessions: TableService, offers: tuple[Any, ...], ends: bool
) -> None:
    state: Any = (await begun(sessions)).state
    order = Order(("bid 1", "draft Omaha"), "steps", done=1, verbs_offered=("pass", "bid"))
    found = judge_order(order, GAME, redact(state, Seat(1)), Decision(Seat(1), "?", offers), (), 1_000.0)
    assert (found.action, bool(found.end_reason)) == (None, ends)


async def test_forced_move_equal_to_the_step_counts_as_made(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Seattle, then draft *, then place Norfolk")
    await play_on(sessions, table, 3)
    assert await lines(sessions, table) == ["p1 draft Seattle", "p1 place Norfolk 0,1 n"]
    assert await state_of(sessions, table, ADA) == [("ended", 3, "all its moves have been made")]


async def test_forced_move_other_than_the_step_ends_steps(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Seattle, then draft B&O, then place Norfolk")
    await play_on(sessions, table, 2)
    assert "step 2 of 3, “draft B&O”, isn’t possible." in await word(sessions, table, ADA)


async def test_undone_forced_step_is_not_counted(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Seattle, then draft *, then draft Los Angeles")
    await play_on(sessions, table, 2)
    made = decode_order((await sessions.orders.load_orders_of(table.id, ADA.user or 0))[0]).made
    rows = {move.seq: move.by for move in await sessions.history(table.id)}
    assert [rows[seq] for seq in made] == ["order", "forced"]


async def test_undone_step_ends_the_order(sessions: TableService) -> None:
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "place worker, then rerail")
    await ordered(sessions, table, ADA, "place worker, then roll")
    await sessions.play_automatic_move(table.id)
    await undo(sessions, table.id, ADA.user or 0)
    table = await stepped(sessions, table)
    assert len(await lines(sessions, table)) == 1 and asked(sessions, table)[0] == ADA.user
    assert (await state_of(sessions, table, ADA))[0] == ("ended", 1, "a move that it made was undone")
    assert (await state_of(sessions, table, ADA))[1][0] == "stands"


async def test_restarted_turn_is_not_repeated_by_steps(sessions: TableService) -> None:
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "place worker, then discard *, then rerail")
    await sessions.play_automatic_move(table.id)
    await sessions.play_automatic_move(table.id)
    await undo_turn(sessions, table.id, ADA.user or 0)
    await stepped(sessions, table)
    assert not await counting(sessions, table)
    assert await state_of(sessions, table, ADA) == [("ended", 2, "a move that it made was undone")]


async def test_steps_continue_after_restart(sessions: TableService, store: Store) -> None:
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "buy 1, then place worker, then place worker")
    await sessions.play_automatic_move(table.id)
    again = TableService(store, clock=lambda: 1_000.0)
    await stepped(again, table)
    assert await lines(again, table) == ["p1 buy 1", "p1 place worker", "p1 place worker"]


async def test_steps_end_when_their_seat_changes_hands(sessions: TableService, store: Store) -> None:
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "buy 1, then place worker")
    await sessions.play_automatic_move(table.id)
    session = await store.load_table(table.id)
    assert session is not None
    await store.save_table(replace(session, players=(CAT, BEN)))
    again = TableService(store, clock=lambda: 1_000.0)
    await stepped(again, table)
    assert len(await lines(again, table)) == 1
    assert "has ended: your seat changed hands." in await word(again, table, ADA)


async def test_steps_end_when_their_condition_occurs(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Seattle, then place *", unless="p2 draft B&O")
    await play_on(sessions, table, 3)
    assert "player 2 made the move “draft B&O”" in await word(sessions, table, ADA)
    assert asked(sessions, await sessions.get(table.id))[1].startswith("p1 place")


async def test_too_expensive_step_is_not_made(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, ADA, "bid 1, then bid 3.., then pass", price="2")
    await stepped(sessions, table)
    await sessions.play_move(table.id, BEN.user or 0, "p2 bid 2")
    table = await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 bid 1"]
    assert "has ended: step 2 of 3: “bid 3” costs 3 now, more than 2." in await word(sessions, table, ADA)


async def test_steps_stop_after_a_limit(sessions: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.orders.execution.MAX_MOVES_IN_A_ROW", 2)
    table = await dealt(sessions, LONG_TURNS)
    await ordered(sessions, table, ADA, "buy 1, then place worker, then place worker")
    await stepped(sessions, table)
    assert len(await lines(sessions, table)) == 2
    assert "has ended: it made 2 moves in a row." in await word(sessions, table, ADA)


@pytest.mark.parametrize("key", GAMES)
async def test_moves_of_every_game_can_be_ordered_as_steps(store: Store, key: str) -> None:
    logs = []
    for planned in (False, True):
        sessions = TableService(store, clock=lambda: 1_000.0, new_seed=lambda: 7)
        table = await dealt(sessions, key)
        if planned:
            steps = [line.split(" ", 1)[1] for line in mine(logs[0])]
            await ordered(sessions, table, ADA, "\n".join(steps[:MAX_PATTERNS]), duration="in order")
            await stepped(sessions, table)
        while len(await counting(sessions, table)) < 24:
            await play_on(sessions, await sessions.get(table.id), 1)
        logs.append(await counting(sessions, table))
        if planned:
            (state,) = await state_of(sessions, table, ADA)
            assert state == ("ended", len(steps[:MAX_PATTERNS]), "all its moves have been made")
            byes = [move.by for move in await sessions.active_moves(table.id) if move.seat == 1]
            assert "player" not in byes[: state[1]]
            assert mine(logs[1])[: state[1]] == mine(logs[0])[: state[1]]
        await sessions.end_game(table.id, ADA.user or 0)


def mine(log: list[str]) -> list[str]:
    return [line for line in log if line.startswith("p1 ")]


async def counting(sessions: TableService, table: Table) -> list[str]:
    return [move.line for move in await sessions.active_moves(table.id)]


@pytest.mark.parametrize(
    ("wishes", "lasts", "steps"),
    [
        ("draft NYC, then draft NYC", "", ("draft NYC", "draft NYC")),
        ("draft NYC\nThen draft *", "", ("draft NYC", "draft *")),
        ("then draft NYC; pass", "", ("draft NYC", "pass")),
        ("draft NYC then pass then bid ..3", "", ("draft NYC", "pass", "bid ..3")),
        ("pass; pass", "In  order", ("pass", "pass")),
        ("bid ..3; pass", "one after the other", ("bid ..3", "pass")),
    ],
)
def test_steps_are_written_with_then_or_in_order(wishes: str, lasts: str, steps: tuple[str, ...]) -> None:
    order = parse_order(GAME, wishes, lasts, "", "", seats=2, now=1_000.0, round_number=1)
    assert (order.lasts, order.patterns) == ("steps", steps)


@pytest.mark.parametrize("lasts", ["once", "while it lasts", "until round 3", "for 3 days"])
def test_then_without_steps_is_refused_with_advice(lasts: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse_order(GAME, "draft *, then draft *, then place *", lasts, "", "", seats=2, now=1_000.0, round_number=1)
    assert f"“{lasts}”. Leave *How long* empty, or use “;”" in str(refused.value)
    order = parse_order(GAME, "draft NYC; draft *", "once", "", "", seats=2, now=1_000.0, round_number=1)
    assert (order.lasts, order.title) == ("once", "“draft NYC”, else “draft *”")


@pytest.mark.parametrize("wishes", ["bid 1, then pass, then discrd *", "bid 1 then discrd *", "bid 1; Then discrd *"])
def test_typo_in_a_later_step_is_located(wishes: str) -> None:
    with pytest.raises(Unreadable, match="“discrd” isn’t a move"):
        parse_order(GAME, wishes, "", "", "", seats=2, now=1_000.0, round_number=1)


def test_text_after_a_comma_may_be_another_move() -> None:
    for wishes in ("bid 1, 2", "draft *, plase *"):
        with pytest.raises(
            Unreadable, match="word, but you gave .* Separate moves with “;”, or with “then” to make them in order."
        ):
            parse_order(GAME, wishes, "", "", "", seats=2, now=1_000.0, round_number=1)
