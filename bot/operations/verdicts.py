"""The result of a conformance run: true, false, or unknown for each assumption, as a table and as JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from bot.operations.assumptions import Assumption

Outcome = Literal["true", "false", "unknown"]


class Verdict(msgspec.Struct, frozen=True):
    """The outcome for one assumption; ``said`` is what was seen, or why it is unknown."""

    outcome: Outcome
    said: str = ""


def verdict_lines(assumptions: Sequence[Assumption], found: Mapping[str, Verdict]) -> Iterator[str]:
    """The printed table: a line per assumption, what was seen below it, and the totals."""
    wide = max((len(one.name) for one in assumptions), default=0)
    for one in assumptions:
        verdict = found[one.name]
        yield f"{verdict.outcome:<7}  {one.name:<{wide}}  {one.claim}"
        if verdict.outcome != "true":
            yield f"{'':<7}  {'':<{wide}}  used in {', '.join(one.used)}; source: {one.source}"
        if verdict.said:
            yield f"{'':<7}  {'':<{wide}}  {verdict.said}"
    outcomes = [found[one.name].outcome for one in assumptions]
    yield ", ".join(f"{outcomes.count(kind)} {kind}" for kind in ("true", "false", "unknown"))


def verdicts_json(assumptions: Sequence[Assumption], found: Mapping[str, Verdict]) -> str:
    """The table as JSON: one object for each assumption."""
    rows = [
        {
            "name": one.name,
            "claim": one.claim,
            "used": list(one.used),
            "source": one.source,
            "outcome": found[one.name].outcome,
            "said": found[one.name].said,
        }
        for one in assumptions
    ]
    return json.dumps({"assumptions": rows}, indent=1, ensure_ascii=False) + "\n"
