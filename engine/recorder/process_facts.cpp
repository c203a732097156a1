// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/process_facts.h"

#include <array>
#include <cstdlib>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace streamscope::recorder {

namespace {

std::string contentOf(const char *path)
{
    constexpr std::size_t most = 64 << 10;
    std::string content;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return content;
    std::array<char, 4096> part{};
    ssize_t got = 0;
    while (content.size() < most && (got = read(file, part.data(), part.size())) > 0)
        content.append(part.data(), static_cast<std::size_t>(got));
    close(file);
    return content;
}

std::vector<std::string> argumentsOf(const std::string &commandLine)
{
    std::vector<std::string> arguments;
    for (std::size_t at = 0; at < commandLine.size();) {
        const std::size_t end = commandLine.find('\0', at);
        arguments.push_back(commandLine.substr(at, end - at));
        at = end == std::string::npos ? commandLine.size() : end + 1;
    }
    return arguments;
}

std::string lastPart(const std::string &path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

/// "train.py" for "python3 -u train.py": all programs in Python would have one name otherwise.
std::string programName(const std::vector<std::string> &arguments)
{
    if (arguments.empty())
        return "program";
    const std::string name = lastPart(arguments.front());
    if (name.compare(0, 6, "python") != 0)
        return name;
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (arguments[i] == "-m" && i + 1 < arguments.size())
            return arguments[i + 1];
        if (arguments[i].compare(0, 1, "-") != 0)
            return lastPart(arguments[i]);
    }
    return name;
}

/// The first that is set, of what launchers call it: torchrun, Open MPI, Slurm, PMI.
std::string firstVariable(std::initializer_list<const char *> names)
{
    for (const char *name : names)
        if (const char *value = std::getenv(name); value && *value)
            return value;
    return {};
}

} // namespace

ProcessFacts readProcessFacts()
{
    ProcessFacts facts;
    const std::vector<std::string> arguments = argumentsOf(contentOf("/proc/self/cmdline"));
    facts.program = programName(arguments);
    for (const std::string &argument : arguments)
        facts.command += (facts.command.empty() ? "" : " ") + argument;
    std::array<char, 256> host{};
    if (gethostname(host.data(), host.size() - 1) == 0)
        facts.host = host.data();
    facts.worldSize = firstVariable({"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
    facts.rank = firstVariable({"RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK"});
    // Slurm sets its own for every job, also for those of one task.
    if (const std::string tasks = firstVariable({"SLURM_NTASKS"});
        facts.rank.empty() && tasks != "1" && !tasks.empty()) {
        facts.rank = firstVariable({"SLURM_PROCID"});
        facts.worldSize = tasks;
    }
    return facts;
}

void writeProcessFacts(const ProcessFacts &facts, RecordingWriter &writer)
{
    writer.fact("format.recorder", STREAMSCOPE_VERSION);
    writer.fact("host", facts.host);
    writer.fact("pid", std::to_string(getpid()));
    writer.fact("program", facts.program);
    writer.fact("command", facts.command);
    if (!facts.rank.empty())
        writer.fact("rank", facts.rank);
    if (!facts.worldSize.empty())
        writer.fact("world_size", facts.worldSize);
}

} // namespace streamscope::recorder
