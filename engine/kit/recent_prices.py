"""Recent prices, as information for players; no rule depends on them."""

from __future__ import annotations

import msgspec

_MAX_PRICES = 4


class RecentPrices(msgspec.Struct, frozen=True, eq=False):
    """The last prices paid for the same thing, the newest last.

    All instances compare as equal, so that states that differ only in recent prices are equal, and older games replay
    as before.
    """

    paid: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecentPrices)

    def __hash__(self) -> int:
        return 0

    def with_price(self, price: int) -> RecentPrices:
        """Add a price. If there are then too many, drop the oldest one."""
        return RecentPrices((*self.paid, price)[-_MAX_PRICES:])

    def is_high(self, price: int) -> bool:
        """Whether a price is more than twice the recent ones; False if there are no recent prices."""
        return bool(self.paid) and price > 2 * max(self.paid) > 0

    def price_range_text(self, number_format: str = "{:,}") -> str:
        """Return the range of the prices: “2 to 4”, or “3” if they are equal; empty if there are no prices."""
        if not self.paid:
            return ""
        low, high = number_format.format(min(self.paid)), number_format.format(max(self.paid))
        return low if low == high else f"{low} to {high}"
