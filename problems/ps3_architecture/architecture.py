import numpy as np

from ..shared.check_lines import check_lines
from ..shared.preview_growth import preview_growth
from ..shared.previews import (
    ask_in_order,
    check_each,
    preview_arguments,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
    warn,
)
from ..shared.showing import show
from .cells.audit_tools import preview_audit, print_audit
from .cells.heads import preview_calls, preview_counts
from .cells.layer_norm_lines import LAYER_NORM, euclidean, layer_norm_symbols, preview_last_line
from .cells.norm_figures import draw_maps, draw_masks, draw_spheres, draw_stream
from .cells.slopes import draw_backward

# %% [markdown]
# # Problem set 3: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person. The core (<<points of core>> points) takes about 8 hours. The
# further problems, marked with a star (★), take about 6 more (<<points of further>> points).
#
# Suppose that a head can only copy one token. Even then, a token of Llama 3.1 70B can have heard of
# all 131,072 tokens of its text long before the last of its eighty blocks. What are the other blocks
# for? Why does a block have 64 heads, and not one? Why does it return as many numbers as it takes in,
# 8,192 for each token? Why does it contain norms? GPT-2 small of 2019 and Llama 3.1 of 2024 are
# stacks of nearly the same block, though Llama has over five hundred times as many weights.
#
# | part | question | points |
# |---|---|---|
# | 1 | How far can a token see, and what does that cost? | <<points of part 1>> |
# | 2 | What does a block cost, and why does it have these widths? | <<points of part 2>> |
# | 3 | What does layer norm do to a token, forwards and backwards? | <<points of part 3>> |
# | 4 | Which tasks does BERT learn from? | <<points of part 4>> |
# | 5 | How does attention read an image? | <<points of part 5>> |
# | 6 | Which lines of a printed count are wrong? | <<points of part 6>> |
#
# Replace each *Replace this line* and *Write your answer here*, in any order. The cell below an answer
# checks its form, and in 3.3 and 3.6 also some values. [student.md](student.md), which comes with
# this notebook, explains the grading.
#
# | symbol | in code | meaning |
# |---|---|---|
# | $L$ | `n`, `seq_len` | length of a sequence: its number of tokens |
# | $D$ | `d`, `d_model` | width of a token, its number of features; $d$ in part 3 |
# | $H$, $e$ | `n_heads`, `d_head` | number of heads, width of a head |
# | $X$ | `x` | the tokens, one per row: shape $(L, D)$ |
# | $Q$, $K$, $V$ | | queries, keys and values, one row per token |
# | $A$ | `alpha` | attention weights; each row belongs to a query and sums to 1 |

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py ../shared/preview_growth.py ../shared/needs.py cells/heads.py cells/audit_tools.py"

# %% [markdown]
# ## The block
#
# A block adds the outputs of two *branches* to $X$, one after the other. The first branch has an
# attention layer, which mixes tokens. The second has a feed-forward block, which treats each token
# alone. The paths around the branches are *residual connections*. *See* the block from bottom to top.

# %% figure folded include="cells/block_figure.py"

# %% [markdown]
# Two models serve as examples ([Radford et al.
# 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf);
# [Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3):
#
# | | GPT-2 small | Llama 3.1 70B |
# |---|---|---|
# | blocks | 12 | 80 |
# | $D$ | 768 | 8,192 |
# | $H$ heads of width $e$ | 12 of 64 | 64 of 128; groups of eight share keys and values |
# | longest text, in tokens | 1,024 | 131,072 |
# | weights | 124,439,808, of them 84,934,656 in the blocks' matrices | about 70 billion |

# %% [markdown]
# ## Part 1: heads and layers
#
# ### 1.1 Receptive field (<<receptive_field>>)
#
# A trained softmax often has one large weight. Suppose that it has no other, so each head copies the
# vector of one token. A *node* is the vector of a token after a layer: its own vector below the layer
# (the residual connection), plus the copied ones. *See* heads that copy neighbours, a bad choice:
# neighbouring nodes contain nearly the same positions of the input. Filled circles reach the node at the top.

# %% figure folded include="cells/reach_figure.py"

# %% [markdown]
# How many positions of the input can reach a node *at most*, with `n_heads` heads in each of
# `n_layers` attention layers?
#
# **Conventions.**
#
# - For each head, layer and token, choose which token the head copies, so that as many positions as
#   possible reach the node. Nothing is masked.
# - A position reaches a node if its input vector is a summand of the node's sum, written out down to
#   the input. It isn't enough to influence which token a head copies.
# - One or more layers lie between input and node.
# - The text has `seq_len` tokens. With `seq_len=None`, it is as long as you like.


# %% answer="receptive_field"
def receptive_field(n_heads, n_layers, seq_len=None):
    """Return the largest number of input positions that can reach a node after n_layers layers."""
    ### BEGIN SOLUTION
    # Each layer gathers the fields of the token itself and of n_heads others: at best they are
    # disjoint.
    reached = (n_heads + 1) ** n_layers
    return reached if seq_len is None else min(reached, seq_len)
    ### END SOLUTION


# %% test="receptive_field"
preview_calls(receptive_field, dict(n_heads=7, n_layers=3), dict(n_heads=7, n_layers=3, seq_len=11))

# %% [markdown]
# *Why it matters.* For heads that copy one token, the receptive field gives the least number of
# layers that a text needs. Guess this number for the longest texts of the two models, then *see*.

# %% figure folded include="cells/depth.py"

# %% [markdown]
# ### 1.2 Parameters of attention and of a dense layer (<<attention_counts>>)
#
# Self-attention with one head of width $D$ maps $X$ to an array of the same shape, $(L, D)$:
#
# $$
# Q = X W_q^\top + b_q, \quad K = X W_k^\top + b_k, \quad V = X W_v^\top + b_v, \quad
# A = \mathrm{softmax}\!\left(Q K^\top / \sqrt{D}\right), \quad \text{output } A V .
# $$
#
# A fully connected (dense) layer could replace this map. Count the numbers of both in a dict:
#
# | entry | counts |
# |---|---|
# | `"qkv_weights"` | entries of $W_q$, $W_k$ and $W_v$ together |
# | `"qkv_biases"` | entries of $b_q$, $b_k$ and $b_v$ together |
# | `"attention_weights"` | entries of $A$ |
# | `"dense_weights"` | weights of a dense layer from all numbers of $X$ to all numbers of the output |
# | `"dense_biases"` | biases of this layer |


# %% answer="attention_counts"
def attention_counts(n, d):
    """Return the sizes of self-attention on n tokens of width d and of a dense layer: a dict."""
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
# *Why it matters.* These numbers decide which of the two layers a model can afford for long texts.
# *See* them for the two models. Which layer could read a text with one more token?

# %% figure folded include="cells/dense.py"

# %% [markdown]
# ### 1.3 Weights and FLOPs of several heads (<<head_costs>>)
#
# Now $H$ heads read $X$, each with queries, keys and values of shape $(L, e)$. The heads' outputs,
# side by side, go through $W_o$ back to width $D$:
#
# $$
# Q_h = X W_{q,h}^\top, \quad K_h = X W_{k,h}^\top, \quad V_h = X W_{v,h}^\top, \quad
# O_h = \mathrm{softmax}\!\left(Q_h K_h^\top / \sqrt{e}\right) V_h, \quad
# \text{output } [O_1, \dots, O_H]\, W_o^\top .
# $$
#
# `head_weights` returns the number of entries of all these matrices, and `head_flops` the FLOPs
# from $X$ to the output. The arguments are $L$, $D$, $H$ and $e$; $e$ need not be $D/H$.
#
# **Conventions.** $W_o$ is included. There are no biases. The softmax with its factor and the
# concatenation of the heads are free (P5).


# %% answer="head_costs"
def head_weights(n, d, n_heads, d_head):
    """Return the number of weights of n_heads heads of width d_head on tokens of width d."""
    ### BEGIN SOLUTION
    queries_keys_values = 3 * n_heads * d_head * d
    output = d * n_heads * d_head
    return queries_keys_values + output
    ### END SOLUTION


def head_flops(n, d, n_heads, d_head):
    """Return the FLOPs of these heads for one sequence of n tokens."""
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
# *Why it matters.* Heads and feed-forward blocks have most weights of a model, and nearly all of a
# large one. *See* your counts for the two models (as if the heads of Llama shared nothing).

# %% figure folded include="cells/heads_table.py"

# %% [markdown]
# ## Part 2: costs and widths of a block
#
# In this part, the heads together are as wide as a token: $D = He$, as in GPT-2 and Llama.
#
# ### 2.1 Cross-attention (<<multi_head_flops>>)
#
# In *cross-attention*, queries come from the $n_t$ tokens of one sequence, keys and values from the
# $n_s$ tokens of another. All tokens have width $D$. How many FLOPs do the matrix products of
# multi-head attention take, with the matrices of 1.3? Among the arguments, $e$ comes before $H$,
# unlike in 1.3.
#
# **Convention.** $W_o$ is included. Count nothing else; nothing is masked.


# %% answer="multi_head_flops"
def multi_head_flops(n_t, n_s, d_head, n_heads):
    """Return the FLOPs of the products of multi-head attention: n_t queries, n_s keys."""
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
# *Why it matters.* A model that writes has one new query at a time, with keys and values from all
# tokens so far. *See* the attention layer of a block of GPT-2 small. Why does one query cost so
# much, and which arrays would you store to avoid this cost?

# %% figure folded include="cells/one_more_token.py"

# %% [markdown]
# #### Growth of the cost (<<multi_head_growth>>)
#
# Now charge everything: the products of 2.1, biases, and for the softmax a constant per score and
# head. Return any function that grows as this cost does, that is, $\Theta$ of it. For example,
# `5*n*n + n` grows as `n**2` does. You may call your 2.1, but the growth must be the true one, even
# if your 2.1 is wrong.
#
# **Convention.** Each size is at least 1, and may grow alone, or faster than the others.


# %% answer="multi_head_growth"
def multi_head_growth(n_t, n_s, d_head, n_heads):
    """Return a function in the growth class of multi-head attention: n_t queries, n_s keys."""
    ### BEGIN SOLUTION
    d_model = d_head * n_heads
    return (n_t + n_s) * d_model**2 + n_t * n_s * d_model
    ### END SOLUTION


# %% test="multi_head_growth"
preview_growth(multi_head_growth, n_t=7, n_s=11, d_head=5, n_heads=3)

# %% [markdown]
# ### 2.2 The bottleneck (<<bottleneck>>)
#
# Which part of multi-head attention takes most of the FLOPs? In the dict `bottleneck`, choose one
# for `"short"` (large $D$, short text), and one for `"long"` (small $D$, heads of width 64 or more,
# long text):
#
# | option | part |
# |---|---|
# | `"projections"` | the products with $W_q$, $W_k$, $W_v$ and $W_o$ |
# | `"scores and sums"` | $QK^\top$ and $AV$ in each head |
# | `"softmax"` | a few operations per score, if they were charged |
# | `"moving heads"` | splitting arrays into heads, and joining the heads |
#
# `crossover_seq_len` returns the length $L$ at which the scores and weighted sums of a block cost as
# many FLOPs as all its other products. For attention, use your costs of 2.1, with $n_t = n_s = L$.
# `ffn_mult` is $f$: the hidden layer of the feed-forward block has width $fD$. If $f=0$, there is no
# such block.
#
# **Conventions.** The other products are the four projections, and those of the feed-forward block,
# from $D$ to $fD$ and back. Biases, norms and the softmax are free. Don't round the result.


# %% answer="bottleneck"
def crossover_seq_len(d_model, ffn_mult):
    """Return the length at which scores and weighted sums cost as much as the other products."""
    ### BEGIN SOLUTION
    # 4 L² D = 8 L D² + 4 f L D²
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
# *Why it matters.* The crossover tells which part to make cheaper first. *See* your cost of 2.1 in
# two parts, and your crossovers (as if Llama shared nothing, and had $f=4$). On which side of its
# crossovers is each model?

# %% figure folded include="cells/bottleneck_figure.py"

# %% [markdown]
# ### 2.3 Widths of heads and of tokens (<<same_size_written>>, graded by a person)
#
# 1. Compare the weights and FLOPs of three choices, counted as in 1.3: $H$ heads of width $D/H$; one
#    head of width $D$; $H$ heads of width $D$. Why do models take the first? Which array of this
#    choice still grows with $H$? (1 point)
# 2. Attention could return tokens of another width $D'$, by a $W_o$ of shape $(D', He)$. Which
#    operation of the block needs $D'=D$? If $D' \neq D$, one more matrix, outside the branch, makes
#    this operation possible, with a result of width $D'$. Give the matrix's shape, its number of
#    weights, and its FLOPs for $L$ tokens. What does the path around all branches, from the first
#    block to the last, do to a signal or a gradient if all widths are equal, and if there are such
#    matrices? (1.5)
# 3. Name another advantage of equal widths for a stack of blocks. (0.5)

# %% [markdown] written="same_size_written"
# ### BEGIN SOLUTION
#
# **1.** A head of width $e$ takes $4De$ weights and $8LDe + 4L^2e$ FLOPs (question 1.3). With
# $e=D/H$, all $H$ heads together take $4D^2$ weights and $8LD^2+4L^2D$ FLOPs. One head of width $D$
# takes the same. So a model has many heads, which look at different things, at the price of one.
# With $e=D$, everything is $H$ times as much. The number of attention weights, $HL^2$, grows with
# $H$ in every case. It is the input of the softmax, and it has to be stored or moved.
#
# **2.** The residual connection adds the input of a part to its output, $X +
# \mathrm{Attention}(X)$, and an addition needs two arrays of one shape. So the input must first
# be brought to width $D'$: $X W_r^\top$ with a $W_r$ of shape $(D', D)$. This takes $D D'$ more
# weights and $2 L D D'$ more FLOPs for every such connection. Worse, the path around the block is
# then no identity. While it is an identity, the output of a block stays there for all later blocks,
# unless one of them removes it. The derivative of the loss reaches each block through a sum that
# contains the identity. Through products of many matrices $W_r$ it may vanish or explode.
#
# **3.** Blocks of equal sizes can be stacked to any depth with nothing between them: one design, one
# set of sizes, one piece of code. A block can be added, left out or shared, and the output layer
# may read any depth.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | many heads at the price of one: with $e=D/H$ weights and FLOPs are those of one head of width $D$; with $e=D$ they are $H$ times as many |
# | 0.5 | the attention weights or scores, $HL^2$, grow with $H$ all the same (so do the operations of the softmax) |
# | 0.5 | the residual connection: an addition (of input and output of the part) needs equal shapes |
# | 0.5 | the repair and its cost: a projection of shape $(D', D)$ (or its transpose) on the residual path, $DD'$ weights and $2LDD'$ FLOPs. MACs, a bias, or zero padding that costs nothing but loses nothing either are fine |
# | 0.5 | the loss: the path is no identity any more, for the signal or for gradients; or, if $D'<D$ somewhere, it loses information |
# | 0.5 | the gain of equal widths for a stack: any number of blocks without adapters, one design for all, modularity |
#
# In item 1, counts that follow from the student's own 1.3 are right. An answer that matrix products
# need equal widths earns nothing: they don't. Some may map the branch back to width $D$ instead, by
# a matrix of shape $(D, D')$. It costs the same, so the item on the repair is right. Then the path
# stays an identity: the item on the loss is right if they say so, and say what such a branch loses:
# its output has at most rank $D'$ (for $D'<D$), or the matrix adds nothing ($D'>D$).
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% folded given="norm_figures" include="cells/norm_figures.py cells/slopes.py"

# %% [markdown]
# ## Part 3: layer norm
#
# Each branch $f$ adds $f(x)$ to its input $x$, so numbers may grow from block to block. Layer norm
# brings every token to one size before a branch reads it ([Ba et al.
# 2016](https://arxiv.org/abs/1607.06450)). It turns a token $x$ with $d$ features into
#
# $$
# y_j=\gamma_j z_j+\beta_j,\qquad z_j=\frac{x_j-\mu}{\sqrt{\sigma^2+\varepsilon}},\qquad \mu=\frac1d\sum_j x_j,\qquad
# \sigma^2=\frac1d\sum_j (x_j-\mu)^2 ,
# $$
#
# with a scale $\gamma$, a shift $\beta$ and a small number $\varepsilon \geq 0$.
#
# ### 3.1 Dependence on other entries (<<norm_dependence>>)
#
# A norm turns $X$ into $Y$, of the same shape. $X$ has at least 3 tokens as rows, and at least 3
# features. Unlike layer norm, *batch norm* ([Ioffe and Szegedy
# 2015](https://arxiv.org/abs/1502.03167)) averages over tokens: in training, it takes $\mu$ and
# $\sigma^2$ of each feature over all rows of $X$. In evaluation, it uses a $\mu$ and a $\sigma^2$
# that it stored in training. On which entries of $X$ does $y_{i,j}$ depend?
#
# | option | entries of $X$ |
# |---|---|
# | `"i"` | $x_{i,j}$ |
# | `"ii"` | $x_{i',j}$ with $i'\neq i$ |
# | `"iii"` | $x_{i,j'}$ with $j'\neq j$ |
# | `"iv"` | $x_{i',j'}$ with $i'\neq i$ and $j'\neq j$ |

# %% answer="norm_dependence"
# dependence = {  # sets of options
#     "layer norm": {"..."},
#     "batch norm, training": {"..."},
#     "batch norm, evaluation": {"..."},
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
# *Why it matters.* A model that writes token by token needs a norm whose output for a token ignores
# its neighbours. Which norms do?

# %% [markdown]
# ### 3.2 Layer norm in code (<<layer_norm>>)
#
# Normalise `x`, of shape $(\dots,d)$, along its last axis by the formula above. `gamma` and `beta`
# have shape $(d,)$ or are numbers; `eps` is a number $\geq 0$.
#
# **Conventions.** The mean of a token can be a million times its spread, so compute in float64. If
# all entries of a token are equal, $\varepsilon>0$.
#
# *See* four tokens before and after layer norm, and the *stream*: the tokens between 24 untrained
# blocks, with layer norm in two usual places or without it.


# %% answer="layer_norm"
def layer_norm(x, gamma, beta, eps):
    """Return the layer norm of x (..., d) along its last axis."""
    ### BEGIN SOLUTION
    mu = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    root = np.sqrt(variance + eps)
    z = (x - mu) / root
    return gamma * z + beta
    ### END SOLUTION


# %% test="layer_norm"
# alt: Two plots by your layer norm. The entries of four tokens before and after it. The root mean
#      square of the stream over 24 blocks: without layer norm, after each sum, in each branch.
with sanity_check():
    rng = np.random.default_rng()
    gamma, beta = rng.normal(size=(2, 7))
    shapes = {"one token": (7,), "five tokens": (5, 7), "sequences": (3, 5, 7)}

    def check(what, shape):
        normed = ask_in_order(layer_norm, rng.normal(size=shape), gamma, beta, 1e-5)
        preview_shape(what, normed, shape)

    check_each({what: (what, shape) for what, shape in shapes.items()}, check)
show(lambda: draw_stream(layer_norm))

# %% [markdown]
# *Why it matters.* With layer norm in each branch, the stream grows slowly, and one more layer norm
# after the last block undoes this growth. Llama subtracts no mean, and has no $\beta$ ([Zhang and
# Sennrich 2019](https://arxiv.org/abs/1910.07467)).

# %% [markdown] include="../shared/derivation_rules.md"

# %% folded given="derivations" include="../../examiner/checks/derivations/expressions.py ../../examiner/checks/derivations/comparing.py ../shared/check_lines.py ../shared/two_vectors.py cells/layer_norm_lines.py"

# %% figure include="../shared/derivation_example.py"

# %% [markdown]
# ### 3.3 Derivation: length of a normalised token (<<layer_norm_steps>>)
#
# Let $\gamma$ and $\beta$ be real *numbers*, the same for all $d$ features, and let
# $\varepsilon=0$, $\sigma>0$. Derive the Euclidean length $\|y-\beta\mathbf 1\|$ of a token after
# layer norm, where $\mathbf 1$ is a column of $d$ ones. Start from `norm(y - beta * ones)`, and end
# with an expression in `gamma` and `d` alone. Divide by `sigma`, never by a sum.
#
# | vocabulary | meaning |
# |---|---|
# | `x`, `y`, `z`, `ones` | columns: a token, $y=\gamma z+\beta\mathbf 1$, $z=(x-\mu\mathbf 1)/\sigma$, and $\mathbf 1$ |
# | `mu`, `sigma`, `gamma`, `beta`, `d` | numbers; $\mu$ is the mean of $x$ |
# | `norm(...)`, `sqrt(...)`, `abs(...)` | length of a vector; root and absolute value of a number |
#
# | reason | meaning |
# |---|---|
# | fact `"homogeneity"` | how the length of $c\,v$ depends on the number $c$. To write `norm(v)` as `sqrt(v.T @ v)` also uses this fact |
# | fact `"standard deviation"` | $\sigma^2$ is the mean square of the entries of $x-\mu\mathbf 1$. In one step, this fact gives the length of $x-\mu\mathbf 1$ or of $z$, or the square of this length |
# | move `"definition"` | the meaning of $y$, $z$ and $\mu$ |
# | move `"algebra"` | rearranging numbers and vectors |
# | move `"sigma > 0"` | $\lvert\sigma\rvert=\sigma$ |
#
# A step that uses only `"standard deviation"` may name `"homogeneity"` as well, or not.

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
    preview_last_line(layer_norm_steps, "gamma", "d")

# %% [markdown]
# ### 3.4 Length for every ε (<<layer_norm_radius>>)
#
# Let `gamma` and $\beta$ be numbers, as in 3.3, but $\varepsilon\geq 0$. Return the length
# $\|y-\beta\mathbf 1\|$ of a token after layer norm. `variance` is the token's $\sigma^2$.
#
# **Convention.** `gamma` is any real number. `variance` and `eps` are $\geq 0$, and at least one is
# positive.
#
# *See* tokens with $d=3$ features before and after your 3.2, seen along the direction $(1,1,1)$, and
# your lengths at the widths of the two models.


# %% answer="layer_norm_radius"
def layer_norm_radius(gamma, variance, d, eps):
    """Return the length of y - beta for a token of d features with this variance."""
    ### BEGIN SOLUTION
    spread = np.sqrt(variance / (variance + eps))  # of z: its root mean square
    return abs(gamma) * np.sqrt(d) * spread
    ### END SOLUTION


# %% test="layer_norm_radius"
# alt: Three plots of tokens with three features, seen along (1, 1, 1): rings of three variances, and
#      your layer norm of them for eps = 0 and for eps = 1, with circles of your lengths.
with sanity_check():
    preview_shape("length", layer_norm_radius(1.5, 2.0, 7, 0.1), ())
show(lambda: draw_spheres(layer_norm, layer_norm_radius))

# %% [markdown]
# ### 3.5 Examples and proofs for layer norm (<<layer_norm_written>>, graded by a person)
#
# 1. Take $x=(1,2,6)$, $\gamma=-2$, $\beta=1$, $\varepsilon=0$. Compute $y$ and the length of
#    $y-\beta\mathbf 1$. Does your 3.3 agree? Which of its lines takes $\gamma$ out of the norm, and
#    by which fact? (1 point)
# 2. To which tokens does 3.3 not apply? What is their layer norm for $\varepsilon=0$ and for
#    $\varepsilon>0$? (1)
# 3. Prove your 3.4 for $\varepsilon>0$. At which $\sigma^2/\varepsilon$ is $\|y-\beta\mathbf 1\|$
#    half of its value for $\varepsilon=0$? (1)
# 4. In a model, $\gamma$ and $\beta$ are vectors. Write down $\|y-\beta\|^2$ for $\varepsilon=0$.
#    Show by two tokens with $\gamma=(1,1,2)$ that it depends on the token. If no $\gamma_j$ is 0, all
#    outputs lie in a hyperplane of $\mathbb R^d$. On which kind of curved surface do they also
#    lie? (1)

# %% [markdown] written="layer_norm_written"
# ### BEGIN SOLUTION
#
# **1.** $\mu=3$, $x-\mu\mathbf 1=(-2,-1,3)$, $\sigma^2=14/3$, so $z=(-2,-1,3)\sqrt{3/14}$ and
# $y=\mathbf 1-2z=(1,1,1)+(4,2,-6)\sqrt{3/14}\approx(2.85,\,1.93,\,-1.78)$. The length of
# $y-\mathbf 1$ is $\sqrt{56\cdot 3/14}=\sqrt{12}=2\sqrt 3=|\gamma|\sqrt d$. Without the modulus it
# would be $-2\sqrt 3$, which is no length. The line takes $\gamma$ out of the norm by homogeneity.
#
# **2.** Constant tokens, $x=\mu\mathbf 1$: there $\sigma=0$. With $\varepsilon=0$ layer norm is
# $0/0$, undefined (NaN in code). With $\varepsilon>0$ it gives $z=0$ and $y=\beta\mathbf 1$, of
# distance 0.
#
# **3.** $\|x-\mu\mathbf 1\|=\sigma\sqrt d$ as before, and
# $z=(x-\mu\mathbf 1)/\sqrt{\sigma^2+\varepsilon}$, so
# $\|y-\beta\mathbf 1\|=|\gamma|\sqrt d\,\sigma/\sqrt{\sigma^2+\varepsilon}$. It is half of
# $|\gamma|\sqrt d$ if $4\sigma^2=\sigma^2+\varepsilon$, that is at $\sigma^2=\varepsilon/3$.
#
# **4.** $\|y-\beta\|^2=\sum_j\gamma_j^2 z_j^2$, where $\sum_j z_j=0$ and $\sum_j z_j^2=d$. For
# $x=(1,-1,0)$, $z=\sqrt{3/2}\,(1,-1,0)$ and the sum is 3. For $x=(1,1,-2)$,
# $z=\sqrt{1/2}\,(1,1,-2)$ and it is $\frac12(1+1+16)=9$. The $z$ lie on a sphere (in the plane
# perpendicular to $\mathbf 1$). Stretched by $\gamma_j$ along each axis, it becomes an ellipsoid
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
# In item 3, don't charge a formula without the modulus of $\gamma$ if item 1 was charged for it. If
# the student's 3.3 lacks the modulus, and item 1 finds this out, item 1 earns its point.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 3.6 Backward pass of layer norm (<<layer_norm_backward>>)
#
# Layer norm normalises each row of `x`, of shape $(L,d)$. `dy`, of the same shape, is the gradient
# of a loss with respect to the output. Return `(dx, dgamma, dbeta)`, the gradients with respect to
# `x`, `gamma` and $\beta$, each in the shape of its array.
#
# **Conventions.** All tokens share `gamma`, of shape $(d,)$ with $d\geq 3$. Use exact formulas, not
# finite differences or complex steps; automatic differentiation that you write yourself is fine. One
# case has forty tokens of 6,000 features, and 1.5 s: too little for a $d\times d$ Jacobian per token.
# In another, $\varepsilon=0$ and some rows of `x` are as small as $10^{-60}$; in a third, all of `dy`
# is as small as $10^{-120}$. In both, each entry needs a relative error below $10^{-7}$.
#
# The cell below measures the time of the first case, and compares your gradients with slopes of
# your 3.2. *See* $dx$ for small and
# large tokens, and the gradient of the last block's weights in untrained models of 6 to 96 blocks.


# %% answer="layer_norm_backward"
def layer_norm_backward(dy, x, gamma, eps):
    """Return the gradients (dx, dgamma, dbeta) of a loss with gradient dy (L, d) at the output."""
    ### BEGIN SOLUTION
    mu = x.mean(axis=1, keepdims=True)
    variance = x.var(axis=1, keepdims=True)
    root = np.sqrt(variance + eps)
    z = (x - mu) / root
    dz = dy * gamma
    # The mean and the spread of a row move with each of its entries.
    through_mu = dz.mean(axis=1, keepdims=True)
    through_sigma = z * np.mean(dz * z, axis=1, keepdims=True)
    dx = (dz - through_mu - through_sigma) / root
    dgamma = np.sum(dy * z, axis=0)
    dbeta = np.sum(dy, axis=0)
    return dx, dgamma, dbeta
    ### END SOLUTION


# %% test="layer_norm_backward"
# alt: Two plots by your gradients: the norm of dx against the spread of x, and the gradient of W_2 in
#      the last block against the number of blocks, with layer norm after each sum or in each branch.
with sanity_check():
    rng = np.random.default_rng()
    dy, x = rng.normal(size=(2, 5, 7))
    gradients = ask_in_order(layer_norm_backward, dy, x, rng.normal(size=7), 0.1)
    assert isinstance(gradients, (tuple, list)), f"expected (dx, dgamma, dbeta), not {gradients!r}"
    assert len(gradients) == 3, f"expected (dx, dgamma, dbeta), not {len(gradients)} things"
    shapes = {"dx": (5, 7), "dgamma": (7,), "dbeta": (7,)}
    parts = zip(shapes.items(), gradients, strict=True)
    check_each({name: (name, dz, shape) for (name, shape), dz in parts}, preview_shape)
show(lambda: draw_backward(layer_norm, layer_norm_backward))

# %% [markdown]
# *Why it matters.* The place of layer norm decides how training starts. If it stands after each sum,
# as in the first transformers, the last block's gradient stays large in deep models, and the
# learning rate needs a warm-up. If it stands in each branch, more blocks make this gradient smaller
# ([Xiong et al. 2020](https://arxiv.org/abs/2002.04745)).

# %% [markdown]
# ## Part 4: the training of BERT
#
# BERT learns from texts alone, by two tasks ([Devlin et al.
# 2018](https://arxiv.org/abs/1810.04805), section 3.1). In the first, it predicts hidden tokens of a
# text. In the second, it gets two sentences, and predicts whether the second followed the first in
# the text or came from another place. A special token `<cls>` stands in front of each example.
#
# ### 4.1 Kinds of tasks (<<bert_tasks>>)
#
# A *generative* task predicts a missing part of one example from the rest of it. A *contrastive*
# task distinguishes pairs that belong together from pairs that don't. In both, the text itself
# contains the right answer. In a *supervised* task, people give it. Choose `"generative"`,
# `"contrastive"` or `"supervised"`:
#
# | entry of `tasks` | task |
# |---|---|
# | `"masked tokens"` | predict the hidden tokens |
# | `"next sentence"` | predict whether sentence B followed sentence A in the text |
# | `"inference"` | predict whether sentence B follows *logically* from sentence A |
# | `"same document"` | find, among paragraphs of many documents, the one from the same document as a given one |

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

# %% [markdown]
# ### 4.2 Reasons for two tasks, and new tasks (<<bert_written>>, graded by a person)
#
# 1. Justify your choices in 4.1 for masked tokens and next sentence. For each, say what BERT
#    predicts, and which text it reads for this. (1 point)
# 2. What does each of these two tasks teach that the other doesn't? At which positions does its
#    loss read BERT's outputs, and which later use needs outputs there? (1)
# 3. Invent two more *contrastive* tasks, which aren't in 4.1 (2 each). Describe for each:
#    - how plain text gives positive and negative pairs without labels;
#    - the prediction, and the skill that it should teach;
#    - a shortcut: how to predict well without this skill;
#    - a remedy against the shortcut.

# %% [markdown] written="bert_written"
# ### BEGIN SOLUTION
#
# **Kinds.** Masked tokens is generative: the model produces missing parts of one text, tokens of the
# vocabulary, from the rest of this text. There is no pair. Next sentence is contrastive: the model
# gets a pair of sentences and produces no text. It predicts whether the pair occurs in the corpus
# (positive) or is made up from two places (negative).
#
# **Two tasks.** Masked tokens: the loss contains the outputs at the chosen tokens. So each token's
# output has to hold the information of the context on both sides about it. Tagging, name
# recognition and finding an answer in a text need this. Nothing in the task asks for one vector for
# the whole text, or for the relation of two sentences. Next sentence: the loss contains the output
# at `<cls>`, which has to sum up a pair of sentences. Classification, entailment and question
# answering on pairs start from it. But it gives no single token much to learn. (Later work found
# that it helps little, [Liu et al. 2019](https://arxiv.org/abs/1907.11692), section 4.2. A change of
# topic gives the answer away, as [Lan et al. 2019](https://arxiv.org/abs/1909.11942), section 3.1,
# explain.)
#
# **Two halves of one text**, for example. Positive pairs are two passages of one document. Negative
# pairs are passages of different documents in the batch. For each passage the model finds its
# partner, by the cross-entropy of the similarities of the `<cls>` outputs. The task should teach the
# topic of a text. Shortcut: common names, or the layout. Remedy: remove shared names, and take
# negatives from the same site or topic.
#
# **Order of two sentences**, for example. Positive is A B as in the text, negative B A. The model
# predicts from `<cls>` whether the order is right. The task should teach how a text progresses,
# since the topic is the same in both. Shortcut: "however" or a pronoun that opens a sentence. Remedy:
# leave out such pairs. (Other tasks: two views of one sentence with different words dropped, against
# other sentences; a sentence against the same one with a word replaced.)
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | masked tokens is generative: it predicts missing tokens of one text from the rest of the text |
# | 0.5 | next sentence is contrastive: it distinguishes pairs of the corpus from pairs that are made up, and produces no text |
# | 0.5 | masked tokens: the loss sits at the chosen tokens, so outputs of single tokens learn their context; a use such as tagging or finding answers |
# | 0.5 | next sentence: the loss sits at `<cls>`, so one output learns about a pair; a use such as entailment or classifying |
# | 2 × 0.5 | a contrastive task: positive and negative pairs, made from plain text without labels |
# | 2 × 0.5 | its prediction, and the skill that it teaches |
# | 2 × 0.5 | a shortcut that solves it without this skill |
# | 2 × 0.5 | a remedy that closes this shortcut, and leaves the task solvable |
#
# If people have to judge (entailment, sentiment, rated similarity), the item for pairs earns
# nothing; nor does it for a generative task. A task of this part under another name earns nothing.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 4.3 Masked tokens of BERT in code (<<bert_masking>>)
#
# Make one training example of the first task. Return `(inputs, targets)`, integer arrays in the
# shape of `tokens`.
#
# - *Choose* 15 % of all tokens at random, those equal to `mask_id` included. `targets` holds the
#   original token if it is chosen, and $-1$ if not.
# - In `inputs`, a chosen token becomes `mask_id` with a probability of 80 %, and a token drawn
#   uniformly from the whole vocabulary with 10 %. Otherwise it stays, like tokens that aren't chosen.
#
# | argument | meaning |
# |---|---|
# | `tokens` | int64 array of any shape, from 0 to `vocab_size` − 1; don't change it |
# | `mask_id` | the token that hides others, one of the vocabulary |
# | `vocab_size` | number of tokens of the vocabulary |
# | `seed` | for `np.random.default_rng(seed)`: the same seed gives the same result; if there are many tokens, another seed gives another |
#
# **Convention.** You may choose each token by itself, or exactly 15 % of the array, rounded in any
# way. The random token may, but need not, be the original one or `mask_id` by chance. Shares are
# counted among up to 60,000 tokens.


# %% answer="bert_masking"
def bert_mask(tokens, mask_id, vocab_size, seed):
    """Return (inputs, targets) in the shape of tokens; -1 marks targets that aren't predicted."""
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
# alt: A sentence in five columns, one per seed: your function keeps, masks or replaces its words.
with sanity_check():
    tokens = np.arange(30).reshape(5, 6) % 7
    masked = ask_in_order(bert_mask, tokens, 7, 11, 0)
    assert isinstance(masked, (tuple, list)), f"expected (inputs, targets), not {masked!r}"
    assert len(masked) == 2, f"expected (inputs, targets), not {len(masked)} things"
    for what, array in zip(("inputs", "targets"), masked, strict=True):
        preview_shape(what, array, (5, 6))
        if np.asarray(array).dtype.kind == "f":
            warn(f"{what}: these are floats; tokens are integers.")
show(lambda: draw_masks(bert_mask))

# %% [markdown]
# *Why it matters.* `<mask>` never occurs when the model is used. Since some chosen tokens stay or
# become another word, the model can't know which words to trust.

# %% [markdown]
# ## Part 5: attention on a grid
#
# Attention doesn't know the order of its tokens, so they may form a grid instead of a sequence. For
# example, 14 × 14 patches of 16 × 16 pixels make an image of 224 × 224 ([Dosovitskiy et al.
# 2020](https://arxiv.org/abs/2010.11929)).
#
# ### 5.1 Equations on a grid (<<spatial_equations>>)
#
# An attention layer turns a text, with a vector $h[t]$ for each token, into vectors
# $h_\text{out}[t]$. In each head $k$,
#
# $$
# q[k,t]=W^Q_k h[t],\quad \kappa[k,t]=W^K_k h[t],\quad v[k,t]=W^V_k h[t],\quad
# \alpha[k,t_1,t_2]=\mathrm{softmax}_{t_2}\,(q[k,t_1]\cdot \kappa[k,t_2]),\quad
# o[k,t]=\sum_{t'}\alpha[k,t,t']\, v[k,t'] .
# $$
#
# The sixth equation concatenates the heads: $h_\text{out}[t]$ is $o[0,t]$, $o[1,t]$, … one after
# another. Rewrite all six for a grid on which each cell $(x,y)$ attends to *all* cells. New indices
# keep the marks of the old ones: no mark, 1, 2 or ′. Collect the indices in the dict `equations`, a
# set for each entry:
#
# | entry | indices |
# |---|---|
# | `"projections"` | of $q[\dots]$ on the left of its equation; those of $\kappa$ and $v$ are the same |
# | `"alpha"` | of $\alpha[\dots]$ on the left of its equation |
# | `"softmax over"` | that the softmax runs over |
# | `"key in alpha"` | of $\kappa[\dots]$ inside the softmax |
# | `"out"` | of $o[\dots]$ on the left of its equation |
# | `"sum over"` | that the sum runs over |
# | `"value in out"` | of $v[\dots]$ inside the sum |
# | `"h_out"` | of $h_\text{out}[\dots]$ on the left of its equation |
#
# The options are `"k"`; `"t"`, `"t1"`, `"t2"`, `"t'"`; and the same four with `x` and with `y`.

# %% answer="spatial_equations"
# equations = {  # sets of indices
#     "projections": {"..."},
#     "alpha": {"..."},
#     "softmax over": {"..."},
#     "key in alpha": {"..."},
#     "out": {"..."},
#     "sum over": {"..."},
#     "value in out": {"..."},
#     "h_out": {"..."},
# }
### BEGIN SOLUTION
equations = {
    "projections": {"k", "x", "y"},
    "alpha": {"k", "x1", "y1", "x2", "y2"},
    "softmax over": {"x2", "y2"},
    "key in alpha": {"k", "x2", "y2"},
    "out": {"k", "x", "y"},
    "sum over": {"x'", "y'"},
    "value in out": {"k", "x'", "y'"},
    "h_out": {"x", "y"},
}
### END SOLUTION

# %% test="spatial_equations"
with sanity_check():
    preview_defined("equations", "dict", globals())
    assert isinstance(equations, dict), f"expected a dict, not {type(equations).__name__}"
    INDICES = ["k", *(f"{letter}{mark}" for letter in "txy" for mark in ("", "1", "2", "'"))]
    ENTRIES = ["projections", "alpha", "softmax over", "key in alpha"]
    for entry in (*ENTRIES, "out", "sum over", "value in out", "h_out"):
        preview_choice(entry, equations.get(entry), INDICES)

# %% [markdown]
# ### 5.2 Attention on a grid in code (<<spatial_attention>>)
#
# Write these equations as a function. It returns `(h_out, alpha)`.
#
# | array | shape | meaning |
# |---|---|---|
# | `h` | $(n_x,n_y,D)$ | the cell $(x,y)$ is `h[x, y]` |
# | `W_Q`, `W_K` | $(H,e,D)$ | $H$ heads with queries and keys of length $e$ |
# | `W_V` | $(H,e',D)$ | values of length $e'$ |
# | `h_out` | $(n_x,n_y,H e')$ | the output of each cell |
# | `alpha` | | one axis for each index of $\alpha$: the head, the cell with the query, the cell with the key |
#
# **Convention.** There is no scale, mask, position or output matrix. Scores can be in the thousands.
# You may compute in float32.
#
# *See* an image of three colours, R, G and B, and the weights of two heads. One head compares
# colours, the other places; `h` contains both. A frame marks the cell with the query.


# %% answer="spatial_attention"
def spatial_self_attention(h, W_Q, W_K, W_V):
    """Return (h_out, alpha) of self-attention among all cells of the grid h (n_x, n_y, D)."""
    ### BEGIN SOLUTION
    X, Y, J = h.shape
    cells = h.reshape(X * Y, J)  # to attention, a grid is a sequence
    Q, K, V = (np.einsum("tj,kuj->ktu", cells, W) for W in (W_Q, W_K, W_V))
    scores = Q @ K.transpose(0, 2, 1)
    powers = np.exp(scores - scores.max(axis=2, keepdims=True))
    weights = powers / powers.sum(axis=2, keepdims=True)
    out = (weights @ V).transpose(1, 0, 2)
    return out.reshape(X, Y, -1), weights.reshape(-1, X, Y, X, Y)
    ### END SOLUTION


# %% test="spatial_attention"
# alt: For two queries: an image of three colours, and the weights of two heads by your function, one
#      by colours and one by places. A frame marks the query.
with sanity_check():
    rng = np.random.default_rng()
    W_Q, W_K, W_V = (rng.normal(size=(3, rows, 13)) for rows in (5, 5, 2))
    h = rng.normal(size=(4, 7, 13))
    outputs = ask_in_order(spatial_self_attention, h, W_Q, W_K, W_V)
    assert isinstance(outputs, (tuple, list)), f"expected (h_out, alpha), not {outputs!r:.60}"
    assert len(outputs) == 2, f"expected (h_out, alpha), not {len(outputs)} things"
    h_out, alpha = outputs
    try:
        preview_shape("h_out", h_out, (4, 7, 6))
    except AssertionError as issue:
        warn(issue)
    print(f"alpha: shape {np.shape(alpha)}, for a grid of 4 × 7 cells and 3 heads.")
    try:
        indices = len(set(equations["alpha"]))
    except Exception:  # 5.1 has no answer yet
        print("Compare it with your equation of 5.1.")
    else:
        if indices != np.ndim(alpha):
            warn(f"alpha has {np.ndim(alpha)} axes, and {indices} indices in your 5.1.")
show(lambda: draw_maps(spatial_self_attention))

# %% [markdown]
# ## Part 6: an audit
#
# ### 6.1 Errors in a printed count (<<dense_audit>>)
#
# A page compares the self-attention of 1.3 in $H$ heads of width $D/H$, without $W_o$, with the dense
# layer of 1.2. Both have biases. The page says:
#
# > 1. Each head works on its own $D/H$ features, so each of its three matrices has shape
# >    $D/H\times D/H$.
# > 2. All heads together have **$3D^2/H$** weights for queries, keys and values.
# > 3. The maps to queries, keys and values have one bias each, together **3** numbers.
# > 4. The dense layer has a weight from each input to each output, together **$L^2D^2$**.
# > 5. It connects each token with each token, so it has **$L^2$** biases.
# > 6. If the text is twice as long, weights and biases of the dense layer together are exactly four
# >    times as many.
#
# First judge the lines in the dict `audit_lines`. Its keys are `"1"` to `"6"`. Choose `"right"`;
# `"wrong"` if the line has an error of its own; or `"follows"` if the line is false only because of
# a line above.
#
# Then correct the counts. `dense_audit` returns a dict of the amounts to *add* to the printed
# counts: negative if a count is too large, 0 if it is right. Its keys are `"qkv_weights"` (line 2),
# `"qkv_biases"` (line 3), `"dense_weights"` (line 4) and `"dense_biases"` (line 5). `d` is a
# multiple of `n_heads`.


# %% answer="dense_audit"
def dense_audit(n, d, n_heads):
    """Return the amount to add to each printed count, in a dict of four entries."""
    ### BEGIN SOLUTION
    return {
        "qkv_weights": 3 * d**2 - 3 * d**2 // n_heads,
        "qkv_biases": 3 * d - 3,
        "dense_weights": 0,
        "dense_biases": n * d - n**2,
    }
    ### END SOLUTION


# audit_lines = {"1": "...", "2": "...", "3": "...", "4": "...", "5": "...", "6": "..."}
### BEGIN SOLUTION
audit_lines = {
    "1": "wrong",  # a head reads all D features: D/H × D
    "2": "follows",
    "3": "wrong",
    "4": "right",
    "5": "wrong",
    "6": "follows",  # 4 (L² D² + L²); but the LD biases only double
}
### END SOLUTION

# %% test="dense_audit"
with sanity_check():
    preview_defined("audit_lines", "dict", globals())
    assert isinstance(audit_lines, dict), f"expected a dict, not {type(audit_lines).__name__}"
    for line in "123456":
        preview_choice(line, audit_lines.get(line), ["right", "wrong", "follows"])
preview_audit(dense_audit, n=7, d=15, n_heads=3)
show(lambda: print_audit(dense_audit))
