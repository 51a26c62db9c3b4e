"""Parameters and attention weights in self-attention, and in a dense layer for the same map."""

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
      "this counts one of the three matrices"),
    misconception("two-of-three-matrices", {QKV_WEIGHTS: 2 * d**2},
      "this counts two of the three matrices"),
    convention("output-projection", [{QKV_WEIGHTS: 4 * d**2}, {QKV_BIASES: 4 * d}],
      "an output projection is counted, but this layer has none"),
    misconception("biases-apart",
      [{QKV_WEIGHTS: 3 * d**2 + 3 * d}, {DENSE_WEIGHTS: n**2 * d**2 + n * d}],
      "the biases are counted here, but they have an entry of their own"),
    misconception("weights-for-each-token", {QKV_WEIGHTS: 3 * n * d**2},
      "all tokens share the weights, so their number doesn't depend on the sequence length"),
    misconception("matrix-of-n-by-d", {QKV_WEIGHTS: 3 * n * d},
      "a matrix maps the D numbers of a token to D numbers, so it has D² entries for any L"),
    misconception("one-number-for-each-bias", {QKV_BIASES: 3},
      "each bias is a vector with a number for each of the D components, not one number"),
    misconception("bias-for-each-token", {QKV_BIASES: 3 * n},
      "a bias has a number for each component of a token, not one for each token"),
    misconception("bias-times-tokens", {QKV_BIASES: 3 * n * d},
      "the same bias is added to every row, so its size doesn't depend on the sequence length"),
    misconception("one-of-three-biases", {QKV_BIASES: d},
      "this counts one of the three biases"),
    misconception("one-weight-for-each-token", {ATTENTION_WEIGHTS: n},
      "every token has a weight for each token: L weights in each of L rows"),
    misconception("row-without-one-weight", {ATTENTION_WEIGHTS: n**2 - n},
      "every entry counts: also the weight of a token for itself, and the last weight of a row, "
      "although it follows from the others"),
    misconception("second-matrix", {ATTENTION_WEIGHTS: 2 * n**2},
      "this counts the scores before the softmax as well, or it counts bytes; the question asks "
      "for the number of entries of A"),
    misconception("causal-mask", {ATTENTION_WEIGHTS: n * (n + 1) / 2},
      "nothing is masked: every token has a weight for all L"),
    misconception("weight-is-a-vector", {ATTENTION_WEIGHTS: n**2 * d},
      "a weight is a number, not a vector"),
    misconception("tokenwise-layer", {DENSE_WEIGHTS: d**2},
      "this layer maps each token on its own; the dense layer has a weight from each of LD "
      "inputs to each of LD outputs"),
    misconception("layer-for-each-token", {DENSE_WEIGHTS: n * d**2},
      "a separate layer for each token still maps tokens on their own; the dense layer has a "
      "weight from each of LD inputs to each of LD outputs"),
    misconception("one-weight-for-each-pair", {DENSE_WEIGHTS: n**2},
      "there is a weight from each of LD inputs to each of LD outputs: D² weights for a pair of "
      "tokens, not one"),
    misconception("d-weights-for-each-pair", {DENSE_WEIGHTS: n**2 * d},
      "there is a weight from each of LD inputs to each of LD outputs: D² weights for a pair of "
      "tokens, not D"),
    misconception("weight-for-each-output", {DENSE_WEIGHTS: n * d},
      "this is one weight for each output, but each output has a weight for every input"),
    misconception("bias-for-each-pair", {DENSE_BIASES: n**2},
      "there is a bias for each of the LD outputs; L² is the number of pairs of tokens"),
    misconception("bias-for-each-token-only", {DENSE_BIASES: n},
      "there is a bias for each of the LD outputs, not only for each token"),
    misconception("bias-for-each-component-only", {DENSE_BIASES: d},
      "there is a bias for each of the LD outputs, not only for each component"),
    misconception("one-bias-for-all", {DENSE_BIASES: 1},
      "there is a bias for each of the LD outputs, not one for all"),
    misconception("bias-for-each-weight", {DENSE_BIASES: n**2 * d**2},
      "this is a bias for each weight, but there is a bias for each output only"),
    misconception("n-and-d-exchanged",
      {QKV_WEIGHTS: 3 * n**2, QKV_BIASES: 3 * n, ATTENTION_WEIGHTS: d**2},
      "L and D are swapped: there are L tokens, and each is a row of D numbers"),
    *[convention(f"bytes({k})",
      {QKV_WEIGHTS: k * 3 * d**2, QKV_BIASES: k * 3 * d, ATTENTION_WEIGHTS: k * n**2,
       DENSE_WEIGHTS: k * n**2 * d**2, DENSE_BIASES: k * n * d},
      bytes_message(k)) for k in (2, 4)],
]
# fmt: on

question = Ledger(SIZES, LINES, misconceptions=MISCONCEPTIONS)
