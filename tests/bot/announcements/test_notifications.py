"""Notifications of questions in the channel, by direct message, in both, or nowhere, each once."""

from pathlib import Path
from typing import Any

import pytest

from bot.announcements.channel import ChannelMessages
from bot.users import UserPreferences
from engine import PhaseEnded
from tests.bot.installation import IN_SERVER
from tests.bot.scheduler.test_scheduler import DAY, clocked, said
from tests.bot.simulated_channel import Direct, World, spelled, world


async def choose(running: World, name: str, **chosen: Any) -> Direct:
    """Save the person's notification choices and return their direct messages."""
    await running.bot.services.user_settings.save(running.person(name).id, UserPreferences(**chosen))
    return Direct(running, name)


async def until_asked(running: World, name: str) -> None:
    """Play until the person is asked because of another player's move."""
    await running.move_on(1)
    while (await running.asked())[0].name != name:
        await running.move_on(1)


def texts(direct: Direct) -> list[str]:
    return [post.content for post in direct.posts()]


def pinged(running: World) -> list[int]:
    """Return the users mentioned by posts in the channel, in order."""
    path = f"/channels/{running.channel.id}/messages"
    bodies = [r.json or {} for r in running.env.http_requests if r.method == "POST" and r.path.endswith(path)]
    return [int(user) for body in bodies for user in (body.get("allowed_mentions") or {}).get("users") or ()]


async def test_direct_message_user_gets_one_per_question_and_no_mention(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ben = await choose(running, "Ben", notices="direct")
        await running.started("Ada", "Ben")
        if (await running.asked())[0].name != "Ben":
            await until_asked(running, "Ben")
        assert len(texts(ben)) == 1 and texts(ben)[0].startswith("Your turn: **Railroad Rivals** in <#")
        assert f"/{running.channel.id}/" in texts(ben)[0]
        assert running.person("Ben").id not in pinged(running)
        assert running.person("Ben").mention in said(running)
        await running.move_on(1)
        assert texts(ben)[0].startswith("✓ You moved")


async def test_direct_message_contains_the_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ben = await choose(running, "Ben", notices="direct")
        await running.started("Ada", "Ben")
        if (await running.asked())[0].name != "Ben":
            await until_asked(running, "Ben")
        _, decision = await running.asked()
        assert decision.prompt in texts(ben)[0]


async def test_direct_message_button_opens_question_and_move_is_posted(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        ben = await choose(running, "Ben", notices="both")
        await running.started("Ada", "Ben")
        if (await running.asked())[0].name != "Ben":
            await until_asked(running, "Ben")
        await running.restart()
        shown = await ben.person.click(ben.latest("Your move"), label="Your move")
        assert shown.ephemeral and running.labels(shown.response) + running.options(shown.response)
        assert running.person("Ben").id in pinged(running)


async def test_user_is_notified_once_per_question(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ben = await choose(running, "Ben", notices="direct")
        await running.started("Ada", "Ben")
        for _ in range(4):
            await running.move_on(1)
            await running.env.advance_time(30)
        opened = [text for text in texts(ben) if text.startswith("Your turn: ")]
        assert len(opened) == ((await running.asked())[0].name == "Ben")
        assert 1 <= len(texts(ben)) <= 4


async def test_notification_is_closed_when_the_question_is_undone(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await choose(running, "Ada", notices="direct"), await choose(running, "Ben", notices="direct")
        await running.started("Ada", "Ben")
        first, line = await running.first_offer()
        own, other = (ada, ben) if first.name == "Ada" else (ben, ada)
        await first.slash(running.channel, "move", line=line)
        assert texts(other)[-1].startswith("Your turn: ")
        await first.slash(running.channel, "undo")
        assert texts(other)[-1].startswith("↩ A move was undone")
        assert [text.startswith("✓ You moved") for text in texts(own)] == [True]
        await first.slash(running.channel, "move", line=line)
        assert texts(other)[-1].startswith("Your turn: ") and len(texts(other)) == 1


async def test_question_restored_by_redo_reuses_message_silently(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await choose(running, "Ada", notices="direct"), await choose(running, "Ben", notices="direct")
        await running.started("Ada", "Ben")
        first, line = await running.first_offer()
        other = ben if first.name == "Ada" else ada
        await first.slash(running.channel, "move", line=line)
        asked = texts(other)[0].splitlines()[0]
        for _ in range(2):
            await first.slash(running.channel, "undo")
            assert texts(other)[0].startswith("↩ A move was undone") and len(texts(other)) == 1
            await first.slash(running.channel, "undo", scope="redo")
            await running.env.advance_time(30)
            assert [text.splitlines()[0] for text in texts(other)] == [asked]
        pressed = await other.person.click(other.latest("Your move"), label="Your move")
        assert pressed.ephemeral and "undone" not in pressed.response.content
        await first.slash(running.channel, "undo")
        _, decision = await running.asked()
        await first.slash(running.channel, "move", line=spelled(list(decision.offers)[1]))
        assert len(texts(other)) == 2, "another move asks anew"
        assert texts(other)[0].startswith("↩") and texts(other)[1].startswith("Your turn: ")


async def test_restored_question_stays_one_message_if_edit_fails(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ada, ben = await choose(running, "Ada", notices="direct"), await choose(running, "Ben", notices="direct")
        await running.started("Ada", "Ben")
        first, line = await running.first_offer()
        other = ben if first.name == "Ada" else ada
        await first.slash(running.channel, "move", line=line)
        await first.slash(running.channel, "undo")
        assert texts(other)[0].startswith("↩ A move was undone")
        path = f"/channels/{other.channel.id}/messages/{other.posts()[0].id}"
        running.env.inject_error("PATCH", path, status=500, times=2)
        await first.slash(running.channel, "undo", scope="redo")
        await running.env.advance_time(600)
        assert [text.split(":")[0] for text in texts(other)] == ["Your turn"]


async def test_restored_question_does_not_reveal_secret_moves(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        direct = {name: await choose(running, name, notices="direct") for name in ("Ada", "Ben", "Cleo")}
        table = await running.started(*direct, title="railroads-of-catan")
        sessions = running.bot.services.tables
        mover, line = await running.first_offer()
        await mover.slash(running.channel, "move", line=line)
        other, _ = await running.asked()
        await mover.slash(running.channel, "undo")
        third = next(running.person(name) for name in direct if name not in (mover.name, other.name))
        table = await running.table()
        seat = sessions.seat_of(table, third.id)
        assert seat is not None
        secret = sessions.premove_question(table, seat)
        assert secret is not None
        await third.slash(running.channel, "move", line=spelled(next(iter(secret.offers))))
        await mover.slash(running.channel, "undo", scope="redo")
        assert [text.split(":")[0] for text in texts(direct[other.name])] == ["Your turn"]


async def test_closed_direct_messages_switch_to_channel_mentions(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await choose(running, "Ben", notices="direct")
        await choose(running, "Ada", notices="direct")
        path = f"/channels/{running.person('Ben').user.dm_channel.id}/messages"
        running.env.inject_error("POST", path, status=403, code=50007, times=None)
        await running.started("Ada", "Ben")
        if (await running.asked())[0].name != "Ben":
            await until_asked(running, "Ben")
        ben = running.person("Ben")
        assert running.bot.services.user_settings.preferences_of(ben.id).closed
        assert f"{ben.mention}, I can’t send you direct messages" in said(running) and pinged(running) == [ben.id]
        await until_asked(running, "Ben")
        assert pinged(running).count(ben.id) == 2 and said(running).count("I can’t send you") == 0
        assert "✓ Ben moved: **Railroad Rivals**.\n" in said(running)  # where one reads it, it is said already


async def test_failed_direct_message_is_sent_later_once(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ben = await choose(running, "Ben", notices="direct")
        running.env.inject_error("POST", "/users/@me/channels", status=500, times=2)
        await running.started("Ada", "Ben")
        if (await running.asked())[0].name != "Ben":
            await until_asked(running, "Ben")
        await running.env.advance_time(200)
        assert len(texts(ben)) == 1


async def test_direct_message_sent_before_a_crash_is_found_and_not_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        dms = [await choose(running, name, notices="direct") for name in ("Ada", "Ben")]

        async def crash(*_: Any) -> None:
            raise OSError("the machine went away")

        monkeypatch.setattr(running.bot.services.scheduler.notifications, "_save", crash)
        await running.started("Ada", "Ben")
        assert sum(len(texts(dm)) for dm in dms) == 1
        await running.restart()
        await running.env.advance_time(400)
        assert sum(len(texts(dm)) for dm in dms) == 1
        assert [row.state for row in await running.bot.services.scheduler.notifications.open_notifications(1)] == [
            "sent"
        ]


async def test_claimed_unsent_direct_message_is_sent_after_restart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with world(tmp_path) as running:
        dms = [await choose(running, name, notices="direct") for name in ("Ada", "Ben")]
        post = ChannelMessages.post

        async def crash(mailbox: ChannelMessages, content: str, **more: Any) -> int:
            if content.startswith("Your turn: "):
                raise OSError("the machine went away")
            return await post(mailbox, content, **more)

        monkeypatch.setattr(ChannelMessages, "post", crash)
        await running.started("Ada", "Ben")
        assert sum(len(texts(dm)) for dm in dms) == 0
        monkeypatch.undo()
        await running.restart()
        await running.env.advance_time(1)
        assert sum(len(texts(dm)) for dm in dms) == 1


async def test_user_without_notifications_gets_none(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        ben = await choose(running, "Ben", notices="none")
        ada = Direct(running, "Ada")
        await clocked(running)
        await running.move_on(3)
        await running.env.advance_time(DAY)
        assert running.person("Ben").id not in pinged(running) and texts(ben) == texts(ada) == []


async def test_next_player_is_notified_once_from_public_information(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        dms = {name: await choose(running, name, notices="direct", following=True) for name in ("Ada", "Ben")}
        await running.started("Ada", "Ben")
        asked = (await running.asked())[0].name
        other = dms["Ben" if asked == "Ada" else "Ada"]
        await running.env.advance_time(60)
        assert [text.startswith("You’re probably next") for text in texts(other)] == [True]
        while (await running.asked())[0].name == asked:
            await running.move_on(1)
        assert [text.startswith("Your turn: ") for text in texts(other)] == [True]


async def test_only_opted_in_users_are_notified_as_next(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        wanted = {"Ada": False, "Ben": True, "Cleo": False}
        dms = {name: await choose(running, name, notices="direct", following=yes) for name, yes in wanted.items()}
        await running.started(*wanted)
        told = dict.fromkeys(wanted, False)
        for _ in range(6):
            await running.env.advance_time(60)
            for name, direct in dms.items():
                told[name] |= any("probably next" in text for text in texts(direct))
            await running.move_on(1)
        assert told == wanted


async def test_test_notification_reports_whether_it_arrived(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        ada = await choose(running, "Ada", notices="direct", closed=True)
        assert "arrived as a direct message" in await _tested(running, "Ada")
        assert "what my notices look like" in texts(ada)[0]
        assert not running.bot.services.user_settings.preferences_of(running.person("Ada").id).closed
        running.env.inject_error("POST", f"/channels/{ada.channel.id}/messages", status=403, code=50007, times=None)
        assert "blocked my direct message" in await _tested(running, "Ada")
        assert running.bot.services.user_settings.preferences_of(running.person("Ada").id).closed


async def test_table_without_notification_choices_needs_no_extra_requests(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        for _ in range(6):
            person, line = await running.first_offer()
            before = len(_requests(running))
            await person.slash(running.channel, "move", line=line)
            history = await running.bot.services.tables.history(1)
            ended = any(isinstance(event, PhaseEnded) for event in history[-1].events)
            assert len(_requests(running)) - before <= (5 if ended else 3)


def _requests(running: World) -> list[Any]:
    return [r for r in running.env.http_requests if r.path.startswith(("/channels/", "/users/"))]


class _Asker:
    """The interaction of a person who tests notifications."""

    def __init__(self, running: World, name: str) -> None:
        self.user, self.id = running.person(name), 1
        self.channel_id, self.guild_id = running.channel.id, running.guild.id
        self.is_user_integration, self.is_guild_integration = IN_SERVER.values()


async def _tested(running: World, name: str) -> str:
    asker: Any = _Asker(running, name)
    return await running.bot.services.scheduler.notifications.send_test(asker)


async def test_timed_out_player_gets_one_direct_message(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        direct = {name: await choose(running, name, notices="direct") for name in ("Ada", "Ben")}
        lobby = await running.lobby("Ada", "Ben")
        for term, word in (("clock", "daily"), ("late", "computer")):
            await running.bot.services.tables.set_term(lobby.id, term, word)
        await running.person("Ada").slash(running.channel, "game start")
        asked, _ = await running.asked()
        await running.env.advance_time(3 * 86_400)
        await running.told()
        said = [text for text in texts(direct[asked.name]) if "time ran out" in text]
        assert len(said) == 1 and "a move was made for you" in said[0]


async def test_message_is_edited_only_if_its_times_changed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await choose(running, "Ada", notices="direct")
        await choose(running, "Ben", notices="direct")
        table = await clocked(running, "Ada", "Ben")
        notices = running.bot.services.scheduler.notifications

        async def edited() -> int:
            before = len(running.env.http_requests)
            with running.env._bot_scope():
                assert await notices.reconcile(await running.table())
            return sum(request.method == "PATCH" for request in running.env.http_requests[before:])

        assert await edited() == 0
        notices.mark_times_outdated(table.id)
        assert await edited() == 1
