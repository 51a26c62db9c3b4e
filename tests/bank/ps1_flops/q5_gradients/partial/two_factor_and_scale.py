"""No factor 2, and no scale.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = f["y_hat"] - y
replace: dS = dS / np.sqrt(W_q.shape[0])
with: 
points: 2.5
finding: explained
finding: factor-two-missing
finding: scale-missing
"""
