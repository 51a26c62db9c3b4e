"""Counts that follow from the student's own `dense_flops`."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from examiner.checks import Formula, Polynomial, carried_forward, formula_of


def own_dense() -> Polynomial | None:
    """Return the student's `dense_flops`, if a later question may rest on it."""
    forward = carried_forward("forward_cost")
    counted = forward.counted if forward else None
    return counted.get("dense_flops") if isinstance(counted, Mapping) else None


def by_dense(
    dense: Polynomial | None, formula: Callable[[Formula, Formula], Formula]
) -> dict[str, Formula]:
    """Return the count that follows from `dense_flops`, for the argument `given` of a count.

    Args:
        dense: The student's `dense_flops`; None if nothing follows from it.
        formula: A function from the coefficients of n and of n² to the count.

    Returns:
        The count; nothing if `dense` has other powers of n.
    """
    if dense is None:
        return {}
    terms: dict[int, dict[tuple[int, ...], Fraction | int]] = {}
    for (power, *others), number in dense.terms.items():
        terms.setdefault(power, {})[tuple(others)] = number
    if set(terms) != {1, 2}:
        return {}
    linear, square = (formula_of(Polynomial(dense.variables[1:], terms[k])) for k in (1, 2))
    return {"dense_flops": formula(linear, square)}
