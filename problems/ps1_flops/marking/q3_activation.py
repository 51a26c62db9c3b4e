"""The number of entries of the activation Ṽ."""

from examiner.checks import Count, convention, misconception, missed_idea

from .products import ACTIVATION, OTHER_COUNTS, SIZES, L, d_attn, d_in, d_out

# fmt: off
MISCONCEPTIONS = [
    missed_idea("one-token", d_out,
      "this is one token's row; the sequence has L of them"),
    misconception("d-attn-for-d-out", L * d_attn,
      "a weighted sum of values is as long as a value: d_out, not d_attn"),
    missed_idea("numbers-for-tokens", L,
      "each token has a vector of d_out numbers, not one number"),
    missed_idea("attention-weights", L**2,
      "this is the size of the attention weights A"),
    missed_idea("all-arrays", L * (d_in + 2 * d_attn + 2 * d_out) + 2 * L**2,
      "all arrays of the attention layer are counted; the question asks for Ṽ alone"),
    missed_idea("all-arrays-formed", L * (2 * d_attn + 2 * d_out) + 2 * L**2,
      "all arrays that the attention layer forms are counted; the question asks for Ṽ alone"),
    misconception("attention-weights-as-well", L * d_out + L**2,
      "the attention weights A are counted as well"),
    missed_idea("v-and-attention-weights-as-well", 2 * L * d_out + L**2,
      "V and the attention weights A are counted as well; the question asks for Ṽ alone"),
    misconception("x-as-well", L * (d_out + d_in),
      "X is counted as well; the question asks for Ṽ alone"),
    missed_idea("flops-of-a-v", 2 * L**2 * d_out,
      "these are the FLOPs of A V; the question asks for the numbers in it"),
    convention("v-or-bytes-at-two", 2 * L * d_out,
      "twice the right count: V is counted as well, or these are bytes, two per number; the "
      "question asks for the numbers in Ṽ"),
    convention("bytes-at-four", 4 * L * d_out,
      "these are bytes, four per number; the question asks for numbers"),
    convention("bytes-at-eight", 8 * L * d_out,
      "these are bytes, eight per number; the question asks for numbers"),
]
# fmt: on

question = Count(SIZES, ACTIVATION, misconceptions=MISCONCEPTIONS, others=OTHER_COUNTS)
