ERRORS = """
means-missing: the terms with the means are missing :: variance = d * var_q * var_k
product-of-variances-missing: the term var_q·var_k is missing in the variance
    :: var_q * var_k + ->
product-of-variances-twice: the term var_q·var_k is counted twice in the variance
    :: var_q * var_k + -> 2 * var_q * var_k +
mean-zero: the mean is 0 here; it is d·mean_q·mean_k :: mean = 0
mean-without-sign: a mean is taken without its sign :: mean = d * abs(mean_q) * mean_k
    :: mean = d * mean_q * abs(mean_k) :: mean = abs(mean)
var-k-term-missing: var_k·mean_q² is missing in the variance :: + mean_q**2 * var_k ->
means-not-squared: the means are not squared in the variance :: **2 =>
    :: mean_k**2 -> abs(mean_k) && mean_q**2 -> abs(mean_q)
variances-squared: the variances are squared: var is the variance, not its root
    :: var_q = var_q**2 && var_k = var_k**2
product-for-sum: q and k are multiplied; this is about their sum
    :: variance = d * (var_q + var_k) && mean = [d * (mean_q + mean_k) ~ mean]
second-moment: the squared mean is not subtracted: this is E[s²] :: variance = variance + mean**2
product-mean-not-subtracted: the squared mean of a product is not subtracted: this is d E[q_j² k_j²]
    :: variance = variance + mean**2 / d
mean-of-score-subtracted: the squared mean of the whole score is subtracted from d E[q_j² k_j²]; it
    is d times that of one product :: variance = variance + mean**2 / d - mean**2
means-with-wrong-variances: each squared mean goes with the variance of the other vector
    :: variance = d * (var_q * var_k + mean_q**2 * var_q + mean_k**2 * var_k)
divided-by-root-d: this is the score divided by √d already :: return mean / d**0.5, variance / d
divided-by-d: this is the score divided by d :: return mean / d, variance / d**2
standard-deviation: this is the standard deviation :: variance = variance**0.5
times-d-squared: d products, each independent of the others, add up to d times one variance, not d²
    :: variance = variance * d
times-root-d: variances of independent terms add up: d times one of them, not √d
    :: variance = variance / d**0.5
k-taken-to-be-q: q and k are different vectors; this takes k to be q
    :: mean = d * (var_q + mean_q**2)
"""


def by_definition(d, mean_q, var_q, mean_k, var_k):
    mean = mean_q * mean_k
    square = (var_q + mean_q**2) * (var_k + mean_k**2)
    return d * mean, d * (square - mean**2)


def cases(rng):
    (mq, mk), (vq, vk), *others = rng.uniform(0.5, 2, size=(4, 2)).tolist()
    (other_mq, other_mk), (other_vq, other_vk) = others
    return {
        "means 0, variances 1": checks.case(7, 0.0, 1.0, 0.0, 1.0),
        "means 0": checks.case(5, 0.0, vq, 0.0, vk),
        "both have a mean": checks.case(11, mq, vq, -mk, vk, weight=3),
        "both have a negative mean": checks.case(
            6, -other_mq, other_vq, -other_mk, other_vk, weight=3
        ),
    }


checks.arrays(
    score_moments,
    oracle=by_definition,
    cases=cases,
    outputs={"mean": 1, "variance": 2},
    reference=checks.Reference(SOLUTION, globals()),
    mistakes=ERRORS,
)
