// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/lesson_figures.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/lessons/run_figures.h"

#include <stdexcept>

namespace streamscope {

namespace {

LessonValue valueOfKnob(const Parameters &parameters, const std::string &name)
{
    for (const ParameterSpec &spec : parameters.specs()) {
        if (spec.name != name)
            continue;
        const ParameterValue &value = parameters.value(name);
        if (const auto *integer = std::get_if<std::int64_t>(&value))
            return {spec.type == ParameterType::Size ? LessonUnit::Bytes : LessonUnit::Number,
                    static_cast<double>(*integer),
                    {}};
        if (const auto *number = std::get_if<double>(&value))
            return {LessonUnit::Number, *number, {}};
        return {LessonUnit::Text, 0, valueText(spec, value)};
    }
    throw std::logic_error("no knob " + name);
}

} // namespace

LessonFigures::LessonFigures(const Lesson &lesson, DeviceInfo chosen) : m_lesson(&lesson), m_chosen(std::move(chosen))
{}

void LessonFigures::add(const std::string &run, std::shared_ptr<const RunResult> result)
{
    m_results[run] = std::move(result);
}

std::shared_ptr<const RunResult> LessonFigures::result(std::string_view run) const
{
    const auto found = m_results.find(run);
    return found == m_results.end() ? nullptr : found->second;
}

std::vector<std::string> LessonFigures::finished() const
{
    std::vector<std::string> names;
    for (const auto &[name, result] : m_results)
        names.push_back(name);
    return names;
}

const RunResult &LessonFigures::finishedRun(const std::string &run) const
{
    const auto found = m_results.find(run);
    if (found == m_results.end())
        throw RunError(Phrase("engine", "run '%1' has not finished").arg(run));
    return *found->second;
}

LessonValue LessonFigures::figure(const std::string &run, const std::string &figure) const
{
    constexpr std::string_view ofDevice = "device.";
    if (!figure.starts_with(ofDevice))
        return figureOfRun(finishedRun(run), figure);
    return figureOfDevice(run.empty() ? m_chosen : finishedRun(run).recording.device, figure.substr(ofDevice.size()));
}

LessonValue LessonFigures::knob(const std::string &run, const std::string &name) const
{
    if (const auto finished = result(run))
        return valueOfKnob(finished->request.parameters, name);
    const LessonRun *declared = m_lesson->run(run);
    if (!declared)
        throw RunError(Phrase("engine", "run '%1' has not finished").arg(run));
    return valueOfKnob(declared->parameters, name);
}

LessonValue LessonFigures::measure(const std::string &function, const std::string &run,
                                   const std::vector<std::string> &filters) const
{
    return measureOf(finishedRun(run), function, filters);
}

} // namespace streamscope
