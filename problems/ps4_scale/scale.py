import math

import numpy as np

from ..shared.preview_growth import preview_growth
from ..shared.previews import ask, ask_in_order, preview_count, preview_shape, sanity_check
from ..shared.showing import show
from .cells.decoding import draw_blocks, draw_decoding, preview_parts
from .cells.models import EXAMPLE
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
# "One token costs GPT-2 small 250,123,124,736 FLOPs." Somebody computed that, with care, and every
# line looks plausible. Yet GPT-3, which has two thousand times as many weights, needs about 350
# billion for a token. Where does it go wrong, and by how much? Counts of your own will tell; then
# you take them to a cluster: what fits into its memory, how long it trains, what keeps it waiting.
#
# | part | | points |
# |---|---|---|
# | 1 | What does a whole model cost? | <<points of part 1>> |
# | 2 | What does one more token cost? | <<points of part 2>> |
# | 3 | What does a budget buy? | <<points of part 3>> |
# | 4 | How long does a layer take if processors cost nothing? | <<points of part 4>> |
# | 5 | How does attention read an image? | <<points of part 5>> |
#
# Answers go where it says *Replace this line*, and may call each other. The cell below one, and
# nbgrader's *Validate*, look at its type and wiring; they don't know what is right. What follows
# from your own earlier answer is right. [student.md](student.md), which comes with this notebook,
# says how answers are graded.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py ../shared/needs.py ../shared/preview_growth.py cells/models.py cells/decoding.py cells/patterns.py"

# %% [markdown]
# ## Part 1: a whole model
#
# A *decoder-only transformer*, like GPT-2, is a stack of equal layers, through which a vector of
# $d_\text{model}$ numbers goes for each token. A layer has multi-head attention and a feed-forward
# block:
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
# A head is $d_\text{head}=d_\text{model}/H$ wide. You are asked for any sizes for which that is
# whole; $d_\text{ff}$ need not be $4\,d_\text{model}$. Feedback writes $d_\text{model}$ as
# `n_heads·d_head`.
#
# ### 1.1 Parameters (<<parameters>>)
#
# How many weights has the model? This number is called $N$, and everything below rests on it.
#
# **Convention.** $N$ counts the matrices of the table, in all layers: no biases, no layer norms, no
# embeddings of tokens and positions, no output head.


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
# *Why it matters.* Nearly all arithmetic of a model is in these matrices. Published sizes count
# more, and a sparse model has two: all its weights, and those that a token meets. Below, GPT-2's
# released files ([Radford et al.
# 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf)
# rounds, and prints other numbers) and what is printed of GPT-3 ([Brown et al.
# 2020](https://arxiv.org/abs/2005.14165), table 2.1). What must the rest be? GPT-2 knows 50,257
# tokens and 1,024 positions, each with a vector of $d_\text{model}$ numbers; with biases and norms,
# the 124,439,808 of the small one can be accounted for to the last.

# %% figure folded include="cells/shares.py"

# %% [markdown]
# ### 1.2 A forward pass (<<forward_cost>>)
#
# How many FLOPs does the model need for
#
# - `dense_flops`: a sequence of $n$ tokens, where every token looks at all $n$;
# - `causal_flops`: a sequence of $n$ tokens, where token $t$ looks at the tokens $1,\dots,t$, and
#   only the scores and the terms of weighted sums that are needed get computed;
# - `decode_flops`: the $t$-th token alone, which looks at all $t$, itself included, when the keys
#   and values of those before it are in a cache?
#
# **Convention.** What counts are products (P2): those with the weights of the table, the scores
# $q\cdot k$ and the weighted sums of values, in each head. All else is free or left out: softmax,
# scale, activation, biases, norms, residual connections, embeddings, output head.

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
# look at. For which lengths is an estimate good enough that knows nothing but $N$? Which of the
# curves differ, and why ([Kaplan et al. 2020](https://arxiv.org/abs/2001.08361), section 2.1)? And
# why does the wider model hold out longer?

# %% figure folded include="cells/cost_figure.py"

# %% [markdown]
# ### 1.3 Training (<<training_cost>>)
#
# How many FLOPs does it take to *train* on one token, forward and backward? Go back through a
# product $Y = XW$: what has to be formed from the gradient of $Y$? Nothing of the forward pass is
# computed again, and the optimiser is left out.
#
# **Convention.** Only products with the $N$ weights and their backward passes count; scores and
# weighted sums don't matter in short sequences. Many tokens are trained on together, so that sums
# over them are part of products (P2). Every map passes a gradient on to its input, those of the
# first layer too.


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
# *Why it matters.* Training runs are budgeted so. Here is GPT-3's by your count, on 1,024
# accelerators of 312 TFLOP/s that are busy 40 % of the time; its authors report it in table D.1.

# %% figure folded include="cells/training.py"

# %% [markdown]
# ### 1.4 The audit (<<audit>>)
#
# Here is the calculation from the top of the page, for the forward pass of GPT-2 small on *one
# token*. A product of an $i\times j$ and a $j\times k$ matrix is charged $2ijk$, which is right.
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
# part of the whole, a 1,024th. There are four errors. Put them right in the order of this table.
# The *amount* of an error is by how much the number for the model goes *down* when it is put right
# and those above it have been: negative for what was too little, and 0 for none.
#
# | key | what is wrong with |
# |---|---|
# | `"output"` | how often the output projection is there |
# | `"tokens"` | the number of tokens for which maps with weights are charged |
# | `"scores"` | the scores of one token |
# | `"values"` | what is done with the values |
# | `"corrected"` | (what is left: the FLOPs for one token) |
#
# `audit()` takes no arguments and returns a dict of these five numbers, for the whole model. It may
# call your functions. What is left is right, too, if it follows from your amounts, two of which are
# right.


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

# %% figure folded include="cells/audited.py"

# %% [markdown]
# *Why it matters.* None of the four is a slip in arithmetic. Each counts the right thing in the
# wrong number, and a second count, such as one that knows nothing but $N$, finds it in a minute.
# (Yours leaves out the output head, by convention: 77,194,752 FLOPs more.)

# %% [markdown]
# ## Part 2: decoding with a cache
#
# A language model writes a token, appends it to the text and reads *the whole text* again to write
# the next one. Or does it? In one head of causal self-attention with tokens $x_t$ of width $d$, no
# biases, token $t$ sees itself and those before it:
#
# $$
# q_t = W_q x_t, \quad k_t = W_k x_t, \quad v_t = W_v x_t, \qquad
# a_t = \mathrm{softmax}_{s \leq t}\big(q_t \cdot k_s / \sqrt d\big), \qquad
# \mathrm{out}_t = \sum_{s \leq t} a_{ts}\, v_s .
# $$
#
# What a later token needs of the earlier ones can be kept: a *cache* of keys and values.

# %% figure folded include="cells/cache_figure.py"

# %% [markdown]
# ### 2.1 One more token (<<kv_cache>>)
#
# A text of $n$ tokens was read, then comes one more. `append_token` returns
# `(out, K_cache, V_cache)`: the output of the new token, and caches with its row at the end.
#
# | argument | shape | |
# |---|---|---|
# | `x` | $(d,)$ | the new token |
# | `K_cache`, `V_cache` | $(n,d)$ | a row for each token before it, in order; $n$ may be 0 |
# | `params` | | a dict with `"W_q"`, `"W_k"`, `"W_v"`, each of shape $(d,d)$ |
# | **result:** `out`; the caches | $(d,)$; $(n+1,d)$ | new arrays: the arguments stay as they are |
#
# `append_flops(n, d)` counts what this costs, with $n$ tokens in the cache *before* the call, and
# `recompute_flops(n, d)` what it costs without a cache, when the whole layer is computed for all
# $n+1$ tokens, though only the last output is asked for.
#
# **Convention.** Without a cache, scores and weighted sums are computed for all pairs of tokens,
# masked ones included. The softmax with its $1/\sqrt d$ is free (P5). Scores can be in the thousands. Float32 is
# fine.
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
        print(f"with empty caches: {error}")
preview_count(append_flops, n=13, d=7)
preview_count(recompute_flops, n=13, d=7)
show(lambda: draw_decoding(append_token, append_flops, recompute_flops))

# %% [markdown] written="kv_written"
# ### 2.2 What is new and what stays (<<kv_written>>, graded by a person)
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
# ### 2.3 Attention piece by piece (<<online_softmax>>)
#
# A long cache doesn't fit where the arithmetic is done: a query meets the keys block by block. What
# it has seen of a set $B$ of keys, with scores $s_j$ and values $v_j$, is its *state*
#
# $$
# m = \max_{j \in B} s_j, \qquad l = \sum_{j \in B} e^{s_j - m}, \qquad o = \sum_{j \in B} e^{s_j - m}\, v_j ,
# $$
#
# and after all keys its output is $o/l$. `merge` gets the states of two sets that have no key in
# common and returns that of both together, a tuple $(m, l, o)$: two floats and an array $(d,)$.
#
# **Convention.** Either state, or both, may be that of no keys: $m$ is `-inf`, $l$ and $o$ are 0.
# Scores can be in the thousands. The states that come in stay as they are; what you return may
# share their arrays.
#
# In *the picture* a query meets 1,024 keys in 16 blocks. Does their order matter?
# ([Milakov and Gimelshein 2018](https://arxiv.org/abs/1805.02867) found the rule;
# [FlashAttention](https://arxiv.org/abs/2205.14135) rests on it.)


# %% answer="online_softmax"
def merge(state_1, state_2):
    """The state (m, l, o) of all keys that are in one of two states."""
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
with sanity_check():
    state = 0.5, 1.25, np.array([1.0, -0.5, 0.25])
    merged = ask_in_order(merge, state, (0.25, 1.5, np.array([0.5, 0.75, -1.0])))
    preview_parts("merge", merged, {"m": (), "l": (), "o": (3,)})
show(lambda: draw_blocks(merge))

# %% [markdown]
# ### 2.4 Bytes (<<grouped_queries>>)
#
# A model keeps keys and values in every layer. To keep less, several query heads share a head of
# keys and values, *grouped queries* ([Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)):
# Llama 3 8B has 32 heads of queries and 8 of keys and values ([Llama Team
# 2024](https://arxiv.org/abs/2407.21783), table 3). How many bytes does the cache of a batch of
# sequences take?
#
# | argument | meaning |
# |---|---|
# | `n_layers` | layers |
# | `n_heads`, `n_kv_heads` | heads of queries in a layer; heads of keys and values |
# | `d_head` | width of a head, of a key as of a value |
# | `n_tokens`, `batch` | tokens in each sequence; sequences |
# | `bytes_per_value` | bytes that one number takes, an int |


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
# *Why it matters.* In time a cache is a bargain; in memory it competes with the weights, and limits
# how many texts are served at once ([Kwon et al. 2023](https://arxiv.org/abs/2309.06180)). How many
# sequences would fit into 80 GB, beside 16 GB of weights, without sharing?

# %% figure folded include="cells/cache_bytes.py"

# %% [markdown]
# ## Part 3: budgets
#
# Time and memory: what do your counts say about a machine that exists?
#
# ### 3.1 How large, how long (<<compute_optimal>>)
#
# A budget of FLOPs buys a large model that reads little or a small one that reads much.
# [Hoffmann et al. 2022](https://arxiv.org/abs/2203.15556), section 3.3, fitted the loss of a model
# with $N$ weights after $D$ tokens:
#
# $$
# \ell(N, D) = E + \frac{A}{N^{\alpha}} + \frac{B}{D^{\beta}} .
# $$
#
# For which $N$ and $D$ is $\ell$ smallest, if training on $D$ tokens has to cost *exactly* `flops`?
# A token costs as many FLOPs for each weight as by your `training_cost`. Return
# `(n_params, train_tokens)`, two numbers that needn't be whole.
#
# **Convention.** `coefficients` is a dict with the keys `"E"`, `"A"`, `"alpha"`, `"B"`, `"beta"`:
# those of the paper, or others. `flops` is from $10^{18}$ to $10^{26}$. Answers are compared to a
# relative precision of $10^{-3}$, so that you may search for the minimum as well as derive it.

# %% given="scaling_law"
CHINCHILLA = {"E": 1.69, "A": 406.4, "alpha": 0.34, "B": 410.7, "beta": 0.28}


def predicted_loss(n_params, train_tokens, coefficients):
    """The fitted loss of a model with so many weights after so many tokens."""
    c = coefficients
    return c["E"] + c["A"] / n_params ** c["alpha"] + c["B"] / train_tokens ** c["beta"]


# %% answer="compute_optimal"
def compute_optimal(flops, coefficients):
    """(n_params, train_tokens) with the smallest predicted loss that cost `flops` to train."""
    ### BEGIN SOLUTION
    A, alpha = coefficients["A"], coefficients["alpha"]
    B, beta = coefficients["B"], coefficients["beta"]
    # With D = flops / (6 N), the derivative by log N is 0 where
    # alpha A / N^alpha = beta B / D^beta.
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
# *Why it matters.* By such estimates the same authors trained Chinchilla: 70 billion weights, 1.4
# trillion tokens, 20 for each weight, and it beat models four times its size. Their rounded
# coefficients, which you used, don't give 20 at that budget: optima as flat as these leave much
# room, and a new fit of the same data found other coefficients
# ([Besiroglu et al. 2024](https://arxiv.org/abs/2404.10102)).

# %% figure folded include="cells/optimum_figure.py"

# %% [markdown]
# ### 3.2 What a machine makes of it (<<utilisation>>)
#
# **Training.** The *model FLOPs utilisation* is the part of a machine's peak that goes into FLOPs
# which the model needs ([Chowdhery et al. 2022](https://arxiv.org/abs/2204.02311), section 4.1).
# What is it, when `tokens_per_second` are trained on in dense sequences of $n$ tokens, and the
# machine could do `peak_flops` a second? *Convention.* A token needs one $n$-th of the products of
# `dense_flops`, scores and weighted sums included, and their backward passes, counted as in
# `training_cost`.
#
# **Decoding.** A step makes the $t$-th token of each of `batch` sequences. How many FLOPs does it
# do for each byte that it reads? *Convention.* The FLOPs are those of `decode_flops`, for each
# sequence. Read are all $N$ weights, *once* for the whole batch, and for each sequence the cache of
# its $t$ tokens, the new one included, with as many heads of keys and values as of queries. A
# number takes `bytes_per_value` bytes. Nothing else is read, and writing is free.


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
    cache = kv_cache_bytes(n_layers, n_heads, n_heads, d_head, t, batch, bytes_per_value)
    return flops / (weights + cache)
    ### END SOLUTION


# %% test="utilisation"
with sanity_check():
    used = model_flops_utilisation(1e5, 13, **EXAMPLE, peak_flops=1e12)
    preview_shape("utilisation", used, ())
    intensity = decode_intensity(13, 4, **EXAMPLE, bytes_per_value=2)
    preview_shape("intensity", intensity, ())

# %% [markdown]
# *Why it matters.* A machine that does 312 TFLOP/s but reads 2 TB/s (an A100 with 80 GB) waits for
# memory below 156 FLOPs for each byte
# ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)). A larger batch shares the
# weights, and nobody's cache: what is the most that it can do for each length?

# %% figure folded include="cells/roofline.py"

# %% [markdown]
# ### 3.3 A plan (<<budget>>)
#
# Now size a model, its cache and its training run. You have `flops` to train with. The model has
# `n_layers` layers, as many heads, heads of width 128 (so $d_\text{model}=128\,L$) and
# $d_\text{ff}=4\,d_\text{model}$. Return a dict with
#
# | key | the number |
# |---|---|
# | `"n_layers"` | the largest $L\geq 1$ whose $N$ is at most the `n_params` of `compute_optimal`; 1 if there is none |
# | `"sequences"` | how many sequences of `n_tokens` tokens can be cached at a time beside the $N$ weights of this model in `memory` bytes: a whole number, as `12` or `12.0`; 0 if none |
# | `"days"` | of training this model (with its own $N$) on the `train_tokens` of `compute_optimal`, not rounded, at `flops_per_second` |
#
# **Convention.** Weights and cache take 2 bytes a number, and there are as many heads of keys and
# values as of queries. A day has 86,400 seconds. Training costs what `training_cost` says, also
# where one layer is too much for the budget.


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
    assert isinstance(plan, dict), f"expected a dict, not {type(plan).__name__}"
    for key in ("n_layers", "sequences", "days"):
        preview_shape(key, plan.get(key), ())

# %% [markdown]
# Here is what your plan says of three budgets. Guess first: with a hundred times the FLOPs, how
# many times as large is the model?

# %% figure folded include="cells/plans.py"

# %% [markdown]
# ## Part 4: time, if processors cost nothing
#
# So far you counted operations. They are the *work*; but how long does a layer take if everything
# that can happen at once does? Then the *depth* counts: the longest chain of operations in which
# each waits for the one before. On $p$ processors a computation takes at least work$/p$ and at
# least its depth, and not much more than the two together ([Brent
# 1974](https://doi.org/10.1145/321812.321815)). An LSTM, nonlinear from step to step, is deeper the
# longer the text. (A linear recurrence is not: it can be a scan.) And a transformer?
#
# **The model of time**, in all of this part:
#
# - There are as many processors as can be used.
# - A step is one addition, subtraction, multiplication or division of two numbers, or one
#   exponential. It begins when what it needs is there, and takes one unit of time.
# - A result can be read by any number of steps at once. Copying and reordering take no time.
# - A sum is formed by a tree: neighbours are added in pairs, then their sums, and so on. With $n$
#   terms that takes $\lceil\log_2 n\rceil$ steps. A dot product takes one more, for its products.
# - The maximum isn't subtracted before the exponential.
#
# **The layer** has no biases, no mask, no scale and no output projection: the heads' outputs stand
# side by side. Its sizes have names of their own:
#
# | here | what | elsewhere in this set |
# |---|---|---|
# | `B` | texts in a batch, all there at the same time | |
# | `T` | tokens of each | $n$ |
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
# | functions that end in | give |
# |---|---|
# | `_time` | growth, $\Theta(\dots)$: `5 * math.log(n) + 3` is as good as `math.log2(n)`. Not all sizes matter. They are called with Python ints of up to $2^{4096}$, which `math.log` takes |
# | `_depth` | exactly how many steps it takes |
# | `_depth_serial` | how many in practice, where one core forms a *dot product*: one step for all $n$ products, then $n-1$ additions one after another (not P2). Sums over tokens ($Z$, out) are still trees |
#
# ### 4.1 The softmax (<<softmax_time>>)
#
# Take one head, and one token $t_1$ in each text. Its query and all $T$ keys are
# there at time 0. When are all $Z_{t_1}$ there, the sum under the fraction? The division is not included.


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


def softmax_depth_serial(T, U):
    """Steps until Z is there, where dot products are formed serially."""
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
# Now only the tokens are there at time 0. When is the last number of the layer's output there?
# Queries, keys and values are dot products of length $J$ with the rows of weight matrices. Every
# $\alpha$ is formed, its division included, before it meets a value. (`layer_time` needs no $U$,
# since $U\le J$.)


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
    """Steps of a layer, where dot products are formed serially."""
    ### BEGIN SOLUTION
    return J + softmax_depth_serial(T, U) + 1 + 1 + math.ceil(math.log2(T))
    ### END SOLUTION


# %% test="layer_time"
preview_growth(layer_time, B=32, T=1000, J=512, K=8)
preview_count(layer_depth, T=1000, J=512, K=8, U=64)
preview_count(layer_depth_serial, T=1000, J=512, K=8, U=64)

# %% [markdown]
# *Why it matters.* The time of a layer against the number of tokens: on one processor, on one H100
# (16,896 cores for float32 in its SXM5 board, [NVIDIA
# 2022](https://resources.nvidia.com/en-us-tensor-core)), on a thousand of them, and on as many as
# can be used, by your depths. For comparison, an LSTM-like layer, step by step; that it isn't one
# was an argument for transformers when they were proposed ([Vaswani et al.
# 2017](https://arxiv.org/abs/1706.03762), table 1). Where does a line bend away from work$/p$, and
# on what does it then run?

# %% figure folded include="cells/depth_figure.py"

# %% [markdown]
# ## Part 5: images
#
# An image of $h \times w$ patches is a text of $hw$ tokens: to attention it is a bag of cells, and
# full attention looks at all $(hw)^2$ pairs.
#
# ### 5.1 Time on a grid (<<spatial_time>>)
#
# In part 4, let tokens be the cells of a grid, `X` by `Y` of them in each of `B` images: the softmax of a cell runs
# jointly over all cells. How does the time of the layer grow?


# %% answer="spatial_time"
def spatial_time(B, X, Y, J, K):
    """Growth of the time of a layer, for B grids of X × Y cells of width J, and K heads."""
    ### BEGIN SOLUTION
    return layer_time(B, X * Y, J, K)
    ### END SOLUTION


# %% test="spatial_time"
preview_growth(spatial_time, B=32, X=40, Y=30, J=512, K=8)

# %% [markdown]
# The depth hardly notices that there are so many tokens; the work does. Do distant patches have to
# see each other in every layer? **The patch in row $y$ and column $x$ has number $i = yw + x$**,
# counted from 0: row after row. A *mask* is an array $(hw, hw)$ of bools; entry $[i, j]$ is `True`
# where patch $i$ sees patch $j$. (In problem set 2 `True` meant the opposite, *ignore*.)
#
# - **local:** a patch sees the square of $(2r+1) \times (2r+1)$ patches around it, as far as that
#   lies in the image;
# - **axial:** it sees its row and its column ([Ho et al. 2019](https://arxiv.org/abs/1912.12180));
# - **windows:** the image is cut into squares, and a patch sees its own
#   ([Liu et al. 2021](https://arxiv.org/abs/2103.14030)).
#
# In all three it sees itself.

# %% figure folded include="cells/patterns_figure.py"

# %% [markdown]
# ### 5.2 Local and axial (<<sparse_patterns>>)
#
# `local_mask(h, w, r)` and `axial_mask(h, w)` build these masks, for images of any size.
# `local_pairs(h, w, r)` and `axial_pairs(h, w)` count the pairs $(i,j)$ with `True` in them.
# Counting the entries of your mask is a right answer, too; a formula is one that can still be asked
# for 4,096 patches.
#
# **Convention.** At a border the square is cut off: no patch beyond it is made up, and none is seen
# in its place on the other side. `local_pairs` is asked for $1\le r < h$ and $r < w$ only,
# `local_mask` for larger $r$ as well.


# %% answer="sparse_patterns"
def local_mask(h, w, r):
    """bool (h w, h w): True where patch j lies in the (2r + 1)² square around patch i."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    rows, columns = np.abs(y[:, None] - y), np.abs(x[:, None] - x)
    return (rows <= r) & (columns <= r)
    ### END SOLUTION


def axial_mask(h, w):
    """bool (h w, h w): True where patches i and j lie in one row or one column."""
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
# Devise two more ways to leave pairs out, as masks for images of any size, small ones too:
# `own_mask(h, w)` and `own_mask_2(h, w)`. In long texts people also let a token see every second or
# third one, or let a few tokens see, and be seen by, all others ([Beltagy et al.
# 2020](https://arxiv.org/abs/2004.05150), section 3.1): both can be carried over to a grid. Each of
# your patterns has to
#
# - **be new:** neither local, nor axial, nor windows that stay where they are, nor your other one,
#   not with other numbers either (which a person looks at, in 5.5);
# - **save:** when the sides of an image of $10\times14$ patches double, the *share* of pairs that
#   are seen falls to three quarters or less;
# - **connect:** after at most $h+w$ layers every patch can know of every other. There are no
#   residual connections: what a patch doesn't see, itself included, it doesn't know a layer later.
#
# Every patch has to see at least one: a softmax over nothing is 0/0. The cell below counts and
# connects for you.


# %% answer="sparse_own"
def own_mask(h, w):
    """bool (h w, h w): True where patch i sees patch j."""
    ### BEGIN SOLUTION
    # The 3 × 3 square around each patch; the first patch sees all, and is seen by all.
    mask = local_mask(h, w, 1)
    mask[0] = mask[:, 0] = True
    return mask
    ### END SOLUTION


def own_mask_2(h, w):
    """bool (h w, h w): True where patch i sees patch j, by another pattern."""
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
# ### 5.4 Patches or channels (<<davit>>)
#
# $X$ of shape $(n,d)$ holds $n$ patches, one per row, with $d$ channels. Its columns are vectors,
# too, and can attend to each other. DaViT alternates both kinds of layers ([Ding et al.
# 2022](https://arxiv.org/abs/2204.03645)): `patch_attention_flops(n, d)` counts where patches
# attend to patches, using all their channels, `channel_attention_flops(n, d)` where channels attend
# to channels, using all their patches.
#
# **Convention.** Only the core counts: scores and weighted sums (P2). The softmax is free (P5), and
# the projections, which are the same in both, are left out. One head, no windows, no groups.


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

# %% [markdown] written="sparse_written"
# ### 5.5 In words (<<sparse_written>>, graded by a person)
#
# 1. For each of your patterns of 5.3: which pairs does it keep, and why should these be enough?
#    (0.25 each) What is the price, beside full attention on $16\times16$ patches: which patches
#    can't see each other in one layer, and after how many layers can every patch know of every
#    other, and through what? (0.5 each)
# 2. Compare the two kinds of layers of 5.4 for an image of $16\times16$ patches with 512 channels:
#    which is cheaper, and how many times? For which images is it the other way round? (0.5)
#
# ### BEGIN SOLUTION
#
# **1. Local, with a global patch.** Most of what a patch needs stands beside it; the rest passes
# through one patch that sees all, as in a summary. On $16\times16$ patches that is 2,620 of 65,536
# pairs, a twenty-fifth. The price: two distant patches never see each other; they know of each
# other after two layers, but all that news shares one vector.
#
# **Powers of two.** Differences of 0, 1, 2, 4, 8, … in both directions: what is near in detail,
# what is far in samples. The price: patches whose rows differ by 3, say, don't see each other; any
# difference up to 15 is a sum of two powers of two with signs or of three, so that three layers are
# enough, through patches in between.
#
# **2.** $4n^2d$ against $4nd^2$ FLOPs: with $n=256$ and $d=512$, patches cost 134,217,728 and
# channels 268,435,456, twice as much, $d/n$. With more than 512 patches, $n>d$, channels are
# cheaper: their cost grows in proportion to $n$, that of patches with $n^2$.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 2 × 0.25 | the idea: which pairs are kept, and a reason why they may be enough. The second is not the first with another number |
# | 2 × 0.5 | the price: pairs that are not seen, and how news of them travels, with the number of layers (the cell below 5.3 prints it), or "never" |
# | 0.5 | patches are cheaper, by $d/n=2$; channels are where $n>d$ |
#
# Whether a pattern saves and connects was counted by machine. In item 2 what follows from the
# student's own counts is right.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# The counts that you began with fit on a page. They tell what a model costs that nobody has built
# yet, within the precision at which anybody plans.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
