"""Standing orders whose moves are chosen by buttons at an imagined turn, in every game."""

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.orders.execution import decode_order
from bot.orders.imagined_turns import imagine_turn
from bot.orders.order import Choice, judge_order, meaning, notation_without_seat, order_from_choices
from bot.tables.table import Table
from bot.ui.order_moves import MovePlace, imagined_context, no_turn_page, order_question_after, question_page
from bot.view import SeatContext, view_table
from engine import GAMES, Game, Seat, decisions, play, redact
from engine.core import read_options, rng_from_seed, verb_of, write_options
from engine.core.game import preset_options
from engine.core.move_pattern import read_pattern, write_pattern
from engine.games.railroad_rivals.game_data.pieces import is_city
from engine.store.orders import StoredOrder
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import BUTTON, SELECT, TITLE, World, parts, text_of, world
from tests.bot.ui.test_limits import hold
from tests.bot.whole_game import everything, person_at

BARON = write_options(preset_options(GAMES[TITLE].options, "Full"))
MARKET, SEALED = "railroader", "railroads-of-catan"
"""Games with a market, and with sealed bids that are not all listed."""
TABLES = [*((key, {}) for key in GAMES), (TITLE, BARON)]
"""Every game with its default options, and one with all modules of its expansion."""
WAYS = ("Back", "Later question…", "Write it…", "Cancel", "Type it…", "Step by step…", "More", "Earlier")
SAVE, MORE = "Save order", "Add another"

each_table = pytest.mark.parametrize(("title", "options"), TABLES, ids=[*GAMES, "robber-baron"])


def answers(page: Any) -> list[tuple[str, tuple[str, ...]]]:
    """Return the presses that answer a page's question: a ``custom_id``, and the chosen values of a select."""
    found = list[tuple[str, tuple[str, ...]]]()
    for part in parts(page):
        if part["type"] == BUTTON and part["label"] not in WAYS:
            found.append((part["custom_id"], ()))
        if part["type"] == SELECT:
            found += [(part["custom_id"], (option["value"],)) for option in part["options"]]
    return found


async def begin(running: World, person: Any) -> Any:
    """Return the first page after *Add a move…* in the list of orders."""
    listed = (await person.slash(running.channel, "orders")).response
    return (await person.click(listed, label="Add a move…")).response


async def answer(person: Any, page: Any, rng: Random) -> Any:
    """Return the page after a random answer."""
    identity, values = rng.choice(answers(page))
    if values:
        return (await person.select(page, list(values), custom_id=identity)).response
    return (await person.click(page, custom_id=identity)).response


async def choose(running: World, person: Any, page: Any, rng: Random) -> Any:
    """Return the page with *Save order* after all questions of a move were answered."""
    for _ in range(12):
        if SAVE in running.labels(page):
            return page
        page = await answer(person, page, rng)
    raise AssertionError(f"no move after twelve answers: {text_of(page)}")


async def orders_of(running: World, person: Any) -> tuple[StoredOrder, ...]:
    return await running.bot.services.tables.orders.load_orders_of((await running.table()).id, person.id)


async def waiting(running: World) -> Any:
    """Return a person who is not asked now."""
    table = await running.table()
    asked = {decision.seat for decision in running.bot.services.tables.decisions(table)}
    return next(
        (person_at(running, table, seat) for seat in range(1, len(table.players) + 1) if seat not in asked), None
    )


async def somebody_waiting(running: World) -> Any:
    """Return a person who is not asked and whose turn can be imagined, after as many moves as needed."""
    for _ in range(60):
        person = await waiting(running)
        if person is not None and answers(await begin(running, person)):
            return person
        await running.move_on(1)
    raise AssertionError("nobody waits for a turn")


@each_table
async def test_moves_chosen_by_buttons_are_saved_as_one_order(
    tmp_path: Path, title: str, options: dict[str, str]
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title=title, **options)
        rng = Random(1)
        for seed in range(4):
            person = await somebody_waiting(running)
            page = await choose(running, person, await begin(running, person), rng)
            assert "\nWhen it’s your turn: " in text_of(page) and "not saved yet" in text_of(page)
            if MORE in running.labels(page):
                then = (await person.click(page, label=MORE)).response
                assert "**Then** · " in text_of(then)
                page = await choose(running, person, then, rng)
                assert "\nThen: " in text_of(page)
            assert not await orders_of(running, person), "nothing is saved yet"
            public = everything(running)
            saved = (await person.click(page, label=SAVE)).response
            assert "✓ Order saved." in text_of(saved) and everything(running) == public
            (plan,) = await orders_of(running, person)
            order, actions = decode_order(plan), GAMES[title].actions
            assert order == order_from_choices(order.choices) and not order.typed
            assert all(write_pattern(read_pattern(move, actions)) == move for move in order.patterns)
            await running.bot.services.tables.orders.cancel_order(plan.session, person.id, plan.id)
            await running.move_on(3 + seed)
        hold(running)


@each_table
async def test_order_makes_the_chosen_move(tmp_path: Path, title: str, options: dict[str, str]) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title=title, **options)
        rng = Random(2)
        for _ in range(3):
            person, _ = await running.asked()
            page = await begin(running, person)
            assert "**Your turn now** · " in text_of(page) and "a saved order moves immediately" in text_of(page)
            page = await choose(running, person, page, rng)
            (move,) = (await drafted(running, person)).patterns
            said = text_of((await person.click(page, label=SAVE)).response)
            assert "✓ Order saved and carried out." in said
            made = await running.bot.services.tables.history((await running.table()).id)
            assert [one.line.split(" ", 1)[1] for one in made if one.by in ("order", "ahead")][-1:] == [move]
            await running.env.settle()
            await running.move_on(2)


async def drafted(running: World, person: Any) -> Any:
    """Return the order that is shown and not saved."""
    plan = await running.bot.services.tables.orders.load_draft((await running.table()).id, person.id)
    assert plan is not None
    return decode_order(plan)


@each_table
def test_imagined_turn_reveals_no_secrets(title: str, options: dict[str, str]) -> None:
    """Two tables that look the same to a seat, with other hidden information, have the same pages."""
    game, rng, different = GAMES[title], Random(5), 0
    state, _ = game.new_game(read_options(game.options, options), 3, 7)
    table = place_of(game, state, decisions(state)[0], 3).table
    for step in range(60):
        if not (asked := decisions(state)):
            break
        if step % 7 == 0:
            for seat in (1 + step % 3,):
                alike = replace(table, state=other_world(game, state, Seat(seat)))
                pages = [pages_of(replace(alike, state=one), Seat(seat)) for one in (state, alike.state)]
                assert pages[0] == pages[1]
                different += alike.state != state
        state, _ = play(state, rng.choice(list(islice(rng.choice(asked).offers, 20))))
    assert different > 3


def other_world(game: Game[Any], state: Any, seat: Seat) -> Any:
    """Return a state that looks the same to the seat, with all hidden parts dealt again."""
    view = redact(state, seat)
    other = game.agent.determinize(view, rng_from_seed(9, "another world"))
    assert redact(other, seat) == view
    return other


def pages_of(table: Table, seat: Seat) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the pages of the first two moves of an order, each the first and the last offer."""
    place = SeatContext(table, seat, view_table(table, seat), None)
    shown, moves = list[tuple[str, list[tuple[str, str]]]](), tuple[Choice, ...]()
    for at in range(2):
        outlook = imagine_turn(place.table_view.game, place.table_view.view, moves)
        if outlook.turn is None:
            return [*shown, (str(no_turn_page(place, outlook).text), [])]
        imagined = imagined_context(place, outlook.turn)
        found = order_question_after(imagined, ())
        assert found is not None
        page = question_page(imagined, outlook, found, MovePlace(len(moves)))
        pressed = [(str(getattr(item, "label", "")), str(item)) for row in page.buttons for item in row]
        shown.append((str(page.text), pressed))
        offers = list(islice(outlook.turn.asked.offers, 30))
        moves = (*moves, *map(Choice, outlook.turn.forced_patterns), Choice(notation_without_seat(offers[-(at % 2)])))
    return shown


@each_table
def test_every_offered_move_can_be_made_by_the_order(title: str, options: dict[str, str]) -> None:
    game, rng, made = GAMES[title], Random(3), 0
    state, _ = game.new_game(read_options(game.options, options), 3, 3)
    for step in range(90):
        if not (asked := decisions(state)):
            break
        for seat in (1 + step % 3,) if step % 4 == 0 else ():
            view, moves = redact(state, Seat(seat)), tuple[Choice, ...]()
            for _ in range(5):
                outlook = imagine_turn(game, view, moves)
                assert not outlook.ended and [notation_without_seat(one.action) for one in outlook.made] == [
                    notation_without_seat(one.action) if "*" in wanted.move else wanted.move
                    for one, wanted in zip(outlook.made, moves, strict=True)
                ]
                if outlook.turn is None:
                    break
                action = rng.choice(list(islice(outlook.turn.asked.offers, 40)))
                meant = meaning(game, redact(outlook.turn.state, Seat(seat)), action)
                moves = (
                    *moves,
                    *map(Choice, outlook.turn.forced_patterns),
                    Choice(notation_without_seat(action), meant),
                )
                made += 1
        state, _ = play(state, rng.choice(list(islice(rng.choice(asked).offers, 20))))
    assert made > 20


async def test_new_move_restarts_the_pages_from_the_current_state(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        person = await somebody_waiting(running)
        first = await begin(running, person)
        await running.move_on(1)
        old = (await answer(person, first, Random(1))) if answers(first) else first
        assert "The game has continued, so this starts again from what you see now." in text_of(old)
        page = await choose(running, person, old, Random(1))
        before = await drafted(running, person)
        await running.move_on(1)
        again = (await person.click(page, label=SAVE)).response
        assert "The game has continued" in text_of(again) and not await orders_of(running, person)
        if SAVE in running.labels(again):  # its move is still possible
            assert await drafted(running, person) == before
            await person.click(again, label=SAVE)
            assert len(await orders_of(running, person)) == 1
        else:
            assert "isn’t possible anymore, so it’s left out." in text_of(again)


async def test_impossible_move_is_dropped_after_a_new_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person = await waiting(running)
        page = await begin(running, person)
        other, _ = await running.asked()
        mine = next(i for i in running.identities(page) if " draft " in i)
        chosen = (await person.click(page, custom_id=mine)).response
        tile = (await drafted(running, person)).patterns[0]
        await other.slash(running.channel, "move", line=tile)
        left_out = text_of((await person.click(chosen, label=SAVE)).response)
        assert f"“{tile}” isn’t possible anymore, so it’s left out." in left_out.replace("\\", "")
        assert not await orders_of(running, person)


@each_table
async def test_every_page_works_after_a_restart(tmp_path: Path, title: str, options: dict[str, str]) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title=title, **options)
        person, rng = await somebody_waiting(running), Random(4)
        page = await begin(running, person)
        while SAVE not in running.labels(page):
            await running.restart()
            page = await answer(person, page, rng)
        await running.restart()
        if MORE in running.labels(page):
            page = (await person.click(page, label=MORE)).response
            await running.restart()
            page = (await person.click(page, label="Back")).response
        wishes = (await drafted(running, person)).patterns
        await running.restart()
        await person.click(page, label=SAVE)
        assert [decode_order(plan).patterns for plan in await orders_of(running, person)] == [wishes]


async def test_second_save_press_saves_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person = await waiting(running)
        page = await choose(running, person, await begin(running, person), Random(1))
        save = next(i for i in running.identities(page) if "save" in i)
        done = (await person.click(page, label=SAVE)).response
        twice = (await running.press_again(person, done, save)).response
        assert "✓ Order saved." in text_of(twice) and len(await orders_of(running, person)) == 1


async def test_cancel_saves_nothing_and_outdated_pages_say_so(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person = await waiting(running)
        page = await choose(running, person, await begin(running, person), Random(1))
        more = next(i for i in running.identities(page) if ":m1" in i)
        listed = (await person.click(page, label="Cancel")).response
        assert "Order discarded." in text_of(listed) and not await orders_of(running, person)
        plan = await running.bot.services.tables.orders.load_draft((await running.table()).id, person.id)
        assert plan is None
        old = await running.press_again(person, listed, more)
        assert "This order was saved or canceled." in text_of(old.response)


async def test_back_button_allows_replacing_a_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person = await waiting(running)
        first = await begin(running, person)
        page = await choose(running, person, first, Random(1))
        back = (await person.click(page, label="Back")).response
        assert text_of(back) == text_of(first) and running.labels(back) == running.labels(first)
        identity = [i for i, values in answers(back) if not values][-1]
        page = await choose(running, person, (await person.click(back, custom_id=identity)).response, Random(2))
        assert len((await drafted(running, person)).patterns) == 1
        await person.click(page, label=SAVE)
        assert len(await orders_of(running, person)) == 1


async def test_chosen_moves_appear_in_the_text_form(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, rng = await waiting(running), Random(1)
        page = await choose(running, person, await begin(running, person), rng)
        page = await choose(running, person, (await person.click(page, label=MORE)).response, rng)
        wishes = (await drafted(running, person)).patterns
        form = await person.click(page, label="Write it…")
        typed = [part["component"].get("value") for part in form.modal["components"] if "component" in part]
        assert typed == ["\n".join(wishes), "in order", None, None]


async def test_later_questions_are_asked_until_none_can_be_imagined(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.move_on(6)
        person, _ = await running.asked()
        page, seen = await begin(running, person), list[str]()
        for _ in range(8):
            text = text_of(page)
            if "I can’t imagine a later question for this order." in text:
                break
            assert text not in seen
            seen.append(text)
            page = (await person.click(page, label="Later question…")).response
        assert len(seen) > 1 and seen[0] in text_of(page)


async def test_impossible_typed_value_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", title=SEALED)
        while "In secret: a bid" not in (await running.asked())[1].prompt:
            await running.move_on(1)
        person, _ = await running.asked()
        form = await person.click(await begin(running, person), label="Type it…")
        wrong = (await person.submit_modal(form, {"value": "many"})).response
        assert "“many” isn’t possible. Example: " in text_of(wrong)
        await running.restart()
        form = await person.click(wrong, label="Type it…")
        page = (await person.submit_modal(form, {"value": "2700"})).response
        assert "When it’s your turn: Bid $2,700" in text_of(page)
        assert (await drafted(running, person)).patterns == ("bid 2700",)


async def test_only_players_of_a_running_game_can_add_moves(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person = await waiting(running)
        listed = (await person.slash(running.channel, "orders")).response
        add = next(i for i in running.identities(listed) if i.endswith("new") and i.startswith("O:"))
        stranger = await running.press_again(running.person("Cleo"), running.latest("Your move"), add)
        assert "You don’t have a seat at this table." in text_of(stranger.response)
        table = await running.table()
        await running.bot.services.tables.end_game(table.id, person.id)
        over = await running.press_again(person, listed, add)
        assert "You can’t add an order: this game is over." in text_of(over.response)


def test_tiles_drawn_only_in_imagination_are_not_offered() -> None:
    game, rng, drafts, unknown = GAMES[TITLE], Random(3), 0, 0
    state, _ = game.new_game(read_options(game.options, {}), 3, 3)
    for step in range(120):
        view = redact(state, Seat(1 + step % 3))
        outlooks = [imagine_turn(game, view, (), skipped) for skipped in range(3)]
        offered = [one for outlook in outlooks if outlook.turn for one in outlook.turn.asked.offers]
        tiles = {one.tile for one in offered if verb_of(one) == "draft" and is_city(one.tile)}
        assert tiles <= {lot.tile for lot in state.city_offer}
        drafts, unknown = drafts + bool(tiles), unknown + any(outlook.unknown for outlook in outlooks)
        state, _ = play(state, rng.choice(list(islice(rng.choice(decisions(state)).offers, 20))))
    assert drafts > 10 and unknown > 10


def test_move_that_would_end_the_order_earlier_is_not_offered() -> None:
    """After two deliveries with a draft between them, a draft as a third move would match the first draft."""
    game, rng, looked_at = GAMES[TITLE], Random(1), 0
    state, _ = game.new_game(read_options(game.options, {}), 3, 1)
    for step in range(60):
        view, moves = redact(state, Seat(1 + step % 3)), tuple[Choice, ...]()
        for _ in range(2 if step % 4 == 0 else 0):
            turns = [imagine_turn(game, view, moves, skipped).turn for skipped in range(3)]
            offered = [one for turn in turns if turn for one in turn.asked.offers]
            moves += tuple(Choice(notation_without_seat(one)) for one in offered if verb_of(one) == "deliver")[:1]
        made = imagine_turn(game, view, moves).made
        if len(made) == 2 and made[0].view.state.turn < made[1].view.state.turn:
            turns = [imagine_turn(game, view, moves, skipped).turn for skipped in range(3)]
            looked_at += 1
            assert not any(verb_of(one) == "draft" for turn in turns if turn for one in turn.asked.offers)
        state, _ = play(state, rng.choice(list(islice(rng.choice(decisions(state)).offers, 30))))
    assert looked_at


def test_chosen_market_card_is_not_replaced_by_another() -> None:
    game = GAMES[MARKET]
    state, _ = game.new_game(read_options(game.options, {}), 2, 7)
    (asked,) = decisions(state)
    action = next(one for one in asked.offers if verb_of(one) == "buy")
    view = redact(state, asked.seat)
    for now, taken in ((meaning(game, view, action), action), ("Slot 1, Water 9", None)):
        found = judge_order(
            order_from_choices([Choice(notation_without_seat(action), now)]), game, view, asked, (), 0.0
        )
        assert found.action == taken
    assert found.end_reason.startswith(f"“{notation_without_seat(action)}” would now take Slot 1, ")
    assert found.end_reason.endswith(", not Slot 1, Water 9")
