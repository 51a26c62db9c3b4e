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

# %% folded given="tools" include="../shared/showing.py ../shared/previews.py ../shared/needs.py cells/models.py"

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

# %% [markdown]
# ## Part 2: what fits while it trains

# %% [markdown]
# ## Part 3: what waits for memory
#
# Arithmetic happens next to a small, fast memory; arrays lie in a large, slow one. What moves
# between the two can take longer than what is computed. One head of attention with $n$ tokens of
# width $d$, where all look at all:
#
# $$
# S = QK^\top, \qquad P = \mathrm{softmax}(S), \qquad O = PV .
# $$
#
# ### 3.1 Numbers moved (<<traffic>>: 1.5, 1.5 and 1)
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
# *Why it matters.* A layer of Llama 3 8B, its 32 heads by your counts, on one H100. For long texts a
# block of $b$ queries does $4n^2d$ FLOPs for $4n^2d/b$ bytes in bf16: $b$ for each byte. The card
# wants 295 ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)). Which curve reaches
# the roof, and why does no length help the others? ([Dao et al.
# 2022](https://arxiv.org/abs/2205.14135))

# %% figure folded include="cells/traffic_figure.py"

# %% [markdown]
# ### 3.2 And now it runs (<<tiled_attention>>: 2.5 for values, 1.5 for memory)
#
# `tiled_attention(Q, K, V, block)` is *causal* attention of one head: token $t$ sees itself and those
# before it, scores are divided by $\sqrt d$. All three arrays have shape $(n,d)$, and so has the
# result, a new array, which doesn't depend on `block`.
#
# Any $n\ge1$ and any `block` $\ge1$ may come, also one that doesn't divide $n$ or is larger. Scores
# can be in the thousands. At $n=8192$, $d=8$, `block` $=128$ it may allocate **4 MiB** at a time,
# beside its arguments: room for many tiles of `block` $\times$ `block`, and not for one of
# $n\times$ `block`. Time isn't limited there, but for 30 seconds.
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
            s[np.arange(i, i + rows)[:, None] < np.arange(j, j + s.shape[1])] = -np.inf
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
# ### 4.1 Positions as angles (<<rope>>: 1.5 for values, 1 for properties, 0.5, and 1 for `rope_facts`)
#
# Rotary positions ([Su et al. 2021](https://arxiv.org/abs/2104.09864)) turn queries and keys by
# angles that grow with their positions, before scores are formed. In `rope(x, positions, base)`, `x`
# of floats $(n,d)$, $d$ even, are queries or keys of one head; `positions` $(n,)$, whole numbers of
# at least 0, are the places of its rows, not always $0,\dots,n-1$. It returns a new array.
#
# Pair $i=0,\dots,d/2-1$ of a row are the *neighbours* with the numbers $2i$ and $2i+1$, counted from
# 0. In a row at position $p$ it is turned by the angle $\theta=p\cdot\text{base}^{-2i/d}$:
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
    angle = positions[:, None] * base ** (-np.arange(0, d, 2) / d)
    a, b, cos, sin = x[:, 0::2], x[:, 1::2], np.cos(angle), np.sin(angle)
    out = np.empty(x.shape)
    out[:, 0::2], out[:, 1::2] = a * cos - b * sin, a * sin + b * cos
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
# wavelengths of all pairs. Llama 2 has base 10,000 and a
# context of 4,096 tokens, Llama 3 base 500,000 and 8,192 ([Llama Team
# 2024](https://arxiv.org/abs/2407.21783), table 3). Which pairs never complete a turn? (Many
# programs pair $i$ with $i+d/2$: the same map, numbers reordered.)

# %% figure folded include="cells/rope_figure.py"

# %% [markdown]
# ### 4.2 Four ways to remember (<<caches>>: 1 and 2)
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
# makes the kink, and who is cheapest where?

# %% figure folded include="cells/caches_figure.py"

# %% [markdown]
# ### 4.3 Recurrent, and not one after another (<<scan>>: 1.5, 0.5 and 1)
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
    return a_2 * a_1, a_2 * b_1 + b_2
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
# 2023](https://arxiv.org/abs/2312.00752)). The price: this scan does $T\lceil\log_2T\rceil -
# 2^{\lceil\log_2T\rceil}+1$ merges in place of $T-1$; another one needs fewer than $2T$, in twice as
# many rounds ([Blelloch 1990](https://www.cs.cmu.edu/~guyb/papers/Ble93.pdf)).

# %% figure folded include="cells/scan_figure.py"

# %% [markdown]
# ## Part 5: what a token costs

# %% [markdown]
# None of these counts needed a machine. Each says what a machine will be doing while somebody waits
# for it, or pays for it.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
