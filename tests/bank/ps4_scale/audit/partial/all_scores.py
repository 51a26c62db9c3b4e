"""The scores of the sequence.

base: accepted/on_paper.py
replace: 56_623_104
with: -19_251_855_360
points: 2.5
finding: scores-of-all-tokens
"""
