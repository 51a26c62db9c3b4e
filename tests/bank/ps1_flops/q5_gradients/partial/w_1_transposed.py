"""Returns the transpose of a gradient.

base: accepted/matrix_form.py
replace: return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
with: return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1.T, "w_2": dw_2}
points: 8
finding: transposed
"""
