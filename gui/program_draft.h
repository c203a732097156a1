// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/program_file.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace streamscope {

/// A Program while a person writes it: the rows of a program file, which may be wrong for a while. What is in a cell is
/// what the file would say, so that everything a file can hold survives the editing. No widgets.
class ProgramDraft
{
public:
    /// Columns of the two tables; each stands for a key of the file, or for several that no row has at once.
    enum class OperationColumn { Kind, Name, Stream, What, Size, Work, Duration, Grid, Event, Reads, Writes };
    static constexpr int operationColumns = 11;
    enum class StreamColumn { Id, Kind, Flags, Priority, Device };
    static constexpr int streamColumns = 5;

    /// Starts from a Program. @throws InputError where it cannot be written as a file (two streams of one name).
    void setProgram(const ProgramFile &file);
    /// What it says now; null, and `problem` in one line, where that is no sound Program.
    std::shared_ptr<const ProgramFile> read(QString &problem) const;

    int operationCount() const { return static_cast<int>(m_operations.size()); }
    int streamCount() const { return static_cast<int>(m_streams.size()); }

    QString operationText(int row, OperationColumn column) const;
    /// False for a cell that means nothing to an operation of this kind.
    bool hasCell(int row, OperationColumn column) const;
    /// Takes what was typed: sizes may carry KiB, MiB, GiB, lists of buffers have commas between them, a part of a
    /// buffer is name@offset+bytes. What is no number stays out: false, and nothing changes.
    bool setOperationText(int row, OperationColumn column, const QString &text);
    /// The words to choose from; empty where anything can be typed.
    QStringList operationChoices(int row, OperationColumn column) const;

    QString streamText(int row, StreamColumn column) const;
    /// A new id is taken over by all operations of the stream.
    bool setStreamText(int row, StreamColumn column, const QString &text);
    static QStringList streamChoices(StreamColumn column);

    /// An operation of this kind with plain values, on the stream of the row before it, in front of row `row`.
    void insertOperation(int row, const QString &kind);
    void removeOperation(int row);
    void duplicateOperation(int row);
    /// `by` rows down; up where negative. False when there is no room.
    bool moveOperation(int row, int by);
    void addStream();
    /// False while operations use it.
    bool removeStream(int row);

private:
    QString keyOf(const QJsonObject &operation, OperationColumn column) const;
    QJsonObject operation(int row) const { return m_operations.at(row).toObject(); }

    QJsonObject m_rest; ///< the file without its streams and operations
    QJsonArray m_streams, m_operations;
};

} // namespace streamscope
