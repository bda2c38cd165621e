"""Watching: following a table from afar, and saying who will win. It knows no title."""

from discord import app_commands

from bot import limits
from bot.commands.choices import form_choices
from bot.commands.lobby import player_of
from bot.desk import desk
from bot.errors import Interaction, spoken, user_of
from bot.markdown import Markdown, escape_prose, md
from bot.persons.predictions import WORTH, check_predicts
from bot.reply import reply_to
from bot.tables.table import Table
from bot.ui.components import Press, button, custom_id, select
from bot.ui.page import Page, show
from bot.wording import plain
from engine import GAMES, Refused
from engine.core import all_seats
from engine.store import followers as sql
from engine.store.departures import known_seats
from engine.store.followers import Prediction


@app_commands.command(name="follow", description="Get this table’s phase posts with pictures as messages")
@app_commands.describe(action="Stop getting them")
@app_commands.choices(action=form_choices(stop="no more phase posts of this table"))
@spoken
async def follow(interaction: Interaction, action: str | None = None) -> None:
    table = await desk(interaction).started_here(interaction)
    if action == "stop":
        await _unfollow(interaction, table)
    else:
        await _follow(interaction, table)


async def watch_pressed(interaction: Interaction, press: Press) -> None:
    """*Follow*, *Predict*, and what is behind them."""
    table = await desk(interaction).started(press.table)
    match press.rest:
        case "follow":
            await _follow(interaction, table)
        case "predict":
            await _show_predictions(interaction, table)
        case "choose":
            await _predict(interaction, table, press.values)
        case _:
            await _unfollow(interaction, table)


async def _follow(interaction: Interaction, table: Table) -> None:
    at = desk(interaction)
    at.allow(at.follows, user_of(interaction))
    await reply_to(interaction).defer_anew()  # a first direct message comes before the answer
    new = await at.followers.follow(table, user_of(interaction))
    said = (
        md("You’re following this table. I sent you a direct message.") if new else md("You’re already following it.")
    )
    unfollow = button("Unfollow", custom_id("y", table.id, 0, "unfollow"))
    await show(interaction, Page(said, None, [[unfollow]]))


async def _unfollow(interaction: Interaction, table: Table) -> None:
    gone = await desk(interaction).followers.unfollow(table.id, user_of(interaction))
    name = md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)
    said = md("You’re no longer following {}.", name) if gone else md("You aren’t following this table.")
    await show(interaction, Page(said))


async def _show_predictions(interaction: Interaction, table: Table, said: Markdown = md("")) -> None:
    await _check_watches(interaction, table)
    known = await desk(interaction).sessions.store.read(lambda db: sql.predictions(db, table.id))
    mine = next((one for one in known if one.user == user_of(interaction)), None)
    names = plain(table.players)
    chosen = None if mine is None else mine.seat
    options = [(name, str(seat), seat == chosen) for seat, name in enumerate(names, 1)]
    about = md(
        "{}Who will win? Your prediction stays secret until the end. A correct one earns up to {} points, "
        "fewer as the game goes by. If you change it, only the new one counts.",
        said,
        WORTH,
    )
    picked = select(custom_id("y", table.id, 0, "choose"), "Who will win?", options[: limits.SELECT_OPTIONS])
    await show(interaction, Page(about, None, [[picked]]))


async def _check_watches(interaction: Interaction, table: Table) -> None:
    user = user_of(interaction)
    seats = await desk(interaction).sessions.store.read(lambda db: known_seats(db, table.id, user))
    check_predicts(table, user, held_once=bool(seats))


async def _predict(interaction: Interaction, table: Table, chosen: tuple[str, ...]) -> None:
    await _check_watches(interaction, table)
    seats = {str(seat): seat for seat in all_seats(len(table.players))}
    if not chosen or chosen[0] not in seats:
        raise Refused(md("There’s no such seat at this table."))
    name = player_of(interaction).name
    new = Prediction(user_of(interaction), name, seats[chosen[0]], table.seq)
    await desk(interaction).sessions.store.write(lambda db: sql.predict(db, table.id, new))
    await _show_predictions(interaction, table, md("Saved. "))
