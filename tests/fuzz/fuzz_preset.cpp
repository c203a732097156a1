// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/preset.h"
#include "experiments/registry.h"
#include "tests/fuzz/fuzz_input.h"

#include <algorithm>

using namespace streamscope;

namespace {

constexpr std::int64_t manyOfAKind = 64;
constexpr std::size_t manyOperations = 200; ///< that many show nothing that fewer do not, and take long

/// Counts multiply into operations.
bool isSmall(const Parameters &parameters, const Parameters &defaults)
{
    const auto &specs = parameters.specs();
    return std::all_of(specs.begin(), specs.end(), [&](const ParameterSpec &spec) {
        return spec.type != ParameterType::Integer || !spec.unit.empty() || !defaults.has(spec.name)
               || parameters.integer(spec.name) <= std::max(manyOfAKind, defaults.integer(spec.name));
    });
}

} // namespace

/// Presets; what was read is written and read again, built and simulated.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const DeviceProfile h200 = loadDeviceProfile("h200");
    fuzz::orRefuse([&] {
        const Preset preset = readPreset(fuzz::bytes(data, size), "fuzz", experiments());
        const QByteArray written = presetJson(preset);
        const Preset again = fuzz::readAgain([&] { return readPreset(written, "again", experiments()); });
        fuzz::require(again.parameters == preset.parameters && again.device == preset.device);
        if (!isSmall(preset.parameters, preset.experiment->defaults()))
            return;
        const Program program = buildProgram(*preset.experiment, preset.parameters);
        if (program.operations.size() <= manyOperations)
            fuzz::simulate(h200, program);
    });
    return 0;
}
