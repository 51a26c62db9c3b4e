"""What problem set 4 gives to students: previews of their answers, and figures that these drive."""

from __future__ import annotations

import contextlib
import re
from functools import partial
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from examiner.authoring.build import source_of
from examiner.course import Course
from examiner.regions import visible
from tests.bank_runner import ROOT, Notebook, printed_by

NOTEBOOK = Notebook.of("ps4_scale")
FIGURES = [cell for cell in NOTEBOOK.other if "needs(" in cell]
each_figure = pytest.mark.parametrize(
    "figure", FIGURES, ids=[cell.splitlines()[0] for cell in FIGURES]
)


@pytest.fixture
def names() -> dict[str, Any]:
    """The namespace of a notebook with right answers."""
    return NOTEBOOK.solved()


def with_stubs() -> dict[str, Any]:
    """The namespace of a notebook as it was released."""
    names = NOTEBOOK.namespace()
    for solution in NOTEBOOK.solutions.values():
        stub = re.sub(
            r"( *)### BEGIN SOLUTION.*?### END SOLUTION",
            r'\1raise NotImplementedError("Replace this line with your answer.")',
            solution,
            flags=re.DOTALL,
        )
        with contextlib.suppress(NotImplementedError):
            exec(stub, names)
    return names


@pytest.mark.parametrize(
    ("growth", "remark"),
    [
        ("U * math.log(T)", "OverflowError: such an int is no float and no np.int64, and can't be"),
        ("np.int64(T) * np.int64(U)", "OverflowError: such an int is no float and no np.int64"),
        ("sum(1 for _ in range(T * U))", "it doesn't end: no loop can count to these"),
        ("T if T < 2 else 1 + softmax_time(B, T - 1, U)", "RecursionError: nothing can count down"),
        ("T * U", ""),
    ],
)
def test_a_growth_that_huge_sizes_stop_is_told_so(growth: str, remark: str) -> None:
    names = NOTEBOOK.solved("__main__")
    exec(f"def softmax_time(B, T, U):\n    return {growth}", names)
    limit = names["time_limit"]
    names["time_limit"] = lambda seconds=60: limit(60 if seconds == 60 else 0.5)
    said = printed_by("preview_growth(softmax_time, B=2, T=10, U=6)", names)
    assert remark in said
    assert ("But" in said) == bool(remark)
    assert "use Python's ints" not in said


@each_figure
def test_a_figure_waits_for_its_answers_and_leaves_no_empty_one(figure: str) -> None:
    said = printed_by(figure, with_stubs())
    assert said.startswith("This needs question")
    assert said.count("\n") == 1
    assert not plt.get_fignums()


@each_figure
def test_right_answers_drive_a_figure(figure: str, names: dict[str, Any]) -> None:
    said = printed_by(figure, names)
    assert "raises" not in said
    assert "This needs" not in said
    assert said or plt.get_fignums()


@pytest.mark.parametrize(
    ("function", "of"),
    [
        ("non_embedding_parameters", "compare_with_published"),
        ("kv_cache_bytes", "plot_cache"),
        ("layer_depth", "plot_time"),
    ],
)
def test_an_endless_loop_does_not_hold_a_figure_up(function: str, of: str) -> None:
    names = NOTEBOOK.solved("__main__")
    exec(f"def {function}(*sizes, **named):\n    while True:\n        pass", names)
    names["time_limit"] = partial(names["time_limit"], 0.3)
    (figure,) = [cell for cell in FIGURES if f"def {of}(" in cell]
    said = printed_by(figure, names)
    assert "what follows needs a closed formula. (Your answer is graded at small sizes.)" in said


def test_the_audit_is_settled_to_the_last_flop(names: dict[str, Any]) -> None:
    (figure,) = [cell for cell in FIGURES if "settle()" in cell]
    *_, before, corrected = printed_by(figure, names).splitlines()
    assert before.split()[-1] == corrected.split()[-1]


def test_no_batch_keeps_a_machine_busy_on_long_texts(names: dict[str, Any]) -> None:
    """GPT-2 XL on an A100: decoding waits for memory at any batch, but for short texts."""
    model, ridge = names["GPT2_XL"], 312e12 / 2e12
    for t, most in ((16, 4096), (128, 0), (1024, 0)):
        busy = [
            batch
            for batch in 2 ** np.arange(13)
            if names["decode_intensity"](t, int(batch), **model, bytes_per_value=2) > ridge
        ]
        assert max(busy, default=0) == most


@pytest.mark.slow
def test_what_students_see_gives_no_answer_away() -> None:
    """Nothing that a student can read holds a formula that a question asks for."""
    (problem,) = Course(ROOT).problems("ps4_scale")
    seen = "\n".join(visible(cell.source) for cell in source_of(problem).cells)
    for secret in (
        *("4 * d_model", "2 * d_model * d_ff", "84_934_656", "n * (n + 1)", "(n + 1) / 2", "6N"),
        *("log2(T)", "math.log(T", "log T", "log J", "(n + 1) * d", "np.vstack", "h + w - 1"),
        *("r * (r + 1)", "(2 * r + 1)", "<= r", "4 * n", "2 * n_kv_heads", "alpha * A"),
        *("flops / 6", "6 * n_params", "alpha + beta", "3 * dense", "exp(m_1", "exp(m1"),
    ):
        assert secret not in seen, secret
