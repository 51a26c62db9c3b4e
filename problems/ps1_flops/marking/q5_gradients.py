import numpy as np

ERRORS = """
factor-two-missing: the square gives a factor 2, which is missing :: dy_hat = error
sign-reversed: the sign is reversed: ŷ stands with a minus in y − ŷ :: error = y - y_hat
mean-loss: divided by the number of tokens; the loss is a sum :: dy_hat = dy_hat / len(y)
sign-of-error-only: the derivative of (y − ŷ)² is 2 (ŷ − y); this takes its sign only
    :: error = np.sign(error)
one-token-only: the loss is a sum over all tokens; here only one of them counts
    :: error = error * (np.arange(len(y)) == [len(y) - 1 ~ 0])
overflow: the exponentials overflow: subtract each row's largest score
    :: y_hat = y_hat + 0 * np.exp(Q @ K.T / np.sqrt(len(W_q))).max()
w2-times-z: w_2 multiplies H, what comes out of ReLU, not Z :: dw_2 = Z.T @ dy_hat
dh-without-w2: w_2 is missing: dH = dŷ w_2ᵀ, a column times a row
    :: dH = np.outer(dy_hat, np.ones_like(w_2))
relu-mask-missing: ReLU stops the gradient where Z ≤ 0: the mask is missing :: dZ = dH
    :: dW_1 = dH.T @ V_tilde :: dV_tilde = dH @ W_1
relu-slope-is-h: ReLU's derivative is 1 where Z > 0, else 0; here H stands in its place
    :: dZ = dH * H
relu-slope-is-z: ReLU's derivative is 1 where Z > 0, else 0; here Z stands in its place
    :: dZ = dH * Z
relu-slope-minus-one: ReLU's derivative is 0 where Z < 0; yours is −1, the sign of Z
    :: dZ = dH * np.sign(Z)
relu-mask-of-gradient: the mask of ReLU is Z > 0; yours goes by the sign of the gradient
    :: dZ = np.maximum(dH, 0)
relu-mask-reversed: the mask of ReLU is Z > 0; yours is reversed :: dZ = dH * (Z < 0)
w1-times-v: dW_1 = dZᵀ Ṽ: what W_1 multiplies is Ṽ, not V :: dW_1 = dZ.T @ V
dv-without-a: A is missing: dV = Aᵀ dṼ :: dV = dV_tilde
dv-by-a: the gradient goes from the queries back to the values through Aᵀ, not A
    :: dV = A @ dV_tilde
value-of-own-token: a value is looked at by all tokens, not only by its own
    :: dV = np.diag(A)[:, None] * dV_tilde
da-by-v-tilde: dA = dṼ Vᵀ: what A multiplies is V, not Ṽ :: dA = dV_tilde @ V_tilde.T
da-transposed: dA is transposed: dA = dṼ Vᵀ, a row for each query :: dA = V @ dV_tilde.T
softmax-diagonal-only: only the diagonal of the softmax's Jacobian is used :: dS = A * (1 - A) * dA
softmax-derivative-missing: the derivative of the softmax is missing :: dS = dA
softmax-inner-sum-missing: this is A ⊙ dA, the first term of the softmax's derivative: its inner sum
    is missing :: inner = 0
softmax-outer-factor-missing: the softmax's derivative lacks its outer factor A :: dS = dA - inner
softmax-sum-down-the-column: the softmax normalises rows: its inner sum runs along the row, not down
    the column :: inner = np.sum(A * dA, axis=0)
softmax-sum-added: the softmax's inner sum is subtracted; you add it :: inner = -inner
softmax-sum-unweighted: the softmax's inner sum is weighted by A; yours is a plain sum
    :: inner = np.sum(dA, axis=1, keepdims=True)
softmax-mean-unweighted: the softmax's inner sum is weighted by A; yours is a plain mean
    :: inner = np.mean(dA, axis=1, keepdims=True)
scale-missing: the factor 1/√d_attn is missing :: dP = dS :: dQ = dS @ K :: dK = dS.T @ Q
scale-twice: divided by d_attn: the factor 1/√d_attn is there twice :: dP = dP / np.sqrt(len(W_q))
    :: dQ = dQ / np.sqrt(len(W_q)) :: dK = dK / np.sqrt(len(W_q))
scale-multiplied: multiplied by √d_attn; the scores are divided by it :: dP = dS * np.sqrt(len(W_q))
scale-of-d-in: divided by √d_in; the scores are divided by √d_attn :: dP = dS / np.sqrt(X.shape[1])
one-projection: queries and keys have weights of their own; this is the gradient of one matrix that
    makes both :: dQ = dP @ K + dP.T @ Q && dK = dP @ K + dP.T @ Q
dq-by-ds-transposed: dS is transposed for the queries: dQ = dS K, not dSᵀ K :: dQ = dP.T @ K
dk-by-ds: the gradient of K needs the transpose of dS: it sums over the queries :: dK = dP @ Q
transposes-mixed-up: the transposes are mixed up: dQ = dS K and dK = dSᵀ Q
    :: dQ = dP.T @ K && dK = dP @ Q
q-and-k-mixed-up: Q and K are mixed up: the gradient of Q comes from dS K, that of K from dSᵀ Q
    :: dQ = dP @ Q && dK = dP.T @ K
softmax-sum-across: the inner sum of a row belongs to that row; here it is subtracted from a column
    (without keepdims=True, numpy does so) :: inner = np.sum(A * dA, axis=1)
softmax-sum-of-all: the softmax normalises rows: each row has an inner sum of its own, not one sum
    for the whole array :: inner = np.sum(A * dA)
softmax-of-scores: the derivative of the softmax is written with its outputs A; here the scores S
    stand in their place
    :: inner = np.sum(_S * dA, axis=1, keepdims=True) && dS = _S * (dA - inner)
    :: inner = np.sum(_S * dA, axis=1, keepdims=True) :: dS = _S * (dA - inner)
softmax-of-log: this is the derivative of log-softmax; the softmax's is A ⊙ (dA − its inner sum)
    :: dS = dA - A * np.sum(dA, axis=1, keepdims=True)
causal-mask: nothing is masked here: every token looks at all L tokens, not only at the earlier ones
    :: = forward( -> = masked(
square-of-error: the derivative of (y − ŷ)² is 2 (ŷ − y); here the error is squared still
    :: dy_hat = [2 ~ -2] * error**2
mean-of-errors: each token has an error of its own; here the mean of all stands in its place
    :: dy_hat = 2 * np.mean(error) * np.ones(len(y))
relu-mask-of-v-tilde: the mask of ReLU is Z > 0, and belongs to dH; here dṼ is masked, by Ṽ > 0
    :: dZ = dH && dV_tilde = dZ @ W_1 * (V_tilde > 0)
scale-of-d-out: divided by √d_out; the scores are divided by √d_attn :: dP = dS / np.sqrt(len(W_v))
"""


LAYERS = [(5, 4, 3, 2, 6), (7, 3, 5, 6, 4), (2, 2, 2, 2, 2), (1, 4, 3, 2, 6)]
MANY = (2, 128, 128, 128, 128)  # so many weights that a forward pass for each takes seconds


def masked(X, W_q, W_k, W_v, W_1, w_2):
    """The forward pass in which no token looks at later ones."""
    layer = forward(X, W_q, W_k, W_v, W_1, w_2)
    S = np.where(np.tri(len(X)), layer["S"], -np.inf)
    powers = np.exp(S - S.max(axis=1, keepdims=True))
    A = powers / powers.sum(axis=1, keepdims=True)
    V_tilde = A @ layer["V"]
    Z = V_tilde @ W_1.T
    H = np.maximum(Z, 0)
    return layer | {"A": A, "V_tilde": V_tilde, "Z": Z, "H": H, "y_hat": H @ w_2}


REFERENCE = checks.Reference(SOLUTION, globals())


def loss(X, y, W_q, W_k, W_v, W_1, w_2):
    """The loss of the layer, also of complex weights: ReLU and maximum go by the real parts."""
    S = X @ W_q.T @ (X @ W_k.T).T / len(W_q) ** 0.5
    powers = np.exp(S - S.real.max(axis=1, keepdims=True))
    Z = powers / powers.sum(axis=1, keepdims=True) @ (X @ W_v.T) @ W_1.T
    error = y - np.where(Z.real > 0, Z, 0) @ w_2
    return np.sum(error * error)


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
        oracle=REFERENCE.definition(),
        seconds=1.0,
        too_slow="numerical differentiation, which the question excludes: a forward pass or more"
        " for each of many weights",
    )
    return {name: checks.case(*layer) for name, layer in layers.items()} | {"2 tokens": many}


checks.arrays(
    gradients,
    oracle=checks.derivative_of(loss, PARAMETERS),
    cases=cases,
    by_formulas=True,
    every_case=True,
    reference=REFERENCE,
    mistakes=ERRORS,
)
