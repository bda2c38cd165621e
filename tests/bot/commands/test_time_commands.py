"""Pausing, continuing, and changing the clock by consent, with commands and buttons."""

from pathlib import Path

from bot.proposals.service import users_at_table
from engine.store.table_settings import DAY
from tests.bot.scheduler.test_scheduler import said
from tests.bot.simulated_channel import World, world


async def agreed(running: World, command: str, **options: str) -> str:
    """Let Ada propose and Ben agree, and return the answer to Ada."""
    told = await running.person("Ada").slash(running.channel, command, **options)
    await running.person("Ben").click(running.latest("Agree"), label="Agree")
    return str(told.response.content)


async def test_table_pauses_and_continues_when_all_agree(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        assert "You proposed to pause" in await agreed(running, "game clock", action="pause")
        assert (await running.table()).paused is not None and "The game was paused" in said(running)
        await running.env.advance_time(6 * DAY)
        assert "Still waiting for" not in said(running)
        again = await running.person("Ada").slash(running.channel, "game clock", action="pause")
        assert "is already paused" in again.response.content
        await agreed(running, "game clock", action="resume")
        assert (await running.table()).paused is None and ", the game continues" in said(running)
        await running.env.advance_time(DAY + 60)
        assert said(running).count("Still waiting for") == 1


async def test_after_a_week_of_pause_one_player_can_continue_or_replace(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        await running.move_on(1 if (await running.asked())[0] is running.person("Ben") else 0)
        await agreed(running, "game clock", action="pause")
        ada, ben = running.person("Ada"), running.person("Ben")
        await ben.slash(running.channel, "game seat", action="replace", player="Ada", by=0)
        assert (await running.table()).players[0].user == ada.id  # not so soon
        await running.env.advance_time(6.9 * DAY)
        await ben.slash(running.channel, "game seat", action="replace", player="Ada", by=0)
        assert (await running.table()).players[0].user == ada.id  # nor now
        await running.env.advance_time(0.2 * DAY)
        await ben.slash(running.channel, "game seat", action="replace", player="Ada", by=0)
        assert (await running.table()).players[0].name == "Ada (computer)" and ada.id not in users_at_table(
            await running.table()
        )
        await ben.slash(running.channel, "game clock", action="resume")
        assert (await running.table()).paused is None


async def test_table_can_change_the_clock_during_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        refused = await running.person("Ada").slash(running.channel, "game clock", clock="none")
        assert "The table already has these settings" in refused.response.content
        await agreed(running, "game clock", clock="live", late="skip")
        table = await running.table()
        assert (table.terms.clock, table.terms.late) == ("live", "skip") and " by <t:" in said(running)
        assert "12 hours, plus 2 hours per move" in said(running) and "the player passes if" in said(running)
        stranger = await running.person("Cleo").slash(running.channel, "game clock", clock="weekly")
        assert "Only players at this table" in stranger.response.content
