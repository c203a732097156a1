// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/operation_kind.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::array<std::string_view, 7> engineNames{"copy_h2d", "copy_d2h", "copy_d2d", "copy_peer",
                                                      "compute",  "host",     "none"};

constexpr bool rowsStandInOrder()
{
    for (std::size_t i = 0; i < operationKinds.size(); ++i)
        if (operationKinds[i].kind != static_cast<OperationKind>(i))
            return false;
    return true;
}
static_assert(rowsStandInOrder());

} // namespace

std::string_view engineName(Engine engine)
{
    return engineNames[static_cast<std::size_t>(engine)];
}

bool parseKind(std::string_view name, OperationKind &out)
{
    const auto found = std::find_if(operationKinds.begin(), operationKinds.end(),
                                    [name](const KindInfo &info) { return info.name == name; });
    if (found == operationKinds.end())
        return false;
    out = found->kind;
    return true;
}

bool parseEngine(std::string_view name, Engine &out)
{
    const auto found = std::find(engineNames.begin(), engineNames.end(), name);
    if (found == engineNames.end())
        return false;
    out = static_cast<Engine>(found - engineNames.begin());
    return true;
}

} // namespace streamscope
