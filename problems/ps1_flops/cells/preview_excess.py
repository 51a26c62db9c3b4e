# The sanity check of the audit: its entries, and which of them are missing.
STEPS = ["projections", "products", "softmax", "feed_forward", "loss"]


@sanity_check()
def preview_excess(rule_excess):
    """Print the audit for one choice of sizes, and which entries are missing or not asked for."""
    excess = rule_excess(*EXAMPLE.values())
    assert isinstance(excess, dict), f"expected a dict, not {type(excess).__name__}"
    for step in STEPS:
        count = excess.get(step, "")
        issue = issue_of_count(count) if step in excess else "missing"
        print(f"{step:>12}: {issue or count}")
    others = [str(step) for step in excess if step not in STEPS]
    print("Not asked for:", ", ".join(others) or "nothing")
    preview_arguments(rule_excess, EXAMPLE, excess)
