"""Premoves, as their player and everybody else see them, and undo around them."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from bot.play.service import Table, TableService
from bot.play.undo import undo
from engine import decisions, play, read_action, write_action
from engine.core import Standing, premove_decisions, verb_of
from engine.errors import Refused
from engine.store import Store
from engine.store.verify import verify_database
from tests.bot.commands.test_moves import confirm_page
from tests.bot.seated_players import ADA, BEN, CAT, asked, move_on
from tests.bot.simulated_channel import GAME, TITLE, World, spelled, text_of, world
from tests.bot.whole_game import every_phase_was_posted_once, everything

AHEAD = next(verb_of(kind) for kind in GAME.actions if issubclass(kind, Standing))
OPTION = ("shenanigans", "yes")
SEED = 7
"""With this seed, the first player of three can draft a tile that allows a premove."""


async def dealt(running: World, *names: str) -> None:
    """Start a game whose first player has made that move."""
    running.deal(SEED)
    table = await running.lobby(*names)
    await running.bot.services.tables.set_option(table.id, *OPTION)
    await running.person(names[0]).slash(running.channel, "game start")
    person, decision = await running.asked()
    await person.slash(running.channel, "move", line=spelled(that_opens_an_answer(await running.table(), decision)))


def that_opens_an_answer(table: Table, decision: Any) -> Any:
    """Return the offer after which its player can make a premove."""
    return next(a for a in decision.offers if premove_decisions(play(table.state, a)[0]))  # type: ignore[type-var]


async def holder(running: World) -> tuple[Any, list[str]]:
    """Return the person who can make a premove, and its lines."""
    table = await running.table()
    (question,) = premove_decisions(table.state)  # type: ignore[arg-type]
    user = table.players[question.seat - 1].user
    return next(p for p in running.people.values() if p.id == user), [spelled(a) for a in question.offers]


def seen_by_all(running: World) -> list[Any]:
    """Return every public message with its buttons and the time of its edit."""
    return [(post.id, text_of(post), post.edited_at, running.identities(post)) for post in running.posts()]


async def test_premove_is_made_privately_by_a_player_who_is_not_to_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, lines = await holder(running)
        assert (await running.asked())[0] is not person
        before, sent = seen_by_all(running), channel_requests(running)
        shown = await person.click(running.latest("Your move"), label="Your move")
        assert "Waiting for" in shown.response.content and "Plan what to do" in shown.response.content
        while "Confirm" not in running.labels(shown.response):
            shown = await person.click(shown.response, label=running.labels(shown.response)[0])
        said = await person.click(shown.response, label="Confirm")
        assert said.response.content.startswith("✓") and "plan for Stock Issue" in said.response.content
        assert running.labels(said.response) == ["Plan ahead…"]
        assert seen_by_all(running) == before and channel_requests(running) == sent
        assert (await holder(running))[1] != lines
        again = await person.click(said.response, label="Plan ahead…")
        assert "Plan what to do" in again.response.content


async def test_premove_question_has_a_picture_if_the_painter_has_one(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben", "Cleo", title="railroads-of-catan")
        first, _ = await running.asked()
        later = next(person for person in running.people.values() if person is not first)
        shown = await later.click(running.latest("Your move"), label="Your move")
        assert shown.response.content.startswith("Waiting for ") and shown.response.attachments
        assert "Rank hexes for your next cities." in shown.response.content
        form = await later.click(shown.response, label="Type it…")
        assert "See point names: `/board picture:point-names`." in str(form.modal)


def channel_requests(running: World) -> int:
    return len([r for r in running.env.http_requests if r.path.startswith("/channels/")])


async def test_player_to_move_can_reach_premoves_from_question_and_hand(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, _ = await holder(running)
        hand = await person.slash(running.channel, "hand")
        assert running.labels(hand.response) == ["Plan ahead…", "Add a move…", "Standing orders…"]
        while (await running.asked())[0] is not person:
            await running.move_on(1)
        hand = await person.slash(running.channel, "hand")
        assert running.labels(hand.response) == ["Your move", "Plan ahead…", "Add a move…", "Standing orders…"]
        first = await person.click(hand.response, label="Your move")
        text = first.response.content
        assert "Plan ahead…" in running.labels(first.response)
        ahead = await person.click(first.response, label="Plan ahead…")
        assert "Plan what to do" in ahead.response.content and "Back" in running.labels(ahead.response)
        back = await person.click(ahead.response, label="Back")
        assert back.response.content == text


async def test_commands_autocomplete_premoves_only_for_their_seat(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, lines = await holder(running)
        other = next(p for p in running.people.values() if p is not person)
        assert [c["value"] for c in await person.autocomplete(running.channel, "move", "line", "")] == lines
        assert not [c for c in await other.autocomplete(running.channel, "move", "line", AHEAD) if AHEAD in c["value"]]
        group = f"{GAME.command} {AHEAD}"
        (tile,) = await person.autocomplete(running.channel, group, "tile", "")
        answers = await person.autocomplete(running.channel, group, "answer", "", tile=tile["value"])
        assert len(answers) == len(lines)
        assert await other.autocomplete(running.channel, group, "tile", "") == []
        said = await person.slash(running.channel, group, tile=tile["value"], answer=answers[0]["value"])
        assert said.ephemeral and said.response.content.startswith("✓")
        for line in (lines[0], f"{AHEAD} nothing at_all"):
            said = await other.slash(running.channel, "move", line=line)
            assert said.ephemeral and "✓" not in said.response.content


async def test_premove_keeps_question_and_undo_of_other_players_valid(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, lines = await holder(running)
        asked_, _ = await running.asked()
        page = await confirm_page(running, asked_)
        await person.slash(running.channel, "move", line=lines[0])
        said = await asked_.click(page, label="Confirm")
        assert said.response.content.startswith("✓"), said.response.content
        await person.slash(running.channel, "move", line=lines[1])
        undone = await asked_.click(said.response, label="Undo")
        assert undone.response.content.startswith("You undid your move."), undone.response.content
        assert (await running.asked())[0] is asked_
        table = await running.table()
        assert lines[1] not in (await holder(running))[1] and lines[0] in (await holder(running))[1]
        assert running.posts()[-1].content.startswith("↩")
        assert table.seq == (await running.bot.services.tables.history(table.id))[-1].seq


async def test_premove_keeps_own_open_question_valid(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, _ = await holder(running)
        while (await running.asked())[0] is not person:
            await running.move_on(1)
        page = await confirm_page(running, person)
        await person.slash(running.channel, "move", line=(await holder(running))[1][0])
        said = await person.click(page, label="Confirm")
        assert said.response.content.startswith("✓"), said.response.content


async def test_phases_that_end_between_premoves_are_reported(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        table, desk = await running.table(), running.bot.services

        async def say() -> None:
            if premove_decisions((await running.table()).state):  # type: ignore[arg-type]
                person, lines = await holder(running)
                await desk.tables.play_move(table.id, person.id, f"p{desk.tables.seat_of(table, person.id)} {lines[0]}")

        for _ in range(14):
            await say()
            asked_, decision = await running.asked()
            await desk.tables.play_move(table.id, asked_.id, write_action(next(iter(decision.offers))))
            await say()
            desk.outbox.wake(table.id)
            while await desk.tables.tables_to_publish():
                await running.env.settle()
            asked_, _ = await running.asked()
            assert asked_.mention in running.posts()[-1].content  # a report has the question in the same post
        await every_phase_was_posted_once(running, table.id)
        assert len(running.reports()) > 3
        words = everything(running).casefold()
        assert AHEAD not in words and "plan what to do" not in words


async def test_premove_stored_before_restart_is_kept_and_secret(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, lines = await holder(running)
        desk, table = running.bot.services, await running.table()
        seat = desk.tables.seat_of(table, person.id)
        await desk.tables.play_move(table.id, person.id, f"p{seat} {lines[0]}")
        before, sent = seen_by_all(running), channel_requests(running)
        await running.restart()
        while await running.bot.services.tables.tables_to_publish():
            await running.env.settle()
        assert seen_by_all(running) == before and channel_requests(running) == sent
        assert lines[0] not in (await holder(running))[1]
        await running.move_on(1)
        assert channel_requests(running) > sent


async def test_history_hides_premoves_during_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, lines = await holder(running)
        await person.slash(running.channel, "move", line=lines[0])
        for command, options in (("history", {}), ("game status", {}), ("board", {}), ("history", {"show": "export"})):
            for one in running.people.values():
                said = await one.slash(running.channel, command, **options)
                assert "ahead" not in text_of(said.response).casefold(), command


# -- below Discord


async def opened(sessions: TableService) -> Table:
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    for player in (BEN, CAT):
        await sessions.join_lobby(table.id, player)
    await sessions.set_option(table.id, *OPTION)
    table = await sessions.start_game(table.id, table.host)
    user, _ = asked(sessions, table)
    line = write_action(that_opens_an_answer(table, sessions.decisions(table)[0]))
    await sessions.play_move(table.id, user, line)
    return await sessions.get(table.id)


def answers(table: Table) -> tuple[int, list[str]]:
    """Return the user who can make a premove, and its lines."""
    (question,) = premove_decisions(table.state)  # type: ignore[arg-type]
    return table.players[question.seat - 1].user or 0, [write_action(a) for a in question.offers]


async def test_premove_is_a_log_row_that_moves_nothing(sessions: TableService) -> None:
    before = await opened(sessions)
    user, lines = answers(before)
    made = await sessions.play_move(before.id, user, lines[0])
    after = await sessions.get(before.id)
    assert (made.by, made.line, after.seq) == ("ahead", lines[0], before.seq + 1)
    assert after.since == before.since and decisions(after.state) == decisions(before.state)  # type: ignore[arg-type]
    assert all(event.to == frozenset({made.seat}) for event in made.events)


async def test_undo_removes_own_later_premoves_and_keeps_others(
    sessions: TableService, store: Store, database: str
) -> None:
    table = await opened(sessions)
    user, lines = answers(table)
    await sessions.play_move(table.id, user, lines[0])
    with_answer = await sessions.get(table.id)
    undone = await undo(sessions, table.id, user)
    table = await sessions.get(table.id)
    assert undone.by == "undo" and premove_decisions(table.state) == ()  # type: ignore[arg-type]
    await sessions.play_move(table.id, user, undone.line)
    await sessions.play_move(table.id, user, lines[0])
    other, line = asked(sessions, await sessions.get(table.id))
    await sessions.play_move(table.id, other, line)
    await sessions.play_move(table.id, user, lines[1])
    await undo(sessions, table.id, other)
    table = await sessions.get(table.id)
    assert decisions(table.state) == decisions(with_answer.state)  # type: ignore[arg-type]
    assert lines[1] not in answers(table)[1] and lines[0] in answers(table)[1]
    again = await TableService(store).get(table.id)
    assert again == table and again.state == await sessions.state_at(table.id, table.seq)
    await sessions.end_game(table.id, table.host)
    assert (await verify_database(database)).findings == ()


async def test_premoves_cannot_be_undone(sessions: TableService) -> None:
    table = await opened(sessions)
    user, lines = answers(table)
    other, line = asked(sessions, table)
    await sessions.play_move(table.id, other, line)
    await sessions.play_move(table.id, user, lines[0])
    with pytest.raises(Refused, match="only your own move"):
        await undo(sessions, table.id, user)
    assert (await undo(sessions, table.id, other)).line == line


async def test_checkpoints_and_undos_around_premoves_give_the_same_states(
    sessions: TableService, store: Store, database: str
) -> None:
    table = await opened(sessions)
    seen = [table]
    while table.seq < 110 and table.status == "playing":
        if premove_decisions(table.state):  # type: ignore[arg-type]
            user, lines = answers(table)
            await sessions.play_move(table.id, user, lines[table.seq % len(lines)])
        mover, _ = asked(sessions, await sessions.get(table.id))
        table = await move_on(sessions, await sessions.get(table.id), 1)
        seen.append(table)
        if premove_decisions(table.state):  # type: ignore[arg-type]
            user, lines = answers(table)
            await sessions.play_move(table.id, user, lines[0])
        if table.seq % 3 == 0:
            with suppress(Refused):
                await undo(sessions, table.id, mover)
        seen.append(table := await sessions.get(table.id))
    history = await sessions.history(table.id)
    assert {"ahead", "undo", "player"} <= {move.by for move in history}
    for then in seen:
        assert await sessions.state_at(table.id, then.seq) == then.state
    await sessions.end_game(table.id, table.host)
    assert (await verify_database(database)).findings == ()
    copy = await sessions.import_game(await sessions.export_game(table.id), 2, None, CAT)
    assert isinstance(read_action(lines[0], GAME.actions), Standing)
    assert "ahead" in {move.by for move in await sessions.history(copy.id)}
