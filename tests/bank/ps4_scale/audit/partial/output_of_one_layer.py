"""The output projection of one layer.

base: accepted/on_paper.py
replace: 130_445_475_840
with: 130_445_475_840 // 12
points: 2.5
finding: amount-of-one-layer-or-head
"""
