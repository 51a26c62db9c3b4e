"""Believes that the biases are the gap; they are the same for every token.

finding: line: chose
finding: assumption: chose
finding: line: comments
finding: assumption: comments
"""

equivariance_false_step = {"line": "line 2", "assumption": "b"}
