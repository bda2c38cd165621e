"""Small pieces of English sentences that every title, the pictures and the bot build on. It knows no game."""

from collections import Counter
from collections.abc import Sequence

_ONES_ENDINGS = {"y": "ies", "ch": "ches", "sh": "shes", "s": "ses", "x": "xes"}
"""How a noun with such an ending changes for two or more: “city” and “cities”, “box” and “boxes”."""
_IRREGULAR = {"person": "people", "gold": "gold", "track": "tracks"}
"""Nouns whose plural follows no ending."""
_LONGEST_ECHO = 40
"""Characters of a typed value that a refusal repeats."""
_VOWELS = "aeiou"
_SPOKEN_WITH_A_VOWEL = "AEFHILMNORSX"
"""Letters whose names begin with a vowel: an ACL stock, an MP engine, an SP link."""


def listed(words: Sequence[str], last: str = "and") -> str:
    """The words as a sentence has them: “coal, grain, and wood”; a word that comes again is counted: “wood ×3”."""
    times = Counter(words)
    parts = [word if count == 1 else f"{word} ×{count}" for word, count in times.items()]
    if len(parts) < 3:
        return f" {last} ".join(parts)
    return f"{', '.join(parts[:-1])}, {last} {parts[-1]}"


def plural(noun: str) -> str:
    """The noun for two or more, by its last word: “delivery” becomes “deliveries”."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    for ending, changed in _ONES_ENDINGS.items():
        if noun.endswith(ending) and not (ending == "y" and noun[-2:-1] in _VOWELS):
            return noun[: -len(ending)] + changed
    return f"{noun}s"


def counted(number: int, noun: str, many: str = "") -> str:
    """A number with its noun: “1 point”, “2 points”, and “no points” for none.

    ``many`` is the noun for two or more where `plural` does not know it: “2 cards to draw”.
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number or 'no'} {many or plural(noun)}"


def shortened(text: str, most: int = _LONGEST_ECHO) -> str:
    """The text that somebody typed, in one line, and cut with an ellipsis so that a sentence can repeat it."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def article(word: str) -> str:
    """The word with “a” or “an”, as it is spoken: “an engineer”, “a worker”, “an ACL”, “a PRR”."""
    first = word.split()[0] if word.split() else ""
    if first[:2].isupper():
        vowel = first[0] in _SPOKEN_WITH_A_VOWEL
    elif first[:1].isdigit():
        vowel = first[0] == "8" or first in ("11", "18")
    else:
        said = first.lower()
        vowel = said[:1] in _VOWELS and not said.startswith(("uni", "use", "one"))
    return f"{'an' if vowel else 'a'} {word}"


def possessive(name: str) -> str:
    """The possessive of a name: “Ada’s”, and “Ross’s”; of “you” it is “your”."""
    return "your" if name == "you" else f"{name}’s"


def dollars(amount: int) -> str:
    """An amount of money: “$1,000”, and “−$300” for a debt."""
    sign = "−" if amount < 0 else ""
    return f"{sign}${abs(amount):,}"
