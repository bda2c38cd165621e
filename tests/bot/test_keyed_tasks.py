"""Background work by key: repeated if woken meanwhile, retried after errors, and never run after closing."""

import asyncio
import logging
from collections.abc import Callable

import pytest

from bot.keyed_tasks import Backoff, KeyedTasks, NextRun


class Job:
    """Work that records its keys, waits until released, and returns what the test sets."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.slept: list[float] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.result: Callable[[str], NextRun] = lambda _: None
        self.forever = asyncio.Event()

    async def work(self, key: str) -> NextRun:
        self.begun.append(key)
        await self.gate.wait()
        return self.result(key)

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        await self.forever.wait()


@pytest.fixture
async def job() -> Job:
    return Job()


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


def test_the_delay_doubles_up_to_an_hour_and_is_short_again_after_success() -> None:
    backoff = Backoff[int]()
    assert [backoff.next_delay(7) for _ in range(9)] == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert backoff.next_delay(8) == 30
    backoff.reset(7)
    assert backoff.next_delay(7) == 30
    assert [Backoff[int](60.0).next_delay(7), Backoff[int](60.0).next_delay(8)] == [60, 60]


async def test_key_woken_again_before_its_work_began_is_processed_once(job: Job) -> None:
    tasks = KeyedTasks("job", job.work)
    tasks.wake("a")
    tasks.wake("a")
    assert tasks.keys == tasks.working_keys == {"a"}
    await tasks.wait("a")
    assert job.begun == ["a"] and not tasks.keys


async def test_key_woken_during_its_work_is_processed_once_more_but_not_in_parallel(job: Job) -> None:
    tasks = KeyedTasks("job", job.work)
    job.gate.clear()
    tasks.wake("a")
    await settle()
    for _ in range(3):
        tasks.wake("a")
    await settle()
    assert job.begun == ["a"]
    job.gate.set()
    await tasks.wait("a")
    assert job.begun == ["a", "a"]


async def test_keys_do_not_wait_for_one_another(job: Job) -> None:
    tasks = KeyedTasks("job", job.work)
    job.gate.clear()
    tasks.wake("a")
    tasks.wake("b")
    await settle()
    assert job.begun == ["a", "b"]
    await tasks.close()


async def test_more_keys_than_tasks_are_processed_in_order(job: Job) -> None:
    tasks = KeyedTasks("job", job.work, max_tasks=2)
    job.gate.clear()
    for key in "abcd":
        tasks.wake(key)
    await settle()
    assert job.begun == ["a", "b"] and tasks.keys == {"a", "b"} and tasks.working_keys == set("abcd")
    job.gate.set()
    await settle()
    assert job.begun == ["a", "b", "c", "d"] and not tasks.working_keys


async def test_work_is_repeated_after_the_returned_seconds(job: Job) -> None:
    tasks = KeyedTasks("job", job.work, sleep=job.sleep)
    results = iter([5.0, None])
    job.result = lambda _: next(results)
    tasks.wake("a")
    await settle()
    assert job.slept == [5.0] and tasks.is_waiting("a") and tasks.keys == {"a"} and not tasks.working_keys
    job.forever.set()
    await tasks.wait("a")
    assert job.begun == ["a", "a"] and not tasks.is_waiting("a")


async def test_waking_a_key_ends_its_wait_but_does_not_reset_the_backoff(job: Job) -> None:
    tasks = KeyedTasks("job", job.work, sleep=job.sleep)
    results: list[NextRun] = ["retry", "retry", 1.0, "retry"]
    job.result = lambda _: results.pop(0)
    for _ in range(4):
        tasks.wake("a")
        await settle()
    assert job.slept == [30.0, 60.0, 1.0, 30.0] and job.begun == ["a"] * 4
    await tasks.close()


async def test_an_error_is_logged_and_the_work_is_tried_again(job: Job, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)
    tasks = KeyedTasks("job", job.work, sleep=job.sleep)

    def fail(key: str) -> NextRun:
        raise ValueError(key)

    job.result = fail
    tasks.wake("a")
    await settle()
    assert job.slept == [30.0] and "job a" in caplog.text
    job.result = lambda _: None
    tasks.wake("a")
    await settle()
    assert job.begun == ["a", "a"] and not tasks.keys


async def test_work_that_wakes_its_own_key_and_fails_waits_before_the_next_attempt(job: Job) -> None:
    def wake_and_fail(key: str) -> NextRun:
        tasks.wake(key)
        return "retry"

    tasks = KeyedTasks[str]("job", job.work, sleep=job.sleep)
    job.result = wake_and_fail
    tasks.wake("a")
    await settle()
    assert (job.begun, len(job.slept)) == (["a"], 1)
    await tasks.close()


async def test_key_woken_during_a_pause_of_its_work_starts_again(job: Job) -> None:
    ends: list[str] = []

    async def work(key: str) -> NextRun:
        job.begun.append(key)
        with tasks.interruptible(key):
            await job.forever.wait()
        ends.append(key)
        return None

    tasks = KeyedTasks("job", work)
    tasks.wake("a")
    await settle()
    tasks.wake("a")
    await settle()
    assert job.begun == ["a", "a"] and ends == [] and tasks.is_waiting("a")
    job.forever.set()
    await tasks.wait("a")
    assert ends == ["a"] and not tasks.is_waiting("a")


async def test_failed_pause_does_not_interrupt_the_work(job: Job) -> None:
    async def work(key: str) -> NextRun:
        job.begun.append(key)
        try:
            with tasks.interruptible(key):
                raise ConnectionError
        except ConnectionError:
            await job.gate.wait()
        return None

    job.gate.clear()
    tasks = KeyedTasks("job", work)
    tasks.wake("a")
    await settle()
    tasks.wake("a")
    await settle()
    assert job.begun == ["a"]
    job.gate.set()
    await tasks.wait("a")
    assert job.begun == ["a", "a"]


async def test_canceled_key_makes_room_for_another(job: Job) -> None:
    tasks = KeyedTasks("job", job.work, max_tasks=1)
    job.gate.clear()
    for key in ("a", "b", "c"):
        tasks.wake(key)
    await settle()
    tasks.wake("a")
    await tasks.cancel("b")
    await tasks.cancel("a")
    await settle()
    assert job.begun == ["a", "c"] and tasks.keys == {"c"}
    await tasks.close()


async def test_nothing_runs_or_starts_after_closing(job: Job) -> None:
    tasks = KeyedTasks("job", job.work, max_tasks=1)
    job.gate.clear()
    for key in ("a", "a", "b"):
        tasks.wake(key)
        await settle()
    await tasks.close()
    job.gate.set()
    tasks.wake("c")
    await settle()
    assert job.begun == ["a"] and not tasks.keys and not tasks.working_keys


async def test_tasks_have_the_names_of_their_keys(job: Job) -> None:
    job.gate.clear()
    one, pair = KeyedTasks[str]("job", job.work), KeyedTasks[tuple[int, int]]("pair", lambda _: job.work(""))
    one.wake("a")
    pair.wake((7, 2))
    assert {"job-a", "pair-7-2"} <= {task.get_name() for task in asyncio.all_tasks()}
    await one.close()
    await pair.close()
