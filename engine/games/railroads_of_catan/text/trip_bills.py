"""Texts of the income and costs of a trip."""

from collections.abc import Iterable, Iterator

from engine.core import NameOfSeat, Seat, dollar_amount, join_words
from engine.games.railroads_of_catan.state.trip_bill import Bill


def work_clauses(bill: Bill) -> Iterator[str]:
    """Yield clauses about the work on a trip: “loaded 2 ore”, “sold 2 ore for $2,400”, “filled order A for $4,000”."""
    if load_texts := [line.what for line in bill.lines if line.kind == "goods"]:
        yield f"loaded {_goods_sum_text(load_texts)}"
    if sale_lines := [line for line in bill.lines if line.kind == "sale"]:
        income = dollar_amount(sum(line.dollars for line in sale_lines))
        yield f"sold {_goods_sum_text(line.what for line in sale_lines)} for {income}"
    if order_lines := [line for line in bill.lines if line.kind == "order"]:
        letters, bonus_sum = join_words([line.what for line in order_lines]), sum(line.dollars for line in order_lines)
        yield f"filled {'order' if len(order_lines) == 1 else 'orders'} {letters} for {dollar_amount(bonus_sum)}"


def bill_sentences(bill: Bill, name: NameOfSeat) -> Iterator[str]:
    """Yield sentences about the bill: “Sales $1,800.”, “Order A $6,000.”, “You pay Ben $200 in fees.”"""
    if sales := sum(line.dollars for line in bill.lines if line.kind == "sale"):
        yield f"Sales {dollar_amount(sales)}."
    yield from (f"Order {line.what} {dollar_amount(line.dollars)}." for line in bill.lines if line.kind == "order")
    if payment_text := payments_text(bill, name):
        yield f"You pay {payment_text}."


def dollars_with_sign(net: int) -> str:
    """“+$2,000”, “−$400”, “$0”."""
    return f"{'+' if net > 0 else ''}{dollar_amount(net)}"


def payments_text(bill: Bill, name: NameOfSeat) -> str:
    """Return “Ben $800 for goods and $200 in fees, and Cleo $400 in fees”; "" if nobody was paid."""
    sums_by_seat: dict[Seat, dict[str, int]] = {}
    for line in bill.lines:
        if line.seat is not None and line.dollars:
            sums = sums_by_seat.setdefault(line.seat, {})
            purpose = "for goods" if line.kind == "goods" else "in fees"
            sums[purpose] = sums.get(purpose, 0) - line.dollars
    rivals = []
    for seat, sums in sums_by_seat.items():
        payments = join_words([f"{dollar_amount(amount)} {purpose}" for purpose, amount in sums.items()])
        rivals.append(f"{name(seat)} {payments}")
    return ", and ".join(filter(None, [", ".join(rivals[:-1]), *rivals[-1:]]))


def _goods_sum_text(amounts: Iterable[str]) -> str:
    """Return “2 ore and 1 wood” for amounts such as “1 ore”, “1 ore”, “1 wood”; amounts of the same good are added."""
    sums: dict[str, int] = {}
    for count, good in (amount.split() for amount in amounts):
        sums[good] = sums.get(good, 0) + int(count)
    return join_words([f"{count} {good}" for good, count in sums.items()])
