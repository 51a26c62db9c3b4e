"""Right by one's own counts, by which no budget is large enough for a second layer, nor any memory
for a sequence: plans such as no mistake leads to are not followed.

given: parameters/partial/a_term_out_of_all_proportion.py
given: compute_optimal/partial/the_same_root_twice.py
finding: n_layers: right, but it is 1 everywhere, whatever the arguments
finding: sequences: right, but it is 0 everywhere, whatever the arguments
"""


def budget(flops, memory, n_tokens, flops_per_second, coefficients):
    size = (flops / 6) ** 0.5
    days = 6 * 196_608 * size / flops_per_second / 86_400
    return {"n_layers": 1, "sequences": 0, "days": days}
