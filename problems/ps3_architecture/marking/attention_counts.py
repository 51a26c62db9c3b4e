from .bytes import BYTES

WORDS = """
output-projection: an output projection is counted; here is none
"""
TOGETHER = """
n-and-d-exchanged: N and D have changed places: a token is a row of D numbers, and there are N of
    them :: qkv_weights = 3*n**2 && qkv_biases = 3*n && attention_weights = d**2
bytes(2 ~ 4) :: qkv_weights = {}*3*d**2 && qkv_biases = {}*3*d && attention_weights = {}*n**2
    && dense_weights = {}*n**2*d**2 && dense_biases = {}*n*d
"""
ERRORS = """
one-of-three-matrices: this is one of the three matrices :: qkv_weights = d**2
two-of-three-matrices: this is two of the three matrices :: qkv_weights = 2*d**2
output-projection :: qkv_weights = 4*d**2 :: qkv_biases = 4*d
biases-apart: biases have an entry of their own :: qkv_weights = 3*d**2 + 3*d
    :: dense_weights = n**2*d**2 + n*d
weights-for-each-token: all tokens share the weights: they don't multiply with the sequence length
    :: qkv_weights = 3*n*d**2
matrix-of-n-by-d: a matrix maps the D numbers of a token to D numbers: it has D² entries, whatever N
    is :: qkv_weights = 3*n*d
one-number-for-each-bias: each bias is a vector with a number for each of the D components, not one
    number :: qkv_biases = 3
bias-for-each-token: a bias has a number for each component of a token, not one for each token
    :: qkv_biases = 3*n
bias-times-tokens: the same bias is added to every row: it doesn't multiply with the sequence length
    :: qkv_biases = 3*n*d
one-of-three-biases: this is one of the three biases :: qkv_biases = d
one-weight-for-each-token: every token has a weight for each token: N of them in each of N rows
    :: attention_weights = n
row-without-one-weight: every entry counts: that of a token with itself, and the last one of a row,
    though it follows from the others
    :: attention_weights = n**2 - n
second-matrix: the scores before the softmax are counted as well, or these are bytes; asked is how
    many entries A has :: attention_weights = 2*n**2
causal-mask: nothing is masked: every token has a weight for all N
    :: attention_weights = n*(n + 1)/2
weight-is-a-vector: a weight is a number, not a vector :: attention_weights = n**2*d
tokenwise-layer: this is a layer that maps each token on its own; a weight joins each of ND inputs
    to each of ND outputs :: dense_weights = d**2
layer-for-each-token: such a layer for each token maps tokens on their own; a weight joins each of
    ND inputs to each of ND outputs :: dense_weights = n*d**2
one-weight-for-each-pair: a weight joins each of ND inputs to each of ND outputs: D² of them for a
    pair of tokens, not one :: dense_weights = n**2
d-weights-for-each-pair: a weight joins each of ND inputs to each of ND outputs: D² of them for a
    pair of tokens, not D :: dense_weights = n**2*d
weight-for-each-output: this is a weight for each output; each has one for every input
    :: dense_weights = n*d
bias-for-each-pair: there is a bias for each of the ND outputs; N² is the number of pairs of tokens
    :: dense_biases = n**2
bias-for-each-token-only: there is a bias for each of the ND outputs, not only for each token
    :: dense_biases = n
bias-for-each-component-only: there is a bias for each of the ND outputs, not only for each
    component :: dense_biases = d
one-bias-for-all: there is a bias for each of the ND outputs, not one for all :: dense_biases = 1
bias-for-each-weight: this is a bias for each weight; there is one for each output
    :: dense_biases = n**2*d**2
"""


checks.words(WORDS, BYTES)
verdict = checks.ledger(
    attention_counts,
    variables="n d",
    other={
        "qkv_weights": "3*d**2",
        "qkv_biases": "3*d",
        "attention_weights": "n**2",
        "dense_weights": "n**2*d**2",
        "dense_biases": "n*d",
    },
    together=TOGETHER,
    mistakes=ERRORS,
)
# What is counted beside what is asked for, and counted right, costs a quarter.
wrong = [finding for finding in verdict.findings if not finding.passed]
lost = {" ".join(error.key for error in finding.errors) for finding in wrong}
verdict.at_least(3 / 4 * verdict.max_points) if lost == {"output-projection"} else verdict
