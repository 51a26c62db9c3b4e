"""Believes that the biases are the gap; line 2 takes care of them.

points: 0
finding: line: you have “line 2”
finding: assumption: you have “b”
finding: It follows: β 1ᵀ P = β 1ᵀ
finding: Line 2 is right with biases too
"""

equivariance_false_step = {"line": "line 2", "assumption": "b"}
