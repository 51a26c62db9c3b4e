# %% [markdown]
# # Problem set 2: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.
#
# Attention is three lines of algebra, and each of them can go wrong in its own way. You find out why the scores are divided
# by $\sqrt d$, what a saturated softmax does to its gradients, what attention can't see by construction, how a mask leaks,
# and how to get rid of the matrix that makes long texts expensive.
#
# | part | question | points |
# |---|---|---|
# | 1 | What is the derivative of a softmax, and when does it vanish? | <<points softmax*>> |
# | 2 | Why are scores divided by $\sqrt d$? | <<points scaling_*>> |
# | 3 | What happens when the tokens are put in another order? | <<points equivariance_*>> |
# | 4 | How is a token made invisible? | <<points mask* multi_head>> |
# | 5 | Can attention be cheaper than quadratic? | <<points linear_* quadratic_flops causal_linear>> |
#
# - Write your answers where it says `raise NotImplementedError`, and the four proofs in their text cells. Answer in any order;
#   an empty answer costs only its own points.
# - An answer may call functions of cells that you add, and your other answers. It then depends on them: where one of them is
#   wrong or empty, so is what rests on it, unless the question says otherwise.
# - The cell after each answer looks at the *type, shape and wiring* of what you wrote. It doesn't know the right answer
#   and passing it doesn't mean that the answer is right.
# - You need numpy and matplotlib, nothing else. How answers are graded is described in the course's guide for students,
#   `docs/student.md`; ask your instructor for it if you have only this notebook.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% [markdown]
# You need these rules in 5.2 to 5.4 only, where FLOPs are counted.
#
# Numbers that are not counts are compared in float64 to a relative precision of $10^{-7}$; an absolute error below $10^{-9}$ is
# never charged. Where a question says *float32 is fine*, an answer of that type is checked to $10^{-4}$, and an absolute error below
# $10^{-5}$ is not charged. One question, 1.2, says otherwise.

# %% given="imports"
import time
import tracemalloc

import matplotlib.pyplot as plt
import numpy as np

# %% folded given="previews" include="../shared/previews.py"

# %% [markdown]
# ## Part 1: the derivative of a softmax
#
# Take five scores, $z = (-3, 1, 100, 5, -1)$. One of them is far above the others, as it happens with unscaled scores. How
# much does the output $y = \mathrm{softmax}(z)$ react if a score moves? The figure lets $z_3$ rise from 0 to 30 and
# measures the slope of every output, by moving $z_3$ a little. The lines on the right go on like that to $z_3 = 100$.

# %% figure folded include="cells/softmax_figure.py"

# %% [markdown]
# ### 1.1 A softmax that doesn't overflow (<<softmax>>)
#
# Return the softmax along the *last* axis, for any number of axes, and for scores of any size: $e^{1000}$ is infinite in
# float64, but $\mathrm{softmax}(1000, 1001)$ is a harmless pair of numbers.
#
# | argument | shape | returns |
# |---|---|---|
# | `z` | $(\dots, n)$, floats | an array of the same shape; sums to 1 along the last axis |
#
# **Convention.** 1.25 points for ordinary scores, with one, two and three axes, and 0.75 for scores in the thousands
# and far apart. Float32 is fine.


# %% answer="softmax"
def softmax(z):
    """Softmax along the last axis of z (..., n)."""
    ### BEGIN SOLUTION
    z = np.asarray(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))  # the largest is exp(0)
    return e / e.sum(axis=-1, keepdims=True)
    ### END SOLUTION


# %% oracle="softmax"
def by_definition(z):
    y = np.empty(z.shape)
    for row in np.ndindex(z.shape[:-1]):
        powers = [np.exp(score - max(z[row])) for score in z[row]]
        y[row] = [power / sum(powers) for power in powers]
    return y


def by_shifted(z):
    return np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)


# %% test="softmax"
preview_shape("softmax of a vector", softmax(np.array([0.5, -1.0, 2.0])), (3,))
try:
    preview_shape("softmax of three axes", softmax(np.arange(12.0).reshape(2, 3, 2)), (2, 3, 2))
except Exception as error:
    print(f"three axes: {error}")


### BEGIN HIDDEN TESTS
def cases(rng):
    return {
        "a vector": checks.case(rng.normal(size=4)),
        "the rows of a matrix": checks.case(rng.normal(size=(3, 5))),
        "three axes": checks.case(rng.normal(size=(2, 4, 3)), weight=0.5),
        "scores in the thousands": checks.case(1000 + rng.normal(size=(2, 4)), weight=0.5),
        "rows of very different size": checks.case(
            rng.normal(size=(2, 3)) + np.array([[2000.0], [-2000.0]]), weight=0.5
        ),
        "scores far apart in a row": checks.case(
            rng.normal(size=(2, 4)) + np.array([0.0, 3000.0, 2999.0, -3000.0]), weight=0.5
        ),
    }


checks.arrays(
    softmax,
    oracle=by_definition,
    cases=cases,
    seed=21,
    float32=True,
    mistakes={
        "the exponentials overflow: subtract the largest score first": lambda z: (
            np.exp(z) / np.exp(z).sum(axis=-1, keepdims=True)
        ),
        "subtract the largest score: far above the mean the exponentials still overflow": (
            lambda z: by_shifted(z - z.mean(axis=-1, keepdims=True))
        ),
        "subtract the largest score: far above the smallest the exponentials overflow": (
            lambda z: by_shifted(z - z.min(axis=-1, keepdims=True))
        ),
        "the sum runs along the first axis, not the last": lambda z: (
            np.exp(z - z.max(axis=0)) / np.exp(z - z.max(axis=0)).sum(axis=0)
        ),
        "the sum runs over all entries, not along the last axis": lambda z: (
            np.exp(z - z.max()) / np.exp(z - z.max()).sum()
        ),
        "subtract each row's own largest score, not the largest of all": lambda z: (
            np.exp(z - z.max()) / np.exp(z - z.max()).sum(axis=-1, keepdims=True)
        ),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# ### 1.2 Its Jacobian (<<softmax_jacobian>>)
#
# Return all derivatives of $y = \mathrm{softmax}(z)$, exactly and without numerical differentiation.
#
# | argument | shape | returns |
# |---|---|---|
# | `z` | $(n,)$, floats | an array $(n, n)$; entry $[i, j]$ is $\partial y_i / \partial z_j$ |
#
# **Convention.** One case, worth 1.5 points, is $z = (-3, 1, 100, 5, -1)$, where some entries are below $10^{-88}$ in size. They are
# compared to a *relative* precision of $10^{-7}$ (float64) and nothing else, with one exception: $\partial y_3/\partial z_3$ may be off
# by $10^{-30}$, since $1 - y_3$ is 0 in float64. 2 points for ordinary scores, 0.5 for scores in the thousands.


# %% answer="softmax_jacobian"
def softmax_jacobian(z):
    """Jacobian (n, n) of the softmax at z (n,)."""
    ### BEGIN SOLUTION
    y = softmax(z)
    J = -y[:, None] * y[None, :]
    np.fill_diagonal(J, 0)
    # Rows sum to 0. Taken from the other entries, the diagonal doesn't suffer from 1 - y = 0.
    np.fill_diagonal(J, -J.sum(axis=1))
    return J
    ### END SOLUTION


# %% oracle="softmax_jacobian"
PRINTED = np.array([-3.0, 1.0, 100.0, 5.0, -1.0])
PINNED = np.where(np.outer(PRINTED == 100, PRINTED == 100), 1e-30, 0.0)


def outputs(z):
    powers = [np.exp(score - max(z)) for score in z]
    return np.array([power / sum(powers) for power in powers])


def by_definition(z):
    y, n = outputs(z), len(z)
    J = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            J[i, j] = y[i] * sum(np.delete(y, i)) if i == j else -y[i] * y[j]
    return J


# %% test="softmax_jacobian"
preview_shape("Jacobian", softmax_jacobian(np.array([0.5, -1.0, 2.0, 0.0])), (4, 4))


### BEGIN HIDDEN TESTS
def cases(rng):
    return {
        "the 25 numbers at z = (−3, 1, 100, 5, −1)": checks.case(PRINTED, weight=3, atol=PINNED),
        "three scores": checks.case(rng.normal(size=3), weight=2),
        "six scores": checks.case(rng.normal(size=6), weight=2),
        "scores in the thousands": checks.case(1000 + rng.normal(size=4), weight=1),
    }


def without_maximum(z, kind=np.float64):
    e = np.exp(z.astype(kind))
    y = e / e.sum()
    return np.diag(y) - np.outer(y, y)


checks.arrays(
    softmax_jacobian,
    oracle=by_definition,
    cases=cases,
    seed=22,
    mistakes={
        "this is diag(y): the term −y yᵀ is missing": lambda z: np.diag(outputs(z)),
        "only the diagonal: every output depends on every score, through the sum": lambda z: (
            np.diag(outputs(z) * (1 - outputs(z)))
        ),
        "the off-diagonal entries have the wrong sign": lambda z: (
            2 * np.diag(np.diag(by_definition(z))) - by_definition(z)
        ),
        "the diagonal is −y_i²: the derivative of the numerator is missing": lambda z: (
            -np.outer(outputs(z), outputs(z))
        ),
        "this is y (1 − y) entry by entry, a vector: a Jacobian has an entry for every pair": (
            lambda z: outputs(z) * (1 - outputs(z))
        ),
        "this is the Jacobian of log softmax": lambda z: np.eye(len(z)) - outputs(z),
        "the sign is reversed": lambda z: -by_definition(z),
        "the exponentials overflow: subtract the largest score first": without_maximum,
        "in float32 even exp(100) overflows": lambda z: without_maximum(z, np.float32),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# Here are your 25 numbers at $z = (-3, 1, 100, 5, -1)$, on a logarithmic scale (a blank cell is exactly 0). What is
# the largest of them? If your $\partial y_3/\partial z_3$ is blank: is it truly zero, and how would you compute it without
# $1 - y_3$?

# %% figure folded include="cells/jacobian_figure.py"

# %% [markdown]
# ### 1.3 What do you conclude? (<<softmax_conclusion>>)
#
# One score is far above the others. What does that do to the softmax? Choose one option for each entry of `conclusion`.
#
# | entry | options |
# |---|---|
# | `"output"`: how the output reacts to a small change of a score | `"insensitive"`, `"very sensitive"`, `"undefined"` |
# | `"gradients"`: what happens to gradients that pass through it | `"vanish"`, `"explode"`, `"unchanged"` |
#
# **Convention.** A dict such as `{"output": "…", "gradients": "…"}`. Half a point for each entry.

# %% answer="softmax_conclusion"
# conclusion = {"output": "...", "gradients": "..."}
### BEGIN SOLUTION
conclusion = {"output": "insensitive", "gradients": "vanish"}
### END SOLUTION

# %% test="softmax_conclusion"
preview_defined("conclusion", "dict", globals())
assert isinstance(conclusion, dict), f"expected a dict, not {type(conclusion).__name__}"
reactions = ["insensitive", "very sensitive", "undefined"]
preview_choice("output", conclusion.get("output"), reactions)
preview_choice("gradients", conclusion.get("gradients"), ["vanish", "explode", "unchanged"])
### BEGIN HIDDEN TESTS
checks.choices(
    conclusion,
    expected={"output": "insensitive", "gradients": "vanish"},
    options=["insensitive", "very sensitive", "undefined", "vanish", "explode", "unchanged"],
    why={
        "output": "Look at the largest of the 25 derivatives: by how much does y move if a score does?",
        "gradients": "A gradient that passes through is multiplied by J, whose entries are the 25 numbers",
    },
)
### END HIDDEN TESTS

# %% [markdown]
# ### 1.4 The 25 derivatives (<<softmax_written>>, graded by a person)
#
# Derive $\partial y_i/\partial z_j$ for $i = j$ and for $i \neq j$, give the values at $z = (-3, 1, 100, 5, -1)$ (the diagonal to
# two digits, and the pattern and the powers of ten of the rest), and say what follows for a network that has such a softmax in it.

# %% [markdown] written="softmax_written"
# ### BEGIN SOLUTION
#
# **Formula.** Let $y_i = e^{z_i}/Z$ with $Z = \sum_m e^{z_m}$, so $\partial Z/\partial z_j = e^{z_j}$. The quotient rule gives
# $\partial y_i/\partial z_j = (\mathbb{1}[i = j]\, e^{z_i} Z - e^{z_i} e^{z_j})/Z^2 = y_i(\mathbb{1}[i = j] - y_j)$: $y_i(1 - y_i)$ on the
# diagonal and $-y_i y_j$ elsewhere. The matrix is symmetric and its rows sum to 0.
#
# **Numbers.** $y \approx (1.85 \cdot 10^{-45},\ 1.01 \cdot 10^{-43},\ 1,\ 5.52 \cdot 10^{-42},\ 1.37 \cdot 10^{-44})$. For $i \neq 3$ the diagonal entry is
# $y_i$ to all digits that matter; $1 - y_3$ is the sum of the other outputs, so
# $\partial y_3/\partial z_3 = y_3 (y_1 + y_2 + y_4 + y_5) \approx 5.64 \cdot 10^{-42}$, the largest of all. In row and column 3 stands
# $-y_i$. The other twelve are products of two tiny outputs, from $-5.6 \cdot 10^{-85}$ (for 2 and 4) down to
# $-2.5 \cdot 10^{-89}$ (for 1 and 5).
#
# **Conclusion.** All derivatives are zero for every practical purpose. The softmax is saturated: its output does not react to its
# input, and no gradient comes through. Scores have to be kept in a range where they are comparable, as dividing by $\sqrt d$ does.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the formula, both cases, derived (quotient rule, logarithmic derivative or another way) |
# | 1 | the numbers, without overflow or NaN: the diagonal, $-y_i$ in row and column 3, the rest of order $10^{-85}$ or less. $\partial y_3/\partial z_3 = 0$ "in float64" is fine, "exactly 0" is not |
# | 1 | saturated: the output is insensitive, gradients vanish. "Very sensitive" earns nothing here, whatever the reason |
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# *Why it matters.* Loss functions therefore take scores, not probabilities: a softmax and a logarithm in one
# have the gradient $y - t$, which doesn't vanish when the network is wrong
# ([Goodfellow et al. 2016](https://www.deeplearningbook.org/contents/mlp.html), section 6.2.2.3). Attention has no logarithm to save it, so its
# scores must stay small.

# %% [markdown]
# ## Part 2: why scores are divided by the root of $d$
#
# A query $q$ and keys $k_1, \dots, k_n$, vectors of length $d$, give scores $s_i = q \cdot k_i$ and weights
# $a = \mathrm{softmax}(s)$. If the entries of $q$ and $k_i$ are of order 1, as they are at initialisation, the scores
# are *not*: they grow with $d$. The softmax turns a large spread of scores into one weight near 1 and the others near 0.
# Such a softmax hardly reacts to its scores any more: its Jacobian is nearly zero, and with it every gradient that has to pass
# through the scores on its way to queries and keys. Attention then can't learn where to look.
#
# The figure shows it for $n = 16$ keys with normal entries. With the factor $1/\sqrt d$ nothing depends on $d$. Without it the
# weights collapse onto one key (the entropy goes to 0), and the Jacobian of the softmax goes with them.

# %% figure folded include="cells/scaling_figure.py"

# %% [markdown]
# ### 2.1 Mean and variance of a score (<<scaling_moments>>)
#
# All entries of $q$ and $k$ are independent of each other; those of $q$ have mean `mean_q` and variance `var_q`, those of $k$
# have `mean_k` and `var_k`. What are the mean and the variance of the score $s = q \cdot k$?
#
# | argument | | returns |
# |---|---|---|
# | `d` | length of $q$ and $k$ | `(mean, variance)`, two numbers |
# | `mean_q`, `var_q`, `mean_k`, `var_k` | moments of one entry | |
#
# **Convention.** The score is the plain dot product, *not* yet divided by $\sqrt d$. The variance is asked for, not the standard
# deviation. The mean earns 1 point and the variance 2:
# half a point where both means are 0, and 1.5 where they aren't.


# %% answer="scaling_moments"
def score_moments(d, mean_q, var_q, mean_k, var_k):
    """(mean, variance) of the dot product of a query and a key of length d."""
    ### BEGIN SOLUTION
    mean = d * mean_q * mean_k
    variance = d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
    return mean, variance
    ### END SOLUTION


# %% oracle="scaling_moments"
def by_definition(d, mean_q, var_q, mean_k, var_k):
    mean = mean_q * mean_k
    square = (var_q + mean_q**2) * (var_k + mean_k**2)
    return d * mean, d * (square - mean**2)


def with_mistake(change):
    def wrong(*arguments):
        return change(*by_definition(*arguments), *arguments)

    return wrong


# %% test="scaling_moments"
moments = score_moments(3, 0.5, 2.0, -1.0, 0.25)
assert np.shape(moments) == (2,), f"expected (mean, variance), not {moments!r}"
for what, value in zip(("mean", "variance"), moments, strict=True):
    preview_shape(what, value, ())
if moments[1] < 0:
    print("But a variance is never negative.")


### BEGIN HIDDEN TESTS
def cases(rng):
    (mq, mk), (vq, vk) = rng.uniform(0.5, 2, size=(2, 2)).tolist()
    return {
        "means 0, variances 1": checks.case(7, 0.0, 1.0, 0.0, 1.0),
        "means 0": checks.case(5, 0.0, vq, 0.0, vk),
        "both have a mean": checks.case(11, mq, vq, -mk, vk, weight=3),
        "only keys have a mean": checks.case(6, 0.0, vk, mq, vq, weight=3),
    }


checks.arrays(
    score_moments,
    oracle=by_definition,
    cases=cases,
    seed=11,
    outputs={"mean": 1, "variance": 2},
    mistakes={
        "the terms with the means are missing": with_mistake(
            lambda m, v, d, mq, vq, mk, vk: (m, d * vq * vk)
        ),
        "the squared mean is not subtracted: this is E[s²]": with_mistake(
            lambda m, v, *_: (m, v + m**2)
        ),
        "each squared mean goes with the variance of the other vector": with_mistake(
            lambda m, v, d, mq, vq, mk, vk: (m, d * (vq * vk + mq**2 * vq + mk**2 * vk))
        ),
        "this is the score divided by √d already": with_mistake(
            lambda m, v, d, *_: (m / d**0.5, v / d)
        ),
        "this is the score divided by d": with_mistake(lambda m, v, d, *_: (m / d, v / d**2)),
        "this is the standard deviation": with_mistake(lambda m, v, *_: (m, v**0.5)),
        "d products, each independent of the others, add up to d times one variance, not d²": (
            with_mistake(lambda m, v, d, *_: (m, v * d))
        ),
        "variances of independent terms add up: d times one of them, not √d": with_mistake(
            lambda m, v, d, *_: (m, v / d**0.5)
        ),
        "one product only: the sum over the d entries is missing": with_mistake(
            lambda m, v, d, *_: (m / d, v / d)
        ),
        "q and k are different vectors; this takes k to be q": with_mistake(
            lambda m, v, d, mq, vq, mk, vk: (d * (vq + mq**2), v)
        ),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Scores that don't grow with $d$ let a small model's settings carry over to a large one. $1/\sqrt d$ does it at
# initialisation, when $q$ and $k$ are unrelated. Once training has aligned them, the *mean* grows with $d$, faster than the standard
# deviation, which is why some scale by $1/d$ ([Yang et al. 2022](https://arxiv.org/abs/2203.03466), section 4).

# %% [markdown]
# ### 2.2 The Jacobian's norm (<<scaling_jacobian_norm>>)
#
# The Jacobian of $a = \mathrm{softmax}(s)$ is $J = \mathrm{diag}(a) - a a^\top$ (you derived it in 1.2). Return its squared
# Frobenius norm $\|J\|_F^2 = \sum_{i,j} J_{ij}^2$ from the weights alone, in a time that is linear in $n$: no $n \times n$
# array, no loop over pairs.
#
# | argument | shape | returns |
# |---|---|---|
# | `a` | $(n,)$, entries $\geq 0$ with sum 1 | a number |
#
# **Convention.** The *squared* norm. One point for the values; half a point each for memory and time, once the values are right or
# one known mistake explains them. Memory: 5,000 weights within 32 MiB (the Jacobian would take 191). Time: 40,000 weights may take
# four times as long as 80 times 500 weights, no more (and 64 MiB; a loop over the weights is fast enough). Float32 is fine. The norm of a nearly saturated softmax is tiny, and a right formula may lose
# its digits there; that isn't charged, since absolute errors below $10^{-9}$ never are.


# %% answer="scaling_jacobian_norm"
def jacobian_norm_squared(a):
    """Squared Frobenius norm of diag(a) - a aᵀ, in O(n)."""
    ### BEGIN SOLUTION
    square = np.sum(a**2)
    return square - 2 * np.sum(a**3) + square**2
    ### END SOLUTION


# %% oracle="scaling_jacobian_norm"
def by_definition(a):
    pairs = [(i, j) for i in range(len(a)) for j in range(len(a))]
    return sum(((i == j) * a[i] - a[i] * a[j]) ** 2 for i, j in pairs)


def softmax_of_normal(rng, n, spread=1.0):
    a = np.exp(spread * rng.normal(size=n))
    return a / a.sum()


# %% test="scaling_jacobian_norm"
preview_shape("squared norm", jacobian_norm_squared(np.array([0.5, 0.25, 0.125, 0.125])), ())


### BEGIN HIDDEN TESTS
def cases(rng):
    return {
        "two weights": checks.case(softmax_of_normal(rng, 2)),
        "five weights": checks.case(softmax_of_normal(rng, 5), weight=2),
        "nine weights, one of them large": checks.case(
            softmax_of_normal(rng, 9, spread=2.0), weight=2
        ),
    }


def diagonal(a):
    return np.sum((a * (1 - a)) ** 2)


def diagonal_and_rest(a):
    return diagonal(a) + np.sum(a**2) ** 2 - np.sum(a**4)


def agrees(answer, arguments, mistake):
    return checks.unequal(answer, (mistake or diagonal_and_rest)(*arguments))


MISTAKES = {
    "this is the norm of diag(a) alone": lambda a: np.sum(a**2),
    "this is the norm, not its square": lambda a: diagonal_and_rest(a) ** 0.5,
    "only the diagonal of J is summed": diagonal,
    "this is the trace": lambda a: np.sum(a * (1 - a)),
    "each pair i ≠ j stands in J twice, here it is counted once": lambda a: (
        (diagonal(a) + diagonal_and_rest(a)) / 2
    ),
    "the cross term of the square, −2 Σ a³, is missing": lambda a: np.sum(a**2) + np.sum(a**2) ** 2,
}

values = checks.arrays(
    jacobian_norm_squared,
    oracle=by_definition,
    cases=cases,
    seed=12,
    float32=True,
    mistakes=MISTAKES,
    share=1 / 2,
)
values + checks.resources(
    jacobian_norm_squared,
    arguments=lambda rng, n: (softmax_of_normal(rng, n, spread=3.0),),
    shape=lambda a: (),
    agrees=agrees,
    large={"n": 5_000},
    lengths=(500, 40_000),
    quadratic="forms the n × n Jacobian",
    given=values,
    mistakes=MISTAKES,
    seed=12,
    share=1 / 2,
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* The loss of entropy that the figure shows happens in training too, and ends in divergence
# ([Zhai et al. 2023](https://arxiv.org/abs/2303.06296), section 3); a number that costs $O(n)$ can be watched in every step.

# %% [markdown]
# ### 2.3 A bound for saturated weights (<<scaling_bound>>)
#
# Let the largest weight exceed $1 - \varepsilon$. Return a bound $B(n, \varepsilon)$ on $\|J\|_F^2$ that is never exceeded,
# whatever the other weights are, and that vanishes with $\varepsilon$.
#
# | argument | | returns |
# |---|---|---|
# | `n` | number of weights, at least 2 | a number $B(n, \varepsilon)$ |
# | `eps` | $0 < \varepsilon \leq \tfrac12$ | |
#
# **Convention.** Half a point for a bound that holds for every $a$ with $\max_i a_i > 1 - \varepsilon$ and goes to 0 with
# $\varepsilon$; half a point more if it does so as fast as $\varepsilon^2$; one point more if, besides, it doesn't grow with $n$. Many
# bounds are right, and a constant factor may be far from the best; of a bound without $n$ it may be two or three times the best.


# %% answer="scaling_bound"
def jacobian_norm_bound(n, eps):
    """An upper bound on the squared Frobenius norm of J if one of n weights exceeds 1 - eps."""
    ### BEGIN SOLUTION
    # J has no negative eigenvalue, so its norm is at most its trace 1 - |a|² < 1 - (1 - eps)².
    return (2 * eps - eps**2) ** 2
    ### END SOLUTION


# %% oracle="scaling_bound"
def saturated_weights(rng, n, eps):
    """Weights with a maximum of just above 1 - eps: the rest on one, on all, or anyhow."""
    rest = eps * (1 - 1e-9)
    shares = [np.eye(n - 1)[0], np.full(n - 1, 1 / (n - 1)), *rng.dirichlet(np.ones(n - 1), 20)]
    return [np.append(1 - rest, rest * share) for share in shares]


def dominates(bound, rng, n, eps):
    limit = bound(n, eps)
    for a in saturated_weights(rng, n, eps):
        norm = np.linalg.norm(np.diag(a) - np.outer(a, a)) ** 2
        if not limit >= norm * (1 - 1e-9):
            some = np.array2string(a[:4], precision=4, threshold=4)
            return f"for a = {some} the squared norm is {norm:.4g}, above {limit:.4g}"
    smallest = bound(n, 1e-9)
    return "" if abs(smallest) < 1e-3 else f"does not vanish: with eps = 1e-9 it is {smallest:.4g}"


def monomial(bound):
    """ "yours is 4 n^2 eps^2: ", where it is such a product."""
    first, more_n, less_eps = bound(2, 0.5), bound(4, 0.5), bound(2, 0.25)
    with np.errstate(all="ignore"):
        a, b = np.log2(more_n / first), np.log2(first / less_eps)
        c = first / 2.0**a * 2.0**b
        alike = [np.isclose(bound(n, eps), c * float(n) ** a * eps**b) for n, eps in POINTS[:-3]]
    if not all(alike):
        return ""
    powers = [(f"{c:.3g}", c != 1), (f"n^{a:.3g}", abs(a) > 1e-6), (f"eps^{b:.3g}", abs(b) > 1e-6)]
    product = " ".join(text for text, there in powers if there) or "1"
    return f"yours is {product.replace('^1 ', ' ').removesuffix('^1')}: "


def is_quadratic(bound, rng, n):
    large, small = bound(n, 0.01), bound(n, 0.0001)
    times = (
        "" if not small > 0 else f"; with eps a hundredth, it is {large / small:.4g} times smaller"
    )
    return "" if small <= large * 2e-4 else f"{monomial(bound)}it goes to 0 more slowly{times}"


def is_free_of_n(bound, rng, n, eps):
    few, many = bound(2, eps), bound(30, eps)
    if bound(n, eps) <= 4 * eps**2 * (1 + 1e-9):
        return ""
    if many > few * (1 + 1e-9):
        return (
            f"{monomial(bound)}it grows with n, from {few:.4g} for n = 2 to {many:.4g} for n = 30"
        )
    return f"{monomial(bound)}a smaller constant can be shown in a few lines"


# %% test="scaling_bound"
preview_shape("bound", jacobian_norm_bound(4, 0.125), ())
### BEGIN HIDDEN TESTS
POINTS = [(n, eps) for n in (2, 3, 4, 7, 30) for eps in (0.5, 0.3, 0.1, 0.01, 1e-4)]
HOLDS, FAST = "bounds every saturated softmax, and goes to 0", "goes to 0 as fast as eps²"
checks.properties(
    jacobian_norm_bound,
    properties={
        HOLDS: checks.Property(dominates, sizes=POINTS),
        FAST: checks.Property(is_quadratic, sizes=[(2,), (7,), (30,)], needs=[HOLDS]),
        "doesn't grow with n": checks.Property(
            is_free_of_n, sizes=POINTS, weight=2, needs=[HOLDS, FAST]
        ),
    },
    shape=lambda n, eps: (),
    seed=13,
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* In a vision transformer of 22 billion weights the scores grew in training until the weights were nearly
# one-hot, and the loss diverged; normalising queries and keys kept the scores small
# ([Dehghani et al. 2023](https://arxiv.org/abs/2302.05442), section 2).

# %% [markdown]
# ### Derivations, line by line
#
# Two questions of this problem set, `scaling_steps` and `equivariance_steps`, ask for a derivation that is checked line by
# line. You write it as a list of lines `(relation, expression, reason)`. Take another claim as an example: if two vectors $u$ and
# $v$ are perpendicular and $u$ has length 1, then $\|u + v\|^2 = 1 + \|v\|^2$. Its facts are `"perpendicular"`, $u^\top v = 0$, and
# `"unit"`, $u^\top u = 1$.
#
# ```python
# [
#     ("=", "(u + v).T @ (u + v)", ""),
#     ("=", "u.T @ u + 2 * u.T @ v + v.T @ v", "algebra"),
#     ("=", "u.T @ u + v.T @ v", "perpendicular"),
#     ("=", "1 + v.T @ v", "unit"),
# ]
# ```
#
# - **Lines.** The first line is the left-hand side of the claim (its relation and reason are ignored), the last line is the
#   right-hand side, and each line follows from the one before it. At most 30 lines.
# - **Expressions** are strings of the names in the question's table, numbers, `+ - * / **`, `@`, `.T` and parentheses, with
#   Python's rules of precedence. `P^T` for `P.T` and brackets as on paper, `E[...]`, `V[XP]`, are understood, nothing else. Long
#   ones can be put together from Python strings.
# - **Reasons** come from the question's list. It has *facts*, the assumptions of the claim, and *moves*, which hold always.
#   Several reasons are written `"this, that"` or `("this", "that")`. Capitals and hyphens don't matter.
# - **One fact in a step.** A step uses a fact if its two lines differ for some symbols for which this fact is false. (Without
#   `"unit"`, the last two lines above differ for $u$ of length 2.) It must hold wherever the fact that it uses is true, whatever
#   else is false. A step may use one fact, with any number of moves, and it must name the fact that it uses and no other. A step
#   that uses none needs no reason; name a move if you like.
#
# *How it is marked.* Each fact that the claim needs is worth 1 point: half for lines that get past it, half for naming it in
# exactly the steps that use it. Arriving is worth 1 point.
#
# - A step that uses two facts is a *jump* and keeps half of what each of them earns. A step that uses more, or all that the claim
#   needs, shows nothing: it earns none of its facts, and does not arrive.
# - A false line ends the derivation; what stands above it counts. A line that can't be read is left out, and the step across it
#   is a jump.
# - You have *arrived* if the last line is the right-hand side, all lines follow from the ones before them, and the needed facts
#   are used on the way, none of them in a step that shows nothing.
#
# Nothing else limits a step; there are many right derivations, longer and shorter ones.
#
# The cells below hold what reads and compares the lines; you can skip them. The last one shows it at work: the derivation above,
# then one with a false line, one with a step of two facts and one with a wrong reason. Your own derivations it tries in one
# example only. So it will tell you what it can read and where two lines differ, but not which facts a step needs: that is the
# question.

# %% folded given="lines" include="../../examiner/checks/expressions.py"

# %% folded given="check_lines" include="../shared/check_lines.py"


# %% folded given="pythagoras"
def two_vectors(rng, false):
    """u and v, of which the facts in `false` are false."""
    u, v = rng.normal(size=(2, 3, 1))
    if "perpendicular" not in false:
        v = v - u * (u.T @ v) / (u.T @ u)
    if "unit" not in false:
        u = u / np.sqrt(u.T @ u)
    kind = " and ".join(f"{name} false" for name in false) or "u and v drawn at random"
    return World({"u": u, "v": v}, kind, frozenset(false))


FACTS = ("perpendicular", "unit")
PYTHAGORAS = {
    "worlds": [
        two_vectors(np.random.default_rng(seed), false)
        for seed, false in enumerate([(), FACTS[:1], FACTS[1:], FACTS])
    ],
    "left": "(u + v).T @ (u + v)",
    "right": "1 + v.T @ v",
    "facts": {"perpendicular": ("orthogonal",), "unit": ("length 1",)},
    "moves": ("algebra",),
}

# %%
start, expanded = "(u + v).T @ (u + v)", "u.T @ u + 2 * u.T @ v + v.T @ v"
print("A proof")
check_lines(
    [
        ("=", start, ""),
        ("=", expanded, "algebra"),
        ("=", "u.T @ u + v.T @ v", "perpendicular"),
        ("=", "1 + v.T @ v", "unit"),
    ],
    **PYTHAGORAS,
)
print("\nA false line")
check_lines([("=", start, ""), ("=", "u.T @ u + 2 * u.T @ v", "algebra")], **PYTHAGORAS)
print("\nTwo facts in one step")
check_lines([("=", expanded, ""), ("=", "1 + v.T @ v", "perpendicular, unit")], **PYTHAGORAS)
print("\nA wrong reason")
check_lines([("=", expanded, ""), ("=", "u.T @ u + v.T @ v", "unit")], **PYTHAGORAS)

# %% [markdown]
# ### 2.4 Line by line: the variance of a score (<<scaling_steps>>)
#
# The entries $q_1, \dots, q_d, k_1, \dots, k_d$ of a query and a key are independent, each with mean 0 and variance 1. Their
# score is $s = \sum_j q_j k_j$. Its mean is 0, so its variance is $\mathrm{E}\,s^2$. Derive
#
# $$\mathrm{E}\Big(\sum_j q_j k_j\Big)^2 = d,$$
#
# that is, go from `E(sum_j(q_j * k_j)**2)` to `d`.
#
# | vocabulary | what it is |
# |---|---|
# | `q_j`, `q_l`, `k_j`, `k_l` | entries of the query and of the key; the indices stand only inside a sum over them |
# | `d` | the number of entries |
# | `sum_j(...)`, `sum_l(...)` | the sum over $j = 1, \dots, d$, over $l = 1, \dots, d$ |
# | `sum_jl(...)` | the sum over all $d^2$ pairs $(j, l)$, those with $j = l$ included |
# | `sum_j_not_l(...)` | the sum over the $d(d-1)$ pairs with $j \ne l$ |
# | `E(...)` | the expectation |
#
# | reason | what it says |
# |---|---|
# | `"independence"` | a fact: the expectation of a product is the product of the expectations, if the factors have no entry in common |
# | `"zero mean"` | a fact: $\mathrm{E}\,q_j = 0$ and $\mathrm{E}\,k_j = 0$ |
# | `"unit variance"` | a fact: $\mathrm{E}\,q_j^2 = 1$ and $\mathrm{E}\,k_j^2 = 1$ |
# | `"linearity"`, `"definition"`, `"algebra"` | moves: the expectation of a sum is the sum of the expectations; what a symbol stands for; rearranging |
#
# **Convention.** Sums may be nested, and a sum over what doesn't depend on its index repeats it: `sum_j(3)` is `3 * d`. There is
# one exception to *one fact in a step*: `"independence"` and `"zero mean"` may both be used, and named, in one step if the line
# before that step has a sum over a product of entries in both $j$ and $l$, such as `q_j * q_l`. The cross terms, those with
# $j \ne l$, have to be seen before they go.
#
# **Points.** 1 for each of the three facts (half for the lines, half for the reasons), 1 for arriving at `d`. Each jump keeps
# half of its two facts; `d` straight after the left-hand side earns nothing.


# %% folded given="scaling_lines"
def score_symbols(q, k, weights):
    """The vocabulary of the variance problem, with an exact E(...).

    q, k: (d, outcomes), the entries of query and key in each outcome; weights: (outcomes,), the
    probabilities. A value has three axes: index j, index l, outcome; an axis of length 1 means that
    the value does not depend on it.
    """
    d = len(q)

    def spread(x, axes):
        x = x.reshape(1, 1, 1) if x.ndim == 0 else x
        return np.broadcast_to(x, [d if axis in axes else x.shape[axis] for axis in range(3)])

    def sum_over(*axes):
        return lambda x: spread(x, axes).sum(axis=axes, keepdims=True)

    def sum_j_not_l(x):
        return (spread(x, (0, 1)) * (1 - np.eye(d))[:, :, None]).sum(axis=(0, 1), keepdims=True)

    def E(x):
        return (x * weights).sum(axis=2, keepdims=True) if x.ndim and x.shape[2] > 1 else x

    symbols = {"q_j": q[:, None, :], "q_l": q[None], "k_j": k[:, None, :], "k_l": k[None]}
    symbols |= {"d": float(d), "E": E, "sum_j": sum_over(0), "sum_l": sum_over(1)}
    return symbols | {"sum_jl": sum_over(0, 1), "sum_j_not_l": sum_j_not_l}


# The example that lines are tried in: d = 2, each entry is -1/2 or 2, with probabilities 4/5 and 1/5.
outcomes = np.array(np.meshgrid(*4 * [[-0.5, 2.0]])).reshape(4, 16)
chances = np.array(np.meshgrid(*4 * [[0.8, 0.2]])).reshape(4, 16).prod(axis=0)
SCALING = {
    "worlds": [
        World(score_symbols(outcomes[:2], outcomes[2:], chances), "d = 2 and entries -1/2, 2")
    ],
    "left": "E(sum_j(q_j * k_j)**2)",
    "right": "d",
    "facts": {  # and other words for them
        "independence": ("independent", "independent entries"),
        "zero mean": ("zero means", "mean zero", "mean 0", "means 0", "zero expectation"),
        "unit variance": ("unit variances", "variance one", "variance 1", "variances 1"),
    },
    "moves": ("linearity", "definition", "algebra"),
}

# %% answer="scaling_steps"
# scaling_steps = [
#     ("=", "...", ""),
#     ("=", "...", "..."),
# ]
### BEGIN SOLUTION
scaling_steps = [
    ("=", "E(sum_j(q_j * k_j)**2)", ""),
    ("=", "sum_jl(E(q_j * q_l * k_j * k_l))", "linearity"),
    ("=", "sum_jl(E(q_j * q_l) * E(k_j * k_l))", "independence"),
    ("=", "sum_j(E(q_j**2) * E(k_j**2))", "independence, zero mean"),
    ("=", "d", "unit variance"),
]
### END SOLUTION

# %% oracle="scaling_steps" include="oracles/scaling_steps.py"

# %% test="scaling_steps"
preview_defined("scaling_steps", "list", globals())
check_lines(scaling_steps, **SCALING)
### BEGIN HIDDEN TESTS
checks.derivation(scaling_steps, problem=scaling_problem())
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* This $d$ is the reason for the $1/\sqrt d$ in every attention layer; it takes the authors a footnote
# ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.2.1, footnote 4).

# %% [markdown]
# ### 2.5 Why divide by $\sqrt d$? (<<scaling_written>>, graded by a person)
#
# Let all entries of $q, k_1, \dots, k_n \in \mathbb{R}^d$ be independent and identically distributed, with mean 0 and variance 1.
# Prove what the figure shows:
#
# 1. the mean and the variance of $s_i = q \cdot k_i$, with a reason for every term that drops out, and what dividing by
#    $\sqrt d$ does to them;
# 2. what happens to the softmax of unscaled scores when $d$ grows and $n$ stays as it is (say of what you claim whether it
#    holds for every draw or only with a probability, and which);
# 3. the Jacobian of the softmax, and a bound that makes it vanish;
# 4. which gradients vanish in consequence, and which don't.

# %% [markdown] written="scaling_written"
# ### BEGIN SOLUTION
#
# **Moments.** $\mathbb{E}\, s_i = \sum_j \mathbb{E}[q_j]\,\mathbb{E}[k_{ij}] = 0$, by independence and zero means.
# $\mathbb{E}\, s_i^2 = \sum_{j,l} \mathbb{E}[q_j q_l k_{ij} k_{il}]$. For $j \neq l$ the four factors are independent and the term is
# $\mathbb{E}[q_j]\mathbb{E}[q_l]\mathbb{E}[k_{ij}]\mathbb{E}[k_{il}] = 0$. For $j = l$ it is
# $\mathbb{E}[q_j^2]\,\mathbb{E}[k_{ij}^2] = 1$. So $\mathrm{Var}\, s_i = d$, and $\mathrm{Var}(s_i/\sqrt d) = 1$. (Dividing by $d$
# would leave $1/d$, and weights that are nearly equal for large $d$.)
#
# **Saturation.** Given $q$, the scores are independent with standard deviation $\|q\| \approx \sqrt d$, and for large $d$ they are
# nearly normal. For fixed $n$ the gap between the largest and the second largest score is therefore $\sqrt d$ times a random
# variable that doesn't depend on $d$ in the limit and is positive with probability 1. If the gap exceeds
# $\ln\bigl((n-1)(1-\varepsilon)/\varepsilon\bigr)$, then $a_{\max} > 1 - \varepsilon$. So $P(a_{\max} > 1-\varepsilon) \to 1$ as
# $d \to \infty$, for every $\varepsilon > 0$. It isn't true for every draw: near ties have positive probability for each $d$ (of
# order $1/\sqrt d$).
#
# **Jacobian.** With $a_i = e^{s_i}/Z$: $\partial a_i/\partial s_j = a_i \mathbb{1}[i = j] - a_i a_j$, so $J = \mathrm{diag}(a) - a a^\top$.
# It is the covariance matrix of a random unit vector $e_I$ with $P(I = i) = a_i$, hence positive semidefinite, and for such a
# matrix the Frobenius norm is at most the trace (root of the sum of squared eigenvalues against their sum):
# $\|J\|_F \leq \mathrm{tr}\, J = 1 - \|a\|^2 \leq 1 - a_{\max}^2 < 1 - (1-\varepsilon)^2 < 2\varepsilon$.
#
# **Consequence.** The gradient with respect to the scores is $J^\top$ times the gradient with respect to $a$, at most
# $2\varepsilon$ times as long. So the gradients of $q$ and of the keys, and of the weights that make them, vanish. The
# values are not reached through the scores: $\partial(\sum_i a_i v_i)/\partial v_i = a_i$, and the value that is attended to
# gets all of the gradient.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the mean is 0, with independence and zero means as reasons |
# | 1 | the cross terms $j \neq l$ are there and vanish, by independence *and* zero means; a step from $\mathbb{E}s^2$ straight to $\sum_j \mathbb{E}[q_j^2]\mathbb{E}[k_j^2]$ earns nothing here |
# | 1 | the variance is $d$ |
# | 1 | dividing by $\sqrt d$ gives variance 1 for every $d$ (not: mean 1; dividing by $d$ would give $1/d$) |
# | 1 | saturation, with its qualifier: for fixed $n$, with probability tending to 1. "For $d$ large enough, always" earns nothing |
# | 1 | $J = \mathrm{diag}(a) - a a^\top$; the diagonal alone earns nothing |
# | 1 | a bound that goes to 0 with $\varepsilon$, each inequality with a reason: $n^2\varepsilon^2$, $4\varepsilon^2$ or another |
# | 1 | gradients to queries and keys vanish; the gradient to the values doesn't |
#
# Full marks for other proofs, such as a gap of scores treated conditionally on $q$ with Chebyshev or a limit theorem.
# "The scores become large" without a variance is not an argument.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## Part 3: attention can't tell the order
#
# In this part a sequence is a matrix $X$ of shape $D \times N$: tokens are *columns*. Self-attention computes from it
#
# $$
# V = \beta_v \mathbf{1}^\top + \Omega_v X, \qquad Q = \beta_q \mathbf{1}^\top + \Omega_q X, \qquad K = \beta_k \mathbf{1}^\top + \Omega_k X,
# \qquad \mathrm{Sa}[X] = V\, \mathrm{softmax}(K^\top Q)
# $$
#
# where the softmax acts on each *column* of $K^\top Q$ (column $n$ holds the scores of query $n$), there is no factor $1/\sqrt D$,
# and $\mathbf{1}$ is a vector of $N$ ones. Put the tokens in another order, $XP$ with a permutation matrix $P$, and the outputs come out
# in that order, otherwise unchanged: $\mathrm{Sa}[XP] = \mathrm{Sa}[X]\,P$. *Dog bites man* and *man bites dog* are the same to
# it. In practice this goes wrong in two ways. A model for text that has lost its position encodings still trains, and reads
# bags of words. And a model for sets, such as clouds of points, quietly stops being one when it inherits a causal mask.
#
# Three functions are given, attention reduced to the bone (queries, keys and values are $X$ itself). The figure shows $X$ and
# $XP$ and what each function makes of them: compare the columns.


# %% given="attentions"
def weighted_means(X, visible):
    """Column n: the mean of those columns m of X with visible[m, n], weighted by similarity."""
    means = np.empty(X.shape)
    for n in range(X.shape[1]):
        seen = X[:, visible[:, n]]
        weights = np.exp(0.4 * seen.T @ X[:, n])
        means[:, n] = seen @ weights / np.sum(weights)
    return means


def plain_attention(X):
    """Every token sees every token. X (D, N) -> (D, N)."""
    return weighted_means(X, np.ones((X.shape[1], X.shape[1]), dtype=bool))


def causal_attention(X):
    """A token sees itself and the tokens before it. X (D, N) -> (D, N)."""
    return weighted_means(X, np.triu(np.ones((X.shape[1], X.shape[1]), dtype=bool)))


def attention_with_positions(X):
    """Like plain_attention, after each token got a vector that depends on its place only."""
    places = np.arange(X.shape[1])
    frequencies = np.arange(1, X.shape[0] + 1)[:, None]
    return plain_attention(X + np.sin(frequencies * places))


# %% figure folded include="cells/order_figure.py"

# %% [markdown]
# Under *plain* the same six columns of colours appear above and below, each with its token. Under *causal* and *with positions*
# they don't: compare token 2, which comes first below.

# %% [markdown]
# ### 3.1 Self-attention, tokens in columns (<<equivariance_attention>>)
#
# Write $\mathrm{Sa}[X]$ exactly as defined above, for any $D$ and $N$ and for scores of any size.
#
# | argument | shape | returns |
# |---|---|---|
# | `X` | $(D, N)$ | an array $(D, N)$ |
# | `omega_q`, `omega_k`, `omega_v` | $(D, D)$ | |
# | `beta_q`, `beta_k`, `beta_v` | $(D, 1)$ | |
#
# **Convention.** The softmax runs down each column of $K^\top Q$, with no $1/\sqrt D$. Float32 is fine. 1.5 points for inputs without
# biases, 2 with them, 0.5 for scores in the thousands.


# %% answer="equivariance_attention"
def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    """V softmax(Kᵀ Q) with tokens in the columns of X (D, N)."""
    ### BEGIN SOLUTION
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    weights = np.exp(scores - scores.max(axis=0))
    return V @ (weights / weights.sum(axis=0))
    ### END SOLUTION


# %% oracle="equivariance_attention"
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


def share(scores, axis):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def with_mistake(mix, biases=True):
    def wrong(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
        on = 1.0 if biases else 0.0
        Q, K, V = (
            on * beta + omega @ X
            for omega, beta in [(omega_q, beta_q), (omega_k, beta_k), (omega_v, beta_v)]
        )
        return mix(Q, K, V)

    return wrong


# %% test="equivariance_attention"
rng = np.random.default_rng()
omegas, betas = rng.normal(size=(3, 2, 2)), rng.normal(size=(3, 2, 1))
arguments = [matrix for pair in zip(omegas, betas, strict=True) for matrix in pair]
preview_shape("Sa[X] of 5 tokens", self_attention(rng.normal(size=(2, 5)), *arguments), (2, 5))


### BEGIN HIDDEN TESTS
def cases(rng):
    def arguments(d, n, scale=1.0, bias=1.0):
        omegas = 0.7 * rng.normal(size=(3, d, d))
        betas = bias * rng.normal(size=(3, d, 1))
        omegas[0] *= scale
        return (
            rng.normal(size=(d, n)),
            *(m for pair in zip(omegas, betas, strict=True) for m in pair),
        )

    return {
        "no biases, D = 3, N = 5": checks.case(*arguments(3, 5, bias=0.0), weight=3),
        "biases, D = 4, N = 3": checks.case(*arguments(4, 3), weight=2),
        "biases, D = 2, N = 6": checks.case(*arguments(2, 6), weight=2),
        "scores in the thousands": checks.case(*arguments(3, 4, scale=3000.0), weight=1),
    }


checks.arrays(
    self_attention,
    oracle=by_definition,
    cases=cases,
    seed=31,
    float32=True,
    mistakes={
        "the softmax runs along the rows of KᵀQ; the scores of a query stand in a column": (
            with_mistake(lambda Q, K, V: V @ share(K.T @ Q, 1))
        ),
        "one softmax over the whole matrix; each column is one": with_mistake(
            lambda Q, K, V: V @ share(K.T @ Q, None)
        ),
        "the softmax is missing": with_mistake(lambda Q, K, V: V @ (K.T @ Q)),
        "the weights are transposed: V A, not V Aᵀ": with_mistake(
            lambda Q, K, V: V @ share(K.T @ Q, 0).T
        ),
        "keys and queries have changed places: QᵀK": with_mistake(
            lambda Q, K, V: V @ share(Q.T @ K, 0)
        ),
        "the scores are scaled; here they are not": with_mistake(
            lambda Q, K, V: V @ share(K.T @ Q / len(Q) ** 0.5, 0)
        ),
        "the biases are missing": with_mistake(lambda Q, K, V: V @ share(K.T @ Q, 0), biases=False),
        "the exponentials overflow: subtract each column's largest score": with_mistake(
            lambda Q, K, V: V @ (np.exp(K.T @ Q) / np.exp(K.T @ Q).sum(axis=0))
        ),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# ### 3.2 The gap (<<equivariance_gap>>)
#
# Measure how far a function is from $\mathrm{Sa}[XP] = \mathrm{Sa}[X]P$: return the largest absolute difference between an entry of
# the left side and the same entry of the right side.
#
# | argument | | returns |
# |---|---|---|
# | `attention` | a function that takes $X$ and returns an array of the same shape | a number |
# | `X` | shape $(D, N)$ | |
# | `permutation` | an array of $N$ indices: column $j$ of $XP$ is column `permutation[j]` of $X$ | |


# %% answer="equivariance_gap"
def equivariance_gap(attention, X, permutation):
    """Largest absolute difference between Sa[XP] and Sa[X]P, for Sa = attention."""
    ### BEGIN SOLUTION
    return np.max(np.abs(attention(X[:, permutation]) - attention(X)[:, permutation]))
    ### END SOLUTION


# %% oracle="equivariance_gap"
def two_sides(attention, X, permutation):
    P = np.eye(len(permutation))[:, permutation]
    return attention(X @ P), attention(X) @ P


def by_definition(*arguments):
    left, right = two_sides(*arguments)
    return max(abs(a - b) for a, b in zip(left.flat, right.flat, strict=True))


def with_mistake(measure):
    def wrong(*arguments):
        left, right = two_sides(*arguments)
        return measure(left - right)

    return wrong


# %% test="equivariance_gap"
X = np.arange(12.0).reshape(3, 4) / 10
preview_shape("gap", equivariance_gap(plain_attention, X, np.array([1, 2, 3, 0])), ())


### BEGIN HIDDEN TESTS
def cases(rng):
    """No permutation is its own inverse, and none leaves a token in its place."""
    return {
        "plain": checks.case(
            plain_attention, rng.normal(size=(3, 5)), np.array([2, 0, 3, 4, 1]), weight=1
        ),
        "causal": checks.case(
            causal_attention, rng.normal(size=(6, 5)), np.array([1, 2, 4, 0, 3]), weight=3
        ),
        "with positions": checks.case(
            attention_with_positions, rng.normal(size=(2, 4)), np.array([1, 2, 3, 0]), weight=2
        ),
        "causal, seven tokens": checks.case(
            causal_attention, rng.normal(size=(4, 7)), np.array([3, 0, 1, 6, 2, 4, 5]), weight=2
        ),
    }


checks.arrays(
    equivariance_gap,
    oracle=by_definition,
    cases=cases,
    seed=32,
    mistakes={
        "this compares Sa[XP] with Sa[X]: the outputs move with their tokens": (
            lambda f, X, p: np.max(np.abs(f(X[:, p]) - f(X)))
        ),
        "the output is permuted the other way round: Pᵀ in place of P": (
            lambda f, X, p: np.max(np.abs(f(X[:, p]) - f(X)[:, np.argsort(p)]))
        ),
        "both sides are permuted the other way round: Pᵀ in place of P": (
            lambda f, X, p: by_definition(f, X, np.argsort(p))
        ),
        "the rows are permuted; tokens are columns": (
            lambda f, X, p: np.max(np.abs(f(X[p]) - f(X)[p]))
        ),
        "without absolute values the largest negative difference is lost": with_mistake(np.max),
        "this is the mean, not the largest": with_mistake(lambda d: np.mean(np.abs(d))),
        "this is the sum, not the largest": with_mistake(lambda d: np.sum(np.abs(d))),
        "this is the Frobenius norm, not the largest entry": with_mistake(np.linalg.norm),
        "this is the largest square": with_mistake(lambda d: np.max(d**2)),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* A model for sets wants this symmetry ([Lee et al. 2019](https://arxiv.org/abs/1810.00825), section 3.1); a model
# for text must break it. Position encodings do ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.5), and so does a
# causal mask alone: decoders without any position encoding learn the order of their tokens
# ([Haviv et al. 2022](https://arxiv.org/abs/2203.16634)).
#
# A warning for your own tests: nearly every wrong attention is equivariant as well (softmax along the rows, no softmax, keys and
# queries exchanged). A small gap says nothing about the values.

# %% [markdown]
# ### 3.3 Line by line: equivariance (<<equivariance_steps>>)
#
# Tokens are the columns of $X$ ($D \times N$), $\mathbf 1$ is the column of $N$ ones, and $P$ is a permutation matrix: one 1 in
# every row and in every column, zeros elsewhere, so that $XP$ holds the same tokens in another order. The biases are there:
#
# $$V[X] = \beta_v \mathbf 1^\top + \Omega_v X, \qquad \mathrm{Sa}[X] = V[X]\,\mathrm{softmax}\big(K[X]^\top Q[X]\big),$$
#
# $K$ and $Q$ in the same way, and the softmax acts on each column. Derive $\mathrm{Sa}[XP] = \mathrm{Sa}[X]\,P$, that is, go from
# `V_XP @ softmax(K_XP.T @ Q_XP)` to `V @ softmax(K.T @ Q) @ P`.
#
# | vocabulary | shape | what it is |
# |---|---|---|
# | `X` | $D \times N$ | the tokens |
# | `P`, `I` | $N \times N$ | the permutation matrix, the identity matrix |
# | `ones` | $N \times 1$ | $\mathbf 1$ |
# | `V`, `K`, `Q` | $D \times N$ | $V[X], K[X], Q[X]$ |
# | `V_XP`, `K_XP`, `Q_XP` | $D \times N$ | $V[XP], K[XP], Q[XP]$ |
# | `omega_v`, `omega_k`, `omega_q` | $D \times D$ | $\Omega_v, \Omega_k, \Omega_q$ |
# | `beta_v`, `beta_k`, `beta_q` | $D \times 1$ | $\beta_v, \beta_k, \beta_q$ |
# | `softmax(...)` | that of its argument | the softmax of each column |
#
# | reason | what it says |
# |---|---|
# | `"ones"` | a fact: $\mathbf 1^\top P = \mathbf 1^\top$ and $P \mathbf 1 = \mathbf 1$, every column and row of $P$ adds up to 1 |
# | `"permutation"` | a fact: a permutation of rows, of columns or of both can be done before or after the softmax: $\mathrm{softmax}(P^\top S P) = P^\top\,\mathrm{softmax}(S)\,P$ for every $S$ |
# | `"orthogonal"` | a fact: $P P^\top = P^\top P = I$ |
# | `"weights"` | a fact, which you may do without: every column of a softmax adds up to 1, $\mathbf 1^\top\,\mathrm{softmax}(S) = \mathbf 1^\top$ |
# | `"shift"` | a fact, which you may do without: a constant added to a whole column drops out, $\mathrm{softmax}(S + \mathbf 1 c^\top) = \mathrm{softmax}(S)$ |
# | `"definition"`, `"transpose"`, `"algebra"` | moves: what $V$, `V_XP` and the others stand for; $(AB)^\top = B^\top A^\top$; rearranging what holds for all matrices |
#
# **Points.** 1 for each of the facts `"ones"`, `"permutation"`, `"orthogonal"` (half for the lines, half for the reasons), 1 for
# arriving at `V @ softmax(K.T @ Q) @ P`. Each jump keeps half of its two facts; the right-hand side straight after the left-hand
# side earns nothing.


# %% folded given="equivariance_lines"
def column_softmax(S):
    """The softmax of each column of S."""
    weights = np.exp(S - S.max(axis=0))
    return weights / weights.sum(axis=0)


def attention_symbols(P, d, rng, softmax=column_softmax):
    """The vocabulary of the permutation problem: d × n tokens X, drawn at random, and P, n × n."""
    n = len(P)
    X, ones = rng.normal(size=(d, n)), np.ones((n, 1))
    symbols = {"X": X, "P": P, "ones": ones, "I": np.eye(n), "softmax": softmax}
    for name in "VKQ":
        omega, beta = 0.6 * rng.normal(size=(d, d)), rng.normal(size=(d, 1))
        symbols[name] = beta @ ones.T + omega @ X
        symbols[f"{name}_XP"] = beta @ ones.T + omega @ X @ P
        symbols[f"omega_{name.lower()}"], symbols[f"beta_{name.lower()}"] = omega, beta
    return symbols


# The example that lines are tried in: D = 3, N = 4.
example = attention_symbols(np.eye(4)[:, [2, 3, 1, 0]], 3, np.random.default_rng(1))
EQUIVARIANCE = {
    "worlds": [World(example, "random matrices, D = 3, N = 4")],
    "left": "V_XP @ softmax(K_XP.T @ Q_XP)",
    "right": "V @ softmax(K.T @ Q) @ P",
    "facts": {  # and other words for them
        "ones": ("sums of p", "column sums", "row sums"),
        "permutation": ("permutations", "softmax", "permuted softmax", "softmax permutation"),
        "orthogonal": ("orthogonality", "orthogonal matrix", "inverse"),
        "weights": ("weights sum to 1", "weights sum to one", "weights add up to 1"),
        "shift": ("shift invariance", "shifts", "translation invariance"),
    },
    "moves": ("definition", "transpose", "algebra"),
}

# %% answer="equivariance_steps"
# equivariance_steps = [
#     ("=", "...", ""),
#     ("=", "...", "..."),
# ]
### BEGIN SOLUTION
equivariance_steps = [
    ("=", "V_XP @ softmax(K_XP.T @ Q_XP)", ""),
    ("=", "(V @ P) @ softmax((K @ P).T @ (Q @ P))", "ones"),
    ("=", "V @ P @ softmax(P.T @ (K.T @ Q) @ P)", "transpose"),
    ("=", "V @ P @ P.T @ softmax(K.T @ Q) @ P", "softmax"),
    ("=", "V @ softmax(K.T @ Q) @ P", "orthogonal"),
]
### END SOLUTION

# %% oracle="equivariance_steps" include="oracles/equivariance_steps.py"

# %% test="equivariance_steps"
preview_defined("equivariance_steps", "list", globals())
check_lines(equivariance_steps, **EQUIVARIANCE)
### BEGIN HIDDEN TESTS
checks.derivation(equivariance_steps, problem=equivariance_problem())
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Attention by itself knows nothing of order; whatever a model knows of it comes from position encodings and
# masks ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), section 3.5).

# %% [markdown]
# ### 3.4 A proof with a gap (<<equivariance_false_step>>)
#
# Somebody claims that a permutation of the tokens leaves the attention weights as they were, and argues:
#
# - **line 1.** By definition, $\mathrm{Sa}[XP] = V[XP]\,\mathrm{softmax}\big(K[XP]^\top Q[XP]\big)$.
# - **line 2.** The columns of $P$ add up to 1, so $V[XP] = VP$, $K[XP] = KP$ and $Q[XP] = QP$, biases included.
# - **line 3.** Put in, this is $\mathrm{Sa}[XP] = VP\,\mathrm{softmax}\big((KP)^\top QP\big)$.
# - **line 4.** Transposing the product gives $\mathrm{Sa}[XP] = VP\,\mathrm{softmax}\big(P^\top K^\top Q P\big)$.
# - **line 5.** $P$ is orthogonal, so $P^\top$ and $P$ cancel, and $\mathrm{Sa}[XP] = VP\,\mathrm{softmax}\big(K^\top Q\big)$.
# - **line 6.** The weights in line 5 are those of $\mathrm{Sa}[X] = V\,\mathrm{softmax}\big(K^\top Q\big)$: only the values have moved.
#
# One line does not follow from what stands above it. Which one, and which further assumption would make it right?
#
# | option | assumption |
# |---|---|
# | `"a"` | $P$ is symmetric: $P^\top = P$ |
# | `"b"` | there are no biases: $\beta_v = \beta_k = \beta_q = 0$ |
# | `"c"` | the scores commute with $P$: $K^\top Q P = P K^\top Q$ |
# | `"d"` | the other product is the identity too: $P P^\top = I$ |
# | `"e"` | the softmax acts on rows instead of columns |
#
# Answer with a dict `{"line": "line ...", "assumption": "..."}`: one of `"line 1"` to `"line 6"`, and one of `"a"` to `"e"`. 1 point
# for each.

# %% answer="equivariance_false_step"
# equivariance_false_step = {"line": "line ...", "assumption": "..."}
### BEGIN SOLUTION
equivariance_false_step = {"line": "line 5", "assumption": "c"}
### END SOLUTION

# %% test="equivariance_false_step"
preview_defined("equivariance_false_step", "dict", globals())
assert isinstance(equivariance_false_step, dict), (
    f"expected a dict, not {type(equivariance_false_step).__name__}"
)
for key, options in (("line", [f"line {n}" for n in range(1, 7)]), ("assumption", list("abcde"))):
    preview_choice(key, equivariance_false_step.get(key), options)
### BEGIN HIDDEN TESTS
checks.choices(
    equivariance_false_step,
    expected={"line": "line 5", "assumption": "c"},
    options=[*(f"line {n}" for n in range(1, 7)), *"abcde"],
    why={
        "line": "Pᵀ and P stand on the two sides of KᵀQ. PᵀP = I says nothing about Pᵀ(KᵀQ)P, which is "
        "KᵀQ with its rows and columns moved.",
        "assumption": "Pᵀ(KᵀQ)P = KᵀQ is the same as KᵀQP = PKᵀQ: multiply by P from the left.",
    },
)
### END HIDDEN TESTS

# %% [markdown]
# ### 3.5 The proof (<<equivariance_written>>, graded by a person)
#
# Prove that $\mathrm{Sa}[XP] = \mathrm{Sa}[X]\,P$ for every $N \times N$ permutation matrix $P$. Say for each step which property of $P$
# it needs, and don't forget the biases.

# %% [markdown] written="equivariance_written"
# ### BEGIN SOLUTION
#
# **Projections.** Each column of $P$ holds a single 1, so $\mathbf{1}^\top P = \mathbf{1}^\top$. Hence
# $V[XP] = \beta_v \mathbf{1}^\top + \Omega_v X P = (\beta_v \mathbf{1}^\top + \Omega_v X) P = V P$, and in the same way $K[XP] = KP$ and
# $Q[XP] = QP$. Without the property $\mathbf{1}^\top P = \mathbf{1}^\top$ the bias would not come out right.
#
# **Scores.** $(KP)^\top (QP) = P^\top K^\top Q P$, which is true for any matrix $P$.
#
# **Softmax.** For any $S$, $\mathrm{softmax}(P^\top S P) = P^\top \mathrm{softmax}(S)\, P$: multiplying by $P^\top$ from the left and by $P$ from
# the right moves the entry in row $\pi(m)$ and column $\pi(n)$ to row $m$ and column $n$. The exponential acts on each entry by itself,
# wherever it stands, and the normaliser of a column is a sum over the same numbers in another order. (This needs a
# permutation: a general orthogonal matrix mixes entries, and the exponential of a mixture is not the mixture of the exponentials.)
#
# **Together.** $\mathrm{Sa}[XP] = V P\, \mathrm{softmax}(P^\top K^\top Q P) = V P P^\top\, \mathrm{softmax}(K^\top Q)\, P = V\, \mathrm{softmax}(K^\top Q)\, P
# = \mathrm{Sa}[X]\, P$, where $P P^\top = I$ because $P$ is orthogonal. $\square$
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | projections commute with $P$, and the bias needs $\mathbf{1}^\top P = \mathbf{1}^\top$ |
# | 1 | the transposition: $(KP)^\top QP = P^\top K^\top Q P$ |
# | 1 | the lemma $\mathrm{softmax}(P^\top S P) = P^\top \mathrm{softmax}(S) P$ is stated |
# | 1 | and justified: entries move, and a column's normaliser is the sum of the same numbers |
# | 1 | $P P^\top = I$, used where it stands: to the right of $V$ |
# | 1 | the conclusion in the right layout, $\mathrm{Sa}[X]\,P$, with columns as tokens |
#
# At most 3 points if $P^\top$ and $P$ are "cancelled" inside the softmax ($\mathrm{softmax}(P^\top K^\top Q P) = \mathrm{softmax}(K^\top Q)$ is false).
# A proof with indices and a permutation $\pi$ earns the same: the first point is then that the bias is the same in every column, the
# fifth that the sum over tokens may be renamed.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## Part 4: masks
#
# Sentences of a batch have different lengths; the short ones are filled up with padding. A padding token has a key and a value
# like any other, and unless a mask forbids it, real tokens attend to it. Nothing crashes: the loss is a little worse, and a
# sentence gets another answer when its neighbour in the batch is longer. A wrong mask leaks in the same quiet way, a causal one
# so that the training loss is wonderful and the model useless.
#
# The figure draws masks on the matrix of scores for a sentence of four tokens and two of padding. Row $t$ is a query, column $s$ a
# key; a cross is a score that must not count.

# %% figure folded include="cells/masks_figure.py"

# %% [markdown]
# ### 4.1 Masked attention (<<masked_attention>>)
#
# Write scaled dot-product attention for a batch of $n$ sequences: weights are the softmax over keys of $q \cdot k / \sqrt d$, and
# a masked key has weight 0.
#
# | argument | shape | |
# |---|---|---|
# | `q` | $(n, t_l, d)$ | queries, $t_l$ for each sequence |
# | `k`, `v` | $(n, s_l, d)$ | keys and values, $s_l$ for each sequence |
# | `key_padding_mask` | $(n, s_l)$, bool, or `None` | `True` is padding: this key must not be seen |
# | `causal` | bool | whether query $t$ sees only keys $s \leq t$ |
# | returns | $(n, t_l, d)$ | |
#
# **Convention.** `True` means *ignore* (as in PyTorch's `nn.MultiheadAttention`; the boolean mask of its
# `scaled_dot_product_attention` means the opposite). Query 0 is aligned with key 0, also where $t_l \neq s_l$. If every key of a query
# is masked, its output is zeros, not NaN. Scores can be in the thousands; all inputs are finite, those at padding too. Float32 is fine.
#
# 3.5 points for agreement with the definition; where at least half of that is earned, or one known mistake explains what is wrong,
# 2.5 for five properties: weights sum to 1, padding can't be seen, the future
# can't be seen, a fully masked query gives zeros, sequences of a batch don't mix.


# %% answer="masked_attention"
def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    """Attention of q (n, tl, d) over k, v (n, sl, d); True in the mask (n, sl) is padding."""
    ### BEGIN SOLUTION
    (n, tl, d), sl = q.shape, k.shape[1]
    visible = np.ones((n, tl, sl), dtype=bool)
    if key_padding_mask is not None:
        visible &= ~key_padding_mask[:, None, :]
    if causal:
        visible &= np.arange(sl)[None, :] <= np.arange(tl)[:, None]
    scores = np.where(visible, q @ k.transpose(0, 2, 1) / np.sqrt(d), -np.inf)
    largest = scores.max(axis=2, keepdims=True)
    weights = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = weights.sum(axis=2, keepdims=True)
    return weights @ v / np.where(total > 0, total, 1)  # 0 / 1 where every key is masked
    ### END SOLUTION


# %% oracle="masked_attention" include="oracles/masked_attention.py"

# %% test="masked_attention"
rng = np.random.default_rng()
q, k, v = rng.normal(size=(2, 3, 4)), rng.normal(size=(2, 5, 4)), rng.normal(size=(2, 5, 4))
preview_shape("no mask", scaled_dot_product_attention(q, k, v), (2, 3, 4))
padding = np.array([[False, False, False, False, True], [False, False, False, True, True]])
for what, given in [("padding", dict(key_padding_mask=padding)), ("causal", dict(causal=True))]:
    try:
        preview_shape(what, scaled_dot_product_attention(q, k, v, **given), (2, 3, 4))
    except Exception as error:
        print(f"{what}: {error}")


### BEGIN HIDDEN TESTS
def cases(rng):
    def plain(*size, scale=1.0):
        q, k, v, _ = batch(rng, *size)
        return scale * q, k, v

    *first, mask = batch(rng, 2, 4, 4, 3)
    *second, long_mask = batch(rng, 3, 3, 6, 2)
    return {
        "no mask": checks.case(*plain(2, 3, 5, 4), weight=5),
        "padding": checks.case(*first, key_padding_mask=mask),
        "causal": checks.case(*plain(2, 5, 5, 3), causal=True, weight=2),
        "causal, fewer queries than keys": checks.case(*plain(2, 3, 5, 2), causal=True),
        "padding and causal": checks.case(*second, key_padding_mask=long_mask, causal=True),
        "scores in the thousands": checks.case(*plain(2, 4, 5, 3, scale=3000.0), weight=2),
        "a masked key far above the others": checks.case(
            *far_above(rng), key_padding_mask=np.array([[False, False, True]] * 2), weight=1
        ),
        "padding on the left, and causal": checks.case(
            *plain(2, 4, 4, 3), key_padding_mask=LEFT, causal=True, weight=1
        ),
    }


small = [(1, 2, 2, 1), (2, 2, 3, 2), (2, 4, 4, 3), (3, 5, 4, 2)]
pairs = [size for size in small if size[0] > 1]
values = checks.arrays(
    scaled_dot_product_attention,
    oracle=by_definition,
    cases=cases,
    seed=41,
    float32=True,
    mistakes={
        "the scores are not divided by √d": with_mistake(scale=lambda d, sl: 1),
        "the scores are divided by d, not √d": with_mistake(scale=lambda d, sl: d),
        "the scores are divided by the root of the number of keys, not of d": with_mistake(
            scale=lambda d, sl: np.sqrt(sl)
        ),
        "the outputs are divided by √d, not the scores": with_mistake(
            scale=lambda d, sl: 1, divide_output=True
        ),
        "masked weights are set to 0 after the softmax, so the others don't sum to 1": (
            with_mistake(zero_after=True)
        ),
        "a masked score is set to 0, and exp(0) = 1 counts": with_mistake(masked_score=0.0),
        "the score of a masked key is −10, and exp(−10) can still be seen": with_mistake(
            masked_score=-10.0
        ),
        "the padding mask is inverted: True is padding": with_mistake(
            padding=lambda m: m[:, None, :]
        ),
        "the padding mask is put on the queries, not on the keys": with_mistake(
            padding=lambda m: ~m[:, :, None]
        ),
        "the padding mask has no effect": with_mistake(padding=lambda m: True),
        "the causal mask has no effect": with_mistake(sees=lambda s, t, sl, tl: True),
        "the causal mask hides the token itself: s ≤ t, not s < t": with_mistake(
            sees=lambda s, t, sl, tl: s < t
        ),
        "the causal mask is transposed: it hides the past": with_mistake(
            sees=lambda s, t, sl, tl: s >= t
        ),
        "the causal mask lets one token of the future through": with_mistake(
            sees=lambda s, t, sl, tl: s <= t + 1
        ),
        "the causal mask is aligned at the last token; here query 0 goes with key 0": (
            with_mistake(sees=lambda s, t, sl, tl: s <= t + sl - tl)
        ),
        "the softmax runs over the queries, not over the keys": with_mistake(axis=1),
        "the softmax runs over the batch, not over the keys": with_mistake(axis=0),
        "the exponentials overflow: subtract the largest score": with_mistake(stable=False),
    },
    share=7 / 12,
)
values + checks.properties(
    scaled_dot_product_attention,
    properties={
        "weights sum to 1": checks.Property(weights_sum_to_one, sizes=small),
        "padding can't be seen, real keys can": checks.Property(padding_is_invisible, sizes=small),
        "the future can't be seen, the past can": checks.Property(future_is_invisible, sizes=small),
        "a fully masked query gives zeros": checks.Property(fully_masked_is_zero, sizes=pairs),
        "sequences don't mix": checks.Property(sequences_do_not_mix, sizes=pairs),
    },
    shape=lambda q, k, v, **masks: q.shape,
    given=values,
    seed=42,
    share=5 / 12,
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* The NaN of a fully masked row doesn't stay where it is: in the next layer $0 \cdot \mathrm{NaN} = \mathrm{NaN}$ spreads
# it to every token. It happens with padding on the left and a causal mask, the usual way to generate text in batches. The two
# meanings of `True` are in the PyTorch documentation of
# [`MultiheadAttention`](https://docs.pytorch.org/docs/stable/generated/torch.nn.MultiheadAttention.html) and
# [`scaled_dot_product_attention`](https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html).

# %% [markdown]
# ### 4.2 Several heads (<<multi_head>>)
#
# Project queries, keys and values, split each into `n_heads` heads, attend in every head by itself, put the heads side by side again,
# and project the result.
#
# | argument | shape | |
# |---|---|---|
# | `q` | $(n, t_l, d)$ | what the queries are made of; $d$ is divisible by `n_heads` |
# | `k`, `v` | $(n, s_l, d)$ | what keys and values are made of |
# | `W_q`, `W_k`, `W_v`, `W_o` | $(d, d)$ | applied as in problem set 1: $Q = q\, W_q^\top$, and the output is multiplied by $W_o^\top$ |
# | `n_heads` | int | head $h$ gets the features $h\,d_\text{head}, \dots, (h+1)\,d_\text{head} - 1$ of $Q$, $K$ and $V$, with $d_\text{head} = d/n_\text{heads}$ |
# | `key_padding_mask`, `causal` | as in 4.1 | the same for all heads |
# | returns | $(n, t_l, d)$ | |
#
# **Convention.** Scores are divided by $\sqrt{d_\text{head}}$. You may call your `scaled_dot_product_attention`; if that had an error in
# 4.1, it isn't charged again. Float32 is fine. 2 points without masks, 1 with padding, 1 with a causal mask, 1 with both.


# %% answer="multi_head"
def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    """Multi-head attention of q (n, tl, d) over k, v (n, sl, d)."""
    ### BEGIN SOLUTION
    n = len(q)

    def heads(x, W):
        """Project, then give every head an entry of the batch: (n * n_heads, length, d_head)."""
        split = (x @ W.T).reshape(n, x.shape[1], n_heads, -1)
        return split.transpose(0, 2, 1, 3).reshape(n * n_heads, x.shape[1], -1)

    if key_padding_mask is not None:
        key_padding_mask = np.repeat(key_padding_mask, n_heads, axis=0)
    output = scaled_dot_product_attention(
        heads(q, W_q), heads(k, W_k), heads(v, W_v), key_padding_mask, causal
    )
    output = output.reshape(n, n_heads, q.shape[1], -1).transpose(0, 2, 1, 3)
    return output.reshape(q.shape) @ W_o.T
    ### END SOLUTION


# %% oracle="multi_head" include="oracles/multi_head.py"

# %% test="multi_head"
rng = np.random.default_rng()
q, k, v = rng.normal(size=(2, 3, 6)), rng.normal(size=(2, 5, 6)), rng.normal(size=(2, 5, 6))
weights = rng.normal(size=(4, 6, 6))
preview_shape("no mask, 3 heads", multi_head_attention(q, k, v, *weights, 3), (2, 3, 6))
padding = np.array([[False, False, False, False, True], [False, False, False, True, True]])
for what, given in [("padding", dict(key_padding_mask=padding)), ("causal", dict(causal=True))]:
    try:
        preview_shape(what, multi_head_attention(q, k, v, *weights, 3, **given), (2, 3, 6))
    except Exception as error:
        print(f"{what}: {error}")


### BEGIN HIDDEN TESTS
def cases(rng):
    def arguments(n, tl, sl, n_heads, e):
        d = n_heads * e
        sequences = [rng.normal(size=(n, length, d)) for length in (tl, sl, sl)]
        return (*sequences, *(rng.normal(size=(4, d, d)) / np.sqrt(d)), n_heads)

    padding = np.array([[False] * 4, [False] * 3 + [True], [False] * 2 + [True] * 2])
    return {
        "no mask, 3 heads of 2": checks.case(*arguments(2, 3, 4, 3, 2), weight=4),
        "padding, 2 heads of 3": checks.case(
            *arguments(3, 4, 4, 2, 3), key_padding_mask=padding, weight=2
        ),
        "causal, 2 heads of 4": checks.case(*arguments(2, 4, 4, 2, 4), causal=True, weight=2),
        "padding and causal, 4 heads of 2": checks.case(
            *arguments(3, 5, 4, 4, 2), key_padding_mask=padding, causal=True, weight=1
        ),
        "padding on the left, and causal, 2 heads of 2": checks.case(
            *arguments(2, 4, 4, 2, 2),
            key_padding_mask=np.array([[True, True, False, False], [False] * 4]),
            causal=True,
            weight=1,
        ),
    }


checks.arrays(
    multi_head_attention,
    oracle=by_definition,
    accept={
        "right, given your scaled_dot_product_attention": with_mistake(one=with_your_attention)
    },
    cases=cases,
    seed=43,
    float32=True,
    mistakes={
        "a head gets every n_heads-th feature; it should get d_head neighbouring ones": with_mistake(
            features=lambda h, n_heads, e: slice(h, None, n_heads)
        ),
        "reshaped without a transpose: a head gets pieces of other tokens": regrouped,
        "the scores are divided by √d, not by √d_head": with_mistake(scale=lambda e, d: np.sqrt(d)),
        "the scores are not divided by √d_head": with_mistake(scale=lambda e, d: 1.0),
        "masks and heads are in different order: heads of one sequence get the masks of others": (
            with_mistake(mask_of=lambda b, h, n, n_heads: (b * n_heads + h) % n)
        ),
        "the output projection is missing": with_mistake(project_output=False),
        "the weights are not transposed: Q = q W_qᵀ": with_mistake(transpose=np.asarray),
        "there is only one head": lambda *a, **k: by_definition(*a[:7], 1, **k),
        "the padding mask has no effect": lambda *a, key_padding_mask=None, causal=False: (
            by_definition(*a, causal=causal)
        ),
        "the causal mask has no effect": lambda *a, key_padding_mask=None, causal=False: (
            by_definition(*a, key_padding_mask=key_padding_mask)
        ),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Features of a head are neighbours, so that a head's slice of $Q$ is a block that can live on its own device:
# tensor parallelism gives each accelerator some of the heads ([Shoeybi et al. 2019](https://arxiv.org/abs/1909.08053), section 3).

# %% [markdown]
# ### 4.3 Which mask where? (<<mask_scenarios>>)
#
# Three models are trained on batches of sentences of different lengths, padded on the *right*. For each module say which masks it
# needs, so that no real position depends on padding and no prediction on what it predicts. A decoder reads the target shifted by
# one: its position $t$ reads token $t - 1$ and predicts token $t$.
#
# | option | meaning |
# |---|---|
# | `"causal"` | position $t$ sees positions $\leq t$ only |
# | `"source padding"` | padding of the sequence that is read is masked |
# | `"target padding"` | padding of the sequence that is written is masked |
#
# | model | what it does | entries |
# |---|---|---|
# | `"BERT"` | encoder; reads a text (its source) and classifies it | `"self-attention"` |
# | `"GPT"` | decoder; writes a text (its target), trained on every next token | `"self-attention"`, `"loss"` |
# | `"T5"` | encoder and decoder; reads a source and writes a translation, the target | `"encoder self-attention"`, `"decoder self-attention"`, `"cross-attention"`, `"loss"` |
#
# **Convention.** `masks[model][entry]` is a set of options. A mask in an attention module is a mask on its *keys*; one in `"loss"` is a
# mask on the positions that are summed. Give what is needed. A mask that is not needed isn't charged if it can be applied there (it
# masks keys that the module has) and changes nothing at real positions. `"cross-attention"` weighs 1 point, each other entry half a
# point; a set that is only partly right earns nothing.

# %% answer="mask_scenarios"
# masks = {
#     "BERT": {"self-attention": {"...", "..."}},
#     "GPT": {"self-attention": {"..."}, "loss": {"..."}},
#     "T5": {
#         "encoder self-attention": {"..."},
#         "decoder self-attention": {"..."},
#         "cross-attention": {"..."},
#         "loss": {"..."},
#     },
# }
### BEGIN SOLUTION
masks = {
    "BERT": {"self-attention": {"source padding"}},
    "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
    "T5": {
        "encoder self-attention": {"source padding"},
        "decoder self-attention": {"causal"},
        "cross-attention": {"source padding"},
        "loss": {"target padding"},
    },
}
### END SOLUTION

# %% test="mask_scenarios"
preview_defined("masks", "dict", globals())
assert isinstance(masks, dict), f"expected a dict, not {type(masks).__name__}"
options = ["causal", "source padding", "target padding"]
modules = {
    "BERT": ["self-attention"],
    "GPT": ["self-attention", "loss"],
    "T5": ["encoder self-attention", "decoder self-attention", "cross-attention", "loss"],
}
for model, entries in modules.items():
    answered = masks.get(model)
    for entry in entries:
        chosen = answered.get(entry) if isinstance(answered, dict) else None
        preview_choice(f"{model}, {entry}", chosen, options)
### BEGIN HIDDEN TESTS
checks.choices(
    masks,
    options=["causal", "source padding", "target padding"],
    expected={
        "BERT": {"self-attention": {"source padding"}},
        "GPT": {"self-attention": {"causal"}, "loss": {"target padding"}},
        "T5": {
            "encoder self-attention": {"source padding"},
            "decoder self-attention": {"causal"},
            "cross-attention": {"source padding"},
            "loss": {"target padding"},
        },
    },
    harmless={
        "GPT": {"self-attention": {"target padding"}},
        "T5": {"decoder self-attention": {"target padding"}},
    },
    weights={
        "BERT": {"self-attention": 1},
        "GPT": {"self-attention": 1, "loss": 1},
        "T5": {
            "encoder self-attention": 1,
            "decoder self-attention": 1,
            "cross-attention": 2,
            "loss": 1,
        },
    },
    why={
        "BERT": {
            "self-attention": "A classifier may use the whole text, in both directions, but no padding"
        },
        "GPT": {
            "self-attention": "The next token must stay unseen. Padding on the right is in the future anyway",
            "loss": "Padding is not to be predicted",
        },
        "T5": {
            "encoder self-attention": "The source is known: a token may see what follows, but no padding",
            "decoder self-attention": (
                "The next token must stay unseen. Padding on the right is in the future anyway"
            ),
            "cross-attention": (
                "The keys come from the source, all of which may be seen, except for its padding. "
                "The encoder's mask doesn't help: its outputs at padding exist, and can be attended to"
            ),
            "loss": "Padding of the target is not to be predicted",
        },
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* These three patterns are the whole difference between the three families of models
# ([Raffel et al. 2020](https://arxiv.org/abs/1910.10683), section 3.2.1). With padding on the *left*, as in batched generation, a
# decoder needs the padding mask too.

# %% [markdown]
# ## Part 5: attention without the $N \times N$ matrix
#
# The weights of $N$ tokens are $N^2$ numbers: 50,000 tokens, a short book, need 20 GB in float64 for one head. Suppose we replace
# $\exp(k_m \cdot q_n)$ by a product of feature vectors, $g(k_m) \cdot g(q_n)$, with a function $g$ that gives $R$ numbers
# $> 0$. The weights and the output become
#
# $$
# a_{mn} = \frac{g(k_m) \cdot g(q_n)}{\sum_{m'} g(k_{m'}) \cdot g(q_n)}, \qquad \mathrm{out}_n = \sum_{m=1}^N a_{mn}\, v_m .
# $$
#
# Tokens are columns, as in part 3: $V$ is $D_v \times N$, the features of the keys are the columns of $G_K$ ($R \times N$), those of
# the queries the columns of $G_Q$. The function below does what the formula says. The figure measures what it costs on this
# machine, on logarithmic axes. A quadratic cost becomes a line of slope 2, as the memory does. Time need not, at these lengths: a
# part of it is the same for every length, and the processor works on several columns at once. It also varies from run to run.


# %% given="quadratic"
def quadratic_attention(V, G_K, G_Q):
    """The formula as it stands, with all N² weights: V (D_v, N), G_K and G_Q (R, N)."""
    weights = G_K.T @ G_Q
    weights /= np.sum(weights, axis=0)
    return V @ weights


# %% folded include="cells/costs_figure.py"

# %% [markdown]
# ### 5.1 Linear attention (<<linear_attention>>)
#
# Compute the same output without ever forming $N \times N$ numbers, in a time that grows with $N$, not with $N^2$.
#
# | argument | shape | returns |
# |---|---|---|
# | `V` | $(D_v, N)$ | the outputs as columns, $(D_v, N)$ |
# | `G_K`, `G_Q` | $(R, N)$, entries $> 0$ | |
#
# **Convention.** Two points for the values; one each for memory and time, once the values are right or one known mistake explains
# them. Memory: 3,000 tokens with $D_v = R = 64$ within 32 MiB (arguments and result take 6, the $N^2$ weights 69). Time: 4,000
# tokens with $D_v = 4$ and $R = 128$ may take four times as long as 16 times 250 tokens, no more (and 64 MiB). A loop over tokens
# is fast enough, a loop over pairs of tokens isn't. Float32 is fine.


# %% answer="linear_attention"
def linear_attention(V, G_K, G_Q):
    """Outputs (D_v, N) of attention with weights g(k)·g(q), normalised over the keys."""
    ### BEGIN SOLUTION
    numerators = (V @ G_K.T) @ G_Q  # first (D_v, R): no query in it
    return numerators / (G_K.sum(axis=1) @ G_Q)
    ### END SOLUTION


# %% oracle="linear_attention causal_linear"
def inputs(rng, n, d_v=4, r=128):
    return rng.normal(size=(d_v, n)), rng.random((r, n)) + 0.1, rng.random((r, n)) + 0.1


def agrees_with(definition):
    """Sixteen outputs, computed as the definition says, or as the mistake does, if it gives any."""

    def agrees(answer, arguments, mistake):
        last = answer.shape[1] - 1
        columns = np.linspace(0, last, 16).astype(int)
        columns[1:-1] += np.random.default_rng(last).integers(0, last // 16, 14)
        expected = (mistake or definition)(*arguments, columns)
        columns, expected = (x[..., ~np.isnan(expected).any(axis=0)] for x in (columns, expected))
        return checks.unequal(answer[:, columns], expected)

    return agrees


# %% oracle="linear_attention"
def by_definition(V, G_K, G_Q):
    N = V.shape[1]
    output = np.zeros(V.shape)
    for n in range(N):
        products = [G_K[:, m] @ G_Q[:, n] for m in range(N)]
        for m in range(N):
            output[:, n] += products[m] / sum(products) * V[:, m]
    return output


def by_weights(weigh):
    """With weights weigh(products, K, Q, n), where the products are those of the queries n."""

    def attention(V, G_K, G_Q, columns=slice(None)):
        return V @ weigh(G_K.T @ G_Q[:, columns], G_K, G_Q, columns)

    return attention


right = by_weights(lambda products, *_: products / products.sum(axis=0))


def softmax_of_columns(S):
    return np.exp(S) / np.exp(S).sum(axis=0)


# %% test="linear_attention"
rng = np.random.default_rng()
V, G_K, G_Q = rng.normal(size=(3, 5)), rng.random((2, 5)), rng.random((2, 5))
preview_shape("output for 5 tokens", linear_attention(V, G_K, G_Q), (3, 5))
### BEGIN HIDDEN TESTS
MISTAKES = {
    "the normaliser is missing": by_weights(lambda products, K, Q, n: products),
    "divided by N in place of the sum of the weights": by_weights(
        lambda products, K, Q, n: products / len(products)
    ),
    "the normaliser sums over the queries; it sums over the keys": by_weights(
        lambda products, K, Q, n: products / (Q.sum(axis=1) @ K)[:, None]
    ),
    "the normaliser is made of the queries' features in place of the keys'": by_weights(
        lambda products, K, Q, n: products / (Q.sum(axis=1) @ Q[:, n])
    ),
    "divided by the sum of all weights; each query has its own normaliser": by_weights(
        lambda products, K, Q, n: products / (K.sum(axis=1) @ Q.sum(axis=1))
    ),
    "keys and queries have changed places": lambda V, K, Q, *n: right(V, Q, K, *n),
    "the products are put through a softmax; here they are the weights": by_weights(
        lambda products, K, Q, n: softmax_of_columns(products)
    ),
}

values = checks.arrays(
    linear_attention,
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, N = 5": checks.case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 5, R = 2, N = 7": checks.case(*inputs(rng, 7, d_v=5, r=2)),
    },
    seed=51,
    float32=True,
    mistakes=MISTAKES,
    share=1 / 2,
)
values + checks.resources(
    linear_attention,
    arguments=inputs,
    shape=lambda V, G_K, G_Q: V.shape,
    agrees=agrees_with(right),
    large={"n": 3_000, "d_v": 64, "r": 64},
    quadratic="forms the N × N matrix",
    given=values,
    mistakes=MISTAKES,
    seed=51,
    share=1 / 2,
)
### END HIDDEN TESTS

# %% [markdown]
# Your function beside the quadratic one. The slopes of the memory tell what grows how. For the time, look at which curve is the
# steeper at its right end; a loop over tokens in Python starts out slower.

# %%
try:
    linear_costs = measure(linear_attention, [128, 256, 512, 1024, 2048, 4096])
    draw_costs(quadratic=quadratic_costs, linear=linear_costs)
except Exception as error:
    print(f"Nothing to draw: with your answer to 5.1 it raises {type(error).__name__}.")

# %% [markdown]
# ### 5.2 Its cost (<<linear_flops>>)
#
# How many FLOPs does linear attention take?
#
# | argument | `seq_len` | `d_v` | `r` |
# |---|---|---|---|
# | meaning | $N$ | $D_v$ | $R$ |
#
# **Convention.** $V$, $G_K$ and $G_Q$ are there: $g$ itself costs nothing. There is no softmax here, so nothing is exempt by P5: sums and divisions
# count. Products cost $2mnp$ (P2). The sum of the keys' features is formed once and is a plain sum over the $N$ tokens (P4), not
# a product with ones. The normaliser of a query is a dot product (P2). In the end each entry of the output is divided once (P3).

# %% oracle="linear_flops quadratic_flops"
SIZES = "seq_len d_v r"
QUADRATIC_PRODUCTS = {
    "the products of features": "seq_len r seq_len",
    "the weighted sums": "seq_len seq_len d_v",
}
QUADRATIC_OTHER = {"the sums over the keys": "seq_len**2", "the divisions": "seq_len**2"}


# %% answer="linear_flops"
def linear_attention_flops(seq_len, d_v, r):
    """FLOPs of linear attention for one sequence."""
    ### BEGIN SOLUTION
    values_by_features = 2 * seq_len * d_v * r
    numerators = 2 * seq_len * d_v * r
    sum_of_features = seq_len * r
    normalisers = 2 * seq_len * r
    divisions = seq_len * d_v
    return values_by_features + numerators + sum_of_features + normalisers + divisions
    ### END SOLUTION


# %% test="linear_flops"
preview_count(linear_attention_flops, seq_len=5, d_v=2, r=3)
### BEGIN HIDDEN TESTS
checks.flops(
    linear_attention_flops,
    variables=SIZES,
    products={
        "the product of V with the keys' features": "d_v seq_len r",
        "the product with the queries' features": "d_v r seq_len",
        "the normalisers": "seq_len r 1",
    },
    other={"the sum of the keys' features": "seq_len*r", "the divisions": "seq_len*d_v"},
    mistakes={
        "the normaliser is forgotten": {
            "the normalisers": "0",
            "the sum of the keys' features": "0",
            "the divisions": "0",
        },
        "the sum of the keys' features is formed anew for every query": {
            "the sum of the keys' features": "seq_len**2*r"
        },
        "the normaliser is a sum over all keys for every query": {
            "the normalisers": "2*seq_len**2*r + seq_len**2",
            "the sum of the keys' features": "0",
        },
        "the product of V with the keys' features is formed anew for every query": {
            "the product of V with the keys' features": "2*seq_len**2*d_v*r"
        },
        "the sum of the keys' features is charged as a product with ones (P4: N additions)": {
            "the sum of the keys' features": "2*seq_len*r"
        },
        "a sum of N numbers is charged N − 1 additions (P4: N)": {
            "the sum of the keys' features": "(seq_len - 1)*r"
        },
        "this is the cost of the quadratic form": checks.cost(QUADRATIC_PRODUCTS, QUADRATIC_OTHER),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# ### 5.3 The cost of the quadratic form (<<quadratic_flops>>)
#
# And how many does `quadratic_attention` take, as it stands above?
#
# **Convention.** As in 5.2, with the same features. For each query the $N$ products of features, not yet divided, are added up: $N$
# additions (P4). Each of the $N^2$ weights is divided once (P3).


# %% answer="quadratic_flops"
def quadratic_attention_flops(seq_len, d_v, r):
    """FLOPs of the quadratic form for one sequence."""
    ### BEGIN SOLUTION
    products = 2 * seq_len**2 * r
    sums_and_divisions = 2 * seq_len**2
    weighted_sums = 2 * seq_len**2 * d_v
    return products + sums_and_divisions + weighted_sums
    ### END SOLUTION


# %% test="quadratic_flops"
preview_count(quadratic_attention_flops, seq_len=5, d_v=2, r=3)
### BEGIN HIDDEN TESTS
checks.flops(
    quadratic_attention_flops,
    variables=SIZES,
    products=QUADRATIC_PRODUCTS,
    other=QUADRATIC_OTHER,
    mistakes={
        "sums and divisions are free only inside a softmax, and here is none": {
            "the sums over the keys": "0",
            "the divisions": "0",
        },
        "the function divides the N² weights, not the outputs": {"the divisions": "seq_len*d_v"},
        "there is a weight for every pair of tokens: N² of them": {
            "the products of features": "2*seq_len*r",
            "the weighted sums": "2*seq_len*d_v",
            "the sums over the keys": "seq_len",
            "the divisions": "seq_len",
        },
        "a sum of N numbers is charged N − 1 additions (P4: N)": {
            "the sums over the keys": "(seq_len - 1)*seq_len"
        },
    },
)
### END HIDDEN TESTS

# %% [markdown]
# ### 5.4 Where it starts to pay (<<linear_crossover>>)
#
# For short sequences the quadratic form is the cheaper one. What is the smallest $N \geq 1$ at which linear attention takes
# *fewer* FLOPs?
#
# | argument | | returns |
# |---|---|---|
# | `d_v`, `r` | $D_v$ and $R$ | a whole number $N$ |
#
# **Convention.** By the exact counts of 5.2 and 5.3, not by their leading terms. Equal cost is not cheaper. If you made an error
# in 5.2 or 5.3, it isn't charged again: the answer that follows from your own counts is right as well.


# %% answer="linear_crossover"
def crossover_length(d_v, r):
    """Smallest sequence length at which linear attention takes fewer FLOPs than quadratic."""
    ### BEGIN SOLUTION
    # linear / N = 4 d_v r + 3 r + d_v, and quadratic / N = 2 N (r + d_v + 1)
    return (4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)) + 1
    ### END SOLUTION


# %% oracle="linear_crossover"
COUNTS = ("linear_flops", "quadratic_flops")


def smallest(cheaper):
    return next((n for n in range(1, 300) if cheaper(n)), 0)


def by_definition(d_v, r):
    def linear(n):
        return 4 * n * d_v * r + 3 * n * r + n * d_v

    def quadratic(n):
        return 2 * n**2 * r + 2 * n**2 + 2 * n**2 * d_v

    return smallest(lambda n: linear(n) < quadratic(n))


def by_your_counts(d_v, r):
    linear, quadratic = (checks.followed(name).counted for name in COUNTS)
    return smallest(lambda n: linear(n, d_v, r) < quadratic(n, d_v, r))


def your_counts(cases):
    """What allows it -> the definition by the student's own counts, where they may be followed.

    They have no crossover where it is the same everywhere: an answer that is a constant.
    """
    if not all(checks.followed(name) for name in COUNTS):
        return {}
    if len({by_your_counts(*case.arguments) for case in cases.values()}) == 1:
        return {}
    return {f"right, given your answers to {' and '.join(COUNTS)}": by_your_counts}


def exact(d_v, r):
    return (4 * d_v * r + 3 * r + d_v) / (2 * (r + d_v + 1))


# %% test="linear_crossover"
preview_count(crossover_length, d_v=6, r=3)
### BEGIN HIDDEN TESTS
CASES = {
    "D_v = R = 64": checks.case(64, 64, weight=2),
    "D_v = 8, R = 5": checks.case(8, 5),
    "D_v = 3, R = 40": checks.case(3, 40),
    "D_v = 12, R = 8": checks.case(12, 8, weight=2),
    "D_v = 5, R = 13": checks.case(5, 13),
    "D_v = 200, R = 96": checks.case(200, 96),
}
checks.arrays(
    crossover_length,
    oracle=by_definition,
    accept=your_counts(CASES),
    cases=CASES,
    mistakes={
        "these are the leading terms, 2 D_v R / (D_v + R)": lambda d_v, r: (
            -(-2 * d_v * r // (d_v + r))
        ),
        "these are the leading terms, and not a whole number": lambda d_v, r: (
            2 * d_v * r / (d_v + r)
        ),
        "where both cost the same, linear is not cheaper": lambda d_v, r: (
            -(-(4 * d_v * r + 3 * r + d_v) // (2 * (r + d_v + 1)))
        ),
        "this is the last length at which linear is not cheaper": lambda d_v, r: int(exact(d_v, r)),
        "this is where the costs are equal; a length is a whole number": exact,
        "D_v and R have changed places": lambda d_v, r: by_definition(r, d_v),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* By FLOPs linear attention pays off from quite short texts on. It is seldom used all the same:
# $\exp(k \cdot q)$ has no finite $g$, so it computes another function, and the quadratic form can be run without *storing* its
# matrix ([Dao et al. 2022](https://arxiv.org/abs/2205.14135)), which takes away the memory but not the FLOPs.

# %% [markdown]
# ### 5.5 The causal form (<<causal_linear>>)
#
# Now token $t$ may see the keys $1, \dots, t$ only, itself included, in the numerator and in the normaliser:
#
# $$
# \mathrm{out}_t = \sum_{m \leq t} \frac{g(k_m) \cdot g(q_t)}{\sum_{m' \leq t} g(k_{m'}) \cdot g(q_t)}\, v_m .
# $$
#
# Compute it in one pass over the tokens, with a running state whose size doesn't depend on $N$.
#
# | argument | shape | returns |
# |---|---|---|
# | `V` | $(D_v, N)$ | the outputs as columns, $(D_v, N)$ |
# | `G_K`, `G_Q` | $(R, N)$, entries $> 0$ | |
#
# **Convention.** Two points for the values; one for the property that the future can't be seen and the past can; half a point each
# for memory and time. These two count once the values are right or one known mistake explains them. Memory: 3,000 tokens with
# $D_v = R = 64$ within 32 MiB (arguments and result take 6, the $N^2$ weights 69, the running states of all tokens 94). Time:
# 4,000 tokens with $D_v = 4$ and $R = 128$ may take four times as long as 16 times 250 tokens, no more (and 64 MiB). A loop over
# tokens is fast enough. Float32 is fine.


# %% answer="causal_linear"
def causal_linear_attention(V, G_K, G_Q):
    """Outputs (D_v, N); column t sees the keys and values up to t, itself included."""
    ### BEGIN SOLUTION
    (d_v, n_tokens), r = V.shape, len(G_K)
    state = np.zeros((d_v, r))  # sum of v gᵀ so far
    features = np.zeros(r)  # sum of g so far
    output = np.empty((d_v, n_tokens))
    for t in range(n_tokens):
        state += V[:, t, None] * G_K[None, :, t]
        features += G_K[:, t]
        output[:, t] = state @ G_Q[:, t] / (features @ G_Q[:, t])
    return output
    ### END SOLUTION


# %% oracle="causal_linear" include="oracles/causal_linear.py"

# %% test="causal_linear"
rng = np.random.default_rng()
V, G_K, G_Q = rng.normal(size=(3, 5)), rng.random((2, 5)), rng.random((2, 5))
preview_shape("output for 5 tokens", causal_linear_attention(V, G_K, G_Q), (3, 5))
### BEGIN HIDDEN TESTS
MISTAKES = {
    "the state is read before the token is written into it: a token sees itself": masked(
        lambda m, t: m < t, lambda m, t: m < t
    ),
    "the values are read before the token is written into the state": masked(
        lambda m, t: m < t, up_to
    ),
    "the normaliser is not accumulated: it holds the last key only": masked(
        up_to, lambda m, t: m == t
    ),
    "the state is not accumulated: it holds the last token only": masked(
        lambda m, t: m == t, up_to
    ),
    "the normaliser sums over all tokens, also those of the future": masked(
        up_to, lambda m, t: m >= 0
    ),
    "not causal: every token sees all tokens": masked(lambda m, t: m >= 0, lambda m, t: m >= 0),
    "the past and the future have changed places": masked(lambda m, t: m >= t, lambda m, t: m >= t),
    "the normaliser is missing": by_weights(lambda products, m, t: products * (m <= t)),
    "divided by the number of tokens seen, in place of the sum of their weights": by_weights(
        lambda products, m, t: products * (m <= t) / (t + 1)
    ),
    "keys and queries have changed places": lambda V, K, Q, *t: causal(V, Q, K, *t),
}

values = checks.arrays(
    causal_linear_attention,
    oracle=by_definition,
    cases=lambda rng: {
        "D_v = 2, R = 3, N = 5": checks.case(*inputs(rng, 5, d_v=2, r=3)),
        "D_v = 4, R = 2, N = 7": checks.case(*inputs(rng, 7, d_v=4, r=2)),
    },
    seed=55,
    float32=True,
    mistakes=MISTAKES,
    share=1 / 2,
)
(
    values
    + checks.properties(
        causal_linear_attention,
        properties={
            "the future can't be seen, the past can": checks.Property(
                future_is_invisible, sizes=[(1, 1, 2), (2, 3, 3), (3, 2, 5)]
            )
        },
        shape=lambda V, G_K, G_Q: V.shape,
        given=values,
        seed=55,
        share=1 / 4,
    )
    + checks.resources(
        causal_linear_attention,
        arguments=inputs,
        shape=lambda V, G_K, G_Q: V.shape,
        agrees=agrees_with(causal),
        large={"n": 3_000, "d_v": 64, "r": 64},
        quadratic="forms the N × N matrix",
        hoards="holds the N × N matrix, or the running states of many tokens",
        given=values,
        mistakes=MISTAKES,
        seed=55,
        share=1 / 4,
    )
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* In this form attention is a recurrent network: its state of $D_v R + R$ numbers replaces a cache of all keys and values
# ([Katharopoulos et al. 2020](https://arxiv.org/abs/2006.16236), section 3.4). Training can run in chunks, generating token by token
# ([Sun et al. 2023](https://arxiv.org/abs/2307.08621)).

# %% [markdown]
# ### 5.6 Why it is cheaper (<<linear_written>>, graded by a person)
#
# Show how replacing $\exp(k_m \cdot q_n)$ by $g(k_m) \cdot g(q_n)$ makes attention cheaper: write out what happens to the numerator and to the
# normaliser, say which quantities are shared by all queries, and compare the costs in FLOPs and memory. From which length on does it
# pay? Give a formula; its leading terms are enough.

# %% [markdown] written="linear_written"
# ### BEGIN SOLUTION
#
# A sum of dot products with the same vector is one dot product with the sum. The numerator of the output is
# $\sum_m v_m\, \bigl(g(k_m)^\top g(q_n)\bigr) = \bigl(\sum_m v_m\, g(k_m)^\top\bigr)\, g(q_n) = M g(q_n)$ with the $D_v \times R$ matrix $M = V G_K^\top$; the
# normaliser is $\sum_m g(k_m)^\top g(q_n) = s \cdot g(q_n)$ with $s = \sum_m g(k_m)$. Neither $M$ nor $s$ contains the query: they are computed once and
# shared by all queries, so the output is $\mathrm{out}_n = M g(q_n) / (s \cdot g(q_n))$. With $\exp$ this isn't possible, since
# $\exp(k_m \cdot q_n)$ doesn't split into a factor with $k_m$ and one with $q_n$ of finite length.
#
# Cost: $M$ and all $M g(q_n)$ take $2 N D_v R$ each, $s$ takes $NR$, the normalisers $2NR$, the divisions $N D_v$: $4 N D_v R + 3NR + N D_v$ in all,
# linear in $N$. The quadratic form takes $2N^2 R + 2N^2 + 2N^2 D_v$. They are equal at
# $N = (4 D_v R + 3R + D_v)/(2(R + D_v + 1)) \approx 2 D_v R/(D_v + R)$: for $D_v = R = 64$ linear pays from 65 tokens on. Memory: $D_v R + R$ numbers in
# place of $N^2$ weights. (Whoever wants the $N^2$ weights themselves still has to pay $2 N^2 R$ for them.)
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the numerator factorises: $\sum_m v_m g(k_m)^\top$ comes out of the product with $g(q_n)$ |
# | 1 | the normaliser is $s \cdot g(q_n)$ with one $s$ for all queries |
# | 1 | the order of the products: $M = V G_K^\top$ first, independent of the query, so that $N \times N$ numbers are never formed |
# | 1 | both costs compared, quadratic and linear in $N$, with a crossover (the leading terms are enough) or the saving in memory *and* FLOPs at an example |
#
# "Matrix multiplication is associative, so $(V G_K^\top) G_Q$ in place of $V (G_K^\top G_Q)$" is the first and the third point.
# === END MARK SCHEME ===
# ### END SOLUTION
