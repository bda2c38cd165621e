"""The posts about a seat that changed hands, their buttons, and a substitute's briefing.

It knows no title: a position in figures is the title's ``tally``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot import limits
from bot.clocks.clock import zero
from bot.desk import Seated
from bot.game_text import topics
from bot.markdown import Markdown, cut, escape, escape_prose, joined, md
from bot.play.holders import EVERYBODY, NOBODY, Why, former, heir, offered_to, reason
from bot.preferences import Person
from bot.sight import TableView
from bot.tables.table import Note, Player, Table
from bot.ui.components import Style, button, custom_id, rows
from bot.wording import clean, mention_of, named, when
from engine import Seat
from engine.agents.coach import has_search
from engine.core import all_seats

_WHY: Mapping[Why, str] = {
    "resigned": "{} has left the game.",
    "late": "{} has run out of time.",
    "left": "{} has left the server.",
    "decided": "{} was replaced.",
    "missing": "{} didn’t move in time and was replaced.",
}
_LATELY, _RULES = 6, 500
"""Lines of what happened, and characters of the rules, in a briefing."""


def vacancy(table: Table, seen: TableView, seat: Seat) -> Markdown:
    """The post about a seat without its player; once it is taken, who has it."""
    player = table.players[seat - 1]
    if player.user is not None:
        return _taken(table, seat)
    to = offered_to(table, seat)
    if player.away is None and to == NOBODY:
        return _kept(table, seat)
    lines = [md("{} {}", _lead(table, seat, player), _meanwhile(player)).strip()]
    if to == EVERYBODY:
        lines.append(md("**A seat is open.** Anyone not playing here can take it."))
    elif to != NOBODY:
        lines.append(md("<@{}>, this seat is offered to you: press *Take seat* to play.", to))
    if to != NOBODY:
        lines.append(
            md(
                "**{}** · {} · seat {}: {}",
                escape_prose(seen.game.name),
                seen.headline(),
                seat,
                _figures(seen, seat),
            )
        )
    if player.away is not None:
        lines.append(
            md("Until someone takes the seat, its player can return with *I’m back* or `/game seat action:back`.")
        )
    if new := heir(table, seat):
        lines.append(md("<@{}> is the host now.", new))
    return cut(joined(lines), limits.CONTENT)


def _taken(table: Table, seat: Seat) -> Markdown:
    """The post once the seat is taken: what it told before, and who plays on for whom."""
    now, past = table.players[seat - 1], [past for past in table.holders if past.seat == seat]
    who = (escape(clean(former(Player(past[-1].name)))) if past else md("")) or md("Player {}", seat)
    back = bool(past) and past[-1].user == now.user
    name = named(table.players)(seat)
    lines = [
        md(_WHY[reason(table, seat)], md("**{}**", who)),
        md("✓ **{}** is back.", name) if back else md("✓ **{}** takes over for {}.", name, who),
        *([md("<@{}> is the host now.", new)] if (new := heir(table, seat)) == table.host else []),
    ]
    return cut(joined(lines), limits.CONTENT)


def superseded(table: Table, seat: Seat) -> Markdown:
    """The post once there is a newer one about the same vacant seat."""
    return md("**{}**’s seat is available again. See the post below.", _who(table, seat))


def nudge(table: Table, seat: Seat, link: Markdown) -> Markdown:
    """The line that reminds of an open seat, with a link to the post about it."""
    how = md("press *Take seat* to play, or give it to a computer with `/game seat action:replace`.")
    return md("**{}**’s seat is still open: {} {}", _who(table, seat), how, link)


def vacancy_buttons(table: Table, seat: Seat, *, back: bool = True) -> ui.View:
    """The buttons under that post; without *I’m back* under a line that reminds of it."""
    player, row = table.players[seat - 1], list[ui.Item[Any]]()
    if player.user is None and offered_to(table, seat) != NOBODY:
        row.append(button("Take seat", seat_mark(table, seat, "take"), Style.success))
    if back and player.user is None and player.away is not None:
        row.append(button("I’m back", seat_mark(table, seat, "back")))
    return rows(row)


def seat_mark(table: Table, seat: Seat, verb: str) -> str:
    """The ``custom_id`` that only this change's post has."""
    return custom_id("g", table.id, table.notes.get(Note.SEATS, 0), f"{verb}{seat}")


def back_button(table: Table, *, back: bool = True) -> list[ui.Item[Any]]:
    """The status card's buttons: *I’m back* while a seat is kept for somebody, and *Take seat* while one is open.

    Without ``back`` only the second one, for a spectator.
    """
    if table.status != "playing":
        return []
    free = [seat for seat in all_seats(len(table.players)) if table.players[seat - 1].user is None]
    found = [seat for seat in free if offered_to(table, seat) == EVERYBODY]
    shown: list[ui.Item[Any]] = []
    if found:
        shown.append(button("Take seat", custom_id("g", table.id, 0, f"take{found[0]}"), Style.success))
    if back and any(player.away for player in table.players):
        shown.append(button("I’m back", custom_id("g", table.id, 0, "back0")))
    return shown


def again(table: Table, seen: TableView | None = None) -> list[ui.Item[Any]]:
    """*Rematch*, *Your record* and, in some games, *Analyze* under the end of a game; nothing if it goes on."""
    if seen is not None and seen.view.state.flow:
        return []
    rematch = button("Rematch", custom_id("r", table.id, 0, "again"))
    if seen is None:
        return [rematch]
    record = button("Your record", custom_id("v", table.id, 0, "-record"))
    if not has_search(seen.game) or len(table.players) < 2:
        return [rematch, record]
    return [rematch, record, button("Analyze", custom_id("T", table.id, 0, "0"))]


def briefing_button(place: Seated) -> list[ui.Item[Any]]:
    """The way back to the briefing, for a substitute."""
    table, came = place.table, place.table.players[place.seat - 1].came
    if not came or table.status != "playing":
        return []
    return [button("Briefing", custom_id("g", table.id, table.seq, "brief"))]


def briefing(place: Seated, person: Person, told: Sequence[Markdown]) -> Markdown:
    """Briefs a player who has just taken a seat: ``told`` is what happened, in this person's words."""
    table, seen, seat = place.table, place.seen, place.seat
    lines = [md("**You’re now playing seat {}.** {} · {}", seat, escape_prose(seen.game.name), seen.headline())]
    lines += [_asked(place, person), *seen.private(), md("")]
    for other in (seat, *(s for s in all_seats(len(table.players)) if s != seat)):
        lines.append(md("- {}: {}", md("You") if other == seat else seen.name(other), _figures(seen, other)))
    if told:
        lines += [md(""), md("Recent moves:"), *(md("- {}", line) for line in told[-_LATELY:])]
    rules = topics(seen.game, seen.view)
    if rules:
        topic, text = rules[0]
        lines += [md(""), md("**{}** (more with `/rules`)", escape_prose(topic)), cut(text, _RULES)]
    return cut(joined(lines), limits.CONTENT)


def _asked(place: Seated, person: Person) -> Markdown:
    if place.decision is None:
        return md("It’s not your turn.")
    clock = place.table.clocks.get(place.seat)
    end = zero(clock, person) if clock is not None and place.table.terms.speed else None
    until = md(" Your time runs out {}.", when(end)) if end is not None else md("")
    return md("Your turn: {}{}", escape_prose(place.decision.prompt), until)


def _lead(table: Table, seat: Seat, player: Player) -> Markdown:
    who, why = md("**{}**", _who(table, seat)), reason(table, seat)
    if player.away is None and player.policy and why in ("resigned", "left"):  # and has had their data deleted
        return md("A player has left the game. A computer now plays seat {}.", seat)
    if player.away is None:
        return md("{} plays on until someone takes the seat.", who) if player.policy else md("")
    if why == "late":  # who is not there is to read it
        who = mention_of(player.away)
    if why == "decided" and player.policy is None:
        return md("A player is needed to replace {}.", who)
    return md(_WHY[why], who)


def _who(table: Table, seat: Seat) -> Markdown:
    return escape(former(table.players[seat - 1])) or md("Player {}", seat)


def _kept(table: Table, seat: Seat) -> Markdown:
    """A computer plays on, and nobody can come back."""
    if reason(table, seat) == "decided":
        return md("✓ A computer keeps {}’s seat.", _who(table, seat))
    new = md(" <@{}> is the host now.", heir(table, seat)) if heir(table, seat) else md("")
    return md("A player has left the game. A computer now plays seat {}.{}", seat, new)


def _meanwhile(player: Player) -> Markdown:
    if player.away is None and player.policy:
        return md("")
    return md("A computer plays on.") if player.policy else md("The seat is waiting for a player.")


def _figures(seen: TableView, seat: Seat) -> Markdown:
    """The seat's figures: “dollars 4,500, tracks 5”."""
    tally = seen.game.text.statistics(seen.view, seat)
    return joined((md("{} {:,}", escape_prose(name), number) for name, number in tally.items() if number), ", ") or md(
        "nothing yet"
    )
