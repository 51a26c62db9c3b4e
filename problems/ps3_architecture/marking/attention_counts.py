TOGETHER = """
n-and-d-exchanged: N and D have changed places: a token is a row of D numbers, and there are N of
    them :: qkv_weights = 3*n**2 && qkv_biases = 3*n && attention_weights = d**2
"""
ERRORS = """
one-of-three-matrices: this is one of the three matrices :: qkv_weights = d**2
two-of-three-matrices: this is two of the three matrices :: qkv_weights = 2*d**2
output-projection: an output projection is counted; here is none
    :: qkv_weights = 4*d**2 :: qkv_biases = 4*d
biases-apart: biases have an entry of their own :: qkv_weights = 3*d**2 + 3*d
    :: dense_weights = n**2*d**2 + n*d
one-of-three-biases: this is one of the three biases :: qkv_biases = d
last-weight-follows: the last weight of a row follows from the others, but every entry counts
    :: attention_weights = n**2 - n
causal-mask: nothing is masked: every token has a weight for all N
    :: attention_weights = n*(n + 1)/2
tokenwise-layer: this is a layer that maps each token on its own; a weight joins each of ND inputs
    to each of ND outputs :: dense_weights = d**2
one-weight-for-each-pair: a weight joins each of ND inputs to each of ND outputs: D² of them for a
    pair of tokens, not one :: dense_weights = n**2
weight-for-each-output: this is a weight for each output; each has one for every input
    :: dense_weights = n*d
one-bias-for-all: there is a bias for each of the ND outputs, not one for all :: dense_biases = 1
bias-for-each-weight: this is a bias for each weight; there is one for each output
    :: dense_biases = n**2*d**2
"""


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
