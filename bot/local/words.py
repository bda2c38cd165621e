"""Lets mentions and small print in embeds be read as Discord has them. SimCord shows `<@1…>` and `-#` there as they are.

This reaches into SimCord 3.2.1, which has no setting for it.
"""

from __future__ import annotations

from typing import Final

from simcord.preview import _markdown

FIELDS: Final = ("embed_description", "embed_field_value")


def read_embeds_as_discord_does() -> None:
    """From now on, for all previews of this process."""
    for field in FIELDS:
        _markdown._FIELD_POLICIES[field].update(mentions=True, subtext=True)


__all__ = ["read_embeds_as_discord_does"]
