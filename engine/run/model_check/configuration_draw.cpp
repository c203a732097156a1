// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/configuration_draw.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace streamscope {

namespace {

constexpr std::int64_t bytesPerKiB = 1 << 10, bytesPerMiB = 1 << 20;
constexpr std::int64_t smallestSize = 64 * bytesPerKiB, largestSize = 256 * bytesPerMiB;
constexpr std::int64_t page = 4 * bytesPerKiB, wordBytes = 4; ///< sizes are whole floats
constexpr std::int64_t countFactor = 16;                      ///< counts stay within this factor of their default

/// FNV-1a: each experiment draws by its own seed, whichever others are checked with it.
std::uint64_t hashOf(std::string_view text)
{
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return hash;
}

} // namespace

ConfigurationDraw::ConfigurationDraw(const Experiment &experiment, int greatestPriority, std::uint64_t seed)
    : m_defaults(experiment.defaults()), m_greatestPriority(std::min(greatestPriority, 0)),
      m_random(seed ^ hashOf(experiment.id()))
{
    m_defaults.set("repeat", checkRepeat);
    m_defaults.set("warmup", checkWarmup);
}

Parameters ConfigurationDraw::next()
{
    Parameters drawn = m_defaults;
    for (const ParameterSpec &spec : m_defaults.specs())
        if (spec.name != "repeat" && spec.name != "warmup" && spec.name != "seed")
            drawn.set(spec.name, draw(spec));
    return drawn;
}

/// Not std::uniform_int_distribution, whose results differ between standard libraries.
std::uint64_t ConfigurationDraw::below(std::uint64_t count)
{
    return m_random() % count;
}

std::int64_t ConfigurationDraw::logUniform(std::int64_t low, std::int64_t high)
{
    constexpr std::uint64_t steps = 1 << 20;
    const double part = static_cast<double>(below(steps + 1)) / static_cast<double>(steps);
    const double ratio = static_cast<double>(high) / static_cast<double>(low);
    return std::clamp<std::int64_t>(std::llround(static_cast<double>(low) * std::pow(ratio, part)), low, high);
}

ParameterValue ConfigurationDraw::draw(const ParameterSpec &spec)
{
    switch (spec.type) {
    case ParameterType::Integer:
        return drawCount(spec);
    case ParameterType::Size:
        return drawSize(spec);
    case ParameterType::Choice:
        return spec.choices[below(spec.choices.size())];
    case ParameterType::IntegerList:
        return drawPriorities(spec);
    case ParameterType::Number: {
        constexpr std::uint64_t steps = 1000;
        const double part = static_cast<double>(below(steps + 1)) / static_cast<double>(steps);
        return spec.lowest + (spec.highest - spec.lowest) * part;
    }
    case ParameterType::Text:
        break; // no value is as good as another
    }
    return spec.defaultValue;
}

std::int64_t ConfigurationDraw::drawCount(const ParameterSpec &spec)
{
    const auto usual = std::get<std::int64_t>(spec.defaultValue);
    if (spec.name == "connections") // each other value than the process's own costs a process of its own
        return below(2) == 0 ? usual : spec.maximum;
    if (usual <= 0 && below(2) == 0) // 0 switches a feature off
        return usual;
    const std::int64_t middle = std::max<std::int64_t>(usual, 4);
    return logUniform(std::max<std::int64_t>({spec.minimum, usual / countFactor, 1}),
                      std::min(spec.maximum, middle * countFactor));
}

std::int64_t ConfigurationDraw::drawSize(const ParameterSpec &spec)
{
    const auto usual = std::get<std::int64_t>(spec.defaultValue);
    if (spec.maximum <= bytesPerMiB) { // the shared memory of a block: what matters is how many blocks an SM holds
        const std::array<std::int64_t, 3> sizes{spec.minimum, 48 * bytesPerKiB, usual};
        return std::clamp(sizes[below(sizes.size())], spec.minimum, spec.maximum);
    }
    const std::int64_t low = std::max(spec.minimum, std::min(smallestSize, usual));
    const std::int64_t drawn = logUniform(low, std::max(low, std::min(spec.maximum, largestSize)));
    const std::int64_t unit = drawn < smallestSize ? wordBytes : page;
    return std::clamp((drawn + unit / 2) / unit * unit, spec.minimum, spec.maximum);
}

std::vector<std::int64_t> ConfigurationDraw::drawPriorities(const ParameterSpec &spec)
{
    const std::int64_t urgent = std::clamp(m_greatestPriority, spec.minimum, spec.maximum);
    const std::array<std::vector<std::int64_t>, 4> lists{{{0}, {0, urgent}, {urgent, 0}, {0, urgent / 2, urgent}}};
    return lists[below(lists.size())];
}

} // namespace streamscope
