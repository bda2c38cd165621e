"""What can happen at a table, as the people in the channel see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from engine.core.action import Action
from engine.core.notation import write
from tests.bot.world import GAME, TITLE, World, text_of, world


def spelled(action: Action) -> str:
    return write(action).split(" ", 1)[1]


async def first_offer(running: World) -> tuple[Any, str]:
    """Who is asked first, and a move as that person could write it."""
    person, decision = await running.asked()
    return person, spelled(next(iter(decision.offers)))


async def moves(running: World) -> int:
    table = await running.table()
    return len([m for m in await running.bot.desk.sessions.history(table.id) if m.by == "player"])


async def confirm_page(running: World, person: Any) -> Any:
    """The private page with the Confirm button, reached by always giving the first answer."""
    shown = (await person.click(running.latest("Your move"), label="Your move")).response
    for _ in range(6):
        labels = running.labels(shown)
        if "Confirm" in labels:
            return shown
        options = running.options(shown)
        step = person.select(shown, options[:1]) if options else person.click(shown, label=labels[0])
        shown = (await step).response
    raise AssertionError("no Confirm after six questions")


# -- lobby


async def test_a_channel_that_has_a_table_gets_no_second_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        said = await running.person("Ben").slash(running.channel, "game new", title=TITLE)
        assert said.ephemeral and "already" in said.response.content
        assert len(running.posts()) == 1


async def test_a_thread_is_a_channel_of_its_own_and_another_channel_too(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        other = running.guild.create_text_channel("more-games")
        said = await running.person("Ben").slash(other, "game new", title=TITLE)
        assert not said.ephemeral


async def test_only_the_host_or_who_manages_the_channel_runs_the_lobby(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        for command in ("game start", "game end", "game options"):
            said = await running.person("Ben").slash(running.channel, command)
            assert said.ephemeral and "host" in said.response.content
        for label in ("Start", "Options", "Add computer"):
            said = await running.person("Ben").click(running.posts()[0], label=label)
            assert said.ephemeral and "host" in said.response.content
        role = running.guild.create_role("Wardens", permissions=discord.Permissions(manage_channels=True))
        warden = running.guild.add_member(running.env.create_user("Wanda"), roles=[role])
        await warden.slash(running.channel, "game start")
        assert (await running.table()).status == "playing"


async def test_the_lobby_card_follows_who_comes_and_goes(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        card = running.posts()[0]
        await running.person("Ada").click(card, label="Add computer")
        assert "computer" in running.posts()[0].content
        await running.person("Ada").click(card, label="Remove computer")
        await running.person("Ben").click(card, label="Leave")
        assert "Ben" not in running.posts()[0].content and "1 at the table" in running.posts()[0].content
        said = await running.person("Ada").slash(running.channel, "game start")
        assert "2 to 5 players" in said.response.content


async def test_every_option_of_the_title_can_be_chosen(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.person("Ada").slash(running.channel, "game options")
        name, words = "bidding", running.options(page.response)
        await running.person("Ada").select(page.response, [words[-1]])
        assert (await running.table()).options[name] == words[-1]
        assert words[-1] in running.posts()[0].content.replace("\\", "")


async def test_an_unknown_title_cannot_be_chosen(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        with pytest.raises(Exception, match="only allows"):
            await running.person("Ada").slash(running.channel, "game new", title="chess")


async def test_without_permissions_no_table_is_opened_and_the_asker_is_told_which_are_missing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        mute = running.guild.create_text_channel(
            "mute", overwrites={running.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
        )
        said = await running.person("Ada").slash(mute, "game new", title=TITLE)
        assert said.ephemeral and "Attach Files" in said.response.content


# -- moves


async def test_who_is_not_asked_or_not_at_the_table_gets_a_private_line(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        for person in (other, running.person("Cleo")):
            said = await person.click(running.latest("Your move"), label="Your move")
            assert said.ephemeral and f"It is {asked.name}'s turn" in said.response.content
        said = await running.person("Cleo").click(running.latest("Hand"), label="Hand")
        assert said.ephemeral and "do not sit" in said.response.content


async def test_a_move_out_of_turn_or_against_the_rules_is_refused_with_its_reason(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, line = await first_offer(running)
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        said = await other.slash(running.channel, "move", line=line)
        assert said.ephemeral and "turn" in said.response.content
        said = await asked.slash(running.channel, "move", line="draft Nowhere")
        assert said.ephemeral and "not on offer; you may take" in said.response.content
        said = await asked.slash(running.channel, f"{GAME.command} bid", amount=3)
        assert said.ephemeral and "being drafted now" in said.response.content
        said = await asked.slash(running.channel, "move", line="@everyone [x](http://x) " * 20)
        assert said.ephemeral and "is not a move here" in said.response.content
        assert await moves(running) == 0


async def test_the_seat_comes_from_the_person_and_never_from_the_line(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        asked, line = await first_offer(running)
        seat = running.bot.desk.sessions.seat_of(table, asked.id)
        said = await asked.slash(running.channel, "move", line=f"p{3 - (seat or 0)} {line}")
        assert said.response.content.startswith("✓")
        history = await running.bot.desk.sessions.history(table.id)
        assert history[1].seat == seat


async def test_confirm_pressed_twice_is_one_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        identity = next(i for i in running.identities(page) if i.startswith("a:"))
        await asked.click(page, label="Confirm")
        await running.press_again(asked, page, identity)
        assert await moves(running) == 1


async def test_the_same_interaction_delivered_twice_is_one_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, line = await first_offer(running)
        sent: list[dict[str, Any]] = []
        emit = running.env.backend.emit
        running.env.backend.emit = lambda name, payload: (sent.append(payload), emit(name, payload))  # type: ignore
        await asked.slash(running.channel, "move", line=line)
        again = next(payload for payload in sent if payload.get("data", {}).get("name") == "move")
        emit("INTERACTION_CREATE", again)
        await running.env.settle()
        assert await moves(running) == 1


async def test_an_old_confirm_button_shows_the_present_board(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        offers = (await running.asked())[1].offers
        line = next(i for i in running.identities(page) if i.startswith("a:")).split(" ", 1)[1]
        other_move = next(spelled(a) for a in offers if spelled(a) != line)
        await asked.slash(running.channel, "move", line=other_move)
        said = await asked.click(page, label="Confirm")
        assert await moves(running) == 1
        assert "turn" in said.response.content and said.response.attachments


async def test_an_old_confirm_button_still_works_while_its_move_is_offered(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        page = await confirm_page(running, asked)
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        await other.slash(running.channel, "game status")
        said = await asked.click(page, label="Confirm")
        assert said.response.content.startswith("✓") and await moves(running) == 1


async def test_back_leads_to_the_question_before(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        first = (await asked.click(running.latest("Your move"), label="Your move")).response
        text, page = first.content, await confirm_page(running, asked)
        back = await asked.click(page, label="Back")
        assert back.response.content == text


async def test_every_button_works_after_a_restart_in_mid_phase(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        first, line = await first_offer(running)
        await first.slash(running.channel, "move", line=line)
        second, _ = await running.asked()
        page, question = await confirm_page(running, second), running.latest("Your move")
        await running.restart()
        shown = await second.click(question, label="Your move")
        assert running.options(shown.response) or "Confirm" in running.labels(shown.response)
        said = await second.click(page, label="Confirm")
        assert said.response.content.startswith("✓") and await moves(running) == 2


async def test_a_move_is_taken_back_and_the_question_says_so(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        first, line = await first_offer(running)
        await first.slash(running.channel, "move", line=line)
        other, _ = await running.asked()
        said = await other.slash(running.channel, "undo")
        assert said.ephemeral and "took" not in said.response.content
        posts = len(running.posts())
        await first.slash(running.channel, "undo")
        assert (await running.asked())[0] is first
        assert running.posts()[-1].content.startswith("↩") and len(running.posts()) == posts
        await first.slash(running.channel, "move", line=line)
        assert running.posts()[-2].content.startswith("✓")


# -- looking


async def test_what_one_looks_at_only_the_asker_sees(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        for command in ("board", "hand", "history", "rules", "help", "game status"):
            said = await ada.slash(running.channel, command)
            assert said.ephemeral and said.response.content, command
            assert bool(said.response.attachments) == (command in ("board", "hand", "history"))
        pictures = await ada.autocomplete(running.channel, "board", "picture", "")
        for choice in pictures:
            said = await ada.slash(running.channel, "board", picture=choice["value"])
            assert "no picture" not in said.response.content
        topics = await ada.autocomplete(running.channel, "rules", "topic", "deliver")
        said = await ada.slash(running.channel, "rules", topic=topics[0]["value"])
        assert topics[0]["name"] in said.response.content


async def test_history_steps_through_the_phases_and_offers_no_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for _ in range(6):
            person, line = await first_offer(running)
            await person.slash(running.channel, "move", line=line)
        page = (await running.person("Cleo").slash(running.channel, "history")).response
        last = page.content
        page = (await running.person("Cleo").click(page, label="First")).response
        assert "The game begins" in page.content
        assert not {"Your move", "Confirm"} & set(running.labels(page))
        page = (await running.person("Cleo").click(page, label="Next")).response
        page = (await running.person("Cleo").click(page, label="Last")).response
        assert page.content == last


async def test_moves_are_completed_in_words_from_what_is_offered(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, decision = await running.asked()
        found = await asked.autocomplete(running.channel, "move", "line", "")
        assert [choice["value"] for choice in found] == [spelled(a) for a in decision.offers][:25]
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        assert await other.autocomplete(running.channel, "move", "line", "") == []
        tiles = await asked.autocomplete(running.channel, f"{GAME.command} draft", "tile", "stock")
        assert tiles and all("stock" in choice["name"] for choice in tiles)


# -- hostile names


HOSTILE = "**@everyone** <@1> <:x:1> `a` [l](http://e.vil) \u202egnp.exe\u200b\u200b ||s||" + "🚂" * 1_000


async def test_a_hostile_display_name_formats_mentions_and_links_nothing(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        running.person("Mallory", global_name=HOSTILE)
        running.person("Blank", global_name="\u200b\u2060")
        await running.started("Mallory", "Blank", computers=1)
        for _ in range(4):
            person, line = await first_offer(running)
            await person.slash(running.channel, "move", line=line)
        for post in running.posts():
            assert "\u202e" not in text_of(post) and "\u200b" not in text_of(post)
            text = post.content + "".join(embed.description or "" for embed in post.embeds)
            for raw in ("**@everyone**", "@everyone ", "<:x:1>", "](http", "||s||"):
                assert raw not in text.replace("\\", "\\\0"), text
            assert not post.mention_everyone
        sent = [r.json for r in running.env.http_requests if r.method == "POST" and r.json]
        assert all(not (body.get("allowed_mentions") or {}).get("parse") for body in sent)
        status = await running.person("Mallory").slash(running.channel, "game status")
        assert len(status.response.content) <= 2_000


# -- when Discord will not


async def test_a_bug_is_told_with_a_number_and_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        monkeypatch.setattr(type(GAME), "help", lambda *_: 1 // 0)
        said = await running.person("Ada").slash(running.channel, "rules")
        assert said.ephemeral and "give the number" in said.response.content
        number = said.response.content.split("`")[1]
        assert number in caplog.text and "ZeroDivisionError" in caplog.text


async def test_a_channel_that_cannot_be_told_loses_nothing(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        before = len(running.posts())
        running.env.inject_error("*", "/channels/*", status=403, code=50013, times=None)
        for _ in range(2):
            person, line = await first_offer(running)
            said = await person.slash(running.channel, "move", line=line)
            assert said.response.content.startswith("✓")
        assert "permission" in said.response.content
        running.env.backend.faults.clear()
        await running.env.advance_time(40)
        assert len(running.posts()) > before
        assert await running.bot.desk.sessions.pending() == ()


async def test_a_status_card_that_was_deleted_is_posted_anew(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        running.env.backend.delete_message(running.channel.id, table.notes["card"])
        person, line = await first_offer(running)
        await person.slash(running.channel, "move", line=line)
        card = (await running.table()).notes["card"]
        assert card != table.notes["card"] and any(post.id == card for post in running.posts())


async def test_a_post_made_just_before_a_crash_is_found_and_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, line = await first_offer(running)

        async def crash(*_: Any) -> None:
            raise OSError("the machine went away")

        monkeypatch.setattr(running.bot.desk.sessions, "announced", crash)
        await person.slash(running.channel, "move", line=line)
        posts = [post.id for post in running.posts()]
        await running.restart()
        await running.env.settle()
        assert await running.bot.desk.sessions.pending() == ()
        assert [post.id for post in running.posts()] == posts


# -- keeping


async def test_a_running_game_ends_only_when_the_host_is_sure(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        page = await running.person("Ada").slash(running.channel, "game end")
        assert (await running.table()).status == "playing"
        await running.person("Ada").click(page.response, label="End the game")
        assert (await running.table()).status == "ended"
        assert "ended" in running.posts()[0].content
        said = await running.person("Ben").click(running.posts()[1], label="Your move")
        assert said.ephemeral and "over" in said.response.content
        assert not (await running.person("Ben").slash(running.channel, "game new", title=TITLE)).ephemeral


async def test_a_running_game_gives_no_file_away(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        said = await running.person("Ada").slash(running.channel, "game export")
        assert said.ephemeral and not said.response.attachments


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (b"", "header"),
        (b"\xff\xfe\x00", "plain text"),
        (b"title: chess\nversion: 1\nseats: 2\nseed: 7\n", "chess"),
        (b"x" * 10_000_000, "too long"),
        (b"title: railroad-rivals\nversion: 99\nseats: 2\nseed: 7\n", "version 99"),
        (b"title: railroad-rivals\nversion: 1\nseats: 2\nseed: 7\n\np1 fly away\n", "Line 6"),
    ],
)
async def test_a_broken_or_hostile_file_is_refused_in_a_sentence(tmp_path: Path, file: bytes, sentence: str) -> None:
    async with world(tmp_path) as running:
        said = await running.person("Ada").slash(running.channel, "game import", file=("a.game", file))
        assert said.ephemeral and sentence in said.response.content, said.response.content
        assert running.posts() == [] and await running.bot.desk.sessions.at(running.channel.id) is None


# -- computers


async def test_one_person_plays_with_computers_and_is_asked_again_after_their_moves(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=2)
        for _ in range(8):
            person, line = await first_offer(running)
            assert person is running.person("Ada")
            await person.slash(running.channel, "move", line=line)
        assert await running.bot.desk.sessions.pending() == ()


async def test_the_bot_asks_for_no_intents(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        assert running.bot.intents == discord.Intents.none()
