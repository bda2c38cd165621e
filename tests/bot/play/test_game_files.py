"""Export and import of games, also with broken and hostile files."""

import pytest

from bot.play.service import TableService
from bot.play.undo import undo
from engine.core import transcript, write_action
from engine.errors import Refused, Unreadable
from engine.games import GAMES
from engine.store import Store
from engine.store.verify import verify_database
from tests.bot.seated_players import ADA, BEN, CAT, GAME


async def played(sessions: TableService, moves: int = 10_000) -> int:
    """Play a table of two for ``moves`` moves or to the end, and return its id."""
    table = await sessions.open_lobby(1, None, GAME.key, ADA)
    await sessions.join_lobby(table.id, BEN)
    table = await sessions.start_game(table.id, 101)
    while table.seq < moves and (questions := sessions.decisions(table)):
        player = table.players[questions[0].seat - 1]
        assert player.user is not None
        await sessions.play_move(table.id, player.user, write_action(next(iter(questions[0].offers))))
        table = await sessions.get(table.id)
    return table.id


async def file_of(sessions: TableService, moves: int) -> str:
    number = await played(sessions, moves)
    await sessions.end_game(number, 101)
    return await sessions.export_game(number)


async def test_running_game_is_not_exported_because_its_seed_is_secret(sessions: TableService) -> None:
    number = await played(sessions, 5)
    with pytest.raises(Refused, match="when the game is over"):
        await sessions.export_game(number)


async def test_file_of_finished_game_replays_to_the_same_state(sessions: TableService) -> None:
    number = await played(sessions)
    table = await sessions.get(number)
    assert table.status == "finished"
    file = transcript.parse_transcript(await sessions.export_game(number))
    assert transcript.replay(GAME, file) == table.state


async def test_undone_moves_are_not_exported(sessions: TableService) -> None:
    number = await played(sessions, 3)
    last = (await sessions.history(number))[-1]
    user = (await sessions.get(number)).players[last.seat - 1].user
    assert user is not None
    await undo(sessions, number, user)
    await sessions.end_game(number, 101)
    assert last.line not in await sessions.export_game(number)


async def test_imported_unfinished_game_continues_when_its_seats_are_taken(
    sessions: TableService, store: Store, database: str
) -> None:
    text = await file_of(sessions, 60)
    table = await sessions.import_game(text, 2, None, CAT)
    assert (table.status, table.chairs, table.seq, table.state) == ("lobby", 2, 60, None)
    with pytest.raises(Refused, match="2 players, and 1 seat is taken"):
        await sessions.start_game(table.id, 103)
    await sessions.join_lobby(table.id, BEN)
    with pytest.raises(Refused, match="All 2 seats"):
        await sessions.join_lobby(table.id, ADA)
    table = await sessions.start_game(table.id, 103)
    assert table.state == (await sessions.get(1)).state
    assert [m.by for m in await sessions.moves_to_publish(table.id)] == ["start"]
    question = sessions.decisions(table)[0]
    user = table.players[question.seat - 1].user
    assert user is not None
    assert (await sessions.play_move(table.id, user, write_action(next(iter(question.offers))))).seq == 61
    assert (await verify_database(database)).findings == ()


async def test_imported_finished_game_can_be_viewed(sessions: TableService) -> None:
    table = await sessions.import_game(await sessions.export_game(await played(sessions)), 2, None, CAT)
    assert table.status == "finished"
    assert table.state == (await sessions.get(1)).state
    assert await sessions.state_at(table.id, 52) == await sessions.state_at(1, 52)


async def test_file_cannot_be_imported_over_an_open_table(sessions: TableService) -> None:
    text = await file_of(sessions, 5)
    await sessions.open_lobby(2, None, GAME.key, BEN)
    with pytest.raises(Refused, match="already has a table"):
        await sessions.import_game(text, 2, None, CAT)


BROKEN = {
    "empty": (lambda text: "", "header lacks"),
    "truncated in the header": (lambda text: text[:20], "header lacks"),
    "truncated in a move": (lambda text: text.rstrip()[:-6], "Line "),
    "ten megabytes": (lambda text: text + "# chaff\n" * 1_250_000, "too long"),
    "another version": (lambda text: text.replace(f"version: {GAME.version}", "version: 99"), "version 99"),
    "another title": (lambda text: text.replace(f"title: {GAME.key}", "title: chess"), "no game “chess”"),
    "a seed of a million digits": (lambda text: text.replace("seed: 7", "seed: " + "9" * 900_000), "seed"),
    "nine seats": (lambda text: text.replace("seats: 2", "seats: 9"), "not 9"),
    "a wrong option": (lambda text: text.replace("\n\n", "\noption speed: fast\n\n", 1), "option"),
    "too many moves": (lambda text: text + text.rstrip().splitlines()[-1].join("\n" * 5_000), "moves"),
    "bytes that are no text": (lambda text: "\x00\ud7ff\x1b[2J" * 50, "header"),
    "a result that is not so": (lambda text: text.replace("\n\n", "\nresult: p1 99, p2 1\n\n", 1), "result"),
}


@pytest.mark.parametrize("name", BROKEN)
async def test_invalid_file_is_refused_and_changes_nothing(name: str, sessions: TableService, store: Store) -> None:
    text = await file_of(sessions, 12)
    spoil, reason = BROKEN[name]
    before = await store.list_tables()
    with pytest.raises((Unreadable, Refused), match=reason) as caught:
        await sessions.import_game(spoil(text), 2, None, CAT)
    assert len(str(caught.value)) < 400
    assert await store.list_tables() == before
    assert await sessions.table_in_channel(2) is None


async def test_file_with_too_many_premoves_is_refused_before_replay(sessions: TableService) -> None:
    game = GAMES["railroads-of-catan"]
    plans = ("p1 prefer H21", "p1 forget") * game.max_actions
    for lines, reason in ((plans, "Line "), ((*plans, "p1 forget"), "has 10,001 plans")):
        text = transcript.write_transcript(game, game.options(), 3, 3, ("p1 forget", *lines[1:]), ())
        with pytest.raises((Unreadable, Refused), match=reason):
            await sessions.import_game(text, 2, None, CAT)


async def test_illegal_move_of_a_file_is_named_with_its_line(sessions: TableService) -> None:
    lines = (await file_of(sessions, 12)).splitlines()
    first = lines.index("") + 1
    seat, verb, *_ = lines[first].split()
    lines[first] = f"{seat} {verb} Atlantis"
    with pytest.raises(Refused, match=f"Line {first + 1}"):
        await sessions.import_game("\n".join(lines), 2, None, CAT)
