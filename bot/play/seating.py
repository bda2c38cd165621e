"""The lobby's rules: who may sit down, remove and invite people, choose options and start. Pure; it knows no title."""

from typing import Literal

from msgspec.structs import replace

from bot.markdown import Markdown, counted, escape_prose, listed, md, quoted
from bot.tables.table import Note, game_of, removals, removed
from engine.agents.characters import characters_of
from engine.agents.policies import DEFAULT_POLICY
from engine.core import read_options, write_options
from engine.core.game import preset_options, replace_editions
from engine.errors import Refused, Unreadable
from engine.store import Player, Table
from engine.store.boxes import Boxes
from engine.store.ids import ChannelId, GuildId, UserId
from engine.store.terms import DAY, terms_of, words_of

NUDGED_AFTER, _CLOSED_AFTER = 6 * DAY, 7 * DAY
"""Since a lobby changed last."""
CURRENT = "="
"""The value of a select for the edition that the table has, which the host's folder does not have anymore."""
_NO_BOXES = Boxes()


def opened(
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


def rematch(over: Table, host: Player, now: float) -> Table:
    """A new table like one that is over: its title, options, terms and computer players, also for those who left.

    So there are as many players as before, once all who sat there to the end have joined. Its notes say what it is.
    """
    if over.status not in ("finished", "ended"):
        raise Refused(md("You can’t start a rematch yet: this game isn’t over."))
    if all(host.user not in (player.user, player.away) for player in over.players):
        raise Refused(md("Only players of that game can start its rematch. To open a new table, use `/game new`."))
    if over.notes.get(Note.AGAIN):
        raise Refused(md("This game has already had a rematch. To open another table, use `/game new`."))
    new = opened(over.channel, over.guild, over.title, host, now)
    away = missing(over, None)
    here = [player for seat, player in enumerate(over.players, 1) if seat not in away]
    kept = [Player(player.name, policy=player.policy) for player in here if player.policy]
    new = replace(new, players=(host, *kept))
    added = missing(over, host.user)
    for _ in added:
        new = replace(new, players=(*new.players, _computer(new, DEFAULT_POLICY)))
    notes: dict[str, int] = {Note.REMATCH: over.id}
    if added:
        notes[Note.OWN_COMPUTERS] = len(kept)
    return replace(new, options=over.options, terms=over.terms, notes=notes)


def missing(over: Table, user: UserId | None) -> tuple[int, ...]:
    """The seats of a game that is over whose players left it, but for the one that ``user`` left."""
    changed = {past.seat for past in over.holders}
    return tuple(
        seat
        for seat, player in enumerate(over.players, 1)
        if player.user is None
        and (seat in changed or player.policy is None)
        and (player.away is None or player.away != user)
    )


def join(table: Table, player: Player) -> Table:
    """The player takes the next chair."""
    _check_lobby(table)
    if any(p.user == player.user for p in table.players if p.user is not None):
        raise Refused(md("You’re already at this table."))
    check_welcome(table, player.user)
    return _seat(table, player)


def check_welcome(table: Table, user: UserId | None) -> None:
    """Raises ``Refused`` for somebody who was removed from the lobby and has not been invited since."""
    if user is not None and user in removals(table):
        raise Refused(md("You can’t join this table: you were removed from it. The host can invite you again."))


def leave(table: Table, user: UserId) -> Table:
    """The user's chair is free again. If that was the host, the next person is; without one the table is closed."""
    _check_lobby(table)
    rest = tuple(p for p in table.players if p.user != user)
    if len(rest) == len(table.players):
        raise Refused(md("You don’t have a seat at this table."))
    table = pass_on(replace(table, players=rest), user)
    return replace(table, status="ended") if table.host == user else table


def remove(table: Table, user: UserId) -> Table:
    """Somebody loses their chair, and takes none at this table until they are invited. The host stays."""
    _check_lobby(table, md("give their seat to someone else"))
    if user == table.host:
        raise Refused(
            md("You can’t remove the host. A host leaves with *Leave*, and closes the table with `/game end`.")
        )
    rest = tuple(p for p in table.players if p.user != user)
    if len(rest) == len(table.players):
        raise Refused(md("You can’t remove someone who doesn’t have a seat at this table."))
    return replace(table, players=rest, notes={**table.notes, removed(len(removals(table)) + 1): user})


def invite(table: Table, user: UserId) -> Table:
    """Somebody may come, also after they were removed. Refused where there is no chair for them."""
    _check_lobby(table, md("offer a seat to someone"))
    if any(p.user == user for p in table.players):
        raise Refused(md("That player is already at this table."))
    _check_room(table)
    welcome = {removed(number): 0 for number, one in enumerate(removals(table), 1) if one == user}
    return replace(table, notes={**table.notes, **welcome})


def pass_on(table: Table, user: UserId) -> Table:
    """The next person is host if the user was; the user stays it when nobody else is there."""
    heirs = [p.user for p in table.players if p.user not in (None, user)]
    return replace(table, host=heirs[0] or 0) if user == table.host and heirs else table


def add_computer(table: Table, policy: str, known: tuple[str, ...]) -> Table:
    """A computer player takes the next chair; ``known`` are the policies there are."""
    _check_lobby(table)
    if policy not in known:
        raise Unreadable(
            md("{} isn’t a computer player. Choose {}.", quoted(policy), listed(list(map(escape_prose, known)), "or"))
        )
    return _seat(table, _computer(table, policy))


def remove_computer(table: Table, name: str = "") -> Table:
    """The computer player of that name leaves; without a name the last one."""
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


def set_option(table: Table, name: str, word: str, boxes: Boxes = _NO_BOXES) -> Table:
    """One option is given another value; an edition of the host is named by its name."""
    _check_options(table)
    if word == CURRENT and name in table.options:
        return table
    word = boxes.editions(table.title, name).get(word, word)
    options = read_options(game_of(table.title).options, {**table.options, name: word})
    return replace(table, options=write_options(options))


def set_term(table: Table, name: str, word: str) -> Table:
    """One choice about how the table keeps time is made in the lobby."""
    _check_lobby(table)
    return replace(table, terms=terms_of({**words_of(table.terms), name: word}))


def choose_preset(table: Table, name: str) -> Table:
    """Every option gets the value that it has in the preset, but the table keeps its editions."""
    _check_options(table)
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
        players = counted(table.chairs, "player")
        raise Refused(md("You can’t start yet: this imported game has {}, and {}.", players, _taken(here)))
    game = game_of(table.title)
    if here not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise Refused(
            md(
                "You can’t start yet: {} is for {}–{} players, and {}. Add players and try again.",
                escape_prose(game.name),
                least,
                most,
                _taken(here),
            )
        )
    read_options(game.options, table.options).check_seats(here)


def lobby_moments(table: Table) -> tuple[tuple[Literal["nudge", "close"], float], ...]:
    """The steps due at a lobby in which nothing changes, in seconds since 1970: first a word to the host."""
    if table.status != "lobby":
        return ()
    nudged = table.notes.get(Note.NUDGED, 0)
    if nudged < int(table.since):
        return (("nudge", table.since + NUDGED_AFTER), ("close", table.since + _CLOSED_AFTER))
    return (("close", max(table.since + _CLOSED_AFTER, nudged + _CLOSED_AFTER - NUDGED_AFTER)),)


def close(table: Table, user: UserId, *, moderator: bool) -> Table:
    """The table ends before its game is over."""
    if table.status not in ("lobby", "playing"):
        raise Refused(md("This table is already closed."))
    if user != table.host and not moderator:
        raise Refused(md("Only the host or a server moderator can close this table."))
    return replace(table, status="ended")


def _check_lobby(table: Table, instead: Markdown = md("")) -> None:
    """Raises ``Refused`` once the game has begun; ``instead`` is what *Replace* does in its place then, if it can."""
    if table.status == "playing":
        way = md(" To {}, use `/game seat action:replace`.", instead) if instead else md("")
        raise Refused(md("The game has already started.{}", way))
    if table.status != "lobby":
        raise Refused(md("This table is closed. To open a new one, use `/game new`."))


def _check_options(table: Table) -> None:
    _check_lobby(table)
    if table.chairs is not None:
        raise Refused(md("You can’t change the options: this table continues an imported game."))


def _computer(table: Table, policy: str) -> Player:
    """A computer player with a name that nobody has: of a character of its level, while there is one left."""
    names = {p.name for p in table.players}
    numbered = (f"Computer {n}" for n in range(1, len(names) + 2))
    fresh = (*(character.name for character in characters_of(policy)), *numbered)
    return Player(next(name for name in fresh if name not in names), policy=policy)


def _seat(table: Table, player: Player) -> Table:
    _check_room(table)
    return replace(table, players=(*table.players, player))


def _check_room(table: Table) -> None:
    most = table.chairs or game_of(table.title).seats[-1]
    if len(table.players) >= most:
        several = md("All {} seats at this table are taken.", most)
        raise Refused(several if most > 1 else md("The only seat at this table is taken."))


def _taken(seats: int) -> Markdown:
    return md("{} {} taken", counted(seats, "seat"), md("is") if seats == 1 else md("are"))
