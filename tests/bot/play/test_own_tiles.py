"""A game with the tiles of a host's file, whatever happens to the file; and what own tiles mean for other options."""

from pathlib import Path

import pytest

from bot.offered import OfferedGames
from bot.past.record import record
from bot.persons.stats import results_of
from bot.play.seating import rematch
from bot.play.sessions import Tables
from bot.sight import sight
from bot.tables.table import Table
from engine.agents import greedy_agent
from engine.core import Seat, redact, rng_from_seed, write_action, write_options
from engine.core.transcript import parse_transcript, replay
from engine.games import GAMES
from engine.games.railroad_rivals.game_data.options import RivalsOptions
from engine.store import Store
from engine.store.verify import verify
from tests.bot.seated import ADA, BEN
from tests.games.railroad_rivals.own_tiles import OWN, TEXT, WORD

TITLE = "railroad-rivals"
GAME = GAMES[TITLE]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    boxes = tmp_path / "boxes"
    boxes.mkdir()
    (boxes / "our copy.txt").write_text(TEXT, "utf-8")
    return boxes


def started_bot(store: Store, folder: Path) -> Tables:
    """The tables of a bot that starts now with the files of the folder."""
    return Tables(store, offered=OfferedGames.read(tuple(GAMES), str(folder)))


async def play_on(sessions: Tables, table: Table, moves: int) -> Table:
    """Play up to a number of moves as computers would."""
    while table.seq < moves and (questions := sessions.decisions(table)):
        seat = questions[0].seat
        user = table.players[seat - 1].user
        assert user is not None and table.state is not None
        action, _ = greedy_agent.choose(GAME, redact(table.state, Seat(seat)), questions[0], rng_from_seed(table.seq))
        await sessions.play(table.id, user, write_action(action))
        table = await sessions.get(table.id)
    return table


async def test_a_game_is_the_same_when_its_file_is_changed_and_then_deleted(
    store: Store, database: str, folder: Path
) -> None:
    sessions = started_bot(store, folder)
    table = await sessions.open(1, None, TITLE, ADA)
    await sessions.set_option(table.id, "tiles", "our copy")
    await sessions.join(table.id, BEN)
    table = await play_on(sessions, await sessions.start(table.id, 101), 20)

    (folder / "our copy.txt").write_text(TEXT.replace("Denver 4", "Denver 1"), "utf-8")
    sessions = started_bot(store, folder)
    table = await play_on(sessions, await sessions.get(table.id), 40)

    (folder / "our copy.txt").unlink()
    sessions = started_bot(store, folder)
    table = await play_on(sessions, await sessions.get(table.id), 10_000)

    assert table.status == "finished" and table.state is not None
    assert table.options["tiles"] == WORD and table.state.board.printing == OWN
    file = parse_transcript(await sessions.export(table.id))
    assert file.options["tiles"] == WORD and replay(GAME, file) == table.state
    found = await verify(database)
    assert found.findings == () and found.games == 1

    report = record(table, sight(table, None), 1, await sessions.history(table.id), ())
    assert "- Options: preset Base; " in report and "; Tiles: our copy\n" in report

    again = await sessions.create(rematch(table, ADA, 0.0))
    await sessions.join(again.id, BEN)
    again = await sessions.start(again.id, 101)
    assert again.state is not None and again.state.board.printing == OWN
    copy = await sessions.adopt(await sessions.export(table.id), 2, None, ADA)
    assert (await sessions.get(copy.id)).state == table.state


async def test_games_with_own_tiles_are_not_rated(store: Store, folder: Path) -> None:
    sessions = started_bot(store, folder)
    for tiles, rated in (("our copy", 0), ("reconstruction", 2)):
        table = await sessions.open(1 + rated, None, TITLE, ADA)
        await sessions.set_option(table.id, "tiles", tiles)
        await sessions.join(table.id, BEN)
        table = await play_on(sessions, await sessions.start(table.id, 101), 10_000)
        assert sum(result.rated for result in results_of(table)) == rated


async def test_a_preset_keeps_the_tiles(sessions: Tables, store: Store, folder: Path) -> None:
    sessions = started_bot(store, folder)
    table = await sessions.open(1, None, TITLE, ADA)
    await sessions.set_option(table.id, "tiles", "our copy")
    table = await sessions.choose_preset(table.id, "Full")
    assert table.options == {**write_options(RivalsOptions.presets()["Full"]), "tiles": WORD}
