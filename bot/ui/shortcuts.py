"""Shortcuts next to the first question: buttons that make whole moves.

The moves are those of last time, or those that the game proposes. Questions that come every turn also have a form. If
the seat's next question also comes every turn, one form has both questions.
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
"""Prefix in a ``custom_id`` before the digest of all proposed moves."""
_MAX_PROPOSALS = 3
"""Maximum number of proposed moves that have buttons on one page."""
_MAX_MOVES = 4
"""Maximum number of moves that one press makes."""


class Shortcut(msgspec.Struct, frozen=True):
    """A button that makes several moves in order: its label, the moves, and a text about their effects.

    If it ``is_all_proposals``, it makes the best move for each of several questions in a row, and its ``custom_id``
    contains the digest of these moves.
    """

    label: str
    actions: tuple[Action, ...]
    text: Markdown
    is_all_proposals: bool = False

    @property
    def digest(self) -> str:
        """A short digest of the moves."""
        lines = "|".join(map(write_action, self.actions))
        return blake2b(lines.encode(), digest_size=6).hexdigest()


def available_shortcuts(context: SeatContext, question: Question) -> tuple[Shortcut, ...]:
    """Return the shortcuts next to a first question, best first."""
    if question.previous_words is not None or question.kind == "verbs" or isinstance(question.sample, Standing):
        return ()
    if question.sample.is_best_first:
        proposals = all_proposals(context)
        return (*([proposals] if proposals else []), *_proposal_shortcuts(context, question))
    last_moves = last_time_moves(context)
    return (Shortcut(SAME_AS_LAST_TIME, last_moves, _moves_text(context, last_moves)),) if last_moves else ()


def _proposal_shortcuts(context: SeatContext, question: Question) -> Iterator[Shortcut]:
    """Yield a shortcut for the best move; if moves have several fields, for the best move of each of the first answers.

    The best move has the highest sum of the numbers in its label.
    """
    is_last_field = question.field == field_names(type(question.sample))[-1]
    for entries in [question.entries] if is_last_field else [[entry] for entry in question.entries[:_MAX_PROPOSALS]]:
        actions = [action for entry in entries for action in entry.actions]
        labels = {action: context.table_view.short_label(action) for action in actions}
        best = max(actions, key=lambda action: labels[action].worth)
        yield Shortcut(labels[best].label, (best,), escape(labels[best].detail))


def all_proposals(context: SeatContext) -> Shortcut | None:
    """Return the shortcut that makes the best move for each of several questions of one kind in a row.

    None if there is only one such question. The shortcut's text describes each move with its effect after the earlier
    moves.
    """
    view, actions, lines = context.table_view.view, list[Action](), list[Markdown]()
    gain = 0.0
    state, decision = _determinize_state(context), context.decision
    while decision is not None and len(actions) < _MAX_MOVES:
        table_view = context.table_view.with_view(redact(state, view.seat) if actions else view)
        action = _best_offer(table_view, decision.offers)
        if not action.is_best_first or type(action) is not type((*actions, action)[0]):
            break
        lines += table_view.preview_lines(action)
        gain += _immediate_gain(table_view, action)
        actions.append(action)
        next_state = _state_after(state, action)
        if next_state is None:
            break
        state, decision = next_state, _decision_of_seat(next_state, context)
    if len(actions) < 2:
        return None
    which = "both" if len(actions) == 2 else f"all {len(actions)}"
    settings = context.table_view.game.agent.search_settings
    sum_text = f": {'−' if gain < 0 else '+'}{settings.points_text(abs(gain))}" if settings else ""
    label = f"Confirm the best for {which}{sum_text}"
    return Shortcut(label, tuple(actions), _join_sentences(lines), is_all_proposals=True)


def _immediate_gain(table_view: TableView, action: Action) -> float:
    """Return the first gain in a move's label minus the costs in it. Possible later gains do not count."""
    label = table_view.short_label(action)
    return sum(label.gains[:1]) - sum(label.costs)


def _best_offer(table_view: TableView, offers: Collection[Action]) -> Action:
    """Return the best offer by the game's evaluation.

    Only the first offer for each value of the first field, such as a train, is compared. If offers of this kind are not
    listed best first (``is_best_first``), the first offer is returned.
    """
    first = next(iter(offers))
    if not first.is_best_first:
        return first
    name, first_by_value = field_names(type(first))[0], dict[object, Action]()
    for offer in (offer for offer in offers if type(offer) is type(first)):
        first_by_value.setdefault(getattr(offer, name), offer)
    return max(first_by_value.values(), key=partial(table_view.game.agent.score_action, table_view.view))


def _moves_text(context: SeatContext, actions: Sequence[Action]) -> Markdown:
    return _join_sentences([line for action in actions for line in context.table_view.preview_lines(action)])


def _join_sentences(sentences: Sequence[Markdown]) -> Markdown:
    return md("{}.", join_lines((sentence.rstrip(".") for sentence in sentences), ". "))


def last_time_moves(context: SeatContext) -> tuple[Action, ...]:
    """Return the moves with which the seat last answered this question and the next one.

    The moves end before the first that is not possible now.
    """
    moves = []
    for offers in questions_each_turn(context):
        latest = _latest_of(context, offers)
        if latest is None:
            break
        moves.append(latest)
    return tuple(moves)


def _latest_of(context: SeatContext, offers: Collection[Action]) -> Action | None:
    """Return the seat's latest move of the offered kinds; None if that move is not offered now."""
    kinds = {type(offer) for offer in offers}
    for line in reversed(context.earlier_lines):
        try:
            action = read_action(line, tuple(kinds))
        except Unreadable:  # another verb
            continue
        return action if action in offers else None
    return None


def questions_each_turn(context: SeatContext) -> tuple[Collection[Action], ...]:
    """Return the offers of the current question, and of the seat's next question, if these come every turn.

    Empty if the current question does not come every turn.
    """
    decision = context.decision
    if decision is None or not is_repeated_question(decision.offers):
        return ()
    next_decision = _next_decision(context, next(iter(decision.offers)))
    if (
        next_decision is None
        or not is_repeated_question(next_decision.offers)
        or _verbs_of(next_decision) == _verbs_of(decision)
    ):
        return (decision.offers,)
    return decision.offers, next_decision.offers


def form_verbs(questions: Sequence[Collection[Action]]) -> str:
    """Return a form's verbs for its ``custom_id``: “bid|rank”; empty if the form would have too many fields."""
    kinds = [type(next(iter(offers))) for offers in questions]
    is_fitting = sum(len(field_names(kind)) for kind in kinds) <= limits.ROWS
    return "|".join(verb_of(kind) for kind in kinds) if is_fitting else ""


def two_move_shortcut(context: SeatContext, action: Action) -> Shortcut | None:
    """Return the shortcut that makes this move and the seat's next one; None if there is none.

    The next move is a move without choices, such as passing, or the seat's move of last time.
    """
    decision = context.decision
    if decision is None or isinstance(action, Standing) or not field_names(type(action)):
        return None
    next_decision = _next_decision(context, action)
    if next_decision is None:
        return None
    end_moves = [offer for offer in decision.offers if not field_names(type(offer)) and offer in next_decision.offers]
    if len(end_moves) == 1:
        return Shortcut(
            f"Confirm, then {_lower_first(context.table_view.short_label(end_moves[0]).label.partition(' (')[0])}",
            (action, end_moves[0]),
            md(""),
        )
    if not is_repeated_question(next_decision.offers) or verb_of(action) in _verbs_of(next_decision):
        return None
    last_move = _latest_of(context, next_decision.offers)
    if last_move is None:
        return None
    text = md("**As last time:** {}", _moves_text(context, (last_move,)))
    return Shortcut(f"Confirm, {_lower_first(button_title(type(last_move)))} as last time", (action, last_move), text)


def _lower_first(words: str) -> str:
    return words[:1].lower() + words[1:]


def _next_decision(context: SeatContext, action: Action) -> Decision | None:
    """Return the seat's decision after this move, in a game simulated from its view.

    None if the seat is not to move then.
    """
    next_state = _state_after(_determinize_state(context), action)
    return None if next_state is None else _decision_of_seat(next_state, context)


def _decision_of_seat(state: State, context: SeatContext) -> Decision | None:
    return next((decision for decision in decisions(state) if decision.seat == context.seat), None)


def _determinize_state(context: SeatContext) -> State:
    state: State = context.table_view.game.agent.determinize(context.table_view.view, rng_from_seed(0, "shortcuts"))
    return state


def _state_after(state: State, action: Action) -> State | None:
    try:
        return play_unchecked(state, action)[0]
    except (Refused, LookupError, ValueError):
        return None


def _verbs_of(decision: Decision) -> set[str]:
    return {verb_of(offer) for offer in decision.offers}
