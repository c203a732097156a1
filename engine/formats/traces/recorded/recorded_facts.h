// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/formats/traces/trace_import.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// What a recording says about its process, its devices and its recorder (docs/recording-format.md lists the keys).
class RecordedFacts
{
public:
    explicit RecordedFacts(MemoryBudget &memory) : m_memory(memory) {}

    void add(std::string_view key, std::string_view value);
    /// Empty when the recording does not say.
    std::string_view value(std::string_view key) const;
    /// Describes the recording's devices and the report's rank, format and notes. `used`: devices that ran something.
    void describe(ImportedTrace &trace, const std::set<int> &used) const;

private:
    std::optional<std::int64_t> number(std::string_view key, std::int64_t most) const;
    std::set<int> devices() const;
    void describeDevice(DeviceInfo &device, int number) const;

    MemoryBudget &m_memory;
    std::map<std::string, std::string, std::less<>> m_values;
    std::vector<std::string> m_notes;
};

} // namespace streamscope
