"""The words of the bot's public posts: lobby card, status card, phase report, question. Pure; it knows no title.

Everything here is seen by the whole channel: it is made from the spectators' view and from public prompts alone.
"""

from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.play.holders import EVERYBODY, NOBODY, former, offered_to
from bot.sight import TableView
from bot.tables.chapters import Chapter, remarked
from bot.tables.table import Move, Note, Player, Table, asked_since, given_back, seated_at
from bot.ui.lobby import OWN_CHOICE, option_meta
from bot.wording import escaped, mention, named, plain, span, until, when
from engine import GAMES, Decision, Event, Options, Place, Refused, Seat
from engine.core import all_seats, counted, hides_decisions, listed, option_words, possessive, read_options
from engine.core.game import preset_of
from engine.mind import level_name

FILM = "The whole game as a film. For a written report, use `/game report`; for a picture to share, `/game result`."
PUT_AGAIN = "✓ A seat has a new player. See the post below."
_ALL_LISTED = "Everyone stays listed until all have answered."
_FROM_FILE = "This game was imported. Anyone with the file can find out all hidden information."

AFTER = "-# After that:"
"""Above what a phase's post tells of the next phase."""


def lobby(table: Table) -> str:
    """The card of a table that waits for players."""
    game = GAMES[table.title]
    lines = [f"## {game.name}", game.about, ""]
    if table.status == "ended":
        return "\n".join([*lines, "This table is closed."])
    for seat, player in enumerate(table.players, 1):
        lines.append(f"{seat}. {escaped(plain(table.players)[seat - 1])}{_kind(table, player)}")
    if table.chairs:
        lines += ["", f"The game continues after {counted(table.seq, 'move')}. {_FROM_FILE}"]
    seats = f"{table.chairs}" if table.chairs else f"{game.seats[0]}–{game.seats[-1]}"
    lines += ["", f"Seats taken: {len(table.players)} (for {seats} players)."]
    own = table.notes.get(Note.OWN_COMPUTERS)
    if own is not None and sum(player.policy is not None for player in table.players) > own:
        lines.append("Computers fill in for players who left the last game. To free a seat, press *Remove computer*.")
    options = read_options(game.options, table.options)
    lines += [*_chosen(options), *_terms(table), *_hint(table, options)]
    return limits.cut("\n".join(lines), limits.CONTENT)


def _kind(table: Table, player: Player) -> str:
    """The words behind a player's name in the lobby: a computer and its level, or the host."""
    if player.policy:
        return f" · computer ({level_name(player.policy)})"
    return " · host" if player.user == table.host else ""


def card(
    table: Table,
    seen: TableView,
    asked: Sequence[Decision],
    events: Sequence[Event],
    due: Mapping[Seat, float] | None = None,
) -> str:
    """The status card: where the game stands, who is asked, since when and until when, and the present phase so far.

    ``due`` is when the time of each seat runs out, for those whose clock runs. (``bot.telling.asking.deadlines``)
    """
    head = [f"## {seen.game.name}", f"**{seen.game.words.headline(seen.view)}**"]
    if table.status == "ended":
        return "\n".join([*head, "This game ended early."])
    if table.status == "finished":
        ranking = seen.game.rules.ranking(seen.view.state)
        return "\n".join([*head, "", *_ranked(table, ranking)])
    for who, prompt, seats in _together(table, asked):
        since = min(asked_since(table, seat) for seat in seats)
        said = _with_time(table, _waiting(who, prompt), seats, due or {})
        hidden = hides_decisions(seen.view.state)  # since when would show that one of them was asked later
        head.append(f"{said} {_ALL_LISTED if hidden else f'The wait began {when(since)}.'}")
    head += [*_open_seats(table), *_standing_still(table)]
    told = [f"- {line}" for line in seen.told(events)]
    return _fitted([*head, ""], told, limits.CONTENT)


def _opened(table: Table, seq: int) -> list[str]:
    """The players when the game began, or went on after move ``seq``, and the promise about the seed; for a game that
    goes on from a file there is none to be made.
    """
    game, players = GAMES[table.title], seated_at(table, seq)
    who = listed([mention(players, seat) for seat in all_seats(len(players))])
    if table.chairs is not None:
        return [f"**{game.name}** continues. Players: {who}.", _FROM_FILE]
    options = read_options(game.options, table.options)
    return [
        f"**{game.name}** with {who}.",
        *(_chosen(options) if options != game.options() else []),
        *_terms(table),
        "Fair play: a secret seed decides every die and card. It will be revealed at the end of the game. "
        f"Its SHA-256 is `{table.seed_hash}`.",
    ]


def ended(table: Table, seed: int) -> str:
    """The post about a table that was closed before its game was over."""
    text = f"**{GAMES[table.title].name}** ended early."
    promised = "" if table.chairs else " (its SHA-256 was posted at the start)"
    return f"{text}\nSeed: `{seed}`{promised}. To save the moves made so far, use `/game export`."


def ended_question(table: Table) -> str:
    """The open question's text once its table is closed."""
    return f"**{GAMES[table.title].name}** ended early."


def report_title(seen: TableView, chapter: Chapter) -> str:
    """The heading of a phase post."""
    over = not seen.view.state.flow
    begun = "The game continues" if chapter.seq else "The game begins"
    words = headed(seen, chapter) or begun
    return limits.cut(f"{words} · game over" if over else words, limits.EMBED_TITLE)


def headed(seen: TableView, chapter: Chapter) -> str:
    """The phases that ended, and whose moves they were if one of several players made them all: “Turn · Ada”."""
    name = seen.at(chapter.seq).name
    alone = len(chapter.headings) == len(chapter.movers) == 1 < len(seen.look.names)
    movers = [name(seat) for seat in chapter.movers] if alone else []
    return " · ".join([*dict.fromkeys(chapter.headings), *movers])


def report(table: Table, seen: TableView, chapter: Chapter, length: int) -> str:
    """A phase in words, of a long one the last; the set-up begins with who plays."""
    opening = [] if chapter.headings or not seen.view.state.flow else _opened(table, chapter.seq)
    later = seen.told(chapter.after)
    lines = seen.told(chapter.events[chapter.told :])
    lines = [*lines, AFTER, *later] if later else [*lines]
    return _fitted(opening, lines, length)


def ask(table: Table, seen: TableView, asked: Sequence[Decision], due: Mapping[Seat, float] | None = None) -> str:
    """The next question, with a mention of everybody who must answer it, and until when. (``card``)"""
    where = f"{called(table)} · {seen.game.words.headline(seen.view)}"
    lines = [
        f"{who} · {where}. {_with_time(table, prompt, seats, due or {})}"
        for who, prompt, seats in _together(table, asked)
    ]
    return limits.cut("\n".join(lines), limits.CONTENT)


def called(table: Table) -> str:
    """The table by its title and channel."""
    place = f" in <#{table.channel}>" if table.guild is not None else ""
    return f"**{GAMES[table.title].name}**{place}"


def _together(table: Table, asked: Sequence[Decision]) -> list[tuple[str, str, list[Seat]]]:
    """Mentions, their question, their seats; all who are asked the same stand together."""
    prompts = {d.prompt: [e.seat for e in asked if e.prompt == d.prompt] for d in asked}
    who = {prompt: [mention(table.players, seat) for seat in seats] for prompt, seats in prompts.items()}
    return [(listed(who[prompt]), prompt, seats) for prompt, seats in prompts.items()]


def _waiting(who: str, prompt: str) -> str:
    """The prompt with the players it is for: “Waiting for Ada: draft a city.”"""
    if not _is_task(prompt) or prompt[1:2].isupper():  # a question, or initials
        return f"Waiting for {who}. {prompt}"
    return f"Waiting for {who}: {prompt[:1].lower()}{prompt[1:]}"


def _is_task(prompt: str) -> bool:
    """Whether the prompt is a single sentence that says what to do, and no question."""
    return prompt.endswith(".") and ". " not in prompt and "? " not in prompt


def due_by(prompt: str, at: float) -> str:
    """The prompt with its deadline, in seconds since 1970: “Draft a city by 5 PM.”"""
    if _is_task(prompt):
        return f"{prompt.removesuffix('.')} by {until(at)}."
    return f"{prompt} Deadline: {until(at)}.".strip()


def _with_time(table: Table, prompt: str, seats: Sequence[Seat], due: Mapping[Seat, float]) -> str:
    """The prompt, and until when the seats are waited for; each by name when it is not the same for all."""
    moments = {seat: due[seat] for seat in seats if seat in due}
    if not moments:
        return prompt
    if len(moments) == len(seats) and len(set(map(int, moments.values()))) == 1:
        at = next(iter(moments.values()))
        return f"{prompt} Time ran out on {until(at)}." if at <= table.since else due_by(prompt, at)
    name = named(table.players)
    deadlines = listed([f"{name(seat)} by {until(at)}" for seat, at in moments.items()])
    return f"{prompt} Deadlines: {deadlines}."


def _open_seats(table: Table) -> list[str]:
    """A line for each seat that somebody may take."""
    offers = {seat: offered_to(table, seat) for seat in all_seats(len(table.players))}
    empty = [seat for seat in offers if table.players[seat - 1].user is None]
    free = {seat: offers[seat] for seat in empty if offers[seat] != NOBODY}
    whose = {seat: escaped(former(table.players[seat - 1])) or f"player {seat}" for seat in free}
    return [
        f"{possessive(whose[seat])} seat is "
        + ("open. Anyone not playing at this table can take it." if to == EVERYBODY else f"offered to <@{to}>.")
        for seat, to in free.items()
    ]


def _standing_still(table: Table) -> list[str]:
    """The sentence about time that does not run, or was given back since the question was asked; else nothing."""
    if table.paused is not None:
        return [f"The game was paused {when(table.paused)}, and no clock is running. To continue, use `/game resume`."]
    back = given_back(table)
    return [f"I was offline. Each running clock got {span(back[0])} back."] if back else []


def answered(table: Table, seen: TableView, answers: Sequence[Move]) -> str:
    """The question's text once it is answered: the first thing that came of it, or who moved."""
    first = answers[0]
    told = seen.at(first.seq).told(remarked(first.by, first.events))
    if told:
        return limits.cut(f"✓ {told[0]}", limits.CONTENT)
    late = {move.seat for move in answers if move.by == "clock"}
    name = seen.then(answers[-1].seq)
    done, timed = ({move.seat for move in answers} - late), late
    words = [f"{listed([name(seat) for seat in sorted(done)])} moved."] if done else []
    if timed:
        words.append(f"{listed([name(seat) for seat in sorted(timed)])} ran out of time.")
    return limits.cut(f"✓ {' '.join(words)}", limits.CONTENT)


def taken_back(
    table: Table, seen: TableView, said: str, asked: Sequence[Decision], due: Mapping[Seat, float] | None
) -> str:
    """The question's text after an undo, told by ``said``; ``asked`` are mentioned, but not notified again."""
    question = [ask(table, seen, asked, due)] if asked else []
    return limits.cut("\n".join([said, *question]), limits.CONTENT)


def final(table: Table, seen: TableView, seed: int) -> str:
    """The result: how it ended, the places, and the seed."""
    state = seen.view.state
    lines = [f"**{seen.game.name}** is over. {seen.game.endings[seen.game.rules.ending(state)]}"]
    lines += _ranked(table, seen.game.rules.ranking(state))
    lines.append(f"Seed: `{seed}` (its SHA-256 was posted at the start). To save the whole game, use `/game export`.")
    return limits.cut("\n".join(lines), limits.CONTENT)


def _ranked(table: Table, ranking: Sequence[Place]) -> list[str]:
    lines = []
    for place in ranking:
        note = f" ({place.note})" if place.note else ""
        lines.append(f"{place.place}\\. {named(table.players)(place.seat)} · {place.words or place.score}{note}")
    return lines


def _chosen(options: Options) -> list[str]:
    """The preset's name; for a choice of one's own, what differs from the defaults; without presets, every option."""
    chosen, usual = option_words(options), option_words(type(options)())
    if name := preset_of(options):
        return [f"Preset: **{escaped(name)}**"]
    words = [
        f"{option_meta(field).title or field.name}: **{escaped(chosen[field.name])}**"
        for field in msgspec.structs.fields(options)
        if not options.presets() or chosen[field.name] != usual[field.name]
    ]
    return [f"{OWN_CHOICE.capitalize()} · {' · '.join(words)}"] if options.presets() else words


def _terms(table: Table) -> list[str]:
    """The table's clock and what happens out of time, if it has one; then what spectators can do, and about hints."""
    speed = table.terms.speed
    late = table.terms.about_late
    clock = [] if speed is None else [f"Clock: **{table.terms.clock}**, {speed.about}. Out of time: {late}."]
    predicted = ["Spectators can predict the winner."] if table.terms.predictions else []
    hints = ["Everyone can get hints, so the game isn’t rated."] if table.terms.hints == "always" else []
    return [*clock, *predicted, *hints]


def _hint(table: Table, options: Options) -> list[str]:
    """A warning if the game could not be started with these options and those who are here; else nothing.

    Not to the first at a rematch: the others are called.
    """
    here = len(table.players)
    first = here == 1 and table.notes.get(Note.REMATCH)
    if table.chairs or first or here not in GAMES[table.title].seats:
        return []
    try:
        options.check(here)
    except Refused as refused:
        return [f"⚠ {refused}"]
    return []


def _fitted(head: list[str], lines: list[str], length: int) -> str:
    """The head and as many of the last lines as have room."""
    kept: list[str] = []
    room = length - len("\n".join(head)) - 40
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            kept.append(f"… and {counted(len(lines) - len(kept), 'earlier line')}")
            break
        kept.append(line)
    return "\n".join([*head, *reversed(kept)]).strip()
