"""Presses with a ``custom_id`` that no button of this release has: each is answered in a clear sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.client import ROUTES
from bot.ui.components import FORM, ITEMS, RESTS
from tests.bot.world import world


def test_every_kind_that_is_recognized_has_a_route() -> None:
    assert set(RESTS) == set(ROUTES)
    patterns = [FORM, *(item.__discord_ui_compiled_template__ for item in ITEMS)]
    for kind in "abcdefghijklmnopqrstuvwxyz":
        known = [pattern for pattern in patterns if re.fullmatch(pattern, f"{kind}:1:0:rest")]
        assert len(known) == (kind in ROUTES), kind


@pytest.mark.parametrize("identity", ["m:١:0:-0", "m:1:²:-0", "m:1:0", "v:1:-1:-board"])
def test_numbers_are_plain_digits(identity: str) -> None:
    assert not any(item.__discord_ui_compiled_template__.fullmatch(identity) for item in ITEMS)


BAD = ("m:-", "m:", "m:-²", "a:", "a:p1", "h:", "h:Last", "h:Last.²", "x:", "x:-1", "u:p1", "e:no")


async def test_a_press_that_cannot_be_read_is_answered_in_a_sentence_and_is_no_bug(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        page = (await ada.slash(running.channel, "hand")).response
        for identity in BAD:
            kind, rest = identity.split(":")
            said = await running.press_again(ada, page, f"{kind}:1:0:{rest}")
            assert said.ephemeral and said.response.content.startswith("This button is none that I know"), identity
    assert "error" not in [record.levelname.lower() for record in caplog.records]
