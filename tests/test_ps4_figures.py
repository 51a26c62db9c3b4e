"""What problem set 4 gives to students: previews of their answers, and figures that these drive."""

from __future__ import annotations

import contextlib
import re
from types import SimpleNamespace
from typing import Any

import matplotlib.pyplot as plt
import pytest

from examiner.authoring.build import source_of
from examiner.course import Course
from examiner.regions import split, visible
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


def test_a_growth_that_overflows_is_not_told_to_use_what_it_uses(names: dict[str, Any]) -> None:
    exec("def softmax_time(T, U):\n    return U * math.log(T)", names)
    said = printed_by(split(NOTEBOOK.tests["softmax_time"], "hidden tests")[0], names)
    assert "such an int is no float, and can't be multiplied by one" in said
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


def test_a_loop_over_every_weight_does_not_hold_a_figure_up(names: dict[str, Any]) -> None:
    exec(
        "def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):\n"
        "    return sum(1 for _ in range(n_layers * (4 * d_model**2 + 2 * d_model * d_ff)))",
        names,
    )
    (figure,) = [cell for cell in FIGURES if "compare_with_published()" in cell]
    assert "Your loops or arrays take too long" in printed_by(figure, names)


def test_a_slow_depth_does_not_hold_the_figure_of_times_up(names: dict[str, Any]) -> None:
    (figure,) = [cell for cell in FIGURES if "plot_time()" in cell]
    asked: list[int] = []

    def layer_depth(T: int, J: int, K: int, U: int) -> int:
        asked.append(T)
        names["time"] = SimpleNamespace(perf_counter=lambda: sum(asked) / 1000)  # a step per token
        return T

    names |= {"layer_depth": layer_depth, "time": SimpleNamespace(perf_counter=lambda: 0.0)}
    assert "Your loops or arrays take too long" in printed_by(figure, names)
    assert max(asked) <= 4096  # a million is asked for


def test_the_audit_is_settled_to_the_last_flop(names: dict[str, Any]) -> None:
    (figure,) = [cell for cell in FIGURES if "settle()" in cell]
    *_, before, corrected = printed_by(figure, names).splitlines()
    assert before.split()[-1] == corrected.split()[-1]


def test_one_point_of_the_roofline_is_under_the_roof(names: dict[str, Any]) -> None:
    """GPT-2 XL on an A100: decoding waits for memory at any batch, prefill for arithmetic."""
    model, ridge = names["GPT2_XL"], 312e12 / 2e12
    for batch in (1, 512):
        assert names["decode_intensity"](1024, batch, **model, bytes_per_value=2) < ridge
    weights = 2 * names["non_embedding_parameters"](**model)
    assert names["causal_flops"](1024, **model) / weights > ridge


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
