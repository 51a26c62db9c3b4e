WORDS = """
n-and-d-exchanged: N and D have changed places: a token is a row of D numbers, and there are N of
    them
one-of-three-matrices: this is one of the three matrices
two-of-three-matrices: this is two of the three matrices
output-projection: an output projection is counted; here is none
biases-apart: biases have an entry of their own
weights-for-each-token: all tokens share the weights: they don't multiply with the sequence length
matrix-of-n-by-d: a matrix maps the D numbers of a token to D numbers: it has D² entries, whatever N
    is
one-number-for-each-bias: each bias is a vector with a number for each of the D components, not one
    number
bias-for-each-token: a bias has a number for each component of a token, not one for each token
bias-times-tokens: the same bias is added to every row: it doesn't multiply with the sequence length
one-of-three-biases: this is one of the three biases
one-weight-for-each-token: every token has a weight for each token: N of them in each of N rows
last-weight-follows: the last weight of a row follows from the others, but every entry counts
causal-mask: nothing is masked: every token has a weight for all N
weight-is-a-vector: a weight is a number, not a vector
tokenwise-layer: this is a layer that maps each token on its own; a weight joins each of ND inputs
    to each of ND outputs
layer-for-each-token: such a layer for each token maps tokens on their own; a weight joins each of
    ND inputs to each of ND outputs
one-weight-for-each-pair: a weight joins each of ND inputs to each of ND outputs: D² of them for a
    pair of tokens, not one
d-weights-for-each-pair: a weight joins each of ND inputs to each of ND outputs: D² of them for a
    pair of tokens, not D
weight-for-each-output: this is a weight for each output; each has one for every input
bias-for-each-pair: there is a bias for each of the ND outputs; N² is the number of pairs of tokens
bias-for-each-token-only: there is a bias for each of the ND outputs, not only for each token
bias-for-each-component-only: there is a bias for each of the ND outputs, not only for each
    component
one-bias-for-all: there is a bias for each of the ND outputs, not one for all
bias-for-each-weight: this is a bias for each weight; there is one for each output
"""


checks.words(WORDS)
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
    together={
        "n-and-d-exchanged": {
            "qkv_weights": "3*n**2",
            "qkv_biases": "3*n",
            "attention_weights": "d**2",
        }
    },
    mistakes={
        "qkv_weights": {
            "one-of-three-matrices": "d**2",
            "two-of-three-matrices": "2*d**2",
            "output-projection": "4*d**2",
            "biases-apart": "3*d**2 + 3*d",
            "weights-for-each-token": "3*n*d**2",
            "matrix-of-n-by-d": "3*n*d",
        },
        "qkv_biases": {
            "one-number-for-each-bias": "3",
            "bias-for-each-token": "3*n",
            "bias-times-tokens": "3*n*d",
            "one-of-three-biases": "d",
            "output-projection": "4*d",
        },
        "attention_weights": {
            "one-weight-for-each-token": "n",
            "last-weight-follows": "n**2 - n",
            "causal-mask": "n*(n + 1)/2",
            "weight-is-a-vector": "n**2*d",
        },
        "dense_weights": {
            "tokenwise-layer": "d**2",
            "layer-for-each-token": "n*d**2",
            "one-weight-for-each-pair": "n**2",
            "d-weights-for-each-pair": "n**2*d",
            "weight-for-each-output": "n*d",
            "biases-apart": "n**2*d**2 + n*d",
        },
        "dense_biases": {
            "bias-for-each-pair": "n**2",
            "bias-for-each-token-only": "n",
            "bias-for-each-component-only": "d",
            "one-bias-for-all": "1",
            "bias-for-each-weight": "n**2*d**2",
        },
    },
)
# What is counted beside what is asked for, and counted right, costs a quarter.
wrong = [finding for finding in verdict.findings if not finding.passed]
lost = {" ".join(error.key for error in finding.errors) for finding in wrong}
verdict.at_least(3 / 4 * verdict.max_points) if lost == {"output-projection"} else verdict
