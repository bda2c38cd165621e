"""Agreement of numbers with nouns and of verbs with subjects, in any text of Railroad Rivals."""

import re
from collections.abc import Iterable, Iterator

from tests.label_claims.frame import Claim
from tests.label_claims.railroad_rivals.effects import RAILROAD

_NOUN = r"(?:point|cube|link|stock tile|stock|tile|city tile|place|turn|way|color|race|player|delivery|orientation)"
_MANY = (
    r"(?:points|cubes|links|stock tiles|stocks|tiles|city tiles|cities|places|turns|ways|colors|players|deliveries)\b"
)
_RAILROADS = rf"{RAILROAD},? and {RAILROAD}"
_COUNTS = re.compile(rf"(?<![\d.,=×–-])(?<!Player )\b(\d+) (?:(?:different|new|other|more) )?({_MANY}|{_NOUN}\b)")
_JOINED = re.compile(rf"{_RAILROADS} (?:goes|rises|falls|stays|is)\b")
_ALONE = re.compile(rf"(?<!and )(?<!, ){RAILROAD} (?:go|rise|fall|stay|are)\b")
_NOWHERE = re.compile(
    rf"(?:falls?|rises?|goe?s?) from (\d+) to \1\b|\b(?:by|draw) 0\b|(?<![\d.,])\b0 (?:{_NOUN}|{_MANY})"
)


def grammar_claims(kind: str, texts: Iterable[str]) -> Iterator[Claim]:
    """Yield a claim for each number with a noun, and for each subject with a verb."""
    for text in texts:
        for found in _COUNTS.finditer(text):
            alone = re.fullmatch(_NOUN, found[2]) is not None
            said, form = "one" if alone else "many", "one" if int(found[1]) == 1 else "many"
            yield Claim(f"grammar of counts in {kind}", (found[0], said), (found[0], form))
        for found in _JOINED.finditer(text):
            yield Claim(f"grammar of subjects in {kind}", found[0], "a verb for two")
        for found in _ALONE.finditer(text):
            yield Claim(f"grammar of subjects in {kind}", found[0], "a verb for one")
        for found in _NOWHERE.finditer(text):
            yield Claim(f"nothing that happens in {kind}", found[0], "nothing")
