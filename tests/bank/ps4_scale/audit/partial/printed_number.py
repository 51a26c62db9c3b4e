"""Corrects nothing: the printed solution's 250,123,124,736.

base: accepted/on_paper.py
replace: 207_618_048
with: 250_123_124_736
points: 2.5
finding: nothing-put-right
"""
