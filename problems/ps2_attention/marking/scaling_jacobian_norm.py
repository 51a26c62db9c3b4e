import numpy as np

ERRORS = """
norm-of-diagonal: this is the norm of diag(a) alone :: return square
norm-not-squared: this is the norm, not its square :: return _**0.5
diagonal-only: only the diagonal of J is summed :: return np.sum((a * (1 - a)) ** 2)
trace: this is the trace :: return np.sum(a * (1 - a))
diagonal-of-outer-product-again: the diagonal of a aᵀ is counted again: −a_i a_j stands only where i
    ≠ j :: return np.sum((a * (1 - a)) ** 2) + square**2
pairs-counted-once: each pair i ≠ j stands in J twice; you count it once
    :: return np.sum((a * (1 - a)) ** 2) + (square**2 - np.sum(a**4)) / 2
cross-term-missing: the cross term of the square, −2 Σ a³, is missing :: - 2 * cube ->
cross-term-without-two: the cross term of the square is −2 Σ a³; here its factor 2 is missing
    :: 2 * cube -> cube
cross-term-sign: the cross term of the square is −2 Σ a³; here its sign is reversed
    :: - 2 * cube -> + 2 * cube
off-diagonal-only: only the entries off the diagonal of J are summed
    :: return square**2 - np.sum(a**4)
norm-of-outer-product: this is the norm of a aᵀ alone :: return square**2
difference-of-norms: this is a difference of two squared norms; J is squared entry by entry
    :: return square - square**2
trace-squared: this is the square of the trace :: return np.sum(a * (1 - a)) ** 2
pairs-not-squared: off the diagonal −a_i a_j is squared, too; you add a_i a_j itself
    :: return np.sum((a * (1 - a)) ** 2) + 1 - square
"""


def by_definition(a):
    pairs = [(i, j) for i in range(len(a)) for j in range(len(a))]
    return sum(((i == j) * a[i] - a[i] * a[j]) ** 2 for i, j in pairs)


def softmax_of_normal(rng, n, spread=1.0):
    a = np.exp(spread * rng.normal(size=n))
    return a / a.sum()


def cases(rng):
    return {
        "two weights": checks.case(softmax_of_normal(rng, 2)),
        "five weights": checks.case(softmax_of_normal(rng, 5), weight=2),
        "nine weights, one of them large": checks.case(
            softmax_of_normal(rng, 9, spread=2.0), weight=2
        ),
    }


def plain_loop(a):
    squares = sum(x**2 for x in a)
    return squares**2 + sum((x * (1 - x)) ** 2 - x**4 for x in a)


def agrees(answer, arguments, mistake, rng):
    return checks.unequal(answer, (mistake or plain_loop)(*arguments))


values = checks.arrays(
    jacobian_norm_squared,
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    share=1 / 2,
)
values + checks.resources(
    jacobian_norm_squared,
    arguments=lambda rng, n: (softmax_of_normal(rng, n, spread=3.0),),
    shape=lambda a: (),
    agrees=agrees,
    large={"n": 5_000},
    lengths=(250, 60_000),
    plain_loop=plain_loop,
    quadratic="forms the n × n Jacobian",
    given=values,
    share=1 / 2,
)
