from ...shared.previews import (
    check_count,
    check_each,
    issue_of_count,
    name_of,
    preview_arguments,
    sanity_check,
    warn,
)

# %%
# The two models, and sanity checks.
# blocks, query heads, width of a head, longest text
MODELS = {"GPT-2 small": (12, 12, 64, 1_024), "Llama 3.1 70B": (80, 64, 128, 131_072)}


@sanity_check()
def preview_calls(function, *calls):
    """Check a count for each of these choices of sizes, even if one of them fails."""
    named = {", ".join(f"{n}={size}" for n, size in sizes.items()): sizes for sizes in calls}
    check_each({name: (function, sizes) for name, sizes in named.items()}, check_count)


@sanity_check()
def preview_counts(function, names, **sizes):
    """Print a dict of counts for these sizes, and name the missing entries."""
    counts, answer = function(*sizes.values()), name_of(function)
    assert isinstance(counts, dict), f"{answer}: expected a dict, not {type(counts).__name__}"
    assert {*names} & {*counts}, f"{answer} has none of the entries {', '.join(names)}"
    print("At", ", ".join(f"{name}={size}" for name, size in sizes.items()))
    for name in names:
        if issue := issue_of_count(counts[name]) if name in counts else "missing":
            warn(f"{name}: {issue}")
        else:
            print(f"{name:>20}: {counts[name]}")
    others = [str(name) for name in counts if name not in names]
    if others:
        print("Not asked for:", ", ".join(others))
    preview_arguments(function, sizes, counts)
