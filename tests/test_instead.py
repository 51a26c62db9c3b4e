"""What came back in the place of a count."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from examiner.checks.counts.instead import instead_of_a_count

RIGHT = [6, 10, 15]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1, 2, 3], [4, 6], [15]], "these are the items; the count is their sum"),
        ([{"a": 6}, {"a": 4, "b": 6}, {"a": 7, "b": 8}], "these are the items"),
        ([np.full(2, 3), np.full(5, 2.0), np.full((3, 5), 1)], "these are the items"),
        ([(2, 3), (2, 5), (3, 5)], "these are the factors; the count is their product"),
        (["6", "10", " 15"], "the number is right, but it is written as text"),
        ([3.0, 5.0, 7.5], "half the right count"),
        ([2.0, 10 / 3, 5.0], "1/3 of the right count"),
    ],
)
def test_the_right_counts_in_another_form(values: list, message: str) -> None:
    assert message in instead_of_a_count(values, RIGHT)


@pytest.mark.parametrize(
    "values",
    [
        [[1, 2, 3], [4, 6], [14]],  # not in every case
        ["6", "10", "14"],
        [3.0, 5.0, 7.0],
        ["6", 10, "x" * 10**6],
        [None, None, None],
        [float("nan"), float("inf"), 1e308],
        [[None], ["a"], [[1, 2], [3]]],
        [object(), {}, b"15"],
        [np.ones(10**5), np.ones(3), "1"],
        [6, 10, 15.0],
        [1e308, 1e308 / 6 * 10, 1e308],
        [["1e999999999999"], [4, 6], [15]],
        [[2 ** (2**20)] * 900] * 3,
        [[[[1] * 800] * 50] * 50] * 3,
    ],
)
def test_nothing_is_said_of_what_does_not_hold_them(values: list[Any]) -> None:
    assert instead_of_a_count(values, RIGHT) == ""


def test_nothing_is_said_of_a_count_of_nothing() -> None:
    assert instead_of_a_count([0.5, 0.5], [0, 1]) == ""
