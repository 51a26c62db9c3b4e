"""Divides the scores by 768, as the maps.

base: accepted/on_paper.py
replace: 56_623_104
with: 767 * 75_497_472 // 768
points: 2.5
finding: scores-divided-too
"""
