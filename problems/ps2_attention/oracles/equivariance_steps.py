from collections.abc import Callable

from examiner.checks import Fact, Problem, World

# The vocabulary, `attention_symbols` and `column_softmax`, is that of the notebook's given cell. In
# worlds whose P is no permutation, and where softmax is not what is taken away, a stand-in that
# commutes with every matrix (half of its argument) stands for softmax.
SHAPES = ((2, 3), (3, 4), (4, 3), (2, 5), (5, 4))  # (d, n), n > 2: a derangement can be a cycle


def equivariance_problem(seed: int = 20) -> Problem:
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
        worlds=tuple(_permuted(d, _derangement(n, rng), rng) for d, n in SHAPES * 4),
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
        for d, n in SHAPES
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
