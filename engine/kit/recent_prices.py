"""Recent prices, as information for players; no rule depends on them."""

from __future__ import annotations

import msgspec

_MAX_PRICES = 4
"""The number of prices that are kept."""


class RecentPrices(msgspec.Struct, frozen=True, eq=False):
    """The last prices paid for the same thing, the newest last.

    All values are equal, so states that differ only in recent prices are equal, and older games replay as before.
    """

    paid: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecentPrices)

    def __hash__(self) -> int:
        return 0

    def with_price(self, price: int) -> RecentPrices:
        """Return the prices with a new price, without the oldest one if there are too many."""
        return RecentPrices((*self.paid, price)[-_MAX_PRICES:])

    def is_high(self, price: int) -> bool:
        """Whether a price is more than twice the recent ones; False if there are none."""
        return bool(self.paid) and price > 2 * max(self.paid) > 0

    def price_range_text(self, number_format: str = "{:,}") -> str:
        """Return the range of the prices: “2 to 4”, or “3” if they are equal.

        It is empty if there are none.
        """
        if not self.paid:
            return ""
        low, high = number_format.format(min(self.paid)), number_format.format(max(self.paid))
        return low if low == high else f"{low} to {high}"
