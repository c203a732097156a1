// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/run_source.h"

#include "engine/program/text/phrase.h"

#include <utility>

namespace streamscope {

class RunSource::ProgramExperiment final : public Experiment
{
public:
    ProgramExperiment(Program program, std::string description)
        : m_program(std::move(program)), m_description(std::move(description))
    {}

    std::string id() const override { return "program"; }
    std::string title() const override { return m_program.title.empty() ? "Program" : m_program.title; }
    std::string summary() const override { return Phrase("engine", "%1 operations").arg(m_program.operations.size()); }
    std::string explanation() const override { return m_description; }
    std::vector<ParameterSpec> parameters() const override { return {}; }
    Program build(const Parameters &) const override { return m_program; }

    std::vector<ParameterSpec> commonParameters() const override
    {
        std::vector<ParameterSpec> specs = runParameters();
        for (ParameterSpec &spec : specs)
            if (spec.name == "submission")
                spec.defaultValue = std::string(submissionName(m_program.submission));
        return specs;
    }

    const Program &program() const { return m_program; }

private:
    Program m_program;
    std::string m_description;
};

RunSource::RunSource(Program program, std::string description)
    : m_owned(std::make_shared<const ProgramExperiment>(std::move(program), std::move(description))),
      m_experiment(m_owned.get())
{}

const Program *RunSource::program() const
{
    return m_owned ? &m_owned->program() : nullptr;
}

} // namespace streamscope
