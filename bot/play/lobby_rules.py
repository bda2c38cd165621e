"""Rules of the lobby: joining, removing, inviting, options, and starting. Pure."""

from typing import Literal

from msgspec.structs import replace

from bot.markdown import Markdown, count_noun, escape_prose, join_words, md, quote
from bot.tables.table import BookkeepingKey, game_of, removal_key, users_removed
from engine.agents.characters import characters_of
from engine.agents.policies import DEFAULT_POLICY
from engine.core import read_options, write_options
from engine.core.game import preset_options, replace_editions
from engine.errors import Refused, Unreadable
from engine.store import Player, Table
from engine.store.host_editions import HostEditions
from engine.store.ids import ChannelId, GuildId, UserId
from engine.store.table_settings import DAY, read_table_settings, table_setting_words

REMINDER_AFTER, _CLOSED_AFTER = 6 * DAY, 7 * DAY
"""Seconds since the last change of a lobby."""
CURRENT_EDITION = "="
"""The select value for the table's edition when the host's folder no longer has it."""
_NO_BOXES = HostEditions()


def new_lobby(
    channel: ChannelId, guild: GuildId | None, title: str, host: Player, now: float, *, seated: bool = True
) -> Table:
    """A new table with its host on the first chair, or only watching."""
    game = game_of(title)
    if host.user is None:
        raise Refused(md("A computer player can’t open a table."))
    return Table(
        channel=channel,
        guild=guild,
        title=game.key,
        host=host.user,
        options=write_options(game.options.new_table_options()),
        players=(host,) if seated else (),
        since=now,
    )


def new_rematch(old_table: Table, host: Player, now: float) -> Table:
    """A new table like a finished one: its game, options, settings, and computers, also for players who left.

    So it has as many players as before, once all players of the end have joined. A note marks it as a rematch.
    """
    if old_table.status not in ("finished", "ended"):
        raise Refused(md("You can’t start a rematch yet: this game isn’t over."))
    if all(host.user not in (player.user, player.away) for player in old_table.players):
        raise Refused(md("Only players of that game can start its rematch. To open a new table, use `/game new`."))
    if old_table.notes.get(BookkeepingKey.NEXT_TABLE):
        raise Refused(md("This game has already had a rematch. To open another table, use `/game new`."))
    new_table = new_lobby(old_table.channel, old_table.guild, old_table.title, host, now)
    away = seats_left_early(old_table, None)
    remaining = [player for seat, player in enumerate(old_table.players, 1) if seat not in away]
    computers = [Player(player.name, policy=player.policy) for player in remaining if player.policy]
    new_table = replace(new_table, players=(host, *computers))
    abandoned_seats = seats_left_early(old_table, host.user)
    for _ in abandoned_seats:
        new_table = replace(new_table, players=(*new_table.players, _new_computer(new_table, DEFAULT_POLICY)))
    notes: dict[str, int] = {BookkeepingKey.PREVIOUS_TABLE: old_table.id}
    if abandoned_seats:
        notes[BookkeepingKey.OWN_COMPUTERS] = len(computers)
    return replace(new_table, options=old_table.options, terms=old_table.terms, notes=notes)


def seats_left_early(old_table: Table, user: UserId | None) -> tuple[int, ...]:
    """The seats of a finished game whose players left it, except for the one that ``user`` left."""
    changed = {past.seat for past in old_table.holders}
    return tuple(
        seat
        for seat, player in enumerate(old_table.players, 1)
        if player.user is None
        and (seat in changed or player.policy is None)
        and (player.away is None or player.away != user)
    )


def join(table: Table, player: Player) -> Table:
    """The table after the player took the next seat."""
    _check_lobby(table)
    if any(p.user == player.user for p in table.players if p.user is not None):
        raise Refused(md("You’re already at this table."))
    check_not_removed(table, player.user)
    return _add_player(table, player)


def check_not_removed(table: Table, user: UserId | None) -> None:
    """Raises ``Refused`` for users who were removed from the lobby and not invited since."""
    if user is not None and user in users_removed(table):
        raise Refused(md("You can’t join this table: you were removed from it. The host can invite you again."))


def leave(table: Table, user: UserId) -> Table:
    """The user's chair is free again. If that was the host, the next person is; without one the table is closed."""
    _check_lobby(table)
    rest = tuple(p for p in table.players if p.user != user)
    if len(rest) == len(table.players):
        raise Refused(md("You don’t have a seat at this table."))
    table = transfer_host(replace(table, players=rest), user)
    return replace(table, status="ended") if table.host == user else table


def remove_player(table: Table, user: UserId) -> Table:
    """The table after a player was removed: they can't join again until they are invited. The host stays."""
    _check_lobby(table, md("give their seat to someone else"))
    if user == table.host:
        raise Refused(
            md("You can’t remove the host. A host leaves with *Leave*, and closes the table with `/game end`.")
        )
    rest = tuple(p for p in table.players if p.user != user)
    if len(rest) == len(table.players):
        raise Refused(md("You can’t remove someone who doesn’t have a seat at this table."))
    return replace(table, players=rest, notes={**table.notes, removal_key(len(users_removed(table)) + 1): user})


def invite(table: Table, user: UserId) -> Table:
    """The table after a user was invited, even one who was removed. Raises ``Refused`` if no seat is free."""
    _check_lobby(table, md("offer a seat to someone"))
    if any(p.user == user for p in table.players):
        raise Refused(md("That player is already at this table."))
    _check_free_seat(table)
    welcome = {removal_key(number): 0 for number, one in enumerate(users_removed(table), 1) if one == user}
    return replace(table, notes={**table.notes, **welcome})


def transfer_host(table: Table, user: UserId) -> Table:
    """The table with the next person as host, if the user was; the user stays host if alone."""
    heirs = [p.user for p in table.players if p.user not in (None, user)]
    return replace(table, host=heirs[0] or 0) if user == table.host and heirs else table


def add_computer(table: Table, policy: str, policies: tuple[str, ...]) -> Table:
    """The table after a computer player took the next seat; ``policies`` are the available policies."""
    _check_lobby(table)
    if policy not in policies:
        raise Unreadable(
            md(
                "{} isn’t a computer player. Choose {}.",
                quote(policy),
                join_words(list(map(escape_prose, policies)), "or"),
            )
        )
    return _add_player(table, _new_computer(table, policy))


def remove_computer(table: Table, name: str = "") -> Table:
    """The table without the computer player of that name; without a name, without the last one."""
    _check_lobby(table)
    seats = [n for n, p in enumerate(table.players) if p.policy is not None and name in ("", p.name)]
    if not seats:
        raise Refused(
            md("This computer player isn’t here anymore.")
            if name
            else md("There are no computer players at this table.")
        )
    before, after = table.players[: seats[-1]], table.players[seats[-1] + 1 :]
    return replace(table, players=before + after)


def set_option(table: Table, name: str, word: str, boxes: HostEditions = _NO_BOXES) -> Table:
    """The table with one option changed; a host's edition is given by its name."""
    _check_options_changeable(table)
    if word == CURRENT_EDITION and name in table.options:
        return table
    word = boxes.editions(table.title, name).get(word, word)
    options = read_options(game_of(table.title).options, {**table.options, name: word})
    return replace(table, options=write_options(options))


def set_term(table: Table, name: str, word: str) -> Table:
    """The table with one of its settings (clock, time-out rule) changed."""
    _check_lobby(table)
    return replace(table, terms=read_table_settings({**table_setting_words(table.terms), name: word}))


def choose_preset(table: Table, name: str) -> Table:
    """The table with all options of the preset, keeping its editions."""
    _check_options_changeable(table)
    kind = game_of(table.title).options
    chosen = replace_editions(preset_options(kind, name), read_options(kind, table.options))
    return replace(table, options=write_options(chosen))


def check_start(table: Table, user: UserId) -> None:
    """Raises ``Refused`` unless the user may start and the players are as many as are needed."""
    _check_lobby(table)
    if user != table.host:
        raise Refused(md("Only the host can start the game."))
    here = len(table.players)
    if table.chairs is not None and here != table.chairs:
        players = count_noun(table.chairs, "player")
        raise Refused(md("You can’t start yet: this imported game has {}, and {}.", players, _seats_taken_text(here)))
    game = game_of(table.title)
    if here not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise Refused(
            md(
                "You can’t start yet: {} is for {}–{} players, and {}. Add players and try again.",
                escape_prose(game.name),
                least,
                most,
                _seats_taken_text(here),
            )
        )
    read_options(game.options, table.options).check_seats(here)


def lobby_deadlines(table: Table) -> tuple[tuple[Literal["nudge", "close"], float], ...]:
    """The steps due at an unchanged lobby, in seconds since 1970; the first one is a reminder to the host."""
    if table.status != "lobby":
        return ()
    nudged = table.notes.get(BookkeepingKey.IDLE_REMINDER_AT, 0)
    if nudged < int(table.since):
        return (("nudge", table.since + REMINDER_AFTER), ("close", table.since + _CLOSED_AFTER))
    return (("close", max(table.since + _CLOSED_AFTER, nudged + _CLOSED_AFTER - REMINDER_AFTER)),)


def close_table(table: Table, user: UserId, *, moderator: bool) -> Table:
    """The table, ended early."""
    if table.status not in ("lobby", "playing"):
        raise Refused(md("This table is already closed."))
    if user != table.host and not moderator:
        raise Refused(md("Only the host or a server moderator can close this table."))
    return replace(table, status="ended")


def _check_lobby(table: Table, instead: Markdown = md("")) -> None:
    """Raises ``Refused`` after the game has begun; ``instead`` says what to do then, if anything."""
    if table.status == "playing":
        way = md(" To {}, use `/game seat action:replace`.", instead) if instead else md("")
        raise Refused(md("The game has already started.{}", way))
    if table.status != "lobby":
        raise Refused(md("This table is closed. To open a new one, use `/game new`."))


def _check_options_changeable(table: Table) -> None:
    _check_lobby(table)
    if table.chairs is not None:
        raise Refused(md("You can’t change the options: this table continues an imported game."))


def _new_computer(table: Table, policy: str) -> Player:
    """A computer player with an unused name: of a character of its level, if one is left."""
    names = {p.name for p in table.players}
    numbered = (f"Computer {n}" for n in range(1, len(names) + 2))
    fresh = (*(character.name for character in characters_of(policy)), *numbered)
    return Player(next(name for name in fresh if name not in names), policy=policy)


def _add_player(table: Table, player: Player) -> Table:
    _check_free_seat(table)
    return replace(table, players=(*table.players, player))


def _check_free_seat(table: Table) -> None:
    most = table.chairs or game_of(table.title).seats[-1]
    if len(table.players) >= most:
        several = md("All {} seats at this table are taken.", most)
        raise Refused(several if most > 1 else md("The only seat at this table is taken."))


def _seats_taken_text(seats: int) -> Markdown:
    return md("{} {} taken", count_noun(seats, "seat"), md("is") if seats == 1 else md("are"))
