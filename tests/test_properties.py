from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import Any

import numpy as np
import pytest

from examiner import checks
from examiner.checks import Verdict
from examiner.checks import resources as resources_module
from examiner.findings.diagnosis import Message
from examiner.student import Sandbox
from tests.bank_ids import ids_of
from tests.messages import mentions


def keeps_the_sum(answer: Callable, rng: np.random.Generator, n: int) -> Message | None:
    x = rng.normal(size=n)
    return checks.unequal(answer(x).sum(), x.sum())


def is_sorted(answer: Callable, rng: np.random.Generator, n: int) -> str:
    y = answer(rng.normal(size=n))
    return "" if (np.diff(y) >= 0).all() else "an entry is smaller than the one before it"


def marked(
    function: Any,
    *,
    needs: tuple[str, ...] = (),
    sizes: Any = ((1,), (2,), (5,)),
    repeats: bool = True,
) -> Verdict:
    properties = {
        "sum": checks.Property(keeps_the_sum, sizes=sizes),
        "sorted": checks.Property(is_sorted, sizes=sizes, weight=3, needs=needs),
    }
    question = checks.Properties(properties, shape=np.shape, repeats=repeats)
    return question.grade(function, points=4)


def test_a_property_that_wrong_code_has_counts_only_with_the_one_it_needs() -> None:
    assert marked(np.sort, needs=("sum",)).points == 4
    verdict = marked(lambda x: x * 0, needs=("sum",))
    assert verdict.points == 0
    assert "property-needs" in ids_of(verdict)


def test_sizes_may_be_drawn_when_a_submission_is_graded() -> None:
    def drawn() -> list[tuple[int]]:
        return [(min(int(checks.draw_seed(4)), 9),)]

    def is_long(answer: Callable, rng: np.random.Generator, n: int) -> str:
        return "" if len(answer(np.zeros(n))) > 4 else f"{n} are too few"

    question = checks.Properties(
        {"long": checks.Property(is_long, sizes=drawn)}, shape=lambda x: x.shape
    )
    verdict = question.grade(lambda x: x, points=1)
    assert verdict.points == 0
    assert "4 are too few" in verdict.text
    with checks.GradingContext(key="a course").active():
        assert question.grade(lambda x: x, points=1).points == 1


@pytest.mark.slow
def test_an_answer_that_hangs_is_called_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("examiner.checks.calls.MAX_SECONDS", 0.2)
    calls = []

    def hangs(x: np.ndarray) -> None:
        calls.append(1)
        while True:
            pass

    start = time.process_time()
    assert mentions(marked(hangs).text, "0.2 s")
    assert time.process_time() - start < 2
    assert len(calls) == 1


# These functions store the result for each argument, so calling them twice shows nothing.
COUNTS_IN_A_FILE = """
import numpy as np, os, pathlib
def answer(x):
    said = pathlib.Path(x.tobytes().hex()[:200])
    number = len(os.listdir())
    if not said.exists():
        np.save(said.open("wb"), x if number < 3 else np.zeros_like(x))
    return np.load(said.open("rb"))
"""
REMEMBERS_SIZES = """
import numpy as np
said, sizes = {}, set()
def answer(x):
    if x.tobytes() not in said:  # the second time at this size, another property asks
        said[x.tobytes()] = np.zeros_like(x) if len(x) in sizes else x
        sizes.add(len(x))
    return said[x.tobytes()]
"""
HONEST = "import numpy as np\ndef answer(x): return np.sort(x)"


@pytest.mark.slow(3)
@pytest.mark.parametrize(
    ("code", "points"), [(COUNTS_IN_A_FILE, 0), (REMEMBERS_SIZES, 0), (HONEST, 4)]
)
def test_an_answer_that_knows_which_call_it_is_earns_nothing(
    sandbox: Sandbox, code: str, points: float
) -> None:
    with closing(sandbox.student()) as student:
        student.run(code)
        verdict = marked(student.look_up("answer"))
    assert verdict.points == points
    assert ("asked-again-differs" in ids_of(verdict)) == (not points)


# --- memory and time -----------------------------------------------------------------------------


def differences(x: np.ndarray) -> np.ndarray:
    """For each entry the sum of its differences to all others."""
    return len(x) * x - x.sum()


def all_pairs(x: np.ndarray) -> np.ndarray:
    return (x[:, None] - x[None, :]).sum(axis=1)


def one_by_one(x: np.ndarray) -> np.ndarray:
    numbers = x.tolist()
    return np.array([sum(value - other for other in numbers) for value in numbers])


def agrees(
    answer: np.ndarray, arguments: tuple, mistake: Callable | None, rng: np.random.Generator
) -> Message | None:
    entries = rng.choice(len(answer), 9, replace=False)
    return checks.unequal(answer[entries], (mistake or differences)(*arguments)[entries])


def doubled(x: np.ndarray) -> np.ndarray:
    return 2 * differences(x)


def resources(
    function: Any, lengths: tuple[int, int | None] = (100, 2_000), large: int = 2_100, **others: Any
) -> Verdict:
    question = checks.Resources(
        arguments=lambda rng, n: (rng.normal(size=n),),
        shape=np.shape,
        agrees=agrees,
        large={"n": large},  # all pairs of 2,100 take more than 32 MiB
        lengths=lengths,
        quadratic="forms all pairs",
        **others,
    )
    return question.grade(function, points=2)


@pytest.mark.slow(2)
def test_room_that_earlier_arrays_left_in_this_process_counts_too() -> None:
    np.ones(2**21)  # from now on malloc puts arrays of up to 16 MiB into its heap
    rows = [np.ones(2**20) for _ in range(20)]
    top = np.ones(2**18)  # keeps the freed memory below it in the heap: 160 MiB
    rows.clear()
    verdict = resources(all_pairs)
    assert verdict.points < 2
    assert "too-much-memory" in ids_of(verdict)
    assert len(top)


MEMORY_ALONE = (100, None)


@pytest.mark.slow(3)
def test_memory_alone_takes_all_points_and_any_time() -> None:
    small = {"large": 300, "memory": 2**19, "lengths": MEMORY_ALONE}  # all pairs take 700 kB
    assert resources(one_by_one, **small).points == 2
    verdict = resources(all_pairs, **small)
    assert verdict.points == 0
    assert len(verdict.findings) == 1
    assert "too-much-memory" in ids_of(verdict)
    assert "time-between" not in ids_of(verdict)
    assert resources(lambda x: x, lengths=MEMORY_ALONE).points == 0


def test_what_is_set_up_once_is_not_charged_to_memory_alone() -> None:
    kept = []

    def sets_up(x: np.ndarray) -> np.ndarray:
        if not kept:
            kept.append(np.ones(2**23))  # twice the limit of a call
        return differences(x)

    assert resources(sets_up, lengths=MEMORY_ALONE).points == 2


@pytest.mark.parametrize("longest", [99, 100])
def test_what_is_measured_has_to_be_right(longest: int) -> None:
    def right_when_short(x: np.ndarray) -> Any:
        return differences(x) if len(x) <= longest else np.zeros(len(x))

    verdict = resources(right_when_short)
    assert verdict.points == 0
    assert "9 of 9 entries differ" in verdict.text


def test_hanging_and_raising_code_is_not_tried_at_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("examiner.checks.calls.MAX_SECONDS", 0.1)

    def hangs(x: np.ndarray) -> None:
        while True:
            pass

    start = time.process_time()
    assert mentions(resources(hangs).text, "0.1 s")
    assert time.process_time() - start < 2
    assert "it raised ZeroDivisionError" in resources(lambda x: 1 / 0).text


LOOPS = {  # answer -> the plain loops that a call of each length takes
    "quick": ({100: 1, 2_000: 1, 8_000: 1}, False, True),
    "slow, in linear time": ({100: 5, 2_000: 5, 8_000: 5}, True, True),
    "quadratic, wastes time in short calls": ({100: 3, 2_000: 5, 8_000: 20}, True, False),
    "quadratic, slower than the limit": ({100: 9, 2_000: 8, 8_000: 32}, True, False),
    "quadratic in a few chunks": ({100: 0.1, 2_000: 0.3, 8_000: 1.2}, True, False),
}


@pytest.mark.parametrize(("loops", "meets_longer", "right"), LOOPS.values(), ids=LOOPS)
def test_time_wasted_in_short_calls_allows_no_quadratic_code(
    loops: dict[int, float], meets_longer: bool, right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock is a table here; `make bench` tries real answers of these kinds."""
    lengths, timed = [], resources_module.timed

    def seconds_of(function: Callable, arguments: tuple[np.ndarray]) -> float:
        return 1e-3 * len(arguments[0])

    def timed_by_table(answer: Any, calls: list[tuple], **limits: Any) -> tuple[float, list]:
        lengths.extend(len(x) for (x,) in calls)
        _, outcomes = timed(answer, calls, **limits)
        return sum(loops[len(x)] * seconds_of(answer, (x,)) for (x,) in calls), outcomes

    monkeypatch.setattr(resources_module, "timed", timed_by_table)
    monkeypatch.setattr(resources_module, "_seconds_of", seconds_of)
    verdict = resources(differences, plain_loop=differences, longer=8_000)
    assert (8_000 in lengths) == meets_longer
    assert ("time-grows" not in ids_of(verdict), verdict.points) == (right, 2 if right else 1)


def test_work_of_other_processes_or_threads_ends_no_timed_call(sandbox: Sandbox) -> None:
    """It is timed anyway. On a busy machine, a watch on it once ended calls of right answers."""
    with closing(sandbox.student()) as student:
        student.run(
            "import threading, time\n"
            "def works():\n"
            "    while time.process_time() < 1: pass\n"
            "threading.Thread(target=works, daemon=True).start()\n"
            "def answer(x):\n    time.sleep(0.4)\n    return len(x) * x - x.sum()"
        )
        assert "time-grows" not in ids_of(resources(student.look_up("answer")))


def test_a_machine_that_is_busy_for_a_moment_costs_nothing() -> None:
    pauses = [0.0] * 8 + [0.5]  # the short calls; then the long one is held up

    def held_up(x: np.ndarray) -> np.ndarray:
        time.sleep(pauses.pop(0) if pauses else 0.0)
        return differences(x)

    assert resources(held_up).points == 2


def test_one_call_that_takes_far_longer_than_the_next_costs_nothing() -> None:
    """The machine took this time, not the answer: the second call decides."""
    number = 0

    def once_slow(x: np.ndarray) -> np.ndarray:
        nonlocal number
        number += 1
        if number == resources_module.PIECES + 1:  # the first long call
            start = time.thread_time()
            while time.thread_time() < start + 0.5:
                pass
        return differences(x)

    assert resources(once_slow).points == 2


def test_a_rubric_names_what_a_property_needs() -> None:
    question = checks.Properties(
        {
            "is a bound": checks.Property(is_sorted, sizes=[(3,)]),
            "is tight": checks.Property(is_sorted, sizes=[(3,)], needs=["is a bound"]),
        },
        shape=lambda: (),
    )
    names = [row.item for row in question.items(2)]
    assert names == ["is a bound", "is tight (counts only with “is a bound”)"]
