"""Numbers in self-attention, and in a dense layer for the same map."""

from examiner.checks import Ledger, Term, convention, misconception, sizes

from .bytes import bytes_message

SIZES = n, d = sizes("n d")

QKV_WEIGHTS = Term("qkv_weights", 3 * d**2)
QKV_BIASES = Term("qkv_biases", 3 * d)
ATTENTION_WEIGHTS = Term("attention_weights", n**2)
DENSE_WEIGHTS = Term("dense_weights", n**2 * d**2)
DENSE_BIASES = Term("dense_biases", n * d)
LINES = [QKV_WEIGHTS, QKV_BIASES, ATTENTION_WEIGHTS, DENSE_WEIGHTS, DENSE_BIASES]

# fmt: off
MISCONCEPTIONS = [
    misconception("one-of-three-matrices", {QKV_WEIGHTS: d**2},
      "this is one of the three matrices"),
    misconception("two-of-three-matrices", {QKV_WEIGHTS: 2 * d**2},
      "this is two of the three matrices"),
    convention("output-projection", [{QKV_WEIGHTS: 4 * d**2}, {QKV_BIASES: 4 * d}],
      "an output projection is counted; here is none"),
    misconception("biases-apart",
      [{QKV_WEIGHTS: 3 * d**2 + 3 * d}, {DENSE_WEIGHTS: n**2 * d**2 + n * d}],
      "biases have an entry of their own"),
    misconception("weights-for-each-token", {QKV_WEIGHTS: 3 * n * d**2},
      "all tokens share the weights: they don't multiply with the sequence length"),
    misconception("matrix-of-n-by-d", {QKV_WEIGHTS: 3 * n * d},
      "a matrix maps the D numbers of a token to D numbers: it has D² entries, whatever N is"),
    misconception("one-number-for-each-bias", {QKV_BIASES: 3},
      "each bias is a vector with a number for each of the D components, not one number"),
    misconception("bias-for-each-token", {QKV_BIASES: 3 * n},
      "a bias has a number for each component of a token, not one for each token"),
    misconception("bias-times-tokens", {QKV_BIASES: 3 * n * d},
      "the same bias is added to every row: it doesn't multiply with the sequence length"),
    misconception("one-of-three-biases", {QKV_BIASES: d},
      "this is one of the three biases"),
    misconception("one-weight-for-each-token", {ATTENTION_WEIGHTS: n},
      "every token has a weight for each token: N of them in each of N rows"),
    misconception("row-without-one-weight", {ATTENTION_WEIGHTS: n**2 - n},
      "every entry counts: that of a token with itself, and the last one of a row, though it "
      "follows from the others"),
    misconception("second-matrix", {ATTENTION_WEIGHTS: 2 * n**2},
      "the scores before the softmax are counted as well, or these are bytes; asked is how "
      "many entries A has"),
    misconception("causal-mask", {ATTENTION_WEIGHTS: n * (n + 1) / 2},
      "nothing is masked: every token has a weight for all N"),
    misconception("weight-is-a-vector", {ATTENTION_WEIGHTS: n**2 * d},
      "a weight is a number, not a vector"),
    misconception("tokenwise-layer", {DENSE_WEIGHTS: d**2},
      "this is a layer that maps each token on its own; a weight joins each of ND inputs to "
      "each of ND outputs"),
    misconception("layer-for-each-token", {DENSE_WEIGHTS: n * d**2},
      "such a layer for each token maps tokens on their own; a weight joins each of ND inputs "
      "to each of ND outputs"),
    misconception("one-weight-for-each-pair", {DENSE_WEIGHTS: n**2},
      "a weight joins each of ND inputs to each of ND outputs: D² of them for a pair of "
      "tokens, not one"),
    misconception("d-weights-for-each-pair", {DENSE_WEIGHTS: n**2 * d},
      "a weight joins each of ND inputs to each of ND outputs: D² of them for a pair of "
      "tokens, not D"),
    misconception("weight-for-each-output", {DENSE_WEIGHTS: n * d},
      "this is a weight for each output; each has one for every input"),
    misconception("bias-for-each-pair", {DENSE_BIASES: n**2},
      "there is a bias for each of the ND outputs; N² is the number of pairs of tokens"),
    misconception("bias-for-each-token-only", {DENSE_BIASES: n},
      "there is a bias for each of the ND outputs, not only for each token"),
    misconception("bias-for-each-component-only", {DENSE_BIASES: d},
      "there is a bias for each of the ND outputs, not only for each component"),
    misconception("one-bias-for-all", {DENSE_BIASES: 1},
      "there is a bias for each of the ND outputs, not one for all"),
    misconception("bias-for-each-weight", {DENSE_BIASES: n**2 * d**2},
      "this is a bias for each weight; there is one for each output"),
    misconception("n-and-d-exchanged",
      {QKV_WEIGHTS: 3 * n**2, QKV_BIASES: 3 * n, ATTENTION_WEIGHTS: d**2},
      "N and D have changed places: a token is a row of D numbers, and there are N of them"),
    *[convention(f"bytes({k})",
      {QKV_WEIGHTS: k * 3 * d**2, QKV_BIASES: k * 3 * d, ATTENTION_WEIGHTS: k * n**2,
       DENSE_WEIGHTS: k * n**2 * d**2, DENSE_BIASES: k * n * d},
      bytes_message(k)) for k in (2, 4)],
]
# fmt: on

question = Ledger(SIZES, LINES, misconceptions=MISCONCEPTIONS)
