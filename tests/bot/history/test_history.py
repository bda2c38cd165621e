"""The recap, the film, the final report, and pictures in one person's preferred style."""

from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.announcements.post_text import NEXT_PHASE_LINE, question_answered_text
from bot.commands.history_pages import _news_lines, _phase_buttons
from bot.history.film import _load_keyframes, film_keyframes
from bot.history.recap import (
    automatic_moves,
    automatic_moves_text,
    count_lines_left_out,
    figure_changes_text,
    highlight_lines,
    moves_since_own,
    news_summary,
    recap_events,
)
from bot.history.replay import load_game_replay
from bot.play import seats
from bot.play.service import Player
from bot.tables.phases import REMARKS, OpenPhase, drop_undone, split_into_phases
from bot.tables.table import LogEntry
from bot.users import UserPreferences
from bot.view import view_table
from engine import Seat, redact
from engine.core.transcript import parse_transcript
from engine.games.railroads_of_catan.state.events import BidsShown
from tests.bot.simulated_channel import World, report_of, text_of, world

GOLDEN = Path(__file__).parents[2] / "games" / "railroader" / "nobody-can-go-on.game"
"""A transcript of two players in 50 moves, from a release with only one deck."""


async def played(running: World, *names: str, lines: int | None = None) -> Any:
    """Return a table of two after ``lines`` moves, by default finished, with everything posted."""
    file = parse_transcript(GOLDEN.read_text())
    running.deal(file.seed)
    table = await running.started(*names or ("Ada", "Ben"), title=file.title, deck="first", **file.options)
    for _, line in file.lines[:lines]:
        user = table.players[int(line[1]) - 1].user
        await running.bot.services.tables.play_move(table.id, user, line)
    running.bot.services.outbox.wake(table.id)
    await running.told()
    return await running.table()


async def filmed(running: World) -> Any:
    """Return the table once its film has been posted."""
    while (await running.table()).notes.get("film", 0) == 0:
        await running.env.settle()
    return await running.table()


async def standing(running: World, table: Any) -> Any:
    return drop_undone(await running.bot.services.tables.history(table.id))[0]


# -- recap


async def test_recap_shows_moves_of_others_since_the_readers_last_move_and_their_changes(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        table = await played(running, lines=12)
        moves = await standing(running, table)
        last, since = moves_since_own(moves, Seat(2))
        assert last is not None and last.line == "p2 discard worker prairie"
        assert [move.line for move in since if move.seat == 1] == [move.line for move in since]
        said = await running.person("Ben").slash(running.channel, "recap")
        assert said.ephemeral and len(said.response.attachments) == 1
        assert f"Since your last move, <t:{int(last.at)}:R>: 3 moves" in said.response.content
        told = [line for line in said.response.content.splitlines() if line.startswith("- ")]
        assert len(told) == 3 and all("Ada" in line for line in told)
        news, seen = recap_events(since), view_table(table, Seat(2))
        assert f"-# 3 of {len(seen.narration(news))} lines about these 3 moves." in said.response.content
        page = (await running.person("Ben").click(said.response, label="Everything, by player")).response
        assert "**Ada**\n- " in page.content and "page 1 of" in page.content
        assert "Back" in running.labels(page)
        mine = await running.person("Ada").slash(running.channel, "recap")
        assert "Nothing has happened since your last move" in mine.response.content


def test_recap_includes_own_moves_made_by_order_or_timeout() -> None:
    made = ((1, "player"), (2, "player"), (1, "order"), (1, "clock"), (1, "forced"))
    moves = [LogEntry(seq, Seat(seat), "", by, 0.0, ()) for seq, (seat, by) in enumerate(made, 1)]
    last, since = moves_since_own(moves, Seat(1))
    assert last is moves[0] and list(since) == moves[1:]


async def test_recap_button_works_for_spectators_and_after_the_game(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        table = await played(running, lines=4)
        pressed = await running.person("Cleo").click(running.latest("Recap"), label="Recap")
        assert pressed.ephemeral and "In this phase: 1 move" in pressed.response.content
        assert "Yours" not in pressed.response.content
        for _, line in parse_transcript(GOLDEN.read_text()).lines[4:]:
            await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
        said = await running.person("Ada").slash(running.channel, "recap")
        assert "The game is over: " in said.response.content


async def test_recap_prefers_events_about_the_reader_then_different_players_and_kinds(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        moves = await standing(running, table)
        events = [event for move in moves for event in move.events]
        seen = view_table(table, Seat(1))
        told = highlight_lines(seen, events)
        assert len(told) == 3 and all("Ben" in line for line in told)
        assert list(told) == [line for line in seen.narration(events) if line in told], (
            "in the order in which it happened"
        )
        assert len({line.split()[1] for line in told}) == 3
        assert highlight_lines(seen, ()) == ()
        late = replace(moves[1], by="clock")
        assert highlight_lines(seen, recap_events([late]))[0].endswith(REMARKS["clock"].words)
        assert news_summary(moves).startswith(f"{len(moves) - 1} moves. These phases ended: Turn ×")


async def test_recap_starts_with_moves_made_for_the_reader(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        moves = (await standing(running, table))[1:]
        seen, first = view_table(table, Seat(1)), next(move for move in moves if move.seat == 1)
        since = [replace(first, by="clock"), *(move for move in moves if move.seat == 2)]
        done = automatic_moves(since, Seat(1))
        assert done == (since[0],) and not automatic_moves(since, Seat(1), joined_at=first.seq)
        told = _news_lines(seen, since, done)
        assert told[0] == "Made for you: 1 move because time ran out."
        assert next(line for line in told if line.startswith("- ")).endswith("(Time ran out.)")
        assert not any("(Time ran out.)" in line for line in _news_lines(seen, since, ())), (
            "it is not what touches the reader"
        )


def test_moves_made_for_the_reader_are_counted_by_cause() -> None:
    made = [
        LogEntry(seq, Seat(1), "", by, 0.0, ()) for seq, by in enumerate(("order", "computer", "order", "clock"), 1)
    ]
    words = "1 move because time ran out, 2 moves by standing order, and 1 move by a computer"
    assert automatic_moves_text(automatic_moves(made, Seat(1))) == words


async def test_recap_shows_a_fourth_line_instead_of_counting_one_omitted_line(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        seen, moves = view_table(table, Seat(2)), await standing(running, table)
        events = [event for move in moves[1:9] for event in move.events if seen.narration([event])]
        assert len(highlight_lines(seen, events[:4])) == 4 and count_lines_left_out(seen, events[:4]) == 0
        assert len(highlight_lines(seen, events[:5])) == 3 and count_lines_left_out(seen, events[:5]) == 2


async def test_recap_says_that_answers_are_sealed(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        seen = view_table(await running.started("Ada", "Ben"), None)
        assert _news_lines(seen, [LogEntry(1, Seat(2), "", "player", 0.0, ())], ()) == [
            "Ben has answered in secret. The answer will be shown when everyone has answered."
        ]
        both = [LogEntry(seq, Seat(seq), "", "player", 0.0, ()) for seq in (1, 2)]
        [line] = _news_lines(seen, both, ())
        assert line.startswith("Ada and Ben have answered in secret. Their answers will be shown")
        [line] = _news_lines(seen, both, (), {Seat(1), Seat(2)})
        assert line == "The answers so far are secret. They will be shown when everyone has answered."
        assert not _news_lines(seen, [], ())


async def test_event_of_all_players_is_not_attributed_to_a_timeout_of_one(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben", "Cleo", title="railroads-of-catan")
        bids = {Seat(1): 500, Seat(2): 0, Seat(3): 300}
        shown = BidsShown(bids, bids, (Seat(1), Seat(3), Seat(2)), rolled=False)
        ordered = LogEntry(1, Seat(1), "", "clock", 0.0, (shown,))
        [line] = highlight_lines(view_table(table, None), recap_events([ordered]))
        assert line.startswith("Turn order by bids") and "Time ran out" not in line


def test_empty_recap_says_so() -> None:
    assert news_summary(()) == "no one has moved yet"


def test_recap_changes_list_only_changed_numbers() -> None:
    assert figure_changes_text({"gold": 12, "track": 3}, {"gold": 1500, "track": 3}) == "gold 12 → 1,500"
    assert figure_changes_text({"gold": 1}, {"gold": 1}) == ""


# -- history


async def test_page_of_a_too_long_phase_keeps_the_end(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        done, _ = split_into_phases(OpenPhase(), await standing(running, table), over=True)
        told = view_table(table, None).narration(done[-1].events_to_report)
        page = (await running.person("Ada").slash(running.channel, "history")).response.content
        assert "earlier line" in page and page.endswith(told[-1])


async def test_events_after_a_phase_end_are_in_its_post_and_in_the_next_phase_of_the_history(
    tmp_path: Path,
) -> None:
    async with world(tmp_path) as running:
        table = await running.started("Ada", "Ben")
        told = view_table(table, None).narration
        while not (found := [done for done in await phases(running, table) if told(done.following_events)]):
            await running.move_on(1)
        await running.move_on(8)
        line, title = told(found[0].following_events)[0], " · ".join(found[0].headings)
        post = next(post for post in running.reports() if f"{NEXT_PHASE_LINE}\n{line}" in text_of(post))
        assert title in report_of(post)[0]
        pages = await paged(running)
        index = next(i for i, page in enumerate(pages) if title in page.partition("\n")[0])
        assert line not in pages[index] and NEXT_PHASE_LINE not in pages[index]
        assert line in pages[index + 1].splitlines()


async def test_the_first_page_of_the_history_is_the_first_phase(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await played(running, lines=20)
        assert [page.split()[0] for page in await paged(running)][:2] == ["**1", "**2"]


async def test_answered_question_shows_the_first_event_of_the_move(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running, lines=6)
        seen, (_, first, *_, last) = view_table(table, None), await standing(running, table)
        assert (
            question_answered_text(table, seen, [last])
            != question_answered_text(table, seen, [first])
            == question_answered_text(table, seen, [first, last])
        )


async def test_phase_is_reported_whole_although_its_card_was_posted_again_after_a_restart(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running, lines=42)
        await running.restart()
        running.bot.services.outbox.republish(table.id)
        await running.told()
        for _, line in parse_transcript(GOLDEN.read_text()).lines[42:44]:
            await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
        running.bot.services.outbox.wake(table.id)
        await running.told()
        chapter = (await phases(running, await running.table()))[-1]
        told = view_table(table, None).narration(chapter.events_to_report)
        post = text_of(running.reports()[-1])
        assert len(told) > 2 and all(line in post for line in told)


async def phases(running: World, table: Any) -> Any:
    return split_into_phases(OpenPhase(), await standing(running, table), over=False)[0]


async def paged(running: World) -> list[str]:
    """Return the text of every page of the history."""
    ada = running.person("Ada")
    page = (await ada.slash(running.channel, "history")).response
    page = (await ada.click(page, label="First")).response
    pages = [page.content]
    while "Next" in running.labels(page):
        page = (await ada.click(page, label="Next")).response
        pages.append(page.content)
    return pages


# -- film


async def test_replay_shows_what_spectators_saw(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        table = await played(running)
        sessions = running.bot.services.tables
        cuts = film_keyframes(await standing(running, table), over=True)
        assert (cuts[0].seq, cuts[0].heading, cuts[-1].seq) == (0, "", table.seq)
        assert all(cut.seats for cut in cuts[1:])
        made = await _load_keyframes(sessions, table, view_table(table, None))
        assert [cut.seq for cut in made] == [cut.seq for cut in cuts]
        earlier = replace(table, seq=20, state=await sessions.state_at(table.id, 20))
        assert [cut.seq for cut in await _load_keyframes(sessions, earlier, view_table(earlier, None))] == [
            cut.seq for cut in cuts if cut.seq <= 20
        ]
        again = list((await load_game_replay(sessions, table)).views(cut.seq for cut in cuts))
        for cut, view in list(zip(cuts, again, strict=True))[::9]:
            assert view == redact(await sessions.state_at(table.id, cut.seq), None)


async def test_film_of_a_running_game_is_private_and_rate_limited(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await played(running, lines=20)
        for _ in range(2):
            said = await running.person("Cleo").slash(running.channel, "history", show="film")
            assert said.ephemeral
            assert [file.filename.rpartition(".")[2] for file in said.response.attachments] == ["gif"]
        with Image.open(BytesIO(await said.response.attachments[0].read())) as film:
            assert film.n_frames > 2
        said = await running.person("Cleo").slash(running.channel, "history", show="film")
        assert "wait a minute" in said.response.content and not said.response.attachments


async def test_replay_page_of_a_running_game_is_an_html_file(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await running.started("Ada", "Ben")
        await running.move_on(4)
        said = await running.person("Cleo").slash(running.channel, "history", show="page")
        assert said.ephemeral
        [file] = said.response.attachments
        text = (await file.read()).decode()
        assert file.filename.endswith(".html") and "Ada" in text and "Ben" in text and 'id="game"' in text


async def test_without_pictures_there_is_no_film(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await played(running)
        said = await running.person("Ada").slash(running.channel, "history", show="film")
        assert "turned off" in said.response.content
        assert not [post for post in running.posts() for file in post.attachments]


async def test_film_of_a_finished_game_is_posted_once_and_silently_also_after_a_restart(tmp_path: Path) -> None:
    def films() -> list[Any]:
        return [post for post in running.posts() for file in post.attachments if file.filename.endswith(".gif")]

    async with world(tmp_path, pictures="all") as running:
        await played(running)
        table = await filmed(running)
        assert [post.id for post in films()] == [table.notes["film"]] == [running.posts()[-1].id]
        assert films()[0].flags.suppress_notifications
        assert films()[0].attachments[0].description.endswith("Train on space: Ada 0, Ben 4.")
        said = await running.person("Cleo").click(films()[0], label="Result card")
        assert said.ephemeral and "2. Ada space 0" in said.response.attachments[0].description
        await running.bot.services.tables.save_bookkeeping(
            table.id, {"film": 0}
        )  # as if the plug had been pulled before the note
        await running.restart()
        assert (await filmed(running)).notes["film"] == films()[0].id
        assert len(films()) == 1


# -- report


async def test_final_report_has_places_statistics_seed_and_every_phase(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        running.person("Mallory", global_name="# | <script> **bold**")
        table = await played(running, "Mallory", "Ben", lines=10)
        said = await running.person("Ben").slash(running.channel, "history", show="report")
        assert "before the game is over" in said.response.content
        for _, line in parse_transcript(GOLDEN.read_text()).lines[10:]:
            await running.bot.services.tables.play_move(table.id, table.players[int(line[1]) - 1].user, line)
        said = await running.person("Ben").slash(running.channel, "history", show="report")
        assert said.ephemeral and said.response.attachments[0].filename.endswith(".md")
        text = (await said.response.attachments[0].read()).decode()
        assert "| place | player | score | sections of track |" in text and "| 1 | Ben | space 4 |" in text
        assert "\\# \\| \\<script\\> \\*\\*bold\\*\\*" in text and "<script>" not in text.replace("\\<", "")
        assert f"Seed: `{parse_transcript(GOLDEN.read_text()).seed}`" in text and table.seed_hash in text
        assert text.count("\n## ") == len(film_keyframes(await standing(running, await running.table()), over=True))
        assert "## Round 1 · Turn · \\# \\| " in text and "## Round 1 · Turn · Ben\n" in text
        assert "- Options: " in text and ": 26 (the full line); " in text


async def test_report_of_a_game_ended_early_covers_its_moves_also_beside_its_rematch(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started("Ada", "Ben", "Cleo")
        await running.move_on(3)
        ada, dov, sessions = running.person("Ada"), running.person("Dov"), running.bot.services.tables
        await seats.resign(sessions, 1, running.person("Ben").id, leave_open=True)
        await seats.take_seat(sessions, 1, 2, Player("Dov", dov.id))
        await running.move_on(1)
        await sessions.end_game(1, ada.id)
        await ada.slash(running.channel, "game new", game="rematch")
        assert (await running.table()).status == "lobby"
        said = await ada.slash(running.channel, "history", show="report")
        text = (await said.response.attachments[0].read()).decode()
        assert "ended early" in text and "Seat 2: Ben up to “Turn 1 of 12”, then Dov." in text
        assert "\n## Turn 1 of 12\n" in text
        for command in ("recap", "history"):
            said = await ada.slash(running.channel, command)
            assert "not been started" not in said.response.content


# -- pictures as one person wants them


async def test_palette_and_large_print_change_only_private_pictures(tmp_path: Path) -> None:
    async with world(tmp_path, pictures="one") as running:
        await played(running, lines=2)
        ada = running.person("Ada")
        plain = await (await ada.slash(running.channel, "board")).response.attachments[0].read()
        await running.bot.services.user_settings.save(ada.id, UserPreferences(palette="dark", large=True))
        page, parts = await ada.slash(running.channel, "board"), []
        for number in range(4):
            parts += page.response.attachments
            page = await ada.click(page.response, label=f"Picture {number + 1} of 4 ›")
        assert len(parts) == 4 and "part 2 of 4" in (parts[1].description or "")
        with Image.open(BytesIO(plain)) as whole, Image.open(BytesIO(await parts[0].read())) as part:
            assert part.width < whole.width / 1.6
            light, dark = whole.convert("L").getpixel((2, 2)), part.convert("L").getpixel((2, 2))
            assert light > 200 > 60 > dark
        theirs = await (await running.person("Ben").slash(running.channel, "board")).response.attachments[0].read()
        assert theirs == plain
        assert "part 2" not in "".join(map(text_of, running.posts()))


@pytest.mark.parametrize(
    ("index", "last", "open_"), [(0, 0, ""), (0, 2, "Next Last"), (1, 2, "First Back Next Last"), (2, 2, "First Back")]
)
def test_buttons_to_missing_phases_and_the_shown_phase_are_disabled(index: int, last: int, open_: str) -> None:
    ways: list[Any] = _phase_buttons(Mock(id=1), index, last)
    assert [way.label for way in ways if not way.disabled] == open_.split()
