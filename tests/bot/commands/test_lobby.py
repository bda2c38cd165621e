"""Opening, filling, starting and ending tables, as the people in the channel see it."""

from pathlib import Path
from random import Random

import discord
import pytest
from msgspec import structs

from engine import decisions, play, write_action
from engine.agents.policies import QUICK_POLICIES
from engine.core import read_options, write_options
from engine.core.game import option_values
from engine.core.transcript import write_transcript
from tests.bot.simulated_channel import GAME, TITLE, report_of, spelled, world

OTHER = read_options(
    GAME.options,
    {
        field.name: next(word for word in option_values(field) if word != write_options(GAME.options())[field.name])
        for field in structs.fields(GAME.options)
        if len(option_values(field)) > 1
    },
)
"""Every option that has several values, with a value other than the default."""


async def test_channel_with_a_table_gets_no_second_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        said = await running.person("Ben").slash(running.channel, "game new", game=TITLE)
        assert said.ephemeral and "already" in said.response.content
        assert len(running.posts()) == 1


async def test_thread_has_its_own_table(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        running.person("Ben")
        thread = await running.thread()
        inner = await running.lobby("Ben", "Ada", channel=thread)
        await running.person("Ben").slash(thread, "game start")
        asked, decision = await running.asked(thread)
        said = await asked.slash(thread, "move", line=spelled(next(iter(decision.offers))))
        assert said.response.content.startswith("✓")
        assert (await running.table()).id != inner.id and (await running.table()).status == "lobby"
        assert thread.history()[-1].content.startswith("<@")


async def test_only_host_or_moderators_can_manage_the_lobby(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        for command in ("game start", "game end"):
            said = await running.person("Ben").slash(running.channel, command)
            assert said.ephemeral and "host" in said.response.content
        for label in ("Host…",):
            said = await running.person("Ben").click(running.posts()[0], label=label)
            assert said.ephemeral and "host" in said.response.content
        role = running.guild.create_role("Wardens", permissions=discord.Permissions(manage_channels=True))
        warden = running.guild.add_member(running.env.create_user("Wanda"), roles=[role])
        await warden.slash(running.channel, "game start")
        assert (await running.table()).status == "playing"


async def test_lobby_card_is_updated_when_players_join_and_leave(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        card = running.posts()[0]
        await running.choose_as_host("Ada", card, "add", "greedy")
        assert "computer" in running.posts()[0].content
        page = (await running.choose_as_host("Ada", card, "remove", "=Mabel")).response
        assert "Mabel" not in page.content and "computer" not in running.posts()[0].content
        await running.person("Ben").click(card, label="Leave")
        assert "Ben" not in running.posts()[0].content and "Seats taken: 1" in running.posts()[0].content


async def test_lobby_card_describes_computer_players(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        card = running.posts()[0]
        page = (await running.choose_as_host("Ada", card, "add", "apprentice")).response
        assert "2. Pip · computer (Apprentice), tries things out" in running.posts()[0].content
        assert "2. Pip · computer (Apprentice), tries things out" in page.content


async def test_host_chooses_whether_computers_comment(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        card = running.posts()[0]
        menu = (await running.host_page("Ada", card)).response
        assert not any(one.endswith(":talk") for one in running.identities(menu))
        await running.choose_as_host("Ada", card, "add", "greedy")
        page = (await running.choose_as_host("Ada", card, "talk", "off")).response
        assert (await running.table()).terms.talk == "off" and "Mabel" in page.content


async def test_every_option_of_the_game_can_be_chosen(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada", "Ben")
        page = await running.host_page("Ada", running.posts()[0], "Options")
        others, usual = write_options(OTHER), write_options(GAME.options())
        others = {name: word for name, word in others.items() if word != usual[name]}
        while others:
            here = [i for i in running.identities(page.response) if i.startswith("o:")]
            for identity in here:
                name = identity.rsplit(":", 1)[1]
                page = await running.person("Ada").select(page.response, [others.pop(name)], custom_id=identity)
            if others:
                page = await running.person("Ada").click(page.response, label="Next page")
        assert (await running.table()).options == write_options(OTHER)
        assert running.posts()[0].content.count("**Yes**") == list(write_options(OTHER).values()).count("yes")


async def test_unknown_game_cannot_be_chosen(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        with pytest.raises(Exception, match="only allows"):
            await running.person("Ada").slash(running.channel, "game new", game="chess")


async def test_missing_permissions_prevent_a_table_and_are_named(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        mute = running.guild.create_text_channel(
            "mute", overwrites={running.guild.default_role: discord.PermissionOverwrite(attach_files=False)}
        )
        said = await running.person("Ada").slash(mute, "game new", game=TITLE)
        assert said.ephemeral and "Attach Files" in said.response.content


async def test_ending_a_solo_game_needs_confirmation(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", computers=1)
        page = await running.person("Ada").slash(running.channel, "game end")
        assert (await running.table()).status == "playing"
        await running.person("Ada").click(page.response, label="End the game")
        assert (await running.table()).status == "ended"
        assert "ended" in running.posts()[0].content
        said = await running.press_again(running.person("Ben"), running.posts()[1], f"m:{table.id}:{table.seq}:q0")
        assert said.ephemeral and "over" in said.response.content
        assert not (await running.person("Ben").slash(running.channel, "game new", game=TITLE)).ephemeral


async def test_running_game_cannot_be_exported(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben")
        said = await running.person("Ada").slash(running.channel, "history", show="export")
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
async def test_invalid_or_hostile_file_is_refused_with_a_sentence(tmp_path: Path, file: bytes, sentence: str) -> None:
    async with world(tmp_path) as running:
        said = await running.person("Ada").slash(running.channel, "game new", game="file", file=("a.game", file))
        assert said.ephemeral and sentence in said.response.content, said.response.content
        assert running.posts() == [] and await running.bot.services.tables.table_in_channel(running.channel.id) is None


async def test_player_among_computers_is_asked_again_after_their_moves(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", computers=2)
        for _ in range(8):
            person, line = await running.first_offer()
            assert person is running.person("Ada")
            await person.slash(running.channel, "move", line=line)
        assert await running.bot.services.tables.tables_to_publish() == ()


async def test_bot_requests_no_privileged_intents(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        assert running.bot.intents == discord.Intents(guilds=True)


def played(lines: int | None) -> bytes:
    """Return a ``.game`` file of two players, with ``lines`` moves or of a whole game."""
    rng, moves = Random(4), list[str]()
    state, _ = GAME.new_game(GAME.options(), 2, 4)
    while decisions(state) and (lines is None or len(moves) < lines):
        action = rng.choice(list(decisions(state)[0].offers))
        state, _ = play(state, action)
        moves.append(write_action(action))
    return write_transcript(GAME, GAME.options(), 2, 4, tuple(moves)).encode()


async def test_imported_finished_game_can_be_viewed_in_channel(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        file = played(None)
        said = await running.person("Ada").slash(running.channel, "game new", game="file", file=("a.game", file))
        assert said.ephemeral and "set up" in said.response.content
        assert "Final scores" in running.posts()[0].content and len(running.posts()) == 1
        page = await running.person("Ben").slash(running.channel, "history")
        assert "wins" in page.response.content


async def test_imported_unfinished_game_continues(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.person("Ben")
        file = played(9)
        await running.person("Ada").slash(running.channel, "game new", game="file", file=("a.game", file))
        await running.person("Ben").click(running.posts()[0], label="Join")
        assert "for 2 players" in running.posts()[0].content
        said = await running.person("Ada").slash(running.channel, "hand")
        assert "hasn’t started" in said.response.content
        await running.person("Ada").slash(running.channel, "game start")
        assert [report_of(post)[0] for post in running.reports()] == ["The game continues"]
        assert (await running.table()).seq >= 9
        await running.move_on(6)
        assert await running.bot.services.tables.tables_to_publish() == ()


async def test_lobby_adds_the_strongest_computer_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.lobby("Ada", computers=1)
        assert [player.policy for player in table.players] == [None, list(QUICK_POLICIES)[-1]]


async def test_lobby_adds_a_computer_player_of_the_chosen_level(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.lobby("Ada")
        for level in ("apprentice", "apprentice"):  # the same one twice
            await running.choose_as_host("Ada", running.latest("Host…"), "add", level)
        assert [player.policy for player in (await running.table()).players[1:]] == ["apprentice"] * 2
