"""``/game clock``: proposals to pause, to resume, or to change the clock. Also the *Your move* button of
notifications.
"""

from functools import partial
from typing import Literal

import msgspec
from discord import app_commands

from bot.commands.lobby import check_can_post
from bot.commands.option_choices import form_choices
from bot.errors import Interaction, handle_errors, user_of
from bot.markdown import escape_prose, md
from bot.play.seat_holders import LONG_PAUSE
from bot.proposals.service import Poll, Proposal, ProposalKind, poll_everyone, poll_majority, users_at_table
from bot.reply import reply_of
from bot.scheduler import pausing
from bot.services import Services, services_of
from bot.tables.table import Table
from bot.turn import handlers
from bot.ui.components import ButtonPress
from engine import Refused
from engine.store.table_settings import TableSettings, read_table_settings, table_setting_words


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
@handle_errors
async def clock(
    interaction: Interaction,
    clock: Literal["none", "live", "daily", "relaxed", "weekly"] | None = None,
    late: Literal["computer", "skip", "open"] | None = None,
    action: str | None = None,
) -> None:
    table = await _table_of_player(interaction)
    if action and (clock or late):
        raise Refused(md("Propose another clock or a pause, not both at the same time."))
    if action == "pause":
        await _propose_pause(interaction, table)
    elif action == "resume":
        await _propose_resume(interaction, table)
    else:
        await _propose_clock(interaction, table, clock, late)


async def _propose_pause(interaction: Interaction, table: Table) -> None:
    if table.paused is not None:
        raise Refused(md("The game is already paused. Use `/game clock action:resume` to propose continuing."))
    await _propose(interaction, table, "pause", "to pause: no clocks run until the game resumes")


async def _propose_resume(interaction: Interaction, table: Table) -> None:
    if table.paused is None:
        raise Refused(md("The game isn’t paused. Use `/game clock action:pause` to propose a pause."))
    await _propose(interaction, table, "resume", "to resume the game")


async def _propose_clock(interaction: Interaction, table: Table, clock: str | None, late: str | None) -> None:
    old_settings = table.terms
    settings = msgspec.structs.replace(old_settings, clock=clock or old_settings.clock, late=late or old_settings.late)
    if settings == old_settings:
        settings_text = md(
            "clock “{}”, and “{}” when time is up", escape_prose(settings.clock), escape_prose(settings.late)
        )
        raise Refused(
            md(
                "The table already has these settings: {}. Choose another clock, or another rule for when time is up.",
                settings_text,
            )
        )
    words = f"to use the clock {_clock_text(settings)}"
    await _propose(interaction, table, "terms", words, f"{settings.clock} {settings.late}")


async def handle_notification_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press on the button *Your move* of a notification."""
    await handlers.handle_menu(interaction, msgspec.structs.replace(press, kind="m", arguments="d0"))


async def _table_of_player(interaction: Interaction) -> Table:
    """The channel's table in play. Raises ``Refused`` if the user has no seat there."""
    table = await services_of(interaction).table_in_play_here(interaction)
    if table.status != "playing":
        raise Refused(md("The game is over, so its clocks have stopped."))
    if user_of(interaction) not in users_at_table(table):
        raise Refused(md("Only players at this table can change its clock."))
    return table


async def _propose(interaction: Interaction, table: Table, kind: str, words: str, detail: str = "") -> None:
    services = services_of(interaction)
    services.limits.opening.check(user_of(interaction))
    check_can_post(interaction, table)
    reply = await services.proposals.propose(table, user_of(interaction), kind, words, detail)
    await reply_of(interaction).send_message(reply)


async def _carry_out_pause(services: Services, table: Table, proposal: Proposal) -> str:
    await pausing.pause_table(services.tables, table.id)
    services.scheduler.reschedule(table.id)
    resume = "To continue, use `/game clock action:resume`; after a week, one player is enough."
    return f"The game is paused: no clocks run. {resume}"


async def _carry_out_resume(services: Services, table: Table, proposal: Proposal) -> str:
    await services.scheduler.announce_resume(await pausing.resume_table(services.tables, table.id))
    return "The game has resumed, and the clocks are running."


async def _carry_out_clock_change(services: Services, table: Table, proposal: Proposal) -> str:
    clock, late = proposal.detail.split()
    settings = read_table_settings({**table_setting_words(table.terms), "clock": clock, "late": late})
    await pausing.change_table_settings(services.tables, table.id, settings)
    services.scheduler.reschedule(table.id)
    return f"The clock is now {_clock_text(settings)}."


def _clock_text(settings: TableSettings) -> str:
    """Return the name and the times of a clock, and its time-out rule."""
    if settings.time_control is None:
        return "“none”: no one runs out of time"
    return f"“{settings.clock}” ({settings.time_control.about}); out of time: {settings.timeout_clause}"


def pause_proposal(services: Services) -> ProposalKind:
    """The proposal to pause the game."""
    return ProposalKind(poll_everyone, partial(_carry_out_pause, services))


async def _resume_poll(services: Services, table: Table, proposal: Proposal) -> Poll:
    """Return who votes on resuming: a majority must agree, or after a long pause, only the player who proposed it."""
    if table.paused is not None and services.tables.now() - table.paused >= LONG_PAUSE:
        return Poll((proposal.user,), 1)
    return await poll_majority(table, proposal)


def resume_proposal(services: Services) -> ProposalKind:
    """The proposal to resume a paused game."""
    return ProposalKind(partial(_resume_poll, services), partial(_carry_out_resume, services))


def clock_proposal(services: Services) -> ProposalKind:
    """The proposal to change the clock."""
    return ProposalKind(poll_everyone, partial(_carry_out_clock_change, services))
