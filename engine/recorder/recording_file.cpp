// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/recording_file.h"

#include "engine/recorder/control.h"
#include "engine/recorder/process_facts.h"

#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

namespace streamscope::recorder {

namespace {

/// Names that may stand in a file's name, on any system.
std::string safeName(const std::string &name)
{
    std::string safe;
    for (const char c : name) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.'
                           || c == '-' || c == '_';
        safe += plain ? c : '_';
    }
    constexpr std::size_t longest = 100;
    return safe.empty() ? "program" : safe.substr(0, longest);
}

} // namespace

RecordingFile::~RecordingFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

int RecordingFile::create(const std::string &folder)
{
    const ProcessFacts facts = readProcessFacts();
    const std::string rank = facts.rank.empty() ? std::string() : "rank" + safeName(facts.rank) + "-";
    const std::string name = folder + "/" + rank + safeName(facts.program) + "-" + std::to_string(getpid());
    constexpr int mostTries = 100; // a process that execs keeps its number
    for (int i = 1; i <= mostTries && m_descriptor < 0; ++i) {
        m_path = name + (i > 1 ? "-" + std::to_string(i) : std::string()) + fileSuffix;
        m_descriptor = open(m_path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
        if (m_descriptor < 0 && errno != EEXIST)
            return errno;
    }
    if (m_descriptor < 0)
        return EEXIST;
    m_writer = std::make_unique<RecordingWriter>(m_descriptor);
    writeProcessFacts(facts, *m_writer);
    m_writer->flush();
    return m_writer->error();
}

void RecordingFile::close(bool wanted)
{
    if (!m_writer)
        return;
    m_writer->close();
    m_writer.reset();
    ::close(m_descriptor);
    m_descriptor = -1;
    if (!wanted)
        unlink(m_path.c_str());
}

} // namespace streamscope::recorder
