"""Former holders of seats: a move has the name of who made it, and the present has the current names."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.history.film import _add_former_names, film_keyframes
from bot.history.recap import highlight_lines, recap_events
from bot.persons.privacy import FORMER_PLAYER_NAME, export_data, forget_user
from bot.persons.ratings import RatingService
from bot.play import seats
from bot.play.seat_holders import EVERYBODY
from bot.play.service import Table, TableService
from bot.tables.phases import add_mover, drop_undone
from bot.tables.table import LogEntry, Player, players_at
from bot.view import TableView, view_table
from engine import GAMES, Event
from engine.store import Store
from render.scene import Text
from tests.bot.seated_players import ADA, BEN, CAT, DAN, asked, begun, move_on
from tests.bot.simulated_channel import World, text_of, world


def names(table: Table, seq: int) -> list[str]:
    return [player.name for player in players_at(table, seq)]


async def handed_on(sessions: TableService) -> Table:
    """Ben leaves before the third move, a computer moves for him, then Dan takes the seat."""
    table = await begun(sessions, ADA, BEN, CAT)
    for _ in range(2):
        await sessions.play_move(table.id, *asked(sessions, await sessions.get(table.id)))
    await seats.resign(sessions, table.id, BEN.user or 0, leave_open=False)
    for _ in range(4):
        if await sessions.play_automatic_move(table.id) is None:
            await sessions.play_move(table.id, *asked(sessions, await sessions.get(table.id)))
    async with sessions.lock_table(table.id) as held:
        await seats.replace_player(sessions, held, 2, EVERYBODY)
    return await seats.take_seat(sessions, table.id, 2, DAN)


async def test_move_names_the_player_who_made_it_also_after_a_restart(store: Store, sessions: TableService) -> None:
    table = await handed_on(sessions)
    for known in (table, await TableService(store).get(table.id)):
        assert names(known, 2) == ["Ada", "Ben", "Cat"]
        assert names(known, 3) == names(known, table.seq) == ["Ada", "Ben (computer)", "Cat"]
        assert names(known, table.seq + 1) == ["Ada", "Dan", "Cat"]


async def test_player_who_returns_before_any_move_counts_as_never_away(
    sessions: TableService,
) -> None:
    table = await begun(sessions, ADA, BEN)
    await sessions.play_move(table.id, *asked(sessions, table))
    await seats.resign(sessions, table.id, BEN.user or 0, leave_open=True)
    table = await seats.return_to_seat(sessions, table.id, BEN)
    assert [names(table, seq) for seq in (0, 1, 2)] == [["Ada", "Ben"]] * 3


async def test_deleted_user_is_called_a_former_player_in_past_moves_and_computers_stay_computers(
    store: Store, sessions: TableService
) -> None:
    table = await handed_on(sessions)
    kept = json.loads(await export_data(sessions, BEN.user or 0))["names on seats left"]
    assert [row["name"] for row in kept] == ["Ben", "Ben (computer)"]
    await forget_user(sessions, RatingService(sessions), BEN.user or 0)
    for known in (await sessions.get(table.id), await TableService(store).get(table.id)):
        assert names(known, 2)[1] == FORMER_PLAYER_NAME and names(known, 3)[1] == f"{FORMER_PLAYER_NAME} (computer)"
        assert names(known, table.seq + 1)[1] == "Dan"


async def exported_moves(sessions: TableService, player: Player) -> list[int]:
    """Return the numbers of the moves in a person's export."""
    data = json.loads(await export_data(sessions, player.user or 0))
    return [move["number"] for row in (*data["seats"], *data["names on seats left"]) for move in row["moves"]]


async def test_moves_before_a_seat_change_are_exported_only_for_the_former_player(
    sessions: TableService,
) -> None:
    table = await move_on(sessions, await handed_on(sessions), 6)
    made = [move for move in await sessions.history(table.id) if move.seat == 2 and move.by == "player"]
    until = next(past.until for past in table.holders if past.seat == 2)
    before, since = ([m.seq for m in made if (m.seq <= until) == early] for early in (True, False))
    assert before and await exported_moves(sessions, BEN) == before
    assert since and await exported_moves(sessions, DAN) == since


async def test_export_of_a_returned_player_has_each_move_once(sessions: TableService) -> None:
    table = await move_on(sessions, await begun(sessions, ADA, BEN), 3)
    await seats.resign(sessions, table.id, BEN.user or 0, leave_open=False)
    while await sessions.play_automatic_move(table.id):
        pass
    assert sorted(await exported_moves(sessions, BEN)) == await by_ben(sessions, table.id)
    await seats.return_to_seat(sessions, table.id, BEN)
    await move_on(sessions, await sessions.get(table.id), 3)
    assert sorted(await exported_moves(sessions, BEN)) == await by_ben(sessions, table.id)


async def by_ben(sessions: TableService, table: int) -> list[int]:
    return [move.seq for move in await sessions.history(table) if move.seat == 2 and move.by == "player"]


@pytest.mark.parametrize("called", ["Ada (computer)", "Ada (away)", "Ada (away) (computer) (away)"])
async def test_person_named_like_a_computer_is_not_taken_for_one(tmp_path: Path, called: str) -> None:
    async with world(tmp_path) as running:
        table = await running.started(called, "Ben", "Cleo")
        sessions, ada = running.bot.services.tables, running.person(called).id
        await running.move_on(3)
        await seats.resign(sessions, table.id, ada, leave_open=False)
        running.bot.services.outbox.wake(table.id)
        await running.told()
        await forget_user(sessions, RatingService(sessions), ada)
        assert names(await running.table(), 3)[0] == FORMER_PLAYER_NAME
        assert [player.name for player in table.players] == ["Ada", "Ben", "Cleo"]


async def taken_over(running: World, moves: int = 3) -> Table:
    """Start a game in which Ben makes the first of ``moves`` moves, and Dov then takes his seat."""
    await running.started("Ada", "Ben")
    await running.move_on(moves)
    table, sessions = await running.table(), running.bot.services.tables
    await seats.resign(sessions, table.id, running.person("Ben").id, leave_open=True)
    running.bot.services.outbox.wake(table.id)
    await running.told()
    post = next(post for post in running.posts() if "A seat is open" in post.content)
    await running.person("Dov").click(post, label="Take seat")
    await running.told()
    return await running.table()


async def test_card_and_recap_name_the_player_who_made_a_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running, 2)
        moves, _ = drop_undone(await running.bot.services.tables.history(table.id))
        mine = [move for move in moves if move.seat == 2]
        told = highlight_lines(view_table(table, None), recap_events(mine))
        assert [player.name for player in table.players] == ["Ada", "Dov"]
        assert told and all("Ben" in line for line in told)
        assert any(f"- {line}" in running.posts()[0].content for line in told)


async def test_substitute_reads_nothing_about_the_former_players_last_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running)
        said = text_of((await running.person("Dov").slash(running.channel, "recap")).response)
        assert "your last move" not in said and "In this phase: " in said
        while (await running.asked())[0] is not running.person("Dov"):
            await running.move_on(1)
        await running.move_on(1)
        said = text_of((await running.person("Dov").slash(running.channel, "recap")).response)
        assert "your last move" in said and (await running.table()).players[1].came == table.seq


async def test_history_and_report_name_the_players_of_each_time_and_standings_the_current_ones(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running)
        await running.move_on(8)
        page = await running.person("Ada").slash(running.channel, "history")
        page = await running.person("Ada").click(page.response, label="First")
        lines = text_of(page.response).splitlines()
        assert f"with {running.person('Ada').mention} and Ben." in page.response.content
        while "Next" in running.labels(page.response):
            page = await running.person("Ada").click(page.response, label="Next")
            lines += text_of(page.response).splitlines()
        lines = [line for line in lines if line.startswith(("Ben ", "Dov "))]
        assert any("Ben" in line for line in lines) and any("Dov" in line for line in lines)
        first = next(number for number, line in enumerate(lines) if "Dov" in line)
        assert not any("Ben" in line for line in lines[first:])
        await running.bot.services.tables.end_game(table.id, running.person("Ada").id)
        said = await running.person("Ada").slash(running.channel, "history", show="report")
        text = (await said.response.attachments[0].read()).decode()
        standings, _, phases = text.partition("\n## ")
        assert all(f"- {line}" in phases for line in lines)
        assert "| Dov |" in standings and "| Ben |" not in standings
        assert "Seat 2: Ben up to “Turn 1 of 15 · Draft Tiles”, then Dov." in standings


async def test_film_has_the_names_of_its_time_and_at_the_end_the_current_ones(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await taken_over(running)
        await running.move_on(8)
        table = await running.table()
        moves, _ = drop_undone(await running.bot.services.tables.history(table.id))
        cuts = _add_former_names(table, film_keyframes(moves, over=False))
        assert cuts[0].names == ("Ada", "Ben") and cuts[-1].names in ((), ("Ada", "Dov"))


async def test_undo_proposal_names_the_players_who_made_the_moves(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running, 1)
        await running.move_on(1)
        history = await running.bot.services.tables.history(table.id)
        mine = next(move for move in history if move.seat == 1 and move.by == "player")
        theirs = next(move for move in history if move.seat == 2 and move.by == "player")
        assert theirs.seq < mine.seq
        page = await running.person("Ada").slash(running.channel, "undo", to=f"#{theirs.seq}")
        assert "“Ben " in page.response.content and "Dov agrees" in page.response.content
        told = await running.person("Ada").click(page.response, label="Ask the table")
        await running.told()
        for said in (told.response.content, running.latest("Agree").content):
            assert "before “Ben " in said and "“Dov" not in said
        stored = await running.bot.services.proposals.load_proposal(1)
        assert f"“player 2 at move {theirs.seq} " in stored.words and "Ben" not in stored.words


async def test_carried_replacement_proposal_keeps_the_name_of_the_replaced_player(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.person("Ben").slash(running.channel, "game seat", action="replace", player="Ada", by=0)
        await running.told()
        post = running.latest("Agree")
        await running.person("Cleo").click(post, label="Agree")
        await running.told()
        said = next(m for m in running.posts() if m.id == post.id).content
        assert (await running.table()).players[0].name == "Ada (computer)"
        assert said.splitlines() == [
            "**Ben** proposes to give Ada’s seat to a computer.",
            "✓ A computer now plays Ada’s seat.",
        ]


async def test_replacement_proposal_names_a_player_who_has_just_sat_down(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await taken_over(running)
        await running.person("Ada").slash(running.channel, "game seat", action="replace", player="Dov", by=0)
        await running.told()
        assert "to give Dov’s seat to a computer" in running.latest("Agree").content


async def test_board_names_the_last_mover_and_the_current_players_beside_statistics(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await taken_over(running, 1)
        history = await running.bot.services.tables.history(table.id)
        assert history[-1].seat == 2 and table.players[1].name == "Dov"
        seen = view_table(table, None, await running.bot.services.outbox.open_phase_events(table))
        assert seen.drawing_context.names == ("Ada", "Dov")
        scene = seen.painter.public_scenes(seen.painter.public_pictures[0], seen.view, seen.drawing_context)[0]
        assert "Last move: Ben " in scene.alt and "Dov" in scene.alt


@pytest.mark.parametrize("title", GAMES)
async def test_pictures_of_every_game_name_the_player_who_made_the_last_move(
    title: str, sessions: TableService
) -> None:
    table = await sessions.open_lobby(1, None, title, ADA)
    await sessions.join_lobby(table.id, BEN)
    if GAMES[title].seats[0] > 2:
        await sessions.join_lobby(table.id, CAT)
    table = await sessions.start_game(table.id, ADA.user or 0)
    for _ in range(60):
        before = await sessions.history(table.id)
        seen = view_table(table, None, with_marks(before))
        user = BEN.user
        if before and before[-1].seat == 2 and before[-1].by == "player" and pictured(seen, "Ben"):
            break
        table = await move_on(sessions, table, 1)
    before = await sessions.history(table.id)
    await seats.resign(sessions, table.id, user or 0, leave_open=True)
    table = await seats.take_seat(sessions, table.id, 2, DAN)
    seen = view_table(table, None, with_marks(before))
    assert pictured(seen, "Ben") and not pictured(seen, "Dan")


def with_marks(history: Sequence[LogEntry]) -> tuple[Event, ...]:
    return tuple(event for move in history[-1:] for event in add_mover(move, move.events))


def pictured(seen: TableView, name: str) -> bool:
    """Whether the second line of the first picture, about the last move, begins with the name."""
    (scene, *_) = seen.painter.public_scenes(seen.painter.public_pictures[0], seen.view, seen.drawing_context)
    return any(
        isinstance(shape, Text) and shape.words.startswith(f"{name} ") for shape in scene.shapes_of_layer("header")
    )
