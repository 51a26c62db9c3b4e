import numpy as np

from examiner.checks.derivations.comparing import World

# %%
# 2.4 and 2.5: mean and variance of a score


def score_symbols(q, k, weights):
    """Return the vocabulary of 2.4 and 2.5, with an exact E(...).

    q, k: (d, outcomes), the entries of query and key in each outcome. weights: (outcomes,), the
    probabilities. A value has three axes: index j, index l, outcome. A value that does not depend on
    an index has length 1 along its axis.
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


# The example that lines are tried in: d = 2, each entry is -1/2 or 2, with probabilities 4/5 and 1/5.
outcomes = np.array(np.meshgrid(*4 * [[-0.5, 2.0]])).reshape(4, 16)
chances = np.array(np.meshgrid(*4 * [[0.8, 0.2]])).reshape(4, 16).prod(axis=0)
SCALING: dict = {
    "worlds": [
        World(score_symbols(outcomes[:2], outcomes[2:], chances), "d = 2 and entries -1/2, 2")
    ],
    "left": "E(sum_j(q_j * k_j)**2)",
    "right": "d",
    "facts": {  # and other words for them
        "independence": ("independent", "independent entries"),
        "zero mean": ("zero means", "mean zero", "mean 0", "means 0", "zero expectation"),
        "unit variance": ("unit variances", "variance one", "variance 1", "variances 1"),
    },
    "moves": ("linearity", "definition", "algebra"),
}
SCALING_MEAN: dict = SCALING | {"left": "E(sum_j(q_j * k_j))", "right": "0"}


# 3.3: equivariance


def attention_symbols(P, d, rng, softmax=None):
    """Return the vocabulary of 3.3: d × n tokens X, drawn at random, and P, n × n.

    softmax: a function that replaces the softmax of each column.
    """

    def softmax_of_columns(S):
        return np.exp(S) / np.exp(S).sum(axis=0)

    n = len(P)
    X, ones = rng.normal(size=(d, n)), np.ones((n, 1))
    symbols = {"X": X, "P": P, "ones": ones, "I": np.eye(n)}
    symbols["softmax"] = softmax or softmax_of_columns
    for name in "VKQ":
        omega, beta = 0.6 * rng.normal(size=(d, d)), rng.normal(size=(d, 1))
        symbols[name] = beta @ ones.T + omega @ X
        symbols[f"{name}_XP"] = beta @ ones.T + omega @ X @ P
        symbols[f"omega_{name.lower()}"], symbols[f"beta_{name.lower()}"] = omega, beta
    return symbols


# The example that lines are tried in: D = 3, L = 4.
example = attention_symbols(np.eye(4)[:, [2, 3, 1, 0]], 3, np.random.default_rng(1))
EQUIVARIANCE: dict = {
    "worlds": [World(example, "random matrices, D = 3, L = 4")],
    "left": "V_XP @ softmax(K_XP.T @ Q_XP)",
    "right": "V @ softmax(K.T @ Q) @ P",
    "facts": {  # and other words for them
        "ones": ("sums of p", "column sums", "row sums"),
        "permutation": ("permutations", "softmax", "permuted softmax", "softmax permutation"),
        "orthogonal": ("orthogonality", "orthogonal matrix", "inverse"),
        "weights": ("weights sum to 1", "weights sum to one", "weights add up to 1"),
        "shift": ("shift invariance", "shifts", "translation invariance"),
    },
    "moves": ("definition", "transpose", "algebra"),
}
