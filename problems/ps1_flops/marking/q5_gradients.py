from types import SimpleNamespace

import numpy as np

LAYERS = [(5, 4, 3, 2, 6), (7, 3, 5, 6, 4), (2, 2, 2, 2, 2), (1, 4, 3, 2, 6)]
MANY = (2, 128, 128, 128, 128)  # so many weights that a forward pass for each takes seconds
STEPS = {  # the layer from its weights on, then backward; a mistake replaces some
    "A": lambda s: s.A,
    "V_tilde": lambda s: s.A @ s.V,
    "Z": lambda s: s.V_tilde @ s.W_1.T,
    "H": lambda s: np.maximum(s.Z, 0),
    "y_hat": lambda s: s.H @ s.w_2,
    "error": lambda s: s.y_hat - s.y,
    "g": lambda s: 2 * s.error,
    "dw_2": lambda s: s.H.T @ s.g,
    "dH": lambda s: np.outer(s.g, s.w_2),
    "dZ": lambda s: s.dH * (s.Z > 0),
    "dW_1": lambda s: s.dZ.T @ s.V_tilde,
    "dV_tilde": lambda s: s.dZ @ s.W_1,
    "dV": lambda s: s.A.T @ s.dV_tilde,
    "dA": lambda s: s.dV_tilde @ s.V.T,
    "dS": lambda s: s.A * (s.dA - (s.A * s.dA).sum(1, keepdims=True)),
    "dP": lambda s: s.dS / s.root,
    "dQ": lambda s: s.dP @ s.K,
    "dK": lambda s: s.dP.T @ s.Q,
    "dW_q": lambda s: s.dQ.T @ s.X,
    "dW_k": lambda s: s.dK.T @ s.X,
    "dW_v": lambda s: s.dV.T @ s.X,
}
NO_MASK = "ReLU stops the gradient where Z ≤ 0: the mask is missing"
NO_SCALE = "the factor 1/√d_attn is missing"
MISTAKES = {
    "the square gives a factor 2, which is missing": {"g": lambda s: s.error},
    "the sign is reversed: ŷ stands with a minus in y − ŷ": {"error": lambda s: s.y - s.y_hat},
    "divided by the number of tokens; the loss is a sum": {"g": lambda s: 2 * s.error / len(s.y)},
    "the derivative of (y − ŷ)² is 2 (ŷ − y); this takes its sign only": {
        "error": lambda s: np.sign(s.y_hat - s.y)
    },
    "the loss is a sum over all tokens; here only one of them counts": (
        {"error": lambda s: (s.y_hat - s.y) * (np.arange(len(s.y)) == len(s.y) - 1)},
        {"error": lambda s: (s.y_hat - s.y) * (np.arange(len(s.y)) == 0)},
    ),
    "the exponentials overflow: subtract each row's largest score": {
        "A": lambda s: np.exp(s.S) / np.exp(s.S).sum(1, keepdims=True)
    },
    "w_2 multiplies H, what comes out of ReLU, not Z": {"dw_2": lambda s: s.Z.T @ s.g},
    NO_MASK: (
        {"dZ": lambda s: s.dH},
        {"dW_1": lambda s: s.dH.T @ s.V_tilde},
        {"dV_tilde": lambda s: s.dH @ s.W_1},
    ),
    "ReLU's derivative is 1 where Z > 0, else 0; here H stands in its place": {
        "dZ": lambda s: s.dH * s.H
    },
    "ReLU's derivative is 1 where Z > 0, else 0; here Z stands in its place": {
        "dZ": lambda s: s.dH * s.Z
    },
    "ReLU's derivative is 0 where Z < 0; yours is −1, the sign of Z": {
        "dZ": lambda s: s.dH * np.sign(s.Z)
    },
    "the mask of ReLU is Z > 0; yours goes by the sign of the gradient": {
        "dZ": lambda s: np.maximum(s.dH, 0)
    },
    "the mask of ReLU is Z > 0; yours is reversed": {"dZ": lambda s: s.dH * (s.Z < 0)},
    "dW_1 = dZᵀ Ṽ: what W_1 multiplies is Ṽ, not V": {"dW_1": lambda s: s.dZ.T @ s.V},
    "A is missing: dV = Aᵀ dṼ": {"dV": lambda s: s.dV_tilde},
    "the gradient goes from the queries back to the values through Aᵀ, not A": {
        "dV": lambda s: s.A @ s.dV_tilde
    },
    "a value is looked at by all tokens, not only by its own": {
        "dV": lambda s: np.diag(s.A)[:, None] * s.dV_tilde
    },
    "dA = dṼ Vᵀ: what A multiplies is V, not Ṽ": {"dA": lambda s: s.dV_tilde @ s.V_tilde.T},
    "dA is transposed: dA = dṼ Vᵀ, a row for each query": {"dA": lambda s: s.V @ s.dV_tilde.T},
    "only the diagonal of the softmax's Jacobian is used": {"dS": lambda s: s.A * (1 - s.A) * s.dA},
    "the derivative of the softmax is missing": {"dS": lambda s: s.dA},
    "this is A ⊙ dA, the first term of the softmax's derivative: its inner sum is missing": {
        "dS": lambda s: s.A * s.dA
    },
    "the softmax's derivative lacks its outer factor A": {
        "dS": lambda s: s.dA - (s.A * s.dA).sum(1, keepdims=True)
    },
    "the softmax normalises rows: its inner sum runs along the row, not down the column": {
        "dS": lambda s: s.A * (s.dA - (s.A * s.dA).sum(0))
    },
    "the softmax's inner sum is subtracted; you add it": {
        "dS": lambda s: s.A * (s.dA + (s.A * s.dA).sum(1, keepdims=True))
    },
    "the softmax's inner sum is weighted by A; yours is a plain sum": {
        "dS": lambda s: s.A * (s.dA - s.dA.sum(1, keepdims=True))
    },
    "the softmax's inner sum is weighted by A; yours is a plain mean": {
        "dS": lambda s: s.A * (s.dA - s.dA.mean(1, keepdims=True))
    },
    NO_SCALE: (
        {"dP": lambda s: s.dS},
        {"dQ": lambda s: s.dS @ s.K},
        {"dK": lambda s: s.dS.T @ s.Q},
    ),
    "divided by d_attn: the factor 1/√d_attn is there twice": (
        {"dP": lambda s: s.dS / s.root**2},
        {"dQ": lambda s: s.dS @ s.K / s.root**2},
        {"dK": lambda s: s.dS.T @ s.Q / s.root**2},
    ),
    "multiplied by √d_attn; the scores are divided by it": {"dP": lambda s: s.dS * s.root},
    "divided by √d_in; the scores are divided by √d_attn": {
        "dP": lambda s: s.dS / s.X.shape[1] ** 0.5
    },
    "dS is transposed for the queries: dQ = dS K, not dSᵀ K": {"dQ": lambda s: s.dP.T @ s.K},
    "the gradient of K needs the transpose of dS: it sums over the queries": {
        "dK": lambda s: s.dP @ s.Q
    },
    "the transposes are mixed up: dQ = dS K and dK = dSᵀ Q": {
        "dQ": lambda s: s.dP.T @ s.K,
        "dK": lambda s: s.dP @ s.Q,
    },
    "Q and K are mixed up: the gradient of Q comes from dS K, that of K from dSᵀ Q": {
        "dQ": lambda s: s.dP @ s.Q,
        "dK": lambda s: s.dP.T @ s.K,
    },
}


def loss(X, y, W_q, W_k, W_v, W_1, w_2):
    """The loss of the layer, also of complex weights: ReLU and maximum go by the real parts."""
    S = X @ W_q.T @ (X @ W_k.T).T / len(W_q) ** 0.5
    powers = np.exp(S - S.real.max(axis=1, keepdims=True))
    Z = powers / powers.sum(axis=1, keepdims=True) @ (X @ W_v.T) @ W_1.T
    error = y - np.where(Z.real > 0, Z, 0) @ w_2
    return np.sum(error * error)


def backward(**changed):
    """The gradients by a backward pass in which these steps are replaced."""

    def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
        given = dict(zip(PARAMETERS, (W_q, W_k, W_v, W_1, w_2), strict=True))
        arrays = forward(X, *given.values())
        s = SimpleNamespace(X=X, y=y, root=len(W_q) ** 0.5, **given, **arrays)
        for name, step in (STEPS | changed).items():
            setattr(s, name, step(s))
        return {name: getattr(s, f"d{name}") for name in PARAMETERS}

    return gradients


def cases(rng):
    layers = {
        f"{sizes[0]} token{'s' * (sizes[0] > 1)}": random_layer(*sizes, seed=rng.integers(2**32))
        for sizes in LAYERS
    }
    X, y, W_q, W_k, *others = random_layer(4, 3, 2, 5, 4, seed=rng.integers(2**32))
    layers["scores in the thousands"] = (X, y, 60 * W_q, 60 * W_k, *others)
    X, y, *weights = random_layer(*MANY, seed=rng.integers(2**32))
    many = checks.case(
        *(X, y, *(weight / 8 for weight in weights)),  # scores of order 1
        oracle=backward(),
        seconds=1.0,
        too_slow="numerical differentiation, which the question excludes: a forward pass or more"
        " for each of many weights",
    )
    return {name: checks.case(*layer) for name, layer in layers.items()} | {"2 tokens": many}


checks.arrays(
    gradients,
    oracle=checks.derivative_of(loss, PARAMETERS),
    cases=cases,
    seed=71,
    by_formulas=True,
    every_case=True,
    mistakes=MISTAKES,
    walk=backward,
)
