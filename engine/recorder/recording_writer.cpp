// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/recording_writer.h"

#include "engine/recorder/file/chunk_file.h"
#include "engine/recorder/file/chunk_packer.h"
#include "engine/recorder/file/text_table.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace streamscope::recorder {

using recording::RowKind;

namespace {

/// One column: how many bytes a text has.
struct TextRow
{
    std::uint32_t bytes;
};

constexpr recording::Columns textColumns{{{0, 0, sizeof(std::uint32_t), false, false}}, 1};

/// The rows of one kind that are not in the file yet.
struct Buffer
{
    recording::Columns columns;
    unsigned char *rows = nullptr; ///< allocated with the first row
    std::size_t rowBytes = 0, most = 0, count = 0;
    std::int64_t firstTime = 0, lastTime = 0; ///< of the rows in it

    ~Buffer() { std::free(rows); }
    RowList list() const { return {rows, rowBytes, count}; }
};

template <typename Row>
std::int64_t startOf(const Row &row)
{
    if constexpr (requires { row.start; })
        return row.start;
    else if constexpr (requires { row.time; })
        return row.time;
    else
        return 0;
}

/// Where a text is cut that is too long: in front of a whole character.
std::string_view shortened(std::string_view text)
{
    if (text.size() <= recording::maxTextBytes)
        return text;
    std::size_t size = recording::maxTextBytes;
    while (size > recording::maxTextBytes - 4 && (text[size] & 0xc0) == 0x80)
        --size;
    return text.substr(0, size);
}

constexpr std::size_t kinds = 64;
static_assert(static_cast<std::size_t>(RowKind::Range) < kinds);
constexpr std::size_t indexRows = 8'192; // of one chunk: 0.3 MiB

} // namespace

struct RecordingWriter::Content
{
    // Without the C++ library, which a recorded program need not have; null without memory.
    static void *operator new(std::size_t size) noexcept { return std::malloc(size); }
    static void operator delete(void *content) noexcept { std::free(content); }

    explicit Content(int descriptor) : file(descriptor)
    {
        if (!packer.ready())
            file.fail(ENOMEM);
    }

    ChunkFile file;
    ChunkPacker packer;
    TextTable known;
    Buffer buffers[kinds];
    Buffer lengths; ///< of the texts that are not in the file yet
    char texts[ChunkPacker::maxTextBytes];
    std::size_t textBytes = 0;
    std::uint32_t lastText = 0;
    std::uint64_t operations = 0;
    bool closed = false;

    template <typename Row>
    bool append(Buffer &buffer, const Row &row);
    void write(RowKind kind, Buffer &buffer);
    void writeTexts();
    void writeIndex(bool last);
};

/// False without memory.
template <typename Row>
bool RecordingWriter::Content::append(Buffer &buffer, const Row &row)
{
    if (!buffer.rows) {
        buffer.rowBytes = sizeof row;
        buffer.most = ChunkPacker::rowsOf(sizeof row);
        buffer.rows = static_cast<unsigned char *>(std::malloc(buffer.most * sizeof row));
        if (!buffer.rows) {
            file.fail(ENOMEM);
            return false;
        }
    }
    std::memcpy(buffer.rows + buffer.count * sizeof row, &row, sizeof row);
    const std::int64_t time = startOf(row);
    buffer.firstTime = buffer.count == 0 ? time : std::min(buffer.firstTime, time);
    buffer.lastTime = buffer.count == 0 ? time : std::max(buffer.lastTime, time);
    ++buffer.count;
    return true;
}

/// Writes what the buffer holds as one chunk, the texts before it, and notes the chunk for the index.
void RecordingWriter::Content::write(RowKind kind, Buffer &buffer)
{
    if (buffer.count == 0)
        return;
    if (kind != RowKind::Text && kind != RowKind::Index)
        writeTexts();
    const std::uint64_t offset = file.bytes();
    const auto rows = static_cast<std::uint32_t>(buffer.count);
    if (!file.error()) {
        const std::string_view after = kind == RowKind::Text ? std::string_view(texts, textBytes) : std::string_view();
        const ChunkPacker::Payload payload = packer.pack(buffer.list(), buffer.columns, after);
        file.write({0, static_cast<std::uint16_t>(kind), static_cast<std::uint16_t>(buffer.columns.count), rows,
                    payload.plainBytes, payload.packedBytes, 0},
                   payload.bytes);
    }
    buffer.count = 0;
    if (file.error() || kind == RowKind::Index)
        return;
    Buffer &index = buffers[static_cast<std::size_t>(RowKind::Index)];
    index.columns = recording::columnsOf<recording::IndexRow>();
    append(index,
           recording::IndexRow{offset, static_cast<std::uint16_t>(kind), rows, buffer.firstTime, buffer.lastTime});
    if (index.count == indexRows)
        writeIndex(false);
}

void RecordingWriter::Content::writeTexts()
{
    lengths.columns = textColumns;
    write(RowKind::Text, lengths);
    textBytes = 0;
}

/// The last one of a file names itself, which says that the file is complete.
void RecordingWriter::Content::writeIndex(bool last)
{
    Buffer &index = buffers[static_cast<std::size_t>(RowKind::Index)];
    index.columns = recording::columnsOf<recording::IndexRow>();
    const std::uint64_t offset = file.bytes();
    const auto rows = static_cast<std::uint32_t>(index.count);
    if (last && !append(index, recording::IndexRow{offset, static_cast<std::uint16_t>(RowKind::Index), rows + 1, 0, 0}))
        return;
    write(RowKind::Index, index);
    if (!last && !file.error())
        append(index, recording::IndexRow{offset, static_cast<std::uint16_t>(RowKind::Index), rows, 0, 0});
}

RecordingWriter::RecordingWriter(int descriptor) : m_content(new Content(descriptor)) {}

RecordingWriter::~RecordingWriter() = default;

std::uint32_t RecordingWriter::text(std::string_view text)
{
    if (text.empty() || error() || m_content->closed)
        return 0;
    text = shortened(text);
    Content &content = *m_content;
    if (const std::uint32_t number = content.known.find(text))
        return number;
    if (content.textBytes + text.size() > ChunkPacker::maxTextBytes)
        content.writeTexts();
    if (!content.append(content.lengths, TextRow{static_cast<std::uint32_t>(text.size())}))
        return 0;
    std::memcpy(content.texts + content.textBytes, text.data(), text.size());
    content.textBytes += text.size();
    content.known.remember(text, ++content.lastText);
    if (content.lengths.count == content.lengths.most)
        content.writeTexts();
    return content.lastText;
}

template <typename Row>
void RecordingWriter::add(const Row &row)
{
    if (error() || m_content->closed)
        return;
    constexpr RowKind kind = recording::kindOf<Row>;
    Buffer &buffer = m_content->buffers[static_cast<std::size_t>(kind)];
    if (!buffer.rows)
        buffer.columns = recording::columnsOf<Row>();
    if (!m_content->append(buffer, row))
        return;
    constexpr bool isOperation =
        kind == RowKind::Kernel || kind == RowKind::Copy || kind == RowKind::Memset || kind == RowKind::Graph;
    m_content->operations += isOperation ? 1 : 0;
    if (buffer.count == buffer.most)
        m_content->write(kind, buffer);
}

template void RecordingWriter::add(const recording::FactRow &);
template void RecordingWriter::add(const recording::ClockRow &);
template void RecordingWriter::add(const recording::SwitchRow &);
template void RecordingWriter::add(const recording::DroppedRow &);
template void RecordingWriter::add(const recording::ThreadRow &);
template void RecordingWriter::add(const recording::ContextRow &);
template void RecordingWriter::add(const recording::StreamRow &);
template void RecordingWriter::add(const recording::KernelRow &);
template void RecordingWriter::add(const recording::CopyRow &);
template void RecordingWriter::add(const recording::MemsetRow &);
template void RecordingWriter::add(const recording::GraphRow &);
template void RecordingWriter::add(const recording::MigrationRow &);
template void RecordingWriter::add(const recording::CallRow &);
template void RecordingWriter::add(const recording::SynchronizationRow &);
template void RecordingWriter::add(const recording::EventRecordRow &);
template void RecordingWriter::add(const recording::AllocationRow &);
template void RecordingWriter::add(const recording::OverheadRow &);
template void RecordingWriter::add(const recording::RangeRow &);

void RecordingWriter::fact(std::string_view key, std::string_view value)
{
    const std::uint32_t keyText = text(key);
    add(recording::FactRow{keyText, text(value)});
}

void RecordingWriter::flush()
{
    if (error() || m_content->closed)
        return;
    m_content->writeTexts();
    for (std::size_t kind = 0; kind < kinds; ++kind)
        if (static_cast<RowKind>(kind) != RowKind::Index)
            m_content->write(static_cast<RowKind>(kind), m_content->buffers[kind]);
}

void RecordingWriter::close()
{
    flush();
    if (error() || m_content->closed)
        return;
    m_content->writeIndex(true);
    m_content->closed = true;
}

int RecordingWriter::error() const
{
    return m_content ? m_content->file.error() : ENOMEM;
}

std::uint64_t RecordingWriter::bytes() const
{
    return m_content ? m_content->file.bytes() : 0;
}

std::uint64_t RecordingWriter::operations() const
{
    return m_content ? m_content->operations : 0;
}

} // namespace streamscope::recorder
