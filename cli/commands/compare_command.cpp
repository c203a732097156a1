// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/compared_run.h"
#include "cli/common/console.h"
#include "cli/common/image_scale.h"
#include "cli/common/memory_limit.h"
#include "cli/common/outputs.h"
#include "cli/common/terminal_text.h"

#include "engine/program/errors.h"
#include "engine/timeline/time_range.h"
#include "gui/comparison/comparison_text.h"
#include "gui/pictures/timeline_image.h"

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
        addImageScale(*app, m_scale);
        app->add_option("--range", m_range, "a:b, the part that the image shows, from the start of each: 1ms:2.5ms");
        app->add_flag("--normalised", m_normalised, "Draw each run from 0 to 100 % of its own time");
        app->add_flag("--blocks", m_blocks,
                      "Record on which SM and when each block of the kernels ran, where A and B are run; the image "
                      "shows the SMs of both");
        app->add_option("--critical-path", m_paths, "Frame the critical path in the image: of a, of b, or of both")
            ->check(CLI::IsMember({"a", "b", "both"}));
        app->add_flag("--json", m_json, "Print the differences as JSON");
        m_memoryLimit.addTo(*app);
    }

    ApplicationKind applicationKind() const override
    {
        return m_image.empty() ? ApplicationKind::Core : ApplicationKind::Picture;
    }

    int run(const std::stop_token &stop) override
    {
        if (!m_image.empty())
            imageFormatOf(m_image);
        Outputs outputs({m_image});
        if (!m_range.empty() && m_image.empty())
            throw InputError("--range: it says what --image shows; give --image, too");
        if (!m_range.empty() && m_normalised)
            throw InputError("--range: normalised runs have no common time; leave out --normalised or --range");
        if (!m_paths.empty() && m_image.empty())
            throw InputError("--critical-path: it says what --image shows; give --image, too");
        const std::optional<TimeRange> range = m_range.empty() ? std::nullopt : std::optional(parseTimeRange(m_range));
        const std::uint64_t memory = m_memoryLimit.bytes(); // of each of the two
        const NamedRun a = comparedRun(m_a, m_device, m_blocks, memory, stop);
        const NamedRun b = comparedRun(m_b, m_deviceB.empty() ? m_device : m_deviceB, m_blocks, memory, stop);
        const auto compared = std::make_shared<const ComparedRuns>(
            a, b, m_normalised ? ComparisonScale::Normalised : ComparisonScale::Absolute);
        if (m_json)
            printData(terminalJson(
                comparisonJson(*compared->comparison, a.recording->timeline, b.recording->timeline).toStdString()
                + '\n'));
        else
            for (const QString &line : comparisonLines(*compared->comparison))
                printLine(line.toStdString());
        outputs.write(m_image, [&] { return image(compared, range); });
        outputs.commit(stop);
        if (!m_json)
            outputs.tell();
        return 0;
    }

private:
    QByteArray image(const std::shared_ptr<const ComparedRuns> &compared, std::optional<TimeRange> range) const
    {
        ImageOptions options;
        options.range = range;
        options.devicePixelRatio = m_scale;
        options.paths = m_paths == "a"      ? ShownPaths::OnlyA
                        : m_paths == "b"    ? ShownPaths::OnlyB
                        : m_paths == "both" ? ShownPaths::All
                                            : ShownPaths::None;
        return recordingImage(comparisonPicture(compared), imageFormatOf(m_image), options);
    }

    std::string m_a, m_b, m_device, m_deviceB, m_image, m_range, m_paths;
    double m_scale = ImageOptions().devicePixelRatio;
    MemoryLimit m_memoryLimit;
    bool m_normalised = false, m_blocks = false, m_json = false;
};

} // namespace

std::unique_ptr<Command> makeCompareCommand(CLI::App &parent)
{
    return std::make_unique<CompareCommand>(parent);
}

} // namespace streamscope
