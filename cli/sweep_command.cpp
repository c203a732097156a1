// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/command.h"
#include "cli/console.h"
#include "cli/interrupt.h"
#include "cli/memory_limit.h"
#include "cli/target.h"

#include "engine/formats/files.h"
#include "engine/formats/sweep_csv.h"
#include "engine/program/errors.h"
#include "engine/run/sweep.h"
#include "gui/sweep_image.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace streamscope {

namespace {

constexpr std::size_t mostShards = 1'000'000;

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
    if (!read || count < 1 || count > mostShards || number < 1 || number > count)
        throw InputError("--shard '" + text + "' is not i/n with i from 1 to n, as 1/4");
    request.shard = number - 1;
    request.shards = count;
}

class SweepCommand final : public Command
{
public:
    explicit SweepCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("sweep", "Run every combination of some parameters' values; one CSV row for each");
        app->add_option("target", m_target, "A preset's name, a preset or program file, or an experiment")->required();
        app->add_option("--vary", m_axes,
                        "name=v1,v2,… or name=from:to:+step or name=from:to:*factor; several make every combination. "
                        "Values of lists are separated by ;")
            ->required()
            ->allow_extra_args(false);
        app->add_option("--set", m_settings, "name=value; may be given several times")->allow_extra_args(false);
        app->add_option("--device", m_device, "cuda:N, sim:NAME or sim:PATH.json");
        app->add_option("--repeat", m_repeat, "How many plain runs to time on a GPU; a simulation needs one");
        app->add_option("--csv", m_csv, "Write the rows into a file instead of stdout");
        app->add_option("--image", m_image, "Draw one or two varied parameters as .png, .svg or .pdf");
        app->add_option("--shard", m_shard, "i/n: only every n-th configuration, from the i-th on");
        m_memoryLimit.addTo(*app);
    }

    ApplicationKind applicationKind() const override
    {
        return m_image.empty() ? ApplicationKind::Core : ApplicationKind::Picture;
    }

    int run() override
    {
        const Preset preset = findTarget(m_target, m_memoryLimit.bytes());
        const SweepRequest request = makeRequest(preset);
        checkOutputs(request);
        const InterruptWatcher interrupt;
        const SweepTable table = execute(request, openDeviceFor(preset, m_device), interrupt.token());
        writeOutputs(table);
        return tell(table);
    }

private:
    SweepRequest makeRequest(const Preset &preset) const
    {
        SweepRequest request;
        request.experiment = preset.experiment;
        request.base = preset.parameters;
        for (const std::string &setting : m_settings)
            applySetting(request.base, setting);
        if (!m_repeat.empty())
            request.base.setText("repeat", m_repeat);
        for (const std::string &axis : m_axes)
            request.axes.push_back(parseSweepAxis(request.base, axis));
        sweepConfigurations(request.axes);
        if (!m_shard.empty())
            readShard(m_shard, request);
        return request;
    }

    void checkOutputs(const SweepRequest &request) const
    {
        if (!m_image.empty())
            requireSweepImage(m_image, request.axes);
        for (const std::string *path : {&m_csv, &m_image})
            if (!path->empty())
                requireWritable(*path);
        if (!m_csv.empty() && m_csv == m_image)
            throw InputError("two outputs have the same path " + m_csv);
    }

    static SweepTable execute(const SweepRequest &request, std::unique_ptr<Executor> device,
                              const std::stop_token &stop)
    {
        ProgressLine line;
        RunControl control;
        control.stop = stop;
        control.progress = [&line](int done, int total, const std::string &what) { line.show(done, total, what); };
        return runSweep(request, std::move(device), control);
    }

    void writeOutputs(const SweepTable &table) const
    {
        const QByteArray csv = sweepCsv(table);
        if (!m_csv.empty())
            writeFileWhole(m_csv, csv);
        else if (std::fwrite(csv.constData(), 1, static_cast<std::size_t>(csv.size()), stdout)
                     != static_cast<std::size_t>(csv.size())
                 || std::fflush(stdout) != 0)
            throw RunError("the rows cannot be written to stdout");
        if (!m_image.empty())
            writeSweepImage(table, m_image);
    }

    /// Says on stderr what a glance at the rows does not; stdout is data. The exit code.
    int tell(const SweepTable &table) const
    {
        const auto good = static_cast<std::size_t>(std::count_if(
            table.rows.begin(), table.rows.end(), [](const SweepRow &row) { return row.status == SweepStatus::Ok; }));
        const std::string planned = std::to_string(table.planned);
        if (table.rows.size() < table.planned) {
            printMessage("stopped: " + std::to_string(table.rows.size()) + " of " + planned
                         + " configurations were done and are kept");
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

    std::string m_target, m_device, m_repeat, m_csv, m_image, m_shard;
    std::vector<std::string> m_axes, m_settings;
    MemoryLimit m_memoryLimit;
};

} // namespace

std::unique_ptr<Command> makeSweepCommand(CLI::App &parent)
{
    return std::make_unique<SweepCommand>(parent);
}

} // namespace streamscope
