"""A fault is put into functions that are there already, wherever they are held."""

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


def test_a_function_has_the_fault_though_no_search_for_garbage_sees_it(rule: ModuleType) -> None:
    gc.freeze()
    put(str(rule.__file__), BEFORE, BEFORE.replace(":1", ":2"))
    assert rule.least("abc") == "ab"


def test_a_function_that_was_taken_before_has_the_fault(rule: ModuleType) -> None:
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
    """Whether a child that does this ends in time and of its own."""
    child = os.fork()
    if not child:
        os.setsid()
        done()
        os._exit(0)
    return _ends(child, seconds)


def test_a_child_that_waits_for_the_machine_has_more_time_than_one_that_uses_it() -> None:
    assert ends(lambda: None, 60.0)
    assert not ends(signal.pause, 0.1)
    assert not ends(_used_up, 60.0)


def _used_up() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (1, 2))
    os.kill(os.getpid(), signal.SIGXCPU)
