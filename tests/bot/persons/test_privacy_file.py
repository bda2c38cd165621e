"""The exported file of a user's data, as it is sent."""

from pathlib import Path

import pytest

from bot.commands import privacy
from bot.persons.privacy import export_data
from bot.play import seats
from bot.play.service import TableService
from engine.store import Store
from tests.bot.seated_players import ADA, BEN, begun
from tests.bot.simulated_channel import world


async def test_large_privacy_file_is_compressed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada, names = running.person("Ada"), []
        size = len(await export_data(running.bot.services.tables, ada.id))
        page = (await ada.slash(running.channel, "privacy")).response
        for largest in (size, size - 1):
            monkeypatch.setattr(privacy, "_MAX_UNZIPPED_BYTES", largest)
            given = await ada.click(page, label="Export my data")
            names.append(given.response.attachments[0].filename)
        assert names == ["my-data.json", "my-data.json.gz"]


async def test_privacy_file_has_equal_numbers_on_both_databases(store: Store, sessions: TableService) -> None:
    table = await begun(sessions, ADA, BEN)
    await seats.resign(sessions, table.id, BEN.user or 0, leave_open=True)
    for player, left in ((ADA, b'"left": 0,'), (BEN, b'"left": 1,')):
        assert left in await export_data(sessions, player.user or 0)
