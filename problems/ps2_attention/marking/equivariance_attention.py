import numpy as np

from examiner.checks import drop, name, replace

WORDS = """
softmax-along-rows: the softmax runs along the rows of KᵀQ; the scores of a query stand in a column
column-divided-by-row-sum: each column is divided by the sum of a row: an axis is wrong, or
    keepdims=True missing
one-softmax-for-all: one softmax over the whole matrix; each column is one
largest-of-row-subtracted: the largest score of its row is subtracted from each; subtract its
    column's
not-divided-by-sum: the exponentials are not divided by their sum
largest-of-all-subtracted: the largest score of all is subtracted; subtract each column's own
softmax-missing: the softmax is missing
weights-transposed: the weights are transposed: V A, not V Aᵀ
keys-and-queries-exchanged: keys and queries have changed places, in the scores or in their matrices
scores-scaled: the scores are scaled; here they are not
biases-missing: the biases are missing
beta-v-missing: beta_v is missing
beta-q-missing: beta_q is missing
beta-v-twice: beta_v is counted twice
matrices-transposed: the matrices are transposed: you form Ωᵀ X; it should be Ω X
omega-v-transposed: omega_v is transposed
overflow: the exponentials overflow: subtract each column's largest score
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


LARGEST = ("- scores.max(axis=0)", "- scores.max(axis=1, keepdims=True)", "- scores.max()", "")


def divided(largest, by):
    return replace(LARGEST[0], largest) + replace("weights.sum(axis=0)", by)


checks.words(WORDS)
checks.arrays(
    self_attention,
    oracle=by_definition,
    cases=cases,
    seed=31,
    float32=True,
    reference=checks.Reference(SOLUTION, globals()),
    mistakes={
        "softmax-along-rows": [divided(x, "weights.sum(axis=1, keepdims=True)") for x in LARGEST],
        "column-divided-by-row-sum": [divided(x, "weights.sum(axis=1)") for x in LARGEST],
        "one-softmax-for-all": [divided(x, "weights.sum()") for x in LARGEST],
        "largest-of-row-subtracted": replace(LARGEST[0], LARGEST[1]),
        "not-divided-by-sum": (
            drop("/ weights.sum(axis=0)"),
            drop("/ weights.sum(axis=0)") + drop(LARGEST[0]),
        ),
        "largest-of-all-subtracted": replace(LARGEST[0], LARGEST[2]),
        "softmax-missing": replace("(weights / weights.sum(axis=0))", "scores"),
        "weights-transposed": replace("weights.sum(axis=0))", "weights.sum(axis=0)).T"),
        "keys-and-queries-exchanged": replace("K.T @ Q", "Q.T @ K"),
        "scores-scaled": replace("K.T @ Q", "K.T @ Q / len(Q) ** 0.5"),
        "biases-missing": drop("beta_q +") + drop("beta_k +") + drop("beta_v +"),
        "beta-v-missing": drop("beta_v +"),
        "beta-q-missing": drop("beta_q +"),
        "beta-v-twice": name("beta_v", to="2 * beta_v"),
        "matrices-transposed": (
            name("omega_q", to="omega_q.T")
            + name("omega_k", to="omega_k.T")
            + name("omega_v", to="omega_v.T")
        ),
        "omega-v-transposed": name("omega_v", to="omega_v.T"),
        "overflow": drop(LARGEST[0]),
    },
)
