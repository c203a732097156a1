// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/served_work.h"

#include "engine/formats/io/unnamed_file.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <optional>
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

/// Of `all` bytes; 0 behind the end.
std::size_t pieceSize(const WorkQuestion &question, std::uint64_t all)
{
    return static_cast<std::size_t>(std::min<std::uint64_t>(question.size, all - std::min(question.offset, all)));
}

std::string pieceOf(const std::string &path, const WorkQuestion &question, std::uint64_t all)
{
    const std::size_t wanted = pieceSize(question, all);
    if (wanted == 0)
        return {};
    QFile file(nameOf(path));
    if (!file.open(QIODevice::ReadOnly) || !file.seek(static_cast<qint64>(question.offset)))
        throw RunError(path + ": " + file.errorString().toStdString());
    const QByteArray bytes = file.read(static_cast<qint64>(wanted));
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

    void stop() { m_thread.request_stop(); }
    bool hasEnded() const { return m_hasEnded; }

    WorkAnswer answer(const WorkQuestion &question)
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
        if (m_file) // written for good
            state.piece = m_file->read(question.offset, pieceSize(question, state.size));
        else if (question.offset < state.size)
            state.piece = m_bytes.substr(question.offset, question.size);
        return state;
    }

private:
    void work(const std::stop_token &stop)
    {
        try {
            WorkAnswer made = m_question.kind == WorkQuestion::Kind::Export ? exported(stop) : advised(stop);
            const std::lock_guard lock(m_mutex);
            m_state = std::move(made);
        } catch (...) {
            m_file.reset(); // also where this object stays until somebody asks
            const std::lock_guard lock(m_mutex);
            m_problem = std::current_exception();
        }
        m_hasEnded = true;
    }

    WorkAnswer exported(const std::stop_token &stop)
    {
        m_file.emplace();
        const bool isPacked = m_question.suffix.ends_with(".gz");
        OutputFile output(m_file->path(), isPacked ? OutputFile::Packing::Gzip : OutputFile::Packing::None);
        m_trace->exportTo(m_question, output, controlFor(stop));
        output.commit();
        WorkAnswer made = madeOf(m_file->size());
        made.mark = std::to_string(QDateTime::currentMSecsSinceEpoch()) + '/' + std::to_string(made.size);
        return made;
    }

    WorkAnswer advised(const std::stop_token &stop)
    {
        m_bytes = writeAdvised(m_trace->advised(controlFor(stop))).toStdString();
        WorkAnswer made = madeOf(m_bytes.size());
        made.mark = std::to_string(m_question.number);
        return made;
    }

    static WorkAnswer madeOf(std::uint64_t size)
    {
        WorkAnswer made;
        made.isDone = true;
        made.size = size;
        return made;
    }

    RunControl controlFor(const std::stop_token &stop)
    {
        RunControl control;
        control.stop = stop;
        control.progress = [this](int done, int total, const std::string &what) {
            const std::lock_guard lock(m_mutex);
            m_state.total = std::max(total, 1);
            m_state.done = std::clamp(done, 0, m_state.total);
            m_state.what = what;
        };
        return control;
    }

    std::shared_ptr<const ServedTrace> m_trace;
    WorkQuestion m_question;
    std::optional<UnnamedFile> m_file; ///< of an export; this and the next one do not change once it is done
    std::string m_bytes;               ///< of advice
    std::mutex m_mutex;                ///< guards the next two
    WorkAnswer m_state;
    std::exception_ptr m_problem;
    std::atomic<bool> m_hasEnded = false;
    std::jthread m_thread; ///< last: it uses the others
};

ServedWork::ServedWork() = default;
ServedWork::~ServedWork() = default;

void ServedWork::setTrace(std::shared_ptr<const ServedTrace> trace, const std::string &path)
{
    m_jobs.clear();
    m_ending.clear();
    m_trace = std::move(trace);
    m_path = path;
}

WorkAnswer ServedWork::answer(const WorkQuestion &question)
{
    forgetEnded();
    if (!m_trace)
        throw RunError("no trace is open here");
    if (question.kind == WorkQuestion::Kind::File) {
        WorkAnswer answer = factsOf(m_path);
        answer.piece = pieceOf(m_path, question, answer.size);
        return answer;
    }
    std::unique_ptr<Job> &job = m_jobs[question.kind];
    if (!job || job->number() != question.number) {
        job.reset(); // the former ends first
        job = std::make_unique<Job>(m_trace, question);
    }
    return job->answer(question);
}

void ServedWork::drop(std::uint64_t number)
{
    for (auto &[kind, job] : m_jobs)
        if (job && job->number() == number) {
            job->stop();
            m_ending.push_back(std::move(job));
        }
    forgetEnded();
}

void ServedWork::forgetEnded()
{
    std::erase_if(m_ending, [](const auto &job) { return job->hasEnded(); });
}

} // namespace streamscope
