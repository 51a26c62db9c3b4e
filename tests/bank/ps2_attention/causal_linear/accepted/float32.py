"""A running state, and outputs in single precision.

base: accepted/running_state.py
replace: out = np.zeros(V.shape)
with: out = np.zeros(V.shape, np.float32)
"""
