# %% [markdown]
# # Problem set 3: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# GPT-2 small of 2019 and Llama 3.1 70B of 2024 are stacks of nearly the same block, though one has
# five hundred times as many weights as the other. In this set you ask of each part of that block
# why it is there: what it computes, what it costs, and what goes wrong without it.
#
# | part | question | points |
# |---|---|---|
# | 1 | How far can a token see, and what does it pay for it? | <<points receptive_field attention_counts head_costs>> |
# | 2 | What does a block cost, and why are all equally wide? | <<points multi_head_* bottleneck same_size_written>> |
# | 3 | What does layer norm do to a token, forwards and backwards? | <<points norm_* layer_norm*>> |
# | 4 | What does BERT learn from? | <<points bert_*>> |
# | 5 | How does attention read an image? | <<points spatial_attention>> |
# | 6 | What is wrong with a printed answer? | <<points dense_audit>> |
#
# - Answers go where it says *Replace this line* or *Write your answer here*, in any order. *Run
#   All* goes through with questions still open.
# - An answer may call your other answers and cells that you add. What follows from your own earlier
#   count is right where the question says so, if that count earned half of its points or has one
#   mistake, which the feedback names.
# - The cell after each answer looks at its *type, shape and wiring*. It doesn't know the right
#   answer, and nbgrader's *Validate* runs no other tests: its *Success!* says that these cells have
#   nothing to complain about.
# - *By terms* means that each term of a formula that is right earns its part. To count by another
#   convention than the one that is given costs a quarter of the points, once.
# - Where the answer is no formula and one known mistake explains all that is wrong, you keep at
#   least half of the points.
# - Numbers in arrays are compared to a relative precision of $10^{-7}$; an absolute error below
#   $10^{-9}$ isn't charged, except in 3.6. A list in place of an array costs a quarter of its
#   points; a function that changes its arguments, or gives something else when called again, a
#   quarter of what its values earn.
# - Some cells are folded: tools and drawings that you can use without reading them.
# - You need numpy and matplotlib. How answers are graded is described in the guide for students,
#   [student.md](student.md), which comes with this notebook.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="tools" include="../shared/showing.py ../shared/previews.py ../shared/preview_growth.py ../shared/needs.py cells/heads.py"

# %% [markdown]
# ## The block
#
# Tokens are rows in all of this set: $X$ has shape $(N, D)$, a row of $D$ numbers for each of $N$
# tokens.
#
# Each block adds something to $X$ twice: first what its attention makes of it, with $H$ heads of
# width $e$, then what a feed-forward block makes of each token. A layer norm stands before each of
# them.

# %% figure folded include="cells/block_figure.py"

# %% [markdown]
# Two models will turn up again and again. (GPT-2:
# [Radford et al. 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf).
# Llama: [Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3.)
#
# | | GPT-2 small | Llama 3.1 70B |
# |---|---|---|
# | blocks | 12 | 80 |
# | width of a token, $D$ | 768 | 8,192 |
# | heads, $H$, of width $e$ | 12 of 64 | 64 of 128; eight of them at a time share their keys and values |
# | longest text, in tokens | 1,024 | 131,072 |
# | weights | 124,439,808 in the files that were released, of which 84,934,656 are in the matrices of its blocks | about 70 billion |

# %% [markdown]
# ## Part 1: heads and layers
#
# How far can a token see, and what does it pay for it? You find out how many layers it takes to
# hear of a whole text, how few weights that takes, and what one more head costs.
#
# ### 1.1 How far a token can see (<<receptive_field>>)
#
# A trained softmax often has one large weight and many small ones. Suppose it has *only* one: each
# head copies to a token the value of one token. A node at layer $n$ is then made of few of the
# input's positions. In this picture it is the red one at the top, and its heads are badly chosen:
# all of them look next door, where much has been heard of already.

# %% figure folded include="cells/reach_figure.py"

# %% [markdown]
# How many positions of the input can reach a node *at most*, with `n_heads` heads in each of
# `n_layers` attention layers? Unfold the cell above and try other offsets in its last lines first
# (with `n_tokens=41`, so that nothing ends at the border), then find the rule.
#
# **Conventions.**
#
# - A head copies the value of exactly one token to each token. Which one may differ from head to
#   head, layer to layer and token to token; choose them so that as many positions as possible come
#   together. Nothing is masked.
# - Through the residual connection each token keeps its own value as well.
# - A position reaches a node if its vector is in the sum that the node holds. To have had a say in
#   where a head looks isn't enough.
# - `n_layers` layers, 1 or more, lie between the input and the node. Feed-forward blocks mix no
#   tokens and don't matter here.
# - The text has `seq_len` tokens. `seq_len=None` means that it is as long as you like.
#
# **Points.** 1.5 for texts as long as you like, 0.5 for texts of `seq_len` tokens.


# %% answer="receptive_field"
def receptive_field(n_heads, n_layers, seq_len=None):
    """The largest number of input positions that can reach a node after n_layers layers."""
    ### BEGIN SOLUTION
    # Each layer gathers the fields of the token itself and of n_heads others: at best they are
    # disjoint.
    reached = (n_heads + 1) ** n_layers
    return reached if seq_len is None else min(reached, seq_len)
    ### END SOLUTION


# %% test="receptive_field"
preview_calls(receptive_field, dict(n_heads=7, n_layers=3), dict(n_heads=7, n_layers=3, seq_len=11))

# %% [markdown]
# *Why it matters.* Guess, then run: after how many layers can a token of GPT-2 small have heard of
# all 1,024 tokens, if its heads look where it is best, and one of Llama 3.1 70B of all 131,072?
# (These models are causal: take the last token.)

# %% figure folded include="cells/depth.py"

# %% [markdown]
# That is what depth buys in principle, and so few of a model's layers would do that others must
# have another use. Trained models can also spare many of their heads: in a translation model and in
# BERT most heads could be taken out one at a time without much harm
# ([Michel et al. 2019](https://arxiv.org/abs/1905.10650)).

# %% [markdown]
# ### 1.2 Few weights for any length (<<attention_counts>>, 0.6 for each entry)
#
# Self-attention with one head as wide as a token maps $X$, of shape $(N, D)$, to an array of the
# same shape:
#
# $$
# Q = X W_q^\top + b_q, \qquad K = X W_k^\top + b_k, \qquad V = X W_v^\top + b_v, \qquad
# A = \mathrm{softmax}\!\left(Q K^\top / \sqrt{D}\right), \qquad \text{output } A V .
# $$
#
# $Q$, $K$ and $V$ are as large as $X$; a bias is added to every row alike. How many numbers is
# that, and how many would a plain fully connected layer take for the same map? Return a dict:
#
# | entry | counts |
# |---|---|
# | `"qkv_weights"` | the entries of $W_q$, $W_k$ and $W_v$ together |
# | `"qkv_biases"` | the entries of $b_q$, $b_k$ and $b_v$ together |
# | `"attention_weights"` | the entries of $A$ |
# | `"dense_weights"` | the weights of one fully connected layer from all $ND$ numbers of $X$ to all $ND$ numbers of the output |
# | `"dense_biases"` | the biases of that layer |
#
# **Convention.** Nothing is masked, and there is no output projection. Every entry of $A$ counts,
# though each row sums to 1.


# %% answer="attention_counts"
def attention_counts(n, d):
    """Numbers in self-attention on n tokens of width d, and in a dense layer: a dict of five."""
    ### BEGIN SOLUTION
    return {
        "qkv_weights": 3 * d**2,
        "qkv_biases": 3 * d,
        "attention_weights": n**2,
        "dense_weights": (n * d) ** 2,
        "dense_biases": n * d,
    }
    ### END SOLUTION


# %% test="attention_counts"
COUNTED = ["qkv_weights", "qkv_biases", "attention_weights", "dense_weights", "dense_biases"]
preview_counts(attention_counts, COUNTED, n=7, d=5)

# %% [markdown]
# *Why it matters.* Your counts for the two models, at their longest texts. How many times as many
# weights would the dense layer have? And which of the two could read a text that is one token
# longer?

# %% figure folded include="cells/dense.py"

# %% [markdown]
# ### 1.3 What one more head costs (<<head_costs>>: 1 for the weights, 3 for the FLOPs, by terms)
#
# Now $H$ heads of width $e$ read $X$, of shape $(N, D)$. Head $h$ has its own queries, keys and
# values, each of shape $(N, e)$. The heads' outputs, side by side, go through $W_o$ back to width
# $D$:
#
# $$
# Q_h = X W_{q,h}^\top, \quad K_h = X W_{k,h}^\top, \quad V_h = X W_{v,h}^\top, \qquad
# O_h = \mathrm{softmax}\!\left(Q_h K_h^\top / \sqrt{e}\right) V_h, \qquad
# \text{output } [O_1, \dots, O_H]\, W_o^\top .
# $$
#
# `head_weights` returns the number of entries of all these matrices, `head_flops` the FLOPs from
# $X$ to the output.
#
# | argument | `n` | `d` | `n_heads` | `d_head` |
# |---|---|---|---|---|
# | meaning | $N$ | $D$ | $H$ | $e$ |
#
# **Conventions.** $W_o$ is included. There are no biases; the softmax is free with its factor (P5),
# and so is putting the heads side by side. The width of a head is an argument of its own: often
# $e = D/H$, but not always, and the tests ask for any. A function that is right only where $D = He$
# earns half. What is wrong with a matrix in the weights, and told there, isn't charged again in the
# FLOPs; where a matrix is missing, or too small, it isn't charged in 2.1 either.


# %% answer="head_costs"
def head_weights(n, d, n_heads, d_head):
    """Number of weights of n_heads heads of width d_head on tokens of width d."""
    ### BEGIN SOLUTION
    queries_keys_values = 3 * n_heads * d_head * d
    output = d * n_heads * d_head
    return queries_keys_values + output
    ### END SOLUTION


def head_flops(n, d, n_heads, d_head):
    """FLOPs of these heads for one sequence of n tokens."""
    ### BEGIN SOLUTION
    queries_keys_values = 3 * n_heads * (2 * n * d * d_head)
    scores = n_heads * (2 * n * d_head * n)
    weighted_sums = n_heads * (2 * n * n * d_head)
    output = 2 * n * n_heads * d_head * d
    return queries_keys_values + scores + weighted_sums + output
    ### END SOLUTION


# %% test="head_costs"
preview_count(head_weights, n=13, d=7, n_heads=3, d_head=5)
preview_count(head_flops, n=13, d=7, n_heads=3, d_head=5)

# %% [markdown]
# *Why it matters.* Guess first: GPT-2 small has 12 heads of width 64. What would change with one
# head of width 768, with 96 of width 8, and with 12 of width 768? The last column counts what the
# softmax works on. And what part of the model's block weights is in its attention?

# %% figure folded include="cells/heads_table.py"

# %% [markdown]
# ## Part 2: what a block costs
#
# In this part the heads together are as wide as a token, $D = He$, as in GPT-2 and Llama. What does
# attention cost when it reads one text for another, when is it the expensive half of a block, and
# what makes all blocks equally wide?
#
# ### 2.1 When others are asked (<<multi_head_flops>>, by terms)
#
# In a translation model the decoder's tokens ask and the encoder's are asked: the queries come from
# $n_t$ tokens, keys and values from $n_s$ other ones. All are rows of width $D = He$. How many
# FLOPs do the matrix products of this multi-head attention take, for one sequence of each kind?
#
# | argument | `n_t` | `n_s` | `d_head` | `n_heads` |
# |---|---|---|---|---|
# | meaning | tokens that ask | tokens that are asked | $e$ | $H$ |
#
# **Convention.** Matrix products only, that with $W_o$ included: each costs $2mnp$ for
# $(m \times n)(n \times p)$. No biases, and nothing is masked. The softmax and moving heads around
# are no products. A misreading of the projections that the feedback names costs half at most.


# %% answer="multi_head_flops"
def multi_head_flops(n_t, n_s, d_head, n_heads):
    """FLOPs of the products of multi-head attention: n_t tokens ask, n_s are asked."""
    ### BEGIN SOLUTION
    d_model = n_heads * d_head
    queries = 2 * n_t * d_model**2
    keys_and_values = 2 * (2 * n_s * d_model**2)
    scores = n_heads * (2 * n_t * d_head * n_s)
    weighted_sums = n_heads * (2 * n_t * n_s * d_head)
    output = 2 * n_t * d_model**2
    return queries + keys_and_values + scores + weighted_sums + output
    ### END SOLUTION


# %% test="multi_head_flops"
preview_count(multi_head_flops, n_t=7, n_s=11, d_head=5, n_heads=3)

# %% [markdown]
# *Why it matters.* A model that writes has one new token that asks, and all before it are asked.
# Your count for a layer of GPT-2 small: how much cheaper is one asker than a whole text of them?
# What makes one so expensive, and what would you keep in memory to avoid it? (Problem set 4 does.)

# %% figure folded include="cells/one_more_token.py"

# %% [markdown]
# #### Which terms stay? (<<multi_head_growth>>)
#
# An exact count has coefficients that depend on conventions. Its growth doesn't: what if one size
# gets large, or several at once, at any speeds? Return *any* function in the class $\Theta(\dots)$
# of the cost of multi-head attention, in the same four sizes. Constant factors and terms that are
# dominated whatever the sizes are make no difference: `5*n*n + n` is as good as `n**2`.
#
# A sum is the answer only if each of its terms is the largest somewhere. For each of yours, can you
# say for which sizes it is?
#
# **Convention.** Everything is charged: the products, and the softmax, which costs a constant for
# each score of each head. Sizes are at least 1.
#
# **Points.** All for the right class. Half for one that is nowhere too small, or nowhere too large,
# if it is right for at least two of the four sizes: when this size grows and the other three are
# fixed. Nothing where some of the sizes are only added up or multiplied, or the largest is taken,
# unless the feedback knows what that is the cost of.


# %% answer="multi_head_growth"
def multi_head_growth(n_t, n_s, d_head, n_heads):
    """Growth of the cost of multi-head attention, for n_t queries and n_s keys and values."""
    ### BEGIN SOLUTION
    d_model = d_head * n_heads
    return (n_t + n_s) * d_model**2 + n_t * n_s * d_model
    ### END SOLUTION


# %% test="multi_head_growth"
preview_growth(multi_head_growth, n_t=7, n_s=11, d_head=5, n_heads=3)

# %% [markdown]
# ### 2.2 The bottleneck (<<bottleneck>>: 0.5 for each entry, 2 for the length)
#
# What takes most of the FLOPs of multi-head attention (without the feed-forward block), where the
# tokens are wide and the text is short, and where the tokens are narrow and the text is long?
# Choose one option for each entry of the dict `bottleneck`:
#
# | entry | when |
# |---|---|
# | `"short"` | $D$ is large, the text is short |
# | `"long"` | $D$ is small (but no head is narrower than 64), the text is long |
#
# The options are `"projections"` (the products with $W_q, W_k, W_v, W_o$), `"scores and sums"`
# ($QK^\top$ and $AV$ in each head), `"softmax"` (a few operations for each score, if they were
# charged), and `"moving heads"` (splitting arrays into heads, and putting the heads side by side).
#
# And where is the border? `crossover_seq_len` returns the length $N$ at which the scores and
# weighted sums of a block cost as many FLOPs as all its other products, by the count of 2.1 with
# $n_t = n_s = N$.
#
# | argument | `d_model` | `ffn_mult` |
# |---|---|---|
# | meaning | $D = He$ | $f$: the hidden layer of the feed-forward block has width $fD$; `0` if there is no such block |
#
# **Conventions.** The other products are the four projections and those of the feed-forward block,
# which are two: from $D$ to $fD$ and back. No biases; layer norms and the softmax are free. Return
# where both sides are equal, an int or a float, without rounding. What follows from your own count
# in 2.1 is right, too, as long as that count puts the border at the same place for any number of
# heads.


# %% answer="bottleneck"
def crossover_seq_len(d_model, ffn_mult):
    """The length at which scores and weighted sums cost as much as a block's other products."""
    ### BEGIN SOLUTION
    # 4 N² D = 8 N D² + 4 f N D²
    return (2 + ffn_mult) * d_model
    ### END SOLUTION


# bottleneck = {"short": "...", "long": "..."}
### BEGIN SOLUTION
bottleneck = {"short": "projections", "long": "scores and sums"}
### END SOLUTION

# %% test="bottleneck"
with sanity_check():
    length = crossover_seq_len(13, 3)
    preview_shape("crossover_seq_len(13, 3)", length, ())
    preview_arguments(crossover_seq_len, dict(d_model=13, ffn_mult=3), length)
with sanity_check():
    preview_defined("bottleneck", "dict", globals())
    assert isinstance(bottleneck, dict), f"expected a dict, not {type(bottleneck).__name__}"
    OPTIONS = ["projections", "scores and sums", "softmax", "moving heads"]
    for entry in ("short", "long"):
        preview_choice(entry, bottleneck.get(entry), OPTIONS)

# %% [markdown]
# *Why it matters.* The cost of a layer against the length of the text, by your `multi_head_flops`,
# and your crossovers without a feed-forward block (solid) and with one of $f = 4$ (dashed): do they
# stand where the lines cross? On which side of them do the two models live? (Llama's feed-forward
# block has three products and its keys and values are shared, so that its true lines lie a little
# elsewhere.)

# %% figure folded include="cells/bottleneck_figure.py"

# %% [markdown]
# ### 2.3 As much out as in (<<same_size_written>>, graded by a person)
#
# Attention as such could give out tokens of another width: a $W_o$ of shape $(D', He)$ would do.
# Yet in every block the tokens come out as wide as they went in.
#
# - Which operation of the block needs that? What would it take to keep it with $D' \neq D$: which
#   matrix of which shape, how many weights, how many FLOPs for $N$ tokens? And what would be lost
#   on the way from the first block to the last, or by gradients on their way back? (2 points)
# - What do equal widths give one besides, looking at the whole stack? One thing will do. (1 point)

# %% [markdown] written="same_size_written"
# ### BEGIN SOLUTION
#
# **In the block.** The residual connection adds the input of a part to its output,
# $X + \mathrm{Attention}(X)$, and an addition needs two arrays of one shape. With an output of
# width $D'$ the input would have to be brought to that width first, $X W_r^\top$ with a $W_r$ of
# shape $(D', D)$: $D D'$ more weights and $2 N D D'$ more FLOPs for every such connection. Worse,
# the path past the block would no longer be the identity. As long as it is, what a block has
# written stays there for all later ones unless one of them takes it away, and the derivative of the
# loss reaches each block through a sum with the identity in it; through products of forty matrices
# $W_r$ it may vanish or explode, which is what residual connections were made against.
#
# **In the stack.** Blocks of equal sizes can be stacked to any depth without anything between them:
# one design, one set of sizes, one piece of code. A block can be added, left out or shared, and the
# output layer may read any depth.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the residual connection: an addition (of input and output of the part) needs equal shapes |
# | 0.5 | the repair and its cost: a projection of shape $(D', D)$ (or its transpose) on the residual path, $DD'$ weights and $2NDD'$ FLOPs. MACs, a bias, or zero padding that costs nothing but loses nothing either are fine |
# | 0.5 | the loss: the path is no identity any more, for the signal or for gradients |
# | 1 | the stack: any number of blocks without adapters, one design for all, modularity |
#
# "So that layers can be stacked" alone is the last point only. That matrix products need it earns
# nothing: they don't. === END MARK SCHEME ===
# ### END SOLUTION

# %% folded given="norm_figures" include="cells/norm_figures.py"

# %% [markdown]
# ## Part 3: layer norm
#
# Each block *adds* to what it was given, $x + f(x)$, and the numbers may grow, block by block.
# Layer norm brings every token to one size before a block reads it
# ([Ba et al. 2016](https://arxiv.org/abs/1607.06450)). For a token $x$ with $d$ features, a scale
# $\gamma$, a shift $\beta$ and a small $\varepsilon \geq 0$ it is
#
# $$
# y_j=\gamma_j\, z_j+\beta_j,\qquad z_j=\frac{x_j-\mu}{\sqrt{\sigma^2+\varepsilon}},\qquad \mu=\frac1d\sum_j x_j,\qquad
# \sigma^2=\frac1d\sum_j (x_j-\mu)^2 .
# $$
#
# Tokens are rows; features are the last axis. Every token is normalised by itself.
#
# From here on most answers are arrays; how they are compared stands at the start of the set. Where
# *float32 is fine*, an answer of that type is compared to $10^{-4}$.
#
# ### 3.1 What depends on what? (<<norm_dependence>>)
#
# $X$ has a row for each of $B\geq 3$ tokens and a column for each of $D\geq 3$ features, and is
# turned into $Y$ of the same shape. *Layer norm* takes $\mu$ and $\sigma^2$ of each row. *Batch
# norm* takes them of each column; after training it uses averages that it stored while training,
# and no longer those of the batch at hand. On which entries of $X$ does $y_{i,j}$ depend?
#
# | option | entries of $X$ |
# |---|---|
# | `"i"` | $x_{i,j}$ |
# | `"ii"` | $x_{i',j}$ with $i'\neq i$ |
# | `"iii"` | $x_{i,j'}$ with $j'\neq j$ |
# | `"iv"` | $x_{i',j'}$ with $i'\neq i$ and $j'\neq j$ |
#
# **Points.** 1 for `"layer norm"`, 0.5 each for `"batch norm, training"` and
# `"batch norm, evaluation"`. A set that is only partly right earns nothing.

# %% answer="norm_dependence"
# dependence = {
#     "layer norm": {"...", "..."},
#     "batch norm, training": {"...", "..."},
#     "batch norm, evaluation": {"...", "..."},
# }
### BEGIN SOLUTION
dependence = {
    "layer norm": {"i", "iii"},
    "batch norm, training": {"i", "ii"},
    "batch norm, evaluation": {"i"},
}
### END SOLUTION

# %% test="norm_dependence"
with sanity_check():
    preview_defined("dependence", "dict", globals())
    assert isinstance(dependence, dict), f"expected a dict, not {type(dependence).__name__}"
    for norm in ("layer norm", "batch norm, training", "batch norm, evaluation"):
        preview_choice(norm, dependence.get(norm), ["i", "ii", "iii", "iv"])

# %% [markdown]
# *Why it matters.* Think of a text that is written token by token, or of a batch with padding in
# it. Which norms give a token the same output whatever stands beside it?

# %% [markdown]
# ### 3.2 Layer norm (<<layer_norm>>)
#
# Normalise `x`, of shape $(\dots,d)$, along its last axis, as in the formula above.
#
# | argument | shape | |
# |---|---|---|
# | `x` | $(\dots,d)$ | tokens, float64; the result has this shape |
# | `gamma`, `beta` | $(d,)$, or numbers | scale and shift |
# | `eps` | a number $\geq 0$ | |
#
# **Convention.** $\sigma^2$ is the mean over all $d$ features, not $d-1$; $\varepsilon$ is added to
# the variance, inside the root. The mean of a token can be a million times its spread: float32 has
# too few digits for that. A token without any spread comes with $\varepsilon>0$.
#
# **Points.** Half a point each for one token, a matrix of tokens, three axes, numbers as `gamma`
# and `beta` (these four to a precision of $10^{-5}$), a variance as small as $\varepsilon$, a large
# mean.
#
# *The picture* shows tokens before and after; then 24 blocks as they are when training begins, with
# layer norm in either of the two usual places, and without.


# %% answer="layer_norm"
def layer_norm(x, gamma, beta, eps):
    """Layer norm of x (..., d) along its last axis."""
    ### BEGIN SOLUTION
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = np.mean(centred**2, axis=-1, keepdims=True)
    return gamma * centred / np.sqrt(variance + eps) + beta
    ### END SOLUTION


# %% test="layer_norm"
with sanity_check():
    rng = np.random.default_rng()
    gamma, beta = rng.normal(size=(2, 7))
    preview_shape("one token", layer_norm(rng.normal(size=7), gamma, beta, 1e-5), (7,))
    for what, shape in [("five tokens", (5, 7)), ("three sequences", (3, 5, 7))]:
        try:
            preview_shape(what, layer_norm(rng.normal(size=shape), gamma, beta, 1e-5), shape)
        except Exception as error:
            print(f"{what}: {error}")
show(lambda: draw_stream(layer_norm))

# %% [markdown]
# *Why it matters.* The stream of a model with layer norm inside its branches grows, slowly; the
# last layer norm, before the output, undoes that. Many models leave out the subtraction of the mean
# and $\beta$ ([Zhang and Sennrich 2019](https://arxiv.org/abs/1910.07467)).

# %% [markdown] include="../shared/derivation_rules.md"

# %% folded given="derivations" include="../../examiner/checks/derivations/expressions.py ../../examiner/checks/derivations/comparing.py ../shared/check_lines.py ../shared/two_vectors.py cells/layer_norm_lines.py"

# %% figure include="../shared/derivation_example.py"

# %% [markdown]
# ### 3.3 Line by line: how long is a token now? (<<layer_norm_steps>>)
#
# Let $\gamma$ and $\beta$ be *numbers*, any real ones, the same for all $d$ features, and
# $\varepsilon=0$, $\sigma>0$. Derive what the Euclidean length $\|y-\beta\mathbf 1\|$ of a token is
# after layer norm, where $\mathbf 1$ is a column of $d$ ones: from `norm(y - beta * ones)` to an
# expression in `gamma` and `d` alone.
#
# | vocabulary | what it is |
# |---|---|
# | `x`, `y`, `z`, `ones` | a token, $y=\gamma z+\beta\mathbf 1$, $z=(x-\mu\mathbf 1)/\sigma$, and $\mathbf 1$: columns of $d$ numbers |
# | `mu`, `sigma`, `gamma`, `beta`, `d` | numbers; $\mu$ is the mean of $x$ |
# | `norm(...)` | the Euclidean length of a vector |
# | `sqrt(...)`, `abs(...)` | root and absolute value of a number |
#
# (`sqrt(...)`, or `** 0.5`, takes a sum. `norm(x - mu * ones)` can't be divided by: it has a
# difference in it. Keep `sigma` there.)
#
# | reason | what it says |
# |---|---|
# | `"homogeneity"` | a fact: $\lVert c\,v\rVert=\lvert c\rvert\,\lVert v\rVert$ for a number $c$. Whoever writes `norm(v)` as `sqrt(v.T @ v)` uses it too |
# | `"standard deviation"` | a fact: $\sigma^2$ is the mean square of $x-\mu\mathbf 1$, in other words $\lVert x-\mu\mathbf 1\rVert=\sigma\sqrt d$, or $\lVert z\rVert=\sqrt d$ |
# | `"definition"`, `"algebra"`, `"sigma > 0"` | moves: what $y$, $z$ and $\mu$ stand for; rearranging numbers and vectors; $\lvert\sigma\rvert=\sigma$ |
#
# **Points.** 1 for each of the two facts, 1 for arriving. A step that uses both facts at once earns
# neither of them, nor arrives.

# %% answer="layer_norm_steps"
# layer_norm_steps = [
#     ("=", "...", ""),
#     ("=", "...", "..."),
# ]
### BEGIN SOLUTION
layer_norm_steps = [
    ("=", "norm(y - beta * ones)", ""),
    ("=", "norm(gamma * (x - mu * ones) / sigma)", "definition"),
    ("=", "abs(gamma) * norm(x - mu * ones) / sigma", "homogeneity, sigma > 0"),
    ("=", "abs(gamma) * sqrt(d)", "standard deviation"),
]
### END SOLUTION

# %% test="layer_norm_steps"
with sanity_check():
    preview_defined("layer_norm_steps", "list", globals())
    check_lines(layer_norm_steps, **LAYER_NORM)

# %% [markdown]
# ### 3.4 The length in general (<<layer_norm_radius>>)
#
# Let `gamma` and $\beta$ be numbers, as in 3.3, and $\varepsilon\geq 0$. Return the length
# $\|y-\beta\mathbf 1\|$ of a token after layer norm. `variance` is the token's $\sigma^2$.
#
# **Convention.** `gamma` is any real number; `variance` and `eps` are $\geq 0$, at least one of
# them is positive.
#
# **Points.** 1 for `eps` = 0, 1 for `eps` > 0.
#
# *The picture* has $d=3$, seen from where the three axes look alike.


# %% answer="layer_norm_radius"
def layer_norm_radius(gamma, variance, d, eps):
    """Length of y - beta for a token of d features with this variance."""
    ### BEGIN SOLUTION
    return abs(gamma) * np.sqrt(d * variance / (variance + eps))
    ### END SOLUTION


# %% test="layer_norm_radius"
with sanity_check():
    preview_shape("length", layer_norm_radius(1.5, 2.0, 7, 0.1), ())
show(lambda: draw_spheres(layer_norm, layer_norm_radius))

# %% [markdown] written="layer_norm_written"
# ### 3.5 What the lines don't say (<<layer_norm_written>>, graded by a person)
#
# 1. Take $x=(1,2,6)$, $\gamma=-2$, $\beta=1$, $\varepsilon=0$. Work out $y$ and the length of
#    $y-\beta\mathbf 1$, and name the line of your 3.3 in which it matters that $\gamma$ is
#    negative. (1 point)
# 2. For which tokens does 3.3 say nothing? What does layer norm make of them with $\varepsilon=0$,
#    and with $\varepsilon>0$? (1)
# 3. Prove your result of 3.4 for $\varepsilon>0$. How small must the variance be, compared with
#    $\varepsilon$, for the token to be only half as long as with $\varepsilon=0$? (1)
# 4. In a model $\gamma$ is a vector. Write down $\|y-\beta\|^2$ for $\varepsilon=0$, and show by
#    two tokens with $\gamma=(1,1,2)$ that it depends on the token. On what kind of surface do all
#    outputs lie, if no $\gamma_j$ is 0? (1)
#
# ### BEGIN SOLUTION
#
# **1.** $\mu=3$, $x-\mu\mathbf 1=(-2,-1,3)$, $\sigma^2=14/3$, so $z=(-2,-1,3)\sqrt{3/14}$ and
# $y=\mathbf 1-2z=(1,1,1)+(4,2,-6)\sqrt{3/14}\approx(2.85,\,1.93,\,-1.78)$. The length of
# $y-\mathbf 1$ is $\sqrt{56\cdot 3/14}=\sqrt{12}=2\sqrt 3=|\gamma|\sqrt d$; without the modulus it
# would be $-2\sqrt 3$, which is no length. The line is the one that takes $\gamma$ out of the norm,
# by homogeneity.
#
# **2.** Constant tokens, $x=\mu\mathbf 1$: there $\sigma=0$. With $\varepsilon=0$ layer norm is
# $0/0$, undefined (NaN in code); with $\varepsilon>0$ it gives $z=0$ and $y=\beta\mathbf 1$, of
# distance 0.
#
# **3.** $\|x-\mu\mathbf 1\|=\sigma\sqrt d$ as before, and
# $z=(x-\mu\mathbf 1)/\sqrt{\sigma^2+\varepsilon}$, so
# $\|y-\beta\mathbf 1\|=|\gamma|\sqrt d\,\sigma/\sqrt{\sigma^2+\varepsilon}$. It is half of
# $|\gamma|\sqrt d$ where $4\sigma^2=\sigma^2+\varepsilon$, that is at $\sigma^2=\varepsilon/3$.
#
# **4.** $\|y-\beta\|^2=\sum_j\gamma_j^2 z_j^2$, where $\sum_j z_j=0$ and $\sum_j z_j^2=d$. For
# $x=(1,-1,0)$, $z=\sqrt{3/2}\,(1,-1,0)$ and the sum is 3; for $x=(1,1,-2)$,
# $z=\sqrt{1/2}\,(1,1,-2)$ and it is $\frac12(1+1+16)=9$. The $z$ lie on a sphere (in the plane
# perpendicular to $\mathbf 1$); stretched by $\gamma_j$ along each axis it becomes an ellipsoid
# around $\beta$.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | $y$ and $2\sqrt3$ (0.5); the modulus comes in where $\gamma$ leaves the norm, by homogeneity (0.5) |
# | 1 | constant tokens (0.5); undefined for $\varepsilon=0$ and $y=\beta\mathbf 1$, of length 0, for $\varepsilon>0$ (0.5) |
# | 1 | the formula with its derivation (0.5); $\sigma^2=\varepsilon/3$, or "three times smaller" (0.5) |
# | 1 | $\sum_j\gamma_j^2z_j^2$ with two tokens worked out that differ (0.5); an ellipsoid, or its cut with a plane (0.5) |
#
# In item 3 a formula without the modulus of $\gamma$ is not charged if that was charged in item 1.
# A student whose 3.3 lacks the modulus, and who finds that out in item 1 and says so, earns the
# point. === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 3.6 Backwards (<<layer_norm_backward>>)
#
# Layer norm normalises each row of `x`, of shape $(n,d)$; `dy`, of the same shape, is the gradient
# of a loss with respect to the output. Return the gradients with respect to `x`, `gamma` and
# `beta`. $\beta$ itself is not needed.
#
# | output | $dx$ | $d\gamma$ | $d\beta$ |
# |---|---|---|---|
# | shape | $(n,d)$ | $(d,)$ | $(d,)$ |
# | points | 2 | 1 | 1 |
#
# **Convention.** A gradient has the shape of what it belongs to. `gamma`, of shape $(d,)$, is
# shared by all tokens; $\mu$ and $\sigma^2$ depend on `x`, and that counts. Exact formulas: what is
# measured, by finite differences or complex steps, earns nothing. A row of `x` may be as small as
# $10^{-100}$, beside larger ones and also with $\varepsilon=0$; all of `dy` as small as
# $10^{-200}$. There each entry is compared to a relative precision of $10^{-7}$ without any
# absolute tolerance: however small an error is, it counts. A token without any spread comes with
# $\varepsilon>0$.
#
# **Points.** An array earns its points by being right in every case; a mistake with a name that
# explains every difference leaves 2 of the 4 at least. One case has forty tokens of 6,000 features,
# in 1.5 seconds. A $d\times d$ Jacobian, or a step for each feature, takes too long there: then
# half of what the other cases would earn is yours.
#
# In your notebook, slopes along random directions are measured with your 3.2, and the time of that
# largest case. *The picture* shows the gradients of small and large tokens, and those of the
# weights of 24 blocks when training begins.


# %% answer="layer_norm_backward"
def layer_norm_backward(dy, x, gamma, eps):
    """Gradients (dx, dgamma, dbeta) of a loss, from its gradient dy (n, d) at the output."""
    ### BEGIN SOLUTION
    centred = x - x.mean(axis=1, keepdims=True)
    s = np.sqrt(np.mean(centred**2, axis=1, keepdims=True) + eps)
    z = centred / s
    dz = dy * gamma
    # The mean and the spread of a row move with each of its entries.
    through_mean = dz.mean(axis=1, keepdims=True)
    through_spread = z * np.mean(dz * z, axis=1, keepdims=True)
    dx = (dz - through_mean - through_spread) / s
    return dx, np.sum(dy * z, axis=0), np.sum(dy, axis=0)
    ### END SOLUTION


# %% folded given="slopes" include="cells/slopes.py"

# %% test="layer_norm_backward"
with sanity_check():
    rng = np.random.default_rng()
    dy, x = rng.normal(size=(2, 5, 7))
    gradients = layer_norm_backward(dy, x, rng.normal(size=7), 0.1)
    assert isinstance(gradients, (tuple, list)), f"expected (dx, dgamma, dbeta), not {gradients!r}"
    assert len(gradients) == 3, f"expected (dx, dgamma, dbeta), not {len(gradients)} things"
    shapes = {"dx": (5, 7), "dgamma": (7,), "dbeta": (7,)}
    for (name, shape), gradient in zip(shapes.items(), gradients, strict=True):
        try:
            preview_shape(name, gradient, shape)
        except AssertionError as issue:
            print(issue)
show(lambda: compare_slopes(layer_norm, layer_norm_backward))
show(lambda: time_many_features(layer_norm_backward))
show(lambda: draw_gradients(layer_norm, layer_norm_backward))

# %% [markdown]
# *Why it matters.* With layer norm after each sum, as in the first transformers, the gradients of
# the last blocks are large when training begins, however deep the model is, and the learning rate
# has to be warmed up. With the layer norms inside the branches they are smaller, the more blocks
# there are ([Xiong et al. 2020](https://arxiv.org/abs/2002.04745)).

# %% [markdown]
# ## Part 4: training a BERT
#
# BERT learns from texts alone, by two tasks
# ([Devlin et al. 2018](https://arxiv.org/abs/1810.04805), section 3.1). It is given a text some of
# whose tokens are hidden, and says what they were; and it is given two sentences, and says whether
# the second followed the first in the text or was taken from elsewhere. A special token `<cls>`
# stands in front; what comes out at its place is used for the second task.
#
# ### 4.1 What kind of task? (<<bert_tasks>>)
#
# A *generative* task predicts a missing part of one example from the rest of it. A *contrastive*
# task tells pairs that belong together from pairs that don't. In both the right answer comes from
# the text itself. In a *supervised* task it comes from people. Half a point for each entry of
# `tasks`.
#
# | entry | task |
# |---|---|
# | `"masked tokens"` | say what the hidden tokens were |
# | `"next sentence"` | say whether sentence B followed sentence A in the text |
# | `"inference"` | say whether sentence B follows *logically* from sentence A, as annotators judged |
# | `"same document"` | find, among paragraphs from many documents, the one that is from the same document as a given one |
#
# The options are `"generative"`, `"contrastive"` and `"supervised"`.

# %% answer="bert_tasks"
# tasks = {
#     "masked tokens": "...",
#     "next sentence": "...",
#     "inference": "...",
#     "same document": "...",
# }
### BEGIN SOLUTION
tasks = {
    "masked tokens": "generative",
    "next sentence": "contrastive",
    "inference": "supervised",
    "same document": "contrastive",
}
### END SOLUTION

# %% test="bert_tasks"
with sanity_check():
    preview_defined("tasks", "dict", globals())
    assert isinstance(tasks, dict), f"expected a dict, not {type(tasks).__name__}"
    for task in ("masked tokens", "next sentence", "inference", "same document"):
        preview_choice(task, tasks.get(task), ["generative", "contrastive", "supervised"])

# %% [markdown] written="bert_written"
# ### 4.2 Why two tasks, and which others? (<<bert_written>>, graded by a person)
#
# 1. What does each of BERT's two tasks teach that the other one doesn't? Say for each which outputs
#    its loss is computed from, and name a later use that needs it. (2 points)
# 2. Invent two further tasks, not those of this part: one generative, one contrastive. For each say
#    what goes in, what is predicted, and how the right answers, for the contrastive one positive
#    and negative pairs, are made from plain text without anybody labelling it; what it should
#    teach; and a shortcut by which a model could solve it without learning that, and what you would
#    do about it. (2 each)
#
# ### BEGIN SOLUTION
#
# **Two tasks.** Masked tokens: the loss is computed from the outputs at the chosen tokens, so each
# token's output has to hold what the context on both sides says about it: what tagging, name
# recognition or finding an answer in a text need. Nothing in it asks for one vector that stands for
# the whole, or for what connects two sentences. Next sentence: the loss is computed from the output
# at `<cls>`, which has to sum up a pair of sentences: what classification, entailment and question
# answering on pairs start from. But it gives no single token much to learn. (Later work found that
# it helps little, since a change of topic gives the answer away:
# [Liu et al. 2019](https://arxiv.org/abs/1907.11692), section 4.2.)
#
# **A generative task**, for example: sentences put back in order. In goes a paragraph with its
# sentences shuffled, predicted is the position of each; the original order is the label. It should
# teach how a text progresses. Shortcut: the first sentence is recognised by its name or date; leave
# out first sentences and pronoun-free openings, or use windows from inside a text. (A span of
# several words hidden at once, or the words that stood on either side of a cut, are others.)
#
# **A contrastive task**, for example: two halves of the same text. Positive pairs are two passages
# of one document, negative ones passages of other documents in the batch; the loss is the
# cross-entropy of the similarities of the `<cls>` outputs. It should teach what a text is about.
# Shortcut: common names, or the layout; remove shared names, and take negatives from the same site
# or topic. (Order of two consecutive sentences, A B against B A, is another:
# [Lan et al. 2019](https://arxiv.org/abs/1909.11942), section 3.1.)
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | masked tokens: the loss sits at the chosen tokens, so outputs of single tokens learn their context; a use such as tagging or finding answers |
# | 1 | next sentence: the loss sits at `<cls>`, so one output learns about a pair; a use such as entailment or classifying. Saying that it proved unnecessary is welcome, not needed |
# | 2 | the generative task: input and target (0.5), made without labels (0.5), what it teaches (0.5), a shortcut and a remedy (0.5) |
# | 2 | the contrastive task: positive and negative pairs (0.5), made without labels (0.5), what it teaches (0.5), a shortcut and a remedy (0.5) |
#
# A task that needs people's judgement (entailment, sentiment, rated similarity) is supervised: at
# most 1 of its 2 points. The same goes for a task of the other kind. One that repeats a task of
# this part under another name earns nothing. === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 4.3 BERT's masks (<<bert_masking>>)
#
# Make one training example for the first task. Return `(inputs, targets)`, integer arrays in the
# shape of `tokens`.
#
# - Of all tokens 15 % are *chosen*, whatever they are and wherever they stand. `targets` holds the
#   original token where one is chosen, $-1$ elsewhere: only chosen tokens are predicted.
# - In `inputs` a chosen token becomes `mask_id` with a probability of 80 %, a token drawn from the
#   whole vocabulary, uniformly, with 10 %, and stays as it is with 10 %. A token that isn't chosen
#   stays.
#
# | argument | |
# |---|---|
# | `tokens` | an array of integers (int64) from 0 to `vocab_size` − 1, of any shape; it is not changed |
# | `mask_id` | the token that hides others, one of the vocabulary |
# | `vocab_size` | how many tokens there are |
# | `seed` | for `np.random.default_rng(seed)`: the same seed gives the same result, another seed another one, if there are many tokens |
#
# **Convention.** How you draw is up to you: each token by itself, or just as many as make up 15 %
# of all tokens of the array, rounded as you like. The random token may happen to be the original
# one, or `mask_id`.
#
# **Points.** 0.5 for targets, and tokens that aren't chosen; 0.75 for the 15 %, 0.75 for 80/10/10,
# 0.5 for the random tokens, 0.5 for seed and unchanged `tokens`. Shares are counted among up to
# 60,000 tokens, and may be off by five standard deviations: chance alone takes a right answer that
# far about once in a million counts.


# %% answer="bert_masking"
def bert_mask(tokens, mask_id, vocab_size, seed):
    """(inputs, targets) in the shape of tokens; targets are -1 where nothing is predicted."""
    ### BEGIN SOLUTION
    rng = np.random.default_rng(seed)
    chosen = rng.random(tokens.shape) < 0.15
    fate = rng.random(tokens.shape)
    at_random = rng.integers(vocab_size, size=tokens.shape)
    inputs = np.where(chosen & (fate < 0.8), mask_id, tokens)
    inputs = np.where(chosen & (fate >= 0.9), at_random, inputs)
    return inputs, np.where(chosen, tokens, -1)
    ### END SOLUTION


# %% test="bert_masking"
with sanity_check():
    tokens = np.arange(30).reshape(5, 6) % 7
    masked = bert_mask(tokens.copy(), 7, 11, 0)
    assert isinstance(masked, (tuple, list)), f"expected (inputs, targets), not {masked!r}"
    assert len(masked) == 2, f"expected (inputs, targets), not {len(masked)} things"
    for what, array in zip(("inputs", "targets"), masked, strict=True):
        preview_shape(what, array, (5, 6))
show(lambda: draw_masks(bert_mask))

# %% [markdown]
# *Why it matters.* `[mask]` never occurs when the model is used. That is why some chosen tokens
# stay, or become another word: the model can't know which of the words that it sees are to be
# trusted, and has to say something about each. And only 15 % of the tokens of a batch are
# predicted, where a GPT predicts all of them.

# %% [markdown]
# ## Part 5: attention in space
#
# Nothing in attention knows of lines: tokens can stand in a grid. An image of 224 × 224 pixels cut
# into patches of 16 × 16 is a grid of 14 × 14 tokens
# ([Dosovitskiy et al. 2020](https://arxiv.org/abs/2010.11929)).
#
# ### 5.1 Self-attention on a grid (<<spatial_attention>>)
#
# Every cell $(x,y)$ of an $X\times Y$ grid holds a vector $h[x,y,:]$. Each head $k$ makes a query,
# a key and a value of it, $q=W^Q_k\, h$, $\kappa=W^K_k\, h$, $v=W^V_k\, h$, and each cell attends
# to *all* cells:
#
# $$
# \alpha[k,x_1,y_1,x_2,y_2]=\frac{\exp\big(q[k,x_1,y_1]\cdot \kappa[k,x_2,y_2]\big)}{\sum_{x',y'}\exp\big(q[k,x_1,y_1]\cdot \kappa[k,x',y']\big)} ,
# \qquad o[k,x,y]=\sum_{x',y'}\alpha[k,x,y,x',y']\, v[k,x',y'] .
# $$
#
# `h_out[x, y]` is $o[0,x,y]$, $o[1,x,y]$, … put one behind the other. Return `(h_out, alpha)`.
#
# | array | shape | |
# |---|---|---|
# | `h` | $(X,Y,J)$ | |
# | `W_Q`, `W_K` | $(K,U,J)$ | $K$ heads, queries and keys of length $U$ |
# | `W_V` | $(K,I,J)$ | values of length $I$ |
# | `h_out` | $(X,Y,K I)$ | |
# | `alpha` | $(K,X,Y,X,Y)$ | |
#
# **Convention.** No $1/\sqrt U$, no mask, no positions, no output matrix. Scores can be in the
# thousands.
#
# **Points.** 2 for `alpha`, 2 for `h_out`, each for five grids, one with scores in the thousands.
# Float32 is fine.
#
# In *the picture* one head compares colours, the other places, which are part of $h$ there.


# %% answer="spatial_attention"
def spatial_self_attention(h, W_Q, W_K, W_V):
    """(h_out, alpha) of self-attention among all cells of the grid h (X, Y, J)."""
    ### BEGIN SOLUTION
    X, Y, J = h.shape
    cells = h.reshape(X * Y, J)  # to attention, a grid is a sequence
    Q, K, V = (np.einsum("tj,kuj->ktu", cells, W) for W in (W_Q, W_K, W_V))
    scores = Q @ K.transpose(0, 2, 1)
    weights = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights /= weights.sum(axis=2, keepdims=True)
    out = (weights @ V).transpose(1, 0, 2)
    return out.reshape(X, Y, -1), weights.reshape(-1, X, Y, X, Y)
    ### END SOLUTION


# %% test="spatial_attention"
with sanity_check():
    rng = np.random.default_rng()
    W_Q, W_K, W_V = (rng.normal(size=(3, rows, 13)) for rows in (5, 5, 2))
    outputs = spatial_self_attention(rng.normal(size=(4, 7, 13)), W_Q, W_K, W_V)
    assert isinstance(outputs, (tuple, list)), f"expected (h_out, alpha), not {outputs!r:.60}"
    assert len(outputs) == 2, f"expected (h_out, alpha), not {len(outputs)} things"
    shapes = {"h_out": (4, 7, 6), "alpha": (3, 4, 7, 4, 7)}
    for (name, shape), array in zip(shapes.items(), outputs, strict=True):
        try:
            preview_shape(name, array, shape)
        except AssertionError as issue:
            print(issue)
show(lambda: draw_maps(spatial_self_attention))

# %% [markdown]
# ## Part 6: what is printed
#
# ### 6.1 An audit (<<dense_audit>>)
#
# A page compares self-attention on $N$ tokens of width $D$, in $H$ heads of width $D/H$, with one
# dense layer that maps all $ND$ numbers to $ND$ numbers, so that every output depends on every
# input. Both have biases; an output projection is not counted. It says:
#
# > Each head works on its own $D/H$ features. So its queries, keys and values take three matrices
# > of $D/H\times D/H$, together **$3D^2/H$ weights** for all heads, and the three maps have
# > **3 biases**. The dense layer has **$D^2N^2$ weights** and, as each token is connected to each
# > token, **$N^2$ biases**. So it has **$D^2N^2+N^2-3D^2/H-3$ parameters more** than attention.
#
# In a transformer, each head's queries, keys and values are made of the *whole* token. By how much
# is each printed count off?
#
# - `dense_audit(n, d, n_heads)` returns a dict with all of the keys `"qkv_weights"`,
#   `"qkv_biases"`, `"dense_weights"`, `"dense_biases"`: what has to be *added* to the printed count
#   to make it right. Negative where the page counts too many, 0 where it is right.
# - `corrected_difference(n, d, n_heads)` returns how many parameters more the dense layer really
#   has.
#
# `d` is a multiple of `n_heads`.
#
# **Points.** A quarter for each of the four amounts, 1 for the corrected difference, by its terms.
# What follows from your four amounts is right in the difference, if they earned half of their
# points.


# %% answer="dense_audit"
def dense_audit(n, d, n_heads):
    """What has to be added to each printed count: a dict of four lines."""
    ### BEGIN SOLUTION
    return {
        "qkv_weights": 3 * d**2 - 3 * d**2 // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": 0,
        "dense_biases": n * d - n**2,
    }
    ### END SOLUTION


def corrected_difference(n, d, n_heads):
    """How many parameters the dense layer has more than attention."""
    ### BEGIN SOLUTION
    return (n * d) ** 2 + n * d - 3 * d**2 - 3 * d
    ### END SOLUTION


# %% folded given="audit_tools" include="cells/audit_tools.py"

# %% test="dense_audit"
preview_audit(dense_audit, n=7, d=15, n_heads=3)
preview_count(corrected_difference, n=7, d=15, n_heads=3)
show(lambda: print_audit(dense_audit, corrected_difference))
