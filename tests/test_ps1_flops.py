"""The given code of problem set 1: the layer, previews of answers, figures, the counter."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from unittest import mock

import numpy as np
import pytest

from tests.bank_runner import BankAnswer, Notebook, answers, printed_by
from tests.messages import mentions

NOTEBOOK = Notebook.of("ps1_flops")
# The mistakes in these show with other arguments, or in the arguments.
RIGHT_VALUES = ("changes_its_arguments", "overflow", "remembers_its_calls")
GRADIENTS = [a for a in answers() if (a.assignment, a.question) == ("ps1_flops", "q5_gradients")]
SIZES = {"seq_len": 11, "d_in": 7, "d_attn": 3, "d_out": 5, "d_hidden": 13}


@pytest.fixture
def names() -> dict[str, Any]:
    """The namespace of a notebook with right answers."""
    return NOTEBOOK.solved()


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


class TestPreviews:
    def look(self, answer: BankAnswer) -> str:
        names = NOTEBOOK.namespace()
        exec(answer.code, names)
        # Seeded: once in some thousand draws the slope is measured across the kink of a ReLU.
        seeded = np.random.default_rng(11)
        with mock.patch.object(np.random, "default_rng", return_value=seeded):
            return printed_by("preview_gradients(gradients)", names)

    @pytest.mark.slow
    def test_right_gradients_agree_with_the_slopes_and_wrong_ones_are_noticed(self) -> None:
        for answer in GRADIENTS:
            if answer.directory not in ("accepted", "partial") or answer.path.stem in RIGHT_VALUES:
                continue
            shown = self.look(answer)
            assert (shown.count("agrees;") == 5) == (answer.directory == "accepted"), answer.name
            assert ("DIFFERS" in shown) == ("Look at " in shown), answer.name

    def test_each_array_has_its_remark(self, names: dict[str, Any]) -> None:
        exec(
            "right = gradients\n\ndef wrong(X, y, W_q, W_k, W_v, W_1, w_2):\n"
            "    d = right(X, y, W_q, W_k, W_v, W_1, w_2)\n"
            "    return {k: v if k == 'w_2' else 2 * v for k, v in d.items() if k != 'W_k'}",
            names,
        )
        lines = printed_by("preview_gradients(wrong)", names).splitlines()
        said = [line.partition(";")[0] for line in lines[:5]]
        assert said == [
            "W_q: DIFFERS",
            "Warning: W_k: missing",
            "W_v: DIFFERS",
            "W_1: DIFFERS",
            "w_2: agrees",
        ]
        assert lines[5].startswith("Look at dH, dZ first")

    @pytest.mark.parametrize(
        ("right", "wrong", "steps"),
        [
            ("dy_hat = 2 * error", "dy_hat = error", "dy_hat"),
            ("dw_2 = H.T @", "dw_2 = Z.T @", "dw_2"),
            ("(dy_hat, w_2)", "(dy_hat, np.ones_like(w_2))", "dH, dZ"),
            ("dZ = dH * (Z > 0)", "dZ = dH", "dH, dZ"),
            ("dW_1 = dZ.T @ V_tilde", "dW_1 = dZ.T @ V", "dW_1"),
            ("dV_tilde = dZ @ W_1", "dV_tilde = 2 * dZ @ W_1", "dV_tilde"),
            ("dV = A.T @", "dV = A @", "dV, dW_v"),
            ("dA = dV_tilde @ V.T", "dA = V @ dV_tilde.T", "dA, dS, 1/√d_attn"),
            ("dS = A * (dA - inner)", "dS = dA", "dA, dS, 1/√d_attn"),
            ("dP = dS / np.sqrt(len(W_q))", "dP = dS", "dA, dS, 1/√d_attn"),
            ("dQ = dP @ K", "dQ = dP.T @ K", "dQ, dW_q"),
            ("dK = dP.T @ Q", "dK = dP @ Q", "dK, dW_k"),
        ],
    )
    def test_a_wrong_step_is_among_those_to_look_at(
        self, names: dict[str, Any], right: str, wrong: str, steps: str
    ) -> None:
        source = NOTEBOOK.solutions["q5_gradients"]
        assert source.count(right) == 1
        exec(source.replace(right, wrong), names)
        assert f"\nLook at {steps} first: " in printed_by("preview_gradients(gradients)", names)

    def test_no_single_step_explains_two_mistakes(self, names: dict[str, Any]) -> None:
        source = NOTEBOOK.solutions["q5_gradients"]
        source = source.replace("dV = A.T @", "dV = A @").replace("dK = dP.T @", "dK = dP @")
        exec(source, names)
        said = printed_by("preview_gradients(gradients)", names).splitlines()[-1]
        assert said.startswith("Look at W_k and W_v one by one: no single step")

    def test_the_lines_of_a_ledger(self, names: dict[str, Any]) -> None:
        exec(
            "def ledger(seq_len, d_in, d_attn, d_out, d_hidden):\n"
            "    return {'dH': d_in, 'relu': 0, 'dV': 'free', 'scale': 2.5, 7: 2}",
            names,
        )
        lines = printed_by("preview_ledger(ledger, LEDGER_LINES, **EXAMPLE)", names).splitlines()
        (missing,) = (line for line in lines if "missing lines" in line)
        assert missing.startswith("Warning: ledger: ")
        assert missing.count(", ") == 10
        assert "     dH: 17" in lines
        assert "   relu: 0" in lines
        assert mentions(lines, "dV", "str", "free")
        assert mentions(lines, "scale", "float", "2.5")
        assert lines[-1] == "Not asked for: 7"
        for arguments, remark in (
            ("L, i, a, o, h", "raises TypeError"),
            ("seq_len, d_attn, d_in, d_hidden, d_out", "returns something else"),
        ):
            exec(
                f"def ledger({arguments}):\n    return {{'dH': {arguments.split(', ')[1]}}}", names
            )
            assert remark in printed_by("preview_ledger(ledger, LEDGER_LINES, **EXAMPLE)", names)

    @pytest.mark.parametrize(
        ("array", "issue"),
        [
            ("[1.0]", "not an array of real numbers but list"),
            ("np.ones(29) + 0j", "not an array of real numbers but of complex128"),
            ("np.ones((29, 1))", r"its shape is (29, 1), its parameter's is (29,)"),
            ("np.full(29, np.nan)", "some entries are infinite or not a number"),
        ],
    )
    def test_the_issue_of_an_array(self, names: dict[str, Any], array: str, issue: str) -> None:
        exec(f"def wrong(*layer):\n    return {{'w_2': {array}}}", names)
        shown = printed_by("preview_gradients(wrong)", names)
        assert f"w_2: {issue}\n" in shown
        assert shown.count("missing") == 4


def _fills_with_outside(x: np.ndarray) -> np.ndarray:
    result = np.zeros_like(x)
    result[:] = OUTSIDE * OUTSIDE
    return result


def _filled(rows: list[np.ndarray]) -> np.ndarray:
    result = np.empty((len(rows), *rows[0].shape))
    for at, row in enumerate(rows):
        result[at] = row
    return result


OUTSIDE = np.ones(6)


class TestLongLoops:
    """Answers that count one by one hold nothing up."""

    def test_large_sizes_are_not_asked(self, names: dict[str, Any]) -> None:
        asked = []

        def slow(seq_len: int, d: int) -> int:
            asked.append(seq_len * d)
            return sum(1 for _ in range(seq_len * d))

        patience = {"patience": 0.05}
        assert names["at_large_sizes"](slow, 10, d=5, **patience) == 50
        assert asked == [16, 40, 50]
        with pytest.raises(names["TakesLong"]):
            names["at_large_sizes"](slow, 10**9, d=10**9, **patience)
        assert max(asked) < 10**8

    @pytest.mark.slow
    def test_figures_say_so(self, names: dict[str, Any]) -> None:
        def slow(seq_len: int, d_in: int, d_attn: int, d_out: int, d_hidden: int) -> int:
            if seq_len * d_in * d_attn * d_out * d_hidden > 10**9:
                raise names["TakesLong"]  # as after a call that took some time
            return seq_len

        names |= dict.fromkeys(COUNTS, slow)
        sources = (source.replace("patience=2", "patience=0") for source in NOTEBOOK.other)
        shown = "".join(printed_by(source, names) for source in sources)
        assert shown.count("needs a closed formula. (Your answer is graded at small") == 6


class TestCounter:
    """`count_operations` counts the operations of a function, or raises an error that it can't."""

    @pytest.fixture
    def names(self) -> dict[str, Any]:
        names = NOTEBOOK.solved()
        for source in NOTEBOOK.other:
            if "CountingArray" in source:
                exec(source, names)
        return names

    def test_the_counter_agrees_with_the_formulas(self, names: dict[str, Any]) -> None:
        L, h = SIZES["seq_len"], SIZES["d_hidden"]
        X, y, *weights = names["random_layer"](**SIZES, seed=1)
        count = names["count_operations"]
        forward = names["attention_flops"](**SIZES) + names["feedforward_flops"](**SIZES)
        exec(next(source for source in NOTEBOOK.other if "def my_forward" in source), names)
        assert count(names["my_forward"], X, *weights) == {
            "products": forward,
            "sums": L * L,  # the softmax's normalisers
            "elementwise": 3 * L * L,  # scale, subtraction of the maximum, division
        }
        backward = names["backward_product_flops"](**SIZES) - 2 * L * h  # dH is written with *
        assert count(names["gradients"], X, y, *weights)["products"] == backward

    def test_the_counter_counts_nothing_of_what_is_given(self, names: dict[str, Any]) -> None:
        layer = names["random_layer"](**SIZES, seed=1)
        X, _, *weights = layer
        count, nothing = names["count_operations"], {"products": 0, "sums": 0, "elementwise": 0}
        for key in names["forward"](X, *weights):
            assert count(lambda *a, key=key: names["forward"](*a)[key], X, *weights) == nothing
        assert count(names["squared_loss"], *layer) == nothing

    def test_the_counter_counts_in_cells_but_not_for_functions(self, names: dict[str, Any]) -> None:
        count = "count_operations(np.square, np.arange(float(n)))['elementwise']"
        exec(f"found = [{count} for n in (2, 3)]", names)
        assert names["found"] == [2, 3]
        exec(f"def area(n):\n    return {count}\nother = lambda n: {count}", names)
        for call in ("area(3)", "other(3)", "max(area(n) for n in (2, 3))"):
            with pytest.raises(RuntimeError, match="outside of functions"):
                eval(call, names)

    def test_the_counter_follows_loops_and_refuses_what_it_cannot_see(
        self, names: dict[str, Any]
    ) -> None:
        count, x = names["count_operations"], np.arange(6.0)
        assert count(lambda x: [a * b for a in x for b in x], x)["elementwise"] == 36
        assert count(lambda x: x.dot(x), x)["products"] == 12
        assert count(lambda x: np.dot(x[None, :], x), x)["products"] == 12
        assert count(_token_by_token, x) == {"products": 0, "sums": 0, "elementwise": 2 * 36}
        assert count(lambda x: x[:, None] @ x[None], x) == count(np.outer, x, x)  # P3
        assert count(np.outer, x, x) == {"products": 0, "sums": 0, "elementwise": 36}
        for hidden in (lambda x: np.einsum("i,i", x, x), np.linalg.norm):
            with pytest.raises(TypeError, match="can't be counted here"):
                count(hidden, x)

    def test_the_counter_follows_rows_however_they_are_collected(
        self, names: dict[str, Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        x = np.arange(12.0).reshape(3, 4)
        for collect in (
            lambda rows: np.array(rows),  # np.array of that time
            lambda rows: np.concatenate([row[None] for row in rows]),
            _filled,
        ):
            done = names["count_operations"](partial(_products_of_squares, collect), x)
            assert done == {"products": 2 * 3 * 4 * 3, "sums": 0, "elementwise": 12}
            assert not capsys.readouterr().out

    @pytest.mark.parametrize(
        ("function", "elementwise"),
        [
            (np.outer, 9),
            (lambda x, y: np.cumsum(x) + np.where(x > y, x, y), 6),
            (lambda x, y: np.diag(x) * y, 9),
            (lambda x, y: [x[0], x[1], x[2]] * y + np.array([[x[0]], [x[1]]]), 9),
            (lambda x, y: list(x) @ y, 0),
            (lambda x, y: np.vdot(x, y) * np.inner(x, y) * np.dot(2.0, x), 7),
            (lambda x, y: x**2 + np.cumsum(y) + np.diff(y, prepend=0.0), 15),
            (lambda x, y: np.maximum(-x, 0) * (np.exp(x) > y) + np.tril(np.outer(x, y)), 18),  # B2
        ],
    )  # fmt: skip
    def test_the_counter_follows_functions_of_numpy(
        self, names: dict[str, Any], function: Callable, elementwise: int,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        x = np.arange(3.0)
        assert names["count_operations"](function, x, x + 1)["elementwise"] == elementwise
        assert not capsys.readouterr().out

    @pytest.mark.parametrize(
        ("function", "sums", "elementwise"),
        [
            (np.mean, 12, 1),
            (lambda x: x.mean(axis=1), 12, 3),
            (np.var, 24, 26),  # two means, differences, squares
            (np.trace, 3, 0),
            (np.average, 12, 1),
            (np.cumsum, 0, 12),
            (lambda x: np.diff(x, axis=0), 0, 8),
            (lambda x: np.kron(x, x), 0, 144),
            (lambda x: np.clip(x, 0, 1) + np.roll(np.sort(x.T).T, 1), 0, 12),
        ],
    )
    def test_the_counter_counts_what_numpy_computes(
        self, names: dict[str, Any], function: Callable, sums: int, elementwise: int,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        done = names["count_operations"](function, np.arange(12.0).reshape(3, 4))
        assert done == {"products": 0, "sums": sums, "elementwise": elementwise}
        assert not capsys.readouterr().out

    @pytest.mark.parametrize(
        ("function", "name"),
        [
            (lambda x: [float(a) * float(a) for a in x], "work on plain"),
            (lambda x: [int(a) * 2 for a in x], "work on plain"),
            (lambda x: np.array([a * a for a in x.tolist()]), "work on plain"),
            (lambda x: [a * a for a in x.flat], "work on plain"),
            (lambda x: [a * a for _, a in np.ndenumerate(x)], "work on plain"),
            (lambda x: x * (OUTSIDE * OUTSIDE), "work on plain"),
            (lambda x: {"y": [OUTSIDE]}, "work on plain"),
            (lambda x: np.vectorize(lambda a: a * a)(x), "work on plain"),
            (lambda x: np.array([np.sum([a * x for a in x], axis=0)]), "work on plain"),
            (_fills_with_outside, "work on plain"),
            (lambda x: x**3, "np.power"),
            (lambda x: np.power(x, 2), "np.power"),
            (lambda x: np.float_power(x, 2), "np.float_power"),
            (lambda x: x // 2, "np.floor_divide"),
            (lambda x: x % 2, "np.remainder"),
            (np.sqrt, "np.sqrt"),
            (lambda x: np.convolve(x, x), "np.convolve"),
            (lambda x: np.correlate(x, x), "np.correlate"),
            (lambda x: np.cross(x[:3], x[3:]), "np.cross"),
            (lambda x: np.interp(x, x, x), "np.interp"),
            (lambda x: np.polyval(x, 2.0), "np.polyval"),
            (lambda x: np.dot(x[None, None], x[:, None]), "np.dot"),
        ],
    )
    def test_the_counter_says_when_something_escapes_it(
        self, names: dict[str, Any], function: Callable, name: str,
        capsys: pytest.CaptureFixture[str],
    ) -> None:  # fmt: skip
        names["count_operations"](function, np.arange(6.0))
        assert f"may leave out: {name}" in capsys.readouterr().out

    def test_the_counter_counts_or_names_each_elementwise_function(
        self, names: dict[str, Any], capsys: pytest.CaptureFixture[str]
    ) -> None:
        """Each is counted, free by name, or reported. This holds for products of arrays, too."""
        x = np.array([[0.25, 0.5], [0.75, 0.9]])
        for ufunc in {each for each in vars(np).values() if isinstance(each, np.ufunc)}:
            try:
                with np.errstate(all="ignore"):
                    done = names["count_operations"](ufunc, *[x] * ufunc.nin)
            except TypeError:  # a function of whole numbers
                continue
            is_free = ufunc.__name__ in names["FREE_UFUNCS"]
            is_named = "may leave out" in capsys.readouterr().out
            assert any(done.values()) + is_free + is_named == 1, ufunc


def _products_of_squares(collect: Callable, x: np.ndarray) -> np.ndarray:
    return collect([row * row for row in x]) @ x.T


def _token_by_token(x: np.ndarray) -> np.ndarray:
    result = np.zeros(6)
    for i in range(6):
        for j in range(6):
            result[i] += x[i] * x[j]
    return result


COUNTS = (
    "n_parameters", "attention_flops", "activation_size", "feedforward_flops", "forward_flops",
    "backward_ledger", "backward_flops", "backward_product_flops",
)  # fmt: skip
