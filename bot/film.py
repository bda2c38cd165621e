"""The film of a table's game, as a file to be sent: its log played again, off the event loop. It knows no title."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any

import discord

from bot import limits
from bot.chapters import Chapter, Unfinished, chapters, effective
from bot.rerun import rerun_of
from bot.sessions import Sessions
from bot.sight import Sight, sight
from bot.studio import Studio
from bot.tables import Move, Table
from engine import Seat, View, visible
from engine.core.seats import all_seats
from engine.store.owed import owed
from render.film import Cut, thinned
from render.reel import film
from render.style import Palette

__all__ = ["cuts_of", "film_of", "owing_films"]


async def film_of(sessions: Sessions, studio: Studio, table: Table, palette: Palette = "paper") -> discord.File | None:
    """The game so far as a spectator sees it, one frame a phase; None when no film can be made of it.

    Some seconds of work, in pieces between which pictures are drawn.
    """
    seen, again = sight(table, None), await rerun_of(sessions, table)
    moves = [move for move in await sessions.history(table.id) if move.seq <= table.seq]
    cuts = cuts_of(effective(moves)[0], over=not seen.view.state.flow)

    def views() -> Iterator[View[Any]]:
        return again.views(cut.seq for cut in cuts)

    frames = film(seen.game, seen.painter, seen.look.names, cuts, views, seen.view, palette=palette)
    made = await studio.slowly(frames)
    if made is None:
        return None
    alt = limits.cut(_alt(seen), limits.ALT_TEXT)
    return discord.File(io.BytesIO(made), filename=f"{table.title}-{table.id}.gif", description=alt)


def _alt(seen: Sight) -> str:
    """What the film ends with."""
    tallies = [seen.game.tally(seen.view, seat) for seat in all_seats(len(seen.look.names))]
    label = next(iter(tallies[0]))
    figures = (f"{name} {tally[label]:,}" for name, tally in zip(seen.look.names, tallies, strict=True))
    ends = f"{seen.game.headline(seen.view)}. {label.capitalize()}: {', '.join(figures)}."
    return f"A film of {seen.game.name}, one picture a phase. {ends}"


async def owing_films(sessions: Sessions) -> tuple[int, ...]:
    """The tables whose game is over and whose film has not been posted yet."""
    return await sessions.store.read(lambda db: owed(db, "film"))


def cuts_of(moves: Sequence[Move], *, over: bool) -> tuple[Cut, ...]:
    """Where the frames are taken: at the start and at the end of every phase."""
    done, _ = chapters(Unfinished(), moves, over=over)
    cuts: list[Cut] = []
    for chapter in done:
        since = cuts[-1].seq if cuts else 0
        cuts.append(_cut(chapter, frozenset(move.seat for move in moves if since < move.seq <= chapter.seq)))
    return thinned(cuts)


def _cut(chapter: Chapter, seats: frozenset[Seat]) -> Cut:
    heading = chapter.headings[0] if chapter.headings else ""
    return Cut(chapter.seq, heading, seats, visible(chapter.events, None))
