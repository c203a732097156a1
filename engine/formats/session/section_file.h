// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/io/zstd_unpacker.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The container of a session file, docs/session-format.md: sections, each packed and with a checksum.
inline constexpr std::string_view sessionMagic = "SSESSION";
inline constexpr std::uint32_t sessionVersion = 1;

/// What a section holds. The numbers stay; new ones are added.
enum class SectionKind : std::uint16_t {
    End = 0,
    Documents = 1, ///< the tabs, as JSON
    Source = 2,    ///< what leads to runs: a built-in experiment, or the Program before it
    Result = 3,    ///< a run or a trace: closes the Program and the recording before it
    Prediction = 4,
    NamedRun = 5, ///< one side of a comparison
    Sweep = 6,
    Device = 7,   ///< what is known about one
    Analysis = 8, ///< of the run that follows

    RecordingFacts = 16,
    Names = 17,
    Spans = 18,
    Links = 19,
    Shapes = 20,
    ShapeNumbers = 21,
    Collectives = 22,
    PeerDevices = 23,
    Calls = 24,
    HostTexts = 25,
    HostEvents = 26,
    OriginTexts = 27,
    Origins = 28,
    OriginNumbers = 29,
    Fold = 30,
    FoldedOperations = 31,
    Blocks = 32,
    RecordingEnd = 33,

    ProgramFacts = 48,
    OperationNames = 49,
    BufferRanges = 50,
    Operations = 51,
    ProgramEnd = 52,
};

/// Writes the sections of one file, one after another.
class SectionWriter
{
public:
    /// `put` takes the bytes of the file in order.
    explicit SectionWriter(std::function<void(std::string_view)> put);
    ~SectionWriter();
    SectionWriter(const SectionWriter &) = delete;
    SectionWriter &operator=(const SectionWriter &) = delete;

    /// `number`: by which other sections name this one; 0: none does.
    void add(SectionKind kind, std::string_view content, std::uint32_t number = 0);
    /// The file is whole. Add nothing afterwards.
    void finish();

private:
    class Packer;

    void addPiece(SectionKind kind, std::uint32_t number, std::string_view content, bool isLast);

    std::function<void(std::string_view)> m_put;
    std::unique_ptr<Packer> m_packer;
    std::uint64_t m_pieces = 0;
};

/// A section as it was read: checked and unpacked, its content not looked at.
struct Section
{
    SectionKind kind{};
    std::uint32_t number = 0;
    std::uint64_t offset = 0; ///< in the file
    std::string_view content;
};

/// Reads the sections of one file, one after another. Nothing in the file is trusted.
class SectionReader
{
public:
    /// `name` is that of the file, for messages.
    SectionReader(ByteSource &bytes, std::string name, MemoryBudget &memory);

    /// Goes to the next section, or to the first one. False behind the last one of a whole file.
    /// @throws InputError for a file of another kind or version, and for one that is broken or cut off.
    bool next();
    /// The same where another section must follow. @throws InputError also where none does.
    const Section &require();
    /// Valid until next().
    const Section &current() const { return m_section; }

    /// Refuses the section at hand.
    [[noreturn]] void fail(const std::string &what) const;
    MemoryBudget &memory() { return m_memory; }
    const std::string &name() const { return m_name; }

private:
    void readHeader();
    bool readPiece();
    void takeExactly(void *to, std::size_t size, const char *what);
    void append(std::uint32_t packedBytes, std::uint32_t plainBytes);

    ByteSource &m_bytes;
    std::string m_name;
    MemoryBudget &m_memory;
    Section m_section;
    ZstdUnpacker m_unpacker;
    std::vector<char> m_packed;
    std::string m_plain;
    std::size_t m_counted = 0; ///< bytes of m_plain that m_memory knows
    std::uint64_t m_offset = 0, m_pieces = 0;
    bool m_hasHeader = false, m_isAtEnd = false;
};

/// True for the first bytes of a session file.
bool looksLikeSession(std::string_view head);

} // namespace streamscope
