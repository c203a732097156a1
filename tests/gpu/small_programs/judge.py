#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""judge.py STREAMSCOPE MEASURED.json: holds the order and the starts that the model predicts for small programs against those
that record.py measured. Times count from the first start of a program; the span ends with its last operation."""
import argparse
import json
import statistics
import tempfile
from pathlib import Path

from record import run

SAME_US = 2.0  # starts less far apart than that have no order
LIMIT = 5.0  # percent of the span
# What runs, in a stream. Calls, events and allocations end at once; what they do shows in what runs after them.
RUNS = {"kernel", "h2d", "d2h", "d2d", "peer", "memset", "host_function"}


def from_first(run):
    first = min(start for start, _ in run)
    return [start - first for start, _ in run], max(end for _, end in run) - first


def measured_in_all(runs):
    """The numbers of the operations whose times every run has."""
    return [i for i in range(len(runs[0])) if all(None not in run[i] for run in runs)]


def swapped(runs, predicted):
    """Pairs of operations whose order all runs agree on, and the prediction does not."""
    found = []
    for i in range(len(predicted)):
        for j in range(len(predicted)):
            if all(run[i] + SAME_US < run[j] for run in runs) and predicted[i] > predicted[j] + SAME_US:
                found.append((i, j))
    return found


def judge(runs, predicted):
    """`repeats`: all processes start all operations within the limit of each other. `worst`: the largest error of a start."""
    parts = [from_first(run) for run in runs]
    span = statistics.median(length for _, length in parts)
    starts = [list(column) for column in zip(*(starts for starts, _ in parts))]
    middle = [statistics.median(column) for column in starts]
    spread = max(max(column) - min(column) for column in starts) / span * 100
    guess, guessed_span = from_first(predicted)
    errors = [(value - real) / span * 100 for value, real in zip(guess, middle)]
    worst = max(range(len(errors)), key=lambda i: abs(errors[i]))
    return {"span_us": span, "predicted_span_us": guessed_span, "spread": spread, "repeats": spread <= LIMIT,
            "worst": errors[worst], "at": worst, "swapped": swapped([starts for starts, _ in parts], guess)}


def judged(streamscope, name, recorded, device):
    """The row of one program, or None."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{name}.json"
        path.write_text(json.dumps(recorded["program"]), encoding="utf-8")
        predicted = run(streamscope, path, device)
    runs = recorded["runs"]
    if not runs or not predicted:
        return None
    times = [found["times"] for found in runs]
    operations = recorded["program"]["operations"]
    known = [i for i in measured_in_all([*times, predicted["times"]]) if operations[i]["op"] in RUNS]
    row = judge([[one[i] for i in known] for one in times], [predicted["times"][i] for i in known])
    row["at"], row["swapped"] = known[row["at"]], [(known[i], known[j]) for i, j in row["swapped"]]
    row["plain"] = statistics.median(found["plain"] for found in runs)
    row["predicted"] = predicted["plain"]
    row["distorted"] = (statistics.median(found["instrumented"] for found in runs) / row["plain"] - 1) * 100
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("streamscope")
    parser.add_argument("measured", type=Path)
    parser.add_argument("--device", default="sim:h200")
    chosen = parser.parse_args()
    counts = {"programs": 0, "repeat": 0, "order right": 0, "starts right": 0, "both": 0}
    makespans = []
    for name, recorded in json.loads(chosen.measured.read_text(encoding="utf-8")).items():
        row = judged(chosen.streamscope, name, recorded, chosen.device)
        if not row:
            print(f"{name:20} not judged")
            continue
        makespans.append(abs(row["predicted"] / row["plain"] - 1) * 100)
        in_order, near = not row["swapped"], abs(row["worst"]) <= LIMIT
        counts["programs"] += 1
        if row["repeats"]:
            counts["repeat"] += 1
            counts["order right"] += in_order
            counts["starts right"] += near
            counts["both"] += in_order and near
        if not in_order or not near:
            print(f"{name:20} span {row['span_us']:8.1f} predicted {row['predicted_span_us']:8.1f} us, spread {row['spread']:5.1f} %, "
                  f"worst start {row['worst']:+6.1f} % (operation {row['at']}), swapped {row['swapped'][:4]}, "
                  f"makespan {row['predicted']:.0f} for {row['plain']:.0f} us, {row['distorted']:+.0f} % with instruments")
    print(", ".join(f"{key} {value}" for key, value in counts.items()))
    makespans.sort()
    print(f"makespans: {statistics.median(makespans):.1f} % off in the median, {makespans[int(0.95 * (len(makespans) - 1))]:.1f} % at "
          "the 95th percentile")


if __name__ == "__main__":
    main()
