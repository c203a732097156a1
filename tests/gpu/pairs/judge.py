#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""judge.py PAIRS STREAMSCOPE [--json F]: holds predictions of changes against what the changed programs really took.
PAIRS is a folder with pairs.json and its traces, or pairs.tar.gz of record.py. Exit code 1 where a pair could not be
judged."""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

NO_GAIN = 3  # percent: less than that is none


def ask(program, *arguments):
    """What `streamscope … --json` prints. Raises RuntimeError with its message."""
    environment = dict(os.environ)
    environment.setdefault("QT_QPA_PLATFORM", "offscreen")
    command = [str(program), *map(str, arguments), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=300, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{arguments[0]} {Path(arguments[1]).name}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def percent(value, of):
    return None if value is None or not of else (value - of) / of * 100


def wall(pair, side):
    times = pair.get(side, {}).get("wall_us")
    return times["median"] if times else None


def judge(program, folder, pair):
    """All figures of one pair: times in microseconds, errors and gains in percent. A gain is positive."""
    traces = {side: folder / pair[side]["trace"] for side in ("before", "after")}
    before, after = (ask(program, "replay", traces[side]) for side in ("before", "after"))
    changes = [part for change in pair["change"] for part in ("--change", change)]
    predicted = ask(program, "whatif", traces["before"], *changes)
    real = after["measured_us"]
    span = predicted["predicted_range_us"]
    plain_before, plain_after = wall(pair, "before"), wall(pair, "after")
    plain = predicted.get("predicted_without_profiler_us")
    result = {
        "name": pair["name"],
        "change": pair["change"],
        "language": pair.get("language"),
        "expected": pair["expected"],
        "replay_error_before": before["error_percent"],
        "replay_error_after": after["error_percent"],
        "before_us": before["measured_us"],
        "predicted_us": predicted["predicted_us"],
        "range_us": span,
        "real_us": real,
        "error": percent(predicted["predicted_us"], real),
        "in_range": None if span is None else span[0] <= real <= span[1],
        "gain_predicted": -percent(predicted["predicted_us"], before["measured_us"]),
        "gain_real": -percent(real, before["measured_us"]),
        "operations": sum(change["operations"] for change in predicted["changes"]),
        "plain_before_us": plain_before,
        "plain_real_us": plain_after,
        "plain_predicted_us": plain,
        "plain_error": percent(plain, plain_after),
        "gain_plain": None if not plain_before or not plain_after else -percent(plain_after, plain_before),
        "notes": predicted["notes"],
    }
    result["verdict_right"] = (result["gain_predicted"] >= NO_GAIN) == (result["gain_real"] >= NO_GAIN)
    return result


def number(value, form):
    return "-" if value is None else format(value, form)


def table(results):
    columns = [
        ("pair", lambda r: r["name"]),
        ("replay before", lambda r: number(r["replay_error_before"], "+.2f")),
        ("after", lambda r: number(r["replay_error_after"], "+.2f")),
        ("before ms", lambda r: number(r["before_us"] / 1000, ".3f")),
        ("predicted", lambda r: number(r["predicted_us"] / 1000, ".3f")),
        ("range", lambda r: "..".join(number(us / 1000, ".3f") for us in r["range_us"] or []) or "-"),
        ("really", lambda r: number(r["real_us"] / 1000, ".3f")),
        ("error %", lambda r: number(r["error"], "+.1f")),
        ("inside", lambda r: {True: "yes", False: "NO", None: "-"}[r["in_range"]]),
        ("gain % predicted", lambda r: number(r["gain_predicted"], ".1f")),
        ("real", lambda r: number(r["gain_real"], ".1f")),
        ("plain real", lambda r: number(r["gain_plain"], ".1f")),
        ("plain error %", lambda r: number(r["plain_error"], "+.1f")),
        ("verdict", lambda r: "right" if r["verdict_right"] else "WRONG"),
    ]
    rows = [[title for title, _ in columns]] + [[text(r) for _, text in columns] for r in results]
    widths = [max(len(row[i]) for row in rows) for i in range(len(columns))]
    for row in rows:
        print("  ".join([row[0].ljust(widths[0])] + [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]))


def median(values):
    values = [abs(value) for value in values if value is not None]
    return statistics.median(values) if values else None


def summary(results):
    inside = [r["in_range"] for r in results if r["in_range"] is not None]
    errors = [abs(r["error"]) for r in results]
    gains = [abs(r["gain_predicted"] - r["gain_real"]) for r in results]
    replays = [r[key] for r in results for key in ("replay_error_before", "replay_error_after")]
    return {
        "pairs": len(results),
        "replay_error_median": median(replays),
        "replay_error_most": max(map(abs, replays)),
        "error_median": median(errors),
        "error_most": max(errors),
        "within_10_percent": sum(error <= 10 for error in errors),
        "gain_difference_median": median(gains),
        "inside": sum(inside),
        "of": len(inside),
        "right_verdicts": sum(r["verdict_right"] for r in results),
        "plain_error_median": median([r["plain_error"] for r in results]),
    }


def print_summary(figures):
    print(f"\n{figures['pairs']} pairs")
    replays, errors = ((figures[key + "_median"], figures[key + "_most"]) for key in ("replay_error", "error"))
    print("error of the replays: median {:.2f} %, most {:.2f} %".format(*replays))
    print("error of the predictions: median {:.2f} %, most {:.2f} %;".format(*errors), end=" ")
    print(f"{figures['within_10_percent']} within 10 %")
    print(f"predicted and real gain differ by {figures['gain_difference_median']:.2f} points in the median")
    print(f"inside of the range: {figures['inside']} of {figures['of']}")
    print(f"gain or no gain (below {NO_GAIN} %): {figures['right_verdicts']} right")
    print(f"error of the predictions without the profiler: median {number(figures['plain_error_median'], '.2f')} %")


def unpacked(path, folder):
    """The folder with pairs.json."""
    if path.is_dir():
        return path
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data")
    return next(Path(folder).rglob("pairs.json")).parent


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pairs", type=Path)
    parser.add_argument("streamscope", type=Path)
    parser.add_argument("--json", type=Path, help="write all figures and notes there")
    parser.add_argument("--notes", action="store_true", help="print the notes of each prediction")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = unpacked(options.pairs, temporary)
        pairs = json.loads((folder / "pairs.json").read_text())["pairs"]
        results, faults = [], []
        for pair in pairs:
            try:
                if "trace" not in pair["before"] or "trace" not in pair["after"]:
                    raise RuntimeError(pair.get("error", "not recorded"))
                results.append(judge(options.streamscope, folder, pair))
            except (RuntimeError, OSError, KeyError, ValueError, subprocess.SubprocessError) as error:
                faults.append(f"{pair['name']}: {type(error).__name__}: {error}")
    if results:
        table(results)
        print_summary(summary(results))
    for result in results:
        if options.notes or result["operations"] == 0:
            print(f"\n{result['name']} ({', '.join(result['change'])}): {result['operations']} operations")
            for note in result["notes"]:
                print(f"  {note}")
    for fault in faults:
        print(f"not judged: {fault}", file=sys.stderr)
    if options.json:
        report = {"summary": summary(results) if results else None, "pairs": results, "faults": faults}
        options.json.write_text(json.dumps(report, indent=1))
    return 1 if faults or not results else 0


if __name__ == "__main__":
    sys.exit(main())
