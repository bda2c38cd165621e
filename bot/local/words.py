"""Reads the words of messages as Discord does, and each kind of words with one parser.

SimCord leaves `<@1…>` and `-#` in embeds as they are. It also makes a parser for every text, and reads every text anew
whenever a page is shown: two thirds of what a press took in a channel of some length. This reaches into SimCord 3.2.1,
which has no setting for either.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from simcord.preview import _markdown

FIELDS: Final = ("embed_description", "embed_field_value")
_MOST_PARSERS: Final = 200  # who and what is named in a text is part of its parser

_make_parser = _markdown._markdown_parser
_parsers: dict[tuple[str, str], Any] = {}


@cache
def read_as_discord_does() -> None:
    """From now on, for all previews of this process."""
    for field in FIELDS:
        _markdown._FIELD_POLICIES[field].update(mentions=True, subtext=True)
    _markdown._markdown_parser = _parser


def _parser(policy: Mapping[str, bool | str], context: Mapping[str, Any]) -> Any:
    key = (json.dumps(policy), json.dumps(context))
    if key not in _parsers:
        if len(_parsers) >= _MOST_PARSERS:
            _parsers.clear()
        _parsers[key] = _make_parser(policy, context)
    return _parsers[key]
