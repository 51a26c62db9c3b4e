import numpy as np

from ..shared.check_lines import check_lines
from ..shared.preview_growth import preview_growth
from ..shared.previews import (
    ask_in_order,
    preview_arguments,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
)
from ..shared.showing import show
from .cells.audit_tools import preview_audit, print_audit
from .cells.heads import preview_calls, preview_counts
from .cells.layer_norm_lines import LAYER_NORM, euclidean, layer_norm_symbols
from .cells.norm_figures import draw_gradients, draw_maps, draw_masks, draw_spheres, draw_stream
from .cells.slopes import compare_slopes, time_many_features

# %% [markdown]
# # Problem set 3: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# A token of Llama 3.1 70B can have heard of all 131,072 tokens of its text after a handful of
# layers. The model has eighty. What are the others for? And why 64 heads, and not one? Why do all
# layers give out what they take in, 8,192 numbers a token, and why does a norm stand before each?
# GPT-2 small of 2019 and Llama 3.1 of 2024 are stacks of nearly the same block, though one has five
# hundred times as many weights as the other. Take the block apart: what would you miss first?
#
# | part | question | points |
# |---|---|---|
# | 1 | How far can a token see, and what does it pay for it? | <<points of part 1>> |
# | 2 | What does a block cost, and why are its widths as they are? | <<points of part 2>> |
# | 3 | What does layer norm do to a token, forwards and backwards? | <<points of part 3>> |
# | 4 | What does BERT learn from? | <<points of part 4>> |
# | 5 | How does attention read an image? | <<points of part 5>> |
# | 6 | What is wrong with a printed answer? | <<points of part 6>> |
#
# Answers go where it says *Replace this line* or *Write your answer here*, in any order, and may
# call each other. The cell below one, and nbgrader's *Validate*, look at its type and wiring; they
# don't know what is right. [student.md](student.md), which comes with this notebook, says how
# answers are graded.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py ../shared/preview_growth.py ../shared/needs.py cells/heads.py cells/audit_tools.py"

# %% [markdown]
# ## The block
#
# Tokens are rows: $X$ has shape $(N, D)$, a row of $D$ numbers for each of $N$ tokens. Each block
# adds something to $X$ twice: what its attention makes of it, with $H$ heads of width $e$, then what
# a feed-forward block makes of each token.

# %% figure folded include="cells/block_figure.py"

# %% [markdown]
# Two models turn up again and again ([Radford et al.
# 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf);
# [Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3):
#
# | | GPT-2 small | Llama 3.1 70B |
# |---|---|---|
# | blocks | 12 | 80 |
# | width of a token, $D$ | 768 | 8,192 |
# | heads, $H$, of width $e$ | 12 of 64 | 64 of 128; eight of them at a time share their keys and values |
# | longest text, in tokens | 1,024 | 131,072 |
# | weights | 124,439,808 in its files; 84,934,656 of them in the matrices of its blocks | about 70 billion |

# %% [markdown]
# ## Part 1: heads and layers
#
# ### 1.1 How far a token can see (<<receptive_field>>)
#
# A trained softmax often has one large weight and many small ones. Suppose it has *only* one: each
# head copies to a token the value of one token. A node at layer $n$ is then made of few of the
# input's positions. In this picture it is the red one at the top, and its heads are badly chosen:
# they look next door, where much has been heard of already.

# %% figure folded include="cells/reach_figure.py"

# %% [markdown]
# How many positions of the input can reach a node *at most*, with `n_heads` heads in each of
# `n_layers` attention layers? (Try other offsets above.)
#
# **Conventions.**
#
# - Which token a head copies may differ from head to head, layer to layer and token to token;
#   choose so that as many positions as possible come together. Nothing is masked.
# - Through the residual connection each token keeps its own value as well.
# - A position reaches a node if its vector is in the sum that the node holds. To have had a say in
#   where a head looks isn't enough.
# - `n_layers` layers, 1 or more, lie between the input and the node. Feed-forward blocks mix no
#   tokens.
# - The text has `seq_len` tokens; with `seq_len=None` it is as long as you like.


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
# *Why it matters.* Guess, then run: after how many layers can the last token of GPT-2 small have
# heard of all 1,024, if its heads look where it is best, and that of Llama 3.1 70B of all 131,072?

# %% figure folded include="cells/depth.py"

# %% [markdown]
# Other layers must have another use. Trained models can spare many heads, too: in a translation
# model and in BERT most could be taken out one at a time without much harm ([Michel et al.
# 2019](https://arxiv.org/abs/1905.10650)).

# %% [markdown]
# ### 1.2 Few weights for any length (<<attention_counts>>)
#
# Self-attention with one head as wide as a token maps $X$, of shape $(N, D)$, to an array of the
# same shape:
#
# $$
# Q = X W_q^\top + b_q, \qquad K = X W_k^\top + b_k, \qquad V = X W_v^\top + b_v, \qquad
# A = \mathrm{softmax}\!\left(Q K^\top / \sqrt{D}\right), \qquad \text{output } A V .
# $$
#
# $Q$, $K$ and $V$ are as large as $X$; weights and biases serve texts of any length. How many
# numbers is that, and how many would a plain fully connected layer take for the same map? Return a
# dict:
#
# | entry | counts |
# |---|---|
# | `"qkv_weights"` | the entries of $W_q$, $W_k$ and $W_v$ together |
# | `"qkv_biases"` | the entries of $b_q$, $b_k$ and $b_v$ together |
# | `"attention_weights"` | the entries of $A$ |
# | `"dense_weights"` | the weights of one fully connected layer from all numbers of $X$ to all numbers of the output |
# | `"dense_biases"` | the biases of that layer |


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
# weights would the dense layer have? Which of the two could read a text that is one token longer?

# %% figure folded include="cells/dense.py"

# %% [markdown]
# ### 1.3 What one more head costs (<<head_costs>>)
#
# Now $H$ heads of width $e$ read $X$. Head $h$ has its own queries, keys and values, each of shape
# $(N, e)$. The heads' outputs, side by side, go through $W_o$ back to width $D$:
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
# | meaning | $N$ | $D$ | $H$ | $e$, often $D/H$, but the tests ask for any |
#
# **Conventions.** $W_o$ is included. There are no biases; the softmax is free with its factor (P5),
# and so is putting the heads side by side.


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
# head of width 768, with 96 of width 8, and with 12 of width 768? (Question 2.3 asks why.) The last
# column counts what the softmax works on.

# %% figure folded include="cells/heads_table.py"

# %% [markdown]
# ## Part 2: what a block costs
#
# In this part the heads together are as wide as a token, $D = He$, as in GPT-2 and Llama.
#
# ### 2.1 When others are asked (<<multi_head_flops>>)
#
# In *cross-attention* a decoder's tokens ask and the encoder's are asked: queries come from $n_t$
# tokens, keys and values from $n_s$ other ones, all of width $D$. How many FLOPs do the matrix
# products take, for one sequence of each kind?
#
# | argument | `n_t` | `n_s` | `d_head` | `n_heads` |
# |---|---|---|---|---|
# | meaning | tokens that ask | tokens that are asked | $e$ | $H$ |
#
# **Convention.** Matrix products only, that with $W_o$ included. No biases, and nothing is masked.


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
# What makes one so expensive, and what would you keep in memory to avoid it?

# %% figure folded include="cells/one_more_token.py"

# %% [markdown]
# #### Which terms stay? (<<multi_head_growth>>)
#
# Coefficients depend on conventions. Growth doesn't: what if one size gets large, or several at
# once, at any speeds? Return *any* function in the class $\Theta(\dots)$ of the cost of multi-head
# attention, in the same four sizes: `5*n*n + n` is as good as `n**2`. For which sizes is each of
# your terms the largest?
#
# **Convention.** Everything is charged: the products, and the softmax, a constant for each score of
# each head. Sizes are at least 1. The class of the true cost is asked, whatever your own 2.1 says.


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
# ### 2.2 The bottleneck (<<bottleneck>>)
#
# What takes most of the FLOPs of multi-head attention? Choose one option for each entry of the dict
# `bottleneck`: `"short"`, where $D$ is large and the text short, and `"long"`, where $D$ is small
# (but no head is narrower than 64) and the text long. The options are `"projections"` (the products
# with $W_q, W_k, W_v, W_o$), `"scores and sums"` ($QK^\top$ and $AV$ in each head), `"softmax"` (a
# few operations for each score, if they were charged), and `"moving heads"` (splitting arrays into
# heads, and putting the heads side by side).
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
# from $D$ to $fD$ and back. No biases; norms and the softmax are free. Return where both sides are
# equal, without rounding. What follows from your own 2.1 is right, if the number of heads makes no
# difference to it.


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
# stand where the lines cross? On which side of them do the two models live?

# %% figure folded include="cells/bottleneck_figure.py"

# %% [markdown]
# ### 2.3 Two widths (<<same_size_written>>, graded by a person)
#
# 1. Why are heads given the width $D/H$, and not $D$? Compare the weights and FLOPs of $H$ heads of
#    width $D/H$ with those of one head of width $D$, and of $H$ of width $D$. What grows with $H$
#    all the same? (1 point)
# 2. Attention could give out tokens of another width: a $W_o$ of shape $(D', He)$ would do. Which
#    operation of the block needs $D'=D$? What would it take to keep it with $D' \neq D$: which
#    matrix of which shape, how many weights, how many FLOPs for $N$ tokens? And what would be lost
#    on the way from the first block to the last? (1.5)
# 3. What do equal widths give one besides, looking at the whole stack? One thing will do. (0.5)

# %% [markdown] written="same_size_written"
# ### BEGIN SOLUTION
#
# **1.** A head of width $e$ takes $4De$ weights and $8NDe + 4N^2e$ FLOPs (question 1.3). With
# $e=D/H$, all $H$ together take $4D^2$ weights and $8ND^2+4N^2D$ FLOPs: what one head of width $D$
# takes. So one may have many heads, which look at different things, at the price of one. With $e=D$
# everything is $H$ times as much. What grows all the same is the number of attention weights,
# $HN^2$: what the softmax works on, and what has to be stored or moved.
#
# **2.** The residual connection adds the input of a part to its output, $X +
# \mathrm{Attention}(X)$, and an addition needs two arrays of one shape. The input would have to be
# brought to width $D'$ first, $X W_r^\top$ with a $W_r$ of shape $(D', D)$: $D D'$ more weights and
# $2 N D D'$ more FLOPs for every such connection. Worse, the path past the block would no longer be
# the identity. As long as it is, what a block has written stays there for all later ones unless one
# of them takes it away, and the derivative of the loss reaches each block through a sum with the
# identity in it; through products of forty matrices $W_r$ it may vanish or explode.
#
# **3.** Blocks of equal sizes can be stacked to any depth without anything between them: one
# design, one set of sizes, one piece of code. A block can be added, left out or shared, and the
# output layer may read any depth.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | many heads at the price of one: with $e=D/H$ weights and FLOPs are those of one head of width $D$; with $e=D$ they are $H$ times as many |
# | 0.5 | the attention weights, $HN^2$, grow with $H$ all the same |
# | 0.5 | the residual connection: an addition (of input and output of the part) needs equal shapes |
# | 0.5 | the repair and its cost: a projection of shape $(D', D)$ (or its transpose) on the residual path, $DD'$ weights and $2NDD'$ FLOPs. MACs, a bias, or zero padding that costs nothing but loses nothing either are fine |
# | 0.5 | what is lost by that: the path is no identity any more, for the signal or for gradients |
# | 0.5 | what equal widths give a stack: any number of blocks without adapters, one design for all, modularity |
#
# In item 1 counts that follow from the student's own 1.3 are right. That matrix products need equal
# widths earns nothing: they don't.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% folded given="norm_figures" include="cells/norm_figures.py cells/slopes.py"

# %% [markdown]
# ## Part 3: layer norm
#
# Each block *adds* to what it was given, $x + f(x)$, and the numbers may grow, block by block.
# Layer norm brings every token to one size before a block reads it ([Ba et al.
# 2016](https://arxiv.org/abs/1607.06450)). For a token $x$ with $d$ features, a scale $\gamma$, a
# shift $\beta$ and a small $\varepsilon \geq 0$ it is
#
# $$
# y_j=\gamma_j\, z_j+\beta_j,\qquad z_j=\frac{x_j-\mu}{\sqrt{\sigma^2+\varepsilon}},\qquad \mu=\frac1d\sum_j x_j,\qquad
# \sigma^2=\frac1d\sum_j (x_j-\mu)^2 .
# $$
#
# ### 3.1 What depends on what? (<<norm_dependence>>)
#
# $X$ has a row for each of at least 3 tokens and a column for each of at least 3 features, and is
# turned into $Y$ of the same shape, by layer norm, or by *batch norm* ([Ioffe and Szegedy
# 2015](https://arxiv.org/abs/1502.03167)): in training, or in evaluation, when it uses averages
# that it stored. On which entries of $X$ does $y_{i,j}$ depend?
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
# *Why it matters.* Think of a text that is written token by token, or of a batch with padding in
# it. Which norms give a token the same output whatever is beside it?

# %% [markdown]
# ### 3.2 Layer norm (<<layer_norm>>)
#
# Normalise `x`, of shape $(\dots,d)$, along its last axis, as in the formula above. `gamma` and
# `beta` have the shape $(d,)$, or are numbers; `eps` is a number $\geq 0$.
#
# **Convention.** $\sigma^2$ is the mean over all $d$ features, not $d-1$; $\varepsilon$ is added to
# the variance, inside the root. The mean of a token can be a million times its spread: float32 has
# too few digits for that. A token without any spread comes with $\varepsilon>0$.
#
# *The picture* shows tokens before and after; then 24 blocks as they are when training begins, with
# layer norm in either of the two usual places, and without.


# %% answer="layer_norm"
def layer_norm(x, gamma, beta, eps):
    """Layer norm of x (..., d) along its last axis."""
    ### BEGIN SOLUTION
    mu = x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True)
    root = np.sqrt(variance + eps)
    z = (x - mu) / root
    return gamma * z + beta
    ### END SOLUTION


# %% test="layer_norm"
with sanity_check():
    rng = np.random.default_rng()
    gamma, beta = rng.normal(size=(2, 7))
    one = ask_in_order(layer_norm, rng.normal(size=7), gamma, beta, 1e-5)
    preview_shape("one token", one, (7,))
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
# $\varepsilon=0$, $\sigma>0$. Derive the Euclidean length $\|y-\beta\mathbf 1\|$ of a token after
# layer norm, where $\mathbf 1$ is a column of $d$ ones: from `norm(y - beta * ones)` to an
# expression in `gamma` and `d` alone.
#
# | vocabulary | what it is |
# |---|---|
# | `x`, `y`, `z`, `ones` | a token, $y=\gamma z+\beta\mathbf 1$, $z=(x-\mu\mathbf 1)/\sigma$, and $\mathbf 1$: columns of $d$ numbers |
# | `mu`, `sigma`, `gamma`, `beta`, `d` | numbers; $\mu$ is the mean of $x$ |
# | `norm(...)`, `sqrt(...)`, `abs(...)` | length of a vector; root and absolute value of a number |
#
# (No sum or difference may stand below a division: keep `sigma` there.)
#
# | reason | what it says |
# |---|---|
# | `"homogeneity"` | a fact: $\lVert c\,v\rVert=\lvert c\rvert\,\lVert v\rVert$ for a number $c$. Whoever writes `norm(v)` as `sqrt(v.T @ v)` uses it too |
# | `"standard deviation"` | a fact: $\sigma^2$ is the mean square of the entries of $x-\mu\mathbf 1$. It may be used of the entries of $z$ at once; in that step it makes no difference whether homogeneity is named as well |
# | `"definition"`, `"algebra"`, `"sigma > 0"` | moves: what $y$, $z$ and $\mu$ stand for; rearranging numbers and vectors; $\lvert\sigma\rvert=\sigma$ |

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
# *The picture* has $d=3$, seen from where the three axes look alike.


# %% answer="layer_norm_radius"
def layer_norm_radius(gamma, variance, d, eps):
    """Length of y - beta for a token of d features with this variance."""
    ### BEGIN SOLUTION
    spread = np.sqrt(variance / (variance + eps))  # of z: its root mean square
    return abs(gamma) * np.sqrt(d) * spread
    ### END SOLUTION


# %% test="layer_norm_radius"
with sanity_check():
    preview_shape("length", layer_norm_radius(1.5, 2.0, 7, 0.1), ())
show(lambda: draw_spheres(layer_norm, layer_norm_radius))

# %% [markdown] written="layer_norm_written"
# ### 3.5 What the lines don't say (<<layer_norm_written>>, graded by a person)
#
# 1. Take $x=(1,2,6)$, $\gamma=-2$, $\beta=1$, $\varepsilon=0$. Work out $y$ and the length of
#    $y-\beta\mathbf 1$. Does your 3.3 agree? Which of its lines says what becomes of $\gamma$, and
#    by which fact? (1 point)
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
# point.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 3.6 Backwards (<<layer_norm_backward>>)
#
# Layer norm normalises each row of `x`, of shape $(n,d)$; `dy`, of the same shape, is the gradient
# of a loss with respect to the output. Return `(dx, dgamma, dbeta)`, the gradients with respect to
# `x`, `gamma` and $\beta$, each in the shape of what it belongs to. ($\beta$ itself is not needed.)
#
# **Convention.** `gamma`, of shape $(d,)$, is shared by all tokens; $\mu$ and $\sigma^2$ depend on
# `x`, and that counts. Exact formulas: what is measured, by finite differences or complex steps,
# earns nothing; automatic differentiation that you write yourself is an answer. One case has forty
# tokens of 6,000 features, in which a $d\times d$ Jacobian for each token takes too long. Numbers may be tiny, rows of `x` down to $10^{-60}$, all of `dy` down
# to $10^{-120}$: formulas don't mind, steps do. There no absolute error is too small to count.
#
# Your notebook measures slopes along random directions with your 3.2, and the time of that largest
# case. *The picture* shows the gradients of small and large tokens, and those of the weights of 24
# blocks when training begins.


# %% answer="layer_norm_backward"
def layer_norm_backward(dy, x, gamma, eps):
    """Gradients (dx, dgamma, dbeta) of a loss, from its gradient dy (n, d) at the output."""
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
with sanity_check():
    rng = np.random.default_rng()
    dy, x = rng.normal(size=(2, 5, 7))
    gradients = ask_in_order(layer_norm_backward, dy, x, rng.normal(size=7), 0.1)
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
# BERT learns from texts alone, by two tasks ([Devlin et al.
# 2018](https://arxiv.org/abs/1810.04805), section 3.1). It is given a text some of whose tokens are
# hidden, and says what they were; and it is given two sentences, and says whether the second
# followed the first in the text or was taken from elsewhere. What comes out at a special token
# `<cls>` in front is used for the second task.
#
# ### 4.1 What kind of task? (<<bert_tasks>>)
#
# A *generative* task predicts a missing part of one example from the rest of it. A *contrastive*
# task tells pairs that belong together from pairs that don't. In both the right answer comes from
# the text itself. In a *supervised* task it comes from people. Which is which? The options are
# `"generative"`, `"contrastive"` and `"supervised"`.
#
# | entry of `tasks` | task |
# |---|---|
# | `"masked tokens"` | say what the hidden tokens were |
# | `"next sentence"` | say whether sentence B followed sentence A in the text |
# | `"inference"` | say whether sentence B follows *logically* from sentence A, as annotators judged |
# | `"same document"` | find, among paragraphs from many documents, the one that is from the same document as a given one |

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
# 2. Invent two further *contrastive* tasks, not those of this part. For each say how positive and
#    negative pairs are made from plain text, without anybody labelling it; what is predicted; what
#    it should teach; and a shortcut by which a model could solve it without learning that, and what
#    you would do about it. (2 each)
#
# ### BEGIN SOLUTION
#
# **Two tasks.** Masked tokens: the loss is computed from the outputs at the chosen tokens, so each
# token's output has to hold what the context on both sides says about it: what tagging, name
# recognition or finding an answer in a text need. Nothing in it asks for one vector that stands for
# the whole, or for what connects two sentences. Next sentence: the loss is computed from the output
# at `<cls>`, which has to sum up a pair of sentences: what classification, entailment and question
# answering on pairs start from. But it gives no single token much to learn. (Later work found that
# it helps little, [Liu et al. 2019](https://arxiv.org/abs/1907.11692), section 4.2; since a change
# of topic gives the answer away, as [Lan et al. 2019](https://arxiv.org/abs/1909.11942), section
# 3.1, explain it.)
#
# **Two halves of one text**, for example. Positive pairs are two passages of one document, negative
# ones passages of other documents in the batch; for each passage its partner is to be found, by the
# cross-entropy of the similarities of the `<cls>` outputs. It should teach what a text is about.
# Shortcut: common names, or the layout; remove shared names, and take negatives from the same site
# or topic.
#
# **Order of two sentences**, for example. Positive is A B as in the text, negative B A; whether the
# order is the right one is predicted from `<cls>`. It should teach how a text progresses, since the
# topic is the same in both. Shortcut: "however" or a pronoun that opens a sentence; leave out such
# pairs. (Two views of one sentence with different words dropped, against other sentences, is
# another; so is telling a sentence from one with a word replaced.)
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | masked tokens: the loss sits at the chosen tokens, so outputs of single tokens learn their context; a use such as tagging or finding answers |
# | 1 | next sentence: the loss sits at `<cls>`, so one output learns about a pair; a use such as entailment or classifying |
# | 2 × 0.5 | a contrastive task: positive and negative pairs, and what is predicted of them |
# | 2 × 0.5 | the pairs are made from plain text, without labels |
# | 2 × 0.5 | what the task teaches the network |
# | 2 × 0.5 | a shortcut by which the task can be solved without that, and a remedy |
#
# Where people have to judge (entailment, sentiment, rated similarity) the tick for labels isn't
# given; for a generative task that for pairs isn't. A task of this part under another name gets no
# tick.
# === END MARK SCHEME ===
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
# of all tokens of the array, rounded as you like. Whether the random token can happen to be the
# original one, or `mask_id`, is up to you, too. Shares are counted among up to 60,000 tokens, so
# that chance costs nothing.


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
    masked = ask_in_order(bert_mask, tokens, 7, 11, 0)
    assert isinstance(masked, (tuple, list)), f"expected (inputs, targets), not {masked!r}"
    assert len(masked) == 2, f"expected (inputs, targets), not {len(masked)} things"
    for what, array in zip(("inputs", "targets"), masked, strict=True):
        preview_shape(what, array, (5, 6))
        if np.asarray(array).dtype.kind == "f":
            print(f"{what}: but these are floats; tokens are integers.")
show(lambda: draw_masks(bert_mask))

# %% [markdown]
# *Why it matters.* `[mask]` never occurs when the model is used. That is why some chosen tokens
# stay, or become another word: the model can't know which of the words that it sees are to be
# trusted. And only 15 % of the tokens of a batch are predicted, where a GPT predicts all of them.

# %% [markdown]
# ## Part 5: attention in space
#
# Nothing in attention knows of lines: tokens can stand in a grid. An image of 224 × 224 pixels cut
# into patches of 16 × 16 is a grid of 14 × 14 tokens ([Dosovitskiy et al.
# 2020](https://arxiv.org/abs/2010.11929)).
#
# ### 5.1 From a line to a grid (<<spatial_attention>>)
#
# For a text, with tokens $h[t]$ and in each head $k$, here are the equations of an attention layer:
#
# $$
# q[k,t]=W^Q_k\, h[t],\quad \kappa[k,t]=W^K_k\, h[t],\quad v[k,t]=W^V_k\, h[t],\qquad
# \alpha[k,t_1,\cdot]=\mathrm{softmax}_{t_2}\; q[k,t_1]\cdot \kappa[k,t_2],\qquad
# o[k,t]=\sum_{t'}\alpha[k,t,t']\, v[k,t'] ,
# $$
#
# and the output at $t$ is $o[0,t]$, $o[1,t]$, … put one behind the other. Rewrite them: $t$ becomes
# a cell $(x,y)$ of a grid, and each cell attends to *all* cells. Which indices has $\alpha$ now,
# and over what run the softmax and the sum? Then let a function say it. It returns `(h_out,
# alpha)`.
#
# | array | shape | |
# |---|---|---|
# | `h` | $(n_x,n_y,D)$ | the cell $(x,y)$ is `h[x, y]` |
# | `W_Q`, `W_K` | $(H,e,D)$ | $H$ heads, queries and keys of length $e$ |
# | `W_V` | $(H,e',D)$ | values of length $e'$ |
# | `h_out` | $(n_x,n_y,H e')$ | |
# | `alpha` | $(H,n_x,n_y,n_x,n_y)$ | the cell that asks, then the one that is asked |
#
# **Convention.** No scale, no mask, no positions, no output matrix. Scores can be in the thousands.
# Float32 is fine.
#
# In *the picture* one head compares colours, the other places, which are part of $h$ there.


# %% answer="spatial_attention"
def spatial_self_attention(h, W_Q, W_K, W_V):
    """(h_out, alpha) of self-attention among all cells of the grid h (n_x, n_y, D)."""
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
with sanity_check():
    rng = np.random.default_rng()
    W_Q, W_K, W_V = (rng.normal(size=(3, rows, 13)) for rows in (5, 5, 2))
    h = rng.normal(size=(4, 7, 13))
    outputs = ask_in_order(spatial_self_attention, h, W_Q, W_K, W_V)
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
# dense layer from all numbers of the input to all of the output. Both have biases; an output
# projection is not counted. It says:
#
# > Each head works on its own $D/H$ features. So its queries, keys and values take three matrices
# > of $D/H\times D/H$, together **$3D^2/H$ weights** for all heads, and the three maps have **3
# > biases**. The dense layer has a **weight from each of its inputs to each of its outputs** and,
# > as each token is connected to each token, **$N^2$ biases**.
#
# Compare with the equations of 1.3. By how much is each count off?
#
# - `dense_audit(n, d, n_heads)` returns a dict with the keys `"qkv_weights"`, `"qkv_biases"`,
#   `"dense_weights"`, `"dense_biases"`: what has to be *added* to the page's count to make it
#   right. Negative where the page counts too many, 0 where it is right.
# - `corrected_difference(n, d, n_heads)` returns how many parameters more the dense layer really
#   has.
#
# `d` is a multiple of `n_heads`; the feedback writes it `n_heads`·`d_head`. What follows from your
# four amounts is right in the difference.


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


# %% test="dense_audit"
preview_audit(dense_audit, n=7, d=15, n_heads=3)
preview_count(corrected_difference, n=7, d=15, n_heads=3)
show(lambda: print_audit(dense_audit, corrected_difference))
