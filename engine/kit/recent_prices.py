"""Prices of the last turns, as information for players; no rule depends on them."""

from __future__ import annotations

import msgspec

_MAX_PRICES = 4
"""Prices that are kept."""


class RecentPrices(msgspec.Struct, frozen=True, eq=False):
    """The last prices paid for the same thing, the newest last.

    Two positions that differ only in them are equal. So older games replay as before.
    """

    paid: tuple[int, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecentPrices)

    def __hash__(self) -> int:
        return 0

    def with_price(self, price: int) -> RecentPrices:
        """The prices with a new one."""
        return RecentPrices((*self.paid, price)[-_MAX_PRICES:])

    def is_high(self, price: int) -> bool:
        """Whether a price is more than twice the recent ones; False if there are none."""
        return bool(self.paid) and price > 2 * max(self.paid) > 0

    def price_range_text(self, figure: str = "{:,}") -> str:
        """“2 to 4”, “3”; empty if there are none."""
        if not self.paid:
            return ""
        low, high = figure.format(min(self.paid)), figure.format(max(self.paid))
        return low if low == high else f"{low} to {high}"
