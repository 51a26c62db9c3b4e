# %% [markdown]
# # Problem set 3: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine, <<points by a person>> by a person.
#
# GPT-2 small of 2019 and Llama 3.1 70B of 2024 are stacks of nearly the same block, though one has five hundred times as many weights
# as the other. In this set you ask of each part of that block why it is there: what it computes, what it costs, and what goes wrong
# without it.
#
# | part | question | points |
# |---|---|---|
# | 1 | How far can a token see, and what does it pay for it? | <<points receptive_field attention_counts head_costs>> |
# | 2 | What does a block cost, and why are all equally wide? | <<points multi_head_* bottleneck same_size_written>> |
#
# - Answers go where it says *Replace this line* or *Write your answer here*, in any order. *Run All* goes through with questions
#   still open.
# - An answer may call your other answers and cells that you add. What follows from your own earlier count is right where the question
#   says so, if that count earned half of its points or the feedback names its mistake.
# - The cell after each answer looks at its *type, shape and wiring*. It doesn't know the right answer.
# - *By terms* means that each term of a formula that is right earns its part. To count by another convention than the one that is
#   given costs a quarter of the points, once.
# - Where the answer is no formula and one mistake with a name explains every difference, half of the points is yours, or more if more
#   is right.
# - Numbers in arrays are compared to a relative precision of $10^{-7}$; an absolute error below $10^{-9}$ is never charged. A list in place
#   of an array costs a quarter of its points, and so does a function that changes its arguments.
# - Some cells are folded: tools and drawings that you can use without reading them.
# - You need numpy and matplotlib. How answers are graded is described in the course's guide for students, `docs/student.md`.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% folded given="tools" include="../shared/previews.py ../ps1_flops/cells/showing.py cells/heads.py"

# %% [markdown]
# ## The block
#
# Tokens are rows in all of this set: $X$ has shape $(N, D)$, a row of $D$ numbers for each of $N$ tokens.
#
# Each block adds something to $X$ twice: first what its attention makes of it, with $H$ heads of width $e$, then what a feed-forward
# block makes of each token. A layer norm stands before either.

# %% figure folded include="cells/block_figure.py"

# %% [markdown]
# Two models will turn up again and again. (GPT-2: [Radford et al.
# 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf). Llama:
# [Llama Team 2024](https://arxiv.org/abs/2407.21783), table 3.)
#
# | | GPT-2 small | Llama 3.1 70B |
# |---|---|---|
# | blocks | 12 | 80 |
# | width of a token, $D$ | 768 | 8,192 |
# | heads, $H$, of width $e$ | 12 of 64 | 64 of 128; eight of them at a time share their keys and values |
# | longest text, in tokens | 1,024 | 131,072 |
# | weights | 124,439,808, of which 84,934,656 are in the matrices of its blocks | about 70 billion |

# %% [markdown]
# ## Part 1: heads and layers
#
# How far can a token see, and what does it pay for it? You find out how many layers it takes to hear of a whole text, how few weights
# that takes, and what one more head costs.
#
# ### 1.1 How far a token can see (<<receptive_field>>)
#
# A trained softmax often has one large weight and many small ones. Suppose it has *only* one: each head copies to a token the value of
# one other token. A node at layer $n$ is then made of few of the input's positions. In this picture it is the red one at the top, and
# its heads are badly chosen: all of them look next door, where much has been heard of already.

# %% figure folded include="cells/reach_figure.py"

# %% [markdown]
# How many positions of the input can reach a node *at most*, with `n_heads` heads in each of `n_layers` attention layers? Unfold
# the cell above and try other offsets in its last lines first, then find the rule.
#
# **Conventions.**
#
# - A head copies the value of exactly one token to each token. Which one may differ from head to head, layer to layer and token to
#   token; choose them so that as many positions as possible come together. Nothing is masked.
# - Through the residual connection each token keeps its own value as well.
# - A position reaches a node if its vector is in the sum that the node holds. To have had a say in where a head looks isn't enough.
# - `n_layers` layers, 1 or more, lie between the input and the node. Feed-forward blocks mix no tokens and don't matter here.
# - The text has `seq_len` tokens. `seq_len=None` means that it is as long as you like.
#
# **Points.** 1.5 for texts as long as you like, 0.5 for texts of `seq_len` tokens.


# %% answer="receptive_field"
def receptive_field(n_heads, n_layers, seq_len=None):
    """The largest number of input positions that can reach a node after n_layers layers."""
    ### BEGIN SOLUTION
    # Each layer gathers the fields of the token itself and of n_heads others; at best they are disjoint.
    reached = (n_heads + 1) ** n_layers
    return reached if seq_len is None else min(reached, seq_len)
    ### END SOLUTION


# %% oracle="receptive_field"
def by_definition(n_heads, n_layers, seq_len=None):
    """Head j of layer l looks j (n_heads + 1)^l tokens ahead, and round the end of the text."""
    reached = {0}
    for layer in range(n_layers):
        step = (n_heads + 1) ** layer
        reached = {at + head * step for at in reached for head in range(n_heads + 1)}
    return len(reached if seq_len is None else {at % seq_len for at in reached})


def bounded(field):
    """The ways to make a mistake: with the bound of the text, and without."""

    def within(n_heads, n_layers, seq_len=None):
        reached = field(n_heads, n_layers)
        return reached if seq_len is None else min(reached, seq_len)

    return within, lambda n_heads, n_layers, seq_len=None: field(n_heads, n_layers)


# %% test="receptive_field"
preview_calls(receptive_field, dict(n_heads=7, n_layers=3), dict(n_heads=7, n_layers=3, seq_len=11))
### BEGIN HIDDEN TESTS
checks.arrays(
    receptive_field,
    oracle=by_definition,
    cases={
        "1 head, 3 layers": checks.case(1, 3, weight=3),
        "2 heads, 5 layers": checks.case(2, 5, weight=3),
        "4 heads, 3 layers": checks.case(4, 3, weight=3),
        "5 heads, 3 layers": checks.case(5, 3, weight=3),
        "12 heads, 2 layers": checks.case(12, 2, weight=3),
        "2 heads, 4 layers, a text of 50 tokens": checks.case(2, 4, 50, weight=2),
        "3 heads, 2 layers, a text of 50 tokens": checks.case(3, 2, seq_len=50),
        "3 heads, 5 layers, a text of 41 tokens": checks.case(3, 5, seq_len=41, weight=2),
    },
    mistakes={
        "the residual connection is forgotten: a token keeps its own value as well": bounded(
            lambda k, n: k**n
        ),
        "layers multiply what is reached, they don't add to it: the tokens that a head looks at"
        " have heard of others": (
            *bounded(lambda k, n: 1 + k * n),
            *bounded(lambda k, n: (k + 1) * n),
            *bounded(lambda k, n: k * n),
            *bounded(lambda k, n: 1 + 2 * k * n),
            *bounded(lambda k, n: 2 * k * n),
        ),
        "a token keeps its own value in every layer, not in one only": (
            *bounded(lambda k, n: k**n + 1),
            *bounded(lambda k, n: sum(k**layer for layer in range(n + 1))),
            *bounded(lambda k, n: k * (k + 1) ** (n - 1)),
        ),
        "a head looks at one token, not at one on either side": (
            *bounded(lambda k, n: (2 * k + 1) ** n),
            *bounded(lambda k, n: (2 * k) ** n),
        ),
        "every head sees what all heads of the layer below have gathered, not its own alone": (
            *bounded(lambda k, n: k * 2**n),
            *bounded(lambda k, n: k * (2**n - 1) + 1),
        ),
        "this is the field of a single layer": bounded(lambda k, n: k + 1),
        "n_layers counts attention layers: each mixes tokens once": bounded(
            lambda k, n: (k + 1) ** (2 * n)
        ),
        "each head adds one token to what is gathered, it doesn't double it": (
            *bounded(lambda k, n: 2 ** (k * n)),
            *bounded(lambda k, n: (2**k) ** n),
            *bounded(lambda k, n: 2**k * n),
        ),
        "the heads are forgotten: this is the field of a single head": bounded(lambda k, n: 2**n),
        "the node's own position is left out": bounded(lambda k, n: (k + 1) ** n - 1),
        "this is one layer too few": bounded(lambda k, n: (k + 1) ** (n - 1)),
        "this is one layer too many": bounded(lambda k, n: (k + 1) ** (n + 1)),
        "heads and layers have changed places": (
            *bounded(lambda k, n: (n + 1) ** k),
            *bounded(lambda k, n: n ** (k + 1)),
            *bounded(lambda k, n: n**k),
        ),
        "nodes of all layers are counted; the question asks for positions of the input": bounded(
            lambda k, n: sum((k + 1) ** layer for layer in range(n + 1))
        ),
        "a text of seq_len tokens has no more positions than that": lambda k, n, seq_len=None: (
            (k + 1) ** n
        ),
        "heads that look round the end of a text see its tokens again; nothing is subtracted": (
            lambda k, n, seq_len=None: (k + 1) ** n % (seq_len or (k + 1) ** (n + 1))
        ),
        "in a text of seq_len tokens the node's own position counts as well": (
            lambda k, n, seq_len=None: min((k + 1) ** n, (seq_len or 10**9) - 1)
        ),
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Guess, then run: after how many layers can a token of GPT-2 small have heard of all 1,024 tokens, if its heads look
# where it is best, and one of Llama 3.1 70B of all 131,072? (These models are causal: take the last token.)

# %% figure folded include="cells/depth.py"

# %% [markdown]
# That is what depth buys in principle, and so few of a model's layers would do that others must have another use. Trained models can also
# spare many of their heads: in a translation model and in BERT most heads could be taken out one at a time without much harm ([Michel et
# al. 2019](https://arxiv.org/abs/1905.10650)).

# %% [markdown]
# ### 1.2 Few weights for any length (<<attention_counts>>, 0.6 for each entry)
#
# Self-attention with one head as wide as a token maps $X$, of shape $(N, D)$, to an array of the same shape:
#
# $$
# Q = X W_q^\top + b_q, \qquad K = X W_k^\top + b_k, \qquad V = X W_v^\top + b_v, \qquad
# A = \mathrm{softmax}\!\left(Q K^\top / \sqrt{D}\right), \qquad \text{output } A V .
# $$
#
# $Q$, $K$ and $V$ are as large as $X$; a bias is added to every row alike. How many numbers is that, and how many would a plain
# fully connected layer take for the same map? Return a dict:
#
# | entry | counts |
# |---|---|
# | `"qkv_weights"` | the entries of $W_q$, $W_k$ and $W_v$ together |
# | `"qkv_biases"` | the entries of $b_q$, $b_k$ and $b_v$ together |
# | `"attention_weights"` | the entries of $A$ |
# | `"dense_weights"` | the weights of one fully connected layer from all $ND$ numbers of $X$ to all $ND$ numbers of the output |
# | `"dense_biases"` | the biases of that layer |
#
# **Convention.** Nothing is masked, and there is no output projection. Every entry of $A$ counts, though each row sums to 1.


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
### BEGIN HIDDEN TESTS
checks.ledger(
    attention_counts,
    variables="n d",
    other={
        "qkv_weights": "3*d**2",
        "qkv_biases": "3*d",
        "attention_weights": "n**2",
        "dense_weights": "n**2*d**2",
        "dense_biases": "n*d",
    },
    together={
        "N and D have changed places: a token is a row of D numbers, and there are N of them": {
            "qkv_weights": "3*n**2",
            "qkv_biases": "3*n",
            "attention_weights": "d**2",
        },
    },
    mistakes={
        "qkv_weights": {
            "this is one of the three matrices": "d**2",
            "this is two of the three matrices": "2*d**2",
            "an output projection is counted; here is none": "4*d**2",
            "biases have an entry of their own": "3*d**2 + 3*d",
            "all tokens share the weights: they don't multiply with the sequence length": (
                "3*n*d**2"
            ),
            "a matrix maps the D numbers of a token to D numbers: it has D² entries, whatever N is": (
                "3*n*d"
            ),
        },
        "qkv_biases": {
            "each bias is a vector with a number for each of the D components, not one number": "3",
            "a bias has a number for each component of a token, not one for each token": "3*n",
            "the same bias is added to every row: it doesn't multiply with the sequence length": (
                "3*n*d"
            ),
            "this is one of the three biases": "d",
        },
        "attention_weights": {
            "every token has a weight for each token: N of them in each of N rows": "n",
            "the last weight of a row follows from the others, but every entry counts": "n**2 - n",
            "nothing is masked: every token has a weight for all N": "n*(n + 1)/2",
            "a weight is a number, not a vector": "n**2*d",
        },
        "dense_weights": {
            "this is a layer that maps each token on its own; a weight joins each of ND inputs to"
            " each of ND outputs": "d**2",
            "such a layer for each token maps tokens on their own; a weight joins each of ND inputs"
            " to each of ND outputs": "n*d**2",
            "a weight joins each of ND inputs to each of ND outputs: D² of them for a pair of tokens,"
            " not one": "n**2",
            "a weight joins each of ND inputs to each of ND outputs: D² of them for a pair of tokens,"
            " not D": "n**2*d",
            "this is a weight for each output; each has one for every input": "n*d",
            "biases have an entry of their own": "n**2*d**2 + n*d",
        },
        "dense_biases": {
            "there is a bias for each of the ND outputs; N² is the number of pairs of tokens": (
                "n**2"
            ),
            "there is a bias for each of the ND outputs, not only for each token": "n",
            "there is a bias for each of the ND outputs, not only for each component": "d",
            "there is a bias for each of the ND outputs, not one for all": "1",
            "this is a bias for each weight; there is one for each output": "n**2*d**2",
        },
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Your counts for the two models, at their longest texts. How many times as many weights would the dense layer have?
# And which of the two could read a text that is one token longer?

# %% figure folded include="cells/dense.py"

# %% [markdown]
# ### 1.3 What one more head costs (<<head_costs>>: 1 for the weights, 3 for the FLOPs, by terms)
#
# Now $H$ heads of width $e$ read $X$, of shape $(N, D)$. Head $h$ has its own queries, keys and values,
# each of shape $(N, e)$. The heads' outputs, side by side, go through $W_o$ back to width $D$:
#
# $$
# Q_h = X W_{q,h}^\top, \quad K_h = X W_{k,h}^\top, \quad V_h = X W_{v,h}^\top, \qquad
# O_h = \mathrm{softmax}\!\left(Q_h K_h^\top / \sqrt{e}\right) V_h, \qquad
# \text{output } [O_1, \dots, O_H]\, W_o^\top .
# $$
#
# `head_weights` returns the number of entries of all these matrices, `head_flops` the FLOPs from $X$ to the output.
#
# | argument | `n` | `d` | `n_heads` | `d_head` |
# |---|---|---|---|---|
# | meaning | $N$ | $D$ | $H$ | $e$ |
#
# **Conventions.** $W_o$ is included. There are no biases; the softmax is free with its factor (P5), and so is putting the heads side
# by side. The width of a head is an argument of its own: often $e = D/H$, but not always, and the tests ask for any. An answer that is
# right only where $D = He$ earns half. A matrix that is forgotten or misread in the weights isn't charged again in the FLOPs, or in 2.1.


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


# %% oracle="head_costs multi_head_flops"
NO_OUTPUT = (
    "three matrices are counted; W_o, which maps the heads' outputs back to width D, is the fourth"
)
SLICED = "each head reads all D numbers of a token, not a slice: its W_q, W_k and W_v are e × D, not e × e"
BLOCKS = f"{SLICED}; and W_o is one D × He matrix, not an e × e one for each head"
ONE_BLOCK = f"{SLICED}; this is one e × e matrix per head, and there are W_q, W_k, W_v and W_o"
FULL_WIDTH = "this is for heads as wide as a token; the width of a head is d_head"

# %% oracle="head_costs"
HEAD_SIZES = "n d n_heads d_head"
QKV, OUTPUT = "W_q, W_k and W_v", "W_o"
WEIGHTS = {QKV: "3*n_heads*d_head*d", OUTPUT: "d*n_heads*d_head"}
PROJECTED, SCORES, SUMS, MAPPED_BACK = (
    "the queries, keys and values",
    "the scores",
    "the weighted sums",
    "the product with W_o",
)
PRODUCTS = {
    PROJECTED: "3*n_heads n d d_head",
    SCORES: "n_heads n d_head n",
    SUMS: "n_heads n n d_head",
    MAPPED_BACK: "n n_heads*d_head d",
}
IN_WEIGHTS = {
    NO_OUTPUT: {OUTPUT: "0"},
    SLICED: {QKV: "3*n_heads*d_head**2"},
    BLOCKS: {QKV: "3*n_heads*d_head**2", OUTPUT: "n_heads*d_head**2"},
    ONE_BLOCK: "n_heads*d_head**2",
    FULL_WIDTH: {QKV: "3*n_heads*d**2", OUTPUT: "n_heads*d**2"},
}
IN_FLOPS = {
    NO_OUTPUT: {MAPPED_BACK: "0"},
    SLICED: {PROJECTED: "6*n*n_heads*d_head**2"},
    BLOCKS: {PROJECTED: "6*n*n_heads*d_head**2", MAPPED_BACK: "2*n*n_heads*d_head**2"},
    FULL_WIDTH: {
        PROJECTED: "6*n*n_heads*d**2",
        SCORES: "2*n_heads*n**2*d",
        SUMS: "2*n_heads*n**2*d",
        MAPPED_BACK: "2*n*n_heads*d**2",
    },
}


def at_any_width(check, function, share, anywhere, filled):
    """The verdict at any sizes, or where D = He if that says more: d // n_heads is a formula there,
    and what is right there earns half.

    anywhere, filled: what the check is told in the first case, and in the second.
    """
    verdict = check(function, variables=HEAD_SIZES, share=share, **anywhere)
    if verdict.points == verdict.max_points or (verdict.mistake and verdict.points):
        return verdict
    sizes = dict(variables=HEAD_SIZES, where={"d": "n_heads*d_head"})
    special = check(function, share=share / 2, **sizes, **filled)
    no_formula = verdict.counted is None and special.counted is not None
    if no_formula or special.points > verdict.points or special.points == special.max_points:
        lost = "heads of any width", "looked at where D = He only; elsewhere it is not right"
        return special + checks.Verdict.nothing(*lost, verdict.max_points / 2)
    return verdict


def with_mistake(wrong):
    """The cost of the heads where these parts are counted otherwise."""
    return checks.cost({part: each for part, each in PRODUCTS.items() if part not in wrong}, wrong)


# %% test="head_costs"
preview_count(head_weights, n=13, d=7, n_heads=3, d_head=5)
preview_count(head_flops, n=13, d=7, n_heads=3, d_head=5)
### BEGIN HIDDEN TESTS
weights = at_any_width(
    checks.polynomial,
    head_weights,
    share=1 / 4,
    anywhere=dict(
        expected=WEIGHTS,
        others={"head_flops": checks.cost(PRODUCTS)},
        mistakes=IN_WEIGHTS
        | {
            "all tokens share the weights: they don't multiply with the sequence length": {
                "*": "n"
            },
            "the entries of A are counted, which are no weights: each text has its own": {
                "+": "n_heads*n**2"
            },
        },
        conventions={
            "biases are counted, and here are none": {"+": "3*n_heads*d_head + d"},
            "biases of queries, keys and values are counted, and here are none": {
                "+": "3*n_heads*d_head"
            },
            "four biases of width D are counted, and here are none": {"+": "4*d"},
        },
    ),
    filled=dict(expected=WEIGHTS, mistakes=IN_WEIGHTS),
)
# A mistake with a name that was made in the weights is not charged again.
carried = weights.mistake if weights.mistake in IN_FLOPS else ""
products = at_any_width(
    checks.flops,
    head_flops,
    share=3 / 4,
    anywhere=dict(
        products=PRODUCTS,
        others={"head_weights": "4*n_heads*d_head*d"},
        accept={"right, given your head_weights": with_mistake(IN_FLOPS[carried])}
        if carried
        else {},
        mistakes={text: wrong for text, wrong in IN_FLOPS.items() if text != carried}
        | {
            "the vectors of a head have d_head numbers, not D": {
                SCORES: "2*n_heads*n**2*d",
                SUMS: "2*n_heads*n**2*d",
            },
            "every head has scores of its own": {
                SCORES: "2*n**2*d_head",
                SUMS: "2*n**2*d_head",
            },
            "every token has a score for each token: N² scores in a head, not N": {
                SCORES: "2*n_heads*n*d_head",
                SUMS: "2*n_heads*n*d_head",
            },
            "nothing is masked here: every token looks at all N tokens": {
                SCORES: "n_heads*n*(n + 1)*d_head",
                SUMS: "n_heads*n*(n + 1)*d_head",
            },
            "the projections happen for every token: times N": {
                PROJECTED: "6*n_heads*d_head*d",
                MAPPED_BACK: "2*n_heads*d_head*d",
            },
            "a token is projected once, not once for each token that looks at it": {
                PROJECTED: "6*n**2*n_heads*d_head*d",
                MAPPED_BACK: "2*n**2*n_heads*d_head*d",
            },
            "two FLOPs per weight and token leaves out the products of attention, which have no"
            " weights": {SCORES: "0", SUMS: "0"},
        },
        conventions={
            "biases are charged, and here are none": {"+": "3*n*n_heads*d_head + n*d"},
            "biases of queries, keys and values are charged, and here are none": {
                "+": "3*n*n_heads*d_head"
            },
            "a residual connection or a bias of W_o is charged, and here is neither": {"+": "n*d"},
            "the factor 1/√e is charged on the queries; here it is free (P5)": {
                "+": "n*n_heads*d_head"
            },
            "the factor 1/√e is charged on the scores, or one operation of the softmax on each; here"
            " both are free (P5)": {"+": "n_heads*n**2"},
        }
        | {
            f"{number} operations for each score are charged for the softmax and the factor 1/√e;"
            " here both are free (P5)": {"+": f"{number}*n_heads*n**2"}
            for number in (2, 3, 4, 5)
        },
    ),
    filled=dict(products=PRODUCTS, mistakes=IN_FLOPS),
)
weights.of("head_weights") + products.of("head_flops")
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* Guess first: GPT-2 small has 12 heads of width 64. What would change with one head of width 768, with 96 of width 8,
# and with 12 of width 768? The last column counts what the softmax works on. And what part of the model's block weights is in its
# attention?

# %% figure folded include="cells/heads_table.py"

# %% [markdown]
# ## Part 2: what a block costs
#
# In this part the heads together are as wide as a token, $D = He$, as in GPT-2 and Llama. What does attention cost when it reads one
# text for another, when is it the expensive half of a block, and what makes all blocks equally wide?
#
# ### 2.1 When others are asked (<<multi_head_flops>>, by terms)
#
# In a translation model the decoder's tokens ask and the encoder's are asked: the queries come from $n_t$ tokens, keys and values from
# $n_s$ other ones. All are rows of width $D = He$. How many FLOPs do the matrix products of this
# multi-head attention take, for one sequence of either kind?
#
# | argument | `n_t` | `n_s` | `d_head` | `n_heads` |
# |---|---|---|---|---|
# | meaning | tokens that ask | tokens that are asked | $e$ | $H$ |
#
# **Convention.** Matrix products only, that with $W_o$ included: each costs $2mnp$ for $(m \times n)(n \times p)$. No biases, and nothing is
# masked. The softmax and moving heads around are no products.


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


# %% oracle="multi_head_flops"
WIDTH = "n_heads*d_head"
PRODUCTS = {
    "the queries": f"n_t {WIDTH} {WIDTH}",
    "the keys": f"n_s {WIDTH} {WIDTH}",
    "the values": f"n_s {WIDTH} {WIDTH}",
    "the scores": "n_heads n_t d_head n_s",
    "the weighted sums": "n_heads n_t n_s d_head",
    "the product with W_o": f"n_t {WIDTH} {WIDTH}",
}
# Mistakes that are charged in head_costs, where they are made there.
AS_IN_HEAD_COSTS = {
    NO_OUTPUT: {"the product with W_o": "0"},
    SLICED: {
        "the queries": "2*n_t*n_heads*d_head**2",
        "the keys": "2*n_s*n_heads*d_head**2",
        "the values": "2*n_s*n_heads*d_head**2",
    },
    BLOCKS: {
        "the queries": "2*n_t*n_heads*d_head**2",
        "the keys": "2*n_s*n_heads*d_head**2",
        "the values": "2*n_s*n_heads*d_head**2",
        "the product with W_o": "2*n_t*n_heads*d_head**2",
    },
}


def carried_over():
    """The mistake in head_costs, if there is one that this count may rest on."""
    verdict = checks.followed("head_costs")
    return verdict.mistake if verdict and verdict.mistake in AS_IN_HEAD_COSTS else ""


def with_mistake(wrong):
    """The cost where these parts are counted otherwise."""
    return checks.cost({part: each for part, each in PRODUCTS.items() if part not in wrong}, wrong)


# %% test="multi_head_flops"
preview_count(multi_head_flops, n_t=7, n_s=11, d_head=5, n_heads=3)
### BEGIN HIDDEN TESTS
carried = carried_over()
checks.flops(
    multi_head_flops,
    variables="n_t n_s d_head n_heads",
    products=PRODUCTS,
    accept={"right, given your answer to head_costs": with_mistake(AS_IN_HEAD_COSTS[carried])}
    if carried
    else {},
    mistakes={text: wrong for text, wrong in AS_IN_HEAD_COSTS.items() if text != carried}
    | {
        "four projections of one text are counted, those of n_t tokens; keys and values are of n_s": {
            "the keys": f"2*n_t*({WIDTH})**2",
            "the values": f"2*n_t*({WIDTH})**2",
        },
        "only the values are projected from the n_s tokens that are asked; so are the keys": {
            "the keys": f"2*n_t*({WIDTH})**2",
        },
        "the output has a row for each token that asks, n_t of them, not n_s": {
            "the product with W_o": f"2*n_s*({WIDTH})**2",
        },
        "this is a single head, on tokens no wider than the head; they have D = He numbers": (
            "4*(n_t + n_s)*d_head**2 + 4*n_t*n_s*d_head"
        ),
        "D² for each projection is for all heads together: not times H": {
            "the queries": f"2*n_t*n_heads*({WIDTH})**2",
            "the keys": f"2*n_s*n_heads*({WIDTH})**2",
            "the values": f"2*n_s*n_heads*({WIDTH})**2",
            "the product with W_o": f"2*n_t*n_heads*({WIDTH})**2",
        },
        "the projections happen for every token: times n_t or n_s": dict.fromkeys(
            ("the queries", "the keys", "the values", "the product with W_o"), f"2*({WIDTH})**2"
        ),
        "the heads together are as wide as a token: scores and weighted sums are multiplied by H once,"
        " not twice": {
            "the scores": "2*n_t*n_s*n_heads**2*d_head",
            "the weighted sums": "2*n_t*n_s*n_heads**2*d_head",
        },
        "every head has scores and weighted sums of its own: times H": {
            "the scores": "2*n_t*n_s*d_head",
            "the weighted sums": "2*n_t*n_s*d_head",
        },
        "the scores of a text with itself are counted; here n_t tokens meet n_s others": {
            "the scores": "2*n_s**2*n_heads*d_head",
            "the weighted sums": "2*n_s**2*n_heads*d_head",
        },
        "two FLOPs per weight and token leaves out the products of attention, which have no weights": {
            "the scores": "0",
            "the weighted sums": "0",
        },
        "the projections are forgotten: they are products too": {
            "the queries": "0",
            "the keys": "0",
            "the values": "0",
            "the product with W_o": "0",
        },
        "every pair of tokens has a score in each head, a number for e products, not for D²": {
            "the scores": f"2*n_t*n_s*({WIDTH})**2",
            "the weighted sums": f"2*n_t*n_s*({WIDTH})**2",
        },
    },
    conventions={
        "biases are charged, and here are none": {"+": f"2*(n_t + n_s)*{WIDTH}"},
        "biases of queries, keys and values are charged, and here are none": {
            "+": f"(n_t + 2*n_s)*{WIDTH}"
        },
        "the factor 1/√e is charged on the queries, which is no matrix product": {
            "+": f"n_t*{WIDTH}"
        },
    }
    | {
        f"{number} for each score {'is' if number == 1 else 'are'} charged, for the softmax or the"
        " factor 1/√e, which are no matrix products": {"+": f"{number}*n_heads*n_t*n_s"}
        for number in (1, 2, 3, 4, 5)
    },
)
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* A model that writes has one new token that asks, and all before it are asked. Your count for a layer of GPT-2 small:
# how much cheaper is one asker than a whole text of them? What makes one so expensive, and what would you keep in memory to avoid it?
# (Problem set 4 does.)

# %% figure folded include="cells/one_more_token.py"

# %% [markdown]
# ### 2.2 The bottleneck (<<bottleneck>>: 0.5 for each entry, 2 for the length)
#
# What takes most of the FLOPs of multi-head attention (without the feed-forward block), where the tokens are wide and the text is short,
# and where the tokens are narrow and the text is long? Choose one option for each entry of the dict `bottleneck`:
#
# | entry | when |
# |---|---|
# | `"short"` | $D$ is large, the text is short |
# | `"long"` | $D$ is small, the text is long |
#
# The options are `"projections"` (the products with $W_q, W_k, W_v, W_o$), `"scores and sums"` ($QK^\top$ and $AV$ in each
# head), `"softmax"` (a few operations for each score, if they were charged), and `"moving heads"` (splitting arrays into heads, and
# putting the heads side by side).
#
# And where is the border? `crossover_seq_len` returns the length $N$ at which the scores and weighted sums of a block cost as many FLOPs as
# all its other products, by the count of 2.1 with $n_t = n_s = N$.
#
# | argument | `d_model` | `ffn_mult` |
# |---|---|---|
# | meaning | $D = He$ | $f$: the hidden layer of the feed-forward block has width $fD$; `0` if there is no such block |
#
# **Conventions.** The other products are the four projections and those of the feed-forward block, which are two: from $D$ to $fD$ and
# back. No biases; layer norms and the softmax are free. Return where both sides are equal, without rounding. What follows from your own
# count in 2.1 is right.


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

# %% oracle="bottleneck"
import math

KINDS = ["projections", "scores and sums", "softmax", "moving heads"]


def by_definition(d_model, ffn_mult):
    """The first length at which what grows with its square has caught up."""

    def product(m, n, p):
        return 2 * m * n * p

    length, hidden = 1, ffn_mult * d_model
    while 2 * product(length, d_model, length) < (
        4 * product(length, d_model, d_model)
        + product(length, d_model, hidden)
        + product(length, hidden, d_model)
    ):
        length += 1
    return length


def of_your_count(d_model, n_heads=1):
    """What a N + b N² your count in 2.1 is for a text of N tokens: (a, b), or None for another."""
    count = checks.followed("multi_head_flops").counted
    once, twice, thrice = (count(n, n, d_model // n_heads, n_heads) for n in (1, 2, 3))
    b = (twice - 2 * once) / 2
    a = once - b
    return (a, b) if b > 0 and 3 * a + 9 * b == thrice else None


def by_your_count(d_model, ffn_mult):
    a, b = of_your_count(d_model)
    return float((a + 4 * ffn_mult * d_model**2) / b)


def next_whole(d_model, ffn_mult):
    return math.ceil(by_your_count(d_model, ffn_mult))


def your_count():
    """What allows it -> the crossover by the student's own count, where there is one whatever the
    number of heads; also as the first length at which attention has caught up.
    """
    followed = checks.followed("multi_head_flops")
    if followed is None or followed.counted is None or of_your_count(12) is None:
        return {}
    if of_your_count(12) != of_your_count(12, n_heads=3):
        return {}
    given = "given your answer to multi_head_flops"
    return {f"right, {given}": by_your_count, f"right as a whole number, {given}": next_whole}


def chosen():
    try:
        return bottleneck
    except NameError:  # the length may be answered alone
        return None


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
### BEGIN HIDDEN TESTS
length = checks.arrays(
    crossover_seq_len,
    oracle=by_definition,
    accept=your_count(),
    cases={
        "D = 12 without a feed-forward block": checks.case(12, 0),
        "D = 20 without a feed-forward block": checks.case(20, 0),
        "D = 12, f = 4": checks.case(12, 4),
        "D = 15, f = 3": checks.case(15, 3),
        "D = 14, f = 1": checks.case(14, 1),
        "D = 8, f = 6": checks.case(8, 6),
    },
    mistakes={
        "attention is quadratic from the first token on: what matters is when it costs as much as the"
        " rest": lambda d, f: d,
        "the feed-forward block is forgotten": lambda d, f: 2 * d,
        "this is for f = 4; here f is an argument": lambda d, f: 6 * d,
        "the feed-forward block has two products, not one": lambda d, f: (2 + f / 2) * d,
        "the feed-forward block has two products, not three": lambda d, f: (2 + 1.5 * f) * d,
        "each of the two products of the feed-forward block costs 2 N D · fD": lambda d, f: (
            (2 + f / 4) * d
        ),
        "the feed-forward block is counted twice": lambda d, f: (2 + 2 * f) * d,
        "the projections are forgotten": (lambda d, f: f * d, lambda d, f: f * d / 2),
        "there are four projections, not three": lambda d, f: (1.5 + f) * d,
        "there are four projections, not one": lambda d, f: (0.5 + f) * d,
        "there are four projections, not two": lambda d, f: (1 + f) * d,
        "scores and weighted sums are two products, not one": lambda d, f: 2 * (2 + f) * d,
        "half the right length, as with multiply–accumulates on one side and FLOPs on the other (P6)": (
            lambda d, f: (2 + f) * d / 2,
            lambda d, f: (2 + f) * d // 2,
        ),
        "the hidden layer is fD wide; the product with it takes f D² for a token, not (fD)²": (
            lambda d, f: (2 + f**2) * d,
            lambda d, f: (2 + f**2 / 2) * d,
        ),
        "the width of the hidden layer is f D, not f": (lambda d, f: 2 * d + f,),
        "scores and weighted sums are compared with the feed-forward block and the projections each,"
        " not with both together": lambda d, f: max(2, f) * d,
    },
    share=2 / 3,
)
options = checks.choices(
    chosen(),
    expected={"short": "projections", "long": "scores and sums"},
    options=KINDS,
    why={
        "short": {
            "scores and sums": (
                "They grow with N² D and the projections with N D²: which is larger where N is small?"
            ),
            "softmax": (
                "It has a few operations for each of the H N² scores, and each score takes 2e itself"
            ),
            "moving heads": "Copies are free (P5), and there are only N D numbers to move",
        },
        "long": {
            "projections": (
                "They grow with N D² and scores and weighted sums with N² D: which is larger where N"
                " is large?"
            ),
            "softmax": (
                "It has a few operations for each of the H N² scores, which takes 2e to compute and"
                " 2e to use. (On real machines its memory traffic can be what one waits for.)"
            ),
            "moving heads": "Copies are free (P5), and there are only N D numbers to move",
        },
    },
    share=1 / 3,
)
length + options
### END HIDDEN TESTS

# %% [markdown]
# *Why it matters.* The cost of a layer against the length of the text, by your `multi_head_flops`, and your crossovers without a
# feed-forward block (solid) and with one of $f = 4$ (dashed): do they stand where the lines cross? On which side of them do the two models
# live? (Llama's feed-forward block has three products and its keys and values are shared, so that its true lines lie a little elsewhere.)

# %% figure folded include="cells/bottleneck_figure.py"

# %% [markdown]
# ### 2.3 As much out as in (<<same_size_written>>, graded by a person)
#
# Attention as such could give out tokens of another width: a $W_o$ of shape $(D', He)$ would do. Yet in every block the tokens come out as
# wide as they went in.
#
# - Which operation of the block needs that? What would it take to do without, with $D' \neq D$: which matrix of which shape, how many weights,
#   how many FLOPs for $N$ tokens? And what would be lost on the way from the first block to the last, or back? (2 points)
# - What else does one gain, looking at the whole stack? (1 point)

# %% [markdown] written="same_size_written"
# ### BEGIN SOLUTION
#
# **In the block.** The residual connection adds the input of a part to its output, $X + \mathrm{Attention}(X)$, and an addition needs two
# arrays of one shape. With an output of width $D'$ the input would have to be brought to that width first, $X W_r^\top$ with a $W_r$ of shape
# $(D', D)$: $D D'$ more weights and $2 N D D'$ more FLOPs for every such connection. Worse, the path past the block would no longer be the
# identity. As long as it is, what a block has written stays there for all later ones unless one of them takes it away, and the
# derivative of the loss reaches each block through a sum with the identity in it; through products of forty matrices $W_r$ it may vanish
# or explode, which is what residual connections were made against.
#
# **In the stack.** Blocks of equal sizes can be stacked to any depth without anything between them: one design, one set of sizes, one
# piece of code. A block can be added, left out or shared, and the output layer may read any depth.
#
# === BEGIN MARK SCHEME ===
#
# | points | for |
# |---|---|
# | 1 | the residual connection: an addition (of input and output of the part) needs equal shapes |
# | 0.5 | the repair and its cost: a projection of shape $(D', D)$ (or its transpose) on the residual path, $DD'$ weights and $2NDD'$ FLOPs. MACs, a bias, or zero padding that costs nothing but loses nothing either are fine |
# | 0.5 | the loss: the path is no identity any more, for the signal or for gradients |
# | 1 | the stack: any number of blocks without adapters, one design for all, modularity |
#
# "So that layers can be stacked" alone is the last point only. That matrix products need it earns nothing: they don't.
# === END MARK SCHEME ===
# ### END SOLUTION
