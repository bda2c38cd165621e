"""Outdated buttons and premoves after an undo, and the limit of premoves."""

from pathlib import Path

import pytest

from bot.play.service import Table, TableService
from bot.play.undo import undo
from engine import decisions, play, write_action
from engine.core import premove_decisions, read_options, transcript
from engine.errors import Refused, Stale
from engine.store import Store
from engine.store.verify import verify_database
from tests.bot.play.test_premoves import OPTION, answers, dealt, holder, opened
from tests.bot.seated_players import ADA, BEN, CAT, GAME, asked, begun, move_on
from tests.bot.simulated_channel import world


async def test_outdated_button_is_stale_after_undo_of_another_player(sessions: TableService, store: Store) -> None:
    table = await begun(sessions, ADA, BEN, CAT)
    user, line = asked(sessions, table)
    table = await move_on(sessions, table, 1)
    other, old = asked(sessions, table)
    assert other != user
    await undo(sessions, table.id, user)
    await sessions.play_move(table.id, user, line)
    for running in (sessions, TableService(store)):  # as remembered, and as read from the log
        with pytest.raises(Stale, match="a move was undone"):
            await running.play_move(table.id, other, old, seen_seq=table.seq)
    now = await sessions.get(table.id)
    assert asked(sessions, now) == (other, old)
    await sessions.play_move(table.id, other, old, seen_seq=now.seq)


async def test_outdated_premove_stays_valid_after_undo(sessions: TableService) -> None:
    table = await opened(sessions)
    user, lines = answers(table)
    other, line = asked(sessions, table)
    await sessions.play_move(table.id, other, line)
    await undo(sessions, table.id, other)
    assert (await sessions.play_move(table.id, user, lines[0], seen_seq=table.seq)).by == "ahead"


async def holder_moved(sessions: TableService) -> tuple[Table, int, str]:
    """Return a table where the holder has just made a move that can be undone and on which no premove depends.

    Also returns the user and the line of the move.
    """
    table = await opened(sessions)
    for _ in range(60):
        user, line = asked(sessions, table)
        if user != answers(table)[0]:
            table = await move_on(sessions, table, 1)
            continue
        before, table = table, await move_on(sessions, table, 1)
        try:
            await undo(sessions, table.id, user)
        except Refused:
            continue
        assert (await sessions.get(table.id)).state == before.state
        await sessions.play_move(table.id, user, line)
        return await sessions.get(table.id), user, line
    raise AssertionError("no move that can be taken back")


async def test_own_premove_since_the_move_is_kept_after_undo(
    sessions: TableService, store: Store, database: str
) -> None:
    table, user, line = await holder_moved(sessions)
    for said in answers(table)[1][:2]:
        await sessions.play_move(table.id, user, said)
    said = answers(table)[1][1]
    assert said not in answers(await sessions.get(table.id))[1]
    undone = await undo(sessions, table.id, user)
    table = await sessions.get(table.id)
    assert (undone.by, undone.line) == ("undo", line)
    assert asked(sessions, table)[0] == user
    assert said not in answers(table)[1]
    assert (
        (await TableService(store).get(table.id)).state == await sessions.state_at(table.id, table.seq) == table.state
    )
    await sessions.end_game(table.id, table.host)
    assert (await verify_database(database)).findings == ()


async def test_file_may_have_more_premoves_than_moves(sessions: TableService) -> None:
    options = read_options(GAME.options, dict([OPTION]))
    state, lines = GAME.new_game(options, 3, 7)[0], list[str]()
    while not premove_decisions(state):
        (question,) = decisions(state)
        offers = [a for a in question.offers if premove_decisions(play(state, a)[0])] or list(question.offers)
        lines.append(write_action(offers[0]))
        state, _ = play(state, offers[0])
    (question,) = premove_decisions(state)
    said = next(iter(question.offers))
    back = write_action(said).rsplit(" ", 1)[0] + " ask"
    lines += [write_action(said), back] * (GAME.max_actions // 2 + 1)
    copy = await sessions.import_game(transcript.write_transcript(GAME, options, 3, 7, lines, ()), 2, None, CAT)
    assert copy.seq == len(lines) > GAME.max_actions


async def test_premoves_cannot_be_toggled_endlessly(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await dealt(running, "Ada", "Ben", "Cleo")
        person, _ = await holder(running)
        told = []
        for _ in range(20):
            lines = (await holder(running))[1]
            told.append((await person.slash(running.channel, "move", line=lines[0])).response.content)
            if not told[-1].startswith("✓"):
                break
        assert len(told) > 6 and "Please wait" in told[-1]
