// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/outputs.h"
#include "cli/common/target.h"

#include "engine/codegen/code_language.h"
#include "engine/executors/executor.h"
#include "engine/run/run_job.h"

#include <string>
#include <vector>

namespace streamscope {

namespace {

class CodegenCommand final : public Command
{
public:
    explicit CodegenCommand(CLI::App &parent)
    {
        app =
            parent.add_subcommand("codegen", "Write a preset, an experiment or a program file as a program of its own");
        app->add_option("target", m_target, "Preset, experiment, preset file or program file")->required();
        m_settings.addTo(*app);
        m_memoryLimit.addTo(*app);
        std::vector<std::string> names;
        for (const CodeLanguage &language : codeLanguages())
            names.emplace_back(language.id);
        app->add_option("--language", m_language, "The language of the code")->check(CLI::IsMember(names))->required();
        app->add_option("--output", m_output, "Write the code to this file instead of the standard output");
    }

    int run(const std::stop_token &stop) override
    {
        Outputs outputs({m_output});
        Preset preset = findTarget(m_target, m_memoryLimit.bytes());
        m_settings.apply(preset.parameters);
        const std::string code = namingFile(preset.file, [&] { return codeOf(preset); });
        if (m_output.empty()) {
            printData(code);
            return 0;
        }
        outputs.write(m_output, [&] { return QByteArray::fromStdString(code); });
        outputs.commit(stop);
        outputs.tell();
        return 0;
    }

private:
    std::string codeOf(const Preset &preset) const
    {
        const Program program = buildProgram(*preset.experiment, preset.parameters);
        const RunOptions options = runOptionsOf(preset.parameters);
        CodeOrigin origin;
        origin.title = preset.title.empty() ? preset.experiment->title() : preset.title;
        origin.command = "codegen " + m_target + m_settings.text() + " --language " + m_language;
        origin.warmup = options.warmup;
        origin.repeat = options.repeat;
        return findCodeLanguage(m_language)->write(program, origin);
    }

    std::string m_target, m_language, m_output;
    SettingArguments m_settings;
    MemoryLimit m_memoryLimit;
};

} // namespace

std::unique_ptr<Command> makeCodegenCommand(CLI::App &parent)
{
    return std::make_unique<CodegenCommand>(parent);
}

} // namespace streamscope
