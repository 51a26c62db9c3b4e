"""The weighted sums run over I.

base: accepted/as_asked.py
replace: return 5 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + 2 * math.ceil(math.log2(T))
with: return 5 + math.ceil(math.log2(J)) + math.ceil(math.log2(U)) + math.ceil(math.log2(T)) + math.ceil(math.log2(J // K))
points: 2.5
finding: sums-of-i-terms
"""
