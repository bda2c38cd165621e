"""A pytest plugin that collects the tests once, and on request runs some in a child process, with or without a fault.

A fault is put into functions that are already imported, because importing and collecting again takes ten times as long
as most tests. Code that runs during the import cannot be changed in this way.
"""

import gc
import json
import os
import resource
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

ASKED = "ROUNDHOUSE_ASKED"
"""The environment variable with the file descriptors of the pipes for reading and writing."""

WAITING = 5
"""Maximum elapsed time of a run, as a multiple of its processor time, because other programs use the machine too."""

PASSED, LATE, BROKEN, UNABLE = "passed", "time is up", "the run ended early", "the fault cannot be put there"
"""Answers without a failed test: all passed, the time is up, the run crashed, or the fault cannot be put in place."""


class Waiting:
    """Answers requests, which are lines of JSON: ``tests``, ``seconds``, and for a fault ``file``, ``before``, and
    ``after``.

    The seconds are processor time. The answer is a line with the first failed test, or one of the four words above.
    """

    def __init__(self, asked: int, answered: int) -> None:
        self.asked, self.answered = os.fdopen(asked), os.fdopen(answered, "w")
        self.failed = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        print(len(items), file=self.answered, flush=True)
        for line in self.asked:
            question = json.loads(line)
            chosen = [items[name] for name in question["tests"] if name in items]
            print(self._answer(session, chosen, question), file=self.answered, flush=True)
        return True

    def _answer(self, session: pytest.Session, items: list[pytest.Item], question: dict[str, Any]) -> str:
        told, tell = os.pipe()
        child = os.fork()
        if not child:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (question["seconds"], question["seconds"] + 1))
            with suppress(BaseException):
                os.write(tell, self._found(items, question).encode())
            os._exit(0)
        os.close(tell)
        with os.fdopen(told) as said:
            return (said.read() or BROKEN) if _ends(child, question["seconds"] * WAITING) else LATE

    def _found(self, items: list[pytest.Item], question: dict[str, Any]) -> str:
        if "file" in question:
            try:
                put(question["file"], question["before"], question["after"])
            except ValueError:  # another number of free variables
                return UNABLE
        return self._first_failure(items) or PASSED

    def _first_failure(self, items: list[pytest.Item]) -> str:
        for item, after in zip_longest(items, items[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                break
        return self.failed


def _ends(child: int, seconds: float) -> bool:
    """Whether the child ends in time by itself. Otherwise it is killed."""
    limit = time.monotonic() + seconds
    while time.monotonic() < limit:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return not (os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU)
        time.sleep(0.02)
    os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return False


def put(file: str, before: str, after: str) -> None:
    """Give every changed function of the file its new code."""
    path = str(Path(file).resolve())
    changed = dict(_functions(compile(before, path, "exec"), compile(after, path, "exec")))
    gc.unfreeze()  # what is frozen is not listed
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == path:
            thing.__code__ = changed.get(_place(thing.__code__), thing.__code__)
    gc.freeze()


def _functions(before: CodeType, after: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Yield the place of each changed piece of code, and the new code."""
    pairs = zip(_inner(before), _inner(after), strict=True)
    for old, new in pairs:
        if old != new:
            yield _place(old), new
            yield from _functions(old, new)


def _inner(code: CodeType) -> list[CodeType]:
    return [value for value in code.co_consts if isinstance(value, CodeType)]


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def pytest_configure(config: pytest.Config) -> None:
    asked, answered = map(int, os.environ[ASKED].split(","))
    config.pluginmanager.register(Waiting(asked, answered))
