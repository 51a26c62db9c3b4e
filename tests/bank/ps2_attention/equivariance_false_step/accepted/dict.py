"""The line and the letter."""

equivariance_false_step = {"line": "line 5", "assumption": "c"}
