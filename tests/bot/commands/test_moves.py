"""Moves, refusals, and late presses at a table, as the people in the channel see them."""

from pathlib import Path
from typing import Any

from tests.bot.simulated_channel import GAME, World, spelled, world


async def confirm_page(running: World, person: Any) -> Any:
    """Return the private page with the Confirm button, reached by always choosing the first answer."""
    shown = (await person.click(running.latest("Your move"), label="Your move")).response
    for _ in range(6):
        labels = running.labels(shown)
        if "Confirm" in labels:
            return shown
        options = running.options(shown)
        step = person.select(shown, options[:1]) if options else person.click(shown, label=labels[0])
        shown = (await step).response
    raise AssertionError("no Confirm after six questions")


async def test_non_players_and_waiting_players_get_a_private_line(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        for person in (other, running.person("Cleo")):
            said = await person.click(running.latest("Your move"), label="Your move")
            assert said.ephemeral and f"Waiting for {asked.name}." in said.response.content
        said = await running.person("Cleo").click(running.latest("Hand"), label="Hand")
        assert said.ephemeral and "don’t have a seat" in said.response.content


async def test_illegal_or_out_of_turn_move_is_refused_with_reason(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, line = await running.first_offer()
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        said = await other.slash(running.channel, "move", line=line)
        assert said.ephemeral and "turn" in said.response.content
        said = await asked.slash(running.channel, "move", line="draft Nowhere")
        assert said.ephemeral and "isn’t on offer. Take" in said.response.content
        said = await asked.slash(running.channel, f"{GAME.command} bid", amount=3)
        assert said.ephemeral and "during the draft" in said.response.content
        said = await asked.slash(running.channel, "move", line="@everyone [x](http://x) " * 20)
        assert said.ephemeral and "isn’t a move here" in said.response.content
        assert await running.moves() == 0


async def test_seat_is_derived_from_the_user_not_from_the_text(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        asked, line = await running.first_offer()
        seat = running.bot.services.tables.seat_of(table, asked.id)
        said = await asked.slash(running.channel, "move", line=f"p{3 - (seat or 0)} {line}")
        assert said.response.content.startswith("✓")
        history = await running.bot.services.tables.history(table.id)
        assert history[1].seat == seat


async def test_confirm_pressed_twice_is_one_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        identity = next(i for i in running.identities(page) if i.startswith("a:"))
        await asked.click(page, label="Confirm")
        await running.press_again(asked, page, identity)
        assert await running.moves() == 1


async def test_move_confirmed_after_the_game_is_refused_in_one_sentence(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        await running.bot.services.tables.end_game(table.id, table.host)
        said = (await asked.click(page, label="Confirm")).response.content
        assert said == "You can’t do that: this game is over."


async def test_interaction_delivered_twice_is_one_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, line = await running.first_offer()
        sent: list[dict[str, Any]] = []
        emit = running.env.backend.emit
        running.env.backend.emit = lambda name, payload: (sent.append(payload), emit(name, payload))  # type: ignore
        await asked.slash(running.channel, "move", line=line)
        again = next(payload for payload in sent if payload.get("data", {}).get("name") == "move")
        emit("INTERACTION_CREATE", again)
        await running.env.settle()
        assert await running.moves() == 1


async def test_outdated_confirm_button_shows_the_current_board(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        offers = (await running.asked())[1].offers
        line = next(i for i in running.identities(page) if i.startswith("a:")).split(" ", 1)[1]
        other_move = next(spelled(a) for a in offers if spelled(a) != line)
        await asked.slash(running.channel, "move", line=other_move)
        said = await asked.click(page, label="Confirm")
        assert await running.moves() == 1
        assert "Waiting for" in said.response.content and said.response.attachments


async def test_outdated_confirm_button_works_while_its_move_is_offered(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        await other.slash(running.channel, "game status")
        said = await asked.click(page, label="Confirm")
        assert said.response.content.startswith("✓") and await running.moves() == 1


async def test_back_button_leads_to_the_previous_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        first = (await asked.click(running.latest("Your move"), label="Your move")).response
        text, page = first.content, await confirm_page(running, asked)
        back = await asked.click(page, label="Back")
        assert back.response.content == text


async def test_buttons_work_after_a_restart_in_mid_phase(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        first, line = await running.first_offer()
        await first.slash(running.channel, "move", line=line)
        second, _ = await running.asked()
        page, question = await confirm_page(running, second), running.latest("Your move")
        await running.restart()
        shown = await second.click(question, label="Your move")
        assert running.labels(shown.response)
        said = await second.click(page, label="Confirm")
        assert said.response.content.startswith("✓") and await running.moves() == 2


async def test_undone_move_is_shown_in_the_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", trail=True)
        first, line = await running.first_offer()
        await first.slash(running.channel, "move", line=line)
        other, _ = await running.asked()
        said = await other.slash(running.channel, "undo")
        assert said.ephemeral and "took" not in said.response.content
        posts = len(running.posts())
        await first.slash(running.channel, "undo")
        assert (await running.asked())[0] is first
        assert running.posts()[-1].content.startswith("↩") and len(running.posts()) == posts
        await first.slash(running.channel, "move", line=line)
        assert running.posts()[-2].content.startswith("✓"), "what was made again is not called taken back"


async def test_one_of_two_simultaneous_presses_is_refused_with_reason(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, decision = await running.asked()
        first, second = [spelled(action) for action in decision.offers][:2]
        held: list[tuple[str, dict[str, Any]]] = []
        emit = running.env.backend.emit
        running.env.backend.emit = lambda name, payload: held.append((name, payload))  # type: ignore[method-assign]
        said = [await asked.slash(running.channel, "move", line=line) for line in (first, second)]
        running.env.backend.emit = emit  # type: ignore[method-assign]
        for name, payload in held:
            emit(name, payload)
        await running.env.settle()
        assert await running.moves() == 1
        answers = sorted(result.response.content[:1] for result in said)
        assert answers[-1] == "✓" and answers[0] != "✓"


async def test_single_person_among_computers_is_asked_without_mention(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=3)
        for _ in range(12):
            before = len(running.env.http_requests)
            await running.move_on(1)
            sent = [r.json or {} for r in running.env.http_requests[before:] if r.method == "POST"]
            pinged = [user for body in sent for user in (body.get("allowed_mentions") or {}).get("users", [])]
            assert pinged == [] and running.person("Ada").mention in running.posts()[-1].content
