import numpy as np

from ..shared.check_lines import check_lines
from ..shared.previews import (
    ask,
    check_each,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
    warn,
)
from ..shared.showing import show
from .cells.costs import draw_costs, draw_crossover, draw_linear_weights
from .cells.derivations import EQUIVARIANCE, SCALING, SCALING_MEAN, attention_symbols, score_symbols
from .cells.masks import draw_heads, draw_masks
from .cells.saturation import draw_saturation
from .cells.scaling import draw_scaling, draw_scores
from .cells.sum_up import sum_up
from .cells.three_attentions import (
    attention_with_positions,
    causal_attention,
    plain_attention,
    print_gaps,
)

# %% [markdown]
# # Problem set 2: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# *Dog bites man. Man bites dog.* Self-attention without a mask or position encodings gives both
# sentences the same vectors, in another order. How can such a model read? Without a factor
# $1/\sqrt d$, a head of width 64 puts most of its weight on one token of 1,024. With a forgotten mask
# it reads padding, and no error appears. For 50,000 tokens it forms 20 GB of weights. Linear
# attention needs none. Why?
#
# | part | question | points |
# |---|---|---|
# | 1 | What can a saturated softmax still learn? | <<points of part 1>> |
# | 2 | Why are scores divided by $\sqrt d$? | <<points of part 2>> |
# | 3 | Does attention know the order of its tokens? | <<points of part 3>> |
# | 4 | Which tokens may see which? | <<points of part 4>> |
# | 5 | Does attention need all $L^2$ weights? | <<points of part 5>> |
#
# *Core:* <<points of core>> points, about 8 hours. *Further problems* (★): <<points of further>>
# points, about 7 hours.
#
# | symbol | meaning |
# |---|---|
# | $z$, $y$ | $n$ scores and their softmax (part 1) |
# | $q$, $k_i$, $s_i$, $a$ | a query and $n$ keys, their scores, their weights (part 2) |
# | $d$ | width of a query and of a key: the width of one head |
# | $J$ | Jacobian of a softmax |
# | $L$, $D$ | number of tokens in a sequence (`seq_len`), width of a token |
# | $X$ | the tokens of a sequence |
# | $Q$, $K$, $V$ | queries, keys, values |
# | $P$ | a permutation matrix, $L\times L$ |
# | $b$, $t_l$, $s_l$ | size of a batch, number of queries, number of keys (part 4) |
# | $D_v$, $R$ | width of a value, number of features (part 5) |
#
# The cell below each answer and nbgrader's *Validate* check its form, and try each line of a
# derivation in an example. [student.md](student.md) explains how answers are graded. Float32 is precise
# enough in 1.1, 2.2, 3.1, 4.1, 4.2, 5.2 and 5.6.

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py"

# %% [markdown]
# ## Part 1: the derivative of a softmax
#
# One of the scores $z=(-3,1,100,5,-1)$ is far above the others. If it changes a little, how much do
# the outputs change?

# %% folded given="saturation" include="cells/saturation.py"

# %% [markdown]
# ### 1.1 A softmax without overflow (<<softmax>>)
#
# Return the softmax of `z`, an array of shape $(\dots,n)$, along its *last* axis. Scores may have
# any size: $e^{1000}$ is infinite in float64, but $\mathrm{softmax}(1000,1001)$ is not.


# %% answer="softmax"
def softmax(z):
    """Softmax along the last axis of z (..., n)."""
    ### BEGIN SOLUTION
    z = np.asarray(z)
    e = np.exp(z - z.max(axis=-1, keepdims=True))  # the largest is exp(0)
    return e / e.sum(axis=-1, keepdims=True)
    ### END SOLUTION


# %% test="softmax"
with sanity_check():

    def preview_softmax(shape):
        z = np.arange(np.prod(shape, dtype=float)).reshape(shape)
        preview_shape(f"softmax of shape {shape}", ask(softmax, z=z), shape)

    shapes = [(3,), (2, 3), (2, 5, 3)]
    check_each({f"softmax of shape {shape}": (shape,) for shape in shapes}, preview_softmax)

# %% [markdown]
# ### 1.2 The Jacobian of the softmax (<<softmax_jacobian>>)
#
# The *Jacobian* of $y=\mathrm{softmax}(z)$ is the array of all derivatives: its entry $[i,j]$ is
# $\partial y_i / \partial z_j$. Return it for `z` of shape $(n,)$, as an array of shape $(n,n)$.
# Scores may be in the thousands. Finite differences and complex steps are excluded.
#
# **Precision.** At $z=(-3,1,100,5,-1)$ each entry needs a relative precision of $10^{-7}$. For
# $\partial y_3/\partial z_3$ alone, 0 is accepted, because $y_3$ rounds to 1.


# %% answer="softmax_jacobian"
def softmax_jacobian(z):
    """Jacobian (n, n) of the softmax at z (n,)."""
    ### BEGIN SOLUTION
    y = np.exp(z - np.max(z))
    y /= y.sum()
    J = -y[:, None] * y[None, :]
    np.fill_diagonal(J, 0)
    # Rows sum to 0. Taken from the other entries, the diagonal doesn't suffer from 1 - y = 0.
    np.fill_diagonal(J, -J.sum(axis=1))
    return J
    ### END SOLUTION


# %% test="softmax_jacobian"
with sanity_check():
    z = np.array([0.5, -1.0, 2.0, 0.0, 1.0])
    preview_shape("Jacobian", ask(softmax_jacobian, z=z), (5, 5))
show(lambda: draw_saturation(softmax_jacobian))

# %% [markdown]
# ### 1.3 Outputs and gradients of a saturated softmax (<<softmax_conclusion>>)
#
# A softmax is *saturated* if one score is far above the others. Describe it with a dict,
# `conclusion`:
#
# - `"output"`: its reaction to a small change of a score, `"insensitive"`, `"very sensitive"` or
#   `"undefined"`;
# - `"gradients"`: the effect on gradients that pass through it, `"vanish"`, `"explode"` or
#   `"unchanged"`.

# %% answer="softmax_conclusion"
# conclusion = {"output": "...", "gradients": "..."}
### BEGIN SOLUTION
conclusion = {"output": "insensitive", "gradients": "vanish"}
### END SOLUTION

# %% test="softmax_conclusion"
with sanity_check():
    preview_defined("conclusion", "dict", globals())
    assert isinstance(conclusion, dict), f"expected a dict, not {type(conclusion).__name__}"
    reactions = ["insensitive", "very sensitive", "undefined"]
    preview_choice("output", conclusion.get("output"), reactions)
    preview_choice("gradients", conclusion.get("gradients"), ["vanish", "explode", "unchanged"])

# %% [markdown] written="softmax_written"
# ### 1.4 The 25 derivatives by hand (<<softmax_written>>, graded by a person)
#
# 1. Derive $\partial y_i/\partial z_j$ for $i=j$ and for $i\neq j$. (1 point)
# 2. Give the 25 values at $z=(-3,1,100,5,-1)$: two significant digits on the diagonal; elsewhere the
#    sign and a power of ten (the next one up or down is right, too). For $\partial y_3/\partial z_3$, "0 in float64" is enough. (1)
# 3. The gradient of the loss with respect to $y$ has entries of size 1. What does a step of gradient
#    descent change in the layer that makes $z$, and why? (1)
#
# ### BEGIN SOLUTION
#
# **Formula.** Let $y_i = e^{z_i}/Z$ with $Z = \sum_m e^{z_m}$, so
# $\partial Z/\partial z_j = e^{z_j}$. The quotient rule gives
# $\partial y_i/\partial z_j = (\mathbb{1}[i = j]\, e^{z_i} Z - e^{z_i} e^{z_j})/Z^2 = y_i(\mathbb{1}[i = j] - y_j)$.
# This is $y_i(1 - y_i)$ on the diagonal and $-y_i y_j$ elsewhere. The matrix is symmetric and its rows sum
# to 0.
#
# **Numbers.**
# $y \approx (1.85 \cdot 10^{-45},\ 1.01 \cdot 10^{-43},\ 1,\ 5.52 \cdot 10^{-42},\ 1.37 \cdot 10^{-44})$.
# For $i \neq 3$ the diagonal entry is $y_i$ to all digits that matter. $1 - y_3$ is the sum of the
# other outputs, so
# $\partial y_3/\partial z_3 = y_3 (y_1 + y_2 + y_4 + y_5) \approx 5.64 \cdot 10^{-42}$. This is the
# largest of all. Row and column 3 contain $-y_i$. The other twelve are products of two tiny outputs,
# from $-5.6 \cdot 10^{-85}$ (for 2 and 4) down to $-2.5 \cdot 10^{-89}$ (for 1 and 5).
#
# **Training.** Almost nothing. The gradient of $z$ is $J^\top$ times the gradient of $y$, and all 25
# entries of $J$ are practically zero. The softmax is saturated: its output does not react to $z$. So
# no gradient reaches the layer that makes $z$, however wrong $y$ is. Scores must stay comparable in
# size, and division by $\sqrt d$ keeps them so.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the formula, both cases, derived (quotient rule, logarithmic derivative or another way) |
# | 1 | the numbers: the diagonal, without overflow or NaN (0.5), $-y_i$ in row and column 3, and the rest negative, of order $10^{-85}$ or less (0.5) |
# | 1 | a step changes (almost) nothing: the gradient of $z$ is $J^\top$ times that of $y$, and $J$ is nearly 0 |
#
# A power of ten may be rounded up or down: $-5.6 \cdot 10^{-85}$ is $-10^{-85}$ or $-10^{-84}$.
# For $\partial y_3/\partial z_3$, "0 in float64" is enough and "exactly 0" is not. An answer with a
# "very sensitive" output, or with a large step, doesn't earn the last item.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 1.5 Find the error: an argument about saturation (<<softmax_audit>>)
#
# An argument about scores $z$ with one largest entry:
#
# 1. If the largest score is far above the others, its output is nearly 1 and the others are nearly
#    0. So the outputs show the place of the maximum.
# 2. This place can change when two scores become equal.
# 3. At that point a change of a score, however small, can decide which of the two outputs is larger.
# 4. So at $z$ too, a small change of a score has a large effect on the outputs.
# 5. So a gradient that comes back through the softmax at $z$ is large.
#
# Take lines 1 and 2 as given. Return a dict of numbers for any `z` of shape $(n,)$ with $n\geq 3$ and one
# largest entry. Two decimals are enough.
#
# - `"line"`: the number of the first of lines 3 to 5 that doesn't follow from the lines above it, even
#   if it is true; 0 if each follows. It is the same for all `z`.
# - `"gap"`: the amount by which the second largest score must rise to equal the largest.
# - `"tipping_score"`: let only the largest score change. Its output changes fastest at this value.
# - `"largest_derivative"`: the derivative of that output with respect to that score, at this value.


# %% answer="softmax_audit"
def softmax_audit(z):
    """Find the error and its numbers, for z (n,) with one largest score: a dict."""
    ### BEGIN SOLUTION
    *others, second, largest = np.sort(z)
    # y = e^s / (e^s + sum of the others' e^z) has the derivative y (1 - y): largest at y = 1/2.
    rest = np.array([*others, second])
    line, gap, slope = 4, largest - second, 1 / 4
    tipping = second + np.log(np.sum(np.exp(rest - second)))
    return {"line": line, "gap": gap, "tipping_score": tipping, "largest_derivative": slope}
    ### END SOLUTION


# %% test="softmax_audit"
with sanity_check():
    audit = ask(softmax_audit, z=np.array([0.5, -1.0, 7.0, 2.0]))
    assert isinstance(audit, dict), f"expected a dict, not {type(audit).__name__}"
    entries = ("line", "gap", "tipping_score", "largest_derivative")
    assert {*entries} & {*audit}, f"none of the entries {', '.join(entries)} is there"
    check_each({entry: (entry, audit.get(entry), ()) for entry in entries}, preview_shape)

# %% [markdown]
# ## Part 2: why scores are divided by the root of $d$
#
# A query $q$ and keys $k_1, \dots,k_n$ of width $d$ give scores $s_i=q\cdot k_i$ and weights
# $a=\mathrm{softmax}(s)$. When training begins, the entries of $q$ and $k_i$ have a size of about 1.
# How large are the scores? The size of the softmax's Jacobian $J$ is measured by
# $\|J\|_F^2=\sum_{i,j} J_{ij}^2$.
#
# *See* the largest weight, with $1/\sqrt d$ and without.

# %% figure folded include="cells/largest_weight.py"

# %% folded given="scaling" include="cells/scaling.py"

# %% [markdown]
# ### 2.1 Mean and variance of a score (<<scaling_moments>>)
#
# All entries are independent. Those of $q$ have mean `mean_q` and variance `var_q`, those of $k$
# `mean_k` and `var_k`. Return `(mean, variance)` of $s=q\cdot k$, *not* divided by $\sqrt d$.


# %% answer="scaling_moments"
def score_moments(d, mean_q, var_q, mean_k, var_k):
    """(mean, variance) of the dot product of a query and a key of length d."""
    ### BEGIN SOLUTION
    mean = d * mean_q * mean_k
    variance = d * (var_q * var_k + mean_q**2 * var_k + mean_k**2 * var_q)
    return mean, variance
    ### END SOLUTION


# %% test="scaling_moments"
with sanity_check():
    moments = ask(score_moments, d=3, mean_q=0.5, var_q=2.0, mean_k=-1.0, var_k=0.25)
    assert np.shape(moments) == (2,), f"expected (mean, variance), not {moments!r}"
    for what, value in zip(("mean", "variance"), moments, strict=True):
        preview_shape(what, value, ())
    if moments[1] < 0:
        warn("variance: it can't be negative.")
show(lambda: draw_scores(score_moments))

# %% [markdown]
# ### 2.2 The norm of the Jacobian (<<scaling_jacobian_norm>>)
#
# Return $\|J\|_F^2$ for the weights `a`, of shape $(n,)$, in time and memory of order $n$.
#
# **Limits.** 5,000 weights within 32 MiB (the Jacobian would take 191). One call with 60,000 weights
# takes at most 7 times the processor time of a plain Python loop over the numbers. It also takes at
# most 4 times that of 240 calls with 250, or at most that of the loop. If it comes close to a limit,
# a call with 300,000 weights decides.
#
# ### 2.3 A bound for saturated weights (<<scaling_bound>>)
#
# The largest of $n\geq 2$ weights exceeds $1-\varepsilon$, and $0<\varepsilon\leq \tfrac12$. Return a
# bound $B(n, \varepsilon)$ that $\|J\|_F^2$ never exceeds, whatever the other weights are. $B$ must
# go to 0 with $\varepsilon$. It should be *tight*: for each $\varepsilon$ and up to $n=30$, at most
# five times the supremum of $\|J\|_F^2$ over all weights with this $n$ and $\varepsilon$.
#
# *See* the norm against $d$. Unscaled, it goes to 0: one key takes all the weight. Scaled, it stays.
# With many keys it is small, too: they share the weight.
#
# *Why it matters.* Vision transformers diverged when nearly all of a row's attention fell on one key
# ([Dehghani et al. 2023](https://arxiv.org/abs/2302.05442), section 2).


# %% answer="scaling_jacobian_norm"
def jacobian_norm_squared(a):
    """Squared Frobenius norm of the Jacobian of a softmax with output a (n,), in O(n)."""
    ### BEGIN SOLUTION
    square, cube = np.sum(a**2), np.sum(a**3)
    return square - 2 * cube + square**2
    ### END SOLUTION


# %% test="scaling_jacobian_norm"
with sanity_check():
    a = np.array([0.4, 0.3, 0.1, 0.1, 0.1])
    preview_shape("squared norm", ask(jacobian_norm_squared, a=a), ())


# %% answer="scaling_bound"
def jacobian_norm_bound(n, eps):
    """An upper bound on the squared Frobenius norm of J if one of n weights exceeds 1 - eps."""
    ### BEGIN SOLUTION
    # J has no negative eigenvalue, so its norm is at most its trace 1 - |a|² < 1 - (1 - eps)².
    return (2 * eps - eps**2) ** 2
    ### END SOLUTION


# %% test="scaling_bound"
with sanity_check():
    preview_shape("bound", ask(jacobian_norm_bound, n=7, eps=0.125), ())
show(lambda: draw_scaling(jacobian_norm_squared, jacobian_norm_bound))

# %% [markdown] include="../shared/derivation_rules.md"

# %% folded given="derivations" include="../../examiner/checks/derivations/expressions.py ../../examiner/checks/derivations/comparing.py ../shared/check_lines.py ../shared/two_vectors.py cells/derivations.py"

# %% figure include="../shared/derivation_example.py"

# %% [markdown]
# ### 2.4 Derivation: the mean of a score (<<scaling_mean_steps>>)
#
# The entries of $q$ and $k$ are independent, with mean 0 and variance 1. Derive $\mathrm{E}\,s=0$ for
# $s=\sum_j q_j k_j$, from `E(sum_j(q_j*k_j))` to `0`. The vocabulary, here and in 2.5:
#
# | expression | meaning |
# |---|---|
# | `q_j`, `q_l`, `k_j`, `k_l` | entries, inside a sum over their index |
# | `d` | number of entries of $q$ |
# | `sum_j(...)`, `sum_l(...)` | sum over $j$ or $l$, from 1 to $d$ |
# | `sum_jl(...)`, `sum_j_not_l(...)` | sum over all pairs $(j,l)$; over the pairs with $j\ne l$ |
# | `E(...)` | expectation |
#
# Sums may be nested. A term without the index of its sum is repeated: `sum_j(3)` is `3 * d`.
#
# | reason | meaning |
# |---|---|
# | fact `"independence"` | $\mathrm{E}\,xy=\mathrm{E}\,x\;\mathrm{E}\,y$ if $x$ and $y$ have no entry in common |
# | fact `"zero mean"` | $\mathrm{E}\,q_j=\mathrm{E}\,k_j=0$ |
# | fact `"unit variance"` | $\mathrm{E}\,q_j^2=\mathrm{E}\,k_j^2=1$ |
# | move `"linearity"` | linearity of the expectation |
# | move `"definition"` | the meaning of a symbol |
# | move `"algebra"` | rearranging |

# %% answer="scaling_mean_steps"
# scaling_mean_steps = [
#     ("=", "...", ""),
#     ("=", "...", "..."),
# ]
### BEGIN SOLUTION
scaling_mean_steps = [
    ("=", "E(sum_j(q_j * k_j))", ""),
    ("=", "sum_j(E(q_j * k_j))", "linearity"),
    ("=", "sum_j(E(q_j) * E(k_j))", "independence"),
    ("=", "0", "zero mean"),
]
### END SOLUTION

# %% test="scaling_mean_steps"
with sanity_check():
    preview_defined("scaling_mean_steps", "list", globals())
    check_lines(scaling_mean_steps, **SCALING_MEAN)

# %% [markdown]
# ### 2.5 Derivation: the variance of a score (<<scaling_steps>>)
#
# By 2.4 the mean of $s$ is 0, so its variance is $\mathrm{E}\,s^2$. Derive $\mathrm{E}\,s^2=d$, from
# `E(sum_j(q_j*k_j)**2)` to `d`.
#
# **Convention.** There is one exception to *one fact in a step*. In a sum over $j$ and $l$, such as
# `sum_jl(E(q_j*k_l))`, one step may drop the terms that are 0 by `"independence"` and `"zero mean"`
# together. It names both. In a product of sums, such as `E(sum_j(q_j)*sum_l(k_l))`, it may not.

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

# %% test="scaling_steps"
with sanity_check():
    preview_defined("scaling_steps", "list", globals())
    check_lines(scaling_steps, **SCALING)

# %% [markdown] written="scaling_written"
# ### 2.6 Scaling, saturation and gradients (<<scaling_written>>, graded by a person)
#
# All entries of $q,k_1, \dots,k_n$ are independent, with mean 0 and variance 1. You may assume
# that they are normal.
#
# 1. Most attention layers divide scores by $\sqrt d$
#    ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), footnote 4). What does the division do
#    to the variance of a score? Why not divide by $d$? (1 point)
# 2. Scores are not scaled, $n$ is fixed and $d$ grows. How does the typical gap between the two
#    largest scores grow, and why? What does the gap mean for the largest weight? Is this certain for
#    large $d$, or only likely, and why? (1.5)
# 3. Let the largest weight exceed $1-\varepsilon$. Prove a bound on $\|J\|_F^2$ that goes to 0 with
#    $\varepsilon$. Give a reason for every inequality. (1.5)
# 4. What follows for the gradients of the query, of the keys and of the values? (1)
#
# ### BEGIN SOLUTION
#
# **Division.** A score has variance $d$, so $s_i/\sqrt d$ has mean 0 and variance 1 for every $d$. The
# softmax starts far from saturation, however wide the head is. After division by $d$ the variance is
# $1/d$: in wide heads all scores are nearly 0, and all weights nearly $1/n$.
#
# **Saturation.** Given $q$, the scores are independent, and their standard deviation is
# $\|q\| \approx \sqrt d$. For large $d$ they are nearly normal. So for fixed $n$ the gap between the
# two largest scores is $\sqrt d$ times a random variable. In the limit this variable doesn't depend
# on $d$ and is positive with probability 1. A gap above
# $\ln\bigl((n-1)(1-\varepsilon)/\varepsilon\bigr)$ implies $a_{\max} > 1 - \varepsilon$. So
# $P(a_{\max} > 1-\varepsilon) \to 1$ as $d \to \infty$, for every $\varepsilon > 0$. It isn't true
# for every draw: near ties have positive probability for each $d$, of order $1/\sqrt d$.
#
# **Bound.** $J = \mathrm{diag}(a) - a a^\top$ is the covariance matrix of a random unit vector
# $e_I$ with $P(I = i) = a_i$. So $J$ is positive semidefinite, and its Frobenius norm is at most its
# trace. (The norm is the root of the sum of the squared eigenvalues. The trace is their sum, and
# none of them is negative.) Therefore
# $\|J\|_F \leq \mathrm{tr}\, J = 1 - \|a\|^2 \leq 1 - a_{\max}^2 < 1 - (1-\varepsilon)^2 < 2\varepsilon$.
#
# **Consequence.** The gradient with respect to the scores is $J^\top$ times the gradient with
# respect to $a$, at most $2\varepsilon$ times as long. So the gradients of $q$ and of the keys
# vanish, and those of the weights that make them. The values don't depend on the scores:
# $\partial(\sum_i a_i v_i)/\partial v_i = a_i$. The value with the largest weight gets nearly all of
# the gradient.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | division by $\sqrt d$ leaves a variance of 1 for every $d$ (0.5); division by $d$ would leave $1/d$, and nearly equal weights in wide heads (0.5) |
# | 0.5 | the gap: given $q$ the scores have a standard deviation of order $\sqrt d$, so the distance of the two largest grows like $\sqrt d$ times something that doesn't depend on $d$ |
# | 0.5 | from the gap to the weights: $a_{\max} \geq 1/(1 + (n-1)\,e^{-\text{gap}})$, in words or as a formula |
# | 0.5 | the limits of the claim: only likely, with probability tending to 1 for fixed $n$; near ties or a short query are exceptions, and one is enough |
# | 1 | a chain of true inequalities from $\|J\|_F^2$ to a bound that goes to 0 with $\varepsilon$: $n^2\varepsilon^2$, $4\varepsilon^2$ or another |
# | 0.5 | a reason for each inequality in that chain |
# | 1 | gradients to queries and keys vanish (0.5); the gradient to the values doesn't (0.5) |
#
# Full marks for other proofs, such as a gap of scores with Chebyshev or a limit theorem, or a bound
# entry by entry. "The scores become large" without a variance is not an argument. "Always, for $d$
# large enough" doesn't earn the limits of the claim.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown] written="scaling_equal_written"
# ### 2.7 A key equal to the query (<<scaling_equal_written>>, graded by a person)
#
# Let $k=q$. The entries of $q$ are those of 2.4, with $\mathrm{E}\,q_j^4=3$. (0.5 points each)
#
# 1. Which fact of 2.5 fails, and what is the mean of the score now?
# 2. What is its variance?
# 3. What mean and variance remain after division by $\sqrt d$?
# 4. What remains after division by $d$?
#
# ### BEGIN SOLUTION
#
# Independence fails. Zero means and unit variances still hold. The score is $\sum_j q_j^2$, a sum of
# $d$ independent terms with mean 1 and variance $\mathrm{E}\,q_j^4 - 1 = 2$. So it has mean $d$ and
# variance $2d$. (The cross terms of 2.5 are $\mathrm{E}\,q_j^2 q_l^2 = 1$ here and don't vanish:
# $\mathrm{E}\,s^2 \approx d^2$.)
#
# Division by $\sqrt d$ leaves a variance of 2, but a mean of $\sqrt d$, which still grows. Division by
# $d$ leaves a mean of 1 and a variance of $2/d$. Training moves $q$ and $k$ from the independent case
# towards the equal case. This is why some divide by $d$
# ([Yang et al. 2022](https://arxiv.org/abs/2203.03466), Definition 4.1).
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | independence fails, and only that; the mean of a score is $d$ |
# | 0.5 | its variance is $2d$, because the $d$ terms are independent |
# | 0.5 | division by $\sqrt d$ leaves a variance of 2, but a mean of $\sqrt d$ |
# | 0.5 | division by $d$ leaves a mean of 1 and a variance of $2/d$ |
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## Part 3: attention and the order of tokens
#
# **Here tokens are columns, as in the source** ([Prince 2023](https://udlbook.github.io/udlbook/),
# chapter 12): a sequence is a matrix $X$ of shape $D\times L$. Self-attention with weights $\Omega$
# and biases $\beta$ is
#
# $$
# V=\beta_v \mathbf{1}^\top+\Omega_v X,\qquad Q=\beta_q \mathbf{1}^\top+\Omega_q X,\qquad K=\beta_k \mathbf{1}^\top+\Omega_k X,
# \qquad\mathrm{Sa}[X]=V\, \mathrm{softmax}(K^\top Q) .
# $$
#
# The softmax acts on each *column* of $K^\top Q$, the scores of one query. $\mathbf{1}$ is a vector of
# $L$ ones. There is no factor $1/\sqrt d$. A permutation matrix $P$ puts the tokens into another
# order, $XP$. Then the outputs come in that order: $\mathrm{Sa}[XP]=\mathrm{Sa}[X]\,P$. This property
# is called *equivariance*.
#
# *See* three attentions. In the causal one, a token sees itself and earlier tokens only. Which are
# equivariant?

# %% folded given="three_attentions" include="cells/three_attentions.py"

# %% figure folded include="cells/orders.py"

# %% [markdown]
# ### 3.1 Self-attention with tokens in columns (<<equivariance_attention>>)
#
# Return $\mathrm{Sa}[X]$ for any $D$ and $L$ and for scores of any size. `omega_q`, `omega_k` and
# `omega_v` have shape $(D,D)$. `beta_q`, `beta_k` and `beta_v` have shape $(D,1)$.
#
# ### 3.2 A measure of equivariance (<<equivariance_gap>>)
#
# Return the *gap*, the largest absolute entry of $\mathrm{Sa}[XP]-\mathrm{Sa}[X]\,P$. `attention` is a
# function of $X$ alone. `permutation` is an array of $L$ indices: column $j$ of $XP$ is column
# `permutation[j]` of $X$.


# %% answer="equivariance_attention"
def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    """V softmax(Kᵀ Q) with tokens in the columns of X (D, L)."""
    ### BEGIN SOLUTION
    Q, K, V = beta_q + omega_q @ X, beta_k + omega_k @ X, beta_v + omega_v @ X
    scores = K.T @ Q
    powers = np.exp(scores - scores.max(axis=0))
    weights = powers / powers.sum(axis=0)
    return V @ weights
    ### END SOLUTION


# %% test="equivariance_attention"
with sanity_check():
    rng = np.random.default_rng()
    omegas, betas = rng.normal(size=(3, 3, 3)), rng.normal(size=(3, 3, 1))
    arguments = [matrix for pair in zip(omegas, betas, strict=True) for matrix in pair]
    names = ["X", "omega_q", "beta_q", "omega_k", "beta_k", "omega_v", "beta_v"]
    given = dict(zip(names, [rng.normal(size=(3, 5)), *arguments], strict=True))
    preview_shape("Sa[X] of 5 tokens", ask(self_attention, **given), (3, 5))


# %% answer="equivariance_gap"
def equivariance_gap(attention, X, permutation):
    """Largest absolute difference between Sa[XP] and Sa[X]P, for Sa = attention."""
    ### BEGIN SOLUTION
    left, right = attention(X[:, permutation]), attention(X)[:, permutation]
    return np.max(np.abs(left - right))
    ### END SOLUTION


# %% test="equivariance_gap"
with sanity_check():
    X = np.arange(15.0).reshape(3, 5) / 10
    given = dict(attention=plain_attention, X=X, permutation=np.array([1, 2, 3, 4, 0]))
    preview_shape("gap", ask(equivariance_gap, **given), ())
show(lambda: print_gaps(equivariance_gap, self_attention))

# %% [markdown]
# ### 3.3 Derivation: equivariance (<<equivariance_steps>>)
#
# Derive $\mathrm{Sa}[XP]=\mathrm{Sa}[X]\,P$ with biases, from `V_XP @ softmax(K_XP.T @ Q_XP)` to
# `V @ softmax(K.T @ Q) @ P`. The vocabulary:
#
# | expression | meaning |
# |---|---|
# | `X`, `V`, `K`, `Q` | the tokens, and their values, keys and queries |
# | `V_XP`, `K_XP`, `Q_XP` | values, keys and queries of $XP$ |
# | `omega_v`, `beta_v`, … | weights and biases, $\Omega_v$, $\beta_v$, … |
# | `softmax(...)` | the softmax of each column |
# | `P`, `I`, `ones` | permutation matrix, identity matrix, $\mathbf 1$ of shape $L\times 1$ |
#
# | reason | meaning |
# |---|---|
# | fact `"ones"` | $\mathbf 1^\top P=\mathbf 1^\top$ and $P \mathbf 1=\mathbf 1$ |
# | fact `"permutation"` | $\mathrm{softmax}(P^\top S)=P^\top\,\mathrm{softmax}(S)$ and $\mathrm{softmax}(S P)=\mathrm{softmax}(S)\,P$ |
# | fact `"orthogonal"` | $P P^\top=P^\top P=I$ |
# | fact `"weights"` | $\mathbf 1^\top\,\mathrm{softmax}(S)=\mathbf 1^\top$ |
# | fact `"shift"` | $\mathrm{softmax}(S + \mathbf 1 c^\top)=\mathrm{softmax}(S)$ |
# | move `"definition"` | the meaning of a symbol |
# | move `"transpose"` | $(AB)^\top=B^\top A^\top$ |
# | move `"algebra"` | rules that hold for all matrices |
#
# Not every fact is needed.

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

# %% test="equivariance_steps"
with sanity_check():
    preview_defined("equivariance_steps", "list", globals())
    check_lines(equivariance_steps, **EQUIVARIANCE)

# %% [markdown]
# ### 3.4 Find the error: the weights of permuted tokens (<<equivariance_false_step>>)
#
# An argument that a permutation of the tokens leaves the weights $A[X]=\mathrm{softmax}(K^\top Q)$
# unchanged:
#
# - **line 1.** Reordering the tokens reorders queries and keys in the same way, biases included.
# - **line 2.** A column of the scores belongs to a query, a row to a key. So both are reordered.
# - **line 3.** So the columns and the rows of the weights $A[XP]$ are reordered, too.
# - **line 4.** By definition, $\mathrm{Sa}[XP]=V[XP]\,A[XP]$.
# - **line 5.** $P$ is orthogonal, so reordering the rows and reordering the columns cancel, and
#   $A[XP]=A[X]$.
# - **line 6.** So $\mathrm{Sa}[XP]=V[XP]\,A[X]$: only the values have moved.
#
# Which line, `"line 1"` to `"line 6"`, doesn't follow from the lines above it? Which assumption would
# make it right?
#
# - `"a"`: $P$ is symmetric: $P^\top=P$
# - `"b"`: there are no biases: $\beta_v=\beta_k=\beta_q=0$
# - `"c"`: the scores commute with $P$: $K^\top Q P=P K^\top Q$
# - `"d"`: the rows of $P$ are orthonormal, too: $P P^\top=I$
# - `"e"`: the softmax acts on rows instead of columns

# %% answer="equivariance_false_step"
# equivariance_false_step = {"line": "line ...", "assumption": "..."}
### BEGIN SOLUTION
equivariance_false_step = {"line": "line 5", "assumption": "c"}
### END SOLUTION

# %% folded test="equivariance_false_step"
# Check that the answers are on the lists.
with sanity_check():
    preview_defined("equivariance_false_step", "dict", globals())
    assert isinstance(equivariance_false_step, dict), (
        f"expected a dict, not {type(equivariance_false_step).__name__}"
    )
    for key, options in (
        ("line", [f"line {n}" for n in range(1, 7)]),
        ("assumption", list("abcde")),
    ):
        preview_choice(key, equivariance_false_step.get(key), options)

# %% [markdown] written="equivariance_written"
# ### 3.5 Permutations, masks and positions (<<equivariance_written>>, graded by a person)
#
# 1. Prove the fact `"permutation"` of 3.3 for every $L\times L$ matrix $S$ and every permutation
#    matrix $P$. (2 points)
# 2. Find an orthogonal matrix $P$ and a matrix $S$ for which the fact is false. (1)
# 3. Each definition and each step of your derivation is an equation. Name one that becomes false if a
#    causal mask is added to the scores, and say why. Name one that becomes false if position
#    encodings $E$ are added (the input is $X+E$ in order and $XP+E$ reordered), and say why. (2)
# 4. An encoder without position encodings consists of attention and of functions that treat each
#    token alike. It classifies a text by the mean of its outputs. Show that the order of the tokens
#    makes no difference. (1)
#
# ### BEGIN SOLUTION
#
# **The fact.** Let $\pi$ be the permutation of $P$: column $n$ of $SP$ is column $\pi(n)$ of $S$. The
# softmax treats each column alone, so $\mathrm{softmax}(SP) = \mathrm{softmax}(S)\,P$.
# Multiplication by $P^\top$ from the left moves the entries of a column:
# $(P^\top S)_{mn} = S_{\pi(m)n}$. The softmax of column $n$ is therefore
# $e^{S_{\pi(m)n}} / \sum_{l} e^{S_{\pi(l)n}}$. The sum has the terms of $\sum_l e^{S_{ln}}$ in
# another order. So the quotient is
# $\mathrm{softmax}(S)_{\pi(m)n} = (P^\top \mathrm{softmax}(S))_{mn}$.
#
# **A counterexample.** $P = \frac{1}{\sqrt 2}\begin{pmatrix} 1 & 1 \\ 1 & -1 \end{pmatrix}$ is
# orthogonal. With $S = 0$ the left side is $\frac12 \mathbf{1}\mathbf{1}^\top$, the right side
# $\frac12 (P^\top \mathbf{1})(P^\top \mathbf{1})^\top = \begin{pmatrix} 1 & 0 \\ 0 & 0 \end{pmatrix}$.
# A general orthogonal matrix mixes entries, and the exponential of a mixture is not the mixture of
# the exponentials.
#
# **Mask and positions.** With a causal mask the scores are $K^\top Q + M$, and $M$ has $-\infty$ for
# $m > n$. The projections still commute with $P$. But $(KP)^\top (QP) + M = P^\top(K^\top Q + M)P$
# would need $M = P^\top M P$, and the mask depends on places, not on tokens. So the scores no longer
# have the form $P^\top S P$, and the step that uses `"permutation"` fails. With position encodings,
# $V = \beta_v \mathbf{1}^\top + \Omega_v (X + E)$. The reordered tokens give $\Omega_v(XP + E)$, not
# $\Omega_v(X + E)P$, because $E \neq EP$. So the first step fails, $V[XP] = VP$ (`"ones"`,
# `"definition"`). The others hold.
#
# **The encoder.** A function of one token at a time commutes with $P$, so does attention, and so
# does a chain of such layers: $F(XP) = F(X)P$. The mean over the tokens is
# $\frac1L F(XP)\mathbf{1} = \frac1L F(X) P \mathbf{1} = \frac1L F(X)\mathbf{1}$. Both texts
# hold the same tokens in another order, so the classifier gets the same mean.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | why the softmax commutes: entries only move, such as $(P^\top S)_{mn} = S_{\pi(m)n}$ |
# | 1 | why its sums do: a column's normaliser is the sum of the same numbers in another order |
# | 1 | a counterexample: an orthogonal matrix and an $S$, with both sides computed; "it isn't true in general" earns nothing. Note that $P = -I$ is no counterexample |
# | 1 | causal mask: the scores no longer become $P^\top S P$ (or: a line lacks the mask $M$, and $P^\top M P\neq M$), because the mask stays where it is; the projections are not to blame |
# | 1 | positions: $V[XP] = VP$ (or the definition of $V[XP]$, or the same for $K$ or $Q$) fails already, because the encodings stay where they are |
# | 1 | every layer commutes with $P$, and the mean doesn't see it: $P\mathbf{1} = \mathbf{1}$, or "a sum in another order" |
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## Part 4: masks
#
# Short sentences of a batch are filled up with *padding*.
#
# **Here tokens are rows.** A batch of $b$ sequences with $t_l$ queries each has shape
# $(b,t_l,d)$. Their keys and values have shape $(b,s_l,d)$. In *self-attention*, queries, keys and
# values all come from one sequence. In *cross-attention*, keys and values come from a second sequence
# of another length.

# %% folded given="masks" include="cells/masks.py"

# %% [markdown]
# ### 4.1 Masked attention (<<masked_attention>>)
#
# The weights of a query are the softmax of $q\cdot k / \sqrt d$ over the keys. A masked key has
# weight 0. Return the weighted sums of the values.
#
# | argument | shape | meaning |
# |---|---|---|
# | `q` | $(b,t_l,d)$ | queries; the result has this shape |
# | `k`, `v` | $(b,s_l,d)$ | keys and values |
# | `key_padding_mask` | $(b,s_l)$ | `None`, or a bool array: `True` is padding, a key that no query may see |
# | `causal` | | a bool: if `True`, query $t$ sees the keys 0 to $t$ only |
#
# **Convention.** `True` hides a key, as in PyTorch's `MultiheadAttention`. Query 0 is aligned with key
# 0, even if $t_l\neq s_l$. A query with all keys masked gives zeros, not NaN. Scores may be in the
# thousands. All inputs are finite, also at padding.
#
# *See* below your answer a sentence padded on the *left*, in two layers. If layer 1 gives zeros at
# padding, layer 2 is right. If it gives NaN there, layer 2 is NaN. Such NaN [have occurred](https://github.com/huggingface/transformers/issues/38690).


# %% answer="masked_attention"
def scaled_dot_product_attention(q, k, v, key_padding_mask=None, causal=False):
    """Attention of q (b, tl, d) over k, v (b, sl, d); True in the mask (b, sl) is padding."""
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


# %% folded test="masked_attention"
# Check type and shape, and draw a figure.
with sanity_check():
    rng = np.random.default_rng()
    q, k, v = rng.normal(size=(2, 3, 7)), rng.normal(size=(2, 5, 7)), rng.normal(size=(2, 5, 7))
    padding = np.array([[False, False, False, False, True], [False, False, False, True, True]])

    def preview_masked(what, masks):
        output = ask(scaled_dot_product_attention, q=q, k=k, v=v, **masks)
        preview_shape(what, output, (2, 3, 7))

    cases = {"no mask": {}, "padding": dict(key_padding_mask=padding, causal=False)}
    cases |= {"causal": dict(key_padding_mask=None, causal=True)}
    check_each({what: (what, masks) for what, masks in cases.items()}, preview_masked)
show(lambda: draw_masks(scaled_dot_product_attention))

# %% [markdown]
# ### 4.2 Multi-head attention (<<multi_head>>)
#
# Project queries, keys and values, and split each into heads of width $d$. Apply attention in each
# head, put the heads side by side, and project the result. This question rests on 4.1.
#
# | argument | shape | meaning |
# |---|---|---|
# | `q` | $(b,t_l,D)$ | input of the queries, with $D$ = `n_heads` $\cdot\,d$; the result has this shape |
# | `k`, `v` | $(b,s_l,D)$ | inputs of the keys and the values |
# | `W_q`, `W_k`, `W_v` | $(D,D)$ | projections: $Q=q\,W_q^\top$ and so on |
# | `W_o` | $(D,D)$ | projection of the output, by $W_o^\top$ |
#
# **Convention.** All heads use the masks of 4.1. Scores are divided by $\sqrt d$, and have a size of
# about 1 here. Head $h$ gets the features $h\,d$ to $(h+1)\,d - 1$.


# %% answer="multi_head"
def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    """Multi-head attention of q (b, tl, D) over k, v (b, sl, D)."""
    ### BEGIN SOLUTION
    n = len(q)

    def heads(x, W):
        """Project, then give every head an entry of the batch: (n * n_heads, length, d)."""
        split = (x @ W.T).reshape(n, x.shape[1], n_heads, -1)
        return split.transpose(0, 2, 1, 3).reshape(n * n_heads, x.shape[1], -1)

    Q, K, V, mask = heads(q, W_q), heads(k, W_k), heads(v, W_v), key_padding_mask
    if mask is not None:
        mask = np.repeat(mask, n_heads, axis=0)
    attended = scaled_dot_product_attention(Q, K, V, mask, causal)
    apart = attended.reshape(n, n_heads, q.shape[1], -1)
    output = apart.transpose(0, 2, 1, 3).reshape(q.shape)
    return output @ W_o.T
    ### END SOLUTION


# %% folded test="multi_head"
# Check type and shape, and draw a figure.
with sanity_check():
    rng = np.random.default_rng()
    q, k, v = rng.normal(size=(2, 5, 33)), rng.normal(size=(2, 7, 33)), rng.normal(size=(2, 7, 33))
    weights = rng.normal(size=(4, 33, 33))
    matrices = dict(zip(["W_q", "W_k", "W_v", "W_o"], weights, strict=True))
    padding = np.array([[False] * 6 + [True], [False] * 4 + [True] * 3])

    def preview_heads(what, masks):
        given = dict(q=q, k=k, v=v, **matrices, n_heads=3)
        preview_shape(what, ask(multi_head_attention, **given, **masks), (2, 5, 33))

    cases = {"no mask": {}, "padding": dict(key_padding_mask=padding, causal=False)}
    cases |= {"causal": dict(key_padding_mask=None, causal=True)}
    check_each({what: (what, masks) for what, masks in cases.items()}, preview_heads)
show(lambda: draw_heads(multi_head_attention))

# %% [markdown]
# ### 4.3 Masks of encoders and decoders (<<mask_scenarios>>)
#
# The *source* is the text that a model reads. The *target* is the text that it learns to write.
#
# - `"BERT"`, an encoder, classifies a source.
# - `"GPT"`, a decoder, writes a target. It has no source.
# - `"T5"`, an encoder and a decoder, writes a target for a source
#   ([Raffel et al. 2020](https://arxiv.org/abs/1910.10683), section 3.2.1).
#
# *See* an encoder–decoder (T5 has other norms and positions). BERT is the left half, and GPT the right
# half without cross-attention.
#
# Batches are padded on the *right*. The input of a decoder is the target, shifted by one: position
# $t$ holds token $t - 1$ and predicts token $t$.
#
# Give each module a set of masks: `"causal"` (position $t$ sees positions $\leq t$ only),
# `"source padding"`, `"target padding"`. A mask of an attention hides *keys*. A mask of `"loss"`
# leaves *predicted tokens* out of its sum. Choose the masks that are needed for three aims:
#
# - no real position depends on padding;
# - no prediction depends on the token that it predicts;
# - no padding is predicted.
#
# An extra mask is harmless if it hides keys of this attention and changes no output at a real position.

# %% figure folded include="cells/encoder_decoder.py"

# %% answer="mask_scenarios"
# masks = {
#     "BERT": {"self-attention": {...}},
#     "GPT": {"self-attention": {...}, "loss": {...}},
#     "T5": {
#         "encoder self-attention": {...},
#         "decoder self-attention": {...},
#         "cross-attention": {...},
#         "loss": {...},
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

# %% folded test="mask_scenarios"
# Check that the answers are on the list.
with sanity_check():
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

# %% [markdown] written="mask_written"
# ### 4.4 Padding and the causal mask (<<mask_written>>, graded by a person)
#
# A decoder's self-attention has a causal mask. Only its outputs at real positions matter.
#
# 1. Sequences are padded on the right. Is a padding mask needed as well? Give the reason. (0.5
#    points)
# 2. How does the answer change with padding on the left, and why? (0.5)
#
# ### BEGIN SOLUTION
#
# **Right.** No. Padding comes after all real tokens. A real position $t$ sees positions up to $t$
# only, and these are all real. So the causal mask already hides the padding from it, in every layer.
# Outputs at padded positions do depend on padding, but no real position sees them, and the loss
# leaves them out.
#
# **Left.** Now padding comes before the real tokens, where the causal mask lets every real position
# see it. So a padding mask is needed. (A padded position then has no key at all, so 4.1 gives zeros.)
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | right: not needed, because a real position sees earlier positions only, and these are real |
# | 0.5 | left: needed, because padding stands before the real tokens, and the causal mask doesn't hide earlier positions |
#
# "PyTorch does it like that" or "the loss ignores padding" alone is no reason.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% [markdown]
# ## Part 5: attention without the $L\times L$ matrix
#
# The weights of $L$ tokens are $L^2$ numbers: 20 GB in float64 for 50,000 tokens. *Linear attention*
# replaces $\exp(k_m\cdot q_t)$ by $g(k_m)\cdot g(q_t)$. The function $g$ returns $R$ positive
# numbers, the *features* of a key or a query. This is another model, which must be trained anew. Its
# output is
#
# $$
# \mathrm{out}_t=\sum_{m=1}^L \frac{g(k_m) \cdot g(q_t)}{\sum_{m'} g(k_{m'}) \cdot g(q_t)}\, v_m .
# $$
#
# **Here tokens are columns, as in the source:** `V` has shape $D_v\times L$. `G_K` and `G_Q`, of shape
# $R\times L$, hold the features of keys and queries. The given function `quadratic_attention` computes
# the formula as it stands.

# %% folded given="costs" include="cells/costs.py"


# %% given="quadratic"
def quadratic_attention(V, G_K, G_Q):
    """The formula as it stands, with all L² weights: V (D_v, L), G_K and G_Q (R, L)."""
    weights = G_K.T @ G_Q
    weights /= np.sum(weights, axis=0)
    return V @ weights


# %% [markdown] written="linear_written"
# ### 5.1 Why linear attention is cheaper (<<linear_written>>, graded by a person)
#
# 1. Rewrite the numerators, $\sum_m (g(k_m)\cdot g(q_t))\,v_m$, such that no $L\times L$ numbers are
#    formed. What is formed first, and how often? (1 point)
# 2. Rewrite the normalisers in the same way. (1)
# 3. Compare both forms: their FLOPs, and the numbers that they keep besides inputs, numerators,
#    normalisers and outputs. From which $L$ on does your form take fewer FLOPs? Count only the
#    matrix products. (1)
#
# ### BEGIN SOLUTION
#
# A sum of dot products with the same vector is one dot product with the sum. So the numerator is
# $\sum_m v_m\, \bigl(g(k_m)^\top g(q_t)\bigr) = \bigl(\sum_m v_m\, g(k_m)^\top\bigr)\, g(q_t) = M g(q_t)$
# with the $D_v \times R$ matrix $M = V G_K^\top$. The normaliser is
# $\sum_m g(k_m)^\top g(q_t) = s \cdot g(q_t)$ with $s = \sum_m g(k_m)$. Neither $M$ nor $s$
# contains the query. All queries share them, and the output is
# $\mathrm{out}_t = M g(q_t) / (s \cdot g(q_t))$. With $\exp$ this isn't possible:
# $\exp(k_m \cdot q_t)$ is no dot product of two vectors of finite length, one made of $k_m$ and one
# of $q_t$.
#
# Cost: $M$ and all $M g(q_t)$ take $2 L D_v R$ each, $s$ takes $LR$, the normalisers $2LR$, the
# divisions $L D_v$. The sum is $4 L D_v R + 3LR + L D_v$, linear in $L$. The quadratic form takes
# $2L^2 R + 2L^2 + 2L^2 D_v$. They are equal at
# $L = (4 D_v R + 3R + D_v)/(2(R + D_v + 1)) \approx 2 D_v R/(D_v + R)$. For $D_v = R = 64$ linear
# attention pays from 65 tokens on. Memory: $D_v R + R$ numbers in place of $L^2$ weights.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the numerator factorises: $\sum_m v_m g(k_m)^\top$ comes out of the product with $g(q_t)$ (0.5); it is formed first, once for all queries, so that $L \times L$ numbers are never formed (0.5) |
# | 1 | the normaliser is $s \cdot g(q_t)$ with one $s$ for all queries |
# | 1 | both costs compared, quadratic and linear in $L$, with a crossover (the leading terms are enough) or the saving in memory *and* FLOPs at an example |
#
# "Matrix multiplication is associative, so $(V G_K^\top) G_Q$ in place of $V (G_K^\top G_Q)$" is
# the first point. Numbers that are kept may include $L$ normalisers and $L D_v$ numerators.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 5.2 Linear attention (<<linear_attention>>)
#
# Compute the same output without $L\times L$ numbers, in time of order $L$.
#
# **Limits.** 6,000 tokens with $D_v=R=16$ within 32 MiB (the weights would take 275). One call with
# 50,000 tokens ($D_v=2$, $R=20$) takes at most 7 times the processor time of a plain Python loop over
# the tokens, with a few numpy operations for each. It also takes at most 4 times that of 50 calls
# with 1,000, or at most that of the loop. If it comes close to a limit, a call with 400,000 tokens
# ($R=8$) decides. `quadratic_attention` breaks both limits. An answer that does so earns nothing.


# %% answer="linear_attention"
def linear_attention(V, G_K, G_Q):
    """Outputs (D_v, L) of attention with weights g(k)·g(q), normalised over the keys."""
    ### BEGIN SOLUTION
    numerators = (V @ G_K.T) @ G_Q  # first (D_v, R): no query in it
    normalisers = G_K.sum(axis=1) @ G_Q
    return numerators / normalisers
    ### END SOLUTION


# %% test="linear_attention"
with sanity_check():
    rng = np.random.default_rng()
    V, G_K, G_Q = rng.normal(size=(3, 7)), rng.random((5, 7)), rng.random((5, 7))
    preview_shape("output for 7 tokens", ask(linear_attention, V=V, G_K=G_K, G_Q=G_Q), (3, 7))
show(lambda: draw_costs(quadratic_attention, linear_attention))

# %% [markdown]
# ### 5.3 FLOPs of linear attention (<<linear_flops>>)
#
# How many FLOPs does linear attention take, for $L$ = `seq_len`, $D_v$ = `d_v` and $R$ = `r`?
#
# **Convention.** $g$ is free. There is no softmax, so sums and divisions count. Compute once what all
# queries share. An unweighted sum of vectors or numbers is a plain sum (P4), not a
# product with ones. A sum of products is a dot product (P2). Divide the numerators by the normalisers
# at the end (P3).
#
# ### 5.4 FLOPs of the quadratic form (<<quadratic_flops>>)
#
# How many FLOPs does the given `quadratic_attention` take? `np.sum` is a plain sum (P4).
#
# ### 5.5 The crossover (<<linear_crossover>>)
#
# Return the smallest $L\geq 1$ at which linear attention takes *fewer* FLOPs than the quadratic form,
# by exact counts. This question rests on 5.3 and 5.4.


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
preview_count(linear_attention_flops, seq_len=7, d_v=3, r=5)


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
preview_count(quadratic_attention_flops, seq_len=7, d_v=3, r=5)


# %% answer="linear_crossover"
def crossover_length(d_v, r):
    """Smallest sequence length at which linear attention takes fewer FLOPs than quadratic."""
    ### BEGIN SOLUTION
    # The FLOPs of the linear form are L · linear, those of the quadratic form L² · quadratic.
    linear, quadratic = 4 * d_v * r + 3 * r + d_v, 2 * (r + d_v + 1)
    return linear // quadratic + 1
    ### END SOLUTION


# %% test="linear_crossover"
preview_count(crossover_length, d_v=13, r=5)
show(lambda: draw_crossover(linear_attention_flops, quadratic_attention_flops, crossover_length))

# %% [markdown]
# ### 5.6 Causal linear attention (<<causal_linear>>)
#
# Token $t$ now sees the keys $1, \dots,t$ only:
#
# $$
# \mathrm{out}_t=\sum_{m \leq t} \frac{g(k_m) \cdot g(q_t)}{\sum_{m' \leq t} g(k_{m'}) \cdot g(q_t)}\, v_m .
# $$
#
# Shapes are those of 5.2. This attention is a recurrent network
# ([Katharopoulos et al. 2020](https://arxiv.org/abs/2006.16236), section 3.4): one pass over the tokens
# is enough, with a *running state* whose size doesn't depend on $L$.
#
# **Limits.** 4,500 tokens with $D_v=R=48$ within 32 MiB (all running states would take 79). Time as in
# 5.2: its plain loop is such a pass.


# %% answer="causal_linear"
def causal_linear_attention(V, G_K, G_Q):
    """Outputs (D_v, L); column t sees the keys and values up to t, itself included."""
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


# %% test="causal_linear"
with sanity_check():
    rng = np.random.default_rng()
    V, G_K, G_Q = rng.normal(size=(3, 7)), rng.random((5, 7)), rng.random((5, 7))
    given = dict(V=V, G_K=G_K, G_Q=G_Q)
    preview_shape("output for 7 tokens", ask(causal_linear_attention, **given), (3, 7))
show(lambda: draw_linear_weights(linear_attention, causal_linear_attention))

# %% [markdown]
# ## Summary: your answers at work
#
# Which of your attentions depend on the order of the tokens? How many of 1,024 keys share a query's
# attention (the exponential of the entropy of its weights), with and without $1/\sqrt d$? What does a
# text of full length cost?

# %% folded given="sum_up" include="cells/sum_up.py"

# %% figure
# Layers, heads in each, width of a head, longest text.
models = {"GPT-2 small": (12, 12, 64, 1_024), "Llama 3.1 70B": (80, 64, 128, 131_072)}
show(
    lambda: sum_up(
        models,
        moments=score_moments,
        gap=equivariance_gap,
        self_attention=self_attention,
        masked=scaled_dot_product_attention,
        linear=linear_attention,
        causal_linear=causal_linear_attention,
        linear_flops=linear_attention_flops,
        quadratic_flops=quadratic_attention_flops,
        crossover=crossover_length,
    )
)
