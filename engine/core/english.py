"""English grammar for texts: plurals, articles, lists, amounts."""

from collections import Counter
from collections.abc import Sequence

_PLURAL_ENDINGS = {"y": "ies", "ch": "ches", "sh": "shes", "s": "ses", "x": "xes"}
"""Endings of nouns, and the endings of their plurals: “city” and “cities”, “box” and “boxes”."""
_IRREGULAR_PLURALS = {"person": "people", "gold": "gold", "track": "tracks"}
"""Plurals that are looked up before the rules for endings are applied."""
_MAX_ECHO = 40
"""Maximum characters of a player's typed text that a refusal repeats."""
_VOWELS = "aeiou"
_VOWEL_SOUND_LETTERS = "AEFHILMNORSX"
"""Letters whose names begin with a vowel sound: an ACL stock, an MP engine, an SP link."""


def join_words(words: Sequence[str], last: str = "and") -> str:
    """Return the words as a list in a sentence: “coal, grain, and wood ×3”.

    Equal words are listed once, with their count.
    """
    times = Counter(words)
    parts = [word if count == 1 else f"{word} ×{count}" for word, count in times.items()]
    if len(parts) < 3:
        return f" {last} ".join(parts)
    return f"{', '.join(parts[:-1])}, {last} {parts[-1]}"


def plural_of(noun: str) -> str:
    """Return the plural of a noun: “delivery” becomes “deliveries”."""
    if noun in _IRREGULAR_PLURALS:
        return _IRREGULAR_PLURALS[noun]
    for ending, changed in _PLURAL_ENDINGS.items():
        if noun.endswith(ending) and not (ending == "y" and noun[-2:-1] in _VOWELS):
            return noun[: -len(ending)] + changed
    return f"{noun}s"


def count_noun(number: int, noun: str, many: str = "") -> str:
    """Return a number with its noun: “1 point”, “2 points”, and “no points” for 0.

    ``many`` is the plural where `plural_of` is wrong: “2 cards to draw”.
    """
    if number == 1:
        return f"1 {noun}"
    return f"{number or 'no'} {many or plural_of(noun)}"


def shorten(text: str, max_length: int = _MAX_ECHO) -> str:
    """Return a typed text in one line of at most ``max_length`` characters, cut with an ellipsis."""
    line = " ".join(text.split())
    return line if len(line) <= max_length else line[: max_length - 1] + "…"


def with_article(word: str) -> str:
    """Return the word with “a” or “an”: “an engineer”, “a worker”, “an ACL”, “a PRR”."""
    first = word.split()[0] if word.split() else ""
    if first[:2].isupper():
        vowel = first[0] in _VOWEL_SOUND_LETTERS
    elif first[:1].isdigit():
        vowel = first[0] == "8" or first in ("11", "18")
    else:
        spoken = first.lower()
        vowel = spoken[:1] in _VOWELS and not spoken.startswith(("uni", "use", "one"))
    return f"{'an' if vowel else 'a'} {word}"


def possessive_of(name: str) -> str:
    """Return the possessive of a name: “Ada’s”, “Ross’s”; of “you”: “your”."""
    return "your" if name == "you" else f"{name}’s"


def dollar_amount(amount: int) -> str:
    """Return an amount of money: “$1,000”, and “−$300” for a debt."""
    sign = "−" if amount < 0 else ""
    return f"{sign}${abs(amount):,}"
