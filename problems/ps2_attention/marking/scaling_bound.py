import numpy as np


def saturated_weights(rng, n, eps):
    """Weights with a maximum of just above 1 - eps: the rest on one, on all, or anyhow."""
    rest = eps * (1 - 1e-9)
    shares = [np.eye(n - 1)[0], np.full(n - 1, 1 / (n - 1)), *rng.dirichlet(np.ones(n - 1), 20)]
    return [np.append(1 - rest, rest * share) for share in shares]


def dominates(bound, rng, n, eps):
    limit = bound(n, eps)
    for a in saturated_weights(rng, n, eps):
        norm = np.linalg.norm(np.diag(a) - np.outer(a, a)) ** 2
        if not norm * (1 - 1e-7) <= limit < np.inf:
            some = np.array2string(a[:4], precision=4, threshold=4)
            return (
                f"{monomial(bound)}{too_small(bound)}for a = {some} the squared norm is"
                f" {norm:.4g}; your bound is"
                f" {limit:.4g}"
            )
    small = 10 ** rng.uniform(-8.5, -6.5)
    larger, left = bound(n, small), bound(n, small / 4)
    if larger < 1e-3 and left < max(0.99 * larger, 1e-9):  # what is below that may be rounding
        return ""
    return (
        "large enough here, but it should go to 0 with eps: at"
        f" eps = {small:.2g} it is still {larger:.4g}, and at a quarter of that {left:.4g}"
    )


def monomial(bound):
    """ "yours is 4 n^2 eps^2: ", where it is such a product."""
    first, more_n, less_eps = bound(2, 0.5), bound(4, 0.5), bound(2, 0.25)
    with np.errstate(all="ignore"):
        a, b = np.log2(more_n / first), np.log2(first / less_eps)
        c = first / 2.0**a * 2.0**b
        alike = [np.isclose(bound(n, eps), c * float(n) ** a * eps**b) for n, eps in POINTS[:-3]]
    if not all(alike):
        return ""
    powers = [(f"{c:.3g}", c != 1), (f"n^{a:.3g}", abs(a) > 1e-6), (f"eps^{b:.3g}", abs(b) > 1e-6)]
    product = " ".join(text for text, there in powers if there) or "1"
    return f"yours is {product.replace('^1 ', ' ').removesuffix('^1')}: "


def equal_others(n, eps):
    """The squared norm where all weights but the largest are equal."""
    square, cube = ((1 - eps) ** p + (n - 1) * (eps / (n - 1)) ** p for p in (2, 3))
    return square - 2 * cube + square**2


TOO_SMALL = {
    "this is one entry of J; with two weights four entries have its size": [
        lambda n, eps: eps**2,
        lambda n, eps: (eps * (1 - eps)) ** 2,
    ],
    "this is the diagonal of J alone, or one column; the other entries count as well": [
        lambda n, eps: 2 * eps**2,
        lambda n, eps: 2 * (eps * (1 - eps)) ** 2,
    ],
    "this holds for n ≥ 4 only: with all the rest on one weight, four entries have its size": [
        lambda n, eps: n * eps**2
    ],
    "this is the norm where the other weights are equal; it is larger where one has all the rest": [
        equal_others
    ],
}


def too_small(bound):
    """What was left out of a bound that is too small; "" if nobody knows."""
    for text, forms in TOO_SMALL.items():
        for form in forms:
            if all(np.isclose(bound(n, eps), form(n, eps), rtol=1e-6) for n, eps in POINTS):
                return f"{text}: "
    return ""


def is_tight(bound, rng, n, eps):
    # Weights 1 - eps and eps have the largest norm: all other entries of J are then 0.
    limit, largest = bound(n, eps), 4 * eps**2 * (1 - eps) ** 2
    if limit <= 5 * largest:
        return ""
    return (
        f"{monomial(bound)}{unsquared(bound)}{limit:.4g} is {limit / largest:.3g} times the largest"
        f" squared norm, {largest:.4g}"
    )


def unsquared(bound):
    """What is said of a bound on the norm that is one on its square only by being larger."""
    for n, eps in POINTS:
        largest = 4 * eps**2 * (1 - eps) ** 2
        if not largest * (1 - 1e-9) <= bound(n, eps) ** 2 <= 5 * largest:
            return ""
    return "this bounds the norm, and its square is asked for: "


PROMISED = 30  # up to this n the text asks for a tight bound


def points(rng):
    """Lengths, and for each what is left for the other weights, in few digits: they are said."""
    lengths = [2, 3, 4, int(rng.integers(5, 10)), int(rng.integers(20, PROMISED + 1))]
    return [
        (n, float(f"{eps:.3g}"))
        for n in lengths
        for eps in rng.uniform(0.9, 1.0, size=5) * (0.5, 0.3, 0.1, 0.01, 1e-4)
    ]


POINTS = points(np.random.default_rng(checks.seed(13)))
checks.properties(
    jacobian_norm_bound,
    properties={
        "bounds every saturated softmax, and goes to 0": checks.Property(dominates, sizes=POINTS),
        "is at most five times the largest norm": checks.Property(
            is_tight, sizes=POINTS, needs=["bounds every saturated softmax, and goes to 0"]
        ),
    },
    shape=lambda n, eps: (),
)
