"""The claims of Railroads of Catan’s texts, and what happens: labels, questions, pictures, and sentences."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroads_of_catan.effects import UnknownText
from tests.label_claims.railroads_of_catan.labels import label_claims
from tests.label_claims.railroads_of_catan.pictures import picture_claims
from tests.label_claims.railroads_of_catan.prices import price_claims
from tests.label_claims.railroads_of_catan.questions import question_claims
from tests.label_claims.railroads_of_catan.sentences import sentence_claims


def claims(offer: Offer) -> Iterator[Claim]:
    """All claims in the label, the question, the headline, the price, and the preview of one offer."""
    for part in (label_claims, question_claims, price_claims):
        yield from _read(part(offer))


def move_claims(offer: Offer) -> Iterator[Claim]:
    """All claims in the pictures around a move that is made, and in its sentences."""
    for part in (picture_claims, sentence_claims):
        yield from _read(part(offer))


def _read(claims: Iterator[Claim]) -> Iterator[Claim]:
    """The claims; a text that cannot be read counts as a false one."""
    try:
        yield from claims
    except UnknownText as text:
        yield Claim("form of a text", str(text), "one that can be read")
