// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/image_arguments.h"
#include "cli/common/outputs.h"
#include "cli/common/target.h"

#include "engine/formats/files/program_file.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/formats/traces/trace_import.h"
#include "engine/run/compared_runs.h"
#include "engine/run/what_if/what_if.h"
#include "gui/comparison/comparison_picture.h"

namespace streamscope {

namespace {

class WhatIfCommand final : public Command
{
public:
    explicit WhatIfCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("whatif", "Change one thing in a trace or a program, and predict what that wins");
        m_target.addTo(*app);
        app->add_option("--change", m_changes,
                        "ID[:part,…], once or more, applied in order: pin:h2d pageable, split:chunks=8,streams=4; see "
                        "streamscope changes")
            ->required()
            ->allow_extra_args(false);
        m_settings.addTo(*app);
        app->add_option("--device", m_device,
                        "sim:NAME or sim:PATH.json; else the model of the trace's or preset's device");
        app->add_option("--program", m_program, "Save the changed program as a program file (.json)");
        app->add_option("--csv", m_csv, "Write the operations of the changed run as CSV");
        app->add_option("--image", image, "Draw before above after as .png, .svg or .pdf");
        m_look.addScale(*app);
        app->add_flag("--json", m_json, "Print the result as JSON (streamscope-whatif)");
    }

    int run(const std::stop_token &stop) override
    {
        std::vector<RequestedChange> changes;
        for (const std::string &text : m_changes)
            changes.push_back(parseChange(text));
        m_look.check(image);
        Outputs outputs({m_program, m_csv, image});
        WhatIfBase base = openBase(stop);
        // A trace's range is what was replayed; in a program it bounds what filters find.
        const TimeRange range = base.replay ? TimeRange() : m_target.range().value_or(TimeRange());
        const bool figures = base.replay && m_csv.empty() && image.empty();
        const WhatIf result = figures ? whatIfOnce(base, changes, stop) : whatIf(base, changes, range, stop);
        if (m_json)
            printJson(whatIfJson(base, result));
        else
            for (const std::string &line : whatIfLines(base, result))
                printLine(line);
        outputs.write(m_program, [&] { return changedProgram(base, result); });
        outputs.write(m_csv, [&] { return operationsCsv(result.recording->timeline); });
        outputs.write(image, [&] {
            const auto compared = std::make_shared<const ComparedRuns>(namedBefore(base), namedAfter(base, result),
                                                                       ComparisonScale::Absolute);
            return recordingImage(comparisonPicture(compared), imageFormatOf(image), m_look.options());
        });
        outputs.commit(stop);
        if (!m_json)
            outputs.tell();
        return 0;
    }

private:
    WhatIfBase openBase(const std::stop_token &stop)
    {
        const std::string &target = m_target.path();
        if (isFileTarget(target) && looksLikeTrace(openInput(loneTrace(target)))) {
            if (!m_settings.isEmpty())
                throw InputError("--set: a trace has no values to set");
            const auto trace = std::make_shared<const RunResult>(m_target.open(stop, !image.empty()));
            const TimeRange range = m_target.range().value_or(TimeRange());
            return whatIfBase(namingFile(target, [&] { return replayRun(trace, m_device, range, stop); }));
        }
        Preset preset = findTarget(target, m_target.memoryLimit());
        m_settings.apply(preset.parameters);
        const auto executor = openDeviceFor(preset, m_device);
        return namingFile(preset.file, [&] {
            return whatIfBase(buildProgram(*preset.experiment, preset.parameters), executor->device(),
                              preset.title.empty() ? preset.name : preset.title, stop);
        });
    }

    static QByteArray changedProgram(const WhatIfBase &base, const WhatIf &result)
    {
        ProgramFile file;
        file.program = *result.program;
        file.program.title = namedAfter(base, result).title.toStdString();
        file.device = result.device;
        return programFileJson(file);
    }

    TraceArguments m_target;
    std::vector<std::string> m_changes;
    SettingArguments m_settings;
    std::string m_device, m_program, m_csv;
    ImageArguments m_look;
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeWhatIfCommand(CLI::App &parent)
{
    return std::make_unique<WhatIfCommand>(parent);
}

} // namespace streamscope
