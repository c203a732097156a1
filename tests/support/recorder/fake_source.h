// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

// A recorder whose records come from the program itself instead of CUPTI, so that everything but CUPTI is tested
// without a GPU. The library fake_recorder is the recorder with this source; the program finds fakeLaunch() in it.

#include <cstdint>

extern "C" {

/// As much as a launch of an empty kernel that a GPU runs at once: the record of its call and its own. Any thread.
void fakeLaunch(std::uint32_t stream);
/// Records that the source was asked for while the recording was on.
std::uint64_t fakeRecords();
}
