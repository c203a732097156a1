// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/factor_parameter.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/spin_length.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Faster or slower operations.
class Scale final : public Change
{
public:
    std::string id() const override { return "scale"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Faster or slower operations"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The selected operations take factor times as long: kernels, copies, "
                                           "memsets, collectives, host functions and work of the host.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Somebody finds a way to make them that fast.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        return {factorParameter("factor", "Factor", 0.5,
                                QT_TRANSLATE_NOOP("engine", "Of the time: 0.5 is twice as fast."))};
    }
    std::string defaultFilter() const override { return "kernel"; }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// A kernel that computes gets less to compute. False where that is not possible.
bool scaleKernel(Operation &operation, double factor, const DeviceProfile *profile)
{
    constexpr std::int64_t mostWork = 1 << 30; // findProblems() allows no more
    SharedKernel &kernel = operation.kernel;
    switch (kernel->kind) {
    case KernelKind::Spin:
        return scaleSpinLength(operation, factor, profile);
    case KernelKind::Fma:
    case KernelKind::Tensor:
        kernel.own().workPerElement = std::min(scaledBy(kernel->workPerElement, factor), mostWork);
        return kernel->workPerElement > 0;
    case KernelKind::Stream:
        if (factor > 1)
            return false; // it cannot go through more memory than there is
        kernel.own().elements =
            static_cast<std::uint64_t>(scaledBy(static_cast<std::int64_t>(kernel->elements), factor));
        return true;
    }
    return false;
}

bool scaleOperation(Operation &operation, double factor, const DeviceProfile *profile)
{
    switch (operation.kind) {
    case OperationKind::Kernel:
        return scaleKernel(operation, factor, profile);
    case OperationKind::H2D:
    case OperationKind::D2H:
    case OperationKind::D2D:
    case OperationKind::Peer:
    case OperationKind::Memset:
    case OperationKind::Collective:
        operation.setTimeFactor(std::clamp(operation.timeFactor() * factor, 1e-6, 1e6));
        return true;
    case OperationKind::HostFunction:
    case OperationKind::HostWork:
        operation.durationNs = scaledBy(operation.durationNs, factor);
        return operation.durationNs > 0;
    default:
        return false;
    }
}

ChangedProgram Scale::apply(const ChangeInput &input) const
{
    const double factor = input.values.number("factor");
    ChangedProgram result;
    result.program = input.program;
    std::size_t kept = 0, computing = 0;
    for (std::size_t i = 0; i < result.program.operations.size() && factor != 1; ++i) {
        Operation &operation = result.program.operations[i];
        if (!input.selected[i])
            continue;
        if (scaleOperation(operation, factor, input.profile))
            ++result.touched;
        else
            kept += operation.kind == OperationKind::Kernel ? 1 : 0;
        computing += operation.kind == OperationKind::Kernel && operation.kernel->kind != KernelKind::Spin ? 1 : 0;
    }
    if (kept > 0)
        result.notes.push_back(
            kept == 1
                ? QT_TRANSLATE_NOOP("engine", "1 kernel stays as it is: it has no work that could be scaled like this.")
                : Phrase("engine", "%1 kernels stay as they are: they have no work that could be scaled like this.")
                      .arg(kept));
    if (computing > kept)
        result.notes.push_back(
            computing - kept == 1
                ? QT_TRANSLATE_NOOP(
                    "engine",
                    "1 kernel computes more or less per element; where memory is the bound, the time follows less.")
                : Phrase(
                      "engine",
                      "%1 kernels compute more or less per element; where memory is the bound, the time follows less.")
                      .arg(computing - kept));
    if (result.touched == 0 && kept == 0)
        result.notes.emplace_back(factor == 1 ? QT_TRANSLATE_NOOP("engine", "Times 1 is as before.")
                                              : QT_TRANSLATE_NOOP("engine", "No selected operation takes time."));
    return result;
}

const RegisteredChange<Scale> registeredScale;

} // namespace

} // namespace streamscope
