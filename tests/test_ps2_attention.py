"""What problem set 2 gives to students: previews of their answers, figures, given code."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from examiner import checks
from examiner.authoring.build import source_of
from examiner.checks.tolerances import ATOL_FLOAT32, RTOL_FLOAT32, close
from examiner.course import Course
from examiner.regions import split, visible
from tests.bank_runner import (
    ROOT,
    Answer,
    Notebook,
    answers,
    prepared,
    printed_by,
)

NOTEBOOK = Notebook.of("ps2_attention")
(PROBLEM,) = Course(ROOT).problems("ps2_attention")
PICTURES = [
    name for name, test in NOTEBOOK.tests.items() if "show(" in split(test, "hidden tests")[0]
]
ACCEPTED = [a for a in answers() if a.assignment == "ps2_attention" and a.directory == "accepted"]


@pytest.fixture
def names() -> dict[str, Any]:
    """The namespace of a notebook with right answers."""
    return NOTEBOOK.solved()


class TestPreviews:
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
        assert "A: shape (2, 1), as asked. The values were not looked at." in shown
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


class _Cases(Exception):
    """Ends a hidden test once its cases are known."""


@pytest.mark.parametrize(
    "answer", [a for a in ACCEPTED if "float32" in a.path.stem], ids=lambda a: a.name
)
def test_single_precision_stays_far_within_its_tolerance(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    test: dict[str, Any] = {}

    @functools.wraps(checks.arrays)
    def cases_of(function: Callable, **settings: Any) -> None:
        test.update(settings, function=function)
        raise _Cases

    monkeypatch.setattr(checks, "arrays", cases_of)
    with pytest.raises(_Cases):
        prepared(answer)()
    for seed in range(20):
        for name, case in test["cases"](np.random.default_rng(seed)).items():
            expected = test["oracle"](*case.arguments, **case.keywords)
            got = test["function"](*case.arguments, **case.keywords)
            atol, rtol = ATOL_FLOAT32 / 10, RTOL_FLOAT32 / 10
            assert close(got, expected, atol=atol, rtol=rtol).all(), (name, seed)


def pictured(names: dict[str, Any], question: str) -> tuple[str, int]:
    """What the cell below an answer prints, and how many figures it draws."""
    plt.close("all")
    printed = printed_by(split(NOTEBOOK.tests[question], "hidden tests")[0], names)
    return printed, len(plt.get_fignums())


@pytest.mark.slow(2)
class TestPictures:
    """The cell below an answer draws it, in a student's notebook only."""

    @pytest.fixture
    def students(self) -> dict[str, Any]:
        return NOTEBOOK.solved("__main__")

    @pytest.mark.parametrize("question", PICTURES)
    def test_of_right_answers(self, students: dict[str, Any], question: str) -> None:
        printed, figures = pictured(students, question)
        assert "picture" not in printed
        assert figures == 1
        assert plt.gcf().get_figwidth() < 6  # it can be read on a phone

    @pytest.mark.parametrize("question", PICTURES)
    def test_none_where_answers_are_graded(self, names: dict[str, Any], question: str) -> None:
        assert pictured(names, question)[1] == 0

    @pytest.mark.parametrize("wrong", [lambda *_, **__: None, lambda *_, **__: np.zeros(3)])
    def test_of_wrong_answers_is_a_line(self, students: dict[str, Any], wrong: Callable) -> None:
        for name in [name for name in students if name.startswith("draw_")]:
            count = students[name].__code__.co_argcount
            defaults = len(students[name].__defaults__ or ())
            printed_by(
                f"show(lambda: {name}(*wrong))", students | {"wrong": [wrong] * (count - defaults)}
            )

    def test_without_answers_is_a_line(self, students: dict[str, Any]) -> None:
        def stub(*_: Any, **__: Any) -> None:
            raise NotImplementedError

        for missing in ("stub", "not_defined"):
            names = students | {"stub": stub}
            shown = printed_by(f"show(lambda: draw_scores({missing}))", names)
            assert shown == "The picture waits for an answer.\n"
        assert plt.get_fignums() == []

    def test_an_error_is_told(self, students: dict[str, Any]) -> None:
        shown = printed_by("show(lambda: draw_scores(lambda *_: 1 / 0))", students)
        assert "ZeroDivisionError: division by zero" in shown

    def test_quadratic_memory_has_slope_2_and_linear_has_slope_1(
        self, students: dict[str, Any]
    ) -> None:
        slopes = {}
        for name in ("quadratic", "linear"):
            _, memory, _ = students["measured"](students[f"{name}_attention"], [1024, 2048])
            slopes[name] = np.log2(memory[1] / memory[0])
        assert slopes == pytest.approx({"quadratic": 2, "linear": 1}, abs=0.15)

    def test_slow_code_is_not_measured_for_ever(self, students: dict[str, Any]) -> None:
        asked = []

        def slow(V: np.ndarray, G_K: np.ndarray, G_Q: np.ndarray) -> None:
            asked.append(V.shape[1])
            sum(range(200_000))

        assert students["measured"](slow, [1, 2, 3, 4], patience=1e-3).shape == (3, 1)
        assert set(asked) == {1}

    def test_all_of_it_together(self, students: dict[str, Any]) -> None:
        shown = printed_by(NOTEBOOK.other[-1], students)
        assert "standard deviation of a score                      8            11.3" in shown
        assert "not answered" not in shown

    def test_all_of_it_together_without_an_answer(self, students: dict[str, Any]) -> None:
        def stub(*_: Any, **__: Any) -> None:
            raise NotImplementedError

        shown = printed_by(NOTEBOOK.other[-1], students | {"score_moments": stub})
        assert re.search("standard deviation of a score +not answered +not answered", shown)
        assert shown.count("not answered") == 2


def test_what_students_see_gives_no_answer_away() -> None:
    """Nothing that a student can read holds a result that a question asks for."""
    seen = "\n".join(visible(cell.source) for cell in source_of(PROBLEM).cells)
    for secret in ("65 tokens", "5.6e-42", r"5.64 \cdot", "insensitive to z", "J has no negative"):
        assert secret not in seen
