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

REMINDER_AFTER = 6 * DAY
"""Seconds after the last change of a lobby until its host is reminded."""
_CLOSED_AFTER = 7 * DAY
CURRENT_EDITION = "="
"""Value in a select menu that stands for the table's edition if the host's folder no longer contains it."""
_NO_BOXES = HostEditions()


def new_lobby(
    channel: ChannelId, guild: GuildId | None, title: str, host: Player, now: float, *, seated: bool = True
) -> Table:
    """Return a new lobby. If ``seated``, its host has the first seat; otherwise, no seat."""
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
    """Return a lobby with the game, options, settings, and computers of a finished table.

    A note marks the lobby as a rematch. Computers take the seats of players who left early, so that the number of
    players is the same once everyone else has joined.
    """
    if old_table.status not in ("finished", "ended"):
        raise Refused(md("You can’t start a rematch yet: this game isn’t over."))
    if all(host.user not in (player.user, player.away) for player in old_table.players):
        raise Refused(md("Only players of that game can start its rematch. To open a new table, use `/game new`."))
    if old_table.notes.get(BookkeepingKey.NEXT_TABLE):
        raise Refused(md("This game has already had a rematch. To open another table, use `/game new`."))
    new_table = new_lobby(old_table.channel, old_table.guild, old_table.title, host, now)
    early_left_seats = seats_left_early(old_table, None)
    remaining = [player for seat, player in enumerate(old_table.players, 1) if seat not in early_left_seats]
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
    """Return the seats of a finished game whose players left early, except a seat that ``user`` left."""
    changed_seats = {holder.seat for holder in old_table.holders}
    return tuple(
        seat
        for seat, player in enumerate(old_table.players, 1)
        if player.user is None
        and (seat in changed_seats or player.policy is None)
        and (player.away is None or player.away != user)
    )


def join(table: Table, player: Player) -> Table:
    """Return the table with the player in the next seat."""
    _check_lobby(table)
    if any(seated.user == player.user for seated in table.players if seated.user is not None):
        raise Refused(md("You’re already at this table."))
    check_not_removed(table, player.user)
    return _add_player(table, player)


def check_not_removed(table: Table, user: UserId | None) -> None:
    """Raise ``Refused`` if the user was removed from the lobby and has not been invited since."""
    if user is not None and user in users_removed(table):
        raise Refused(md("You can’t join this table: you were removed from it. The host can invite you again."))


def leave(table: Table, user: UserId) -> Table:
    """Return the table without the user.

    If the user is the host, the next user becomes host. If there is no other user, the table is closed.
    """
    _check_lobby(table)
    remaining = tuple(player for player in table.players if player.user != user)
    if len(remaining) == len(table.players):
        raise Refused(md("You don’t have a seat at this table."))
    table = transfer_host(replace(table, players=remaining), user)
    return replace(table, status="ended") if table.host == user else table


def remove_player(table: Table, user: UserId) -> Table:
    """Return the table without a player, who can't join again without an invitation.

    The host can't be removed.
    """
    _check_lobby(table, md("give their seat to someone else"))
    if user == table.host:
        raise Refused(
            md("You can’t remove the host. A host leaves with *Leave*, and closes the table with `/game end`.")
        )
    remaining = tuple(player for player in table.players if player.user != user)
    if len(remaining) == len(table.players):
        raise Refused(md("You can’t remove someone who doesn’t have a seat at this table."))
    return replace(table, players=remaining, notes={**table.notes, removal_key(len(users_removed(table)) + 1): user})


def invite(table: Table, user: UserId) -> Table:
    """Return the table after an invitation. A user who was removed may then join again.

    Raises ``Refused`` if no seat is free.
    """
    _check_lobby(table, md("offer a seat to someone"))
    if any(player.user == user for player in table.players):
        raise Refused(md("That player is already at this table."))
    _check_free_seat(table)
    cleared_removals = {
        removal_key(number): 0 for number, removed in enumerate(users_removed(table), 1) if removed == user
    }
    return replace(table, notes={**table.notes, **cleared_removals})


def transfer_host(table: Table, user: UserId) -> Table:
    """If ``user`` is the host, return the table with the next user as host. Without another user, the host stays."""
    other_users = [player.user for player in table.players if player.user not in (None, user)]
    return replace(table, host=other_users[0] or 0) if user == table.host and other_users else table


def add_computer(table: Table, policy: str, policies: tuple[str, ...]) -> Table:
    """Return the table with a computer player in the next seat. ``policies`` are the policies that may be chosen."""
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
    """Return the table without the computer player of this name; by default, without the last computer player."""
    _check_lobby(table)
    seats = [
        index for index, player in enumerate(table.players) if player.policy is not None and name in ("", player.name)
    ]
    if not seats:
        raise Refused(
            md("This computer player isn’t here anymore.")
            if name
            else md("There are no computer players at this table.")
        )
    before, after = table.players[: seats[-1]], table.players[seats[-1] + 1 :]
    return replace(table, players=before + after)


def set_option(table: Table, name: str, word: str, boxes: HostEditions = _NO_BOXES) -> Table:
    """Return the table with a changed option. An edition of the host is given by its name."""
    _check_options_changeable(table)
    if word == CURRENT_EDITION and name in table.options:
        return table
    word = boxes.editions(table.title, name).get(word, word)
    options = read_options(game_of(table.title).options, {**table.options, name: word})
    return replace(table, options=write_options(options))


def set_term(table: Table, name: str, word: str) -> Table:
    """Return the table with a changed setting, such as the clock or the time-out rule."""
    _check_lobby(table)
    return replace(table, terms=read_table_settings({**table_setting_words(table.terms), name: word}))


def choose_preset(table: Table, name: str) -> Table:
    """Return the table with the options of a preset. The table's editions stay."""
    _check_options_changeable(table)
    kind = game_of(table.title).options
    options = replace_editions(preset_options(kind, name), read_options(kind, table.options))
    return replace(table, options=write_options(options))


def check_start(table: Table, user: UserId) -> None:
    """Raise ``Refused`` unless the user may start the game and the number of players is valid."""
    _check_lobby(table)
    if user != table.host:
        raise Refused(md("Only the host can start the game."))
    player_count = len(table.players)
    if table.chairs is not None and player_count != table.chairs:
        players = count_noun(table.chairs, "player")
        raise Refused(
            md("You can’t start yet: this imported game has {}, and {}.", players, _seats_taken_text(player_count))
        )
    game = game_of(table.title)
    if player_count not in game.seats:
        min_seats, max_seats = game.seats[0], game.seats[-1]
        raise Refused(
            md(
                "You can’t start yet: {} is for {}–{} players, and {}. Add players and try again.",
                escape_prose(game.name),
                min_seats,
                max_seats,
                _seats_taken_text(player_count),
            )
        )
    read_options(game.options, table.options).check_seats(player_count)


def lobby_deadlines(table: Table) -> tuple[tuple[Literal["nudge", "close"], float], ...]:
    """Return (step, time in seconds since 1970) of the reminder and of closing, if the lobby is not changed."""
    if table.status != "lobby":
        return ()
    reminded_at = table.notes.get(BookkeepingKey.IDLE_REMINDER_AT, 0)
    if reminded_at < int(table.since):
        return (("nudge", table.since + REMINDER_AFTER), ("close", table.since + _CLOSED_AFTER))
    return (("close", max(table.since + _CLOSED_AFTER, reminded_at + _CLOSED_AFTER - REMINDER_AFTER)),)


def close_table(table: Table, user: UserId, *, moderator: bool) -> Table:
    """Return the table with the status ``ended``. Raises ``Refused`` if the user may not close it."""
    if table.status not in ("lobby", "playing"):
        raise Refused(md("This table is already closed."))
    if user != table.host and not moderator:
        raise Refused(md("Only the host or a server moderator can close this table."))
    return replace(table, status="ended")


def _check_lobby(table: Table, instead: Markdown = md("")) -> None:
    """Raise ``Refused`` unless the table is a lobby.

    ``instead`` completes the advice “To …, use `/game seat action:replace`” for a running game; empty for no advice.
    """
    if table.status == "playing":
        advice = md(" To {}, use `/game seat action:replace`.", instead) if instead else md("")
        raise Refused(md("The game has already started.{}", advice))
    if table.status != "lobby":
        raise Refused(md("This table is closed. To open a new one, use `/game new`."))


def _check_options_changeable(table: Table) -> None:
    _check_lobby(table)
    if table.chairs is not None:
        raise Refused(md("You can’t change the options: this table continues an imported game."))


def _new_computer(table: Table, policy: str) -> Player:
    """Return a computer player with an unused name: that of a character of its level if possible."""
    names = {player.name for player in table.players}
    numbered = (f"Computer {number}" for number in range(1, len(names) + 2))
    candidates = (*(character.name for character in characters_of(policy)), *numbered)
    return Player(next(name for name in candidates if name not in names), policy=policy)


def _add_player(table: Table, player: Player) -> Table:
    _check_free_seat(table)
    return replace(table, players=(*table.players, player))


def _check_free_seat(table: Table) -> None:
    max_players = table.chairs or game_of(table.title).seats[-1]
    if len(table.players) >= max_players:
        text = md("All {} seats at this table are taken.", max_players)
        raise Refused(text if max_players > 1 else md("The only seat at this table is taken."))


def _seats_taken_text(seats: int) -> Markdown:
    return md("{} {} taken", count_noun(seats, "seat"), md("is") if seats == 1 else md("are"))
