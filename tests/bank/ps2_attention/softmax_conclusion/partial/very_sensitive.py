"""The conclusion of a printed solution: very sensitive.

points: 0.5
finding: output: you have “very sensitive”. Look at the largest of the 25 derivatives
"""

conclusion = {"output": "very sensitive", "gradients": "vanish"}
