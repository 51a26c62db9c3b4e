"""Each product as a string of indices: twice as much where something is summed."""

import math


def backward_ledger(seq_len, d_in, d_attn, d_out, d_hidden):
    size = dict(t=seq_len, s=seq_len, i=d_in, a=d_attn, c=d_out, h=d_hidden)
    steps = {
        "dw2": "th,t->h",
        "dH": "t,h->th",
        "dW1": "th,tc->hc",
        "dVt": "th,hc->tc",
        "dV": "ts,tc->sc",
        "dA": "tc,sc->ts",
        "dQ": "ts,sa->ta",
        "dK": "ts,ta->sa",
        "dWq": "ta,ti->ai",
        "dWk": "sa,si->ai",
        "dWv": "sc,si->ci",
    }
    ledger = {"dyhat": seq_len, "relu": 0}
    for line, spec in steps.items():
        left, result = spec.split("->")
        letters = set(left) - {","}
        factor = 2 if letters - set(result) else 1
        ledger[line] = factor * math.prod(size[x] for x in letters)
    ledger["softmax"] = seq_len * (2 * seq_len) + seq_len**2 + seq_len**2
    ledger["scale"] = seq_len**2
    return ledger
