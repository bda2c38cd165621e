"""Standing orders below Discord: conditions, duration, and parsing."""

from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import replace

from bot.announcements.personal_messages import OrderNotifications
from bot.orders.execution import _count_moves_in_a_row, decode_order
from bot.orders.order import Order, order_duration_text
from bot.orders.parser import example_patterns, parse_order
from bot.play.service import TableService
from bot.play.undo import undo
from bot.users import UserPreferences
from engine.errors import Refused, Unreadable
from engine.games import GAMES
from engine.store import LogRow, Store
from engine.store.orders import StoredOrder
from tests.bot.orders.test_order_execution import TURN, at_bidding, lines, ordered, play_on, stepped, word
from tests.bot.seated_players import ADA, BEN, CAT, GAME, begun, move_on


async def test_price_equal_to_the_limit_is_paid(sessions: TableService) -> None:
    table = await at_bidding(sessions)
    await ordered(sessions, table, ADA, "bid 3..", price="3")
    await stepped(sessions, table)
    assert await lines(sessions, table) == ["p1 bid 3"]


async def test_one_pattern_ranks_the_hexes_of_a_whole_draft(sessions: TableService) -> None:
    """In Railroads of Catan, hexes of five dots are ranked first, then four, three, and two."""
    table = await sessions.open_lobby(1, None, "railroads-of-catan", ADA)
    for player in (BEN, CAT):
        table = await sessions.join_lobby(table.id, player)
    table = await sessions.start_game(table.id, table.host)
    state: Any = table.state
    hexes = [hex for dots in (2, 3, 4, 5) for hex in state.layout.hexes_with_dots(dots)][::-1]
    await ordered(sessions, table, ADA, f"pick {'|'.join(hexes)}", duration="while it lasts")
    await play_on(sessions, await stepped(sessions, table), 8)
    made = [line.split()[-1] for line in await lines(sessions, table)]
    dots = [state.layout.dots_of(hex) for hex in made]
    assert len(hexes) == 16 and dots == [5, 4, 3, 2]
    log = [move.line for move in await sessions.active_moves(table.id)]
    for hex in made:
        taken = {line.split()[-1] for line in log[: log.index(f"p1 pick {hex}")]}
        assert hex == next(
            best
            for best in hexes
            if best in state.layout.hexes_with_dots(state.layout.dots_of(hex)) and best not in taken
        )


async def test_own_move_does_not_cancel_an_order_unless_named(sessions: TableService) -> None:
    table = await begun(sessions)
    for unless in ("draft NYC", "p2 draft NYC"):
        await ordered(sessions, table, BEN, "bid ..2", unless=unless)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    await play_on(sessions, await sessions.get(table.id), 1)  # now Ben is asked again
    table = await stepped(sessions, table)
    given = await sessions.orders.load_orders_of(table.id, BEN.user or 0)
    assert sorted((decode_order(plan).unless, plan.state) for plan in given) == [
        (("draft NYC",), "stands"),
        (("p2 draft NYC",), "ended"),
    ]


def test_forced_moves_are_not_counted_as_order_moves() -> None:
    def row(seq: int, seat: int, by: Any) -> LogRow:
        return LogRow(seq, seat, "p1 pass", by, 0.0, b"[]")

    plan = StoredOrder(id=1, session=1, seat=1, user=1, wishes="", given_seq=0, given_at=0.0)
    rows = (row(1, 1, "order"), row(2, 2, "player"), row(3, 1, "order"), row(4, 2, "forced"), row(5, 1, "order"))
    assert _count_moves_in_a_row(plan, Order(("pass",), made=(3, 5)), rows) == 2


async def test_order_messages_are_direct_only_if_chosen(sessions: TableService) -> None:
    table = await begun(sessions)
    whispers = OrderNotifications(cast("Any", None), sessions)
    await ordered(sessions, table, BEN, "draft NYC")
    await stepped(sessions, table)
    for person in (
        UserPreferences(notices="channel"),
        UserPreferences(notices="none"),
        UserPreferences(notices="both", closed=True),
    ):
        await sessions.user_settings.save(BEN.user or 0, person)
        assert not await sessions.orders.load_unsent_orders(table.id, whispers._wants_direct_messages)
    await sessions.user_settings.save(BEN.user or 0, UserPreferences(notices="both"))
    assert list(await sessions.orders.load_unsent_orders(table.id, whispers._wants_direct_messages)) == [BEN.user]


@pytest.mark.parametrize(("unless", "fires"), [("p2 draft NYC", False), ("draft NYC", False), ("draft B&O", True)])
async def test_order_ends_when_its_condition_occurs(sessions: TableService, unless: str, fires: bool) -> None:
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "draft *", unless=unless)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    table = await stepped(sessions, table)
    assert bool(await lines(sessions, table)) is fires
    if not fires:
        told = "has ended: player 2 made the move “draft NYC” (even if that move is undone)."
        assert told in await word(sessions, table, ADA)


async def test_undone_or_earlier_moves_do_not_meet_a_condition(sessions: TableService) -> None:
    table = await begun(sessions)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft NYC")
    await undo(sessions, table.id, BEN.user or 0)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft Seattle")
    await undo(sessions, table.id, BEN.user or 0)
    await ordered(sessions, table, ADA, "draft *", unless="draft NYC; draft Seattle")
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft Seattle")
    await undo(sessions, table.id, BEN.user or 0)
    await sessions.play_move(table.id, BEN.user or 0, "p2 draft B&O")
    assert len(await lines(sessions, await stepped(sessions, table))) == 1


async def test_order_ends_with_its_round_or_day(store: Store) -> None:
    clock = [1_000.0]
    sessions = TableService(store, clock=lambda: clock[0], new_seed=lambda: 7)
    table = await begun(sessions)
    await ordered(sessions, table, ADA, "bid ..2", duration="until round 1")
    await ordered(sessions, table, ADA, "bid 5..", duration="for 1 day")
    await move_on(sessions, table, TURN)
    clock[0] += 86_401
    table = await stepped(sessions, table)
    told = await word(sessions, table, ADA)
    assert "“bid ..2” has ended: turn 1 is over." in told and "“bid 5..” has ended: its time is over." in told
    assert not await lines(sessions, table)


async def test_expired_order_is_not_listed_and_does_not_block(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.orders.service._MAX_ORDERS", 2)
    clock = [1_000.0]
    sessions = TableService(store, clock=lambda: clock[0], new_seed=lambda: 7)
    table = await begun(sessions)
    for lasts in ("for 1 day", "while it lasts"):
        await ordered(sessions, table, ADA, "draft *", duration=lasts)
    with pytest.raises(Refused, match="You can’t have more than 2 standing orders at this table"):
        await ordered(sessions, table, ADA, "bid 1")
    clock[0] += 86_401
    await ordered(sessions, table, ADA, "bid 1")
    given = await sessions.orders.load_orders_of(table.id, ADA.user or 0)
    assert sorted(plan.state for plan in given) == ["ended", "stands", "stands"]
    told = await sessions.orders.load_unread_lines(table.id, ADA.user or 0)
    assert told == ("Your standing order “draft *” has ended: its time is over.",)
    await sessions.orders.mark_read(table.id, ADA.user or 0, told)
    assert not await sessions.orders.load_unread_lines(table.id, ADA.user or 0)


@pytest.mark.parametrize(
    ("texts", "why"),
    [
        ({"wishes": " ; \n"}, "An order needs at least one move. Example: “bid ..3”."),
        ({"wishes": "pass\n" * 11}, "at most 10 moves; yours has 11"),
        ({"wishes": "draft 3"}, None),
        ({"wishes": "pass\n" * 500}, "at most 10 moves; yours has 500"),
        ({"unless": "p1 pass;" * 11}, "at most 10 conditions; yours has 11"),
        ({"wishes": "draft " + "a|" * 2_900}, "A move can have at most 100 characters; “draft a|a|"),
        ({"wishes": "draft" + " " * 5_000 + "3"}, None),
        ({"wishes": "\n" * 3_000 + " then" * 10}, "“then” isn’t a move"),
        ({"wishes": f"bid ..{10**30}"}, "isn’t a range. Examples: ..7, 3.., 3..7."),
        ({"wishes": "bid ..٣"}, "“..٣” isn’t a range"),
        ({"wishes": "ＢＩＤ ..3"}, "“ＢＩＤ” isn’t a move. The moves are pass, bid, draft"),
        ({"wishes": "search water-3"}, "“search” isn’t a move. The moves are"),
        ({"price": "9" * 30}, "isn’t a price. Enter a whole number, such as 5."),
        ({"duration": "for ever"}, "“for ever” isn’t a valid *How long*. Examples: “once”"),
        ({"duration": "until round 1"}, "Round 1 is in the past: it’s now round 2. Example: “until round 3”."),
        ({"duration": "for 90 days"}, "An order can last 1 to 60 days."),
        ({"duration": "for 61 days"}, "An order can last 1 to 60 days."),
        ({"duration": "until 9999-12-31"}, "“9999-12-31” isn’t a valid date."),
        ({"duration": "until 2026-02-31"}, "“2026-02-31” isn’t a valid date."),
        ({"price": "cheap"}, "“cheap” isn’t a price. Enter a whole number, such as 5."),
        ({"unless": "p7 draft NYC"}, "There’s no player 7 at this table. Seats: p1 to p2."),
        ({"unless": "p2 dance"}, "“dance” isn’t a move"),
    ],
)
def test_unreadable_order_is_refused_with_a_sentence(texts: dict[str, str], why: str | None) -> None:
    given = {"wishes": "draft *", "duration": "", "price": "", "unless": "", **texts}
    if why is None:
        assert parse_order(GAME, **given, seats=2, now=1_000.0, round_number=2).patterns == ("draft 3",)
        return
    with pytest.raises(Unreadable) as refused:
        parse_order(GAME, **given, seats=2, now=1_000.0, round_number=2)
    assert why in str(refused.value).replace("\\", "")


@pytest.mark.parametrize(
    ("unless", "why"),
    [
        ("Bob draft Boston", "“Bob” is neither a move nor a player here. Players: Ada, Ben, and Al Then. Ex"),
        ("Bob", "“Bob” is neither a move nor a player here. Players:"),
        ("Ada", "“Ada” needs a move after it. Example: “Ada bid ..3”."),
        ("ben drft Boston", "“drft” isn’t a move"),
        ("draft 3..4", "“3..4” is a range, but tile isn’t a number."),
        ("p9 pass", "There’s no player 9 at this table"),
    ],
)
def test_typo_in_a_condition_is_explained_with_the_players(unless: str, why: str) -> None:
    names = ("Ada", "Ben", "Al Then")
    with pytest.raises(Unreadable) as refused:
        parse_order(GAME, "draft *", "", "", unless, names=names, seats=3, now=1_000.0, round_number=2)
    assert str(refused.value).startswith(f"*Cancel it if*: {why}")


def test_player_name_may_equal_a_verb() -> None:
    for unless, pattern in (("pass draft NYC", "p2 draft NYC"), ("draft NYC", "draft NYC"), ("pass", "pass")):
        order = parse_order(
            GAME, "draft *", "", "", unless, names=("draft", "pass"), seats=2, now=1_000.0, round_number=2
        )
        assert order.unless == (pattern,)


def test_day_ends_in_the_players_time_zone() -> None:
    texts = {"wishes": "draft *", "duration": "until 1970-01-05", "price": "", "unless": ""}

    def until(zone: str) -> int:
        return parse_order(GAME, **texts, seats=2, now=1_000.0, round_number=1, zone=ZoneInfo(zone)).until

    assert until("UTC") == 5 * 86_400
    assert until("UTC") - until("Asia/Tokyo") == 9 * 3_600


def test_steps_show_their_progress() -> None:
    order = Order(("draft NYC", "pass", "bid ..3"), "steps")
    assert order_duration_text(order) == "one move at a time, in order"
    assert order_duration_text(replace(order, done=2)) == "one move at a time, in order, 2 of 3 made"


def test_long_order_is_named_by_its_first_patterns() -> None:
    wishes = tuple(f"draft {'x' * 90}{number}" for number in range(5))
    assert len(Order(wishes).title) < 160 and Order(wishes).title.endswith("…”, else 2 more")


@pytest.mark.parametrize(
    ("key", "unless", "verb"),
    [
        ("railway-rivals", "p2 build", "build"),
        ("railroads-of-catan", "bid 3..", "bid"),
        ("railroader", "p2 buy 1", "buy"),
    ],
)
def test_unnoticeable_condition_is_refused(key: str, unless: str, verb: str) -> None:
    game = GAMES[key]
    wish = example_patterns(game)[0]
    with pytest.raises(Unreadable, match=f"I can’t watch for “{verb}”, because .* Example: “") as refused:
        parse_order(game, wish, "", "", unless, seats=2, now=1_000.0, round_number=1)
    example = str(refused.value).rsplit("“", 1)[1].split("”")[0]
    assert parse_order(game, wish, "", "", example, seats=2, now=1_000.0, round_number=1).unless == (example,)
