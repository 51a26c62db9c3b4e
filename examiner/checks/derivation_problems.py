"""The derivations that students write line by line, as data.

A problem is a claim, a vocabulary and the worlds that its lines are tried in. In the usual worlds
everything that the statement assumes is true. The assumptions that a proof has to use are its
*facts*; each comes with worlds in which this fact alone is false, so the steps that break there are
the steps that need it. In worlds whose P is no permutation, and where softmax is not what is taken
away, a stand-in that commutes with every matrix (half of its argument) stands for softmax.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np


@dataclass(frozen=True, eq=False)
class World:
    """A value or function for each name of the vocabulary, and what to call this choice."""

    symbols: Mapping[str, Any]
    note: str


@dataclass(frozen=True)
class Fact:
    """An assumption that a step may need.

    name: what a student writes as the reason.
    says: the fact in symbols.
    without: the ways in which it can be false, each a group of worlds. A step needs the fact if it
        breaks in every group; it may name the fact if it breaks in at least one.
    """

    name: str
    says: str
    without: tuple[tuple[World, ...], ...]


@dataclass(frozen=True)
class Problem:
    """left (claim) right, to be shown by lines of which each step uses one fact at most.

    moves: reasons that hold always, and so need not be checked.
    together: facts that one step may use, if the line before it has one of these names.
    mistakes: a false line, and what is behind it.
    """

    left: str
    right: str
    worlds: tuple[World, ...]
    facts: tuple[Fact, ...]
    moves: tuple[str, ...]
    claim: str = "="
    together: Mapping[frozenset[str], frozenset[str]] = field(default_factory=dict)
    mistakes: Mapping[str, str] = field(default_factory=dict)


# --- Self-attention of permuted tokens -----------------------------------------------------------


def column_softmax(S):
    """The softmax of each column of S."""
    weights = np.exp(S - S.max(axis=0))
    return weights / weights.sum(axis=0)


def attention_symbols(P, d, rng, softmax=column_softmax):
    """The vocabulary of the permutation problem: d × n tokens X, drawn at random, and P, n × n."""
    n = len(P)
    X, ones = rng.normal(size=(d, n)), np.ones((n, 1))
    symbols = {"X": X, "P": P, "ones": ones, "I": np.eye(n), "softmax": softmax}
    for name in "VKQ":
        omega, beta = 0.6 * rng.normal(size=(d, d)), rng.normal(size=(d, 1))
        symbols[name] = beta @ ones.T + omega @ X
        symbols[f"{name}_XP"] = beta @ ones.T + omega @ X @ P
        symbols[f"omega_{name.lower()}"], symbols[f"beta_{name.lower()}"] = omega, beta
    return symbols


SIZES = ((2, 3), (3, 4), (4, 3), (2, 5), (5, 4))  # (d, n), n > 2: a derangement can be a cycle


@cache
def equivariance(seed: int = 20) -> Problem:
    """Sa[XP] = Sa[X]P, with biases; tokens are columns (UDL problem 12.3)."""
    rng = np.random.default_rng(seed)
    no_ones = _matrices(_turn, "P orthogonal, but ones.T @ P not ones.T", rng, _half)
    no_inverse = _matrices(_mix, "ones.T @ P = ones.T, but P not orthogonal", rng, _half)
    no_permutation = _matrices(
        _turn_about_ones, "P orthogonal with ones.T @ P = ones.T, but no permutation", rng
    )
    return Problem(
        left="V_XP @ softmax(K_XP.T @ Q_XP)",
        right="V @ softmax(K.T @ Q) @ P",
        worlds=tuple(_permuted(d, _derangement(n, rng), rng) for d, n in SIZES * 4),
        facts=(
            Fact("ones", "ones.T @ P = ones.T", (no_ones,)),
            Fact("softmax", "softmax(P.T @ S @ P) = P.T @ softmax(S) @ P", (no_permutation,)),
            Fact("orthogonal", "P @ P.T = I", (no_inverse,)),
        ),
        moves=("definition", "transpose", "algebra"),
        mistakes={
            "V @ P @ softmax(K.T @ Q)": "P.T and P stand on the two sides of K.T @ Q, not next to "
            "each other, so they do not cancel: P.T @ S @ P is S with rows and columns moved",
            "V @ P @ softmax(K.T @ Q) @ P": "both sides of K.T @ Q are permuted, so softmax gives "
            "a factor P.T on the left as well as P on the right",
            "V @ P @ P @ softmax(K.T @ Q) @ P.T": "P and P.T have changed sides",
            "V @ P @ softmax(K.T @ Q) @ P.T": "P and P.T have changed sides",
            "V @ softmax(K.T @ Q)": "the permutation has got lost: equivariant is not invariant",
            "V @ P @ softmax(Q.T @ K)": "queries and keys have changed places",
            "V @ P @ softmax(P.T @ Q.T @ K @ P)": "queries and keys have changed places",
        },
    )


def _permuted(d: int, order: np.ndarray, rng: np.random.Generator) -> World:
    n = len(order)
    tokens = ", ".join(str(token + 1) for token in order)
    symbols = attention_symbols(np.eye(n)[:, order], d, rng)
    return World(symbols, f"D = {d}, N = {n}, XP holding the tokens in the order {tokens}")


def _matrices(
    draw: Callable[[int, np.random.Generator], np.ndarray],
    what: str,
    rng: np.random.Generator,
    softmax: Callable[[np.ndarray], np.ndarray] = column_softmax,
) -> tuple[World, ...]:
    """Worlds in which P is no permutation."""
    return tuple(
        World(attention_symbols(draw(n, rng), d, rng, softmax), f"D = {d}, N = {n}, {what}")
        for d, n in SIZES
    )


def _half(S: np.ndarray) -> np.ndarray:
    """The stand-in for softmax: half(P.T @ S @ P) = P.T @ half(S) @ P for every P."""
    return S / 2


def _turn(n: int, rng: np.random.Generator) -> np.ndarray:
    return np.linalg.qr(rng.normal(size=(n, n)))[0]


def _turn_about_ones(n: int, rng: np.random.Generator) -> np.ndarray:
    basis = np.linalg.qr(np.column_stack([np.ones(n), rng.normal(size=(n, n - 1))]))[0]
    turn = np.eye(n)
    turn[1:, 1:] = _turn(n - 1, rng)
    return basis @ turn @ basis.T


def _mix(n: int, rng: np.random.Generator) -> np.ndarray:
    """Rows and columns add up to one."""
    centring = np.eye(n) - 1 / n
    return 1 / n + centring @ rng.normal(size=(n, n)) @ centring


def _derangement(n: int, rng: np.random.Generator) -> np.ndarray:
    """A permutation that leaves nothing in place."""
    while True:
        order = rng.permutation(n)
        if (order != np.arange(n)).all():
            return order


# --- The variance of a score ---------------------------------------------------------------------


def score_symbols(q, k, weights):
    """The vocabulary of the variance problem, with an exact E(...).

    q, k: (d, outcomes), the entries of query and key in each outcome; weights: (outcomes,), the
    probabilities. A value has three axes: index j, index l, outcome; an axis of length 1 means that
    the value does not depend on it.
    """
    d = len(q)

    def spread(x, axes):
        x = x.reshape(1, 1, 1) if x.ndim == 0 else x
        return np.broadcast_to(x, [d if axis in axes else x.shape[axis] for axis in range(3)])

    def sum_over(*axes):
        return lambda x: spread(x, axes).sum(axis=axes, keepdims=True)

    def sum_j_not_l(x):
        return (spread(x, (0, 1)) * (1 - np.eye(d))[:, :, None]).sum(axis=(0, 1), keepdims=True)

    def E(x):
        return (x * weights).sum(axis=2, keepdims=True) if x.ndim and x.shape[2] > 1 else x

    symbols = {"q_j": q[:, None, :], "q_l": q[None], "k_j": k[:, None, :], "k_l": k[None]}
    symbols |= {"d": float(d), "E": E, "sum_j": sum_over(0), "sum_l": sum_over(1)}
    return symbols | {"sum_jl": sum_over(0, 1), "sum_j_not_l": sum_j_not_l}


# Finite distributions: values and their probabilities.
THREE = ((-(2**0.5), 0.0, 2**0.5), (0.25, 0.5, 0.25))  # mean 0, variance 1, as are the next two
COIN = ((-1.0, 1.0), (0.5, 0.5))
SKEW = ((2.0, -0.5), (0.2, 0.8))
LIFTED = ((0.0, 2**0.5), (0.5, 0.5))  # the mean is not 0, E(x²) is 1
RAISED = ((-0.2, 1.4), (0.5, 0.5))  # the mean is not 0, E(x²) is 1
SHIFTED = ((0.0, 2.0), (0.5, 0.5))  # mean 1, variance 1
TWICE = ((-2.0, 2.0), (0.5, 0.5))  # mean 0, variance 4
WIDE = ((6.0, -1.5), (0.2, 0.8))  # mean 0, variance 9
Distribution = tuple[tuple[float, ...], tuple[float, ...]]


@cache
def scaling() -> Problem:
    """E((q·k)²) = d for independent entries of mean 0 and variance 1 (EECS 182, 1a)."""
    usual = (
        _independent([THREE] * 2, [THREE] * 2),
        _independent([SKEW] * 2, [THREE] * 2),
        _independent([COIN, SKEW], [SKEW, THREE]),
        _independent([THREE] * 3, [SKEW] * 3),
        _independent([SKEW] * 3, [THREE, COIN, SKEW]),
        _independent([COIN] * 4, [SKEW] * 4),
        _independent([SKEW] * 5, [COIN] * 5),
    )
    dependent = (
        _tied(2, THREE, True, "k = q"),
        _tied(3, THREE, True, "k = q"),
        _tied(2, THREE, False, "all entries of q equal, all entries of k equal"),
        _tied(3, SKEW, False, "all entries of q equal, all entries of k equal"),
    )
    # Whoever reads "unit variance" as E(x²) - E(x)² = 1 uses the mean at that step as well.
    biased = (
        tuple(_independent([LIFTED] * d, [RAISED] * d, "means not 0, E(x**2) = 1") for d in (2, 3)),
        tuple(_independent([SHIFTED] * d, [SHIFTED] * d, "means and variances 1") for d in (2, 3)),
    )
    scaled = tuple(_independent([TWICE] * d, [WIDE] * d, "variances 4 and 9") for d in (2, 3))
    return Problem(
        left="E(sum_j(q_j * k_j)**2)",
        right="d",
        worlds=usual,
        facts=(
            Fact("independence", "E(x * y) = E(x) * E(y) for different entries", (dependent,)),
            Fact("zero mean", "E(q_j) = 0 and E(k_j) = 0", biased),
            Fact("unit variance", "E(q_j**2) = 1 and E(k_j**2) = 1", (scaled,)),
        ),
        moves=("linearity", "definition", "algebra"),
        together={frozenset({"independence", "zero mean"}): frozenset({"q_l", "k_l"})},
        mistakes={
            "d**2": "of the d**2 pairs j, l only the d pairs with j = l survive",
            "d**0.5": "this is the standard deviation of the score, not its variance",
            "1": "each of the d terms gives 1; the variance is 1 only after dividing by sqrt(d)",
            "0": "the mean of the square is not the square of the mean",
        },
    )


def _independent(
    q: Sequence[Distribution], k: Sequence[Distribution], what: str = "independent entries"
) -> World:
    """Entries q_1 ... q_d, k_1 ... k_d that are all independent: every joint outcome is listed."""
    values = np.array(list(itertools.product(*(values for values, _ in (*q, *k)))))
    weights = np.array(list(itertools.product(*(weights for _, weights in (*q, *k)))))
    symbols = score_symbols(values.T[: len(q)], values.T[len(q) :], weights.prod(axis=1))
    taken = " and ".join(
        f"{name}_1 in {{{', '.join(f'{value:.3g}' for value in entries[0][0])}}}"
        for name, entries in (("q", q), ("k", k))
    )
    return World(symbols, f"d = {len(q)}, {what}, {taken}")


def _tied(d: int, distribution: Distribution, across: bool, what: str) -> World:
    """Dependent entries: k = q (across), or one value for all of q and another for all of k."""
    count = d if across else 2
    values = np.array(list(itertools.product(distribution[0], repeat=count))).T
    weights = np.array(list(itertools.product(distribution[1], repeat=count))).prod(axis=1)
    q, k = (values, values) if across else (values[[0] * d], values[[1] * d])
    return World(score_symbols(q, k, weights), f"d = {d} and {what}")


# --- The length of a layer-normalised vector -----------------------------------------------------


def euclidean(v):
    return np.sqrt((v * v).sum())


def layer_norm_symbols(x, gamma, beta, norm=euclidean, sigma=None):
    """The vocabulary of the layer norm problem. x: (d, 1)."""
    d, mu, ones = float(len(x)), x.mean(), np.ones_like(x)
    sigma = norm(x - mu) / np.sqrt(d) if sigma is None else sigma
    z = (x - mu) / sigma
    symbols = {"x": x, "y": gamma * z + beta, "z": z, "mu": mu, "sigma": sigma, "gamma": gamma}
    return symbols | {"beta": beta, "d": d, "ones": ones, "norm": norm, "abs": abs, "sqrt": np.sqrt}


@cache
def layer_norm(seed: int = 43) -> Problem:
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


PROBLEMS: Mapping[str, Callable[[], Problem]] = {
    "equivariance": equivariance,
    "scaling": scaling,
    "layer_norm": layer_norm,
}
