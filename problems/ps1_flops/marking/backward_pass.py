"""The lines of the ledger of the backward pass, and misconceptions about them."""

from examiner.checks import Adds, Product, Term, convention, misconception

from .products import L, d_attn, d_hidden, d_in, d_out

DW2 = Product("dw2", d_hidden, L, 1)
DW1 = Product("dW1", d_hidden, L, d_out)
DVT = Product("dVt", L, d_hidden, d_out)
DV = Product("dV", L, L, d_out)
DA = Product("dA", L, d_out, L)
DQ = Product("dQ", L, L, d_attn)
DK = Product("dK", L, L, d_attn)
DWQ = Product("dWq", d_attn, L, d_in)
DWK = Product("dWk", d_attn, L, d_in)
DWV = Product("dWv", d_out, L, d_in)
PRODUCTS = [DW2, DW1, DVT, DV, DA, DQ, DK, DWQ, DWK, DWV]

# The dot products of the rows, and two operations per entry.
SOFTMAX = Product("softmax", L, L, 1, plus=2 * L**2)
DYHAT = Term("dyhat", L)
DH = Term("dH", L * d_hidden)
SCALE = Term("scale", L**2)
RELU = Term("relu", 0)
BACKWARD = [*PRODUCTS, SOFTMAX, DYHAT, DH, SCALE]
LEDGER = [DYHAT, DW2, DH, RELU, DW1, DVT, DV, DA, SOFTMAX, SCALE, DQ, DK, DWQ, DWK, DWV]

NO_GRADIENT_OF_SCORES: dict[Term, int] = dict.fromkeys((DA, DQ, DK, DWQ, DWK), 0)

# fmt: off
VALUE_WEIGHTS_MISCONCEPTIONS = [
    misconception("sum-over-queries-done-once", {DWV: 2 * L**2 * d_out * d_in},
      "one factor seq_len is too many: the sum over the queries is done once, in dV, and not "
      "again for every weight of W_v"),
]
LINE_MISCONCEPTIONS = [
    *VALUE_WEIGHTS_MISCONCEPTIONS,
    convention("error-computed-again", {DYHAT: 2 * L},
      "y − ŷ is stored, so it is not computed again (B6)"),
    misconception("costs-of-the-loss", {DYHAT: 3 * L},
      "this is the cost of the loss; the line dyhat only multiplies y − ŷ, which is stored, by "
      "a number (B6)"),
    convention("softmax-free", {SOFTMAX: 0},
      "the softmax is free only in the forward pass (B4)"),
    misconception("step-per-row", {SOFTMAX: 3 * L**2 + L},
      "the subtraction or the multiplication in the softmax is charged once per row; it costs "
      "one FLOP per entry (B4)"),
    misconception("jacobian-per-row", {SOFTMAX: 3 * L**3 + L**2},
      "a Jacobian is formed for each row of the softmax; the line softmax needs none (B4)"),
    misconception("full-jacobian-per-row", {SOFTMAX: 4 * L**3},
      "a full Jacobian is formed for each row of the softmax; the line softmax needs none (B4)"),
    misconception("times-full-jacobian", {SOFTMAX: 2 * L**3},
      "every row of dA is multiplied by a full Jacobian of the softmax; the line softmax needs "
      "none (B4)"),
    misconception("row-dot-products-of-v-tilde", {SOFTMAX: 2 * L**2 + 2 * L * d_out},
      "the row dot products of the softmax are replaced by dot products of the rows of dṼ and "
      "Ṽ; the line softmax takes those of A and dA (B4)"),
    convention("scale-on-dq-and-dk", {SCALE: 2 * L * d_attn},
      "the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)"),
    convention("scale-on-dwq-and-dwk", {SCALE: 2 * d_attn * d_in},
      "the factor 1/√d_attn is applied to the L × L matrix, not to dWq and dWk (B5)"),
]
X_MISCONCEPTIONS = [
    convention("gradient-of-x", Adds(2 * L * d_in * (2 * d_attn + d_out)),
      "the gradient of X is included (B1)"),
    convention("gradient-of-x-and-sum", Adds(2 * L * d_in * (2 * d_attn + d_out) + 2 * L * d_in),
      "the gradient of X is included (B1), and the sum of its parts"),
    convention("gradient-of-x-through-v", Adds(2 * L * d_in * d_out),
      "the gradient of X through V is included (B1)"),
    convention("gradient-of-x-through-q-or-k", Adds(2 * L * d_in * d_attn),
      "the gradient of X through Q or K is included (B1)"),
]
# fmt: on
