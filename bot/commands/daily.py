"""``/daily``: the same deal for everyone, once a day."""

from collections.abc import Sequence

from discord import app_commands

from bot.commands.option_choices import form_choices
from bot.errors import Interaction, guild_of, handle_errors, user_of
from bot.markdown import md
from bot.names import sanitize_name, user_mention
from bot.page_reply import send_page
from bot.reply import reply_of
from bot.services import services_of
from bot.solo import daily_pages
from bot.solo.deal import is_open, newest_number
from bot.ui.components import ButtonPress
from bot.ui.page import Page
from bot.ui.question_components import words_with_values
from engine import Refused, Unreadable
from engine.store.dailies import DailyAttempt
from engine.store.ids import DailyNumber

_UNFINISHED_TEXT = md("You haven’t finished this daily. Use `/daily`.")


@app_commands.command(name="daily", description="Play today’s deal: one attempt, the same for everyone")
@app_commands.rename(wanted="show")
@app_commands.describe(wanted="Play (if left out), today’s best scores on this server, or past days")
@app_commands.choices(
    wanted=form_choices(
        play="today’s deal, with one attempt",
        board="today’s best scores on this server",
        past="earlier days, to play without ranking",
    )
)
@handle_errors
async def daily(interaction: Interaction, wanted: str = "play") -> None:
    today = newest_number(services_of(interaction).dailies.now())
    match wanted:
        case "board":
            await _show_scores(interaction, today)
        case "past":
            await _show_past_days(interaction)
        case _:
            await _show_daily(interaction, today)


async def show_todays_daily(interaction: Interaction) -> None:
    """Show today's deal, after the moves that the user has made."""
    await _show_daily(interaction, newest_number(services_of(interaction).dailies.now()))


async def handle_daily_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle a press on a page of a daily; the press has the daily's number and the number of moves made."""
    if not services_of(interaction).tables.offered_games.has_daily:
        raise Refused(md("There’s no daily deal for the games that are offered here."))
    verb, *words = press.arguments.split(" ")
    match verb:
        case "play":
            await _show_daily(interaction, press.daily_number)
        case "board":
            await _show_scores(interaction, press.daily_number)
        case "past":
            await _show_past_days(interaction)
        case "pick":
            await _show_daily(interaction, DailyNumber(press.number))
        case "share":
            await _share_result(interaction, press.daily_number)
        case "again":
            attempt = await services_of(interaction).dailies.restart_attempt(press.daily_number, user_of(interaction))
            await _show_attempt(interaction, attempt)
        case "par0" | "par1":
            await _compare(interaction, press.daily_number, ranked=verb == "par1")
        case "begin0" | "begin1":
            await _begin_attempt(interaction, press.daily_number, ranked=verb == "begin1")
        case _:
            await _handle_attempt_press(interaction, press, verb, words)


async def _show_daily(interaction: Interaction, number: DailyNumber) -> None:
    dailies = services_of(interaction).dailies
    ranked = is_open(number, dailies.now())
    if not await dailies.has_deal(number):
        await reply_of(interaction).defer_new_message()  # computers play the deal first, which sets its par
    deal = await dailies.load_deal(number)
    attempt = await dailies.load_attempt(number, user_of(interaction), ranked=ranked)
    if attempt is not None:
        await _show_attempt(interaction, attempt)
    elif ranked:
        await send_page(
            interaction, daily_pages.start_page(deal, dailies.now(), await dailies.load_streak(user_of(interaction)))
        )
    else:
        await send_page(interaction, daily_pages.past_day_page(deal, dailies.now()))


async def _begin_attempt(interaction: Interaction, number: DailyNumber, *, ranked: bool) -> None:
    dailies = services_of(interaction).dailies
    await _show_attempt(
        interaction, await dailies.begin_attempt(number, user_of(interaction), guild_of(interaction), ranked=ranked)
    )


async def _handle_attempt_press(interaction: Interaction, press: ButtonPress, verb: str, words: Sequence[str]) -> None:
    """Handle a press in an attempt. ``verb`` is a letter, then 0 or 1 (whether it is ranked), then a page number."""
    dailies = services_of(interaction).dailies
    ranked = verb[1] == "1"
    attempt = await dailies.load_attempt(press.daily_number, user_of(interaction), ranked=ranked)
    if attempt is None:
        raise Refused(md("You haven’t started this daily. Use `/daily`."))
    if press.seq != len(attempt.lines):  # a press on an old page, or a repeated press
        await _show_attempt(interaction, attempt)
    elif verb[0] == "a":
        await _make_move(interaction, attempt, " ".join(words))
    elif verb[0] == "s":
        await _show_attempt(interaction, attempt, words_with_values(words, press.values))
    else:
        await _show_attempt(interaction, attempt, words, int(verb[2:]))


async def _make_move(interaction: Interaction, attempt: DailyAttempt, line: str) -> None:
    try:
        new_attempt = await services_of(interaction).dailies.make_move(attempt, line)
    except Unreadable:
        new_attempt = attempt
    await _show_attempt(interaction, new_attempt)


async def _show_attempt(
    interaction: Interaction, attempt: DailyAttempt, picked: Sequence[str] = (), page: int = 0
) -> None:
    """Show the next choice of an attempt, or its result."""
    dailies = services_of(interaction).dailies
    deal, point = await dailies.load_deal(attempt.daily), await dailies.load_position(attempt)
    name = sanitize_name(interaction.user.display_name) or sanitize_name(interaction.user.name)
    attempt_page: Page
    if attempt.ended is not None:
        shared = dailies.is_shared(attempt.daily, attempt.user)
        standing = await _attempt_standing(interaction, attempt)
        attempt_page = daily_pages.end_page(deal, point, standing, name, dailies.now(), shared_now=shared)
    elif attempt.ranked and not is_open(attempt.daily, dailies.now()):
        attempt_page = daily_pages.past_day_page(deal, dailies.now())
    else:
        attempt_page = daily_pages.choice_page(deal, attempt, point, name, picked, page)
    await send_page(interaction, attempt_page)


async def _attempt_standing(interaction: Interaction, attempt: DailyAttempt) -> daily_pages.AttemptStanding:
    dailies = services_of(interaction).dailies
    point = await dailies.load_position(attempt)
    return daily_pages.AttemptStanding(attempt, point.marks, *await dailies.count_other_attempts(attempt))


async def _show_scores(interaction: Interaction, number: DailyNumber) -> None:
    dailies = services_of(interaction).dailies
    if not await dailies.has_deal(number):
        await reply_of(interaction).defer_new_message()
    deal = await dailies.load_deal(number)
    guild, count = guild_of(interaction), await dailies.count_finished_attempts(number)
    best = None if guild is None else await dailies.load_best_attempts(number, guild, daily_pages.MAX_LISTED)
    await send_page(interaction, daily_pages.scores_page(deal, count, best, dailies.now()))


async def _show_past_days(interaction: Interaction) -> None:
    dailies = services_of(interaction).dailies
    deals = await dailies.load_past_deals()
    since = deals[-1].number if deals else DailyNumber(0)
    scores = {
        attempt.daily: attempt.score for attempt in await dailies.load_attempts_of_user(user_of(interaction), since)
    }
    await send_page(interaction, daily_pages.past_page(deals, scores))


async def _compare(interaction: Interaction, number: DailyNumber, *, ranked: bool) -> None:
    """Show the user's finished attempt beside the game of the computer player that sets par."""
    dailies = services_of(interaction).dailies
    attempt = await dailies.load_attempt(number, user_of(interaction), ranked=ranked)
    if attempt is None or attempt.ended is None:
        raise Refused(_UNFINISHED_TEXT)
    deal, point, standing = (
        await dailies.load_deal(number),
        await dailies.load_position(attempt),
        await _attempt_standing(interaction, attempt),
    )
    par = await dailies.load_par_game(number)
    name = sanitize_name(interaction.user.display_name) or sanitize_name(interaction.user.name)
    await send_page(interaction, daily_pages.comparison_page(deal, point, standing, par, name))


async def _share_result(interaction: Interaction, number: DailyNumber) -> None:
    """Post the user's result in the channel, and remove *Share* from the page."""
    services = services_of(interaction)
    attempt = await services.dailies.load_attempt(number, user_of(interaction), ranked=True)
    if attempt is None or attempt.ended is None:
        raise Refused(_UNFINISHED_TEXT)
    services.limits.opening.check(user_of(interaction))
    services.dailies.share(number, user_of(interaction))
    deal, standing = await services.dailies.load_deal(number), await _attempt_standing(interaction, attempt)
    point, now = await services.dailies.load_position(attempt), services.dailies.now()
    name = sanitize_name(interaction.user.display_name) or sanitize_name(interaction.user.name)
    await send_page(interaction, daily_pages.end_page(deal, point, standing, name, now, shared_now=True))
    text = md("{} · {}", user_mention(user_of(interaction)), daily_pages.share_text(deal, standing))
    await reply_of(interaction).post_publicly(text, after=md("I’m sharing your result."))
