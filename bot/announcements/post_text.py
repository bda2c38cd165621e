"""Texts of the bot's public posts: lobby card, status card, phase report, and question. Pure.

All texts contain only the spectators' view and public prompts.
"""

from collections.abc import Mapping, Sequence

import msgspec

from bot import limits
from bot.markdown import (
    Markdown,
    code_text,
    count_noun,
    error_message,
    escape,
    escape_prose,
    join_lines,
    join_words,
    md,
    possessive,
    split_at,
    truncate,
)
from bot.names import duration_text, full_time, name_lookup, player_names, relative_time, seat_mention, user_mention
from bot.play.seat_holders import EVERYBODY, NOBODY, last_holder_name, offer_recipient
from bot.tables.phases import PhaseLog, add_remark
from bot.tables.table import BookkeepingKey, LogEntry, Player, Table, downtime_compensation, players_at, turn_start
from bot.ui.lobby import CUSTOM_PRESET, computer_words
from bot.view import TableView, winner_title
from engine import GAMES, Decision, Event, Options, RankingEntry, Refused, Seat
from engine.agents.characters import character_of
from engine.agents.registry import level_name
from engine.core import all_seats, is_turn_hidden, option_value_labels, read_options, redact
from engine.core.game import custom_editions, option_meta, preset_name

FILM_TEXT = md(
    "The whole game as a film. For a written report, use `/history show:report`; for a picture to share, "
    "`/history show:result`."
)
POSTED_AGAIN = md("✓ A seat has a new player. See the post below.")
_MIN_DAYS_IN_WEEKS = 18
"""Minimum number of days for which the length of a game is given in weeks."""
_ALL_LISTED_TEXT = md("Everyone stays listed until all have answered.")
_IMPORTED_TEXT = md("This game was imported. Anyone with the file can find out all hidden information.")

NEXT_PHASE_LINE = md("-# Next:")
"""Heading above the events of the next phase in a report."""


def lobby_text(table: Table) -> Markdown:
    """Return the card of a table in the lobby."""
    game = GAMES[table.title]
    lines = [md("## {}", escape_prose(game.name)), escape_prose(game.about), md("")]
    if table.status == "ended":
        return join_lines([*lines, md("This table is closed.")])
    for seat, player in enumerate(table.players, 1):
        lines.append(md("{}. {}{}", seat, escape(player_names(table.players)[seat - 1]), _player_suffix(table, player)))
    if table.chairs:
        lines += [md(""), md("The game continues after {}. {}", count_noun(table.seq, "move"), _IMPORTED_TEXT)]
    seat_range = md("{}–{} players", game.seats[0], game.seats[-1])
    players = count_noun(table.chairs, "player") if table.chairs else seat_range
    lines += [md(""), md("Seats taken: {} (for {}).", len(table.players), players)]
    own_computers = table.notes.get(BookkeepingKey.OWN_COMPUTERS)
    if own_computers is not None and sum(player.policy is not None for player in table.players) > own_computers:
        lines.append(md("Computers fill in for players who left the last game. The host can remove them with *Host…*."))
    options = read_options(game.options, table.options)
    lines += [
        *_length_lines(table, options),
        *_option_lines(options),
        *_settings_lines(table),
        *_start_warning(table, options),
    ]
    return truncate(join_lines(lines), limits.CONTENT)


def _player_suffix(table: Table, player: Player) -> Markdown:
    """The text after a player's name in the lobby: level and character of a computer, or “host”."""
    if player.policy:
        return computer_words(player)
    return md(" · host") if player.user == table.host else md("")


def status_card_text(
    table: Table,
    table_view: TableView,
    decisions: Sequence[Decision],
    events: Sequence[Event],
    due: Mapping[Seat, float] | None = None,
) -> Markdown:
    """The status card: status line, players to move with times, and the events of the current phase.

    ``due`` is when each running clock runs out. (``bot.announcements.recipients.deadlines``)
    """
    head = [md("## {}", escape_prose(table_view.game.name)), md("**{}**", table_view.status_line())]
    if table.status == "ended":
        return join_lines([*head, md("This game ended early.")])
    if table.status == "finished":
        ranking = table_view.game.rules.ranking(table_view.view.state)
        return join_lines([*head, md(""), *ranking_lines(table, ranking)])
    for who, prompt, seats in _group_by_prompt(table, decisions):
        since = min(turn_start(table, seat) for seat in seats)
        sentence = _prompt_with_deadlines(table, _waiting_sentence(who, escape_prose(prompt)), seats, due or {})
        hidden = is_turn_hidden(
            table_view.view.state
        )  # the start of the turn would show that one of them was asked later
        head.append(
            md("{} {}", sentence, _ALL_LISTED_TEXT if hidden else md("Their turn began {}.", relative_time(since)))
        )
    head += [*_open_seat_lines(table), *_pause_lines(table)]
    event_lines = [md("- {}", line) for line in table_view.narration(events)]
    return _fit_last_lines([*head, md("")], event_lines, limits.CONTENT)


def _level_suffix(player: Player) -> Markdown:
    """The level of a computer player who has a character's name; empty for other players."""
    if character_of(player.name, player.policy) is None:
        return md("")
    return md(" (computer, {})", escape_prose(level_name(player.policy or "")))


def _start_lines(table: Table, seq: int) -> list[Markdown]:
    """Return lines with the players after move ``seq``, the options, and the seed's hash.

    For an imported game, these lines contain neither options nor hash.
    """
    game, players = GAMES[table.title], players_at(table, seq)
    who = join_words(
        [md("{}{}", seat_mention(players, seat), _level_suffix(players[seat - 1])) for seat in all_seats(len(players))]
    )
    if table.chairs is not None:
        return [md("**{}** continues. Players: {}.", escape_prose(game.name), who), _IMPORTED_TEXT]
    options = read_options(game.options, table.options)
    return [
        md("**{}** with {}.", escape_prose(game.name), who),
        *(_option_lines(options) if options != game.options() else []),
        *_settings_lines(table),
        md(
            "Fair play: a secret seed decides every die roll and card draw. It will be revealed at the end of "
            "the game. "
            "Its SHA-256 is `{}`.",
            code_text(table.seed_hash),
        ),
    ]


def early_end_text(table: Table, seed: int) -> Markdown:
    """The post about a table that was closed before the end of its game."""
    text = md("**{}** ended early.", escape_prose(GAMES[table.title].name))
    hash_note = md("") if table.chairs else md(" (its SHA-256 was posted at the start)")
    seed_text = md("Seed: `{}`{}. To save the moves made so far, use `/history show:export`.", seed, hash_note)
    return join_lines([text, *_standing_lines(table), seed_text])


def _standing_lines(table: Table) -> list[Markdown]:
    """A line with the first statistic of every player when the game ended: “Points when it ended: Ada 11, Ben 15.”"""
    if table.state is None:
        return []
    view, names = redact(table.state, None), player_names(table.players)
    numbers_by_seat = [GAMES[table.title].text.statistics(view, seat) for seat in all_seats(len(names))]
    heading = next(iter(numbers_by_seat[0]))
    standings = [
        md("{} {}", escape(name), escape_prose(f"{numbers[heading]:,}"))
        for name, numbers in zip(names, numbers_by_seat, strict=True)
    ]
    return [md("{} when it ended: {}.", escape_prose(heading.capitalize()), join_words(standings))]


def question_closed_text(table: Table) -> Markdown:
    """Return the text that replaces the open question when its table is closed."""
    return md("**{}** ended early.", escape_prose(GAMES[table.title].name))


def report_title(table_view: TableView, phase: PhaseLog, before: Markdown = md("")) -> Markdown:
    """Return the heading of a report, such as “Turn 3 of 9 · Building”.

    ``before`` is the status line at the beginning of the phase.
    """
    start_title = md("The game continues") if phase.seq else md("The game begins")
    is_over = not table_view.view.state.flow
    if is_over:
        return truncate(winner_title(table_view), limits.EMBED_TITLE)
    words, turn = phases_heading(table_view, phase), split_at(before, (before + " · ").index(" · "))[0]
    if words and turn and turn.casefold() not in words.casefold():
        words = md("{} · {}", turn, words)
    return truncate(words or start_title, limits.EMBED_TITLE)


def phases_heading(table_view: TableView, phase: PhaseLog) -> Markdown:
    """Return the names of the phases that ended, and the player's name if only one player moved: “Turn · Ada”."""
    name = table_view.with_names_at(phase.seq).name
    has_one_mover = len(phase.headings) == len(phase.movers) == 1 < len(table_view.drawing_context.names)
    movers = [name(seat) for seat in phase.movers] if has_one_mover else []
    return join_lines([*map(escape_prose, dict.fromkeys(phase.headings)), *movers], " · ")


def report_text(table: Table, table_view: TableView, phase: PhaseLog, length: int) -> Markdown:
    """Return the events of a phase as lines, without the earliest ones if the text would be too long.

    The report of the set-up begins with the players.
    """
    start_lines = [] if phase.headings or not table_view.view.state.flow else _start_lines(table, phase.seq)
    later = table_view.narration(phase.following_events)
    lines = table_view.narration(phase.events[phase.reported_count :])
    lines = [*lines, NEXT_PHASE_LINE, *later] if later else [*lines]
    return _fit_last_lines(start_lines, lines, length)


def question_text(
    table: Table, table_view: TableView, decisions: Sequence[Decision], due: Mapping[Seat, float] | None = None
) -> Markdown:
    """Return the open question with deadlines; it mentions everyone who must answer.

    ``due`` is the time when each running clock runs out.
    """
    where = md("{} · {}", table_mention(table), table_view.status_line())
    lines = [
        md("{} · {}. {}", who, where, _prompt_with_deadlines(table, escape_prose(prompt), seats, due or {}))
        for who, prompt, seats in _group_by_prompt(table, decisions)
    ]
    return truncate(join_lines(lines), limits.CONTENT)


def table_mention(table: Table) -> Markdown:
    """The game's name and a mention of the table's channel."""
    place = md(" in <#{}>", table.channel) if table.guild is not None else md("")
    return md("**{}**{}", escape_prose(GAMES[table.title].name), place)


def _group_by_prompt(table: Table, decisions: Sequence[Decision]) -> list[tuple[Markdown, str, list[Seat]]]:
    """(mentions, prompt, seats) for each different prompt."""
    seats_by_prompt: dict[str, list[Seat]] = {}
    for decision in decisions:
        seats_by_prompt.setdefault(decision.prompt, []).append(decision.seat)
    return [
        (join_words([seat_mention(table.players, seat) for seat in seats]), prompt, seats)
        for prompt, seats in seats_by_prompt.items()
    ]


def _waiting_sentence(who: Markdown, prompt: Markdown) -> Markdown:
    """The prompt with its players: “Waiting for Ada: draft a city.”"""
    if not _is_instruction(prompt) or prompt[1:2].isupper():  # a question, or initials
        return md("Waiting for {}. {}", who, prompt)
    return md("Waiting for {}: {}", who, prompt.lower_first())


def _is_instruction(prompt: str) -> bool:
    return prompt.endswith(".") and ". " not in prompt and "? " not in prompt


def prompt_with_deadline(prompt: Markdown, at: float) -> Markdown:
    """Return the prompt with its deadline: “Draft a city by 5 PM.” ``at`` is in seconds since 1970."""
    if _is_instruction(prompt):
        return md("{} by {}.", prompt.rstrip("."), full_time(at))
    return md("{} Deadline: {}.", prompt, full_time(at)).strip()


def _prompt_with_deadlines(
    table: Table, prompt: Markdown, seats: Sequence[Seat], due: Mapping[Seat, float]
) -> Markdown:
    """The prompt with its deadline, or with one deadline for each player if they differ."""
    due_by_seat = {seat: due[seat] for seat in seats if seat in due}
    if not due_by_seat:
        return prompt
    if len(due_by_seat) == len(seats) and len(set(map(int, due_by_seat.values()))) == 1:
        at = next(iter(due_by_seat.values()))
        return (
            md("{} Time ran out on {}.", prompt, full_time(at))
            if at <= table.since
            else prompt_with_deadline(prompt, at)
        )
    name = name_lookup(table.players)
    deadlines = join_words([md("{} by {}", name(seat), full_time(at)) for seat, at in due_by_seat.items()])
    return md("{} Deadlines: {}.", prompt, deadlines)


def _open_seat_lines(table: Table) -> list[Markdown]:
    offers = {seat: offer_recipient(table, seat) for seat in all_seats(len(table.players))}
    empty = [seat for seat in offers if table.players[seat - 1].user is None]
    free = {seat: offers[seat] for seat in empty if offers[seat] != NOBODY}
    names = {seat: escape(last_holder_name(table.players[seat - 1])) or md("player {}", seat) for seat in free}
    return [
        md("{} seat is open. Anyone not playing at this table can take it.", possessive(names[seat]))
        if recipient == EVERYBODY
        else md("{} seat is offered to {}.", possessive(names[seat]), user_mention(recipient))
        for seat, recipient in free.items()
    ]


def _pause_lines(table: Table) -> list[Markdown]:
    if table.paused is not None:
        return [
            md(
                "The game was paused {}, and no clock is running. To continue, use `/game clock action:resume`.",
                relative_time(table.paused),
            )
        ]
    credited = downtime_compensation(table)
    return [md("I was offline. Each running clock got {} back.", duration_text(credited[0]))] if credited else []


def question_answered_text(table: Table, table_view: TableView, answers: Sequence[LogEntry]) -> Markdown:
    """Return the text that replaces an answered question: the answer's first event, or else who moved."""
    first_answer = answers[0]
    lines = table_view.with_names_at(first_answer.seq).narration(add_remark(first_answer.by, first_answer.events))
    if lines:
        return truncate(md("✓ {}", lines[0]), limits.CONTENT)
    timed_out = {move.seat for move in answers if move.by == "clock"}
    name = table_view.names_at(answers[-1].seq)
    moved = {move.seat for move in answers} - timed_out
    sentences = [md("{} moved.", join_words([name(seat) for seat in sorted(moved)]))] if moved else []
    if timed_out:
        sentences.append(md("{} ran out of time.", join_words([name(seat) for seat in sorted(timed_out)])))
    return truncate(md("✓ {}", join_lines(sentences, " ")), limits.CONTENT)


def question_after_undo_text(
    table: Table,
    table_view: TableView,
    undo_text: Markdown,
    decisions: Sequence[Decision],
    due: Mapping[Seat, float] | None,
) -> Markdown:
    """Return the text of an open question after an undo; it begins with ``undo_text``, which describes the undo.

    The seats of ``decisions`` are mentioned, but not notified.
    """
    question = [question_text(table, table_view, decisions, due)] if decisions else []
    return truncate(join_lines([undo_text, *question]), limits.CONTENT)


def result_text(table: Table, table_view: TableView) -> Markdown:
    """Return the result of a game: a line for each place, and how the game ended."""
    state = table_view.view.state
    ending = escape_prose(table_view.game.endings[table_view.game.rules.ending(state)])
    end = md("**{}** is over. {}", escape_prose(table_view.game.name), ending)
    return truncate(join_lines([*ranking_lines(table, table_view.game.rules.ranking(state)), end]), limits.CONTENT)


def seed_line(seed: int) -> Markdown:
    """The last line about a finished game: the seed, with which anyone can verify it."""
    return md(
        "-# Seed: `{}` (its SHA-256 was posted at the start). To save the whole game, use `/history show:export`.", seed
    )


def ranking_lines(table: Table, ranking: Sequence[RankingEntry]) -> list[Markdown]:
    """A line for each place: “1. Ada · 84 points”."""
    lines = list[Markdown]()
    for place in ranking:
        note = md(" ({})", escape_prose(place.note)) if place.note else md("")
        points = escape_prose(str(place.words or place.score))
        who = md("{}{}", name_lookup(table.players)(place.seat), _level_suffix(table.players[place.seat - 1]))
        lines.append(md("{}\\. {} · {}{}", place.place, who, points, note))
    return lines


def _option_lines(options: Options) -> list[Markdown]:
    """Return a line with the preset and the host's editions, or without a preset, with the changed options."""
    labels, default_labels = option_value_labels(options), option_value_labels(type(options)())
    own_editions, name = custom_editions(options), preset_name(options)
    words = [
        md("{}: **{}**", escape_prose(option_meta(field).title or field.name), escape(labels[field.name]))
        for field in msgspec.structs.fields(options)
        if (field.name in own_editions if name else labels[field.name] != default_labels[field.name])
    ]
    if name:
        return [join_lines([md("Preset: **{}**", escape(name)), *words], " · ")]
    if options.presets():
        words = [escape_prose(CUSTOM_PRESET), *words]
    return [join_lines(words, " · ")] if words else []


def _length_lines(table: Table, options: Options) -> list[Markdown]:
    seats = max(len(table.players), GAMES[table.title].seats[0])
    visits = None if table.chairs else options.visit_estimate(seats)
    if visits is None:
        return []
    visits_text = md("Length: about {} visits of each player", round(visits))
    return [
        md(
            "{}, so {} with one visit a day, or {} with three.",
            visits_text,
            _duration_text(visits),
            _duration_text(visits / 3),
        )
    ]


def _duration_text(days: float) -> Markdown:
    return count_noun(round(days), "day") if days < _MIN_DAYS_IN_WEEKS else md("{} weeks", round(days / 7))


def _settings_lines(table: Table) -> list[Markdown]:
    time_control = table.terms.time_control
    timeout_clause = table.terms.timeout_clause
    clock = (
        []
        if time_control is None
        else [
            md(
                "Clock: **{}**, {}. Out of time: {}.",
                escape_prose(table.terms.clock),
                escape_prose(time_control.about),
                escape_prose(timeout_clause),
            )
        ]
    )
    predictions = [md("Spectators can predict the winner.")] if table.terms.predictions else []
    hints = [md("Everyone can get hints, so the game isn’t rated.")] if table.terms.hints == "always" else []
    return [*clock, *predictions, *hints, *_own_edition_lines(table)]


def _own_edition_lines(table: Table) -> list[Markdown]:
    """A line that says that a game with the host's own editions is not rated; empty for other games."""
    options = read_options(GAMES[table.title].options, table.options)
    own = custom_editions(options)
    titles = [option_meta(field).title or field.name for field in msgspec.structs.fields(options) if field.name in own]
    names = join_words([escape_prose(title.lower()) for title in titles])
    return [md("The bot’s host added the {}, so the game isn’t rated.", names)] if own else []


def _start_warning(table: Table, options: Options) -> list[Markdown]:
    """Return a warning if the game can't start with these options and players; otherwise no line.

    There is no warning for the first player of a rematch, because the others are already called.
    """
    player_count = len(table.players)
    is_rematch_of_one = player_count == 1 and table.notes.get(BookkeepingKey.PREVIOUS_TABLE)
    if table.chairs or is_rematch_of_one or player_count not in GAMES[table.title].seats:
        return []
    try:
        options.check_seats(player_count)
    except Refused as refused:
        return [md("⚠ {}", error_message(refused))]
    return []


def _fit_last_lines(head: list[Markdown], lines: list[Markdown], length: int) -> Markdown:
    """Return the head and the last of the lines, as many as fit into ``length`` characters."""
    last_lines: list[Markdown] = []
    room = length - len("\n".join(head)) - 40
    for line in reversed(lines):
        room -= len(line) + 1
        if room < 0:
            last_lines.append(md("… and {}", count_noun(len(lines) - len(last_lines), "earlier line")))
            break
        last_lines.append(line)
    return join_lines([*head, *reversed(last_lines)]).strip()
