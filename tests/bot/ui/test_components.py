"""Presses with a ``custom_id`` that no button of this release has: each is answered in a clear sentence."""

from pathlib import Path

import pytest

from bot.routes import ROUTES
from bot.ui.components import ARGUMENT_PATTERNS, parse_custom_id
from tests.bot.simulated_channel import world


def test_every_known_custom_id_kind_has_a_route() -> None:
    assert set(ARGUMENT_PATTERNS) == set(ROUTES)
    for kind in "abcdefghijklmnopqrstuvwxyz":
        assert (parse_custom_id(f"{kind}:1:0:rest") is not None) == (kind in ROUTES), kind


@pytest.mark.parametrize("identity", ["m:١:0:-0", "m:1:²:-0", "m:1:0", "v:1:-1:-board", "", "another bot's button"])
def test_foreign_custom_id_is_ignored(identity: str) -> None:
    assert parse_custom_id(identity) is None


BAD = ("m:-", "m:", "m:-²", "a:", "a:p1", "h:", "h:Last", "h:Last.²", "x:", "x:-1", "u:p1", "e:no")
EMPTY = ("K:0", "o:x", "p:0", "t:clock", "j:pick", "q:pick")
STRANGE = ("i:foo", "i:confirm.x", "i:privacy.x", "i:zone2")
"""Presses on personal pages that no button sends."""
"""Selects of which nothing is chosen, as no client sends them."""


async def test_unreadable_press_gets_a_sentence_and_is_not_a_bug(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        page = (await ada.slash(running.channel, "hand")).response
        for identity in (*BAD, *EMPTY, *STRANGE):
            kind, rest = identity.split(":")
            said = await running.press_again(ada, page, f"{kind}:1:0:{rest}")
            assert said.ephemeral and said.response.content.startswith("This button no longer works"), identity
    assert "error" not in [record.levelname.lower() for record in caplog.records]
