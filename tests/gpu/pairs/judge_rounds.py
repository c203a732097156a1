#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""judge_rounds.py PAIRS STREAMSCOPE [--step N]: holds predictions from the rounds before a change against what all
rounds after it took. PAIRS is the unpacked folder of record.py --every-round; of the rounds before every N-th is
predicted from. Times are in microseconds: median, least and most, really without the least and the most."""
import argparse
import json
import statistics
from pathlib import Path

from judge import ask, percent


def rounds(folder, name, side):
    return sorted((folder / "rounds").glob(f"{name}.{side}.*.rank0.json.gz"))


def judge(program, folder, pair, step):
    changes = [part for change in pair["change"] for part in ("--change", change)]
    whatifs = [ask(program, "whatif", trace, *changes) for trace in rounds(folder, pair["name"], "before")[::step]]
    real = sorted(ask(program, "replay", trace)["measured_us"] for trace in rounds(folder, pair["name"], "after"))
    if not whatifs or not real:
        return f"{pair['name']:26s} has no rounds"
    predicted = [whatif["predicted_us"] for whatif in whatifs]
    spans = [whatif["predicted_range_us"] for whatif in whatifs]
    inside = statistics.mean(low <= us <= high for low, high in spans for us in real)
    usual = real[1:-1] or real
    median, really = statistics.median(predicted), statistics.median(real)
    return (
        f"{pair['name']:26s} predicted {median:6.0f} ({min(predicted):.0f} to {max(predicted):.0f}), "
        f"really {really:6.0f} ({usual[0]:.0f} to {usual[-1]:.0f}): {percent(median, really):+.1f} %, inside {inside:.0%}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("streamscope", type=Path)
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args()
    pairs = json.loads((options.pairs / "pairs.json").read_text(encoding="utf-8"))["pairs"]
    for pair in pairs:
        print(judge(options.streamscope, options.pairs, pair, options.step), flush=True)


if __name__ == "__main__":
    main()
