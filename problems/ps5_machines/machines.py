import math

import numpy as np

from ..shared.preview_ledger import preview_ledger
from ..shared.previews import (
    ask,
    preview_choice,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
)
from .cells.models import (
    EXAMPLE,
    FORWARD_LINES,
    H100,
    LLAMA3_8B,
    LLAMA3_70B,
    PARAMETER_LINES,
    SAVED_LINES,
)

# %% [markdown]
# # Problem set 5: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# "A card does 1,979 TFLOP/s, says its data sheet. Llama 3 8B has 8,030,261,248 weights, so a token
# costs 2 × 8,030,261,248 FLOPs. One card writes 123,000 tokens a second, and at 3 dollars an hour a
# million tokens costs less than a cent." What it starts from is printed in good places, and whoever
# sets prices by it is ruined. Where does the money go? The last part settles it, with counts of your
# own.
#
# | part | | points |
# |---|---|---|
# | 1 | What is in the file? | <<points of part 1>> |
# | 2 | What fits while it trains? | <<points of part 2>> |
# | 3 | What waits for memory? | <<points of part 3>> |
# | 4 | What has to be remembered? | <<points of part 4>> |
# | 5 | What does a token cost? | <<points of part 5>> |
#
# Parts 3 and 4 need nothing of 2; part 5 needs `parameter_ledger`, and 5.4 your counts of 1.3.
# Answers go where it says *Replace this line*, and may call each other. The cell below one, and nbgrader's
# *Validate*, look at its type and wiring; they don't know what is right. An answer
# that follows from your own earlier answer is right. [student.md](student.md), which comes with
# this notebook, says how answers are graded.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py ../shared/needs.py ../shared/preview_ledger.py cells/models.py"

# %% [markdown]
# ## The model, and units
#
# A *gated decoder*, the kind of Llama, is the same layer `n_layers` times. In a layer:
#
# - RMSNorm: a scale for each of `d_model` numbers, no shift;
# - queries in `n_heads` heads, keys and values in `n_kv_heads` heads, all `d_head` wide; a map from
#   the outputs of the `n_heads` heads, side by side, to `d_model`;
# - RMSNorm again;
# - a feed-forward block of three maps, $W_\text{down}\big(\mathrm{silu}(W_\text{gate}\,x)\odot
#   W_\text{up}\,x\big)$, of inner width `d_ff`.
#
# Before the layers stands an embedding with a row for each of `vocab_size` tokens; after them one
# more RMSNorm and an output head, a matrix of its own. Nothing has a bias. Positions are rotations
# (4.1), which have no weights.
#
# | in the text | $V$ | $d$ | $L$ | $H$ | $G$ | $e$ | $f$ |
# |---|---|---|---|---|---|---|---|
# | in the code | `vocab_size` | `d_model` | `n_layers` | `n_heads` | `n_kv_heads` | `d_head` | `d_ff` |
# | Llama 3 8B | 128,256 | 4,096 | 32 | 32 | 8 | 128 | 14,336 |
#
# $G$ divides $H$. $He$ needn't be $d$, nor $f$ a multiple of it.
#
# **Units.** GB are $10^9$ bytes, GiB $2^{30}$. A number in bf16 takes 2 bytes, in float32 4. A
# machine's `peak_flops` is for dense products in bf16, its `link` what a device sends in a second,
# while it receives as much. Times are lower bounds: nothing here starts late, waits for a kernel or
# fails.

# %% [markdown]
# ## Part 1: what is in the file
#
# ### 1.1 Every number in the file (<<real_parameters>>)
#
# `parameter_ledger` says how many numbers the file of a whole gated decoder holds: a dict with ten
# lines,
#
# `embedding`, `queries`, `keys`, `values`, `output`, `gate`, `up`, `down`, `norms`, `head`.
#
# Each is for all layers together. `output` is the map from the heads' outputs to `d_model`; `norms`
# are all scales, those of the last norm as well.
#
# `gpt2_parameters` is one number for an older kind of decoder. GPT-2 has an embedding of words
# *and* one of `n_positions` positions; its head *is* the embedding of words, stored once. A layer
# has four maps of attention from $d$ to $d$ (whatever its heads) and two feed-forward maps, from
# $d$ to $f$ and back; *every* one of the six has a bias. Its layer norms, two in a layer and one at
# the end, have a scale and a shift.
#
# You are asked at whole sizes; feedback writes `n_heads` as `n_kv_heads·group`.


# %% answer="real_parameters"
def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """Numbers in the file of a gated decoder: a dict from each of the ten lines to its count."""
    ### BEGIN SOLUTION
    queries = n_layers * d_model * n_heads * d_head
    keys = n_layers * d_model * n_kv_heads * d_head
    feed_forward = n_layers * d_model * d_ff
    return {
        "embedding": vocab_size * d_model,
        "queries": queries,
        "keys": keys,
        "values": keys,
        "output": queries,
        "gate": feed_forward,
        "up": feed_forward,
        "down": feed_forward,
        "norms": (2 * n_layers + 1) * d_model,
        "head": vocab_size * d_model,
    }
    ### END SOLUTION


def gpt2_parameters(vocab_size, n_positions, d_model, n_layers, d_ff):
    """Numbers in the file of a GPT-2."""
    ### BEGIN SOLUTION
    attention = 4 * (d_model**2 + d_model)
    feed_forward = d_model * d_ff + d_ff + d_ff * d_model + d_model
    layer = attention + feed_forward + 2 * 2 * d_model
    return (vocab_size + n_positions) * d_model + n_layers * layer + 2 * d_model
    ### END SOLUTION


# %% test="real_parameters"
with sanity_check():
    preview_ledger(parameter_ledger, PARAMETER_LINES, **EXAMPLE)
    preview_count(gpt2_parameters, vocab_size=101, n_positions=31, d_model=24, n_layers=3, d_ff=58)

# %% [markdown]
# *Why it matters.* A size that a model's name rounds is exact in its file, and decides what fits.
# Here are nine published models, yours against what is published. (Llama 2 7B is sometimes listed
# with 2,048 more: 64 rotary frequencies stored in each of 32 layers, which nobody trained.) What
# part of a model is its vocabulary, and why more of Llama 3 8B than of Llama 2 7B?

# %% figure folded include="cells/published.py"

# %% [markdown]
# ### 1.2 Where the FLOPs go (<<forward_shares>>)
#
# `forward_ledger` counts the FLOPs of a forward pass of the whole gated decoder over one sequence
# of `n` tokens, in four lines:
#
# | line | |
# |---|---|
# | `attention_maps` | the maps to queries, keys and values, and the output map |
# | `scores_and_sums` | scores and weighted sums, in every query head |
# | `feed_forward` | the three maps |
# | `head` | the output head, for all $n$ tokens |
#
# **Convention.** Products count (P2). All $n^2$ pairs of tokens do, masked or not. The embedding is
# a look-up and costs nothing; norms, silu, the product $\odot$, rotations and residuals are left
# out.


# %% answer="forward_shares"
def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """FLOPs of a forward pass over n tokens: a dict from each of the four lines to its count."""
    ### BEGIN SOLUTION
    heads = 2 * n_heads + 2 * n_kv_heads
    return {
        "attention_maps": 2 * n * n_layers * d_model * d_head * heads,
        "scores_and_sums": 2 * 2 * n**2 * n_layers * n_heads * d_head,
        "feed_forward": 3 * 2 * n * n_layers * d_model * d_ff,
        "head": 2 * n * vocab_size * d_model,
    }
    ### END SOLUTION


# %% test="forward_shares"
preview_ledger(forward_ledger, FORWARD_LINES, n=13, **EXAMPLE)

# %% [markdown]
# *Why it matters.* "Attention is quadratic" is a statement about one line of four, and says nothing
# of where it overtakes the others ([Stanford CS336](https://stanford-cs336.github.io/), assignment
# 1, asks for such an account of GPT-2). Which line grows with $n^2$, and why does it take over
# later in a wider model?

# %% figure folded include="cells/forward_shares.py"

# %% [markdown]
# ### 1.3 A mixture of experts (<<experts>>)
#
# Now each layer has, in place of its feed-forward block, `n_experts` blocks of three maps (`d_ff`
# is the inner width of one) and a router: a map from `d_model` to `n_experts`, without a bias. A
# token goes through the whole router, and through the `top_k` experts with the largest scores,
# $1\le$ `top_k` $\le$ `n_experts`.
#
# - `moe_total`: the numbers in the file.
# - `moe_active`: those of them that one token meets. That is all but the experts to which it is not
#   sent: embedding, head, norms and the whole router are active.
# - `moe_flops_per_token`: the FLOPs of one token in products with matrices, router and head
#   included. Look-up and norms don't multiply matrices; scores and weighted sums are left out.


# %% answer="experts"
def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    """Numbers in the file of a mixture of experts."""
    ### BEGIN SOLUTION
    lines = parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    expert = lines["gate"] + lines["up"] + lines["down"]  # one in each layer
    router = n_layers * d_model * n_experts
    return sum(lines.values()) + (n_experts - 1) * expert + router
    ### END SOLUTION


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    """Those of its numbers that are not in experts to which a token isn't sent."""
    ### BEGIN SOLUTION
    model = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return moe_total(*model) - n_layers * (n_experts - top_k) * 3 * d_model * d_ff
    ### END SOLUTION


def moe_flops_per_token(
    vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
):
    """FLOPs of one token in products with matrices."""
    ### BEGIN SOLUTION
    model = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    look_up_and_norms = vocab_size * d_model + (2 * n_layers + 1) * d_model
    return 2 * (moe_active(*model) - look_up_and_norms)
    ### END SOLUTION


# %% test="experts"
with sanity_check():
    preview_count(moe_total, **EXAMPLE, n_experts=7, top_k=2)
    preview_count(moe_active, **EXAMPLE, n_experts=7, top_k=2)
    preview_count(moe_flops_per_token, **EXAMPLE, n_experts=7, top_k=2)

# %% [markdown]
# *Why it matters.* "8x7B" is not 56 billion: only the blocks are there eight times. Memory holds
# the total, arithmetic sees the active part. The released files hold 46,702,792,704
# numbers of Mixtral ([Jiang et al. 2024](https://arxiv.org/abs/2401.04088) call 13 billion active;
# 12.9 is often said) and 30,532,122,624 of Qwen3-30B-A3B ([Yang et al.
# 2025](https://arxiv.org/abs/2505.09388)), whose query and key norms, 12,288 numbers,
# our model lacks.

# %% figure folded include="cells/active.py"

# %% [markdown]
# ## Part 2: what fits while it trains
#
# ### 2.1 The state (<<training_state>>)
#
# Training with Adam keeps each weight and its gradient in bf16 and, for the optimiser, a *master
# copy* of the weight and two moments in float32. `n_devices` divide some of it evenly among them:
#
# | `stage` | divided |
# |---|---|
# | 0 | nothing: each device has everything |
# | 1 | the optimiser's three |
# | 2 | gradients, too |
# | 3 | weights, too |
#
# `state_bytes`: how many bytes does *one* device keep? `n_devices` divides `n_params`.


# %% answer="training_state"
def state_bytes(n_params, n_devices, stage):
    """Bytes of weights, gradients and the optimiser's state on one device."""
    ### BEGIN SOLUTION
    weights = 2 * n_params
    gradients = 2 * n_params
    optimiser = 12 * n_params
    if stage >= 1:
        optimiser //= n_devices
    if stage >= 2:
        gradients //= n_devices
    if stage >= 3:
        weights //= n_devices
    return optimiser + gradients + weights
    ### END SOLUTION


# %% test="training_state"
preview_count(state_bytes, n_params=960, n_devices=8, stage=2)

# %% [markdown]
# *Why it matters.* A model that one card serves doesn't train on eight unless they share its state
# ([Rajbhandari et al. 2020](https://arxiv.org/abs/1910.02054); for 7.5 billion weights on 64
# devices they print 120, 31.4, 16.6 and 1.9 GB; master copies: [Micikevicius et al.
# 2018](https://arxiv.org/abs/1710.03740)). What stays above the line whatever the number of cards?

# %% figure folded include="cells/state.py"

# %% [markdown]
# ### 2.2 What the backward pass needs (<<activations>>)
#
# A device also keeps arrays of the forward pass until the backward pass has used them.

# %% figure folded include="cells/layer_figure.py"

# %% [markdown]
# **Convention.** This is the rule of the course:
#
# - A map, and a product of two arrays, keep the arrays that come in. (Weights are there anyway.)
# - RMSNorm keeps its input, softmax its result.
# - $\mathrm{silu}(a)\odot b$ keeps $a$ and $b$, and computes silu again.
# - Sums, rotations, masks and scales keep nothing.
# - An array that several need is kept once. Grouped keys and values are not copied for each query
#   head.
#
# Every number takes 2 bytes. Embedding, head and loss are left out (for Llama 3 and 8,192 tokens
# the scores of the loss alone take 2.1 GB).
#
# `saved_numbers`: the numbers that *one layer* keeps of one sequence of `n` tokens, in six lines:
#
# | line | |
# |---|---|
# | `norm_inputs` | what the norms read |
# | `map_inputs` | what the norms put out |
# | `queries_keys_values` | after the rotation |
# | `attention_weights` | of all pairs of tokens, masked or not |
# | `head_outputs` | |
# | `gate_up_product` | what the feed-forward block keeps behind its first two maps |
#
# `activation_bytes`: the bytes of `batch` sequences in all layers, the most that is held at once.
#
# | `mode` | |
# |---|---|
# | `"all"` | every layer keeps its six lines |
# | `"tiled"` | not the attention weights, but one number for each query and head: the log of the softmax's sum (2 bytes here, 4 in most code) |
# | `"recompute"` | forward, the input of each layer, kept to the end; backward, one layer at a time is computed again, tiled, and its input is one of those kept |
#
# `largest_batch`: how many whole sequences fit into `memory` bytes beside `states` bytes; 0 if
# none.


# %% answer="activations"
def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    """Numbers that one layer keeps of one sequence: a dict from each line to its count."""
    ### BEGIN SOLUTION
    return {
        "norm_inputs": 2 * n * d_model,
        "map_inputs": 2 * n * d_model,
        "queries_keys_values": n * (n_heads + 2 * n_kv_heads) * d_head,
        "attention_weights": n_heads * n**2,
        "head_outputs": n * n_heads * d_head,
        "gate_up_product": 3 * n * d_ff,
    }
    ### END SOLUTION


def activation_bytes(mode, batch, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """Bytes that all layers keep of a batch, the most at once."""
    ### BEGIN SOLUTION
    lines = saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff)
    if mode != "all":
        lines["attention_weights"] = n_heads * n
    layer = sum(lines.values())
    kept = n_layers * layer
    if mode == "recompute":
        kept = n_layers * n * d_model + layer - n * d_model
    return 2 * batch * kept
    ### END SOLUTION


def largest_batch(memory, states, mode, n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """The most sequences whose activations fit into memory beside states, both in bytes."""
    ### BEGIN SOLUTION
    sizes = (n, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    each = activation_bytes(mode, 1, *sizes)
    return max(0, int((memory - states) // each))
    ### END SOLUTION


# %% test="activations"
with sanity_check():
    sizes = {name: size for name, size in EXAMPLE.items() if name != "vocab_size"}
    layer = {name: size for name, size in sizes.items() if name != "n_layers"}
    preview_ledger(saved_numbers, SAVED_LINES, n=13, **layer)
    for mode in ("all", "tiled", "recompute"):
        preview_count(activation_bytes, mode=mode, batch=2, n=13, **sizes)
    preview_count(largest_batch, memory=2_000_000, states=10_000, mode="tiled", n=13, **sizes)

# %% [markdown]
# *Why it matters.* Activations grow with the square of the length only while attention's weights
# are kept. Computing again buys memory with a third more FLOPs ([Chen et al.
# 2016](https://arxiv.org/abs/1604.06174); [Korthikanti et al.
# 2022](https://arxiv.org/abs/2205.05198) count another layer, with dropout). Which bars get below
# the line, and what got them there?

# %% figure folded include="cells/activations.py"

# %% [markdown]
# ### 2.3 Between devices (<<communication>>)
#
# In a *ring all-reduce* each of $p$ devices holds an array of `n_bytes`, and all want the sum. The
# array is cut into $p$ pieces. In each step every device sends one piece to the next: for $p-1$
# steps to be added there, for $p-1$ more to hand the sums around. Sent bytes over `link` are
# seconds; $p$ divides what is divided.
#
# - `allreduce_bytes`: the bytes that *each* device sends.
# - `tokens_to_hide`: in *data parallel* training each device has its own tokens. The bf16 gradients
#   of all `n_params` are all-reduced while the backward pass runs, at `peak_flops`, with 4 FLOPs
#   for each weight and token. With how many tokens on each device do both take the same time? Not
#   rounded.
# - `tensor_parallel_ratio`: the devices split heads and `d_ff` of each layer evenly. Going forward,
#   a layer all-reduces the outputs of attention and of the feed-forward block, each $n\times d$
#   numbers in bf16, and nothing else runs meanwhile. How many seconds is that for each second of
#   products with the layer's seven maps, at `peak_flops` on each device? (No scores, no weighted
#   sums.)


# %% answer="communication"
def allreduce_bytes(n_bytes, n_devices):
    """Bytes that each device sends in a ring all-reduce of an array of n_bytes."""
    ### BEGIN SOLUTION
    return 2 * (n_devices - 1) * n_bytes / n_devices
    ### END SOLUTION


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    """Tokens on each device for which the backward pass takes as long as the all-reduce."""
    ### BEGIN SOLUTION
    seconds = allreduce_bytes(2 * n_params, n_devices) / link
    each = 4 * n_params / peak_flops  # seconds of a token
    return seconds / each
    ### END SOLUTION


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    """Seconds of all-reduces for each second of map products, in a layer going forward."""
    ### BEGIN SOLUTION
    # For one token: their number cancels.
    weights = d_model * d_head * (2 * n_heads + 2 * n_kv_heads) + 3 * d_model * d_ff
    working = 2 * weights / n_devices / peak_flops
    waiting = 2 * allreduce_bytes(2 * d_model, n_devices) / link
    return waiting / working
    ### END SOLUTION


# %% test="communication"
with sanity_check():
    layer = dict(d_model=24, n_heads=6, n_kv_heads=2, d_head=5, d_ff=58)
    speed = dict(peak_flops=1e12, link=1e10)
    preview_count(allreduce_bytes, n_bytes=960, n_devices=4)
    tokens = ask(tokens_to_hide, n_params=960, n_devices=4, **speed)
    preview_shape("tokens_to_hide", tokens, ())
    ratio = ask(tensor_parallel_ratio, n_devices=2, **layer, **speed)
    preview_shape("tensor_parallel_ratio", ratio, ())

# %% [markdown]
# *Why it matters.* Gradients travel once in a step ([Patarasuk and Yuan
# 2009](https://doi.org/10.1016/j.jpdc.2008.09.002)), outputs in every layer ([Shoeybi et al.
# 2019](https://arxiv.org/abs/1909.08053)). Below, a card's links inside its machine (450 GB/s; the
# data sheet counts both directions) and a network of 400 Gbit/s. What of the model is left in
# `tokens_to_hide`, and why does tensor parallelism stay inside a machine?

# %% figure folded include="cells/communication.py"

# %% [markdown]
# ## Part 3: what waits for memory
#
# Arithmetic happens next to a small, fast memory; arrays lie in a large, slow one. What moves
# between the two can take longer than what is computed. One head of attention with $n$ tokens of
# width $d$ (here, and up to 4.1, that of the head), where all look at all:
#
# $$
# S = QK^\top, \qquad P = \mathrm{softmax}(S), \qquad O = PV .
# $$
#
# ### 3.1 Numbers moved (<<traffic>>)
#
# - `naive_traffic(n, d)`: numbers read from slow memory and written to it, in three steps, one for
#   each formula. A step reads all its inputs once and writes its result once; then fast memory
#   forgets everything.
# - `tiled_traffic(n, d, block)`: the same for one pass without $S$ and $P$ in slow memory. Each block
#   of `block` queries is read once and meets all keys and values, which are read anew for it, block
#   by block. Written, once, are $O$ and, for each query, the logarithm of the softmax's sum, a single
#   number, which training needs. `block` divides $n$.
# - `roofline_seconds(flops, n_bytes, peak_flops, bandwidth)`: the time of so many FLOPs and bytes,
#   if arithmetic and traffic overlap perfectly. `bandwidth` is in bytes a second.


# %% answer="traffic"
def naive_traffic(n, d):
    """Numbers read and written by attention in three steps."""
    ### BEGIN SOLUTION
    scores = 2 * n * d + n**2
    softmax = n**2 + n**2
    weighted_sums = n**2 + n * d + n * d
    return scores + softmax + weighted_sums
    ### END SOLUTION


def tiled_traffic(n, d, block):
    """Numbers read and written by attention in tiles."""
    ### BEGIN SOLUTION
    queries = n * d
    keys_and_values = (n // block) * 2 * n * d
    written = n * d + n
    return queries + keys_and_values + written
    ### END SOLUTION


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    """Seconds for this arithmetic and this traffic, at least."""
    ### BEGIN SOLUTION
    return max(flops / peak_flops, n_bytes / bandwidth)
    ### END SOLUTION


# %% test="traffic"
preview_count(naive_traffic, n=12, d=5)
preview_count(tiled_traffic, n=12, d=5, block=3)
with sanity_check():
    seconds = ask(roofline_seconds, flops=1e12, n_bytes=3e9, peak_flops=1e15, bandwidth=2e12)
    preview_shape("roofline_seconds", seconds, ())

# %% [markdown]
# *Why it matters.* A layer of Llama 3 8B, its 32 heads by your counts, on one H100. In bf16, blocks of
# so many queries do, for long texts, as many FLOPs for each byte. The card wants 295 ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)). Which curve reaches
# the roof, and why does no length help the others? ([Dao et al.
# 2022](https://arxiv.org/abs/2205.14135))

# %% figure folded include="cells/traffic_figure.py"

# %% [markdown]
# ### 3.2 And now it runs (<<tiled_attention>>)
#
# `tiled_attention(Q, K, V, block)` is *causal* attention of one head: token $t$ sees itself and those
# before it, scores are divided by $\sqrt d$. All three arrays have shape $(n,d)$, and so has the
# result, a new array, which doesn't depend on `block`.
#
# Any $n\ge1$ and any `block` $\ge1$ may come, also one that doesn't divide $n$ or is larger. Scores
# can be in the thousands. At $n=8192$, $d=8$, `block` $=128$ it may allocate **4 MiB** at a time,
# beside its arguments: room for many tiles of `block` $\times$ `block`, and not for one of
# $n\times$ `block`. Time isn't looked at, if that call ends within 30 seconds.
#
# Problem set 4 merged the states $(m,l,o)$ of one query; here a block of queries does it at once.


# %% answer="tiled_attention"
def tiled_attention(Q, K, V, block):
    """Causal attention (n, d), computed in tiles of block × block scores."""
    ### BEGIN SOLUTION
    n, d = Q.shape
    out = np.empty(V.shape)
    for i in range(0, n, block):
        q = Q[i : i + block] / np.sqrt(d)
        rows = len(q)
        m, total, o = np.full(rows, -np.inf), np.zeros(rows), np.zeros((rows, d))
        for j in range(0, i + rows, block):
            s = q @ K[j : j + block].T
            later = np.arange(i, i + rows)[:, None] < np.arange(j, j + s.shape[1])
            s[later] = -np.inf
            new = np.maximum(m, s.max(axis=1))
            p, c = np.exp(s - new[:, None]), np.exp(m - new)
            m, total, o = new, c * total + p.sum(axis=1), c[:, None] * o + p @ V[j : j + block]
        out[i : i + rows] = o / total[:, None]
    return out
    ### END SOLUTION


# %% test="tiled_attention"
with sanity_check():
    given = dict(zip("QKV", np.random.default_rng().normal(size=(3, 7, 4)), strict=True))
    for block in (3, 9):
        found = ask(tiled_attention, **given, block=block)
        preview_shape(f"in blocks of {block}", found, (7, 4))

# %% [markdown]
# *Why it matters.* The weights of 48 tokens by your function, in tiles of 8: what lies wholly in the
# future needn't be computed. Then the most memory that it takes, measured, beside that of the
# formula with its $n\times n$ scores. Kernels on a card work in this way, with tiles that fit into
# fast memory ([Milakov and Gimelshein 2018](https://arxiv.org/abs/1805.02867); [Dao et al.
# 2022](https://arxiv.org/abs/2205.14135)).

# %% figure folded include="cells/tiles_figure.py"

# %% [markdown]
# ## Part 4: what has to be remembered
#
# ### 4.1 Positions as angles (<<rope>>)
#
# Rotary positions ([Su et al. 2021](https://arxiv.org/abs/2104.09864)) turn queries and keys by
# angles that grow with their positions, before scores are formed. In `rope(x, positions, base)`, `x`
# of floats $(n,d)$, $d$ even, are queries or keys of one head; `positions` $(n,)$, whole numbers of
# at least 0, are the places of its rows, not always $0,\dots,n-1$. It returns a new array.
#
# Pair $i=0,\dots,d/2-1$ of a row are the *neighbours* with the numbers $2i$ and $2i+1$, counted from
# 0. In a row at some position it is turned by $\theta=\text{position}\cdot\text{base}^{-2i/d}$:
#
# $$
# (a,\,b)\ \mapsto\ (a\cos\theta-b\sin\theta,\ \ a\sin\theta+b\cos\theta) .
# $$
#
# `longest_wavelength(d_head, base)`: after how many positions, not rounded, has the slowest pair of
# a head turned once? `rope_facts` says of each statement `"true"` or `"false"`:
#
# | entry | statement |
# |---|---|
# | `"shift"` | adding 1,000 to every position changes no attention weight |
# | `"cached"` | a key goes into the cache turned, and is never turned again |
# | `"faster"` | with a larger base every pair turns more slowly |
# | `"keys_only"` | it is enough to turn the keys: scores still depend on differences of positions only |
# | `"values"` | turning the values too would leave the layer's outputs as they are |


# %% answer="rope"
def rope(x, positions, base):
    """x (n, d) with each pair of neighbours turned as the row's position says."""
    ### BEGIN SOLUTION
    d = x.shape[1]
    frequency = base ** (-np.arange(0, d, 2) / d)
    angle = positions[:, None] * frequency
    a, b, cos, sin = x[:, 0::2], x[:, 1::2], np.cos(angle), np.sin(angle)
    first, second = a * cos - b * sin, a * sin + b * cos
    out = np.empty(x.shape)
    out[:, 0::2], out[:, 1::2] = first, second
    return out
    ### END SOLUTION


def longest_wavelength(d_head, base):
    """Positions in which the slowest pair turns once."""
    ### BEGIN SOLUTION
    return 2 * math.pi * base ** ((d_head - 2) / d_head)
    ### END SOLUTION


# rope_facts = {"shift": "...", "cached": "...", "faster": "...", "keys_only": "...", "values": "..."}
### BEGIN SOLUTION
rope_facts = {
    "shift": "true",
    "cached": "true",
    "faster": "false",
    "keys_only": "false",
    "values": "false",
}
### END SOLUTION

# %% test="rope"
with sanity_check():
    x, positions = np.random.default_rng().normal(size=(3, 8)), np.array([5, 0, 11])
    preview_shape("rope", ask(rope, x=x, positions=positions, base=100.0), (3, 8))
with sanity_check():
    length = ask(longest_wavelength, d_head=8, base=100.0)
    preview_shape("longest_wavelength", length, ())
with sanity_check():
    preview_defined("rope_facts", "dict", globals())
    assert isinstance(rope_facts, dict), f"expected a dict, not {type(rope_facts).__name__}"
    for entry in ("shift", "cached", "faster", "keys_only", "values"):
        preview_choice(entry, rope_facts.get(entry), ["true", "false"])

# %% [markdown]
# *Why it matters.* The score of one query and one key against the distance between them; then the
# wavelengths of all pairs. Llama 2 has a context of 4,096 tokens and base 10,000; Llama 3 began with
# 8,192 and base 500,000 ([Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3). Which pairs never complete a turn? (Many
# programs pair $i$ with $i+d/2$: the same map, numbers reordered.)

# %% figure folded include="cells/rope_figure.py"

# %% [markdown]
# ### 4.2 Other ways to remember (<<caches>>)
#
# Bytes of one sequence's cache after `n` tokens, the newest included:
#
# - `mla_cache_bytes`: in each layer a token leaves one latent of `d_latent` numbers, from which *all*
#   heads make keys *and* values ([DeepSeek-V2](https://arxiv.org/abs/2405.04434)), and one turned
#   piece of key, `d_rope` numbers, which all heads share.
# - `mixed_cache_bytes`: layers are numbered from 1. Those with the numbers `period`, 2·`period`, …
#   keep keys and values of all tokens, the others those of the last `window` tokens, the newest
#   included, or of all while there are fewer. A layer has `n_kv_heads` heads of keys and values,
#   `d_head` wide. `period` may exceed `n_layers`.
#
# With `period` 1 the second is grouped queries, and with one head as well [multi-query
# attention](https://arxiv.org/abs/1911.02150). A number takes `bytes_per_value` bytes.


# %% answer="caches"
def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    """Bytes of the latents and shared keys of n tokens."""
    ### BEGIN SOLUTION
    return n * n_layers * (d_latent + d_rope) * bytes_per_value
    ### END SOLUTION


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    """Bytes of keys and values after n tokens, most layers with a window."""
    ### BEGIN SOLUTION
    n_global = n_layers // period
    kept = n_global * n + (n_layers - n_global) * min(n, window)
    return 2 * n_kv_heads * d_head * bytes_per_value * kept
    ### END SOLUTION


# %% test="caches"
preview_count(mla_cache_bytes, n=13, n_layers=7, d_latent=6, d_rope=5, bytes_per_value=2)
sizes = dict(n=13, n_layers=7, period=3, window=4, n_kv_heads=2, d_head=5, bytes_per_value=2)
preview_count(mixed_cache_bytes, **sizes)

# %% [markdown]
# *Why it matters.* Four models in bf16: Llama 3 8B and 405B; Gemma 3 27B, 62 layers
# of which every sixth sees all, windows of 1,024 ([Gemma Team
# 2025](https://arxiv.org/abs/2503.19786)); DeepSeek-V3, a latent of 512 and a piece of 64
# ([DeepSeek-AI 2025](https://arxiv.org/abs/2505.09343), table 1, prints what a token takes). What
# makes the kink, and what does a window save a short text?

# %% figure folded include="cells/caches_figure.py"

# %% [markdown]
# ### 4.3 Recurrent, and not one after another (<<scan>>)
#
# Other layers remember in a state of fixed size. In
#
# $$
# h_t=a_t\odot h_{t-1}+b_t,\qquad h_0=0,
# $$
#
# $a_t$ and $b_t$ are made from token $t$ alone. A stretch of tokens then acts on the state before it
# as $h\mapsto a\odot h+b$: it is a pair $(a,b)$ of arrays of one shape. `combine(first, second)`
# returns the pair of two neighbouring stretches, `first` the earlier one, as a tuple of two new
# arrays.
#
# The `scan` below makes all $h_t$ in rounds with steps $s=1,2,4,\dots$: each element after the first
# $s$ is combined with the one $s$ places before it, all at once. `scan_depth(T)`: how many rounds
# for $T\ge1$ tokens?
#
# `scannable` says `"scan"` of a layer if all its states can be made so from pieces whose size
# doesn't grow with the length, `"step by step"` if no such merge is known:
#
# | entry | |
# |---|---|
# | `"gated"` | $h_t=a_t\odot h_{t-1}+b_t$ |
# | `"tanh"` | $h_t=\tanh(Wh_{t-1}+x_t)$ |
# | `"softmax"` | the states $(m,l,o)$ of problem set 4, over keys in a row |
# | `"linear_attention"` | $S_t=S_{t-1}+v_tk_t^\top$ |
# | `"own_gate"` | $h_t=\sigma(Uh_{t-1})\odot h_{t-1}+x_t$ |


# %% given="rounds"
def scan(combine, pairs):
    """All prefixes of some pairs, in rounds: element t is that of the stretch from 1 to t."""
    found, step = list(pairs), 1
    while step < len(found):
        merged = [combine(*both) for both in zip(found, found[step:], strict=False)]
        found, step = found[:step] + merged, 2 * step
    return found


# %% answer="scan"
def combine(first, second):
    """The pair (a, b) of two neighbouring stretches, the first of them earlier."""
    ### BEGIN SOLUTION
    (a_1, b_1), (a_2, b_2) = first, second
    a, b = a_2 * a_1, a_2 * b_1 + b_2
    return a, b
    ### END SOLUTION


def scan_depth(T):
    """Rounds in which the scan is done with T tokens."""
    ### BEGIN SOLUTION
    return (T - 1).bit_length()
    ### END SOLUTION


# scannable = {"gated": "...", "tanh": "...", "softmax": "...", "linear_attention": "...", "own_gate": "..."}
### BEGIN SOLUTION
scannable = {
    "gated": "scan",
    "tanh": "step by step",
    "softmax": "scan",
    "linear_attention": "scan",
    "own_gate": "step by step",
}
### END SOLUTION

# %% test="scan"
with sanity_check():
    first, second = np.random.default_rng().normal(size=(2, 2, 5))
    pair = ask(combine, first=tuple(first), second=tuple(second))
    assert isinstance(pair, (tuple, list)), f"combine: expected (a, b), not {type(pair).__name__}"
    assert len(pair) == 2, f"combine: expected (a, b), not {len(pair)} parts"
    for name, part in zip("ab", pair, strict=True):
        preview_shape(name, part, (5,))
preview_count(scan_depth, T=13)
with sanity_check():
    preview_defined("scannable", "dict", globals())
    assert isinstance(scannable, dict), f"expected a dict, not {type(scannable).__name__}"
    for entry in ("gated", "tanh", "softmax", "linear_attention", "own_gate"):
        preview_choice(entry, scannable.get(entry), ["scan", "step by step"])

# %% [markdown]
# *Why it matters.* The rounds for 16 tokens, by your `combine`: of which tokens does an element
# know? Then steps against the length. The recurrent layer in problem set 4's figure is nonlinear;
# this one needn't wait ([Hillis and Steele 1986](https://doi.org/10.1145/7902.7903); [Martin and
# Cundy 2018](https://arxiv.org/abs/1709.04057); [Gu and Dao
# 2023](https://arxiv.org/abs/2312.00752)). The price: with $r$ rounds this scan does $rT-2^r+1$
# merges in place of $T-1$; another one needs fewer than $2T$, in twice as many rounds ([Blelloch 1990](https://www.cs.cmu.edu/~guyb/papers/Ble93.pdf)).

# %% figure folded include="cells/scan_figure.py"

# %% [markdown]
# ## Part 5: what a token costs
#
# ### 5.1 A step, a batch, a price (<<serving>>)
#
# One card serves a gated decoder; `model` and `machine` are dicts such as `LLAMA3_8B` and `H100`.
# In a *step* each of `batch` sequences gets its $n$-th token, which looks at $n$ tokens, itself
# included.
#
# - `step_seconds`: how long a step takes;
# - `largest_serving_batch`: how many whole sequences of $n$ tokens have room for their caches in
#   `memory`, beside *all* parameters of the file, embedding and norms included; 0 if none;
# - `dollars_per_million`: what a million tokens cost that are made so, on a card that is always
#   busy with such steps and costs `dollars_per_hour`.
#
# **Convention.** FLOPs of a step are products with all matrices, the head included, and scores and
# weighted sums; the look-up and the norms are left out. Read are these matrices, once for the whole
# batch, and for each sequence the keys and values of its $n$ tokens. All else is free. Numbers of
# weights take `weight_bits` bits, those of caches `cache_bits`; arithmetic runs at `peak_flops`
# whatever the bits, and overlaps with reading perfectly over the whole step.


# %% answer="serving"
def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    """Seconds of a step in which each sequence of the batch gets its n-th token."""
    ### BEGIN SOLUTION
    lines = parameter_ledger(**model)
    matrices = sum(lines.values()) - lines["embedding"] - lines["norms"]
    attention = 4 * n * model["n_layers"] * model["n_heads"] * model["d_head"]
    arithmetic = batch * (2 * matrices + attention) / machine["peak_flops"]
    weight_bytes = matrices * weight_bits / 8
    cached = batch * n * 2 * model["n_layers"] * model["n_kv_heads"] * model["d_head"]
    cache_bytes = cached * cache_bits / 8
    reading = (weight_bytes + cache_bytes) / machine["bandwidth"]
    return max(arithmetic, reading)
    ### END SOLUTION


def largest_serving_batch(n, model, machine, weight_bits=16, cache_bits=16):
    """The most sequences of n tokens whose caches fit beside the parameters."""
    ### BEGIN SOLUTION
    lines = parameter_ledger(**model)
    weight_bytes = sum(lines.values()) * weight_bits / 8
    cached = n * 2 * model["n_layers"] * model["n_kv_heads"] * model["d_head"]
    cache_bytes = cached * cache_bits / 8
    left = machine["memory"] - weight_bytes
    return max(0, int(left // cache_bytes))
    ### END SOLUTION


def dollars_per_million(batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16):
    """Dollars for a million tokens, made in such steps."""
    ### BEGIN SOLUTION
    seconds = step_seconds(batch, n, model, machine, weight_bits, cache_bits)
    return 1e6 * seconds / batch * dollars_per_hour / 3600
    ### END SOLUTION


# %% test="serving"
with sanity_check():
    served = dict(n=13, model=EXAMPLE, machine=H100)
    preview_shape("seconds", ask(step_seconds, batch=3, **served), ())
    preview_shape("sequences", ask(largest_serving_batch, **served), ())
    price = ask(dollars_per_million, batch=3, **served, dollars_per_hour=2.0)
    preview_shape("dollars", price, ())

# %% [markdown]
# *Why it matters.* Who serves a model chooses a point on a curve like these: tokens a second for one
# user against tokens a second in all, and so the price ([Pope et al.
# 2022](https://arxiv.org/abs/2211.05102)). Weights of 4 bits help a single user of 8,192 tokens 3.3
# times, and a batch of 32 only 1.3 times: why? (3 dollars an hour is an assumption: change it.)

# %% figure folded include="cells/frontier.py"

# %% [markdown]
# ### 5.2 Guess, then check (<<speculative>>)
#
# A step that waits for memory has arithmetic to spare. So a small model *drafts* `k` tokens, one by
# one, and the large one checks them all in *one* step. In order, each draft is accepted with
# probability `alpha`, whatever came before, until one is rejected; those behind it are dropped.
# Then the large model supplies the next token itself: in the place of the rejected one, or after
# all `k`. That is a round.
#
# - `expected_tokens(alpha, k)`: how many tokens a round makes in the mean, that last one included,
#   for $k\ge0$ and $0\le$ `alpha` $\le1$, both ends included;
# - `speedup(alpha, k, cost)`: tokens per time, divided by those of the large model alone, which
#   makes one in a step. A draft token takes `cost` steps of the large model, the check one.


# %% answer="speculative"
def expected_tokens(alpha, k):
    """Mean number of tokens made in a round of k drafts, each accepted with probability alpha."""
    ### BEGIN SOLUTION
    # Draft i counts if it and all before it are accepted; one token is there in any case.
    return sum(alpha**i for i in range(k + 1))
    ### END SOLUTION


def speedup(alpha, k, cost):
    """Tokens per time, compared with the large model alone."""
    ### BEGIN SOLUTION
    return expected_tokens(alpha, k) / (k * cost + 1)
    ### END SOLUTION


# %% test="speculative"
with sanity_check():
    preview_shape("tokens", ask(expected_tokens, alpha=0.6, k=4), ())
    preview_shape("speed-up", ask(speedup, alpha=0.6, k=4, cost=0.2), ())

# %% [markdown]
# *Why it matters.* The text is the large model's own, token by token ([Leviathan et al.
# 2023](https://arxiv.org/abs/2211.17192)), and comes sooner. In the upper picture: how many drafts
# are best? In the lower one the check isn't free: `k + 1` tokens of each sequence of Llama 3 8B cost
# their FLOPs, while the weights and the cache are still read once. Who gains least?

# %% figure folded include="cells/drafts.py"

# %% [markdown]
# ### 5.3 The claim (<<price_audit>>)
#
# Back to the first page. By its claim a step of 32 sequences takes
#
# $$\frac{32\cdot2\cdot8{,}030{,}261{,}248}{1979\cdot10^{12}}\ \text{s}.$$
#
# Let each look at $n=8192$ tokens; `H100` and bf16 throughout. Put it right, one after another in
# this order. The *amount* of each is by how many seconds the time goes *down* when it is put right
# and those above it have been: negative where it goes up.
#
# | key | what is put right |
# |---|---|
# | `"embedding"` | numbers in no product with a matrix (look-up, norms) leave the FLOPs |
# | `"attention"` | scores and weighted sums enter them |
# | `"peak"` | 1,979 is "with sparsity", says a footnote; dense products get half of it |
# | `"weights"` | reading the matrices, which overlaps with the arithmetic, as in 5.1 |
# | `"cache"` | the caches are read as well |
# | `"corrected"` | the seconds that are left |
#
# So the claim, less your five amounts, is `"corrected"`. An amount is right, too, if it follows from
# yours above it, or from your `step_seconds`; and `"corrected"` if it follows from your five, and two
# of them are right, in themselves or in that way; all to a relative precision of $10^{-6}$.


# %% answer="price_audit"
def audit():
    """Five amounts and what is left: a dict, in seconds."""
    ### BEGIN SOLUTION
    batch, n, sparse_peak, model = 32, 8192, 1979e12, LLAMA3_8B
    lines = parameter_ledger(**model)
    matrices = sum(lines.values()) - lines["embedding"] - lines["norms"]
    attention = 4 * n * model["n_layers"] * model["n_heads"] * model["d_head"]
    claim = batch * 2 * sum(lines.values()) / sparse_peak
    times = [claim, batch * 2 * matrices / sparse_peak]
    times.append(times[-1] + batch * attention / sparse_peak)
    times.append(2 * times[-1])
    times.append(max(times[-1], 2 * matrices / H100["bandwidth"]))
    times.append(step_seconds(batch, n, model, H100))
    keys = ("embedding", "attention", "peak", "weights", "cache")
    amounts = {key: times[i] - times[i + 1] for i, key in enumerate(keys)}
    return amounts | {"corrected": times[-1]}
    ### END SOLUTION


# %% test="price_audit"
with sanity_check():
    amounts = audit()
    assert isinstance(amounts, dict), f"expected a dict, not {type(amounts).__name__}"
    for key in ("embedding", "attention", "peak", "weights", "cache", "corrected"):
        preview_shape(key, amounts.get(key), ())

# %% [markdown]
# Each figure that the claim began with was true. Below: where the time of a step really goes, and
# what is left of 123,000 tokens a second.

# %% figure folded include="cells/settled.py"

# %% [markdown] written="purchase_written"
# ### 5.4 Which one to serve (<<purchase_written>>, graded by a person)
#
# On one card of 80 GB you may serve Mixtral 8x7B with weights of 4 bits, or Llama 3 8B with weights
# of 16. Their caches are the same: 32 layers, 8 heads of keys and values, 128 wide. Answer with
# numbers from your functions, those of 1.3 for Mixtral.
#
# 1. One user with short texts: which is quicker, by about what factor, and how can a model win that
#    has almost six times the parameters? (1)
# 2. Now 64 sequences, whose tokens choose their experts evenly and independently: about how many of
#    a layer's 8 experts does a step read? What is "12.9 billion active" still good for, and what
#    not? (1)
# 3. Name one thing that the model of 5.1 leaves out. Which of the two would it favour, and why? (1)
#
# ### BEGIN SOLUTION
#
# **1.** At batch 1 a step takes as long as reading its bytes. Mixtral reads the matrices that the
# token meets, $12.75\cdot10^9$ numbers of half a byte, 6.4 GB; Llama $7.50\cdot10^9$ of two bytes,
# 15.0 GB. So Mixtral is quicker, about 2.4 times (less with a long cache, which is the same for
# both). What counts is neither parameters nor FLOPs, but bytes that are read.
#
# **2.** An expert is left out by a token with probability $6/8$, by all 64 with $(6/8)^{64}\approx
# 10^{-8}$: all 8 are read, in numbers $8\,(1-(6/8)^{64})$. (With 4 sequences it would be 5.5, with
# 16 it is 7.9.) A step reads all matrices of Mixtral, 23.3 GB against Llama's 15.0: now Llama reads
# less. 12.9 billion still says what the arithmetic of a token costs (nearly: the embedding is in it,
# and multiplies nothing), but not what a step reads.
#
# **3.** For instance, 4-bit numbers have to be unpacked, and their scales read: more work and more
# bytes for Mixtral, which favours Llama; so does sorting tokens by their experts. Experts that aren't
# chosen evenly favour Mixtral: some are left unread. So does the quality of a token.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | bytes that both read at batch 1: 6 to 6.5 GB and 15 to 16 GB |
# | 0.5 | Mixtral, by about 2.4, because a step at batch 1 is bound by the bytes *read*: active matrices only, at fewer bits |
# | 0.5 | nearly all 8 experts, by a formula or an estimate |
# | 0.5 | active parameters give the FLOPs of a token; the bytes are now those of all experts |
# | 0.5 | a thing that 5.1 really leaves out |
# | 0.5 | which of the two it favours, with a reason |
#
# Numbers that follow from the student's own functions count. "Mixtral has 13 billion, Llama 8, so
# Llama" earns nothing for item 1.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# None of these counts needed a machine. Each says what a machine will be doing while somebody waits
# for it, or pays for it.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
