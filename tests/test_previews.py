"""The previews that both problem sets give to students, and what they print of an answer."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.bank_runner import Notebook, printed_by

SIZES = {
    "ps1_flops": {"seq_len": 4, "d_in": 3, "d_attn": 2, "d_out": 5, "d_hidden": 6},
    "ps2_attention": {"seq_len": 5, "d_v": 2, "r": 3},
}


@pytest.fixture(params=list(SIZES))
def assignment(request: pytest.FixtureRequest) -> str:
    return request.param


def preview_of_count(assignment: str, arguments: list[str], body: str) -> str:
    """What is printed of a counting function with these arguments."""
    names: dict[str, Any] = Notebook.of(assignment).namespace()
    exec(f"def count({', '.join(arguments)}):\n    {body}", names)
    return printed_by(f"preview_count(count, **{SIZES[assignment]})", names)


class TestPreviewCount:
    @pytest.mark.parametrize(
        ("body", "message"),
        [
            ("return None", "expected a whole number, not None: is a return missing?"),
            ("return '12'", "expected a whole number, not the str 12"),
            ("return True", "expected a whole number, not the bool True"),
            ("return 12.5", "expected a whole number, not the float 12.5"),
            ("return np.float32(2.5)", "expected a whole number, not the float32 2.5"),
            ("return float('inf')", "expected a whole number, not the float inf"),
            ("return np.ones(3)", "expected a whole number, not the ndarray [1. 1. 1.]"),
        ],
    )
    def test_what_is_no_count(self, assignment: str, body: str, message: str) -> None:
        with pytest.raises(AssertionError) as raised:
            preview_of_count(assignment, list(SIZES[assignment]), body)
        assert str(raised.value) == message

    @pytest.mark.parametrize("count", ["10 * seq_len", "np.int64(10) * seq_len", "10.0 * seq_len"])
    def test_a_count(self, assignment: str, count: str) -> None:
        sizes = SIZES[assignment]
        first, second = preview_of_count(assignment, list(sizes), f"return {count}").splitlines()
        assert first == "At " + ", ".join(f"{name}={size}" for name, size in sizes.items())
        assert second.startswith(f"it returns {10 * sizes['seq_len']}")
        assert second.endswith(": a whole number, as it should be.")

    def test_a_negative_count(self, assignment: str) -> None:
        shown = preview_of_count(assignment, list(SIZES[assignment]), "return -seq_len")
        assert "but a count can't be negative" in shown
        assert "as it should be" not in shown

    def test_arguments_of_other_names(self, assignment: str) -> None:
        letters = list("abcde"[: len(SIZES[assignment])])
        shown = preview_of_count(assignment, letters, "return np.int64(10) * a")
        assert "a whole number, as it should be" in shown
        assert "But with the sizes by name" in shown
        assert "Keep the arguments' names" in shown

    def test_arguments_in_another_order(self, assignment: str) -> None:
        first, second, third, *rest = SIZES[assignment]
        shown = preview_of_count(assignment, [first, third, second, *rest], f"return 10 * {third}")
        assert "a whole number, as it should be" in shown
        assert "But with the sizes by name" in shown
        assert "keep the arguments' order" in shown


class TestPreviewDefined:
    def test_a_name_that_is_missing(self) -> None:
        names = Notebook.of("ps2_attention").namespace()
        with pytest.raises(NameError, match="Not answered yet: define the dict `masks` above"):
            printed_by("preview_defined('masks', 'dict', globals())", names)

    def test_a_name_that_is_there(self) -> None:
        names = Notebook.of("ps2_attention").namespace() | {"masks": np.zeros(2)}
        assert printed_by("preview_defined('masks', 'dict', globals())", names) == ""
