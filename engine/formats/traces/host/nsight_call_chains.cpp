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

/// Also where the program holds the runtime itself, and in the templates of its header.
bool isOfCuda(const std::string &function)
{
    return function.starts_with("cuda");
}

/// What symbols and modules say, each asked for once.
class ChainTexts
{
public:
    explicit ChainTexts(const NsightChainInput &input) : m_input(input) {}

    bool isOfProgram(std::int64_t module)
    {
        const auto [entry, isNew] = m_modules.try_emplace(module, false);
        if (isNew) {
            m_input.memory.take(nodeBytes(sizeof *entry));
            entry->second = isModuleOfProgram(m_input.stringOf(module));
        }
        return entry->second;
    }

    /// Without arguments; empty for what is no function of a program.
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

private:
    const NsightChainInput &m_input;
    std::unordered_map<std::int64_t, bool> m_modules;
    std::unordered_map<std::int64_t, std::string> m_names;
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

struct Chain
{
    std::uint32_t stack = 0; ///< 0: nothing of the program
    std::int64_t cuda = 0;   ///< the symbol of its outermost function of CUDA, where it has one
};
using Chains = std::unordered_map<std::int64_t, Chain>;

/// The rows of a chain stand together, which keeps one chain in memory; of a chain that begins again the first counts.
Chains readChains(const NsightChainInput &input, ChainTexts &texts)
{
    constexpr std::size_t mostFrames = 1'024;
    Chains chains;
    Frames frames;
    Chain chain;
    std::int64_t id = 0, cudaDepth = -1;
    const auto finish = [&] {
        if ((!frames.empty() || cudaDepth >= 0) && !chains.contains(id)) {
            input.memory.take(nodeBytes(sizeof(Chains::value_type)));
            chain.stack = frames.empty() ? 0 : input.stackNumber(stackText(frames));
            chains[id] = chain;
        }
        frames.clear();
        chain = {};
        cudaDepth = -1;
    };
    SqliteQuery row = input.database.select(nsightChainTable, {"id", "symbol", "module", "stackDepth"});
    while (row.next()) {
        input.countRow();
        if (row.integer(0) != id)
            finish();
        id = row.integer(0);
        const std::int64_t depth = row.integer(3);
        const std::string &name = texts.name(row.integer(1));
        if (isOfCuda(name) && depth > cudaDepth) {
            cudaDepth = depth;
            chain.cuda = row.integer(1);
        } else if (!name.empty() && !isOfCuda(name) && texts.isOfProgram(row.integer(2))
                   && frames.size() < mostFrames) {
            frames.emplace_back(depth, name);
        }
    }
    finish();
    return chains;
}

/// Some exports count the chains from 1 and refer to them from 0. Decided by whose chain has the function of the call.
std::int64_t firstChain(const NsightChainInput &input, const Chains &chains, ChainTexts &texts)
{
    constexpr int enough = 1'000;
    std::array<int, 2> matches{};
    SqliteQuery row = input.database.select(nsightCallTable, {"nameId", "callchainId"});
    for (int calls = 0; calls < enough && row.next();) {
        if (row.isNull(1))
            continue;
        ++calls;
        std::string call = input.stringOf(row.integer(0));
        call.resize(std::min(call.size(), call.rfind("_v"))); // cudaMalloc_v3020
        for (const int first : {0, 1})
            if (const auto chain = chains.find(row.integer(1) + first); chain != chains.end() && chain->second.cuda > 0)
                matches[static_cast<std::size_t>(first)] += texts.name(chain->second.cuda) == call ? 1 : 0;
    }
    return matches[1] > matches[0] ? 1 : 0;
}

} // namespace

std::unordered_map<std::int64_t, std::uint32_t> readNsightCallChains(const NsightChainInput &input)
{
    ChainTexts texts(input);
    const Chains chains = readChains(input, texts);
    std::unordered_map<std::int64_t, std::uint32_t> stacks;
    if (!input.database.has(nsightCallTable) || chains.empty())
        return stacks;
    const std::int64_t first = firstChain(input, chains, texts);
    input.memory.take(chains.size() * nodeBytes(sizeof(std::pair<std::int64_t, std::uint32_t>)));
    for (const auto &[id, chain] : chains)
        if (chain.stack > 0)
            stacks[id - first] = chain.stack;
    return stacks;
}

} // namespace streamscope
