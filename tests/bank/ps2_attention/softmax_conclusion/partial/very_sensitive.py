"""The conclusion of a printed solution: very sensitive.

points: 0.5
finding: output: chose
"""

conclusion = {"output": "very sensitive", "gradients": "vanish"}
