"""No factor 2, no mask, and no scale: three slips cost three arrays.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
replace: dZ = np.outer(g, w_2) * (Z > 0)
with: dZ = np.outer(g, w_2)
replace: dS = dS / np.sqrt(W_q.shape[0])
with: 
finding: explained
finding: factor-two-missing
finding: relu-mask-missing
finding: scale-missing
"""
