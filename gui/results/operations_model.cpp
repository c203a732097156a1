// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/operations_model.h"

#include "engine/formats/text/time_text.h"
#include "gui/tables/table_columns.h"
#include "gui/timeline/text/timeline_theme.h"

namespace streamscope {

namespace {

QString microseconds(std::int64_t ns)
{
    return ns == unknownTime ? QString() : QString::number(static_cast<double>(ns) / 1000, 'f', 3);
}

/// Times that a column shows; unknownTime where there is none.
std::int64_t timeOf(const Span &span, int column)
{
    switch (column) {
    case OperationsModel::Issue:
        return span.issue;
    case OperationsModel::Ready:
        return span.ready;
    case OperationsModel::Start:
        return span.start;
    case OperationsModel::End:
        return span.end;
    case OperationsModel::Duration:
        return span.duration();
    case OperationsModel::Waited:
        return span.ready == unknownTime ? unknownTime : span.waited();
    default:
        return unknownTime;
    }
}

bool isTime(int column)
{
    return column >= OperationsModel::Issue && column <= OperationsModel::Waited;
}

} // namespace

void OperationsModel::setRecording(std::shared_ptr<const Recording> recording)
{
    beginResetModel();
    m_recording = std::move(recording);
    m_prediction.reset();
    endResetModel();
}

void OperationsModel::setPrediction(std::shared_ptr<const Recording> prediction)
{
    m_prediction = std::move(prediction);
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, Predicted), index(rowCount() - 1, Predicted));
}

/// How long a model has the operation run; unknownTime where there is no prediction.
std::int64_t OperationsModel::predictedNs(int row) const
{
    const bool known = m_prediction && static_cast<std::size_t>(row) < m_prediction->timeline.size();
    return known ? m_prediction->timeline.span(static_cast<std::size_t>(row)).duration() : unknownTime;
}

int OperationsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_recording ? 0 : static_cast<int>(m_recording->timeline.size());
}

int OperationsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant OperationsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_recording)
        return {};
    const int column = index.column();
    const Span span = m_recording->timeline.span(static_cast<std::size_t>(index.row()));
    switch (role) {
    case Qt::DisplayRole:
        return text(span, index.row(), column);
    case sortRole:
        return number(span, index.row(), column);
    case Qt::DecorationRole:
        return column == Name && m_colourOf ? m_colourOf(static_cast<std::uint32_t>(index.row())) : QVariant();
    case Qt::TextAlignmentRole: {
        const bool words = column == Kind || column == Name || column == Stream || column == Engine || column >= Clock;
        return QVariant::fromValue(Qt::Alignment((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter));
    }
    default:
        return {};
    }
}

QVariant OperationsModel::text(const Span &span, int row, int column) const
{
    const Timeline &timeline = m_recording->timeline;
    if (isTime(column))
        return microseconds(timeOf(span, column));
    if (column >= FirstOrigin)
        return QString::fromStdString(
            timeline.origins().text(static_cast<std::size_t>(row), static_cast<OriginPart>(column - FirstOrigin)));
    switch (column) {
    case Index:
        return QString::number(row);
    case Kind:
        return QString(kindSign(span.kind) + QLatin1Char(' ') + QString::fromUtf8(kindName(span.kind)));
    case Name:
        return QString::fromStdString(timeline.name(span.name));
    case Stream:
        return span.stream < 0 ? QString()
                               : QString::fromStdString(timeline.streams()[static_cast<std::size_t>(span.stream)].id);
    case Engine:
        return QString::fromUtf8(engineName(span.engine));
    case Chunk:
        return span.chunk < 0 ? QString() : QString::number(span.chunk);
    case Bytes:
        return span.bytes == 0 ? QString() : bytesText(span.bytes);
    case Rate:
        return isCopy(span.kind) && span.bytes > 0 ? bandwidthText(span.bytes, span.duration()) : QString();
    case Predicted:
        return microseconds(predictedNs(row));
    case Clock:
        return QString::fromUtf8(clockName(span.clock));
    default:
        return {};
    }
}

QVariant OperationsModel::number(const Span &span, int row, int column) const
{
    if (isTime(column))
        return QVariant::fromValue<qlonglong>(timeOf(span, column));
    switch (column) {
    case Index:
        return row;
    case Chunk:
        return span.chunk;
    case Predicted:
        return QVariant::fromValue<qlonglong>(predictedNs(row));
    case Bytes:
        return QVariant::fromValue<qulonglong>(span.bytes);
    case Rate:
        return isCopy(span.kind) && span.duration() > 0
                   ? static_cast<double>(span.bytes) / static_cast<double>(span.duration())
                   : -1.0;
    default:
        return text(span, row, column);
    }
}

QVariant OperationsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const ColumnHead heads[ColumnCount] = {
        {tr("#"), tr("Order in which the host issued them")},
        {tr("Kind"), tr("As in the CSV")},
        {tr("Name"), {}},
        {tr("Stream"), {}},
        {tr("Engine"), tr("The unit that executed it")},
        {tr("Chunk"), tr("Which piece of the work")},
        {tr("Bytes"), {}},
        {tr("Rate"), tr("Bytes by the time of executing, in decimal gigabytes per second")},
        {tr("Issue µs"), tr("The host called the API")},
        {tr("Ready µs"),
         tr("Its stream reached it: everything before it in the stream and every event it waits for is done")},
        {tr("Start µs"), tr("It began to execute")},
        {tr("End µs"), tr("It was done")},
        {tr("Duration µs"), tr("End less start")},
        {tr("Waited µs"), tr("Start less ready: waiting for an engine")},
        {tr("Predicted µs"), tr("How long a model has it run; empty without a prediction of this very run")},
        {tr("Clock"), tr("Where start and end come from")},
        {tr("Call"), tr("The call that issued it")},
        {tr("Operator"), tr("All operators around that call, the outermost first")},
        {tr("Range"), tr("All ranges around it likewise")},
        {tr("Module"), tr("All modules of PyTorch likewise")},
        {tr("Stack"), tr("The functions of the program likewise")},
    };
    return heads[section].data(role);
}

} // namespace streamscope
