"""Known errors of arrays that make no sense: one that only raises, or two of one effect."""

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
    """ValueError for an error that raises in every case of all samples, and for two that no answer
    tells apart there. names: of the errors; all ways to make one have its name."""
    raising = [*range(len(names))]
    alike = [(i, j) for i, j in combinations(raising, 2) if names[i] != names[j]]
    of_one_effect: list[tuple[str, str]] = []
    for drawn in chain.from_iterable(samples):
        for entry in drawn.entries:
            arrays = [error.array(entry) for error in drawn.mutants]
            raising = [i for i in raising if arrays[i] is None]
            alike = [(i, j) for i, j in alike if _same(entry.case, arrays[i], arrays[j])]
        of_one_effect = _of_one_effect(names, alike)
        if not raising and not of_one_effect:
            return
    if raising:
        raise ValueError(f"{names[raising[0]]}: its effect raises in every case: correct it")
    one, other = of_one_effect[0]
    raise ValueError(
        f"{other}: its effect is that of {one} in every case: no answer tells them apart, so write "
        "one message that covers both, or add a case in which they differ"
    )


def _of_one_effect(names: Sequence[str], alike: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    """Two errors of which each way to make one has the effect of a way to make the other.

    alike: the numbers of two ways with one effect.
    """
    has = {(i, names[j]) for pair in alike for i, j in (pair, pair[::-1])}
    return [
        (one, other)
        for one, other in combinations(dict.fromkeys(names), 2)
        if all(
            (i, other if name == one else one) in has
            for i, name in enumerate(names)
            if name in (one, other)
        )
    ]


def _same(case: Case, array: np.ndarray | None, other: np.ndarray | None) -> bool:
    if array is None or other is None:
        return array is other
    near = array.shape == other.shape and close(array, other, atol=case.atol, rtol=case.rtol)
    return bool(np.all(near))
