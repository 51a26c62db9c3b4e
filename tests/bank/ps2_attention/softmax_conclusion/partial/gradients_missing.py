"""Only one entry.

points: 0.5
finding: gradients: entry-missing
"""

conclusion = {"output": "insensitive"}
