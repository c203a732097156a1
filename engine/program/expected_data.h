// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What a range of floats in a buffer must hold. Positions count floats (4 bytes) from the start of the buffer.
struct ExpectedPiece
{
    enum class Kind : std::uint8_t {
        Unknown, ///< never written, or written by an operation whose result is not predicted
        Pattern, ///< input data: the pattern at (position + shift), plus `additions`
        Bits,    ///< `bits` in every float
    };
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    Kind kind = Kind::Unknown;
    std::int64_t shift = 0;
    std::int64_t additions = 0; ///< how often a kernel added one
    std::uint32_t bits = 0;
    /// A tensor kernel wrote it: the value is right within tensorTolerance of the exact value.
    bool approximate = false;

    bool operator==(const ExpectedPiece &) const = default;
};

/// The largest relative error of a result of the tensor cores. While tensor cores align the terms of a sum, they keep
/// fewer bits than a float has. Expected values are whole numbers and sums of sixteenths, so this tolerance is
/// generous.
inline constexpr double tensorTolerance = 1e-3;

/// The input data: small whole numbers, so that adding one to them many times stays exact in a float.
inline constexpr std::uint64_t dataPatternPeriod = 1021; ///< a prime: no chunk size divides into it
/// The value of the pattern at index `index`; any index, also a negative one.
float dataPattern(std::int64_t index);
/// A pattern value plus 1, `additions` times, in single precision, which stops counting at 2^24.
float expectedValue(std::int64_t patternIndex, std::int64_t additions);

/// The contents of every buffer after the Program ran in issue order. A run of a Program without races must end with
/// exactly these contents. Kernels add whole numbers (additionsOf()). An all-reduce of equal bits on every rank leaves
/// their sum; the result of any other all-reduce is Unknown.
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
