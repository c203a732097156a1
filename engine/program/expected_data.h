// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What a stretch of floats in a buffer must hold. Positions count floats (4 bytes) from the start of the buffer.
struct ExpectedPiece
{
    enum class Kind : std::uint8_t {
        Unknown, ///< never written, or by something whose result is not predicted
        Pattern, ///< input data: the pattern at (position + shift), plus `additions`
        Bits,    ///< `bits` in every float
    };
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Kind kind = Kind::Unknown;
    std::int64_t shift = 0;
    std::int64_t additions = 0; ///< how often a kernel added one
    std::uint32_t bits = 0;
    /// Tensor cores made it: right within tensorTolerance of the exact value.
    bool approximate = false;

    bool operator==(const ExpectedPiece &) const = default;
};

/// How far, relative to the exact value, a result of the tensor cores may be off: their sums keep fewer bits than a
/// float's while they are aligned. What is expected are whole numbers and sums of sixteenths, so that this is generous.
inline constexpr double tensorTolerance = 1e-3;

/// The input data: small whole numbers, so that adding one to them many times stays exact in a float.
inline constexpr std::uint64_t dataPatternPeriod = 1021; ///< a prime: no chunk size divides into it
/// The value of the pattern at index `index`; any index, also a negative one.
float dataPattern(std::int64_t index);
/// A pattern value to which one was added `additions` times in single precision, which stops counting at 2^24.
float expectedValue(std::int64_t patternIndex, std::int64_t additions);

/// What every buffer holds after the Program ran in the order in which it was issued. A run of a Program without races
/// must end with just this. Kernels add whole numbers (additionsOf()); an all-reduce of equal bits on every rank leaves
/// their sum, of anything else what is not predicted.
class ExpectedData
{
public:
    /// `seed` shifts the pattern of every input.
    ExpectedData(const Program &program, std::uint64_t seed);

    /// True for host buffers that are read before anything is written to them: the run needs them filled.
    bool isInput(std::size_t buffer) const { return m_inputs[buffer]; }
    /// Shift of the pattern in an input buffer: position i holds dataPattern(i + inputShift).
    std::int64_t inputShift(std::size_t buffer) const;

    /// The pieces of a buffer, in order, without gaps.
    const std::vector<ExpectedPiece> &pieces(std::size_t buffer) const { return m_pieces[buffer]; }

private:
    std::vector<ExpectedPiece> read(const BufferRange &range) const;
    void write(const BufferRange &range, std::vector<ExpectedPiece> pieces);
    void apply(const Operation &operation);
    void move(const BufferRange &from, const BufferRange &to, const Operation &operation);
    void reduce(const Operation &operation);
    void findInputs();

    const Program &m_program;
    std::uint64_t m_seed;
    std::vector<bool> m_inputs;
    std::vector<std::vector<ExpectedPiece>> m_pieces;
};

} // namespace streamscope
