# The printed number, and what is left of it when your four amounts are taken away one by one.
def settle(left=250_123_124_736):
    found = audit()
    print(f"{'the printed calculation':30}{left:>24,}")
    for name in ("output", "tokens", "scores", "values"):
        left -= found[name]
        print(f"{name:10}{-found[name]:>+20,}{left:>24,}")
    print(f"{'your corrected value':30}{found['corrected']:>24,}")


with needs("question `audit`"):
    settle()
