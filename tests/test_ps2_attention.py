"""What problem set 2 gives to students: previews of their answers, figures, given code."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable
from typing import Any

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest

from examiner.build import source_of
from examiner.checks.tolerances import close
from examiner.course import Course
from examiner.regions import split, visible
from tests.bank_runner import ROOT, Answer, Notebook, answers, error_of_visible_test, printed_by

NOTEBOOK = Notebook.of("ps2_attention")
(PROBLEM,) = Course(ROOT).problems("ps2_attention")
ACCEPTED = [a for a in answers() if a.assignment == "ps2_attention" and a.directory == "accepted"]


@pytest.fixture
def names() -> dict[str, Any]:
    """The namespace of a notebook with right answers."""
    return NOTEBOOK.solved()


@pytest.fixture
def no_window() -> Any:
    mpl.use("Agg")
    yield
    plt.close("all")


class TestPreviews:
    @pytest.mark.parametrize("question", list(NOTEBOOK.tests))
    def test_a_stub_fails(self, question: str) -> None:
        stub = re.sub(
            r"( *)### BEGIN SOLUTION.*### END SOLUTION",
            r"\1raise NotImplementedError",
            NOTEBOOK.solutions[question],
            flags=re.DOTALL,
        )
        names = NOTEBOOK.namespace()
        with contextlib.suppress(NotImplementedError):
            exec(stub, names)
        try:
            said = printed_by(split(NOTEBOOK.tests[question], "hidden tests")[0], names)
        except NotImplementedError as error:
            said = f"Not answered yet: {error}"
        assert re.search(r"Not answered yet: ($|Replace|define the (dict|list) `\w+` above)", said)

    @pytest.mark.parametrize("answer", ACCEPTED, ids=[a.name for a in ACCEPTED])
    def test_a_right_answer_passes(self, answer: Answer) -> None:
        assert error_of_visible_test(answer) is None

    @pytest.mark.parametrize(
        ("value", "message"),
        [
            (None, "gap: there is nothing; is a return missing?"),
            ("3", "gap: expected real numbers, not "),
            (1j, "gap: expected real numbers, not complex128"),
            (True, "gap: expected real numbers, not bool"),
            ([1, 2], "gap: the shape is (2,), expected ()"),
        ],
    )
    def test_the_shape_of_an_answer(self, names: dict[str, Any], value: Any, message: str) -> None:
        with pytest.raises(AssertionError, match=re.escape(message)):
            names["preview_shape"]("gap", value, ())

    def test_numbers_that_are_none(self, names: dict[str, Any]) -> None:
        shown = printed_by("preview_shape('A', [[1.0], [np.nan]], (2, 1))", names)
        assert "A: shape (2, 1), as it should be" in shown
        assert "some of it is infinite or not a number" in shown

    @pytest.mark.parametrize(
        ("chosen", "shown"),
        [
            ("a", "entry: a"),
            ({"b", "a"}, "entry: a, b"),
            (set(), "entry: no option at all"),
            ("A", "entry: 'A' is no option; choose from a, b"),
            (["a", 1], "entry: 1 is no option; choose from a, b"),
            ([np.zeros(2)], "entry: array([0., 0.]) is no option; choose from a, b"),
            (None, "entry: nothing chosen yet"),
            ({"a": "b"}, "entry: nothing chosen yet"),
        ],
    )
    def test_the_options_of_a_choice(self, names: dict[str, Any], chosen: Any, shown: str) -> None:
        names["chosen"] = chosen
        assert printed_by("preview_choice('entry', chosen, ['a', 'b'])", names).strip() == shown

    @pytest.mark.parametrize(
        ("question", "name", "value"),
        [
            ("softmax_conclusion", "conclusion", {"output": "insensible", "gradients": "vanish"}),
            ("equivariance_false_step", "equivariance_false_step", {"line": "5"}),
            ("mask_scenarios", "masks", {"BERT": {"self-attention": {"padding"}}, "GPT": None}),
        ],
    )
    def test_a_typo_in_an_option_is_shown(self, question: str, name: str, value: Any) -> None:
        names = NOTEBOOK.namespace() | {name: value}
        shown = printed_by(split(NOTEBOOK.tests[question], "hidden tests")[0], names)
        assert "is no option; choose from" in shown

    @pytest.mark.parametrize("rest", [5e-6, 2e-10])
    def test_a_right_norm_of_saturated_weights_is_off_by_less_than_is_charged(
        self, names: dict[str, Any], rest: float
    ) -> None:
        a = np.array([1 - rest, rest / 2, rest / 2])
        exact = np.linalg.norm(np.diag(a) - np.outer(a, a)) ** 2
        for kind in (np.float64, np.float32):
            got = np.asarray(names["jacobian_norm_squared"](a.astype(kind)), dtype=kind)
            assert close(got, exact, float32=kind is np.float32)


@pytest.mark.slow(2)
@pytest.mark.usefixtures("no_window")
class TestFigures:
    def draw_all(self, names: dict[str, Any]) -> str:
        return "".join(printed_by(source, names) for source in NOTEBOOK.other)

    def test_with_answers(self, names: dict[str, Any]) -> None:
        assert self.draw_all(names) == ""

    def test_without_answers(self) -> None:
        shown = self.draw_all(NOTEBOOK.namespace())
        assert shown.count("Nothing to draw: with your answer") == 2

    @pytest.mark.parametrize("wrong", [lambda *_: None, lambda *_: np.zeros(3), lambda *_: 1 / 0])
    def test_with_answers_that_are_wrong(self, names: dict[str, Any], wrong: Callable) -> None:
        self.draw_all(names | {"softmax_jacobian": wrong, "linear_attention": wrong})

    def test_quadratic_memory_has_slope_2_and_linear_has_slope_1(
        self, names: dict[str, Any]
    ) -> None:
        self.draw_all(names)
        slopes = {}
        for name in ("quadratic", "linear"):
            lengths, _, megabytes = names[f"{name}_costs"]
            growth = np.log(megabytes[-1] / megabytes[-2])
            slopes[name] = growth / np.log(lengths[-1] / lengths[-2])
        assert slopes == pytest.approx({"quadratic": 2, "linear": 1}, abs=0.15)

    def test_slow_code_is_not_measured_for_ever(self, names: dict[str, Any]) -> None:
        self.draw_all(names)
        asked = []

        def slow(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> None:
            asked.append(V.shape[1])
            sum(range(200_000))

        lengths, seconds, megabytes = names["measure"](slow, [1, 2, 3, 4], patience=1e-3)
        assert (lengths, len(seconds), len(megabytes)) == ([1], 1, 1)
        assert set(asked) == {1}


def test_what_students_see_gives_no_answer_away() -> None:
    """Nothing that a student can read holds a result that a question asks for."""
    seen = "\n".join(visible(cell.source) for cell in source_of(PROBLEM).cells)
    for secret in ("65 tokens", "5.6e-42", r"5.64 \cdot", "insensitive to z", "J has no negative"):
        assert secret not in seen
