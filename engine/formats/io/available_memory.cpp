// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/available_memory.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>
#include <sys/resource.h>

namespace streamscope {

namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::string contents(const std::string &path)
{
    std::ostringstream text;
    if (const std::ifstream file(path); file)
        text << file.rdbuf();
    return text.str();
}

/// The number behind `key` in lines such as "MemAvailable:   123 kB"; without a key, the first one.
std::optional<std::uint64_t> numberIn(const std::string &text, std::string_view key = {})
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line);
        std::string word;
        if (!key.empty() && !(words >> word && word == key))
            continue;
        if (std::uint64_t number = 0; words >> number)
            return number;
        return std::nullopt; // "max": no limit
    }
    return std::nullopt;
}

std::uint64_t leftOf(std::optional<std::uint64_t> limit, std::optional<std::uint64_t> used)
{
    return limit ? *limit - std::min(*limit, used.value_or(0)) : unlimited;
}

/// The names that the two versions of control groups have for the same things.
struct GroupFiles
{
    const char *limit, *used,
        *cache; ///< `cache`: pages of files in memory.stat, which are freed before a process is killed
};

std::uint64_t leftInGroup(const std::string &folder, const GroupFiles &files)
{
    const auto used = numberIn(contents(folder + files.used));
    const auto cache = numberIn(contents(folder + "memory.stat"), files.cache).value_or(0);
    return leftOf(numberIn(contents(folder + files.limit)),
                  used ? std::optional(*used - std::min(*used, cache)) : used);
}

/// Each of the groups around this process has its say.
std::uint64_t leftInGroups(const std::string &mount, std::string group, const GroupFiles &files)
{
    std::uint64_t left = leftInGroup(mount + "/", files); // in a container the mount is the group itself
    for (; group.size() > 1; group.resize(group.find_last_of('/')))
        left = std::min(left, leftInGroup(mount + group + "/", files));
    return left;
}

std::uint64_t leftByControlGroups(const std::string &root)
{
    std::uint64_t left = unlimited;
    std::istringstream lines(contents(root + "/proc/self/cgroup")); // "4:memory:/user" or, in version 2, "0::/user"
    for (std::string line; std::getline(lines, line);) {
        const std::size_t first = line.find(':'), second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = line.substr(first + 1, second - first - 1), group = line.substr(second + 1);
        const std::string mount = root + "/sys/fs/cgroup";
        if (!group.starts_with('/'))
            continue;
        if (controllers.empty())
            left = std::min(left, leftInGroups(mount, group, {"memory.max", "memory.current", "inactive_file"}));
        else if (controllers == "memory")
            left =
                std::min(left, leftInGroups(mount + "/memory", group,
                                            {"memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"}));
    }
    return left;
}

std::uint64_t leftByUlimit(const std::string &root)
{
    struct rlimit limit = {};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return unlimited;
    constexpr std::uint64_t kilobyte = 1024;
    const auto taken = numberIn(contents(root + "/proc/self/status"), "VmSize:").value_or(0) * kilobyte;
    return leftOf(limit.rlim_cur, taken);
}

} // namespace

std::uint64_t availableMemory(const std::string &root)
{
    constexpr std::uint64_t kilobyte = 1024;
    const auto system = numberIn(contents(root + "/proc/meminfo"), "MemAvailable:");
    return std::min({system ? *system * kilobyte : unlimited, leftByControlGroups(root), leftByUlimit(root)});
}

std::uint64_t defaultMemoryLimit()
{
    return availableMemory() / 4 * 3;
}

} // namespace streamscope
