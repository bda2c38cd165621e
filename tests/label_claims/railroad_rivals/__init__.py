"""Claims in the texts and pictures of Railroad Rivals, and the real effects."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroad_rivals.effects import UnknownText
from tests.label_claims.railroad_rivals.grammar import grammar_claims
from tests.label_claims.railroad_rivals.labels import label_claims
from tests.label_claims.railroad_rivals.pictures import picture_claims
from tests.label_claims.railroad_rivals.questions import question_claims
from tests.label_claims.railroad_rivals.story import story_claims


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield all claims in the label, the question, and the headline of one offer."""
    yield from _read(label_claims(offer))
    yield from question_claims(offer)
    yield from grammar_claims("labels", (offer.label, *offer.field_labels.values(), offer.prompt, offer.headline))


def move_claims(offer: Offer) -> Iterator[Claim]:
    """Yield all claims in the pictures around a move, in its narration, and about whether it can be undone."""
    yield from _read(picture_claims(offer))
    yield from _read(story_claims(offer))


def _read(claims: Iterator[Claim]) -> Iterator[Claim]:
    """Yield the claims, with a false one for a text that cannot be read."""
    try:
        yield from claims
    except UnknownText as text:
        yield Claim("form of a text", str(text), "one that can be read")
