"""Takes eleven output projections away, and leaves the twelfth for 768 tokens.

base: accepted/on_paper.py
replace: 130_445_475_840
with: 11 * 10_871_635_968
points: 2.5
finding: output-for-768-tokens
"""
