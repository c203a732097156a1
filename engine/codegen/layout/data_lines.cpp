// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/layout/data_lines.h"

namespace streamscope {

namespace {

/// Neighbours with one history as one piece.
std::vector<ExpectedPiece> joined(const std::vector<ExpectedPiece> &pieces)
{
    std::vector<ExpectedPiece> result;
    for (const ExpectedPiece &piece : pieces) {
        const bool continues = !result.empty() && result.back().end == piece.begin && result.back().kind == piece.kind
                               && result.back().shift == piece.shift && result.back().additions == piece.additions
                               && result.back().bits == piece.bits && result.back().approximate == piece.approximate;
        if (continues)
            result.back().end = piece.end;
        else
            result.push_back(piece);
    }
    return result;
}

/// An input as it was filled: nobody wrote to it.
bool isUntouched(const ExpectedPiece &piece, const BufferGroup &group)
{
    return group.isInput && piece.kind == ExpectedPiece::Kind::Pattern && piece.additions == 0;
}

void add(DataLines &data, const DataLine &line, const std::vector<std::int64_t> &values)
{
    CodeNode node;
    node.shape = std::to_string(line.group) + "," + std::to_string(static_cast<int>(line.kind)) + ","
                 + std::to_string(line.bits);
    for (const std::int64_t value : values)
        node.values.push_back({value, 0, 0});
    node.source = data.lines.size();
    data.lines.push_back(line);
    data.nodes.push_back(std::move(node));
}

template <typename ForBuffer>
DataLines linesFor(const CodeLayout &layout, const ForBuffer &forBuffer)
{
    DataLines data;
    for (std::size_t g = 0; g < layout.groups().size(); ++g) {
        const BufferGroup &group = layout.groups()[g];
        for (std::size_t place = 0; place < group.buffers.size(); ++place)
            forBuffer(data, g, group, static_cast<std::int64_t>(place), static_cast<std::size_t>(group.buffers[place]));
    }
    data.nodes = withLoops(std::move(data.nodes));
    return data;
}

} // namespace

DataLines fillLines(const CodeLayout &layout, const ExpectedData &expected)
{
    return linesFor(
        layout, [&](DataLines &data, std::size_t g, const BufferGroup &group, std::int64_t place, std::size_t buffer) {
            if (group.isInput)
                add(data, {g, ExpectedPiece::Kind::Pattern, 0}, {place, expected.inputShift(buffer)});
        });
}

DataLines checkLines(const CodeLayout &layout, const ExpectedData &expected, const std::vector<std::size_t> &buffers)
{
    return linesFor(
        layout, [&](DataLines &data, std::size_t g, const BufferGroup &group, std::int64_t place, std::size_t buffer) {
            if (group.like.place != BufferPlace::Host || group.like.hostMemory == HostMemory::WriteCombined)
                return;
            for (const ExpectedPiece &piece : joined(expected.pieces(buffers.empty() ? buffer : buffers[buffer])))
                if (piece.kind != ExpectedPiece::Kind::Unknown && !piece.approximate && !isUntouched(piece, group))
                    add(data, {g, piece.kind, piece.bits},
                        {place, static_cast<std::int64_t>(piece.begin), static_cast<std::int64_t>(piece.end),
                         piece.shift, piece.additions});
        });
}

std::string_view uncheckedText(const Program &program)
{
    bool comesBack = false;
    for (const Operation &operation : program.operations) {
        if (operation.kind != OperationKind::D2H)
            continue;
        comesBack = true;
        const auto buffer = static_cast<std::size_t>(operation.writes.front().buffer);
        if (program.buffers[buffer].hostMemory == HostMemory::WriteCombined)
            return "not checked: write-combined memory is slow to read";
    }
    return comesBack ? "not checked: its values are not known exactly" : "nothing to check";
}

} // namespace streamscope
