from ..shared.needs import needs
from ..shared.preview_ledger import preview_ledger
from ..shared.previews import preview_count
from .cells.counting_array import count_operations
from .cells.lines import LEDGER_LINES, STEPS
from .cells.preview_gradients import PARAMETERS, preview_gradients

# %% [markdown]
# # Problem set 1: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# You take the smallest thing that deserves the name transformer, one attention head and one
# feed-forward block, and count every operation in it: first when it predicts, then when it learns.
# Each formula that you find is put to use at once: numpy counts along, your machine's clock runs
# beside it, and at the end you plan a day of training.
#
# | part | question | points |
# |---|---|---|
# | 1 | What does it cost to predict? | <<points of part 1>> |
# | 2 | What does it cost to learn? | <<points of part 2>> |
#
# - Answer where it says `raise NotImplementedError`, and in the text cell of question 5; in any
#   order. *Run all* goes through with questions still open. An answer may use what locked cells
#   define (`forward`, say), cells that you add, and your other answers.
# - The cell after each answer looks at its *type and shape*, and whether the arguments have kept
#   names and order. (That of question 5 does more: it measures slopes.) It doesn't know the right
#   answer, and nbgrader's *Validate* runs nothing else.
# - How answers are graded stands in the guide for students, [student.md](student.md), which comes
#   with this notebook. You need numpy and matplotlib (and ipywidgets if you like sliders).

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% [markdown]
# ## The layer
#
# The model reads a sequence of $L$ tokens and gives one number per token. There are no biases, no
# embedding, no residual connection and no normalisation. It is an encoder: every token looks at
# every token, nothing is masked. Rows are tokens.
#
# $$
# \begin{aligned}
# Q &= X W_q^\top, \qquad K = X W_k^\top, \qquad V = X W_v^\top
#   && \text{queries, keys, values} \\
# S &= \tfrac{1}{\sqrt{d_\text{attn}}}\, Q K^\top, \qquad A = \mathrm{softmax}(S) \text{ in each row}
#   && \text{who looks at whom} \\
# \tilde V &= A V && \text{weighted sums of the values} \\
# Z &= \tilde V W_1^\top, \qquad H = \mathrm{ReLU}(Z), \qquad \hat y = H w_2
#   && \text{feed-forward block} \\
# \ell &= \sum_{t=1}^{L} (y_t - \hat y_t)^2 && \text{loss: a sum, not a mean}
# \end{aligned}
# $$
#
# | in the text | in the code | shape | what it is |
# |---|---|---|---|
# | $L$ | `seq_len` | | number of tokens |
# | $d_\text{in},\ d_\text{attn},\ d_\text{out},\ d_\text{hidden}$ | `d_in`, `d_attn`, `d_out`, `d_hidden` | | width of a token, of a query or key, of a value, of the hidden layer |
# | $X$ | `X` | $(L, d_\text{in})$ | the tokens, one per row |
# | $W_q,\ W_k$ | `W_q`, `W_k` | $(d_\text{attn}, d_\text{in})$ | weights of queries and keys |
# | $W_v$ | `W_v` | $(d_\text{out}, d_\text{in})$ | weights of values |
# | $W_1,\ w_2$ | `W_1`, `w_2` | $(d_\text{hidden}, d_\text{out}),\ (d_\text{hidden},)$ | weights of the feed-forward block; $w_2$ is a vector |
# | $Q,\ K$ | `Q`, `K` | $(L, d_\text{attn})$ | queries, keys |
# | $V,\ \tilde V$ | `V`, `V_tilde` | $(L, d_\text{out})$ | values, and their weighted sums |
# | $S,\ A$ | `S`, `A` | $(L, L)$ | scaled scores; attention weights, each row sums to 1 |
# | $Z,\ H$ | `Z`, `H` | $(L, d_\text{hidden})$ | hidden layer before and after ReLU |
# | $\hat y,\ y$ | `y_hat`, `y` | $(L,)$ | predictions, labels |

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% [markdown]
# The forward pass is given, so that everyone counts the same one. Use it in your answers if you
# like.


# %% given="forward"
def forward(X, W_q, W_k, W_v, W_1, w_2):
    """Run the layer and return every intermediate array, by name.

    Shapes are those of the table above; the keys are Q K V S A V_tilde Z H y_hat.
    """
    kind = type(X)  # the counting arrays of part 1 pass through; they count your code only
    X, W_q, W_k, W_v, W_1, w_2 = map(np.ascontiguousarray, (X, W_q, W_k, W_v, W_1, w_2))
    Q, K, V = X @ W_q.T, X @ W_k.T, X @ W_v.T
    S = Q @ K.T / np.sqrt(W_q.shape[0])
    weights = np.exp(S - np.max(S, axis=1, keepdims=True))  # no overflow: the largest is exp(0)
    A = weights / np.sum(weights, axis=1, keepdims=True)
    V_tilde = A @ V
    Z = V_tilde @ W_1.T
    H = np.maximum(Z, 0)
    y_hat = H @ w_2
    arrays = dict(Q=Q, K=K, V=V, S=S, A=A, V_tilde=V_tilde, Z=Z, H=H, y_hat=y_hat)
    return {name: array.view(kind) for name, array in arrays.items()}


def squared_loss(X, y, W_q, W_k, W_v, W_1, w_2):
    """The loss of one sequence: squared errors summed over its tokens."""
    y_hat = forward(X, W_q, W_k, W_v, W_1, w_2)["y_hat"]
    error = np.ascontiguousarray(y) - np.ascontiguousarray(y_hat)
    return np.sum(error * error)


# %% [markdown]
# Here is the same layer as a picture: self-attention in blue, the feed-forward block in green. The
# arrows say which array goes where, and its shape.

# %% figure folded include="cells/layer_figure.py"

# %% [markdown]
# ## Part 1: inference
#
# In this part the layer predicts; nothing is learnt. Here and in part 2 every counting function
# takes the same five sizes in the same order. It returns one whole number, or a dict of them where
# the question says so:
#
# | argument | `seq_len` | `d_in` | `d_attn` | `d_out` | `d_hidden` |
# |---|---|---|---|---|---|
# | meaning | $L$ | $d_\text{in}$ | $d_\text{attn}$ | $d_\text{out}$ | $d_\text{hidden}$ |
#
# A closed formula is the natural answer. A loop that counts is as good for the tests, which call it
# with small sizes only; tables and figures at real sizes say so where a loop would take too long.

# %% folded given="previews" include="../../examiner/checks/numbers.py ../shared/previews.py ../shared/needs.py"

# %% given="helpers"
# Sizes for trying things out: no two of them can be taken for each other.
EXAMPLE = dict(seq_len=13, d_in=17, d_attn=23, d_out=3, d_hidden=29)
# The widths of a block of GPT-2 small. Its 12 heads of width 64 have products that cost what those
# of one head of width 768 do, but 12 arrays A.
GPT2_SMALL = dict(d_in=768, d_attn=768, d_out=768, d_hidden=3072)


def random_layer(seq_len, d_in, d_attn, d_out, d_hidden, seed=None):
    """Draw (X, y, W_q, W_k, W_v, W_1, w_2) of the given sizes, normal with deviation 0.7."""
    draw = np.random.default_rng(seed).normal
    shapes = [(seq_len, d_in), (seq_len,), (d_attn, d_in), (d_attn, d_in), (d_out, d_in)]
    shapes += [(d_hidden, d_out), (d_hidden,)]
    return tuple(draw(scale=0.7, size=shape) for shape in shapes)


# %% [markdown]
# ### Question 1: parameters (<<q1_parameters>>)
#
# How many numbers does the layer learn? Count every entry of its five weight arrays. The sequence
# length is an argument like the others; ask yourself whether it matters.
#
# | array | $W_q$ | $W_k$ | $W_v$ | $W_1$ | $w_2$ |
# |---|---|---|---|---|---|
# | shape | $(d_\text{attn}, d_\text{in})$ | $(d_\text{attn}, d_\text{in})$ | $(d_\text{out}, d_\text{in})$ | $(d_\text{hidden}, d_\text{out})$ | $(d_\text{hidden},)$ |
#
# **Convention.** The layer has no biases.


# %% answer="q1_parameters"
def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    """Number of weights of the layer."""
    ### BEGIN SOLUTION
    queries_and_keys = 2 * d_attn * d_in
    values = d_out * d_in
    feed_forward = d_hidden * d_out + d_hidden
    return queries_and_keys + values + feed_forward
    ### END SOLUTION


# %% test="q1_parameters"
preview_count(n_parameters, **EXAMPLE)

# %% [markdown]
# *Why it matters.* Weights have to be stored and moved: GPT-3's 175 billion take 350 GB at two
# bytes each ([Brown et al. 2020](https://arxiv.org/abs/2005.14165), section 2.1).

# %% [markdown]
# ### Question 2: attention (<<q2_attention>>)
#
# How many FLOPs does the self-attention layer take, from $X$ to $\tilde V$? Go through its products
# one by one: what are the shapes of the two factors, and how many dot products of which length is
# that?
#
# | from | to |
# |---|---|
# | $X\ (L, d_\text{in})$ and $W_q, W_k, W_v$ | $\tilde V\ (L, d_\text{out})$ |
#
# **Convention.** P2 for every dot product, the weighted sums of the values included: entry $(t, c)$
# of $A V$ is a dot product of length $L$. The softmax is free, and so is the factor
# $1/\sqrt{d_\text{attn}}$ in its argument (P5).


# %% answer="q2_attention"
def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """FLOPs of the self-attention layer for one sequence."""
    ### BEGIN SOLUTION
    queries_and_keys = 2 * (2 * seq_len * d_attn * d_in)
    values = 2 * seq_len * d_out * d_in
    scores = 2 * seq_len**2 * d_attn
    weighted_sums = 2 * seq_len**2 * d_out
    return queries_and_keys + values + scores + weighted_sums
    ### END SOLUTION


# %% test="q2_attention"
preview_count(attention_flops, **EXAMPLE)

# %% [markdown]
# *Why it matters.* What grows fastest with $L$ decides how long a text a model can afford to read
# ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), table 1).

# %% [markdown]
# ### Question 3: activation (<<q3_activation>>)
#
# How many numbers does the attention layer hand to the feed-forward block? Count the scalars in
# $\tilde V$ for the whole sequence: numbers, not bytes.
#
# | array | it has a row for | a row is |
# |---|---|---|
# | $\tilde V = A V$ | each token | that token's weighted sum of the rows of $V$ |


# %% answer="q3_activation"
def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    """Number of scalars in V_tilde."""
    ### BEGIN SOLUTION
    return seq_len * d_out
    ### END SOLUTION


# %% test="q3_activation"
preview_count(activation_size, **EXAMPLE)

# %% [markdown]
# *Why it matters.* Training keeps such activations for the backward pass, and what they need
# decides how long a text fits ([Korthikanti et al. 2022](https://arxiv.org/abs/2205.05198)). Here
# are your numbers in bytes, for the widths of a block of GPT-2 small ([Radford et al.
# 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf),
# table 2) at two bytes a number. Guess first: at which of 1,000, 8,000 and 128,000 tokens is this
# one activation larger than all the weights? The last column is what $A$ of one head would take, if
# one stored it (GPT-2 small has 12 heads).

# %% figure folded include="cells/memory.py"

# %% [markdown]
# ### Question 4: feed-forward block (<<q4_feedforward>>)
#
# How many FLOPs does the feed-forward block take for the whole sequence, from $\tilde V$ to
# $\hat y$?
#
# | from | through | to |
# |---|---|---|
# | $\tilde V\ (L, d_\text{out})$ | $Z, H\ (L, d_\text{hidden})$ | $\hat y\ (L,)$ |
#
# **Convention.** ReLU is free (P5); $w_2$ is a vector, so each $\hat y_t$ is one dot product.


# %% answer="q4_feedforward"
def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """FLOPs of the feed-forward block for one sequence."""
    ### BEGIN SOLUTION
    first_layer = 2 * seq_len * d_hidden * d_out
    second_layer = 2 * seq_len * d_hidden
    return first_layer + second_layer
    ### END SOLUTION


# %% test="q4_feedforward"
preview_count(feedforward_flops, **EXAMPLE)

# %% [markdown]
# *Why it matters.* In the usual block, with a hidden layer four times as wide as the model and a
# matrix in place of our vector $w_2$, two thirds of the weights sit here
# ([Geva et al. 2021](https://arxiv.org/abs/2012.14913), section 1), and at moderate lengths most of
# the cost.

# %% [markdown]
# ### What your formulas say
#
# Not graded. A block as wide as GPT-2 small's reads 1,000 tokens (what it was made for), then
# 8,000, then 128,000, which Llama 3.1 can take. **Guess the share of the terms with $L^2$ in the
# cost at each length, then run the cell.** (For a loop that counts one by one these sizes are too
# large; the cell says so.)

# %% figure folded include="cells/lengths.py"

# %% [markdown]
# The same as a picture, with widths that you choose. Look for the length at which attention
# overtakes the feed-forward block, and for the slopes: the dotted lines rise as $L$ (slope 1) and
# as $L^2$ (slope 2). Which way does the crossing move if `d_hidden` grows, and if `d_attn` does?

# %% figure folded include="cells/cost_figure.py"

# %% [markdown]
# ### Predict, then measure
#
# Not graded. A formula is a prediction; here numpy counts. `count_operations` runs a function with
# arrays that note each addition, subtraction, multiplication and division done with them, by the
# rules P1–P4. It checks a formula; answers may not use it, and it counts nothing that `forward`
# does.
#
# `my_forward` is yours: it starts as the given layer, whose products agree with your formulas to
# the last digit if these are right. Write it another way and see which counts change: token by
# token, or with the products in another order. What can't be counted is reported.

# %% folded include="cells/counting_array.py"


# %%
def my_forward(X, W_q, W_k, W_v, W_1, w_2):
    """Predictions ŷ of the layer, computed your way with @, +, -, * and /."""
    Q, K, V = X @ W_q.T, X @ W_k.T, X @ W_v.T
    S = Q @ K.T / np.sqrt(W_q.shape[0])
    weights = np.exp(S - np.max(S, axis=1, keepdims=True))
    A = weights / np.sum(weights, axis=1, keepdims=True)
    return np.maximum(A @ V @ W_1.T, 0) @ w_2


X, y, *weights = random_layer(**EXAMPLE, seed=0)
with needs("questions 2 and 4"):
    print("products, predicted:", attention_flops(**EXAMPLE) + feedforward_flops(**EXAMPLE))
    done = count_operations(my_forward, X, *weights)
    print("products, measured: ", done["products"])
    print(f"free by P5: {done['sums']} additions, {done['elementwise']} elementwise operations")

# %% [markdown]
# Token by token costs the same. Another order costs something else, though $\hat y$ is the same:
# $X (W_q^\top W_k) X^\top$ is $Q K^\top$ too, and $(A X) W_v^\top$ is $\tilde V$. Your formulas
# count the order in which the layer is written above. For which sizes would you choose another one?
# What is free by P5 is the softmax with its factor, $4L^2$ here in the forward pass, whatever the
# widths are: in a wide layer a small share of the whole. (Backward they are charged: question 7.)
#
# But do FLOPs tell seconds? This cell runs `forward` on your machine, until that takes long. If a
# FLOP always took the same time, the last column would be constant.

# %% figure folded include="cells/seconds.py"

# %% [markdown]
# That column is seldom constant. Small products leave the processor waiting, and the softmax that
# P5 calls free reads and writes $L \times L$ numbers: memory traffic, which FLOPs don't see.

# %% [markdown]
# ## Part 2: training
#
# Now the layer learns from one sequence. Each token has a label $y_t$, and the loss is the sum of
# squared errors, $\ell = \sum_t (y_t - \hat y_t)^2$: no mean, no factor ½.
# `squared_loss(X, y, W_q, W_k, W_v, W_1, w_2)` above computes it.

# %% folded given="gradient_previews" include="cells/preview_gradients.py"

# %% [markdown]
# ### Question 5: gradients (<<q5_gradients>>)
#
# Compute the gradient of the loss with respect to each of the five parameters, exactly and without
# numerical differentiation. Use `forward` for the intermediate arrays, then walk back from the
# loss, array by array. One layer of the test has so many weights that a forward pass for each of
# them is out of the question. Automatic differentiation that you write yourself is an answer, too.
#
# | key of the dict | `"W_q"` | `"W_k"` | `"W_v"` | `"W_1"` | `"w_2"` |
# |---|---|---|---|---|---|
# | gradient | $\partial \ell / \partial W_q$ | $\partial \ell / \partial W_k$ | $\partial \ell / \partial W_v$ | $\partial \ell / \partial W_1$ | $\partial \ell / \partial w_2$ |
# | shape | $(d_\text{attn}, d_\text{in})$ | $(d_\text{attn}, d_\text{in})$ | $(d_\text{out}, d_\text{in})$ | $(d_\text{hidden}, d_\text{out})$ | $(d_\text{hidden},)$ |
#
# **Convention.** A gradient has the shape of its parameter: entry $(i, j)$ is the derivative with
# respect to entry $(i, j)$. Gradients are summed over the tokens, as the loss is. All arrays are
# float64. Scores can be in the thousands, which `forward` can take; no entry of $Z$ is exactly 0.
#
# The cell after your answer draws a new random layer each time and moves one parameter at a time in
# a random direction: the slope of the loss that it measures should be the one that your gradient
# gives. (It draws another direction if a step would cross the kink of a ReLU, where the loss has no
# slope.)


# %% answer="q5_gradients"
def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    """Gradients of the squared loss: a dict with the keys W_q, W_k, W_v, W_1, w_2."""
    ### BEGIN SOLUTION
    Q, K, V, _S, A, V_tilde, Z, H, y_hat = forward(X, W_q, W_k, W_v, W_1, w_2).values()
    error = y_hat - y  # (L,)
    dy_hat = 2 * error  # (L,)
    dw_2 = H.T @ dy_hat  # (d_hidden,)
    dH = np.outer(dy_hat, w_2)  # (L, d_hidden)
    dZ = dH * (Z > 0)  # (L, d_hidden)
    dW_1 = dZ.T @ V_tilde  # (d_hidden, d_out)
    dV_tilde = dZ @ W_1  # (L, d_out)
    dV = A.T @ dV_tilde  # (L, d_out): from every query back to the token it looked at
    dA = dV_tilde @ V.T  # (L, L)
    inner = np.sum(A * dA, axis=1, keepdims=True)  # (L, 1): the softmax, row by row
    dS = A * (dA - inner)  # (L, L), with respect to the scaled scores
    dP = dS / np.sqrt(len(W_q))  # (L, L), with respect to Q Kᵀ
    dQ = dP @ K  # (L, d_attn)
    dK = dP.T @ Q  # (L, d_attn)
    return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
    ### END SOLUTION


# %% test="q5_gradients"
preview_gradients(gradients)

# %% [markdown]
# *Why it matters.* This walk backwards is what automatic differentiation does for any program, at a
# small constant multiple of the forward pass's cost
# ([Baydin et al. 2018](https://jmlr.org/papers/v18/17-468.html), section 3.2). You count that
# multiple in question 7.
#
# What gradients are for: 300 steps downhill with yours. Which mistakes would this picture show (a
# sign? a forgotten factor 2? no softmax Jacobian?), and which would it hide?

# %% figure folded include="cells/training_figure.py"

# %% [markdown]
# ### Question 5, the derivation (<<q5_written>>, graded by a person)
#
# Derive the five gradients on paper, then write the derivation in the cell below, in matrix form or
# token by token, with LaTeX between dollar signs. Write $dM$ for the gradient with respect to $M$.
# For each parameter 2 points: 1 for the path from the loss to it, with the derivative of each step,
# and 1 for shapes and transposes that fit. What two paths share is written once and referred to.
# The paths of $W_q$ and $W_k$ lead through the softmax: derive its derivative.

# %% [markdown] written="q5_written"
# ### BEGIN SOLUTION
# Write $d\,M$ for $\partial \ell / \partial M$, in the shape of $M$; $\odot$ is elementwise.
#
# **Loss.** $\ell = \sum_t (y_t - \hat y_t)^2$ gives $d\hat y = 2(\hat y - y)$, shape $(L,)$.
#
# **$w_2$.** $\hat y = H w_2$, so $d w_2 = H^\top d\hat y$: $(d_\text{hidden}, L)(L,)$.
#
# **$W_1$.** $dH = d\hat y\, w_2^\top$; ReLU passes it where $Z > 0$, so
# $dZ = dH \odot \mathbb{1}[Z > 0]$. From $Z = \tilde V W_1^\top$, $dW_1 = dZ^\top \tilde V$:
# $(d_\text{hidden}, L)(L, d_\text{out})$.
#
# **$W_v$.** $d\tilde V = dZ\, W_1$. With small letters for rows, value $j$ enters every
# $\tilde v_t = \sum_j A_{tj} v_j$, so $dv_j = \sum_t A_{tj}\, d\tilde v_t$, that is
# $dV = A^\top d\tilde V$. From $V = X W_v^\top$, $dW_v = dV^\top X$:
# $(d_\text{out}, L)(L, d_\text{in})$.
#
# **Softmax.** $dA_{tj} = d\tilde v_t \cdot v_j$, that is $dA = d\tilde V\, V^\top$. In row $t$,
# $\partial A_{tj} / \partial S_{tu} = A_{tj}(\mathbb{1}[j = u] - A_{tu})$, so
# $dS_{tu} = A_{tu}\bigl(dA_{tu} - \sum_j A_{tj}\, dA_{tj}\bigr)$: the sum runs along the row, and
# is weighted by $A$.
#
# **$W_q$.** $S = Q K^\top / \sqrt{d_\text{attn}}$, so $dQ = dS\, K / \sqrt{d_\text{attn}}$ and
# $dW_q = dQ^\top X$: $(d_\text{attn}, L)(L, d_\text{in})$.
#
# **$W_k$.** Key $j$ enters column $j$ of $S$, so $dK = dS^\top Q / \sqrt{d_\text{attn}}$ and
# $dW_k = dK^\top X$: $(d_\text{attn}, L)(L, d_\text{in})$.
#
# === BEGIN MARK SCHEME ===
#
# | parameter | path of the chain rule, 1 point | shape and transposes, 1 point |
# |---|---|---|
# | $w_2$ | $\ell \to \hat y \to w_2$, with $2(\hat y - y)$ and $H$ after ReLU | a vector of length $d_\text{hidden}$: $H^\top d\hat y$, or a sum over tokens |
# | $W_1$ | through $H$ and $Z$, with the mask of ReLU | $(d_\text{hidden}, d_\text{out})$: $dZ^\top \tilde V$ |
# | $W_v$ | through $\tilde V$ and $V$; a value is used by every token | $(d_\text{out}, d_\text{in})$: $A^\top$, not $A$, before $X$ |
# | $W_q$ | through $A$, the whole softmax Jacobian, $S$ with its $1/\sqrt{d_\text{attn}}$, $Q$ | $(d_\text{attn}, d_\text{in})$: $dS\, K$, then $dQ^\top X$ |
# | $W_k$ | as for $W_q$ up to $S$, then through $K$ | $(d_\text{attn}, d_\text{in})$: $dS^\top Q$ with the transpose, then $dK^\top X$ |
#
# A correct formula per token, or with explicit indices, earns the same as a matrix formula. A path
# may refer to one written before for the part that they share. A result without a path earns the
# second point only. A slip that is carried on (a sign, the factor 2) costs its point once, where it
# is made. So does a step that several parameters share: a softmax Jacobian that has only its
# diagonal, or is left out, costs the path point of $W_q$, and not that of $W_k$ as well. The sign
# convention $y - \hat y$ or $\hat y - y$ doesn't matter, nor does the value of ReLU's derivative at
# 0.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### Question 6: one forward pass (<<q6_forward>>)
#
# How many FLOPs does one forward pass take: attention, feed-forward block and the loss? Nothing of
# the backward pass is counted here: that is question 7.
#
# | part | attention | feed-forward | loss |
# |---|---|---|---|
# | gives | $\tilde V\ (L, d_\text{out})$ | $\hat y\ (L,)$ | $\ell$, a number |
#
# **Convention.** The loss costs $3L$: $L$ subtractions $y - \hat y$, then the dot product of length
# $L$ of the differences with themselves, $2L$ (P2). ReLU, the softmax and its factor
# $1/\sqrt{d_\text{attn}}$ are free, as before (P5). What follows from your own earlier counts is
# right, here and below.


# %% answer="q6_forward"
def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """FLOPs of the forward pass for one sequence, squared loss included."""
    ### BEGIN SOLUTION
    attention = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
    attention += 2 * seq_len**2 * (d_attn + d_out)
    feed_forward = 2 * seq_len * d_hidden * d_out + 2 * seq_len * d_hidden
    loss = 3 * seq_len
    return attention + feed_forward + loss
    ### END SOLUTION


# %% test="q6_forward"
preview_count(forward_flops, **EXAMPLE)

# %% [markdown]
# *Why it matters.* A rule of thumb for large models needs nothing but the number of their weights
# ([Kaplan et al. 2020](https://arxiv.org/abs/2001.08361), section 2.1). Which terms of your count
# can it know of, and which can't it?

# %% [markdown]
# ### Question 7: one backward pass
#
# What does it cost to compute the five gradients? A single number would hide which convention and
# which step it rests on, so you answer with a ledger first, a line for each step, and then with two
# totals.
#
# Every array of the forward pass is stored, $y - \hat y$ too. The table goes back through the layer
# and forms each gradient once; a line has the name of what it forms. Each product multiplies two
# arrays that are there by then. From question 5 you know which two they are; their shapes say how
# long the dot products are.
#
# | line | it is | its shape |
# |---|---|---|
# | `dyhat` | $y - \hat y$, times a number | $(L,)$ |
# | `dw2` | a matrix product (with a vector) | $(d_\text{hidden},)$ |
# | `dH` | a column times a row | $(L, d_\text{hidden})$ |
# | `relu`, for $dZ$ | what the mask of ReLU lets pass of $dH$ | $(L, d_\text{hidden})$ |
# | `dW1` | a matrix product | $(d_\text{hidden}, d_\text{out})$ |
# | `dVt`, for $d\tilde V$ | a matrix product | $(L, d_\text{out})$ |
# | `dV` | a matrix product | $(L, d_\text{out})$ |
# | `dA` | a matrix product | $(L, L)$ |
# | `softmax` | in each row a dot product of length $L$, then a subtraction and a multiplication per entry | $(L, L)$ |
# | `scale` | the line before, times $1/\sqrt{d_\text{attn}}$ | $(L, L)$ |
# | `dQ`, `dK` | a matrix product each | $(L, d_\text{attn})$ |
# | `dWq`, `dWk` | a matrix product each | $(d_\text{attn}, d_\text{in})$ |
# | `dWv` | a matrix product | $(d_\text{out}, d_\text{in})$ |
#
# **Conventions.** P1–P7, and for the backward pass
#
# - **B1** The gradient of $X$ is not computed: the tokens are data.
# - **B2** Forming the mask of ReLU and applying it are free: both select (P5).
# - **B3** The column times a row in `dH` sums nothing: 1 FLOP per entry (P3).
# - **B4** The softmax is free only in the forward pass. Backward, charge what its line says.
# - **B5** The factor $1/\sqrt{d_\text{attn}}$ is applied once, to the $L \times L$ array, and
#   charged.
# - **B6** In `dyhat` the multiplication by a number is charged, 1 FLOP per token; $y - \hat y$ is
#   stored and costs nothing.

# %% folded given="ledger" include="cells/lines.py ../shared/preview_ledger.py"

# %% [markdown]
# #### The ledger (<<q7_ledger>>)
#
# Return the FLOPs of each line of the table: a dict with all 15 names as keys. A free line has the
# count 0.


# %% answer="q7_ledger"
def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    """FLOPs of each line of the backward pass: a dict from the line's name to its count."""
    ### BEGIN SOLUTION
    L = seq_len
    return {
        "dyhat": L,
        "dw2": 2 * d_hidden * L,
        "dH": L * d_hidden,
        "relu": 0,
        "dW1": 2 * d_hidden * d_out * L,
        "dVt": 2 * L * d_out * d_hidden,
        "dV": 2 * L * d_out * L,
        "dA": 2 * L * L * d_out,
        "softmax": 2 * L * L + L * L + L * L,
        "scale": L * L,
        "dQ": 2 * L * d_attn * L,
        "dK": 2 * L * d_attn * L,
        "dWq": 2 * d_attn * d_in * L,
        "dWk": 2 * d_attn * d_in * L,
        "dWv": 2 * d_out * d_in * L,
    }
    ### END SOLUTION


# %% test="q7_ledger"
preview_ledger(backward_ledger, LEDGER_LINES, **EXAMPLE)

# %% [markdown]
# #### The total (<<q7_backward>>)
#
# How many FLOPs does the backward pass take under P1–P7 and B1–B6? The sum of the ledger's lines is
# a fine answer, and so is one formula.


# %% answer="q7_backward"
def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """FLOPs of the backward pass for one sequence: the total of the ledger."""
    ### BEGIN SOLUTION
    feed_forward = 4 * seq_len * d_hidden * d_out + 3 * seq_len * d_hidden + seq_len
    weighted_sums_and_scores = 4 * seq_len**2 * (d_out + d_attn)
    softmax_and_scale = 5 * seq_len**2
    projections = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
    return feed_forward + weighted_sums_and_scores + softmax_and_scale + projections
    ### END SOLUTION


# %% test="q7_backward"
preview_count(backward_flops, **EXAMPLE)

# %% [markdown]
# #### Products only (<<q7_products>>)
#
# Profilers often count matrix products and nothing else. How many FLOPs are those of the backward
# pass?
#
# **Convention.** Eleven lines of the table are products and cost $2mnp$ for
# $(m \times n)(n \times p)$, also the column times a row in `dH` (here $n = 1$, so it costs 2 per
# entry, and B3 doesn't hold). The other four lines are free: `dyhat`, `relu`, `scale`, and
# `softmax` with the dot products of its rows. B1 holds.


# %% answer="q7_products"
def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """FLOPs of the matrix products of the backward pass for one sequence."""
    ### BEGIN SOLUTION
    feed_forward = 4 * seq_len * d_hidden * d_out + 4 * seq_len * d_hidden
    weighted_sums_and_scores = 4 * seq_len**2 * (d_out + d_attn)
    projections = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
    return feed_forward + weighted_sums_and_scores + projections
    ### END SOLUTION


# %% test="q7_products"
preview_count(backward_product_flops, **EXAMPLE)

# %% [markdown]
# #### A rule, audited (<<q7_audit>>)
#
# "The backward pass costs twice the forward pass": training budgets are estimated so
# ([Hoffmann et al. 2022](https://arxiv.org/abs/2203.15556), appendix F). Where is the rule too high
# for this layer, and where too low? Return, step by step, by how much: twice what the step costs
# forward, minus what its lines in the ledger cost. An entry is 0 where the rule is right, and
# negative where it is too low.
#
# | entry | step of the forward pass | its lines in the ledger |
# |---|---|---|
# | `"projections"` | $Q,\ K,\ V$ | `dWq`, `dWk`, `dWv` |
# | `"products"` | $QK^\top$ and $\tilde V$ | `dV`, `dA`, `dQ`, `dK` |
# | `"softmax"` | the softmax, with the factor $1/\sqrt{d_\text{attn}}$ | `softmax`, `scale` |
# | `"feed_forward"` | from $\tilde V$ to $\hat y$ | `dw2`, `dH`, `relu`, `dW1`, `dVt` |
# | `"loss"` | from $\hat y$ to $\ell$ | `dyhat` |
#
# **Convention.** Forward as in question 6, backward as in the ledger.


# %% answer="q7_audit"
def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    """By how much "twice the forward pass" is too high: a dict from the step to the excess."""
    ### BEGIN SOLUTION
    ledger = backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden)
    steps = {
        "projections": (2 * seq_len * d_in * (2 * d_attn + d_out), ["dWq", "dWk", "dWv"]),
        "products": (2 * seq_len**2 * (d_attn + d_out), ["dV", "dA", "dQ", "dK"]),
        "softmax": (0, ["softmax", "scale"]),
        "feed_forward": (2 * seq_len * d_hidden * (d_out + 1), ["dw2", "dH", "relu", "dW1", "dVt"]),
        "loss": (3 * seq_len, ["dyhat"]),
    }
    return {
        step: 2 * forward - sum(ledger[line] for line in lines)
        for step, (forward, lines) in steps.items()
    }
    ### END SOLUTION


# %% test="q7_audit"
preview_ledger(rule_excess, STEPS, **EXAMPLE)

# %% [markdown]
# *Why it matters.* The rule is made for stacks of many layers with long vectors: there it is good
# to a few percent.
#
# Predict, then measure: numpy counts the products of your `gradients` (not those of `forward`, if
# they call it). They agree with the prediction if your `gradients` forms the arrays of the table
# with `@`, each once. It can be as right and cost more, with an array formed twice or a gradient of
# $X$ too, or less: sums of `np.outer` over the tokens, or `*`, are no products to the counter (`dH`
# is often written so). `np.einsum`, `np.tensordot` and `np.linalg` can't be counted.

# %% figure folded include="cells/measured_backward.py"

# %% [markdown]
# And this is where the backward pass spends its time, by your ledger. Which lines grow from left to
# right?

# %% figure folded include="cells/ledger_figure.py"

# %% [markdown]
# ## A day of training
#
# Not graded. Now put it together: twelve layers as wide as GPT-2 small's learn for a day on one
# accelerator, at the peak and utilisation that you set. (Our layer has no output projection, $w_2$
# is a vector, and there is no embedding: it is the rough shape of the thing.) A rule of thumb says
# 6 FLOPs for each weight and token. Why do you get another number: what is in yours that is not in
# the rule, and the other way round? What happens to it at `plan_a_day(seq_len=16_000)`?

# %% figure include="cells/day_of_training.py"

# %% [markdown]
# The last line takes the rule to Llama 3 405B, whose authors say what they used: 405 billion
# weights, 15.6 trillion tokens, up to 16 thousand H100 at 38 to 43 % utilisation, and
# $3.8 \cdot 10^{25}$ FLOPs ([Llama Team 2024](https://arxiv.org/abs/2407.21783)). Six times two
# published numbers gives the third: that is how much a formula that you can derive on paper says
# about the largest machines.
#
# *Before you hand in:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
