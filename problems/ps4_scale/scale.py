# %% [markdown]
# # Problem set 4: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.
#
# "One token costs GPT-2 small 250,123,124,736 FLOPs." Somebody computed that, with care, and every line looks plausible. Had it been
# right, nobody could have afforded the model. In this problem set you find out where it goes wrong, and by how much, from counts of your
# own; then you take these counts to a whole cluster: what fits into its memory, how long it trains, what keeps it waiting.
#
# | part | | points |
# |---|---|---|
# | 1 | What does a whole model cost? | <<points parameters forward_cost training_cost audit>> |
# | 5 | What does a budget buy? | <<points grouped_queries compute_optimal utilisation budget>> |
#
# - Answers go where it says *Replace this line*. An empty answer costs only its own points; *Run All* runs past it.
# - An answer may call your other answers and cells that you add. What follows from your own earlier answers is right, where these
#   earned half of their points or the feedback names their mistake: a slip is charged once.
# - The cell below an answer looks at its *type and wiring* only. It doesn't know the right answer.
# - Some cells are folded: tools and drawings that you can use without reading them.
# - You need numpy and matplotlib. How answers are graded is described in the course's guide for students, `docs/student.md`.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="previews" include="../shared/previews.py ../ps1_flops/cells/showing.py"

# %% folded given="models" include="cells/models.py"

# %% [markdown]
# ## Part 1: a whole model
#
# A *decoder-only transformer*, like GPT-2, is a stack of `n_layers` equal layers. A vector of `d_model` numbers for each token goes
# through all of them. A layer has multi-head attention with `n_heads` heads and then a feed-forward block:
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
# The width of a head is $d_\text{head}=d_\text{model}/H$. **The sizes that your functions are tested with** are such that `n_heads`
# divides `d_model`; otherwise they are anything, and `d_ff` need not be four times `d_model`. Figures call them at the sizes of real models,
# where a formula is quick and a loop over every number may not be. In feedback on a count, $d_\text{model}$ is written as
# `n_heads·d_head`.
#
# ### 1.1 Parameters (<<parameters>>, shared by terms)
#
# How many weights has the model? This number is called $N$, and everything below rests on it.
#
# **Convention.** $N$ is *without embeddings*, and counts matrices only: the maps of the table, in all layers. No biases, no scales and
# shifts of layer norms, no embeddings of words and positions, no output head.

# %% oracle="parameters forward_cost training_cost"
SIZES = "d_model n_heads n_layers d_ff"
# n_heads divides d_model. Formulas may use d_model and d_head.
HEADS = {"d_model": "n_heads*d_head"}
WEIGHTS = "n_layers*(4*d_model**2 + 2*d_model*d_ff)"
BIASES = "biases are counted; here only matrices are"
LINEAR_BIASES = "n_layers*(5*d_model + d_ff)"

# %% oracle="parameters"
NORMS = {
    "layer norms are counted; here only matrices are": "4*n_layers*d_model",
    "layer norms are counted, also the last one; here only matrices are": (
        "4*n_layers*d_model + 2*d_model"
    ),
}


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
### BEGIN HIDDEN TESTS
checks.polynomial(
    non_embedding_parameters,
    variables=SIZES,
    where=HEADS,
    expected={
        "the queries": "n_layers*d_model**2",
        "the keys": "n_layers*d_model**2",
        "the values": "n_layers*d_model**2",
        "the output projection": "n_layers*d_model**2",
        "the first map of the feed-forward block": "n_layers*d_model*d_ff",
        "the second map of the feed-forward block": "n_layers*d_model*d_ff",
    },
    mistakes={
        "all heads together are as wide as the model: a head's maps go from d_model to d_head": dict.fromkeys(
            ("the queries", "the keys", "the values"), "n_layers*n_heads*d_model**2"
        ),
        "the maps of one head are counted: there are n_heads of them": dict.fromkeys(
            ("the queries", "the keys", "the values"), "n_layers*d_model*d_head"
        ),
        "there is one output projection in a layer, for all heads together": {
            "the output projection": "n_layers*n_heads*d_model**2"
        },
        "the output projection reads the outputs of all heads, not of one": {
            "the output projection": "n_layers*d_model*d_head"
        },
        "there is a map into the hidden layer and one back": {
            "the second map of the feed-forward block": "0"
        },
        "d_ff is a size of its own; here it is taken for 4 d_model": dict.fromkeys(
            (
                "the first map of the feed-forward block",
                "the second map of the feed-forward block",
            ),
            "4*n_layers*d_model**2",
        ),
        "three maps are counted in the feed-forward block, as in a gated one; this one has two": {
            "+": "n_layers*d_model*d_ff"
        },
        "the embeddings of GPT-2 are counted: N is without them": {"+": "51281*d_model"},
        "the embeddings of words are counted: N is without them": {"+": "50257*d_model"},
    },
    conventions={BIASES: {"+": LINEAR_BIASES}}
    | {label: {"+": count} for label, count in NORMS.items()}
    | {
        f"biases and {label}": {"+": f"{LINEAR_BIASES} + {count}"} for label, count in NORMS.items()
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* $N$ is the one number by which models are compared. Below it stands beside the published sizes of three models, which
# count everything ([Radford et al. 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf);
# [Brown et al. 2020](https://arxiv.org/abs/2005.14165), table 2.1). What must the rest be? GPT-2 knows 50,257 words and 1,024 positions, each
# with a vector of `d_model` numbers, and there are biases and norms: the 124,439,808 numbers of the small one can be accounted for to the last.

# %% figure folded include="cells/shares.py"

# %% [markdown]
# ### 1.2 A forward pass (<<forward_cost>>)
#
# How many FLOPs does the model need
#
# - `dense_flops`: for a sequence of $n$ tokens, where every token looks at all $n$;
# - `causal_flops`: for a sequence of $n$ tokens, where token $t$ looks at the tokens $1,\dots,t$, itself included, and only the scores and
#   the terms of the weighted sums that are needed get computed;
# - `decode_flops`: for the $t$-th token alone, when the keys and values of the $t-1$ tokens before it are in a cache? It looks at all
#   $t$, itself included.
#
# **Convention.** Products cost $2mnp$ (P2): those with the weights of the table, the scores $q\cdot k$, and the weighted sums of values, in
# each head. All else is free or left out: softmax, scale, activation, biases, norms, residual connections, embeddings, output head.
#
# **Points.** 1.5, 1.5 and 1, each shared by terms. A mistake in `dense_flops` that you repeat in the others is charged once, unless the
# products of attention are missing there.

# %% figure folded include="cells/pairs_figure.py"

# %% oracle="forward_cost training_cost" include="oracles/forward_cost.py"


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
### BEGIN HIDDEN TESTS
dense = counted_from(dense_flops, "n", DENSE_MISTAKES, share=3 / 8)
causal = counted_from(causal_flops, "n", CAUSAL_MISTAKES, pairs="(n+1)/2", share=3 / 8)
decode = counted_from(decode_flops, "t", DECODE_MISTAKES, rows="1", share=1 / 4)
if dense.may_be_followed and (powers := powers_of(dense.counted)):
    causal = better(causal, causal_flops, f"n {SIZES}", causal_given(powers), share=3 / 8)
    decode = better(decode, decode_flops, f"t {SIZES}", decode_given(powers), share=1 / 4)
(
    to_follow(dense, "dense_flops")
    + to_follow(causal, "causal_flops")
    + to_follow(decode, "decode_flops")
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Weights cost the same for every token; attention costs more the more there is to look at. The figure shows where that
# begins to tell, by your functions: for which lengths is the usual estimate that knows nothing but $N$ good enough
# ([Kaplan et al. 2020](https://arxiv.org/abs/2001.08361), section 2.1)? Why does the wider model hold out longer?

# %% figure folded include="cells/cost_figure.py"

# %% [markdown]
# ### 1.3 Training (<<training_cost>>, shared by terms)
#
# How many FLOPs does it take to *train* on one token, forward and backward? Go back through a product $Y = XW$: what has to be formed
# from the gradient of $Y$, and what do these products cost?
#
# **Convention.** Only the products with the $N$ weights and their backward passes: take the sequence to be so short that scores and weighted
# sums don't matter. Every map passes a gradient on to its input, those of the first layer too (embeddings lie before it). No product of the
# forward pass is computed again, and the optimiser's step is left out.
#
# **Points.** Half for one product of each map too few or too many.


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
### BEGIN HIDDEN TESTS
PASSES = ("the forward pass", "the gradients of the weights", "the gradients of the inputs")
verdict = checks.polynomial(
    training_flops_per_token,
    variables=SIZES,
    where=HEADS,
    expected=dict.fromkeys(PASSES, f"2*{WEIGHTS}"),
    given={"parameters": dict.fromkeys(PASSES, 6)},
    others={"parameters": WEIGHTS},
    mistakes={
        "this is the forward pass alone": dict.fromkeys(PASSES[1:], "0"),
        "a map has three products: one forward, and one for each of its two gradients": {
            "*": "2/3"
        },
        "one of the three products of each map is counted twice; nothing is computed again": {
            "*": "4/3"
        },
        "the layers are in N already": {"*": "n_layers"},
        "attention to one token is counted; here scores and weighted sums are left out": {
            "+": "12*n_layers*d_model"
        },
        "the embeddings of GPT-2 are counted: N is without them": {"+": "6*51281*d_model"},
        "the embeddings of words are counted: N is without them": {"+": "6*50257*d_model"},
    },
    conventions={
        "these are multiply–accumulates; each is two FLOPs (P6)": f"3*{WEIGHTS}",
        "no gradient reaches the input of the first layer; here one does": {"+": "-6*d_model**2"},
        BIASES: {"+": f"6*{LINEAR_BIASES}"},
    },
)
forward = checks.followed("forward_cost")
if forward and (powers := powers_of((forward.counted or {}).get("dense_flops"))):
    own = f"3*({powers[1]})"
    verdict = better(verdict, training_flops_per_token, SIZES, own, share=1)
verdict
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* This is how training runs are budgeted. Here is GPT-3's by your count, on 1,024 accelerators of 312 TFLOP/s that are busy
# 40 % of the time; compare with what its authors report ([Brown et al. 2020](https://arxiv.org/abs/2005.14165), table D.1: 300 billion tokens).

# %% figure folded include="cells/training.py"

# %% [markdown]
# ### 1.4 The audit (<<audit>>)
#
# Here is the calculation from the top of the page. It wants the FLOPs of the forward pass of GPT-2 small ($d_\text{model}=768$, $H=12$,
# $L=12$, $d_\text{ff}=3072$) for *one token*. A product of an $i\times j$ and a $j\times k$ matrix is charged $2ijk$, which is right.
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
# What should it say? Take a token in a dense sequence of $n=1024$, counted as in `dense_flops`: its part of the whole, a 1,024th.
#
# There are four errors. Put them right in the order of this table, one after the other. The *amount* of an error is by how much the number
# for the model goes *down* when that error is put right and those above it have been: positive for what was too much, negative for what
# was too little.
#
# | key of your dict | where to look |
# |---|---|
# | `"output"` | how often is the output projection there? |
# | `"tokens"` | for how many tokens are the maps with weights charged, and for how many should they be? |
# | `"scores"` | on what does the cost of one token's scores depend? |
# | `"values"` | which product is missing? |
# | `"corrected"` | what is left: the FLOPs for one token |
#
# Whatever depends on the sequence is charged for $n=1024$, not for 768. `audit()` takes no arguments and returns a dict of these five numbers, for the whole model. It may call your functions.
#
# **Points.** 0.75 for each amount, 1 for the corrected value, which is right, too, if it follows from your four amounts and two of these are right.


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


# %% oracle="audit utilisation budget compute_optimal" include="oracles/own_answers.py"

# %% oracle="audit" include="oracles/audit.py"

# %% test="audit"
with sanity_check():
    found = audit()
    assert isinstance(found, dict), f"expected a dict, not {type(found).__name__}"
    for key in ("output", "tokens", "scores", "values", "corrected"):
        preview_shape(key, found.get(key), ())
    for key in found.keys() - {"output", "tokens", "scores", "values", "corrected"}:
        print(f"Not asked for: {key}")
### BEGIN HIDDEN TESTS
checks.arrays(
    audit,
    oracle=right_audit,
    cases={"the calculation": checks.case()},
    outputs=dict.fromkeys(AMOUNTS, 3 / 4) | {"corrected": 1},
    every_case=True,
    accept=given_own(audited, "parameters", "dense_flops") | given_amounts(audit),
    mistakes=AUDIT_MISTAKES,
)
### END HIDDEN TESTS

# %% [markdown]
# Does it add up? Below, your amounts are taken away one by one; what is left should be your corrected value.

# %% figure folded include="cells/audited.py"

# %% [markdown]
# *Why it matters.* None of the four is a slip in arithmetic. Each is a count of the right thing in the wrong number, and a check against a second
# count, such as the one that knows nothing but $N$, finds it in a minute. That is the use of rules of thumb.

# %% [markdown]
# ## Part 5: budgets
#
# Memory, money, time: what do your counts say about a machine that exists?
#
# ### 5.1 The cache (<<grouped_queries>>)
#
# A model that writes keeps the keys and values of every token so far, in every layer. To keep less, several query heads share a head of keys
# and values, *grouped queries* ([Ainslie et al. 2023](https://arxiv.org/abs/2305.13245)): Llama 3 8B has 32 heads of queries and 8 of keys and values
# ([Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3). How many bytes does the cache of a batch of sequences take?
#
# | argument | meaning |
# |---|---|
# | `n_layers` | layers |
# | `n_kv_heads` | heads of keys and values in a layer; however many heads of queries there are |
# | `d_head` | width of a head, of a key as of a value |
# | `n_tokens`, `batch` | tokens in each sequence; sequences |
# | `bytes_per_value` | bytes that one number takes |
#
# **Points.** Half of them if one mistake with a name explains every difference.


# %% answer="grouped_queries"
def kv_cache_bytes(n_layers, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    """Bytes of the keys and values of a batch of sequences."""
    ### BEGIN SOLUTION
    keys_and_values = 2 * n_kv_heads * d_head
    return n_layers * keys_and_values * n_tokens * batch * bytes_per_value
    ### END SOLUTION


# %% oracle="grouped_queries"
def by_arrays(n_layers, n_kv_heads, d_head, n_tokens, batch, bytes_per_value):
    """Shapes of the arrays, layer by layer."""
    keys = values = batch * n_kv_heads * n_tokens * d_head
    return bytes_per_value * sum(keys + values for _ in range(n_layers))


# %% test="grouped_queries"
preview_count(
    kv_cache_bytes, n_layers=3, n_kv_heads=5, d_head=7, n_tokens=11, batch=13, bytes_per_value=2
)
### BEGIN HIDDEN TESTS
checks.arrays(
    kv_cache_bytes,
    oracle=by_arrays,
    cases={
        "a small model": checks.case(3, 2, 5, 7, 11, 4),
        "another one": checks.case(7, 3, 4, 13, 2, 1),
        "GPT-2 small": checks.case(12, 12, 64, 1024, 1, 2),
        "Llama 3 8B": checks.case(32, 8, 128, 8192, 5, 2),
    },
    mistakes={
        "keys and values are kept: two vectors in each head": lambda *sizes: by_arrays(*sizes) // 2,
        "these are numbers, not bytes": lambda *sizes: by_arrays(*sizes) // sizes[-1],
        "these are numbers, not bytes, and only the keys": lambda *sizes: (
            by_arrays(*sizes) // (2 * sizes[-1])
        ),
        "bytes_per_value says how many bytes a number takes; here it is taken to be 4": (
            lambda *sizes: by_arrays(*sizes[:-1], 4)
        ),
        "bytes_per_value says how many bytes a number takes; here it is taken to be 2": (
            lambda *sizes: by_arrays(*sizes[:-1], 2)
        ),
        "this is the cache of one layer": lambda L, *sizes: by_arrays(1, *sizes),
        "this is the cache of one sequence of the batch": lambda *sizes: by_arrays(
            *sizes[:4], 1, sizes[-1]
        ),
        "this is what one token takes": lambda *sizes: by_arrays(*sizes[:3], 1, *sizes[4:]),
        "these are bits": lambda *sizes: 8 * by_arrays(*sizes),
        "the cache has no entry for a pair of tokens": lambda *sizes: sizes[3] * by_arrays(*sizes),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* The cache competes with the weights for memory, and it is what fills up when many people are served long texts. How many
# sequences would fit on this accelerator without sharing?

# %% figure folded include="cells/cache_bytes.py"

# %% [markdown]
# ### 5.2 How large, how long (<<compute_optimal>>)
#
# A budget of FLOPs buys a large model that reads little or a small one that reads much. [Hoffmann et al. 2022](https://arxiv.org/abs/2203.15556)
# trained hundreds of models and fitted the loss of one with $N$ weights after $D$ tokens (there, section 3.3):
#
# $$
# \ell(N, D) = E + \frac{A}{N^{\alpha}} + \frac{B}{D^{\beta}} .
# $$
#
# For which $N$ and $D$ is $\ell$ smallest, if training on $D$ tokens has to cost *exactly* `flops`? A token costs what
# `training_cost` says of a model with $N$ weights. Return `(n_params, n_tokens)`, two numbers that needn't be whole.
#
# **Convention.** `coefficients` is a dict with the keys `"E"`, `"A"`, `"alpha"`, `"B"`, `"beta"`. `CHINCHILLA` has the numbers that the paper prints;
# the tests use others as well, and `flops` from $10^{18}$ to $10^{26}$. Answers are compared to a relative precision of $10^{-3}$, so that you may
# search for the minimum as well as derive it.
#
# **Points.** 1.5 for each of the two.

# %% given="scaling_law"
CHINCHILLA = {"E": 1.69, "A": 406.4, "alpha": 0.34, "B": 410.7, "beta": 0.28}


def predicted_loss(n_params, n_tokens, coefficients):
    """The fitted loss of a model with so many weights after so many tokens."""
    c = coefficients
    return c["E"] + c["A"] / n_params ** c["alpha"] + c["B"] / n_tokens ** c["beta"]


# %% answer="compute_optimal"
def compute_optimal(flops, coefficients):
    """(n_params, n_tokens) with the smallest predicted loss that cost `flops` to train."""
    ### BEGIN SOLUTION
    A, alpha = coefficients["A"], coefficients["alpha"]
    B, beta = coefficients["B"], coefficients["beta"]
    # With D = flops / (6 N), the derivative by log N is 0 where alpha A / N^alpha = beta B / D^beta.
    ratio = (alpha * A / (beta * B)) ** (1 / (alpha + beta))
    n_params = ratio * (flops / 6) ** (beta / (alpha + beta))
    return n_params, flops / (6 * n_params)
    ### END SOLUTION


# %% oracle="compute_optimal budget" include="oracles/compute_optimal.py"


# %% oracle="compute_optimal"
def optimum(flops, coefficients, each=6, change=lambda c: c, power=1.0):
    """The formula. each: FLOPs for a weight and a token. change: of the coefficients."""
    a, alpha, b, beta = (change(coefficients)[k] for k in ("A", "alpha", "B", "beta"))
    ratio = (alpha * a / (beta * b)) ** (power / (alpha + beta))
    n_params = ratio * (flops / each) ** (beta / (alpha + beta))
    return n_params, flops / (each * n_params)


def equal_terms(c):
    return c | {"A": c["A"] / c["alpha"], "B": c["B"] / c["beta"]}


def exchanged(c):
    return c | {"alpha": c["beta"], "beta": c["alpha"]}


def other_exponent(flops, coefficients):
    n_params = optimum(flops, coefficients)[0]
    alpha, beta = coefficients["alpha"], coefficients["beta"]
    n_params *= (flops / 6) ** ((alpha - beta) / (alpha + beta))
    return n_params, flops / (6 * n_params)


def twenty_tokens(flops, coefficients):
    return (flops / 120) ** 0.5, 20 * (flops / 120) ** 0.5


# %% test="compute_optimal"
with sanity_check():
    found = compute_optimal(1e21, CHINCHILLA)
    assert isinstance(found, (tuple, list)), f"expected a tuple, not {type(found).__name__}"
    assert len(found) == 2, f"expected (n_params, n_tokens), not {len(found)} entries"
    for name, value in zip(("n_params", "n_tokens"), found, strict=True):
        preview_shape(name, value, ())


### BEGIN HIDDEN TESTS
def cases(rng):
    def fitted():
        alpha, beta = rng.uniform(0.25, 0.32), rng.uniform(0.34, 0.45)
        a, b = rng.uniform(200, 900, size=2)
        return {"E": 1.8, "A": float(a), "alpha": alpha, "B": float(b), "beta": beta}

    others = fitted(), fitted()
    return {
        "the paper's coefficients, 1e21 FLOPs": checks.case(1e21, CHINCHILLA, rtol=1e-3),
        "the paper's coefficients, 3.14e23 FLOPs": checks.case(3.14e23, CHINCHILLA, rtol=1e-3),
        "other coefficients, 7e19 FLOPs": checks.case(7e19, others[0], rtol=1e-3),
        "other coefficients, 2e24 FLOPs": checks.case(2e24, others[1], rtol=1e-3),
    }


checks.arrays(
    compute_optimal,
    oracle=by_bisection,
    cases=cases,
    outputs={"n_params": 1, "n_tokens": 1},
    seed=43,
    accept=given_factor(optimum),
    mistakes={
        "FLOPs are not weights times tokens: each weight costs some for each token": partial(
            optimum, each=1
        ),
        "a token costs its forward pass only": partial(optimum, each=2),
        "a token costs multiply–accumulates, not FLOPs": partial(optimum, each=3),
        "the two terms of the loss are made equal; at the minimum their slopes are": partial(
            optimum, change=equal_terms
        ),
        "the two exponents have changed places": partial(optimum, change=exchanged),
        "N grows with the power β/(α + β) of the budget, D with α/(α + β)": other_exponent,
        "the factor of N is a power 1/(α + β), which is left out": lambda flops, c: optimum(
            flops, c, power=c["alpha"] + c["beta"]
        ),
        "the factor of N is upside down": partial(optimum, power=-1),
        "the factor of N is left out": partial(optimum, power=0),
        "20 tokens for each weight is a rule for the paper's own models; use the coefficients": (
            twenty_tokens
        ),
        "n_params and n_tokens have changed places": lambda *given: optimum(*given)[::-1],
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* The same authors trained Chinchilla by such estimates: 70 billion weights and 1.4 trillion tokens, 20 for each weight, and it beat models
# four times its size. Their rounded coefficients, which you used, don't give 20 at that budget. Optima as flat as these (look at the curves) leave
# much room, and others who fitted the same data anew found other coefficients ([Besiroglu et al. 2024](https://arxiv.org/abs/2404.10102)).

# %% figure folded include="cells/optimum_figure.py"

# %% [markdown]
# ### 5.3 What a machine makes of it (<<utilisation>>)
#
# **Training.** The *model FLOPs utilisation* is the part of a machine's peak that goes into FLOPs which the model needs
# ([Chowdhery et al. 2022](https://arxiv.org/abs/2204.02311), section 4.1). What is it, when `tokens_per_second` are trained on in dense sequences of
# $n$ tokens, and the machine could do `peak_flops` a second?
#
# **Convention.** What a token needs is its $n$-th part of the products of `dense_flops`, scores and weighted sums included, and of their backward pass. For each
# product the backward pass is counted as in `training_cost`; the scores and weighted sums have two factors that both need a gradient, too.
#
# **Decoding.** A step of decoding makes the $t$-th token of each of `batch` sequences. How many FLOPs does it do for each byte that it reads?
#
# **Convention.** The FLOPs are those of `decode_flops`, for each sequence. Read are: all $N$ weights, *once* for the whole batch; and for each
# sequence the cache of its $t$ tokens, the new one included, with as many heads of keys and values as of queries. A number takes `bytes_per_value`
# bytes. Nothing else is read, and writing is free.
#
# **Points.** 1.5 for each function, four cases each.


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
    cache = kv_cache_bytes(n_layers, n_heads, d_head, t, batch, bytes_per_value)
    return flops / (weights + cache)
    ### END SOLUTION


# %% oracle="utilisation" include="oracles/utilisation.py"

# %% test="utilisation"
with sanity_check():
    used = model_flops_utilisation(1e5, 13, **EXAMPLE, peak_flops=1e12)
    preview_shape("utilisation", used, ())
    intensity = decode_intensity(13, 4, **EXAMPLE, bytes_per_value=2)
    preview_shape("intensity", intensity, ())
### BEGIN HIDDEN TESTS
training = checks.arrays(
    model_flops_utilisation,
    oracle=mfu,
    cases={
        "GPT-2 small": checks.case(180_000.0, 1024, *GPT2, 312e12),
        "a small model": checks.case(2e6, 37, 96, 6, 5, 256, 1e13),
        "a long context": checks.case(3e4, 5000, 64, 4, 3, 160, 4e11),
        "GPT-3": checks.case(1.2e5, 2048, 12288, 96, 96, 49152, 3.2e17),
    },
    accept=given_own(mfu, "dense_flops", "training_cost"),
    mistakes=MFU_MISTAKES,
    share=1 / 2,
)
decoding = checks.arrays(
    decode_intensity,
    oracle=decoded,
    cases={
        "GPT-2 small, one sequence": checks.case(1024, 1, *GPT2, 2),
        "a small model": checks.case(37, 3, 96, 6, 5, 256, 4),
        "a batch of 20": checks.case(150, 20, 64, 4, 3, 160, 2),
        "GPT-3, a large batch": checks.case(2048, 50, 12288, 96, 96, 49152, 2),
    },
    accept=given_own(decoded, "parameters", "decode_flops", "grouped_queries"),
    mistakes=DECODED_MISTAKES,
    share=1 / 2,
)
training.of("model_flops_utilisation") + decoding.of("decode_intensity")
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* A machine that can do 312 TFLOP/s but read 2 TB/s (an A100) is busy only with more than 156 FLOPs for each byte; below that it waits for
# memory ([Williams et al. 2009](https://doi.org/10.1145/1498765.1498785)). The *roofline* has your numbers on it. A larger batch shares the weights,
# and nobody's cache: what is the most that a batch can do at this length?

# %% figure folded include="cells/roofline.py"

# %% [markdown]
# ### 5.4 A plan (<<budget>>)
#
# Now size a model, its cache and its training run. You have `flops` to train with. The model has `n_layers` layers, as many heads, heads of width 128
# (so $d_\text{model}=128\,L$) and $d_\text{ff}=4\,d_\text{model}$. Return a dict with
#
# | key | the number |
# |---|---|
# | `"n_layers"` | the largest $L\geq 1$ whose $N$ is at most the `n_params` of `compute_optimal`; 1 if there is none |
# | `"sequences"` | how many sequences of `n_tokens` tokens can be cached at a time in `memory` bytes, beside the $N$ weights; 0 if none |
# | `"days"` | of training this model (with its own $N$) on the `n_tokens` of `compute_optimal`, not rounded, at `flops_per_second` |
#
# **Convention.** Weights and cache take 2 bytes a number, and there are as many heads of keys and values as of queries. A day has 86,400 seconds.
# Training costs what `training_cost` says. (The argument `n_tokens` is the length of a sequence; what `compute_optimal` returns under that name
# is the tokens to train on.)
#
# **Points.** 1 for each number, for four budgets. `"sequences"` and `"days"` are right, too, for your own `n_layers`.


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
    left = memory - 2 * non_embedding_parameters(*sizes(n_layers))
    sequences = int(left // kv_cache_bytes(n_layers, n_layers, 128, n_tokens, 1, 2))
    seconds = training_flops_per_token(*sizes(n_layers)) * training_tokens / flops_per_second
    return {"n_layers": n_layers, "sequences": max(sequences, 0), "days": seconds / 86_400}
    ### END SOLUTION


# %% oracle="budget" include="oracles/budget.py"

# %% test="budget"
with sanity_check():
    plan = budget(1e21, 80e9, 2048, 1e15, CHINCHILLA)
    assert isinstance(plan, dict), f"expected a dict, not {type(plan).__name__}"
    for key in ("n_layers", "sequences", "days"):
        preview_shape(key, plan.get(key), ())
### BEGIN HIDDEN TESTS
checks.arrays(
    budget,
    oracle=planned,
    cases=PLANS,
    outputs={"n_layers": 1, "sequences": 1, "days": 1},
    accept=given_own(planned, *BUDGETED) | given_training() | given_layers(budget),
    mistakes=BUDGET_MISTAKES,
)
### END HIDDEN TESTS

# %% [markdown]
# Here is what your plan says of three budgets. Guess before you run it: of ten times the money, how much goes into a larger model?

# %% figure folded include="cells/plans.py"

# %% [markdown]
# The counts that you began with fit on a page. They tell what a model costs that nobody has built yet, within the precision at which anybody
# plans: that is what they are for.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not answered yet*, and save.
