# %% [markdown]
# # Problem set 4: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# "One token costs GPT-2 small 250,123,124,736 FLOPs." Somebody computed that, with care, and every
# line looks plausible. Had it been right, nobody could have afforded the model. In this problem set
# you find out where it goes wrong, and by how much, from counts of your own; then you take these
# counts to a whole cluster: what fits into its memory, how long it trains, what keeps it waiting.
#
# | part | | points |
# |---|---|---|
# | 1 | What does a whole model cost? | <<points parameters forward_cost training_cost audit>> |
# | 2 | How long does a layer take if processors cost nothing? | <<points softmax_time layer_time spatial_time>> |
# | 3 | What does one more token cost? | <<points kv_cache kv_written online_softmax>> |
# | 4 | Which pairs can be left out? | <<points sparse_patterns sparse_written davit>> |
# | 5 | What does a budget buy? | <<points grouped_queries compute_optimal utilisation budget>> |
#
# - Answers go where it says *Replace this line*. An empty answer costs only its own points; *Run
#   All* runs past it.
# - An answer may call your other answers and cells that you add. What follows from your own earlier
#   answers is right, where each of these earned half of its points or has one mistake, which the
#   feedback names: a slip is charged once.
# - The cell below an answer looks at its *type and wiring* only. It doesn't know the right answer,
#   and nbgrader's *Validate* runs no other tests: its *Success!* says that these cells have nothing
#   to complain about.
# - Some cells are folded: tools and drawings that you can use without reading them.
# - You need numpy and matplotlib. How answers are graded is described in the guide for students,
#   [student.md](student.md), which comes with this notebook.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="previews" include="../shared/showing.py ../shared/previews.py ../shared/needs.py"

# %% folded given="models" include="cells/models.py"

# %% [markdown]
# ## Part 1: a whole model
#
# A *decoder-only transformer*, like GPT-2, is a stack of `n_layers` equal layers. A vector of
# `d_model` numbers for each token goes through all of them. A layer has multi-head attention with
# `n_heads` heads and then a feed-forward block:
#
# | map | from | to | in a layer |
# |---|---|---|---|
# | queries; keys; values | $d_\text{model}$ | $d_\text{head}$ | each once in every head |
# | output projection | the outputs of all heads, side by side | $d_\text{model}$ | once |
# | feed-forward block, first map | $d_\text{model}$ | $d_\text{ff}$ | once |
# | feed-forward block, second map | $d_\text{ff}$ | $d_\text{model}$ | once |
#
# | in the text | in the code | GPT-2 small | GPT-3 |
# |---|---|---|---|
# | $d_\text{model}$ | `d_model` | 768 | 12,288 |
# | $H$, heads in a layer | `n_heads` | 12 | 96 |
# | $L$, layers | `n_layers` | 12 | 96 |
# | $d_\text{ff}$ | `d_ff` | 3,072 | 49,152 |
#
# The width of a head is $d_\text{head}=d_\text{model}/H$. **The sizes that your functions are
# tested with** are such that `n_heads` divides `d_model`; otherwise they are anything, and `d_ff`
# need not be four times `d_model`. Figures call them at the sizes of real models, where a formula
# is quick and a loop over every number may not be. In feedback on a count, $d_\text{model}$ is
# written as `n_heads·d_head`.
#
# ### 1.1 Parameters (<<parameters>>, shared by terms)
#
# How many weights has the model? This number is called $N$, and everything below rests on it.
#
# **Convention.** $N$ is *without embeddings*, and counts matrices only: the maps of the table, in
# all layers. No biases, no scales and shifts of layer norms, no embeddings of words and positions,
# no output head.


# %% answer="parameters"
def non_embedding_parameters(d_model, n_heads, n_layers, d_ff):
    """Number of weights N: the matrices of all layers."""
    ### BEGIN SOLUTION
    d_head = d_model // n_heads
    queries_keys_values = n_heads * 3 * d_model * d_head
    output_projection = (n_heads * d_head) * d_model
    feed_forward = d_model * d_ff + d_ff * d_model
    return n_layers * (queries_keys_values + output_projection + feed_forward)
    ### END SOLUTION


# %% test="parameters"
preview_count(non_embedding_parameters, **EXAMPLE)

# %% [markdown]
# *Why it matters.* $N$ is the one number by which models are compared. Below it stands beside the
# sizes of three models, in which everything counts: GPT-2's files as they were released (the paper
# rounds, and prints other numbers:
# [Radford et al. 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf)),
# and what is printed of GPT-3 ([Brown et al. 2020](https://arxiv.org/abs/2005.14165), table 2.1).
# What must the rest be? GPT-2 knows 50,257 words and 1,024 positions, each with a vector of
# `d_model` numbers, and there are biases and norms: the 124,439,808 numbers of the small one can be
# accounted for to the last.

# %% figure folded include="cells/shares.py"

# %% [markdown]
# ### 1.2 A forward pass (<<forward_cost>>)
#
# How many FLOPs does the model need for
#
# - `dense_flops`: a sequence of $n$ tokens, where every token looks at all $n$;
# - `causal_flops`: a sequence of $n$ tokens, where token $t$ looks at the tokens $1,\dots,t$,
#   itself included, and only the scores and the terms of the weighted sums that are needed get
#   computed;
# - `decode_flops`: the $t$-th token alone, which looks at all $t$, itself included, when the keys
#   and values of the $t-1$ tokens before it are in a cache?
#
# **Convention.** Products cost $2mnp$ (P2): those with the weights of the table, the scores
# $q\cdot k$, and the weighted sums of values, in each head. All else is free or left out: softmax,
# scale, activation, biases, norms, residual connections, embeddings, output head.
#
# **Points.** 1.5, 1.5 and 1, each shared by terms: half for scores and weighted sums, a quarter
# each for the maps of attention and of the feed-forward block. A mistake in `dense_flops` that you
# repeat in the others is charged once, unless both products of attention are missing there.

# %% figure folded include="cells/pairs_figure.py"


# %% answer="forward_cost"
def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    """FLOPs for n tokens that all look at all."""
    ### BEGIN SOLUTION
    weights = non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    return n * 2 * weights + 4 * n_layers * n**2 * d_model
    ### END SOLUTION


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    """FLOPs for n tokens that look at themselves and those before them."""
    ### BEGIN SOLUTION
    weights = non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    pairs = n * (n + 1) // 2
    return n * 2 * weights + 4 * n_layers * pairs * d_model
    ### END SOLUTION


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    """FLOPs for the t-th token, with the keys and values of those before it in a cache."""
    ### BEGIN SOLUTION
    weights = non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    return 2 * weights + 4 * n_layers * t * d_model
    ### END SOLUTION


# %% test="forward_cost"
with sanity_check():
    preview_count(dense_flops, n=13, **EXAMPLE)
    preview_count(causal_flops, n=13, **EXAMPLE)
    preview_count(decode_flops, t=13, **EXAMPLE)

# %% [markdown]
# *Why it matters.* Weights cost the same for every token; attention costs more the more there is to
# look at. The figure shows where that begins to tell, by your functions: for which lengths is the
# usual estimate that knows nothing but $N$ good enough (two of the curves are the same: why?
# [Kaplan et al. 2020](https://arxiv.org/abs/2001.08361), section 2.1)? Why does the wider model
# hold out longer?

# %% figure folded include="cells/cost_figure.py"

# %% [markdown]
# ### 1.3 Training (<<training_cost>>)
#
# How many FLOPs does it take to *train* on one token, forward and backward? Go back through a
# product $Y = XW$: what has to be formed from the gradient of $Y$, and what do these products cost?
# The token is one of many that are trained on together: the gradient of $W$ is a matrix product
# that sums over them, 2 for each entry and token (P2), and not a column times a row (P3).
#
# **Convention.** Only the products with the $N$ weights and their backward passes: take the
# sequence to be so short that scores and weighted sums don't matter. Every map passes a gradient on
# to its input, those of the first layer too (embeddings lie before it). No product of the forward
# pass is computed again, and the optimiser's step is left out.
#
# **Points.** Shared by terms. Half for one product of each map too few or too many; half, too,
# where the layers are missing.


# %% answer="training_cost"
def training_flops_per_token(d_model, n_heads, n_layers, d_ff):
    """FLOPs of a forward and a backward pass, per token, in products with weights."""
    ### BEGIN SOLUTION
    forward = 2 * non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    gradients_of_weights, gradients_of_inputs = forward, forward  # the same three sizes
    return forward + gradients_of_weights + gradients_of_inputs
    ### END SOLUTION


# %% test="training_cost"
preview_count(training_flops_per_token, **EXAMPLE)

# %% [markdown]
# *Why it matters.* This is how training runs are budgeted. Here is GPT-3's by your count, on 1,024
# accelerators of 312 TFLOP/s that are busy 40 % of the time; compare with what its authors report
# ([Brown et al. 2020](https://arxiv.org/abs/2005.14165), table D.1: 300 billion tokens).

# %% figure folded include="cells/training.py"

# %% [markdown]
# ### 1.4 The audit (<<audit>>)
#
# Here is the calculation from the top of the page. It wants the FLOPs of the forward pass of GPT-2
# small ($d_\text{model}=768$, $H=12$, $L=12$, $d_\text{ff}=3072$) for *one token*. A product of an
# $i\times j$ and a $j\times k$ matrix is charged $2ijk$, which is right.
#
# | what is counted in a layer | products | how many | FLOPs |
# |---|---|---|---|
# | queries, keys, values | $768\times768$ by $768\times64$ | 3 in each of 12 heads | 2,717,908,992 |
# | output projection | $768\times768$ by $768\times768$ | 1 in each of 12 heads | 10,871,635,968 |
# | scores | $64\times64$ by $64\times64$ | 1 in each of 12 heads | 6,291,456 |
# | feed-forward block, first map | $768\times768$ by $768\times3072$ | 1 | 3,623,878,656 |
# | feed-forward block, second map | $768\times3072$ by $3072\times768$ | 1 | 3,623,878,656 |
# | **a layer** | | | 20,843,593,728 |
# | **the model**, 12 layers | | | **250,123,124,736** |
#
# What should it say? Take a token in a dense sequence of $n=1024$, counted as in `dense_flops`: its
# part of the whole, a 1,024th.
#
# There are four errors. Put them right in the order of this table, one after the other. The
# *amount* of an error is by how much the number for the model goes *down* when that error is put
# right and those above it have been: positive for what was too much, negative for what was too
# little.
#
# | key of your dict | where to look |
# |---|---|
# | `"output"` | how often is the output projection there? |
# | `"tokens"` | for how many tokens are the maps with weights charged, and for how many should they be? |
# | `"scores"` | on what does the cost of one token's scores depend? |
# | `"values"` | which product is missing? |
# | `"corrected"` | what is left: the FLOPs for one token |
#
# In what is left, the length $n=1024$ stands in the scores and in the weighted sums only, as the
# number of tokens that are looked at. `audit()` takes no arguments and returns a dict of these five
# numbers, for the whole model. It may call your functions.
#
# **Points.** 0.75 for each amount, 1 for the corrected value, which is right, too, if it follows
# from your four amounts and two of these are right.


# %% answer="audit"
def audit():
    """Amounts of the four errors, and the corrected value: a dict of five numbers of FLOPs."""
    ### BEGIN SOLUTION
    d_model, n_heads, n_layers, n = 768, 12, 12, 1024
    claimed = 250_123_124_736
    # 12 output projections in a layer, each for 768 tokens: 11 are too many.
    output = n_layers * (n_heads - 1) * 2 * d_model**3
    # Now every map is there once, for 768 tokens: 767 are too many.
    weights = non_embedding_parameters(d_model, n_heads, n_layers, 3072)
    tokens = (d_model - 1) * 2 * weights
    # The scores of a token: n dot products of length 64 in every head, not 64 times 64.
    own_scores = n_layers * n_heads * 2 * n * 64
    scores = n_layers * n_heads * 2 * 64**3 - own_scores
    values = -own_scores  # weighted sums cost what scores cost
    corrected = claimed - output - tokens - scores - values
    return dict(output=output, tokens=tokens, scores=scores, values=values, corrected=corrected)
    ### END SOLUTION


# %% test="audit"
with sanity_check():
    found = audit()
    assert isinstance(found, dict), f"expected a dict, not {type(found).__name__}"
    for key in ("output", "tokens", "scores", "values", "corrected"):
        preview_shape(key, found.get(key), ())
    for key in found.keys() - {"output", "tokens", "scores", "values", "corrected"}:
        print(f"Not asked for: {key}")

# %% [markdown]
# Does it add up? Below, your amounts are taken away one by one; what is left should be your
# corrected value.

# %% figure folded include="cells/audited.py"

# %% [markdown]
# *Why it matters.* None of the four is a slip in arithmetic. Each is a count of the right thing in
# the wrong number, and a check against a second count, such as the one that knows nothing but $N$,
# finds it in a minute. That is the use of rules of thumb.

# %% [markdown]
# ## Part 2: time, if processors cost nothing
#
# So far you counted operations. They are the *work*; but how long does a layer take if everything
# that can happen at once does? Then the *depth* counts: the longest chain of operations in which
# each waits for the one before. On $p$ processors a computation takes at least work$/p$ and at
# least its depth, and not much more than the two together
# ([Brent 1974](https://doi.org/10.1145/321812.321815)). A recurrent network reads $T$ tokens one
# after another: it is deeper the longer the text, whatever the hardware. What about a transformer?
#
# **The model of time**, in all of this part:
#
# - There are as many processors as can be used.
# - A step is one addition, subtraction, multiplication or division of two numbers, or one
#   exponential (free as a FLOP, P5, but it takes its time). A step begins when what it needs is
#   there, and takes one unit of time.
# - A result can be read by any number of steps at once. Copying and reordering take no time.
# - A sum is formed by a tree: neighbours are added in pairs, then their sums, and so on. With $n$
#   terms that takes $\lceil\log_2 n\rceil$ steps. So a dot product of length $n$ takes a step for
#   its products, and then its tree: one step in all if $n=1$.
# - The maximum isn't subtracted before the exponential. (In exact arithmetic nobody needs to.)
#
# **The layer.** A batch of $B$ texts goes into an attention layer of $K$ heads, each text with $T$
# tokens of width $J$. The queries and keys of a head have length $U$, its values length $I=J/K$;
# $K$ divides $J$, and $U\le J$. There are no biases, no mask, no factor $1/\sqrt U$, and no output
# projection: the heads' outputs stand side by side. In each text
#
# $$
# \alpha_{k,t_1,t_2}=\frac{e^{s_{k,t_1,t_2}}}{Z_{k,t_1}},\qquad
# s_{k,t_1,t_2}=\sum_{u=1}^{U}\mathrm{query}_{k,t_1,u}\,\mathrm{key}_{k,t_2,u},\qquad
# Z_{k,t_1}=\sum_{t_2=1}^{T}e^{s_{k,t_1,t_2}},\qquad \mathrm{out}_{k,t_1}=\sum_{t_2=1}^{T}\alpha_{k,t_1,t_2}\,\mathrm{value}_{k,t_2}
# $$
#
# **Growth.** A function that ends in `_time` stands for the class $\Theta(\dots)$ that it belongs
# to: constant factors, bases of logarithms and dominated terms make no difference, so
# `5 * math.log(n) + 3` is as good as `math.log2(n)`. It is called with Python ints of up to
# $2^{4096}$, which `math.log` takes (`math` is imported already); floats end long before, at
# $2^{1024}$, and numpy's logarithms may. Not all sizes that it is called with have to matter. A
# function that ends in `_depth` is exact, and is called with a million tokens, too, by a figure.
#
# **Points.** A growth that is only ever too fast, or only ever too slow, earns half, if for at
# least half of the sizes that the right one depends on it is right when that size alone grows. A
# misreading that the feedback names costs half of the `_time` and half of the `_depth` function
# that it leads to.

# %% folded given="growth_preview" include="../shared/preview_growth.py"

# %% [markdown]
# ### 2.1 The softmax (<<softmax_time>>, half for each function)
#
# Take one head, and one token $t_1$ of each text. Their queries and all $T$ keys of each text are
# there at time 0. When are the $B$ sums $Z_{k,t_1}$ there, which stand under the fraction?
#
# | function | gives |
# |---|---|
# | `softmax_time(B, T, U)` | the growth of this time |
# | `softmax_depth(T, U)` | exactly how many steps it takes; the division is not included |


# %% answer="softmax_time"
def softmax_time(B, T, U):
    """Growth of the time until Z is there, for B texts, each with T keys of length U."""
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
preview_growth(softmax_time, B=32, T=1000, U=64)
preview_count(softmax_depth, T=1000, U=64)

# %% [markdown]
# *Why it matters.* A tree of a thousand terms is 10 steps deep, of a million 20. Sums are what a
# deep computation is made of, and they hardly get deeper.

# %% [markdown]
# ### 2.2 The layer (<<layer_time>>, half for each function)
#
# Now only the tokens are there at time 0. When is the last number of the layer's output there?
# Queries, keys and values are dot products of length $J$ with the rows of weight matrices.
#
# | function | gives |
# |---|---|
# | `layer_time(B, T, J, K)` | the growth of this time; $K$ divides $J$, and since $U\le J$ it needs no $U$ |
# | `layer_depth(T, J, K, U)` | exactly how many steps it takes, the division included |
#
# Compute in the order of the formulas: every $\alpha$ is formed, its division included, before it
# meets a value. (To divide at the end would be quicker; here nobody does.) An error in
# `softmax_depth` isn't charged again.


# %% answer="layer_time"
def layer_time(B, T, J, K):
    """Growth of the time of a layer, for B texts of T tokens of width J, and K heads."""
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


# %% test="layer_time"
preview_growth(layer_time, B=32, T=1000, J=512, K=8)
preview_count(layer_depth, T=1000, J=512, K=8, U=64)

# %% [markdown]
# What unlimited processors are good for, by your `layer_depth`: the time of a layer against the
# number of tokens, on one processor, on as many as can be used, and in between. For comparison, a
# recurrent layer of the same width, which reads the tokens one after another. (Here a sum of $n$
# terms is $n-1$ operations, those of its tree, not $n$ as in P2.) Where does depth stop the layer
# from getting faster, and where does work? An H100 has 16,896 cores for float32 numbers
# ([NVIDIA 2022](https://resources.nvidia.com/en-us-tensor-core)). Which of the two is its problem?

# %% figure folded include="cells/depth_figure.py"

# %% [markdown]
# *Why it matters.* This was an argument for transformers when they were proposed
# ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), table 1): a recurrent layer has a number
# of steps in a row that grows with the length of the text, an attention layer has not. They counted
# a matrix product as one step; you counted what is inside.

# %% [markdown]
# ### 2.3 Images (<<spatial_time>>)
#
# Tokens on a grid of $X\times Y$ cells: $t$ becomes $(x,y)$, and the softmax for a cell $(x_1,y_1)$
# runs jointly over all cells $(x_2,y_2)$. Nothing else changes. How does the time of the layer
# grow?
#
# | function | gives |
# |---|---|
# | `spatial_time(B, X, Y, J, K)` | the growth of the time of the layer, for $B$ images; $K$ divides $J$, and $U\le J$ |


# %% answer="spatial_time"
def spatial_time(B, X, Y, J, K):
    """Growth of the time of a layer, for B grids of X × Y cells of width J, and K heads."""
    ### BEGIN SOLUTION
    return layer_time(B, X * Y, J, K)
    ### END SOLUTION


# %% test="spatial_time"
preview_growth(spatial_time, B=32, X=40, Y=30, J=512, K=8)

# %% [markdown]
# *Why it matters.* To attention a picture is a bag of cells: with $T=XY$ nothing here knows which
# cells are neighbours. The depth hardly notices that $T$ is a product; the work does, with $X^2Y^2$
# pairs of cells.

# %% [markdown]
# ## Part 3: decoding with a cache
#
# A language model writes a token, appends it to the text and reads *the whole text* again to write
# the next one. Or does it? Here is one head of causal self-attention. **Tokens are rows**, token
# $t$ sees itself and those before it, there are no biases:
#
# $$
# Q = X W_q^\top, \qquad K = X W_k^\top, \qquad V = X W_v^\top, \qquad
# \mathrm{out}_t = \sum_{s \leq t} a_{ts}\, v_s, \qquad a_t = \mathrm{softmax}_{s \leq t}\big(q_t \cdot k_s / \sqrt d\big) .
# $$
#
# What a later token needs of the earlier ones can be kept: a *cache* with their keys and their
# values.
#
# *Arrays* in this part and the next are compared to a relative precision of $10^{-7}$, where
# float32 is fine $10^{-4}$. One known mistake that explains every difference costs half of what the
# values are worth, or less if more is right. A list in place of an array costs a quarter of its
# points; so does an answer that changes its arguments.

# %% figure folded include="cells/cache_figure.py"

# %% folded given="decoding_pictures" include="cells/decoding.py"

# %% [markdown]
# ### 3.1 One more token (<<kv_cache>>)
#
# A text of $n$ tokens was read, then comes one more. `append_token` returns
# `(out, K_cache, V_cache)`: the output of the new token and the caches with its row at the end.
#
# | argument | shape | |
# |---|---|---|
# | `x` | $(d,)$ | the new token |
# | `K_cache`, `V_cache` | $(n,d)$ | keys and values of the $n$ tokens before it, in order; $n$ is 0 at the beginning of a text |
# | `params` | | a dict with `"W_q"`, `"W_k"`, `"W_v"`, each of shape $(d,d)$ |
# | **result:** `out`; `K_cache`, `V_cache` | $(d,)$; $(n+1,d)$ | new arrays: the arguments stay as they are |
#
# Two functions count. `append_flops(n, d)`: what this call costs, $n$ being the tokens that *were*
# in the cache. `recompute_flops(n, d)`: what the same output costs without a cache. Then the whole
# layer is computed for all $n+1$ tokens, their queries and outputs included, though only the last
# output is asked for.
#
# **Convention.** Without a cache all $(n+1)^2$ scores are computed, those under the mask too, and
# so are the weighted sums. P2; the softmax with its $1/\sqrt d$ is free (P5). Scores can be in the
# thousands. Float32 is fine.
#
# **Points.** 4 for `append_token`: 0.5 for the first token of a text, 1 for one after six others, 2
# for three in a row, which get your caches, 0.5 for large scores; three quarters of each for `out`,
# an eighth for each cache. 1 for each count, by its terms. (The picture asks for a thousand tokens,
# which is slow with a loop; a loop is graded all the same.) A `recompute_flops` that is right given
# your `append_flops` is right.
#
# In *the picture* 14 tokens are appended one by one, with values such that the output is the
# weights; then GPT-2 small writes 1,024.


# %% answer="kv_cache"
def append_token(x, K_cache, V_cache, params):
    """(out, K_cache, V_cache) after the token x (d,), given the caches (n, d) before it."""
    ### BEGIN SOLUTION
    q, k, v = params["W_q"] @ x, params["W_k"] @ x, params["W_v"] @ x
    K, V = np.vstack([K_cache, k]), np.vstack([V_cache, v])
    scores = K @ q / np.sqrt(len(x))
    weights = np.exp(scores - scores.max())
    return weights @ V / weights.sum(), K, V
    ### END SOLUTION


def append_flops(n, d):
    """FLOPs of append_token with n tokens in the cache before it."""
    ### BEGIN SOLUTION
    projections = 3 * 2 * d**2
    scores = 2 * (n + 1) * d
    weighted_sum = 2 * (n + 1) * d
    return projections + scores + weighted_sum
    ### END SOLUTION


def recompute_flops(n, d):
    """FLOPs of the layer for all n + 1 tokens, without a cache."""
    ### BEGIN SOLUTION
    projections = 3 * 2 * (n + 1) * d**2
    scores = 2 * (n + 1) ** 2 * d
    weighted_sums = 2 * (n + 1) ** 2 * d
    return projections + scores + weighted_sums
    ### END SOLUTION


# %% folded test="kv_cache"
# Types and shapes, and a picture.
with sanity_check():
    rng = np.random.default_rng()
    matrices = dict(zip(("W_q", "W_k", "W_v"), rng.normal(size=(3, 7, 7)), strict=True))

    def preview(n_cached):
        given = rng.normal(size=(2, n_cached, 7))
        returned = append_token(rng.normal(size=7), *given, matrices)
        shapes = {"out": (7,), "K_cache": (n_cached + 1, 7), "V_cache": (n_cached + 1, 7)}
        preview_parts("append_token", returned, shapes)

    preview(3)
    try:
        preview(0)
    except Exception as error:
        print(f"with empty caches: {error}")
preview_count(append_flops, n=13, d=7)
preview_count(recompute_flops, n=13, d=7)
show(lambda: draw_decoding(append_token, append_flops, recompute_flops))

# %% [markdown]
# *Why it matters.* Whoever serves a language model keeps such caches, one for each text that is
# being written. In time that is a bargain; in memory it is what limits the number of texts
# ([Kwon et al. 2023](https://arxiv.org/abs/2309.06180)). Part 5 counts the bytes.

# %% [markdown] written="kv_written"
# ### 3.2 What is new and what stays (<<kv_written>>, graded by a person)
#
# Somebody describes decoding like this: "The matrix of attention weights grows by a row and a
# column. The key of the new token is multiplied with the queries of all other tokens, every softmax
# is brought up to date, and the outputs of all tokens are computed again."
#
# 1. Correct it. Which vector of which token meets which? What stands in the new row, what in the
#    new column? (1 point)
# 2. A model has many such layers, with functions of one token at a time between them. Show that the
#    outputs of the earlier tokens stay as they are in *every* layer. (1)
# 3. Without the mask, in an encoder: what has to be computed again in the first layer when a token
#    is appended, and what in those above? (1)
#
# ### BEGIN SOLUTION
#
# **Who meets whom.** The *query* of the new token is multiplied with the *keys* of all $n+1$
# tokens, its own included: the new row. In the new column stands the new key against the queries of
# earlier tokens. These entries are masked: their weights are 0, nobody computes them, and no
# earlier softmax changes. So one softmax over $n+1$ scores and one weighted sum of $n+1$ values are
# computed, and the new key and value are put into the cache. Old queries are needed nowhere.
#
# **Every layer.** By induction over the layers. In the first, the input of token $t \leq n$ is the
# token itself, which stays. If the inputs of a layer at the places up to $t$ stay as they are, so
# do its $q_t$ and all $k_s$ and $v_s$ with $s \leq t$, and $\mathrm{out}_t$ depends on nothing
# else; a function of one token at a time then has the old argument too. So the inputs of the next
# layer stay at all places up to $t$. That is why every layer may have a cache.
#
# **Without the mask.** In the first layer keys, values and queries of the earlier tokens stay,
# since each depends on its own token. But every softmax has one term more, so all $n+1$ outputs
# have to be computed again (for which the old queries are needed as well). From the second layer on
# all inputs are different: everything is computed again, projections included, and a cache is of no
# use.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | the new query meets the keys of all tokens, itself included: the roles in the quotation are reversed |
# | 0.5 | the new column holds masked entries only, so no earlier softmax or output changes |
# | 1 | every layer: the argument goes through the layers (induction, or "out_t depends on tokens up to t only, and so does what is made of it"). For the first layer alone 0.5 |
# | 0.5 | encoder, first layer: old projections stay, all outputs change |
# | 0.5 | encoder, further layers: all inputs have changed, so everything is computed again |
#
# "The attention matrix has to be updated" without saying which entries earns nothing.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 3.3 Attention piece by piece (<<online_softmax>>)
#
# A long cache does not fit where the arithmetic is done, or lies on several chips: a query meets
# the keys block by block. What it has seen of a set $B$ of keys, with scores $s_j$ and values
# $v_j$, is its *state*
#
# $$
# m = \max_{j \in B} s_j, \qquad l = \sum_{j \in B} e^{s_j - m}, \qquad o = \sum_{j \in B} e^{s_j - m}\, v_j ,
# $$
#
# and after all keys its output is $o/l$. `merge` gets the states of two sets that have no key in
# common and returns that of both together, a tuple $(m, l, o)$.
#
# | | | of no keys |
# |---|---|---|
# | `m` | a float | `-inf` |
# | `l` | a float | `0.0` |
# | `o` | an array $(d,)$, not divided by $l$ | zeros |
#
# **Convention.** Either state may be that of no keys, or both. Scores can be in the thousands. The
# states that come in stay as they are; what you return may share their arrays.
#
# **Points.** 1 for two blocks, 1 for four blocks that are merged in a row, 0.5 for large scores,
# 0.5 for states of no keys. A quarter of each is for `m`, a quarter for `l`, half for `o`.
#
# In *the picture* a query meets 1,024 keys in 16 blocks. Does their order matter?
#
# [Milakov and Gimelshein 2018](https://arxiv.org/abs/1805.02867) found the rule; FlashAttention
# ([Dao et al. 2022](https://arxiv.org/abs/2205.14135)) rests on it.


# %% answer="online_softmax"
def merge(state_1, state_2):
    """The state (m, l, o) of all keys that are in one of two states."""
    ### BEGIN SOLUTION
    (m_1, l_1, o_1), (m_2, l_2, o_2) = state_1, state_2
    m = max(m_1, m_2)
    if m == -np.inf:
        return m, 0.0, np.zeros(len(o_1))
    c_1, c_2 = np.exp(m_1 - m), np.exp(m_2 - m)
    return m, c_1 * l_1 + c_2 * l_2, c_1 * o_1 + c_2 * o_2
    ### END SOLUTION


# %% folded test="online_softmax"
# Types and shapes, and a picture.
with sanity_check():
    state = 0.5, 1.25, np.array([1.0, -0.5, 0.25])
    merged = merge(state, (0.25, 1.5, np.array([0.5, 0.75, -1.0])))
    preview_parts("merge", merged, {"m": (), "l": (), "o": (3,)})
show(lambda: draw_blocks(merge))

# %% [markdown]
# ## Part 4: fewer pairs
#
# An image of $h \times w$ patches is a text of $N = hw$ tokens, and full attention looks at all
# $N^2$ pairs. Do distant patches have to see each other in every layer? **The patch in row $y$ and
# column $x$ has number $i = yw + x$**, counted from 0: row after row. A *mask* is an array
# $(hw, hw)$ of bools; entry $[i, j]$ is `True` where patch $i$ sees patch $j$. (In problem set 2
# `True` meant the opposite, *ignore*.) Scores and weighted sums cost in proportion to the pairs
# that are seen.
#
# - **local:** a patch sees the square of $(2r+1) \times (2r+1)$ patches around it, as far as that
#   lies in the image;
# - **axial:** it sees its row and its column ([Ho et al. 2019](https://arxiv.org/abs/1912.12180));
# - **windows:** the image is cut into squares, and a patch sees its own
#   ([Liu et al. 2021](https://arxiv.org/abs/2103.14030)).
#
# In all three it sees itself.

# %% figure folded include="cells/patterns_figure.py"

# %% folded given="pattern_pictures" include="cells/patterns.py"

# %% [markdown]
# ### 4.1 Local and axial (<<sparse_patterns>>, 1 for each function)
#
# Build the masks, for images of any size. Then count: `local_pairs(h, w, r)` and
# `axial_pairs(h, w)` are the numbers of pairs $(i,j)$ with `True` in these masks.
#
# | function | result |
# |---|---|
# | `local_mask(h, w, r)`, `axial_mask(h, w)` | a bool array of shape $(hw, hw)$ |
# | `local_pairs(h, w, r)`, `axial_pairs(h, w)` | a whole number |
#
# **Convention.** At a border the square is cut off: no patch beyond it is made up, and none is seen
# in its place on the other side. `local_pairs` is asked for $1\le r < h$ and $r < w$ only,
# `local_mask` for larger $r$ as well.
#
# **Points.** For images of different sizes. Counting the entries of your mask is a right answer,
# too; a formula is one that you can still ask for 4,096 patches, as the table below does. The table
# also says after how many layers each patch can know of every other. A count that is right for your
# own mask is right, if one known mistake explains that mask.


# %% answer="sparse_patterns"
def local_mask(h, w, r):
    """bool (h w, h w): True where patch j lies in the (2r + 1)² square around patch i."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    return (np.abs(y[:, None] - y) <= r) & (np.abs(x[:, None] - x) <= r)
    ### END SOLUTION


def axial_mask(h, w):
    """bool (h w, h w): True where patches i and j lie in one row or one column."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    return (y[:, None] == y) | (x[:, None] == x)
    ### END SOLUTION


def local_pairs(h, w, r):
    """Number of pairs in local_mask(h, w, r), for r < h and r < w."""
    ### BEGIN SOLUTION
    # Of n places in a line, 2r + 1 see each other, less r + (r - 1) + ... + 1 at either end.
    rows, columns = (n * (2 * r + 1) - r * (r + 1) for n in (h, w))
    return rows * columns
    ### END SOLUTION


def axial_pairs(h, w):
    """Number of pairs in axial_mask(h, w)."""
    ### BEGIN SOLUTION
    return h * w * (h + w - 1)
    ### END SOLUTION


# %% folded test="sparse_patterns"
# Types and shapes, pictures, and a table.
for function, sizes in ((local_mask, (5, 7, 1)), (axial_mask, (5, 7))):
    preview_mask(function, *sizes)
preview_count(local_pairs, h=5, w=7, r=1)
preview_count(axial_pairs, h=5, w=7)
show(lambda: draw_patterns(local_mask, axial_mask))
show(lambda: print_patterns(local_mask, axial_mask, local_pairs, axial_pairs))

# %% [markdown] written="sparse_written"
# ### 4.2 Two patterns of your own (<<sparse_written>>, graded by a person)
#
# For long texts people also let a token see every second or third one, or let a few tokens see, and
# be seen by, all others ([Beltagy et al. 2020](https://arxiv.org/abs/2004.05150), section 3.1).
# Devise *two* patterns for $h \times w$ patches that are neither local nor axial nor windows that
# stay where they are. These two, carried over to a grid, are allowed; so are further tokens, and
# patterns that change from layer to layer (then say it all of each kind of layer). 2 points for
# each:
#
# - which patches patch $(y,x)$ sees, so exactly that somebody could program it, and what that saves
#   (0.5);
# - the number of pairs as a formula, at least its leading terms for large images, and for
#   $16 \times 16$ patches and $d=512$ the FLOPs of scores and weighted sums, in one head, beside
#   those of full attention (1);
# - the price: which patches can't see each other in one layer, and after how many every patch can
#   know of every other, or that it never does (0.5).
#
# ### BEGIN SOLUTION
#
# Full attention has $256^2 = 65{,}536$ pairs here and costs
# $4 \cdot 512 \cdot 65{,}536 = 134{,}217{,}728$ FLOPs.
#
# **Local, with global tokens.** The $3 \times 3$ square around each patch ($r=1$), and $G$ further
# tokens that see everything and are seen by everything. With $c(n) = n(2r+1) - r(r+1)$ the squares
# are $c(h)\,c(w)$ pairs; the tokens add $2NG + G^2$: linear in $N$. For $G=2$: $46^2 = 2{,}116$,
# and $2{,}116 + 1{,}024 + 4 = 3{,}144$ pairs, $6{,}438{,}912$ FLOPs, a twenty-first. The price:
# distant patches meet only in the few numbers of a global token. After two layers every patch knows
# of every other, in that summary.
#
# **Dilated.** A patch sees those whose row and column differ from its own by $-\delta$, 0 or
# $\delta$. In a line of $n \geq \delta$ that is $n + 2(n-\delta)$ pairs, on the grid
# $(3h - 2\delta)(3w - 2\delta) \approx 9N$. For $\delta=4$: $40^2 = 1{,}600$ pairs, $3{,}276{,}800$
# FLOPs, a forty-first. The price: only patches whose coordinates agree modulo $\delta$ see each
# other, and more layers don't help, unless $\delta$ changes: with $\delta = 8, 4, 2, 1$ in turn
# every difference up to 15 is a sum of some of them, and four layers are enough.
#
# **Shifted windows** (another answer). Windows of $M \times M$, moved by $M/2$ in every second
# layer: $NM^2$ pairs in a layer whose windows fit; $4{,}096$ pairs, $8{,}388{,}608$ FLOPs, for
# $M=4$. Windows that stay never connect the image; shifted ones let news travel about $M/2$ patches
# per layer.
#
# === BEGIN MARK SCHEME ===
#
# For each of the two patterns:
#
# | points | for |
# |---|---|
# | 2 × 0.5 | the pattern, defined exactly, borders included; different in kind from local, axial, fixed windows and from the other one (a smaller $r$ is no new pattern) |
# | 2 × 0.5 | the number of pairs, in leading terms at least, and that it grows more slowly than $N^2$ |
# | 2 × 0.5 | the FLOPs for $16 \times 16$ patches, $4 \cdot 512$ per pair by their own formula, beside $134{,}217{,}728$ |
# | 2 × 0.5 | the price: pairs that are not seen, and the number of layers, or "never" |
#
# Random pairs, strides along rows only, pooled keys, attention to a coarser grid are all fine, if
# the three things are there. Linear attention and low-rank keys are ideas of another kind: they
# don't leave out pairs, and earn nothing here. A slip in a number that follows from a right formula
# costs 0.25. === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 4.3 Patches or channels (<<davit>>)
#
# $X$ of shape $(n,d)$ holds $n$ patches, one per row, with $d$ channels. Its columns are vectors,
# too, and can attend to each other. DaViT alternates both kinds of layers
# ([Ding et al. 2022](https://arxiv.org/abs/2204.03645)):
#
# | function | who attends to whom | queries, keys and values are |
# |---|---|---|
# | `patch_attention_flops(n, d)` | patches to patches, with all their channels | the $n$ rows |
# | `channel_attention_flops(n, d)` | channels to channels, with all their patches | the $d$ columns |
#
# What does each cost?
#
# **Convention.** Only the core counts: scores and weighted sums (P2). The softmax is free (P5), and
# the projections, which are the same in both, are left out. One head, no windows, no groups.
#
# **Points.** 1.5 for each. *The picture*, in which the image grows, needs formulas; a loop is
# graded all the same.


# %% answer="davit"
def patch_attention_flops(n, d):
    """FLOPs of scores and weighted sums where n patches attend to each other."""
    ### BEGIN SOLUTION
    scores = 2 * n * d * n
    weighted_sums = 2 * n * n * d
    return scores + weighted_sums
    ### END SOLUTION


def channel_attention_flops(n, d):
    """FLOPs of scores and weighted sums where d channels attend to each other."""
    ### BEGIN SOLUTION
    scores = 2 * d * n * d
    weighted_sums = 2 * d * d * n
    return scores + weighted_sums
    ### END SOLUTION


# %% test="davit"
preview_count(patch_attention_flops, n=13, d=7)
preview_count(channel_attention_flops, n=13, d=7)
show(lambda: draw_davit(patch_attention_flops, channel_attention_flops))

# %% [markdown]
# *Why it matters.* Which of the two is cheaper depends on the image. DaViT divides both, patches
# into windows and channels into groups: then the cost is linear in the number of patches and in
# that of channels, whichever is larger.

# %% [markdown]
# ## Part 5: budgets
#
# Memory, money, time: what do your counts say about a machine that exists?
#
# ### 5.1 The cache (<<grouped_queries>>)
#
# A model that writes keeps the keys and values of every token so far, in every layer. To keep less,
# several query heads share a head of keys and values, *grouped queries*
# ([Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)): Llama 3 8B has 32 heads of queries and
# 8 of keys and values ([Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3). How many
# bytes does the cache of a batch of sequences take?
#
# | argument | meaning |
# |---|---|
# | `n_layers` | layers |
# | `n_kv_heads` | heads of keys and values in a layer; however many heads of queries there are |
# | `d_head` | width of a head, of a key as of a value |
# | `n_tokens`, `batch` | tokens in each sequence; sequences |
# | `bytes_per_value` | bytes that one number takes, an int |
#
# **Points.** Half of them if one mistake with a name explains every difference.


# %% answer="grouped_queries"
def kv_cache_bytes(n_layers, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    """Bytes of the keys and values of a batch of sequences."""
    ### BEGIN SOLUTION
    keys_and_values = 2 * n_kv_heads * d_head
    return n_layers * keys_and_values * n_tokens * batch * bytes_per_value
    ### END SOLUTION


# %% test="grouped_queries"
preview_count(
    kv_cache_bytes, n_layers=3, n_kv_heads=5, d_head=7, n_tokens=11, batch=13, bytes_per_value=2
)

# %% [markdown]
# *Why it matters.* The cache competes with the weights for memory, and it is what fills up when
# many people are served long texts. How many sequences would fit into 80 GB, beside 16 GB of
# weights, without sharing?

# %% figure folded include="cells/cache_bytes.py"

# %% [markdown]
# ### 5.2 How large, how long (<<compute_optimal>>)
#
# A budget of FLOPs buys a large model that reads little or a small one that reads much.
# [Hoffmann et al. 2022](https://arxiv.org/abs/2203.15556) trained hundreds of models and fitted the
# loss of one with $N$ weights after $D$ tokens (there, section 3.3):
#
# $$
# \ell(N, D) = E + \frac{A}{N^{\alpha}} + \frac{B}{D^{\beta}} .
# $$
#
# For which $N$ and $D$ is $\ell$ smallest, if training on $D$ tokens has to cost *exactly* `flops`?
# A token costs as many FLOPs for each of the $N$ weights as by your count in `training_cost`; what
# follows from that count is right. Return `(n_params, n_tokens)`, two numbers that needn't be
# whole.
#
# **Convention.** `coefficients` is a dict with the keys `"E"`, `"A"`, `"alpha"`, `"B"`, `"beta"`.
# `CHINCHILLA` has the numbers that the paper prints; the tests use others as well, and `flops` from
# $10^{18}$ to $10^{26}$. Answers are compared to a relative precision of $10^{-3}$, so that you may
# search for the minimum as well as derive it.
#
# **Points.** 1.5 for each of the two.

# %% given="scaling_law"
CHINCHILLA = {"E": 1.69, "A": 406.4, "alpha": 0.34, "B": 410.7, "beta": 0.28}


def predicted_loss(n_params, n_tokens, coefficients):
    """The fitted loss of a model with so many weights after so many tokens."""
    c = coefficients
    return c["E"] + c["A"] / n_params ** c["alpha"] + c["B"] / n_tokens ** c["beta"]


# %% answer="compute_optimal"
def compute_optimal(flops, coefficients):
    """(n_params, n_tokens) with the smallest predicted loss that cost `flops` to train."""
    ### BEGIN SOLUTION
    A, alpha = coefficients["A"], coefficients["alpha"]
    B, beta = coefficients["B"], coefficients["beta"]
    # With D = flops / (6 N), the derivative by log N is 0 where
    # alpha A / N^alpha = beta B / D^beta.
    ratio = (alpha * A / (beta * B)) ** (1 / (alpha + beta))
    n_params = ratio * (flops / 6) ** (beta / (alpha + beta))
    return n_params, flops / (6 * n_params)
    ### END SOLUTION


# %% test="compute_optimal"
with sanity_check():
    found = compute_optimal(1e21, CHINCHILLA)
    assert isinstance(found, (tuple, list)), f"expected a tuple, not {type(found).__name__}"
    assert len(found) == 2, f"expected (n_params, n_tokens), not {len(found)} entries"
    for name, value in zip(("n_params", "n_tokens"), found, strict=True):
        preview_shape(name, value, ())

# %% [markdown]
# *Why it matters.* The same authors trained Chinchilla by such estimates: 70 billion weights and
# 1.4 trillion tokens, 20 for each weight, and it beat models four times its size. Their rounded
# coefficients, which you used, don't give 20 at that budget. Optima as flat as these (look at the
# curves) leave much room, and others who fitted the same data anew found other coefficients
# ([Besiroglu et al. 2024](https://arxiv.org/abs/2404.10102)).

# %% figure folded include="cells/optimum_figure.py"

# %% [markdown]
# ### 5.3 What a machine makes of it (<<utilisation>>)
#
# **Training.** The *model FLOPs utilisation* is the part of a machine's peak that goes into FLOPs
# which the model needs ([Chowdhery et al. 2022](https://arxiv.org/abs/2204.02311), section 4.1).
# What is it, when `tokens_per_second` are trained on in dense sequences of $n$ tokens, and the
# machine could do `peak_flops` a second?
#
# **Convention.** What a token needs is one $n$-th of the products of `dense_flops`, scores and
# weighted sums included, and of their backward pass. The backward pass of each product is counted
# as in `training_cost`, also that of scores and weighted sums.
#
# **Decoding.** A step of decoding makes the $t$-th token of each of `batch` sequences. How many
# FLOPs does it do for each byte that it reads?
#
# **Convention.** The FLOPs are those of `decode_flops`, for each sequence. Read are: all $N$
# weights, *once* for the whole batch; and for each sequence the cache of its $t$ tokens, the new
# one included, with as many heads of keys and values as of queries. A number takes
# `bytes_per_value` bytes. Nothing else is read, and writing is free.
#
# **Points.** 1.5 for each function, four cases each.


# %% answer="utilisation"
def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    """Part of the peak that goes into what training needs, a number from 0 to 1."""
    ### BEGIN SOLUTION
    per_token = 3 * dense_flops(n, d_model, n_heads, n_layers, d_ff) / n
    return tokens_per_second * per_token / peak_flops
    ### END SOLUTION


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    """FLOPs per byte read, in a step that makes the t-th token of each sequence."""
    ### BEGIN SOLUTION
    flops = batch * decode_flops(t, d_model, n_heads, n_layers, d_ff)
    weights = bytes_per_value * non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    d_head = d_model // n_heads
    cache = kv_cache_bytes(n_layers, n_heads, d_head, t, batch, bytes_per_value)
    return flops / (weights + cache)
    ### END SOLUTION


# %% test="utilisation"
with sanity_check():
    used = model_flops_utilisation(1e5, 13, **EXAMPLE, peak_flops=1e12)
    preview_shape("utilisation", used, ())
    intensity = decode_intensity(13, 4, **EXAMPLE, bytes_per_value=2)
    preview_shape("intensity", intensity, ())

# %% [markdown]
# *Why it matters.* A machine that can do 312 TFLOP/s but read 2 TB/s (an A100) is busy only with
# more than 156 FLOPs for each byte; below that it waits for memory
# ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)). The *roofline* has your numbers
# on it. A larger batch shares the weights, and nobody's cache: what is the most that a batch can do
# at this length?

# %% figure folded include="cells/roofline.py"

# %% [markdown]
# ### 5.4 A plan (<<budget>>)
#
# Now size a model, its cache and its training run. You have `flops` to train with. The model has
# `n_layers` layers, as many heads, heads of width 128 (so $d_\text{model}=128\,L$) and
# $d_\text{ff}=4\,d_\text{model}$. Return a dict with
#
# | key | the number |
# |---|---|
# | `"n_layers"` | the largest $L\geq 1$ whose $N$ is at most the `n_params` of `compute_optimal`; 1 if there is none |
# | `"sequences"` | how many sequences of `n_tokens` tokens can be cached at a time beside the $N$ weights of this model in `memory` bytes: a whole number, as `12` or `12.0`; 0 if none |
# | `"days"` | of training this model (with its own $N$) on the `n_tokens` of `compute_optimal`, not rounded, at `flops_per_second` |
#
# **Convention.** Weights and cache take 2 bytes a number, and there are as many heads of keys and
# values as of queries. A day has 86,400 seconds. Training costs what `training_cost` says, also
# where the budget is too small for a layer and one layer costs more than `flops`. (The argument
# `n_tokens` is the length of a sequence; what `compute_optimal` returns under that name is the
# tokens to train on.)
#
# **Points.** 1 for each number, for five budgets, one of which is too small for a layer.
# `"sequences"` and `"days"` are right, too, for your own `n_layers`, and all three by your own
# earlier answers, if no `n_layers` is off by more than a factor of 2 and a larger budget gives
# more.


# %% answer="budget"
def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    """A plan: a dict with n_layers, sequences and days."""
    ### BEGIN SOLUTION
    best_size, training_tokens = compute_optimal(flops, coefficients)

    def sizes(n_layers):  # d_model, n_heads, n_layers, d_ff
        return 128 * n_layers, n_layers, n_layers, 512 * n_layers

    n_layers = 1
    while non_embedding_parameters(*sizes(n_layers + 1)) <= best_size:
        n_layers += 1
    left = memory - 2 * non_embedding_parameters(*sizes(n_layers))
    sequences = int(left // kv_cache_bytes(n_layers, n_layers, 128, n_tokens, 1, 2))
    seconds = training_flops_per_token(*sizes(n_layers)) * training_tokens / flops_per_second
    return {"n_layers": n_layers, "sequences": max(sequences, 0), "days": seconds / 86_400}
    ### END SOLUTION


# %% test="budget"
with sanity_check():
    plan = budget(1e21, 80e9, 2048, 1e15, CHINCHILLA)
    assert isinstance(plan, dict), f"expected a dict, not {type(plan).__name__}"
    for key in ("n_layers", "sequences", "days"):
        preview_shape(key, plan.get(key), ())

# %% [markdown]
# Here is what your plan says of three budgets. Guess before you run it: with a hundred times the
# FLOPs, how many times as large is the model?

# %% figure folded include="cells/plans.py"

# %% [markdown]
# The counts that you began with fit on a page. They tell what a model costs that nobody has built
# yet, within the precision at which anybody plans: that is what they are for.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
