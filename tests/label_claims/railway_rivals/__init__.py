"""Claims in the texts of Railway Rivals: labels, prompts, headlines, reports, ``/rules``, and alt texts of previews."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railway_rivals import building, operating, pictures, tables

__all__ = ["claims", "move_claims"]


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield all claims about one offer."""
    yield from building.claims(offer)
    yield from operating.claims(offer)


def move_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims about a move that is made: in its report, and in its preview."""
    yield from tables.claims(offer)
    yield from pictures.claims(offer)
