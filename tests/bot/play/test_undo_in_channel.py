"""Undo, restart, redo, and undo by consent, as people at a table see them."""

from pathlib import Path
from random import Random
from typing import Any

from bot.play.undo import UndoPlan, plan_undo, undoable_turn_length
from bot.tables.table import Table
from bot.view import view_table
from engine import PhaseEnded, write_action
from engine.core import decisions, is_revealing, play
from engine.errors import Refused
from tests.bot.simulated_channel import World, report_of, spelled, text_of, world
from tests.bot.whole_game import person_at


async def moved(running: World, line: str | None = None) -> Table:
    """Make one more move below Discord and post it."""
    desk, table = running.bot.services, await running.table()
    decision = desk.tables.decisions(table)[0]
    user = table.players[decision.seat - 1].user
    assert user is not None
    await desk.tables.play_move(table.id, user, line or write_action(next(iter(decision.offers))))
    desk.outbox.wake(table.id)
    await running.told()
    return await running.table()


async def until_back(running: World, *, over_a_phase: bool) -> tuple[Table, UndoPlan, Any]:
    """Return a table where somebody who is not asked can propose an undo of others' moves, the plan, and that
    person.
    """
    sessions = running.bot.services.tables
    for _ in range(60):
        table = await moved(running)
        seats = {decision.seat for decision in sessions.decisions(table)}
        for seat, player in enumerate(table.players, 1):
            try:
                found = await plan_undo(sessions, table.id, player.user or 0)
            except Refused:
                continue
            gone = {entry.seq for entry in found.moves}
            ended = any(
                isinstance(e, PhaseEnded) for m in await sessions.history(table.id) if m.seq in gone for e in m.events
            )
            if seat not in seats and found.must_agree and ended == over_a_phase:
                await running.told()
                return await running.table(), found, person_at(running, table, seat)
    raise AssertionError("nothing like that in this game")


async def agreed(running: World, table: Table, post: Any, users: tuple[int, ...]) -> None:
    for user in users:
        await next(p for p in running.people.values() if p.id == user).click(post, label="Agree")
    await running.told()


async def test_table_goes_back_by_consent_and_posts_are_corrected(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        table, found, person = await until_back(running, over_a_phase=True)
        phase = table.notes["phase"]
        offer = await person.slash(running.channel, "undo")
        assert offer.ephemeral and "This undoes" in offer.response.content
        assert (await running.table()).seq == table.seq
        await person.click(offer.response, label="Ask the table")
        post = running.latest("Agree")
        assert {user.id for user in post.mentions} == set(found.must_agree)
        assert f": this undoes {len(found.moves)} moves, " in post.content
        for seat in {entry.seat for entry in found.moves} - {found.moves[0].seat}:
            assert f"“{table.players[seat - 1].name} " in post.content, "everybody's last move is named"
        await running.restart()
        before = [m.id for m in running.posts()]
        await agreed(running, table, post, found.must_agree)
        after = await running.table()
        assert after.state == await running.bot.services.tables.state_at(table.id, found.moves[0].seq - 1)
        new = [m for m in running.posts() if m.id not in before]
        assert len(new) == 1 and person.mention in new[0].content and "Your move" in running.labels(new[0])
        gone = next(m for m in running.posts() if m.id == phase)
        assert text_of(gone).strip().startswith("↩") and after.notes["phase"] != phase
        closed = next(m for m in running.posts() if m.id == post.id)
        assert "undone." in closed.content and not running.labels(closed)
        said = await person.slash(running.channel, "undo", scope="redo")
        assert said.response.content.startswith("✓")
        assert (await running.bot.services.tables.history(table.id))[-1].line == found.moves[0].action


async def test_player_who_moves_during_the_vote_must_vote_too(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", "Dov")
        sessions = running.bot.services.tables
        table, found, person = await until_back(running, over_a_phase=False)
        offer = await person.slash(running.channel, "undo")
        await person.click(offer.response, label="Ask the table")
        post = running.latest("Agree")
        table = await moved(running)
        try:
            more = (await plan_undo(sessions, table.id, person.id, found.moves[0].seq)).must_agree
        except Refused:
            assert "✗ This is no longer possible. The table cannot go back beyond" in text_of(running.posts()[-2])
            return
        assert set(found.must_agree) < set(more)
        post, old = running.latest("Agree"), post
        assert post.id != old.id and {user.id for user in post.mentions} >= set(more) - set(found.must_agree)
        await agreed(running, table, post, found.must_agree)
        assert (await running.table()).seq == table.seq
        await agreed(running, table, post, tuple(set(more) - set(found.must_agree)))
        assert (await running.table()).seq > table.seq


async def test_turn_is_restarted_and_redone_by_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", title="railroader")
        sessions, rng, shown = running.bot.services.tables, Random(5), None
        for _ in range(40):
            table = await running.table()
            decision = rng.choice(sessions.decisions(table))
            line, person = write_action(rng.choice(list(decision.offers))), person_at(running, table, decision.seat)
            if await undoable_turn_length(sessions, table, person.id):
                menu = await person.click(running.latest("Your move"), label="Your move")
                identity = f"a:{table.id}:{table.seq}:{line}"
                shown = await running.press_again(person, menu.response, identity)
                if "Restart turn" in running.labels(shown.response):
                    break
            else:
                await person.slash(running.channel, "move", line=line.split(" ", 1)[1])
        assert shown is not None and "Undo" in running.labels(shown.response)
        now = await running.table()
        posts = len(running.posts())
        back = await person.click(shown.response, label="Restart turn")
        assert back.response.content.startswith("You undid ") and "moves." in back.response.content
        assert "The table agreed" not in running.posts()[-1].content and len(running.posts()) == posts
        made = await person.click(back.response, label="Redo")
        assert made.response.content.startswith("✓"), made.response.content
        assert (await running.table()).state == now.state


async def test_point_to_go_back_to_is_chosen_from_described_moves(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        _, found, person = await until_back(running, over_a_phase=False)
        choices = await person.autocomplete(running.channel, "undo", "to", "")
        target = next(choice for choice in choices if choice["value"] == f"#{found.moves[0].seq}")
        number = int(target["name"].split(" ")[0])
        shown = [int(choice["name"].split(" ")[0]) for choice in choices]
        assert shown == sorted(shown, reverse=True) and shown[0] - shown[-1] == len(shown) - 1
        by_number = await person.slash(running.channel, "undo", to=str(number))
        offer = await person.slash(running.channel, "undo", to=target["value"])
        assert "Ask the table" in running.labels(offer.response)
        assert by_number.response.content == offer.response.content
        for bad in ("the last one", "99999"):
            said = await person.slash(running.channel, "undo", to=bad)
            assert (said.ephemeral and "suggestions" in said.response.content) or "no move" in said.response.content
        said = await running.person("Dov").slash(running.channel, "undo", to=target["value"])
        assert "You don’t have a seat at this table" in said.response.content


async def test_solo_player_goes_back_without_a_vote(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=2)
        ada, sessions = running.person("Ada"), running.bot.services.tables
        for _ in range(40):
            _, line = await running.first_offer()
            table = await running.table()
            await ada.slash(running.channel, "move", line=line)
            try:
                found = await plan_undo(sessions, table.id, ada.id)
            except Refused:
                continue
            if len(found.moves) > 1:
                break
        said = await ada.slash(running.channel, "undo")
        assert said.response.content.startswith(f"{len(found.moves)} moves were undone.")
        assert (await running.table()).state == table.state
        assert (await ada.slash(running.channel, "undo", scope="redo")).response.content.startswith("✓")


async def test_undone_move_stays_readable_below_the_new_answer(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        await person.slash(running.channel, "undo")
        await running.told()
        said = running.posts()[-1].content
        first, second, *_ = said.split("\n")
        assert first == f"↩ {person.name} undid the last move." and second.startswith(f"-# {person.name} ")
        other = next(a for a in (await running.asked())[1].offers if spelled(a) != line)
        await person.slash(running.channel, "move", line=spelled(other))
        await running.told()
        kept = [m.content for m in running.posts() if f"{first}\n{second}" in m.content]
        assert len(kept) == 1 and kept[0].split("\n")[2].startswith("✓"), "it reads in the order in which it happened"


async def test_reopened_question_is_updated_when_its_player_continues(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        desk, rng = running.bot.services, Random(5)
        for _ in range(40):
            table = await running.table()
            decision = rng.choice(desk.tables.decisions(table))
            person = person_at(running, table, decision.seat)
            await person.slash(running.channel, "move", line=spelled(rng.choice(list(decision.offers))))
            await running.told()
            if [d.seat for d in desk.tables.decisions(await running.table())] != [decision.seat]:
                continue
            if (await person.slash(running.channel, "undo")).response.content.startswith("You undid"):
                break
        await running.told()
        post = next(m for m in running.posts() if "↩" in m.content)
        await person.slash(running.channel, "undo", scope="redo")
        await running.told()
        said = next(m for m in running.posts() if m.id == post.id).content.split("\n")
        assert "↩" in post.content and "↩" not in " ".join(said) and said[0].startswith("✓")
        seen = view_table(await running.table(), None)
        assert (
            seen.game.text.status_line(seen.view) in said[-1]
            and seen.game.text.status_line(seen.view) not in post.content
        )


async def test_undo_and_redo_do_not_mention_next_player_again(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railway-rivals")
        person, line = await running.first_offer()
        before = {post.id for post in running.posts()}
        await person.slash(running.channel, "move", line=line)
        await running.told()
        other, _ = await running.asked()
        assert other is not person

        def notified() -> set[int]:
            new = [post for post in running.posts() if post.id not in before and not post.flags.silent]
            return {post.id for post in new if other.id in [user.id for user in post.mentions]}

        found = notified()
        assert len(found) == 1
        for _ in range(3):
            for scope in ("move", "redo"):
                await person.slash(running.channel, "undo", scope=scope)
                await running.told()
                found |= notified()
        assert (await running.asked())[0] is other and len(found) == 1
        assert other.mention in running.latest("Your move").content


async def test_redone_step_is_in_the_report_and_its_undo_is_not(tmp_path: Path) -> None:
    async with world(tmp_path, reports="plain") as running:
        await running.started("Ada", "Ben", title="railroader")
        table, (person, decision) = await running.table(), await running.asked()
        for offer in decision.offers:
            await person.slash(running.channel, "move", line=spelled(offer))
            await running.told()
            still = (await running.table()).notes["ping"] == table.notes["phase"] and (await running.asked())[
                0
            ] is person
            if (await person.slash(running.channel, "undo")).response.content.startswith("You undid") and still:
                break
        else:
            raise AssertionError("no such step")
        await running.told()
        back, deed, *_ = post_of(running, table.notes["phase"]).content.split("\n")
        assert back == f"↩ {person.name} undid the last move." and deed.startswith(f"-# {person.name} ")
        await person.slash(running.channel, "undo", scope="redo")
        await running.told()
        post = post_of(running, table.notes["phase"])
        again, question = post.content.split("\n")
        assert again == deed.replace("-# ", "✓ ") and question.startswith(person.mention) and post.embeds


def post_of(running: World, post: int) -> Any:
    return next(message for message in running.posts() if message.id == post)


async def test_only_moves_that_were_not_redone_are_called_undone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", trail=True)
        person, line = await running.first_offer()
        await person.slash(running.channel, "move", line=line)
        await running.told()
        answered = [post.content for post in running.posts() if post.content.startswith("✓")]
        await person.slash(running.channel, "undo")
        await running.told()
        post = next(post for post in running.posts() if "↩" in post.content)
        await person.slash(running.channel, "undo", scope="redo")
        await running.told()
        assert post_of(running, post.id).content == answered[0]
        await running.move_on(1)
        await running.told()
        assert not any("↩" in post.content for post in running.posts())


async def test_one_of_two_undone_moves_can_be_redone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        (person, decision), told = await running.asked(), []
        for _ in range(2):
            state = (await running.table()).state
            for offer in decisions(state)[0].offers:
                after, events = play(state, offer)
                if [d.seat for d in decisions(after)] == [decision.seat] and not is_revealing(
                    state, after, events, decision.seat
                ):
                    told.append(spelled(offer))
                    break
            await person.slash(running.channel, "move", line=told[-1])
            await running.told()
        await person.slash(running.channel, "undo", scope="turn")
        await running.told()
        post = next(post for post in running.posts() if "undid the last 2 moves" in post.content)
        await person.slash(running.channel, "move", line=told[0])
        await running.told()
        lines = post_of(running, post.id).content.split("\n")
        assert lines[0] == f"↩ {person.name} undid the last move." and lines[2].startswith("✓")
        assert lines[1].removeprefix("-# ") in post.content and lines[2].removeprefix("✓ ") in post.content
        assert len(lines) == 4 and lines[3].startswith(person.mention)


async def test_phase_that_ends_again_is_reported_with_the_redone_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", title="railroader")
        sessions, rng = running.bot.services.tables, Random(5)
        for _ in range(60):
            table = await running.table()
            decision = rng.choice(sessions.decisions(table))
            person = person_at(running, table, decision.seat)
            await person.slash(running.channel, "move", line=spelled(rng.choice(list(decision.offers))))
            await running.told()
            after = await running.table()
            if after.notes["phase"] == table.notes["phase"]:
                continue
            told = report_of(post_of(running, after.notes["phase"]))
            if (await person.slash(running.channel, "undo")).response.content.startswith("You undid your move"):
                break
        else:
            raise AssertionError("no such phase")
        await running.told()
        old = post_of(running, after.notes["phase"])
        assert "↩ Undone: **" in text_of(old) and not running.labels(old)
        await person.slash(running.channel, "undo", scope="redo")
        await running.told()
        latest = (await running.table()).notes["phase"]
        new = next(post for post in running.posts() if post.id == latest)
        assert new.id != old.id and report_of(new) == told
        assert text_of(new).count(told[1].splitlines()[-1]) == 1
