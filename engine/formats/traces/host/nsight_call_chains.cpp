// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/host/nsight_call_chains.h"

#include "engine/formats/io/timeline_memory.h"
#include "engine/formats/text/short_name.h"
#include "engine/timeline/host/host_origins.h"
#include "engine/timeline/host/python_frame.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// By the file name of the module: what lies between the program and the GPU, and below main().
bool isModuleOfProgram(const std::string &module)
{
    constexpr std::array<std::string_view, 10> others{"libcuda.",   "libcudart", "libcupti", "libc.",     "libc-",
                                                      "libpthread", "libstdc++", "ld-",      "libpython", "python"};
    const std::string_view file = std::string_view(module).substr(module.rfind('/') + 1);
    return !isLibraryFile(module)
           && std::ranges::none_of(others, [file](std::string_view other) { return file.starts_with(other); });
}

/// Addresses have no name, and profilers write marks in brackets: "[Max depth]".
bool isNameOfFunction(const std::string &symbol)
{
    return !symbol.empty() && !symbol.starts_with("0x") && !symbol.starts_with('[') && symbol != "_start";
}

/// What symbols and modules say, each asked for once.
class ChainTexts
{
public:
    explicit ChainTexts(const NsightChainInput &input) : m_input(input) {}

    /// The name of a function of the program; empty for another one.
    const std::string &function(std::int64_t symbol, std::int64_t module)
    {
        return isOfProgram(module) ? name(symbol) : m_none;
    }

private:
    bool isOfProgram(std::int64_t module)
    {
        const auto [entry, isNew] = m_modules.try_emplace(module, false);
        if (isNew) {
            m_input.memory.take(nodeBytes(sizeof *entry));
            entry->second = isModuleOfProgram(m_input.stringOf(module));
        }
        return entry->second;
    }

    const std::string &name(std::int64_t symbol)
    {
        const auto [entry, isNew] = m_names.try_emplace(symbol);
        if (isNew) {
            const std::string text = m_input.stringOf(symbol);
            entry->second = isNameOfFunction(text) ? shortKernelName(text).substr(0, HostOrigins::longestText) : "";
            m_input.memory.take(nodeBytes(sizeof *entry) + entry->second.size());
        }
        return entry->second;
    }

    const NsightChainInput &m_input;
    std::unordered_map<std::int64_t, bool> m_modules;
    std::unordered_map<std::int64_t, std::string> m_names;
    const std::string m_none;
};

using Frames = std::vector<std::pair<std::int64_t, std::string>>; ///< by depth; 0 is the innermost

/// The innermost functions, as far as there is room, the outermost of them first.
std::string stackText(Frames &frames)
{
    std::ranges::stable_sort(frames, {}, &Frames::value_type::first);
    std::string text;
    for (const auto &[depth, function] : frames) {
        if (text.size() + originSeparator.size() + function.size() > HostOrigins::longestText)
            break;
        text.insert(0, text.empty() ? function : function + std::string(originSeparator));
    }
    return text;
}

} // namespace

/// The rows of a chain stand together, which keeps one chain in memory; of a chain that begins again the first counts.
std::unordered_map<std::int64_t, std::uint32_t> readNsightCallChains(const NsightChainInput &input)
{
    constexpr std::size_t mostFrames = 1'024;
    std::unordered_map<std::int64_t, std::uint32_t> stacks;
    ChainTexts texts(input);
    Frames frames;
    std::int64_t chain = 0;
    const auto finish = [&] {
        if (!frames.empty() && !stacks.contains(chain)) {
            input.memory.take(nodeBytes(sizeof(std::pair<std::int64_t, std::uint32_t>)));
            stacks[chain] = input.stackNumber(stackText(frames));
        }
        frames.clear();
    };
    SqliteQuery row = input.database.select(nsightChainTable, {"id", "symbol", "module", "stackDepth"});
    while (row.next()) {
        input.countRow();
        if (row.integer(0) != chain)
            finish();
        chain = row.integer(0);
        const std::int64_t depth = row.integer(3);
        const std::string &function = texts.function(row.integer(1), row.integer(2));
        if (!function.empty() && frames.size() < mostFrames)
            frames.emplace_back(depth, function);
    }
    finish();
    return stacks;
}

} // namespace streamscope
