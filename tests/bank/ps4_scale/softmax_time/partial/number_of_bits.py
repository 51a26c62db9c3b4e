"""As many steps as bits.

base: accepted/as_asked.py
replace: return 2 + math.ceil(math.log2(U)) + math.ceil(math.log2(T))
with: return 2 + U.bit_length() + T.bit_length()
points: 2.75
finding: number-of-bits
"""
