"""A fault is put into existing functions, wherever they are referenced."""

import gc
import importlib.util
import os
import resource
import signal
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from tests.faults.server_plugin import _ends, put

BEFORE = """
def most(row):
    def is_long(item):
        return len(item) > 2

    return [item for item in row if is_long(item)]


def least(row):
    return row[:1]
"""


@pytest.fixture
def rule(tmp_path: Path) -> ModuleType:
    (tmp_path / "rule.py").write_text(BEFORE, "utf-8")
    described = importlib.util.spec_from_file_location("rule", tmp_path / "rule.py")
    assert described and described.loader
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module


def test_function_unknown_to_the_garbage_collector_gets_the_fault(rule: ModuleType) -> None:
    gc.freeze()
    put(str(rule.__file__), BEFORE, BEFORE.replace(":1", ":2"))
    assert rule.least("abc") == "ab"


def test_function_referenced_before_the_fault_gets_it(rule: ModuleType) -> None:
    taken = rule.least
    put(str(rule.__file__), BEFORE, BEFORE.replace(":1", ":2"))
    assert taken("abc") == "ab"


def test_a_function_inside_another_has_the_fault(rule: ModuleType) -> None:
    put(str(rule.__file__), BEFORE, BEFORE.replace("> 2", "> 1"))
    assert rule.most(["a", "ab"]) == ["ab"]


def test_no_other_function_is_changed(rule: ModuleType) -> None:
    code = rule.least.__code__
    put(str(rule.__file__), BEFORE, BEFORE.replace("> 2", "> 1"))
    assert rule.least.__code__ is code


def ends(done: Callable[[], object], seconds: float) -> bool:
    """Whether a child process that runs ``done`` ends by itself in time."""
    child = os.fork()
    if not child:
        os.setsid()
        done()
        os._exit(0)
    return _ends(child, seconds)


def test_time_limit_of_a_waiting_child_is_longer_than_its_processor_time() -> None:
    assert ends(lambda: None, 60.0)
    assert not ends(signal.pause, 0.1)
    assert not ends(_used_up, 60.0)


def _used_up() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (1, 2))
    os.kill(os.getpid(), signal.SIGXCPU)
