"""The command to follow a table, and the buttons to follow it and to predict its winner."""

from discord import app_commands

from bot import limits
from bot.commands.lobby import player_from
from bot.commands.option_choices import form_choices
from bot.errors import Interaction, handle_errors, user_of
from bot.markdown import Markdown, escape_prose, md
from bot.names import player_names
from bot.page_reply import send_page
from bot.persons.predictions import MAX_POINTS, check_can_predict
from bot.reply import reply_of
from bot.services import services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, button, custom_id, select_menu
from bot.ui.page import Page
from engine import GAMES, Refused
from engine.core import all_seats
from engine.store import followers as sql
from engine.store.followers import Prediction
from engine.store.seat_history import find_known_seats


@app_commands.command(name="follow", description="Get this table’s phase posts with pictures as messages")
@app_commands.describe(action="Stop getting them")
@app_commands.choices(action=form_choices(stop="no more phase posts of this table"))
@handle_errors
async def follow(interaction: Interaction, action: str | None = None) -> None:
    table = await services_of(interaction).table_in_play_here(interaction)
    if action == "stop":
        await _stop_following(interaction, table)
    else:
        await _start_following(interaction, table)


async def handle_follow_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle *Follow*, *Predict*, and the pages behind them."""
    table = await services_of(interaction).table_in_play(press.table_id)
    match press.arguments:
        case "follow":
            await _start_following(interaction, table)
        case "predict":
            await _show_predictions(interaction, table)
        case "choose":
            await _save_prediction(interaction, table, press.values)
        case _:
            await _stop_following(interaction, table)


async def _start_following(interaction: Interaction, table: Table) -> None:
    services = services_of(interaction)
    services.limits.follow.check(user_of(interaction))
    await reply_of(interaction).defer_new_message()  # the direct message is sent before the answer
    is_new = await services.followers.follow(table, user_of(interaction))
    text = (
        md("You’re following this table. I sent you a direct message.")
        if is_new
        else md("You’re already following it.")
    )
    unfollow = button("Unfollow", custom_id("y", table.id, 0, "unfollow"))
    await send_page(interaction, Page(text, None, [[unfollow]]))


async def _stop_following(interaction: Interaction, table: Table) -> None:
    was_following = await services_of(interaction).followers.unfollow(table.id, user_of(interaction))
    name = md("**{}** in <#{}>", escape_prose(GAMES[table.title].name), table.channel)
    text = md("You’re no longer following {}.", name) if was_following else md("You aren’t following this table.")
    await send_page(interaction, Page(text))


async def _show_predictions(interaction: Interaction, table: Table, lead: Markdown = md("")) -> None:
    await _check_can_predict(interaction, table)
    predictions = await services_of(interaction).tables.store.read(lambda db: sql.load_predictions(db, table.id))
    own_prediction = next((prediction for prediction in predictions if prediction.user == user_of(interaction)), None)
    names = player_names(table.players)
    chosen_seat = None if own_prediction is None else own_prediction.seat
    options = [(name, str(seat), seat == chosen_seat) for seat, name in enumerate(names, 1)]
    text = md(
        "{}Who will win? Your prediction stays secret until the end. A correct one earns up to {} points, "
        "fewer as the game goes by. If you change it, only the new one counts.",
        lead,
        MAX_POINTS,
    )
    seat_select = select_menu(custom_id("y", table.id, 0, "choose"), "Who will win?", options[: limits.SELECT_OPTIONS])
    await send_page(interaction, Page(text, None, [[seat_select]]))


async def _check_can_predict(interaction: Interaction, table: Table) -> None:
    user = user_of(interaction)
    seats = await services_of(interaction).tables.store.read(lambda db: find_known_seats(db, table.id, user))
    check_can_predict(table, user, had_seat=bool(seats))


async def _save_prediction(interaction: Interaction, table: Table, chosen: tuple[str, ...]) -> None:
    await _check_can_predict(interaction, table)
    seats = {str(seat): seat for seat in all_seats(len(table.players))}
    if not chosen or chosen[0] not in seats:
        raise Refused(md("There’s no such seat at this table."))
    name = player_from(interaction).name
    prediction = Prediction(user_of(interaction), name, seats[chosen[0]], table.seq)
    await services_of(interaction).tables.store.write(lambda db: sql.save_prediction(db, table.id, prediction))
    await _show_predictions(interaction, table, md("Saved. "))
