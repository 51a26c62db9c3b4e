"""No scale, and A instead of Aᵀ.

base: accepted/matrix_form.py
replace: dS = dS / np.sqrt(W_q.shape[0])
with: 
replace: dV = A.T @ dV_tilde
with: dV = A @ dV_tilde
points: 4
finding: explained
finding: scale-missing
"""
