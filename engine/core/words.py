"""Small pieces of English sentences that every title and the bot build on. It knows no game."""

from __future__ import annotations

from collections.abc import Sequence


def listed(words: Sequence[str]) -> str:
    """The words as a sentence has them: “coal, grain and grain”."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def counted(number: int, noun: str) -> str:
    """A number with its noun: “1 point”, “2 points”."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
