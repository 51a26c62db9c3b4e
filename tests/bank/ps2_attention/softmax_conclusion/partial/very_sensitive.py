"""The conclusion of a printed solution: very sensitive.

points: 0.5
finding: output: you have “very sensitive”. It would take a large derivative
"""

conclusion = {"output": "very sensitive", "gradients": "vanish"}
