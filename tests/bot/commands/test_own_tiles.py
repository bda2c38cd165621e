"""A table with the tiles of a host's copy, as the people in the channel see it, whatever becomes of the file."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.past.record import _options
from bot.play.adoption import adopted, exported
from engine.core.transcript import parse
from engine.store.verify import verify
from tests.bot.seated import ADA
from tests.bot.world import World, world
from tests.games.railroad_rivals.own_tiles import TEXT, WORD

GOLDEN = Path(__file__).parents[2] / "games" / "railroad_rivals" / "own-tiles.game"
TILES = "o:1:0:tiles"


async def tiles_page(running: World) -> Any:
    """The page of options with the tiles."""
    page = await running.person("Ada").slash(running.channel, "game options")
    while TILES not in running.identities(page.response):
        page = await running.person("Ada").click(page.response, label="More")
    return page


def labels(page: Any) -> list[tuple[str, bool]]:
    """What the select of the tiles offers, and what of it is chosen."""
    rows = (row["components"][0] for row in page.response.components)
    select = next(one for one in rows if one.get("custom_id") == TILES)
    return [(option["label"], bool(option.get("default"))) for option in select["options"]]


async def restart_with(running: World, folder: Path, text: str | None) -> None:
    """Restart the bot with a list of this text in its folder, or without one."""
    file = folder / "our copy.txt"
    folder.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    if text is not None:
        file.write_text(text, "utf-8")
    running.settings = replace(running.settings, boxes=str(folder))
    await running.restart()


async def test_without_a_hosts_list_nobody_is_asked(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.person("Ada").slash(running.channel, "game options")
        while "More" in running.labels(page.response):
            assert TILES not in running.identities(page.response)
            page = await running.person("Ada").click(page.response, label="More")
        assert TILES not in running.identities(page.response)


async def test_a_list_is_chosen_by_its_name_and_the_card_says_it(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await restart_with(running, tmp_path / "boxes", TEXT)
        await running.lobby("Ada", "Ben")
        page = await tiles_page(running)
        assert labels(page) == [("Tiles: reconstruction", True), ("Tiles: our copy", False)]
        page = await running.person("Ada").select(page.response, ["our copy"], custom_id=TILES)
        assert labels(page) == [("Tiles: reconstruction", False), ("Tiles: our copy", True)]
        assert "Custom · Tiles: **our copy**" in running.posts()[0].content
        assert (await running.table()).options["tiles"] == WORD


async def test_a_lobby_keeps_what_was_chosen_when_the_file_has_changed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await restart_with(running, tmp_path / "boxes", TEXT)
        await running.lobby("Ada", "Ben")
        await running.person("Ada").select((await tiles_page(running)).response, ["our copy"], custom_id=TILES)
        await restart_with(running, tmp_path / "boxes", TEXT.replace("Denver 4", "Denver 2"))
        page = await tiles_page(running)
        assert labels(page)[1:] == [("Tiles: our copy", False), ("Tiles: our copy (chosen earlier)", True)]
        await running.person("Ada").select(page.response, ["="], custom_id=TILES)
        assert (await running.table()).options["tiles"] == WORD
        await running.person("Ada").select(page.response, ["our copy"], custom_id=TILES)
        assert "Denver 2" in (await running.table()).options["tiles"]


async def test_a_game_under_way_keeps_its_tiles_when_the_file_is_gone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await restart_with(running, tmp_path / "boxes", TEXT)
        await running.lobby("Ada", "Ben")
        await running.person("Ada").select((await tiles_page(running)).response, ["our copy"], custom_id=TILES)
        await running.person("Ada").slash(running.channel, "game start")
        await running.move_on(6)
        await restart_with(running, tmp_path / "boxes", None)
        await running.move_on(6)
        table = await running.table()
        assert table.state is not None and "Winston-Salem" in str(table.state)
        await running.stop()
        report = await verify(running.settings.database)
        assert report.findings == () and report.moves >= 12


def test_an_imported_game_is_exported_with_its_tiles_and_a_record_names_them() -> None:
    text = GOLDEN.read_text("utf-8")
    table, log, _ = adopted(text, 1, None, ADA, 0.0)
    again = parse(exported(table, log))
    assert again.options["tiles"] == parse(text).options["tiles"] == WORD
    assert [line for _, line in again.lines] == [line for _, line in parse(text).lines]
    assert again.result == parse(text).result
    assert _options(table)[0].endswith("; Tiles: our copy")
