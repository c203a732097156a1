// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/repetition.h"

#include <algorithm>
#include <functional>

namespace streamscope {

namespace {

/// The same for two launches that can be one node of a repeated graph.
std::size_t signatureOf(const Operation &operation)
{
    std::size_t signature = std::hash<std::string>()(operation.name);
    const auto mix = [&signature](std::uint64_t value) { signature = (signature ^ value) * 0x9e3779b97f4a7c15ULL; };
    mix(static_cast<std::uint64_t>(operation.kind));
    mix(static_cast<std::uint64_t>(operation.stream));
    mix(operation.bytes);
    mix(operation.kernel->grid);
    mix(operation.kernel->block);
    return signature;
}

} // namespace

std::size_t repetitionOf(const Program &program, const std::vector<std::int32_t> &operations)
{
    std::vector<std::size_t> signatures;
    signatures.reserve(operations.size());
    for (const std::int32_t index : operations)
        signatures.push_back(signatureOf(program.operations[static_cast<std::size_t>(index)]));
    // The longest beginning that is also an end (Knuth, Morris, Pratt) leaves the period over.
    std::vector<std::size_t> border(signatures.size(), 0);
    for (std::size_t i = 1; i < signatures.size(); ++i) {
        std::size_t length = border[i - 1];
        while (length > 0 && signatures[i] != signatures[length])
            length = border[length - 1];
        border[i] = signatures[i] == signatures[length] ? length + 1 : 0;
    }
    const std::size_t period = signatures.size() - (border.empty() ? 0 : border.back());
    return period * 2 <= signatures.size() ? period : signatures.size();
}

} // namespace streamscope
