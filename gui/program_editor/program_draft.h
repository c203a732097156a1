// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/program_file.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

#include <memory>

namespace streamscope {

/// A Program while the user edits it: the rows of a program file, which need not be sound. A cell holds the file's own
/// value, so that editing loses nothing that a file can hold. No widgets.
class ProgramDraft
{
public:
    /// Columns of the three tables; each is a key of the file, or several keys of which a row has only one.
    enum class OperationColumn {
        Kind,
        Name,
        Stream,
        Device, ///< the stream's device, or the operation's own without a stream
        What,
        Size,
        Work,
        Duration,
        Grid,
        Memory, ///< of a copy's host side without a named buffer; of an allocation without a stream
        Event,
        Reads,
        Writes,
        Thread ///< of the host
    };
    static constexpr int operationColumns = 14;
    enum class StreamColumn { Id, Kind, Flags, Priority, Device };
    static constexpr int streamColumns = 5;
    enum class BufferColumn { Id, Place, Device, Memory, Size };
    static constexpr int bufferColumns = 5;

    /// Starts from a Program. @throws InputError when it cannot be written as a file (two streams of one name).
    void setProgram(const ProgramFile &file);
    /// The current Program; null, with `problem` in one line, when it is not sound.
    std::shared_ptr<const ProgramFile> read(QString &problem) const;
    /// The rows as a file would hold them, sound or not.
    QByteArray rows() const;
    void setRows(const QByteArray &rows);

    int operationCount() const { return static_cast<int>(m_operations.size()); }
    int streamCount() const { return static_cast<int>(m_streams.size()); }
    /// The listed buffers, without the implicit buffers of operations.
    int bufferCount() const { return static_cast<int>(m_buffers.size()); }

    QString operationText(int row, OperationColumn column) const;
    /// False for a cell without a meaning for this kind of operation.
    bool hasCell(int row, OperationColumn column) const;
    /// Sets a cell from typed text. Sizes may have KiB, MiB, GiB; buffers are separated by commas; a part of a buffer
    /// is name@offset+bytes. False, without a change, when a number is expected and the text is none. A listed buffer
    /// grows when an operation needs more of it.
    bool setOperationText(int row, OperationColumn column, const QString &text);
    /// The words to choose from; empty where anything can be typed.
    QStringList operationChoices(int row, OperationColumn column) const;

    QString streamText(int row, StreamColumn column) const;
    /// All operations of the stream take a new id over.
    bool setStreamText(int row, StreamColumn column, const QString &text);
    static QStringList streamChoices(StreamColumn column);

    QString bufferText(int row, BufferColumn column) const;
    bool hasBufferCell(int row, BufferColumn column) const;
    /// All operations that read or write the buffer take a new name over.
    bool setBufferText(int row, BufferColumn column, const QString &text);
    static QStringList bufferChoices(BufferColumn column);

    /// Inserts an operation of this kind with simple values before row `row`, on the stream of the previous row. A peer
    /// copy gets a buffer on each of two devices; an all-reduce gets an operation and a buffer on every device (at
    /// least two), and missing streams. @returns the number of added rows.
    int insertOperation(int row, const QString &kind);
    void removeOperation(int row);
    void duplicateOperation(int row);
    /// Moves `by` rows down, or up when negative. False at the end of the table.
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
    /// The stream of the previous row, else the first stream, which is created when there is none.
    QString streamFor(int row);
    QString firstStream() const;
    QString streamOn(int device, int row);
    int deviceOfStream(const QString &id) const;
    int lastDevice() const;
    QString addStreamOn(int device);
    /// @returns its name: `name`, with a number when it is taken.
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
