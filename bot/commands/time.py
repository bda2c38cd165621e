"""A table's time: pausing, going on, another clock, all by consent; and the button of a notice. It knows no title."""

from typing import Literal

import msgspec
from discord import app_commands

from bot.commands.choices import form_choices
from bot.commands.lobby import check_posts
from bot.deadlines import timekeeping
from bot.desk import Desk, desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import escape_prose, md
from bot.play.holders import LONG_PAUSE
from bot.reply import reply_to
from bot.tables.table import Table
from bot.ui import turn
from bot.ui.components import Press
from bot.voting.votes import Motion, Poll, Proposal, everybody, most, persons
from engine import Refused
from engine.store.terms import Terms, terms_of, words_of


@app_commands.command(name="clock", description="Propose a different clock, a pause, or resuming the game")
@app_commands.describe(
    clock="How much time players have for a move",
    late="What happens when time is up, after a warning",
    action="Pause the game, or resume it after a pause",
)
@app_commands.choices(
    action=form_choices(
        pause="propose that no clocks run, and no one is reminded",
        resume="propose that the game continues after a pause",
    )
)
@spoken
async def clock(
    interaction: Interaction,
    clock: Literal["none", "live", "daily", "relaxed", "weekly"] | None = None,
    late: Literal["computer", "skip", "open"] | None = None,
    action: str | None = None,
) -> None:
    table = await _own_table(interaction)
    if action and (clock or late):
        raise Refused(md("Propose either another clock or a pause, one after the other."))
    if action == "pause":
        await _propose_pause(interaction, table)
    elif action == "resume":
        await _propose_resuming(interaction, table)
    else:
        await _propose_terms(interaction, table, clock, late)


async def _propose_pause(interaction: Interaction, table: Table) -> None:
    if table.paused is not None:
        raise Refused(md("The game is already paused. Use `/game clock action:resume` to propose continuing."))
    await _propose(interaction, table, "pause", "to pause: no clocks run until the game resumes")


async def _propose_resuming(interaction: Interaction, table: Table) -> None:
    if table.paused is None:
        raise Refused(md("The game isn’t paused. Use `/game clock action:pause` to propose a pause."))
    await _propose(interaction, table, "resume", "to resume: the clocks run again")


async def _propose_terms(interaction: Interaction, table: Table, clock: str | None, late: str | None) -> None:
    now = table.terms
    terms = msgspec.structs.replace(now, clock=clock or now.clock, late=late or now.late)
    if terms == now:
        same = md("clock “{}”, and “{}” when time is up", escape_prose(terms.clock), escape_prose(terms.late))
        raise Refused(
            md(
                "The table already plays that way: {}. Choose another clock, or something else for when time is up.",
                same,
            )
        )
    words = f"to use the clock {_meaning(terms)}"
    await _propose(interaction, table, "terms", words, f"{terms.clock} {terms.late}")


async def notice_pressed(interaction: Interaction, press: Press) -> None:
    """*Your move* under a notice, also in a direct message."""
    await turn.open_menu(interaction, msgspec.structs.replace(press, kind="m", rest="d0"))


async def _own_table(interaction: Interaction) -> Table:
    """The channel's table in play, at which the asker sits."""
    table = await desk(interaction).started_here(interaction)
    if table.status != "playing":
        raise Refused(md("The game is over, so its clocks have stopped."))
    if user_of(interaction) not in persons(table):
        raise Refused(md("Only players at this table can change its clock."))
    return table


async def _propose(interaction: Interaction, table: Table, kind: str, words: str, detail: str = "") -> None:
    at = desk(interaction)
    at.allow(at.openings, user_of(interaction))
    check_posts(interaction, table)
    said = await at.votes.propose(at, table, user_of(interaction), kind, words, detail)
    await reply_to(interaction).say(said)


async def _carry_pause(at: Desk, table: Table, proposal: Proposal) -> str:
    await timekeeping.pause(at.sessions, table.id)
    at.watch.replan(table.id)
    resume = "To continue, use `/game clock action:resume`; after a week, one player is enough."
    return f"The game is paused: no clocks run. {resume}"


async def _carry_resume(at: Desk, table: Table, proposal: Proposal) -> str:
    await at.watch.resumed(await timekeeping.resume(at.sessions, table.id))
    return "The game has resumed, and the clocks are running again."


async def _carry_terms(at: Desk, table: Table, proposal: Proposal) -> str:
    clock, late = proposal.detail.split()
    terms = terms_of({**words_of(table.terms), "clock": clock, "late": late})
    await timekeeping.change_terms(at.sessions, table.id, terms)
    at.watch.replan(table.id)
    return f"The clock is now {_meaning(terms)}."


def _meaning(terms: Terms) -> str:
    """A clock by its name and in days, and what happens when time is up."""
    if terms.speed is None:
        return "“none”: no one runs out of time"
    return f"“{terms.clock}” ({terms.speed.about}); out of time: {terms.about_late}"


PAUSE = Motion(everybody, _carry_pause)


async def _who_resumes(at: Desk, table: Table, proposal: Proposal) -> Poll:
    """More than half of the table; after a long pause one person is enough."""
    if table.paused is not None and at.sessions.now() - table.paused >= LONG_PAUSE:
        return Poll((proposal.user,), 1)
    return await most(at, table, proposal)


RESUME = Motion(_who_resumes, _carry_resume)
TERMS = Motion(everybody, _carry_terms)
