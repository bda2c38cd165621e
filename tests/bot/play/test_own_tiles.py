"""A game with the tiles of a host's file, also after the file has changed, and the effect on other options."""

from pathlib import Path

import pytest

from bot.history.report import write_report
from bot.offered_games import OfferedGames
from bot.persons.stats import seat_results
from bot.play.lobby_rules import new_rematch
from bot.play.service import TableService
from bot.tables.table import Table
from bot.view import view_table
from engine.agents import greedy_agent
from engine.core import Seat, redact, rng_from_seed, write_action, write_options
from engine.core.transcript import parse_transcript, replay
from engine.games import GAMES
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.store import Store
from engine.store.verify import verify_database
from tests.bot.seated_players import ADA, BEN
from tests.games.railroad_rivals.own_tiles import OWN, TEXT, WORD

TITLE = "railroad-rivals"
GAME = GAMES[TITLE]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    boxes = tmp_path / "boxes"
    boxes.mkdir()
    (boxes / "our copy.txt").write_text(TEXT, "utf-8")
    return boxes


def started_bot(store: Store, folder: Path) -> TableService:
    """Return the table service of a bot that starts now with the files of the folder."""
    return TableService(store, offered_games=OfferedGames.load(tuple(GAMES), str(folder)))


async def play_on(sessions: TableService, table: Table, moves: int) -> Table:
    """Play up to ``moves`` moves as computers would."""
    while table.seq < moves and (questions := sessions.decisions(table)):
        seat = questions[0].seat
        user = table.players[seat - 1].user
        assert user is not None and table.state is not None
        action, _ = greedy_agent.choose(GAME, redact(table.state, Seat(seat)), questions[0], rng_from_seed(table.seq))
        await sessions.play_move(table.id, user, write_action(action))
        table = await sessions.get(table.id)
    return table


async def test_game_is_unchanged_when_its_tile_file_changes_or_is_deleted(
    store: Store, database: str, folder: Path
) -> None:
    sessions = started_bot(store, folder)
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.set_option(table.id, "tiles", "our copy")
    await sessions.join_lobby(table.id, BEN)
    table = await play_on(sessions, await sessions.start_game(table.id, 101), 20)

    (folder / "our copy.txt").write_text(TEXT.replace("Denver 4", "Denver 1"), "utf-8")
    sessions = started_bot(store, folder)
    table = await play_on(sessions, await sessions.get(table.id), 40)

    (folder / "our copy.txt").unlink()
    sessions = started_bot(store, folder)
    table = await play_on(sessions, await sessions.get(table.id), 10_000)

    assert table.status == "finished" and table.state is not None
    assert table.options["tiles"] == WORD and table.state.board.printing == OWN
    file = parse_transcript(await sessions.export_game(table.id))
    assert file.options["tiles"] == WORD and replay(GAME, file) == table.state
    found = await verify_database(database)
    assert found.findings == () and found.games == 1

    report = write_report(table, view_table(table, None), 1, await sessions.history(table.id), ())
    assert "- Options: preset Base; " in report and "; Tiles: our copy\n" in report

    again = await sessions.create_table(new_rematch(table, ADA, 0.0))
    await sessions.join_lobby(again.id, BEN)
    again = await sessions.start_game(again.id, 101)
    assert again.state is not None and again.state.board.printing == OWN
    copy = await sessions.import_game(await sessions.export_game(table.id), 2, None, ADA)
    assert (await sessions.get(copy.id)).state == table.state


async def test_games_with_own_tiles_are_not_rated(store: Store, folder: Path) -> None:
    sessions = started_bot(store, folder)
    for tiles, rated in (("our copy", 0), ("reconstruction", 2)):
        table = await sessions.open_lobby(1 + rated, None, TITLE, ADA)
        await sessions.set_option(table.id, "tiles", tiles)
        await sessions.join_lobby(table.id, BEN)
        table = await play_on(sessions, await sessions.start_game(table.id, 101), 10_000)
        assert sum(result.rated for result in seat_results(table)) == rated


async def test_preset_keeps_the_tiles(sessions: TableService, store: Store, folder: Path) -> None:
    sessions = started_bot(store, folder)
    table = await sessions.open_lobby(1, None, TITLE, ADA)
    await sessions.set_option(table.id, "tiles", "our copy")
    table = await sessions.choose_preset(table.id, "Full")
    assert table.options == {**write_options(RivalsOptions.presets()["Full"]), "tiles": WORD}
