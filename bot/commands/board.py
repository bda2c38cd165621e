"""Commands and buttons that only show things: pictures, hand, history, rules, and help."""

from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from typing import Any

from discord import app_commands
from msgspec.structs import replace

from bot import limits
from bot.commands.history_pages import post_result, show_last_phase, show_own_record, show_recap, show_result
from bot.errors import Interaction, autocomplete_from, channel_of, guild_of, handle_errors, user_of
from bot.game_text import rule_topics as topics_of
from bot.markdown import Markdown, code_text, escape, escape_prose, join_lines, join_words, md, quote, truncate
from bot.names import split_into_messages
from bot.page_reply import send_page
from bot.permissions import FOREIGN_SERVER_TEXT, is_in_foreign_server
from bot.persons.notes import quote_note
from bot.reply import reply_of
from bot.services import services_of
from bot.tables.table import Table
from bot.ui.components import ButtonPress, Row, Style, build_view, button, custom_id, select_menu, split_into_rows
from bot.ui.page import Page
from bot.ui.plans import order_line, plan_buttons
from bot.ui.question_buttons import premove_button_row
from bot.ui.refusal_help import RULE_PREFIX, rule_text, topic_names
from bot.ui.seat_text import briefing_button
from bot.ui.start_buttons import start_buttons
from bot.view import whose_turn_text
from engine import GAMES, Options, Refused, RoundhouseError, redact
from engine.core import read_options
from engine.threads import run_in_thread
from render import PAINTERS, Scene

Suggestions = tuple[tuple[str, str], ...]
RulesTopics = tuple[tuple[Markdown, Markdown], ...]

_MAX_TYPED_SHOWN = 40
"""Maximum characters of a typed text that a reply repeats."""
_TOPIC_MARKUP_LENGTH = 100
"""Characters of markup around the names and texts of topics."""

_SHORT_HELP = md("""**How to play here**
*Play now* starts a game against computers. `/game new` opens a table for others.
On your turn, press **Your move** under any of the table’s posts. Only you can see the answer.
Your games: `/games`. The rules that matter now: `/rules`.""")

_CHANNEL_HELP = md("""`/game new` opens a table in this channel. Others press *Join*, and the host presses *Host…*, \
then *Start*. In a direct message with me, you play alone or against computer players.""")

_PRIVATE_HELP = md("""`/game new` opens a table here, for you alone or against computer players, which *Host…* adds. \
To play with others, use a channel.""")

_FOREIGN_HELP = md(
    "{} *Play now*, or `/play`, starts a game in our direct messages. To play with others here, ask someone who"
    " manages the server to add me.",
    FOREIGN_SERVER_TEXT,
)

_SHORT_FOREIGN_HELP = md(
    "**How to play**\n{}\nYour games: `/games`. Other commands about a game work in its direct messages.", _FOREIGN_HELP
)

_ALL_HELP = """**Every command**
{}
On your turn, press **Your move** under any post of the table, choose one thing at a time, and confirm. *Plan ahead…* \
has what you can choose before your turn. Slash commands do the same: {}, or `/move`.
`/board` shows the pictures, `/describe` what they show in words, `/hand` what only you see, \
`/rules` the rules you need now.
`/recap` shows what is new to you, `/history` the whole game.
`/undo` undoes your last move. If others have moved since, they vote.
`/orders` keeps standing orders, which make moves for you.
`/note` keeps a note to yourself.
`/games` lists your tables, `/stats` your results. `/settings` has notices and holidays, \
`/privacy` what I store about you.
`/lfg` finds players, `/puzzle` has a last move to find.
{}Before the start, the host can `/game invite` someone and `/game kick` a player.
`/game status` says whose turn it is, `/game clock` changes the clock, `/game follow` sends you the reports of a table.
`/game seat` lets you leave or return. `/game end` ends the game by consent. \
Managers of the server choose with `/setup` where tables open.
Only you can see answers like this one."""

_LESSONS_HELP = md("`/learn` teaches a game.")
_DAILY_HELP = md("`/daily` is the deal of the day.")

_NO_PICTURE_TEXT = md("Right now there’s nothing to show in this picture.")
_NO_PRIVATE_TEXT = md("Right now there’s nothing that only you can see.")


@app_commands.command(name="board", description="Show the current pictures, only to you")
@app_commands.describe(picture="Which picture (if left out, the board)")
@handle_errors
async def board(interaction: Interaction, picture: str | None = None) -> None:
    table = await services_of(interaction).table_in_play_here(interaction)
    await send_page(interaction, await _picture_page(interaction, table, _find_picture(table, picture)))


@board.autocomplete("picture")
@autocomplete_from
async def _complete_picture(interaction: Interaction, typed: str) -> Suggestions:
    return await _picture_suggestions(interaction, typed)


def _find_picture(table: Table, picture: str | None) -> str:
    """The name of the picture that was typed, by default the board. Raises ``Refused``."""
    names = _picture_names(table)
    name = (picture or next(iter(names))).strip().casefold()
    if name not in names:
        raise Refused(
            md("There’s no picture {}. Pictures: {}.", quote(name), join_words(list(map(escape_prose, names))))
        )
    return names[name]


async def _picture_suggestions(interaction: Interaction, typed: str) -> Suggestions:
    pictures = _picture_names(await services_of(interaction).table_in_play_here(interaction))
    return tuple((name, name) for name in pictures if typed.casefold() in name)


def _picture_names(table: Table) -> Mapping[str, str]:
    """Map the names that people type to the names of pictures."""
    painter = PAINTERS[table.title]
    return {painter.picture_aliases.get(name, name): name for name in painter.public_pictures}


@app_commands.command(name="hand", description="Show what only you can see, and what to choose now")
@handle_errors
async def hand(interaction: Interaction) -> None:
    table = await services_of(interaction).table_in_play_here(interaction)
    await send_page(interaction, await _hand_page(interaction, table))


@app_commands.command(name="rules", description="Show the rules that matter now, or another topic")
@app_commands.describe(topic="Which topic (if left out, the current phase)")
@handle_errors
async def rules(interaction: Interaction, topic: str | None = None) -> None:
    topics = await _rules_topics(interaction)
    if topic is None:
        text = _current_rules_text(topics, await _usable_topics(interaction))
    elif matches := _matching_topics(topics, topic):
        text = md("**{}**\n{}", *matches[0])
    else:
        known = join_lines((name for name, _ in topics), ", ")
        raise Refused(md("There’s no rules topic {}. Topics: {}.", quote(topic), known))
    table = await services_of(interaction).tables.table_in_channel(channel_of(interaction))
    menu = [_topic_menu(table, 0)] if table is not None and table.state is not None else []
    await send_page(interaction, Page(truncate(text, limits.CONTENT), None, menu))


def _topic_menu(table: Table, turn: int) -> Row:
    """Return a select of all topics.

    ``turn`` is the number of earlier choices. It changes the ``custom_id``, so that the select can be used again.
    """
    names = topic_names(table)
    values = [(name, str(number), False) for number, name in enumerate(names)]
    identity = custom_id("v", table.id, table.seq, f"-{_RULES_PREFIX}{turn % 100}")
    return [select_menu(identity, "Another topic…", values[: limits.SELECT_OPTIONS])] if names else []


@rules.autocomplete("topic")
@autocomplete_from
async def _complete_topic(interaction: Interaction, typed: str) -> Suggestions:
    topics = _matching_topics(await _rules_topics(interaction), typed)
    return tuple((name, limits.truncate(name, limits.CHOICE_VALUE)) for name, _ in topics)


def _matching_topics(topics: RulesTopics, wanted: str) -> RulesTopics:
    """Return the topics with ``wanted`` in the name, followed by those with ``wanted`` in the text."""
    pattern = wanted.strip().casefold()
    named = tuple(topic for topic in topics if pattern in topic[0].casefold())
    return named + tuple(topic for topic in topics if topic not in named and pattern in topic[1].casefold())


def _current_rules_text(topics: RulesTopics, usable: Collection[str]) -> Markdown:
    """Return the current phase's topic, the topics of the user's possible moves, and the names of all others."""
    first, *others = topics
    space_left = limits.CONTENT - len("\n\n".join(name for name, _ in topics)) - _TOPIC_MARKUP_LENGTH
    shown = [first]
    for topic in others:
        if topic[0] in usable and sum(map(len, chain(*shown, topic))) < space_left:
            shown.append(topic)
    more = join_lines((name for name, _ in topics if name not in dict(shown)), ", ")
    paragraphs = [md("**{}**\n{}", name, text) for name, text in shown]
    return join_lines([*paragraphs, *([md("More with `/rules topic:` {}.", more)] if more else [])], "\n\n")


async def _usable_topics(interaction: Interaction) -> frozenset[str]:
    """Return the topics of the moves that the user can make now; empty if the user is not to move."""
    with suppress(RoundhouseError):
        services = services_of(interaction)
        context = await services.seat_context_at(await services.table_in_play_here(interaction), user_of(interaction))
        offers = [decision.offers for decision in (context.decision, context.premoves) if decision]
        return frozenset(type(action).help_topic for action in chain.from_iterable(offers))
    return frozenset()


@app_commands.command(name="help", description="Show how to play here")
@handle_errors
async def help_(interaction: Interaction) -> None:
    more = button("More", custom_id("Q", 0, 0, "help"))
    row = [*start_buttons(services_of(interaction).tables.offered_games), more]
    text = _SHORT_FOREIGN_HELP if is_in_foreign_server(interaction) else _SHORT_HELP
    await reply_of(interaction).send_message(text, view=build_view(row))


async def show_all_help(interaction: Interaction) -> None:
    """Show all commands, grouped by purpose."""
    offered_games = services_of(interaction).tables.offered_games
    commands = join_lines((md("`/{} …`", code_text(game.command)) for game in offered_games.games), ", ")
    first_paragraph = _PRIVATE_HELP if guild_of(interaction) is None else _CHANNEL_HELP
    if is_in_foreign_server(interaction):
        first_paragraph = _FOREIGN_HELP
    solo_text = join_lines(
        [*([_LESSONS_HELP] if offered_games.lessons else []), *([_DAILY_HELP] if offered_games.has_daily else [])], " "
    )
    text = md(_ALL_HELP, first_paragraph, commands, md("{}\n", solo_text) if solo_text else md(""))
    await send_page(interaction, Page(text, None, [start_buttons(offered_games)]))


@app_commands.command(name="describe", description="Read a picture as text: everything that it shows")
@app_commands.describe(picture="Which picture; the board if you leave it out")
@handle_errors
async def describe(interaction: Interaction, picture: str | None = None) -> None:
    table = await services_of(interaction).table_in_play_here(interaction)
    await _send_description(interaction, table, _find_picture(table, picture))


@describe.autocomplete("picture")
@autocomplete_from
async def _complete_picture_to_describe(interaction: Interaction, typed: str) -> Suggestions:
    return await _picture_suggestions(interaction, typed)


async def _send_description(interaction: Interaction, table: Table, name: str) -> None:
    table_view = await services_of(interaction).view_for(table, None)
    scenes = await run_in_thread(table_view.painter.public_scenes, name, table_view.view, table_view.drawing_context)
    for message in split_into_messages(join_lines((escape(scene.alt) for scene in scenes), "\n\n") or _NO_PICTURE_TEXT):
        await reply_of(interaction).send_message(message)


COMMANDS: tuple[app_commands.Command[Any, ..., None], ...] = (board, describe, hand, rules, help_)


async def handle_look_press(interaction: Interaction, press: ButtonPress) -> None:
    """Handle buttons that show something, such as *Board*. The first letter of the argument is the kind of post."""
    table = await services_of(interaction).table_in_play(press.table_id)
    match press.arguments[1:]:
        case wanted if wanted.startswith(_RECAP_PREFIX):
            await show_recap(interaction, table, int(wanted.removeprefix(_RECAP_PREFIX) or 0))
        case "history":
            await show_last_phase(interaction, table)
        case "result":
            await show_result(interaction, table)
        case "record":
            await show_own_record(interaction, table)
        case "share":
            await post_result(interaction, table)
        case "hand":
            await send_page(interaction, await _hand_page(interaction, table))
        case wanted if wanted.startswith(_RULES_PREFIX):
            text = truncate(rule_text(table, press.number), limits.CONTENT)
            turn = int(wanted.removeprefix(_RULES_PREFIX) or 0) + 1
            await send_page(interaction, Page(text, None, [_topic_menu(table, turn)]))
        case wanted if wanted.startswith(RULE_PREFIX):
            text = truncate(rule_text(table, int(wanted.removeprefix(RULE_PREFIX) or 0)), limits.CONTENT)
            await reply_of(interaction).send_message(text)
        case wanted if wanted.startswith(_DESCRIPTION_PREFIX):
            names = list(_picture_names(table).values())
            await _send_description(
                interaction, table, names[int(wanted.removeprefix(_DESCRIPTION_PREFIX) or 0) % len(names)]
            )
        case wanted if wanted.startswith(_PICTURE_PREFIX):
            await send_page(
                interaction,
                await _picture_page_with_menu(interaction, table, int(wanted.removeprefix(_PICTURE_PREFIX) or 0)),
            )
        case _:
            await send_page(
                interaction, await _picture_page(interaction, table, PAINTERS[table.title].public_pictures[0])
            )


_RULES_PREFIX = "rules"
"""Start of the argument of the select of topics; the number of earlier choices follows."""
_RECAP_PREFIX = "recap"
"""Start of the argument of the *Recap* button; the number of the page follows."""
_PICTURE_PREFIX = "pics"
"""Start of the argument of the *Pictures* button; the number of the picture follows."""
_DESCRIPTION_PREFIX = "words"
"""Start of the argument of the *Describe* button; the number of the picture follows."""


async def _picture_page_with_menu(interaction: Interaction, table: Table, number: int) -> Page:
    names = list(_picture_names(table).items())
    _, name = names[number % len(names)]
    page = await _picture_page(interaction, table, name)
    picture_buttons = [
        button(
            _picture_label(alias),
            custom_id("v", table.id, table.seq, f"-{_PICTURE_PREFIX}{at}"),
            disabled=other == name,
        )
        for at, (alias, other) in enumerate(names)
    ]
    number %= len(names)
    page_id = custom_id("v", table.id, table.seq, f"-{_PICTURE_PREFIX}{number}")
    describe_button = button("Describe", custom_id("v", table.id, table.seq, f"-{_DESCRIPTION_PREFIX}{number}"))
    return replace(page, buttons=split_into_rows([*picture_buttons, describe_button]), custom_id=page_id)


def _picture_label(alias: str) -> str:
    return alias.replace("-", " ").capitalize()


async def _picture_page(interaction: Interaction, table: Table, name: str) -> Page:
    services = services_of(interaction)
    table_view = await services.view_for(table, None)
    scenes = partial(table_view.painter.public_scenes, name, table_view.view, table_view.drawing_context)
    description = md("") if services.render_pool.has_pictures else md("\n{}", _alt_texts(await run_in_thread(scenes)))
    text = md(
        "**{}**\n{}{}",
        table_view.status_line(),
        whose_turn_text(table, services.tables.seat_of(table, user_of(interaction))),
        description,
    )
    number = table_view.painter.public_pictures.index(name)
    return Page(text, scenes, (), custom_id("v", table.id, table.seq, f"-{_PICTURE_PREFIX}{number}"))


def _alt_texts(scenes: Sequence[Scene]) -> Markdown:
    """The alt texts of the pictures, or a sentence that there is nothing to show."""
    return join_lines(escape(scene.alt) for scene in scenes) or _NO_PICTURE_TEXT


async def _hand_page(interaction: Interaction, table: Table) -> Page:
    services = services_of(interaction)
    context = await services.seat_context_at(table, user_of(interaction))
    table_view = context.table_view
    scenes = await run_in_thread(table_view.painter.private_scenes, table_view.view, table_view.drawing_context)
    private_lines = table_view.private_facts() or (() if scenes else (_NO_PRIVATE_TEXT,))
    order_lines = (order_line(line, table.players) for line in context.order_lines)
    lines = join_lines(
        (md("\n{}", line) for line in (*private_lines, *order_lines, *quote_note(context.private_note))), ""
    )
    if not services.render_pool.has_pictures:
        lines = join_lines([lines, *(md("\n{}", escape(scene.alt)) for scene in scenes)], "")
    await services.tables.orders.mark_read(table.id, user_of(interaction), context.order_lines)
    page_id = custom_id("v", table.id, table.seq, "-hand")
    buttons = [*premove_button_row(context), *plan_buttons(context), *briefing_button(context)]
    if context.decision is None:
        text = md("**{}**\n{}{}", table_view.status_line(), context.turn_text, lines)
        return Page(text, lambda: scenes, [buttons], page_id)
    move_button = button("Your move", custom_id("m", table.id, table.seq, "-0"), Style.primary)
    text = md("**{}**\nYour turn: {}{}", table_view.status_line(), escape_prose(context.decision.prompt), lines)
    return Page(text, lambda: scenes, [[move_button, *buttons]], page_id)


def _example_options(table: Table) -> tuple[Options, int]:
    """Return (options, number of players) for an example game: the table's if possible, or else the defaults."""
    game = GAMES[table.title]
    options = read_options(game.options, table.options)
    numbers: list[int] = [len(table.players), *game.seats]
    for seats in (number for number in numbers if number in game.seats):
        with suppress(Refused):
            options.check_seats(seats)
            return options, seats
    return game.options(), game.seats[-1]


async def _rules_topics(interaction: Interaction) -> RulesTopics:
    services = services_of(interaction)
    table = await services.table_here(interaction)
    game = GAMES[table.title]
    if table.state is None:  # before the start, an example game has the same rules
        state, _ = game.new_game(*_example_options(table), 0)
        first, *others = topics_of(game, redact(state, None))
        topics = (*others, first)
    else:
        topics = topics_of(game, (await services.view_for(table, None)).view)
    if not topics:
        raise Refused(md("There are no rules to show."))
    return topics
