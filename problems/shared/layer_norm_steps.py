from collections.abc import Callable

import numpy as np

from examiner.checks import Fact, Problem, World


def euclidean(v):
    return np.sqrt((v * v).sum())


def layer_norm_symbols(x, gamma, beta, norm=euclidean, sigma=None):
    """The vocabulary of the layer norm problem. x: (d, 1)."""
    d, mu, ones = float(len(x)), x.mean(), np.ones_like(x)
    sigma = norm(x - mu) / np.sqrt(d) if sigma is None else sigma
    z = (x - mu) / sigma
    symbols = {"x": x, "y": gamma * z + beta, "z": z, "mu": mu, "sigma": sigma, "gamma": gamma}
    return symbols | {"beta": beta, "d": d, "ones": ones, "norm": norm, "abs": abs, "sqrt": np.sqrt}


def layer_norm_problem(seed: int = 43) -> Problem:
    """‖y - β1‖ = |γ| √d for scalar γ and β, σ > 0 and no ε (EECS 182, 3b)."""

    def lopsided(v):  # it scales with a factor c > 0, but the norm of -v is not that of v
        return euclidean(np.where(v > 0, v, 2 * v))

    def squared(v):
        return (v * v).sum()

    # With another norm, sigma may follow it or stay what it was: a step needs the rule for c * v
    # only if it breaks either way. Likewise where c > 0 is all that a step needs.
    no_rule = (
        _normalised(seed, "norm(-v) not norm(v)", norm=lopsided),
        _normalised(seed, "norm(-v) not norm(v)", norm=lopsided, sigma_of=np.std),
        _normalised(seed, "norm(2 * v) not 2 * norm(v)", norm=squared),
    )
    return Problem(
        left="norm(y - beta * ones)",
        right="abs(gamma) * sqrt(d)",
        worlds=_normalised(seed, "sigma that of x", count=20),
        facts=(
            Fact("norm", "norm(c * v) = abs(c) * norm(v)", no_rule),
            Fact(
                "sigma",
                "norm(x - mu * ones) = sigma * sqrt(d)",
                (_normalised(seed, "sigma twice that of x", sigma_of=lambda x: 2 * x.std()),),
            ),
        ),
        moves=("definition", "algebra", "sigma > 0"),
        mistakes={
            "gamma * sqrt(d)": "a norm is never negative, and gamma may be",
            "abs(gamma) * sqrt(d - 1)": "sigma**2 is the mean over d entries, not over d - 1",
            "abs(gamma) * d": "sigma * sqrt(d) is the norm of x - mu * ones, so sqrt(d) stays",
            "abs(gamma)": "sigma * sqrt(d) is the norm of x - mu * ones, so sqrt(d) stays",
            "gamma**2 * d": "this is the square of the norm",
            "gamma**2 * sqrt(d)": "norm(c * v) is abs(c) * norm(v), not c**2 * norm(v)",
        },
    )


def _normalised(
    seed: int,
    what: str,
    norm: Callable[[np.ndarray], np.ndarray] = euclidean,
    sigma_of: Callable[[np.ndarray], np.ndarray] | None = None,
    count: int = 6,
) -> tuple[World, ...]:
    """Worlds of several sizes in which gamma takes both signs."""
    rng = np.random.default_rng(seed)
    worlds = []
    for number in range(count):
        x, d = rng.normal(1.0, 2.0, size=(3 + number % 5, 1)), 3 + number % 5
        gamma, beta = (-1) ** number * rng.uniform(0.3, 2.5), rng.normal()
        sigma = sigma_of(x) if sigma_of else None
        symbols = layer_norm_symbols(x, gamma, beta, norm=norm, sigma=sigma)
        worlds.append(World(symbols, f"d = {d}, gamma = {gamma:.3g}, {what}"))
    return tuple(worlds)
