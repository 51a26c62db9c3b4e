"""What is charged by answers that don't keep to P5."""

HIDDEN_CHARGED = """
relu-or-bias-charged: ReLU, a bias of W_1 or a gate is charged; ReLU is free (P5), and there is
    neither bias nor gate
    :: + seq_len*d_hidden
"""
SOFTMAX_CHARGED = """
scale-or-softmax-charged: the factor 1/√d_attn is charged on the scores, or one operation of the
    softmax on each; here both are free (P5) :: + seq_len**2
softmax-charged(2 ~ 3 ~ 4 ~ 5): {} operations for each score are charged for the softmax and the
    factor 1/√d_attn; here both are free (P5) :: + {}*seq_len**2
"""
