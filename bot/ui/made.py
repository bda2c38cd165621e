"""A move that is made from a menu or a command, and the words for its maker. It knows no title."""

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from bot.desk import Seated, desk
from bot.errors import AgainstTheRules, Interaction, channel_of, note_done, user_of
from bot.markdown import Markdown, joined, md, message_of
from bot.permissions import problem_here
from bot.tables.chapters import is_secret, remarked
from bot.tables.table import Move, Table
from bot.ui.chips import parted
from bot.ui.why import why
from bot.wording import with_names
from engine import (
    GAMES,
    Action,
    Event,
    PhaseEnded,
    Refused,
    RoundhouseError,
    Stale,
    Unreadable,
    decisions,
    read_action,
    visible_events,
)
from engine.core import Standing, is_revealing, verb_of
from engine.store.ids import InteractionId


class Played(NamedTuple):
    """A move just made: the words for its maker, the table after it, whether it can be undone now, and its ``seq``."""

    said: Markdown
    table: Table
    back: bool
    seq: int


async def played(
    interaction: Interaction, place: Seated, spelled: str, seen: int | None, *, first: bool = True
) -> Played:
    """Makes the move that the words (without a seat) stand for, and says so in a sentence.

    Of several moves that one press makes, the ``first`` bears its mark, by which it is known if Discord repeats it.
    Raises ``Refused``, ``Unreadable`` or ``Stale``.
    """
    at, table, table_id = desk(interaction), place.table, place.table.id
    ahead = is_ahead(place, spelled.split())
    if ahead:
        at.allow(at.answers_ahead, user_of(interaction))
    line = f"p{place.seat} {spelled}"
    move = await _committed(interaction, place, line, seen, first=first)
    note_done(interaction, md("✓ Plan saved.") if ahead else md("✓ Your move was made."))
    forced, later = await at.sessions.forced(table_id, user_of(interaction))
    alone = [made for made in forced if made.seat == place.seat]
    after = later.state
    assert table.state is not None and after is not None
    waits = at.announcer.waits_for_undo(table)
    others = not waits and any(table.players[asked.seat - 1].policy for asked in decisions(after))
    back = not (ahead or forced or others or is_revealing(table.state, after, move.events, place.seat))
    at.announcer.kick(table_id)
    news = _until_phase_end(move.events)
    for made in alone:  # what follows without a choice is told at once, and not asked
        news += remarked(made.by, _until_phase_end(made.events))
    told = _tells(place, move.events)
    lead = [] if told else [_meant(place, read_action(line, place.seen.game.actions))]
    unheard = [md("Plan saved.")] if ahead and is_secret(move) and not told else []
    said = joined([*unheard, *lead, *place.seen.told(news)], " ")
    trouble = at.announcer.trouble(table_id)
    if channel_of(interaction) == table.channel:
        trouble = problem_here(interaction) or trouble
    late = md("\n⚠ I couldn’t post this in the channel yet. {}", trouble) if trouble else md("")
    return Played(md("✓ {}{}", said, late), later, back, (alone or [move])[-1].seq)


async def _committed(interaction: Interaction, place: Seated, line: str, seen: int | None, *, first: bool) -> Move:
    """The move as a part of the game; a failure is told in the words of whose turn it is, and why."""
    at, table = desk(interaction), place.table
    try:
        mark = InteractionId(interaction.id) if first else None
        return await at.sessions.play(table.id, user_of(interaction), line, interaction=mark, seen=seen)
    except (Refused, Stale, Unreadable) as error:
        known = not isinstance(error, Refused) or place.decision is not None or table.status != "playing"
        if known or is_ahead(place, line.split()[1:]):
            raise with_why(error, table, line) from error
        turn = Refused(md("It’s not your turn. {}", at.asked_now(table, user_of(interaction))))
        raise with_why(turn, table, line) from error


def with_why(error: RoundhouseError, table: Table, line: str) -> RoundhouseError:
    """The failure with display names in it, and the way to the rule about the move, or about the present phase."""
    said = with_names(message_of(error), table.players)
    if isinstance(error, Stale) or table.status != "playing":
        return type(error)(said)
    name = " ".join(line.split()[1:2])
    kind = next((kind for kind in GAMES[table.title].actions if verb_of(kind) == name), None)
    return AgainstTheRules(said, why(table, kind))


def _meant(place: Seated, action: Action) -> Markdown:
    """The move in a sentence to who made it: “You enter run 12.”; “You chose: Finish delivering.”"""
    text = joined([place.seen.sentence(action).rstrip("."), md(".")], "")
    told = text.split()[0].casefold() == verb_of(action)
    if told:
        return md("You {}", text.lower_first())
    return text if text.startswith("You") else md("You chose: {}.", parted(text)[0].rstrip("."))


def _tells(place: Seated, events: Sequence[Event]) -> bool:
    """Whether what happened begins with what the seat did, in words."""
    first = next(iter(visible_events(tuple(_until_phase_end(events)), place.seat)), None)
    alone = len(place.table.players) == 1  # what happens there is what the only player did
    own = first is not None and (alone or getattr(first, "seat", None) == place.seat)
    return own and bool(place.seen.told([first] if first else []))


def _until_phase_end(events: Sequence[Event]) -> list[Event]:
    """The events of the move itself, without the phases that began after it."""
    return list(takewhile(lambda event: not isinstance(event, PhaseEnded), events))


def is_ahead(place: Seated, picked: Sequence[str]) -> bool:
    """Whether the words, the verb first, are of a plan that is made before the turn."""
    ahead = (verb_of(kind) for kind in place.seen.game.actions if issubclass(kind, Standing))
    return bool(picked) and picked[0] in ahead
