#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""record.py PROGRAMS STREAMSCOPE OUT.json: runs every program file of a folder on this machine's GPUs, each in several fresh
processes, and keeps the program and when its operations ran. Rounds over all programs follow each other, so that the
processes of one program lie apart in time. With more GPUs each takes its share of a round."""
import argparse
import csv
import json
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path


def run(streamscope, program, device, clock=None):
    """What one process finds: `times`, [[start, end], …] in the order of the operations, None what was not measured, `clocks`,
    which one timed each, and `plain` and `instrumented`, the makespans; all in microseconds. None where the run failed."""
    with tempfile.TemporaryDirectory() as folder:
        table, report = Path(folder) / "run.csv", Path(folder) / "run.json"
        command = [streamscope, "run", str(program), "--device", device, "--csv", str(table), "--report", str(report), "--no-advice"]
        if clock:
            command += ["--clock", clock]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
        if not table.exists():
            print(f"{program.name}: {done.stderr.strip()}", flush=True)
            return None
        with table.open(newline="", encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        times = [[round(float(row[key]), 1) if row[key] else None for key in ("start_us", "end_us")] for row in rows]
        makespans = json.loads(report.read_text(encoding="utf-8"))["makespan_us"]
        return {"times": times, "clocks": [row["clock"] for row in rows], "plain": makespans["plain"]["median"], "instrumented": makespans["instrumented"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=Path)
    parser.add_argument("streamscope")
    parser.add_argument("out", type=Path)
    parser.add_argument("--processes", type=int, default=5, help="of each program (5)")
    parser.add_argument("--gpus", type=int, default=1, help="GPUs that share the work (1)")
    parser.add_argument("--seconds", type=float, default=540, help="no round begins after that time (540)")
    parser.add_argument("--clock", help="as of `streamscope run`")
    chosen = parser.parse_args()
    files = sorted(chosen.programs.glob("*.json"))
    found = {file.stem: {"program": json.loads(file.read_text(encoding="utf-8")), "runs": []} for file in files}
    began = time.monotonic()

    def share(gpu):
        for file in files[gpu::chosen.gpus]:
            one = run(chosen.streamscope, file, f"cuda:{gpu}", chosen.clock)
            if one:
                found[file.stem]["runs"].append(one)

    for number in range(chosen.processes):
        if time.monotonic() - began > chosen.seconds:
            break
        with ThreadPoolExecutor(chosen.gpus) as pool:
            list(pool.map(share, range(chosen.gpus)))
        print(f"round {number + 1}: {time.monotonic() - began:.0f} s", flush=True)
        chosen.out.write_text(json.dumps(found, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
