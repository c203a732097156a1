// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/fresh_data.h"

#include "engine/program/operator_work_name.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

double freshDataFactor(std::uint64_t bytes, std::uint64_t cached)
{
    constexpr double slower = 2.25;
    if (bytes == 0)
        return 1;
    return 1 + (slower - 1) * static_cast<double>(std::min(bytes, cached)) / static_cast<double>(bytes);
}

std::string freshDataNote(std::size_t copies)
{
    if (copies == 1)
        return QT_TRANSLATE_NOOP("engine",
                                 "1 copy to the device reads what the host has just written: from the caches of "
                                 "its cores that takes about twice as long as from memory.");
    return Phrase("engine", "%1 copies to the device read what the host has just written: from the caches of its cores "
                            "that takes about twice as long as from memory.")
        .arg(copies);
}

std::vector<bool> freshCopies(const Program &program)
{
    constexpr double mostPerNs = 100; // bytes: what the cores of such a host write together
    std::vector<bool> fresh(program.operations.size(), false);
    std::vector<double> computed(static_cast<std::size_t>(program.threadCount()), 0); // ns since the thread's last call
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        const Operation &operation = program.operations[i];
        double &ns = computed[static_cast<std::size_t>(operation.thread)];
        if (operation.kind == OperationKind::HostWork) {
            if (operation.name == hostOperatorsName)
                ns += static_cast<double>(operation.durationNs);
            continue;
        }
        fresh[i] =
            operation.kind == OperationKind::H2D && ns > 0 && ns * mostPerNs >= static_cast<double>(operation.bytes);
        ns = 0;
    }
    return fresh;
}

} // namespace streamscope
