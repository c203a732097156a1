// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/command.h"
#include "cli/compared_run.h"
#include "cli/console.h"
#include "cli/interrupt.h"

#include "engine/analysis/comparison.h"
#include "engine/formats/files.h"
#include "gui/comparison_text.h"
#include "gui/timeline/timeline_image.h"

namespace streamscope {

namespace {

class CompareCommand final : public Command
{
public:
    explicit CompareCommand(CLI::App &parent)
    {
        app =
            parent.add_subcommand("compare", "Put two runs on one axis: operation beside operation, with differences");
        app->add_option("A", m_a,
                        "A trace or a run's CSV; or what is run first: a preset, a program file, an experiment")
            ->required();
        app->add_option("B", m_b, "The same, for the run to compare with A")->required();
        app->add_option("--device", m_device, "cuda:N, sim:NAME or sim:PATH.json, for both");
        app->add_option("--device-b", m_deviceB, "Another one for B");
        app->add_option("--image", m_image, "Draw both as .png, .svg or .pdf");
        app->add_flag("--normalised", m_normalised, "Draw B stretched to the length of A");
        app->add_flag("--json", m_json, "Print the differences as JSON");
    }

    ApplicationKind applicationKind() const override
    {
        return m_image.empty() ? ApplicationKind::Core : ApplicationKind::Picture;
    }

    int run() override
    {
        if (!m_image.empty()) {
            imageFormatOf(m_image);
            requireWritable(m_image);
        }
        const InterruptWatcher interrupt;
        const ComparedRun a = comparedRun(m_a, m_device, interrupt.token());
        const ComparedRun b = comparedRun(m_b, m_deviceB.empty() ? m_device : m_deviceB, interrupt.token());
        const Comparison comparison = compareRuns(a.recording->timeline, b.recording->timeline);
        if (m_json)
            printLine(comparisonJson(comparison, a.recording->timeline, b.recording->timeline).toStdString());
        else
            for (const QString &line : comparisonLines(comparison))
                printLine(line.toStdString());
        if (!m_image.empty())
            writeImage(a, b, comparison);
        return 0;
    }

private:
    void writeImage(const ComparedRun &a, const ComparedRun &b, const Comparison &comparison) const
    {
        const auto scale = m_normalised ? ComparisonScale::Normalised : ComparisonScale::Absolute;
        const PictureSource source =
            comparisonPicture({QString::fromStdString(a.title), a.recording},
                              {QString::fromStdString(b.title), b.recording}, comparison, scale);
        ImageOptions options;
        options.lanes.grouping = LaneGrouping::Devices;
        writeFileWhole(m_image, recordingImage(source, imageFormatOf(m_image), options));
        if (!m_json)
            printLine("wrote " + m_image);
    }

    std::string m_a, m_b, m_device, m_deviceB, m_image;
    bool m_normalised = false, m_json = false;
};

} // namespace

std::unique_ptr<Command> makeCompareCommand(CLI::App &parent)
{
    return std::make_unique<CompareCommand>(parent);
}

} // namespace streamscope
