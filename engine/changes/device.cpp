// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/factor_parameter.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/spin_length.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Another GPU.
class OtherDevice final : public Change
{
public:
    std::string id() const override { return "device"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Another GPU"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "The same on another device: copies take what its link takes, kernels of a trace a stated factor.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "The host stays the same, and all kernels of a trace become faster or slower by the one factor.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec device;
        device.name = "device";
        device.label = QT_TRANSLATE_NOOP("engine", "Device");
        device.type = ParameterType::Text;
        device.defaultValue = std::string();
        device.help =
            QT_TRANSLATE_NOOP("engine", "A simulated device, as on the command line: sim:h200, sim:PATH.json.");
        return {device,
                factorParameter(
                    "kernels", "Kernels", 1,
                    QT_TRANSLATE_NOOP("engine",
                                      "Time of a kernel there over its time here. A profile does not know the kernels "
                                      "of a trace. Kernels that the model computes take what the profile says."))};
    }
    bool takesFilter() const override { return false; }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// A trace may be simulated on the model of another GPU than its own: that one is another device.
bool runsThere(const ChangeInput &input, const std::string &device)
{
    const auto &traced = input.program.traced;
    return device == input.device && !(traced && traced->multiprocessors);
}

ChangedProgram OtherDevice::apply(const ChangeInput &input) const
{
    const double factor = input.values.number("kernels");
    ChangedProgram result;
    result.device = input.values.text("device");
    if (!result.device.starts_with("sim:"))
        throw InputError(
            Phrase("engine",
                   "device: '%1' is no simulated device; say which one, as device=sim:h200 or device=sim:PATH.json")
                .arg(result.device));
    result.program = input.program;
    const bool stays = runsThere(input, result.device);
    if (stays) {
        result.device.clear();
        result.notes.push_back(Phrase("engine", "The program runs on %1 already.").arg(input.device));
        if (factor == 1)
            return result;
    }
    std::size_t kernels = 0;
    for (Operation &operation : result.program.operations) {
        if (!stays)
            operation.setTimeFactor(1); // compared with the old device's profile
        if (operation.kind != OperationKind::Kernel || operation.kernel->kind != KernelKind::Spin)
            continue;
        scaleSpinLength(operation, factor, input.profile);
        ++kernels;
    }
    result.touched = stays ? kernels : result.program.operations.size();
    if (kernels > 0 && factor == 1)
        result.notes.push_back(
            kernels == 1 ? QT_TRANSLATE_NOOP("engine", "1 kernel keeps its length (a trace does not say what another "
                                                       "GPU would take); state a factor with kernels=…")
                         : Phrase("engine", "%1 kernels keep their length (a trace does not say what another GPU would "
                                            "take); state a factor with kernels=…")
                               .arg(kernels));
    if (kernels > 0 && factor != 1)
        result.notes.push_back(
            kernels == 1
                ? Phrase("engine", "1 kernel takes %1 times as long.").arg(valueText(input.values.specs()[1], factor))
                : Phrase("engine", "%1 kernels take %2 times as long.")
                      .arg(kernels, valueText(input.values.specs()[1], factor)));
    return result;
}

const RegisteredChange<OtherDevice> registeredOtherDevice;

} // namespace

} // namespace streamscope
