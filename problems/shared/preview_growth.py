from examiner.checks.numbers import real_number

from .previews import name_of, preview_arguments, sanity_check, time_limit, warn

# %%
# The sanity check of an answer that stands for a growth class: its values at two sizes.
LARGE = 2**4096


@sanity_check()
def preview_growth(function, **sizes):
    """Check that a function of the sizes returns positive numbers, at these and at huge sizes."""
    value = function(*sizes.values())
    issue = issue_of_growth(value)
    assert real_number(value) is not None, f"{name_of(function)}: {issue}"
    print("At", ", ".join(f"{name}={size}" for name, size in sizes.items()))
    print(f"it returns {value:.6g}. This check doesn't know how it should grow.")
    if issue:
        warn(f"{name_of(function)}: {issue}")
    preview_arguments(function, sizes, value)
    if __name__ == "__main__":  # grading calls the function at huge sizes itself
        preview_huge(function, *sizes.values())


def preview_huge(function, *sizes):
    """Print a line unless a function returns positive numbers at huge sizes, as in grading."""
    prefix = f"at sizes 2**4096 times as large, {name_of(function)}"
    try:
        with time_limit(3):
            huge = function(*(size * LARGE for size in sizes))
    except TimeoutError:
        warn(f"{prefix} doesn't end: no loop can count to these. Return a formula.")
    except RecursionError:
        warn(
            f"{prefix} raises RecursionError: nothing can count down from these. Return a formula."
        )
    except OverflowError:
        warn(
            f"{prefix} raises OverflowError: such an int is no float and no np.int64, and can't"
            " be multiplied by one or added to one. (math.log takes it.)"
        )
    except Exception as error:
        warn(f"{prefix} raises {type(error).__name__}: use Python's ints and math.log.")
    else:
        if issue := issue_of_growth(huge):
            warn(f"{prefix}: {issue}")


def issue_of_growth(value):
    """Return the reason why a value is not a positive number; "" if it is one."""
    if value is None:
        return "expected a number, not None: is a return missing?"
    if real_number(value) is None:
        return f"expected a number, not the {type(value).__name__} {value!s:.40}"
    return "" if value > 0 else f"expected a positive number, not {value!s:.40}"
