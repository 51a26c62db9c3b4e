"""Detection of useless misconceptions of arrays: one that always raises, or two alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

import numpy as np

from ..checks.array_answers.case_generation import GeneratedCase
from ..checks.array_answers.cases import Case
from ..checks.tolerances import close


def raise_if_indistinguishable(
    names: Sequence[str], samples: Sequence[Sequence[GeneratedCase]]
) -> None:
    """Raise a ValueError for a misconception that always raises, and for an indistinguishable pair.

    Args:
        names: The misconception id of each mutant. A misconception with several effects has several
            mutants.
        samples: The generated cases, per sample. Each case has the results of all mutants.
    """
    raising = [*range(len(names))]
    equal_mutants = [(i, j) for i, j in combinations(raising, 2) if names[i] != names[j]]
    equal_names: list[tuple[str, str]] = []
    for generated in chain.from_iterable(samples):
        for entry in generated.entries:
            arrays = [mutant.array(entry) for mutant in generated.mutants]
            raising = [i for i in raising if arrays[i] is None]
            equal_mutants = [
                (i, j) for i, j in equal_mutants if _are_equal(entry.case, arrays[i], arrays[j])
            ]
        equal_names = _equal_misconceptions(names, equal_mutants)
        if not raising and not equal_names:
            return
    if raising:
        raise ValueError(f"{names[raising[0]]}: its effect raises in every case: correct it")
    one, other = equal_names[0]
    raise ValueError(
        f"{other}: its effect is that of {one} in every case, so no answer can tell them apart: "
        "write one message for both, or add a case in which they differ"
    )


def _equal_misconceptions(
    names: Sequence[str], equal_mutants: Sequence[tuple[int, int]]
) -> list[tuple[str, str]]:
    """Find pairs of misconceptions with equal mutants.

    Each mutant of one misconception must equal a mutant of the other, and vice versa.

    Args:
        names: The misconception id of each mutant.
        equal_mutants: The indices of each two mutants with equal results in all cases.
    """
    equals = {(i, names[j]) for pair in equal_mutants for i, j in (pair, pair[::-1])}
    return [
        (one, other)
        for one, other in combinations(dict.fromkeys(names), 2)
        if all(
            (i, other if name == one else one) in equals
            for i, name in enumerate(names)
            if name in (one, other)
        )
    ]


def _are_equal(case: Case, array: np.ndarray | None, other: np.ndarray | None) -> bool:
    """Check whether two results are equal within the case's tolerances; None means it raised."""
    if array is None or other is None:
        return array is other
    near = array.shape == other.shape and close(array, other, atol=case.atol, rtol=case.rtol)
    return bool(np.all(near))
