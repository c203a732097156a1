// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "tests/support/programs.h"

#include "experiments/registry.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Built-in experiments, built and run on simulated devices.

namespace streamscope::test {

using ExperimentSettings = std::vector<std::pair<std::string, std::string>>;

/// An experiment's Program with these values, the others as they are by default, and its simulated times.
class ExperimentRun
{
public:
    explicit ExperimentRun(const std::string &id, const ExperimentSettings &settings = {},
                           const DeviceProfile &device = loadDeviceProfile("h200"))
        : m_program(programOf(id, settings)), m_times(simulate(device, m_program))
    {}

    static Program programOf(const std::string &id, const ExperimentSettings &settings)
    {
        const Experiment *experiment = findExperiment(id);
        if (!experiment)
            throw std::logic_error("no experiment " + id);
        Parameters values = experiment->defaults();
        for (const auto &[name, text] : settings)
            values.setText(name, text);
        Program program = buildProgram(*experiment, values);
        if (const auto problems = findProblems(program); !problems.empty())
            throw std::logic_error(problems.front());
        return program;
    }

    const Program &program() const { return m_program; }
    const std::vector<OperationTimes> &times() const { return m_times; }
    double makespan() const { return makespanMs(m_times); } ///< ms
    /// Times of the first operation of this name.
    const OperationTimes &at(const std::string &name) const { return m_times[indexOf(name)]; }
    std::size_t indexOf(const std::string &name) const
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            if (m_program.operations[i].name == name)
                return i;
        throw std::logic_error("no operation " + name);
    }
    /// Sum of the durations of all operations of a kind, and the time in which any of them ran, in ms.
    double sumOf(OperationKind kind) const
    {
        double sum = 0;
        for (std::size_t i = 0; i < m_times.size(); ++i)
            if (m_program.operations[i].kind == kind)
                sum += static_cast<double>(m_times[i].end - m_times[i].start) / 1e6;
        return sum;
    }
    /// Time in which operations of both kinds ran, in ms.
    double overlapOf(OperationKind a, OperationKind b) const
    {
        double together = 0;
        for (std::size_t i = 0; i < m_times.size(); ++i)
            for (std::size_t k = 0; k < m_times.size(); ++k)
                if (m_program.operations[i].kind == a && m_program.operations[k].kind == b) {
                    const auto begin = std::max(m_times[i].start, m_times[k].start);
                    const auto end = std::min(m_times[i].end, m_times[k].end);
                    together += end > begin ? static_cast<double>(end - begin) / 1e6 : 0;
                }
        return together;
    }
    /// How long the call of an operation held the host, in µs.
    double heldUs(const std::string &name) const
    {
        const OperationTimes &t = at(name);
        return static_cast<double>(t.returned - t.issue) / 1e3;
    }

private:
    Program m_program;
    std::vector<OperationTimes> m_times;
};

} // namespace streamscope::test
