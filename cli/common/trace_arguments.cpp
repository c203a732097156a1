// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/trace_arguments.h"

#include "cli/common/console.h"

#include "engine/formats/traces/trace_format.h"
#include "engine/program/errors.h"

namespace streamscope {

void TraceArguments::addTo(CLI::App &app)
{
    app.add_option("file", m_path, traceFormatsText() + "; its first bytes tell which")->required();
    app.add_option("--range", m_rangeText,
                   "BEGIN:END, only what executes in between: microseconds from the start of the timeline, or with ns, "
                   "us, ms or s; either may be left out");
    app.add_flag("--salvage", m_salvage, "Of a broken file, keep the whole events before the break");
    m_memoryLimit.addTo(app);
}

const std::optional<TimeRange> &TraceArguments::range()
{
    if (!m_range && !m_rangeText.empty())
        m_range = parseTimeRange(m_rangeText);
    return m_range;
}

RunResult TraceArguments::open(const std::stop_token &stop)
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
        return openTrace({m_path, {m_salvage, m_memoryLimit.bytes()}}, control);
    } catch (const InputError &error) {
        if (error.remedy == Remedy::Salvage)
            throw InputError(error.what() + std::string(": --salvage opens the intact part"));
        throw;
    }
}

} // namespace streamscope
