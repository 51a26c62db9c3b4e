from ..shared.needs import needs
from ..shared.preview_ledger import preview_ledger
from ..shared.previews import preview_choice, preview_count, preview_defined, sanity_check
from .cells.counting_array import count_operations
from .cells.lines import LEDGER_LINES, STEPS
from .cells.preview_gradients import PARAMETERS, preview_gradients

# %% [markdown]
# # Problem set 1: <<title>>
#
# *Transformer Arithmetic.* <<points>> points: <<points by machine>> graded by machine,
# <<points by a person>> by a person.
#
# You take the smallest model that deserves the name transformer: one attention head and one
# feed-forward block. You count every operation in it, first when it predicts, then when it learns.
# You put each formula to use at once: numpy counts along, and your machine's clock runs beside it. At
# the end you plan a day of training.
#
# | part | question | points |
# |---|---|---|
# | 1 | What does it cost to predict? | <<points of part 1>> |
# | 2 | What does it cost to learn? | <<points of part 2>> |
#
# The core takes about 8 hours. The further problems, marked with a star (★), are the last three parts
# of question 7. They take about 1 hour more.
#
# - Answer every cell that begins with `# YOUR ANSWER`, and the text cell of question 5. The order is
#   free, and *Run all* works while questions are open.
# - An answer may use the names of locked cells (such as `forward`), your own cells and your other
#   answers.
# - The cell below an answer checks its *type and shape*, and the names and order of the arguments.
#   In question 5, it also measures slopes of the loss. It has no model answer to compare with.
#   nbgrader's *Validate* runs the same checks.
# - The guide [student.md](student.md) comes with this notebook and explains the grading. You need
#   numpy and matplotlib; with ipywidgets you also get sliders.

# %% [markdown] given="front_matter" include="../shared/front_matter.md"

# %% [markdown]
# ## The layer
#
# The model reads a sequence of $L$ tokens and gives one number per token. It has no biases, no
# embedding, no residual connection and no normalisation. It is an encoder: every token looks at every
# token, and nothing is masked. Rows are tokens.
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
# | in the text | in the code | shape | meaning |
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
# | $Z,\ H$ | `Z`, `H` | $(L, d_\text{hidden})$ | hidden layer before and after ReLU (later sets write $H$ for the number of heads) |
# | $\hat y,\ y$ | `y_hat`, `y` | $(L,)$ | predictions, labels |

# %% given="imports"
import matplotlib.pyplot as plt
import numpy as np

# %% [markdown]
# The forward pass is given, so that everyone counts the same one.


# %% given="forward"
def forward(X, W_q, W_k, W_v, W_1, w_2):
    """Run the layer and return every intermediate array, by name.

    The table above gives the shapes. The keys are Q K V S A V_tilde Z H y_hat.
    """
    kind = type(X)  # the counting arrays of part 1 count your code, not this function
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
    """Return the loss of one sequence: its squared errors, summed over the tokens."""
    y_hat = forward(X, W_q, W_k, W_v, W_1, w_2)["y_hat"]
    error = np.ascontiguousarray(y) - np.ascontiguousarray(y_hat)
    return np.sum(error * error)


# %% [markdown]
# *See* the layer as a picture. The boxes between $X$ and the loss are its steps; a box with the name
# of a weight is the product with that weight. The label of an arrow names the array that it carries,
# with its shape.

# %% figure folded include="cells/layer_figure.py"

# %% [markdown]
# ## Part 1: inference
#
# In this part the layer predicts. Every counting function, here and in part 2, takes five sizes, all
# at least 2, in this order: `seq_len`, `d_in`, `d_attn`, `d_out`, `d_hidden`. It returns one whole
# number, or a dict of whole numbers if the question says so.
#
# A closed formula is the natural answer. A loop that counts is as good, because the tests use small
# sizes only. Tables and figures use real sizes. If your loop takes too long for them, they tell you
# and stop.

# %% folded given="previews" include="../../examiner/checks/numbers.py ../shared/previews.py ../shared/needs.py"

# %% given="helpers"
# Sizes for experiments. They all differ, so you can't mistake one for another.
EXAMPLE = dict(seq_len=13, d_in=17, d_attn=23, d_out=3, d_hidden=29)
# The widths of a layer of GPT-2 small. Its 12 heads of width 64 have 12 arrays A, and their products
# cost as much as the products of one head of width 768.
GPT2_SMALL = dict(d_in=768, d_attn=768, d_out=768, d_hidden=3072)


def random_layer(seq_len, d_in, d_attn, d_out, d_hidden, seed=None):
    """Draw X, y, W_q, W_k, W_v, W_1, w_2 from a normal distribution with deviation 0.7."""
    draw = np.random.default_rng(seed).normal
    shapes = [(seq_len, d_in), (seq_len,), (d_attn, d_in), (d_attn, d_in), (d_out, d_in)]
    shapes += [(d_hidden, d_out), (d_hidden,)]
    return tuple(draw(scale=0.7, size=shape) for shape in shapes)


# %% [markdown]
# ### Question 1: parameters (<<q1_parameters>>)
#
# How many weights does the layer have? Count every entry of its five weight arrays. The sequence
# length is an argument like the others; decide whether it matters.


# %% answer="q1_parameters"
def n_parameters(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the number of weights of the layer."""
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
# How many FLOPs does self-attention take, from $X$ to $\tilde V$? Go through its products one by
# one: the shapes of both factors, the number of dot products, and their length.
#
# | from | to |
# |---|---|
# | $X\ (L, d_\text{in})$ and $W_q, W_k, W_v$ | $\tilde V\ (L, d_\text{out})$ |
#
# **Convention.** P2 gives the cost of every dot product. The weighted sums of the values are dot
# products, too. The softmax and its factor $1/\sqrt{d_\text{attn}}$ are free (P5).


# %% answer="q2_attention"
def attention_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the FLOPs of self-attention for one sequence."""
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
# *Why it matters.* The terms that grow fastest with $L$ decide how long a text a model can afford to
# read ([Vaswani et al. 2017](https://arxiv.org/abs/1706.03762), table 1).

# %% [markdown]
# ### Question 3: activation (<<q3_activation>>)
#
# How many numbers does self-attention hand to the feed-forward block? Count the scalars in
# $\tilde V$ for the whole sequence: numbers, not bytes.
#
# | array | it has a row for | a row is |
# |---|---|---|
# | $\tilde V = A V$ | each token | that token's weighted sum of the rows of $V$ |


# %% answer="q3_activation"
def activation_size(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the number of scalars in V_tilde."""
    ### BEGIN SOLUTION
    return seq_len * d_out
    ### END SOLUTION


# %% test="q3_activation"
preview_count(activation_size, **EXAMPLE)

# %% [markdown]
# *Why it matters.* Training keeps such arrays, called activations, for the backward pass, and their
# size limits the length of a text
# ([Korthikanti et al. 2022](https://arxiv.org/abs/2205.05198)).
#
# *See* your numbers in bytes, at two bytes a number. The layer is as wide as those of GPT-2 small
# ([Radford et al. 2019](https://cdn.openai.com/better-language-models/language_models_are_unsupervised_multitask_learners.pdf),
# table 2). Guess first: at which of 1,000, 8,000 and 128,000 tokens is this one activation larger
# than all the weights? The last column is the size of one head's $A$, if it is stored; GPT-2 small
# has 12 heads.

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
# **Convention.** ReLU is free (P5). $w_2$ is a vector, so each $\hat y_t$ is one dot product.


# %% answer="q4_feedforward"
def feedforward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the FLOPs of the feed-forward block for one sequence."""
    ### BEGIN SOLUTION
    first_layer = 2 * seq_len * d_hidden * d_out
    second_layer = 2 * seq_len * d_hidden
    return first_layer + second_layer
    ### END SOLUTION


# %% test="q4_feedforward"
preview_count(feedforward_flops, **EXAMPLE)

# %% [markdown]
# *Why it matters.* Usually the hidden layer is four times as wide as the model, and a matrix stands in
# place of our vector $w_2$. That block has two thirds of the model's weights
# ([Geva et al. 2021](https://arxiv.org/abs/2012.14913), section 1). In GPT-2 small, it also costs most
# of a layer's FLOPs up to about 1,500 tokens. With the vector $w_2$, our block costs half as much.

# %% [markdown]
# ### Cost against length
#
# Not graded. *See* the cost of a layer as wide as those of GPT-2 small at three lengths. GPT-2 was
# made for about 1,000 tokens; Llama 3.1 can take 128,000. **Guess the share of the terms with $L^2$
# at each length, then run the cell.**

# %% figure folded include="cells/lengths.py"

# %% [markdown]
# *See* the cost against the length, with widths that you choose. The dotted lines rise as $L$ (slope
# 1) and as $L^2$ (slope 2). At which length does attention overtake the feed-forward block? Which way
# does the crossing move if `d_hidden` grows, and if `d_attn` grows? At which widths is there none?

# %% figure folded include="cells/cost_figure.py"

# %% [markdown]
# ### Predict, then measure
#
# Not graded. A formula is a prediction; here numpy counts. `count_operations` runs a function with
# arrays that note each operation, by the rules P1–P4. A product with a mask such as `Z > 0` is free,
# and so is `forward`. You may check formulas with it, but answers may not use it: call it outside of
# functions.
#
# `my_forward` is yours to change. It starts as the given layer, so its products agree with right
# formulas to the last digit. Write it another way: token by token, or with the products in another
# order. Which counts change? The counter warns of numpy's functions that it can't count, such as
# `np.power`. It refuses `np.einsum`, `np.tensordot` and `np.linalg`.

# %% folded include="cells/counting_array.py"


# %%
def my_forward(X, W_q, W_k, W_v, W_1, w_2):
    """Return the predictions of the layer, computed your way with @, +, -, * and /."""
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
    print(f"not in products: {done['sums']} in sums, {done['elementwise']} elementwise")

# %% [markdown]
# Token by token costs the same. Another order has another cost, though $\hat y$ is the same:
# $X (W_q^\top W_k) X^\top$ is $Q K^\top$ too, and $(A X) W_v^\top$ is $\tilde V$. Your formulas count
# the layer in the order above. For which sizes would you choose another order?
#
# The operations outside of products belong to the softmax and its factor, which are free (P5). At any
# widths, they are $4L^2$, a small share in a wide layer. Question 7 charges the way back through both.
#
# *See* whether FLOPs predict seconds. The next cell runs `forward` on your machine with ever longer
# sequences, until a run takes more than half a second. If a FLOP always took the same time, the column
# *GFLOPs per second* would be constant.

# %% figure folded include="cells/seconds.py"

# %% [markdown]
# That column is seldom constant. Small products leave the processor waiting. The softmax, free by P5,
# reads and writes $L \times L$ numbers, and FLOPs don't show this memory traffic.

# %% [markdown]
# ## Part 2: training
#
# Now the layer learns from one sequence. Each token has a label $y_t$, and the loss is the sum of
# squared errors, $\ell = \sum_t (y_t - \hat y_t)^2$: no mean, no factor ½.
# `squared_loss(X, y, W_q, W_k, W_v, W_1, w_2)` above computes it.
#
# Write $dM$ for the gradient $\partial \ell / \partial M$ with respect to an array $M$. It has the
# shape of $M$: entry $(i, j)$ is the derivative with respect to entry $(i, j)$.
#
# *See* the way back through the layer: the first figure with its arrows reversed. An arrow that
# carried $M$ now carries $dM$. A dashed arrow ends at the gradient of a parameter.

# %% figure folded include="cells/backward_figure.py"

# %% folded given="gradient_previews" include="cells/preview_gradients.py"

# %% [markdown]
# ### Question 5: gradients (<<q5_gradients>>)
#
# Compute the gradient of the loss with respect to each of the five parameters, exactly and without
# numerical differentiation. Call `forward` for the intermediate arrays, then walk back from the loss,
# array by array. You may also write your own automatic differentiation. Numerical differentiation
# takes a forward pass for each weight, and grading also draws sizes with too many weights for that.
#
# | key of the dict | `"W_q"` | `"W_k"` | `"W_v"` | `"W_1"` | `"w_2"` |
# |---|---|---|---|---|---|
# | gradient | $dW_q$ | $dW_k$ | $dW_v$ | $dW_1$ | $dw_2$ |
#
# **Convention.** Gradients are summed over the tokens, as the loss is. All arrays are float64. Scores
# can exceed 10,000, which `forward` can take. No entry of $Z$ is exactly 0.
#
# The cell after your answer draws a new random layer each time. It moves one parameter at a time in a
# random direction, and measures the slope of the loss. Your gradient should give the same slope.


# %% answer="q5_gradients"
def gradients(X, y, W_q, W_k, W_v, W_1, w_2):
    """Return the gradients of the loss: a dict with the keys W_q, W_k, W_v, W_1, w_2."""
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
# *Why it matters.* Automatic differentiation walks back like this through any program, at a small
# constant multiple of the forward pass's cost
# ([Baydin et al. 2018](https://jmlr.org/papers/v18/17-468.html), section 3.2). You count that
# multiple in question 7.
#
# *See* 300 steps of gradient descent with your gradients. Which mistakes would this picture show: a
# wrong sign, a forgotten factor 2, a missing softmax Jacobian? Which would it hide?

# %% figure folded include="cells/training_figure.py"

# %% [markdown]
# ### Question 5, the derivation (<<q5_written>>, graded by a person)
#
# Derive the five gradients on paper, then write the derivation in the cell below. Matrix form and
# token by token are both fine; put LaTeX between dollar signs. For each parameter, show the path from
# the loss, the derivative of each step, and the shapes and transposes. If two paths share a part,
# write it once and refer to it. Rules of matrix calculus need no proof. Only the derivative of the
# softmax does, as a part of the path to $W_q$.

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
# $dS_{tu} = A_{tu}\bigl(dA_{tu} - \sum_j A_{tj}\, dA_{tj}\bigr)$. The sum runs along the row, and
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
# | parameter | path with its derivatives, 1 point | shapes and transposes, 1 point |
# |---|---|---|
# | $w_2$ | $\ell \to \hat y \to w_2$, with $2(\hat y - y)$ and $H$ after ReLU | a vector of length $d_\text{hidden}$: $H^\top d\hat y$, or a sum over tokens |
# | $W_1$ | through $H$ and $Z$, with the mask of ReLU | $(d_\text{hidden}, d_\text{out})$: $dZ^\top \tilde V$ |
# | $W_v$ | through $\tilde V$ and $V$; a value is used by every token | $(d_\text{out}, d_\text{in})$: $A^\top$, not $A$, before $X$ |
# | $W_q$ | through $A$, the whole softmax Jacobian, $S$ with its $1/\sqrt{d_\text{attn}}$, $Q$ | $(d_\text{attn}, d_\text{in})$: $dS\, K$, then $dQ^\top X$ |
# | $W_k$ | as for $W_q$ up to $S$, then through $K$ | $(d_\text{attn}, d_\text{in})$: $dS^\top Q$ with the transpose, then $dK^\top X$ |
#
# A correct formula per token, or with explicit indices, earns the same as a matrix formula. A path
# may refer to an earlier one for the part that they share. A result without a path earns the second
# point only. A slip (a sign, the factor 2) costs one point, at the place of the slip; later steps that
# repeat it lose nothing. An error in a shared step also costs one point. For example, a softmax
# Jacobian that is missing, not derived, or has only its diagonal costs the path point of $W_q$, but
# not the path point of $W_k$. The order $y - \hat y$ or $\hat y - y$ doesn't matter. Any value of
# ReLU's derivative at 0 is fine.
#
# === END MARK SCHEME ===
# ### END SOLUTION

# %% [markdown]
# ### Question 6: one forward pass (<<q6_forward>>)
#
# How many FLOPs does one forward pass take: attention, feed-forward block and loss?
#
# | part | attention | feed-forward | loss |
# |---|---|---|---|
# | gives | $\tilde V\ (L, d_\text{out})$ | $\hat y\ (L,)$ | $\ell$, a number |
#
# **Convention.** The loss takes two steps: the differences $y - \hat y$, then the dot product of the
# vector of differences with itself (P2).


# %% answer="q6_forward"
def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the FLOPs of the forward pass for one sequence, squared loss included."""
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
# *Why it matters.* A rule of thumb for large models needs only the number of their weights
# ([Kaplan et al. 2020](https://arxiv.org/abs/2001.08361), section 2.1). Which terms of your count are
# proportional to a number of weights, and which are not?

# %% [markdown]
# ### Question 7: one backward pass
#
# What does it cost to compute the five gradients? A single number would hide the steps. So you answer
# with a ledger first, one line per step.
#
# Every array of the forward pass is stored, and so is $y - \hat y$. The ledger goes back through the
# layer, as the figure at the start of part 2 does, and forms each gradient once. A line may use stored arrays and
# earlier lines. Your derivation shows which arrays a line needs, and their shapes give its cost.
#
# | line | it forms | shape |
# |---|---|---|
# | `dyhat` | $d\hat y$ | $(L,)$ |
# | `dw2` | $dw_2$ | $(d_\text{hidden},)$ |
# | `dH` | $dH$ | $(L, d_\text{hidden})$ |
# | `relu` | $dZ$ | $(L, d_\text{hidden})$ |
# | `dW1` | $dW_1$ | $(d_\text{hidden}, d_\text{out})$ |
# | `dVt` | $d\tilde V$ | $(L, d_\text{out})$ |
# | `dV` | $dV$ | $(L, d_\text{out})$ |
# | `dA` | $dA$ | $(L, L)$ |
# | `softmax` | $dS$, the gradient of the scaled scores | $(L, L)$ |
# | `scale` | the gradient of $Q K^\top$ | $(L, L)$ |
# | `dQ`, `dK` | $dQ$; $dK$ | $(L, d_\text{attn})$ |
# | `dWq`, `dWk` | $dW_q$; $dW_k$ | $(d_\text{attn}, d_\text{in})$ |
# | `dWv` | $dW_v$ | $(d_\text{out}, d_\text{in})$ |
#
# **Conventions.** P1–P7, and for the backward pass
#
# - **B1** The gradient of $X$ is not computed: the tokens are data.
# - **B2** Forming ReLU's mask and applying it are free (P5).
# - **B3** `dH` is a column times a row (P3).
# - **B4** The softmax is free only in the forward pass. The line `softmax` computes $dS$ from $A$ and
#   $dA$, forms no Jacobian, and charges every operation (P2–P4). If your formula for $dS$ can be
#   written in several ways, count the way with the fewest operations.
# - **B5** The factor $1/\sqrt{d_\text{attn}}$ is applied once, to the $L \times L$ array, and charged.
# - **B6** `dyhat` multiplies the stored $y - \hat y$ by one number, sign included, and is charged.

# %% folded given="ledger" include="cells/lines.py ../shared/preview_ledger.py"

# %% [markdown]
# #### The ledger (<<q7_ledger>>)
#
# Return the FLOPs of each line: a dict with all 15 names as keys.


# %% answer="q7_ledger"
def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the FLOPs of the backward pass: a dict from the name of a line to its count."""
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
# How many FLOPs does the backward pass take under P1–P7 and B1–B6? You may add up your ledger: a
# wrong line there is carried forward here.


# %% answer="q7_backward"
def backward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the FLOPs of the backward pass for one sequence: the total of the ledger."""
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
# Profilers often count only the matrix products. How many FLOPs are these in the backward pass?
#
# **Convention.** Every product of an $m \times n$ and an $n \times p$ matrix costs $2mnp$, with $p = 1$
# for `dw2`, and with $n = 1$ for `dH`, in place of B3. All else is free, also the dot products in
# `softmax`. B1 holds.


# %% answer="q7_products"
def backward_product_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the FLOPs of the matrix products of the backward pass for one sequence."""
    ### BEGIN SOLUTION
    feed_forward = 4 * seq_len * d_hidden * d_out + 4 * seq_len * d_hidden
    weighted_sums_and_scores = 4 * seq_len**2 * (d_out + d_attn)
    projections = 4 * seq_len * d_attn * d_in + 2 * seq_len * d_out * d_in
    return feed_forward + weighted_sums_and_scores + projections
    ### END SOLUTION


# %% test="q7_products"
preview_count(backward_product_flops, **EXAMPLE)

# %% [markdown]
# #### A rule of thumb: for which steps is it wrong? (<<q7_rule>>)
#
# "The backward pass costs twice the forward pass": training budgets are often estimated by this rule
# ([Hoffmann et al. 2022](https://arxiv.org/abs/2203.15556), appendix F). Compare the rule with your
# counts, step by step: question 6 counts the forward pass, and the ledger the backward pass.
#
# | step | in the forward pass | its lines in the ledger |
# |---|---|---|
# | `"projections"` | $Q,\ K,\ V$ | `dWq`, `dWk`, `dWv` |
# | `"products"` | $QK^\top$ and $\tilde V$ | `dV`, `dA`, `dQ`, `dK` |
# | `"softmax"` | the softmax and its factor $1/\sqrt{d_\text{attn}}$, free (P5) | `softmax`, `scale` |
# | `"feed_forward"` | from $\tilde V$ to $\hat y$ | `dw2`, `dH`, `relu`, `dW1`, `dVt` |
# | `"loss"` | from $\hat y$ to $\ell$ | `dyhat` |
#
# For which steps is twice the forward cost too high, and for which is it too low? Answer with
# `rule_errors`, a dict of two sets of steps: `"too_high"` and `"too_low"`. A step for which the rule
# is exact is in neither set. An empty set is written `set()`.

# %% answer="q7_rule"
# rule_errors = {"too_high": {"..."}, "too_low": {"..."}}
### BEGIN SOLUTION
rule_errors = {"too_high": {"projections", "feed_forward", "loss"}, "too_low": {"softmax"}}
### END SOLUTION

# %% test="q7_rule"
with sanity_check():
    preview_defined("rule_errors", "dict", globals())
    assert isinstance(rule_errors, dict), f"expected a dict, not {type(rule_errors).__name__}"
    for direction in ("too_high", "too_low"):
        preview_choice(direction, rule_errors.get(direction), STEPS)

# %% [markdown]
# #### A rule of thumb: by how much is it wrong? (<<q7_audit>>)
#
# Return a dict from each of the five steps to its excess. The excess of a step is twice its forward
# cost, minus the cost of its lines in the ledger. It is negative if the rule is too low.


# %% answer="q7_audit"
def rule_excess(seq_len, d_in, d_attn, d_out, d_hidden):
    """Return the excess of "twice the forward pass": a dict from the step to its excess."""
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
# *Why it matters.* In a stack, every layer but the first also computes the gradient of its input. With
# it, and with wide layers, the rule is good to a few percent.
#
# *See* prediction and measurement side by side. numpy counts the products of your `gradients`, without
# those of `forward`. $dH$ is missing, since the counter files it under elementwise operations (P3).
# Both numbers agree if `gradients` forms each array of the table once, with `@`. A right answer can
# cost more, if it forms an array twice or the gradient of $X$. It can also cost less, because `*` and
# `np.outer` are elementwise. An answer with `np.einsum` can't be measured.

# %% figure folded include="cells/measured_backward.py"

# %% [markdown]
# *See* the share of each line in the backward pass, by your ledger. Which shares grow with the length?

# %% figure folded include="cells/ledger_figure.py"

# %% [markdown]
# ## A day of training
#
# Not graded. How many tokens can a model learn from in a day on one accelerator? *See* it for a stack
# of twelve layers with the widths of GPT-2 small. To your counts, the cell adds the gradient of $X$ in
# every layer but the first. You can change `PEAK` and `UTILISATION`. This is only roughly GPT-2: our
# layer has no output projection, $w_2$ is a vector, and there is no embedding.
#
# A rule of thumb says 6 FLOPs for each weight and token. Why do you get another number? Which costs
# does only your count contain, and which only the rule? What changes at `plan_a_day(seq_len=16_000)`?

# %% figure include="cells/day_of_training.py"

# %% [markdown]
# The last line applies the rule to Llama 3 405B, with 405 billion weights, 15.6 trillion tokens and up
# to 16 thousand H100 at 38 to 43 % utilisation. Its authors publish these numbers, and
# $3.8 \cdot 10^{25}$ FLOPs ([Llama Team 2024](https://arxiv.org/abs/2407.21783)). Six FLOPs times
# weights times tokens gives the same. A formula that you derive on paper says that much about the
# largest machines.
#
# *Before you submit:* choose *Restart Kernel and Run All Cells…*, look for lines that say *Not
# answered yet*, and save.
