// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/memory_budget.h"
#include "engine/formats/text/sqlite_database.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace streamscope {

/// The tables, which may be missing.
inline constexpr const char *nsightChainTable = "CUDA_CALLCHAINS";
inline constexpr const char *nsightCallTable = "CUPTI_ACTIVITY_KIND_RUNTIME";

/// What reading the stacks of calls needs of the reader of the file.
struct NsightChainInput
{
    SqliteDatabase &database;
    MemoryBudget &memory;
    std::function<void()> countRow;
    std::function<std::string(std::int64_t id)> stringOf;            ///< of StringIds; empty where it is not there
    std::function<std::uint32_t(std::string_view text)> stackNumber; ///< equal texts have one number
};

/// By the number by which calls refer to a chain, the number of its stack: the functions of the program, the outermost
/// first, without those of CUDA, of Python, of the system and of installed packages, and without addresses that have no
/// name. A chain without such a function is not there. Takes memory for each chain and for each different stack, of
/// which a long one loses its outer functions.
std::unordered_map<std::int64_t, std::uint32_t> readNsightCallChains(const NsightChainInput &input);

} // namespace streamscope
