WORDS = """
means-missing: the terms with the means are missing
mean-zero: the mean is 0 here; it is d·mean_q·mean_k
mean-without-sign: a mean is taken without its sign
var-k-term-missing: var_k·mean_q² is missing in the variance
var-q-term-missing: var_q·mean_k² is missing in the variance
means-not-squared: the means are not squared in the variance
variances-squared: the variances are squared: var is the variance, not its root
product-for-sum: q and k are multiplied; this is about their sum
second-moment: the squared mean is not subtracted: this is E[s²]
product-mean-not-subtracted: the squared mean of a product is not subtracted: this is d E[q_j² k_j²]
means-with-wrong-variances: each squared mean goes with the variance of the other vector
divided-by-root-d: this is the score divided by √d already
divided-by-d: this is the score divided by d
standard-deviation: this is the standard deviation
times-d-squared: d products, each independent of the others, add up to d times one variance, not d²
times-root-d: variances of independent terms add up: d times one of them, not √d
one-product-only: one product only: the sum over the d entries is missing
k-taken-to-be-q: q and k are different vectors; this takes k to be q
"""


def by_definition(d, mean_q, var_q, mean_k, var_k):
    mean = mean_q * mean_k
    square = (var_q + mean_q**2) * (var_k + mean_k**2)
    return d * mean, d * (square - mean**2)


def with_mistake(change):
    def wrong(*arguments):
        return change(*by_definition(*arguments), *arguments)

    return wrong


def cases(rng):
    (mq, mk), (vq, vk) = rng.uniform(0.5, 2, size=(2, 2)).tolist()
    return {
        "means 0, variances 1": checks.case(7, 0.0, 1.0, 0.0, 1.0),
        "means 0": checks.case(5, 0.0, vq, 0.0, vk),
        "both have a mean": checks.case(11, mq, vq, -mk, vk, weight=3),
        "both have a negative mean": checks.case(6, -mk, vk, -mq, vq, weight=3),
    }


checks.words(WORDS)
checks.arrays(
    score_moments,
    oracle=by_definition,
    cases=cases,
    seed=11,
    outputs={"mean": 1, "variance": 2},
    mistakes={
        "means-missing": with_mistake(lambda m, v, d, mq, vq, mk, vk: (m, d * vq * vk)),
        "mean-zero": with_mistake(lambda m, v, *_: (0 * m, v)),
        "mean-without-sign": (
            with_mistake(lambda m, v, d, mq, vq, mk, vk: (d * abs(mq) * mk, v)),
            with_mistake(lambda m, v, d, mq, vq, mk, vk: (d * mq * abs(mk), v)),
            with_mistake(lambda m, v, *_: (abs(m), v)),
        ),
        "var-k-term-missing": with_mistake(lambda m, v, d, mq, vq, mk, vk: (m, v - d * vk * mq**2)),
        "var-q-term-missing": with_mistake(lambda m, v, d, mq, vq, mk, vk: (m, v - d * vq * mk**2)),
        "means-not-squared": with_mistake(
            lambda m, v, d, mq, vq, mk, vk: (m, d * (vq * vk + vq * mk + vk * mq))
        ),
        "variances-squared": with_mistake(
            lambda m, v, d, mq, vq, mk, vk: by_definition(d, mq, vq**2, mk, vk**2)
        ),
        "product-for-sum": (
            with_mistake(lambda m, v, d, mq, vq, mk, vk: (d * (mq + mk), d * (vq + vk))),
            with_mistake(lambda m, v, d, mq, vq, mk, vk: (m, d * (vq + vk))),
        ),
        "second-moment": with_mistake(lambda m, v, *_: (m, v + m**2)),
        "product-mean-not-subtracted": with_mistake(lambda m, v, d, *_: (m, v + m**2 / d)),
        "means-with-wrong-variances": with_mistake(
            lambda m, v, d, mq, vq, mk, vk: (m, d * (vq * vk + mq**2 * vq + mk**2 * vk))
        ),
        "divided-by-root-d": with_mistake(lambda m, v, d, *_: (m / d**0.5, v / d)),
        "divided-by-d": with_mistake(lambda m, v, d, *_: (m / d, v / d**2)),
        "standard-deviation": with_mistake(lambda m, v, *_: (m, v**0.5)),
        "times-d-squared": (with_mistake(lambda m, v, d, *_: (m, v * d))),
        "times-root-d": with_mistake(lambda m, v, d, *_: (m, v / d**0.5)),
        "one-product-only": with_mistake(lambda m, v, d, *_: (m / d, v / d)),
        "k-taken-to-be-q": with_mistake(lambda m, v, d, mq, vq, mk, vk: (d * (vq + mq**2), v)),
    },
)
