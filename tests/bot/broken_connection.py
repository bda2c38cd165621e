"""A connection to Discord that breaks before a request arrives, or before its answer does."""

import fnmatch
from collections.abc import Callable
from typing import Any

import pytest
from simcord.http import client, router


class Cut:
    """Breaks the next ``times`` matching requests with ``error``.

    ``arrived``: the request arrives and only the answer is lost. A repeated post with the same nonce returns the same
    message, as with Discord (docs, create-message).
    """

    def __init__(self, method: str, path: str, error: Callable[[], Exception], *, times: int, arrived: bool) -> None:
        self._method, self._path, self._error = method, path, error
        self.left, self._arrived = times, arrived
        self._dispatch = router.dispatch
        self._posted: dict[str, Any] = {}

    def dispatch(self, backend: Any, method: str, path: str, **more: Any) -> Any:
        nonce = (more.get("json") or {}).get("nonce")
        if nonce in self._posted:
            return self._posted[nonce]
        hit = self.left > 0 and method == self._method and fnmatch.fnmatch(path, self._path)
        if not hit:
            return self._dispatch(backend, method, path, **more)
        self.left -= 1
        if self._arrived:
            self._posted[nonce] = self._dispatch(backend, method, path, **more)
        raise self._error()


def cut(
    patch: pytest.MonkeyPatch,
    method: str,
    path: str,
    error: Callable[[], Exception],
    *,
    times: int = 1,
    arrived: bool = False,
) -> Cut:
    """Start to break requests."""
    broken = Cut(method, path, error, times=times, arrived=arrived)
    patch.setattr(client.router, "dispatch", broken.dispatch)
    return broken
