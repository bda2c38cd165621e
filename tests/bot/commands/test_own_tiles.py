"""A table with the tiles of a host's own file, also after the file has changed or is gone."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from bot.play.game_files import game_file_text, table_from_file
from engine.core.transcript import parse_transcript
from engine.store.verify import verify_database
from tests.bot.seated_players import ADA
from tests.bot.simulated_channel import World, world
from tests.games.railroad_rivals.own_tiles import TEXT, WORD

GOLDEN = Path(__file__).parents[2] / "games" / "railroad_rivals" / "own-tiles.game"
TILES = "o:1:0:tiles"


async def tiles_page(running: World) -> Any:
    """Return the page of options with the select of tiles."""
    page = await running.host_page("Ada", running.posts()[0], "Options")
    while TILES not in running.identities(page.response):
        page = await running.person("Ada").click(page.response, label="Next page")
    return page


def labels(page: Any) -> list[tuple[str, bool]]:
    """Return the labels of the tile select's options, each with whether it is chosen."""
    rows = (row["components"][0] for row in page.response.components)
    select = next(one for one in rows if one.get("custom_id") == TILES)
    return [(option["label"], bool(option.get("default"))) for option in select["options"]]


async def restart_with(running: World, folder: Path, text: str | None) -> None:
    """Restart the bot with a tile list of this text in its folder, or without one."""
    file = folder / "our copy.txt"
    folder.mkdir(exist_ok=True)
    file.unlink(missing_ok=True)
    if text is not None:
        file.write_text(text, "utf-8")
    running.settings = replace(running.settings, boxes=str(folder))
    await running.restart()


async def test_no_tile_choice_without_host_lists(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        while "Next page" in running.labels(page.response):
            assert TILES not in running.identities(page.response)
            page = await running.person("Ada").click(page.response, label="Next page")
        assert TILES not in running.identities(page.response)


async def test_tile_list_is_chosen_by_name_and_shown_on_card(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await restart_with(running, tmp_path / "boxes", TEXT)
        await running.lobby("Ada", "Ben")
        page = await tiles_page(running)
        assert labels(page) == [("Tiles: Reconstruction", True), ("Tiles: our copy", False)]
        page = await running.person("Ada").select(page.response, ["our copy"], custom_id=TILES)
        assert labels(page) == [("Tiles: Reconstruction", False), ("Tiles: our copy", True)]
        card = running.posts()[0].content
        assert "Preset: **Base** · Tiles: **our copy**" in card
        assert "The bot’s host added the tiles, so the game isn’t rated." in card
        assert (await running.table()).options["tiles"] == WORD


async def test_preset_changes_other_options_and_keeps_the_tiles(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await restart_with(running, tmp_path / "boxes", TEXT)
        await running.lobby("Ada", "Ben")
        page = await running.person("Ada").select((await tiles_page(running)).response, ["our copy"], custom_id=TILES)
        preset = next(identity for identity in running.identities(page.response) if identity.startswith("p:"))
        page = await running.person("Ada").select(page.response, ["Full"], custom_id=preset)
        assert "Preset: **Full** · Tiles: **our copy**" in running.posts()[0].content
        await running.person("Ada").select(page.response, ["reconstruction"], custom_id=TILES)
        card = running.posts()[0].content
        assert card.endswith("Preset: **Full**") and "rated" not in card


async def test_many_tile_lists_are_on_several_select_pages(tmp_path: Path) -> None:
    names = [f"copy {number:02}" for number in range(1, 61)]
    (tmp_path / "boxes").mkdir()
    for name in names:
        (tmp_path / "boxes" / f"{name}.txt").write_text(TEXT, "utf-8")
    async with world(tmp_path) as running:
        await restart_with(running, tmp_path / "boxes", None)
        await running.lobby("Ada", "Ben")
        page, found = await tiles_page(running), list[str]()
        while True:
            shown = [label for label, _ in labels(page)]
            found += [label.removeprefix("Tiles: ") for label in shown if label not in ("Earlier…", "More…")]
            assert len(shown) <= 25
            if "More…" not in shown:
                break
            page = await running.person("Ada").select(page.response, [f">{len(found) // 23}"], custom_id=TILES)
        assert found == ["Reconstruction", *names]
        page = await running.person("Ada").select(page.response, ["copy 60"], custom_id=TILES)
        assert ("Tiles: copy 60", True) in labels(page) and labels(page)[0] == ("Earlier…", False)
        for part in (">1", ">0"):
            page = await running.person("Ada").select(page.response, [part], custom_id=TILES)
        assert ("Tiles: Reconstruction", False) in labels(page)
        assert (await running.table()).options["tiles"].startswith("copy 60: ")


async def test_lobby_keeps_chosen_tiles_when_the_file_changes(tmp_path: Path) -> None:
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


async def test_running_game_keeps_tiles_when_the_file_is_deleted(tmp_path: Path) -> None:
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
        report = await verify_database(running.settings.database)
        assert report.findings == () and report.moves >= 12


def test_imported_game_is_exported_with_its_tiles() -> None:
    text = GOLDEN.read_text("utf-8")
    table, log, _ = table_from_file(text, 1, None, ADA, 0.0)
    again = parse_transcript(game_file_text(table, log))
    assert again.options["tiles"] == parse_transcript(text).options["tiles"] == WORD
    assert [line for _, line in again.lines] == [line for _, line in parse_transcript(text).lines]
    assert again.result == parse_transcript(text).result
