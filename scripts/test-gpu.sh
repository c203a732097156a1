#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Runs every experiment on this machine's GPU and checks that it shows what it promises: the tests with the label gpu.
#   scripts/test-gpu.sh            builds them and runs them here
#   scripts/test-gpu.sh FOLDER     makes FOLDER for a machine without Qt: the bundle with the tests; there
#                                  FOLDER/bin/tst_gpu_engine, tst_gpu_experiments, tst_gpu_lessons and
#                                  tst_gpu_recording run them, and FOLDER/bin/soak 1000 cuda:0 what soak.sh does
# STREAMSCOPE_TEST_DEVICE names another device than cuda:0.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
[[ $# -le 1 ]] || fail "usage: scripts/test-gpu.sh [FOLDER]"
tests=(tst_gpu_engine tst_gpu_experiments tst_gpu_lessons tst_gpu_recording)

if [[ $# -eq 0 ]]; then
    "$root/scripts/setup.sh" test
    configure_preset release
    build_preset release streamscope "${tests[@]}"
    cd "$root" && exec ctest --preset release -L gpu --no-tests=error -V
fi

[[ ! -e $1 ]] || fail "$1 is there already"
"$root/scripts/package.sh"
build_preset release "${tests[@]}" soak
mkdir -p "$1"
bundles=("$root"/dist/streamscope-*.tar.gz)
tar -xzf "${bundles[-1]}" -C "$1" --strip-components=1
for test in "${tests[@]}"; do
    cp "$build/tests/$test" "$1/bin/"
    ldd "$build/tests/$test" | awk '/libQt6Test/ { print $3 }' | xargs -I{} cp -L {} "$1/lib/"
done
cp "$build/tests/soak" "$1/bin/"
for file in record_programs libcupti_listing.so faulty_engine; do
    [[ ! -e $build/tests/$file ]] || cp "$build/tests/$file" "$1/bin/"
done
say "$1/bin: ${tests[*]} soak"
