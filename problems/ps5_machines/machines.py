import math

import numpy as np

from ..shared.preview_ledger import preview_ledger
from ..shared.previews import (
    ask,
    check_each,
    issue_of_count,
    preview_count,
    preview_defined,
    preview_shape,
    sanity_check,
    warn,
)
from .cells.models import (
    CLAIM_LINES,
    EXAMPLE,
    FORWARD_LINES,
    H100,
    LLAMA3_8B,
    LLAMA3_70B,
    PARAMETER_LINES,
    SAVED_LINES,
)
from .cells.preview_numbers import preview_numbers, preview_one_of

# %% [markdown]
# # Problem set 5: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# > "A card does 1,979 TFLOP/s, says its data sheet. Llama 3 8B has 8,030,261,248 weights, so a
# > token costs 2 × 8,030,261,248 FLOPs. One card writes 123,000 tokens a second, and at 3 dollars
# > an hour a million tokens costs less than a cent."
#
# Every figure in this argument comes from a reputable source, and a company that set its prices by
# it would go bankrupt. In part 5 your counts correct the argument.
#
# | part | topic | points |
# |---|---|---|
# | 1 | Parameters and FLOPs | <<points of part 1>> |
# | 2 | Memory and communication in training | <<points of part 2>> |
# | 3 | Memory traffic of attention | <<points of part 3>> |
# | 4 | Positions, caches and recurrence | <<points of part 4>> |
# | 5 | The cost of a token | <<points of part 5>> |
#
# - *Core:* <<points of core>> points, 6 to 8 hours. *Further problems* (★): <<points of further>>
#   points, about 6 hours (1.3, 2.2, 2.3, 4.1, 4.3, 5.2 and 5.5).
# - Answers may call each other. The cell after an answer checks its form, not its value. *Validate*
#   in nbgrader runs the same checks. [student.md](student.md) explains the grading.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../../examiner/checks/numbers.py ../shared/showing.py ../shared/previews.py ../shared/needs.py ../shared/preview_ledger.py cells/preview_numbers.py cells/models.py"

# %% [markdown]
# ## The model, symbols and units
#
# The model is a *gated decoder*, like Llama. It has `n_layers` equal layers, each with:
#
# - RMSNorm: one scale for each of the $d$ numbers of a token, and no shift;
# - attention: maps to $H$ heads of queries and to $G$ heads of keys and of values. An output map
#   leads from the $H$ head outputs, side by side, to width $d$;
# - RMSNorm again;
# - a feed-forward block of three maps,
#   $W_\text{down}\big(\mathrm{silu}(W_\text{gate}\,x)\odot W_\text{up}\,x\big)$.
#
# An embedding, one row for each token of the vocabulary, comes first. One more RMSNorm and an
# output head, a matrix of its own, come last. No map has a bias. Positions are rotations (4.1)
# without weights.
#
# | symbol | in the code | meaning | Llama 3 8B |
# |---|---|---|---|
# | $L$ | `n`; `T` in 4.3 | tokens in a sequence; tokens are rows | |
# | $d$ | `d_model` | width of a token | 4,096 |
# | $H$, $G$ | `n_heads`, `n_kv_heads` | heads of queries; of keys and of values | 32, 8 |
# | $e$ | `d_head`; `d` in 3.1 | width of one head | 128 |
# | $Q$, $K$, $V$; $A$ | | queries, keys, values of a head; its attention weights, after the softmax | |
# | $f$ | `d_ff` | inner width of the feed-forward block | 14,336 |
# | | `n_layers` | layers | 32 |
# | | `vocab_size` | tokens in the vocabulary | 128,256 |
#
# $G$ divides $H$. $He$ may differ from $d$, and $f$ from $4d$.
#
# **Units.** GB means $10^9$ bytes, GiB $2^{30}$. A number takes 2 bytes in bf16 and 4 in float32.
# Delays and failures are left out, so all times are lower bounds. The dict `H100` describes a card:
#
# | key | meaning | H100 |
# |---|---|---|
# | `peak_flops` | arithmetic in dense products of bf16 numbers | $989.5\cdot10^{12}$ FLOPs/s |
# | `bandwidth` | traffic from and to memory | $3.35\cdot10^{12}$ bytes/s |
# | `link` | traffic sent to other cards; as much can arrive at the same time | $450\cdot10^9$ bytes/s |
# | `memory` | size of memory | $80\cdot10^9$ bytes |

# %% [markdown]
# ## Part 1: parameters and FLOPs
#
# ### 1.1 Parameters in the file (<<real_parameters>>)
#
# `parameter_ledger` counts the numbers in the file of a gated decoder. It returns a dict with ten
# lines, each for all layers together:
#
# `embedding`, `queries`, `keys`, `values`, `output`, `gate`, `up`, `down`, `norms`, `head`.
#
# `output` is the output map of attention, `norms` are the scales of all norms.
#
# `gpt2_parameters` returns one number for GPT-2, an older decoder:
#
# - It has an embedding of the vocabulary and one of `n_positions` positions. Its head *is* the
#   embedding of the vocabulary, stored once.
# - A layer has four attention maps from $d$ to $d$, and two feed-forward maps, from $d$ to $f$ and
#   back. Each of these six maps has a bias.
# - A layer has two layer norms, and one more follows the last layer. Each has a scale and a shift.


# %% answer="real_parameters"
def parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """Count the numbers in the file of a gated decoder. Return a dict with the ten lines."""
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
    """Count the numbers in the file of a GPT-2."""
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
# *Why it matters.* A model's name rounds its size, but the exact size decides what fits into
# memory.
#
# *See.* Your totals and nine published ones. Why is the vocabulary's share larger in Llama 3 8B than
# in Llama 2 7B?

# %% figure folded include="cells/published.py"

# %% [markdown]
# ### 1.2 FLOPs of a forward pass (<<forward_shares>>)
#
# `forward_ledger` counts the FLOPs of a forward pass of the gated decoder over `n` tokens. It
# returns a dict of counts, not shares:
#
# | line | FLOPs of |
# |---|---|
# | `attention_maps` | the maps to queries, keys and values, and the output map |
# | `scores_and_sums` | scores and weighted sums, in every query head |
# | `feed_forward` | the three maps |
# | `head` | the output head, for all $L$ tokens |
#
# **Convention.** Count matrix products (P2), with all $L^2$ pairs of tokens, masked or not.
# Everything else costs nothing, also the look-up of embeddings.


# %% answer="forward_shares"
def forward_ledger(n, vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff):
    """Count the FLOPs of a forward pass over n tokens. Return a dict with the four lines."""
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
# *Why it matters.* "Attention is quadratic" holds for one line of four, and doesn't say when this
# line overtakes the others ([Stanford CS336](https://stanford-cs336.github.io/), assignment 1).
#
# *See.* The shares of your lines. Why does a wider model need a longer text before the line with
# $L^2$ is the largest?

# %% figure folded include="cells/forward_shares.py"

# %% [markdown]
# ### 1.3 A mixture of experts (<<experts>>)
#
# *Rests on 1.1.* Now `n_experts` blocks of three maps, the *experts*, replace the feed-forward
# block of each layer. `d_ff` is the inner width of one expert. A *router*, a map from `d_model` to
# `n_experts` without a bias, scores all experts. A token goes through the `top_k` experts with the
# largest scores.
#
# - `moe_total` counts the numbers in the file.
# - `moe_active` leaves out only the experts that a token doesn't use. The whole embedding and the
#   whole router are active.
# - `moe_flops_per_token` counts the FLOPs of one token in products with matrices, router and head
#   included. Leave out scores and weighted sums.


# %% answer="experts"
def moe_total(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    """Count the numbers in the file of a mixture of experts."""
    ### BEGIN SOLUTION
    lines = parameter_ledger(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff)
    expert = lines["gate"] + lines["up"] + lines["down"]  # one in each layer
    router = n_layers * d_model * n_experts
    return sum(lines.values()) + (n_experts - 1) * expert + router
    ### END SOLUTION


def moe_active(vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k):
    """Count the numbers of this file that one token uses."""
    ### BEGIN SOLUTION
    model = (vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k)
    return moe_total(*model) - n_layers * (n_experts - top_k) * 3 * d_model * d_ff
    ### END SOLUTION


def moe_flops_per_token(
    vocab_size, d_model, n_layers, n_heads, n_kv_heads, d_head, d_ff, n_experts, top_k
):
    """Count the FLOPs of one token in products with matrices."""
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
# *Why it matters.* "8x7B" is not 56 billion, since only the feed-forward blocks are there eight
# times. Memory holds the total; arithmetic needs the active part.
#
# *See.* Mixtral's file holds 46,702,792,704 numbers, 12.9 billion of them active ([Jiang et al.
# 2024](https://arxiv.org/abs/2401.04088) say 13). Qwen3-30B-A3B holds 30,532,122,624 ([Yang et al.
# 2025](https://arxiv.org/abs/2505.09388)), among them 12,288 scales that our model lacks.

# %% figure folded include="cells/active.py"

# %% [markdown]
# ## Part 2: memory and communication in training
#
# ### 2.1 Weights, gradients and Adam's state (<<training_state>>)
#
# For each weight, training with Adam keeps five numbers. The weight and its gradient are in bf16; a
# *master copy* of the weight and two moments are in float32. `n_devices` devices divide some of
# these evenly:
#
# | `stage` | divided |
# |---|---|
# | 0 | nothing: each device has everything |
# | 1 | master copies and moments |
# | 2 | gradients, too |
# | 3 | weights, too |
#
# `state_bytes` returns the bytes that *one* device keeps. `n_devices` divides `n_params`.


# %% answer="training_state"
def state_bytes(n_params, n_devices, stage):
    """Count the bytes of weights, gradients, master copies and moments on one device."""
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
# *Why it matters.* A model that one card can serve doesn't train on eight unless they share its
# state ([Micikevicius et al. 2018](https://arxiv.org/abs/1710.03740)).
#
# *See.* Your bytes on each card. For 7.5 billion weights on 64 devices, [Rajbhandari et al.
# 2020](https://arxiv.org/abs/1910.02054) print 120, 31.4, 16.6 and 1.9 GB. Does every stage get
# below the line?

# %% figure folded include="cells/state.py"

# %% [markdown]
# ### 2.2 Activations for the backward pass (<<activations>>)
#
# A layer computes these arrays, and keeps some of them for the backward pass:

# %% figure folded include="cells/layer_figure.py"

# %% [markdown]
# **Convention.** A device keeps these arrays, each once and with 2 bytes for every number:
#
# - the input of each RMSNorm and of each map;
# - both factors of $QK^\top$ and of $AV$;
# - $a$ and $b$ for $\mathrm{silu}(a)\odot b$. (The backward pass computes the silu again.)
#
# Nothing else is kept. Query heads share keys and values without copies. Leave out parameters,
# embedding, head and loss.
#
# `saved_numbers` counts the numbers that *one layer* keeps of one sequence, in six lines:
#
# - `norm_inputs`;
# - `map_inputs`: the outputs of the two RMSNorms (later lines have the inputs of the other maps);
# - `queries_keys_values`, after the rotation;
# - `attention_weights` of all pairs of tokens, masked or not, and `head_outputs`;
# - `gate_up_product`: *all* kept arrays after the maps gate and up, before the map down.
#
# `activation_bytes` counts the bytes of `batch` sequences in all layers, at the fullest moment:
#
# | `mode` | kept |
# |---|---|
# | `"all"` | the six lines of every layer |
# | `"tiled"` | the same, but instead of attention weights one number per query and head (the logarithm of the softmax's sum) |
# | `"recompute"` | the input of every layer, and all else that `"tiled"` keeps of *one* layer: the backward pass computes the layers again, one at a time |
#
# `largest_batch` returns the largest number of sequences whose activations fit into `memory` beside
# `states`, 0 if none fits. `memory` and `states` are bytes, int or float.


# %% answer="activations"
def saved_numbers(n, d_model, n_heads, n_kv_heads, d_head, d_ff):
    """Count the numbers that one layer keeps of one sequence. Return a dict with the six lines."""
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
    """Count the bytes that all layers keep of a batch, at the fullest moment."""
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
    """Return the most sequences whose activations fit into memory beside states (bytes)."""
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
# *Why it matters.* Activations grow with the square of the length only if attention weights are
# kept. Computing layers again saves memory for a third more FLOPs ([Chen et al.
# 2016](https://arxiv.org/abs/1604.06174); [Korthikanti et al.
# 2022](https://arxiv.org/abs/2205.05198)).
#
# *See.* Your activations and your state of 2.1. Which bars stay below the line?

# %% figure folded include="cells/activations.py"

# %% [markdown]
# ### 2.3 Communication between devices (<<communication>>)
#
# In a *ring all-reduce*, each of $p$ devices (`n_devices`) has an array of `n_bytes`, cut into $p$
# equal pieces of whole bytes. All want the sum of the arrays. In a step, every device sends one
# piece to the next device. The first $p-1$ steps add up the pieces; $p-1$ more hand on the sums:

# %% figure folded include="cells/ring_figure.py"

# %% [markdown]
# A device sends `link` bytes per second.
#
# - `allreduce_bytes` counts the bytes that *each* device sends.
# - `tokens_to_hide`: in *data parallel* training, each device has its own tokens. The bf16
#   gradients of all `n_params` weights are all-reduced during the backward pass: 4 FLOPs per weight
#   and token, at `peak_flops`. How many tokens on each device, not rounded, make both equally long?
# - `tensor_parallel_ratio` (rests on 1.1): devices split the heads and `d_ff` of a layer evenly. In
#   the forward pass, they all-reduce the output of attention and that of the feed-forward block,
#   each $L\times d$ numbers in bf16. Divide the time of both all-reduces by the time of a device's
#   arithmetic: its share of the products with the layer's seven maps, at `peak_flops`.


# %% answer="communication"
def allreduce_bytes(n_bytes, n_devices):
    """Count the bytes that each device sends in a ring all-reduce of an array of n_bytes."""
    ### BEGIN SOLUTION
    return 2 * (n_devices - 1) * n_bytes / n_devices
    ### END SOLUTION


def tokens_to_hide(n_params, n_devices, peak_flops, link):
    """Return the tokens per device for which backward pass and all-reduce take equally long."""
    ### BEGIN SOLUTION
    seconds = allreduce_bytes(2 * n_params, n_devices) / link
    each = 4 * n_params / peak_flops  # seconds of a token
    return seconds / each
    ### END SOLUTION


def tensor_parallel_ratio(n_devices, d_model, n_heads, n_kv_heads, d_head, d_ff, peak_flops, link):
    """Return the time of a layer's all-reduces, divided by a device's time for its products."""
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
with sanity_check():
    tokens = ask(tokens_to_hide, n_params=960, n_devices=4, **speed)
    preview_shape("tokens_to_hide", tokens, ())
with sanity_check():
    ratio = ask(tensor_parallel_ratio, n_devices=2, **layer, **speed)
    preview_shape("tensor_parallel_ratio", ratio, ())

# %% [markdown]
# *Why it matters.* Gradients travel once per training step ([Patarasuk and Yuan
# 2009](https://doi.org/10.1016/j.jpdc.2008.09.002)), outputs in every layer ([Shoeybi et al.
# 2019](https://arxiv.org/abs/1909.08053)).
#
# *See.* Links inside a machine (450 GB/s) and a network (400 Gbit/s). Does `tokens_to_hide` depend
# on the model? Why does tensor parallelism stay inside a machine?

# %% figure folded include="cells/communication.py"

# %% [markdown]
# ## Part 3: memory traffic of attention
#
# Arithmetic uses a small, fast memory; arrays lie in a large, slow one. Moving numbers can take
# longer than computing with them. This part is about *one head*, with $L\times e$ arrays $Q$, $K$,
# $V$ and $O$:
#
# $$
# S = QK^\top, \qquad A = \mathrm{softmax}(S), \qquad O = AV .
# $$
#
# ### 3.1 Numbers read and written (<<traffic>>)
#
# All tokens attend to all tokens. The argument `n` is $L$, and `d` is $e$.
#
# - `naive_traffic(n, d)` counts the numbers that three steps, one per formula, read from slow
#   memory and write to it. A step reads its inputs and writes its result, each once. Then fast
#   memory forgets everything.
# - `tiled_traffic(n, d, block)` counts them for one pass, which keeps $S$ and $A$ in fast memory.
#   It reads each block of `block` queries once, and all keys and values again for each block. It
#   writes $O$ once, and one number for each query (the logarithm of the softmax's sum). `block`
#   divides `n`.
# - `roofline_seconds(flops, n_bytes, peak_flops, bandwidth)` returns the time if arithmetic and
#   traffic overlap perfectly.


# %% answer="traffic"
def naive_traffic(n, d):
    """Count the numbers that attention in three steps reads and writes."""
    ### BEGIN SOLUTION
    scores = 2 * n * d + n**2
    softmax = n**2 + n**2
    weighted_sums = n**2 + n * d + n * d
    return scores + softmax + weighted_sums
    ### END SOLUTION


def tiled_traffic(n, d, block):
    """Count the numbers that attention in tiles reads and writes."""
    ### BEGIN SOLUTION
    queries = n * d
    keys_and_values = (n // block) * 2 * n * d
    written = n * d + n
    return queries + keys_and_values + written
    ### END SOLUTION


def roofline_seconds(flops, n_bytes, peak_flops, bandwidth):
    """Return the seconds that this arithmetic and this traffic take at least."""
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
# *Why it matters.* An H100 waits for memory if an algorithm does fewer than 295 FLOPs per byte
# ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)).
#
# *See.* Your times for a layer of Llama 3 8B. In bf16 and for long texts, tiles of $b$ queries do
# about $b$ FLOPs per byte ([Dao et al. 2022](https://arxiv.org/abs/2205.14135)). Which curve
# comes down to the roof, the dashed line?

# %% figure folded include="cells/traffic_figure.py"

# %% [markdown]
# ### 3.2 Tiled attention in code (<<tiled_attention>>)
#
# `tiled_attention(Q, K, V, block)` returns $O$ of *causal* attention, a new $L\times e$ array. Token
# $t$ sees itself and all tokens before it. Scores are divided by $\sqrt e$.
#
# - $L\ge1$ and `block` $\ge1$. `block` need not divide $L$, and may exceed it.
# - Scores can be in the thousands.
# - At $L=8192$, $e=8$ and `block` $=128$, the function may allocate **4 MiB** at a time beside its
#   arguments. That holds many tiles of `block` $\times$ `block` scores, but no array of $L\times$
#   `block`. This call must end within 30 seconds.


# %% answer="tiled_attention"
def tiled_attention(Q, K, V, block):
    """Compute causal attention (L, e) in tiles of block × block scores."""
    ### BEGIN SOLUTION
    L, e = Q.shape
    out = np.empty(V.shape)
    for i in range(0, L, block):
        q = Q[i : i + block] / np.sqrt(e)
        rows = len(q)
        m, total, o = np.full(rows, -np.inf), np.zeros(rows), np.zeros((rows, e))
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
# *Why it matters.* Cards compute attention like this, in tiles that fit into fast memory ([Milakov
# and Gimelshein 2018](https://arxiv.org/abs/1805.02867); [Dao et al.
# 2022](https://arxiv.org/abs/2205.14135)).
#
# *See.* Your attention weights in tiles; then the memory of your function, and of all $L\times L$
# scores.

# %% figure folded include="cells/tiles_figure.py"

# %% [markdown]
# ## Part 4: positions, caches and recurrence
#
# ### 4.1 Rotary positions (<<rope>>)
#
# Before scores are formed, rotary positions ([Su et al. 2021](https://arxiv.org/abs/2104.09864))
# rotate queries and keys by angles that grow with their positions.
#
# `rope(x, positions, base)` returns a new array. `x` $(L,e)$ holds floats, the queries or keys of
# one head, with $e$ even. `positions` $(L,)$ holds the positions of its rows: whole numbers $\ge0$,
# in any order. Pair $i=0,\dots,e/2-1$ of a row consists of its *neighbours* $2i$ and $2i+1$,
# counted from 0. Its angle is $\theta=\text{position}\cdot\text{base}^{-2i/e}$:
#
# $$
# (a,\,b)\ \mapsto\ (a\cos\theta-b\sin\theta,\ \ a\sin\theta+b\cos\theta) .
# $$
#
# `longest_wavelength(d_head, base)` returns after how many positions, not rounded, the slowest pair
# completes a turn.
#
# `rope_facts` marks each statement as `"true"` or `"false"`, for exact arithmetic:
#
# | entry | statement |
# |---|---|
# | `"shift"` | Adding 1,000 to every position changes no attention weight. |
# | `"cached"` | Later tokens don't change a key's rotation, so rotated keys can be stored for them. |
# | `"faster"` | With a smaller base, every pair rotates faster. |
# | `"keys_only"` | If only keys are rotated, scores still depend only on differences of positions. |
# | `"values"` | Rotating the values, too, would not change the layer's outputs. |


# %% answer="rope"
def rope(x, positions, base):
    """Rotate each pair of neighbours in x (L, e) by the angle of its row's position."""
    ### BEGIN SOLUTION
    e = x.shape[1]
    frequency = base ** (-np.arange(0, e, 2) / e)
    angle = positions[:, None] * frequency
    a, b, cos, sin = x[:, 0::2], x[:, 1::2], np.cos(angle), np.sin(angle)
    first, second = a * cos - b * sin, a * sin + b * cos
    out = np.empty(x.shape)
    out[:, 0::2], out[:, 1::2] = first, second
    return out
    ### END SOLUTION


def longest_wavelength(d_head, base):
    """Return after how many positions the slowest pair completes a turn."""
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
        preview_one_of(entry, rope_facts.get(entry), ["true", "false"])

# %% [markdown]
# *Why it matters.* Slow pairs tell distant positions apart. A larger base makes them slower, so
# models with longer contexts use larger bases.
#
# *See.* Scores against distance, then wavelengths, with the contexts and bases of Llama 2 and 3
# ([Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3). Which pairs don't complete a turn
# within the context?

# %% figure folded include="cells/rope_figure.py"

# %% [markdown]
# ### 4.2 Smaller caches (<<caches>>)
#
# A *cache* stores what later tokens need of earlier ones, as a rule keys and values. Count the bytes
# of one sequence's cache after `n` tokens, the newest included:
#
# - `mla_cache_bytes`: for each token, a layer stores a *latent* of `d_latent` numbers, from which
#   *all* heads make keys *and* values ([DeepSeek-V2](https://arxiv.org/abs/2405.04434)). It also
#   stores one rotated piece of key, `d_rope` numbers, which all heads share.
# - `mixed_cache_bytes`: layers are numbered from 1. Layers `period`, 2·`period`, … keep keys and
#   values of all tokens. The others keep those of the last `window` tokens, the newest included.
#   `period` may exceed `n_layers`, and `window` may exceed `n`.


# %% answer="caches"
def mla_cache_bytes(n, n_layers, d_latent, d_rope, bytes_per_value):
    """Count the bytes of the latents and shared keys of n tokens. bytes_per_value is whole."""
    ### BEGIN SOLUTION
    return n * n_layers * (d_latent + d_rope) * bytes_per_value
    ### END SOLUTION


def mixed_cache_bytes(n, n_layers, period, window, n_kv_heads, d_head, bytes_per_value):
    """Count the bytes of keys and values after n tokens. bytes_per_value is whole."""
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
# *Why it matters.* The size of the caches limits how many users a card serves.
#
# *See.* Caches in bf16. Every sixth of Gemma's 62 layers keeps everything, the others 1,024 tokens
# ([Gemma Team 2025](https://arxiv.org/abs/2503.19786)). DeepSeek stores a latent of 512 and a piece
# of 64 ([DeepSeek-AI 2025](https://arxiv.org/abs/2505.09343), table 1). What makes the kink?

# %% figure folded include="cells/caches_figure.py"

# %% [markdown]
# ### 4.3 A recurrence as a parallel scan (<<scan>>)
#
# A recurrent layer remembers in a state of fixed size. In
#
# $$
# h_t=a_t\odot h_{t-1}+b_t,\qquad h_0=0,
# $$
#
# $a_t$ and $b_t$ depend on token $t$ alone. Several tokens in a row, a *stretch*, also change the
# state $h$ before them to $a\odot h+b$, for some arrays $a$ and $b$. The pair $(a,b)$ describes the
# stretch.
#
# `combine(first, second)` takes the pairs of two neighbouring stretches, the earlier one first. It
# returns the pair of both together: a tuple or a list of two new arrays. All arrays have one shape,
# which may be any.
#
# A *scan* (code below) computes all $h_t$ in rounds. Round 1 has $s=1$, and $s$ doubles
# from round to round. In a round, each element except the first $s$ is combined with the element
# $s$ places before it, all at once. `scan_depth(T)` returns the number of rounds for `T` $\ge1$
# tokens.
#
# `scannable` marks each layer: `"scan"` if arrays of a fixed size can describe any stretch, as
# $(a,b)$ does above, and two descriptions can be merged; `"step by step"` if no such description is
# known.
#
# | entry | layer |
# |---|---|
# | `"gated"` | $h_t=a_t\odot h_{t-1}+b_t$ |
# | `"tanh"` | $h_t=\tanh(Wh_{t-1}+x_t)$ |
# | `"softmax"` | the state $(m,l,o)$ of problem set 4 (largest score, sum of exponentials, weighted sum of values), key after key |
# | `"linear_attention"` | $S_t=S_{t-1}+v_tk_t^\top$ |
# | `"own_gate"` | $h_t=\sigma(Uh_{t-1})\odot h_{t-1}+x_t$ |


# %% given="rounds"
def scan(combine, pairs):
    """Merge pairs in rounds. Element t of the result is the stretch from token 1 to token t."""
    found, step = list(pairs), 1
    while step < len(found):
        merged = [combine(*both) for both in zip(found, found[step:], strict=False)]
        found, step = found[:step] + merged, 2 * step
    return found


# %% answer="scan"
def combine(first, second):
    """Return the pair (a, b) of two neighbouring stretches; first is the earlier one."""
    ### BEGIN SOLUTION
    (a_1, b_1), (a_2, b_2) = first, second
    a, b = a_2 * a_1, a_2 * b_1 + b_2
    return a, b
    ### END SOLUTION


def scan_depth(T):
    """Count the rounds of the scan for T tokens."""
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
        preview_one_of(entry, scannable.get(entry), ["scan", "step by step"])

# %% [markdown]
# *Why it matters.* Tokens of a linear recurrence needn't wait for each other ([Martin and Cundy
# 2018](https://arxiv.org/abs/1709.04057); [Gu and Dao 2023](https://arxiv.org/abs/2312.00752)). The
# price is work: with $r$ rounds, this scan ([Hillis and Steele
# 1986](https://doi.org/10.1145/7902.7903)) does $rL-2^r+1$ merges instead of $L-1$. Another one
# ([Blelloch 1990](https://www.cs.cmu.edu/~guyb/papers/Ble93.pdf)) takes $2r$ rounds and fewer than
# $2L$ merges.
#
# *See.* The tokens that each element covers after each round; then the number of rounds, beside a
# loop's steps.

# %% figure folded include="cells/scan_figure.py"

# %% [markdown]
# ## Part 5: the cost of a token
#
# ### 5.1 A step, a batch, a price (<<serving>>)
#
# *Rests on 1.1.* One card serves a gated decoder. `model` is a dict with the arguments
# of `parameter_ledger`, such as `LLAMA3_8B`. `machine` is a dict such as `H100`. In a *step*, each of `batch`
# sequences gets its `n`-th token, which attends to `n` tokens, itself included.
#
# - `step_seconds` returns the time of a step.
# - `largest_serving_batch` returns the largest number of sequences of `n` tokens whose caches fit
#   into `memory` beside *all* parameters of the file, 0 if none fits.
# - `dollars_per_million` returns the price of a million tokens if the card always does such steps.
#
# **Convention.** Count the FLOPs of products with matrices, the head included, and of scores and
# weighted sums. A step reads these matrices once for the whole batch, and for each sequence the
# keys and values of `n` tokens. Everything else is free. Every parameter has `weight_bits` bits,
# every cached number `cache_bits`. Arithmetic always runs at `peak_flops` and overlaps perfectly
# with reading.


# %% answer="serving"
def step_seconds(batch, n, model, machine, weight_bits=16, cache_bits=16):
    """Return the seconds of a step in which each sequence of the batch gets its n-th token."""
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
    """Return the most sequences of n tokens whose caches fit beside the parameters."""
    ### BEGIN SOLUTION
    lines = parameter_ledger(**model)
    weight_bytes = sum(lines.values()) * weight_bits / 8
    cached = n * 2 * model["n_layers"] * model["n_kv_heads"] * model["d_head"]
    cache_bytes = cached * cache_bits / 8
    left = machine["memory"] - weight_bytes
    return max(0, int(left // cache_bytes))
    ### END SOLUTION


def dollars_per_million(batch, n, model, machine, dollars_per_hour, weight_bits=16, cache_bits=16):
    """Return the dollars that a million tokens cost in such steps."""
    ### BEGIN SOLUTION
    seconds = step_seconds(batch, n, model, machine, weight_bits, cache_bits)
    return 1e6 * seconds / batch * dollars_per_hour / 3600
    ### END SOLUTION


# %% test="serving"
with sanity_check():
    served = dict(n=13, model=EXAMPLE, machine=H100)
    preview_shape("step_seconds", ask(step_seconds, batch=3, **served), ())
with sanity_check():
    largest = ask(largest_serving_batch, **served)
    preview_shape("largest_serving_batch", largest, ())
    if issue := issue_of_count(largest):
        warn(f"largest_serving_batch: {issue}")
    elif largest < 0:
        warn(f"largest_serving_batch returns {largest}, and a count can't be negative.")
with sanity_check():
    price = ask(dollars_per_million, batch=3, **served, dollars_per_hour=2.0)
    preview_shape("dollars_per_million", price, ())

# %% [markdown]
# *Why it matters.* A provider has to choose: many tokens per second for each user, or a lower price
# ([Pope et al. 2022](https://arxiv.org/abs/2211.05102)).
#
# *See.* Your curves, with prices at an assumed 3 dollars per hour. With 8,192 tokens, weights of 4
# bits speed up one user 3.3 times, but 32 users only 1.3 times. Why?

# %% figure folded include="cells/frontier.py"

# %% [markdown]
# ### 5.2 Speculative decoding (<<speculative>>)
#
# A step that waits for memory could do more arithmetic. So a small model *drafts* `k` tokens, one
# by one, and the large model checks them in *one* step. It accepts each draft with probability
# `alpha`, whatever came before, until it rejects one. It drops this draft and all later ones. Then
# it adds one token of its own, also after `k` accepted drafts. This is a *round*.
#
# - `expected_tokens(alpha, k)` returns the mean number of tokens of a round, the added one
#   included. `k` $\ge0$, and `alpha` may be 0 or 1.
# - `speedup(alpha, k, cost)` returns the tokens per time, divided by those of the large model
#   alone. A draft takes as long as `cost` steps of the large model, a check as long as 1.


# %% answer="speculative"
def expected_tokens(alpha, k):
    """Return the mean number of tokens of a round; alpha: probability of accepting a draft."""
    ### BEGIN SOLUTION
    # Draft i counts if it and all before it are accepted; one token is there in any case.
    return sum(alpha**i for i in range(k + 1))
    ### END SOLUTION


def speedup(alpha, k, cost):
    """Return the tokens per time, divided by those of the large model alone."""
    ### BEGIN SOLUTION
    return expected_tokens(alpha, k) / (k * cost + 1)
    ### END SOLUTION


# %% test="speculative"
with sanity_check():
    check_each(
        {f"at alpha={alpha}, expected_tokens": (alpha,) for alpha in (0.0, 0.6, 1.0)},
        lambda alpha: preview_shape(
            f"at alpha={alpha}, expected_tokens", ask(expected_tokens, alpha=alpha, k=4), ()
        ),
    )
with sanity_check():
    preview_shape("speedup", ask(speedup, alpha=0.6, k=4, cost=0.2), ())

# %% [markdown]
# *Why it matters.* The tokens follow the large model's own distribution, but come sooner
# ([Leviathan et al. 2023](https://arxiv.org/abs/2211.17192)).
#
# *See.* Above: how many drafts are best? Below, Llama 3 8B computes `k + 1` tokens of each sequence
# in a check, but reads weights and caches once. Which batch gains least?

# %% figure folded include="cells/drafts.py"

# %% [markdown]
# ### 5.3 Wrong lines in the claim (<<claim_lines>>)
#
# *Rests on 1.1 and 5.1.* The claim of the first page is that 32 sequences with `LLAMA3_8B` make a
# step in
#
# $$\frac{32\cdot2\cdot8{,}030{,}261{,}248}{1979\cdot10^{12}}\ \text{s}.$$
#
# Each sequence has `n` = 8192 tokens, and numbers are in bf16. The claim makes the eight
# assumptions below. Test each for this step, with `H100`, the convention of 5.1 and your counts.
# `claim_lines` marks each as `"right"` or `"wrong"`.
#
# | entry | assumption |
# |---|---|
# | `"embedding"` | Each number in the file, scales and embedding included, costs 2 FLOPs per token. |
# | `"head"` | The output head multiplies each of the 32 tokens. |
# | `"attention"` | Scores and weighted sums are less than a hundredth of the FLOPs. |
# | `"peak"` | The card does $1979\cdot10^{12}$ FLOPs per second in dense products of bf16 numbers. |
# | `"overlap"` | The card reads while it computes, so the longer of the two times decides. |
# | `"weights"` | Reading the matrices takes less time than the arithmetic. |
# | `"cache"` | Reading the caches takes less time than reading the matrices. |
# | `"writing"` | A step writes less than a thousandth of the keys and values that it reads. |

# %% answer="claim_lines"
# claim_lines = {"embedding": "...", "head": "...", "attention": "...", "peak": "...", "overlap": "...", "weights": "...", "cache": "...", "writing": "..."}
### BEGIN SOLUTION
claim_lines = {
    "embedding": "wrong",
    "head": "right",
    "attention": "wrong",
    "peak": "wrong",
    "overlap": "right",
    "weights": "wrong",
    "cache": "wrong",
    "writing": "right",
}
### END SOLUTION

# %% test="claim_lines"
with sanity_check():
    preview_defined("claim_lines", "dict", globals())
    assert isinstance(claim_lines, dict), f"expected a dict, not {type(claim_lines).__name__}"
    for entry in CLAIM_LINES:
        preview_one_of(entry, claim_lines.get(entry), ["right", "wrong"])

# %% [markdown]
# ### 5.4 Amounts of the errors (<<price_audit>>)
#
# *Rests on 1.1, 5.1 and 5.3.* Correct the wrong lines of 5.3 one after another, from the top of the
# table, and keep every correction. The *amount* of a line is the time of a step before its
# correction minus the time after it. So it is negative if the correction makes the step longer.
#
# `audit()` returns a dict in seconds: for each wrong line its amount, and under `"corrected"` the
# time that remains. A right line may have the amount 0 or be left out. Give at least eight
# significant digits.


# %% answer="price_audit"
def audit():
    """Return a dict in seconds: the amount of each wrong line, and the corrected time."""
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
    preview_numbers(audit(), (*CLAIM_LINES, "corrected"))

# %% [markdown]
# *See.* From the claim to your corrected time, with your amounts in milliseconds.

# %% figure folded include="cells/settled.py"

# %% [markdown] written="purchase_written"
# ### 5.5 Mixtral or Llama on one card (<<purchase_written>>, graded by a person)
#
# *Rests on 1.3 and 5.1.* A card of 80 GB can serve Mixtral 8x7B with weights of 4 bits, or Llama 3
# 8B with weights of 16 bits. Their caches are equal: 32 layers, 8 heads of keys and values, 128
# wide. Give numbers from your functions. (`step_seconds` knows no experts.)
#
# 1. One user has short texts. Which model is faster, and by about what factor? Explain why. (1)
# 2. The tokens of 64 sequences choose experts evenly and independently. About how many of a layer's
#    8 experts does a step read? What does "12.9 billion active" still tell you, and what not? (1)
# 3. Choose one user or 64 sequences, and name one thing that 5.1 leaves out. If we counted it,
#    which model would gain, and why? (1)
#
# ### BEGIN SOLUTION
#
# **1.** At batch 1 a step takes as long as reading its bytes. Mixtral reads the matrices that the
# token uses: $12.75\cdot10^9$ numbers of half a byte, 6.4 GB. Llama reads $7.50\cdot10^9$ numbers
# of two bytes, 15.0 GB. So Mixtral is about 2.4 times as fast (less with a long cache, which is
# equal for both), with almost six times as many parameters. The bytes read decide, not parameters
# or FLOPs.
#
# **2.** One token leaves out an expert with probability $6/8$, and all 64 do with probability
# $(6/8)^{64}\approx 10^{-8}$. So a step reads $8\,(1-(6/8)^{64})$ experts, which is all 8. (With 4
# sequences it reads 5.5, with 16 it reads 7.9.) It reads all matrices of Mixtral, 23.3 GB against
# 15.0 GB of Llama: now Llama reads less. 12.9 billion still gives the FLOPs of a token (nearly: it
# includes the embedding, which multiplies nothing). It no longer gives the bytes that a step reads.
#
# **3.** For instance, 4-bit numbers have scales and must be unpacked. This adds work and bytes to
# Mixtral, so Llama would gain. The same holds for sorting tokens by expert. If experts are chosen
# unevenly, some stay unread, and Mixtral would gain. It would gain by the quality of its tokens as
# well.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 0.5 | bytes that both read at batch 1: 6 to 6.5 GB and 15 to 16 GB |
# | 0.5 | Mixtral, by 2.3 to 2.5, because a step at batch 1 is bound by the bytes *read*: active matrices only, at fewer bits |
# | 0.5 | nearly all 8 experts, by a formula or an estimate |
# | 0.5 | active parameters give the FLOPs of a token; the bytes are now those of all experts |
# | 0.5 | something that 5.1 leaves out |
# | 0.5 | which model would gain, with a reason |
#
# Numbers that follow from the student's own functions count. "Mixtral has 13 billion, Llama 8, so
# Llama" earns nothing for item 1. In item 3, either model may gain, if the reason is sound.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# *Before you submit:* choose *Restart Kernel and Run All Cells…*, and save.
