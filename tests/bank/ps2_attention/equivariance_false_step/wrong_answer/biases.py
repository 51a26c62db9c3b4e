"""Believes that the biases are the gap; they are the same for every token.

points: 0
finding: line: you have “line 2”
finding: assumption: you have “b”
finding: It follows: entry (m, n) is the score of key m for query n
finding: Line 1 is right with biases too
"""

equivariance_false_step = {"line": "line 2", "assumption": "b"}
