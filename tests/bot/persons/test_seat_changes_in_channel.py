"""Leaving, returning, replacing, and taking seats, as the people in the channel see it."""

from pathlib import Path
from typing import Any

from simcord.http.router import dispatch

from bot.play import seats
from bot.scheduler import pausing
from bot.tables.table import SeatBookkeepingKey
from bot.ui.seat_text import _statistics_text
from bot.view import view_table
from engine import Seat
from engine.core import write_options
from engine.store.table_settings import DAY, TableSettings
from tests.bot.announcements.test_crash_points import down
from tests.bot.simulated_channel import GAME, Direct, World, text_of, world


async def resigned(running: World, name: str, how: str = "to a computer") -> Any:
    """Let a person leave the game with confirmation, and return the answer."""
    page = await running.person(name).slash(running.channel, "game seat", action="resign")
    label = next(label for label in running.labels(page.response) if how in label)
    return (await running.person(name).click(page.response, label=label)).response


def about(running: World, words: str) -> Any:
    """Return the latest post with these words."""
    return next(post for post in reversed(running.posts()) if words in text_of(post))


def pinged_by(running: World, words: str) -> list[int]:
    """Return the users notified by the posts with these words when they were made."""
    made = [request.json or {} for request in running.env.http_requests if request.method == "POST"]
    posts = [body for body in made if words in (body.get("content") or "")]
    return [int(user) for body in posts for user in (body.get("allowed_mentions") or {}).get("users") or ()]


async def test_resigned_player_is_replaced_by_computer_and_can_return(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        old = running.latest("Your move")
        buttons = dict(zip(running.labels(old), running.identities(old), strict=True))
        assert (await resigned(running, "Ada")).content == "You have left the game."
        table = await running.table()
        assert table.players[0].name == "Ada (computer)" and table.host == running.person("Ben").id
        post = about(running, "has left the game")
        assert f"<@{table.host}> is the host now." in post.content
        assert running.labels(post) == ["Take seat", "I’m back"] and "I’m back" in running.labels(running.posts()[0])
        assert running.posts().index(post) < len(running.posts()) - 1  # the question is what stands last
        for label in ("Your move", "Hand"):
            said = await running.press_again(running.person("Ada"), running.posts()[0], buttons[label])
            assert said.ephemeral and "don’t have a seat" in said.response.content and not said.response.attachments
        said = await running.person("Dov").click(running.posts()[0], label="Your move")
        assert said.ephemeral and "don’t have a seat" in said.response.content
        assert running.labels(said.response) == ["Take seat"]
        said = await running.person("Ben").click(post, label="I’m back")
        assert "already at this table" in said.response.content
        said = await running.person("Dov").click(post, label="I’m back")
        assert "No seat is kept for you here" in said.response.content
        said = await running.person("Ben").click(post, label="Take seat")
        assert "already at this table" in said.response.content
        said = await running.person("Ada").click(post, label="I’m back")
        assert said.ephemeral and "You’re now playing seat 1." in said.response.content
        assert (await running.table()).players[0].user == running.person("Ada").id
        post = about(running, "Ada** is back")
        assert post.content.splitlines() == [
            "**Ada** has left the game.",
            "✓ **Ada** is back.",
            f"<@{table.host}> is the host now.",
        ]
        assert running.labels(post) == [] and "I’m back" not in running.labels(running.posts()[0])


async def test_open_seat_is_taken_once_and_briefing_survives_restart(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        await running.move_on(4)
        person, _ = await running.asked()
        await resigned(running, person.name, "Leave the seat open")
        post = about(running, "A seat is open")
        assert any(f"{person.name} \\(away\\) · **" in text_of(post) for post in running.posts())
        assert "· seat" in post.content and running.labels(post) == ["Take seat", "I’m back"]
        await running.restart()
        said = (await running.person("Cleo").click(post, label="Take seat")).response
        for words in ("Your turn: ", "- You: ", "Recent moves:", "`/rules`"):
            assert words in said.content
        assert "Your move" in running.labels(said) and said.attachments
        took = f"g:{(await running.table()).id}:1:take{1 if person.name == 'Ada' else 2}"
        for late in ("Dov", person.name):
            said = (await running.press_again(running.person(late), post, took)).response
            assert "Someone else has already taken this seat" in said.content
        cleo = running.person("Cleo")
        assert (await running.asked())[0] is cleo
        assert f"<@{cleo.id}> ·" in about(running, "· **").content
        page = await cleo.slash(running.channel, "hand")
        page = await cleo.click(page.response, label="Briefing")
        assert "Recent moves:" in page.response.content
        await running.move_on(1)
        assert len([p for p in running.posts() if "A seat is open" in p.content]) == 0
        told = about(running, "takes over").content.splitlines()
        assert told[:2] == [f"**{person.name}** has left the game.", f"✓ **Cleo** takes over for {person.name}."]
        assert told[2:] == ([f"{running.person('Ben').mention} is the host now."] if person.name == "Ada" else [])


async def test_briefing_numbers_match_the_board_and_omit_missing_ones(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        for title, said in (("railroads-of-catan", "dollars 15,000"), ("railroader", "cards ")):
            table = await running.started("Ada", "Ben", "Cleo", title=title)
            figures = _statistics_text(view_table(table, None), Seat(1))
            assert said in figures and " 0" not in figures
            await running.bot.services.tables.end_game(table.id, running.person("Ada").id)


async def test_seat_change_before_a_crash_is_posted_once(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await seats.resign(running.bot.services.tables, table.id, running.person("Ada").id, leave_open=True)
        for _ in range(2):
            await running.restart()
            await running.env.settle()
        assert len([post for post in running.posts() if "A seat is open" in post.content]) == 1
        assert "I’m back" in running.labels(running.posts()[0])


async def test_repeated_seat_offer_replaces_the_first(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await resigned(running, "Ben", "Leave the seat open")
        first, ben = about(running, "A seat is open"), running.person("Ben")
        card = running.posts()[0]
        assert "Ben’s seat is open" in card.content
        assert {"Take seat", "I’m back"} <= set(running.labels(card))
        said = await running.person("Ada").slash(
            running.channel, "game seat", action="replace", player="2", member=running.person("Max")
        )
        assert "is offered to" in said.response.content and "Press *Take seat* under the post" in said.response.content
        first = next(post for post in running.posts() if post.id == first.id)
        assert running.labels(first) == [] and "See the post below" in first.content
        assert (await running.table()).notes[
            SeatBookkeepingKey.PREVIOUS_VACANCY_POST.for_seat(2)
        ] == 0  # and it is never edited again
        assert "Take seat" not in running.labels(running.posts()[0]) and "offered to" in running.posts()[0].content
        said = await ben.slash(running.channel, "hand")
        assert "`/game seat action:back`" in said.response.content
        said = await ben.slash(running.channel, "games")
        assert "Seats kept for you" in said.response.content and "You aren’t in any games" not in said.response.content
        await ben.slash(running.channel, "game seat", action="back")
        assert [running.labels(post) for post in running.posts() if "Ben** is back" in post.content] == [[]]
        assert "offered to" not in running.posts()[0].content


async def test_timeout_post_mentions_the_former_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        await pausing.change_table_settings(
            running.bot.services.tables, table.id, TableSettings(clock="live", late="open")
        )
        with running.env._bot_scope():
            running.bot.services.scheduler.reschedule(table.id)
        person, _ = await running.asked()
        await running.env.advance_time(0.6 * DAY)
        post = about(running, "A seat is open")
        assert [user.id for user in post.mentions] == [person.id] and "`/game seat action:back`" in post.content
        assert post.content.startswith(f"{person.mention} has run out of time. The seat is waiting for a player.")
        assert pinged_by(running, "has run out of time") == [person.id]


async def test_last_person_is_warned_and_ends_the_game(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=1)
        page = await running.person("Ada").slash(running.channel, "game seat", action="resign")
        assert "last player" in page.response.content and running.labels(page.response) == ["End the game"]
        await running.person("Ada").click(page.response, label="End the game")
        assert (await running.table()).status == "ended"
        post = running.posts()[-1]
        assert "Seed: `7`" in post.content and "Rematch" in running.labels(post)


async def test_user_not_warned_of_game_end_is_asked_again(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada, ben = running.person("Ada"), running.person("Ben")
        page = await ada.slash(running.channel, "game seat", action="resign")
        first = await ben.slash(running.channel, "game seat", action="resign")
        await ben.click(first.response, label="Leave to a computer")
        asked = await ada.click(page.response, label="Leave to a computer")
        assert "last player" in asked.response.content and (await running.table()).status == "playing"
        await ben.slash(running.channel, "game seat", action="back")
        asked = await ada.click(asked.response, label="End the game")
        assert running.labels(asked.response) == ["Leave to a computer", "Leave the seat open"]
        assert (await running.table()).players[0].user == ada.id


async def test_host_replaces_late_player_and_invited_user_must_accept(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        while (await running.asked())[0] is not running.person("Ben"):
            await running.move_on(1)
        await running.env.advance_time(8 * DAY)
        cleo, dov = running.person("Cleo"), running.person("Dov")
        said = await running.person("Ada").slash(
            running.channel, "game seat", action="replace", player="Ben", member=cleo
        )
        assert said.ephemeral and f"<@{cleo.id}>" in said.response.content
        post = about(running, "is offered to you: press *Take seat* to play")
        assert cleo.id in [user.id for user in post.mentions]
        assert pinged_by(running, "is offered to you") == [cleo.id]
        said = await dov.click(post, label="Take seat")
        assert "isn’t offered to you" in said.response.content
        await cleo.click(post, label="Take seat")
        assert (await running.asked())[0] is cleo


async def test_punctual_player_is_replaced_only_by_vote(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        ada, ben = running.person("Ada"), running.person("Ben")
        said = await ada.slash(running.channel, "game seat", action="replace", player="Ben", by=0)
        assert "You proposed" in said.response.content
        assert (await running.table()).players[1].user == ben.id
        await running.person("Cleo").click(running.latest("Agree"), label="Agree")
        assert (await running.table()).players[1].name == "Ben (computer)"
        for wrong in ({"player": "Ada", "by": 0}, {"player": "Zoe", "by": 0}, {"player": "Cleo"}):
            said = await ada.slash(running.channel, "game seat", action="replace", **wrong)
            assert said.ephemeral and said.response.content
        said = await running.person("Dov").slash(running.channel, "game seat", action="replace", player="Cleo", by=0)
        assert "don’t have a seat" in said.response.content
        said = await ada.slash(running.channel, "game seat", action="replace", player="Ben", by=1)
        assert "Ben’s seat is offered to anyone who takes it" in said.response.content, "as the posts call it"
        choices = await ada.autocomplete(running.channel, "game seat", "player", "be")
        assert [choice["value"] for choice in choices] == ["2"]


async def test_present_player_of_two_is_not_replaced_without_consent(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada, ben = running.person("Ada"), running.person("Ben")
        await ada.slash(running.channel, "game seat", action="replace", player="Ben", by=0)
        said = await ada.click(running.latest("Agree"), label="Agree")
        assert (await running.table()).players[1].user == ben.id, said.response.content
        await ben.click(running.latest("Agree"), label="Agree")
        assert (await running.table()).players[1].name == "Ben (computer)"


async def test_rematch_calls_others_once_and_needs_a_free_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", computers=1)
        early = await running.person("Ada").slash(running.channel, "game new", game="rematch")
        assert "isn’t over yet" in early.response.content
        await running.bot.services.tables.end_game((await running.table()).id, running.person("Ada").id)
        said = await running.person("Ben").slash(running.channel, "game new", game="rematch")
        card = running.posts()[-1]
        assert [user.id for user in card.mentions] == [running.person("Ada").id] and not said.ephemeral
        table = await running.table()
        assert table.status == "lobby" and [p.name for p in table.players] == ["Ben", "Mabel"]
        said = await running.person("Ada").slash(running.channel, "game new", game="rematch")
        assert said.ephemeral and "so you joined it" in said.response.content and f"/{card.id}" in said.response.content
        assert "Ada" in about(running, "Seats taken: 3").content
        said = await running.person("Ada").slash(running.channel, "game new", game="rematch")
        assert said.ephemeral and "you’ve joined it" in said.response.content


async def test_idle_lobby_is_closed_after_notifying_the_host(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        await running.env.advance_time(5 * DAY)
        await running.person("Cleo").click(running.posts()[0], label="Join")
        await running.env.advance_time(5 * DAY)
        assert len(running.posts()) == 1
        await down(running, 0)
        await running.env.advance_time(1.1 * DAY)
        await down(running, 0)
        await running.env.advance_time(0.5 * DAY)
        word = running.posts()[1]
        assert [user.id for user in word.mentions] == [running.person("Ada").id] and "It closes" in word.content
        await running.env.advance_time(0.6 * DAY)
        assert "was closed" in running.posts()[1].content and "unless" not in running.posts()[1].content
        assert "This table is closed." in running.posts()[0].content and running.labels(running.posts()[0]) == []
        assert len(running.posts()) == 2


async def test_seat_post_reopens_thread_and_lobby_of_lost_channel_closes(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        thread = await running.thread()
        await running.lobby("Ada", "Ben", channel=thread)
        await running.person("Ada").slash(thread, "game start")
        page = await running.person("Ada").slash(thread, "game seat", action="resign")
        dispatch(running.env.backend, "PATCH", f"/channels/{thread.id}", json={"archived": True})
        await running.person("Ada").click(page.response, label="Leave the seat open")
        assert any("A seat is open" in post.content for post in thread.history())
        table = await running.lobby("Cleo")
        dispatch(running.env.backend, "DELETE", f"/channels/{running.channel.id}")
        await running.env.advance_time(7.2 * DAY)
        assert (await running.bot.services.tables.get(table.id)).status == "ended"


async def test_host_can_offer_a_computer_seat_and_withdraw_the_offer(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=1)
        ada, said = running.person("Ada"), list[str]()
        for by in (0, 1, 0):
            answer = await ada.slash(running.channel, "game seat", action="replace", player="Mabel", by=by)
            said.append(answer.response.content)
        assert said[0] == "A computer is already playing this seat." and "anyone who takes it" in said[1]
        assert running.labels(about(running, "A computer keeps Mabel’s seat")) == []
        await ada.slash(running.channel, "game seat", action="replace", player="2", by=1)
        await running.person("Ben").click(running.latest("Take seat"), label="Take seat")
        assert [player.name for player in (await running.table()).players] == ["Ada", "Ben"]


async def test_leave_command_works_in_lobby_and_private_tables_are_closed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        await running.person("Ben").slash(running.channel, "game seat", action="resign")
        assert "Seats taken: 1" in running.posts()[0].content
        direct = Direct(running, "Ada")
        await direct.lobby(computers=1)
        await direct.person.slash("game start")
        for given in ({"by": 1}, {"member": running.person("Ben").user}):
            said = await direct.person.slash("game seat", action="replace", player="2", **given)
            assert "direct message" in said.response.content


async def test_first_player_of_rematch_gets_no_solo_warning(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        full = write_options(GAME.options.presets()["Full"])
        table = await running.started("Ada", "Ben", **full)
        await running.bot.services.tables.end_game(table.id, running.person("Ada").id)
        await running.person("Ada").slash(running.channel, "game new", game="rematch")
        card = running.posts()[-1]
        assert "Preset: **Full**" in card.content and "plays solitaire" not in card.content
        labels = running.labels((await running.host_page("Ada", card)).response)
        assert "Start" in labels and "Start alone" not in labels


async def test_rematch_respects_mention_choices_and_seat_offers_are_limited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", computers=1)
        ada, ben, dov = (running.person(name) for name in ("Ada", "Ben", "Dov"))
        said = [
            await ada.slash(running.channel, "game seat", action="replace", player="4", member=dov) for _ in range(8)
        ]
        assert "wait a minute" in said[-1].response.content
        offers = [post for post in running.posts() if "Take seat" in running.labels(post)]
        assert len(offers) <= 2  # the card, and the latest
        page = (await ben.slash(running.channel, "settings")).response
        await ben.select(page, custom_id="i:0:0:notices", values=["none"])
        await running.bot.services.tables.end_game((await running.table()).id, ada.id)
        assert (
            "Only players of that game"
            in (await dov.slash(running.channel, "game new", game="rematch")).response.content
        )
        await running.person("Cleo").slash(running.channel, "game new", game="rematch")
        card = about(running, "Play again?")
        assert [user.id for user in card.mentions] == [ada.id] and "Ben Play again?" in card.content


async def test_rematch_explains_only_additional_computers(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo", computers=1)
        await resigned(running, "Ben")
        await running.bot.services.tables.end_game((await running.table()).id, running.person("Ada").id)
        await running.person("Ada").slash(running.channel, "game new", game="rematch")
        card = about(running, "Play again?")
        assert "Computers fill in for players who left the last game" in card.content
        await running.choose_as_host("Ada", card, "remove", "=Mabel")
        players = (await running.table()).players
        assert [player.policy is not None for player in players] == [False, True]
        assert "Computers fill in" not in about(running, "Seats taken").content


async def test_rematch_replaces_leavers_by_computers_without_calling_them(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await resigned(running, "Ben")
        await running.bot.services.tables.end_game((await running.table()).id, running.person("Ada").id)
        await running.person("Ada").slash(running.channel, "game new", game="rematch")
        card = about(running, "Play again?")
        assert [user.id for user in card.mentions] == [running.person("Cleo").id]
        assert [player.name for player in (await running.table()).players] == ["Ada", "Mabel"]
        assert "Computers fill in for players who left the last game" in card.content
        await running.person("Cleo").click(card, label="Join")
        assert "Seats taken: 3" in about(running, "Seats taken").content
        await running.choose_as_host("Ada", card, "remove", "=Mabel")
        assert "Computers fill in" not in about(running, "Seats taken").content
        await running.person("Ben").click(card, label="Join")
        card = about(running, "Seats taken")
        assert "Ben" in card.content and "Computers fill in" not in card.content


async def test_endless_leaving_and_returning_is_rate_limited(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        ada, ben = running.person("Ada"), running.person("Ben")
        await resigned(running, "Ada")
        for user in (ada.id, ben.id):
            while running.bot.services.limits.opening.try_take(user):
                pass
        assert "too often" in (await ada.slash(running.channel, "game seat", action="back")).response.content
        assert "too often" not in (await ben.slash(running.channel, "game seat", action="back")).response.content
