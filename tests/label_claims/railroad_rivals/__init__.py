"""The claims of Railroad Rivals' texts, and what happens: labels and questions of every offer, pictures of each move."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroad_rivals.grammar import grammar_claims
from tests.label_claims.railroad_rivals.labels import label_claims
from tests.label_claims.railroad_rivals.pictures import picture_claims
from tests.label_claims.railroad_rivals.questions import question_claims
from tests.label_claims.railroad_rivals.story import story_claims


def claims(offer: Offer) -> Iterator[Claim]:
    """All claims in the label, the question, and the headline of one offer."""
    yield from label_claims(offer)
    yield from question_claims(offer)
    yield from grammar_claims("labels", (offer.label, *offer.field_labels.values(), offer.prompt, offer.headline))


def move_claims(offer: Offer) -> Iterator[Claim]:
    """All claims in the pictures around a move that is made, in its sentences, and whether it can be undone."""
    yield from picture_claims(offer)
    yield from story_claims(offer)
