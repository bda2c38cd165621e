"""Whole moves a press away from the first question: those of last time, and those that a title proposes. It knows none.

What is said again in every turn is asked in one form, too; where the next question of the same seat is of that kind as
well, both are one form and one press.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

import msgspec

from bot import limits
from bot.desk import Seated
from bot.ui.chips import parted
from bot.ui.menu import Menu
from engine import Action, Decision, Refused, Unreadable, decisions, read
from engine.core.action import Standing, fields, said_again, title, verb
from engine.core.flow import play_unchecked
from engine.core.rng import seeded

AS_BEFORE = "Same as last time"
_MOST = 3
"""Proposals on one page."""


class Shortcut(msgspec.Struct, frozen=True):
    """A button that makes whole moves, one after another, what stands on it, and what they do."""

    label: str
    actions: tuple[Action, ...]
    said: str


def shortcuts(place: Seated, found: Menu) -> tuple[Shortcut, ...]:
    """The whole moves beside a first question, best first."""
    if found.back is not None or found.kind == "verbs" or isinstance(found.sample, Standing):
        return ()
    if found.sample.proposed:
        return tuple(_proposed(place, found))
    again = as_before(place)
    return (Shortcut(AS_BEFORE, again, _said(place, again)),) if again else ()


def _proposed(place: Seated, found: Menu) -> Iterator[Shortcut]:
    """The moves that the title recommends: one, or one for each of a few answers."""
    last = found.field == fields(type(found.sample))[-1]
    for entry in found.entries[: 1 if last else _MOST]:
        action = entry.actions[0]
        name, _ = parted(place.seen.label(action))
        yield Shortcut(f"Confirm: {name}", (action,), _said(place, (action,)).removeprefix(f"{name}: "))


def _said(place: Seated, actions: Sequence[Action]) -> str:
    """The words that say what the moves do, as before *Confirm*."""
    return ". ".join(part.rstrip(".") for action in actions for part in place.seen.preview(action)) + "."


def as_before(place: Seated) -> tuple[Action, ...]:
    """The moves of last time, as far as they are possible now: an answer to the question, and to the one after it."""
    made = []
    for offers in asked_again(place):
        latest = _latest(place, offers)
        if latest is None:
            break
        made.append(latest)
    return tuple(made)


def _latest(place: Seated, offers: Collection[Action]) -> Action | None:
    """The seat's latest move that is among the offers."""
    kinds = {type(offer) for offer in offers}
    for line in reversed(place.earlier):
        try:
            action = read(line, tuple(kinds))
        except Unreadable:  # another verb
            continue
        return action if action in offers else None
    return None


def asked_again(place: Seated) -> tuple[Collection[Action], ...]:
    """The offers of the question, and of the one after it for the same seat, if they are said again in every turn."""
    asked = place.decision
    if asked is None or not said_again(asked.offers):
        return ()
    following = _following(place, next(iter(asked.offers)))
    if following is None or not said_again(following.offers) or _verbs(following) == _verbs(asked):
        return (asked.offers,)
    return asked.offers, following.offers


def verbs_of(asked: Sequence[Collection[Action]]) -> str:
    """The questions of one form as a button names it: “bid|rank”; empty for what has too many fields or values."""
    kinds = [type(next(iter(offers))) for offers in asked]
    few = sum(len(fields(kind)) for kind in kinds) <= limits.ROWS
    return "|".join(verb(kind) for kind in kinds) if few else ""


def and_then(place: Seated, action: Action) -> Shortcut | None:
    """The move together with the one after it, where that is to stop, or what the seat said last time."""
    asked = place.decision
    if asked is None or isinstance(action, Standing) or not fields(type(action)):
        return None
    following = _following(place, action)
    if following is None:
        return None
    ends = [offer for offer in asked.offers if not fields(type(offer)) and offer in following.offers]
    if len(ends) == 1:
        return Shortcut(f"Confirm, then {_lowered(parted(place.seen.label(ends[0]))[0])}", (action, ends[0]), "")
    if not said_again(following.offers) or verb(action) in _verbs(following):
        return None
    again = _latest(place, following.offers)
    if again is None:
        return None
    said = f"**As last time:** {_said(place, (again,))}"
    return Shortcut(f"Confirm, {_lowered(title(type(again)))} as last time", (action, again), said)


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def _following(place: Seated, action: Action) -> Decision | None:
    """The question to the seat after this answer, in a game imagined from what it sees."""
    game, view = place.seen.game, place.seen.view
    before = game.computer.imagine(view, seeded(0, "shortcuts"))
    try:
        after, _ = play_unchecked(before, action)
    except (Refused, LookupError, ValueError):  # not possible in the world that was imagined
        return None
    return next((one for one in decisions(after) if one.seat == place.seat), None)


def _verbs(asked: Decision) -> set[str]:
    return {verb(offer) for offer in asked.offers}
