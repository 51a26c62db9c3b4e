"""Right by one's own counts, by which no budget is large enough for a second layer, nor any memory
for a sequence: plans such as no mistake leads to are not followed.

given: parameters/wrong_answer/a_term_out_of_all_proportion.py
given: compute_optimal/wrong_answer/the_same_root_twice.py
finding: 7.38e+11 FLOPs, too few for a layer: n_layers: constant
finding: 1.72e+24 FLOPs, weights that fill the memory: sequences: constant
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    size = (flops / 6) ** 0.5
    days = 6 * 196_608 * size / flops_per_second / 86_400
    return {"n_layers": 1, "sequences": 0, "days": days}
