"""``/history``: shows a game's past as phases, film, report, result, file, or analysis."""

from discord import app_commands

from bot.commands.analyze import show_analysis
from bot.commands.history_pages import find_finished_table, send_report, show_film, show_last_phase, show_result
from bot.commands.option_choices import form_choices
from bot.commands.table import send_game_file
from bot.errors import Interaction, handle_errors
from bot.services import services_of


@app_commands.command(name="history", description="Look back at the game: phases, film, report, result, file, analysis")
@app_commands.describe(show="The phases one by one (if left out), or another form of the game’s past")
@app_commands.choices(
    show=form_choices(
        phases="the game so far, phase by phase",
        film="the game so far as a short film",
        page="the game so far as a page for a browser, with a slider and words",
        report="a finished game as text, with places, scores, and phases",
        result="a finished game’s result as a picture to share",
        export="a finished game as a file to replay",
        analysis="a finished game’s winning chances and turning points",
    )
)
@handle_errors
async def history(interaction: Interaction, show: str = "phases") -> None:
    match show:
        case "film" | "page":
            await show_film(interaction, page=show == "page")
        case "report":
            await send_report(interaction)
        case "result":
            await show_result(interaction, await find_finished_table(interaction))
        case "export":
            await send_game_file(interaction)
        case "analysis":
            await show_analysis(interaction)
        case _:
            await show_last_phase(interaction, await services_of(interaction).latest_table_here(interaction))
