"""The words of the bot's public posts: lobby card, status card, phase report, question. Pure; it knows no title.

Everything here is seen by the whole channel: it is made from the spectators' view and from public prompts alone.
"""

import re
from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.markdown import (
    Markdown,
    counted,
    cut,
    escape,
    escape_prose,
    in_code,
    joined,
    listed,
    md,
    message_of,
    possessive,
    split_at,
)
from bot.play.holders import EVERYBODY, NOBODY, former, offered_to
from bot.sight import TableView
from bot.tables.chapters import Chapter, remarked
from bot.tables.table import Move, Note, Player, Table, asked_since, given_back, seated_at
from bot.ui.lobby import OWN_CHOICE, computer_words
from bot.wording import mention, mention_of, named, plain, span, until, when
from engine import GAMES, Decision, Event, Options, RankingEntry, Refused, Seat
from engine.agents.characters import character_of
from engine.agents.registry import level_name
from engine.core import all_seats, is_turn_hidden, option_value_labels, read_options
from engine.core.game import custom_editions, option_meta, preset_name

FILM = md(
    "The whole game as a film. For a written report, use `/history show:report`; for a picture to share, "
    "`/history show:result`."
)
_AMOUNT = re.compile(r"\$?[\d,]+")
"""The start of a score such as “84 points” or “$1,200”."""
PUT_AGAIN = md("✓ A seat has a new player. See the post below.")
_WEEKS = 18
"""From so many days on, the length of a game is told in weeks."""
_ALL_LISTED = md("Everyone stays listed until all have answered.")
_FROM_FILE = md("This game was imported. Anyone with the file can find out all hidden information.")

AFTER = md("-# After that:")
"""Above what a phase's post tells of the next phase."""


def lobby(table: Table) -> Markdown:
    """The card of a table that waits for players."""
    game = GAMES[table.title]
    lines = [md("## {}", escape_prose(game.name)), escape_prose(game.about), md("")]
    if table.status == "ended":
        return joined([*lines, md("This table is closed.")])
    for seat, player in enumerate(table.players, 1):
        lines.append(md("{}. {}{}", seat, escape(plain(table.players)[seat - 1]), _kind(table, player)))
    if table.chairs:
        lines += [md(""), md("The game continues after {}. {}", counted(table.seq, "move"), _FROM_FILE)]
    usual = md("{}–{} players", game.seats[0], game.seats[-1])
    players = counted(table.chairs, "player") if table.chairs else usual
    lines += [md(""), md("Seats taken: {} (for {}).", len(table.players), players)]
    own = table.notes.get(Note.OWN_COMPUTERS)
    if own is not None and sum(player.policy is not None for player in table.players) > own:
        lines.append(md("Computers fill in for players who left the last game. The host can remove them with *Host…*."))
    options = read_options(game.options, table.options)
    lines += [*_length(table, options), *_chosen(options), *_terms(table), *_hint(table, options)]
    return cut(joined(lines), limits.CONTENT)


def _kind(table: Table, player: Player) -> Markdown:
    """The words behind a player's name in the lobby: a computer with its level and character, or the host."""
    if player.policy:
        return computer_words(player)
    return md(" · host") if player.user == table.host else md("")


def card(
    table: Table,
    seen: TableView,
    asked: Sequence[Decision],
    events: Sequence[Event],
    due: Mapping[Seat, float] | None = None,
) -> Markdown:
    """The status card: where the game stands, who is asked, since when and until when, and the present phase so far.

    ``due`` is when the time of each seat runs out, for those whose clock runs. (``bot.telling.asking.deadlines``)
    """
    head = [md("## {}", escape_prose(seen.game.name)), md("**{}**", seen.headline())]
    if table.status == "ended":
        return joined([*head, md("This game ended early.")])
    if table.status == "finished":
        ranking = seen.game.rules.ranking(seen.view.state)
        return joined([*head, md(""), *_ranked(table, ranking)])
    for who, prompt, seats in _together(table, asked):
        since = min(asked_since(table, seat) for seat in seats)
        said = _with_time(table, _waiting(who, escape_prose(prompt)), seats, due or {})
        hidden = is_turn_hidden(seen.view.state)  # since when would show that one of them was asked later
        head.append(md("{} {}", said, _ALL_LISTED if hidden else md("The wait began {}.", when(since))))
    head += [*_open_seats(table), *_standing_still(table)]
    told = [md("- {}", line) for line in seen.told(events)]
    return _fitted([*head, md("")], told, limits.CONTENT)


def _level(player: Player) -> Markdown:
    """The level behind the name of a computer player that is called like a person; else nothing."""
    if character_of(player.name, player.policy) is None:
        return md("")
    return md(" (computer, {})", escape_prose(level_name(player.policy or "")))


def _opened(table: Table, seq: int) -> list[Markdown]:
    """The players when the game began, or went on after move ``seq``, and the promise about the seed; for a game that
    goes on from a file there is none to be made.
    """
    game, players = GAMES[table.title], seated_at(table, seq)
    who = listed([md("{}{}", mention(players, seat), _level(players[seat - 1])) for seat in all_seats(len(players))])
    if table.chairs is not None:
        return [md("**{}** continues. Players: {}.", escape_prose(game.name), who), _FROM_FILE]
    options = read_options(game.options, table.options)
    return [
        md("**{}** with {}.", escape_prose(game.name), who),
        *(_chosen(options) if options != game.options() else []),
        *_terms(table),
        md(
            "Fair play: a secret seed decides every die and card. It will be revealed at the end of the game. "
            "Its SHA-256 is `{}`.",
            in_code(table.seed_hash),
        ),
    ]


def ended(table: Table, seed: int) -> Markdown:
    """The post about a table that was closed before its game was over."""
    text = md("**{}** ended early.", escape_prose(GAMES[table.title].name))
    promised = md("") if table.chairs else md(" (its SHA-256 was posted at the start)")
    return md("{}\nSeed: `{}`{}. To save the moves made so far, use `/history show:export`.", text, seed, promised)


def ended_question(table: Table) -> Markdown:
    """The open question's text once its table is closed."""
    return md("**{}** ended early.", escape_prose(GAMES[table.title].name))


def report_title(seen: TableView, chapter: Chapter, before: Markdown = md("")) -> Markdown:
    """The heading of a phase post; ``before`` is the headline when the phase began: “Turn 3 of 9 · Building”."""
    begun = md("The game continues") if chapter.seq else md("The game begins")
    over = not seen.view.state.flow
    if over:
        return cut(_winner(seen), limits.EMBED_TITLE)
    words, turn = headed(seen, chapter), split_at(before, (before + " · ").index(" · "))[0]
    if words and turn and turn.casefold() not in words.casefold():
        words = md("{} · {}", turn, words)
    return cut(words or begun, limits.EMBED_TITLE)


def _winner(seen: TableView) -> Markdown:
    """The headline of a game that is over: “Ada wins by 4 points”."""
    ranking = seen.game.rules.ranking(seen.view.state)
    first = [place for place in ranking if place.place == 1]
    who, best = listed([seen.name(place.seat) for place in first]), first[0]
    words = escape_prose(best.words or str(best.score))
    if len(ranking) == 1:
        return md("{} ends with {}", who, words)
    if len(first) > 1:
        return md("{} share the win with {}", who, words)
    margin = best.score - max(place.score for place in ranking if place.place > 1)
    if margin == 0:
        return md("{} wins the tiebreak with {}", who, words)
    amount = f"{'$' * best.words.startswith('$')}{margin:,}"
    by = _AMOUNT.sub(amount, best.words, count=1) if _AMOUNT.match(best.words) else ""
    by = by.removesuffix("s") if margin == 1 else by
    return md("{} wins by {}", who, escape_prose(by)) if by else md("{} wins: {}", who, words)


def headed(seen: TableView, chapter: Chapter) -> Markdown:
    """The phases that ended, and whose moves they were if one of several players made them all: “Turn · Ada”."""
    name = seen.at(chapter.seq).name
    alone = len(chapter.headings) == len(chapter.movers) == 1 < len(seen.drawing_context.names)
    movers = [name(seat) for seat in chapter.movers] if alone else []
    return joined([*map(escape_prose, dict.fromkeys(chapter.headings)), *movers], " · ")


def report(table: Table, seen: TableView, chapter: Chapter, length: int) -> Markdown:
    """A phase in words, of a long one the last; the set-up begins with who plays."""
    opening = [] if chapter.headings or not seen.view.state.flow else _opened(table, chapter.seq)
    later = seen.told(chapter.after)
    lines = seen.told(chapter.events[chapter.told :])
    lines = [*lines, AFTER, *later] if later else [*lines]
    return _fitted(opening, lines, length)


def ask(table: Table, seen: TableView, asked: Sequence[Decision], due: Mapping[Seat, float] | None = None) -> Markdown:
    """The next question, with a mention of everybody who must answer it, and until when. (``card``)"""
    where = md("{} · {}", called(table), seen.headline())
    lines = [
        md("{} · {}. {}", who, where, _with_time(table, escape_prose(prompt), seats, due or {}))
        for who, prompt, seats in _together(table, asked)
    ]
    return cut(joined(lines), limits.CONTENT)


def called(table: Table) -> Markdown:
    """The table by its title and channel."""
    place = md(" in <#{}>", table.channel) if table.guild is not None else md("")
    return md("**{}**{}", escape_prose(GAMES[table.title].name), place)


def _together(table: Table, asked: Sequence[Decision]) -> list[tuple[Markdown, str, list[Seat]]]:
    """Mentions, their question, their seats; all who are asked the same stand together."""
    prompts = {d.prompt: [e.seat for e in asked if e.prompt == d.prompt] for d in asked}
    who = {prompt: [mention(table.players, seat) for seat in seats] for prompt, seats in prompts.items()}
    return [(listed(who[prompt]), prompt, seats) for prompt, seats in prompts.items()]


def _waiting(who: Markdown, prompt: Markdown) -> Markdown:
    """The prompt with the players it is for: “Waiting for Ada: draft a city.”"""
    if not _is_task(prompt) or prompt[1:2].isupper():  # a question, or initials
        return md("Waiting for {}. {}", who, prompt)
    return md("Waiting for {}: {}", who, prompt.lower_first())


def _is_task(prompt: str) -> bool:
    """Whether the prompt is a single sentence that says what to do, and no question."""
    return prompt.endswith(".") and ". " not in prompt and "? " not in prompt


def due_by(prompt: Markdown, at: float) -> Markdown:
    """The prompt with its deadline, in seconds since 1970: “Draft a city by 5 PM.”"""
    if _is_task(prompt):
        return md("{} by {}.", prompt.rstrip("."), until(at))
    return md("{} Deadline: {}.", prompt, until(at)).strip()


def _with_time(table: Table, prompt: Markdown, seats: Sequence[Seat], due: Mapping[Seat, float]) -> Markdown:
    """The prompt, and until when the seats are waited for; each by name when it is not the same for all."""
    moments = {seat: due[seat] for seat in seats if seat in due}
    if not moments:
        return prompt
    if len(moments) == len(seats) and len(set(map(int, moments.values()))) == 1:
        at = next(iter(moments.values()))
        return md("{} Time ran out on {}.", prompt, until(at)) if at <= table.since else due_by(prompt, at)
    name = named(table.players)
    deadlines = listed([md("{} by {}", name(seat), until(at)) for seat, at in moments.items()])
    return md("{} Deadlines: {}.", prompt, deadlines)


def _open_seats(table: Table) -> list[Markdown]:
    """A line for each seat that somebody may take."""
    offers = {seat: offered_to(table, seat) for seat in all_seats(len(table.players))}
    empty = [seat for seat in offers if table.players[seat - 1].user is None]
    free = {seat: offers[seat] for seat in empty if offers[seat] != NOBODY}
    whose = {seat: escape(former(table.players[seat - 1])) or md("player {}", seat) for seat in free}
    return [
        md("{} seat is open. Anyone not playing at this table can take it.", possessive(whose[seat]))
        if to == EVERYBODY
        else md("{} seat is offered to {}.", possessive(whose[seat]), mention_of(to))
        for seat, to in free.items()
    ]


def _standing_still(table: Table) -> list[Markdown]:
    """The sentence about time that does not run, or was given back since the question was asked; else nothing."""
    if table.paused is not None:
        return [
            md(
                "The game was paused {}, and no clock is running. To continue, use `/game clock action:resume`.",
                when(table.paused),
            )
        ]
    back = given_back(table)
    return [md("I was offline. Each running clock got {} back.", span(back[0]))] if back else []


def answered(table: Table, seen: TableView, answers: Sequence[Move]) -> Markdown:
    """The question's text once it is answered: the first thing that came of it, or who moved."""
    first = answers[0]
    told = seen.at(first.seq).told(remarked(first.by, first.events))
    if told:
        return cut(md("✓ {}", told[0]), limits.CONTENT)
    late = {move.seat for move in answers if move.by == "clock"}
    name = seen.then(answers[-1].seq)
    done, timed = ({move.seat for move in answers} - late), late
    words = [md("{} moved.", listed([name(seat) for seat in sorted(done)]))] if done else []
    if timed:
        words.append(md("{} ran out of time.", listed([name(seat) for seat in sorted(timed)])))
    return cut(md("✓ {}", joined(words, " ")), limits.CONTENT)


def taken_back(
    table: Table, seen: TableView, said: Markdown, asked: Sequence[Decision], due: Mapping[Seat, float] | None
) -> Markdown:
    """The question's text after an undo, told by ``said``; ``asked`` are mentioned, but not notified again."""
    question = [ask(table, seen, asked, due)] if asked else []
    return cut(joined([said, *question]), limits.CONTENT)


def final(table: Table, seen: TableView) -> Markdown:
    """The result: the places, and how the game ended."""
    state = seen.view.state
    ending = escape_prose(seen.game.endings[seen.game.rules.ending(state)])
    end = md("**{}** is over. {}", escape_prose(seen.game.name), ending)
    return cut(joined([*_ranked(table, seen.game.rules.ranking(state)), end]), limits.CONTENT)


def proof(seed: int) -> Markdown:
    """The last line about a game that is over: the seed, with which everyone can check it."""
    return md(
        "-# Seed: `{}` (its SHA-256 was posted at the start). To save the whole game, use `/history show:export`.", seed
    )


def _ranked(table: Table, ranking: Sequence[RankingEntry]) -> list[Markdown]:
    lines = list[Markdown]()
    for place in ranking:
        note = md(" ({})", escape_prose(place.note)) if place.note else md("")
        points = escape_prose(str(place.words or place.score))
        who = md("{}{}", named(table.players)(place.seat), _level(table.players[place.seat - 1]))
        lines.append(md("{}\\. {} · {}{}", place.place, who, points, note))
    return lines


def _chosen(options: Options) -> list[Markdown]:
    """The preset and the host's editions; without a preset, what differs from the defaults."""
    chosen, usual = option_value_labels(options), option_value_labels(type(options)())
    own, name = custom_editions(options), preset_name(options)
    words = [
        md("{}: **{}**", escape_prose(option_meta(field).title or field.name), escape(chosen[field.name]))
        for field in msgspec.structs.fields(options)
        if (field.name in own if name else chosen[field.name] != usual[field.name])
    ]
    if name:
        return [joined([md("Preset: **{}**", escape(name)), *words], " · ")]
    if options.presets():
        words = [escape_prose(OWN_CHOICE), *words]
    return [joined(words, " · ")] if words else []


def _length(table: Table, options: Options) -> list[Markdown]:
    """A line about how long a game with these options and players takes; nothing where nobody waits for anybody."""
    seats = max(len(table.players), GAMES[table.title].seats[0])
    visits = None if table.chairs else options.visit_estimate(seats)
    if visits is None:
        return []
    each = md("Length: about {} visits of each player", round(visits))
    return [md("{}, so {} with one visit a day, or {} with three.", each, _lasting(visits), _lasting(visits / 3))]


def _lasting(days: float) -> Markdown:
    """So many days in words, from some on in weeks."""
    return counted(round(days), "day") if days < _WEEKS else md("{} weeks", round(days / 7))


def _terms(table: Table) -> list[Markdown]:
    """The table's clock and what happens out of time, if it has one; then what spectators can do, and about hints."""
    speed = table.terms.speed
    late = table.terms.about_late
    clock = (
        []
        if speed is None
        else [
            md(
                "Clock: **{}**, {}. Out of time: {}.",
                escape_prose(table.terms.clock),
                escape_prose(speed.about),
                escape_prose(late),
            )
        ]
    )
    predicted = [md("Spectators can predict the winner.")] if table.terms.predictions else []
    hints = [md("Everyone can get hints, so the game isn’t rated.")] if table.terms.hints == "always" else []
    return [*clock, *predicted, *hints, *_own_editions(table)]


def _own_editions(table: Table) -> list[Markdown]:
    """A line that a game with the host's own editions is not rated."""
    options = read_options(GAMES[table.title].options, table.options)
    own = custom_editions(options)
    titles = [option_meta(field).title or field.name for field in msgspec.structs.fields(options) if field.name in own]
    names = listed([escape_prose(title.lower()) for title in titles])
    return [md("The bot’s host added the {}, so the game isn’t rated.", names)] if own else []


def _hint(table: Table, options: Options) -> list[Markdown]:
    """A warning if the game could not be started with these options and those who are here; else nothing.

    Not to the first at a rematch: the others are called.
    """
    here = len(table.players)
    first = here == 1 and table.notes.get(Note.REMATCH)
    if table.chairs or first or here not in GAMES[table.title].seats:
        return []
    try:
        options.check_seats(here)
    except Refused as refused:
        return [md("⚠ {}", message_of(refused))]
    return []


def _fitted(head: list[Markdown], lines: list[Markdown], length: int) -> Markdown:
    """The head and as many of the last lines as have room."""
    kept: list[Markdown] = []
    room = length - len("\n".join(head)) - 40
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            kept.append(md("… and {}", counted(len(lines) - len(kept), "earlier line")))
            break
        kept.append(line)
    return joined([*head, *reversed(kept)]).strip()
