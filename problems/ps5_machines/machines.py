# %% [markdown]
# # Problem set 5: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# "A card does 1,979 TFLOP/s, says its data sheet. Llama 3 8B has 8,030,261,248 weights, so a token
# costs 2 × 8,030,261,248 FLOPs. One card writes 123,000 tokens a second, and at 3 dollars an hour a
# million tokens costs less than a cent." Every number in it is printed somewhere, and whoever sets
# prices by it is ruined. Where does the money go? The last part settles it, with counts of your
# own.
#
# | part | |
# |---|---|
# | 1 | What is in the file? |
# | 2 | What fits while it trains? |
# | 3 | What waits for memory? |
# | 4 | What has to be remembered? |
# | 5 | What does a token cost? |
#
# Parts 3 and 4 need nothing of 2; part 5 needs only `parameter_ledger` of part 1. Answers go where
# it says *Replace this line*, and may call each other. The cell below one, and nbgrader's
# *Validate*, look at its type and wiring; they don't know what is right. What follows from your own
# earlier answer is right. [student.md](student.md), which comes with this notebook, says how
# answers are graded and what their parts are worth.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% folded given="tools" include="../shared/showing.py ../shared/previews.py ../shared/needs.py ../shared/preview_ledger.py cells/models.py"

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
# ### 1.1 Every number in the file (<<real_parameters>>: 2.5 for the ledger, by lines, 1.5 for GPT-2, by terms)
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
# part of a model is its vocabulary, and why does it shrink as models grow?

# %% figure folded include="cells/published.py"

# %% [markdown]
# ### 1.2 Where the FLOPs go (<<forward_shares>>, by lines)
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
# ### 1.3 A mixture of experts (<<experts>>: 1.5, 1 and 1.5, by terms)
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
# the total, arithmetic sees the active part. Published are 46,702,792,704 and "12.9 B" for Mixtral
# ([Jiang et al. 2024](https://arxiv.org/abs/2401.04088)) and 30,532,122,624 for Qwen3-30B-A3B
# ([Yang et al. 2025](https://arxiv.org/abs/2505.09388)), whose query and key norms, 12,288 numbers,
# our model lacks.

# %% figure folded include="cells/active.py"

# %% [markdown]
# ## Part 2: what fits while it trains
#
# ### 2.1 The state (<<training_state>>: 0.75 for each stage)
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
with sanity_check():
    for stage in range(4):
        preview_count(state_bytes, n_params=960, n_devices=8, stage=stage)

# %% [markdown]
# *Why it matters.* A model that one card serves doesn't train on eight unless they share its state
# ([Rajbhandari et al. 2020](https://arxiv.org/abs/1910.02054); for 7.5 billion weights on 64
# devices they print 120, 31.4, 16.6 and 1.9 GB; master copies: [Micikevicius et al.
# 2018](https://arxiv.org/abs/1710.03740)). What stays above the line whatever the number of cards?

# %% figure folded include="cells/state.py"

# %% [markdown]
# ### 2.2 What the backward pass needs (<<activations>>: 2 for the lines, 2 for the bytes, 1 for the batch)
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
# | `attention_weights` | |
# | `head_outputs` | |
# | `gate_up_product` | what the feed-forward block keeps behind its first two maps |
#
# `activation_bytes`: the bytes of `batch` sequences in all layers, the most that is held at once.
#
# | `mode` | |
# |---|---|
# | `"all"` | every layer keeps its six lines |
# | `"tiled"` | not its weights, but one number for each query and head: the log of the softmax's sum (2 bytes here, 4 in most code) |
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
    if mode == "recompute":
        return 2 * batch * (n_layers * n * d_model + layer - n * d_model)
    return 2 * batch * n_layers * layer
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
# ### 2.3 Between devices (<<communication>>: 1, 1.5 and 1.5)
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

# %% [markdown]
# ## Part 4: what has to be remembered

# %% [markdown]
# ## Part 5: what a token costs

# %% [markdown]
# None of these counts needed a machine. Each says what a machine will be doing while somebody waits
# for it, or pays for it.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
