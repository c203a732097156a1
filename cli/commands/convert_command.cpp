// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/image_arguments.h"
#include "cli/common/outputs.h"

#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/nsight/nsight_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/program/errors.h"
#include "engine/run/fold_steps.h"
#include "gui/pictures/timeline_image.h"

namespace streamscope {

namespace {

class ConvertCommand final : public Command
{
public:
    explicit ConvertCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("convert", "Write a trace as CSV, Chrome trace JSON, SQLite or as a picture");
        m_arguments.addTo(*app);
        app->add_option("--csv", m_csv, "Write the operations as CSV");
        app->add_option("--trace", m_trace, "Write Chrome trace JSON for Perfetto and Kineto's readers; .gz packs it");
        app->add_option(
            "--sqlite", m_sqlite,
            "Write an SQLite database with the tables of Nsight Systems' exports, for queries and its readers");
        app->add_option("--image", image, "Write the timeline as .png, .svg or .pdf");
        app->add_flag("--fold-steps", m_fold,
                      "Write one step made of all that are alike: each operation from the median of its starts to the "
                      "median of its ends, with quartiles. With --range, of the steps in the range");
        m_look.addScale(*app);
        app->footer("With --range files hold the operations that execute in it, each as it ran; the picture shows the "
                    "range.");
    }

    int run(const std::stop_token &stop) override
    {
        Outputs outputs({m_csv, m_trace, m_sqlite, image});
        if (outputs.paths().empty())
            throw InputError("nothing to write: give --csv, --trace, --sqlite or --image");
        m_look.check(image);
        RunResult result = m_arguments.open(stop);
        if (m_arguments.range()) {
            result.recording.timeline = timelineIn(result.recording.timeline, *m_arguments.range(), false);
            result.analysis = analyzeRange(result, *m_arguments.range());
            countHost(result);
        }
        if (result.recording.timeline.empty())
            m_arguments.reportNothing("what is written is empty");
        if (m_fold)
            result = foldSteps(result);
        write(result, outputs);
        outputs.commit(stop);
        outputs.tell();
        return 0;
    }

private:
    /// The counts of the trace are not those of the range.
    static void countHost(RunResult &result)
    {
        auto counted = std::make_shared<ImportReport>(*result.import);
        counted->host = countsOfHost(result.recording.timeline);
        result.import = std::move(counted);
    }

    void write(const RunResult &result, Outputs &outputs)
    {
        outputs.write(m_csv, [&] { return operationsCsv(result.recording.timeline); });
        outputs.write(
            m_trace, [&](OutputFile &file) { writeChromeTrace(result.recording, result.import.get(), file); },
            OutputFile::Packing::ByName);
        outputs.write(m_sqlite, [&](OutputFile &file) {
            if (const std::uint64_t leftOut = writeNsightDatabase(result.recording, result.import.get(), file))
                printMessage(m_sqlite + ": without " + std::to_string(leftOut)
                             + " operations of the host, for which Nsight Systems has no table");
        });
        outputs.write(image, [&] {
            ImageOptions options = m_look.options();
            options.range = m_fold ? std::nullopt : m_arguments.range();
            return timelineImage(result, imageFormatOf(image), options);
        });
    }

    TraceArguments m_arguments;
    ImageArguments m_look;
    std::string m_csv, m_trace, m_sqlite;
    bool m_fold = false;
};

} // namespace

std::unique_ptr<Command> makeConvertCommand(CLI::App &parent)
{
    return std::make_unique<ConvertCommand>(parent);
}

} // namespace streamscope
