// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the recorder's writer puts into a file, and what it leaves of a file that cannot be written.
#include "engine/formats/traces/recorded/column_decoder.h"
#include "engine/formats/traces/recorded/recorded_texts.h"
#include "engine/program/errors.h"
#include "engine/recorder/file/checksum.h"
#include "tests/support/recording_bytes.h"

#include <QTemporaryDir>
#include <QTemporaryFile>
#include <QtTest>

#include <cerrno>
#include <limits>
#include <random>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <zlib.h>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// Random values, among them the least and the largest.
template <typename Value>
Value anyValue(std::mt19937_64 &random)
{
    switch (random() % 4) {
    case 0:
        return std::numeric_limits<Value>::max();
    case 1:
        return std::numeric_limits<Value>::min();
    case 2:
        return static_cast<Value>(random() % 3);
    default:
        return static_cast<Value>(random() >> random() % 64);
    }
}

struct FillRow
{
    std::mt19937_64 &random;

    template <typename Value>
    void operator()(Value &value)
    {
        value = anyValue<Value>(random);
    }
    void end(std::int64_t &, std::int64_t &value) { value = anyValue<std::int64_t>(random); }
};

struct CompareRows
{
    const unsigned char *first, *second;
    bool same = true;

    template <typename Value>
    void operator()(const Value &value)
    {
        const auto offset = reinterpret_cast<const unsigned char *>(&value) - first;
        same = same && std::memcmp(first + offset, second + offset, sizeof value) == 0;
    }
    void end(const std::int64_t &, const std::int64_t &value) { (*this)(value); }
};

template <typename Row>
bool sameRow(const Row &a, const Row &b)
{
    CompareRows compare{reinterpret_cast<const unsigned char *>(&a), reinterpret_cast<const unsigned char *>(&b)};
    recording::visitColumns(compare, a, static_cast<const Row *>(nullptr));
    return compare.same;
}

/// The chunks of a file.
class Chunks
{
public:
    explicit Chunks(std::string bytes)
        : m_bytes(std::move(bytes)), m_source(readMemory(m_bytes)), m_memory("test", 0),
          m_chunks(*m_source, "test", m_memory), m_rows(m_memory)
    {
        m_whole = m_chunks.readHeader();
    }
    bool whole() const { return m_whole; }
    bool next() { return m_chunks.next(m_chunk); }
    const RecordedChunk &chunk() const { return m_chunk; }
    template <typename Row>
    std::span<const Row> rows()
    {
        return m_rows.read<Row>(m_chunk, m_chunks);
    }
    void readTexts(RecordedTexts &texts) { texts.read(m_chunk, m_chunks); }
    const ChunkSource &source() const { return m_chunks; }
    MemoryBudget &memory() { return m_memory; }

private:
    std::string m_bytes;
    std::unique_ptr<ByteSource> m_source;
    MemoryBudget m_memory;
    ChunkSource m_chunks;
    RowReader m_rows;
    RecordedChunk m_chunk;
    bool m_whole = false;
};

template <typename Row>
void compareAll(std::size_t count)
{
    std::mt19937_64 random(count);
    std::vector<Row> rows(count);
    RecordingBytes file;
    for (Row &row : rows) {
        row = {};
        FillRow fill{random};
        recording::visitColumns(fill, row, static_cast<const Row *>(nullptr));
        file.writer().add(row);
    }
    Chunks chunks(file.bytes());
    std::size_t at = 0;
    while (chunks.next()) {
        if (chunks.chunk().kind == recording::RowKind::Index)
            continue;
        QCOMPARE(static_cast<int>(chunks.chunk().kind), static_cast<int>(recording::kindOf<Row>));
        for (const Row &row : chunks.rows<Row>())
            QVERIFY(at < count && sameRow(row, rows[at++]));
    }
    QCOMPARE(at, count);
}

template <typename... Rows>
void compareKinds(std::size_t count)
{
    (compareAll<Rows>(count), ...);
}

std::uint64_t rowsOf(const std::string &bytes)
{
    Chunks chunks(bytes);
    std::uint64_t rows = 0;
    while (chunks.next())
        rows += chunks.chunk().rows;
    return rows;
}

std::string contentOf(int file)
{
    struct stat status = {};
    fstat(file, &status);
    std::string bytes(static_cast<std::size_t>(status.st_size), '\0');
    return pread(file, bytes.data(), bytes.size(), 0) == status.st_size ? bytes : std::string();
}

} // namespace

class TestRecordingWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyRowComesBack();
    void checksumIsThatOfZlib();
    void textsStandBeforeTheirRows();
    void flushedRowsAreInTheFile();
    void theIndexListsTheChunks();
    void aFullDiskLeavesWholeChunks();
    void aFullDeviceIsAnError();
    void nothingFollowsClose();
};

void TestRecordingWriter::everyRowComesBack()
{
    using namespace recording;
    for (const std::size_t count : {std::size_t{1}, std::size_t{2}, std::size_t{30'000}})
        compareKinds<FactRow, ClockRow, SwitchRow, DroppedRow, ThreadRow, ContextRow, StreamRow, KernelRow, CopyRow,
                     MemsetRow, GraphRow, MigrationRow, CallRow, SynchronizationRow, EventRecordRow, AllocationRow,
                     OverheadRow, RangeRow>(count);
}

void TestRecordingWriter::checksumIsThatOfZlib()
{
    std::string text;
    std::mt19937_64 random(1);
    for (int size = 0; size < 100; ++size) {
        const auto expected = crc32(0, reinterpret_cast<const Bytef *>(text.data()), static_cast<uInt>(text.size()));
        QCOMPARE(recorder::checksum(text.data(), text.size()), static_cast<std::uint32_t>(expected));
        const std::size_t half = text.size() / 2;
        QCOMPARE(recorder::checksum(text.data() + half, text.size() - half, recorder::checksum(text.data(), half)),
                 static_cast<std::uint32_t>(expected));
        text += static_cast<char>(random());
    }
}

/// Also more texts than the writer remembers, and one that is too long.
void TestRecordingWriter::textsStandBeforeTheirRows()
{
    RecordingBytes file;
    std::vector<std::pair<std::uint32_t, std::string>> expected;
    const auto add = [&](const std::string &text) {
        const std::uint32_t number = file.writer().text(text);
        file.writer().add(recording::ThreadRow{number, number});
        expected.emplace_back(number, text);
    };
    add("");
    for (int i = 0; i < 40'000; ++i)
        add("text " + std::to_string(i % 25'000));
    add(std::string(recording::maxTextBytes - 1, 'a') + "ä"); // cut before the ä
    QCOMPARE(expected[1].first, file.writer().text("") + 1);
    expected.back().second.resize(recording::maxTextBytes - 1);
    Chunks chunks(file.bytes());
    RecordedTexts texts(chunks.memory());
    std::size_t at = 0;
    while (chunks.next()) {
        if (chunks.chunk().kind == recording::RowKind::Text)
            chunks.readTexts(texts);
        if (chunks.chunk().kind != recording::RowKind::Thread)
            continue;
        for (const recording::ThreadRow &row : chunks.rows<recording::ThreadRow>()) {
            QCOMPARE(row.name, expected[at].first);
            const std::string_view text = texts.at(row.name, chunks.source());
            QVERIFY(std::string_view(expected[at++].second).starts_with(text) && (text.empty() == (row.name == 0)));
        }
    }
    QCOMPARE(at, expected.size());
    QVERIFY(texts.size() > 25'000);
}

void TestRecordingWriter::flushedRowsAreInTheFile()
{
    RecordingBytes file;
    file.start().kernel("k", 7, 0, 10, 20);
    QCOMPARE(file.writer().operations(), 1U);
    QCOMPARE(file.writer().bytes(), sizeof(recording::FileHeader));
    const std::string bytes = file.unfinished();
    Chunks chunks(bytes);
    int kernels = 0;
    while (chunks.next())
        kernels += chunks.chunk().kind == recording::RowKind::Kernel ? 1 : 0;
    QCOMPARE(kernels, 1);
    QCOMPARE(file.unfinished().size(), bytes.size()); // nothing new: nothing written
}

void TestRecordingWriter::theIndexListsTheChunks()
{
    RecordingBytes file;
    constexpr int flushes = 20'000; // more than one index holds
    for (int i = 0; i < flushes; ++i) {
        file.writer().add(recording::ClockRow{i, 2 * i});
        file.writer().flush();
    }
    Chunks chunks(file.bytes());
    std::vector<recording::IndexRow> listed;
    std::vector<std::pair<std::uint64_t, std::uint16_t>> there;
    int indexes = 0;
    while (chunks.next()) {
        there.emplace_back(chunks.chunk().offset, static_cast<std::uint16_t>(chunks.chunk().kind));
        if (chunks.chunk().kind != recording::RowKind::Index)
            continue;
        ++indexes;
        for (const recording::IndexRow &row : chunks.rows<recording::IndexRow>())
            listed.push_back(row);
    }
    QVERIFY(indexes > 2);
    QCOMPARE(listed.size(), there.size());
    for (std::size_t i = 0; i < there.size(); ++i) {
        QCOMPARE(listed[i].offset, there[i].first);
        QCOMPARE(listed[i].kind, there[i].second);
    }
    QCOMPARE(listed[5].firstTime, 5);
    QCOMPARE(listed[5].rows, 1U);
    QCOMPARE(listed.back().offset, chunks.chunk().offset); // itself: the file is complete
}

/// The signal of a file that is too large would end the child.
void TestRecordingWriter::aFullDiskLeavesWholeChunks()
{
    QTemporaryFile file;
    QVERIFY(file.open());
    const pid_t child = fork();
    if (child == 0) {
        const rlimit limit{100'000, 100'000};
        setrlimit(RLIMIT_FSIZE, &limit);
        recorder::RecordingWriter writer(file.handle());
        std::mt19937_64 random(1);
        for (int i = 0; i < 200'000; ++i) {
            writer.add(recording::ClockRow{static_cast<std::int64_t>(random()), static_cast<std::int64_t>(random())});
            if (i == 99)
                writer.flush();
        }
        const int error = writer.error();
        const std::uint64_t bytes = writer.bytes();
        writer.close();
        _exit(error == EFBIG && bytes == writer.bytes() ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY2(WIFEXITED(status), "the signal ended the program");
    QCOMPARE(WEXITSTATUS(status), 0);
    const std::string bytes = contentOf(file.handle());
    QVERIFY(bytes.size() < 10'000); // nothing of the chunk that did not fit
    QCOMPARE(rowsOf(bytes), 100U);
}

void TestRecordingWriter::aFullDeviceIsAnError()
{
    const int full = open("/dev/full", O_WRONLY | O_CLOEXEC);
    if (full < 0)
        QSKIP("no /dev/full here");
    recorder::RecordingWriter writer(full);
    QCOMPARE(writer.error(), ENOSPC);
    writer.fact("key", "value");
    writer.close();
    QCOMPARE(writer.bytes(), 0U);
    close(full);
}

void TestRecordingWriter::nothingFollowsClose()
{
    RecordingBytes file;
    const std::string bytes = file.bytes();
    file.writer().fact("key", "value");
    file.writer().flush();
    QCOMPARE(file.bytes().size(), bytes.size());
}

QTEST_APPLESS_MAIN(TestRecordingWriter)
#include "tst_recording_writer.moc"
