#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""compare_prediction.py DIR: holds predicted-*.csv against measured-*.csv of measure-prediction.sh.
Writes DIR/prediction.csv, one row per configuration, and DIR/summary.csv: median and 95th percentile of the
relative error and Spearman's rank correlation, for each set and for all."""
import csv
import glob
import os
import sys


def ranks(values):
    """Ranks from 1, equal values share their mean."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    i = 0
    while i < len(order):
        j = i
        while j + 1 < len(order) and values[order[j + 1]] == values[order[i]]:
            j += 1
        for k in range(i, j + 1):
            result[order[k]] = (i + j) / 2 + 1
        i = j + 1
    return result


def spearman(a, b):
    a, b = ranks(a), ranks(b)
    n = len(a)
    ma, mb = sum(a) / n, sum(b) / n
    top = sum((x - ma) * (y - mb) for x, y in zip(a, b))
    bottom = (sum((x - ma) ** 2 for x in a) * sum((y - mb) ** 2 for y in b)) ** 0.5
    return top / bottom if bottom else float("nan")


def quantile(values, share):
    values = sorted(values)
    place = share * (len(values) - 1)
    low = int(place)
    high = min(low + 1, len(values) - 1)
    return values[low] + (place - low) * (values[high] - values[low])


def rows_of(path):
    with open(path, newline="") as file:
        return {row["index"]: row for row in csv.DictReader(file)}


def main(folder):
    keys = ["bytes", "chunks", "streams", "host_memory", "issue_order", "kernel_work"]
    table, missing = [], 0
    for path in sorted(glob.glob(os.path.join(folder, "measured-*.csv"))):
        name = os.path.basename(path)[len("measured-"):-len(".csv")]
        measured, predicted = rows_of(path), rows_of(os.path.join(folder, f"predicted-{name}.csv"))
        for index, row in measured.items():
            other = predicted.get(index)
            if not other or row["status"] != "ok" or other["status"] != "ok":
                missing += 1
                continue
            m, p = float(row["makespan_us"]), float(other["makespan_us"])
            table.append([name] + [row[k] for k in keys] + [m, p, (p / m - 1) * 100])
    if not table:
        sys.exit("no configuration is in both tables")
    with open(os.path.join(folder, "prediction.csv"), "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["set"] + keys + ["measured_us", "predicted_us", "error_percent"])
        writer.writerows([r[:-3] + ["%.3f" % r[-3], "%.3f" % r[-2], "%+.3f" % r[-1]] for r in table])
    with open(os.path.join(folder, "summary.csv"), "w", newline="") as file:
        writer = csv.writer(file)
        head = ["set", "configurations", "median_error_percent", "p95_error_percent", "worst_error_percent", "spearman"]
        writer.writerow(head)
        print("  ".join(head))
        for name in sorted({r[0] for r in table}) + ["pinned: all", "all"]:
            part = [r for r in table if name in ("all", r[0]) or (name == "pinned: all" and r[4] == "pinned")]
            if not part:
                continue
            errors = [abs(r[-1]) for r in part]
            line = [name, len(part), "%.3f" % quantile(errors, 0.5), "%.3f" % quantile(errors, 0.95), "%.3f" % max(errors),
                    "%.5f" % spearman([r[-3] for r in part], [r[-2] for r in part])]
            writer.writerow(line)
            print("  ".join(map(str, line)))
    if missing:
        print(f"{missing} configurations have no figures on one side")


main(sys.argv[1] if len(sys.argv) > 1 else ".")
