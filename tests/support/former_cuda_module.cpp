// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception

extern "C" __attribute__((visibility("default"))) void *streamscopeCudaModule(int abi)
{
    static int module = 0;
    return abi == 3 ? &module : nullptr;
}
