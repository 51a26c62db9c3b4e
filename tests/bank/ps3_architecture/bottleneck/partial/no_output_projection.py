"""Three projections, where the count before had four.

base: accepted/closed_formula.py
replace: (2 + ffn_mult) * d_model
with: (1.5 + ffn_mult) * d_model
given: multi_head_flops/accepted/formula.py
points: 2
finding: three-projections
"""
