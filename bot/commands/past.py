"""Looking back: what happened since one's last move, the phases so far, the film, the report. It knows no title."""

import io
from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot import limits
from bot.desk import Desk, desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import Markdown, counted, cut, escape, joined, md
from bot.past.card import card_of
from bot.past.film import film_of, page_of
from bot.past.recap import changes, done_for, done_words, highlights, left_out, made_since, news_of, story, summary
from bot.past.record import record
from bot.past.rerun import Rerun, rerun_of
from bot.persons.memos import ABOVE_A_QUESTION, noted
from bot.places import Waits
from bot.reply import reply_to
from bot.sight import TableView, sight
from bot.studio import files
from bot.tables.chapters import Chapter, Unfinished, chapters, effective
from bot.tables.table import Move, Table
from bot.telling.posts import headed, report, report_title
from bot.telling.shown import headline_before
from bot.ui.components import Press, Style, button, custom_id
from bot.ui.menu import leaf
from bot.ui.page import Page, show
from bot.ui.stats import own_record_text
from bot.wording import when
from engine import Refused, Seat
from engine.store.apart import in_thread
from render.film import phase_caption

FILM = md("The game as a film, one picture per phase. Only you can see this.")
_OVER = ("finished", "ended")
_PAGE = md("The game as a page: save the file and open it in a browser. Only you can see this.")


@app_commands.command(name="recap", description="Show what happened since your last move, only to you")
@spoken
async def recap(interaction: Interaction) -> None:
    await show_recap(interaction, await desk(interaction).played_here(interaction))


async def show_film(interaction: Interaction, *, page: bool = False) -> None:
    """The game so far as a film, or as a page for a browser, only to the asker."""
    at = desk(interaction)
    table = await at.played_here(interaction)
    if not at.studio.has_pictures:
        raise Refused(md("Pictures are turned off here, so I can’t make films."))
    at.allow(at.studio.films, user_of(interaction))
    await reply_to(interaction).defer_anew()  # it takes seconds
    if page:
        made, words = await page_of(at.sessions, at.studio, table, Waits.TABLE), _PAGE
    else:
        palette = at.people.of(user_of(interaction)).palette
        made, words = await film_of(at.sessions, at.studio, table, palette, Waits.TABLE), FILM
    if made is None:
        raise Refused(md("I couldn’t make the film. Use `/history` to see the phases one by one."))
    await reply_to(interaction).edit(content=words, attachments=[made])


async def send_report(interaction: Interaction) -> None:
    """The finished game here as a file of text: places, scores, and phases."""
    at = desk(interaction)
    table = await over_here(interaction)
    if table.status not in _OVER or table.state is None:
        raise Refused(md("You can’t get a report before the game is over. Use `/history` for the phases so far."))
    text = await _report(at, table)
    file = discord.File(io.BytesIO(text.encode()), filename=f"{table.title}-{table.id}.md")
    await reply_to(interaction).say(md("The whole game in words."), files=[file])


async def over_here(interaction: Interaction) -> Table:
    """The table here; beside one that goes on, the game before it, if there was one."""
    at = desk(interaction)
    table = await at.table_here(interaction)
    if table.status in _OVER:
        return table
    return await at.sessions.last_over(table.channel) or table


async def show_result(interaction: Interaction, table: Table) -> None:
    """The result card of a finished game, only to the asker."""
    at = desk(interaction)
    if table.status == "ended":
        raise Refused(md("This game has no result: it ended early."))
    if table.status != "finished" or table.state is None:
        raise Refused(md("This game has no result yet: it isn’t over."))
    standing, _ = effective(await at.sessions.history(table.id))
    card = card_of(sight(table, None), standing)
    words = md("The result as a picture. Save it to share it. Only you can see this.")
    if not at.studio.has_pictures:
        words = escape(card.alt)
    address = custom_id("v", table.id, table.seq, "-result")
    post = [] if table.guild is None else [button("Post it here", custom_id("v", table.id, table.seq, "-share"))]
    await show(interaction, Page(words, lambda: [card], [post], address))


async def show_own_record(interaction: Interaction, table: Table) -> None:
    """The asker's record at the game of a table that is over, and how this game compares."""
    at, user = desk(interaction), user_of(interaction)
    mine = [result for result in await at.scores.of_user(user) if result.title == table.title]
    rating = (await at.scores.ratings(table.title)).get(user)
    await show(interaction, Page(own_record_text(table.title, table.id, mine, rating)))


async def post_result(interaction: Interaction, table: Table) -> None:
    """Posts the result card of a finished game where it was pressed."""
    at = desk(interaction)
    if table.status != "finished":
        raise Refused(md("This game has no result."))
    at.allow(at.openings, user_of(interaction))
    standing, _ = effective(await at.sessions.history(table.id))
    card = card_of(sight(table, None), standing)
    pictures = await at.studio.draw(lambda: [card], who=Waits.PERSON)
    words = cut(escape(card.alt), limits.CONTENT) if not pictures else md("")
    await reply_to(interaction).post(words, after=md("I posted the result."), files=files(pictures[:1]))


async def history_turned(interaction: Interaction, press: Press) -> None:
    """Another phase of the past."""
    table = await desk(interaction).started(press.table)
    await show(interaction, await _past(interaction, table, int(press.rest.split(".")[1])))


async def show_history(interaction: Interaction, table: Table) -> None:
    """The last phase, from which the others are a press away."""
    await show(interaction, await _past(interaction, table, None))


# -- recap


async def show_recap(interaction: Interaction, table: Table, page: int = 0) -> None:
    """Shows what happened since the asker's last move; since the phase began for somebody who made none.

    Page 0 has what matters most, and the others have everything, player by player.
    """
    at = desk(interaction)
    seat = at.sessions.seat_of(table, user_of(interaction))
    standing, _ = effective(await at.sessions.history(table.id))
    came = table.players[seat - 1].came if seat is not None else 0
    last, moves = made_since(standing, seat, came)
    if last is None:
        moves = _of_last_phase(standing)
    seen = sight(table, seat, news_of(moves))
    pages = story(seen, news_of(moves)) if left_out(seen, news_of(moves)) else ()
    ways = _recap_ways(table, page, len(pages))
    if 0 < page <= len(pages):
        text = joined([md("-# {} · page {} of {}", _since(last, moves), page, len(pages)), pages[page - 1]])
        await show(interaction, Page(cut(text, limits.CONTENT), None, [ways]))
        return
    lines = [md("**{}**", seen.headline()), _since(last, moves)]
    lines += _news(seen, moves, done_for(moves, seat, came))
    if seat is not None:
        lines += noted(await at.memos.of(table.id, user_of(interaction)), ABOVE_A_QUESTION)
    if last is not None and seat is not None:
        then = await at.sessions.state_at(table.id, last.seq)
        lines += _own(seen, sight(table, seat, (), then), seat)
    lines.append(at.asked_now(table, user_of(interaction)))
    board = partial(seen.painter.public_scenes, seen.painter.public_pictures[0], seen.view, seen.drawing_context)
    buttons = [_your_move(table)] if _is_asked(at, table, seat) else []
    address = custom_id("v", table.id, table.seq, "-recap")
    text = cut(joined(lines), limits.CONTENT)
    await show(interaction, Page(text, board, [[*buttons, *ways]], address))


def _recap_ways(table: Table, page: int, last: int) -> list[discord.ui.Item[Any]]:
    """The buttons that turn the pages of a recap."""
    ways = {"Back": page - 1, "Everything, by player" if page == 0 else "More": page + 1}
    known = {label: to for label, to in ways.items() if 0 <= to <= last}
    return [button(label, custom_id("v", table.id, table.seq, f"-recap{to or ''}")) for label, to in known.items()]


def _of_last_phase(standing: Sequence[Move]) -> tuple[Move, ...]:
    """The moves of the present phase; of the last one when nothing has happened in it yet."""
    done, rest = chapters(Unfinished(), standing, over=False)
    begins = [-1, *(chapter.seq for chapter in done)]
    since = begins[-1] if rest.seq > begins[-1] or len(begins) < 2 else begins[-2]
    return tuple(move for move in standing if move.seq > since)


def _since(last: Move | None, moves: Sequence[Move]) -> Markdown:
    if last is None:
        return md("In this phase: {}.", summary(moves))
    if not moves:
        return md("Nothing has happened since your last move, {}.", when(last.at))
    return md("Since your last move, {}: {}.", when(last.at), summary(moves))


def _news(seen: TableView, moves: Sequence[Move], done: Sequence[Move]) -> list[Markdown]:
    """The moves made for the reader, and the lines that matter most."""
    news = news_of(moves)
    told = [md("- {}", line) for line in highlights(seen, news, done)]
    if not told and any(move.by != "start" for move in moves):
        told = [md("These decisions are still secret.")]
    more = left_out(seen, news)
    return [
        *([md("Made for you: {}.", done_words(done))] if done else []),
        *told,
        *([md("-# {} by player.", counted(more, "more line"))] if more else []),
    ]


def _own(seen: TableView, before: TableView, seat: Seat) -> list[Markdown]:
    tally = seen.game.text.statistics
    changed = changes(tally(before.view, seat), tally(seen.view, seat))
    return [md("Yours: {}.", changed)] if changed else []


def _is_asked(at: Desk, table: Table, seat: Seat | None) -> bool:
    return any(decision.seat == seat for decision in at.sessions.decisions(table))


def _your_move(table: Table) -> discord.ui.Item[Any]:
    return button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)


# -- history and report


async def _chapters(at: Desk, table: Table, *, over: bool) -> tuple[tuple[Move, ...], tuple[Chapter, ...]]:
    """The moves that stand, and the phases; once it is ``over``, what was unfinished is the last."""
    standing, _ = effective(await at.sessions.history(table.id))
    return standing, chapters(Unfinished(), standing, over=over)[0]


async def _past(interaction: Interaction, table: Table, index: int | None) -> Page:
    """Phase number ``index`` of the game, None for the last; seen as a spectator sees it."""
    at = desk(interaction)
    _, done = await _chapters(at, table, over=table.status == "finished")
    if not done:
        raise Refused(md("No phase is finished yet."))
    (chapter,), index, last = leaf(done, len(done) if index is None else index, 1)
    state = await at.sessions.state_at(table.id, chapter.seq)
    seen = sight(table, None, chapter.events, state, chapter.seq if chapter.seq < table.seq else None)
    title = report_title(seen, chapter, await headline_before(at.sessions, table, chapter))
    head = md("**{} of {}: {}**\n", index + 1, last + 1, title)
    text = joined([head, report(table, seen, chapter.whole, limits.CONTENT - len(head))], "")
    board = partial(seen.painter.public_scenes, seen.painter.public_pictures[0], seen.view, seen.drawing_context)
    address = custom_id("h", table.id, 0, f"First.{index}")
    return Page(text, board, [_turning(table, index, last)], address)


def _turning(table: Table, index: int, last: int) -> list[discord.ui.Item[Any]]:
    """First, back, next and last; the name before the number keeps their identities apart."""
    steps = (("First", 0), ("Back", index - 1), ("Next", index + 1), ("Last", last))
    return [
        button(name, custom_id("h", table.id, 0, f"{name}.{to}"), disabled=to == index or not 0 <= to <= last)
        for name, to in steps
    ]


async def _report(at: Desk, table: Table) -> str:
    standing, done = await _chapters(at, table, over=True)
    seed, again = await at.sessions.seed(table.id), await rerun_of(at.sessions, table)
    return await in_thread(_recorded, table, seed, standing, done, again)


def _recorded(table: Table, seed: int, moves: Sequence[Move], done: Sequence[Chapter], again: Rerun) -> str:
    parts: list[tuple[str, Chapter]] = []
    before, seen = "", sight(table, None)
    for chapter, view in zip(done, again.views(chapter.seq for chapter in done), strict=True):
        parts.append(
            (phase_caption(before, headed(seen, chapter)) or before.partition(" · ")[0] or "The game begins", chapter)
        )
        before = again.game.text.status_line(view)
    return record(table, seen, seed, moves, parts)
