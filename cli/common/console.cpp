// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/console.h"

#include "cli/common/terminal_text.h"

#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"

#include <QJsonDocument>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

namespace streamscope {

namespace {

int firstPrintError = 0; ///< errno of the first write to stdout that failed
bool textOnStandardError = false;

struct WriteSignal
{
    int number;
    sighandler_t before = SIG_DFL;
};
std::array<WriteSignal, 2> writeSignals{{{SIGPIPE}, {SIGXFSZ}}};

void print(std::string_view text)
{
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && firstPrintError == 0)
        firstPrintError = errno;
}

} // namespace

void secureStandardDescriptors()
{
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        if (fcntl(descriptor, F_GETFD) < 0) // open() takes the lowest free number, which is this one
            static_cast<void>(open("/dev/null", (descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC));
}

void makeWriteSignalsErrors()
{
    for (auto &[number, before] : writeSignals)
        before = std::signal(number, SIG_IGN);
}

void restoreWriteSignals()
{
    for (const auto &[number, before] : writeSignals)
        std::signal(number, before);
}

void printLine(const std::string &line)
{
    const std::string text = terminalText(line) + '\n';
    if (textOnStandardError)
        std::fwrite(text.data(), 1, text.size(), stderr);
    else
        print(text);
}

void printData(std::string_view data)
{
    if (isatty(STDOUT_FILENO) == 0) {
        print(data);
        return;
    }
    while (!data.empty()) {
        const std::size_t end = std::min(data.find('\n'), data.size());
        print(terminalText(data.substr(0, data.substr(0, end).ends_with('\r') ? end - 1 : end)) + '\n');
        data.remove_prefix(std::min(end + 1, data.size()));
    }
}

void printJson(const QJsonObject &object)
{
    print(terminalJson(QJsonDocument(object).toJson().toStdString()));
}

void textToStandardError()
{
    textOnStandardError = true;
}

void requirePrinted()
{
    if (std::fflush(stdout) != 0 && firstPrintError == 0)
        firstPrintError = errno;
    if (firstPrintError == EPIPE)
        throw NobodyReads();
    if (firstPrintError != 0)
        throw RunError(std::string("the standard output cannot be written: ") + systemErrorText(firstPrintError));
}

void printMessage(const std::string &message)
{
    std::fprintf(stderr, "streamscope: %s\n", terminalText(message).c_str());
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
    std::fprintf(stderr, "\r\033[K%d/%d %s", done, total, terminalText(what).c_str());
    std::fflush(stderr);
}

RunControl ProgressLine::runControl(const std::stop_token &stop)
{
    return {stop, [this](int done, int total, const std::string &what) { show(done, total, what); }};
}

} // namespace streamscope
