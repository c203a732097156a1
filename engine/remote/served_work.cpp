// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/served_work.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace streamscope {

namespace {

QString nameOf(const std::string &path)
{
    return QFile::decodeName(path.c_str());
}

/// A file as it is now: another mark is another file.
WorkAnswer factsOf(const std::string &path)
{
    const QFileInfo file(nameOf(path));
    if (!file.isFile())
        throw RunError(Phrase("engine", "%1 is no file that can be fetched").arg(path));
    WorkAnswer facts;
    facts.isDone = true;
    facts.size = static_cast<std::uint64_t>(file.size());
    facts.mark = std::to_string(file.lastModified().toMSecsSinceEpoch()) + '/' + std::to_string(facts.size);
    return facts;
}

/// From `offset` on; empty behind the end.
std::string pieceOf(const std::string &path, std::uint64_t offset, std::uint64_t size)
{
    if (offset >= size)
        return {};
    QFile file(nameOf(path));
    if (!file.open(QIODevice::ReadOnly) || !file.seek(static_cast<qint64>(offset)))
        throw RunError(path + ": " + file.errorString().toStdString());
    const QByteArray bytes =
        file.read(static_cast<qint64>(std::min<std::uint64_t>(WorkAnswer::mostPiece, size - offset)));
    if (bytes.isEmpty())
        throw RunError(path + ": " + file.errorString().toStdString());
    return bytes.toStdString();
}

} // namespace

/// Advice or an export, on a thread of its own.
class ServedWork::Job
{
public:
    Job(std::shared_ptr<const ServedTrace> trace, WorkQuestion question)
        : m_trace(std::move(trace)), m_question(std::move(question)),
          m_thread([this](const std::stop_token &stop) { work(stop); })
    {}

    std::uint64_t number() const { return m_question.number; }

    WorkAnswer answer(std::uint64_t offset)
    {
        WorkAnswer state;
        {
            const std::lock_guard lock(m_mutex);
            if (m_problem)
                std::rethrow_exception(m_problem);
            state = m_state;
        }
        if (!state.isDone)
            return state;
        if (m_question.kind == WorkQuestion::Kind::Export) // written for good
            state.piece = pieceOf(exportPath(), offset, state.size);
        else if (offset < state.size)
            state.piece = m_bytes.substr(offset, WorkAnswer::mostPiece);
        return state;
    }

private:
    std::string exportPath() const
    {
        return QFile::encodeName(m_folder.filePath(QStringLiteral("export"))).toStdString() + m_question.suffix;
    }

    void work(const std::stop_token &stop)
    {
        WorkAnswer made;
        try {
            made = m_question.kind == WorkQuestion::Kind::Export ? exported() : advised(stop);
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_problem = std::current_exception();
            return;
        }
        const std::lock_guard lock(m_mutex);
        m_state = std::move(made);
    }

    WorkAnswer exported() const
    {
        if (!m_folder.isValid())
            throw RunError(m_folder.errorString().toStdString());
        m_trace->exportTo(m_question, exportPath());
        return factsOf(exportPath());
    }

    WorkAnswer advised(const std::stop_token &stop)
    {
        RunControl control;
        control.stop = stop;
        control.progress = [this](int done, int total, const std::string &what) {
            const std::lock_guard lock(m_mutex);
            m_state.total = std::max(total, 1);
            m_state.done = std::clamp(done, 0, m_state.total);
            m_state.what = what;
        };
        m_bytes = writeAdvised(m_trace->advised(control)).toStdString();
        WorkAnswer made;
        made.isDone = true;
        made.size = m_bytes.size();
        made.mark = std::to_string(m_question.number);
        return made;
    }

    std::shared_ptr<const ServedTrace> m_trace;
    WorkQuestion m_question;
    QTemporaryDir m_folder;
    std::string m_bytes; ///< of advice; does not change once it is done
    std::mutex m_mutex;  ///< guards the next two
    WorkAnswer m_state;
    std::exception_ptr m_problem;
    std::jthread m_thread; ///< last: it uses the others
};

ServedWork::ServedWork() = default;
ServedWork::~ServedWork() = default;

void ServedWork::setTrace(std::shared_ptr<const ServedTrace> trace, const std::string &path)
{
    m_jobs.clear();
    m_trace = std::move(trace);
    m_path = path;
}

WorkAnswer ServedWork::answer(const WorkQuestion &question)
{
    if (!m_trace)
        throw RunError("no trace is open here");
    if (question.kind == WorkQuestion::Kind::File) {
        WorkAnswer answer = factsOf(m_path);
        answer.piece = pieceOf(m_path, question.offset, answer.size);
        return answer;
    }
    std::unique_ptr<Job> &job = m_jobs[question.kind];
    if (!job || job->number() != question.number) {
        job.reset(); // the former ends first
        job = std::make_unique<Job>(m_trace, question);
    }
    return job->answer(question.offset);
}

} // namespace streamscope
