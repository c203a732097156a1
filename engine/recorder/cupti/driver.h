// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cuda.h>
#include <dlfcn.h>

namespace streamscope::recorder {

/// A function of the driver that the program has loaded; null where it has none. libcuda is never linked.
template <typename Function>
Function driverFunction(const char *name)
{
    static void *const driver = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
    return driver ? reinterpret_cast<Function>(dlsym(driver, name)) : nullptr;
}

} // namespace streamscope::recorder
