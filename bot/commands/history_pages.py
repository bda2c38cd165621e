"""Pages about the past: recap, phases, film, and report."""

import io
from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot import limits
from bot.announcements.end_story import result_with_story
from bot.announcements.phase_report import status_line_before
from bot.announcements.post_text import phases_heading, report_text, report_title
from bot.errors import Interaction, handle_errors, user_of
from bot.history.film import render_film, render_page
from bot.history.recap import (
    automatic_moves,
    automatic_moves_text,
    count_lines_left_out,
    figure_changes_text,
    highlight_lines,
    moves_since_own,
    news_summary,
    recap_events,
    story_pages,
)
from bot.history.replay import GameReplay, load_game_replay
from bot.history.report import write_report
from bot.history.result_card import result_card_of
from bot.markdown import Markdown, count_noun, escape, join_lines, join_words, md, truncate
from bot.names import relative_time
from bot.page_reply import send_page
from bot.persons.notes import MAX_LENGTH_ABOVE_QUESTION, quote_note
from bot.priority_semaphore import Priority
from bot.render_pool import discord_files
from bot.reply import reply_of
from bot.services import Services, services_of
from bot.tables.moves import public_questions
from bot.tables.phases import OpenPhase, PhaseLog, drop_undone, split_into_phases
from bot.tables.table import LogEntry, Table
from bot.ui.components import ButtonPress, Style, button, custom_id
from bot.ui.page import Page
from bot.ui.questions import page_items
from bot.ui.stats import own_record_text
from bot.view import TableView, view_table, whose_turn_text
from engine import Refused, Seat
from engine.threads import run_in_thread
from render.film import phase_caption

FILM_TEXT = md("The game as a film, one picture per phase. Only you can see this.")
_OVER_STATUSES = ("finished", "ended")
_PAGE_TEXT = md("The game as a page: save the file and open it in a browser. Only you can see this.")


@app_commands.command(name="recap", description="Show what happened since your last move, only to you")
@handle_errors
async def recap(interaction: Interaction) -> None:
    await show_recap(interaction, await services_of(interaction).latest_table_here(interaction))


async def show_film(interaction: Interaction, *, page: bool = False) -> None:
    """Show a private film of the game up to now. If ``page``, send the film as a web page."""
    services = services_of(interaction)
    table = await services.latest_table_here(interaction)
    if not services.render_pool.has_pictures:
        raise Refused(md("Pictures are turned off here, so I can’t make films."))
    services.render_pool.film_limit.check(user_of(interaction))
    await reply_of(interaction).defer_new_message()  # rendering takes seconds
    if page:
        attachment, text = await render_page(services.tables, services.render_pool, table, Priority.TABLE), _PAGE_TEXT
    else:
        palette = services.user_settings.preferences_of(user_of(interaction)).palette
        attachment, text = (
            await render_film(services.tables, services.render_pool, table, palette, Priority.TABLE),
            FILM_TEXT,
        )
    if attachment is None:
        raise Refused(md("I couldn’t make the film. Use `/history` to see the phases one by one."))
    await reply_of(interaction).edit(content=text, attachments=[attachment])


async def send_report(interaction: Interaction) -> None:
    """Send the finished game as a text file: places, scores, and phases."""
    services = services_of(interaction)
    table = await find_finished_table(interaction)
    if table.status not in _OVER_STATUSES or table.state is None:
        raise Refused(md("You can’t get a report before the game is over. Use `/history` for the phases so far."))
    text = await _report_text(services, table)
    file = discord.File(io.BytesIO(text.encode()), filename=f"{table.title}-{table.id}.md")
    await reply_of(interaction).send_message(md("The whole game in words."), files=[file])


async def find_finished_table(interaction: Interaction) -> Table:
    """The channel's table if its game is over; otherwise the channel's last finished table."""
    services = services_of(interaction)
    table = await services.table_here(interaction)
    if table.status in _OVER_STATUSES:
        return table
    return await services.tables.last_finished_in(table.channel) or table


async def show_result(interaction: Interaction, table: Table) -> None:
    """Show the result card of a finished game privately."""
    services = services_of(interaction)
    if table.status == "ended":
        raise Refused(md("This game has no result: it ended early."))
    if table.status != "finished" or table.state is None:
        raise Refused(md("This game has no result yet: it isn’t over."))
    moves, _ = drop_undone(await services.tables.history(table.id))
    card = result_card_of(view_table(table, None), moves)
    text = md("The result as a picture. Save it to share it. Only you can see this.")
    if not services.render_pool.has_pictures:
        text = escape(card.alt)
    page_id = custom_id("v", table.id, table.seq, "-result")
    share_button = (
        [] if table.guild is None else [button("Post it here", custom_id("v", table.id, table.seq, "-share"))]
    )
    await send_page(interaction, Page(text, lambda: [card], [share_button], page_id))


async def show_own_record(interaction: Interaction, table: Table) -> None:
    """Show the user's record in this game, and compare it with the finished table."""
    services, user = services_of(interaction), user_of(interaction)
    results = [result for result in await services.ratings.load_results_of(user) if result.title == table.title]
    rating = (await services.ratings.load_ratings(table.title)).get(user)
    await send_page(interaction, Page(own_record_text(table.title, table.id, results, rating)))


async def post_result(interaction: Interaction, table: Table) -> None:
    """Post the result card of a finished game in the channel where the button was pressed."""
    services = services_of(interaction)
    if table.status != "finished":
        raise Refused(md("This game has no result."))
    services.limits.opening.check(user_of(interaction))
    moves, _ = drop_undone(await services.tables.history(table.id))
    card = result_card_of(view_table(table, None), moves)
    pictures = await services.render_pool.draw(lambda: [card], priority=Priority.PERSON)
    text = truncate(escape(card.alt), limits.CONTENT) if not pictures else md("")
    await reply_of(interaction).post_publicly(text, after=md("I posted the result."), files=discord_files(pictures[:1]))


async def handle_history_paging(interaction: Interaction, press: ButtonPress) -> None:
    """Show another phase of a game's history."""
    table = await services_of(interaction).table_in_play(press.table_id)
    await send_page(interaction, await _phase_page(interaction, table, int(press.arguments.split(".")[1])))


async def show_last_phase(interaction: Interaction, table: Table) -> None:
    """Show the last phase, with buttons to the others."""
    await send_page(interaction, await _phase_page(interaction, table, None))


# -- recap


async def show_recap(interaction: Interaction, table: Table, page: int = 0) -> None:
    """Show what happened since the user's last move. For users who made none, show the current phase.

    Page 0 has the highlights; the other pages have all events by player.
    """
    services = services_of(interaction)
    seat = services.tables.seat_of(table, user_of(interaction))
    log_entries, _ = drop_undone(await services.tables.history(table.id))
    joined_at = table.players[seat - 1].came if seat is not None else 0
    last_own_move, moves = moves_since_own(log_entries, seat, joined_at)
    if last_own_move is None:
        moves = _moves_of_last_phase(log_entries)
    table_view = view_table(table, seat, recap_events(moves))
    pages = (
        story_pages(table_view, recap_events(moves)) if count_lines_left_out(table_view, recap_events(moves)) else ()
    )
    page_buttons = _recap_buttons(table, page, len(pages))
    if 0 < page <= len(pages):
        text = join_lines(
            [md("-# {} · page {} of {}", _since_text(last_own_move, moves), page, len(pages)), pages[page - 1]]
        )
        await send_page(interaction, Page(truncate(text, limits.CONTENT), None, [page_buttons]))
        return
    lines = [md("**{}**", table_view.status_line())]
    if moves or table.status not in _OVER_STATUSES:
        lines.append(_since_text(last_own_move, moves))
    waiting_seats = {decision.seat for decision in public_questions(table, seat)}
    lines += _news_lines(table_view, moves, automatic_moves(moves, seat, joined_at), waiting_seats)
    if seat is not None:
        lines += quote_note(
            await services.private_notes.load_note(table.id, user_of(interaction)), MAX_LENGTH_ABOVE_QUESTION
        )
    if last_own_move is not None and seat is not None:
        state_then = await services.tables.state_at(table.id, last_own_move.seq)
        lines += _own_change_lines(table_view, view_table(table, seat, (), state_then), seat)
    is_finished = table.status == "finished"
    lines.append(await result_with_story(services.tables, table) if is_finished else whose_turn_text(table, seat))
    board_scenes = partial(
        table_view.painter.public_scenes,
        table_view.painter.public_pictures[0],
        table_view.view,
        table_view.drawing_context,
    )
    buttons = [_your_move_button(table)] if _is_seat_to_move(services, table, seat) else []
    page_id = custom_id("v", table.id, table.seq, "-recap")
    text = truncate(join_lines(lines), limits.CONTENT)
    await send_page(interaction, Page(text, board_scenes, [[*buttons, *page_buttons]], page_id))


def _recap_buttons(table: Table, page: int, last: int) -> list[discord.ui.Item[Any]]:
    targets = {"Back": page - 1, "Everything, by player" if page == 0 else "More": page + 1}
    valid_targets = {label: target for label, target in targets.items() if 0 <= target <= last}
    return [
        button(label, custom_id("v", table.id, table.seq, f"-recap{target or ''}"))
        for label, target in valid_targets.items()
    ]


def _moves_of_last_phase(moves: Sequence[LogEntry]) -> tuple[LogEntry, ...]:
    """Return the moves of the current phase, or if there are none yet, of the previous phase."""
    phases, open_phase = split_into_phases(OpenPhase(), moves, over=False)
    phase_ends = [-1, *(phase.seq for phase in phases)]
    since = phase_ends[-1] if open_phase.seq > phase_ends[-1] or len(phase_ends) < 2 else phase_ends[-2]
    return tuple(move for move in moves if move.seq > since)


def _since_text(last: LogEntry | None, moves: Sequence[LogEntry]) -> Markdown:
    if last is None:
        return md("In this phase: {}.", news_summary(moves))
    if not moves:
        return md("Nothing has happened since your last move, {}.", relative_time(last.at))
    return md("Since your last move, {}: {}.", relative_time(last.at), news_summary(moves))


def _secret_answers_text(table_view: TableView, moves: Sequence[LogEntry], waiting_seats: Collection[Seat]) -> Markdown:
    """Return the sentence about secret answers, without the seats for which the table still waits."""
    hidden_seats = {table_view.view.seat, *waiting_seats}
    answered = sorted({move.seat for move in moves if move.by != "start"} - hidden_seats)
    if not answered:
        return md("The answers so far are secret. They will be shown when everyone has answered.")
    names = join_words([table_view.name(Seat(seat)) for seat in answered])
    if len(answered) == 1:
        return md("{} has answered in secret. The answer will be shown when everyone has answered.", names)
    return md("{} have answered in secret. Their answers will be shown when everyone has answered.", names)


def _news_lines(
    table_view: TableView,
    moves: Sequence[LogEntry],
    moves_for_reader: Sequence[LogEntry],
    waiting_seats: Collection[Seat] = (),
) -> list[Markdown]:
    """Return lines about the moves that were made for the reader, and about the most important other events."""
    news = recap_events(moves)
    lines = [md("- {}", line) for line in highlight_lines(table_view, news, moves_for_reader)]
    if not lines and any(move.by != "start" for move in moves):
        lines = [_secret_answers_text(table_view, moves, waiting_seats)]
    hidden_count = count_lines_left_out(table_view, news)
    return [
        *([md("Made for you: {}.", automatic_moves_text(moves_for_reader))] if moves_for_reader else []),
        *lines,
        *([_lines_shown_text(len(lines), hidden_count, moves)] if hidden_count else []),
    ]


def _lines_shown_text(shown: int, hidden: int, moves: Sequence[LogEntry]) -> Markdown:
    """Return how many of all lines are shown, and how many moves the lines are about."""
    number = sum(move.by != "start" for move in moves)
    these = md("this") if number == 1 else md("these")
    about = md(" about {} {}", these, count_noun(number, "move")) if number else md("")
    return md("-# {} of {} lines{}.", shown, shown + hidden, about)


def _own_change_lines(table_view: TableView, view_before: TableView, seat: Seat) -> list[Markdown]:
    tally = table_view.game.text.statistics
    change_text = figure_changes_text(tally(view_before.view, seat), tally(table_view.view, seat))
    return [md("Your numbers: {}.", change_text)] if change_text else []


def _is_seat_to_move(services: Services, table: Table, seat: Seat | None) -> bool:
    return any(decision.seat == seat for decision in services.tables.decisions(table))


def _your_move_button(table: Table) -> discord.ui.Item[Any]:
    return button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)


# -- history and report


async def _load_phases(
    services: Services, table: Table, *, over: bool
) -> tuple[tuple[LogEntry, ...], tuple[PhaseLog, ...]]:
    """Return (moves that are not undone, phases). If the game is ``over``, the last phase may be unfinished."""
    moves, _ = drop_undone(await services.tables.history(table.id))
    return moves, split_into_phases(OpenPhase(), moves, over=over)[0]


async def _phase_page(interaction: Interaction, table: Table, index: int | None) -> Page:
    """Return the page of phase ``index`` for spectators; None means the last phase."""
    services = services_of(interaction)
    _, phases = await _load_phases(services, table, over=table.status == "finished")
    if not phases:
        raise Refused(md("No phase is finished yet."))
    (phase,), index, last = page_items(phases, len(phases) if index is None else index, 1)
    state = await services.tables.state_at(table.id, phase.seq)
    table_view = view_table(table, None, phase.events, state, phase.seq if phase.seq < table.seq else None)
    title = report_title(table_view, phase, await status_line_before(services.tables, table, phase))
    heading = md("**{} of {}: {}**\n", index + 1, last + 1, title)
    text = join_lines(
        [heading, report_text(table, table_view, phase.without_overlap, limits.CONTENT - len(heading))], ""
    )
    board = partial(
        table_view.painter.public_scenes,
        table_view.painter.public_pictures[0],
        table_view.view,
        table_view.drawing_context,
    )
    page_id = custom_id("h", table.id, 0, f"First.{index}")
    return Page(text, board, [_phase_buttons(table, index, last)], page_id)


def _phase_buttons(table: Table, index: int, last: int) -> list[discord.ui.Item[Any]]:
    """Return the buttons *First*, *Back*, *Next*, and *Last*. Their names make each ``custom_id`` unique."""
    steps = (("First", 0), ("Back", index - 1), ("Next", index + 1), ("Last", last))
    return [
        button(
            name, custom_id("h", table.id, 0, f"{name}.{target}"), disabled=target == index or not 0 <= target <= last
        )
        for name, target in steps
    ]


async def _report_text(services: Services, table: Table) -> str:
    moves, phases = await _load_phases(services, table, over=True)
    seed, replay = await services.tables.public_seed(table.id), await load_game_replay(services.tables, table)
    return await run_in_thread(_write_report, table, seed, moves, phases, replay)


def _write_report(
    table: Table, seed: int, moves: Sequence[LogEntry], phases: Sequence[PhaseLog], replay: GameReplay
) -> str:
    parts: list[tuple[str, PhaseLog]] = []
    headline_before, table_view = "", view_table(table, None)
    for phase, view in zip(phases, replay.views(phase.seq for phase in phases), strict=True):
        parts.append(
            (
                phase_caption(headline_before, phases_heading(table_view, phase))
                or headline_before.partition(" · ")[0]
                or "The game begins",
                phase,
            )
        )
        headline_before = replay.game.text.status_line(view)
    return write_report(table, table_view, seed, moves, parts)
