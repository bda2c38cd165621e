"""Ends the bot's own waits by the simulated clock, and lets no press wait for them.

SimCord calls a press worked on when the bot rests, and counts a sleep as rest only if it ends after everything that a
press may take (30 s here): while the watch had less than that to sleep, every press waited for it to wake.

This reaches into SimCord 3.2.1, which has no setting for it.
"""

from __future__ import annotations

from typing import Any

import simcord

_SOON = 2.0  # seconds; a shorter wait is part of what the bot does for a press, such as a pause before it tries again


class RealTime(simcord.Env):
    """A simulation in which longer waits end by `advance_time` alone, so that whoever calls it must keep real time."""

    def _schedule_timer(self, record: Any, *how: Any) -> None:
        super()._schedule_timer(record, *how)
        if record.real_handle is not None and record.when - self._virtual_time > _SOON:
            record.real_handle.cancel()
