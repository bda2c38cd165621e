"""Looking: pictures, one's own hand, the past, the rules, help. Nothing here can make a move. It knows no title."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

from discord import app_commands
from msgspec.structs import replace

from bot import limits
from bot.commands.past import post_result, show_history, show_own_record, show_recap, show_result
from bot.desk import desk
from bot.errors import Interaction, channel_of, guild_of, spoken, suggested, user_of
from bot.game_text import topics as topics_of
from bot.markdown import Markdown, cut, escape, escape_prose, in_code, joined, listed, md, quoted
from bot.persons.memos import noted
from bot.reply import reply_to
from bot.tables.table import Table
from bot.ui.answers import ahead_button
from bot.ui.components import Press, Row, Style, button, custom_id, in_rows, rows, select
from bot.ui.page import Page, show
from bot.ui.plans import escaped_word, plan_buttons
from bot.ui.seats import briefing_button
from bot.ui.start import start_buttons
from bot.ui.why import WHY, rule, topic_names
from bot.wording import in_messages
from engine import GAMES, Options, Refused, RoundhouseError, redact
from engine.core import read_options
from engine.store.apart import in_thread
from render import PAINTERS, Scene

Topics = tuple[tuple[str, str], ...]
RulesTopics = tuple[tuple[Markdown, Markdown], ...]

_LONGEST = 40
"""So much is repeated of what was typed and is not there."""
_AROUND = 100
"""Characters that stand around the names and texts of topics."""

_BRIEFLY = md("""**How to play here**
*Play now* starts a game against computers. `/game new` opens a table for others.
On your turn, press **Your move** under any of the table’s posts. Only you can see the answer.
Your games: `/games`. The rules that matter now: `/rules`.""")

_IN_CHANNEL = md("""`/game new` opens a table in this channel. Others press *Join*, and the host presses *Host…*, then \
*Start*. In a direct message with me, you play alone or against computer players.""")

_IN_PRIVATE = md("""`/game new` opens a table here, for you alone or against computer players, which *Host…* adds. To \
play with others, use a channel.""")

_HELP = """**Every command**
{}
On your turn, press **Your move** under any post of the table, choose one thing at a time, and confirm. *Plan ahead…* \
has what you can choose before your turn. Slash commands do the same: {}, or `/move`.
`/board` shows the pictures, `/hand` what only you see, `/rules` the rules you need now.
`/recap` shows what is new to you, `/history` the whole game.
`/undo` undoes your last move. If others have moved since, they vote.
`/orders` keeps standing orders, which make moves for you.
`/note` keeps a note to yourself.
`/games` lists your tables. `/settings` has notices and holidays.
{}Before the start, the host can `/game invite` someone and `/game kick` a player.
`/game seat` lets you leave or return. `/game end` ends the game by consent.
Only you can see answers like this one."""

_LESSONS = md("`/learn` teaches a game.")
_DAILY = md("`/daily` is the deal of the day.")

_NOTHING_PICTURED = md("Right now there’s nothing to show in this picture.")
_NOTHING_PRIVATE = md("Right now there’s nothing that only you can see.")


@app_commands.command(name="board", description="Show the current pictures, only to you")
@app_commands.describe(picture="Which picture (if left out, the board)")
@spoken
async def board(interaction: Interaction, picture: str | None = None) -> None:
    table = await desk(interaction).started_here(interaction)
    await show(interaction, await _picture(interaction, table, _wanted(table, picture)))


@board.autocomplete("picture")
@suggested
async def _complete_picture(interaction: Interaction, typed: str) -> Topics:
    return await _suggested_pictures(interaction, typed)


def _wanted(table: Table, picture: str | None) -> str:
    """The name of the picture that somebody typed, the board if nothing; raises ``Refused``."""
    names = _pictures(table)
    wanted = (picture or next(iter(names))).strip().casefold()
    if wanted not in names:
        raise Refused(
            md("There’s no picture {}. Pictures: {}.", quoted(wanted), listed(list(map(escape_prose, names))))
        )
    return names[wanted]


async def _suggested_pictures(interaction: Interaction, typed: str) -> Topics:
    pictures = _pictures(await desk(interaction).started_here(interaction))
    return tuple((name, name) for name in pictures if typed.casefold() in name)


def _pictures(table: Table) -> Mapping[str, str]:
    """The pictures by what people call them."""
    painter = PAINTERS[table.title]
    return {painter.picture_aliases.get(name, name): name for name in painter.public_pictures}


@app_commands.command(name="hand", description="Show what only you can see, and what to choose now")
@spoken
async def hand(interaction: Interaction) -> None:
    table = await desk(interaction).started_here(interaction)
    await show(interaction, await _hand(interaction, table))


@app_commands.command(name="rules", description="Show the rules that matter now, or another topic")
@app_commands.describe(topic="Which topic (if left out, the current phase)")
@spoken
async def rules(interaction: Interaction, topic: str | None = None) -> None:
    topics = await _topics(interaction)
    if topic is None:
        said = _rules_now(topics, await _usable(interaction))
    elif found := _about(topics, topic):
        said = md("**{}**\n{}", *found[0])
    else:
        known = joined((name for name, _ in topics), ", ")
        raise Refused(md("There’s no rules topic {}. Topics: {}.", quoted(topic), known))
    table = await desk(interaction).sessions.at(channel_of(interaction))
    menu = [_rules_menu(table, 0)] if table is not None and table.state is not None else []
    await show(interaction, Page(cut(said, limits.CONTENT), None, menu))


def _rules_menu(table: Table, turn: int) -> Row:
    """A select of all topics; ``turn`` counts the presses, so that an answered select can be answered again."""
    names = topic_names(table)
    values = [(name, str(number), False) for number, name in enumerate(names)]
    identity = custom_id("v", table.id, table.seq, f"-{_RULES}{turn % 100}")
    return [select(identity, "Another topic…", values[: limits.SELECT_OPTIONS])] if names else []


@rules.autocomplete("topic")
@suggested
async def _complete_topic(interaction: Interaction, typed: str) -> Topics:
    topics = _about(await _topics(interaction), typed)
    return tuple((name, limits.cut(name, limits.CHOICE_VALUE)) for name, _ in topics)


def _about(topics: RulesTopics, wanted: str) -> RulesTopics:
    """The topics with these words: first those that are called so, then those whose text has them."""
    sought = wanted.strip().casefold()
    called = tuple(topic for topic in topics if sought in topic[0].casefold())
    return called + tuple(topic for topic in topics if topic not in called and sought in topic[1].casefold())


def _rules_now(topics: RulesTopics, usable: Collection[str]) -> Markdown:
    """The present phase's topic, those of what the asker may use now, and what the others are called."""
    first, *others = topics
    room = limits.CONTENT - len("\n\n".join(name for name, _ in topics)) - _AROUND
    shown = [first]
    for topic in others:
        if topic[0] in usable and sum(map(len, chain(*shown, topic))) < room:
            shown.append(topic)
    more = joined((name for name, _ in topics if name not in dict(shown)), ", ")
    said = [md("**{}**\n{}", name, text) for name, text in shown]
    return joined([*said, *([md("More with `/rules topic:` {}.", more)] if more else [])], "\n\n")


async def _usable(interaction: Interaction) -> frozenset[str]:
    """The topics of what the asker is offered now; nothing for somebody who is not asked."""
    with suppress(RoundhouseError):
        at = desk(interaction)
        place = await at.seated(await at.started_here(interaction), user_of(interaction))
        asked = [decision.offers for decision in (place.decision, place.ahead) if decision]
        return frozenset(type(action).help_topic for action in chain.from_iterable(asked))
    return frozenset()


@app_commands.command(name="help", description="Show how to play here")
@spoken
async def help_(interaction: Interaction) -> None:
    more = button("More", custom_id("Q", 0, 0, "help"))
    row = [*start_buttons(desk(interaction).sessions.offered), more]
    await reply_to(interaction).say(_BRIEFLY, view=rows(row))


async def show_all_help(interaction: Interaction) -> None:
    """Every command, by what it is for."""
    offered = desk(interaction).sessions.offered
    commands = joined((md("`/{} …`", in_code(game.command)) for game in offered.games), ", ")
    opening = _IN_PRIVATE if guild_of(interaction) is None else _IN_CHANNEL
    alone = joined([*([_LESSONS] if offered.lessons else []), *([_DAILY] if offered.has_daily else [])], " ")
    text = md(_HELP, opening, commands, md("{}\n", alone) if alone else md(""))
    await show(interaction, Page(text, None, [start_buttons(offered)]))


@app_commands.command(name="describe", description="Read a picture as text: everything that it shows")
@app_commands.describe(picture="Which picture; the board if you leave it out")
@spoken
async def describe(interaction: Interaction, picture: str | None = None) -> None:
    table = await desk(interaction).started_here(interaction)
    await _describe(interaction, table, _wanted(table, picture))


@describe.autocomplete("picture")
@suggested
async def _complete_described(interaction: Interaction, typed: str) -> Topics:
    return await _suggested_pictures(interaction, typed)


async def _describe(interaction: Interaction, table: Table, name: str) -> None:
    """The picture in words for the asker alone: a message, and more where one is too short."""
    seen = await desk(interaction).seen_by(table, None)
    scenes = await in_thread(seen.painter.public_scenes, name, seen.view, seen.drawing_context)
    for message in in_messages(joined((escape(scene.alt) for scene in scenes), "\n\n") or _NOTHING_PICTURED):
        await reply_to(interaction).say(message)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (board, describe, hand, rules, help_)


async def look_pressed(interaction: Interaction, press: Press) -> None:
    """*Board*, *Hand* or what the title calls it, *Recap*: under a post, whose kind the first letter tells."""
    table = await desk(interaction).started(press.table)
    match press.rest[1:]:
        case wanted if wanted.startswith(_RECAP):
            await show_recap(interaction, table, int(wanted.removeprefix(_RECAP) or 0))
        case "history":
            await show_history(interaction, table)
        case "result":
            await show_result(interaction, table)
        case "record":
            await show_own_record(interaction, table)
        case "share":
            await post_result(interaction, table)
        case "hand":
            await show(interaction, await _hand(interaction, table))
        case wanted if wanted.startswith(_RULES):
            said = cut(rule(table, press.number), limits.CONTENT)
            turn = int(wanted.removeprefix(_RULES) or 0) + 1
            await show(interaction, Page(said, None, [_rules_menu(table, turn)]))
        case wanted if wanted.startswith(WHY):
            said = cut(rule(table, int(wanted.removeprefix(WHY) or 0)), limits.CONTENT)
            await reply_to(interaction).say(said)
        case wanted if wanted.startswith(_WORDS):
            names = list(_pictures(table).values())
            await _describe(interaction, table, names[int(wanted.removeprefix(_WORDS) or 0) % len(names)])
        case wanted if wanted.startswith(_ALL):
            await show(interaction, await _of_all(interaction, table, int(wanted.removeprefix(_ALL) or 0)))
        case _:
            await show(interaction, await _picture(interaction, table, PAINTERS[table.title].public_pictures[0]))


_RULES = "rules"
"""Before the number of presses in the menu of rules."""
_RECAP = "recap"
"""Before the number of a page of the recap."""
_ALL = "pics"
"""Before the number of a picture, where every one is a press away."""
_WORDS = "words"
"""Before the number of a picture that is to be read."""


async def _of_all(interaction: Interaction, table: Table, number: int) -> Page:
    """One picture of the table, with a button for each of the others."""
    names = list(_pictures(table).items())
    _, name = names[number % len(names)]
    page = await _picture(interaction, table, name)
    others = [
        button(_capital(called), custom_id("v", table.id, table.seq, f"-{_ALL}{at}"), disabled=other == name)
        for at, (called, other) in enumerate(names)
    ]
    number %= len(names)
    address = custom_id("v", table.id, table.seq, f"-{_ALL}{number}")
    in_words = button("Describe", custom_id("v", table.id, table.seq, f"-{_WORDS}{number}"))
    return replace(page, buttons=in_rows([*others, in_words]), address=address)


def _capital(called: str) -> str:
    """A picture's name as a button says it."""
    return called.replace("-", " ").capitalize()


async def _picture(interaction: Interaction, table: Table, name: str) -> Page:
    at = desk(interaction)
    seen = await at.seen_by(table, None)
    scenes = partial(seen.painter.public_scenes, name, seen.view, seen.drawing_context)
    shown = md("") if at.studio.has_pictures else md("\n{}", _in_words(await in_thread(scenes)))
    text = md("**{}**\n{}{}", seen.headline(), at.asked_now(table, user_of(interaction)), shown)
    number = seen.painter.public_pictures.index(name)
    return Page(text, scenes, (), custom_id("v", table.id, table.seq, f"-{_ALL}{number}"))


def _in_words(scenes: Sequence[Scene]) -> Markdown:
    """The pictures' alt texts, for where none are drawn, or that there is nothing to show."""
    return joined(escape(scene.alt) for scene in scenes) or _NOTHING_PICTURED


async def _hand(interaction: Interaction, table: Table) -> Page:
    at = desk(interaction)
    place = await at.seated(table, user_of(interaction))
    seen = place.seen
    scenes = await in_thread(seen.painter.private_scenes, seen.view, seen.drawing_context)
    known = seen.private() or (() if scenes else (_NOTHING_PRIVATE,))
    words = (escaped_word(word, table.players) for word in place.words)
    told = joined((md("\n{}", line) for line in (*known, *words, *noted(place.memo))), "")
    if not at.studio.has_pictures:
        told = joined([told, *(md("\n{}", escape(scene.alt)) for scene in scenes)], "")
    await at.sessions.orders.have_read(table.id, user_of(interaction), place.words)
    address = custom_id("v", table.id, table.seq, "-hand")
    beside = [*ahead_button(place), *plan_buttons(place), *briefing_button(place)]
    if place.decision is None:
        text = md("**{}**\n{}{}", seen.headline(), at.asked_now(table, user_of(interaction)), told)
        return Page(text, lambda: scenes, [beside], address)
    mine = button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)
    text = md("**{}**\nYour turn: {}{}", seen.headline(), escape_prose(place.decision.prompt), told)
    return Page(text, lambda: scenes, [[mine, *beside]], address)


def _fitting(table: Table) -> tuple[Options, int]:
    """The options, with those who are here or else the fewest for whom they are; the usual ones if for nobody."""
    game = GAMES[table.title]
    options = read_options(game.options, table.options)
    numbers: list[int] = [len(table.players), *game.seats]
    for seats in (number for number in numbers if number in game.seats):
        with suppress(Refused):
            options.check_seats(seats)
            return options, seats
    return game.options(), game.seats[-1]


async def _topics(interaction: Interaction) -> RulesTopics:
    at = desk(interaction)
    table = await at.table_here(interaction)
    game = GAMES[table.title]
    if table.state is None:  # what it will be like: any deal of the title has the same rules
        dealt, _ = game.new_game(*_fitting(table), 0)
        first, *others = topics_of(game, redact(dealt, None))
        topics = (*others, first)
    else:
        topics = topics_of(game, (await at.seen_by(table, None)).view)
    if not topics:
        raise Refused(md("There are no rules to show."))
    return topics
