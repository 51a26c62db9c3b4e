import math

import numpy as np

from ..shared.preview_growth import preview_growth
from ..shared.previews import (
    ask,
    ask_in_order,
    check_each,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
    warn,
)
from ..shared.showing import show
from .cells.decoding import (
    draw_blocks,
    draw_decoding,
    preview_entries,
    preview_options,
    preview_parts,
)
from .cells.models import AUDIT_LINES, AUDIT_OPTIONS, EXAMPLE, GROWTHS
from .cells.patterns import (
    draw_davit,
    draw_patterns,
    preview_mask,
    print_large,
    print_own,
    print_patterns,
)

# %% [markdown]
# # Problem set 4: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# "One token costs GPT-2 small 250,123,124,736 FLOPs." Every line of this calculation looks
# plausible. Yet GPT-3 has over a thousand times as many weights, and needs only about 350 billion
# FLOPs for a token. Where are the errors, and how large are they? Find out, and take your counts to
# a cluster.
#
# | part | question | points |
# |---|---|---|
# | 1 | What does a whole model cost? | <<points of part 1>> |
# | 2 | What does one more token cost? | <<points of part 2>> |
# | 3 | What does a budget buy? | <<points of part 3>> |
# | 4 | How long does a layer take on unlimited processors? | <<points of part 4>> |
# | 5 | Which patches of an image must see each other? | <<points of part 5>> |
#
# - The *core* takes about 8 hours. The *further problems* (★) take about 4 hours more: 1.5, 2.3,
#   2.4 and part 3.
# - The cell below an answer checks its type and shape, not its values.
# - [student.md](student.md) says how answers are graded.
#
# **Symbols.** Tokens are rows of arrays.
#
# | in the text | in the code | meaning | GPT-2 small | GPT-3 |
# |---|---|---|---|---|
# | $L$ | `n`; in part 4 `T` | length: number of tokens in a sequence | | |
# | $t$ | `t` | place of a token in its sequence, from 1 | | |
# | $d_\text{model}$ | `d_model` | width of a token | 768 | 12,288 |
# | $H$ | `n_heads` | heads in a layer | 12 | 96 |
# | $d_\text{head}=d_\text{model}/H$ | `d_head` | width of a head | 64 | 128 |
# | $n_\text{layers}$ | `n_layers` | layers | 12 | 96 |
# | $d_\text{ff}$ | `d_ff` | width of the hidden layer of a feed-forward block | 3,072 | 49,152 |
# | $N$ | `n_params` | weights of a model (1.1) | | |
# | $M$ | `train_tokens` | tokens that a model is trained on | | |
# | $q,k,v$ | | query, key and value of one token | | |
# | | `K_cache`, `V_cache` | arrays; a row is the key, or the value, of one earlier token | | |
# | $h,w$ | `h`, `w` | rows and columns of patches in an image | | |
# | mask | | `True` if a token may be seen, as in PyTorch's `scaled_dot_product_attention` (`nn.MultiheadAttention` has it the other way round) | | |

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py ../shared/needs.py ../shared/preview_growth.py cells/models.py cells/decoding.py cells/patterns.py"

# %% [markdown]
# ## Part 1: the cost of a whole model
#
# A *decoder-only transformer* such as GPT-2 is a stack of equal layers. Each token passes through
# it as a vector of $d_\text{model}$ numbers. A layer has these matrices:
#
# | map | from | to | number in a layer |
# |---|---|---|---|
# | queries; keys; values | $d_\text{model}$ | $d_\text{head}$ | one each in every head |
# | output projection | the outputs of all heads, side by side | $d_\text{model}$ | 1 |
# | feed-forward block, first map | $d_\text{model}$ | $d_\text{ff}$ | 1 |
# | feed-forward block, second map | $d_\text{ff}$ | $d_\text{model}$ | 1 |
#
# The width $d_\text{head}$ is always a whole number, but $d_\text{ff}$ need not be
# $4\,d_\text{model}$.
#
# ### 1.1 Parameters (<<parameters>>)
#
# How many weights $N$ does the model have?
#
# **Convention.** $N$ counts the matrices of the table in all layers. It leaves out biases, norms,
# embeddings and the output head. (Feedback may write `n_heads·d_head` where your formula has
# `d_model`. That costs nothing.)


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
# *Why it matters.* Nearly all arithmetic of a model happens in these matrices.
#
# *See.* The published sizes of GPT-3 ([Brown et al. 2020](https://arxiv.org/abs/2005.14165), table
# 2.1) and of GPT-2's released files count more than $N$. What is the rest? GPT-2 has a vector of
# $d_\text{model}$ numbers for each of 50,257 tokens and 1,024 positions. With biases and norms, you
# can account for all of GPT-2 small's 124,439,808 parameters.

# %% figure folded include="cells/shares.py"

# %% [markdown]
# ### 1.2 A forward pass (<<forward_cost>>)
#
# How many FLOPs does the model need in each of these cases?
#
# - `dense_flops`: it reads $L$ tokens, and every token sees all $L$.
# - `causal_flops`: it reads $L$ tokens, and token $t$ sees the tokens $1,\dots,t$. If token $t$
#   doesn't see token $s$, nothing is computed for this pair.
# - `decode_flops`: it reads token $t$ alone, which sees all $t$ tokens, itself included. A cache
#   has the keys and values of the tokens before it.
#
# **Convention.** Count products (P2): those with the matrices of the table, the scores $q\cdot k$,
# and the weighted sums of values, in every head. Leave out softmax, scale, activation, biases,
# norms, residual connections, embeddings and the output head.
#
# *See.* These scores are computed in each case, for 8 tokens.

# %% figure folded include="cells/pairs_figure.py"


# %% answer="forward_cost"
def dense_flops(n, d_model, n_heads, n_layers, d_ff):
    """FLOPs for n tokens that all see all n."""
    ### BEGIN SOLUTION
    weights = non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    return n * 2 * weights + 4 * n_layers * n**2 * d_model
    ### END SOLUTION


def causal_flops(n, d_model, n_heads, n_layers, d_ff):
    """FLOPs for n tokens that see themselves and the tokens before them."""
    ### BEGIN SOLUTION
    weights = non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    pairs = n * (n + 1) // 2
    return n * 2 * weights + 4 * n_layers * pairs * d_model
    ### END SOLUTION


def decode_flops(t, d_model, n_heads, n_layers, d_ff):
    """FLOPs for the t-th token, with the keys and values before it in a cache."""
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
# *See.* Up to which length is an estimate from $N$ alone good enough ([Kaplan et al.
# 2020](https://arxiv.org/abs/2001.08361), section 2.1)? Why does the wider model hold out longer?

# %% figure folded include="cells/cost_figure.py"

# %% [markdown]
# ### 1.3 Training (<<training_cost>>)
#
# How many FLOPs does it take to *train* on one token, forward and backward together? Nothing of the
# forward pass is computed again. Take a product $Y = XW$: which gradients must the backward pass
# compute from the gradient of $Y$?
#
# **Convention.** Count only products with the $N$ weights, and their backward passes; leave out
# attention's scores and weighted sums, and the optimiser. The model trains on many tokens together.
# A sum over tokens belongs to a matrix product, so its additions count (P2). Every map passes a
# gradient on to its input, in the first layer too.


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
# *Why it matters.* Every plan of a training run starts from this number.
#
# *See.* This is GPT-3's run, on 1,024 accelerators of 312 TFLOP/s that are busy 40 % of the time.
# Its authors report the FLOPs in table D.1.

# %% figure folded include="cells/training.py"

# %% [markdown]
# ### 1.4 Audit: find the errors (<<audit_lines>>)
#
# This is the calculation from the top of the page, for *one token* of a dense sequence of 1,024
# tokens. The right number is a 1,024th of `dense_flops` for $L=1024$. A product of an $i\times j$
# and a $j\times k$ matrix costs $2ijk$, which is right.
#
# | line | in a layer | products | how many | FLOPs |
# |---|---|---|---|---|
# | `queries_keys_values` | queries, keys, values | $768\times768$ by $768\times64$ | 3 in each of 12 heads | 2,717,908,992 |
# | `output_projection` | output projection | $768\times768$ by $768\times768$ | 1 in each of 12 heads | 10,871,635,968 |
# | `scores` | scores | $64\times64$ by $64\times64$ | 1 in each of 12 heads | 6,291,456 |
# | `feed_forward` | first map | $768\times768$ by $768\times3072$ | 1 | 3,623,878,656 |
# | `feed_forward` | second map | $768\times3072$ by $3072\times768$ | 1 | 3,623,878,656 |
# | | **a layer** | | | 20,843,593,728 |
# | | **the model**, 12 layers | | | **250,123,124,736** |
#
# Which numbers are wrong in each line? The right maps are those of the table in part 1. Choose a
# set of options for each line, or `set()` for a right one. Under `absent`, choose what 1.2 counts
# and no line has.
#
# | option | number |
# |---|---|
# | `"rows"` | rows of the first matrix: tokens; in the scores, queries |
# | `"columns"` | columns of the second matrix; in the scores, keys |
# | `"inner"` | columns of the first matrix and rows of the second |
# | `"how many"` | number of products |
# | `"biases"`, `"softmax"`, `"weighted sums"`, `"residual connections"`, `"output head"` | (for `absent` only) |

# %% answer="audit_lines"
# wrong_numbers = {  # sets of options
#     "queries_keys_values": {"..."},
#     "output_projection": {"..."},
#     "scores": {"..."},
#     "feed_forward": {"..."},
#     "absent": {"..."},
# }
### BEGIN SOLUTION
wrong_numbers = {
    "queries_keys_values": {"rows"},  # one token, not 768
    "output_projection": {"rows", "how many"},  # and one in a layer, not 12
    "scores": {"rows", "columns"},  # one query, 1,024 keys
    "feed_forward": {"rows"},
    "absent": {"weighted sums"},
}
### END SOLUTION

# %% test="audit_lines"
with sanity_check():
    preview_defined("wrong_numbers", "dict", globals())
    assert isinstance(wrong_numbers, dict), f"expected a dict, not {type(wrong_numbers).__name__}"
    for line in AUDIT_LINES:
        preview_choice(line, wrong_numbers.get(line), AUDIT_OPTIONS)

# %% [markdown]
# ### 1.5 Audit: count the errors (<<audit>>)
#
# By how many FLOPs is each line wrong? An *amount* is the printed number minus the right one, for
# all 12 layers, and can be negative. `absent` has the printed number 0. `feed_forward` is the sum
# of both maps.
#
# `audit()` returns a dict of six numbers: the amounts of the five lines of 1.4, and `"corrected"`,
# the right number for the model.


# %% answer="audit"
def audit():
    """Amounts of the five lines, and the corrected number: a dict of six numbers of FLOPs."""
    ### BEGIN SOLUTION
    d_model, n_heads, n_layers, n, d_ff = 768, 12, 12, 1024, 3072
    claimed = 250_123_124_736
    # Queries, keys and values: the right maps, but for 768 tokens instead of one.
    queries_keys_values = n_layers * (d_model - 1) * 3 * 2 * d_model**2
    # The output projection: for 768 tokens, and 12 times.
    output_projection = n_layers * (n_heads * d_model - 1) * 2 * d_model**2
    # The scores of a token: n dot products of length 64 in every head, not 64 times 64.
    own_scores = n_layers * n_heads * 2 * n * 64
    scores = n_layers * n_heads * 2 * 64**3 - own_scores
    feed_forward = n_layers * (d_model - 1) * 2 * 2 * d_model * d_ff
    absent = -own_scores  # weighted sums cost what scores cost
    amounts = dict(
        queries_keys_values=queries_keys_values,
        output_projection=output_projection,
        scores=scores,
        feed_forward=feed_forward,
        absent=absent,
    )
    return amounts | {"corrected": claimed - sum(amounts.values())}
    ### END SOLUTION


# %% test="audit"
with sanity_check():
    preview_entries("audit", audit(), [*AUDIT_LINES, "corrected"])

# %% figure folded include="cells/audited.py"

# %% [markdown]
# *Why it matters.* A second estimate, such as one from $N$ alone, exposes errors in a minute.

# %% [markdown]
# ## Part 2: decoding with a key–value cache
#
# A language model writes a token, appends it to the text, and reads *the whole text* again for the
# next one. Does it have to? Take one head of causal self-attention without biases, for tokens $x_t$
# of width $d$. Token $t$ sees itself and the tokens before it:
#
# $$
# q_t = W_q x_t, \quad k_t = W_k x_t, \quad v_t = W_v x_t, \qquad
# a_t = \mathrm{softmax}_{s \leq t}\big(q_t \cdot k_s / \sqrt d\big), \qquad
# \mathrm{out}_t = \sum_{s \leq t} a_{ts}\, v_s .
# $$
#
# A *cache* keeps the keys and values of earlier tokens for later ones.
#
# *See.* A text is written token by token; the hatched rows are new.

# %% figure folded include="cells/cache_figure.py"

# %% [markdown]
# ### 2.1 One more token (<<kv_cache>>)
#
# The model has read a text of $L$ tokens, and one more token arrives. `append_token` returns `(out,
# K_cache, V_cache)`: the output of the new token, and caches with its row at the end.
#
# | argument | shape | |
# |---|---|---|
# | `x` | $(d,)$ | the new token |
# | `K_cache`, `V_cache` | $(L,d)$ | a row for each token before it, in order; $L$ may be 0 |
# | `params` | | a dict with `"W_q"`, `"W_k"`, `"W_v"`, each of shape $(d,d)$, for products `W @ x` |
# | **result:** `out`; the caches | $(d,)$; $(L+1,d)$ | new arrays: the arguments stay as they are |
#
# Scores can be in the thousands. You may compute in float32.
#
# `append_flops(n, d)` counts the FLOPs of this call, for a text of $L=$ `n` tokens *before* it.
# `recompute_flops(n, d)` counts them without a cache: then the whole layer runs on all $L+1$
# tokens.
#
# **Convention.** Without a cache, scores and weighted sums are computed for all pairs, masked ones
# included.
#
# *See.* The cell below your answer draws the attention weights of 14 appended tokens, and the cost
# of 1,024 tokens in the attention heads of GPT-2 small.


# %% answer="kv_cache"
def append_token(x, K_cache, V_cache, params):
    """(out, K_cache, V_cache) after the token x (d,), given the caches (n, d) before it."""
    ### BEGIN SOLUTION
    q, k, v = params["W_q"] @ x, params["W_k"] @ x, params["W_v"] @ x
    K, V = np.vstack([K_cache, k]), np.vstack([V_cache, v])
    scores = K @ q / np.sqrt(len(x))
    powers = np.exp(scores - scores.max())
    weights = powers / powers.sum()
    out = weights @ V
    return out, K, V
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
# alt: Three plots. The weights of 14 tokens by your append_token, a lower triangle. The FLOPs of one
#      more token against its place, and of the text so far, with and without a cache.
with sanity_check():
    rng = np.random.default_rng()
    matrices = dict(zip(("W_q", "W_k", "W_v"), rng.normal(size=(3, 7, 7)), strict=True))

    def preview(n_cached):
        given = rng.normal(size=(2, n_cached, 7))
        returned = ask_in_order(append_token, rng.normal(size=7), *given, matrices)
        shapes = {"out": (7,), "K_cache": (n_cached + 1, 7), "V_cache": (n_cached + 1, 7)}
        preview_parts("append_token", returned, shapes)

    preview(3)
    try:
        preview(0)
    except Exception as error:
        warn(f"append_token fails with empty caches: {error}")
preview_count(append_flops, n=13, d=7)
preview_count(recompute_flops, n=13, d=7)
show(lambda: draw_decoding(append_token, append_flops, recompute_flops))

# %% [markdown] written="kv_written"
# ### 2.2 What changes and what stays (<<kv_written>>, graded by a person)
#
# Somebody describes decoding like this: "The matrix of attention weights grows by a row and a
# column. The key of the new token is multiplied with the queries of all other tokens. Every softmax
# is updated, and the outputs of all tokens are computed again."
#
# 1. Correct this description. Which vector of which token is multiplied with which other vectors?
#    (0.5 points) What are the weights in the new row, and in the new column above it? Which
#    softmaxes change? (0.5)
# 2. A model has many such layers, with functions of one token at a time between them. Show that the
#    outputs of earlier tokens stay the same in *every* layer. (1)
# 3. Now the layers have no mask (an encoder), and a token is appended. Which queries, keys, values
#    and outputs of earlier tokens change in general: in the first layer (0.5), and in the layers
#    above (0.5)?
#
# ### BEGIN SOLUTION
#
# **Which vectors meet.** The *query* of the new token is multiplied with the *keys* of all $L+1$
# tokens, its own included: the new row. The new column has the new key against the queries of
# earlier tokens. These entries are masked: their weights are 0, nobody computes them, and no
# earlier softmax changes. So the step computes one softmax over $L+1$ scores and one weighted sum
# of $L+1$ values, and puts the new key and value into the cache. It needs no old queries.
#
# **Every layer.** By induction over the layers. In the first layer, the input of token $t \leq L$
# is the token itself, which stays the same. Suppose that the inputs of a layer stay the same at all
# places up to $t$. Then $q_t$ stays the same, and so do all $k_s$ and $v_s$ with $s \leq t$. Since
# $\mathrm{out}_t$ depends on nothing else, it stays the same. A function of one token at a time
# then has the old argument too. So the inputs of the next layer stay the same at all places up to
# $t$. Therefore every layer may have a cache.
#
# **Without the mask.** In the first layer, keys, values and queries of the earlier tokens stay the
# same, since each depends on its own token. But every softmax has one term more, so all outputs
# change: the layer computes all $L+1$ again (and needs the old queries for this). From the second
# layer on, all inputs are different: everything changes, projections included, and a cache is of no
# use.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | the new query meets the keys of all tokens, itself included: the roles in the quotation are reversed |
# | 0.5 | the new column is masked above the new row: weights 0, so no earlier softmax or output changes |
# | 1 | every layer: the argument goes through the layers (induction, or "out_t depends on tokens up to t only, and so does everything computed from it"). For the first layer alone 0.5 |
# | 0.5 | encoder, first layer: old projections stay, all outputs change |
# | 0.5 | encoder, further layers: all inputs have changed, so everything is computed again |
#
# "The attention matrix has to be updated" without saying which entries earns nothing.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 2.3 Attention in blocks (<<online_softmax>>)
#
# A long cache doesn't fit into fast memory, so a query meets the keys in blocks. Let $S$ be a set
# of keys, with scores $s_j$ and values $v_j$. After these keys, the query has the *state*
#
# $$
# m = \max_{j \in S} s_j, \qquad l = \sum_{j \in S} e^{s_j - m}, \qquad o = \sum_{j \in S} e^{s_j - m}\, v_j .
# $$
#
# After all keys, its output is $o/l$. `merge` takes the states of two sets without a common key,
# and returns the state of their union. A state is a tuple $(m, l, o)$ of two floats and an array
# $(d,)$.
#
# **Convention.** Either set may be empty, or both. An empty set has $m$ = `-inf`, $l=0$ and an
# array of zeros as $o$. Scores can be in the thousands. The arguments stay as they are; the result
# may share their arrays.
#
# *See.* Below your answer, a query meets 1,024 keys in 16 blocks. Does their order matter?
# [FlashAttention](https://arxiv.org/abs/2205.14135) is built on your rule ([Milakov and Gimelshein
# 2018](https://arxiv.org/abs/1805.02867)).


# %% answer="online_softmax"
def merge(state_1, state_2):
    """The state (m, l, o) of the union of two sets of keys, given their states."""
    ### BEGIN SOLUTION
    (m_1, l_1, o_1), (m_2, l_2, o_2) = state_1, state_2
    m = max(m_1, m_2)
    if m == -np.inf:
        return m, 0.0, np.zeros(len(o_1))
    c_1, c_2 = np.exp(m_1 - m), np.exp(m_2 - m)
    total, output = c_1 * l_1 + c_2 * l_2, c_1 * o_1 + c_2 * o_2
    return m, total, output
    ### END SOLUTION


# %% folded test="online_softmax"
# Types and shapes, and a picture.
# alt: Two plots over 16 blocks of keys: the largest score of each block and of all blocks so far by
#      your merge, and how far o/l of the blocks so far is from o/l of all blocks.
with sanity_check():
    state = 0.5, 1.25, np.array([1.0, -0.5, 0.25])
    merged = ask_in_order(merge, state, (0.25, 1.5, np.array([0.5, 0.75, -1.0])))
    preview_parts("merge", merged, {"m": (), "l": (), "o": (3,)})
show(lambda: draw_blocks(merge))

# %% [markdown]
# ### 2.4 Bytes of a cache (<<grouped_queries>>)
#
# A model caches keys and values in every layer. With *grouped queries*, several query heads share
# one head of keys and values ([Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)). How many
# bytes does the cache of a batch of sequences take?
#
# | argument | meaning |
# |---|---|
# | `n_layers` | layers |
# | `n_heads`, `n_kv_heads` | heads of queries in a layer; heads of keys and values |
# | `d_head` | width of a head, for keys and for values |
# | `n_tokens`, `batch` | tokens in each sequence; sequences |
# | `bytes_per_value` | bytes of one number, an int |


# %% answer="grouped_queries"
def kv_cache_bytes(n_layers, n_heads, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    """Bytes of the keys and values of a batch of sequences."""
    ### BEGIN SOLUTION
    keys_and_values = 2 * n_kv_heads * d_head
    return n_layers * keys_and_values * n_tokens * batch * bytes_per_value
    ### END SOLUTION


# %% test="grouped_queries"
sizes = dict(n_layers=3, n_heads=15, n_kv_heads=5, d_head=7)
preview_count(kv_cache_bytes, **sizes, n_tokens=11, batch=13, bytes_per_value=2)

# %% [markdown]
# *Why it matters.* A cache saves time, but its memory limits how many texts a server handles at
# once ([Kwon et al. 2023](https://arxiv.org/abs/2309.06180)).
#
# *See.* How many sequences of 8,192 tokens fit into 80 GB with Llama 3 8B ([Llama Team
# 2024](https://arxiv.org/abs/2407.21783), table 3)? How many with keys and values for every
# query head?

# %% figure folded include="cells/cache_bytes.py"

# %% [markdown]
# ## Part 3: budgets
#
# ### 3.1 Compute-optimal models (<<compute_optimal>>)
#
# A budget buys a large model that reads few tokens, or a small one that reads many. [Hoffmann et
# al. 2022](https://arxiv.org/abs/2203.15556), section 3.3, fitted the loss of a model with $N$
# weights after $M$ tokens of training:
#
# $$
# \ell(N, M) = E + \frac{A}{N^{\alpha}} + \frac{B}{M^{\beta}} .
# $$
#
# Which $N$ and $M$ have the smallest $\ell$, if training on $M$ tokens costs *exactly* `flops`? A
# token costs the same multiple of $N$ as in 1.3. Return `(n_params, train_tokens)`, two numbers
# that need not be whole.
#
# **Convention.** `coefficients` is a dict with the keys `"E"`, `"A"`, `"alpha"`, `"B"`, `"beta"`.
# It holds the values of the paper or others. You may derive the minimum or search for it. In 3.1
# and 3.3, `flops` is from $10^{11}$ to $10^{26}$, and a relative precision of $10^{-3}$ is enough.

# %% given="scaling_law"
CHINCHILLA = {"E": 1.69, "A": 406.4, "alpha": 0.34, "B": 410.7, "beta": 0.28}


def predicted_loss(n_params, train_tokens, coefficients):
    """The fitted loss of a model with n_params weights after train_tokens tokens."""
    c = coefficients
    return c["E"] + c["A"] / n_params ** c["alpha"] + c["B"] / train_tokens ** c["beta"]


# %% answer="compute_optimal"
def compute_optimal(flops, coefficients):
    """(n_params, train_tokens) of the smallest predicted loss that `flops` can buy."""
    ### BEGIN SOLUTION
    A, alpha = coefficients["A"], coefficients["alpha"]
    B, beta = coefficients["B"], coefficients["beta"]
    # With M = flops / (6 N), the derivative by log N is 0 where
    # alpha A / N^alpha = beta B / M^beta.
    each = 6  # FLOPs of a weight and a token
    ratio = (alpha * A / (beta * B)) ** (1 / (alpha + beta))
    n_params = ratio * (flops / each) ** (beta / (alpha + beta))
    return n_params, flops / (each * n_params)
    ### END SOLUTION


# %% test="compute_optimal"
with sanity_check():
    preview_parts(
        "compute_optimal",
        ask(compute_optimal, flops=1e21, coefficients=CHINCHILLA),
        {"n_params": (), "train_tokens": ()},
    )

# %% [markdown]
# *Why it matters.* From such estimates, Chinchilla got 70 billion weights and 1.4 trillion tokens,
# and beat models four times its size.
#
# *See.* That is 20 tokens for each weight. How many does the table give for its budget, the last
# one? The coefficients are rounded, and the optimum is flat: a new fit of the same data gives about
# 20 ([Besiroglu et al. 2024](https://arxiv.org/abs/2404.10102)).

# %% figure folded include="cells/optimum_figure.py"

# %% [markdown]
# ### 3.2 Utilisation of a machine (<<utilisation>>)
#
# **Training.** What share of a machine's peak goes into FLOPs that the model needs? This is its
# *model FLOPs utilisation* ([Chowdhery et al. 2022](https://arxiv.org/abs/2204.02311), section
# 4.1). *Convention.* Sequences are dense. A token needs one $L$-th of the products of
# `dense_flops`, and their backward passes. The backward pass of every product, scores and
# weighted sums included, costs as many times its forward pass as for the products with weights in
# 1.3.
#
# **Decoding.** A *step* makes one new token of every sequence in a batch. How many FLOPs does it do
# per byte that it reads? *Convention.* Each sequence needs the FLOPs of `decode_flops`. The step
# reads all $N$ weights *once* for the whole batch, and for each sequence a cache of $t$ tokens, the
# new one included. There are as many heads of keys and values as of queries. Nothing else is read,
# and writing is free.
#
# | argument | meaning |
# |---|---|
# | `n`; `tokens_per_second` | tokens of each sequence, $L$; tokens that the machine trains on in a second |
# | `peak_flops` | FLOPs that the machine could do in a second |
# | `batch`; `t` | sequences in the batch; the step makes token $t$ of each |
# | `bytes_per_value` | bytes of a number |


# %% answer="utilisation"
def model_flops_utilisation(tokens_per_second, n, d_model, n_heads, n_layers, d_ff, peak_flops):
    """Share of the peak that goes into necessary FLOPs of training, from 0 to 1."""
    ### BEGIN SOLUTION
    per_token = 3 * dense_flops(n, d_model, n_heads, n_layers, d_ff) / n
    return tokens_per_second * per_token / peak_flops
    ### END SOLUTION


def decode_intensity(t, batch, d_model, n_heads, n_layers, d_ff, bytes_per_value):
    """FLOPs per byte read, in a step that makes token t of each sequence."""
    ### BEGIN SOLUTION
    flops = batch * decode_flops(t, d_model, n_heads, n_layers, d_ff)
    weights = bytes_per_value * non_embedding_parameters(d_model, n_heads, n_layers, d_ff)
    d_head = d_model // n_heads
    cache = kv_cache_bytes(n_layers, n_heads, n_heads, d_head, t, batch, bytes_per_value)
    return flops / (weights + cache)
    ### END SOLUTION


# %% test="utilisation"
with sanity_check():
    used = model_flops_utilisation(1e5, 13, **EXAMPLE, peak_flops=1e12)
    preview_shape("utilisation", used, ())
with sanity_check():
    intensity = decode_intensity(13, 4, **EXAMPLE, bytes_per_value=2)
    preview_shape("intensity", intensity, ())

# %% [markdown]
# *Why it matters.* An A100 with 80 GB does 312 TFLOP/s but reads 2 TB/s. So it waits for memory
# below 156 FLOPs per byte ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)).
#
# *See.* With a large batch, how many FLOPs per byte are possible at each place $t$? Why not more?

# %% figure folded include="cells/roofline.py"

# %% [markdown]
# ### 3.3 A plan for training and serving (<<budget>>)
#
# Choose a model for a training budget of `flops`, and plan its cache and its training run. The
# model has $n_\text{layers}$ layers with as many heads each, heads of width 128 (so
# $d_\text{model}=128\,n_\text{layers}$), and $d_\text{ff}=4\,d_\text{model}$. Return a dict:
#
# | key | number |
# |---|---|
# | `"n_layers"` | the largest $n_\text{layers}$ whose $N$ is at most the `n_params` of `compute_optimal`; 1 if a single layer has more weights |
# | `"sequences"` | the number of sequences of `n_tokens` tokens whose cache fits into `memory` bytes beside the $N$ weights of this model: a whole number, as `12` or `12.0`; 0 if none fits |
# | `"days"` | days of training this model on the `train_tokens` of `compute_optimal` at `flops_per_second`, not rounded; a token costs what it costs in 1.3, with this model's own $N$ |
#
# **Convention.** Weights and cache take 2 bytes per number. There are as many heads of keys and
# values as of queries. A day has 86,400 seconds. In graded cases, no such model's $N$
# is within 1 % of `n_params`.


# %% answer="budget"
def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    """The plan: a dict with n_layers, sequences and days."""
    ### BEGIN SOLUTION
    best_size, training_tokens = compute_optimal(flops, coefficients)

    def sizes(n_layers):  # d_model, n_heads, n_layers, d_ff
        return 128 * n_layers, n_layers, n_layers, 512 * n_layers

    n_layers = 1
    while non_embedding_parameters(*sizes(n_layers + 1)) <= best_size:
        n_layers += 1
    weights = non_embedding_parameters(*sizes(n_layers))
    left = memory - 2 * weights
    cache = kv_cache_bytes(n_layers, n_layers, n_layers, 128, n_tokens, 1, 2)
    sequences = max(int(left // cache), 0)
    each = training_flops_per_token(*sizes(n_layers))
    days = each * training_tokens / flops_per_second / 86_400
    return {"n_layers": n_layers, "sequences": sequences, "days": days}
    ### END SOLUTION


# %% test="budget"
with sanity_check():
    plan = budget(1e21, 80e9, 2048, 1e15, CHINCHILLA)
    preview_entries("budget", plan, ["n_layers", "sequences", "days"])

# %% [markdown]
# *See.* Guess first: with a hundred times the FLOPs, how many times as large is the model?

# %% figure folded include="cells/plans.py"

# %% [markdown]
# ## Part 4: time on unlimited processors
#
# So far you counted operations, the *work*. If everything happens as soon as it can, the *depth*
# decides the time: the longest chain of operations that wait for one another. On $p$ processors, a
# computation takes at least work$/p$, at least its depth, and at most the sum of both ([Brent
# 1974](https://doi.org/10.1145/321812.321815)).
#
# **The model of time**, in all of this part:
#
# - An *operation* is one addition, subtraction, multiplication or division of two numbers, or one
#   exponential. It begins when its inputs are known, and takes one *step* of time.
# - Any number of operations can share a step, and any number can read the same result. Copying and
#   reordering take no time.
# - A tree forms each sum: neighbours are added in pairs, then their sums, and so on. A sum of $n$
#   terms takes $\lceil\log_2 n\rceil$ steps. A dot product takes one more, for its products.
# - The maximum isn't subtracted before the exponential.
#
# *See.* This is a dot product of length 6, by a tree and serially.

# %% figure folded include="cells/tree_figure.py"

# %% [markdown]
# **The layer** has no biases, no mask, no scale and no output projection: the outputs of the heads
# stand side by side. Its sizes are named as in the source (TTIC 31230), so the length is called $T$
# here:
#
# | here | meaning | elsewhere in this set |
# |---|---|---|
# | `B` | texts in a batch, all known at the same time | |
# | `T` | tokens of each text | $L$ |
# | `J` | width of a token | $d_\text{model}$ |
# | `K` | heads; divides `J` | $H$ |
# | `U` $\le$ `J` | length of queries and keys (values have $J/K$ numbers) | $d_\text{head}$ |
#
# $$
# s_{t_1,t_2}=\sum_{u=1}^{U}\mathrm{query}_{t_1,u}\,\mathrm{key}_{t_2,u},\qquad
# Z_{t_1}=\sum_{t_2=1}^{T}e^{s_{t_1,t_2}},\qquad
# \alpha_{t_1,t_2}=\frac{e^{s_{t_1,t_2}}}{Z_{t_1}},\qquad
# \mathrm{out}_{t_1}=\sum_{t_2=1}^{T}\alpha_{t_1,t_2}\,\mathrm{value}_{t_2}\qquad\text{in each head}
# $$
#
# | ending of a function | what it returns |
# |---|---|
# | `_time` | growth, $\Theta(\dots)$: `5 * math.log(n) + 3` is as good as `math.log2(n)`. Not all sizes matter. Sizes are Python ints, some beyond $2^{4096}$: use `math.log`, not NumPy |
# | `_depth` | the exact number of steps |
# | `_depth_serial` | the exact number of steps if each *dot product* adds its terms one after another: one step for all $n$ products, then $n-1$ steps for the additions (P2 counts one addition more). Sums over tokens ($Z$, out) are still trees |
#
# ### 4.1 The normaliser of the softmax (<<softmax_time>>)
#
# Take one head, and one token $t_1$ in each text. Its query and all $T$ keys are known at time 0.
# After how many steps is the normaliser $Z_{t_1}$ known in every text? Leave out the division.


# %% answer="softmax_time"
def softmax_time(B, T, U):
    """Growth of the time until Z is known, for B texts, each with T keys of length U."""
    ### BEGIN SOLUTION
    return math.log(U) + math.log(T)
    ### END SOLUTION


def softmax_depth(T, U):
    """Steps until Z is known, for T keys of length U."""
    ### BEGIN SOLUTION
    scores = 1 + math.ceil(math.log2(U))  # all products at once, then a tree
    exponentials = 1
    return scores + exponentials + math.ceil(math.log2(T))
    ### END SOLUTION


def softmax_depth_serial(T, U):
    """Steps until Z is known, if dot products are formed serially."""
    ### BEGIN SOLUTION
    scores = 1 + (U - 1)
    return scores + 1 + math.ceil(math.log2(T))
    ### END SOLUTION


# %% test="softmax_time"
preview_growth(softmax_time, B=32, T=1000, U=64)
preview_count(softmax_depth, T=1000, U=64)
preview_count(softmax_depth_serial, T=1000, U=64)

# %% [markdown]
# ### 4.2 The layer (<<layer_time>>)
#
# Now only the tokens are known at time 0. After how many steps is the whole output of the layer
# known? Queries, keys and values are dot products of length $J$ with the rows of weight matrices.
# Every $\alpha$ is computed, its division included, before it is multiplied by a value.


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


def layer_depth_serial(T, J, K, U):
    """Steps of a layer, if dot products are formed serially."""
    ### BEGIN SOLUTION
    return J + softmax_depth_serial(T, U) + 1 + 1 + math.ceil(math.log2(T))
    ### END SOLUTION


# %% test="layer_time"
preview_growth(layer_time, B=32, T=1000, J=512, K=8)
preview_count(layer_depth, T=1000, J=512, K=8, U=64)
preview_count(layer_depth_serial, T=1000, J=512, K=8, U=64)

# %% [markdown]
# ### 4.3 Growth with serial dot products (<<serial_growth>>)
#
# Now dot products are serial, as in the functions that end in `_serial`.
# How does the time until `"Z"` is known (4.1) grow in `U` and in `T`? How does the time of the
# `"layer"` (4.2) grow in `J` and in `T`? Choose an option for each size; the other sizes stay
# fixed: `"not at all"`, `"logarithmically"`, `"linearly"` or `"quadratically"`.

# %% answer="serial_growth"
# serial_growth = {"Z": {"U": "...", "T": "..."}, "layer": {"J": "...", "T": "..."}}
### BEGIN SOLUTION
serial_growth = {
    "Z": {"U": "linearly", "T": "logarithmically"},
    "layer": {"J": "linearly", "T": "logarithmically"},
}
### END SOLUTION

# %% test="serial_growth"
with sanity_check():
    preview_defined("serial_growth", "dict", globals())
    assert isinstance(serial_growth, dict), f"expected a dict, not {type(serial_growth).__name__}"
    entries = {"Z": "UT", "layer": "JT"}
    cases = {entry: (entry, serial_growth.get(entry), entries[entry], GROWTHS) for entry in entries}
    check_each(cases, preview_options)

# %% [markdown]
# *Why it matters.* A recurrent layer reads token after token, and its depth grows in proportion. A
# transformer doesn't, and this was an argument for it from the start ([Vaswani et al.
# 2017](https://arxiv.org/abs/1706.03762), table 1).
#
# *See.* From which length on are 1,024 H100s certainly slower than unlimited processors? Why is one
# H100 slower at every length shown?

# %% figure folded include="cells/depth_figure.py"

# %% [markdown]
# ## Part 5: attention over images
#
# An image of $h \times w$ patches is a text of $hw$ tokens. Full attention looks at all $(hw)^2$
# pairs, and knows nothing of rows and columns.
#
# ### 5.1 Time on a grid (<<spatial_time>>)
#
# In part 4, let the tokens be the cells of a grid: `X` by `Y` cells in each of `B` images. The
# softmax of a cell runs jointly over all cells. How does the time of the layer grow?


# %% answer="spatial_time"
def spatial_time(B, X, Y, J, K):
    """Growth of the time of a layer, for B grids of X × Y cells of width J, and K heads."""
    ### BEGIN SOLUTION
    return layer_time(B, X * Y, J, K)
    ### END SOLUTION


# %% test="spatial_time"
preview_growth(spatial_time, B=32, X=40, Y=30, J=512, K=8)

# %% [markdown]
# **The patch in row $y$ and column $x$ has number $i = yw +
# x$**, counted from 0: row after row. A *mask* is an array $(hw, hw)$ of bools. Its entry $[i, j]$
# is `True` if patch $i$ sees patch $j$.
#
# - **local:** a patch sees the square of $(2r+1) \times (2r+1)$ patches around it, as far as the
#   image reaches;
# - **axial:** a patch sees its row and its column, itself included ([Ho et al.
#   2019](https://arxiv.org/abs/1912.12180));
# - **windows:** the image is cut into equal squares or rectangles, and a patch sees its own one
#   ([Liu et al. 2021](https://arxiv.org/abs/2103.14030)).
#
# *See.* The shaded patches are seen by the patch with the dot.

# %% figure folded include="cells/patterns_figure.py"

# %% [markdown]
# ### 5.2 Local and axial masks (<<sparse_patterns>>)
#
# `local_mask(h, w, r)` and `axial_mask(h, w)` build these masks for images of any size.
# `local_pairs(h, w, r)` and `axial_pairs(h, w)` count the pairs $(i,j)$ with `True` in them. You
# may count entries of your mask or find a formula.
#
# `local_pairs` is asked for $1\le r < h$ and $r < w$ only, `local_mask` for larger $r$ as well.


# %% answer="sparse_patterns"
def local_mask(h, w, r):
    """bool (h w, h w): True if patch j is in the (2r + 1)² square around patch i."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    rows, columns = np.abs(y[:, None] - y), np.abs(x[:, None] - x)
    return (rows <= r) & (columns <= r)
    ### END SOLUTION


def axial_mask(h, w):
    """bool (h w, h w): True if patches i and j are in one row or one column."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    row, column = y[:, None] == y, x[:, None] == x
    return row | column
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
# Types and shapes, pictures, and tables.
# alt: For your local mask, your axial mask and windows: each patch of a 12 × 16 image is seen by
#      none, one or both of two patches; and the whole mask.
for function, sizes in ((local_mask, (5, 7, 1)), (axial_mask, (5, 7))):
    preview_mask(function, *sizes)
preview_count(local_pairs, h=5, w=7, r=1)
preview_count(axial_pairs, h=5, w=7)
show(lambda: draw_patterns(local_mask, axial_mask))
show(lambda: print_patterns(local_mask, axial_mask, local_pairs, axial_pairs))
show(lambda: print_large(local_pairs, axial_pairs))

# %% [markdown]
# ### 5.3 Two patterns of your own (<<sparse_own>>)
#
# Invent two more ways to leave out pairs: `own_mask(h, w)` and `own_mask_2(h, w)` return masks for
# images of at least $3\times3$ patches. Each of your patterns must
#
# - **be new:** on $20\times28$ patches, its mask is none of the three patterns above, whatever $r$
#   or the size of the windows. Any other mask is new.
# - **save pairs:** on $20\times28$ patches, the *share* of all pairs that it keeps is small: at most
#   three quarters of its share on $10\times14$ patches.
# - **connect:** after at most $h+w$ layers, every patch can have information from every patch,
#   itself included. There are no residual connections: a layer gives a patch information only from
#   patches that it sees.
#
# Every patch must see at least one patch: a softmax over nothing is 0/0. Your two functions must
# return different masks.


# %% answer="sparse_own"
def own_mask(h, w):
    """bool (h w, h w): True if patch i sees patch j."""
    ### BEGIN SOLUTION
    # The 3 × 3 square around each patch; the first patch sees all, and is seen by all.
    mask = local_mask(h, w, 1)
    mask[0] = mask[:, 0] = True
    return mask
    ### END SOLUTION


def own_mask_2(h, w):
    """bool (h w, h w): True if patch i sees patch j, by another pattern."""
    ### BEGIN SOLUTION
    # Patches whose rows differ by a power of two, or not at all, and whose columns do, too.
    y, x = np.divmod(np.arange(h * w), w)

    def near(place):
        apart = np.abs(place[:, None] - place)
        return (apart & (apart - 1)) == 0  # 0, 1, 2, 4, 8, ...

    return near(y) & near(x)
    ### END SOLUTION


# %% folded test="sparse_own"
# Types and shapes, and a table.
for function in (own_mask, own_mask_2):
    preview_mask(function, 5, 7)
show(lambda: print_own(own_mask, own_mask_2))

# %% [markdown]
# ### 5.4 Attention over patches or channels (<<davit>>)
#
# $X$ of shape $(L,d)$ has one row for each of $L$ patches and one column for each of $d$ channels.
# Columns are vectors too, and can attend to each other; DaViT alternates both kinds of layers
# ([Ding et al. 2022](https://arxiv.org/abs/2204.03645)). `patch_attention_flops(n, d)` counts a
# layer in which patches attend to patches, `channel_attention_flops(n, d)` a layer in which
# channels attend to channels.
#
# **Convention.** Count only scores and weighted sums (P2). Leave out the projections. There is one
# head, without windows.


# %% answer="davit"
def patch_attention_flops(n, d):
    """FLOPs of scores and weighted sums if n patches attend to each other."""
    ### BEGIN SOLUTION
    scores = 2 * n * d * n
    weighted_sums = 2 * n * n * d
    return scores + weighted_sums
    ### END SOLUTION


def channel_attention_flops(n, d):
    """FLOPs of scores and weighted sums if d channels attend to each other."""
    ### BEGIN SOLUTION
    scores = 2 * d * n * d
    weighted_sums = 2 * d * d * n
    return scores + weighted_sums
    ### END SOLUTION


# %% test="davit"
# alt: The FLOPs of both kinds of attention by your counts against the number of patches, for 128
#      channels.
preview_count(patch_attention_flops, n=13, d=7)
preview_count(channel_attention_flops, n=13, d=7)
show(lambda: draw_davit(patch_attention_flops, channel_attention_flops))

# %% [markdown] written="sparse_written"
# ### 5.5 Patterns and channels in words (<<sparse_written>>, graded by a person)
#
# 1. Which pairs does each of your patterns of 5.3 keep, and why should these be enough? (0.25 for
#    each idea; the same pattern at another size or distance, mirrored, or with $i$ and $j$ swapped is
#    no second idea)
# 2. Compare each of them with full attention on $16\times16$ patches. Which patches, for example,
#    can't see each other in one layer? After how many layers can every patch have information from
#    every patch, and through which patches? (0.5 for each pattern)
# 3. Which kind of layer of 5.4 is cheaper for $16\times16$ patches with 512 channels, and by which
#    factor? From how many patches on is the other one cheaper? (0.5)
#
# ### BEGIN SOLUTION
#
# **Local, with a global patch.** A patch needs mostly its neighbours; everything else passes
# through one patch that sees all, as in a summary. On $16\times16$ patches, the pattern keeps 2,620
# of 65,536 pairs, a twenty-fifth. The price: two distant patches never see each other. They have
# information from each other after two layers, but all of it shares one vector.
#
# **Powers of two.** Differences of 0, 1, 2, 4, 8, … in both directions: near patches in detail,
# distant ones in samples. The price: patches whose rows differ by 3, say, don't see each other. Any
# difference up to 15 is a sum of at most three powers of two with signs, so three layers are
# enough, through patches in between.
#
# **Channels.** $4L^2d$ against $4Ld^2$ FLOPs: with $L=256$ and $d=512$, patches cost 134,217,728
# and channels 268,435,456, twice as much, $d/L$. With more than 512 patches, $L>d$, channels are
# cheaper: their cost grows in proportion to $L$, and the cost of patches with $L^2$.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 2 × 0.25 | an idea: which pairs are kept, and a reason why they may be enough. A second pattern that is the first one with another number, in a mirror, or with $i$ and $j$ swapped, has no second idea |
# | 2 × 0.5 | the price of a pattern: an example of patches that don't see each other; the number of layers (the cell below 5.3 prints it) or "never"; and the patches that pass the information on |
# | 0.5 | attention over patches is cheaper, by $d/L=2$; attention over channels is cheaper with more than 512 patches ($L>d$ is right, too) |
#
# A machine counted whether a pattern saves and connects. In item 3, an answer that follows from the
# student's own counts is right.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# Your counts predict the cost of models that nobody has built yet.
#
# *Before you submit:* choose *Restart Kernel and Run All Cells…*, look for *Not answered yet*, and
# save.
