"""Takes the bias of the values out of the weighted sum without a reason.

base: accepted/value_bias_by_the_weights.py
replace: weights sum to 1
with: algebra
points: 3
finding: 2: fact-not-named
finding: right-hand side, V @ softmax(K.T @ Q) @ P: reached
"""
