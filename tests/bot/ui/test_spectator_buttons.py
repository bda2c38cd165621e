"""Buttons under posts that spectators also read, and the answer to *Your move* without a seat."""

from pathlib import Path

import pytest

from bot.ui.components import PostKind, post_buttons
from tests.bot.simulated_channel import Direct, world


@pytest.mark.parametrize(
    ("watched", "labels", "style"), [(True, ["Board", "Your move"], 2), (False, ["Your move", "Board"], 1)]
)
def test_followed_post_has_board_first_and_no_primary_button(watched: bool, labels: list[str], style: int) -> None:
    row = post_buttons(7, 3, PostKind.CARD, watched=watched).to_components()[0]["components"]  # type: ignore[arg-type]
    assert [item["label"] for item in row] == labels
    assert [item["style"] for item in row if item["label"] == "Your move"] == [style]


async def test_status_card_has_board_first_and_question_has_move_button(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.told()
        card, question = running.posts()[0], running.latest("Your move")
        assert running.labels(card)[:2] == ["Board", "Your move"]
        assert running.labels(question)[0] == "Your move"


async def test_direct_message_has_no_spectator_buttons(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        direct = Direct(running, "Ada")
        await direct.lobby(computers=1)
        await direct.person.slash("game start")
        await running.told()
        assert running.labels(direct.posts()[0])[0] == "Your move"


async def test_spectator_who_presses_your_move_sees_the_board(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        answer = await running.person("Dov").click(running.latest("Your move"), label="Your move")
        assert answer.ephemeral and "You don’t have a seat at this table. Waiting for" in answer.response.content
        assert "Turn 1" in answer.response.content and running.labels(answer.response) == []
