"""Texts of ``/orders``: they match what can still happen, the steps of an order, and a finished game."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.json import encode
from msgspec.structs import replace

from bot import limits
from bot.commands.orders import _pattern_suggestions
from bot.orders.examples import SampleQuestion
from bot.orders.execution import decode_order
from bot.orders.order import Order, order_duration_text, round_unit
from bot.orders.parser import example_patterns, parse_order
from bot.orders.service import MAX_ENDED_LISTED
from bot.orders.vocabulary import unknown_words
from bot.play.service import TableService
from bot.ui.plans import _move_count_text, fields_of_last_order, order_form, order_list_page
from engine import GAMES, Decision, decisions, redact
from engine.core import Seat
from engine.core.move_pattern import read_pattern
from engine.games.railroads_of_catan.state.actions import Bid
from engine.store.orders import StoredOrder
from tests.bot.orders.test_orders_command import dealt, filled, given, previewed
from tests.bot.press_counts import place_of
from tests.bot.seated_players import GAME, begun
from tests.bot.simulated_channel import World, text_of, world

CATAN = GAMES["railroads-of-catan"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("NYC stock", "NYC"),
        ("NCY", ""),
        ("Clevland", "Cleveland"),
        ("Buy Stok", "Buy_Stock"),
        ("Boston tile", "Boston"),
    ],
)
def test_exact_part_is_preferred_to_a_similar_one(typed: str, meant: str) -> None:
    known = {name.casefold(): name for name in ("Buy_Stock", "Cleveland", "Boston", "NYC")}
    assert list(unknown_words(read_pattern(f"draft {typed}", GAME.actions), known)) == [
        (typed.replace(" ", "_"), meant)
    ]


def test_upper_limit_is_maximum_of_sealed_bids_and_minimum_of_others() -> None:
    which = [(GAME, "bid ..3"), (CATAN, "bid 300.."), (CATAN, "bid ..300")]
    said = [read_pattern(line, game.actions).number_choice_text for game, line in which]
    assert said[:2] == ["the lowest available"] * 2 and said[2].startswith("the most your limit allows")


async def test_only_the_first_step_is_previewed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, ben = await dealt(running)
        text = text_of(await previewed(running, ben, "draft NYC, then draft *, then place *"))
        assert text.count("-# now: Draft NYC stock") == 1 == text.count("-# now:")
        assert text.count("-# for example: ") == 2
        assert text_of(await previewed(running, ben, "draft NYC; draft *")).count("-# now:") == 2


async def test_steps_have_no_duration_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        assert await durations(running, ada, write="bid ..3, then draft *") == ["in order"]
        assert "until turn 2" in await durations(running, ada, write="bid ..3; draft *")
        assert len(await durations(running, ada)) == 7
        shown = await previewed(running, ada, "bid ..3, then draft *", how_long="once")
        assert "it can’t be combined with “once”." in text_of(shown) and running.labels(shown) == ["Edit…"]


async def durations(running: World, person: Any, **filled: str) -> list[str]:
    found = await person.autocomplete(running.channel, "orders", "how_long", "", **filled)
    return [choice["value"] for choice in found]


async def test_typed_text_is_labeled_with_its_field(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        wrong = await previewed(running, ada, "draft *", max_cost="5", cancel_if="Bob draft NYC; pass")
        said, wrote = text_of(wrong).split("\nYou wrote:\n")
        assert said.startswith("*Cancel it if*: “Bob” is neither a move nor a player here. Players: Ada and")
        assert wrote == "> **Moves:** draft \\*\n> **Maximum cost:** 5\n> **Cancel it if:** Bob draft NYC; pass"
        assert filled(await ada.click(wrong, label="Edit…")) == ["draft *", None, "5", "Bob draft NYC; pass"]


def test_forced_steps_are_distinguished_from_own_moves() -> None:
    order = Order(("pass", "pass", "pass", "pass"), "steps", done=3)

    def made(fired: int, order: Order) -> str:
        return _move_count_text(plan(fired), order)

    assert made(2, order) == " It has made 2 moves; 1 more was forced."
    assert made(1, order) == " It has made 1 move; 2 more were forced."
    assert made(0, order) == " 3 moves were forced."
    assert made(3, order) == " It has made 3 moves."
    assert made(4, replace(order, lasts="while", done=0)) == " It has made 4 moves."
    assert not made(0, Order(("pass",)))


def plan(fired: int) -> Any:
    return type("Plan", (), {"fired": fired})


def test_first_examples_can_still_occur() -> None:
    assert example_patterns(CATAN)[0].startswith("pick")
    assert example_patterns(CATAN, {Bid})[0].startswith("bid") and sorted(example_patterns(CATAN, {Bid})) == sorted(
        example_patterns(CATAN)
    )


async def test_help_and_form_show_moves_that_can_still_occur(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title=CATAN.key)
        person, _ = await running.asked()
        assert "`pick *`" in text_of((await person.slash(running.channel, "orders")).response)
        while "Setup" in CATAN.text.status_line(redact((await running.table()).state, Seat(1))):
            await running.move_on(1)
        listed = (await person.slash(running.channel, "orders")).response
        assert "`pick *`" not in text_of(listed)
        form = await person.click(listed, label="Write it…")
        (wishes, *_) = [field["component"] for field in form.modal["components"] if "component" in field]
        assert "pick" not in wishes["placeholder"] and wishes["placeholder"].splitlines()[0] in text_of(listed)


async def test_form_example_of_another_player_is_not_the_user(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        listed = (await ada.slash(running.channel, "orders")).response
        form = await ada.click(listed, label="Write it…")
        shown = " ".join(
            field["component"].get("placeholder", "") for field in form.modal["components"] if "component" in field
        )
        assert "Ben " in shown and "Ada" not in shown


@pytest.mark.parametrize(
    ("typed", "filled_in"),
    [
        ((), ("", "", "", "")),
        (("bid ..3", "once", "5", "pass"), ("bid ..3", "once", "5", "pass")),
        (("bid ..3",), ("bid ..3", "", "", "")),
    ],
)
def test_order_form_asks_moves_duration_and_two_conditions(typed: tuple[str, ...], filled_in: tuple[str, ...]) -> None:
    state, _ = GAME.new_game(GAME.options(), 2, 1)
    here = place_of(GAME, state, decisions(state)[0], 2)
    some = ("bid ..3", "draft *", "pass")
    shown: Any = order_form(here, some, typed).to_dict()
    fields = [row["component"] for row in shown["components"]]
    other = "Ben" if here.seat == 1 else "Ada"
    long = "once, in order, while it lasts, until turn 5, for 3 days"
    assert [field.get("placeholder") for field in fields] == ["bid ..3\ndraft *", long, "5", f"{other} bid ..3"]
    assert [(field["max_length"], field["required"]) for field in fields] == [
        (limits.MODAL_TEXT, True),
        (40, False),  # more than any way to say it
        (12, False),  # more than any price
        (limits.MODAL_TEXT, False),
    ]
    assert tuple(field.get("value") or "" for field in fields) == filled_in
    alone = replace(
        here,
        table_view=replace(here.table_view, drawing_context=replace(here.table_view.drawing_context, names=("Ada",))),
        seat=Seat(1),
    )
    (*_, last) = cast(Any, order_form(alone, some, ()).to_dict())["components"]
    assert last["component"]["placeholder"] == "p2 bid ..3"


ORDER = Order(("bid ..3", "pass"), "round", 5, 7, ("p2 pass",))


@pytest.mark.parametrize(
    ("orders", "typed"),
    [
        ([], ()),
        ([("stands", ORDER)], ()),
        ([("ended", Order(()))], ()),
        ([("ended", ORDER), ("ended", Order(()))], ("bid ..3\npass", "", "7", "p2 pass")),
        ([("ended", Order(("pass",), "while")), ("stands", ORDER)], ("pass", "while it lasts", "", "")),
        ([("ended", ORDER), ("ended", Order(("draft *",)))], ("draft *", "once", "", "")),
        ([("ended", Order(("pass", "pass"), "steps"))], ("pass\npass", "in order", "", "")),
    ],
)
def test_order_form_is_prefilled_with_the_last_ended_order(
    orders: list[tuple[Any, Order]], typed: tuple[str, ...]
) -> None:
    plans = [StoredOrder(7, 1, 1, 101, encode(order).decode(), 0, 0.0, state) for state, order in orders]
    assert fields_of_last_order(plans) == typed


def test_order_list_has_cancel_buttons_and_recently_ended_orders() -> None:
    state, _ = GAME.new_game(GAME.options(), 2, 1)
    here = place_of(GAME, state, decisions(state)[0], 2)
    given = [
        StoredOrder(n, 1, 1, 101, encode(Order(("pass",), end_reason=f"why {n}")).decode(), 0, 0.0, "ended")
        for n in range(9)
    ]
    assert order_list_page(here, given).text.splitlines()[0] == "You have no standing orders at this table."
    standing = [StoredOrder(n, 1, 1, 101, encode(Order(("pass",))).decode(), 0, 0.0, "stands") for n in (21, 22)]
    page = order_list_page(here, [*given, *standing])
    above, first, second, *ended = page.text.splitlines()
    assert "Only you can see them" in above and first.startswith("1. `pass`") and second.startswith("2. `pass`")
    assert ended == [f"-# Ended: `pass`: why {n}." for n in range(9)[-MAX_ENDED_LISTED:]]
    assert [[item.custom_id for item in row] for row in cast(Any, page.buttons)] == [
        ["w:1:0:end 21", "w:1:0:end 22"],
        [f"O:1:{here.table.seq}:new", "w:1:0:new"],
    ]
    over = replace(here, table=replace(here.table, status="ended"))
    assert (
        not order_list_page(over, standing).buttons and "The game is over, so" in order_list_page(over, standing).text
    )


async def test_rounds_have_the_name_of_the_game(sessions: TableService) -> None:
    table = await begun(sessions)
    assert table.state is not None
    assert round_unit(GAME, redact(table.state, Seat(1))) == "turn"
    for text in ("until turn 3", "until round 3"):
        order = parse_order(GAME, "draft *", text, "", "", seats=2, now=1_000.0, round_number=2, unit="turn")
        assert order_duration_text(order, "turn") == "whenever possible, through turn 3"


async def test_finished_game_has_no_orders(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        assert "\n1. `bid ..3`" in await given(running, ada, "bid ..3")
        table = await running.table()
        await running.bot.services.tables.end_game(table.id, ada.id)
        listed = (await ada.slash(running.channel, "orders")).response
        assert text_of(listed) == "-# Ended: `bid ..3`: the game is over.\nThe game is over, so your orders have ended."
        assert [
            decode_order(plan).end_reason
            for plan in await running.bot.services.tables.orders.load_orders_of(table.id, ada.id)
        ] == [""]


def test_first_eight_numbers_are_suggested_as_limits() -> None:
    bids = [Bid(Seat(1), 1000 * thousands) for thousands in range(1, 12)]
    label = SimpleNamespace(text=SimpleNamespace(label=lambda *_: "bid"))
    place = cast(Any, SimpleNamespace(table_view=SimpleNamespace(game=label, caption=None)))
    wishes = _pattern_suggestions(
        place, SampleQuestion(cast(Any, None), Decision(Seat(1), "Bid?", tuple(bids)), now=True)
    )
    assert [line for line, _ in wishes if ".." in line] == [f"bid ..{bid.amount}" for bid in bids[:8]]
