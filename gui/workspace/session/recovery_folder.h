// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/session/session_file.h"

#include <QLockFile>
#include <QString>

#include <atomic>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

namespace streamscope {

/// The folder of kept sessions: one folder in it per process, with the documents in one file and each run in a file of
/// its own, so that a large run is written once. A lock file tells whether the process still runs (and on which
/// machine, because home folders may be shared). A session of an ended process is handed out only once: its holder
/// keeps the lock.
class RecoveryFolder
{
public:
    explicit RecoveryFolder(const QString &path = standardPath());
    /// The folder in the user's application data.
    static QString standardPath();

    /// For write(): a later ticket is one of a later state.
    std::uint64_t ticket() { return ++m_tickets; }
    /// Writes what is not on the disk yet, on any thread. Whenever the process ends, what lies there is a session: at
    /// worst the runs are missing that were not written yet. Does nothing after a later state or remove().
    /// @throws RunError when it cannot be written.
    void write(std::uint64_t ticket, const SessionImage &image);
    void remove();
    QString ownFolder() const { return m_own; }

    /// A session of an ended process. It stays in the folder until remove() or putAside(), also after this process
    /// ends.
    class Left
    {
    public:
        Left(QString folder, std::unique_ptr<QLockFile> lock) : m_folder(std::move(folder)), m_lock(std::move(lock)) {}
        const QString &folder() const { return m_folder; }
        std::string documentsFile() const;
        /// The runs, in the order in which they are read, and the documents.
        std::vector<std::string> files() const;
        /// Of all files together.
        std::uint64_t bytes() const;
        void remove() const;
        /// Renames the folder so that it is not offered again. @returns the new path.
        QString putAside() const;

    private:
        QString m_folder;
        std::unique_ptr<QLockFile> m_lock;
    };

    /// Oldest first.
    std::vector<Left> takeLeft() const;

private:
    void begin();
    void writeParts(const SessionImage &image, bool sources);
    std::string partFile(SessionNumber number) const;

    QString m_path, m_own;
    std::atomic<std::uint64_t> m_tickets = 0;
    std::mutex m_mutex; ///< of what follows, and of the files
    std::uint64_t m_newest = 0;
    std::set<SessionNumber> m_written;
    std::unique_ptr<QLockFile> m_lock; ///< from the first write on
};

} // namespace streamscope
