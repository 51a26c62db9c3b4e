"""The sign of the loss, and dS not transposed for the keys.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (y - f["y_hat"])
replace: dK = dS.T @ Q
with: dK = dS @ Q
points: 6
finding: it sums over the queries; these two explain every difference and cost one array's share each
finding: w_2: the sign is reversed: ŷ stands with a minus in y − ŷ: 5 tokens
finding: W_k: the sign is reversed: ŷ stands with a minus in y − ŷ; and the gradient of K
"""
