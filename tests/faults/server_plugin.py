"""A plugin of pytest that gathers the tests and waits: whoever asks has some run in a child, with a fault or without.

A fault is put into functions that are imported already: nothing is imported or gathered again, which takes ten times
as long as most tests. What the file does while it is imported cannot be changed so.
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
"""The variable of the environment with two numbers: the pipe to read and the one to write."""

WAITING = 5
"""So many times as long as a run may take of the processor, it may take in all: others use the machine as well."""

PASSED, LATE, BROKEN, UNABLE = "passed", "time is up", "the run ended early", "the fault cannot be put there"
"""What is answered when no test failed: all passed, or they never ended, or they took the run with them."""


class Waiting:
    """A line of JSON is asked: ``tests``, ``seconds``, and ``file``, ``before`` and ``after`` if there is a fault.

    The seconds are those of the processor. The answer is a line too: the test that failed first, or one of the four
    words above.
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
    """Whether it does in time and of its own; else it is ended."""
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
    """Every function of the file that is another after the change has the new code from now on."""
    path = str(Path(file).resolve())
    changed = dict(_functions(compile(before, path, "exec"), compile(after, path, "exec")))
    gc.unfreeze()  # what is frozen is not listed
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename == path:
            thing.__code__ = changed.get(_place(thing.__code__), thing.__code__)
    gc.freeze()


def _functions(before: CodeType, after: CodeType) -> Iterator[tuple[tuple[str, int], CodeType]]:
    """Where each changed piece of code stands, and what it is now."""
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
