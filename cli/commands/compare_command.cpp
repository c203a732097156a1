// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/compared_run.h"
#include "cli/common/console.h"
#include "cli/common/gate_figures.h"
#include "cli/common/image_arguments.h"
#include "cli/common/outputs.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/reports/comparison_report.h"
#include "engine/formats/reports/comparison_words.h"
#include "engine/program/errors.h"
#include "engine/run/compared_runs.h"
#include "gui/comparison/comparison_picture.h"

namespace streamscope {

namespace {

class CompareCommand final : public Command
{
public:
    explicit CompareCommand(CLI::App &parent)
    {
        app =
            parent.add_subcommand("compare", "Put two runs on one axis: operation beside operation, with differences");
        app->add_option(
               "A", m_a,
               "The baseline: a trace or a run's CSV; or what is run first: a preset, a program file, an experiment")
            ->required();
        app->add_option("B", m_b, "This run, the same: its change is counted from A")->required();
        app->add_option("--device", m_device, "cuda:N, sim:NAME or sim:PATH.json, for both");
        app->add_option("--device-b", m_deviceB, "Another one for B");
        app->add_option("--image", image, "Draw both as .png, .svg or .pdf");
        m_look.addScale(*app);
        m_look.addRange(*app, "a:b, the part that the image shows, from the start of each: 1ms:2.5ms");
        app->add_flag("--normalised", m_normalised, "Draw each run from 0 to 100 % of its own time");
        app->add_flag("--blocks", m_blocks,
                      "Record on which SM and when each block of the kernels ran, where A and B are run; the image "
                      "shows the SMs of both");
        app->add_option("--critical-path", m_paths, "Frame the critical path in the image: of a, of b, or of both")
            ->check(CLI::IsMember({"a", "b", "both"}));
        app->add_flag("--json", m_json, "Print the differences as JSON");
        m_gate.addTo(*app, comparisonGateNames);
        m_memoryLimit.addTo(*app);
    }

    int run(const std::stop_token &stop) override
    {
        m_look.check(image);
        Outputs outputs({image});
        if (m_look.hasRange() && m_normalised)
            throw InputError("--range: normalised runs have no common time; leave out --normalised or --range");
        if (!m_paths.empty() && image.empty())
            throw InputError("--critical-path: it says what --image shows; give --image, too");
        // Figures are of operations; a picture shows the host, too. The limit is of each of the two.
        const ImportOptions reading{.memoryLimit = m_memoryLimit.bytes(), .hostEvents = !image.empty()};
        const NamedRun a = comparedRun(m_a, m_device, m_blocks, reading, stop);
        const NamedRun b = comparedRun(m_b, m_deviceB.empty() ? m_device : m_deviceB, m_blocks, reading, stop);
        const auto compared = std::make_shared<const ComparedRuns>(
            a, b, m_normalised ? ComparisonScale::Normalised : ComparisonScale::Absolute);
        const int failed = m_gate.check(gateFigures(*compared->comparison));
        if (m_json)
            printData(terminalJson(
                comparisonJson(*compared->comparison, a.recording->timeline, b.recording->timeline).toStdString()
                + '\n'));
        else
            printLines(*compared);
        outputs.write(image, [&] { return picture(compared); });
        outputs.commit(stop);
        if (!m_json)
            outputs.tell();
        return failed > 0 ? 1 : 0;
    }

private:
    static void printLines(const ComparedRuns &compared)
    {
        printLine(terminalText(sideName(Side::A).toStdString() + " (A): " + compared.run(Side::A).title.toStdString()));
        printLine(terminalText(sideName(Side::B).toStdString() + " (B): " + compared.run(Side::B).title.toStdString()));
        for (const QString &line : comparisonLines(*compared.comparison))
            printLine(line.toStdString());
    }

    QByteArray picture(const std::shared_ptr<const ComparedRuns> &compared) const
    {
        ImageOptions options = m_look.options();
        options.paths = m_paths == "a"      ? ShownPaths::OnlyA
                        : m_paths == "b"    ? ShownPaths::OnlyB
                        : m_paths == "both" ? ShownPaths::All
                                            : ShownPaths::None;
        return recordingImage(comparisonPicture(compared), imageFormatOf(image), options);
    }

    std::string m_a, m_b, m_device, m_deviceB, m_paths;
    ImageArguments m_look;
    Gate m_gate;
    MemoryLimit m_memoryLimit;
    bool m_normalised = false, m_blocks = false, m_json = false;
};

} // namespace

std::unique_ptr<Command> makeCompareCommand(CLI::App &parent)
{
    return std::make_unique<CompareCommand>(parent);
}

} // namespace streamscope
