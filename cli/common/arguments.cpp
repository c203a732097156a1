// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/arguments.h"

#include "engine/analysis/steps/steps.h"

#include "cli/common/console.h"
#include "cli/common/target.h"

#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"
#include "engine/program/size_text.h"

namespace streamscope {

void MemoryLimit::addTo(CLI::App &app)
{
    app.add_option("--memory-limit", m_text,
                   "Memory that reading a file may take, as 512MiB or 8GiB; without it three quarters of what is "
                   "available");
}

std::uint64_t MemoryLimit::bytes() const
{
    if (m_text.empty())
        return 0;
    const auto size = parseSize(m_text);
    if (!size || *size < 1)
        throw InputError("--memory-limit '" + m_text + "' is no size; write it as 512MiB or 8GiB");
    return static_cast<std::uint64_t>(*size);
}

void SettingArguments::addTo(CLI::App &app)
{
    app.add_option("--set", m_texts, "name=value; may be given several times")->allow_extra_args(false);
}

std::string SettingArguments::text() const
{
    std::string text;
    for (const std::string &setting : m_texts)
        text += " --set " + setting;
    return text;
}

void SettingArguments::apply(Parameters &parameters) const
{
    for (const std::string &text : m_texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw InputError("--set '" + text + "' is not name=value");
        parameters.setText(text.substr(0, equals), text.substr(equals + 1));
    }
}

void TargetArguments::addTo(CLI::App &app, const std::string &repeatHelp)
{
    app.add_option("target", m_target, "A preset's name, a preset or program file, or an experiment")->required();
    m_settings.addTo(app);
    app.add_option("--device", m_device, "cuda:N, sim:NAME or sim:PATH.json, or ssh://HOST/cuda:N on another machine");
    app.add_option("--repeat", m_repeat, repeatHelp);
    m_memoryLimit.addTo(app);
}

Preset TargetArguments::preset() const
{
    Preset preset = findTarget(m_target, m_memoryLimit.bytes());
    m_settings.apply(preset.parameters);
    if (!m_repeat.empty())
        preset.parameters.setText("repeat", m_repeat);
    return preset;
}

void TraceArguments::addTo(CLI::App &app)
{
    app.add_option("file", m_path, traceFormatsText() + "; its first bytes tell which")->required();
    app.add_option("--range", m_rangeText,
                   "BEGIN:END, only what executes in between: microseconds from the start of the timeline, or with ns, "
                   "us, ms or s; either may be left out. step:NUMBER or step:NAME: what executes in that step (analyze "
                   "lists them)");
    app.add_flag("--salvage", m_salvage, "Of a broken file, keep the whole events before the break");
    m_memoryLimit.addTo(app);
}

const std::optional<TimeRange> &TraceArguments::range()
{
    if (!m_range && !m_rangeText.empty() && !asksForStep())
        m_range = parseTimeRange(m_rangeText);
    return m_range;
}

/// On the GPU, from the step's first start to its last end.
void TraceArguments::findRangeOfStep(const Timeline &timeline)
{
    const Steps steps = findSteps(timeline);
    const std::optional<std::size_t> found = findStep(steps, m_rangeText.substr(m_rangeText.find(':') + 1));
    if (!found)
        throw InputError(
            "--range " + m_rangeText + ": there is no such step; " + m_path + " has "
            + (steps.empty() ? "no steps" : std::to_string(steps.steps.size()) + " steps, from step:0 on"));
    const Step &step = steps.steps[*found];
    m_range = step.onDevice() ? TimeRange{step.deviceBegin, step.deviceEnd} : TimeRange{step.hostBegin, step.hostEnd};
}

RunResult TraceArguments::open(const std::stop_token &stop, bool withAnalysis)
{
    range(); // reports a mistake in --range before reading a large file
    ProgressLine line;
    ImportControl control;
    control.stop = stop;
    int shown = -1;
    control.progress = [&](std::uint64_t done, std::uint64_t total) {
        const int percent =
            total > 0 ? static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total)) : 0;
        if (percent != shown)
            line.show(shown = percent, 100, "% of " + m_path);
    };
    try {
        RunResult result = openTrace({m_path, importOptions(), {}, withAnalysis}, control);
        if (asksForStep())
            findRangeOfStep(result.recording.timeline);
        return result;
    } catch (const InputError &error) {
        if (error.remedy == Remedy::Salvage)
            throw InputError(error.what() + std::string(": --salvage opens the intact part"));
        throw;
    }
}

void TraceArguments::reportNothing(const std::string &consequence) const
{
    printMessage(m_path + ": no operation of a GPU " + (m_range ? "in this range" : "in this file") + ": "
                 + consequence);
}

} // namespace streamscope
