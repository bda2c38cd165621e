"""The claims of Railroad Rivals' texts, and what happens: labels and questions of offers, pictures of moves."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroad_rivals.effects import UnknownText
from tests.label_claims.railroad_rivals.grammar import grammar_claims
from tests.label_claims.railroad_rivals.labels import label_claims
from tests.label_claims.railroad_rivals.pictures import picture_claims
from tests.label_claims.railroad_rivals.questions import question_claims
from tests.label_claims.railroad_rivals.story import story_claims


def claims(offer: Offer) -> Iterator[Claim]:
    """All claims in the label, the question, and the headline of one offer."""
    yield from _read(label_claims(offer))
    yield from question_claims(offer)
    yield from grammar_claims("labels", (offer.label, *offer.field_labels.values(), offer.prompt, offer.headline))


def move_claims(offer: Offer) -> Iterator[Claim]:
    """All claims in the pictures around a move that is made, in its sentences, and whether it can be undone."""
    yield from _read(picture_claims(offer))
    yield from _read(story_claims(offer))


def _read(claims: Iterator[Claim]) -> Iterator[Claim]:
    """The claims; a text that cannot be read counts as a false one."""
    try:
        yield from claims
    except UnknownText as text:
        yield Claim("form of a text", str(text), "one that can be read")
