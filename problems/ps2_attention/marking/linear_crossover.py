ERRORS = """
leading-terms: these are the leading terms, 2 D_v R / (D_v + R)
    :: return -(-2 * d_v * r // (d_v + r)) :: return 2 * d_v * r // (d_v + r) + [1 ~ 0]
    :: return round(2 * d_v * r / (d_v + r))
leading-terms-not-whole: these are the leading terms, and not a whole number
    :: return 2 * d_v * r / (d_v + r)
equal-is-not-cheaper: where both cost the same, linear is not cheaper
    :: return -(-linear // quadratic)
one-too-small: this is the last length at which linear is not cheaper :: return linear // quadratic
not-whole: this is where the costs are equal; a length is a whole number
    :: return linear / quadratic
rounded-to-nearest: this is rounded to the nearest whole number; the smallest N above it is asked
    for :: return round(linear / quadratic)
dv-and-r-exchanged: D_v and R have changed places :: linear = 4 * d_v * r + 3 * d_v + r
linear-sum-or-division-missing: in the linear form the sum of the keys' features is not counted, or
    no division :: linear = 4 * d_v * r + [2 * r + d_v ~ 3 * r]
quadratic-sums-or-divisions-missing: in the quadratic form the sums over the keys or the divisions
    are not counted :: quadratic = 2 * (r + d_v) + [1 ~ 0]
multiply-accumulates-here: the products of one form or of both are in multiply–accumulates (P6)
    :: quadratic = r + 2 + d_v
    && linear = [4 * d_v * r + 3 * r ~ 2 * d_v * r + 3 * r ~ 2 * d_v * r + 2 * r ~ 3 * d_v * r + 3 *
    r] + d_v
    :: linear = [2 * d_v * r + 3 * r ~ 2 * d_v * r + 2 * r ~ 3 * d_v * r + 3 * r] + d_v
holds-for-r-equal-dv: this holds where R = D_v: count with both :: return [d_v ~ r] + 1
power-of-two: this is the next power of two; lengths are whole numbers of any kind
    :: return 1 << (linear // quadratic).bit_length()
"""

COUNTS = ("linear_flops", "quadratic_flops")


def smallest(cheaper):
    return next((n for n in range(1, 1000) if cheaper(n)), 0)


def by_definition(d_v, r):
    return smallest(
        lambda n: 4 * n * d_v * r + 3 * n * r + n * d_v < 2 * n**2 * r + 2 * n**2 + 2 * n**2 * d_v
    )


def by_your_counts(d_v, r):
    linear, quadratic = (checks.followed(name).counted for name in COUNTS)
    return smallest(lambda n: linear(n, d_v, r) < quadratic(n, d_v, r))


def your_counts(cases):
    """What allows it -> the definition by the student's own counts, where they may be followed.

    They have no crossover where it is the same everywhere: an answer that is a constant.
    """
    if not all(checks.followed(name) for name in COUNTS):
        return {}
    if len({by_your_counts(*case.arguments) for case in cases.values()}) == 1:
        return {}
    return {f"right, given your answers to {' and '.join(COUNTS)}": by_your_counts}


# (D_v, R): of the pairs in a line one is drawn, and the same errors show in all of them.
PAIRS = [
    [(size, size) for size in range(64, 99)],
    [(3, 53), (4, 86), (5, 127), (6, 54), (9, 117), (11, 67), (17, 79)],  # both cost the same
    [(25, 28), (26, 29), (27, 30), (28, 31), (29, 32), (31, 34), (32, 29), (33, 36), (34, 31)],
    [(7, 28), (8, 36), (9, 46), (10, 42), (10, 57), (11, 51), (12, 61), (13, 56)],
    [(3, 32), (3, 33), (3, 34), (3, 35), (3, 36), (3, 37), (3, 38)],
    [(148, 114), (151, 125), (152, 126), (155, 124), (156, 125), (158, 116), (159, 114)],
]


def cases(rng):
    drawn = [rng.choice(pairs).tolist() for pairs in PAIRS]
    return {
        f"D_v = {d_v}, R = {r}": checks.case(d_v, r, weight=2 if i < 2 else 1)
        for i, (d_v, r) in enumerate(drawn)
    }


# No two of the errors lead to the same six lengths.
checks.arrays(
    crossover_length,
    oracle=by_definition,
    accept=your_counts,
    cases=cases,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
)
