"""The claims of Railway Rivals' texts: labels, prompts, headlines, news, ``/rules``, and alt texts of previews."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railway_rivals import building, operating, pictures, tables

__all__ = ["claims", "move_claims"]


def claims(offer: Offer) -> Iterator[Claim]:
    """All claims about one offer."""
    yield from building.claims(offer)
    yield from operating.claims(offer)


def move_claims(offer: Offer) -> Iterator[Claim]:
    """The claims about a move that is made: what the table reads, and what a preview says of it."""
    yield from tables.claims(offer)
    yield from pictures.claims(offer)
