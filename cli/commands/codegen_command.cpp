// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"
#include "cli/common/target.h"

#include "engine/codegen/code_language.h"
#include "engine/codegen/line_diff.h"
#include "engine/executors/executor.h"
#include "engine/run/run_job.h"
#include "engine/run/what_if/what_if.h"
#include "gui/workspace/text/command_line_text.h"

#include <string>
#include <vector>

namespace streamscope {

namespace {

/// A Program and what its code says of where it comes from.
struct ToWrite
{
    Program program;
    CodeOrigin origin;
};

class CodegenCommand final : public Command
{
public:
    explicit CodegenCommand(CLI::App &parent)
    {
        app =
            parent.add_subcommand("codegen", "Write a preset, an experiment or a program file as a program of its own");
        app->add_option("target", m_target, "Preset, experiment, preset file or program file")->required();
        m_settings.addTo(*app);
        CLI::Option *changes =
            app->add_option(
                   "--change", m_changes,
                   "ID[:part,…], once or more, applied in order, as whatif takes them; see streamscope changes")
                ->allow_extra_args(false);
        app->add_option("--device", m_device,
                        "sim:NAME or sim:PATH.json, whose model a change asks; else the preset's device")
            ->needs(changes);
        m_memoryLimit.addTo(*app);
        std::vector<std::string> names;
        for (const CodeLanguage &language : codeLanguages())
            names.emplace_back(language.id);
        app->add_option("--language", m_language, "The language of the code")->check(CLI::IsMember(names))->required();
        app->add_flag("--diff", m_diff,
                      "Write what --set and --change make different, as a unified diff that patch reads");
        app->add_option("--output", m_output, "Write to this file instead of the standard output");
    }

    int run(const std::stop_token &stop) override
    {
        if (m_diff && m_changes.empty() && m_settings.isEmpty())
            throw InputError("--diff: there is nothing to compare with; add --set or --change");
        std::vector<RequestedChange> changes;
        for (const std::string &text : m_changes)
            changes.push_back(parseChange(text));
        Outputs outputs({m_output});
        const Preset before = findTarget(m_target, m_memoryLimit.bytes());
        Preset after = before;
        m_settings.apply(after.parameters);
        const std::string text = namingFile(before.file, [&] {
            const ToWrite changed = afterChanges(after, changes, stop);
            return m_diff ? diff(toWrite(before), changed) : codeOf(changed);
        });
        if (m_output.empty()) {
            printData(text);
            return 0;
        }
        outputs.write(m_output, [&] { return QByteArray::fromStdString(text); });
        outputs.commit(stop);
        outputs.tell();
        return 0;
    }

private:
    ToWrite toWrite(const Preset &preset) const
    {
        const RunOptions options = runOptionsOf(preset.parameters);
        CodeOrigin origin;
        origin.title = preset.title.empty() ? preset.experiment->title() : preset.title;
        origin.command = "codegen " + m_target + " --language " + m_language;
        origin.warmup = options.warmup;
        origin.repeat = options.repeat;
        return {buildProgram(*preset.experiment, preset.parameters), origin};
    }

    ToWrite afterChanges(const Preset &preset, const std::vector<RequestedChange> &changes,
                         const std::stop_token &stop) const
    {
        ToWrite result = toWrite(preset);
        std::string arguments = m_settings.text();
        for (const std::string &change : m_changes)
            arguments += " --change " + shellQuoted(QString::fromStdString(change)).toStdString();
        result.origin.command = "codegen " + m_target + arguments + " --language " + m_language;
        if (changes.empty())
            return result;
        const auto executor = openDeviceFor(preset, m_device);
        const WhatIfBase base = whatIfBase(result.program, executor->device(), result.origin.title, stop);
        const WhatIf outcome = whatIf(base, changes, {}, stop);
        for (const TriedChange &tried : outcome.changes) {
            const std::string name = tried.request.text();
            if (tried.touched == 0)
                printMessage(name + ": " + (tried.notes.empty() ? "found nothing to do" : tried.notes.front()));
            else
                result.origin.changes.push_back(tried.request.change->title() + " (" + name + ")");
        }
        result.program = *outcome.program;
        return result;
    }

    std::string codeOf(const ToWrite &what) const
    {
        return findCodeLanguage(m_language)->write(what.program, what.origin);
    }

    /// The heads always differ: that alone is no difference.
    std::string diff(const ToWrite &before, const ToWrite &after) const
    {
        const std::string old = codeOf(before);
        if (codeOf({after.program, headOf(before.origin, after.origin)}) == old) {
            printMessage("no line differs: what was asked for does not show in the code of " + m_target);
            return {};
        }
        const std::string name = fileName();
        return unifiedDiff(old, codeOf(after), "before/" + name, "after/" + name);
    }

    /// Runs are timed as often as in `after`, under the head of `before`.
    static CodeOrigin headOf(const CodeOrigin &before, const CodeOrigin &after)
    {
        CodeOrigin origin = before;
        origin.warmup = after.warmup;
        origin.repeat = after.repeat;
        return origin;
    }

    /// Of the target without its folder and its ending.
    std::string fileName() const
    {
        std::string name = m_target.substr(m_target.rfind('/') + 1);
        if (name.ends_with(".json"))
            name.resize(name.size() - 5);
        return name + "." + std::string(findCodeLanguage(m_language)->suffix);
    }

    std::string m_target, m_language, m_device, m_output;
    std::vector<std::string> m_changes;
    SettingArguments m_settings;
    MemoryLimit m_memoryLimit;
    bool m_diff = false;
};

} // namespace

std::unique_ptr<Command> makeCodegenCommand(CLI::App &parent)
{
    return std::make_unique<CodegenCommand>(parent);
}

} // namespace streamscope
