"""The false step of a derivation."""

from examiner.checks import Choices

question = Choices(
    {"line": "line 5", "assumption": "c"},
    options=[*(f"line {n}" for n in range(1, 7)), *"abcde"],
    why={
        "line": {
            "line 1": "It is true: each query depends on one token, and all have the same bias",
            "line 2": "It follows: entry (m, n) is the score of key m for query n",
            "line 3": "It follows: by a fact of 3.3, the softmax commutes with reordering",
            "line 4": "It is the definition of Sa, with XP for X",
            "line 6": "It substitutes line 5 into line 4; does line 5 follow from line 3?",
        },
        "assumption": {
            "a": "Then the scores are PKᵀQP, which is still KᵀQ with its rows and columns moved",
            "b": "Line 1 is right with biases, too, and without them rows and columns still move",
            "d": "PPᵀ = I is true of each permutation; in the scores KᵀQ stands between Pᵀ and P",
            "e": "A softmax along rows has the same argument PᵀKᵀQP, moved in the same way",
        },
    },
)
