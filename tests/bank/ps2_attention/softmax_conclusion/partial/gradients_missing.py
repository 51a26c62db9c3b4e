"""Only one entry.

points: 0.5
finding: gradients: no such entry in the answer
"""

conclusion = {"output": "insensitive"}
