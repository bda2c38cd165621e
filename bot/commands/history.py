"""``/history``: the past of a game, in each form that it has. It knows no title."""

from discord import app_commands

from bot.commands.analyze import show_analysis
from bot.commands.past import over_here, send_report, show_film, show_history, show_result
from bot.commands.table import send_file
from bot.desk import desk
from bot.errors import Interaction, spoken


@app_commands.command(name="history", description="Look back at the game: phases, film, report, result, file, analysis")
@app_commands.describe(show="The phases one by one (if left out), or another form of the game’s past")
@app_commands.choices(
    show=[
        app_commands.Choice(name="phases, one by one", value="phases"),
        app_commands.Choice(name="film of the game so far", value="film"),
        app_commands.Choice(name="page for a browser, with a slider and words", value="page"),
        app_commands.Choice(name="report of a finished game: places, scores, and phases", value="report"),
        app_commands.Choice(name="result of a finished game, as a picture to share", value="result"),
        app_commands.Choice(name="export of a finished game, as a file to replay", value="export"),
        app_commands.Choice(name="analysis of a finished game: chances to win, turning points", value="analysis"),
    ]
)
@spoken
async def history(interaction: Interaction, show: str = "phases") -> None:
    match show:
        case "film" | "page":
            await show_film(interaction, page=show == "page")
        case "report":
            await send_report(interaction)
        case "result":
            await show_result(interaction, await over_here(interaction))
        case "export":
            await send_file(interaction)
        case "analysis":
            await show_analysis(interaction)
        case _:
            await show_history(interaction, await desk(interaction).played_here(interaction))
