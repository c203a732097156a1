#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""What recording costs on this machine: each program in turns plain, recorded, and recorded without calls.

usage: measure_recording.py PROGRAMS LIBRARY [--rounds N] [--torch SCRIPT] [--long SECONDS]
    PROGRAMS  record_programs of tests/gpu/record
    LIBRARY   libstreamscope_record.so
    --torch   a script that prints "step_ms X"
    --long    four threads launch at full rate for about so many seconds; what was dropped is counted
Prints medians and the difference to the plain run, as a table in Markdown.
"""
import argparse
import os
import statistics
import struct
import subprocess
import sys
import tempfile
import time


def environment(library, folder, calls):
    env = dict(os.environ)
    env.update(CUDA_INJECTION64_PATH=library, NVTX_INJECTION64_PATH=library, STREAMSCOPE_RECORD_FOLDER=folder,
               STREAMSCOPE_RECORD_APIS="1" if calls else "0")
    return env


def output_of(command, env):
    return subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.split()


def outputs(command, library, rounds):
    """Of all kinds in turns, so that the machine's moods hit all alike."""
    kinds = {"plain": [], "recorded": [], "without calls": []}
    for _ in range(rounds):
        for kind, list_of in kinds.items():
            with tempfile.TemporaryDirectory() as folder:
                env = dict(os.environ) if kind == "plain" else environment(library, folder, kind == "recorded")
                list_of.append(output_of(command, env))
    return kinds


def print_rows(name, unit, values):
    plain = statistics.median(values["plain"])
    for kind, list_of in values.items():
        median = statistics.median(list_of)
        print(f"| {name}, {kind} | {median:.4g} {unit} | {median - plain:+.4g} | {100 * (median / plain - 1):+.2f} % "
              f"| {min(list_of):.4g} to {max(list_of):.4g} |", flush=True)


def compare(name, unit, command, library, rounds):
    runs = outputs(command, library, rounds)
    print_rows(name, unit, {kind: [float(out[1]) for out in list_of] for kind, list_of in runs.items()})


def compare_launches(programs, library, rounds):
    """Also apart: batches of launches after which the core read its caches at full speed, and those after which it did not,
    because other work on the host had disturbed them (a launch is slower then, also without a recorder)."""
    runs = outputs([programs, "launch", "60000", "1"], library, rounds)
    print_rows("a launch", "ns", {kind: [float(out[1]) for out in list_of] for kind, list_of in runs.items()})
    batches = {kind: [tuple(map(float, batch.split(":"))) for out in list_of for batch in out if ":" in batch]
               for kind, list_of in runs.items()}
    full_speed = min(read for list_of in batches.values() for _, read in list_of)
    for name, wanted in (("caches at full speed", lambda read: read < 1.5 * full_speed),
                         ("caches disturbed", lambda read: read > 3 * full_speed)):
        values = {kind: [launch for launch, read in list_of if wanted(read)] for kind, list_of in batches.items()}
        if all(values.values()):
            print_rows(f"a launch, {name}", "ns", values)
        share = [f"{100 * len(values[kind]) / len(list_of):.0f} %" for kind, list_of in batches.items()]
        print(f"| {name}: batches | {', '.join(share)} | | | |")


def rows(path):
    """Rows by kind, from the headers of the chunks."""
    counts = {}
    with open(path, "rb") as file:
        header = file.read(16)
        file.seek(struct.unpack("<I", header[12:16])[0])
        while len(chunk := file.read(24)) == 24:
            _, kind, _, number, _, packed, _ = struct.unpack("<IHHIIII", chunk)
            if kind == 5:  # dropped
                print("records were dropped")
            counts[kind] = counts.get(kind, 0) + number
            file.seek(packed, 1)
    return counts


def long_run(programs, library, seconds):
    with tempfile.TemporaryDirectory() as folder:
        count = 10_000 * seconds  # corrected by a first try
        begin = time.time()
        subprocess.run([programs, "launch", str(count), "4"], env=environment(library, folder, True), check=True,
                       capture_output=True)
        count = int(count * seconds / (time.time() - begin))
    with tempfile.TemporaryDirectory() as folder:
        begin = time.time()
        out = subprocess.run([programs, "launch", str(count), "4"], env=environment(library, folder, True), check=True,
                             capture_output=True, text=True).stdout.split()
        taken = time.time() - begin
        path = os.path.join(folder, os.listdir(folder)[0])
        counts = rows(path)
        print(f"four threads for {taken:.1f} s: {out[5]} kernels launched, {counts.get(16, 0)} recorded with "
              f"{counts.get(32, 0)} calls, {counts.get(5, 0)} rows about dropped records, "
              f"{os.path.getsize(path) / counts[16]:.2f} bytes an operation")


def start_up(programs, library, rounds):
    times = {True: [], False: []}
    memory = {True: 0, False: 0}
    for _ in range(rounds):
        for recorded in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                env = environment(library, folder, True) if recorded else None
                begin = time.time()
                process = subprocess.Popen([programs, "pipeline"], env=env, stdout=subprocess.DEVNULL)
                _, _, usage = os.wait4(process.pid, 0)
                times[recorded].append(time.time() - begin)
                memory[recorded] = max(memory[recorded], usage.ru_maxrss)
    plain, with_it = statistics.median(times[False]), statistics.median(times[True])
    print(f"start to end of a short program: {plain * 1e3:.0f} ms, recorded {with_it * 1e3:.0f} ms; "
          f"most memory {memory[False] >> 10} MiB, recorded {memory[True] >> 10} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs")
    parser.add_argument("library")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--torch")
    parser.add_argument("--long", type=int, default=0)
    arguments = parser.parse_args()
    library = os.path.abspath(arguments.library)
    print("| program | median | difference | | range |\n|---|---|---|---|---|")
    compare_launches(arguments.programs, library, arguments.rounds)
    compare("5,000 kernels of 20 µs", "µs", [arguments.programs, "kernels", "5000", "20"], library, arguments.rounds)
    if arguments.torch:
        compare("a PyTorch step", "ms", [sys.executable, arguments.torch], library, max(3, arguments.rounds // 2))
    start_up(arguments.programs, library, arguments.rounds)
    if arguments.long:
        long_run(arguments.programs, library, arguments.long)


if __name__ == "__main__":
    main()
