from types import SimpleNamespace

import numpy as np

WORDS = """
factor-two-missing: the square gives a factor 2, which is missing
sign-reversed: the sign is reversed: ŷ stands with a minus in y − ŷ
mean-loss: divided by the number of tokens; the loss is a sum
sign-of-error-only: the derivative of (y − ŷ)² is 2 (ŷ − y); this takes its sign only
one-token-only: the loss is a sum over all tokens; here only one of them counts
overflow: the exponentials overflow: subtract each row's largest score
w2-times-z: w_2 multiplies H, what comes out of ReLU, not Z
dh-without-w2: w_2 is missing: dH = dŷ w_2ᵀ, a column times a row
relu-mask-missing: ReLU stops the gradient where Z ≤ 0: the mask is missing
relu-slope-is-h: ReLU's derivative is 1 where Z > 0, else 0; here H stands in its place
relu-slope-is-z: ReLU's derivative is 1 where Z > 0, else 0; here Z stands in its place
relu-slope-minus-one: ReLU's derivative is 0 where Z < 0; yours is −1, the sign of Z
relu-mask-of-gradient: the mask of ReLU is Z > 0; yours goes by the sign of the gradient
relu-mask-reversed: the mask of ReLU is Z > 0; yours is reversed
w1-times-v: dW_1 = dZᵀ Ṽ: what W_1 multiplies is Ṽ, not V
dv-without-a: A is missing: dV = Aᵀ dṼ
dv-by-a: the gradient goes from the queries back to the values through Aᵀ, not A
value-of-own-token: a value is looked at by all tokens, not only by its own
da-by-v-tilde: dA = dṼ Vᵀ: what A multiplies is V, not Ṽ
da-transposed: dA is transposed: dA = dṼ Vᵀ, a row for each query
softmax-diagonal-only: only the diagonal of the softmax's Jacobian is used
softmax-derivative-missing: the derivative of the softmax is missing
softmax-inner-sum-missing: this is A ⊙ dA, the first term of the softmax's derivative: its inner sum
    is missing
softmax-outer-factor-missing: the softmax's derivative lacks its outer factor A
softmax-sum-down-the-column: the softmax normalises rows: its inner sum runs along the row, not down
    the column
softmax-sum-added: the softmax's inner sum is subtracted; you add it
softmax-sum-unweighted: the softmax's inner sum is weighted by A; yours is a plain sum
softmax-mean-unweighted: the softmax's inner sum is weighted by A; yours is a plain mean
scale-missing: the factor 1/√d_attn is missing
scale-twice: divided by d_attn: the factor 1/√d_attn is there twice
scale-multiplied: multiplied by √d_attn; the scores are divided by it
scale-of-d-in: divided by √d_in; the scores are divided by √d_attn
dq-by-ds-transposed: dS is transposed for the queries: dQ = dS K, not dSᵀ K
dk-by-ds: the gradient of K needs the transpose of dS: it sums over the queries
transposes-mixed-up: the transposes are mixed up: dQ = dS K and dK = dSᵀ Q
q-and-k-mixed-up: Q and K are mixed up: the gradient of Q comes from dS K, that of K from dSᵀ Q
"""


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
MISTAKES = {
    "factor-two-missing": {"g": lambda s: s.error},
    "sign-reversed": {"error": lambda s: s.y - s.y_hat},
    "mean-loss": {"g": lambda s: 2 * s.error / len(s.y)},
    "sign-of-error-only": {"error": lambda s: np.sign(s.y_hat - s.y)},
    "one-token-only": (
        {"error": lambda s: (s.y_hat - s.y) * (np.arange(len(s.y)) == len(s.y) - 1)},
        {"error": lambda s: (s.y_hat - s.y) * (np.arange(len(s.y)) == 0)},
    ),
    "overflow": {"A": lambda s: np.exp(s.S) / np.exp(s.S).sum(1, keepdims=True)},
    "w2-times-z": {"dw_2": lambda s: s.Z.T @ s.g},
    "dh-without-w2": {"dH": lambda s: np.outer(s.g, np.ones_like(s.w_2))},
    "relu-mask-missing": (
        {"dZ": lambda s: s.dH},
        {"dW_1": lambda s: s.dH.T @ s.V_tilde},
        {"dV_tilde": lambda s: s.dH @ s.W_1},
    ),
    "relu-slope-is-h": {"dZ": lambda s: s.dH * s.H},
    "relu-slope-is-z": {"dZ": lambda s: s.dH * s.Z},
    "relu-slope-minus-one": {"dZ": lambda s: s.dH * np.sign(s.Z)},
    "relu-mask-of-gradient": {"dZ": lambda s: np.maximum(s.dH, 0)},
    "relu-mask-reversed": {"dZ": lambda s: s.dH * (s.Z < 0)},
    "w1-times-v": {"dW_1": lambda s: s.dZ.T @ s.V},
    "dv-without-a": {"dV": lambda s: s.dV_tilde},
    "dv-by-a": {"dV": lambda s: s.A @ s.dV_tilde},
    "value-of-own-token": {"dV": lambda s: np.diag(s.A)[:, None] * s.dV_tilde},
    "da-by-v-tilde": {"dA": lambda s: s.dV_tilde @ s.V_tilde.T},
    "da-transposed": {"dA": lambda s: s.V @ s.dV_tilde.T},
    "softmax-diagonal-only": {"dS": lambda s: s.A * (1 - s.A) * s.dA},
    "softmax-derivative-missing": {"dS": lambda s: s.dA},
    "softmax-inner-sum-missing": {"dS": lambda s: s.A * s.dA},
    "softmax-outer-factor-missing": {"dS": lambda s: s.dA - (s.A * s.dA).sum(1, keepdims=True)},
    "softmax-sum-down-the-column": {"dS": lambda s: s.A * (s.dA - (s.A * s.dA).sum(0))},
    "softmax-sum-added": {"dS": lambda s: s.A * (s.dA + (s.A * s.dA).sum(1, keepdims=True))},
    "softmax-sum-unweighted": {"dS": lambda s: s.A * (s.dA - s.dA.sum(1, keepdims=True))},
    "softmax-mean-unweighted": {"dS": lambda s: s.A * (s.dA - s.dA.mean(1, keepdims=True))},
    "scale-missing": (
        {"dP": lambda s: s.dS},
        {"dQ": lambda s: s.dS @ s.K},
        {"dK": lambda s: s.dS.T @ s.Q},
    ),
    "scale-twice": (
        {"dP": lambda s: s.dS / s.root**2},
        {"dQ": lambda s: s.dS @ s.K / s.root**2},
        {"dK": lambda s: s.dS.T @ s.Q / s.root**2},
    ),
    "scale-multiplied": {"dP": lambda s: s.dS * s.root},
    "scale-of-d-in": {"dP": lambda s: s.dS / s.X.shape[1] ** 0.5},
    "dq-by-ds-transposed": {"dQ": lambda s: s.dP.T @ s.K},
    "dk-by-ds": {"dK": lambda s: s.dP @ s.Q},
    "transposes-mixed-up": {"dQ": lambda s: s.dP.T @ s.K, "dK": lambda s: s.dP @ s.Q},
    "q-and-k-mixed-up": {"dQ": lambda s: s.dP @ s.Q, "dK": lambda s: s.dP.T @ s.K},
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


checks.words(WORDS)
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
