// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/unchanged.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// CUDA_DEVICE_MAX_CONNECTIONS.
class Connections final : public Change
{
public:
    std::string id() const override { return "connections"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Hardware queues"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine",
                                 "The streams share so many hardware queues (CUDA_DEVICE_MAX_CONNECTIONS): with fewer "
                                 "queues than streams an operation can wait for another stream's.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The variable is set before the process starts to use CUDA.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec connections;
        connections.name = "connections";
        connections.label = QT_TRANSLATE_NOOP("engine", "Connections");
        connections.minimum = 1;
        connections.maximum = 32;
        connections.defaultValue = std::int64_t{32};
        connections.help = QT_TRANSLATE_NOOP("engine", "Hardware queues, 1 to 32. CUDA's default is 8.");
        connections.logarithmic = true;
        return {connections};
    }
    bool takesFilter() const override { return false; }

    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters & /*knobs*/) const override
    {
        return {{"connections", change.value("connections")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override
    {
        const auto wanted = static_cast<int>(input.values.integer("connections"));
        if (input.program.connections == wanted)
            return unchanged(input, Phrase("engine", "The Program has %1 connections already.").arg(wanted));
        ChangedProgram result;
        result.program = input.program;
        result.program.connections = wanted;
        const auto &operations = input.program.operations;
        result.touched = static_cast<std::size_t>(std::count_if(operations.begin(), operations.end(), isInStream));
        return result;
    }
};

const RegisteredChange<Connections> registeredConnections;

} // namespace

} // namespace streamscope
