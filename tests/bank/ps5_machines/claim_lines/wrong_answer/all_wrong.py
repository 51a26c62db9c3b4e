"""Nothing holds: the same option in every line.

finding: chose-the-same
"""

lines = "embedding head attention peak overlap weights cache writing"
claim_lines = dict.fromkeys(lines.split(), "wrong")
