"""The results of a conformance run, as a printed table and as JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from bot.operations.assumptions import Assumption

Outcome = Literal["true", "false", "unknown"]


class Verdict(msgspec.Struct, frozen=True):
    """The outcome for one assumption; ``said`` is the observation, or the reason why the outcome is unknown."""

    outcome: Outcome
    said: str = ""


def verdict_lines(assumptions: Sequence[Assumption], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """Yield the lines of the printed table: each assumption with its observation, and the totals."""
    width = max((len(assumption.name) for assumption in assumptions), default=0)
    for assumption in assumptions:
        verdict = verdicts[assumption.name]
        yield f"{verdict.outcome:<7}  {assumption.name:<{width}}  {assumption.claim}"
        if verdict.outcome != "true":
            yield f"{'':<7}  {'':<{width}}  used in {', '.join(assumption.used)}; source: {assumption.source}"
        if verdict.said:
            yield f"{'':<7}  {'':<{width}}  {verdict.said}"
    outcomes = [verdicts[assumption.name].outcome for assumption in assumptions]
    yield ", ".join(f"{outcomes.count(kind)} {kind}" for kind in ("true", "false", "unknown"))


def verdicts_json(assumptions: Sequence[Assumption], verdicts: Mapping[str, Verdict]) -> str:
    """The table as JSON: one object for each assumption."""
    rows = [
        {
            "name": assumption.name,
            "claim": assumption.claim,
            "used": list(assumption.used),
            "source": assumption.source,
            "outcome": verdicts[assumption.name].outcome,
            "said": verdicts[assumption.name].said,
        }
        for assumption in assumptions
    ]
    return json.dumps({"assumptions": rows}, indent=1, ensure_ascii=False) + "\n"
