// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"
#include "cli/common/target.h"

#include "engine/formats/files/sweep_csv.h"
#include "engine/formats/files/sweep_journal.h"
#include "engine/formats/io/files.h"
#include "engine/formats/io/output_path.h"
#include "engine/program/errors.h"
#include "engine/run/sweep/sweep.h"
#include "gui/pictures/sweep_image.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t maxShards = 1'000'000;

bool readCount(std::string_view text, std::size_t &out)
{
    const auto [last, error] = std::from_chars(text.data(), text.data() + text.size(), out);
    return error == std::errc{} && last == text.data() + text.size();
}

/// "2/8": the second of eight.
void readShard(const std::string &text, SweepRequest &request)
{
    const std::size_t slash = text.find('/');
    std::size_t number = 0, count = 0;
    const bool read = slash != std::string::npos && readCount(std::string_view(text).substr(0, slash), number)
                      && readCount(std::string_view(text).substr(slash + 1), count);
    if (!read || count < 1 || count > maxShards || number < 1 || number > count)
        throw InputError("--shard '" + text + "' is not i/n with i from 1 to n, as 1/4");
    request.shard = number - 1;
    request.shards = count;
}

/// Prints rows on stdout in the order of the configurations, each as soon as all earlier rows are printed.
class OrderedRows
{
public:
    OrderedRows(const SweepTable &plan, const SweepRequest &request)
        : m_plan(plan), m_next(request.shard), m_step(request.shards)
    {}

    void add(const SweepRow &row)
    {
        m_waiting.emplace(row.index, sweepCsvRow(m_plan, row));
        for (auto it = m_waiting.begin(); it != m_waiting.end() && it->first == m_next; it = m_waiting.erase(it)) {
            print(it->second);
            m_next += m_step;
        }
        requirePrinted();
    }

    /// Prints the rows whose predecessors are missing after a stop.
    void finish()
    {
        for (const auto &[index, line] : m_waiting)
            print(line);
    }

private:
    void print(const std::string &line)
    {
        if (!std::exchange(m_begun, true))
            printData(sweepCsvHeader(m_plan));
        printData(line);
    }

    const SweepTable &m_plan;
    std::size_t m_next, m_step;
    std::map<std::size_t, std::string> m_waiting;
    bool m_begun = false;
};

class SweepCommand final : public Command
{
public:
    explicit SweepCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("sweep", "Run every combination of some parameters' values; one CSV row for each");
        m_target.addTo(*app, "How many plain runs to time on a GPU; a simulation needs one");
        app->add_option("--vary", m_axes,
                        "name=v1,v2,… or name=from:to:+step or name=from:to:*factor; several make every combination. "
                        "Values of lists are separated by ;")
            ->required()
            ->allow_extra_args(false);
        app->add_option("--csv", m_csv,
                        "Write the rows into a file instead of stdout; it appears when all are there, until then they "
                        "are in F.partial");
        app->add_option("--resume", m_resume,
                        "F: go on with the sweep of --csv F that did not end; F.partial holds its rows. What is "
                        "there is not measured again, but for configurations that failed");
        app->add_option("--image", image, "Draw one or two varied parameters as .png, .svg or .pdf");
        app->add_option("--shard", m_shard, "i/n: only every n-th configuration, from the i-th on");
    }

    int run(const std::stop_token &stop) override
    {
        const Preset preset = m_target.preset();
        SweepRequest request = makeRequest(preset);
        applyResume();
        if (!image.empty())
            requireSweepImage(image, request.axes);
        Outputs outputs({m_csv, image});
        auto device = openDeviceFor(preset, m_target.device());
        const SweepTable plan = planSweep(request, *device);
        const std::unique_ptr<SweepJournal> journal = openJournal(request, plan);
        OrderedRows printed(plan, request);
        request.rowDone = [&](const SweepRow &row) {
            if (journal)
                journal->append(row);
            else if (m_csv.empty())
                printed.add(row);
        };
        const SweepTable table = execute(request, std::move(device), stop);
        if (m_csv.empty())
            printed.finish();
        if (table.rows.size() == table.planned && !stop.stop_requested())
            keep(table, outputs, journal.get(), stop);
        return tell(table, journal.get());
    }

private:
    SweepRequest makeRequest(const Preset &preset) const
    {
        SweepRequest request;
        request.experiment = preset.experiment;
        request.base = preset.parameters;
        for (const std::string &axis : m_axes)
            request.axes.push_back(parseSweepAxis(request.base, axis));
        sweepConfigurations(request.axes);
        if (!m_shard.empty())
            readShard(m_shard, request);
        return request;
    }

    /// --resume F alone means --csv F as well; F may be given with the journal's ending.
    void applyResume()
    {
        if (m_resume.empty())
            return;
        const std::string ending = SweepJournal::pathBeside({});
        const std::string csv =
            m_resume.ends_with(ending) ? m_resume.substr(0, m_resume.size() - ending.size()) : m_resume;
        if (!m_csv.empty() && m_csv != csv)
            throw InputError("--resume " + m_resume + ": its rows belong to " + csv + ", and --csv says " + m_csv);
        m_csv = csv;
    }

    /// No journal when the rows go to stdout, a device or a pipe. Puts the rows of an earlier run into `request`.
    std::unique_ptr<SweepJournal> openJournal(SweepRequest &request, const SweepTable &plan) const
    {
        if (m_csv.empty())
            return nullptr;
        const OutputPath csv = outputPathOf(m_csv);
        if (!csv.replaced)
            return nullptr;
        const bool resume = !m_resume.empty();
        auto journal = std::make_unique<SweepJournal>(SweepJournal::pathBeside(csv.file), plan, resume);
        request.done = journal->rows();
        if (resume && csv.exists && request.done.empty()) // it ended, perhaps with failures, or never began
            request.done = rowsOfSweepFile(m_csv, plan);
        return journal;
    }

    SweepTable execute(const SweepRequest &request, std::unique_ptr<Executor> device, const std::stop_token &stop) const
    {
        ProgressLine line;
        RunControl control = line.runControl(stop);
        if (m_csv.empty() && isatty(STDOUT_FILENO) != 0) // rows on a terminal are progress enough
            control.progress = nullptr;
        return runSweep(request, std::move(device), control);
    }

    void keep(const SweepTable &table, Outputs &outputs, SweepJournal *journal, const std::stop_token &stop) const
    {
        outputs.write(m_csv, [&] { return sweepCsv(table); });
        outputs.write(image, [&] { return sweepImage(table, imageFormatOf(image)); });
        outputs.commit(stop);
        if (journal)
            journal->remove();
    }

    /// Prints a summary on stderr, because stdout is data. Returns the exit code.
    static int tell(const SweepTable &table, const SweepJournal *journal)
    {
        const auto good = static_cast<std::size_t>(std::count_if(
            table.rows.begin(), table.rows.end(), [](const SweepRow &row) { return row.status == SweepStatus::Ok; }));
        const std::string planned = std::to_string(table.planned);
        if (table.rows.size() < table.planned) {
            printMessage(
                "stopped: " + std::to_string(table.rows.size()) + " of " + planned + " configurations are done"
                + (journal ? "; their rows are kept in " + journal->path() + ": go on with --resume " + journal->csv()
                           : ""));
            return 1;
        }
        if (good < table.rows.size()) {
            const auto bad = std::find_if(table.rows.begin(), table.rows.end(),
                                          [](const SweepRow &row) { return row.status != SweepStatus::Ok; });
            printMessage(std::to_string(table.rows.size() - good) + " of " + planned
                         + " configurations gave no figures; the first of them: " + bad->error);
        }
        return good == 0 && !table.rows.empty() ? 1 : 0;
    }

    TargetArguments m_target;
    std::string m_csv, m_shard, m_resume;
    std::vector<std::string> m_axes;
};

} // namespace

std::unique_ptr<Command> makeSweepCommand(CLI::App &parent)
{
    return std::make_unique<SweepCommand>(parent);
}

} // namespace streamscope
