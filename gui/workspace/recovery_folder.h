// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QLockFile>
#include <QString>

#include <memory>
#include <vector>

namespace streamscope {

/// The folder of unsaved work: one file per process, with a lock file that tells whether the process still runs (and on
/// which machine, because home folders may be shared). A file of an ended process is handed out only once: its holder
/// keeps the lock.
class RecoveryFolder
{
public:
    explicit RecoveryFolder(const QString &path = standardPath());
    /// The folder in the user's application data.
    static QString standardPath();

    /// Writes the file of this process, completely or not at all. @throws RunError when it cannot be written.
    void write(const QByteArray &data);
    void remove();
    QString ownFile() const { return m_ownFile; }

    /// A file of an ended process. It stays in the folder until remove() or putAside(), also after this process ends.
    class Left
    {
    public:
        Left(QString file, std::unique_ptr<QLockFile> lock) : m_file(std::move(file)), m_lock(std::move(lock)) {}
        const QString &file() const { return m_file; }
        /// @throws InputError when it cannot be read or is larger than any work that fits into memory.
        QByteArray read() const;
        void remove() const;
        /// Renames the file so that it is not offered again. @returns the new path.
        QString putAside() const;

    private:
        QString m_file;
        std::unique_ptr<QLockFile> m_lock;
    };

    /// Oldest first.
    std::vector<Left> takeLeft() const;

private:
    QString m_path;
    QString m_ownFile;
    std::unique_ptr<QLockFile> m_ownLock; ///< from the first write on
};

} // namespace streamscope
