"""Calls the gradients by other names.

base: accepted/matrix_form.py
replace: return {"W_q": dQ.T @ X, "W_k": dK.T @ X, "W_v": dV.T @ X, "W_1": dW_1, "w_2": dw_2}
with: return {"dW_q": dQ.T @ X, "dW_k": dK.T @ X, "dW_v": dV.T @ X, "dW_1": dW_1, "dw_2": dw_2}
finding: W_q: no-such-key
"""
