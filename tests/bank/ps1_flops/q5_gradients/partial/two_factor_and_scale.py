"""No factor 2, and no scale.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
replace: dS = dS / np.sqrt(W_q.shape[0])
with: 
points: 6
finding: these two explain every difference and cost one array's share each
finding: W_k: the square gives a factor 2, which is missing; and the factor 1/√d_attn is missing
"""
