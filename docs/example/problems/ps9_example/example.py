from examiner.checks.derivations.comparing import World

from ..shared.check_lines import check_lines
from ..shared.preview_ledger import preview_ledger
from ..shared.previews import (
    ask,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
)

# %% [markdown]
# # Problem set 9: <<title>>
#
# *<<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.*
#
# The cell after each answer looks at its type and shape, and so does nbgrader's *Validate*.
# [student.md](student.md) explains how answers are graded.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import numpy as np

# %% folded given="previews" include="../../examiner/checks/numbers.py ../shared/previews.py ../shared/preview_ledger.py"

# %% [markdown]
# ### Question 1: attention (<<q1_attention>>)
#
# $Q$ and $K$ are $n \times d_k$, $V$ is $n \times d_v$. How many FLOPs do $S = QK^\top$ and $AV$
# take together?


# %% answer="q1_attention"
def attention_flops(n, d_k, d_v):
    """FLOPs of the scores and the weighted sums."""
    ### BEGIN SOLUTION
    return 2 * n**2 * (d_k + d_v)
    ### END SOLUTION


# %% test="q1_attention"
preview_count(attention_flops, n=4, d_k=3, d_v=5)

# %% [markdown]
# ### Question 2: what a layer keeps (<<q2_cache>>)
#
# How many numbers does the layer keep as `"keys"`, `"values"` and `"weights"` ($A$)?


# %% answer="q2_cache"
def cache_ledger(n, d):
    """A dict with three lines."""
    ### BEGIN SOLUTION
    return {"keys": n * d, "values": n * d, "weights": n**2}
    ### END SOLUTION


# %% test="q2_cache"
preview_ledger(cache_ledger, ("keys", "values", "weights"), n=4, d=3)

# %% [markdown]
# ### Question 3: centring (<<q3_centre>>)
#
# Subtract from each row of `x`, of shape $(n, d)$, the mean of its $d$ entries.


# %% answer="q3_centre"
def centre(x):
    """x (n, d) with rows of mean 0."""
    ### BEGIN SOLUTION
    return x - x.mean(axis=1, keepdims=True)
    ### END SOLUTION


# %% test="q3_centre"
with sanity_check():
    preview_shape("the result", ask(centre, x=np.arange(6.0).reshape(2, 3)), (2, 3))

# %% [markdown]
# ### Question 3, in words (<<q3_written>>, graded by a person)
#
# Show that the rows of the result have mean 0.

# %% [markdown] written="q3_written"
# ### BEGIN SOLUTION
# The mean of $x_j - \bar x$ over $j$ is $\bar x - \bar x = 0$.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 2 | the mean of a difference is the difference of the means |
# | 1 | the mean of the constant $\bar x$ is $\bar x$ |
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### Question 4: masks (<<q4_masks>>)
#
# Choose the mask of the self-attention in each model: `"causal"` or `"padding"`. Batches of BERT
# and T5 are padded, and GPT reads one text.

# %% answer="q4_masks"
# masks = {"BERT": "...", "GPT": "...", "T5 encoder": "..."}
### BEGIN SOLUTION
masks = {"BERT": "padding", "GPT": "causal", "T5 encoder": "padding"}
### END SOLUTION

# %% test="q4_masks"
with sanity_check():
    preview_defined("masks", "dict", globals())
    for model in ("BERT", "GPT", "T5 encoder"):
        preview_choice(model, masks.get(model), ("causal", "padding"))

# %% folded given="derivations" include="../../examiner/checks/derivations/expressions.py ../../examiner/checks/derivations/comparing.py ../shared/check_lines.py"


# %% given="distance"
def unit_vectors(rng, false=(), far=0.0):
    """u and v of length 1; those in `false` have length 1 + far."""
    u, v = rng.normal(size=(2, 3, 1))
    lengths = [1 + far * (f"unit {name}" in false) for name in "uv"]
    u, v = (length * w / np.sqrt(w.T @ w) for length, w in zip(lengths, (u, v), strict=True))
    return World({"u": u, "v": v}, ", ".join(false) or "both of length 1", frozenset(false))


DISTANCE: dict = {
    "worlds": [unit_vectors(np.random.default_rng(0))],
    "left": "(u - v).T @ (u - v)",
    "right": "2 - 2 * u.T @ v",
    "facts": {"unit u": ("length of u",), "unit v": ("length of v",)},
    "moves": ("algebra",),
}

# %% [markdown] include="../shared/derivation_rules.md"

# %% [markdown]
# ### Question 5: the distance of two directions (<<q5_distance>>)
#
# $u$ and $v$ have length 1. Derive $\|u - v\|^2 = 2 - 2\,u^\top v$, from `(u - v).T @ (u - v)` to
# `2 - 2 * u.T @ v`. The facts are `"unit u"` and `"unit v"`, the move is `"algebra"`.

# %% answer="q5_distance"
# distance = [
#     ("=", "...", ""),
#     ("=", "...", "..."),
# ]
### BEGIN SOLUTION
distance = [
    ("=", "(u - v).T @ (u - v)", ""),
    ("=", "u.T @ u - 2 * u.T @ v + v.T @ v", "algebra"),
    ("=", "1 - 2 * u.T @ v + v.T @ v", "unit u"),
    ("=", "2 - 2 * u.T @ v", "unit v"),
]
### END SOLUTION

# %% test="q5_distance"
with sanity_check():
    preview_defined("distance", "list", globals())
    check_lines(distance, **DISTANCE)

# %% [markdown]
# ### Question 6: a running mean (<<q6_running_mean>>)
#
# Entry $t$ of the result is the mean of $x_1, \dots, x_t$. Take time and memory linear in $n$.


# %% answer="q6_running_mean"
def running_mean(x):
    """The means (n,) of the first entries of x (n,)."""
    ### BEGIN SOLUTION
    counts = np.arange(1, len(x) + 1)
    return np.cumsum(x) / counts
    ### END SOLUTION


# %% test="q6_running_mean"
with sanity_check():
    preview_shape("the result", ask(running_mean, x=np.arange(4.0)), (4,))
