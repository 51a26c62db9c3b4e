"""The false step of a derivation."""

from examiner.checks import Choices

question = Choices(
    {"line": "line 5", "assumption": "c"},
    options=[*(f"line {n}" for n in range(1, 7)), *"abcde"],
    why={
        "line": {
            "line 1": "It is true: a query is made of one token, and each gets the same bias",
            "line 2": "It follows: entry (m, n) is the score of key m for query n",
            "line 3": "It follows: that the softmax commutes with reordering is a fact of 3.3",
            "line 4": "It is the definition of Sa, with XP in the place of X",
            "line 6": "It puts line 5 into line 4; does line 5 follow from line 3?",
        },
        "assumption": {
            "a": "Then the scores are PKᵀQP, which is KᵀQ with its rows and columns moved, still",
            "b": "Line 1 is right with biases too, and without them rows and columns move as well",
            "d": "PPᵀ = I is true of each permutation; in the scores KᵀQ stands between Pᵀ and P",
            "e": "A softmax along rows has the same argument PᵀKᵀQP, moved in the same way",
        },
    },
)
