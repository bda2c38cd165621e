"""``/orders`` in the simulated Discord: orders are previewed, given, executed, and canceled, all in private."""

from pathlib import Path
from typing import Any

from bot.orders.parser import parse_order
from bot.users import UserPreferences
from engine import GAMES
from engine.core import verb_of
from tests.bot.simulated_channel import GAME, Direct, World, text_of, world
from tests.bot.ui.test_limits import hold
from tests.bot.whole_game import everything, person_at, requests

NOW: dict[str, Any] = {"seats": 2, "now": 1_000.0, "round_number": 1}
LONG_TURNS = list(GAMES)[2]
"""A game in which a player is asked several times in a row."""
SECRET_PLANS = list(GAMES)[1]
"""A game in which plans are secret until the turn."""


async def dealt(running: World) -> tuple[Any, Any]:
    """Return Ada, who will be asked next, and Ben, who is asked to draft."""
    await running.started("Ada", "Ben")
    ben, decision = await running.asked()
    assert (ben, decision.seat) == (running.person("Ben"), 2)
    return running.person("Ada"), ben


async def previewed(running: World, person: Any, wishes: str, **more: str) -> Any:
    return (await person.slash(running.channel, "orders", write=wishes, **more)).response


async def given(running: World, person: Any, wishes: str, **more: str) -> str:
    """Give the order, and return the answer."""
    shown = await previewed(running, person, wishes, **more)
    return text_of((await person.click(shown, label="Save order")).response)


async def press(running: World, person: Any, message: Any, what: str) -> Any:
    """Press the button whose ``custom_id`` ends with ``what``."""
    identity = next(i for i in running.identities(message) if i.endswith(what))
    return await person.click(message, custom_id=identity)


async def test_order_is_previewed_before_it_is_given_and_executed_later(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        shown = await previewed(running, ada, "draft seattle; draft *", cancel_if="Ben draft Seattle")
        text = text_of(shown)
        assert "1. `draft seattle` · Draft · tile\\: seattle\n-# for example: Draft Seattle: " in text
        assert "It applies once. Cancel it if Ben makes the move `draft Seattle`." in text
        assert running.labels(shown) == ["Save order", "Edit…", "Discard"]
        stands = await ada.click(shown, label="Save order")
        assert "✓ Order saved." in text_of(stands.response)
        assert running.labels(stands.response) == ["Cancel 1", "Add a move…", "Write it…"]
        await running.restart()
        await ben.slash(running.channel, "rivals draft", tile="Washington")
        await running.env.settle()
        assert "Ada drafted Seattle. (By standing order.)" in everything(running)
        read = text_of((await ada.slash(running.channel, "hand")).response)
        assert "Your standing order “draft seattle”, else “draft \\*” made “draft Seattle”\\." in read
        assert "standing order “draft" not in text_of((await ada.slash(running.channel, "hand")).response)
        lately = text_of((await ada.slash(running.channel, "orders")).response)
        assert "-# Ended: `draft seattle`, else `draft *`: it was for one move. It has made 1 move." in lately


async def test_long_order_messages_are_split_and_leave_room_for_the_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, ben = await dealt(running)
        orders, table = running.bot.services.tables.orders, await running.table()
        for number in range(5):
            wishes = "; ".join(f"draft {number}{n}{'x' * 90}" for n in range(10))
            shown = await previewed(running, ben, wishes)
            await orders.give_order(table.id, ben.id, int(running.identities(shown)[0].split()[-1]))
        await running.bot.services.tables.play_forced_moves(table.id, ben.id)
        for lines in (3, 2, 0):
            text = text_of((await ben.click(running.latest("Your move"), label="Your move")).response)
            assert text.count("Your standing order") == lines and "\nDraft" in text
            assert all(len(line) <= 240 for line in text.splitlines())


async def test_order_given_by_the_player_to_move_runs_at_once(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, ben = await dealt(running)
        shown = await previewed(running, ben, "draft NYC")
        assert "It’s your turn, so it will move immediately: **Draft NYC stock" in text_of(shown)
        said = text_of((await ben.click(shown, label="Save order")).response)
        assert "✓ Order saved and carried out. Ben drafted NYC stock. (By standing order.)\nYou have no" in said
        await running.env.settle()
        assert (await running.asked())[0] == running.person("Ada")


async def test_unknown_word_is_reported_before_the_order_is_given(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        text = text_of(
            await previewed(running, ada, "draft Clevland, draft Atlantis; draft NYC stock\ndraft Cleveland")
        )
        assert "⚠ I don’t know “Clevland” in this game. Did you mean `Cleveland`?" in text
        assert "2. `draft Atlantis` · Draft · tile\\: Atlantis\n⚠ I don’t know “Atlantis” in this game." in text
        assert "⚠ I don’t know “NYC stock” in this game. Did you mean `NYC`?" in text
        assert text.count("⚠") == 3
        ranked = text_of(await previewed(running, ada, "draft Boston|*"))
        assert "tile\\: Boston, else any other" in ranked and "⚠" not in ranked
        many = text_of(await previewed(running, ada, f"draft {'|'.join('abcdefghi')}"))
        assert many.count("⚠") == 3


async def test_order_form_keeps_typed_text(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        hand = (await ada.slash(running.channel, "hand")).response
        listed = await ada.click(hand, label="Standing orders…")
        form = await ada.click(listed.response, label="Write it…")
        assert "A standing order makes moves for you." in form.modal["components"][0]["content"]
        typed = {"wishes": "draft Seattle\nhop NYC", "lasts": "once", "price": "", "unless": ""}
        wrong = await ada.submit_modal(form, typed)
        assert "“hop” isn’t a move" in text_of(wrong.response)
        assert "> **Moves:** draft Seattle\n> hop NYC\n> **How long:** once" in text_of(wrong.response)
        form = await ada.click(wrong.response, label="Edit…")
        assert filled(form) == ["draft Seattle\nhop NYC", "once", None, None]
        shown = await ada.submit_modal(form, typed | {"wishes": "draft Seattle\ndraft NYC", "price": "5"})
        assert "Maximum cost of the move: 5." in text_of(shown.response)
        assert "fits nowhere yet (free right now)" in text_of(shown.response)
        again = await ada.click(shown.response, label="Discard")
        assert "Order discarded." in text_of(again.response)
        hold(running)


def filled(form: Any) -> list[str | None]:
    """Return the prefilled values of a form."""
    return [field["component"].get("value") for field in form.modal["components"] if "component" in field]


async def test_typed_order_is_restored_after_restart_or_command(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        wrong = await previewed(
            running, ada, "hop " + "x" * 900, how_long="long", max_cost="5", cancel_if="Ben draft NYC"
        )
        await running.restart()
        form = await ada.click(wrong, label="Edit…")
        assert filled(form) == [f"hop {'x' * 900}", "long", "5", "Ben draft NYC"]
        hold(running)
        mine = next(i for i in running.identities(wrong) if "again" in i)
        theirs = await previewed(running, ben, "hop")
        assert filled(await running.press_again(ben, theirs, mine)) == [None] * 4, "it is Ada's"
        refused = await running.press_again(ada, wrong, mine.replace("again", "give"))
        assert "I couldn’t read this order" in text_of(refused.response)


async def test_order_form_in_channel_is_prefilled_with_the_last_ended_order(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        assert filled(await listed_form(running, ben)) == [None] * 4
        given = await previewed(running, ben, "draft Seattle|*; draft NYC", how_long="once", max_cost="5")
        done = (await ben.click(given, label="Save order")).response
        assert filled(await ben.click(done, label="Write it…")) == ["draft Seattle|*\ndraft NYC", "once", "5", None]
        assert filled(await listed_form(running, ada)) == [None] * 4, "it is Ben's"


async def listed_form(running: World, person: Any) -> Any:
    """Return the form for a new order, opened from the list of orders."""
    listed = (await person.slash(running.channel, "orders")).response
    return await person.click(listed, label="Write it…")


async def test_order_can_be_changed_before_it_is_given(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        first = await previewed(running, ada, "draft Seattel; draft NYC", how_long="once")
        forgotten = next(i for i in running.identities(first) if "again" in i)
        form = await ada.click(first, label="Edit…")
        assert filled(form) == ["draft Seattel; draft NYC", "once", None, None]
        shown = await ada.submit_modal(form, {"wishes": "draft Seattle", "lasts": "", "price": "", "unless": ""})
        await ada.click(shown.response, label="Save order")
        (plan,) = await running.bot.services.tables.orders.load_orders_of((await running.table()).id, ada.id)
        assert plan.wishes == '{"wishes":["draft Seattle"]}'
        assert filled(await running.press_again(ada, first, forgotten)) == [None] * 4


async def test_longest_order_still_says_what_it_does(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        _, ben = await dealt(running)
        wishes = "; ".join(f"draft NYC|Seattle|{'x' * 70}{number}" for number in range(10))
        shown = await previewed(running, ben, wishes, cancel_if="p1 draft NYC")
        assert "It’s your turn, so it will move immediately" in text_of(shown)
        assert "It applies once. Cancel it if Ada makes the move `draft NYC`." in text_of(shown)
        hold(running)


async def test_maximum_number_of_orders_is_listed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        for number in range(10):
            order = parse_order(
                GAME, "\n".join(f"draft {number}{n}{'x' * 60}" for n in range(9)), "in order", "", "", **NOW
            )
            orders, table = running.bot.services.tables.orders, await running.table()
            await orders.give_order(table.id, ada.id, (await orders.save_draft(table.id, ada.id, order)).id)
        listed = (await ada.slash(running.channel, "orders")).response
        assert all(f"\n{number}. `draft " in text_of(listed) for number in range(1, 11))
        assert running.labels(listed) == [*(f"Cancel {number}" for number in range(1, 11)), "Add a move…", "Write it…"]
        hold(running)


async def test_order_is_canceled_with_one_press_and_a_second_says_so(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        await given(running, ada, "draft Seattle")
        listed = (await ada.slash(running.channel, "orders")).response
        identity = next(i for i in running.identities(listed) if "end" in i)
        await running.restart()
        ended = await ada.click(listed, label="Cancel 1")
        assert "is canceled." in text_of(ended.response)
        twice = await running.press_again(ada, listed, identity)
        assert "This order no longer exists." in text_of(twice.response)
        await ben.slash(running.channel, "rivals draft", tile="Washington")
        assert (await running.asked())[0] == ada


async def test_order_is_canceled_by_command(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        await given(running, ada, "draft Seattle")
        (choice,) = await ada.autocomplete(running.channel, "orders", "cancel", "seat")
        assert choice["name"] == "“draft Seattle”"
        assert not await ben.autocomplete(running.channel, "orders", "cancel", "")
        refused = await ben.slash(running.channel, "orders", cancel=choice["value"])
        assert "This order no longer exists." in text_of(refused.response)
        await ada.slash(running.channel, "orders", cancel=choice["value"])
        assert not await ada.autocomplete(running.channel, "orders", "cancel", "")


async def test_patterns_are_autocompleted_from_possible_questions(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        mine = [c["value"] for c in await ben.autocomplete(running.channel, "orders", "write", "draft")]
        hold(running)
        assert mine[:3] == ["draft *", "draft Washington", "draft Seattle"]
        later = [c["value"] for c in await ada.autocomplete(running.channel, "orders", "write", "bid")]
        assert "bid ..1" in later
        after = [c["value"] for c in await ada.autocomplete(running.channel, "orders", "write", "bid ..3; draft")]
        assert after[0] == "bid ..3; draft *"
        then = [c["value"] for c in await ada.autocomplete(running.channel, "orders", "write", "bid ..3, then draft")]
        assert then[0] == "bid ..3, then draft *"
        assert not await ada.autocomplete(running.channel, "orders", "write", "bid ..3, then hop")


async def test_unreadable_or_missing_order_is_answered_with_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        cleo = running.person("Cleo")
        for person, wishes, more, why in (
            (cleo, "draft *", {}, "You don’t have a seat at this table."),
            (ada, "draft 3..4", {}, "“3..4” is a range, but tile isn’t a number. Example: “draft \\*”."),
            (ada, "draft *", {"how_long": "long"}, "“long” isn’t a valid *How long*."),
            (ada, "draft *", {"cancel_if": "p9 pass"}, "There’s no player 9 at this table"),
        ):
            assert why in text_of(await previewed(running, person, wishes, **more))


async def test_proxy_bidding_survives_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        await running.move_on(5)
        await given(running, ada, "bid ..3")
        await given(running, ben, "bid ..5; pass")
        await running.restart()
        await running.move_on(2)
        assert "Ben bid 4 points. (By standing order.)" in everything(running)
        person, decision = await running.asked()
        assert person == ada and decision.prompt.endswith("(high bid: 4).")
        menu = await ada.click(running.latest("Your move"), label="Your move")
        assert "has ended: the lowest one possible is now “bid 5”" in text_of(menu.response).replace("\\", "")
        ping = next(post for post in reversed(running.posts()) if f"<@{ada.id}>" in text_of(post))
        assert f"<@{ben.id}>" not in text_of(ping)


async def seen(running: World, people: list[Any]) -> list[Any]:
    """Return all that the channel and these people can see and complete, with every ``custom_id``."""
    shown: list[Any] = [(text_of(post), running.identities(post)) for post in running.posts()]
    for person in people:
        for command in ("hand", "board", "orders", "rules", "game status", "recap", "games", "stats"):
            try:
                answer = await person.slash(running.channel, command)
            except LookupError:
                continue
            shown.append((command, text_of(answer.response), running.identities(answer.response)))
        menu = await person.click(running.latest("Your move"), label="Your move")
        shown.append((text_of(menu.response), running.identities(menu.response)))
        for command, option in (("move", "line"), ("orders", "write"), ("orders", "cancel")):
            shown.append(await person.autocomplete(running.channel, command, option, ""))
    return shown


async def test_order_is_private_until_it_moves(tmp_path: Path) -> None:
    views = []
    for name, wishes in (
        ("with", ["draft Boston; draft *", "bid ..3", "deliver *", "draft Omaha, then place *"]),
        ("without", []),
    ):
        (tmp_path / name).mkdir()
        async with world(tmp_path / name) as running:
            ada, ben = await dealt(running)
            cleo = running.person("Cleo")
            before = len(requests(running))
            for order in wishes:
                await given(running, ada, order)
            if wishes:
                await previewed(running, ada, "pass")
            await running.env.settle()
            views.append((len(requests(running)) - before, await seen(running, [ben, cleo]), await log(running)))
    ours, theirs = views
    assert ours == theirs


async def log(running: World) -> list[Any]:
    history = await running.bot.services.tables.history((await running.table()).id)
    return [(move.seq, move.line, move.by) for move in history]


async def test_secret_order_move_is_not_attributed_to_another_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=SECRET_PLANS)
        await running.move_on(2)
        table = await running.table()
        planner = running.bot.services.tables.decisions(table)[-1].seat
        await given(running, person_at(running, table, planner), "done")
        assert (await log(running))[-1][2] == "order"
        await running.env.settle()
        assert "By standing order" not in everything(running)
        await running.move_on(1)
        assert "By standing order" not in everything(running)


def pinged(sent: list[Any]) -> list[str]:
    bodies = [request.json for request in sent if isinstance(request.json, dict)]
    return [user for body in bodies for user in (body.get("allowed_mentions") or {}).get("users", [])]


async def test_player_asked_after_an_order_move_is_mentioned_once(tmp_path: Path) -> None:
    """A turn has several actions: the order makes the first, and its player is asked for the next."""
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title=LONG_TURNS)
        first, decision = await running.asked()
        second = next(person for person in running.people.values() if person != first)
        await given(running, second, f"{verb_of(type(list(decision.offers)[-1]))} *")
        before = len(requests(running))
        while (await running.asked())[0] == first:
            await running.move_on(1)
        assert "(By standing order.)" in everything(running)
        assert list(map(int, pinged(requests(running)[before:]))) == [second.id]
        made = [move.by for move in await running.bot.services.tables.history((await running.table()).id)]
        assert made[-1] == "order"


async def test_order_result_is_in_direct_message_and_above_next_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await dealt(running)
        await running.bot.services.user_settings.save(ada.id, UserPreferences(notices="direct"))
        await given(running, ada, "draft Seattle")
        await ben.slash(running.channel, "rivals draft", tile="Washington")
        await running.env.settle()
        await running.restart()
        await running.move_on(1)
        await running.env.settle()
        written = [text_of(post) for post in Direct(running, "Ada").posts() if "standing order" in text_of(post)]
        assert len(written) == 1 and "made “draft Seattle”" in written[0].replace("\\", "")
        assert not [post for post in Direct(running, "Ben").posts() if "standing order" in text_of(post)]
        assert "made “draft Seattle”" in text_of((await ada.slash(running.channel, "hand")).response).replace("\\", "")


async def test_finished_game_accepts_no_orders(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        await given(running, ada, "draft *")
        await running.bot.services.tables.end_game((await running.table()).id, ada.id)
        listed = await ada.slash(running.channel, "orders")
        assert "The game is over" in text_of(listed.response) and not running.labels(listed.response)
        assert "this game is over" in text_of(await previewed(running, ada, "draft *"))


async def test_long_order_is_edited_as_a_whole(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, _ = await dealt(running)
        wishes = [f"draft {'|'.join(f'City_{number}_{part}_of_many' for part in range(4))}" for number in range(10)]
        unless = [wish.replace("City", "Town") for wish in wishes]
        shown = await previewed(running, ada, "; ".join(wishes), cancel_if="; ".join(unless))
        form = await ada.click(shown, label="Edit…")
        texts = [row["component"].get("value", "") for row in form.modal["components"]]
        assert texts[0] == "; ".join(wishes) and texts[3] == "; ".join(unless)
