#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_python_package.sh ROOT PROGRAM: the Python package against the real program, with the system's python3, whose pandas is
# used where it is installed. Skipped (77) without python3.
set -euo pipefail
python=/usr/bin/python3
[[ -x $python ]] || python=$(command -v python3) || { echo "no python3 here" && exit 77; }
export STREAMSCOPE_PROGRAM=$2
exec "$python" -B -W error::ResourceWarning "$1/tests/python/test_package.py"
