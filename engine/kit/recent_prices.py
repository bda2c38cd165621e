"""Prices of the last turns: figures for people, on which no rule depends."""

from __future__ import annotations

import msgspec

_MAX_PRICES = 4
"""Prices that are kept."""


class RecentPrices(msgspec.Struct, frozen=True, eq=False):
    """The last prices that were paid for the same thing, the newest last.

    Two positions that differ in them alone are equal, as no rule asks for them. So a game that began before they were
    kept follows from its log as it always did.
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
        """Whether a price is more than twice what was paid lately; False where nothing was."""
        return bool(self.paid) and price > 2 * max(self.paid) > 0

    def price_range_text(self, figure: str = "{:,}") -> str:
        """“2 to 4”, “3”; empty where nothing was paid."""
        if not self.paid:
            return ""
        low, high = figure.format(min(self.paid)), figure.format(max(self.paid))
        return low if low == high else f"{low} to {high}"
