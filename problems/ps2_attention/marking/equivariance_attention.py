"""Self-attention with biases, tokens in columns."""

from collections.abc import Mapping

import numpy as np

from examiner.checks import (
    Arrays,
    Case,
    assign,
    case,
    convention,
    misconception,
    missed_idea,
    remove,
    replace,
    returns,
)

from ..attention import self_attention

# The numbers that may be subtracted from the scores.
LARGEST = ["scores.max(axis=0)", "scores.max(axis=1, keepdims=True)", "scores.max()", "0"]
POWERS = [assign("powers", f"np.exp(scores - {largest})") for largest in LARGEST]

# fmt: off
MISCONCEPTIONS = [
    convention("small-number-in-normaliser",
      [replace("powers.sum(axis=0)", f"(powers.sum(axis=0) + 1e-{k})") for k in range(3, 9)],
      "a small number is added to the normaliser, although it is never 0"),
    misconception("softmax-along-rows",
      [each & assign("weights", "powers / powers.sum(axis=1, keepdims=True)") for each in POWERS],
      "the softmax runs along the rows of KᵀQ; the scores of a query stand in a column"),
    misconception("column-divided-by-row-sum",
      [each & assign("weights", "powers / powers.sum(axis=1)") for each in POWERS],
      "each column is divided by the sum of a row: an axis is wrong, or keepdims=True is missing"),
    misconception("one-softmax-for-all",
      [each & assign("weights", "powers / powers.sum()") for each in POWERS],
      "there is one softmax over the whole matrix; each column needs its own"),
    misconception("largest-of-row-subtracted",
      replace("scores.max(axis=0)", "scores.max(axis=1, keepdims=True)"),
      "the largest score of the row is subtracted from each score; subtract the largest of the "
      "column"),
    missed_idea("not-divided-by-sum",
      [assign("weights", "powers"), assign("weights", "np.exp(scores)")],
      "the exponentials are not divided by their sum"),
    misconception("largest-of-all-subtracted", replace("scores.max(axis=0)", "scores.max()"),
      "the largest score of all is subtracted; subtract each column's own"),
    missed_idea("softmax-missing", assign("weights", "scores"),
      "the softmax is missing"),
    misconception("weights-transposed", assign("weights", "weights.T"),
      "the weights are transposed: V A, not V Aᵀ"),
    misconception("keys-and-queries-exchanged", assign("scores", "Q.T @ K"),
      "keys and queries are swapped, in the scores or in their matrices"),
    misconception("roles-exchanged",
      [assign("omega_k, omega_v", "omega_v, omega_k") & assign("beta_k, beta_v", "beta_v, beta_k"),
       assign("omega_q, omega_v", "omega_v, omega_q") & assign("beta_q, beta_v", "beta_v, beta_q"),
       assign("omega_q, omega_k, omega_v", "omega_v, omega_q, omega_k")
       & assign("beta_q, beta_k, beta_v", "beta_v, beta_q, beta_k"),
       assign("omega_q, omega_k, omega_v", "omega_k, omega_v, omega_q")
       & assign("beta_q, beta_k, beta_v", "beta_k, beta_v, beta_q")],
      "queries, keys and values are permuted, in their matrices and biases"),
    convention("scores-scaled", assign("scores", "scores / len(Q) ** 0.5"),
      "the scores are scaled; here they are not"),
    misconception("biases-missing", remove("beta_q +") & remove("beta_k +") & remove("beta_v +"),
      "the biases are missing"),
    misconception("biases-inside",
      replace("beta_q + omega_q @ X", "omega_q @ (X + beta_q)")
       & replace("beta_k + omega_k @ X", "omega_k @ (X + beta_k)")
       & replace("beta_v + omega_v @ X", "omega_v @ (X + beta_v)"),
      "the biases are added to the tokens, before the matrices: Ω(X + β); it should be β + Ω X"),
    misconception("beta-v-missing", remove("beta_v +"),
      "beta_v is missing"),
    misconception("beta-q-missing", remove("beta_q +"),
      "beta_q is missing"),
    misconception("beta-v-twice", assign("V", "beta_v + V"),
      "beta_v is counted twice"),
    misconception("matrices-transposed",
      assign("omega_q", "omega_q.T") & assign("omega_k", "omega_k.T")
       & assign("omega_v", "omega_v.T"),
      "the matrices are transposed: you form Ωᵀ X; it should be Ω X"),
    misconception("values-not-projected", assign("V", "X"),
      "these are weighted sums of the tokens X; the sums are over the values, β_v + Ω_v X"),
    misconception("omega-v-transposed", assign("omega_v", "omega_v.T"),
      "omega_v is transposed"),
    misconception("input-added", returns("_ + X"),
      "X is added to the result, as in a residual connection; Sa[X] has none"),
    misconception("overflow", assign("powers", "np.exp(scores)"),
      "the exponentials overflow: subtract each column's largest score"),
]
# fmt: on


def by_definition(
    X: np.ndarray,
    omega_q: np.ndarray,
    beta_q: np.ndarray,
    omega_k: np.ndarray,
    beta_k: np.ndarray,
    omega_v: np.ndarray,
    beta_v: np.ndarray,
) -> np.ndarray:
    tokens = [X[:, [n]] for n in range(X.shape[1])]
    output = np.empty(X.shape)
    for n, token in enumerate(tokens):
        query = beta_q + omega_q @ token
        scores = [float(np.vdot(beta_k + omega_k @ other, query)) for other in tokens]
        powers = [np.exp(score - max(scores)) for score in scores]
        values = [beta_v + omega_v @ other for other in tokens]
        mean = sum(p * value for p, value in zip(powers, values, strict=True)) / sum(powers)
        output[:, n] = mean[:, 0]
    return output


def cases(rng: np.random.Generator) -> Mapping[str, Case]:
    def arguments(d: int, n: int, scale: float = 1.0, bias: float = 1.0) -> tuple[np.ndarray, ...]:
        omegas = 0.7 * rng.normal(size=(3, d, d))
        betas = bias * rng.normal(size=(3, d, 1))
        X = rng.normal(size=(d, n))
        if scale > 1:  # quarters, so that float32 has all digits of the scores
            omegas, betas, X = (np.round(4 * x) / 4 for x in (omegas, betas, X))
        omegas[0] *= scale
        betas[0] *= scale
        return X, *(m for pair in zip(omegas, betas, strict=True) for m in pair)

    return {
        "no biases, D = 3, L = 5": case(*arguments(3, 5, bias=0.0), weight=3),
        "biases, D = 4, L = 3": case(*arguments(4, 3), weight=2),
        "biases, D = 2, L = 6": case(*arguments(2, 6), weight=2),
        "scores in the thousands": case(*arguments(3, 4, scale=3072.0), weight=1),
    }


question = Arrays(
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=self_attention,
    misconceptions=MISCONCEPTIONS,
)
