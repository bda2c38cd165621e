"""The file of all that is stored of somebody, as it is sent."""

from pathlib import Path

import pytest

from bot.commands import privacy
from bot.persons.privacy import exported_data
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
