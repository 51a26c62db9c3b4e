"""What problem set 1 gives to students: the layer, looks at their answers, figures, the counter."""

from __future__ import annotations

import contextlib
import io
from typing import Any
from unittest import mock

import matplotlib as mpl
import numpy as np
import pytest

from tests.bank_runner import Answer, Notebook, answers

NOTEBOOK = Notebook.of("ps1_flops")
GRADIENTS = [a for a in answers() if (a.assignment, a.question) == ("ps1_flops", "q5_gradients")]
SIZES = {"seq_len": 11, "d_in": 7, "d_attn": 3, "d_out": 5, "d_hidden": 13}


@pytest.fixture
def names() -> dict[str, Any]:
    """The namespace of a notebook with right answers."""
    return NOTEBOOK.solved()


def printed_by(source: str, names: dict[str, Any]) -> str:
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(source, names)
    return out.getvalue()


class TestForward:
    def test_large_scores_do_not_overflow(self, names: dict[str, Any]) -> None:
        X, _, *weights = names["random_layer"](**SIZES, seed=3)
        arrays = names["forward"](800 * X, *weights)
        assert np.abs(arrays["S"]).max() > 800
        assert all(np.isfinite(array).all() for array in arrays.values())
        np.testing.assert_allclose(arrays["A"].sum(axis=1), 1.0, rtol=1e-12)

    def test_a_tiny_imaginary_part_changes_no_real_part(self, names: dict[str, Any]) -> None:
        X, _, *weights = names["random_layer"](**SIZES, seed=4)
        real = names["forward"](X, *weights)
        moved = names["forward"](X, *(weight + 1e-30j for weight in weights))
        for name, array in real.items():
            np.testing.assert_allclose(moved[name].real, array, rtol=1e-12)
            assert np.isfinite(moved[name].imag).all()


class TestLooks:
    def look(self, answer: Answer) -> str:
        names = NOTEBOOK.namespace()
        exec(answer.code, names)
        # Seeded: once in some thousand draws the slope is measured across the kink of a ReLU.
        seeded = np.random.default_rng(11)
        with mock.patch.object(np.random, "default_rng", return_value=seeded):
            return printed_by("look_at_gradients(gradients)", names)

    @pytest.mark.parametrize(
        "answer", [a for a in GRADIENTS if a.directory == "accepted"], ids=lambda a: a.path.stem
    )
    def test_right_gradients_keep_every_law(self, answer: Answer) -> None:
        shown = self.look(answer)
        if "lists" in answer.path.stem:
            assert shown.count("not an array of real numbers but list") == 5
        else:
            assert shown.count("holds") == 6
            assert "DOES NOT HOLD" not in shown

    @pytest.mark.parametrize(
        "answer", [a for a in GRADIENTS if a.directory == "partial"], ids=lambda a: a.path.stem
    )
    def test_wrong_gradients_are_noticed(self, answer: Answer) -> None:
        """Their type and shape, or else at least the slope: the laws alone miss many."""
        shown = self.look(answer)
        assert "Laws and slope can be looked at when all five are." in shown or (
            "DOES NOT HOLD  slope" in shown
        )

    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("return None", "expected a whole number, not NoneType"),
            ("return '12'", "expected a whole number, not str"),
            ("return True", "expected a whole number, not bool"),
            ("return 12.5", "expected a whole number, not 12.5"),
            ("return float('inf')", "expected a whole number, not inf"),
            ("return np.ones(3)", "expected a whole number, not ndarray"),
        ],
    )
    def test_what_is_no_count_is_refused(
        self, names: dict[str, Any], body: str, message: str
    ) -> None:
        exec(f"def count(seq_len, d_in, d_attn, d_out, d_hidden):\n    {body}", names)
        with pytest.raises(AssertionError, match=message):
            printed_by("look_at_count(count)", names)

    @pytest.mark.parametrize(
        ("arguments", "remark"),
        [
            ("seq_len, d_in, d_attn, d_out, d_hidden", ""),
            ("L, i, a, o, h", "keep the arguments' names"),
            ("seq_len, d_attn, d_in, d_hidden, d_out", "keep the arguments' order"),
        ],
    )
    def test_the_wiring_of_a_count(
        self, names: dict[str, Any], arguments: str, remark: str
    ) -> None:
        second = arguments.split(", ")[1]
        exec(f"def count({arguments}):\n    return np.int64(10) * {second}", names)
        shown = printed_by("look_at_count(count)", names)
        assert "a whole number, as it should be" in shown
        assert ("But" in shown) == bool(remark)
        assert remark in shown

    def test_a_negative_count(self, names: dict[str, Any]) -> None:
        exec("def count(seq_len, d_in, d_attn, d_out, d_hidden):\n    return -seq_len", names)
        assert "negative" in printed_by("look_at_count(count)", names)

    def test_the_lines_of_a_ledger(self, names: dict[str, Any]) -> None:
        exec(
            "def ledger(seq_len, d_in, d_attn, d_out, d_hidden):\n    return {'dH': 1, 7: 2}", names
        )
        shown = printed_by("look_at_ledger(ledger)", names)
        assert shown.count("missing") == 14
        assert "Not asked for: 7" in shown


class TestUngraded:
    """Figures and the counter, with answers and without."""

    @pytest.fixture(autouse=True)
    def no_window(self) -> None:
        mpl.use("Agg")

    def run_all(self, names: dict[str, Any]) -> str:
        return "".join(printed_by(source, names) for source in NOTEBOOK.other)

    def test_with_answers(self, names: dict[str, Any]) -> None:
        shown = self.run_all(names)
        assert "Nothing to draw" not in shown
        for line in ("attention + feed-forward", "forward pass with loss"):
            (row,) = (row.split() for row in shown.splitlines() if row.startswith(line))
            assert row[-1] == row[-2]

    def test_without_answers(self) -> None:
        shown = self.run_all(NOTEBOOK.namespace() | dict.fromkeys(COUNTS, _unanswered))
        assert "Nothing to draw before questions 2 and 4 are answered" in shown
        assert "Answer questions 2, 4 and 6" in shown

    def test_counting_in_loops_does_not_take_for_ever(self, names: dict[str, Any]) -> None:
        asked = []

        def slow(seq_len: int, *widths: int) -> int:
            asked.append(seq_len)
            return sum(1 for _ in range(seq_len * 50_000))

        self.run_all(names)
        lengths = names["cost_by_length"](slow, (1, 1, 1, 1), patience=0.05)
        assert list(lengths) == asked
        assert max(asked) < 512

    def test_the_counter_agrees_with_the_formulas(self, names: dict[str, Any]) -> None:
        self.run_all(names)
        L, h = SIZES["seq_len"], SIZES["d_hidden"]
        X, y, *weights = names["random_layer"](**SIZES, seed=1)
        count = names["count_operations"]
        forward = names["attention_flops"](**SIZES) + names["feedforward_flops"](**SIZES)
        assert count(names["forward"], X, *weights) == {
            "products": forward,
            "sums": L * L,  # the softmax's normalisers
            "elementwise": 3 * L * L,  # scale, subtraction of the maximum, division
        }
        backward = names["backward_product_flops"](**SIZES) - 2 * L * h  # dH is written with *
        assert count(names["gradients"], X, y, *weights)["products"] == forward + backward

    def test_the_counter_follows_loops_and_refuses_what_it_cannot_see(
        self, names: dict[str, Any]
    ) -> None:
        self.run_all(names)
        count, x = names["count_operations"], np.arange(6.0)
        assert count(lambda x: [a * b for a in x for b in x], x)["elementwise"] == 36
        assert count(lambda x: x.dot(x), x)["products"] == 12
        assert count(lambda x: np.dot(x[None, :], x), x)["products"] == 12
        assert count(_token_by_token, x) == {"products": 0, "sums": 0, "elementwise": 2 * 36}
        with pytest.raises(TypeError, match=r"np\.einsum can't be counted here"):
            count(lambda x: np.einsum("i,i", x, x), x)


def _token_by_token(x: np.ndarray) -> np.ndarray:
    result = np.zeros(6)
    for i in range(6):
        for j in range(6):
            result[i] += x[i] * x[j]
    return result


COUNTS = ("attention_flops", "feedforward_flops", "forward_flops")


def _unanswered(*sizes: int, **named: int) -> None:
    raise NotImplementedError
