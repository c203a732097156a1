#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""record.py OUT: times and records every pair of programs, and packs OUT/pairs.tar.gz (README.md says what is in it).

A process of its own runs the pairs, so that a program that breaks CUDA or hangs costs its own pair alone: the rest goes
on in a new process. Everything a process has finished lies in files."""
import argparse
import importlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import traceback
from pathlib import Path

sys.dont_write_bytecode = True
from pair import Pairs  # noqa: E402  beside this file
from worker import STARTED, Worker, machine, say, write_json  # noqa: E402  beside this file

HERE = Path(__file__).resolve().parent
PROGRAMS = HERE / "programs"
USUAL_SETS = ("first", "second")  # others are recorded where they are named
# Sets in the order in which they are recorded. Those that are not here follow, by name.
SETS = (*USUAL_SETS, "advised", "buckets", "everyday", "published", "missed", "training")


# --- in the process that runs the programs ---------------------------------------------------------------------------


class CudaLibrary:
    """The programs in CUDA C++ as a library. nvcc works while PyTorch is imported."""

    def __init__(self, folder):
        self._folder, self._path, self._compiler = folder, folder / "programs.so", None
        if not self._path.exists():
            self._start("shared")

    def _start(self, runtime):
        nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
        command = [nvcc, "-O3", "-std=c++17", "-shared", "-Xcompiler", "-fPIC", "-arch=native"]
        command += ["-t3", "-cudart", runtime, "-o", f"{self._path}.new"]
        command += [str(file) for file in sorted((PROGRAMS / "kernels").glob("*.cu"))]
        with open(self._folder / "nvcc.log", "w", encoding="utf-8") as log:
            self._compiler = subprocess.Popen(command, stdout=log, stderr=log)

    def _finish(self):
        if self._compiler is None:
            return
        if self._compiler.wait(timeout=60) != 0:
            raise RuntimeError("nvcc: " + (self._folder / "nvcc.log").read_text())
        os.rename(f"{self._path}.new", self._path)

    def open(self):
        import cuda_library

        self._finish()
        try:
            cuda_library.open_library(self._path)  # with the CUDA runtime that PyTorch has loaded
        except OSError as error:
            say(f"with a runtime of its own: {error}")
            self._start("static")
            self._finish()
            cuda_library.open_library(self._path)


def pairs_of(kind):
    """The pairs in all files programs/KIND/*_programs.py, set after set; a file may have more than one set."""
    modules = [importlib.import_module(path.stem) for path in sorted((PROGRAMS / kind).glob("*_programs.py"))]
    sets = [value for module in modules for value in vars(module).values() if isinstance(value, Pairs)]
    sets.sort(key=lambda one: (SETS.index(one.set) if one.set in SETS else len(SETS), one.set))
    return [pair for one in sets for pair in one.all]


def chosen_pairs(pairs, names):
    """By their names or the names of their sets; those of the usual sets where none is given."""
    names = names or USUAL_SETS
    return [pair for pair in pairs if pair.name in names or pair.set in names]


def single_gpu_worker(folder, names, options):
    try:
        library = CudaLibrary(folder)
    except OSError as error:
        library = None
        say(f"no nvcc: {error}")
    ours, theirs = pairs_of("cuda"), pairs_of("torch")
    worker = Worker(folder, options.deadline, options.rounds, every_round=options.every_round)
    say(f"PyTorch {worker.torch.__version__} on {worker.torch.cuda.get_device_name()}")
    write_json(folder / "machine.json", machine(worker.torch))
    # One of each kind in turn: whatever ends early, both kinds are there.
    in_turn = [both[i] for i in range(max(len(ours), len(theirs))) for both in (theirs, ours) if i < len(both)]
    chosen = chosen_pairs(in_turn, names)
    try:
        if library and any(pair.language == "cuda" for pair in chosen):
            worker.note("build the CUDA programs")
            library.open()
    except Exception as error:  # the pairs in PyTorch go on
        traceback.print_exc(file=sys.stdout)
        say(f"no CUDA programs: {error}")
    list_pairs(folder, chosen)
    return worker.run(chosen)


def nccl_worker(folder, names, options):
    from datetime import timedelta

    import torch
    import torch.distributed as dist

    rank = options.rank
    torch.cuda.set_device(rank)
    device = torch.device("cuda", rank)
    dist.init_process_group("nccl", timeout=timedelta(seconds=30), device_id=device)
    worker = Worker(folder, options.deadline, options.rounds, rank, options.every_round)
    chosen = chosen_pairs(pairs_of("nccl"), names)
    if rank == 0:
        list_pairs(folder, chosen)
        if not (folder / "machine.json").exists():
            write_json(folder / "machine.json", machine(torch))
    worker.ready()
    result = worker.run(chosen)
    sys.stdout.flush()
    if result == 0:
        dist.destroy_process_group()
    return result


def list_pairs(folder, pairs):
    fields = ("name", "set", "description", "change", "expected", "language", "devices")
    for pair in pairs:
        write_json(folder / f"{pair.name}.pair.json", {field: getattr(pair, field) for field in fields})


# --- in the process that was started ---------------------------------------------------------------------------------


def start_worker(options, deadline, rank=None, port=None):
    command = [sys.executable, str(Path(__file__).resolve()), options.out, "--worker", str(options.folder)]
    command += ["--pairs", options.pairs, "--rounds", str(options.rounds), "--deadline", str(deadline)]
    command += ["--every-round"] if options.every_round else []
    environment = dict(os.environ, PAIRS_STARTED=str(STARTED), PYTHONUNBUFFERED="1", PYTHONDONTWRITEBYTECODE="1")
    environment.setdefault("TEARDOWN_CUPTI", "0")
    if rank is not None:
        command += ["--rank", str(rank)]
        environment.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port), WORLD_SIZE="2", RANK=str(rank))
        environment.setdefault("NCCL_NVLS_ENABLE", "0")
    return subprocess.Popen(command, env=environment)


def stop(processes):
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.wait()


def watch(processes, folder, patience, until):
    """Waits for all. False where one failed, or where nothing went on for `patience` seconds: then all are stopped."""
    state = folder / "state.txt"
    changed = time.time()
    last = None
    first = True
    while any(process.poll() is None for process in processes):
        now = time.time()
        text = state.read_text() if state.exists() else None
        if text != last:
            last, changed, first = text, now, text is None
        failed = any(process.poll() not in (None, 0) for process in processes)
        if failed and len(processes) > 1:
            time.sleep(2)  # the others may end by themselves
            stop(processes)
        elif now - changed > (3 * patience if first else patience) or now > until:
            say(f"stopped: nothing went on behind '{last}'")
            stop(processes)
            return False
        time.sleep(0.1)
    return all(process.returncode == 0 for process in processes)


def blame(folder):
    """The pair that was at work gets the error; the others are tried again."""
    state = folder / "state.txt"
    words = state.read_text().split() if state.exists() else []
    if len(words) >= 3 and words[0] in ("time", "record"):
        error = folder / f"{words[1]}.error.json"
        if not error.exists():
            write_json(error, f"the process ended or stood still: {' '.join(words)}")
        return True
    return False


def run_single(options, deadline):
    for _ in range(4):
        (options.folder / "state.txt").unlink(missing_ok=True)
        if watch([start_worker(options, deadline)], options.folder, 25, deadline + 20):
            return
        if not blame(options.folder) or time.time() + 15 > deadline:
            return
        say("on with the rest")


def run_nccl(options, deadline):
    for _ in range(2):
        (options.folder / "state.txt").unlink(missing_ok=True)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        workers = [start_worker(options, deadline, rank, port) for rank in range(2)]
        if watch(workers, options.folder, 25, deadline + 10):
            return
        if not blame(options.folder) or time.time() + 15 > deadline:
            return


def collect(folder):
    """One pairs.json of all files."""
    pairs = []
    for path in sorted(folder.glob("*.pair.json"), key=lambda path: path.stat().st_mtime_ns):
        pair = json.loads(path.read_text())
        read = {}
        for kind in ("times", "results", "done", "error"):
            file = folder / f"{pair['name']}.{kind}.json"
            if file.exists():
                read[kind] = json.loads(file.read_text())
        for side in ("before", "after"):
            pair[side] = dict(read.get("done", {}).get(side, {}), wall_us=read.get("times", {}).get(side))
        if "results" in read:
            pair["results_differ"] = read["results"]
        if "error" in read:
            pair["error"] = read["error"]
        elif "done" not in read:
            pair["error"] = "no time was left"
        pairs.append(pair)
    about = folder / "machine.json"
    return {
        "format": "streamscope-pairs",
        "version": 1,
        "machine": json.loads(about.read_text()) if about.exists() else {},
        "pairs": pairs,
    }


def pack(options):
    result = collect(options.folder)
    out = Path(options.out)
    (options.folder / "pairs.json").write_text(json.dumps(result, indent=1))
    shutil.copy(options.folder / "pairs.json", out / "pairs.json")
    with tarfile.open(out / "pairs.tar.gz.new", "w:gz") as archive:
        for path in [options.folder / "pairs.json", *sorted(options.folder.glob("*.json.gz"))]:
            archive.add(path, f"pairs/{path.name}")
        for path in sorted(options.folder.glob("rounds/*.json.gz")):
            archive.add(path, f"pairs/rounds/{path.name}")
    (out / "pairs.tar.gz.new").rename(out / "pairs.tar.gz")
    good = [pair for pair in result["pairs"] if "error" not in pair]
    for pair in result["pairs"]:
        if "error" in pair:
            say(f"{pair['name']}: {pair['error']}")
    known = {name for pair in result["pairs"] for name in (pair["name"], pair["set"])}
    missing = [name for name in options.pairs.split(",") if name and name not in known]
    for name in missing:
        say(f"--pairs: no pair or set that ran here is called '{name}'")
    say(f"{len(good)} of {len(result['pairs'])} pairs in {out / 'pairs.tar.gz'}")
    return 0 if good and not missing and len(good) == len(result["pairs"]) else 1


def gpu_count():
    try:
        listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True, timeout=20, check=False).stdout
    except (OSError, subprocess.SubprocessError):
        return 1
    return max(1, sum(line.startswith("GPU ") for line in listed.splitlines()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", help="folder for pairs.tar.gz and pairs.json")
    parser.add_argument("--pairs", default="", help="only these pairs or sets, with commas between")
    parser.add_argument("--only", choices=("all", "single", "nccl"), default="all", help="pairs of one GPU, or of two")
    parser.add_argument("--seconds", type=float, default=95, help="nothing is begun after so many seconds")
    parser.add_argument("--rounds", type=int, default=1, help="record so often, keep the round in the middle")
    parser.add_argument("--every-round", action="store_true", help="keep the traces of all rounds and of both ranks, too")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    parser.add_argument("--deadline", type=float, help=argparse.SUPPRESS)
    parser.add_argument("--rank", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    sys.path[:0] = [str(HERE), *(str(PROGRAMS / kind) for kind in ("torch", "cuda", "nccl"))]
    if options.worker:
        names = [name for name in options.pairs.split(",") if name]
        if options.rank is None:
            code = single_gpu_worker(Path(options.worker), names, options)
        else:
            code = nccl_worker(Path(options.worker), names, options)
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)  # threads and a broken CUDA hold nobody up

    Path(options.out).mkdir(parents=True, exist_ok=True)
    end = STARTED + options.seconds
    two = options.only != "single" and gpu_count() >= 2
    with tempfile.TemporaryDirectory() as folder:
        options.folder = Path(folder)
        try:
            if options.only != "nccl":
                run_single(options, end - 10 - (30 if two else 0))
            if two:
                run_nccl(options, end - 10)
            elif options.only == "nccl":
                say("no pair of GPUs here")
        finally:
            code = pack(options)
    return code


if __name__ == "__main__":
    sys.exit(main())
