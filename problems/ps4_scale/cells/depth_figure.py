# Time against tokens on 1, 10 thousand and any number of processors, by your layer_depth.
def layer_work(T, J, K, U):
    """Operations of the layer: n products and n − 1 additions for each dot product of length n."""
    values = J // K
    projections = K * T * (2 * U + values) * (2 * J - 1)
    weights = K * T * T * (2 * U - 1) + K * T * (3 * T - 1)  # scores; exp, sum and division
    return projections + weights + K * T * values * (2 * T - 1)


def depths(tokens, J, K, U, patience=3):
    """Your layer_depth for these numbers of tokens, each at most twice the one before; TakesLong
    where one more would take longer than `patience` seconds.
    """
    found, seconds = [], 0.0
    for T in tokens:
        if 2 * seconds > patience:
            raise TakesLong
        start = time.perf_counter()
        found.append(float(layer_depth(int(T), J, K, U)))
        seconds = time.perf_counter() - start
    return np.array(found)


def plot_time(J=512, K=8, U=64, processors=16_896):
    tokens = 2 ** np.arange(3, 21)
    depth = depths(tokens, J, K, U)
    work = np.array([float(layer_work(int(T), J, K, U)) for T in tokens])
    recurrent = tokens * (2 + np.log2(2 * J))  # a product with 2J numbers per token, in a row
    plt.figure(figsize=(8, 4.5), layout="constrained")
    plt.loglog(tokens, work, color="#7f7f7f", label="attention, 1 processor: its work")
    several = np.maximum(work / processors, depth)
    plt.loglog(
        tokens,
        several,
        "--",
        color="#4f81bd",
        label=f"attention, {processors:,} processors, at least",
    )
    plt.loglog(
        tokens, recurrent, ":", color="#9bbb59", label="recurrent layer, any number of processors"
    )
    plt.loglog(tokens, depth, "o-", color="#c0504d", label="attention, any number: its depth")
    plt.xlabel("tokens $T$")
    plt.ylabel("time (steps)")
    plt.title(f"A layer of width {J} with {K} heads")
    plt.legend()
    plt.show()
    at = 7  # 1024 tokens
    print(f"{tokens[at]} tokens: {work[at]:,.0f} operations, {depth[at]:.0f} steps deep.")
    print(f"On average {work[at] / depth[at]:,.0f} processors have something to do.")


with needs("questions 2.1 and 2.2"):
    plot_time()
