from .credit import raised

WITH_OUTPUT = "an output projection is counted; here is none"
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
        "N and D have changed places: a token is a row of D numbers, and there are N of them": {
            "qkv_weights": "3*n**2",
            "qkv_biases": "3*n",
            "attention_weights": "d**2",
        },
    },
    mistakes={
        "qkv_weights": {
            "this is one of the three matrices": "d**2",
            "this is two of the three matrices": "2*d**2",
            WITH_OUTPUT: "4*d**2",
            "biases have an entry of their own": "3*d**2 + 3*d",
            "all tokens share the weights: they don't multiply with the sequence length": (
                "3*n*d**2"
            ),
            "a matrix maps the D numbers of a token to D numbers: it has D² entries, whatever N"
            " is": ("3*n*d"),
        },
        "qkv_biases": {
            "each bias is a vector with a number for each of the D components, not one number": "3",
            "a bias has a number for each component of a token, not one for each token": "3*n",
            "the same bias is added to every row: it doesn't multiply with the sequence length": (
                "3*n*d"
            ),
            "this is one of the three biases": "d",
            WITH_OUTPUT: "4*d",
        },
        "attention_weights": {
            "every token has a weight for each token: N of them in each of N rows": "n",
            "the last weight of a row follows from the others, but every entry counts": "n**2 - n",
            "nothing is masked: every token has a weight for all N": "n*(n + 1)/2",
            "a weight is a number, not a vector": "n**2*d",
        },
        "dense_weights": {
            "this is a layer that maps each token on its own; a weight joins each of ND inputs to"
            " each of ND outputs": "d**2",
            "such a layer for each token maps tokens on their own; a weight joins each of ND inputs"
            " to each of ND outputs": "n*d**2",
            "a weight joins each of ND inputs to each of ND outputs: D² of them for a pair of"
            " tokens, not one": "n**2",
            "a weight joins each of ND inputs to each of ND outputs: D² of them for a pair of"
            " tokens, not D": "n**2*d",
            "this is a weight for each output; each has one for every input": "n*d",
            "biases have an entry of their own": "n**2*d**2 + n*d",
        },
        "dense_biases": {
            "there is a bias for each of the ND outputs; N² is the number of pairs of tokens": (
                "n**2"
            ),
            "there is a bias for each of the ND outputs, not only for each token": "n",
            "there is a bias for each of the ND outputs, not only for each component": "d",
            "there is a bias for each of the ND outputs, not one for all": "1",
            "this is a bias for each weight; there is one for each output": "n**2*d**2",
        },
    },
)
# What is counted beside what is asked for, and counted right, costs a quarter.
lost = {finding.mistake for finding in verdict.findings if not finding.passed}
raised(verdict, 3 / 4) if lost == {WITH_OUTPUT} else verdict
