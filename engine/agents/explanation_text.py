"""Explanations as text.

Example: “Ben gets 2 less for links immediately, but your C&O stock ends about 3 higher.”
"""

import msgspec

from engine.agents.coach import Advice
from engine.agents.differences import Difference, phrase_form, phrase_of
from engine.agents.explanation import Explanation, Price
from engine.core import NameOfSeat, Seat, possessive_of
from engine.core.reasons import Reasons

_LITTLE_SHARE = 0.7
"""Estimates below this share of a unit are called “a little” instead of “about 1”."""
_NOTHING = "nothing"
_BY_SCORE_NOTE = ", by a rule of thumb"
_RARE = 0.05
"""Chances below this are given as “under 5%”, and chances above 1 minus this as “over 95%”."""


def advice_sentence(reasons: Reasons, advice: Advice, name: NameOfSeat, other: str = "the second best") -> str:
    """Return the reasons of an advice in one sentence for its player; may be empty.

    ``other`` is what the sentence calls the second-best move. The page names a contrast just before the sentence.
    """
    other = other if advice.contrast is None else "it"
    return explanation_sentence(reasons, advice.explanation, advice.best.seat, name, other)


def explanation_sentence(
    reasons: Reasons, explanation: Explanation, seat: Seat, name: NameOfSeat, other: str = "the second best"
) -> str:
    """Return the reasons in one sentence for the player of the seat; may be empty.

    The sentence follows the word “Why: ”. ``other`` is the subject of a clause about the other move, if that costs
    more.
    """
    if explanation.cause is not None:
        cause = difference_clause(reasons, explanation.cause, seat, name)
        rest = msgspec.structs.replace(explanation, cause=None)
        return f"{cause}; {explanation_sentence(reasons, rest, seat, name, other)}"
    if explanation.price is not None:
        return _price_sentence(reasons, explanation, explanation.price, seat, name, other)
    if not explanation.pros:
        return ""
    used_times: set[str] = set()
    cons, pros = (
        " and ".join(_clause_without_repeated_time(reasons, each, seat, name, used_times) for each in side)
        for side in (explanation.cons, explanation.pros)
    )
    return f"{cons}, but {pros}." if cons else f"{pros}."


def difference_clause(reasons: Reasons, difference: Difference, seat: Seat, name: NameOfSeat) -> str:
    """Return a difference as a clause, without a capital letter and period."""
    phrase = phrase_of(reasons, difference.key)
    assert phrase is not None
    who, amount = name(difference.key.seat), _amount_text(reasons, abs(difference.mean), is_exact=difference.is_exact)
    return phrase_form(phrase, difference, seat).format(
        n=amount,
        s="" if amount.split()[-1] == "1" else "s",
        item=difference.key.item,
        who=who,
        whose=possessive_of(who),
        when=reasons.horizon_words[difference.key.horizon],
        share=f"{chance_text(difference.shares[0])} of games instead of {chance_text(difference.shares[1])}",
    )


def chance_text(chance: float) -> str:
    """Return a chance that was measured in rollouts as text: “30%”, “under 5%”, or “over 95%”."""
    if chance < _RARE:
        return f"under {_RARE:.0%}"
    return f"over {1 - _RARE:.0%}" if chance > 1 - _RARE else f"{chance:.0%}"


def _clause_without_repeated_time(
    reasons: Reasons, difference: Difference, seat: Seat, name: NameOfSeat, used_times: set[str]
) -> str:
    """Return a difference as a clause, without words of time that were used before.

    The clause's own words of time are added to ``used_times``.
    """
    clause, time_words = (
        difference_clause(reasons, difference, seat, name),
        reasons.horizon_words[difference.key.horizon],
    )
    if not time_words or time_words not in clause:
        return clause
    if time_words in used_times:
        return clause.replace(time_words, "")
    used_times.add(time_words)
    return clause


def _price_sentence(
    reasons: Reasons, explanation: Explanation, price: Price, seat: Seat, name: NameOfSeat, other: str
) -> str:
    """Return an explanation by price as a sentence without a capital letter.

    Example: “the higher bid costs you 4 more and brings about 9: your UP stock ends about 4 higher.”
    """
    noun, note = reasons.phrases[price.key.category].price, reasons.unfinished_note
    if price.is_by_score:
        note = _BY_SCORE_NOTE
    cost = _amount_text(reasons, price.cost, is_exact=price.is_exact)
    gain = _amount_text(reasons, price.gain) if price.gain > price.error else _no_gain_text(price)
    if not price.is_best:
        subject = f"{other} and what follows" if price.has_later_costs else other
        only = "only " if price.gain > price.error else ""
        return f"{subject} would cost you {cost} more and bring {only}{gain}{note}."
    main_reason = "".join(f": {difference_clause(reasons, each, seat, name)}" for each in explanation.pros)
    if price.has_later_costs:
        subject = f"{noun} and what follows"
        return f"{subject} cost you {cost} more and bring {gain}{note}{main_reason}."
    return f"{noun} costs you {cost} more and brings {gain}{note}{main_reason}."


def _no_gain_text(price: Price) -> str:
    """Return the words for a gain that is not certainly above 0."""
    return _NOTHING if price.gain < -price.error or price.is_by_score else f"{_NOTHING} that is sure"


def _amount_text(reasons: Reasons, size: float, *, is_exact: bool = False) -> str:
    if is_exact:
        return reasons.amount_text(size)
    if size < _LITTLE_SHARE * reasons.unit:
        return "a little"
    return f"about {reasons.amount_text(max(reasons.unit, round(size / reasons.unit) * reasons.unit))}"
