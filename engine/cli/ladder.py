"""One number for each computer player of an arena, from the places of its games."""

from collections.abc import Iterable, Sequence
from typing import Any

from openskill.models import PlackettLuce

from engine.core import Place


def ratings(games: Iterable[tuple[Sequence[str], Sequence[Place]]]) -> dict[str, float]:
    """Policy -> what it has shown to be worth at the least; a policy in several seats learns from each of them."""
    model = PlackettLuce()
    found: dict[str, Any] = {}
    for policies, ranking in games:
        for name in policies:
            found.setdefault(name, model.rating(name=name))
        seats = [place.seat for place in ranking]
        before = [[found[policies[seat - 1]]] for seat in seats]
        after = model.rate(before, ranks=[float(place.place) for place in ranking])
        for seat, (rated,) in zip(seats, after, strict=True):
            found[policies[seat - 1]] = rated
    return {name: rated.ordinal() for name, rated in found.items()}
