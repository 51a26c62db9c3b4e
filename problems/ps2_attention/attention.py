import numpy as np

from ..shared.check_lines import check_lines
from ..shared.previews import (
    ask,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
)
from ..shared.showing import show
from .cells.costs import draw_costs, draw_crossover, draw_linear_weights
from .cells.derivations import (
    EQUIVARIANCE,
    SCALING,
    attention_symbols,
    column_softmax,
    score_symbols,
)
from .cells.masks import draw_heads, draw_masks
from .cells.saturation import draw_saturation
from .cells.scaling import draw_scaling, draw_scores
from .cells.sum_up import sum_up
from .cells.three_attentions import (
    attention_with_positions,
    causal_attention,
    draw_orders,
    plain_attention,
)

# %% [markdown]
# # Problem set 2: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# *Dog bites man. Man bites dog.* Attention as it stands in textbooks makes the same vectors of
# both, in another order: nothing in it knows which word came first. How can it read, then? Look
# closer, and it gets stranger. Without a factor $1/\sqrt d$ it stops learning. With one mask
# forgotten it reads what isn't there, and nothing crashes. And of the $N^2$ numbers at its heart,
# 20 GB for 50,000 tokens, none has to be there, if one function in it is exchanged. Find out why.
#
# | part | question | points |
# |---|---|---|
# | 1 | What is left to learn where a softmax is sure? | <<points of part 1>> |
# | 2 | Why are scores divided by $\sqrt d$? | <<points of part 2>> |
# | 3 | Can attention tell the order? | <<points of part 3>> |
# | 4 | Who may see whom? | <<points of part 4>> |
# | 5 | Who needs $N^2$ weights? | <<points of part 5>> |
#
# The cell below an answer looks at its *type and shape*, as nbgrader's *Validate* does: neither
# knows the right answer. How answers are graded, and how exact they have to be, stands in the guide
# that comes with this notebook, [student.md](student.md).

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py"

# %% [markdown]
# ## Part 1: the derivative of a softmax
#
# One of the scores $z=(-3,1,100,5,-1)$ is far above the others. If it moves a little, how far do
# the outputs move?

# %% folded given="saturation" include="cells/saturation.py"

# %% [markdown]
# ### 1.1 A softmax that doesn't overflow (<<softmax>>)
#
# Return the softmax of `z`, of shape $(\dots,n)$, along its *last* axis, for scores of any size:
# $e^{1000}$ is infinite in float64, $\mathrm{softmax}(1000,1001)$ is not. Float32 is fine.


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
    preview_shape("softmax of a vector", ask(softmax, z=np.array([0.5, -1.0, 2.0])), (3,))
    try:
        z = np.arange(30.0).reshape(2, 5, 3)
        preview_shape("softmax of three axes", ask(softmax, z=z), (2, 5, 3))
    except Exception as error:
        print(f"three axes: {error}")

# %% [markdown]
# ### 1.2 Its Jacobian (<<softmax_jacobian>>)
#
# For `z` of shape $(n,)$ and $y=\mathrm{softmax}(z)$, return the exact array $(n,n)$ whose entry
# $[i,j]$ is $\partial y_i / \partial z_j$. Finite differences and complex steps earn nothing;
# automatic differentiation that you write yourself is an answer.
#
# At $z=(-3,1,100,5,-1)$ each entry needs a relative precision of $10^{-7}$; only
# $\partial y_3/\partial z_3$ may be off by $10^{-30}$.


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


# %% test="softmax_jacobian"
with sanity_check():
    z = np.array([0.5, -1.0, 2.0, 0.0, 1.0])
    preview_shape("Jacobian", ask(softmax_jacobian, z=z), (5, 5))
show(lambda: draw_saturation(softmax, softmax_jacobian))

# %% [markdown]
# ### 1.3 What do you conclude? (<<softmax_conclusion>>)
#
# What does one score far above the others do to the softmax? Answer with a dict, `conclusion`:
#
# - `"output"`, how it reacts to a small change of a score: `"insensitive"`, `"very sensitive"` or
#   `"undefined"`;
# - `"gradients"` that pass through it: `"vanish"`, `"explode"` or `"unchanged"`.

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
# ### 1.4 The 25 derivatives (<<softmax_written>>, graded by a person)
#
# Derive $\partial y_i/\partial z_j$ for $i=j$ and for $i\neq j$. Give the values at
# $z=(-3,1,100,5,-1)$: the diagonal to two digits, pattern and powers of ten of the rest. What does
# a step of training then change in the layer that makes $z$, and why? (1 point each)
#
# ### BEGIN SOLUTION
#
# **Formula.** Let $y_i = e^{z_i}/Z$ with $Z = \sum_m e^{z_m}$, so
# $\partial Z/\partial z_j = e^{z_j}$. The quotient rule gives
# $\partial y_i/\partial z_j = (\mathbb{1}[i = j]\, e^{z_i} Z - e^{z_i} e^{z_j})/Z^2 = y_i(\mathbb{1}[i = j] - y_j)$:
# $y_i(1 - y_i)$ on the diagonal and $-y_i y_j$ elsewhere. The matrix is symmetric and its rows sum
# to 0.
#
# **Numbers.**
# $y \approx (1.85 \cdot 10^{-45},\ 1.01 \cdot 10^{-43},\ 1,\ 5.52 \cdot 10^{-42},\ 1.37 \cdot 10^{-44})$.
# For $i \neq 3$ the diagonal entry is $y_i$ to all digits that matter; $1 - y_3$ is the sum of the
# other outputs, so
# $\partial y_3/\partial z_3 = y_3 (y_1 + y_2 + y_4 + y_5) \approx 5.64 \cdot 10^{-42}$, the largest
# of all. In row and column 3 stands $-y_i$. The other twelve are products of two tiny outputs, from
# $-5.6 \cdot 10^{-85}$ (for 2 and 4) down to $-2.5 \cdot 10^{-89}$ (for 1 and 5).
#
# **Training.** Nothing. The gradient of $z$ is $J^\top$ times that of $y$, and all 25 entries of
# $J$ are zero for every practical purpose: the softmax is saturated, its output does not react to
# $z$. So no gradient reaches what makes $z$, however wrong $y$ is. Scores have to be kept in a
# range where they are comparable, as dividing by $\sqrt d$ does.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the formula, both cases, derived (quotient rule, logarithmic derivative or another way) |
# | 1 | the numbers: the diagonal, without overflow or NaN (0.5), $-y_i$ in row and column 3, and the rest of order $10^{-85}$ or less (0.5) |
# | 1 | a step changes (almost) nothing: the gradient of $z$ is multiplied by $J$, which is nearly 0: the softmax is saturated |
#
# $\partial y_3/\partial z_3 = 0$ "in float64" is fine, "exactly 0" is not. Whoever says that the
# output is "very sensitive", or the step large, doesn't earn the last line.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 1.5 An argument, audited (<<softmax_audit>>)
#
# Is this argument sound, for scores $z$ of which one is the largest? Line 1 is given, line 2 a
# fact.
#
# 1. If the largest score is far above the others, its output is nearly 1, the rest nearly 0: they
#    say where the maximum is.
# 2. Where the maximum is can change when two scores draw level.
# 3. Then a change of a score, however small, can decide which of the two outputs is larger.
# 4. So at $z$ as well, a small change of a score has a large effect on the outputs.
# 5. So a gradient that comes back through the softmax at $z$ is large.
#
# Return a dict with what an audit needs, for any such `z` of shape $(n,)$, $n\geq 3$; four digits
# are enough:
#
# - `"line"`: of lines 3 to 5, the first that doesn't follow from those above it, true or not; 0 if
#   all follow;
# - `"gap"`: how far the second largest score has to rise until it draws level with the largest;
# - `"tipping_score"`: the largest score moves, the others stay: the value of this score at which
#   its own output changes fastest with it;
# - `"largest_derivative"`: the derivative of this output by this score there.


# %% answer="softmax_audit"
def softmax_audit(z):
    """What an audit of the argument needs, for z (n,) with one largest score: a dict of numbers."""
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
    for entry in ("line", "gap", "tipping_score", "largest_derivative"):
        assert entry in audit, f'there is no entry "{entry}"'
        preview_shape(entry, audit[entry], ())

# %% [markdown]
# ## Part 2: why scores are divided by the root of $d$
#
# A query $q$ and keys $k_1, \dots,k_n$ of length $d$ give scores $s_i=q\cdot k_i$ and weights
# $a=\mathrm{softmax}(s)$. When training begins, the entries of $q$ and $k_i$ are of order 1. And
# the scores?

# %% folded given="scaling" include="cells/scaling.py"

# %% [markdown]
# ### 2.1 Mean and variance of a score (<<scaling_moments>>)
#
# All entries are independent, with mean `mean_q` and variance `var_q` in $q$, `mean_k` and `var_k`
# in $k$. Return `(mean, variance)` of $s=q\cdot k$, *not* divided by $\sqrt d$.


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
        print("But a variance is never negative.")
show(lambda: draw_scores(score_moments))

# %% [markdown]
# ### 2.2 The Jacobian's norm (<<scaling_jacobian_norm>>)
#
# Let $J$ be the Jacobian of a softmax with output $a$. Return $\|J\|_F^2=\sum_{i,j} J_{ij}^2$ from
# the weights `a`, of shape $(n,)$, in linear time and memory. Float32 is fine.
#
# **Limits:** 5,000 weights within 32 MiB, where the Jacobian would take
# 191; 60,000 (within 256 MiB) in at most twenty times the time of 240 calls with 250. The time is
# processor time. A call that takes longer than a plain Python loop over the same input may take
# four times as long as the short calls, and at most seven times as long as that loop.
#
# ### 2.3 A bound for saturated weights (<<scaling_bound>>)
#
# Let the largest of $n\geq 2$ weights exceed $1-\varepsilon$, where $0<\varepsilon\leq \tfrac12$.
# Return a number $B(n, \varepsilon)$ that $\|J\|_F^2$ never exceeds, whatever the other weights
# are, and that goes to 0 with $\varepsilon$. A tight bound is, up to $n=30$, at most five times the
# largest $\|J\|_F^2$ that such weights can have.
#
# Vision transformers of about 8 billion parameters diverged when their attention weights collapsed,
# nearly all of a row on one key ([Dehghani et al. 2023](https://arxiv.org/abs/2302.05442), section
# 2).


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
show(lambda: draw_scaling(softmax, jacobian_norm_squared, jacobian_norm_bound))

# %% [markdown] include="../shared/derivation_rules.md"

# %% folded given="derivations" include="../../examiner/checks/derivations/expressions.py ../../examiner/checks/derivations/comparing.py ../shared/check_lines.py ../shared/two_vectors.py cells/derivations.py"

# %% figure include="../shared/derivation_example.py"

# %% [markdown]
# ### 2.4 Line by line: the variance of a score (<<scaling_steps>>)
#
# The entries of $q$ and $k$ are independent, each with mean 0 and variance 1. The mean of
# $s=\sum_j q_j k_j$ is 0, so its variance is $\mathrm{E}\,s^2$. Derive
#
# $$\mathrm{E}\Big(\sum_j q_j k_j\Big)^2=d,$$
#
# from `E(sum_j(q_j*k_j)**2)` to `d`. The vocabulary:
#
# - `q_j`, `q_l`, `k_j`, `k_l`, entries, whose indices stand only inside a sum over them; `d`, their
#   number;
# - `sum_j(...)`, `sum_l(...)`, the sum over $j$, over $l$, from 1 to $d$;
# - `sum_jl(...)`, `sum_j_not_l(...)`, the sum over all pairs $(j,l)$, over those with $j\ne l$;
# - `E(...)`, the expectation.
#
# The facts:
#
# - `"independence"`: $\mathrm{E}\,xy=\mathrm{E}\,x\;\mathrm{E}\,y$ if $x$ and $y$ have no entry in
#   common;
# - `"zero mean"`: $\mathrm{E}\,q_j=\mathrm{E}\,k_j=0$;
# - `"unit variance"`: $\mathrm{E}\,q_j^2=\mathrm{E}\,k_j^2=1$.
#
# The moves: `"linearity"` of the expectation; `"definition"`, what a symbol stands for;
# `"algebra"`, rearranging.
#
# **Convention.** Sums may be nested; a sum over what doesn't depend on its index repeats it:
# `sum_j(3)` is `3 * d`. One exception to *one fact in a step*: `"independence"` and `"zero mean"`
# may both be used, and both named, in a step from a line in which entries with $j$ and with $l$ are
# multiplied *inside* a sum, as in `sum_jl(E(q_j*q_l*k_j*k_l))` or `sum_j(sum_l(...))`. In
# `sum_j(...) * sum_l(...)` they aren't.

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
# ### 2.5 What the lines don't say (<<scaling_written>>, graded by a person)
#
# This $d$ is why most attention layers divide by $\sqrt d$
# ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), footnote 4). All entries of
# $q,k_1, \dots,k_n$ have mean 0 and variance 1 and are independent, except in 4; say so
# where you take them for normal.
#
# 1. What happens to the softmax of unscaled scores when $d$ grows and $n$ stays? Argue from the
#    variance: how does the gap between the two largest scores grow, what does a gap make of the
#    largest weight, and does it come about for every draw? (2.5 points)
# 2. Prove your bound of 2.3, or a better one: every inequality with its reason. (2)
# 3. Which gradients vanish in consequence, and which don't? (1)
# 4. What if $k=q$? Which fact of 2.4 fails, and what are the mean and the variance of the score
#    now? What does dividing by $\sqrt d$, or by $d$, leave of them, here and for independent $q$
#    and $k$? (2.5)
#
# ### BEGIN SOLUTION
#
# **Saturation.** Given $q$, the scores are independent with standard deviation
# $\|q\| \approx \sqrt d$, and for large $d$ they are nearly normal. For fixed $n$ the gap between
# the largest and the second largest score is therefore $\sqrt d$ times a random variable that
# doesn't depend on $d$ in the limit and is positive with probability 1. If the gap exceeds
# $\ln\bigl((n-1)(1-\varepsilon)/\varepsilon\bigr)$, then $a_{\max} > 1 - \varepsilon$. So
# $P(a_{\max} > 1-\varepsilon) \to 1$ as $d \to \infty$, for every $\varepsilon > 0$. It isn't true
# for every draw: near ties have positive probability for each $d$ (of order $1/\sqrt d$).
#
# **Bound.** $J = \mathrm{diag}(a) - a a^\top$ is the covariance matrix of a random unit vector
# $e_I$ with $P(I = i) = a_i$, hence positive semidefinite, and for such a matrix the Frobenius norm
# is at most the trace (the root of the sum of squared eigenvalues, none of them negative, against
# their sum). So
# $\|J\|_F \leq \mathrm{tr}\, J = 1 - \|a\|^2 \leq 1 - a_{\max}^2 < 1 - (1-\varepsilon)^2 < 2\varepsilon$.
#
# **Consequence.** The gradient with respect to the scores is $J^\top$ times the gradient with
# respect to $a$, at most $2\varepsilon$ times as long. So the gradients of $q$ and of the keys, and
# of the weights that make them, vanish. The values are not reached through the scores:
# $\partial(\sum_i a_i v_i)/\partial v_i = a_i$, and the value that is attended to gets all of the
# gradient.
#
# **If $k = q$.** Independence fails; zero means and unit variances hold. The score is
# $\sum_j q_j^2$, a sum of $d$ independent terms of mean 1 and variance $\mathbb{E}\,q_j^4 - 1$: it
# has mean $d$ and variance $d\,(\mathbb{E}\,q_j^4 - 1)$, $2d$ for normal entries. (In 2.4 the cross
# terms, here $\mathbb{E}\,q_j^2 q_l^2 = 1$, would no longer vanish: $\mathbb{E}\,s^2 \approx d^2$.)
# Divided by $\sqrt d$ the variance is of order 1, but the mean is $\sqrt d$ and still grows;
# divided by $d$ the mean is 1 and the variance goes to 0. Independent $q$ and $k$ have mean 0, and
# variance 1 after dividing by $\sqrt d$; dividing by $d$ leaves a variance of $1/d$, and weights
# that are nearly equal for large $d$. Training moves $q$ and $k$ from the second case towards the
# first, which is why some divide by $d$ ([Yang et al. 2022](https://arxiv.org/abs/2203.03466),
# Definition 4.1).
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the gap: given $q$ the scores have a standard deviation of order $\sqrt d$, so the distance of the two largest grows like $\sqrt d$ times something that doesn't depend on $d$ |
# | 1 | from the gap to the weights: $a_{\max} \geq 1/(1 + (n-1)\,e^{-\text{gap}})$, in words or as a formula |
# | 0.5 | what limits the claim: it holds for fixed $n$, with probability tending to 1 |
# | 1 | a chain of true inequalities from $\|J\|_F^2$ to a bound that goes to 0 with $\varepsilon$: $n^2\varepsilon^2$, $4\varepsilon^2$ or another |
# | 1 | a reason for each inequality in that chain |
# | 1 | gradients to queries and keys vanish (0.5); the gradient to the values doesn't (0.5) |
# | 0.5 | for $k = q$ the assumption that fails is independence, and only that |
# | 0.5 | for $k = q$ the mean of a score is $d$ |
# | 0.5 | for $k = q$ its variance is $d\,(\mathbb{E}\,q^4 - 1)$, because the $d$ terms are independent; $2d$ if normal entries are assumed and said to be |
# | 0.5 | dividing by $\sqrt d$ leaves a variance of order 1 in both cases, but a mean of $\sqrt d$ if $k = q$ |
# | 0.5 | dividing by $d$ leaves a mean of 1 if $k = q$, and a variance of $1/d$ for independent $q$ and $k$ |
#
# Full marks for other proofs, such as a gap of scores with Chebyshev or a limit theorem, or a bound
# entry by entry. "The scores become large" without a variance is not an argument, and "always, for
# $d$ large enough" doesn't earn the qualifier.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## Part 3: attention can't tell the order
#
# **Tokens are columns:** a sequence is a matrix $X$ of shape $D\times N$. Self-attention is
#
# $$
# V=\beta_v \mathbf{1}^\top+\Omega_v X,\qquad Q=\beta_q \mathbf{1}^\top+\Omega_q X,\qquad K=\beta_k \mathbf{1}^\top+\Omega_k X,
# \qquad\mathrm{Sa}[X]=V\, \mathrm{softmax}(K^\top Q) .
# $$
#
# The softmax acts on each *column* of $K^\top Q$, which holds the scores of one query; $\mathbf{1}$
# is a vector of $N$ ones; there is no $1/\sqrt D$. With the tokens in another order, $XP$ for a
# permutation matrix $P$, the outputs come in that order: $\mathrm{Sa}[XP]=\mathrm{Sa}[X]\,P$.
# Without positions *dog bites man* is *man bites dog*.

# %% folded given="three_attentions" include="cells/three_attentions.py"

# %% [markdown]
# ### 3.1 Self-attention, tokens in columns (<<equivariance_attention>>)
#
# Write $\mathrm{Sa}[X]$ for any $D$ and $N$ and for scores of any size. `omega_q`, `omega_k`,
# `omega_v` have shape $(D,D)$, `beta_q`, `beta_k`, `beta_v` have $(D,1)$.
# Float32 is fine.
#
# ### 3.2 The gap (<<equivariance_gap>>)
#
# Return the largest absolute entry of $\mathrm{Sa}[XP]-\mathrm{Sa}[X]\,P$. `attention` is a
# function of $X$ alone, `permutation` an array of $N$ indices: column $j$ of $XP$ is column
# `permutation[j]` of $X$.
#
# It is asked for the three functions that are given above, most of all for `causal_attention`. *The
# picture* shows them and your 3.1. Having no gap proves little: most wrong attentions have
# none.


# %% answer="equivariance_attention"
def self_attention(X, omega_q, beta_q, omega_k, beta_k, omega_v, beta_v):
    """V softmax(Kᵀ Q) with tokens in the columns of X (D, N)."""
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
show(lambda: draw_orders(equivariance_gap, self_attention))

# %% [markdown]
# ### 3.3 Line by line: equivariance (<<equivariance_steps>>)
#
# Derive $\mathrm{Sa}[XP]=\mathrm{Sa}[X]\,P$, biases included, from `V_XP @ softmax(K_XP.T @ Q_XP)`
# to `V @ softmax(K.T @ Q) @ P`. The vocabulary:
#
# - `X`, the tokens; `V`, `K`, `Q`, their values, keys and queries; `V_XP`, `K_XP`, `Q_XP`, those of
#   $XP$;
# - `omega_v`, `beta_v`, and so on, as in 3.1; `softmax(...)`, of each column;
# - `P`, the permutation matrix, and `I`, the identity matrix, $N\times N$; `ones`, which is
#   $\mathbf 1$, $N\times 1$.
#
# The facts:
#
# - `"ones"`: $\mathbf 1^\top P=\mathbf 1^\top$ and $P \mathbf 1=\mathbf 1$;
# - `"permutation"`: a permutation of rows, of columns or of both can be done before or after the
#   softmax: $\mathrm{softmax}(P^\top S P)=P^\top\,\mathrm{softmax}(S)\,P$;
# - `"orthogonal"`: $P P^\top=P^\top P=I$;
# - `"weights"`, not needed: $\mathbf 1^\top\,\mathrm{softmax}(S)=\mathbf 1^\top$;
# - `"shift"`, not needed: $\mathrm{softmax}(S + \mathbf 1 c^\top)=\mathrm{softmax}(S)$.
#
# The moves: `"definition"`, what a symbol stands for; `"transpose"`, $(AB)^\top=B^\top A^\top$;
# `"algebra"`, what holds for all matrices.

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
# ### 3.4 A proof with a gap (<<equivariance_false_step>>)
#
# Let $A[X]=\mathrm{softmax}(K^\top Q)$ be the weights. Somebody claims that a permutation of the
# tokens leaves them as they were:
#
# - **line 1.** With the tokens, the queries and the keys are reordered, in the same way, biases
#   included.
# - **line 2.** A column of the scores belongs to a query, a row to a key: both are reordered.
# - **line 3.** So are the columns and the rows of the weights $A[XP]$.
# - **line 4.** By definition, $\mathrm{Sa}[XP]=V[XP]\,A[XP]$.
# - **line 5.** $P$ is orthogonal, so reordering the rows and reordering the columns cancel, and
#   $A[XP]=A[X]$.
# - **line 6.** So $\mathrm{Sa}[XP]=V[XP]\,A[X]$: only the values have moved.
#
# Which line, `"line 1"` to `"line 6"`, doesn't follow from those above it, and which assumption
# would make it right?
#
# - `"a"`: $P$ is symmetric: $P^\top=P$
# - `"b"`: there are no biases: $\beta_v=\beta_k=\beta_q=0$
# - `"c"`: the scores commute with $P$: $K^\top Q P=P K^\top Q$
# - `"d"`: the other product is the identity too: $P P^\top=I$
# - `"e"`: the softmax acts on rows instead of columns

# %% answer="equivariance_false_step"
# equivariance_false_step = {"line": "line ...", "assumption": "..."}
### BEGIN SOLUTION
equivariance_false_step = {"line": "line 5", "assumption": "c"}
### END SOLUTION

# %% folded test="equivariance_false_step"
# Are these options?
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
# ### 3.5 What the machine took on trust (<<equivariance_written>>, graded by a person)
#
# A model for sets wants this symmetry ([Lee et al. 2019](https://arxiv.org/abs/1810.00825), section
# 3.1), one for text must break it.
#
# 1. Prove the fact `"permutation"` of 3.3, for every $N\times N$ matrix $S$ and permutation matrix
#    $P$. (2 points)
# 2. Find an orthogonal matrix $P$ and an $S$ for which it is false. (1)
# 3. Which step of your derivation breaks, and why, if a causal mask is added to the scores? And if
#    a matrix of position encodings is added to $X$, and stays when the tokens move? (2)
# 4. An encoder without position encodings (layers of attention, and of functions that treat each
#    token by itself and alike) classifies a text by the mean of its outputs. Show that the order
#    makes no difference. (1)
#
# ### BEGIN SOLUTION
#
# **The fact.** Let $\pi$ be the permutation of $P$: column $n$ of $XP$ is column $\pi(n)$ of $X$.
# Multiplying by $P^\top$ from the left and by $P$ from the right moves the entry in row $\pi(m)$
# and column $\pi(n)$ to row $m$ and column $n$: $(P^\top S P)_{mn} = S_{\pi(m)\pi(n)}$. The softmax
# of column $n$ is therefore $e^{S_{\pi(m)\pi(n)}} / \sum_{l} e^{S_{\pi(l)\pi(n)}}$. The sum runs
# over the same numbers as $\sum_l e^{S_{l\pi(n)}}$, in another order, so this is
# $\mathrm{softmax}(S)_{\pi(m)\pi(n)} = (P^\top \mathrm{softmax}(S)\, P)_{mn}$.
#
# **A counterexample.** $P = \frac{1}{\sqrt 2}\begin{pmatrix} 1 & 1 \\ 1 & -1 \end{pmatrix}$ is
# orthogonal. With $S = 0$ the left side is $\frac12 \mathbf{1}\mathbf{1}^\top$, the right side
# $\frac12 (P^\top \mathbf{1})(P^\top \mathbf{1})^\top = \begin{pmatrix} 1 & 0 \\ 0 & 0 \end{pmatrix}$.
# A general orthogonal matrix mixes entries, and the exponential of a mixture is not the mixture of
# the exponentials.
#
# **Mask and positions.** With a causal mask the scores are $K^\top Q + M$, $M$ with $-\infty$ where
# $m > n$. The projections still commute with $P$, but $(KP)^\top (QP) + M = P^\top(K^\top Q + M)P$
# would need $M = P^\top M P$, and the mask depends on places, not on tokens: the step that uses
# `"permutation"` fails, as there is no matrix $P^\top S P$ for it any more. With position encodings
# $V = \beta_v \mathbf{1}^\top + \Omega_v (X + T)$, and the reordered tokens give
# $\Omega_v(XP + T)$, not $\Omega_v(X + T)P$, since $T \neq TP$: the first step fails, $V[XP] = VP$
# (`"ones"`, `"definition"`); the others hold.
#
# **The encoder.** A function of one token at a time commutes with $P$, so does attention, and so
# does a chain of such layers: $F(XP) = F(X)P$. The mean over the tokens is
# $\frac1N F(XP)\mathbf{1} = \frac1N F(X) P \mathbf{1} = \frac1N F(X)\mathbf{1}$. The two texts hold
# the same tokens in another order, so what the classifier gets is the same.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | why the softmax commutes: entries only move, $(P^\top S P)_{mn} = S_{\pi(m)\pi(n)}$ |
# | 1 | why its sums do: a column's normaliser is the sum of the same numbers in another order |
# | 1 | a counterexample: an orthogonal matrix and an $S$, with both sides computed; "it isn't true in general" earns nothing. Note that $P = -I$ is no counterexample |
# | 1 | causal mask: the scores no longer become $P^\top S P$, because the mask stays where it is; the projections are not to blame |
# | 1 | positions: $V[XP] = VP$ (or $K$, or $Q$) fails already, because the encodings stay where they are |
# | 1 | every layer commutes with $P$, and the mean doesn't see it: $P\mathbf{1} = \mathbf{1}$, or "a sum in another order" |
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## Part 4: masks
#
# Short sentences of a batch are filled up with padding. Without a mask real tokens attend to it,
# and nothing crashes.
#
# **Here tokens are rows,** as in most code: a sequence is $X^\top$ of part 3. A batch of $b$
# queries' sequences, each of length $t_l$, has shape $(b,t_l,d)$; their keys and values have
# $(b,s_l,d)$. In *self-attention* both come from one sequence. In *cross-attention* the queries
# come from one and keys and values from another, whose length may differ: a translation asks the
# text that it translates.

# %% folded given="masks" include="cells/masks.py"

# %% [markdown]
# ### 4.1 Masked attention (<<masked_attention>>)
#
# Weights are the softmax over keys of $q\cdot k / \sqrt d$; a masked key has weight 0.
#
# - `q`, $(b,t_l,d)$: queries; the result has this shape
# - `k`, `v`, $(b,s_l,d)$: keys and values
# - `key_padding_mask`, bool of shape $(b,s_l)$, or `None`: `True` is padding, a key that must *not*
#   be seen (PyTorch's
#   [`scaled_dot_product_attention`](https://docs.pytorch.org/docs/stable/generated/torch.nn.functional.scaled_dot_product_attention.html)
#   has it the other way round)
# - `causal`, bool: whether query $t$ sees only the keys 0 to $t$
#
# **Convention.** Query 0 is aligned with key 0, also where $t_l\neq s_l$. A query whose keys are
# all masked gives zeros, not NaN. Scores can be in the thousands; all inputs are finite, those at
# padding too. Float32 is fine.
#
# **Points.** 3.5 for values, 0.5 for each of five properties: weights sum to 1; padding can't be
# seen, real keys can; the future can't, the past can; a fully masked query gives zeros; sequences
# don't mix.
#
# *The picture* pads a sentence on the *left*, and shows what a second layer makes of your zeros,
# and of NaN in their place, which
# [has happened](https://github.com/huggingface/transformers/issues/38690).


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
# Type and shape, and a picture.
with sanity_check():
    rng = np.random.default_rng()
    q, k, v = rng.normal(size=(2, 3, 7)), rng.normal(size=(2, 5, 7)), rng.normal(size=(2, 5, 7))
    preview_shape("no mask", ask(scaled_dot_product_attention, q=q, k=k, v=v), (2, 3, 7))
    padding = np.array([[False, False, False, False, True], [False, False, False, True, True]])
    for what, mask, causal in [("padding", padding, False), ("causal", None, True)]:
        given = dict(q=q, k=k, v=v, key_padding_mask=mask, causal=causal)
        try:
            preview_shape(what, ask(scaled_dot_product_attention, **given), (2, 3, 7))
        except Exception as error:
            print(f"{what}: {error}")
show(lambda: draw_masks(scaled_dot_product_attention))

# %% [markdown]
# ### 4.2 Several heads (<<multi_head>>)
#
# Project queries, keys and values, split each into heads, attend in every head by itself, put the
# heads side by side, and project the result.
#
# - `q`, $(b,t_l,d)$ with $d=n_\text{heads}\cdot d_\text{head}$: the result has this shape
# - `k`, `v`, $(b,s_l,d)$: what keys and values are made of
# - `W_q`, `W_k`, `W_v`, `W_o`, $(d,d)$: $Q=q\,W_q^\top$ and so on; the output is multiplied by
#   $W_o^\top$
#
# **Convention.** Masks are those of 4.1, the same for all heads. Scores are divided by
# $\sqrt{d_\text{head}}$. Head $h$ gets the neighbouring features $h\,d_\text{head}$ to
# $(h+1)\,d_\text{head} - 1$. Scores are of the size of 1 here. Float32 is fine.
#
# What follows from your own 4.1 is right if the feedback on 4.1 names its mistake.


# %% answer="multi_head"
def multi_head_attention(q, k, v, W_q, W_k, W_v, W_o, n_heads, key_padding_mask=None, causal=False):
    """Multi-head attention of q (b, tl, d) over k, v (b, sl, d)."""
    ### BEGIN SOLUTION
    n = len(q)

    def heads(x, W):
        """Project, then give every head an entry of the batch: (n * n_heads, length, d_head)."""
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
# Type and shape, and a picture.
with sanity_check():
    rng = np.random.default_rng()
    q, k, v = rng.normal(size=(2, 5, 33)), rng.normal(size=(2, 7, 33)), rng.normal(size=(2, 7, 33))
    weights = rng.normal(size=(4, 33, 33))
    matrices = dict(zip(["W_q", "W_k", "W_v", "W_o"], weights, strict=True))
    given = dict(q=q, k=k, v=v, **matrices, n_heads=3)
    preview_shape("no mask, 3 heads", ask(multi_head_attention, **given), (2, 5, 33))
    padding = np.array([[False] * 6 + [True], [False] * 4 + [True] * 3])
    for what, mask, causal in [("padding", padding, False), ("causal", None, True)]:
        given |= dict(key_padding_mask=mask, causal=causal)
        try:
            preview_shape(what, ask(multi_head_attention, **given), (2, 5, 33))
        except Exception as error:
            print(f"{what}: {error}")
show(lambda: draw_heads(multi_head_attention))

# %% [markdown]
# ### 4.3 Which mask where? (<<mask_scenarios>>)
#
# Masks tell three families of models apart ([Raffel et al. 2020](https://arxiv.org/abs/1910.10683),
# section 3.2.1). The *source* is the text that a model is given, the *target* the one that it
# learns to write.
#
# - `"BERT"`, an encoder, classifies a source.
# - `"GPT"`, a decoder, writes a target; it has no source.
# - `"T5"`, an encoder and a decoder, writes a target, given a source, which its decoder reads by
#   cross-attention.
#
# Batches are padded on the *right*. A decoder's input is the target shifted by one: its position
# $t$ holds token $t - 1$ and predicts token $t$.
#
# Each entry of `masks`, below, is the set of masks needed, so that no real position depends on
# padding, no prediction on what it predicts, and no padding is to be predicted: of `"causal"`
# (position $t$ sees positions $\leq t$ only), `"source padding"` and `"target padding"`. In
# attention a mask is one on the *keys*, in `"loss"` one on the positions that are summed.
#
# A set is right as a whole or not. In attention a mask that isn't needed does no harm if it is one
# on keys that this attention has, and nothing changes at real positions.

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
# Are these options?
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

# %% [markdown]
# ## Part 5: attention without the $N\times N$ matrix
#
# The weights of $N$ tokens are $N^2$ numbers (20 GB in float64 for 50,000 tokens). Replace
# $\exp(k_m\cdot q_t)$ by $g(k_m)\cdot g(q_t)$, with a function $g$ that gives $R$ numbers $> 0$.
# The output becomes
#
# $$
# \mathrm{out}_t=\sum_{m=1}^N \frac{g(k_m) \cdot g(q_t)}{\sum_{m'} g(k_{m'}) \cdot g(q_t)}\, v_m .
# $$
#
# **Tokens are columns again:** `V` is $D_v\times N$, the features of keys and queries are the
# columns of `G_K` and `G_Q`, $R\times N$. So weights are [key, query], as in part 3; in part 4 they
# are [query, key]. `quadratic_attention` below computes the output.

# %% folded given="costs" include="cells/costs.py"

# %% [markdown]
# ### 5.1 Linear attention (<<linear_attention>>)
#
# Compute the same output without ever forming $N\times N$ numbers, in a time that grows with $N$,
# not $N^2$. Float32 is fine.
#
# **Limits:** 6,000 tokens with $D_v=R=16$ within 32 MiB (arguments and
# result take 3, the $N^2$ weights 275); 300,000 with $D_v=2$ and $R=8$ (within 256 MiB) in at most
# twenty times the time of 1,200 calls with 250, as in 2.2. An answer that misses the time
# limit earns nothing, not even for correct values: the given `quadratic_attention` already produces
# them.


# %% given="quadratic"
def quadratic_attention(V, G_K, G_Q):
    """The formula as it stands, with all N² weights: V (D_v, N), G_K and G_Q (R, N)."""
    weights = G_K.T @ G_Q
    weights /= np.sum(weights, axis=0)
    return V @ weights


# %% answer="linear_attention"
def linear_attention(V, G_K, G_Q):
    """Outputs (D_v, N) of attention with weights g(k)·g(q), normalised over the keys."""
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

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% [markdown]
# ### 5.2 Its cost (<<linear_flops>>)
#
# How many FLOPs does linear attention take, for $N$ = `seq_len`, $D_v$ = `d_v` and $R$ = `r`?
#
# **Convention.** $g$ costs nothing. There is no softmax, so nothing is exempt by P5: sums and
# divisions count. What serves all queries is formed once. Adding up vectors or numbers as they are
# is a plain sum (P4), not a product with ones; sums of products are dot products (P2). At the
# end the numerators are divided by the normalisers (P3).
#
# ### 5.3 The cost of the quadratic form (<<quadratic_flops>>)
#
# And `quadratic_attention`, as it stands? `np.sum` is a plain sum (P4) here, too.
#
# ### 5.4 Where it starts to pay (<<linear_crossover>>)
#
# What is the smallest $N\geq 1$ at which linear attention takes *fewer* FLOPs, not the same, by the
# exact counts of 5.2 and 5.3?
#
# What follows from your own counts is right, if there is such an $N$.


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
    # The FLOPs of the linear form are N · linear, those of the quadratic form N² · quadratic.
    linear, quadratic = 4 * d_v * r + 3 * r + d_v, 2 * (r + d_v + 1)
    return linear // quadratic + 1
    ### END SOLUTION


# %% test="linear_crossover"
preview_count(crossover_length, d_v=13, r=5)
show(lambda: draw_crossover(linear_attention_flops, quadratic_attention_flops, crossover_length))

# %% [markdown]
# ### 5.5 The causal form (<<causal_linear>>)
#
# Now token $t$ sees the keys $1, \dots,t$ only:
#
# $$
# \mathrm{out}_t=\sum_{m \leq t} \frac{g(k_m) \cdot g(q_t)}{\sum_{m' \leq t} g(k_{m'}) \cdot g(q_t)}\, v_m .
# $$
#
# Shapes are those of 5.1. One pass over the tokens does it, with a running state whose size doesn't
# depend on $N$: a recurrent network ([Katharopoulos et al. 2020](https://arxiv.org/abs/2006.16236),
# section 3.4). Float32 is fine.
#
# **Points.** 2 for the values (those of 5.1 are wrong here); 1 if the future can't be seen and the
# past can; 0.5 each for the limits of 5.1, but for memory 4,500 tokens with $D_v=R=48$ (all running
# states would take 79 MiB). Here a limit that isn't kept costs its 0.5 and no more.


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


# %% test="causal_linear"
with sanity_check():
    rng = np.random.default_rng()
    V, G_K, G_Q = rng.normal(size=(3, 7)), rng.random((5, 7)), rng.random((5, 7))
    given = dict(V=V, G_K=G_K, G_Q=G_Q)
    preview_shape("output for 7 tokens", ask(causal_linear_attention, **given), (3, 7))
show(lambda: draw_linear_weights(linear_attention, causal_linear_attention))

# %% [markdown] written="linear_written"
# ### 5.6 Why it is cheaper (<<linear_written>>, graded by a person)
#
# Write out what $g(k_m)\cdot g(q_t)$ in place of $\exp(k_m\cdot q_t)$ does to the numerator and to
# the normaliser. Which quantities are shared by all queries, and in which order are the products
# formed? Compare the costs in FLOPs and memory: from which length on does it pay? The leading terms
# are enough. (1 point each)
#
# ### BEGIN SOLUTION
#
# A sum of dot products with the same vector is one dot product with the sum. The numerator of the
# output is
# $\sum_m v_m\, \bigl(g(k_m)^\top g(q_t)\bigr) = \bigl(\sum_m v_m\, g(k_m)^\top\bigr)\, g(q_t) = M g(q_t)$
# with the $D_v \times R$ matrix $M = V G_K^\top$; the normaliser is
# $\sum_m g(k_m)^\top g(q_t) = s \cdot g(q_t)$ with $s = \sum_m g(k_m)$. Neither $M$ nor $s$
# contains the query: they are computed once and shared by all queries, so the output is
# $\mathrm{out}_t = M g(q_t) / (s \cdot g(q_t))$. With $\exp$ this isn't possible, since
# $\exp(k_m \cdot q_t)$ doesn't split into a factor with $k_m$ and one with $q_t$ of finite length.
#
# Cost: $M$ and all $M g(q_t)$ take $2 N D_v R$ each, $s$ takes $NR$, the normalisers $2NR$, the
# divisions $N D_v$: $4 N D_v R + 3NR + N D_v$ in all, linear in $N$. The quadratic form takes
# $2N^2 R + 2N^2 + 2N^2 D_v$. They are equal at
# $N = (4 D_v R + 3R + D_v)/(2(R + D_v + 1)) \approx 2 D_v R/(D_v + R)$: for $D_v = R = 64$ linear
# pays from 65 tokens on. Memory: $D_v R + R$ numbers in place of $N^2$ weights. (Whoever wants the
# $N^2$ weights themselves still has to pay $2 N^2 R$ for them.)
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the numerator factorises: $\sum_m v_m g(k_m)^\top$ comes out of the product with $g(q_t)$ |
# | 1 | the normaliser is $s \cdot g(q_t)$ with one $s$ for all queries |
# | 1 | the order of the products: $M = V G_K^\top$ first, independent of the query, so that $N \times N$ numbers are never formed |
# | 1 | both costs compared, quadratic and linear in $N$, with a crossover (the leading terms are enough) or the saving in memory *and* FLOPs at an example |
#
# "Matrix multiplication is associative, so $(V G_K^\top) G_Q$ in place of $V (G_K^\top G_Q)$" is
# the first and the third point.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ## All of it together
#
# Which of your attentions can tell the order of the tokens? How many of 1,024 keys share the
# attention of a query, with $1/\sqrt d$ and without? What does a text of full length cost? Guess,
# then run.
#
# Softmax attention can do without *storing* its matrix, not without its FLOPs
# ([Dao et al. 2022](https://arxiv.org/abs/2205.14135)).

# %% folded given="sum_up" include="cells/sum_up.py"

# %% figure
# Layers, heads in each, width of a head, longest text.
models = {"GPT-2 small": (12, 12, 64, 1_024), "Llama 3.1 70B": (80, 64, 128, 131_072)}
show(
    lambda: sum_up(
        models,
        softmax=softmax,
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
