// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"

#include "engine/formats/files/sweep_parts.h"
#include "engine/formats/io/document.h"
#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "gui/pictures/sweep_image.h"

namespace streamscope {

namespace {

std::string countText(std::size_t count, const char *noun)
{
    return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

class MergeCommand final : public Command
{
public:
    explicit MergeCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("merge", "Join the parts of a sharded sweep into one CSV");
        app->add_option("SHARD", m_shards, "The CSV files of 'sweep --shard i/n', or their .partial files")->required();
        app->add_option("--csv", m_csv, "Write the rows in the order of the configurations")->required();
        app->add_option("--image", image, "Draw one or two varied parameters as .png, .svg or .pdf");
        app->add_flag("--partial", m_partial, "Write what is there although configurations are missing");
    }

    int run(const std::stop_token &stop) override
    {
        Outputs outputs({m_csv, image});
        SweepParts parts;
        for (const std::string &path : m_shards)
            parts.add(readDocument(openInput(path)).toStdString(), path);
        requireComplete(parts);
        outputs.write(m_csv, [&] { return QByteArray::fromStdString(parts.csv()); });
        if (!image.empty()) {
            const SweepTable table = parts.table(experiments());
            requireSweepImage(image, table.axes);
            outputs.write(image, [&] { return sweepImage(table, imageFormatOf(image)); });
        }
        outputs.commit(stop);
        tell(parts);
        return 0;
    }

private:
    void requireComplete(const SweepParts &parts) const
    {
        if (parts.rows() == 0)
            throw InputError("the files have no rows of a sweep");
        const std::size_t missing = parts.configurations() - parts.rows();
        if (missing > 0 && !m_partial)
            throw InputError(std::to_string(missing) + " of " + countText(parts.configurations(), "configuration")
                             + " are in none of the files, such as " + std::to_string(parts.missing(1).front())
                             + ": end the shards with 'sweep --resume', or write what is there with --partial");
    }

    void tell(const SweepParts &parts) const
    {
        std::string text =
            countText(parts.rows(), "configuration") + " of " + countText(m_shards.size(), "file") + " in " + m_csv;
        if (parts.rows() < parts.configurations())
            text += "; " + std::to_string(parts.configurations() - parts.rows()) + " are missing";
        if (parts.failed() > 0)
            text += "; " + std::to_string(parts.failed()) + " gave no figures";
        if (parts.repeated() > 0)
            text +=
                "; " + countText(parts.repeated(), "row") + " of configurations that another file has were left out";
        if (parts.devices().size() > 1)
            text +=
                "; they are of " + countText(parts.devices().size(), "device") + ": compare only rows of the same one";
        printMessage(text);
    }

    std::vector<std::string> m_shards;
    std::string m_csv;
    bool m_partial = false;
};

} // namespace

std::unique_ptr<Command> makeMergeCommand(CLI::App &parent)
{
    return std::make_unique<MergeCommand>(parent);
}

} // namespace streamscope
