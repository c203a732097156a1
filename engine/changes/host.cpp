// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/factor_parameter.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// A faster or slower host.
class HostSpeed final : public Change
{
public:
    std::string id() const override { return "host"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Faster or slower host"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The host's own work and its measured calls take factor times as long.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "Calls and the work between them become faster alike (a faster core, less Python, a compiled step).");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        return {factorParameter("factor", "Factor", 0.5,
                                QT_TRANSLATE_NOOP("engine", "Of the host's time: 0.5 is twice as fast."))};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

ChangedProgram HostSpeed::apply(const ChangeInput &input) const
{
    const double factor = input.values.number("factor");
    ChangedProgram result;
    result.program = input.program;
    std::size_t byProfile = 0, unknown = 0;
    for (std::size_t i = 0; i < result.program.operations.size() && factor != 1; ++i) {
        Operation &operation = result.program.operations[i];
        if (!input.selected[i])
            continue;
        if (isUnknownWork(operation)) {
            ++unknown;
        } else if (operation.kind == OperationKind::HostWork && operation.durationNs > 0) {
            operation.durationNs = scaledBy(operation.durationNs, factor);
            ++result.touched;
        } else if (operation.callNs > 0) {
            operation.callNs = scaledBy(operation.callNs, factor);
            if (!operation.hasTimeFactor())
                operation.durationNs = scaledBy(operation.durationNs, factor);
            ++result.touched;
        } else {
            byProfile += operation.callNs < 0 && isInStream(operation) && operation.graph < 0 ? 1 : 0;
        }
    }
    if (byProfile > 0)
        result.notes.push_back(
            byProfile == 1
                ? QT_TRANSLATE_NOOP("engine",
                                    "1 call was not measured: the device's profile says what they take, as before.")
                : Phrase("engine", "%1 calls were not measured: the device's profile says what they take, as before.")
                      .arg(byProfile));
    if (unknown > 0)
        result.notes.push_back(
            unknown == 1
                ? QT_TRANSLATE_NOOP(
                    "engine", "What the host did before 1 operation without a call in the file is unknown, and stays.")
                : Phrase("engine",
                         "What the host did before %1 operations without a call in the file is unknown, and stays.")
                      .arg(unknown));
    if (result.touched == 0)
        result.notes.emplace_back(
            factor == 1 ? QT_TRANSLATE_NOOP("engine", "Times 1 is as before.")
                        : QT_TRANSLATE_NOOP("engine", "No work of the host and no measured call is selected."));
    return result;
}

const RegisteredChange<HostSpeed> registeredHostSpeed;

} // namespace

} // namespace streamscope
