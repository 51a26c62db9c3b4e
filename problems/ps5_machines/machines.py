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
# `gpt2_parameters` is one number for an older kind of decoder. GPT-2 has an embedding of words *and*
# one of `n_positions` positions; its head *is* the embedding of words, stored once. A layer has four
# maps of attention from $d$ to $d$ (whatever its heads) and two feed-forward maps, from $d$ to $f$
# and back; *every* one of the six has a bias. Its layer norms, two in a layer and one at the end, have
# a scale and a shift.
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
# with 2,048 more: 64 rotary frequencies stored in each of 32 layers, which nobody trained.) What part
# of a model is its vocabulary, and why does it shrink as models grow?

# %% figure folded include="cells/published.py"

# %% [markdown]
# ## Part 2: what fits while it trains

# %% [markdown]
# ## Part 3: what waits for memory

# %% [markdown]
# ## Part 4: what has to be remembered

# %% [markdown]
# ## Part 5: what a token costs
#
# ### 5.1 A step, a batch, a price (<<serving>>: 2.5, 1.5 and 1)
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
# whatever the bits, and overlaps with reading perfectly.


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
# ### 5.2 Guess, then check (<<speculative>>, 1 for each function)
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
# ### 5.3 The claim (<<price_audit>>: 0.5 for each amount, 1.5 for what is left)
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
# | `"embedding"` | what multiplies nothing, the look-up and the norms, leaves the FLOPs |
# | `"attention"` | scores and weighted sums enter them |
# | `"peak"` | 1,979 is "with sparsity", says a footnote; dense products get half of it |
# | `"weights"` | reading the matrices, which overlaps with the arithmetic, as in 5.1 |
# | `"cache"` | the caches are read as well |
# | `"corrected"` | the seconds that are left |
#
# So the claim, less your five amounts, is `"corrected"`. An amount is right, too, if it follows from
# yours above it, and `"corrected"` if it does and two of them are right; all to a relative precision
# of $10^{-6}$.


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
# Every number of the claim was true. Below: where its time really goes, and what is left of 123,000
# tokens a second.

# %% figure folded include="cells/settled.py"

# %% [markdown] written="purchase_written"
# ### 5.4 Which one to serve (<<purchase_written>>, graded by a person)
#
# On one card of 80 GB you may serve Mixtral 8x7B with weights of 4 bits, or Llama 3 8B with weights
# of 16. Their caches are the same: 32 layers, 8 heads of keys and values, 128 wide. Answer with
# numbers from your functions.
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
# less. 12.9 billion still says what the arithmetic of a token costs, but not what a step reads.
#
# **3.** For instance, 4-bit numbers have to be unpacked, and their scales read: more work and more
# bytes for Mixtral, which favours Llama. So do experts that aren't chosen evenly, where a step waits
# for the busiest, and room for caches: $80-23.4$ GB against $80-16.1$. The quality of a token
# favours Mixtral.
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
# Llama" earns nothing for item 1. === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# None of these counts needed a machine. Each says what a machine will be doing while somebody waits
# for it, or pays for it.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
