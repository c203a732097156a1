// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/sqlite_database.h"
#include "engine/timeline/host/host_event_list.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace streamscope {

/// What reads the tables about the host needs of the reader of the file.
struct NsightHostInput
{
    SqliteDatabase &database;
    std::function<void()> countRow;
    std::function<std::int32_t(std::int64_t globalTid)> threadOf; ///< a number for the thread
    std::function<std::string(std::int64_t id)> stringOf;         ///< of StringIds; empty where it is not there
    std::function<std::uint32_t(std::string_view name)> intern;
    std::function<std::uint16_t(const RangeStyle &style)> styleOf;
    std::function<void(const NewHostEvent &event)> add;
    std::function<void(std::int64_t globalTid, const std::string &name)> nameThread;
    std::function<void(const char *reason)> skip;
};

/// The tables, which may be missing.
inline constexpr const char *nsightRangeTable = "NVTX_EVENTS";
inline constexpr const char *nsightSystemTable = "OSRT_API";
inline constexpr const char *nsightThreadTable = "ThreadNames";

/// Keeps the NVTX ranges with their domains and colours. Ranges that PyTorch writes for its operators become operators.
/// Adds to `kept` how many ranges it kept, those included.
void readNsightRanges(const NsightHostInput &input, std::uint64_t &kept);
/// Keeps the calls of the system's libraries.
void readNsightSystemCalls(const NsightHostInput &input);
void readNsightThreadNames(const NsightHostInput &input);

/// The name of an operator that PyTorch wrote as a range, "aten::mm, seq = 3, op_id = 7"; empty for another range.
std::string_view operatorOfRange(std::string_view text);

} // namespace streamscope
