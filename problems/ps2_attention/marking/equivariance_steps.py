"""The equivariance of self-attention, line by line."""

from collections.abc import Callable, Sequence, Set
from typing import TypeAlias

import numpy as np

from examiner.checks import Derivation, Fact, Problem, World, misconception

from ..attention import EQUIVARIANCE, attention_symbols, column_softmax

# fmt: off
MISCONCEPTIONS = [
    misconception("cancelled-across", "V @ P @ softmax(K.T @ Q)",
      "P.T and P stand on the two sides of K.T @ Q, not next to each other, so they do not "
      "cancel: P.T @ S @ P is S with rows and columns moved"),
    misconception("rows-not-permuted", "V @ P @ softmax(K.T @ Q) @ P",
      "both sides of K.T @ Q are permuted, so softmax gives a factor P.T on the left as well "
      "as P on the right"),
    misconception("sides-exchanged",
      ["V @ P @ P @ softmax(K.T @ Q) @ P.T", "V @ P @ softmax(K.T @ Q) @ P.T"],
      "P and P.T have changed sides"),
    misconception("invariant", "V @ softmax(K.T @ Q)",
      "the permutation has got lost: equivariant is not invariant"),
    misconception("queries-and-keys-exchanged",
      ["V @ P @ softmax(Q.T @ K)", "V @ P @ softmax(P.T @ Q.T @ K @ P)"],
      "queries and keys have changed places"),
    misconception("no-biases", "omega_v @ X @ P @ softmax((omega_k @ X @ P).T @ omega_q @ X @ P)",
      "the definitions have biases: the terms with beta_v, beta_k and beta_q are missing"),
    misconception("query-bias-dropped", "V_XP @ softmax(K_XP.T @ omega_q @ X @ P)",
      "softmax lets a constant in each column drop out; beta_q adds K_XP.T @ beta_q, which "
      "differs from row to row"),
]
# fmt: on

# The vocabulary, `attention_symbols` and `column_softmax`, and what the question says,
# `EQUIVARIANCE`, are the notebook's given cells. A world is made of a matrix that stands for P and
# a function that stands for softmax. Only few functions can be taken before or after any matrix, so
# the kinds of function go with all kinds of matrix: none of them gives away which facts are true.
SIZES = ((2, 3), (3, 4), (4, 3), (2, 5), (5, 4))  # (d, n), n > 2: a derangement can be a cycle


def equivariance_problem() -> Problem:
    """Ask for Sa[XP] = Sa[X]P, with biases; tokens are columns (UDL problem 12.3)."""
    says = {
        "ones": "ones.T @ P = ones.T",
        "permutation": "softmax(P.T @ S @ P) = P.T @ softmax(S) @ P",
        "orthogonal": "P @ P.T = I",
        "weights": "ones.T @ softmax(S) = ones.T",
        "shift": "softmax(S + ones @ c.T) = softmax(S)",
    }
    return Problem(
        left=EQUIVARIANCE["left"],
        right=EQUIVARIANCE["right"],
        draw=draw_attention,
        facts=tuple(
            Fact(name, says[name], others, required=name not in ("weights", "shift"))
            for name, others in EQUIVARIANCE["facts"].items()
        ),
        moves=EQUIVARIANCE["moves"],
        misconceptions=tuple(MISCONCEPTIONS),
    )


# --- what stands for P ---------------------------------------------------------------------------


def _permutation(n: int, far: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a permutation that leaves nothing in place."""
    while True:
        order = rng.permutation(n)
        if (order != np.arange(n)).all():
            return np.eye(n)[:, order]


def _turned(
    n: int, far: float, rng: np.random.Generator, axes: np.ndarray | None = None
) -> np.ndarray:
    """Draw a permutation and then a rotation, of all space or of the span of `axes`: orthogonal."""
    axes = np.eye(n) if axes is None else axes
    A = axes @ np.triu(rng.normal(size=(n, n)), 1) @ axes
    A = far * (A - A.T) / 2
    return _permutation(n, far, rng) @ np.linalg.solve(np.eye(n) - A, np.eye(n) + A)


def _turned_about_ones(n: int, far: float, rng: np.random.Generator) -> np.ndarray:
    return _turned(n, far, rng, np.eye(n) - 1 / n)


def _mixed(n: int, far: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a matrix whose rows and columns add up to one."""
    centring = np.eye(n) - 1 / n
    mix = np.eye(n) + far * centring @ rng.normal(size=(n, n)) @ centring
    return _permutation(n, far, rng) @ mix


def _any(n: int, far: float, rng: np.random.Generator) -> np.ndarray:
    return _permutation(n, far, rng) @ (np.eye(n) + far * rng.normal(size=(n, n)))


def _signed(n: int, far: float, rng: np.random.Generator) -> np.ndarray:
    signs = np.ones(n)
    signs[: 1 + rng.integers(n)] = -1
    return _permutation(n, far, rng) * signs


def _scaled_mix(n: int, far: float, rng: np.random.Generator) -> np.ndarray:
    return (1 + far * rng.uniform(0.2, 0.8)) * _mixed(n, far, rng)


# --- what stands for softmax: made of a random matrix W, n × n -----------------------------------


def _multiple(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return (0.5 + W[0, 0] ** 2) * S


def _odd(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return S * (0.3 + W[0, 0] ** 2 + S**2 / 9)


def _centred(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _multiple(S - S.mean(axis=0), W)


def _centred_to_one(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _centred(S, W) + 1 / len(S)


def _weighted(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Weight tokens: not every one has the same chance, as in masks: softmax(S + b 1ᵀ)."""
    return column_softmax(S + W[:, :1])


def _each_its_own(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return S * (0.7 + 0.5 * W) + 0.2 * W * np.tanh(S)


def _to_one(S: np.ndarray, W: np.ndarray | float) -> np.ndarray:
    positive = 1.5 + np.tanh(S + W)
    return positive / positive.sum(axis=0)


def _to_one_alike(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _to_one(S, W[0, 0])


def _exponentials(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return (1 + W) ** 2 * np.exp((S - S.mean(axis=0)) / 4)


def _exponentials_alike(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _exponentials(S, W[0, 0])


def _softmax(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return column_softmax(S)


# --- worlds --------------------------------------------------------------------------------------

NO_ONES, NO_INVERSE = "ones.T @ P not ones.T", "P @ P.T not I"

Matrix: TypeAlias = Callable[[int, float, np.random.Generator], np.ndarray]
Function: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]
MATRICES: dict[Matrix, tuple[Set[str], str]] = {  # what is false of them, in marks and in words
    _permutation: (set(), "P a permutation"),
    _turned_about_ones: (set(), "P no permutation, but P @ P.T = I and ones.T @ P = ones.T"),
    _turned: ({"ones"}, f"P @ P.T = I, but {NO_ONES}"),
    _signed: ({"ones"}, f"P @ P.T = I, but {NO_ONES}"),
    _mixed: ({"orthogonal"}, f"ones.T @ P = ones.T, but {NO_INVERSE}"),
    _any: ({"ones", "orthogonal"}, f"{NO_ONES} and {NO_INVERSE}"),
    _scaled_mix: ({"ones", "orthogonal"}, f"{NO_ONES} and {NO_INVERSE}"),
}

FUNCTIONS: dict[
    Function, tuple[Set[str], Set[Matrix]]
] = {  # what is false of them, and with which matrices they can change places
    _softmax: (set(), {_permutation}),
    _weighted: (set(), set()),
    _centred_to_one: (set(), {_permutation, _mixed}),
    _centred: ({"weights"}, {_permutation, _mixed, _scaled_mix}),
    _exponentials: ({"weights"}, set()),
    _exponentials_alike: ({"weights"}, {_permutation}),
    _to_one: ({"shift"}, set()),
    _to_one_alike: ({"shift"}, {_permutation}),
    _multiple: ({"weights", "shift"}, set(MATRICES)),
    _odd: ({"weights", "shift"}, {_permutation, _signed}),
    _each_its_own: ({"weights", "shift"}, set()),
}

TRIED: dict[Matrix, Sequence[Function]] = {  # the functions that each kind of matrix is tried with
    _permutation: (
        _weighted,
        _weighted,
        _to_one_alike,
        _exponentials_alike,
        _odd,
        _each_its_own,
        _multiple,
        _to_one,
        _exponentials,
    ),
    _turned_about_ones: (_softmax, _softmax, _weighted, _each_its_own),
    _turned: (_multiple, _multiple, _softmax, _weighted, _each_its_own),
    _signed: (_odd, _multiple, _softmax),
    _mixed: (_centred_to_one, _centred_to_one, _multiple, _multiple, _softmax, _each_its_own),
    _any: (_multiple, _multiple, _softmax, _to_one, _exponentials, _each_its_own),
    _scaled_mix: (_centred, _softmax),
}


def draw_attention(rng: np.random.Generator) -> Sequence[World]:
    """Draw worlds in which P is a permutation and softmax the softmax; then all others."""
    worlds = [_attention(_permutation, _softmax, 0, size, rng) for size in SIZES + SIZES[:2]]
    for matrix, functions in TRIED.items():
        for number, function in enumerate(functions):
            far = (1, 0.1, 0.01)[number % 3]
            worlds.append(_attention(matrix, function, far, SIZES[rng.integers(3)], rng))
    return worlds


def _attention(
    matrix: Matrix, function: Function, far: float, size: tuple[int, int], rng: np.random.Generator
) -> World:
    d, n = size
    P, W = matrix(n, far, rng), far * rng.normal(size=(n, n))
    false, what = MATRICES[matrix]
    false_too, changes_places_with = FUNCTIONS[function]
    false = false | false_too
    if matrix not in changes_places_with:
        false = false | {"permutation"}
    what = f"D = {d}, N = {n}, {what}"
    if not false:
        tokens = ", ".join(str(token + 1) for token in P.argmax(axis=0))
        what = f"D = {d}, N = {n}, XP holding the tokens in the order {tokens}"
    elif function is not _softmax:
        what += ", and another function for softmax"

    def in_place_of_softmax(S: np.ndarray) -> np.ndarray:
        if S.shape == W.shape:
            return function(S, W)
        matrix = np.atleast_2d(S)
        return function(matrix, np.resize(W, matrix.shape)).reshape(S.shape)

    return World(attention_symbols(P, d, rng, in_place_of_softmax), what, frozenset(false))


question = Derivation(equivariance_problem())
