"""A reshape without moving the heads.

base: accepted/einsum.py
replace: ->abki
with: ->kabi
points: 2.5
finding: reshaped-without-transpose
"""
