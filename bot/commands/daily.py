"""``/daily``: the same deal for everyone, once a day. It knows no title."""

from collections.abc import Sequence

from discord import app_commands

from bot.commands.choices import form_choices
from bot.desk import desk
from bot.errors import Interaction, guild_of, spoken, user_of
from bot.markdown import md
from bot.reply import reply_to
from bot.solo import daily_pages
from bot.solo.deal import is_open, newest_at
from bot.ui.asking import answers_of
from bot.ui.components import Press
from bot.ui.page import Page, show
from bot.wording import clean, mention_of
from engine import Refused, Unreadable
from engine.store.dailies import Attempt
from engine.store.ids import DailyNumber

_UNFINISHED = md("You haven’t finished this daily. Use `/daily`.")


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
@spoken
async def daily(interaction: Interaction, wanted: str = "play") -> None:
    today = newest_at(desk(interaction).dailies.now())
    match wanted:
        case "board":
            await _show_board(interaction, today)
        case "past":
            await _show_past(interaction)
        case _:
            await _show_daily(interaction, today)


async def show_today(interaction: Interaction) -> None:
    """Today's deal, as far as the asker is in it."""
    await _show_daily(interaction, newest_at(desk(interaction).dailies.now()))


async def daily_pressed(interaction: Interaction, press: Press) -> None:
    """A press on a page of a daily: the number says which one, the next how many moves were made."""
    if not desk(interaction).sessions.offered.has_daily:
        raise Refused(md("There’s no daily deal for the games that are offered here."))
    deed, *words = press.rest.split(" ")
    match deed:
        case "play":
            await _show_daily(interaction, press.daily)
        case "board":
            await _show_board(interaction, press.daily)
        case "past":
            await _show_past(interaction)
        case "pick":
            await _show_daily(interaction, DailyNumber(press.number))
        case "share":
            await _share(interaction, press.daily)
        case "again":
            again = await desk(interaction).dailies.begin_again(press.daily, user_of(interaction))
            await _show_attempt(interaction, again)
        case "par0" | "par1":
            await _compare(interaction, press.daily, ranked=deed == "par1")
        case "begin0" | "begin1":
            await _begin(interaction, press.daily, ranked=deed == "begin1")
        case _:
            await _in_an_attempt(interaction, press, deed, words)


async def _show_daily(interaction: Interaction, number: DailyNumber) -> None:
    """A day as far as the asker is: before it, in it, or after it."""
    at = desk(interaction).dailies
    ranked = is_open(number, at.now())
    if not await at.is_known(number):
        await reply_to(interaction).defer_anew()  # computers play it first, for its par
    deal = await at.deal(number)
    attempt = await at.attempt(number, user_of(interaction), ranked=ranked)
    if attempt is not None:
        await _show_attempt(interaction, attempt)
    elif ranked:
        await show(interaction, daily_pages.before_page(deal, at.now(), await at.streak(user_of(interaction))))
    else:
        await show(interaction, daily_pages.closed_page(deal, at.now()))


async def _begin(interaction: Interaction, number: DailyNumber, *, ranked: bool) -> None:
    at = desk(interaction).dailies
    await _show_attempt(interaction, await at.begin(number, user_of(interaction), guild_of(interaction), ranked=ranked))


async def _in_an_attempt(interaction: Interaction, press: Press, deed: str, words: Sequence[str]) -> None:
    """A press in a choice: ``deed`` is its letter, whether the attempt is ranked, and a page."""
    at = desk(interaction).dailies
    ranked = deed[1] == "1"
    attempt = await at.attempt(press.daily, user_of(interaction), ranked=ranked)
    if attempt is None:
        raise Refused(md("You haven’t started this daily. Use `/daily`."))
    if press.seq != len(attempt.lines):  # an old picture, or the second press of two: here is how far it is
        await _show_attempt(interaction, attempt)
    elif deed[0] == "a":
        await _move(interaction, attempt, " ".join(words))
    elif deed[0] == "s":
        await _show_attempt(interaction, attempt, answers_of(words, press.values))
    else:
        await _show_attempt(interaction, attempt, words, int(deed[2:]))


async def _move(interaction: Interaction, attempt: Attempt, line: str) -> None:
    try:
        after = await desk(interaction).dailies.move(attempt, line)
    except Unreadable:
        after = attempt
    await _show_attempt(interaction, after)


async def _show_attempt(interaction: Interaction, attempt: Attempt, picked: Sequence[str] = (), page: int = 0) -> None:
    """The next choice of an attempt, or its result."""
    at = desk(interaction).dailies
    deal, point = await at.deal(attempt.daily), await at.point(attempt)
    name = clean(interaction.user.display_name) or clean(interaction.user.name)
    made: Page
    if attempt.ended is not None:
        shared = at.is_shared(attempt.daily, attempt.user)
        standing = await _standing(interaction, attempt)
        made = daily_pages.end_page(deal, point, standing, name, at.now(), shared_now=shared)
    elif attempt.ranked and not is_open(attempt.daily, at.now()):
        made = daily_pages.closed_page(deal, at.now())
    else:
        made = daily_pages.choice_page(deal, attempt, point, name, picked, page)
    await show(interaction, made)


async def _standing(interaction: Interaction, attempt: Attempt) -> daily_pages.Standing:
    at = desk(interaction).dailies
    point = await at.point(attempt)
    return daily_pages.Standing(attempt, point.marks, *await at.others(attempt))


async def _show_board(interaction: Interaction, number: DailyNumber) -> None:
    at = desk(interaction).dailies
    if not await at.is_known(number):
        await reply_to(interaction).defer_anew()
    deal = await at.deal(number)
    guild, count = guild_of(interaction), await at.number_finished(number)
    here = None if guild is None else await at.best_of(number, guild, daily_pages.BEST)
    await show(interaction, daily_pages.board_page(deal, count, here, at.now()))


async def _show_past(interaction: Interaction) -> None:
    at = desk(interaction).dailies
    deals = await at.past()
    since = deals[-1].number if deals else DailyNumber(0)
    scores = {done.daily: done.score for done in await at.of_user(user_of(interaction), since)}
    await show(interaction, daily_pages.past_page(deals, scores))


async def _compare(interaction: Interaction, number: DailyNumber, *, ranked: bool) -> None:
    """The asker's finished attempt beside the par player's game, which nobody sees before."""
    at = desk(interaction).dailies
    attempt = await at.attempt(number, user_of(interaction), ranked=ranked)
    if attempt is None or attempt.ended is None:
        raise Refused(_UNFINISHED)
    deal, point, standing = await at.deal(number), await at.point(attempt), await _standing(interaction, attempt)
    par = await at.par_game(number)
    name = clean(interaction.user.display_name) or clean(interaction.user.name)
    await show(interaction, daily_pages.comparison_page(deal, point, standing, par, name))


async def _share(interaction: Interaction, number: DailyNumber) -> None:
    """Posts the asker's result in the channel, and takes *Share* off the page."""
    at = desk(interaction)
    attempt = await at.dailies.attempt(number, user_of(interaction), ranked=True)
    if attempt is None or attempt.ended is None:
        raise Refused(_UNFINISHED)
    at.allow(at.openings, user_of(interaction))
    at.dailies.share(number, user_of(interaction))
    deal, standing = await at.dailies.deal(number), await _standing(interaction, attempt)
    point, now = await at.dailies.point(attempt), at.dailies.now()
    name = clean(interaction.user.display_name) or clean(interaction.user.name)
    await show(interaction, daily_pages.end_page(deal, point, standing, name, now, shared_now=True))
    text = md("{} · {}", mention_of(user_of(interaction)), daily_pages.shared(deal, standing))
    await reply_to(interaction).post(text, after=md("I’m sharing your result."))
