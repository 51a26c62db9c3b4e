"""The sign of the loss, and no mask.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (y - f["y_hat"])
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2)
points: 6
finding: these two explain every difference and cost one array's share each
finding: W_1: the sign is reversed: ŷ stands with a minus in y − ŷ; and ReLU stops the gradient
"""
