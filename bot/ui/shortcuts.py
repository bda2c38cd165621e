"""Whole moves a press away from the first question: those of last time, and those that a title proposes. It knows none.

What is said again in every turn is asked in one form, too; where the next question of the same seat is of that kind as
well, both are one form and one press.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from hashlib import blake2b

import msgspec
from msgspec.structs import replace

from bot import limits
from bot.desk import Seated
from bot.markdown import Markdown, escape, joined, md
from bot.sight import TableView
from bot.ui.menu import Menu
from engine import Action, Decision, Refused, State, Unreadable, decisions, read_action, redact, write_action
from engine.core import Standing, field_names, play_unchecked, rng_from_seed, verb_of
from engine.core.action import button_title, is_repeated_question

AS_BEFORE = "Same as last time"
EVERY = "*"
"""In a ``custom_id``: before the digest of moves that are found again when it is pressed."""
_MOST = 3
"""Proposals on one page."""
_AT_ONCE = 4
"""Moves of one press."""


class Shortcut(msgspec.Struct, frozen=True):
    """A button that makes whole moves, one after another, what stands on it, and what they do.

    ``every``: they are the best proposals for all that is asked in a row, which may be too many for a ``custom_id``.
    """

    label: str
    actions: tuple[Action, ...]
    said: Markdown
    every: bool = False

    @property
    def digest(self) -> str:
        """A short word that changes with any of the moves."""
        spelled = "|".join(map(write_action, self.actions))
        return blake2b(spelled.encode(), digest_size=6).hexdigest()


def shortcuts(place: Seated, found: Menu) -> tuple[Shortcut, ...]:
    """The whole moves beside a first question, best first."""
    if found.back is not None or found.kind == "verbs" or isinstance(found.sample, Standing):
        return ()
    if found.sample.is_best_first:
        every = all_proposed(place)
        return (*([every] if every else []), *_proposed(place, found))
    again = as_before(place)
    return (Shortcut(AS_BEFORE, again, _said(place, again)),) if again else ()


def _proposed(place: Seated, found: Menu) -> Iterator[Shortcut]:
    """The moves that the title recommends: one, or one for each of a few answers."""
    last = found.field == field_names(type(found.sample))[-1]
    for entry in found.entries[: 1 if last else _MOST]:
        action = entry.actions[0]
        brief = place.seen.brief(action)
        yield Shortcut(brief.label, (action,), escape(brief.detail))


def all_proposed(place: Seated) -> Shortcut | None:
    """The best proposal for each question of one kind in a row, one after the other; None where there is but one.

    Each is told as it is when those before it are made.
    """
    view, actions, said = place.seen.view, list[Action](), list[Markdown]()
    state, asked = _imagined(place), place.decision
    while asked is not None and len(actions) < _AT_ONCE:
        seen = replace(place.seen, view=redact(state, view.seat) if actions else view)
        action = _best(seen, asked.offers)
        if not action.is_best_first or type(action) is not type((*actions, action)[0]):
            break
        said += seen.preview(action)
        actions.append(action)
        after = _after(state, action)
        if after is None:
            break
        state, asked = after, _asked_of(after, place)
    if len(actions) < 2:
        return None
    many = "both" if len(actions) == 2 else f"all {len(actions)}"
    return Shortcut(f"Confirm: {many} proposals", tuple(actions), _joined(said), every=True)


def _best(seen: TableView, offers: Collection[Action]) -> Action:
    """The first move that is listed for any value of the first field, such as a train: the one that looks best."""
    first = next(iter(offers))
    if not first.is_best_first:
        return first
    name, of_each = field_names(type(first))[0], dict[object, Action]()
    for offer in (offer for offer in offers if type(offer) is type(first)):
        of_each.setdefault(getattr(offer, name), offer)
    return max(of_each.values(), key=partial(seen.game.agent.score_action, seen.view))


def _said(place: Seated, actions: Sequence[Action]) -> Markdown:
    """The words that say what the moves do, as before *Confirm*."""
    return _joined([part for action in actions for part in place.seen.preview(action)])


def _joined(said: Sequence[Markdown]) -> Markdown:
    return md("{}.", joined((part.rstrip(".") for part in said), ". "))


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
            action = read_action(line, tuple(kinds))
        except Unreadable:  # another verb
            continue
        return action if action in offers else None
    return None


def asked_again(place: Seated) -> tuple[Collection[Action], ...]:
    """The offers of the question, and of the one after it for the same seat, if they are said again in every turn."""
    asked = place.decision
    if asked is None or not is_repeated_question(asked.offers):
        return ()
    following = _following(place, next(iter(asked.offers)))
    if following is None or not is_repeated_question(following.offers) or _verbs(following) == _verbs(asked):
        return (asked.offers,)
    return asked.offers, following.offers


def verbs_of(asked: Sequence[Collection[Action]]) -> str:
    """The questions of one form as a button names it: “bid|rank”; empty for what has too many fields or values."""
    kinds = [type(next(iter(offers))) for offers in asked]
    few = sum(len(field_names(kind)) for kind in kinds) <= limits.ROWS
    return "|".join(verb_of(kind) for kind in kinds) if few else ""


def and_then(place: Seated, action: Action) -> Shortcut | None:
    """The move together with the one after it, where that is to stop, or what the seat said last time."""
    asked = place.decision
    if asked is None or isinstance(action, Standing) or not field_names(type(action)):
        return None
    following = _following(place, action)
    if following is None:
        return None
    ends = [offer for offer in asked.offers if not field_names(type(offer)) and offer in following.offers]
    if len(ends) == 1:
        return Shortcut(
            f"Confirm, then {_lowered(place.seen.brief(ends[0]).label.partition(' (')[0])}", (action, ends[0]), md("")
        )
    if not is_repeated_question(following.offers) or verb_of(action) in _verbs(following):
        return None
    again = _latest(place, following.offers)
    if again is None:
        return None
    said = md("**As last time:** {}", _said(place, (again,)))
    return Shortcut(f"Confirm, {_lowered(button_title(type(again)))} as last time", (action, again), said)


def _lowered(words: str) -> str:
    return words[:1].lower() + words[1:]


def _following(place: Seated, action: Action) -> Decision | None:
    """The question to the seat after this answer, in a game imagined from what it sees."""
    after = _after(_imagined(place), action)
    return None if after is None else _asked_of(after, place)


def _asked_of(state: State, place: Seated) -> Decision | None:
    return next((one for one in decisions(state) if one.seat == place.seat), None)


def _imagined(place: Seated) -> State:
    state: State = place.seen.game.agent.determinize(place.seen.view, rng_from_seed(0, "shortcuts"))
    return state


def _after(state: State, action: Action) -> State | None:
    """The state after the move; None if it is not possible in the world that was imagined."""
    try:
        return play_unchecked(state, action)[0]
    except (Refused, LookupError, ValueError):
        return None


def _verbs(asked: Decision) -> set[str]:
    return {verb_of(offer) for offer in asked.offers}
