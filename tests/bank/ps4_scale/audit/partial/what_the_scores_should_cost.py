"""Says what the scores should cost.

base: accepted/on_paper.py
replace: 56_623_104
with: 18_874_368
points: 2.5
finding: line-should-cost
"""
