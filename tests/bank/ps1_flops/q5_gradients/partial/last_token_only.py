"""The loss of the last token only.

base: accepted/matrix_form.py
replace: g = 2 * (f["y_hat"] - y)
with: g = 2 * (f["y_hat"] - y) * (np.arange(len(y)) == len(y) - 1)
points: 8
finding: the loss is a sum over all tokens; here only one of them counts; this explains every difference and costs one array's share
"""
