// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/open_ranks.h"

#include "engine/formats/io/input_file.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/ranks/rank_cache.h"
#include "engine/run/on_all_cores.h"

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>

namespace streamscope {

namespace {

std::vector<std::string> tracesIn(const std::string &folder)
{
    std::vector<std::string> files;
    std::error_code error;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_regular_file(error) && looksLikeTrace(openInput(entry->path().string())))
            files.push_back(entry->path().string());
    if (error)
        throw InputError(folder, Phrase("engine", "cannot be read: %1").arg(error.message()));
    if (files.empty())
        throw InputError(folder, QT_TRANSLATE_NOOP("engine", "no file in this folder is a trace"));
    std::ranges::sort(files);
    return files;
}

/// As the cache has it, or as the file is read, and then kept for the next time. What was only read up to a fault is
/// not kept.
RankTrace rankTrace(const std::string &file, const ImportOptions &options, const std::stop_token &stop,
                    const RankCache &cache)
{
    if (stop.stop_requested())
        throw Cancelled();
    if (std::optional<RankTrace> known = cache.load(file))
        return std::move(*known);
    const ImportedTrace trace = importTrace(file, options, {stop, {}});
    RankTrace made = rankTraceOf(trace);
    if (trace.report.brokenAt.empty())
        cache.store(file, made);
    return made;
}

} // namespace

std::vector<std::string> rankFiles(const std::vector<std::string> &paths)
{
    std::vector<std::string> files;
    for (const std::string &path : paths) {
        if (!isFolder(path)) {
            files.push_back(path);
            continue;
        }
        const std::vector<std::string> inside = tracesIn(path);
        files.insert(files.end(), inside.begin(), inside.end());
    }
    return files;
}

std::string loneTrace(const std::string &path)
{
    if (!isFolder(path))
        return path;
    const std::vector<std::string> files = tracesIn(path);
    return files.size() == 1 ? files.front() : path;
}

OpenedRanks openRanks(const std::vector<std::string> &files, const ImportOptions &options, const std::stop_token &stop,
                      const std::function<void(std::size_t done)> &progress)
{
    std::vector<std::optional<RankTrace>> read(files.size());
    std::vector<std::string> problems(files.size());
    const RankCache cache;
    std::mutex telling;
    std::size_t done = 0;
    onAllCores(files.size(), [&](std::size_t i) {
        try {
            read[i] = rankTrace(files[i], options, stop, cache);
        } catch (const InputError &error) {
            problems[i] = error.what();
        }
        const std::scoped_lock lock(telling);
        ++done;
        if (progress)
            progress(done);
    });
    std::vector<RankTrace> traces;
    OpenedRanks opened;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (read[i])
            traces.push_back(std::move(*read[i]));
        else
            opened.unreadable.push_back(problems[i]);
    }
    if (traces.empty())
        throw InputError(opened.unreadable.front());
    cache.trim();
    opened.job = compareRanks(std::move(traces));
    return opened;
}

} // namespace streamscope
