"""The heads interleaved.

base: accepted/einsum.py
replace: ->abki
with: ->abik
points: 2.5
finding: heads-interleaved
"""
