"""The buttons under a question of the private menu."""

from pathlib import Path

from bot.ui.answers import _leads, _menu_id
from tests.bot.world import world


async def test_a_button_leads_to_the_first_page_of_the_next_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        assert _menu_id(table, ("draft",)) == f"m:{table.id}:{table.seq}:-0 draft"
        assert _leads(table).menu(("draft",), 2) == f"m:{table.id}:{table.seq}:-2 draft"
