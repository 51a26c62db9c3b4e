from examiner.checks import replace

WORDS = """
leading-terms: these are the leading terms, 2 D_v R / (D_v + R)
leading-terms-not-whole: these are the leading terms, and not a whole number
equal-is-not-cheaper: where both cost the same, linear is not cheaper
one-too-small: this is the last length at which linear is not cheaper
not-whole: this is where the costs are equal; a length is a whole number
rounded-to-nearest: this is rounded to the nearest whole number; the smallest N above it is asked
    for
dv-and-r-exchanged: D_v and R have changed places
linear-sum-or-division-missing: in the linear form the sum of the keys' features is not counted, or
    no division
linear-normaliser-missing: in the linear form the normaliser is not counted
feature-sum-as-product: the sum of the keys' features is charged as a product with ones (P4: N
    additions)
quadratic-sums-or-divisions-missing: in the quadratic form the sums over the keys or the divisions
    are not counted
quadratic-sums-twice: in the quadratic form the sums over the keys are charged twice
multiply-accumulates-here: the products of one form or of both are in multiply–accumulates (P6)
holds-for-r-equal-dv: this holds where R = D_v: count with both
power-of-two: this is the next power of two; lengths are whole numbers of any kind
search-ends-early: the search ends too early
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
    [(12, 8), (23, 13), (24, 18), (27, 11), (30, 8), (31, 5), (33, 15)],  # both cost the same
    [(25, 28), (26, 29), (27, 30), (28, 31), (29, 32), (31, 34), (32, 29), (33, 36), (34, 31)],
    [(3, 17), (3, 18), (3, 19), (3, 20), (3, 21), (3, 22), (5, 23), (5, 24), (5, 25)],
    [(3, 32), (3, 33), (3, 34), (3, 35), (3, 36), (3, 37), (3, 38)],
    [(162, 123), (174, 127), (178, 125), (178, 137), (184, 125), (188, 139)],
]


def cases(rng):
    drawn = [rng.choice(pairs).tolist() for pairs in PAIRS]
    return {
        f"D_v = {d_v}, R = {r}": checks.case(d_v, r, weight=2 if i < 2 else 1)
        for i, (d_v, r) in enumerate(drawn)
    }


LINEAR, QUADRATIC = "4 * d_v * r + 3 * r + d_v", "2 * (r + d_v + 1)"


def returns(what):
    return replace(f"({LINEAR}) // ({QUADRATIC}) + 1", what)


checks.words(WORDS)
checks.arrays(
    crossover_length,
    oracle=by_definition,
    accept=your_counts,
    cases=cases,
    seed=52,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes={
        "leading-terms": (
            returns("-(-2 * d_v * r // (d_v + r))"),
            returns("2 * d_v * r // (d_v + r) + 1"),
            returns("2 * d_v * r // (d_v + r)"),
            returns("round(2 * d_v * r / (d_v + r))"),
        ),
        "leading-terms-not-whole": returns("2 * d_v * r / (d_v + r)"),
        "equal-is-not-cheaper": returns(f"-(-({LINEAR}) // ({QUADRATIC}))"),
        "one-too-small": returns(f"({LINEAR}) // ({QUADRATIC})"),
        "not-whole": returns(f"({LINEAR}) / ({QUADRATIC})"),
        "rounded-to-nearest": returns(f"round(({LINEAR}) / ({QUADRATIC}))"),
        "dv-and-r-exchanged": replace(LINEAR, "4 * d_v * r + 3 * d_v + r"),
        # No two of these counts lead to the same six lengths.
        "linear-sum-or-division-missing": [
            replace(LINEAR, f"4 * d_v * r {rest}") for rest in ("+ 2 * r + d_v", "+ 3 * r")
        ],
        "linear-normaliser-missing": [
            replace(LINEAR, f"4 * d_v * r {rest}") for rest in ("+ r + d_v", "+ d_v", "")
        ],
        "feature-sum-as-product": replace(LINEAR, "4 * d_v * r + 4 * r + d_v"),
        "quadratic-sums-or-divisions-missing": [
            replace(QUADRATIC, f"2 * r + {sums} + 2 * d_v") for sums in (1, 0)
        ],
        "quadratic-sums-twice": replace(QUADRATIC, "2 * r + 3 + 2 * d_v"),
        "multiply-accumulates-here": [
            replace(LINEAR, f"{products} * d_v * r + {sums} * r + d_v") + replace(QUADRATIC, count)
            for products, sums in ((4, 3), (2, 3), (2, 2), (3, 3))
            for count in (QUADRATIC, "r + 2 + d_v")
        ][1:],  # the first is right
        "holds-for-r-equal-dv": (returns("d_v + 1"), returns("r + 1")),
        "power-of-two": returns(f"1 << (({LINEAR}) // ({QUADRATIC})).bit_length()"),
        "search-ends-early": [
            returns(f"min(({LINEAR}) // ({QUADRATIC}) + 1, {most})")
            for most in (50, 63, 64, 99, 100, 127, 128)
        ],
    },
)
