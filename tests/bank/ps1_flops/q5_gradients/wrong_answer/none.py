"""Computes everything and returns nothing.

base: accepted/matrix_form.py
replace: return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
with: result = {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
finding: not-expected
"""
