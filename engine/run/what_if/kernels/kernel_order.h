// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/program/program.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// The kernels of a Program that came of a trace. A change may make millions of them: each takes 4 bytes here.
class KernelOrder
{
public:
    explicit KernelOrder(const Program &program);

    std::size_t size() const { return m_operations.size(); }
    /// The operation of a kernel, counted from 0, stream after stream.
    std::size_t operation(std::size_t kernel) const { return static_cast<std::size_t>(m_operations[kernel]); }

    /// Calls `begun` with each kernel, device after device, as they begin by `timesOf`; `first` before those of a
    /// device.
    void forEach(const TimesOfRun &timesOf, const std::function<void()> &first,
                 const std::function<void(std::size_t kernel)> &begun) const;

private:
    struct OfStream
    {
        int device = 0;
        std::size_t begin = 0, end = 0; ///< of its kernels
    };

    std::vector<std::int32_t> m_operations; ///< by kernel
    std::vector<OfStream> m_streams;        ///< those of a device together
};

} // namespace streamscope
