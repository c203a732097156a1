// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

/// Of a function that others find by its name; exports.map lists them.
#define STREAMSCOPE_EXPORT extern "C" __attribute__((visibility("default")))
