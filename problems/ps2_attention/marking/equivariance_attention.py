import numpy as np

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


def powers(scores, axis=0):
    return np.exp(scores - scores.max(axis=axis, keepdims=True))


def share(scores, axis):
    e = powers(scores, axis)
    return e / e.sum(axis=axis, keepdims=True)


def attention(Q, K, V):
    return V @ share(K.T @ Q, 0)


def divided(largest, total, keep=True):
    """Exponentials of S minus the largest along one axis, divided by their sum along another."""

    def mix(Q, K, V):
        S = K.T @ Q
        e = np.exp(S if largest == "no" else S - S.max(axis=largest, keepdims=True))
        return V @ (e / e.sum(axis=total, keepdims=keep))

    return with_mistake(mix)


LARGEST = (0, 1, None, "no")


def with_mistake(mix=attention, biases=(1, 1, 1), transposed=()):
    """biases: how often those of Q, K and V are added. transposed: the places of their matrices."""

    def wrong(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
        pairs = [(omega_q, beta_q), (omega_k, beta_k), (omega_v, beta_v)]
        Q, K, V = (
            times * beta + (omega.T if place in transposed else omega) @ X
            for place, (times, (omega, beta)) in enumerate(zip(biases, pairs, strict=True))
        )
        return mix(Q, K, V)

    return wrong


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


checks.words(WORDS)
checks.arrays(
    self_attention,
    oracle=by_definition,
    cases=cases,
    seed=31,
    float32=True,
    mistakes={
        "softmax-along-rows": [divided(largest, 1) for largest in LARGEST],
        "column-divided-by-row-sum": [divided(largest, 1, keep=False) for largest in LARGEST],
        "one-softmax-for-all": [divided(largest, None) for largest in LARGEST],
        "largest-of-row-subtracted": divided(1, 0),
        "not-divided-by-sum": (
            with_mistake(lambda Q, K, V: V @ powers(K.T @ Q)),
            with_mistake(lambda Q, K, V: V @ np.exp(K.T @ Q)),
        ),
        "largest-of-all-subtracted": with_mistake(
            lambda Q, K, V: V @ (powers(K.T @ Q, None) / powers(K.T @ Q, None).sum(axis=0))
        ),
        "softmax-missing": with_mistake(lambda Q, K, V: V @ (K.T @ Q)),
        "weights-transposed": with_mistake(lambda Q, K, V: V @ share(K.T @ Q, 0).T),
        "keys-and-queries-exchanged": with_mistake(lambda Q, K, V: V @ share(Q.T @ K, 0)),
        "scores-scaled": with_mistake(lambda Q, K, V: V @ share(K.T @ Q / len(Q) ** 0.5, 0)),
        "biases-missing": with_mistake(biases=(0, 0, 0)),
        "beta-v-missing": with_mistake(biases=(1, 1, 0)),
        "beta-q-missing": with_mistake(biases=(0, 1, 1)),
        "beta-v-twice": with_mistake(biases=(1, 1, 2)),
        "matrices-transposed": with_mistake(transposed=(0, 1, 2)),
        "omega-v-transposed": with_mistake(transposed=(2,)),
        "overflow": with_mistake(
            lambda Q, K, V: V @ (np.exp(K.T @ Q) / np.exp(K.T @ Q).sum(axis=0))
        ),
    },
)
