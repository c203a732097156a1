// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/console.h"

#include <QJsonDocument>

#include <cstdio>
#include <unistd.h>

namespace streamscope {

void printLine(const std::string &line)
{
    std::printf("%s\n", line.c_str());
}

void printJson(const QJsonObject &object)
{
    const QByteArray text = QJsonDocument(object).toJson();
    std::fwrite(text.constData(), 1, static_cast<std::size_t>(text.size()), stdout);
}

void printMessage(const std::string &message)
{
    std::fprintf(stderr, "streamscope: %s\n", message.c_str());
}

ProgressLine::ProgressLine() : m_terminal(isatty(STDERR_FILENO) != 0) {}

ProgressLine::~ProgressLine()
{
    if (m_shown)
        std::fprintf(stderr, "\r\033[K");
}

void ProgressLine::show(int done, int total, const std::string &what)
{
    if (!m_terminal)
        return;
    m_shown = true;
    std::fprintf(stderr, "\r\033[K%d/%d %s", done, total, what.c_str());
    std::fflush(stderr);
}

} // namespace streamscope
