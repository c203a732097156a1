// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/expected_data.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr std::uint64_t floatBytes = 4;
constexpr float additionsEnd = 16777216.0F; // 2^24: from here on x + 1 rounds back to x

bool coversWholeFloats(const BufferRange &range)
{
    return range.offset % floatBytes == 0 && range.bytes % floatBytes == 0;
}

/// A kernel that only takes time: its ranges serve the order between operations.
bool touchesNoData(const Operation &operation)
{
    return operation.kind == OperationKind::HostWork || operation.kind == OperationKind::HostFunction
           || (operation.kind == OperationKind::Kernel && operation.kernel->kind == KernelKind::Spin);
}

/// Adds a piece, or extends the last piece when it continues it, so that a thousand chunks do not make a thousand
/// pieces.
void append(std::vector<ExpectedPiece> &pieces, const ExpectedPiece &piece)
{
    if (!pieces.empty()) {
        ExpectedPiece joined = pieces.back();
        joined.begin = piece.begin;
        joined.end = piece.end;
        if (joined == piece && pieces.back().end == piece.begin) {
            pieces.back().end = piece.end;
            return;
        }
    }
    pieces.push_back(piece);
}

} // namespace

float dataPattern(std::int64_t index)
{
    const auto period = static_cast<std::int64_t>(dataPatternPeriod);
    return static_cast<float>(((index % period) + period) % period);
}

float expectedValue(std::int64_t patternIndex, std::int64_t additions)
{
    const double exact = static_cast<double>(dataPattern(patternIndex)) + static_cast<double>(additions);
    return exact >= static_cast<double>(additionsEnd) ? additionsEnd : static_cast<float>(exact);
}

ExpectedData::ExpectedData(const Program &program, std::uint64_t seed)
    : m_program(program), m_seed(seed), m_inputs(program.buffers.size(), false), m_pieces(program.buffers.size())
{
    findInputs();
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        ExpectedPiece piece;
        piece.end = program.buffers[i].bytes / floatBytes;
        if (m_inputs[i]) {
            piece.kind = ExpectedPiece::Kind::Pattern;
            piece.shift = inputShift(i);
        }
        m_pieces[i] = {piece};
    }
    for (const Operation &operation : program.operations)
        apply(operation);
}

std::int64_t ExpectedData::inputShift(std::size_t buffer) const
{
    return static_cast<std::int64_t>(m_seed % dataPatternPeriod + 101 * buffer);
}

void ExpectedData::findInputs()
{
    std::vector<bool> written(m_program.buffers.size(), false);
    for (const Operation &operation : m_program.operations) {
        for (const BufferRange &range : operation.reads)
            if (m_program.buffers[range.buffer].place == BufferPlace::Host && !written[range.buffer])
                m_inputs[range.buffer] = true;
        for (const BufferRange &range : operation.writes)
            if (!touchesNoData(operation))
                written[range.buffer] = true;
    }
}

std::vector<ExpectedPiece> ExpectedData::read(const BufferRange &range) const
{
    const std::uint64_t begin = range.offset / floatBytes, end = (range.offset + range.bytes) / floatBytes;
    std::vector<ExpectedPiece> result;
    for (ExpectedPiece piece : m_pieces[range.buffer]) {
        piece.begin = std::max(piece.begin, begin);
        piece.end = std::min(piece.end, end);
        if (piece.begin < piece.end)
            result.push_back(piece);
    }
    return result;
}

void ExpectedData::write(const BufferRange &range, std::vector<ExpectedPiece> pieces)
{
    const std::uint64_t begin = range.offset / floatBytes, end = (range.offset + range.bytes) / floatBytes;
    std::vector<ExpectedPiece> &all = m_pieces[range.buffer];
    std::vector<ExpectedPiece> result;
    result.reserve(all.size() + pieces.size() + 1);
    for (ExpectedPiece piece : all)
        if (piece.begin < begin) {
            piece.end = std::min(piece.end, begin);
            result.push_back(piece);
        }
    result.insert(result.end(), pieces.begin(), pieces.end());
    for (ExpectedPiece piece : all)
        if (piece.end > end) {
            piece.begin = std::max(piece.begin, end);
            result.push_back(piece);
        }
    all.clear();
    for (const ExpectedPiece &piece : result)
        append(all, piece);
}

void ExpectedData::move(const BufferRange &from, const BufferRange &to, const Operation &operation)
{
    const bool computes = operation.kind == OperationKind::Kernel;
    const std::int64_t additions = computes ? additionsOf(operation.kernel) : 0;
    const auto distance =
        static_cast<std::int64_t>(to.offset / floatBytes) - static_cast<std::int64_t>(from.offset / floatBytes);
    std::vector<ExpectedPiece> pieces = read(from);
    for (ExpectedPiece &piece : pieces) {
        piece.begin = static_cast<std::uint64_t>(static_cast<std::int64_t>(piece.begin) + distance);
        piece.end = static_cast<std::uint64_t>(static_cast<std::int64_t>(piece.end) + distance);
        piece.shift -= distance;
        piece.additions += additions;
        piece.approximate |= computes && operation.kernel->kind == KernelKind::Tensor;
        if (piece.kind == ExpectedPiece::Kind::Bits && additions != 0)
            piece.kind = ExpectedPiece::Kind::Unknown;
    }
    write(to, std::move(pieces));
}

/// The result is known only if every rank had the same bits in its whole range when the first rank was reached. A rank
/// writes only ranges that it has read itself, so the ranks do not affect each other here.
void ExpectedData::reduce(const Operation &operation)
{
    int ranks = 0;
    for (const Operation &other : m_program.operations)
        ranks += other.kind == OperationKind::Collective && other.group() == operation.group() ? 1 : 0;
    for (const BufferRange &range : operation.writes) {
        ExpectedPiece piece;
        piece.begin = range.offset / floatBytes;
        piece.end = (range.offset + range.bytes) / floatBytes;
        if (operation.reads.size() == 1 && coversWholeFloats(range) && coversWholeFloats(operation.reads.front()))
            if (const auto before = read(operation.reads.front());
                before.size() == 1 && before.front().kind == ExpectedPiece::Kind::Bits) {
                piece.kind = ExpectedPiece::Kind::Bits;
                piece.bits =
                    std::bit_cast<std::uint32_t>(std::bit_cast<float>(before.front().bits) * static_cast<float>(ranks));
            }
        write(range, {piece});
    }
}

void ExpectedData::apply(const Operation &operation)
{
    if (operation.kind == OperationKind::Collective) {
        reduce(operation);
        return;
    }
    const bool moves = isCopy(operation.kind)
                       || (operation.kind == OperationKind::Kernel && operation.kernel->kind != KernelKind::Spin);
    const bool predicted = operation.reads.size() == 1 && operation.writes.size() == 1
                           && operation.reads.front().bytes == operation.writes.front().bytes
                           && coversWholeFloats(operation.reads.front()) && coversWholeFloats(operation.writes.front());
    if (moves && predicted) {
        move(operation.reads.front(), operation.writes.front(), operation);
        return;
    }
    if (touchesNoData(operation))
        return;
    for (const BufferRange &range : operation.writes) {
        ExpectedPiece piece;
        piece.begin = range.offset / floatBytes;
        piece.end = (range.offset + range.bytes) / floatBytes;
        if (operation.kind == OperationKind::Memset && coversWholeFloats(range)) {
            piece.kind = ExpectedPiece::Kind::Bits;
            piece.bits = operation.memsetValue * 0x01010101U;
        }
        write(range, {piece});
    }
}

} // namespace streamscope
