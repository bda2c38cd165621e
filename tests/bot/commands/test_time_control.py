"""The clock of a table: chosen in the lobby and shown on the card."""

from pathlib import Path

from tests.bot.simulated_channel import world


async def test_host_chooses_the_clock_and_the_card_shows_it(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        ada = running.person("Ada")
        page = await running.host_page("Ada", running.posts()[-1], "Clock")
        clocks = page.response.components[0]["components"][0]["options"]
        assert page.ephemeral and "2 days, plus 1 day per move" in clocks[2]["description"]
        await ada.select(page.response, ["daily"], custom_id="t:1:0:clock")
        assert (await running.table()).terms.clock == "daily"
        assert "Clock: **daily**" in running.posts()[-1].content
        assert "after a warning, a computer moves" in running.posts()[-1].content
        await ada.slash(running.channel, "game start")
        table = await running.table()
        asked = running.bot.services.tables.decisions(table)[0].seat
        assert table.clocks[asked].bank == 2 * 24 * 3_600 and table.clocks[asked].since is not None


async def test_only_the_host_chooses_the_clock(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        said = await running.host_page("Ben", running.posts()[-1])
        assert "Only the host" in said.response.content


async def test_answer_adds_time_and_starts_the_next_clock(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        await running.bot.services.tables.set_term(1, "clock", "live")
        await running.person("Ada").slash(running.channel, "game start")
        asked = running.bot.services.tables.decisions(await running.table())[0].seat
        await running.env.advance_time(3_600)
        await running.move_on(1)
        table = await running.table()
        next_asked = running.bot.services.tables.decisions(table)[0].seat
        assert next_asked != asked
        assert table.clocks[asked].since is None and table.clocks[asked].bank == (12 - 1 + 2) * 3_600
        assert table.clocks[next_asked].since is not None and table.clocks[next_asked].point == table.seq


async def test_table_with_hints_for_all_says_that_it_is_not_rated(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        ada = running.person("Ada")
        page = await running.host_page("Ada", running.posts()[-1], "Clock")
        await ada.select(page.response, ["always"], custom_id="t:1:0:hints")
        assert "Everyone can get hints, so the game isn’t rated." in running.posts()[-1].content
        await ada.slash(running.channel, "game start")
        person, _ = await running.asked()
        shown = (await person.click(running.latest("Your move"), label="Your move")).response
        assert "Hint" in running.labels(shown)
