// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/unchanged.h"
#include "engine/program/text/translatable.h"

#include <algorithm>

namespace streamscope {

namespace {

/// cudaDeviceEnablePeerAccess.
class Peer final : public Change
{
public:
    std::string id() const override { return "peer"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Enable peer access"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "Copies between devices go directly instead of through the host (cudaDeviceEnablePeerAccess).");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The devices can reach each other's memory.");
    }
    bool takesFilter() const override { return false; }

    std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters & /*knobs*/) const override
    {
        return {{"peer_access", std::string("yes")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override
    {
        const auto &operations = input.program.operations;
        const auto copies = std::count_if(operations.begin(), operations.end(), [](const Operation &operation) {
            return operation.kind == OperationKind::Peer;
        });
        if (copies == 0)
            return unchanged(input, QT_TRANSLATE_NOOP("engine", "Nothing is copied between devices."));
        if (input.program.peerAccess)
            return unchanged(input, QT_TRANSLATE_NOOP("engine", "The devices have peer access already."));
        ChangedProgram result;
        result.program = input.program;
        result.program.peerAccess = true;
        result.touched = static_cast<std::size_t>(copies);
        return result;
    }
};

const RegisteredChange<Peer> registeredPeer;

} // namespace

} // namespace streamscope
