"""The file of all that is stored of somebody, as it is sent."""

from pathlib import Path

import pytest

from bot.commands import privacy
from bot.persons.privacy import exported_data
from bot.play import handover
from bot.play.sessions import Tables
from engine.store import Store
from tests.bot.seated import ADA, BEN, begun
from tests.bot.world import world


async def test_the_file_is_packed_only_if_it_is_larger_than_what_is_sent_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada, names = running.person("Ada"), []
        size = len(await exported_data(running.bot.desk.sessions, ada.id))
        page = (await ada.slash(running.channel, "privacy")).response
        for largest in (size, size - 1):
            monkeypatch.setattr(privacy, "_LARGEST", largest)
            given = await ada.click(page, label="Export my data")
            names.append(given.response.attachments[0].filename)
        assert names == ["my-data.json", "my-data.json.gz"]


async def test_the_file_says_in_numbers_on_every_engine_whether_a_seat_was_left(store: Store, sessions: Tables) -> None:
    table = await begun(sessions, ADA, BEN)
    await handover.resign(sessions, table.id, BEN.user or 0, opened=True)
    for player, left in ((ADA, b'"left": 0,'), (BEN, b'"left": 1,')):
        assert left in await exported_data(sessions, player.user or 0)
