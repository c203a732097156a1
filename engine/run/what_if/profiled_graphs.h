// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/traced_device.h"
#include "engine/run/run_job.h"

namespace streamscope {

/// PyTorch's profiler makes graphs dearer, and the next copy of an engine later, and a trace without those does not
/// show by how much. A profile with its costs predicts new graphs and chunks as the trace would show them.
class ProfiledGraphs
{
public:
    /// Without effect where another tool recorded the trace.
    explicit ProfiledGraphs(const RunResult &trace);

    DeviceProfile with(DeviceProfile profile) const { return changed(profile, 1); }
    /// What a replay with `profile`, which has these costs, takes for copies: a program file of it then runs like it.
    void keepCopyCosts(const DeviceProfile &profile, TracedDevice &traced) const;
    /// The inverse of with(), for the time without the profiler.
    DeviceProfile without(DeviceProfile profile) const { return changed(profile, -1); }

private:
    DeviceProfile changed(DeviceProfile &profile, int sign) const;

    bool m_isKineto = false;
    double m_launchNs = 0, m_nodeNs = 0;
};

} // namespace streamscope
