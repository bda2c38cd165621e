"""Claims in the texts and pictures of Railroads of Catan, and the real effects."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroads_of_catan.effects import UnknownText
from tests.label_claims.railroads_of_catan.labels import label_claims
from tests.label_claims.railroads_of_catan.pictures import picture_claims
from tests.label_claims.railroads_of_catan.prices import price_claims
from tests.label_claims.railroads_of_catan.questions import question_claims
from tests.label_claims.railroads_of_catan.sentences import sentence_claims


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield all claims in the label, the question, the headline, the price, and the preview of one offer."""
    for part in (label_claims, question_claims, price_claims):
        yield from _read(part(offer))


def move_claims(offer: Offer) -> Iterator[Claim]:
    """Yield all claims in the pictures around a move that is made, and in its narration."""
    for part in (picture_claims, sentence_claims):
        yield from _read(part(offer))


def _read(claims: Iterator[Claim]) -> Iterator[Claim]:
    """Yield the claims, with a false one for a text that cannot be read."""
    try:
        yield from claims
    except UnknownText as text:
        yield Claim("form of a text", str(text), "one that can be read")
