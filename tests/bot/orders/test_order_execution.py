"""Standing orders below Discord: they make moves, end with a message, and survive a restart."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.orders.execution import decode_order
from bot.orders.order import MAX_MOVES_IN_A_ROW
from bot.orders.parser import MAX_PATTERNS, parse_order
from bot.play.service import Table, TableService
from bot.play.undo import undo
from bot.ui.components import custom_id, parse_custom_id
from engine.core import Standing, verb_of
from engine.errors import Refused
from engine.games import GAMES
from engine.store import Store
from engine.store.orders import StoredOrder
from tests.bot.seated_players import ADA, BEN, CAT, GAME, asked, begun, move_on

DRAFTS, TURN = 4, 8
"""Moves of two players until the drafts end, and until the second turn begins with bidding."""


async def ordered(sessions: TableService, table: Table, who: Any, wishes: str, **more: str) -> StoredOrder:
    """Give an order of ``who``, and make none of its moves yet."""
    texts = {"duration": "", "price": "", "unless": "", **more}
    table = await sessions.get(table.id)
    game = GAMES[table.title]
    order = parse_order(
        game, wishes, **texts, seats=len(table.players), now=1_000.0, round_number=game.rules.round_number(table.state)
    )
    draft = await sessions.orders.save_draft(table.id, who.user, order)
    return await sessions.orders.give_order(table.id, who.user, draft.id)


async def stepped(sessions: TableService, table: Table) -> Table:
    """Make all automatic moves, and return the table."""
    while await sessions.play_automatic_move(table.id) is not None:
        pass
    return await sessions.get(table.id)


async def play_on(sessions: TableService, table: Table, moves: int) -> None:
    """Make ``moves`` moves by hand, each the first offer, and what orders make between them."""
    for _ in range(moves):
        await sessions.play_move(table.id, *asked(sessions, table))
        table = await stepped(sessions, table)


async def lines(sessions: TableService, table: Table) -> list[str]:
    """Return the lines that orders have made."""
    return [move.line for move in await sessions.history(table.id) if move.by == "order"]


async def word(sessions: TableService, table: Table, who: Any) -> str:
    return "\n".join(await sessions.orders.load_unread_lines(table.id, who.user))


async def at_bidding(sessions: TableService) -> Table:
    """Return a table at which Ada is asked for a bid first."""
    table = await move_on(sessions, await begun(sessions), TURN)
    assert asked(sessions, table)[0] == ADA.user
    return table


async def test_order_moves_when_its_seat_is_to_move_and_notifies(sessions: TableService) -> None:
    table = await begun(sessions)
    plan = await ordered(sessions, table, ADA, "draft Washington\ndraft Seattle\ndraft *")
    table = await stepped(sessions, table)
    assert not await lines(sessions, table), "it is Ben's turn"
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft Washington")
    table = await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 draft Seattle"]
    title = "“draft Washington”, else “draft Seattle”, else “draft *”"
    assert await word(sessions, table, ADA) == f"Your standing order {title} made “draft Seattle”."
    assert not await sessions.orders.load_unread_lines(table.id, BEN.user or 0)
    assert [(p.id, p.state, p.fired) for p in await sessions.orders.load_orders_of(table.id, ADA.user or 0)] == [
        (plan.id, "ended", 1)
    ]


async def test_order_given_on_turn_is_executed_at_once(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, BEN, "draft NYC")
    assert [move.line for move in (await sessions.play_forced_moves(table.id, ADA.user)).moves] == []
    assert [move.line for move in (await sessions.play_forced_moves(table.id, BEN.user)).moves] == ["p2 draft NYC"]


async def test_order_made_impossible_ends_with_a_message(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft NYC|Boston")
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    table = await stepped(sessions, table)
    told = "Your standing order “draft NYC|Boston” has ended: none of these moves is possible anymore."
    assert await word(sessions, table, ADA) == told
    assert not await lines(sessions, table) and asked(sessions, table)[0] == ADA.user


async def test_questions_with_other_verbs_do_not_affect_an_order(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "bid ..2")
    await play_on(sessions, table, DRAFTS)
    assert [plan.state for plan in await sessions.orders.load_orders_of(table.id, ADA.user or 0)] == ["stands"]


async def test_proxy_bids_rise_to_the_lower_limit(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, BEN, "bid ..5; pass", duration="while it lasts")
    await ordered(sessions, table, ADA, "bid ..3")
    table = await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 bid 1", "p2 bid 2", "p1 bid 3", "p2 bid 4"]
    assert asked(sessions, table)[0] == ADA.user
    told = await word(sessions, table, ADA)
    assert told.endswith("Your standing order “bid ..3” has ended: the lowest one possible is now “bid 5”.")
    assert [plan.state for plan in await sessions.orders.load_orders_of(table.id, BEN.user or 0)] == ["stands"]


async def test_equal_proxy_limits_end_with_the_second_bidder(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, BEN, "bid ..4; pass")
    await ordered(sessions, table, ADA, "bid ..4; pass")
    table = await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 bid 1", "p2 bid 2", "p1 bid 3", "p2 bid 4", "p1 pass"]
    state: Any = table.state
    assert state.order == (2, 1)


async def test_order_that_costs_too_much_ends_with_a_message(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, ADA, "bid 3..", price="2")
    table = await stepped(sessions, table)
    assert not await lines(sessions, table)
    assert await word(sessions, table, ADA) == (
        "Your standing order “bid 3..” has ended: “bid 3” costs 3 now, more than 2."
    )


async def test_forced_move_consumes_its_order(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions), DRAFTS - 1)
    user, line = asked(sessions, table)
    who = next(player for player in (ADA, BEN) if player.user == user)
    await ordered(sessions, table, who, "draft *")
    await ordered(sessions, table, who, "draft *", duration="until round 9")
    (made,) = (await sessions.play_forced_moves(table.id, who.user)).moves
    assert (made.line, made.by) == (line, "forced")
    assert await word(sessions, table, who) == (
        f"Your standing order “draft *” has ended: “{line[3:]}” was your only legal move."
    )
    given = await sessions.orders.load_orders_of(table.id, user)
    assert {decode_order(plan).lasts: plan.state for plan in given} == {"once": "ended", "round": "stands"}


@pytest.mark.parametrize("lasts", ["once", "while it lasts"])
async def test_forced_move_of_same_kind_ends_an_order_for_another(sessions: TableService, lasts: str) -> None:
    table = await move_on(sessions, await begun(sessions), DRAFTS - 1)
    user, line = asked(sessions, table)
    who = next(player for player in (ADA, BEN) if player.user == user)
    await ordered(sessions, table, who, "draft Los Angeles", duration=lasts)
    (made,) = (await sessions.play_forced_moves(table.id, who.user)).moves
    assert (made.line, made.by) == (line, "forced")
    assert (await word(sessions, table, who)).endswith("has ended: none of these moves is possible anymore.")


async def test_forced_move_keeps_a_continuing_order_for_it(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions), DRAFTS - 1)
    user, _ = asked(sessions, table)
    who = next(player for player in (ADA, BEN) if player.user == user)
    await ordered(sessions, table, who, "draft *", duration="while it lasts")
    await sessions.play_forced_moves(table.id, who.user)
    assert [plan.state for plan in await sessions.orders.load_orders_of(table.id, user)] == ["stands"]


async def test_timed_order_waits_for_its_move(sessions: TableService) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft Los Angeles", duration="until round 2")
    await play_on(sessions, table, TURN + 2)
    assert await lines(sessions, table) == ["p1 draft Los_Angeles"]


async def test_order_move_can_be_undone_and_is_not_repeated(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, ADA, "bid ..5")
    await stepped(sessions, table)
    await undo(sessions, table.id, ADA.user or 0)
    table = await stepped(sessions, table)
    assert asked(sessions, table)[0] == ADA.user and len(await lines(sessions, table)) == 1
    assert "has ended: a move that it made was undone." in await word(sessions, table, ADA)


async def test_undoing_player_is_asked_before_older_orders_run(sessions: TableService) -> None:
    table = await begun(sessions)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    await ordered(sessions, table, BEN, "draft *")
    await undo(sessions, table.id, BEN.user or 0)
    table = await stepped(sessions, table)
    assert not await lines(sessions, table)
    await ordered(sessions, table, BEN, "draft Seattle")
    assert await lines(sessions, await stepped(sessions, table)) == ["p2 draft Seattle"]


async def planning(sessions: TableService) -> tuple[Table, Any]:
    """Return a table and its last asked player, who can plan the coming turn and clear the plan again."""
    table = await sessions.open_lobby(1, None, list(GAMES)[1], ADA)
    for player in (BEN, CAT):
        table = await sessions.join_lobby(table.id, player)
    await sessions.choose_preset(table.id, "Base")
    table = await sessions.start_game(table.id, table.host)
    for _ in table.players:
        await sessions.play_move(table.id, *asked(sessions, table := await sessions.get(table.id)))
    table = await sessions.get(table.id)
    return table, table.players[sessions.decisions(table)[-1].seat - 1]


async def test_cleared_plan_of_an_order_is_not_repeated(sessions: TableService) -> None:
    table, who = await planning(sessions)
    await ordered(sessions, table, who, "build", duration="while it lasts")
    table = await stepped(sessions, table)
    assert len(await lines(sessions, table)) == 1
    await sessions.play_move(table.id, who.user, f"p{sessions.seat_of(table, who.user)} clear")
    table = await stepped(sessions, table)
    assert len(await lines(sessions, table)) == 1
    assert "has ended: you changed what it did." in await word(sessions, table, who)


async def test_order_moves_while_other_seats_are_also_to_move(sessions: TableService) -> None:
    table, who = await planning(sessions)
    before = [decision.seat for decision in sessions.decisions(table)]
    await ordered(sessions, table, who, "done")
    table = await stepped(sessions, table)
    (made,) = [move for move in await sessions.history(table.id) if move.line.endswith("done")]
    assert (made.seat, made.by) == (before[-1], "order") and len(before) > 1
    assert [decision.seat for decision in sessions.decisions(table)] == before[:-1]


async def test_order_ends_when_its_seat_changes_hands(sessions: TableService, store: Store) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, BEN, "draft *")
    session = await store.load_table(table.id)
    assert session is not None
    await store.save_table(replace(session, players=(ADA, CAT)))
    again = TableService(store, clock=lambda: 1_000.0)
    table = await stepped(again, table)
    assert not await lines(again, table)
    assert "has ended: your seat changed hands." in await word(again, table, BEN)


async def test_former_player_does_not_read_messages_of_successor(sessions: TableService, store: Store) -> None:
    table = await move_on(sessions, await begun(sessions), DRAFTS - 1)
    user, line = asked(sessions, table)
    who = next(player for player in (ADA, BEN) if player.user == user)
    await ordered(sessions, table, who, "draft *")
    session = await store.load_table(table.id)
    assert session is not None
    await store.save_table(replace(session, players=tuple(CAT if p.user == user else p for p in session.players)))
    again = TableService(store, clock=lambda: 1_000.0)
    (made,) = (await again.play_forced_moves(table.id)).moves
    assert (made.line, made.by) == (line, "forced")
    assert (await word(again, table, who)).endswith("has ended: your seat changed hands.")


async def test_orders_survive_restart_and_run_once(sessions: TableService, store: Store) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft *")
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    again = TableService(store, clock=lambda: 1_000.0)
    await stepped(again, table)
    table = await stepped(TableService(store, clock=lambda: 1_000.0), table)
    assert len(await lines(again, table)) == 1


async def test_orders_stop_after_a_limit(sessions: TableService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.orders.execution.MAX_MOVES_IN_A_ROW", 2)
    table = await begun(sessions, ADA, channel=4) if 1 in GAME.seats else None
    assert table is not None and MAX_MOVES_IN_A_ROW > 2
    kinds = "; ".join(["arrange", "place", "draft", "deliver", "pass"])
    await ordered(sessions, table, ADA, kinds, duration="while it lasts")
    table = await stepped(sessions, table)
    assert len(await lines(sessions, table)) == 2
    assert "has ended: it made 2 moves in a row." in await word(sessions, table, ADA)


async def test_order_is_given_and_canceled_once_by_its_owner(sessions: TableService) -> None:
    table = await begun(sessions)
    plan = await ordered(sessions, table, ADA, "draft *")
    for deed in (
        sessions.orders.give_order(table.id, ADA.user or 0, plan.id),
        sessions.orders.cancel_order(table.id, BEN.user or 0, plan.id),
    ):
        with pytest.raises(Refused, match="no longer exists"):
            await deed
    await sessions.orders.cancel_order(table.id, ADA.user or 0, plan.id)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    assert not await lines(sessions, await stepped(sessions, table))


async def test_order_messages_are_kept_until_read(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, ADA, "bid 1")
    table = await stepped(sessions, table)
    words = await sessions.orders.load_unread_lines(table.id, ADA.user or 0)
    await sessions.orders.mark_read(table.id, ADA.user or 0, ["something else"])
    assert await sessions.orders.load_unread_lines(table.id, ADA.user or 0) == words != ()
    await sessions.orders.mark_read(table.id, ADA.user or 0, words)
    assert not await sessions.orders.load_unread_lines(table.id, ADA.user or 0)
    assert [plan.word for plan in await sessions.orders.load_orders_of(table.id, ADA.user or 0)] == [""]


@pytest.mark.parametrize("key", GAMES)
async def test_every_game_can_be_played_by_orders(sessions: TableService, key: str) -> None:
    game = GAMES[key]
    table = await sessions.open_lobby(1, None, key, ADA)
    for player in (BEN, CAT)[: game.seats[0] - 1 or 1]:
        table = await sessions.join_lobby(table.id, player)
    table = await sessions.start_game(table.id, table.host)
    verbs = [verb_of(kind) for kind in game.actions if not issubclass(kind, Standing)]
    for some in filter(None, (verbs[:MAX_PATTERNS], verbs[MAX_PATTERNS:])):
        await ordered(sessions, table, ADA, "; ".join(some), duration="until round 99")
    table = await stepped(sessions, table)
    for _ in range(12):
        user, line = asked(sessions, table)
        assert user != ADA.user
        await sessions.play_move(table.id, user, line)
        table = await stepped(sessions, table)
    given = await sessions.orders.load_orders_of(table.id, ADA.user or 0)
    assert {plan.state for plan in given} == {"stands"} and sum(plan.fired for plan in given) > 1


async def test_order_id_in_a_button_reveals_no_count(sessions: TableService) -> None:
    table = await begun(sessions)
    one, other = [await ordered(sessions, table, who, "bid ..1") for who in (ADA, BEN)]
    assert abs(one.id - other.id) > 1_000_000
    assert parse_custom_id(custom_id("w", table.id, 0, f"end {2**48 - 1}")) is not None
