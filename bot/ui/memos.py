"""How a note to oneself is shown to its writer. It knows no title."""

from bot import limits

ABOVE_A_QUESTION = 300
"""Characters of a note above a question, which is to be seen as well; `/hand` has the whole of it."""
_LONGEST = 1_200
"""Characters of any note, as it is quoted."""


def noted(memo: str, most: int = _LONGEST) -> list[str]:
    """The note as a quotation of at most so many characters, without blank lines; nothing when there is none."""
    lines = [f"> {line}" for line in f"📝 {memo}".splitlines() if line.strip()] if memo else []
    return limits.cut("\n".join(lines), most).splitlines()
