"""The claims of RailRoader's texts: those of labels and headlines, and the sentences before Confirm."""

from collections.abc import Iterator

from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroader import labels, previews, trains

__all__ = ["claims"]


def claims(offer: Offer) -> Iterator[Claim]:
    """All claims about one offer."""
    yield from labels.claims(offer)
    yield from trains.claims(offer)
    yield from previews.claims(offer)
