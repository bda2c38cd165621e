"""Whole moves next to the first question: those of last time, and those that the game proposes.

Questions that come every turn also have one form; if the seat's next question is of that kind too, both share a form
and a press.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from hashlib import blake2b

import msgspec

from bot import limits
from bot.markdown import Markdown, escape, join_lines, md
from bot.ui.questions import Question
from bot.view import SeatContext, TableView
from engine import Action, Decision, Refused, State, Unreadable, decisions, read_action, redact, write_action
from engine.core import Standing, field_names, play_unchecked, rng_from_seed, verb_of
from engine.core.action import button_title, is_repeated_question

SAME_AS_LAST_TIME = "Same as last time"
ALL_PROPOSALS_PREFIX = "*"
"""Prefix in a ``custom_id`` before the digest of proposed moves."""
_MAX_PROPOSALS = 3
"""Proposals on one page."""
_MAX_MOVES = 4
"""Moves of one press."""


class Shortcut(msgspec.Struct, frozen=True):
    """A button that makes whole moves, one after another, with its label and their effects.

    ``is_all_proposals``: the best proposals for several questions in a row, which may be too long for a ``custom_id``.
    """

    label: str
    actions: tuple[Action, ...]
    text: Markdown
    is_all_proposals: bool = False

    @property
    def digest(self) -> str:
        """A short hash of the moves."""
        spelled = "|".join(map(write_action, self.actions))
        return blake2b(spelled.encode(), digest_size=6).hexdigest()


def available_shortcuts(context: SeatContext, question: Question) -> tuple[Shortcut, ...]:
    """The shortcuts next to a first question, best first."""
    if question.previous_words is not None or question.kind == "verbs" or isinstance(question.sample, Standing):
        return ()
    if question.sample.is_best_first:
        every = all_proposals(context)
        return (*([every] if every else []), *_proposal_shortcuts(context, question))
    again = last_time_moves(context)
    return (Shortcut(SAME_AS_LAST_TIME, again, _moves_text(context, again)),) if again else ()


def _proposal_shortcuts(context: SeatContext, question: Question) -> Iterator[Shortcut]:
    """The best moves by the numbers of their labels: one, or one for each of a few answers."""
    last = question.field == field_names(type(question.sample))[-1]
    for entries in [question.entries] if last else [[entry] for entry in question.entries[:_MAX_PROPOSALS]]:
        actions = [action for entry in entries for action in entry.actions]
        labels = {action: context.table_view.short_label(action) for action in actions}
        best = max(actions, key=lambda action: labels[action].worth)
        yield Shortcut(labels[best].label, (best,), escape(labels[best].detail))


def all_proposals(context: SeatContext) -> Shortcut | None:
    """The best proposal for each question of one kind in a row; None if there is only one.

    Each is described as it will be after those before it.
    """
    view, actions, lines = context.table_view.view, list[Action](), list[Markdown]()
    gain = 0.0
    state, asked = _determinize_state(context), context.decision
    while asked is not None and len(actions) < _MAX_MOVES:
        seen = context.table_view.with_view(redact(state, view.seat) if actions else view)
        action = _best_offer(seen, asked.offers)
        if not action.is_best_first or type(action) is not type((*actions, action)[0]):
            break
        lines += seen.preview_lines(action)
        gain += _gain_at_once(seen, action)
        actions.append(action)
        after = _state_after(state, action)
        if after is None:
            break
        state, asked = after, _decision_of_seat(after, context)
    if len(actions) < 2:
        return None
    many = "both" if len(actions) == 2 else f"all {len(actions)}"
    settings = context.table_view.game.agent.search_settings
    sum_text = f": {'−' if gain < 0 else '+'}{settings.points_text(abs(gain))}" if settings else ""
    label = f"Confirm the best for {many}{sum_text}"
    return Shortcut(label, tuple(actions), _join_sentences(lines), is_all_proposals=True)


def _gain_at_once(table_view: TableView, action: Action) -> float:
    """The first gain of a move's label less its costs, without possible later gains."""
    label = table_view.short_label(action)
    return sum(label.gains[:1]) - sum(label.costs)


def _best_offer(table_view: TableView, offers: Collection[Action]) -> Action:
    """The first listed move for any value of the first field, such as a train, that looks best."""
    first = next(iter(offers))
    if not first.is_best_first:
        return first
    name, of_each = field_names(type(first))[0], dict[object, Action]()
    for offer in (offer for offer in offers if type(offer) is type(first)):
        of_each.setdefault(getattr(offer, name), offer)
    return max(of_each.values(), key=partial(table_view.game.agent.score_action, table_view.view))


def _moves_text(context: SeatContext, actions: Sequence[Action]) -> Markdown:
    """The effects of the moves, as before *Confirm*."""
    return _join_sentences([part for action in actions for part in context.table_view.preview_lines(action)])


def _join_sentences(parts: Sequence[Markdown]) -> Markdown:
    return md("{}.", join_lines((part.rstrip(".") for part in parts), ". "))


def last_time_moves(context: SeatContext) -> tuple[Action, ...]:
    """The moves of last time that are possible now: an answer to the question, and to the one after it."""
    moves = []
    for offers in questions_each_turn(context):
        latest = _latest_of(context, offers)
        if latest is None:
            break
        moves.append(latest)
    return tuple(moves)


def _latest_of(context: SeatContext, offers: Collection[Action]) -> Action | None:
    """The seat's latest move that is among the offers."""
    kinds = {type(offer) for offer in offers}
    for line in reversed(context.earlier_lines):
        try:
            action = read_action(line, tuple(kinds))
        except Unreadable:  # another verb
            continue
        return action if action in offers else None
    return None


def questions_each_turn(context: SeatContext) -> tuple[Collection[Action], ...]:
    """The offers of the question, and of the seat's next one, if they come every turn."""
    asked = context.decision
    if asked is None or not is_repeated_question(asked.offers):
        return ()
    following = _next_decision(context, next(iter(asked.offers)))
    if following is None or not is_repeated_question(following.offers) or _verbs_of(following) == _verbs_of(asked):
        return (asked.offers,)
    return asked.offers, following.offers


def form_verbs(asked: Sequence[Collection[Action]]) -> str:
    """The questions of one form as a button names it: “bid|rank”; empty if there are too many fields or values."""
    kinds = [type(next(iter(offers))) for offers in asked]
    few = sum(len(field_names(kind)) for kind in kinds) <= limits.ROWS
    return "|".join(verb_of(kind) for kind in kinds) if few else ""


def two_move_shortcut(context: SeatContext, action: Action) -> Shortcut | None:
    """The move together with the one after it, if that is to stop, or was the same last time."""
    asked = context.decision
    if asked is None or isinstance(action, Standing) or not field_names(type(action)):
        return None
    following = _next_decision(context, action)
    if following is None:
        return None
    ends = [offer for offer in asked.offers if not field_names(type(offer)) and offer in following.offers]
    if len(ends) == 1:
        return Shortcut(
            f"Confirm, then {_lower_first(context.table_view.short_label(ends[0]).label.partition(' (')[0])}",
            (action, ends[0]),
            md(""),
        )
    if not is_repeated_question(following.offers) or verb_of(action) in _verbs_of(following):
        return None
    again = _latest_of(context, following.offers)
    if again is None:
        return None
    text = md("**As last time:** {}", _moves_text(context, (again,)))
    return Shortcut(f"Confirm, {_lower_first(button_title(type(again)))} as last time", (action, again), text)


def _lower_first(words: str) -> str:
    return words[:1].lower() + words[1:]


def _next_decision(context: SeatContext, action: Action) -> Decision | None:
    """The seat's decision after this answer, in a game simulated from its view."""
    after = _state_after(_determinize_state(context), action)
    return None if after is None else _decision_of_seat(after, context)


def _decision_of_seat(state: State, context: SeatContext) -> Decision | None:
    return next((one for one in decisions(state) if one.seat == context.seat), None)


def _determinize_state(context: SeatContext) -> State:
    state: State = context.table_view.game.agent.determinize(context.table_view.view, rng_from_seed(0, "shortcuts"))
    return state


def _state_after(state: State, action: Action) -> State | None:
    """The state after the move; None if it is not possible in the simulated game."""
    try:
        return play_unchecked(state, action)[0]
    except (Refused, LookupError, ValueError):
        return None


def _verbs_of(decision: Decision) -> set[str]:
    return {verb_of(offer) for offer in decision.offers}
