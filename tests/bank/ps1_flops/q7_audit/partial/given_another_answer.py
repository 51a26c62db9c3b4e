"""Nothing follows from an answer to another question.

given: q4_feedforward/wrong_answer/answer_to_question_3.py
base: accepted/five_formulas.py
replace: seq_len * d_hidden,
with: 2 * seq_len * d_out - 4 * seq_len * d_hidden * d_out - 3 * seq_len * d_hidden,
points: 2.5
finding: feed_forward: wrong-term
"""
