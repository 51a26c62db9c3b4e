"""One logarithm for each query.

points: 4
finding: logs-of-fewer-heads
base: accepted/lines.py
replace: kept["attention_weights"] = n_heads * n
with: kept["attention_weights"] = n
"""
