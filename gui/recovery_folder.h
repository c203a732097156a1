// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QLockFile>
#include <QString>

#include <memory>
#include <vector>

namespace streamscope {

/// Where windows keep their unsaved work: one file for each process, with a lock beside it that says whether the
/// process lives (on which machine, too: homes are shared). What the dead left is handed out once: whoever has it holds
/// its lock.
class RecoveryFolder
{
public:
    explicit RecoveryFolder(const QString &path = standardPath());
    /// In the person's folder for data of applications.
    static QString standardPath();

    /// The file of this process, whole or not at all. @throws RunError when it cannot be written.
    void write(const QByteArray &data);
    void remove();
    QString ownFile() const { return m_ownFile; }

    /// A file of a process that is gone. It stays in the folder until remove() or putAside(), also beyond this process.
    class Left
    {
    public:
        Left(QString file, std::unique_ptr<QLockFile> lock) : m_file(std::move(file)), m_lock(std::move(lock)) {}
        const QString &file() const { return m_file; }
        /// @throws InputError when it cannot be read or is larger than any work that fits into memory.
        QByteArray read() const;
        void remove() const;
        /// Under a name that is not looked for again. @returns the new path.
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
