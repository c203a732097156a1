// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/image_arguments.h"
#include "cli/common/outputs.h"

#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"
#include "engine/program/errors.h"
#include "gui/pictures/timeline_image.h"

namespace streamscope {

namespace {

class ConvertCommand final : public Command
{
public:
    explicit ConvertCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("convert", "Write a trace as CSV, as Chrome trace JSON or as a picture");
        m_arguments.addTo(*app);
        app->add_option("--csv", m_csv, "Write the operations as CSV");
        app->add_option("--trace", m_trace, "Write Chrome trace JSON for Perfetto and Kineto's readers; .gz packs it");
        app->add_option("--image", image, "Write the timeline as .png, .svg or .pdf");
        m_look.addScale(*app);
        app->footer("With --range files hold the operations that execute in it, each as it ran; the picture shows the "
                    "range.");
    }

    int run(const std::stop_token &stop) override
    {
        Outputs outputs({m_csv, m_trace, image});
        if (outputs.paths().empty())
            throw InputError("nothing to write: give --csv, --trace or --image");
        m_look.check(image);
        RunResult result = m_arguments.open(stop);
        if (m_arguments.range()) {
            result.recording.timeline = timelineIn(result.recording.timeline, *m_arguments.range(), false);
            result.analysis = analyzeRange(result, *m_arguments.range());
        }
        if (result.recording.timeline.empty())
            m_arguments.reportNothing("what is written is empty");
        write(result, outputs);
        outputs.commit(stop);
        outputs.tell();
        return 0;
    }

private:
    void write(const RunResult &result, Outputs &outputs)
    {
        outputs.write(m_csv, [&] { return operationsCsv(result.recording.timeline); });
        outputs.write(
            m_trace, [&](OutputFile &file) { writeChromeTrace(result.recording, result.import.get(), file); },
            OutputFile::Packing::ByName);
        outputs.write(image, [&] {
            ImageOptions options = m_look.options();
            options.range = m_arguments.range();
            return timelineImage(result, imageFormatOf(image), options);
        });
    }

    TraceArguments m_arguments;
    ImageArguments m_look;
    std::string m_csv, m_trace;
};

} // namespace

std::unique_ptr<Command> makeConvertCommand(CLI::App &parent)
{
    return std::make_unique<ConvertCommand>(parent);
}

} // namespace streamscope
