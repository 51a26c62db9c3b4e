# %% [markdown]
# # Problem set 4: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="previews" include="../shared/previews.py"

# %% [markdown]
# ## Part 3: decoding with a cache
#
# A language model writes a token, appends it to the text and reads *the whole text* again to write the next one. Or does it? Here is one
# head of causal self-attention. **Tokens are rows**, token $t$ sees itself and those before it, there are no biases:
#
# $$
# Q = X W_q^\top, \qquad K = X W_k^\top, \qquad V = X W_v^\top, \qquad
# \mathrm{out}_t = \sum_{s \leq t} a_{ts}\, v_s, \qquad a_t = \mathrm{softmax}_{s \leq t}\big(q_t \cdot k_s / \sqrt d\big) .
# $$
#
# What a later token needs of the earlier ones can be kept: a *cache* with their keys and their values.
#
# *Arrays* in this part and the next are compared to a relative precision of $10^{-7}$, where float32 is fine $10^{-4}$. One known mistake that
# explains every difference costs half of what the values are worth, or less if more is right. A list in place of an array costs a quarter of
# its points; so does an answer that changes its arguments.

# %% figure folded include="cells/cache_figure.py"

# %% folded given="decoding_pictures" include="../shared/showing.py cells/decoding.py"

# %% [markdown]
# ### 3.1 One more token (<<kv_cache>>)
#
# A text of $n$ tokens was read, then comes one more. `append_token` returns `(out, K_cache, V_cache)`: the output of the new token and the
# caches with its row at the end.
#
# | argument | shape | |
# |---|---|---|
# | `x` | $(d,)$ | the new token |
# | `K_cache`, `V_cache` | $(n,d)$ | keys and values of the $n$ tokens before it, in order; $n$ is 0 at the beginning of a text |
# | `params` | | a dict with `"W_q"`, `"W_k"`, `"W_v"`, each of shape $(d,d)$ |
# | **result:** `out`; `K_cache`, `V_cache` | $(d,)$; $(n+1,d)$ | new arrays: the arguments stay as they are |
#
# Two functions count. `append_flops(n, d)`: what this call costs, $n$ being the tokens that *were* in the cache.
# `recompute_flops(n, d)`: what the same output costs without a cache, when the layer is computed from the start for all $n+1$ tokens.
#
# **Convention.** Without a cache all $(n+1)^2$ scores are computed, those under the mask too, and so are the weighted sums. P2; the softmax
# with its $1/\sqrt d$ is free (P5). Scores can be in the thousands. Float32 is fine.
#
# **Points.** 4 for `append_token`: 0.5 for the first token of a text, 1 for one after six others, 2 for three in a row, which get your
# caches, 0.5 for large scores; three quarters of each for `out`, an eighth for each cache. 1 for each count, by its terms; a formula, not a
# loop, since the picture asks for a thousand tokens. A `recompute_flops` that is right given your `append_flops` is right.
#
# In *the picture* 14 tokens are appended one by one, with values such that the output is the weights; then GPT-2 small writes 1,024.


# %% answer="kv_cache"
def append_token(x, K_cache, V_cache, params):
    """(out, K_cache, V_cache) after the token x (d,), given the caches (n, d) before it."""
    ### BEGIN SOLUTION
    q, k, v = params["W_q"] @ x, params["W_k"] @ x, params["W_v"] @ x
    K, V = np.vstack([K_cache, k]), np.vstack([V_cache, v])
    scores = K @ q / np.sqrt(len(x))
    weights = np.exp(scores - scores.max())
    return weights @ V / weights.sum(), K, V
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


# %% oracle="kv_cache" include="oracles/kv_cache.py"

# %% folded test="kv_cache"
# Types and shapes, and a picture.
with sanity_check():
    rng = np.random.default_rng()
    matrices = dict(zip(("W_q", "W_k", "W_v"), rng.normal(size=(3, 7, 7)), strict=True))

    def preview(n_cached):
        given = rng.normal(size=(2, n_cached, 7))
        returned = append_token(rng.normal(size=7), *given, matrices)
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
### BEGIN HIDDEN TESTS
values = checks.arrays(
    append_token,
    oracle=by_definition,
    cases=cases,
    outputs={"out": 6, "K_cache": 1, "V_cache": 1},
    seed=431,
    float32=True,
    mistakes=MISTAKES,
    share=4 / 6,
)
appended = checks.flops(
    append_flops,
    variables="n d",
    products=APPEND,
    mistakes={
        "the new token sees itself as well: n + 1 keys, not n": {
            "the scores": "2*n*d",
            "the weighted sum": "2*n*d",
        },
        "the new token sees itself as well: n + 1 in the scores and in the weighted sum": {
            "the scores": "2*n*d"
        },
        "keys and values of all tokens are computed anew; the cache has them": {
            "the key": "2*(n + 1)*d**2",
            "the value": "2*(n + 1)*d**2",
        },
        "queries, keys and values of all tokens are computed anew": {
            "the query": "2*(n + 1)*d**2",
            "the key": "2*(n + 1)*d**2",
            "the value": "2*(n + 1)*d**2",
        },
        "all tokens attend again: one query is new, and it meets n + 1 keys": {
            "the scores": "2*(n + 1)**2*d",
            "the weighted sum": "2*(n + 1)**2*d",
        },
        "the key of the new token meets the old queries as well; these can't see it": {
            "the scores": "2*(2*n + 1)*d",
        },
        "an output projection is counted, which this layer doesn't have": {"+": "2*d**2"},
    },
    conventions={SCALED: {"+": "n + 1"}, BIASES: {"+": "3*d"}},
    others={"recompute_flops": "(n + 1)*(6*d**2 + 4*(n + 1)*d)"},
    share=1 / 6,
)
recomputed = checks.flops(
    recompute_flops,
    variables="n d",
    products=RECOMPUTE,
    mistakes={
        "n tokens are counted; with the new one there are n + 1": "n*(6*d**2 + 4*n*d)",
        "only the new token is projected; without a cache all of them are": {
            "the queries": "2*d**2",
            "the keys": "2*d**2",
            "the values": "2*d**2",
        },
        "only the new query attends; from the start, all n + 1 do": {
            "the scores": "2*(n + 1)*d",
            "the weighted sums": "2*(n + 1)*d",
        },
        "an output projection is counted, which this layer doesn't have": {"+": "2*(n + 1)*d**2"},
    },
    conventions={
        "only the pairs that the mask leaves are counted; here all (n + 1)² are": {
            "the scores": "(n + 1)*(n + 2)*d",
            "the weighted sums": "(n + 1)*(n + 2)*d",
        },
        SCALED: {"+": "(n + 1)**2"},
        BIASES: {"+": "3*(n + 1)*d"},
    },
    others={"append_flops": "6*d**2 + 4*(n + 1)*d"},
    share=1 / 6,
)
if carried := n_plus_1_times(appended, recomputed):
    recomputed = checks.polynomial(
        recompute_flops,
        variables="n d",
        expected={"n + 1 times your append_flops": carried},
        share=1 / 6,
    )
values.of("append_token") + appended.of("append_flops") + recomputed.of("recompute_flops")
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Whoever serves a language model keeps such caches, one for each text that is being written. In time that is a bargain; in
# memory it is what limits the number of texts ([Kwon et al. 2023](https://arxiv.org/abs/2309.06180)). Part 5 counts the bytes.

# %% [markdown] written="kv_written"
# ### 3.2 What is new and what stays (<<kv_written>>, graded by a person)
#
# Somebody describes decoding like this: "The matrix of attention weights grows by a row and a column. The key of the new token is multiplied
# with the queries of all other tokens, every softmax is brought up to date, and the outputs of all tokens are computed again."
#
# 1. Correct it. Which vector of which token meets which? What stands in the new row, what in the new column? (1 point)
# 2. A model has many such layers, with functions of one token at a time between them. Show that the outputs of the earlier tokens stay as
#    they are in *every* layer. (1)
# 3. Without the mask, in an encoder: what has to be computed again in the first layer when a token is appended, and what in those above? (1)
#
# ### BEGIN SOLUTION
#
# **Who meets whom.** The *query* of the new token is multiplied with the *keys* of all $n+1$ tokens, its own included: the new row. In the
# new column stands the new key against the queries of earlier tokens. These entries are masked: their weights are 0, nobody computes them,
# and no earlier softmax changes. So one softmax over $n+1$ scores and one weighted sum of $n+1$ values are computed, and the new key and
# value are put into the cache. Old queries are needed nowhere.
#
# **Every layer.** By induction over the layers. In the first, the input of token $t \leq n$ is the token itself, which stays. If the inputs
# of a layer at the places up to $t$ stay as they are, so do its $q_t$ and all $k_s$ and $v_s$ with $s \leq t$, and $\mathrm{out}_t$ depends
# on nothing else; a function of one token at a time then has the old argument too. So the inputs of the next layer stay at all places up to
# $t$. That is why every layer may have a cache.
#
# **Without the mask.** In the first layer keys, values and queries of the earlier tokens stay, since each depends on its own token. But
# every softmax has one term more, so all $n+1$ outputs have to be computed again (for which the old queries are needed as well). From the
# second layer on all inputs are different: everything is computed again, projections included, and a cache is of no use.
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
# ### 3.3 Attention piece by piece (<<online_softmax>>)
#
# A long cache does not fit where the arithmetic is done, or lies on several chips: a query meets the keys block by block. What it has
# seen of a set $B$ of keys, with scores $s_j$ and values $v_j$, is its *state*
#
# $$
# m = \max_{j \in B} s_j, \qquad l = \sum_{j \in B} e^{s_j - m}, \qquad o = \sum_{j \in B} e^{s_j - m}\, v_j ,
# $$
#
# and after all keys its output is $o/l$. `merge` gets the states of two sets that have no key in common and returns that of both together,
# a tuple $(m, l, o)$.
#
# | | | of no keys |
# |---|---|---|
# | `m` | a float | `-inf` |
# | `l` | a float | `0.0` |
# | `o` | an array $(d,)$, not divided by $l$ | zeros |
#
# **Convention.** Either state may be that of no keys, or both. Scores can be in the thousands. The states that come in stay as they are.
#
# **Points.** 1 for two blocks, 1 for four blocks that are merged in a row, 0.5 for large scores, 0.5 for states of no keys. A quarter of
# each is for `m`, a quarter for `l`, half for `o`.
#
# In *the picture* a query meets 1,024 keys in 16 blocks. Does their order matter?
#
# [Milakov and Gimelshein 2018](https://arxiv.org/abs/1805.02867) found the rule; FlashAttention ([Dao et al.
# 2022](https://arxiv.org/abs/2205.14135)) rests on it.


# %% answer="online_softmax"
def merge(state_1, state_2):
    """The state (m, l, o) of all keys that are in one of two states."""
    ### BEGIN SOLUTION
    (m_1, l_1, o_1), (m_2, l_2, o_2) = state_1, state_2
    m = max(m_1, m_2)
    if m == -np.inf:
        return m, 0.0, np.zeros(len(o_1))
    c_1, c_2 = np.exp(m_1 - m), np.exp(m_2 - m)
    return m, c_1 * l_1 + c_2 * l_2, c_1 * o_1 + c_2 * o_2
    ### END SOLUTION


# %% oracle="online_softmax" include="oracles/online_softmax.py"

# %% folded test="online_softmax"
# Types and shapes, and a picture.
with sanity_check():
    state = 0.5, 1.25, np.array([1.0, -0.5, 0.25])
    merged = merge(state, (0.25, 1.5, np.array([0.5, 0.75, -1.0])))
    preview_parts("merge", merged, {"m": (), "l": (), "o": (3,)})
show(lambda: draw_blocks(merge))
### BEGIN HIDDEN TESTS
checks.arrays(
    merge,
    oracle=by_definition,
    cases=cases,
    outputs={"m": 1, "l": 1, "o": 2},
    seed=433,
    mistakes=MISTAKES,
)
### END HIDDEN TESTS

# %% [markdown]
# ## Part 4: fewer pairs
#
# An image of $h \times w$ patches is a text of $N = hw$ tokens, and full attention looks at all $N^2$ pairs. Do distant patches have to see
# each other in every layer? **The patch in row $y$ and column $x$ has number $i = yw + x$**, counted from 0: row after row. A *mask* is an
# array $(hw, hw)$ of bools; entry $[i, j]$ is `True` where patch $i$ sees patch $j$. (In problem set 2 `True` meant the opposite,
# *ignore*.) Scores and weighted sums cost in proportion to the pairs that are seen.
#
# - **local:** a patch sees the square of $(2r+1) \times (2r+1)$ patches around it, as far as that lies in the image;
# - **axial:** it sees its row and its column ([Ho et al. 2019](https://arxiv.org/abs/1912.12180));
# - **windows:** the image is cut into squares, and a patch sees its own ([Liu et al. 2021](https://arxiv.org/abs/2103.14030)).
#
# In all three it sees itself.

# %% figure folded include="cells/patterns_figure.py"

# %% folded given="pattern_pictures" include="cells/patterns.py"

# %% [markdown]
# ### 4.1 Local and axial (<<sparse_patterns>>, 1 for each function)
#
# Build the masks, for images of any size. Then count: `local_pairs(h, w, r)` and `axial_pairs(h, w)` are the numbers of pairs $(i,j)$ with
# `True` in these masks.
#
# | function | result |
# |---|---|
# | `local_mask(h, w, r)`, `axial_mask(h, w)` | a bool array of shape $(hw, hw)$ |
# | `local_pairs(h, w, r)`, `axial_pairs(h, w)` | a whole number |
#
# **Convention.** At a border the square is cut off: no patch beyond it is made up, and none is seen in its place on the other side.
# `local_pairs` is asked for $r < h$ and $r < w$ only.
#
# **Points.** For images of different sizes. Counting the entries of your mask is a right answer, too; a formula is one that you can still
# ask for 4,096 patches, as the table below does. The table also says after how many layers each patch can know of every other. A count that
# is right for your own mask is right, if one known mistake explains that mask.


# %% answer="sparse_patterns"
def local_mask(h, w, r):
    """bool (h w, h w): True where patch j lies in the (2r + 1)² square around patch i."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    return (np.abs(y[:, None] - y) <= r) & (np.abs(x[:, None] - x) <= r)
    ### END SOLUTION


def axial_mask(h, w):
    """bool (h w, h w): True where patches i and j lie in one row or one column."""
    ### BEGIN SOLUTION
    y, x = np.divmod(np.arange(h * w), w)
    return (y[:, None] == y) | (x[:, None] == x)
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


# %% oracle="sparse_patterns" include="oracles/sparse_patterns.py"

# %% folded test="sparse_patterns"
# Types and shapes, pictures, and a table.
for function, sizes in ((local_mask, (5, 7, 1)), (axial_mask, (5, 7))):
    preview_mask(function, *sizes)
preview_count(local_pairs, h=5, w=7, r=1)
preview_count(axial_pairs, h=5, w=7)
show(lambda: draw_patterns(local_mask, axial_mask))
show(lambda: print_patterns(local_mask, axial_mask, local_pairs, axial_pairs))
### BEGIN HIDDEN TESTS
local = checks.arrays(
    local_mask,
    oracle=by_offsets,
    cases=LOCAL_CASES,
    accept={"zeros and ones": lambda *sizes: 1.0 * by_offsets(*sizes)},
    mistakes=LOCAL_MISTAKES,
    share=1 / 4,
)
axial = checks.arrays(
    axial_mask,
    oracle=by_rows_and_columns,
    cases=AXIAL_CASES,
    accept={"zeros and ones": lambda *sizes: 1.0 * by_rows_and_columns(*sizes)},
    mistakes=AXIAL_MISTAKES,
    share=1 / 4,
)
local_count = checks.arrays(
    local_pairs,
    oracle=pairs_of(by_offsets),
    cases=PAIRS_CASES,
    accept=given_mask("local_mask", local),
    mistakes=LOCAL_MISCOUNTS,
    share=1 / 4,
)
axial_count = checks.arrays(
    axial_pairs,
    oracle=pairs_of(by_rows_and_columns),
    cases=AXIAL_CASES,
    accept=given_mask("axial_mask", axial),
    mistakes=AXIAL_MISCOUNTS,
    share=1 / 4,
)
masks = local.of("local_mask") + axial.of("axial_mask")
masks + local_count.of("local_pairs") + axial_count.of("axial_pairs")
### END HIDDEN TESTS

# %% [markdown] written="sparse_written"
# ### 4.2 Two patterns of your own (<<sparse_written>>, graded by a person)
#
# For long texts people also let a token see every second or third one, or let a few tokens see, and be seen by, all others ([Beltagy et al.
# 2020](https://arxiv.org/abs/2004.05150), section 3.1). Devise *two* patterns for $h \times w$ patches that are neither local nor axial nor
# windows that stay where they are; further tokens and patterns that change from layer to layer are allowed. 2 points for each:
#
# - which patches patch $(y,x)$ sees, so exactly that somebody could program it, and what that saves (0.5);
# - the number of pairs as a formula, at least its leading terms for large images, and for $16 \times 16$ patches and $d=512$ the FLOPs
#   beside those of full attention (1);
# - the price: which patches can't see each other in one layer, and how many layers it takes until every patch can know of every other (0.5).
#
# ### BEGIN SOLUTION
#
# Full attention has $256^2 = 65{,}536$ pairs here and costs $4 \cdot 512 \cdot 65{,}536 = 134{,}217{,}728$ FLOPs.
#
# **Local, with global tokens.** The $3 \times 3$ square around each patch ($r=1$), and $G$ further tokens that see everything and are seen
# by everything. With $c(n) = n(2r+1) - r(r+1)$ the squares are $c(h)\,c(w)$ pairs; the tokens add $2NG + G^2$: linear in $N$. For $G=2$:
# $46^2 = 2{,}116$, and $2{,}116 + 1{,}024 + 4 = 3{,}144$ pairs, $6{,}438{,}912$ FLOPs, a twenty-first. The price: distant patches meet only
# in the few numbers of a global token. After two layers every patch knows of every other, in that summary.
#
# **Dilated.** A patch sees those whose row and column differ from its own by $-\delta$, 0 or $\delta$. In a line of $n \geq \delta$ that is
# $n + 2(n-\delta)$ pairs, on the grid $(3h - 2\delta)(3w - 2\delta) \approx 9N$. For $\delta=4$: $40^2 = 1{,}600$ pairs, $3{,}276{,}800$
# FLOPs, a forty-first. The price: only patches whose coordinates agree modulo $\delta$ see each other, and more layers don't help, unless
# $\delta$ changes: with $\delta = 8, 4, 2, 1$ in turn every difference up to 15 is a sum of some of them, and four layers are enough.
#
# **Shifted windows** (another answer). Windows of $M \times M$, moved by $M/2$ in every second layer: $NM^2$ pairs in a layer whose windows
# fit; $4{,}096$ pairs, $8{,}388{,}608$ FLOPs, for $M=4$. Windows that stay never connect the image; shifted ones let news travel about
# $M/2$ patches per layer.
#
# === BEGIN MARK SCHEME ===
#
# For each of the two patterns:
#
# | points | for |
# |---|---|
# | 0.5 | the pattern, defined exactly, borders included; different in kind from local, axial, fixed windows and from the other one (a smaller $r$ is no new pattern) |
# | 0.5 | the number of pairs, in leading terms at least, and that it grows more slowly than $N^2$ |
# | 0.5 | the FLOPs for $16 \times 16$ patches, $4 \cdot 512$ per pair by their own formula, beside $134{,}217{,}728$ |
# | 0.5 | the price: pairs that are not seen, and the number of layers, or "never" |
#
# Random pairs, strides along rows only, pooled keys, attention to a coarser grid are all fine, if the three things are there. Linear
# attention and low-rank keys are ideas of another kind: they don't leave out pairs, and earn nothing here. A slip in a number that follows
# from a right formula costs 0.25.
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### 4.3 Patches or channels (<<davit>>)
#
# $X$ of shape $(n,d)$ holds $n$ patches, one per row, with $d$ channels. Its columns are vectors, too, and can attend to each other. DaViT
# alternates both kinds of layers ([Ding et al. 2022](https://arxiv.org/abs/2204.03645)):
#
# | function | who attends to whom | queries, keys and values are |
# |---|---|---|
# | `patch_attention_flops(n, d)` | patches to patches, with all their channels | the $n$ rows |
# | `channel_attention_flops(n, d)` | channels to channels, with all their patches | the $d$ columns |
#
# What does each cost?
#
# **Convention.** Only the core counts: scores and weighted sums (P2). The softmax is free (P5), and the projections, which are the same in
# both, are left out. One head, no windows, no groups.
#
# **Points.** 1.5 for each. *The picture*, in which the image grows, needs formulas; a loop is graded all the same.


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
### BEGIN HIDDEN TESTS
PATCHES, CHANNELS = "4*n**2*d", "4*n*d**2"
PROJECTED = "the projections are counted; here only scores and weighted sums are"
SCALED = "the factor 1/√d, or one operation of the softmax, is charged for each score; here both are free (P5)"
patches = checks.flops(
    patch_attention_flops,
    variables="n d",
    products={"the scores": "n d n", "the weighted sums": "n n d"},
    mistakes={
        "this is the number of weights, a number for each pair": "n**2",
        "this is for one patch; there are n": "4*n*d",
    },
    conventions={SCALED: {"+": "n**2"}, PROJECTED: {"+": "6*n*d**2"}},
    others={"channel_attention_flops": CHANNELS},
    share=1 / 2,
)
channels = checks.flops(
    channel_attention_flops,
    variables="n d",
    products={"the scores": "d n d", "the weighted sums": "d d n"},
    mistakes={
        "this is the number of weights, a number for each pair": "d**2",
        "this is for one channel; there are d": "4*n*d",
    },
    conventions={
        SCALED: {"+": "d**2"},
        PROJECTED: {"+": "6*n*d**2"},
        "projections with n × n matrices are counted; here only scores and weighted sums are": {
            "+": "6*n**2*d"
        },
    },
    others={"patch_attention_flops": PATCHES},
    share=1 / 2,
)
patches.of("patch_attention_flops") + channels.of("channel_attention_flops")
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Which of the two is cheaper depends on the image. DaViT divides both, patches into windows and channels into groups:
# then the cost is linear in the number of patches and in that of channels, whichever is larger.
