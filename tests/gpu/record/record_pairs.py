#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""record_pairs.py LIBRARY OUT [PAIR…]: records programs of ../pairs, each in a process of its own: three runs to warm up,
then one in a window of the program's name.

Writes OUT/NAME.ssrec and OUT/plain.json: the median of nine runs of each in microseconds, without a recording."""
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAIRS = HERE.parent / "pairs"
DEFAULT = ["pin-loader", "unsync-training", "prefetch-loader", "graph-network", "split-rows", "pin-two-threads",
           "graph-transformer", "optimizer-foreach", "item-every-fifth", "split-two-kernels", "order-depth",
           "graph-steps", "null-stream", "ring-threads", "alloc-loop", "pin-server"]


def worker(name):
    """In the process that is recorded: the library is there, and waits."""
    sys.path.insert(0, str(PAIRS))
    import importlib
    import statistics
    import time

    import torch
    from record import pairs_of  # ../pairs

    pair = next(pair for kind in ("torch", "cuda") for pair in pairs_of(kind) if pair.name == name)
    torch.cuda.set_device(0)
    if pair.language == "cuda":
        torch.zeros(1, device="cuda")
        importlib.import_module("cuda_library").open_library(os.environ["PAIRS_LIBRARY"])

    def timed(run):
        torch.cuda.synchronize()
        begin = time.perf_counter_ns()
        run()
        torch.cuda.synchronize()
        return (time.perf_counter_ns() - begin) / 1000

    recorder = ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"])
    run = pair.make(False)
    for _ in range(3):
        timed(run)
    plain = statistics.median(timed(run) for _ in range(9))
    recorder.streamscope_record_start(b"warm-up")
    for _ in range(3):
        timed(run)
    recorder.streamscope_record_window_begin(name.encode())
    recorded = timed(run)
    recorder.streamscope_record_window_end()
    recorder.streamscope_record_stop()
    print(json.dumps({"plain_us": plain, "recorded_us": recorded}))


def build(folder):
    """The programs in CUDA C++, with a runtime of their own."""
    path = f"{folder}/programs.so"
    nvcc = shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc"
    subprocess.run([nvcc, "-O3", "-std=c++17", "-shared", "-Xcompiler", "-fPIC", "-arch=native", "-t2", "-cudart",
                    "static", "-o", path, str(PAIRS / "programs.cu"), str(PAIRS / "second_programs.cu")], check=True)
    return path


def main():
    build_folder = tempfile.mkdtemp()
    os.environ["PAIRS_LIBRARY"] = build(build_folder)
    library, out = os.path.abspath(sys.argv[1]), Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    results = {}
    for name in sys.argv[3:] or DEFAULT:
        with tempfile.TemporaryDirectory() as folder:
            env = dict(os.environ, CUDA_INJECTION64_PATH=library, NVTX_INJECTION64_PATH=library,
                       STREAMSCOPE_RECORD_FOLDER=folder, STREAMSCOPE_RECORD_WAIT="1")
            process = subprocess.run([sys.executable, __file__, "--worker", name], env=env, capture_output=True,
                                     text=True)
            files = list(Path(folder).glob("*.ssrec"))
            if process.returncode != 0 or len(files) != 1:
                print(f"{name}: failed ({process.returncode}, {len(files)} files)", process.stderr[-300:], flush=True)
                continue
            shutil.move(files[0], out / f"{name}.ssrec")
            results[name] = json.loads(process.stdout.splitlines()[-1])
            print(name, results[name], flush=True)
    (out / "plain.json").write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    worker(sys.argv[2]) if sys.argv[1] == "--worker" else main()
