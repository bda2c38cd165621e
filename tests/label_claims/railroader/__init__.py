"""Claims in the texts of RailRoader: labels, headlines, and previews."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroader import labels, previews, trains

__all__ = ["claims"]


def claims(offer: Offer) -> Iterator[Claim]:
    """Yield all claims about one offer."""
    yield from labels.claims(offer)
    yield from trains.claims(offer)
    yield from previews.claims(offer)
