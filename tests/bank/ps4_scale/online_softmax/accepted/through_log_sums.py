"""Through the logarithm of each block's whole sum."""

def merge(state_1, state_2):
    def log_sum(state):
        return state[0] + math.log(state[1]) if state[1] > 0 else -math.inf

    m = max(state_1[0], state_2[0])
    if m == -math.inf:
        return m, 0.0, np.zeros(np.shape(state_1[2]))
    l = math.exp(np.logaddexp(log_sum(state_1), log_sum(state_2)) - m)
    o = sum(math.exp(s[0] - m) * np.asarray(s[2]) for s in (state_1, state_2))
    return m, l, o
