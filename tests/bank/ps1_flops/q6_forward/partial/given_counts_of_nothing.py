"""Adds the loss to counts of nothing, which nothing follows from.

given: q2_attention/wrong_answer/one_layer_of_these_sizes.py
given: q4_feedforward/wrong_answer/answer_to_question_3.py
points: 0.25
finding: seq_len²·d_attn: wrong-term
"""


def forward_flops(seq_len, d_in, d_attn, d_out, d_hidden):
    return seq_len * d_out + 3 * seq_len
