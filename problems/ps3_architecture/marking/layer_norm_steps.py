import numpy as np

from examiner.checks import Fact, Problem, World

# The vocabulary, `layer_norm_symbols`, and what the question says, `LAYER_NORM`, are the notebook's
# given cells.
ERRORS = """
no-modulus: a norm is never negative, and gamma may be :: gamma * sqrt(d)
d-minus-one: sigma**2 is the mean over d entries, not over d - 1 :: abs(gamma) * sqrt(d - 1)
sigma-times-d: norm(z) is sqrt(d), not d, since norm(x - mu * ones) is sigma * sqrt(d)
    :: abs(gamma) * d
sigma-alone: norm(z) is sqrt(d), not 1, since norm(x - mu * ones) is sigma * sqrt(d)
    :: abs(gamma)
numbers-of-the-example: 1.5 and 3 are the example's gamma and d: write the letters :: 1.5 * sqrt(3)
    :: 1.5 * sqrt(d) :: abs(gamma) * sqrt(3) :: gamma * sqrt(3)
difference-of-norms: the norm of a difference is not the difference of the norms
    :: norm(y) - norm(beta * ones) :: abs(norm(y) - norm(beta * ones))
    :: abs(gamma) * (norm(x) - norm(mu * ones)) / sigma
square-of-the-norm: this is the square of the norm :: gamma**2 * d
factor-squared: norm(c * v) is abs(c) * norm(v), not c**2 * norm(v) :: gamma**2 * sqrt(d)
"""


def layer_norm_problem():
    """‖y - β1‖ = |γ| √d for scalar γ and β, σ > 0 and no ε (EECS 182, 3b)."""
    says = ("norm(c * v) = abs(c) * norm(v)", "norm(x - mu * ones) = sigma * sqrt(d)")
    words = LAYER_NORM["facts"].items()
    return Problem(
        left=LAYER_NORM["left"],
        right="abs(gamma) * sqrt(d)",
        draw=draw_normalised,
        facts=tuple(Fact(name, s, others) for (name, others), s in zip(words, says, strict=True)),
        moves=LAYER_NORM["moves"],
        mistakes=ERRORS,
        special={"gamma > 0": lambda world: world if world.symbols["gamma"] > 0 else None},
    )


# With another norm, "standard deviation" can be read in three ways, each a mark of its own (the
# question lets it be used of z at once: two experts could differ on whether that is one step):
# norm(x - mu * ones) = sigma * sqrt(d), that sigma**2 is the mean square, and norm(z) = sqrt(d).
SIGMA, MEAN_SQUARE, NORM_OF_Z = READINGS = [f"standard deviation{s}" for s in ("", "/2", "/3")]


def draw_normalised(rng):
    """Worlds of several sizes in which gamma takes both signs."""
    worlds = [_normalised(rng, n, "sigma that of x") for n in range(10)]
    for far in (1, 0.1, 0.01):
        # It scales with a factor c > 0, but the norm of -v is not that of v.
        def lopsided(v, far=far):
            return euclidean(np.where(v > 0, v, (1 + far) * v))

        def powered(v, far=far):
            return euclidean(v) ** (1 + far)

        def of_z(x, far=far):  # powered(x / sigma) = sqrt(d)
            return euclidean(x - x.mean()) / np.sqrt(len(x)) ** (1 / (1 + far))

        def wrong(x, far=far):
            return (1 + far) * x.std()

        one, other = "norm(-v) not norm(v)", "norm(2 * v) not 2 * norm(v)"
        worlds += [
            _normalised(rng, 0, "sigma not that of x", READINGS, sigma_of=wrong),
            _normalised(rng, 1, "sigma not that of x", READINGS, sigma_of=wrong),
            _normalised(rng, 0, one, ["homogeneity", MEAN_SQUARE], lopsided),
            _normalised(rng, 1, one, ["homogeneity", MEAN_SQUARE], lopsided),
            _normalised(rng, 1, one, ["homogeneity", SIGMA, NORM_OF_Z], lopsided, np.std),
            _normalised(rng, 2, other, ["homogeneity", MEAN_SQUARE, NORM_OF_Z], powered),
            _normalised(rng, 3, other, ["homogeneity", SIGMA, NORM_OF_Z], powered, np.std),
            _normalised(rng, 4, other, ["homogeneity", SIGMA, MEAN_SQUARE], powered, of_z),
            _normalised(rng, 1, one, ["homogeneity", *READINGS], lopsided, wrong),
            _normalised(rng, 2, other, ["homogeneity", *READINGS], powered, wrong),
        ]
    return worlds


def _normalised(rng, number, what, false=(), norm=euclidean, sigma_of=None):
    d = 3 + number % 5
    x, beta = rng.normal(1.0, 2.0, size=(d, 1)), rng.normal()
    gamma = (-1) ** number * rng.uniform(0.3, 2.5)
    sigma = sigma_of(x) if sigma_of else None
    symbols = layer_norm_symbols(x, gamma, beta, norm=norm, sigma=sigma)
    true = layer_norm_symbols(x, gamma, beta) if false else None
    return World(symbols, f"d = {d}, gamma = {gamma:.3g}, {what}", frozenset(false), true)


checks.derivation(layer_norm_steps, problem=layer_norm_problem())
