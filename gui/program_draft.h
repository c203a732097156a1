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
    /// Columns of the three tables; each stands for a key of the file, or for several that no row has at once.
    enum class OperationColumn {
        Kind,
        Name,
        Stream,
        Device, ///< its stream's, or its own where it has none
        What,
        Size,
        Work,
        Duration,
        Grid,
        Memory, ///< of a copy's host side where no buffer says it; of an allocation outside of streams
        Event,
        Reads,
        Writes
    };
    static constexpr int operationColumns = 13;
    enum class StreamColumn { Id, Kind, Flags, Priority, Device };
    static constexpr int streamColumns = 5;
    enum class BufferColumn { Id, Place, Device, Memory, Size };
    static constexpr int bufferColumns = 5;

    /// Starts from a Program. @throws InputError where it cannot be written as a file (two streams of one name).
    void setProgram(const ProgramFile &file);
    /// What it says now; null, and `problem` in one line, where that is no sound Program.
    std::shared_ptr<const ProgramFile> read(QString &problem) const;
    /// The rows as a file would hold them, sound or not.
    QByteArray rows() const;
    void setRows(const QByteArray &rows);

    int operationCount() const { return static_cast<int>(m_operations.size()); }
    int streamCount() const { return static_cast<int>(m_streams.size()); }
    /// Those that are listed; what an operation works on without naming it is not.
    int bufferCount() const { return static_cast<int>(m_buffers.size()); }

    QString operationText(int row, OperationColumn column) const;
    /// False for a cell that means nothing to an operation of this kind.
    bool hasCell(int row, OperationColumn column) const;
    /// Takes what was typed: sizes may carry KiB, MiB, GiB, lists of buffers have commas between them, a part of a
    /// buffer is name@offset+bytes. What is no number stays out: false, and nothing changes. A listed buffer that an
    /// operation grows out of grows with it.
    bool setOperationText(int row, OperationColumn column, const QString &text);
    /// The words to choose from; empty where anything can be typed.
    QStringList operationChoices(int row, OperationColumn column) const;

    QString streamText(int row, StreamColumn column) const;
    /// A new id is taken over by all operations of the stream.
    bool setStreamText(int row, StreamColumn column, const QString &text);
    static QStringList streamChoices(StreamColumn column);

    QString bufferText(int row, BufferColumn column) const;
    bool hasBufferCell(int row, BufferColumn column) const;
    /// A new name is taken over by all operations that read or write the buffer.
    bool setBufferText(int row, BufferColumn column, const QString &text);
    static QStringList bufferChoices(BufferColumn column);

    /// An operation of this kind with plain values, on the stream of the row before it, in front of row `row`. A peer
    /// copy gets a buffer on each of two devices, an all-reduce an operation and a buffer on every device, two at
    /// least, and streams where they are missing. @returns how many rows were added.
    int insertOperation(int row, const QString &kind);
    void removeOperation(int row);
    void duplicateOperation(int row);
    /// `by` rows down; up where negative. False when there is no room.
    bool moveOperation(int row, int by);
    void addStream();
    /// False while operations use it.
    bool removeStream(int row);
    void addBuffer();
    /// False while operations name it.
    bool removeBuffer(int row);

private:
    int insertPeerCopy(int row);
    int insertAllReduce(int row);
    /// The stream of the row before, else the first one, which is made where there is none.
    QString streamFor(int row);
    QString firstStream() const;
    QString streamOn(int device, int row);
    int deviceOfStream(const QString &id) const;
    int lastDevice() const;
    QString addStreamOn(int device);
    /// @returns its name: `name`, with a number where it is taken.
    QString addBufferOn(int device, const QString &name);
    int bufferNamed(const QString &name) const;
    void growBuffers(const QJsonObject &operation);
    QString hostMemoryText(const QJsonObject &operation) const;
    QString deviceText(const QJsonObject &operation) const;
    QString keyOf(const QJsonObject &operation, OperationColumn column) const;
    QJsonObject operation(int row) const { return m_operations.at(row).toObject(); }

    QJsonObject m_rest; ///< the file without its streams, buffers and operations
    QJsonArray m_streams, m_buffers, m_operations;
};

} // namespace streamscope
