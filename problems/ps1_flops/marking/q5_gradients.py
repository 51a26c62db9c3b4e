"""The gradients of one layer by formulas."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    Reference,
    assign,
    case,
    convention,
    derivative_of,
    misconception,
    replace,
)

from ..flops import PARAMETERS, forward, gradients, random_layer

# fmt: off
MISCONCEPTIONS = [
    convention("factor-two-missing", assign("dy_hat", "error"),
      "the factor 2 from the derivative of the square is missing"),
    misconception("sign-reversed", assign("error", "y - y_hat"),
      "the sign is reversed: ŷ has a minus sign in y − ŷ"),
    convention("mean-loss", assign("dy_hat", "dy_hat / len(y)"),
      "the gradients are divided by the number of tokens, but the loss is a sum"),
    misconception("sign-of-error-only", assign("error", "np.sign(error)"),
      "the derivative of (y − ŷ)² is 2 (ŷ − y); this is only its sign"),
    misconception("one-token-only",
      [assign("error", "error * (np.arange(len(y)) == len(y) - 1)"),
       assign("error", "error * (np.arange(len(y)) == 0)")],
      "the loss is a sum over all tokens; here only one of them counts"),
    misconception("overflow",
      assign("y_hat", "y_hat + 0 * np.exp(Q @ K.T / np.sqrt(len(W_q))).max()"),
      "the exponentials overflow: subtract each row's largest score"),
    misconception("w2-times-z", assign("dw_2", "Z.T @ dy_hat"),
      "w_2 multiplies H, the output of ReLU, not Z"),
    misconception("dh-without-w2", assign("dH", "np.outer(dy_hat, np.ones_like(w_2))"),
      "w_2 is missing: dH = dŷ w_2ᵀ, a column times a row"),
    misconception("relu-mask-missing",
      [assign("dZ", "dH"), assign("dW_1", "dH.T @ V_tilde"), assign("dV_tilde", "dH @ W_1")],
      "ReLU stops the gradient if Z ≤ 0: the mask is missing"),
    misconception("relu-slope-is-h", assign("dZ", "dH * H"),
      "ReLU's derivative is 1 if Z > 0, else 0; here H is used instead"),
    misconception("relu-slope-is-z", assign("dZ", "dH * Z"),
      "ReLU's derivative is 1 if Z > 0, else 0; here Z is used instead"),
    misconception("relu-slope-minus-one", assign("dZ", "dH * np.sign(Z)"),
      "ReLU's derivative is 0 if Z < 0; yours is −1, the sign of Z"),
    misconception("relu-mask-of-gradient", assign("dZ", "np.maximum(dH, 0)"),
      "the mask of ReLU is Z > 0; yours depends on the sign of the gradient"),
    misconception("relu-mask-reversed", assign("dZ", "dH * (Z < 0)"),
      "the mask of ReLU is Z > 0; yours is reversed"),
    misconception("w1-times-v", assign("dW_1", "dZ.T @ V"),
      "dW_1 = dZᵀ Ṽ: W_1 multiplies Ṽ, not V"),
    misconception("dv-without-a", assign("dV", "dV_tilde"),
      "A is missing: dV = Aᵀ dṼ"),
    misconception("dv-by-a", assign("dV", "A @ dV_tilde"),
      "the gradient goes from the queries back to the values through Aᵀ, not A"),
    misconception("value-of-own-token", assign("dV", "np.diag(A)[:, None] * dV_tilde"),
      "all tokens attend to a value, not only its own token"),
    misconception("da-by-v-tilde", assign("dA", "dV_tilde @ V_tilde.T"),
      "dA = dṼ Vᵀ: A multiplies V, not Ṽ"),
    misconception("da-transposed", assign("dA", "V @ dV_tilde.T"),
      "dA is transposed: dA = dṼ Vᵀ, with a row for each query"),
    misconception("softmax-diagonal-only", assign("dS", "A * (1 - A) * dA"),
      "only the diagonal of the softmax's Jacobian is used"),
    misconception("softmax-derivative-missing", assign("dS", "dA"),
      "the derivative of the softmax is missing"),
    misconception("softmax-inner-sum-missing", assign("inner", "0"),
      "this is A ⊙ dA, the first term of the softmax's derivative: its inner sum is missing"),
    misconception("softmax-outer-factor-missing", assign("dS", "dA - inner"),
      "the softmax's derivative lacks its outer factor A"),
    misconception("softmax-sum-down-the-column", assign("inner", "np.sum(A * dA, axis=0)"),
      "the softmax normalises rows: its inner sum runs along the row, not down the column"),
    misconception("softmax-sum-added", assign("inner", "-inner"),
      "the softmax's inner sum is subtracted; you add it"),
    misconception("softmax-sum-unweighted", assign("inner", "np.sum(dA, axis=1, keepdims=True)"),
      "the softmax's inner sum is weighted by A; yours is a plain sum"),
    misconception("softmax-mean-unweighted", assign("inner", "np.mean(dA, axis=1, keepdims=True)"),
      "the softmax's inner sum is weighted by A; yours is a plain mean"),
    misconception("scale-missing",
      [assign("dP", "dS"), assign("dQ", "dS @ K"), assign("dK", "dS.T @ Q")],
      "the factor 1/√d_attn is missing"),
    misconception("scale-twice",
      [assign("dP", "dP / np.sqrt(len(W_q))"), assign("dQ", "dQ / np.sqrt(len(W_q))"),
       assign("dK", "dK / np.sqrt(len(W_q))")],
      "divided by d_attn: the factor 1/√d_attn is applied twice"),
    misconception("scale-multiplied", assign("dP", "dS * np.sqrt(len(W_q))"),
      "multiplied by √d_attn; divide by it, like the scores"),
    misconception("scale-of-d-in", assign("dP", "dS / np.sqrt(X.shape[1])"),
      "divided by √d_in; the scores are divided by √d_attn"),
    misconception("one-projection",
      assign("dQ", "dP @ K + dP.T @ Q") & assign("dK", "dP @ K + dP.T @ Q"),
      "queries and keys have separate weights; this is the gradient of one matrix that both "
      "share"),
    misconception("dq-by-ds-transposed", assign("dQ", "dP.T @ K"),
      "dS is transposed for the queries: dQ = dS K, not dSᵀ K"),
    misconception("dk-by-ds", assign("dK", "dP @ Q"),
      "the gradient of K needs the transpose of dS: it sums over the queries"),
    misconception("transposes-mixed-up", assign("dQ", "dP.T @ K") & assign("dK", "dP @ Q"),
      "the transposes are mixed up: dQ = dS K and dK = dSᵀ Q"),
    misconception("q-and-k-mixed-up", assign("dQ", "dP @ Q") & assign("dK", "dP.T @ K"),
      "Q and K are mixed up: the gradient of Q is computed from dS K, the gradient of K from "
      "dSᵀ Q"),
    misconception("softmax-sum-across", assign("inner", "np.sum(A * dA, axis=1)"),
      "the inner sum of a row belongs to that row; here it is subtracted from a column "
      "(without keepdims=True, numpy does so)"),
    misconception("softmax-sum-of-all", assign("inner", "np.sum(A * dA)"),
      "the softmax normalises rows: each row has its own inner sum, and there is not one sum "
      "for the whole array"),
    misconception("softmax-of-scores",
      [assign("inner", "np.sum(_S * dA, axis=1, keepdims=True)")
       & assign("dS", "_S * (dA - inner)"),
       assign("inner", "np.sum(_S * dA, axis=1, keepdims=True)"),
       assign("dS", "_S * (dA - inner)")],
      "the derivative of the softmax is computed from its outputs A; here the scores S are "
      "used instead"),
    misconception("softmax-of-log", assign("dS", "dA - A * np.sum(dA, axis=1, keepdims=True)"),
      "this is the derivative of log-softmax; the derivative of the softmax is A ⊙ (dA − its "
      "inner sum)"),
    misconception("causal-mask", replace("= forward(", "= masked("),
      "nothing is masked here: every token attends to all L tokens, not only to earlier ones"),
    misconception("square-of-error",
      [assign("dy_hat", "2 * error**2"), assign("dy_hat", "-2 * error**2")],
      "the derivative of (y − ŷ)² is 2 (ŷ − y); here the error is still squared"),
    misconception("mean-of-errors", assign("dy_hat", "2 * np.mean(error) * np.ones(len(y))"),
      "each token has its own error; here the mean of all errors is used instead"),
    misconception("relu-mask-of-v-tilde",
      assign("dZ", "dH") & assign("dV_tilde", "dZ @ W_1 * (V_tilde > 0)"),
      "the mask of ReLU is Z > 0, and is applied to dH; here the mask Ṽ > 0 is applied to dṼ"),
    misconception("scale-of-d-out", assign("dP", "dS / np.sqrt(len(W_v))"),
      "divided by √d_out; the scores are divided by √d_attn"),
]
# fmt: on

LAYER_SIZES = [(5, 4, 3, 2, 6), (7, 3, 5, 6, 4), (2, 2, 2, 2, 2), (1, 4, 3, 2, 6)]
LARGE_LAYER = (2, 128, 128, 128, 128)  # a forward pass for each of its weights takes seconds


def masked(
    X: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_1: np.ndarray,
    w_2: np.ndarray,
) -> dict[str, np.ndarray]:
    """Run the layer with a causal mask."""
    layer = forward(X, W_q, W_k, W_v, W_1, w_2)
    S = np.where(np.tri(len(X)), layer["S"], -np.inf)
    powers = np.exp(S - S.max(axis=1, keepdims=True))
    A = powers / powers.sum(axis=1, keepdims=True)
    V_tilde = A @ layer["V"]
    Z = V_tilde @ W_1.T
    H = np.maximum(Z, 0)
    return layer | {"A": A, "V_tilde": V_tilde, "Z": Z, "H": H, "y_hat": H @ w_2}


def loss(
    X: np.ndarray,
    y: np.ndarray,
    W_q: np.ndarray,
    W_k: np.ndarray,
    W_v: np.ndarray,
    W_1: np.ndarray,
    w_2: np.ndarray,
) -> complex:
    """Return the loss of the layer. With complex weights, ReLU and maximum use the real parts."""
    S = X @ W_q.T @ (X @ W_k.T).T / len(W_q) ** 0.5
    powers = np.exp(S - S.real.max(axis=1, keepdims=True))
    Z = powers / powers.sum(axis=1, keepdims=True) @ (X @ W_v.T) @ W_1.T
    error = y - np.where(Z.real > 0, Z, 0) @ w_2
    return np.sum(error * error)


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    """Draw layers of different sizes, one with large scores and one with many weights."""
    layers = {
        f"{sizes[0]} {'token' if sizes[0] == 1 else 'tokens'}": random_layer(
            *sizes, seed=rng.integers(2**32)
        )
        for sizes in LAYER_SIZES
    }
    X, y, W_q, W_k, *weights = random_layer(4, 3, 2, 5, 4, seed=rng.integers(2**32))
    layers["scores in the thousands"] = (X, y, 60 * W_q, 60 * W_k, *weights)
    X, y, *weights = random_layer(*LARGE_LAYER, seed=rng.integers(2**32))
    many = case(
        *(X, y, *(weight / 8 for weight in weights)),  # scores of order 1
        oracle=gradients,
        seconds=1.0,
        too_slow="numerical differentiation, which the question excludes: it takes at least one"
        " forward pass for each of many weights",
    )
    return {name: case(*layer) for name, layer in layers.items()} | {"2 tokens": many}


question = Arrays(
    reference=Reference(gradients, masked),
    oracle=derivative_of(loss, PARAMETERS),
    cases=cases,
    misconceptions=MISCONCEPTIONS,
    every_case=True,
    excludes_numerical_differentiation=True,
)
