"""Takes almost its time limit in every question.

Must happen: the notebook's time limit ends it; what was answered right before still counts.
"""

COSTS = ["q5_double"]
SLOW = "    import time\n    time.sleep(0.8)\n"
ANSWER = f"def area(n):\n{SLOW}    return 3 * n * n"
ANSWERS = {
    "q2_means": f"def means(rows):\n{SLOW}    return rows",
    "q3_total": f"def total(values):\n{SLOW}    return 0",
    "q5_double": f"def double(n):\n{SLOW}    return 2 * n",
}
