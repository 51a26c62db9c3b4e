# %% [markdown]
# # Problem set 3: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="previews" include="../shared/previews.py ../ps1_flops/cells/showing.py"

# %% folded given="growth_preview" include="../shared/preview_growth.py"

# %% [markdown]
# #### Which terms stay? (<<multi_head_growth>>)
#
# An exact count has coefficients that depend on conventions. Its growth doesn't: what if one size gets large, or several at once, at any
# speeds? Return *any* function in the class $\Theta(\dots)$ of the cost of multi-head attention, in the same four sizes. Constant factors and
# terms that are dominated whatever the sizes are make no difference: `5*n*n + n` is as good as `n**2`.
#
# A sum is the answer only if each of its terms is the largest somewhere. For each of yours, can you say for which sizes it is?
#
# **Convention.** Everything is charged: the products, and the softmax, which costs a constant for each score of each head. Sizes are at least 1.
#
# **Points.** All for the right class; half for one that is only too large, or only too small, and right in at least two of the sizes,
# where one of them grows alone.


# %% answer="multi_head_growth"
def multi_head_growth(n_t, n_s, d_head, n_heads):
    """Growth of the cost of multi-head attention, for n_t queries and n_s keys and values."""
    ### BEGIN SOLUTION
    d_model = d_head * n_heads
    return (n_t + n_s) * d_model**2 + n_t * n_s * d_model
    ### END SOLUTION


# %% test="multi_head_growth"
preview_growth(multi_head_growth, n_t=7, n_s=11, d_head=5, n_heads=3)
### BEGIN HIDDEN TESTS
PROJECTIONS = "(n_t + n_s)*(d_head*n_heads)**2"
PAIRS = "n_t*n_s*d_head*n_heads"
checks.growth(
    multi_head_growth,
    variables="n_t n_s d_head n_heads",
    expected=f"{PROJECTIONS} + {PAIRS}",
    mistakes={
        "keys and values are projected too: n_s tokens of them": (
            f"n_t*(d_head*n_heads)**2 + {PAIRS}"
        ),
        "queries and outputs are projected too: n_t tokens of them": (
            f"n_s*(d_head*n_heads)**2 + {PAIRS}"
        ),
        "the scores and weighted sums of all heads count, not those of one": (
            f"{PROJECTIONS} + n_t*n_s*d_head"
        ),
        "scores and weighted sums cost d_head for each pair and head, not 1": (
            f"{PROJECTIONS} + n_t*n_s*n_heads"
        ),
        "a head reads the whole token, n_heads·d_head numbers, not a slice of it": (
            f"(n_t + n_s)*d_head**2*n_heads + {PAIRS}"
        ),
        "the projections are those of one head": f"(n_t + n_s)*d_head**2 + {PAIRS}",
        "everything is that of one head": "(n_t + n_s)*d_head**2 + n_t*n_s*d_head",
        "the heads share the width: n_heads·d_head for each pair, and not n_heads times that": (
            f"{PROJECTIONS} + n_t*n_s*d_head*n_heads**2"
        ),
        "each head projects to d_head numbers, not to all n_heads·d_head": (
            f"(n_t + n_s)*d_head**2*n_heads**3 + {PAIRS}"
        ),
        "queries are n_t, keys and values n_s: n_t·n_s pairs, not n_t²": (
            f"{PROJECTIONS} + n_t**2*d_head*n_heads"
        ),
        "there are n_s keys and values, not n_t: this is self-attention": (
            "n_t*(d_head*n_heads)**2 + n_t**2*d_head*n_heads"
        ),
        "pairs of queries and keys only, not of any two tokens": (
            f"{PROJECTIONS} + (n_t + n_s)**2*d_head*n_heads"
        ),
        "projecting is done for each token, not for each pair": "n_t*n_s*(d_head*n_heads)**2",
        "the projections are missing": PAIRS,
        "the scores and weighted sums are missing": PROJECTIONS,
        "these are scores alone, 1 for each pair and head": "n_t*n_s*n_heads",
        "this is what the weights take in memory: each token uses all of them": (
            "(d_head*n_heads)**2"
        ),
    },
)
### END HIDDEN TESTS
