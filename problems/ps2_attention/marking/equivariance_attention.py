import numpy as np

LARGEST = "[scores.max(axis=0) ~ scores.max(axis=1, keepdims=True) ~ scores.max() ~ 0]"
ERRORS = f"""
small-number-in-normaliser: a small number is added to the normaliser, which is never 0
    :: powers.sum(axis=0) -> (powers.sum(axis=0) + 1e-[3 ~ 4 ~ 5 ~ 6 ~ 7 ~ 8])
softmax-along-rows: the softmax runs along the rows of KᵀQ; the scores of a query stand in a column
    :: powers = np.exp(scores - {LARGEST}) && weights = powers / powers.sum(axis=1, keepdims=True)
column-divided-by-row-sum: each column is divided by the sum of a row: an axis is wrong, or
    keepdims=True missing
    :: powers = np.exp(scores - {LARGEST}) && weights = powers / powers.sum(axis=1)
one-softmax-for-all: one softmax over the whole matrix; each column is one
    :: powers = np.exp(scores - {LARGEST}) && weights = powers / powers.sum()
largest-of-row-subtracted: the largest score of its row is subtracted from each; subtract its
    column's :: scores.max(axis=0) -> scores.max(axis=1, keepdims=True)
not-divided-by-sum: the exponentials are not divided by their sum :: weights = powers
    :: weights = np.exp(scores)
largest-of-all-subtracted: the largest score of all is subtracted; subtract each column's own
    :: scores.max(axis=0) -> scores.max()
softmax-missing: the softmax is missing :: weights = scores
weights-transposed: the weights are transposed: V A, not V Aᵀ :: weights = weights.T
keys-and-queries-exchanged: keys and queries have changed places, in the scores or in their matrices
    :: scores = Q.T @ K
roles-exchanged: queries, keys and values have changed places, in their matrices and biases
    :: omega_k, omega_v = omega_v, omega_k && beta_k, beta_v = beta_v, beta_k
    :: omega_q, omega_v = omega_v, omega_q && beta_q, beta_v = beta_v, beta_q
    :: omega_q, omega_k, omega_v = omega_v, omega_q, omega_k
    && beta_q, beta_k, beta_v = beta_v, beta_q, beta_k
    :: omega_q, omega_k, omega_v = omega_k, omega_v, omega_q
    && beta_q, beta_k, beta_v = beta_k, beta_v, beta_q
scores-scaled: the scores are scaled; here they are not :: scores = scores / len(Q) ** 0.5
biases-missing: the biases are missing :: beta_q + -> && beta_k + -> && beta_v + ->
biases-inside: the biases are added to the tokens, before the matrices: Ω(X + β); it should be
    β + Ω X :: beta_q + omega_q @ X -> omega_q @ (X + beta_q)
    && beta_k + omega_k @ X -> omega_k @ (X + beta_k)
    && beta_v + omega_v @ X -> omega_v @ (X + beta_v)
beta-v-missing: beta_v is missing :: beta_v + ->
beta-q-missing: beta_q is missing :: beta_q + ->
beta-v-twice: beta_v is counted twice :: V = beta_v + V
matrices-transposed: the matrices are transposed: you form Ωᵀ X; it should be Ω X
    :: omega_q = omega_q.T && omega_k = omega_k.T && omega_v = omega_v.T
omega-v-transposed: omega_v is transposed :: omega_v = omega_v.T
input-added: X is added to the result, a residual connection; Sa[X] has none :: return _ + X
overflow: the exponentials overflow: subtract each column's largest score :: powers = np.exp(scores)
"""


def by_definition(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
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


def cases(rng):
    def arguments(d, n, scale=1.0, bias=1.0):
        omegas = 0.7 * rng.normal(size=(3, d, d))
        betas = bias * rng.normal(size=(3, d, 1))
        X = rng.normal(size=(d, n))
        if scale > 1:  # quarters, so that float32 has all digits of the scores
            omegas, betas, X = (np.round(4 * x) / 4 for x in (omegas, betas, X))
        omegas[0] *= scale
        betas[0] *= scale
        return X, *(m for pair in zip(omegas, betas, strict=True) for m in pair)

    return {
        "no biases, D = 3, N = 5": checks.case(*arguments(3, 5, bias=0.0), weight=3),
        "biases, D = 4, N = 3": checks.case(*arguments(4, 3), weight=2),
        "biases, D = 2, N = 6": checks.case(*arguments(2, 6), weight=2),
        "scores in the thousands": checks.case(*arguments(3, 4, scale=3072.0), weight=1),
    }


checks.arrays(
    self_attention,
    oracle=by_definition,
    cases=cases,
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
    slight={"small-number-in-normaliser"},
)
