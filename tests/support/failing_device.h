// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

// A disk that fails at one moment. The library stands between a program and the C library (linked into a test, or named
// in LD_PRELOAD) and lets one call fail that concerns a file in one folder: creating it, writing, flushing, closing,
// cutting or renaming it. All else goes through.
//
// As a library of a child process it is told by the environment: FAILING_DEVICE_FOLDER, FAILING_DEVICE_CALL (the first
// is 1), FAILING_DEVICE_ERRNO.

extern "C" {

/// From now on; counts anew. `call` 0: none fails.
void failingDeviceArm(const char *folder, int call, int error);
/// How many such calls there were since then.
int failingDeviceCalls();
}
