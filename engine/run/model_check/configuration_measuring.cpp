// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/configuration_measuring.h"

#include "engine/program/text/translatable.h"
#include "engine/run/run_job.h"
#include "engine/run/run_outcome.h"
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

/// Of four passes over 340 configurations on an H200 those within 1 % repeated within 0.7 to 3 % at the 95th
/// percentile, the others within 8 to 12 % (docs/measurements/model.md).
constexpr double steadySpread = 0.01;

/// How often in each pass what is not steady runs: short runs differ most, and cost least. Of 44 such configurations
/// on an H200 the medians of three processes lay 6.5 % apart (median) with 7 runs each, 3.7 % with 60.
int repeatsOfUnsteady(int repeat, double medianNs)
{
    constexpr double passNs = 20e6, most = 60;
    return std::max(repeat, static_cast<int>(std::min(passNs / std::max(medianNs, 1.0), most)));
}

class ConfigurationMeasuring
{
public:
    ConfigurationMeasuring(const std::vector<MeasuredConfiguration> &configurations, const RunControl &control,
                           const std::function<void(const std::vector<MeasuredConfiguration> &)> &measured)
        : m_control(control), m_measured(measured)
    {
        for (const MeasuredConfiguration &configuration : configurations)
            m_entries.push_back({configuration, {}, true});
    }

    ModelCheckMeasurement run(Executor &executor, const MeasuringPasses &passes)
    {
        try {
            runPass(executor, std::chrono::steady_clock::time_point::max());
            for (int pass = 1; pass < passes.most && left() > 0 && !isOver(passes.until); ++pass)
                runPass(passes.executor ? passes.executor(pass) : executor, passes.until);
        } catch (const Cancelled &) {
            m_result.stopped = true;
        }
        m_control.report(m_done, m_done, "done");
        m_result.rows = rows();
        return std::move(m_result);
    }

private:
    struct Entry
    {
        MeasuredConfiguration row;
        std::vector<std::int64_t> makespans; ///< of all passes, in ns
        bool again = true;                   ///< in the next pass
    };

    int left() const
    {
        return static_cast<int>(
            std::count_if(m_entries.begin(), m_entries.end(), [](const Entry &entry) { return entry.again; }));
    }

    static bool isOver(std::chrono::steady_clock::time_point until)
    {
        return std::chrono::steady_clock::now() >= until;
    }

    void runPass(Executor &executor, std::chrono::steady_clock::time_point until)
    {
        const int total = m_done + left();
        for (Entry &entry : m_entries) {
            if (!entry.again || isOver(until))
                continue;
            m_control.report(m_done, total,
                             "configuration " + std::to_string(m_done + 1) + " of " + std::to_string(total) + ", "
                                 + entry.row.experiment->id());
            measureOrSkip(entry, executor);
            ++m_done;
        }
    }

    void measureOrSkip(Entry &entry, Executor &executor)
    {
        entry.row.device = executor.device().name;
        const RunOutcome outcome = outcomeOf([&] { measure(entry, executor); });
        if (outcome.status != SweepStatus::Ok) {
            entry.again = false;
            auto &list = outcome.status == SweepStatus::Refused ? m_result.refused : m_result.failed;
            list.push_back({entry.row.experiment->id(), settingsText(entry.row.parameters) + ": " + outcome.error});
        } else if (m_measured) {
            m_measured(rows());
        }
    }

    void measure(Entry &entry, Executor &executor)
    {
        const int repeat = runOptionsOf(entry.row.parameters).repeat;
        const bool first = entry.makespans.empty();
        if (first)
            addRuns(entry, executor, repeat);
        if (!entry.again)
            return;
        const int more = repeatsOfUnsteady(repeat, static_cast<double>(entry.row.medianNs));
        if (!first || more > repeat)
            addRuns(entry, executor, more);
    }

    void addRuns(Entry &entry, Executor &executor, int repeat)
    {
        RunControl quiet;
        quiet.stop = m_control.stop;
        quiet.checkStop();
        MeasuredConfiguration &row = entry.row;
        RunOptions options = runOptionsOf(row.parameters);
        options.repeat = repeat;
        // Whether the right data came back is no question here: some experiments race on purpose.
        const Recording recording = executor.run(buildProgram(*row.experiment, row.parameters), options, quiet);
        const std::vector<std::int64_t> &plain = recording.makespans.plain;
        if (plain.empty() || *std::min_element(plain.begin(), plain.end()) <= 0)
            throw RunError(QT_TRANSLATE_NOOP("engine", "the run took no time"));
        entry.makespans.insert(entry.makespans.end(), plain.begin(), plain.end());
        const Statistics s = statisticsOf(entry.makespans);
        entry.again = s.thirdQuartile - s.firstQuartile > steadySpread * s.median;
        row.medianNs = std::llround(s.median);
        row.minimumNs = s.minimum;
        row.firstQuartileNs = std::llround(s.firstQuartile);
        row.thirdQuartileNs = std::llround(s.thirdQuartile);
    }

    std::vector<MeasuredConfiguration> rows() const
    {
        std::vector<MeasuredConfiguration> list;
        for (const Entry &entry : m_entries)
            if (!entry.makespans.empty())
                list.push_back(entry.row);
        return list;
    }

    const RunControl &m_control;
    const std::function<void(const std::vector<MeasuredConfiguration> &)> &m_measured;
    std::vector<Entry> m_entries;
    ModelCheckMeasurement m_result;
    int m_done = 0;
};

} // namespace

ModelCheckMeasurement measureConfigurations(
    const std::vector<MeasuredConfiguration> &configurations, Executor &executor, const RunControl &control,
    const std::function<void(const std::vector<MeasuredConfiguration> &)> &measured, const MeasuringPasses &passes)
{
    return ConfigurationMeasuring(configurations, control, measured).run(executor, passes);
}

} // namespace streamscope
