"""Private pages, and text of other people in them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot import limits
from bot import page_reply as page_module
from bot.markdown import escape as escaped
from bot.markdown import escape_prose
from bot.names import split_into_messages
from bot.tables.table import Player
from bot.user_rate_limit import UserRateLimit
from bot.view import view_table
from engine.core import field_names, verb_of
from engine.core.notation import notation_word
from tests.bot.simulated_channel import GAME, TITLE, World, is_report, report_of, spelled, text_of, world


async def test_private_pages_are_seen_only_by_the_user(tmp_path: Path) -> None:
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


async def test_history_pages_through_phases_and_offers_no_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        for _ in range(6):
            person, line = await running.first_offer()
            await person.slash(running.channel, "move", line=line)
        page = (await running.person("Cleo").slash(running.channel, "history")).response
        last = page.content
        page = (await running.person("Cleo").click(page, label="First")).response
        assert "The game begins" in page.content
        assert not {"Your move", "Confirm"} & set(running.labels(page))
        page = (await running.person("Cleo").click(page, label="Next")).response
        page = (await running.person("Cleo").click(page, label="Last")).response
        assert page.content == last


async def test_closed_imported_game_with_free_seats_can_be_viewed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        sessions = running.bot.services.tables
        table = await running.started("Ada", "Ben", "Cleo")
        await running.move_on(8)
        await sessions.end_game(table.id, table.host)
        text, ada = await sessions.export_game(table.id), running.person("Ada")
        await sessions.import_game(text, running.channel.id, running.guild.id, Player("Ada", ada.id))
        await ada.slash(running.channel, "game end")
        assert (await running.table()).id != table.id
        page = (await ada.slash(running.channel, "history")).response
        assert "Ada" in page.content and "Player 3" in page.content


async def test_last_game_can_be_exported_while_a_lobby_is_open(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada = running.person("Ada")
        await running.lobby("Ada")
        said = await ada.slash(running.channel, "history", show="export")
        assert said.response.content == "This game hasn’t started yet."
        await ada.slash(running.channel, "game end")
        for _ in range(2):
            played = await running.started("Ada", "Ben")
            await running.bot.services.tables.end_game(played.id, played.host)
        await running.lobby("Ada")
        said = await ada.slash(running.channel, "history", show="export")
        assert [file.filename for file in said.response.attachments] == [f"{TITLE}-{played.id}.game"]
        await ada.slash(running.channel, "game end")
        await running.started("Ada", "Ben")
        said = await ada.slash(running.channel, "history", show="export")
        assert "when the game is over" in said.response.content


async def test_moves_are_autocompleted_from_the_offers(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, decision = await running.asked()
        found = await asked.autocomplete(running.channel, "move", "line", "")
        assert [choice["value"] for choice in found] == [spelled(a) for a in decision.offers][:25]
        other = running.person("Ben" if asked.name == "Ada" else "Ada")
        assert await other.autocomplete(running.channel, "move", "line", "") == []
        tiles = await asked.autocomplete(running.channel, f"{GAME.command} draft", "tile", "stock")
        assert tiles and all("stock" in choice["name"] for choice in tiles)


HOSTILE = "**@everyone** <@1> <:x:1> `a` [l](http://e.vil) \u202egnp.exe\u200b\u200b ||s||" + "🚂" * 1_000


async def test_display_name_cannot_format_mention_or_link(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        running.person("Mallory", global_name=HOSTILE)
        running.person("Blank", global_name="\u200b\u2060")
        await running.started("Mallory", "Blank", computers=1)
        for _ in range(4):
            person, line = await running.first_offer()
            await person.slash(running.channel, "move", line=line)
        for post in running.posts():
            assert "\u202e" not in text_of(post) and "\u200b" not in text_of(post)
            text = post.content + ("".join(report_of(post)) if is_report(post) else "")
            for raw in ("**@everyone**", "@everyone ", "<:x:1>", "](http", "||s||"):
                assert raw not in text.replace("\\", "\\\0"), text
            assert not post.mention_everyone
        sent = [r.json for r in running.env.http_requests if r.method == "POST" and r.json]
        assert all(not (body.get("allowed_mentions") or {}).get("parse") for body in sent)
        status = await running.person("Mallory").slash(running.channel, "game status")
        assert len(status.response.content) <= 2_000


async def test_option_is_autocompleted_from_the_other_options(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        while True:
            asked, decision = await running.asked()
            kinds = {type(action) for action in decision.offers if len(field_names(type(action))) > 1}
            if kinds and len(decision.offers) > 2:
                break
            await running.move_on(1)
        kind = kinds.pop()
        first, second = field_names(kind)[:2]
        command = f"{GAME.command} {verb_of(kind)}"
        for choice in await asked.autocomplete(running.channel, command, first, ""):
            found = await asked.autocomplete(running.channel, command, second, "", **{first: choice["value"]})
            fitting = [a for a in decision.offers if notation_word(getattr(a, first)) == choice["value"]]
            assert {c["value"] for c in found} == {notation_word(getattr(a, second)) for a in fitting}
        assert await asked.autocomplete(running.channel, command, second, "zzz") == []


ANSWER, CHANGE = 4, 7


async def test_text_is_sent_at_once_and_slow_picture_follows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def too_late(_: object) -> bool:
        return False

    monkeypatch.setattr(
        "bot.page_reply.wait_briefly", too_late
    )  # the simulated clock stands still while a picture is drawn
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        said = await running.person("Ada").slash(running.channel, "hand")
        assert said.ephemeral and said.response.attachments
        asked, _ = await running.asked()
        page = (await asked.click(running.latest("Your move"), label="Your move")).response
        await asked.click(page, label=running.labels(page)[0])
        shown = running.env.backend.get_message(page.channel_id, page.id)
        assert "Confirm" in running.labels(shown) and len(shown.attachments) == 1
        sent = [(r.json or {}).get("type") for r in running.env.http_requests if r.path.endswith("/callback")]
        assert sent[-3:] == [ANSWER, ANSWER, CHANGE]


async def answered_with(words: str, running: World, page: Any) -> Any:
    """Wait for those words in the message, however busy the machine is, and return it."""
    for _ in range(1_500):
        shown = running.env.backend.get_message(page.channel_id, page.id)
        if words in shown.content:
            return shown
        await asyncio.sleep(0.02)
    raise AssertionError(f"the message never says “{words}”")


async def test_superseded_picture_does_not_overwrite_later_reply(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        await running.move_on(6)
        ada, studio = running.person("Ada"), running.bot.services.render_pool
        page = (await ada.slash(running.channel, "history")).response
        last = page.content, [picture.size for picture in page.attachments]
        draw, answered = studio.draw, asyncio.Event()

        async def late(*given: Any, **how: Any) -> Any:
            await answered.wait()
            return await draw(*given, **how)

        async def then_answered(*given: Any, **how: Any) -> None:
            await answer(*given, **how)
            answered.set()

        async def too_late(_: object) -> bool:
            return False

        answer, in_time = page_module._change_message, page_module.wait_briefly
        monkeypatch.setattr(page_module, "wait_briefly", too_late)
        monkeypatch.setattr(studio, "draw", late)
        monkeypatch.setattr(running.env, "settle_timeout", 1.0)
        with pytest.raises(TimeoutError):
            await ada.click(page, label="First")
        first = await answered_with("The game begins", running, page)
        monkeypatch.setattr(running.env, "settle_timeout", 30.0)
        monkeypatch.setattr(studio, "draw", draw)
        monkeypatch.setattr(page_module, "wait_briefly", in_time)
        monkeypatch.setattr(page_module, "_change_message", then_answered)
        assert not first.attachments
        await ada.click(page, label="Last")
        shown = running.env.backend.get_message(page.channel_id, page.id)
        assert (shown.content, [picture["size"] for picture in shown.attachments]) == last


async def test_board_and_hand_are_described_without_pictures(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="none") as running:
        table = await running.started("Ada", "Ben")
        person, decision = await running.asked()
        seen = view_table(table, decision.seat)
        (hand,) = seen.painter.private_scenes(seen.view, seen.drawing_context)
        (board, *_) = seen.painter.public_scenes(seen.painter.public_pictures[0], seen.view, seen.drawing_context)
        for command, scene in (("hand", hand), ("board", board)):
            said = await person.slash(running.channel, command)
            assert said.ephemeral and escaped(scene.alt) in said.response.content


async def test_full_picture_description_is_shown_if_alt_text_is_too_long(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben")
        while not running.reports():
            await running.move_on(1)
        table = await running.table()
        ada, seen = running.person("Ada"), view_table(table, None)
        said = await ada.slash(running.channel, "describe", picture="board")
        (board, *_) = seen.painter.public_scenes(seen.painter.public_pictures[0], seen.view, seen.drawing_context)
        assert said.ephemeral and escaped(board.alt).startswith(said.response.content[:200])
        pictures = (await ada.click(running.reports()[-1], label="Pictures")).response
        again = await ada.click(pictures, label="Describe")
        assert again.ephemeral and again.response.content == said.response.content
        said = await ada.slash(running.channel, "describe", picture="moon")
        assert "There’s no picture “moon”." in said.response.content


async def test_refusal_links_to_the_rule(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        refused = await person.slash(running.channel, "rivals place", city="Boston", at="9,9", facing="n")
        assert refused.ephemeral and running.labels(refused.response) == ["Why?"]
        now = await person.slash(running.channel, "rules")
        shown = await person.click(refused.response, label="Why?")
        assert shown.ephemeral and now.response.content.startswith(shown.response.content)


@pytest.mark.parametrize("line", ["fly home", "place", "draft nowhere"])
async def test_every_refused_move_links_to_a_rule(tmp_path: Path, line: str) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        person, _ = await running.asked()
        refused = (await person.slash(running.channel, "move", line=line)).response
        shown = (await person.click(refused, label="Why?")).response
        assert shown.content.startswith("**")
        idle = next(other for other in running.people.values() if other is not person)
        refused = (await idle.slash(running.channel, "move", line=(await running.first_offer())[1])).response
        assert refused.content.startswith("It’s not your turn.") and "Why?" in running.labels(refused)


async def test_empty_picture_is_answered_with_a_sentence(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="all") as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        said = await ada.slash(running.channel, "describe", picture="last-change")
        assert said.response.content == "Right now there’s nothing to show in this picture."


def test_long_text_is_split_between_sentences() -> None:
    text = " ".join(f"Link {number} belongs to Ada." for number in range(200))
    pieces = split_into_messages(escape_prose(text))
    assert len(pieces) == 3 and all(len(piece) <= limits.CONTENT and piece.endswith(".") for piece in pieces)
    assert " ".join(pieces) == text


async def test_rate_limited_user_gets_text_without_picture(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        running.bot.services.render_pool.picture_limit = UserRateLimit(burst=1, per_second=0)
        for pictures in (1, 0):
            said = await running.person("Ada").slash(running.channel, "board")
            assert said.response.content and len(said.response.attachments) == pictures


async def test_own_note_is_shown_privately_above_next_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, _ = await running.asked()
        assert "📝" not in text_of((await asked.slash(running.channel, "hand")).response)
        form = await asked.slash(running.channel, "note")
        kept = await asked.submit_modal(form, {"note": "Coal goes to Omaha.\nThen the *Wabash*."})
        assert kept.response
        assert "Coal goes to Omaha." in text_of((await asked.slash(running.channel, "hand")).response)
        await running.restart()
        for person in map(running.person, ("Ada", "Ben", "Cleo")):
            menu = text_of((await person.click(running.latest("Your move"), label="Your move")).response)
            hand = text_of((await person.slash(running.channel, "hand")).response)
            recap = text_of((await person.slash(running.channel, "recap")).response)
            for text in (menu, hand, recap):
                assert ("Coal goes to Omaha." in text) == (person.name == asked.name), text
        form = await asked.slash(running.channel, "note")
        await asked.submit_modal(form, {"note": "  "})
        assert "Omaha" not in text_of((await asked.slash(running.channel, "hand")).response)
        assert "Omaha" not in "".join(post.content for post in running.posts())


async def test_long_note_leaves_room_for_question_and_recap(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        asked, decision = await running.asked()
        form = await asked.slash(running.channel, "note")
        await asked.submit_modal(form, {"note": "a\n\n" * 249 + "THE END"})
        menu = (await asked.click(running.latest("Your move"), label="Your move")).response.content
        recap = (await asked.slash(running.channel, "recap")).response.content
        hand = (await asked.slash(running.channel, "hand")).response.content
        assert decision.prompt in menu and decision.prompt in recap and "> a" in menu and "> a" in recap
        assert "THE END" in hand and "THE END" not in menu


async def test_user_without_seat_has_no_note(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        assert "don’t have a seat at this table" in text_of(
            (await running.person("Cleo").slash(running.channel, "note")).response
        )


async def test_user_who_left_can_read_and_clear_the_note(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        ada = running.person("Ada")
        await ada.submit_modal(await ada.slash(running.channel, "note"), {"note": "Coal goes to Omaha."})
        page = (await ada.slash(running.channel, "game seat", action="resign")).response
        await ada.click(page, label="Leave to a computer")
        form = await ada.slash(running.channel, "note")
        assert form.modal["components"][0]["component"]["value"] == "Coal goes to Omaha."
        assert "and only with `/note`" in text_of((await ada.submit_modal(form, {"note": "Tea."})).response)
        form = await ada.slash(running.channel, "note")
        assert "You have no note" in text_of((await ada.submit_modal(form, {"note": ""})).response)
        assert "don’t have a seat at this table" in text_of((await ada.slash(running.channel, "note")).response)
