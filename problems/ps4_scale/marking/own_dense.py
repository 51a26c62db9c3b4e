"""Credit for what follows from the student's own `dense_flops`."""

from dataclasses import replace

from .models import HEADS


def powers_of(dense):
    """Power of n -> the terms with it of what `dense_flops` counts, where it is a count that
    depends on the length as it should.
    """
    if dense is None:
        return {}
    names, powers = dense.variables[1:], {}
    for (power, *others), number in dense.terms.items():
        factors = [f"{name}**{other}" for name, other in zip(names, others, strict=True)]
        powers.setdefault(power, []).append("*".join([f"({number})", *factors]))
    if set(powers) != {1, 2}:
        return {}
    return {power: "+".join(terms) for power, terms in powers.items()}


def better(verdict, function, variables, formula, *, share):
    """The verdict, or full points where the count follows from the student's own `dense_flops`."""
    if verdict.points == verdict.max_points:
        return verdict
    given = checks.polynomial(
        function,
        variables=variables,
        where=HEADS,
        expected={"given your dense_flops": formula},
        share=share,
    )
    if given.points < given.max_points:
        return verdict
    right = checks.Verdict.all_right(
        checks.WHOLE, checks.said("right, given your dense_flops"), given.points
    )
    return replace(given, findings=right.findings)
