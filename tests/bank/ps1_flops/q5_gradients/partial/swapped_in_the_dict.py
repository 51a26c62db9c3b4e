"""Puts the gradients of queries and keys under each other's names.

base: accepted/matrix_form.py
replace: return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
with: return {"W_q": dK.T @ X, "W_k": dQ.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
points: 6
finding: exchanged(W_q and W_k)
"""
