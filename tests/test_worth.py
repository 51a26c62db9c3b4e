"""A question's checks know its points."""

from __future__ import annotations

import pytest

from examiner import checks
from examiner.checks.worth import Checks


def test_points_are_not_said_twice() -> None:
    with pytest.raises(TypeError, match="stand in problems/course"):
        checks.worth(2).choices({}, expected={"a": "x"}, options=["x"], points=2)


def test_what_marks_nothing_is_handed_on_as_it_is() -> None:
    bound = checks.worth(2)
    assert bound.case is checks.case
    assert bound.Property is checks.Property
    with pytest.raises(AttributeError, match="no attribute 'polynomail'"):
        bound.polynomail  # noqa: B018


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "no words for 'too-many': write `too-many: words` into a table"),
        ("too-much: one n too many", "into a table. Did you mean too-much"),
        ("too-many: one n\ntoo many", "not indented as what goes on: 'too many'"),
        ("too-many", 'no "id: words"'),
        ("too-many: all of them : + n", "an effect stands behind ` :: `"),
    ],
)
def test_a_known_error_without_words_is_an_error(words: str, said: str) -> None:
    def mark(bound: Checks) -> None:
        bound.words(words)
        bound.polynomial(
            lambda n: 2 * n, variables="n", expected="2*n", mistakes={"too-many": "3*n"}
        )

    with pytest.raises(ValueError, match=said):
        mark(checks.worth(2))


@pytest.mark.parametrize(
    ("check", "entry", "said"),
    [
        ("polynomial", "too-many: one n :: 3*n :: 4*n", "it counts in one way; join"),
        ("polynomial", "too-many: one n :: n = 3*n && 4*n", "'4\\*n' is no `part = formula`"),
        ("ledger", "too-many: one n :: 3*n", "'3\\*n' is no `part = formula`"),
        ("ledger", "too-many: one n", "too-many: behind ` :: ` write"),
    ],
)
def test_an_effect_that_can_not_be_read_is_an_error(check: str, entry: str, said: str) -> None:
    sizes = {"variables": "n", "other" if check == "ledger" else "expected": {"n": "2*n"}}
    with pytest.raises(ValueError, match=said):
        getattr(checks.worth(2), check)(lambda n: 2 * n, mistakes=entry, **sizes)


@pytest.mark.parametrize("share", [0, 1, 5 / 4, -1 / 4])
def test_a_share_leaves_something_to_the_other_terms(share: float) -> None:
    with pytest.raises(ValueError, match="together less than 1"):
        checks.worth(2).polynomial(
            lambda n: n**2 + n,
            variables="n",
            other={"all": "n**2", "n": "n"},
            shares={"all": share},
        )
