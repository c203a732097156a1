// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/sweep/landscape.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/errors.h"
#include "engine/run/prediction.h"
#include "engine/run/run_job.h"

#include <algorithm>
#include <array>

namespace streamscope {

namespace {

/// How often something is measured, and from which data: the model has no noise and moves no data.
bool leavesTheModel(const std::string &name)
{
    constexpr std::array names{"repeat", "warmup", "seed"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<ParameterValue> integersAround(const ParameterSpec &spec, std::int64_t present)
{
    constexpr std::int64_t few = 8;
    constexpr int doublings = 4;
    std::vector<std::int64_t> numbers{present};
    if (spec.maximum - spec.minimum < few) {
        for (std::int64_t value = spec.minimum; value <= spec.maximum; ++value)
            numbers.push_back(value);
    } else {
        const std::int64_t from = std::max<std::int64_t>(present, 1);
        for (int i = 1; i <= doublings; ++i) {
            numbers.push_back(from >> i);
            if (from <= spec.maximum >> i)
                numbers.push_back(from << i);
        }
    }
    std::erase_if(numbers, [&](std::int64_t value) { return value < spec.minimum || value > spec.maximum; });
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return {numbers.begin(), numbers.end()};
}

std::vector<ParameterValue> numbersIn(const ParameterSpec &spec, double present)
{
    constexpr int steps = 8;
    std::vector<double> numbers{present};
    for (int i = 0; i <= steps; ++i)
        numbers.push_back(spec.lowest + (spec.highest - spec.lowest) * i / steps);
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return {numbers.begin(), numbers.end()};
}

/// Simulates one Program after the other on one profile.
class Model
{
public:
    Model(const RunSource &experiment, const DeviceInfo &device)
        : m_experiment(experiment), m_executor(loadDeviceProfile(chooseProfile(device).profile))
    {}

    std::int64_t makespan(const Parameters &parameters, const RunControl &control)
    {
        const Program program = buildProgram(*m_experiment, parameters);
        RunOptions options = runOptionsOf(parameters);
        options.repeat = options.warmup = 0;
        RunControl quiet;
        quiet.stop = control.stop;
        return m_executor.run(program, options, quiet).makespans.median();
    }

    /// Empty where these values do not fit together.
    std::optional<std::int64_t> tried(const Parameters &parameters, const RunControl &control)
    {
        try {
            return makespan(parameters, control);
        } catch (const InputError &) {
        } catch (const RunError &) {
        }
        return std::nullopt;
    }

private:
    const RunSource &m_experiment;
    SimulatorExecutor m_executor;
};

} // namespace

std::vector<ParameterValue> typicalValues(const ParameterSpec &spec, const ParameterValue &present)
{
    switch (spec.type) {
    case ParameterType::Integer:
    case ParameterType::Size:
        return integersAround(spec, std::get<std::int64_t>(present));
    case ParameterType::Choice:
        return {spec.choices.begin(), spec.choices.end()};
    case ParameterType::Number:
        return numbersIn(spec, std::get<double>(present));
    case ParameterType::IntegerList:
    case ParameterType::Text:
        break;
    }
    return {};
}

std::vector<KnobLandscape> knobLandscapes(const RunSource &experiment, const Parameters &parameters,
                                          const DeviceInfo &device, const RunControl &control)
{
    Model model(experiment, device);
    const std::int64_t present = model.makespan(parameters, control);
    std::vector<KnobLandscape> landscapes;
    for (const ParameterSpec &spec : parameters.specs()) {
        const ParameterValue &own = parameters.value(spec.name);
        const std::vector<ParameterValue> values = typicalValues(spec, own);
        if (leavesTheModel(spec.name) || values.size() < 2)
            continue;
        KnobLandscape landscape{spec.name, {}, 0};
        Parameters turned = parameters;
        for (const ParameterValue &value : values) {
            control.checkStop();
            turned.set(spec.name, value);
            if (value == own)
                landscape.present = landscape.points.size();
            landscape.points.push_back({value, value == own ? present : model.tried(turned, control)});
        }
        landscapes.push_back(std::move(landscape));
    }
    return landscapes;
}

} // namespace streamscope
