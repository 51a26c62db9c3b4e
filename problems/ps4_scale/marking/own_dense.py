"""What follows from the student's own `dense_flops`."""


def by_dense(dense, formula):
    """What a count is by what `dense_flops` counts, as checks take it with `given=`: a formula in
    which {1} and {2} are what is multiplied by n and by n²; none where it isn't such a count.
    """
    if dense is None:
        return {}
    names, powers = dense.variables[1:], {}
    for (power, *others), number in dense.terms.items():
        factors = [f"{name}**{other}" for name, other in zip(names, others, strict=True)]
        powers.setdefault(power, []).append("*".join([f"({number})", *factors]))
    if set(powers) != {1, 2}:
        return {}
    _, linear, square = ("+".join(powers.get(power, [])) for power in range(3))
    return {"dense_flops": formula.format("", linear, square)}
