"""Conversations about time: reminders, warnings, timeouts, vacant seats, holidays, and quiet hours."""

from bot.scheduler import pausing
from engine.store.table_settings import TableSettings
from tests.bot.conversations.conversation import Talk

LATE = ("computer", "skip", "open")


async def clocks(talk: Talk) -> None:
    """Let time run out at tables with each possible consequence, while nobody moves."""
    for late in LATE:
        talk.world.channel = talk.world.guild.create_text_channel(f"late-{late}")
        table = await talk.world.started("Ada", "Ben", "Cleo")
        await pausing.change_table_settings(
            talk.world.bot.services.tables, table.id, TableSettings(clock="daily", late=late)
        )
        with talk.world.env._bot_scope():
            talk.world.bot.services.scheduler.reschedule(table.id)
        await talk.settled(f"a game begins where {late} comes after the time")
    for hours in (20, 12, 12, 6, 6, 24, 24):
        await talk.wait(hours)
    await talk.slash("Ada", "games")


async def seats(talk: Talk) -> None:
    """Let people leave, return, take other seats, and be replaced by consent."""
    await talk.world.started("Ada", "Ben", "Cleo", bidding="whole-order")
    await talk.settled("a game of Ada, Ben and Cleo begins")
    for name, label in (("Ben", "Leave the seat open"), ("Cleo", "Leave to a computer")):
        await talk.slash(name, "game seat", action="resign")
        await talk.press(name, label)
        await talk.slash(name, "game seat", action="resign")
    for hours in (24, 60):
        await talk.wait(hours)
    await talk.press("Dov", "Take seat")
    await talk.walk("Dov", without=("a:", "w:"))
    await talk.again("Eve", "g:1:2:take2")
    await talk.slash("Ben", "game seat", action="back")
    await talk.slash("Cleo", "game seat", action="back")
    await talk.slash("Ada", "game seat", action="replace", player="Dov", member=talk.world.person("Fay"))
    await talk.press("Cleo", "Agree")
    await talk.press("Eve", "Take seat")
    await talk.press("Fay", "Take seat")
    await talk.slash("Ada", "game seat", action="replace", player="Fay", by=0)
    await talk.press("Cleo", "Disagree")
    await talk.slash("Ada", "game seat", action="resign")
    await talk.press("Ada", "Leave to a computer")
    await talk.slash("Fay", "games")
    await talk.slash("Ada", "games")
    await _ended(talk)


async def _ended(talk: Talk) -> None:
    """Let the remaining players end the game early, and try to continue it."""
    await talk.wait(0.1)
    await talk.slash("Fay", "game end")
    await talk.press("Fay", "Ask the table")
    await talk.press("Dov", "Agree")
    await talk.press("Cleo", "Agree", talk.world.latest("Agree"))
    await talk.slash("Fay", "move", line="pass")
    for command in ("hand", "board", "game status", "game seat action:back", "orders", "history"):
        await talk.slash("Fay", command)
    await talk.again("Fay", "m:1:1:c0")
    await talk.again("Ada", "g:1:0:back0")
    await talk.slash("Fay", "game new", game="rematch")
    await talk.press("Fay", "Host…")
    await talk.choose("Fay", "=Mabel", talk.world.identities(talk.shown["Fay"].response)[1])
    await talk.slash("Cleo", "game new", game="rematch")
    await talk.press("Fay", "Join")


async def persons(talk: Talk) -> None:
    """Use all personal pages: settings, notifications, holidays, and data, during a game."""
    await talk.slash("Ada", "settings")
    await talk.walk("Ada")
    for identity, values in (("quiet", ("25", "7")), ("holiday", ("1.2.2099", "32.2.2099")), ("zone", ("Berln",))):
        await talk.slash("Ada", "settings")
        await talk.press("Ada", {"quiet": "Quiet hours…", "holiday": "Holiday…", "zone": "Time zone…"}[identity])
        await _opened(talk, identity)
        await talk.fill("Ada", **{f"field{number}": value for number, value in enumerate(values)})
        await talk.press("Ada", "Edit…")
    await talk.slash("Ben", "settings")
    await talk.choose("Ben", "direct", "i:0:0:notices")
    await talk.press("Ben", "Test my notice")
    table = await talk.world.started("Ada", "Ben")
    await pausing.change_table_settings(talk.world.bot.services.tables, table.id, TableSettings(clock="live"))
    await talk.settled("a game of Ada and Ben begins")
    for hours in (6, 6, 6, 12, 24):
        await talk.wait(hours)
    for name in ("Ada", "Ben"):
        await talk.slash(name, "privacy")
        await talk.press(name, "Export my data")
        await talk.read(name)
    await talk.slash("Ben", "privacy")
    await talk.press("Ben", "Delete my data…")
    await talk.press("Ben", "Delete everything")
    await talk.slash("Ben", "games")


async def _opened(talk: Talk, page: str) -> None:
    """Open the form behind a button of a page."""
    if page != "quiet":
        await talk.press("Ada", "Choose dates…" if page == "holiday" else "Type another…")
