"""The ledger of the backward pass, line by line."""

from examiner.checks import Ledger, convention, misconception

from .backward_pass import (
    DA,
    DH,
    DK,
    DQ,
    DV,
    DVT,
    DW1,
    DW2,
    DWK,
    DWQ,
    DWV,
    DYHAT,
    LEDGER,
    LINE_MISCONCEPTIONS,
    RELU,
    SCALE,
    SOFTMAX,
    X_MISCONCEPTIONS,
)
from .products import SIZES, L, d_attn, d_hidden, d_in, d_out

# fmt: off
MISCONCEPTIONS = [
    *LINE_MISCONCEPTIONS,
    convention("scale-on-dq-and-dk",
      {SCALE: 0, DQ: 2 * L**2 * d_attn + L * d_attn, DK: 2 * L**2 * d_attn + L * d_attn},
      "the factor 1/√d_attn is applied to the L × L matrix, not to dQ and dK (B5)"),
    misconception("w2-as-matrix",
      [{DYHAT: L * d_out}, {DW2: 2 * L * d_hidden * d_out}, {DH: 2 * L * d_hidden * d_out}],
      "w_2 is a vector, not a d_hidden × d_out matrix, and ŷ is one number per token"),
    misconception("sum-over-tokens-missing",
      [{DW2: d_hidden}, {DW1: d_hidden * d_out}, {DWQ: d_in * d_attn}, {DWK: d_in * d_attn},
       {DWV: d_in * d_out}],
      "the sum over the tokens is missing: each entry is a dot product of length L"),
    misconception("twice-for-gradient-of-x",
      [{DWQ: 4 * L * d_in * d_attn}, {DWK: 4 * L * d_in * d_attn}, {DWV: 4 * L * d_in * d_out}],
      "twice the right count: the gradient of X costs as much, but is not computed (B1)"),
    convention("factor-two-charged", {DYHAT: 0},
      "the factor −2 is not free (B6)"),
    convention("nothing-summed", {DH: 2 * L * d_hidden},
      "there is no sum, so each entry costs 1, not 2 (B3)"),
    convention("relu-mask-charged", {RELU: L * d_hidden},
      "the mask of ReLU only selects entries, which is free (B2)"),
    misconception("three-l-squared", {SOFTMAX: 3 * L**2},
      "3L² instead of 4L²: a dot product of length L costs 2L (P2), or a step of the line is "
      "forgotten, for example if only the Jacobian's diagonal is used"),
    misconception("five-l-squared", {SOFTMAX: 5 * L**2},
      "5L² instead of 4L²: another way to write the formula for dS multiplies by A only once (B4); "
      "or the cost of the line scale is included in this line"),
    misconception("softmax-steps-missing", {SOFTMAX: 2 * L**2},
      "either the dot products of the rows are missing, or the subtraction and the "
      "multiplication; or one of these two is missing, and the dot products are counted in "
      "multiply–accumulates (P6)"),
    misconception("scale-for-each", {SCALE: 2 * L**2},
      "the factor is applied once, to the L × L array, not separately for dQ and dK (B5)"),
    misconception("dot-product-of-one-row", {SOFTMAX: 2 * L * (L + 1)},
      "each of the L rows has a dot product of length L: 2L², not 2L. Or only half of the "
      "L × L array is counted, but it is full"),
    misconception("half-of-a-square",
      [{DA: L * (L + 1) * d_out}, {SCALE: L * (L + 1) / 2}, {DV: L * (L + 1) * d_out},
       {DQ: L * (L + 1) * d_attn}, {DK: L * (L + 1) * d_attn},
       {SOFTMAX: 2 * L * (L + 1), SCALE: L * (L + 1) / 2}],
      "S, A and their gradients are full, neither masked nor symmetric: all L² entries count, "
      "not only the diagonal and one side of it"),
    misconception("forward-cost",
      [{DV: 2 * L * d_in * d_out}, {DQ: 2 * L * d_in * d_attn}, {DK: 2 * L * d_in * d_attn},
       {DVT: 2 * L**2 * d_out, DV: 2 * L * d_in * d_out, DA: 2 * L**2 * d_attn,
        DQ: 2 * L * d_in * d_attn, DK: 2 * L * d_in * d_attn}],
      "this is the cost of the array in the forward pass"),
    convention("scale-charged-here", {SCALE: 0},
      "the factor 1/√d_attn is charged in the backward pass (B5)"),
]
# fmt: on

# Without and with the cost of adding up X's gradients through Q, K and V.
# fmt: off
X, *_ = X_MISCONCEPTIONS
ADDED = [
    convention(X.key,
      [2 * L * d_in * (2 * d_attn + d_out), 2 * L * d_in * (2 * d_attn + d_out + 1)],
      X.message),
]
# fmt: on

question = Ledger(SIZES, LEDGER, misconceptions=MISCONCEPTIONS, added=ADDED)
