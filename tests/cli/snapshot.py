"""``python -m tests.cli.snapshot`` writes the output of the tools of ``python -m engine`` to a file for approval."""

import difflib
import io
import re
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from engine.__main__ import _build_parser, main
from engine.agents import analysis
from engine.core import Game
from engine.games import GAMES

_APPROVED = Path(__file__).with_name("snapshot.txt")
_GAMES = Path(__file__).parent.parent / "games"

_LINES = (
    "list",
    "selfplay railroad-rivals --seats 2 --seed 3 --games 3 --players greedy,random",
    "selfplay railroader --seats 2 --transcript one.game",
    "selfplay railroad-rivals --preset Full --option bidding=whole-order --seats 3 --games 2 --transcript two.game",
    "arena railroad-rivals --players greedy,random --games 3",
    "arena railroad-rivals --players greedy,random,random --games 1 --tuning",
    "claims railroad-rivals --seats 2 --hints 11 --games 8",
    "puzzles railroad-rivals --seats 2 --games 12 --seed 1 --to .",
    "replay one.game",
    "replay two-1.game",
    "replay half.game",
    "analyze half.game",
    "analyze solitaire.game",
    "analyze literal-end.game",
)

_DEFAULTS = (
    "selfplay X",
    "arena X --players greedy",
    "claims X",
    "puzzles X --to DIR",
    "verify --db FILE",
    "backup --db FILE --to OTHER",
    "move --from FILE --to OTHER",
)

_TIMES = {
    r'"seconds":[\d.]+,"actions_per_second":\d+': '"seconds":…,"actions_per_second":…',
    r"( +\d+\.\d{4})( +\d+\.\d{3}){2}": " … … …",
    r"median [\d.]+, p99 [\d.]+": "median …, p99 …",
}
"""Regular expressions of times, which differ in every run -> replacement."""


def changes(text: str) -> str:
    """Return a unified diff between the approved text and this text, empty if they are equal."""
    before = _APPROVED.read_text("utf-8") if _APPROVED.exists() else ""
    return "\n".join(difflib.unified_diff(before.splitlines(), text.splitlines(), "approved", "said now"))


def text() -> str:
    """Return the command lines with their output in an empty folder, then the defaults of further command lines."""
    title = GAMES["railroad-rivals"]
    few = patch.dict(GAMES, {title.key: _brief(title)}), patch.object(analysis, "_GAMES_PER_MOMENT", 4)
    with tempfile.TemporaryDirectory() as folder, chdir(folder), few[0], few[1]:
        said = [_said(line) for line in _LINES]
    return "\n".join([*said, *(f"{line}: {vars(_build_parser().parse_args(line.split()))}" for line in _DEFAULTS), ""])


def _brief(title: Game[Any]) -> Game[Any]:
    assert title.agent.search_settings is not None
    thinking = replace(title.agent.search_settings, games=8, moves=3, rounds=1)
    return replace(title, agent=replace(title.agent, search_settings=thinking))


def _said(line: str) -> str:
    if line == "replay half.game":
        _prepare()
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        status = main(line.split())
    printed = out.getvalue()
    for pattern, blank in _TIMES.items():
        printed = re.sub(pattern, blank, printed)
    return f"$ python -m engine {line}\n{printed}exit {status}\n"


def _prepare() -> None:
    """Write the game files that the following tools read."""
    lines = Path("one.game").read_text("utf-8").splitlines()
    begun = [line for line in lines if not line.startswith("result")]
    Path("half.game").write_text("\n".join(begun[:40]), "utf-8")
    for name in ("solitaire.game", "literal-end.game"):
        Path(name).write_bytes((_GAMES / "railroad_rivals" / name).read_bytes())


if __name__ == "__main__":
    _APPROVED.write_text(text(), "utf-8")
