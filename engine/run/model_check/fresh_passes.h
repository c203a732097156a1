// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/run/devices.h"
#include "engine/run/model_check/configuration_measuring.h"

#include <memory>
#include <string>
#include <utility>

namespace streamscope {

/// Passes of measuring that open a device anew, a GPU in a process of its own each. It must outlive passes().
class FreshPasses
{
public:
    /// @param device as openDevice() takes it
    FreshPasses(std::string device, int most, const RunControl &control) : m_device(std::move(device)), m_most(most)
    {
        m_control.stop = control.stop;
    }

    MeasuringPasses passes()
    {
        MeasuringPasses passes;
        passes.most = m_most;
        passes.executor = [this](int) -> Executor & {
            m_executor.reset(); // the process before ends first
            m_executor = openDeviceAnew(m_device, m_control);
            return *m_executor;
        };
        return passes;
    }

private:
    std::string m_device;
    int m_most;
    RunControl m_control; ///< without progress, which the measuring reports
    std::unique_ptr<Executor> m_executor;
};

} // namespace streamscope
