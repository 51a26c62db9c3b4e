"""A derivation of the equivariance of self-attention, line by line."""

from collections.abc import Callable, Sequence, Set
from typing import TypeAlias

import numpy as np

from examiner.checks import Derivation, Fact, Problem, World, misconception

from ..attention import EQUIVARIANCE, attention_symbols

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
      "P and P.T are on the wrong sides"),
    misconception("invariant", "V @ softmax(K.T @ Q)",
      "the permutation is lost: equivariant is not invariant"),
    misconception("queries-and-keys-exchanged",
      ["V @ P @ softmax(Q.T @ K)", "V @ P @ softmax(P.T @ Q.T @ K @ P)"],
      "queries and keys are swapped"),
    misconception("no-biases", "omega_v @ X @ P @ softmax((omega_k @ X @ P).T @ omega_q @ X @ P)",
      "the definitions have biases: the terms with beta_v, beta_k and beta_q are missing"),
    misconception("query-bias-dropped", "V_XP @ softmax(K_XP.T @ omega_q @ X @ P)",
      "softmax ignores a constant that is added to a column, but beta_q adds K_XP.T @ beta_q, "
      "which differs from row to row"),
]
# fmt: on

# Given cells of the notebook define the vocabulary, `attention_symbols`, and the text of the
# question, `EQUIVARIANCE`. Each world has a matrix for P and a softmax function.
# Only few functions commute with all matrices, so the kinds of function are paired with all kinds
# of matrix. Then neither the matrix nor the function reveals the true facts.
SIZES = (
    (2, 3),
    (3, 4),
    (4, 3),
    (2, 5),
    (5, 4),
)  # (d, n), with n > 2 so that a derangement can be a cycle


def equivariance_problem() -> Problem:
    """Return the problem Sa[XP] = Sa[X]P, with biases and tokens in columns (UDL problem 12.3)."""
    statements = {
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
            Fact(name, statements[name], synonyms, required=name not in ("weights", "shift"))
            for name, synonyms in EQUIVARIANCE["facts"].items()
        ),
        moves=EQUIVARIANCE["moves"],
        misconceptions=tuple(MISCONCEPTIONS),
    )


# --- matrices for P -------------------------------------------------------------------------------


def _permutation(n: int, distance: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a permutation without fixed points."""
    while True:
        order = rng.permutation(n)
        if (order != np.arange(n)).all():
            return np.eye(n)[:, order]


def _rotated(
    n: int, distance: float, rng: np.random.Generator, axes: np.ndarray | None = None
) -> np.ndarray:
    """Draw an orthogonal matrix: a permutation and a rotation, of the span of `axes` if given."""
    axes = np.eye(n) if axes is None else axes
    A = axes @ np.triu(rng.normal(size=(n, n)), 1) @ axes
    A = distance * (A - A.T) / 2
    return _permutation(n, distance, rng) @ np.linalg.solve(np.eye(n) - A, np.eye(n) + A)


def _rotated_about_ones(n: int, distance: float, rng: np.random.Generator) -> np.ndarray:
    return _rotated(n, distance, rng, np.eye(n) - 1 / n)


def _mixed(n: int, distance: float, rng: np.random.Generator) -> np.ndarray:
    """Draw a matrix with rows and columns that add up to one."""
    centring = np.eye(n) - 1 / n
    mix = np.eye(n) + distance * centring @ rng.normal(size=(n, n)) @ centring
    return _permutation(n, distance, rng) @ mix


def _arbitrary(n: int, distance: float, rng: np.random.Generator) -> np.ndarray:
    return _permutation(n, distance, rng) @ (np.eye(n) + distance * rng.normal(size=(n, n)))


def _signed(n: int, distance: float, rng: np.random.Generator) -> np.ndarray:
    signs = np.ones(n)
    signs[: 1 + rng.integers(n)] = -1
    return _permutation(n, distance, rng) * signs


def _scaled_mix(n: int, distance: float, rng: np.random.Generator) -> np.ndarray:
    return (1 + distance * rng.uniform(0.2, 0.8)) * _mixed(n, distance, rng)


# --- functions for softmax, which use a random n × n matrix W -------------------------------------


def _multiple(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return (0.5 + W[0, 0] ** 2) * S


def _odd(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return S * (0.3 + W[0, 0] ** 2 + S**2 / 9)


def _centred(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _multiple(S - S.mean(axis=0), W)


def _centred_to_one(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _centred(S, W) + 1 / len(S)


def column_softmax(S: np.ndarray) -> np.ndarray:
    weights = np.exp(S - S.max(axis=0))
    return weights / weights.sum(axis=0)


def _weighted(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    """Give tokens different weights, as masks do: softmax(S + b 1ᵀ)."""
    return column_softmax(S + W[:, :1])


def _entrywise(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return S * (0.7 + 0.5 * W) + 0.2 * W * np.tanh(S)


def _normalised(S: np.ndarray, W: np.ndarray | float) -> np.ndarray:
    positive = 1.5 + np.tanh(S + W)
    return positive / positive.sum(axis=0)


def _normalised_alike(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _normalised(S, W[0, 0])


def _exponentials(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return (1 + W) ** 2 * np.exp((S - S.mean(axis=0)) / 4)


def _exponentials_alike(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return _exponentials(S, W[0, 0])


def _softmax(S: np.ndarray, W: np.ndarray) -> np.ndarray:
    return column_softmax(S)


# --- worlds --------------------------------------------------------------------------------------

NO_ONES, NO_INVERSE = "ones.T @ P ≠ ones.T", "P @ P.T ≠ I"

Matrix: TypeAlias = Callable[[int, float, np.random.Generator], np.ndarray]
Function: TypeAlias = Callable[[np.ndarray, np.ndarray], np.ndarray]
MATRICES: dict[Matrix, tuple[Set[str], str]] = {  # the facts that are false, as names and in words
    _permutation: (set(), "P is a permutation"),
    _rotated_about_ones: (set(), "P is no permutation, but P @ P.T = I and ones.T @ P = ones.T"),
    _rotated: ({"ones"}, f"P @ P.T = I, but {NO_ONES}"),
    _signed: ({"ones"}, f"P @ P.T = I, but {NO_ONES}"),
    _mixed: ({"orthogonal"}, f"ones.T @ P = ones.T, but {NO_INVERSE}"),
    _arbitrary: ({"ones", "orthogonal"}, f"{NO_ONES} and {NO_INVERSE}"),
    _scaled_mix: ({"ones", "orthogonal"}, f"{NO_ONES} and {NO_INVERSE}"),
}

# The facts that are false of each function, and the matrices that it commutes with.
FUNCTIONS: dict[Function, tuple[Set[str], Set[Matrix]]] = {
    _softmax: (set(), {_permutation}),
    _weighted: (set(), set()),
    _centred_to_one: (set(), {_permutation, _mixed}),
    _centred: ({"weights"}, {_permutation, _mixed, _scaled_mix}),
    _exponentials: ({"weights"}, set()),
    _exponentials_alike: ({"weights"}, {_permutation}),
    _normalised: ({"shift"}, set()),
    _normalised_alike: ({"shift"}, {_permutation}),
    _multiple: ({"weights", "shift"}, set(MATRICES)),
    _odd: ({"weights", "shift"}, {_permutation, _signed}),
    _entrywise: ({"weights", "shift"}, set()),
}

# The functions that each kind of matrix is paired with.
PAIRED_FUNCTIONS: dict[Matrix, Sequence[Function]] = {
    _permutation: (
        _weighted,
        _weighted,
        _normalised_alike,
        _exponentials_alike,
        _odd,
        _entrywise,
        _multiple,
        _normalised,
        _exponentials,
    ),
    _rotated_about_ones: (_softmax, _softmax, _weighted, _entrywise),
    _rotated: (_multiple, _multiple, _softmax, _weighted, _entrywise),
    _signed: (_odd, _multiple, _softmax),
    _mixed: (_centred_to_one, _centred_to_one, _multiple, _multiple, _softmax, _entrywise),
    _arbitrary: (_multiple, _multiple, _softmax, _normalised, _exponentials, _entrywise),
    _scaled_mix: (_centred, _softmax),
}


def draw_attention(rng: np.random.Generator) -> Sequence[World]:
    """Draw worlds with a permutation for P and the true softmax, then all other worlds."""
    worlds = [_attention(_permutation, _softmax, 0, size, rng) for size in SIZES + SIZES[:2]]
    for matrix, functions in PAIRED_FUNCTIONS.items():
        for number, function in enumerate(functions):
            distance = (1, 0.1, 0.01)[number % 3]
            worlds.append(_attention(matrix, function, distance, SIZES[rng.integers(3)], rng))
    return worlds


def _attention(
    matrix: Matrix,
    function: Function,
    distance: float,
    size: tuple[int, int],
    rng: np.random.Generator,
) -> World:
    d, n = size
    P, W = matrix(n, distance, rng), distance * rng.normal(size=(n, n))
    false, note = MATRICES[matrix]
    false_of_function, commuting = FUNCTIONS[function]
    false = false | false_of_function
    if matrix not in commuting:
        false = false | {"permutation"}
    note = f"D = {d}, L = {n}, {note}"
    if not false:
        tokens = ", ".join(str(token + 1) for token in P.argmax(axis=0))
        note = f"D = {d}, L = {n}, XP with the tokens in the order {tokens}"
    elif function is not _softmax:
        note += ", and another function for softmax"

    def softmax_substitute(S: np.ndarray) -> np.ndarray:
        if S.shape == W.shape:
            return function(S, W)
        matrix = np.atleast_2d(S)
        return function(matrix, np.resize(W, matrix.shape)).reshape(S.shape)

    return World(attention_symbols(P, d, rng, softmax_substitute), note, frozenset(false))


question = Derivation(equivariance_problem())
