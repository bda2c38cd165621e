"""The options that a table may agree on before it starts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

from msgspec import Meta

from engine.core.game import Options


class RailRoaderOptions(Options, frozen=True):
    """The only option of RailRoader: how far it is to Buffalo Creek."""

    line: Annotated[
        Literal["20", "26", "16"],
        Meta(
            title="Sections per line",
            description="20: about 20 rounds. 26 (the full line): about 26 rounds. 16: about 16 rounds.",
        ),
    ] = "20"

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """One for each length."""
        return {"Base": cls(), "Full line": cls(line="26"), "Short line": cls(line="16")}
