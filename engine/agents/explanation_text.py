"""Explanations in words: “Ben gets 2 less for links immediately, but your C&O stock ends about 3 higher.”"""

from engine.agents.differences import Difference, phrase_form, phrase_of
from engine.agents.explanation import Explanation, Price
from engine.core import NameOfSeat, Seat, possessive_of
from engine.core.reasons import Reasons

_LITTLE_SHARE = 0.7
"""The share of a unit below which an estimate is “a little”, and never “about 1”."""
_NOTHING = "nothing"
_RARE = 0.05
"""A chance below this, or above the rest of 1, is too close to the end to be told exactly."""


def explanation_sentence(
    reasons: Reasons, explanation: Explanation, seat: Seat, name: NameOfSeat, other: str = "the second best"
) -> str:
    """The reasons in one sentence, addressed to the seat; may be empty. It follows “Why: ”.

    ``other`` is the subject of a clause about the other move, if that one costs more.
    """
    if explanation.price is not None:
        return _price_sentence(reasons, explanation, explanation.price, seat, name, other)
    if not explanation.pros:
        return ""
    times_said: set[str] = set()
    cons, pros = (
        " and ".join(_clause_without_repeated_time(reasons, one, seat, name, times_said) for one in side)
        for side in (explanation.cons, explanation.pros)
    )
    return f"{cons}, but {pros}." if cons else f"{pros}."


def difference_clause(reasons: Reasons, difference: Difference, seat: Seat, name: NameOfSeat) -> str:
    """One difference in words, without a capital letter and period."""
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
    """A chance measured in a few rollouts: none of 30 is “under 5%”, not “0%”."""
    if chance < _RARE:
        return f"under {_RARE:.0%}"
    return f"over {1 - _RARE:.0%}" if chance > 1 - _RARE else f"{chance:.0%}"


def _clause_without_repeated_time(
    reasons: Reasons, difference: Difference, seat: Seat, name: NameOfSeat, times_said: set[str]
) -> str:
    """One difference in words, without a time that was said before."""
    words, when = difference_clause(reasons, difference, seat, name), reasons.horizon_words[difference.key.horizon]
    if not when or when not in words:
        return words
    if when in times_said:
        return words.replace(when, "")
    times_said.add(when)
    return words


def _price_sentence(
    reasons: Reasons, explanation: Explanation, price: Price, seat: Seat, name: NameOfSeat, other: str
) -> str:
    """“The higher bid costs you 4 more and brings about 9: your UP stock ends about 4 higher.”"""
    noun = reasons.phrases[price.key.category].price
    cost = _amount_text(reasons, price.cost, is_exact=price.is_exact)
    gain = _amount_text(reasons, price.gain) if price.gain > price.error else _no_gain_text(price)
    if not price.is_best:
        subject = f"{other} and what follows" if price.has_later_costs else other
        only = "only " if price.gain > price.error else ""
        return f"{subject} would cost you {cost} more and bring {only}{gain}{reasons.unfinished_note}."
    main = "".join(f": {difference_clause(reasons, one, seat, name)}" for one in explanation.pros)
    if price.has_later_costs:
        subject = f"{noun} and what follows"
        return f"{subject} cost you {cost} more and bring {gain}{reasons.unfinished_note}{main}."
    return f"{noun} costs you {cost} more and brings {gain}{reasons.unfinished_note}{main}."


def _no_gain_text(price: Price) -> str:
    """The return of a price that is not surely above 0."""
    return _NOTHING if price.gain < -price.error else f"{_NOTHING} that is sure"


def _amount_text(reasons: Reasons, size: float, *, is_exact: bool = False) -> str:
    if is_exact:
        return reasons.amount_text(size)
    if size < _LITTLE_SHARE * reasons.unit:
        return "a little"
    return f"about {reasons.amount_text(max(reasons.unit, round(size / reasons.unit) * reasons.unit))}"
