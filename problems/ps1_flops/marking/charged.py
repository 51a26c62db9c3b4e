"""Misconceptions that charge operations which are free by P5."""

from examiner.checks import Adds, convention

from .products import L, d_hidden

# fmt: off
HIDDEN_CHARGED = [
    convention("relu-or-bias-charged", Adds(L * d_hidden),
      "ReLU, a bias of W_1 or a gate is charged; ReLU is free (P5), and there is neither bias "
      "nor gate"),
]
SOFTMAX_CHARGED = [
    convention("scale-or-softmax-charged", Adds(L**2),
      "the factor 1/√d_attn, or one operation of the softmax, is charged for each score; here "
      "both are free (P5)"),
    *[convention(f"softmax-charged({k})", Adds(k * L**2),
      f"{k} operations for each score are charged for the softmax and the factor 1/√d_attn; "
      "here both are free (P5)") for k in (2, 3, 4, 5)],
]
# fmt: on
