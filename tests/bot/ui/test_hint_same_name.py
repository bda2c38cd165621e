"""A hint with two moves of the same name, such as one track toward two towns: the second is not shown."""

from pathlib import Path

from bot.ui.answer_buttons import split_label
from bot.view import view_table
from engine import GAMES, Seat, write_action
from engine.agents.coach import advice_by_score
from tests.bot.simulated_channel import world

TITLE = "railway-rivals"


async def test_a_second_move_of_the_same_name_is_not_shown(tmp_path: Path) -> None:
    async with world(tmp_path, thinkers=0) as running:
        running.deal(2)
        table = await running.started("Ada", computers=1, title=TITLE)
        ada, tables = running.person("Ada"), running.bot.services.tables
        while True:
            table = await running.table()
            decision = next(one for one in tables.decisions(table) if one.seat == Seat(1))
            table_view = view_table(table, Seat(1))
            advice = advice_by_score(GAMES[TITLE], table_view.view, decision)
            assert advice.second is not None
            name, other = (split_label(table_view.action_text(move))[0] for move in (advice.best, advice.second))
            if name == other:
                break
            await tables.play_move(table.id, ada.id, write_action(advice.best))
            await tables.play_automatic_moves(table.id)
        running.bot.services.outbox.wake(table.id)
        await running.told()
        shown = (await ada.click(running.latest("Your move"), label="Your move")).response
        hint = (await ada.click(shown, label="Hint")).response
        assert "Hint: **" in hint.content and "Second best" not in hint.content and "About as good" not in hint.content
        assert hint.content.endswith("-# This is a rule of thumb; no games were imagined for it.")
        assert [label.partition(":")[0] for label in running.labels(hint)] == ["Do it", "Back"]
