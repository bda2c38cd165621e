"""Undoing moves, one's own or by consent, and redoing them. It knows no title."""

from collections.abc import Mapping, Sequence

from discord import app_commands
from msgspec.structs import replace

from bot import limits
from bot.commands.choices import form_choices
from bot.commands.lobby import check_posts
from bot.desk import Desk, desk
from bot.errors import Interaction, note_done, spoken, suggested, user_of
from bot.markdown import Markdown, counted, cut, escape_prose, joined, listed, md, message_of
from bot.play.redo import redo as made_again
from bot.play.rewinding import Barred
from bot.play.takeback import Followed, back, restart, survey, within_reach
from bot.play.takeback import undo as one_back
from bot.sight import TableView, sight
from bot.tables.table import Move, Table, seated_at
from bot.telling.corrections import deed_of
from bot.ui import turn
from bot.ui.components import Press, Style, button, custom_id
from bot.ui.page import Page, show
from bot.voting.votes import Motion, Poll, Proposal, called, persons
from bot.wording import holder, plain, with_names
from engine import Refused, Seat
from engine.store import Entry
from engine.store.ids import InteractionId, TableId


@app_commands.command(name="undo", description="Undo your last move, by consent if others have moved since, or redo")
@app_commands.describe(
    scope="What to undo, or redo what you have just undone",
    to="Undo everything back to this move, with consent",
)
@app_commands.choices(
    scope=form_choices(
        move="undo your last move",
        turn="undo everything since another player moved",
        redo="what you have just undone comes back, if no one has moved since",
    )
)
@spoken
async def undo(interaction: Interaction, scope: str = "move", to: str | None = None) -> None:
    at = desk(interaction)
    table = await at.started_here(interaction)
    if scope == "redo":
        if to is not None:
            raise Refused(md("`to:` doesn’t go with `scope:redo`, which redoes what you have just undone."))
        await show(interaction, await _again(interaction, table))
        return
    at.allow(at.undos, user_of(interaction))
    if to is not None:
        await show(interaction, await _offer(interaction, table, await _target(at, table, to)))
        return
    try:
        await show(interaction, await _own(interaction, table, whole=scope == "turn"))
    except Followed:
        await show(interaction, await _offer(interaction, table, None))


@undo.autocomplete("to")
@suggested
async def _complete_to(interaction: Interaction, typed: str) -> list[tuple[str, str]]:
    """The moves to before which the table can go back, as the asker may read of them, the latest first."""
    at, user = desk(interaction), user_of(interaction)
    table = await at.started_here(interaction)
    seen = sight(table, at.sessions.seat_of(table, user))
    near = await within_reach(at.sessions, table.id, user, limits.AUTOCOMPLETE_CHOICES)
    moves = await _counted(at, table)
    near_moves = [(number, move) for number, move in moves.items() if move.seq in near]
    found = [(f"{number} · {_plainly(table, seen, move)}", f"#{move.seq}") for number, move in reversed(near_moves)]
    return [(name, value) for name, value in found if typed.strip().casefold() in name.casefold()]


async def undo_pressed(interaction: Interaction, press: Press) -> None:
    """*Undo* or *Restart turn* under a move just made, *Redo* under an undo, *Ask the table* under an offer."""
    at = desk(interaction)
    table = await at.started(press.table)
    match press.rest.split():
        case ["redo"]:
            page = await _again(interaction, table, seen=press.seq)
        case ["done"]:
            page = await _go_on(interaction, table)
        case ["to", target]:
            page = Page(await _propose(interaction, table, int(target)))
        case scope:
            at.allow(at.undos, user_of(interaction))
            page = await _own(interaction, table, whole=scope == ["turn"], seen=press.seq)
    await show(interaction, page)


async def _go_on(interaction: Interaction, table: Table) -> Page:
    """Has the computers answer, and asks the presser's next question."""
    at = desk(interaction)
    made = await at.sessions.play_computers(table.id)
    at.announcer.kick(table.id)
    place = await at.place(table.id, user_of(interaction))
    told = [md("- {}", line) for line in place.seen.told([event for move in made for event in move.events])]
    lead = cut(joined(told), limits.CONTENT // 3)
    if place.decision is None and place.ahead is None:
        return Page(joined(filter(None, [lead, at.asked_now(place.table, user_of(interaction))])))
    return await turn.asked_anew(interaction, place, lead)


async def _own(interaction: Interaction, table: Table, *, whole: bool, seen: int | None = None) -> Page:
    """Takes the asker's own move or turn back, and asks anew."""
    at, user = desk(interaction), user_of(interaction)
    take = restart if whole else one_back
    try:
        made = await take(at.sessions, table.id, user, interaction=InteractionId(interaction.id), seen=seen)
    except Barred as error:
        raise Refused(with_names(message_of(error), table.players)) from error
    at.announcer.kick(table.id)
    taken = sum(move.by == "undo" for move in made) if isinstance(made, tuple) else 1
    lead = md("You undid your move.") if taken == 1 else md("You undid {}.", counted(taken, "move"))
    note_done(interaction, lead)
    return await _asked_anew(interaction, table.id, lead)


async def _asked_anew(interaction: Interaction, table_id: TableId, lead: Markdown) -> Page:
    place = await desk(interaction).place(table_id, user_of(interaction))
    redo = button("Redo", custom_id("u", place.table.id, place.table.seq, "redo"))
    return await turn.asked_anew(interaction, place, lead, [redo])


async def _again(interaction: Interaction, table: Table, *, seen: int | None = None) -> Page:
    at = desk(interaction)
    try:
        made = await made_again(
            at.sessions, table.id, user_of(interaction), interaction=InteractionId(interaction.id), seen=seen
        )
    except Refused as error:
        raise Refused(with_names(message_of(error), table.players)) from error
    at.announcer.kick(table.id)
    place = await at.place(table.id, user_of(interaction))
    told = [line for move in made for line in place.seen.told(deed_of(move))[:1]]
    return await turn.asked_anew(interaction, place, joined(md("✓ {}", line) for line in told) or md("✓ Redone."))


# -- by consent


async def _offer(interaction: Interaction, table: Table, target: int | None) -> Page:
    """Offers to go back, with the button that asks the table; goes back right away where nobody need agree."""
    at, user = desk(interaction), user_of(interaction)
    seen = sight(table, at.sessions.seat_of(table, user))
    try:
        found = await survey(at.sessions, table.id, user, target)
    except Barred as error:
        raise Refused(await _barred(at, table, seen, error)) from error
    first = found.gone[0].seq
    if not found.asked:
        at.allow(at.undos, user)
        gone = await back(at.sessions, table.id, user, first, (), interaction=InteractionId(interaction.id))
        at.announcer.kick(table.id)
        return await _asked_anew(interaction, table.id, _taken(gone))
    ask = button("Ask the table", custom_id("u", table.id, table.seq, f"to {first}"), Style.primary)
    who, many = called(table, found.asked), counted(len(found.gone), "move")
    return Page(
        md(
            "If {} agree{}, the game returns to before {}. This undoes {}.",
            who,
            md("s") if len(found.asked) == 1 else md(""),
            await _words(at, table, seen, first),
            many,
        ),
        None,
        [[ask]],
    )


async def _propose(interaction: Interaction, table: Table, target: int) -> Markdown:
    at, user, everybody = desk(interaction), user_of(interaction), _nameless(table)
    at.allow(at.undos, user)
    try:
        gone = (await survey(at.sessions, table.id, user, target)).gone
    except Barred as error:
        raise Refused(await _barred(at, table, sight(table, None), error)) from error
    words = f"to return the game to before {await _words(at, table, everybody, target)}"
    words += await _lost(at, table, everybody, gone)
    check_posts(interaction, table)
    return await at.votes.propose(at, table, user, "back", words, str(target))


async def _lost(at: Desk, table: Table, seen: TableView, gone: Sequence[Entry]) -> str:
    """Says what is lost with the first of these moves: how many, and each player's last; empty if nothing is."""
    last = {entry.seat: entry.seq for entry in gone[1:] if entry.by != "forced"}
    if not last:
        return ""
    lost = [await _words(at, table, seen, seq) for seq in sorted(last.values())]
    which = "each player’s last" if len(lost) > 1 else "the last"
    return f": this undoes {counted(len(gone), 'move')}, {which} being {listed(lost)}"


async def _poll_back(at: Desk, table: Table, proposal: Proposal) -> Poll:
    """Everybody else who has moved since, or is asked now; that may become more people while the table is asked."""
    if proposal.user not in persons(table):
        raise Refused(md("The player who proposed this has left."))
    try:
        asked = (await survey(at.sessions, table.id, proposal.user, int(proposal.detail))).asked
    except Barred as error:
        raise Refused(await _barred(at, table, _nameless(table), error)) from error
    return Poll(asked, len(asked))


async def _carry_back(at: Desk, table: Table, proposal: Proposal) -> str:
    agreed = frozenset(user for user, yes in proposal.votes.items() if yes)
    return _taken(await back(at.sessions, table.id, proposal.user, int(proposal.detail), agreed))


def _taken(gone: Sequence[Entry]) -> Markdown:
    return md("1 move was undone.") if len(gone) == 1 else md("{} moves were undone.", len(gone))


async def _is_back(at: Desk, table: Table, proposal: Proposal) -> str:
    if table.seq == proposal.head:
        return ""
    counting = [move for move in await at.sessions.standing(table.id) if move.seq >= int(proposal.detail)]
    return (
        ""
        if any(move.by in ("player", "order", "clock") for move in counting)
        else "Done. The game is back at that point."
    )


BACK = Motion(_poll_back, _carry_back, _is_back)
"""The proposal to go back to before a move, decided by those whom it concerns."""


async def _barred(at: Desk, table: Table, seen: TableView, error: Barred) -> Markdown:
    """Says which move stops it, and why."""
    what = await _words(at, table, seen, error.entry.seq)
    return md("You can’t undo past {}. {}.", what, escape_prose(error.why))


async def _words(at: Desk, table: Table, seen: TableView, seq: int) -> Markdown:
    """A move as the reader may know of it."""
    move = next((move for move in await at.sessions.history(table.id) if move.seq == seq), None)
    if move is None or move.by == "start":
        raise Refused(md("There’s no such move at this table. Choose one of the suggestions."))
    told = seen.at(seq).told(deed_of(move))
    return md("“{}”", told[0].rstrip(".")) if told else md("a move by {}", seen.then(seq)(Seat(move.seat)))


def _nameless(table: Table) -> TableView:
    """The public view in words that can be stored: players are called by their seats and moves."""
    return replace(sight(table, None), then=lambda seq: lambda seat: holder(seat, seq))


def _plainly(table: Table, seen: TableView, move: Move) -> str:
    """A move where no markdown is read."""
    names = plain(seated_at(table, move.seq))
    told = replace(seen, name=lambda seat: names[seat - 1]).told(deed_of(move))
    return told[0] if told else f"a move by {names[move.seat - 1]}"


async def _counted(at: Desk, table: Table) -> Mapping[int, Move]:
    """The moves that count by their numbers as they are shown, from 1 on: what was said in secret leaves no gap."""
    standing = await at.sessions.standing(table.id)
    return dict(enumerate((move for move in standing if move.by != "ahead"), 1))


async def _target(at: Desk, table: Table, to: str) -> int:
    """The move that was chosen: ``#`` and its place in the log, or its number as it is shown."""
    digits = to.split("·")[0].strip().removeprefix("#")
    if digits.isascii() and digits.isdigit() and len(digits) <= 9:
        if to.startswith("#"):
            return int(digits)
        if move := (await _counted(at, table)).get(int(digits)):
            return move.seq
    raise Refused(md("There’s no such move. Type a few words of it, and choose one of the suggestions."))
