"""What problem set 3 gives to students from layer norm on: previews, pictures of their answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import pytest

from examiner.authoring.build import source_of
from examiner.course import Course
from examiner.regions import split, visible
from tests.bank_runner import ROOT, Notebook, printed_by

NOTEBOOK = Notebook.of("ps3_architecture")
(PROBLEM,) = Course(ROOT).problems("ps3_architecture")
QUESTIONS = (
    *("norm_dependence", "layer_norm", "layer_norm_radius", "layer_norm_steps"),
    *("layer_norm_backward", "bert_tasks", "bert_masking", "spatial_attention", "dense_audit"),
)
LOOKS = {question: split(NOTEBOOK.tests[question], "hidden tests")[0] for question in QUESTIONS}
PICTURES = [question for question, look in LOOKS.items() if "draw_" in look]


@pytest.mark.parametrize(
    ("question", "name", "value", "message"),
    [
        ("norm_dependence", "dependence", {"layer norm": {"v"}}, "'v' is no option"),
        ("bert_tasks", "tasks", {"inference": "label"}, "'label' is no option"),
        ("bert_tasks", "tasks", ["generative"], "expected a dict, not list"),
        ("layer_norm_backward", "layer_norm_backward", lambda *_: np.zeros((5, 7)), "not array"),
        ("layer_norm_backward", "layer_norm_backward", lambda *_: (1, 2), "not 2 things"),
        (
            "layer_norm_backward",
            "layer_norm_backward",
            lambda dy, *_: (dy, np.zeros(5), np.zeros((1, 7))),
            "dgamma: the shape is (5,), expected (7,)",
        ),
        ("bert_masking", "bert_mask", lambda tokens, *_: tokens, "expected (inputs, targets)"),
        (
            "bert_masking",
            "bert_mask",
            lambda tokens, *_: (tokens, tokens.ravel()),
            "targets: the shape is (30,), expected (5, 6)",
        ),
        ("spatial_attention", "spatial_self_attention", lambda h, *_: h, "expected (h_out, alpha)"),
        (
            "spatial_attention",
            "spatial_self_attention",
            lambda h, *_: (h[:, :, :6], np.zeros((3, 28, 28))),
            "alpha: the shape is (3, 28, 28), expected (3, 4, 7, 4, 7)",
        ),
        (
            "dense_audit",
            "dense_audit",
            lambda *_: {"qkv_weights": 1.5, "bias": 3},
            "Not asked for: bias",
        ),
        ("dense_audit", "dense_audit", lambda *_: [1, 2], "expected a dict, not list"),
    ],
)
def test_what_an_answer_lacks_is_said(question: str, name: str, value: Any, message: str) -> None:
    names = NOTEBOOK.solved() | {name: value}
    assert message in printed_by(LOOKS[question], names)


@pytest.fixture
def students() -> dict[str, Any]:
    """The namespace of a student's notebook with right answers."""
    return NOTEBOOK.solved("__main__")


@pytest.mark.slow(2)
class TestPictures:
    @pytest.mark.parametrize("question", PICTURES)
    def test_of_right_answers(self, students: dict[str, Any], question: str) -> None:
        shown = printed_by(LOOKS[question], students)
        assert "picture" not in shown.lower()
        assert "DIFFERS" not in shown
        assert len(plt.get_fignums()) == 1

    @pytest.mark.parametrize("wrong", [lambda *_: None, lambda *_: np.zeros(3)])
    def test_of_wrong_answers_is_a_line(self, students: dict[str, Any], wrong: Callable) -> None:
        for question in PICTURES:
            lines = re.findall(r"^show\(.*$", LOOKS[question], re.MULTILINE)
            for name in re.findall(r"^def (\w+)", NOTEBOOK.solutions[question], re.MULTILINE):
                printed_by("\n".join(lines), students | {name: wrong})  # and nothing is raised

    def test_without_an_answer_is_a_line(self, students: dict[str, Any]) -> None:
        del students["layer_norm"]
        shown = printed_by(LOOKS["layer_norm_radius"], students)
        assert "The picture waits for an answer.\n" in shown
        assert plt.get_fignums() == []

    def test_slopes_show_a_wrong_gradient(self, students: dict[str, Any]) -> None:
        right = students["layer_norm_backward"]

        def halved(*arguments: Any) -> Any:
            dx, dgamma, dbeta = right(*arguments)
            return dx / 2, dgamma, dbeta

        names = students | {"layer_norm_backward": halved}
        shown = printed_by("compare_slopes(layer_norm, layer_norm_backward)", names)
        assert re.findall(r"d(\w+): (\w+)", shown) == [
            ("x", "DIFFERS"),
            ("gamma", "agrees"),
            ("beta", "agrees"),
        ]

    def test_many_features_in_time_and_not(self, students: dict[str, Any]) -> None:
        timed = "time_many_features(layer_norm_backward, n_tokens=2, d=50, limit={})"
        assert "2 tokens of 50 features: in time;" in printed_by(timed.format(60), students)
        assert ": TOO SLOW;" in printed_by(timed.format(0), students)

    def test_the_audit_at_the_size_of_a_model(self, students: dict[str, Any]) -> None:
        shown = printed_by(LOOKS["dense_audit"], students)
        assert re.search(r"add to dense_biases +131,072 +-262,144", shown)


def test_what_students_see_gives_no_answer_away() -> None:
    """Nothing that a student can read holds a result that a question asks for."""
    seen = "\n".join(visible(cell.source) for cell in source_of(PROBLEM).cells)
    for secret in (
        *("abs(gamma) * sqrt(d)", r"\gamma|\sqrt", r"\sqrt d", "D^2N^2"),
        *("through_mu", "ellipsoid", "3 * d - 3", "annotators gave", "varepsilon/3"),
        *("(n_heads + 1) **", "(2 + ffn_mult)", "d * ffn_mult * d", "8 N D", "4 f N D"),
        *("3 * d**2", "n**2 * d**2", "(n * d) ** 2", "4*n_t", "(n_t + n_s) *"),
    ):
        assert secret not in seen
