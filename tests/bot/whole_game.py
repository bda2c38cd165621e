"""Whole games of any title in the simulated Discord: who moves, how a move is typed, and what must hold at the end."""

from __future__ import annotations

from typing import Any

from bot import limits
from bot.sight import sight
from bot.tables.table import Table
from bot.ui.chips import parted
from engine import GAMES, Action, PhaseEnded, write
from engine.core.action import fields, title, verb
from engine.core.transcript import parse, replay
from tests.bot.world import World, report_of, text_of

__all__ = [
    "AT_ITS_END",
    "WITHIN_A_PHASE",
    "decision_of",
    "every_phase_was_posted_once",
    "everything",
    "exported",
    "options_of",
    "person_at",
    "pressed",
    "requests",
    "typed",
]

WITHIN_A_PHASE, AT_ITS_END = 3, 5
"""The most requests that one move may cost."""


def person_at(running: World, table: Table, seat: int) -> Any:
    user = table.players[seat - 1].user
    return next(person for person in running.people.values() if person.id == user)


def decision_of(running: World, table: Table, seat: int) -> Any:
    return next(d for d in running.bot.desk.sessions.decisions(table) if d.seat == seat)


def options_of(action: Action) -> dict[str, Any]:
    values = {name: getattr(action, name) for name in fields(type(action))}
    return {name: value if isinstance(value, int) else str(value) for name, value in values.items()}


async def typed(running: World, person: Any, action: Action) -> str:
    """The move as its own slash command; what the bot says."""
    game = next(game for game in GAMES.values() if type(action) in game.actions)
    said = await person.slash(running.channel, f"{game.command} {verb(action)}", **options_of(action))
    assert said.ephemeral
    return str(said.response.content)


async def pressed(running: World, person: Any, action: Action) -> tuple[Any, int]:
    """The move by the private menu alone; what the bot shows after *Confirm*, and how many presses it took."""
    shown, presses = await person.click(running.latest("Your move"), label="Your move"), 1
    words, seen = write(action).split()[1:], sight(await running.table(), action.seat)
    labels_of = [seen.label(action, field) for field in (*fields(type(action)), "")]
    shown_as = (label for full in labels_of for label in (full, full.rstrip("."), parted(full)[0]))
    called = {limits.cut(label, limits.BUTTON_LABEL) for label in shown_as}
    called |= {f"{title(type(action))}…", title(type(action)), *words}
    while "Confirm" not in running.labels(shown.response):
        message, presses = shown.response, presses + 1
        options, labels = running.options(message), running.labels(message)
        if wanted := [option for option in options if option in words]:
            shown = await person.select(message, [wanted[-1]])
        elif options and "More" in labels:
            shown = await person.click(message, label="More")
        else:
            shown = await person.click(message, label=next(label for label in labels if label in called))
    assert seen.sentence(action) in shown.response.content
    shown = await person.click(shown.response, label="Confirm")
    return shown.response, presses + 1


def requests(running: World) -> list[Any]:
    """What the bot asked of Discord, but for answers to the people themselves."""
    return [r for r in running.env.http_requests if r.path.startswith("/channels/")]


def everything(running: World) -> str:
    """All that the channel can read now."""
    return "\n".join(text_of(post) for post in running.posts())


async def every_phase_was_posted_once(running: World, table_id: int) -> None:
    history = await running.bot.desk.sessions.history(table_id)
    ended = [" · ".join(e.phase for e in move.events if isinstance(e, PhaseEnded)) for move in history[1:]]
    titles = [report_of(post)[0].removesuffix(" · game over") for post in running.reports()]
    wanted = ["The game begins", *filter(None, ended)]
    assert len(titles) == len(wanted)
    assert all(f"{title} · ".startswith(f"{words} · ") for title, words in zip(titles, wanted, strict=True))


async def exported(running: World, table: Table) -> str:
    """The game as a file, which ends in the same state."""
    sent = await running.person("Ada").slash(running.channel, "game export")
    text = (await sent.response.attachments[0].read()).decode()
    assert replay(GAMES[table.title], parse(text)) == table.state
    return text
