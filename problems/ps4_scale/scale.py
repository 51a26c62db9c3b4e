# %% [markdown]
# # Problem set 4: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="previews" include="../shared/previews.py ../ps1_flops/cells/showing.py"

# %% [markdown]
# ## Part 2: time, if processors cost nothing
#
# So far you counted operations. They are the *work*; but how long does a layer take if everything that can happen at once does? Then the
# *depth* counts: the longest chain of operations in which each waits for the one before. On $p$ processors a computation takes at
# least work$/p$ and at least its depth, and not much more than the two together
# ([Brent 1974](https://doi.org/10.1145/321812.321815)). A recurrent network reads $T$ tokens one after another: it is deeper the longer the
# text, whatever the hardware. What about a transformer?
#
# **The model of time**, in all of this part:
#
# - There are as many processors as can be used.
# - A step is one addition, subtraction, multiplication or division of two numbers, or one exponential. It begins when what it needs is
#   there, and takes one unit of time.
# - A result can be read by any number of steps at once. Copying and reordering take no time.
# - A sum is formed by a tree: neighbours are added in pairs, then their sums, and so on. With $n$ terms that takes
#   $\lceil\log_2 n\rceil$ steps. So a dot product of length $n$ takes a step for its products, and then its tree.
# - The maximum isn't subtracted before the exponential. (In exact arithmetic nobody needs to.)
#
# **The layer.** $T$ tokens of width $J$ go into an attention layer of $K$ heads. The queries and keys of a head have length $U$, its values
# length $I=J/K$; $K$ divides $J$, and $U\le J$. There are no biases, no mask, no factor $1/\sqrt U$, and no output projection: the heads'
# outputs stand side by side.
#
# $$
# \alpha_{k,t_1,t_2}=\frac{e^{s_{k,t_1,t_2}}}{Z_{k,t_1}},\qquad
# s_{k,t_1,t_2}=\sum_{u=1}^{U}\mathrm{query}_{k,t_1,u}\,\mathrm{key}_{k,t_2,u},\qquad
# Z_{k,t_1}=\sum_{t_2=1}^{T}e^{s_{k,t_1,t_2}},\qquad \mathrm{out}_{k,t_1}=\sum_{t_2=1}^{T}\alpha_{k,t_1,t_2}\,\mathrm{value}_{k,t_2}
# $$
#
# **Growth.** A function that ends in `_time` stands for the class $\Theta(\dots)$ that it belongs to: constant factors, bases of logarithms and
# dominated terms make no difference, so `5 * math.log(n) + 3` is as good as `math.log2(n)`. It is called with Python ints of up to
# $2^{4096}$, which `math.log` takes (`math` is imported above); floats and numpy's logarithms end long before. A function that
# ends in `_depth` is exact.
#
# **Points.** A growth that is only too fast, or only too slow, earns half if it is right in at least half of the sizes that matter, where
# one of them grows alone.

# %% folded given="growth_preview" include="../shared/preview_growth.py"

# %% [markdown]
# ### The softmax (<<softmax_time>>, half for each function)
#
# Take one head and one token $t_1$. Its query and all $T$ keys are there at time 0. When is $Z_{k,t_1}$ there, the sum under the fraction?
#
# | function | gives |
# |---|---|
# | `softmax_time(T, U)` | the growth of this time |
# | `softmax_depth(T, U)` | exactly how many steps it takes; the division is not included |


# %% oracle="softmax_time layer_time"
def clog2(n):
    return (n - 1).bit_length()


def floor_log2(n):
    return n.bit_length() - 1


# %% answer="softmax_time"
def softmax_time(T, U):
    """Growth of the time until Z is there, for T keys of length U."""
    ### BEGIN SOLUTION
    return math.log(U) + math.log(T)
    ### END SOLUTION


def softmax_depth(T, U):
    """Steps until Z is there, for T keys of length U."""
    ### BEGIN SOLUTION
    scores = 1 + math.ceil(math.log2(U))  # all products at once, then a tree
    exponentials = 1
    return scores + exponentials + math.ceil(math.log2(T))
    ### END SOLUTION


# %% test="softmax_time"
preview_growth(softmax_time, T=1000, U=64)
preview_count(softmax_depth, T=1000, U=64)
### BEGIN HIDDEN TESTS
growth_of_softmax = checks.growth(
    softmax_time,
    share=1 / 2,
    variables="T U",
    expected="log(T) + log(U)",
    mistakes={
        "the U products of a score are added one after another; a tree needs log U steps": (
            "U + log(T)"
        ),
        "the T exponentials are added one after another; a tree needs log T steps": "T + log(U)",
        "sums are formed one term after another; a tree needs log n steps": "T + U",
        "what happens one after the other adds up, it doesn't multiply": "log(T)*log(U)",
        "a score is a sum of U products, which takes time too": "log(T)",
        "Z is a sum of T exponentials, which takes time too": "log(U)",
        "this is the work: how many operations there are, not how long they take": "T*U",
        "the scores of all tokens are there at the same time": "T*log(U)",
        "with unlimited processors sums still take time": "log(T)/log(T)",
    },
)
steps_of_softmax = checks.arrays(
    softmax_depth,
    share=1 / 2,
    oracle=lambda T, U: 1 + clog2(U) + 1 + clog2(T),
    cases={
        f"T = {T}, U = {U}": checks.case(T, U)
        for T, U in ((9, 5), (33, 13), (1024, 64), (5, 3), (6, 100), (4097, 2))
    },
    mistakes={
        "⌊log₂⌋ is too little where the number of terms is no power of two: a tree needs ⌈log₂⌉": (
            lambda T, U: 2 + floor_log2(U) + floor_log2(T)
        ),
        "one step is missing: the products of a score take one, and so does the exponential": (
            lambda T, U: 1 + clog2(U) + clog2(T)
        ),
        "the products and the exponential are steps too": lambda T, U: clog2(U) + clog2(T),
        "two trees, one after the other: each is rounded up": lambda T, U: 2 + clog2(T * U),
        "a logarithm is not a whole number of steps: round each up": (
            lambda T, U: 2 + np.log2(U) + np.log2(T)
        ),
        "the products of a score are added one after another; here by a tree": (
            lambda T, U: U + 1 + clog2(T),
            lambda T, U: U + 2 + clog2(T),
        ),
        "sums are formed one term after another; here by trees": (
            lambda T, U: U + 1 + T,
            lambda T, U: U + T,
            lambda T, U: U + 2 + T,
        ),
        "the division is included; here the time ends with Z": (
            lambda T, U: 3 + clog2(U) + clog2(T)
        ),
        "the maximum is found and subtracted; here it isn't": (
            lambda T, U: 3 + clog2(U) + 2 * clog2(T)
        ),
        "Z is a sum over all T keys: a tree of its own": (
            lambda T, U: 2 + clog2(U),
            lambda T, U: 1 + clog2(U),
        ),
        "a score is a sum of U products: a tree of its own": (
            lambda T, U: 2 + clog2(T),
            lambda T, U: 1 + clog2(T),
        ),
    },
)
growth_of_softmax + steps_of_softmax
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* A tree of a thousand terms is 10 steps deep, of a million 20. Sums are what a deep computation is made of, and they hardly
# get deeper.

# %% [markdown]
# ### The layer (<<layer_time>>, half for each function)
#
# Now only the $T$ tokens are there at time 0. When is the last number of the layer's output there? Queries, keys and values are dot
# products of length $J$ with the rows of weight matrices.
#
# | function | gives |
# |---|---|
# | `layer_time(T, J, K)` | the growth of this time; $K$ divides $J$, and $U\le J$ |
# | `layer_depth(T, J, K, U)` | exactly how many steps it takes, the division included |
#
# An error in `softmax_depth` isn't charged again.


# %% answer="layer_time"
def layer_time(T, J, K):
    """Growth of the time of a layer, for T tokens of width J and K heads."""
    ### BEGIN SOLUTION
    return math.log(T) + math.log(J)
    ### END SOLUTION


def layer_depth(T, J, K, U):
    """Steps of a layer, for T tokens of width J and K heads with queries of length U."""
    ### BEGIN SOLUTION
    projections = 1 + math.ceil(math.log2(J))
    weights = softmax_depth(T, U) + 1  # the division
    outputs = 1 + math.ceil(math.log2(T))
    return projections + weights + outputs
    ### END SOLUTION


# %% oracle="layer_time"
def steps_of_layer(z, log2=clog2):
    """The depth of a layer with this depth of Z, and this way to round logarithms."""
    return lambda T, J, K, U: 1 + log2(J) + z(T, U) + 1 + 1 + log2(T)


def steps_to_z(T, U):
    return 2 + clog2(U) + clog2(T)


def by_your_softmax():
    """What allows it -> the depth by the student's own depth of Z, as it was marked."""
    earlier = checks.followed("softmax_time")
    if earlier is None or earlier.mistaken is None:
        return {}
    rounded = steps_of_layer(earlier.mistaken, floor_log2)
    return {
        "right, given your answer to softmax_time": steps_of_layer(earlier.mistaken),
        "right, given your answer to softmax_time, rounded alike": rounded,
    }


# %% test="layer_time"
preview_growth(layer_time, T=1000, J=512, K=8)
preview_count(layer_depth, T=1000, J=512, K=8, U=64)
### BEGIN HIDDEN TESTS
growth_of_layer = checks.growth(
    layer_time,
    share=1 / 2,
    variables="T J K",
    where={"J": "K*I"},
    expected="log(T) + log(J)",
    mistakes={
        "what happens one after the other adds up, it doesn't multiply": "log(T)*log(J)",
        "queries, keys and values are sums of J products, which take time too": "log(T)",
        "sums over the T tokens take time too": "log(J)",
        "the sums over a token's width run over all J numbers, not over J/K": "log(T) + log(J/K)",
        "the heads work at the same time": "K*(log(T) + log(J))",
        "the heads work at the same time; they don't wait for one another": "K + log(T) + log(J)",
        "more heads make no sum of J products shorter": "log(T) + log(J)/K",
        "dot products of length J are formed one term after another; a tree needs log J steps": (
            "J + log(T)"
        ),
        "sums over the tokens are formed one term after another; a tree needs log T steps": (
            "T + log(J)"
        ),
        "sums are formed one term after another; a tree needs log n steps": "T + J",
        "the tokens work at the same time; they don't wait for one another": "T*log(J)",
        "this is the work: how many operations there are, not how long they take": (
            "T**2*J + T*J**2"
        ),
    },
)
steps_through_layer = checks.arrays(
    layer_depth,
    share=1 / 2,
    oracle=steps_of_layer(steps_to_z),
    accept=by_your_softmax(),
    cases={
        f"T = {T}, J = {J}, K = {K}, U = {U}": checks.case(T, J, K, U)
        for T, J, K, U in (
            (9, 20, 4, 5),
            (33, 42, 3, 13),
            (1024, 512, 8, 64),
            (5, 12, 2, 3),
            (300, 96, 12, 90),
            (4097, 35, 5, 2),
        )
    },
    mistakes={
        "⌊log₂⌋ is too little where the number of terms is no power of two: a tree needs ⌈log₂⌉": (
            steps_of_layer(lambda T, U: 2 + floor_log2(U) + floor_log2(T), floor_log2)
        ),
        "a logarithm is not a whole number of steps: round each up": (
            lambda T, J, K, U: 5 + np.log2(J) + np.log2(U) + 2 * np.log2(T)
        ),
        "one step is missing: products take one before each sum, the exponential one, the division"
        " one": lambda T, J, K, U: 4 + clog2(J) + clog2(U) + 2 * clog2(T),
        "steps are missing: products take one before each sum, the exponential one, the division one": (
            lambda T, J, K, U: 3 + clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: 2 + clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: 1 + clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: clog2(J) + clog2(U) + 2 * clog2(T),
        ),
        "the queries and keys have to be computed first": (
            lambda T, J, K, U: 4 + clog2(U) + 2 * clog2(T)
        ),
        "the weighted sums of the values are missing": (
            lambda T, J, K, U: 4 + clog2(J) + clog2(U) + clog2(T)
        ),
        "a product too many in a row: queries, keys and values are computed at the same time, and"
        " there is no output projection": (
            lambda T, J, K, U: 6 + 2 * clog2(J) + clog2(U) + 2 * clog2(T),
            lambda T, J, K, U: 7 + 3 * clog2(J) + clog2(U) + 2 * clog2(T),
        ),
        "the heads work at the same time": (
            lambda T, J, K, U: K * (5 + clog2(J) + clog2(U) + 2 * clog2(T))
        ),
        "nothing is summed over the heads: their outputs stand side by side": (
            lambda T, J, K, U: 5 + clog2(J) + clog2(K) + clog2(U) + 2 * clog2(T)
        ),
        "a query is a sum of J products, not of J/K": (
            lambda T, J, K, U: 5 + clog2(J // K) + clog2(U) + 2 * clog2(T)
        ),
        "sums are formed one term after another; here by trees": (
            lambda T, J, K, U: J + U + 2 * T + 2,
            lambda T, J, K, U: J + U + 2 * T + 5,
            lambda T, J, K, U: J + U + 2 * T + 1,
        ),
        "dot products are added one term after another; here by trees": (
            lambda T, J, K, U: J + U + 3 + 2 * clog2(T),
            lambda T, J, K, U: J + U + 5 + 2 * clog2(T),
        ),
    },
)
growth_of_layer + steps_through_layer
### END HIDDEN TESTS

# %% [markdown]
# What unlimited processors are good for, by your `layer_depth`: the time of a layer against the number of tokens, on one processor, on as
# many as can be used, and in between. For comparison, a recurrent layer of the same width, which reads the tokens one after another.
# Where does depth stop the layer from getting faster, and where does work? An H100 has 16,896 cores for float32 numbers
# ([NVIDIA 2022](https://resources.nvidia.com/en-us-tensor-core)). Which of the two is its problem?

# %% figure folded include="cells/depth_figure.py"

# %% [markdown]
# *Why it matters.* This was an argument for transformers when they were proposed
# ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), table 1): a recurrent layer has a number of steps in a row that grows with the
# length of the text, an attention layer has not. They counted a matrix product as one step; you counted what is inside.

# %% [markdown]
# ### Images (<<spatial_time>>)
#
# Tokens on a grid of $X\times Y$ cells: $t$ becomes $(x,y)$, and the softmax for a cell $(x_1,y_1)$ runs jointly over all cells $(x_2,y_2)$.
# Nothing else changes. How does the time of the layer grow?
#
# | function | gives |
# |---|---|
# | `spatial_time(X, Y, J, K)` | the growth of the time of the layer; $K$ divides $J$, and $U\le J$ |


# %% answer="spatial_time"
def spatial_time(X, Y, J, K):
    """Growth of the time of a layer, for a grid of X × Y cells of width J and K heads."""
    ### BEGIN SOLUTION
    return layer_time(X * Y, J, K)
    ### END SOLUTION


# %% test="spatial_time"
preview_growth(spatial_time, X=40, Y=30, J=512, K=8)
### BEGIN HIDDEN TESTS
checks.growth(
    spatial_time,
    variables="X Y J K",
    where={"J": "K*I"},
    expected="log(X) + log(Y) + log(J)",
    mistakes={
        "a tree over X·Y cells has depth log X + log Y, not the product": "log(X)*log(Y) + log(J)",
        "what happens one after the other adds up, it doesn't multiply": (
            "(log(X) + log(Y))*log(J)"
        ),
        "every factor is a tree of its own depth; depths add up": "log(X)*log(Y)*log(J)",
        "one of the X·Y cells looks at the others once, and all do so at the same time": (
            "(log(X) + log(Y))**2 + log(J)"
        ),
        "sums are formed one term after another; a tree needs log n steps": "X + Y + log(J)",
        "sums over the X·Y cells are formed one term after another; a tree needs log(XY) steps": (
            "X*Y + log(J)"
        ),
        "queries, keys and values are sums of J products, which take time too": "log(X) + log(Y)",
        "the softmax runs over both x₂ and y₂: here only over x₂": "log(X) + log(J)",
        "the softmax runs over both x₂ and y₂: here only over y₂": "log(Y) + log(J)",
        "sums over the cells take time too": "log(J)",
        "the sums over a token's width run over all J numbers, not over J/K": (
            "log(X) + log(Y) + log(J/K)"
        ),
        "the heads work at the same time": "K*(log(X) + log(Y) + log(J))",
        "this is the work: how many operations there are, not how long they take": (
            "X**2*Y**2*J + X*Y*J**2"
        ),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* To attention a picture is a bag of cells: with $T=XY$ nothing here knows which cells are neighbours. The depth hardly
# notices that $T$ is a product; the work does, with $X^2Y^2$ pairs of cells.
