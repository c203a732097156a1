// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/cupti/cupti_functions.h"

#include <cstdlib>
#include <string_view>
#include <vector>

#include <dlfcn.h>
#include <link.h>

namespace streamscope::recorder {

namespace {

/// CUPTI 12.2 to 13: the records of older ones have another layout.
constexpr std::uint32_t oldestVersion = 20;
constexpr std::uint32_t pastNewestVersion = 140'000;

std::string folderOf(std::string_view path)
{
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash + 1));
}

/// The folder of this library, with a slash; empty when unknown.
std::string ownFolder()
{
    Dl_info info{};
    return dladdr(reinterpret_cast<const void *>(&ownFolder), &info) != 0 && info.dli_fname ? folderOf(info.dli_fname)
                                                                                            : std::string();
}

int addPath(dl_phdr_info *info, std::size_t, void *paths)
{
    if (info->dlpi_name && *info->dlpi_name)
        static_cast<std::vector<std::string> *>(paths)->push_back(info->dlpi_name);
    return 0;
}

std::vector<std::string> loadedLibraries()
{
    std::vector<std::string> paths;
    dl_iterate_phdr(addPath, &paths);
    return paths;
}

/// Two CUPTIs in one process disturb each other, so a loaded one comes first.
std::vector<std::string> candidates()
{
    if (const char *chosen = std::getenv("STREAMSCOPE_CUPTI"))
        return {chosen};
    const std::vector<std::string> loaded = loadedLibraries();
    std::vector<std::string> paths;
    for (const std::string &path : loaded)
        if (path.find("/libcupti") != std::string::npos)
            paths.push_back(path);
    constexpr std::string_view torch = "/torch/lib/libtorch";
    for (const std::string &path : loaded)
        if (const std::size_t at = path.find(torch); at != std::string::npos) {
            const std::string nvidia = path.substr(0, at) + "/nvidia/";
            for (const char *inside :
                 {"cu13/lib/libcupti.so.13", "cuda_cupti/lib/libcupti.so.13", "cuda_cupti/lib/libcupti.so.12"})
                paths.push_back(nvidia + inside);
            break;
        }
    if (const std::string own = ownFolder(); !own.empty())
        for (const char *beside : {"libcupti.so.13", "../libcupti.so.13"})
            paths.push_back(own + beside);
    std::vector<std::string> toolkits;
    for (const char *name : {"CUDA_HOME", "CUDA_PATH"})
        if (const char *value = std::getenv(name); value && value[0] == '/')
            toolkits.emplace_back(value);
    toolkits.insert(toolkits.end(), {"/usr/local/cuda-13", "/usr/local/cuda", "/usr/local/cuda-12"});
    for (const std::string &toolkit : toolkits)
        for (const char *folder : {"/extras/CUPTI/lib64/", "/targets/x86_64-linux/lib/", "/lib64/"})
            for (const char *name : {"libcupti.so.13", "libcupti.so.12"})
                paths.push_back(toolkit + folder + name);
    paths.insert(paths.end(), {"libcupti.so.13", "libcupti.so.12"});
    return paths;
}

template <typename Function>
bool resolve(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

bool resolveAll(void *library, CuptiFunctions &f)
{
    resolve(library, "cuptiActivityEnableRuntimeApi", f.enableRuntimeCall);
    resolve(library, "cuptiActivityEnableDriverApi", f.enableDriverCall);
    resolve(library, "cuptiActivityConfigureUnifiedMemoryCounter", f.configureUnifiedMemory);
    return resolve(library, "cuptiGetVersion", f.version) && resolve(library, "cuptiGetResultString", f.resultString)
           && resolve(library, "cuptiGetCallbackName", f.callbackName)
           && resolve(library, "cuptiSubscribe", f.subscribe) && resolve(library, "cuptiUnsubscribe", f.unsubscribe)
           && resolve(library, "cuptiEnableCallback", f.enableCallback)
           && resolve(library, "cuptiGetContextId", f.contextNumber) && resolve(library, "cuptiGetDeviceId", f.deviceOf)
           && resolve(library, "cuptiGetStreamIdEx", f.streamNumber)
           && resolve(library, "cuptiSetThreadIdType", f.setThreadIdType)
           && resolve(library, "cuptiActivitySetAttribute", f.setAttribute)
           && resolve(library, "cuptiActivityRegisterCallbacks", f.registerCallbacks)
           && resolve(library, "cuptiActivityRegisterTimestampCallback", f.registerTimestamp)
           && resolve(library, "cuptiActivityEnable", f.enable) && resolve(library, "cuptiActivityDisable", f.disable)
           && resolve(library, "cuptiActivityFlushAll", f.flush)
           && resolve(library, "cuptiActivityGetNextRecord", f.nextRecord)
           && resolve(library, "cuptiActivityGetNumDroppedRecords", f.droppedRecords);
}

std::string problemOf(void *library, CuptiFunctions &f)
{
    if (!resolveAll(library, f) || f.version(&f.number) != CUPTI_SUCCESS || f.number < oldestVersion)
        return f.path + " is too old; CUPTI of CUDA 12.2 or newer is needed";
    if (f.number >= pastNewestVersion)
        return f.path + " is newer than this recorder knows (version " + std::to_string(f.number) + ")";
    return {};
}

} // namespace

std::string CuptiFunctions::words(CUptiResult result) const
{
    if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED)
        return "another profiler is attached to the program, and CUPTI serves one";
    const char *text = nullptr;
    return "CUPTI says " + (resultString(result, &text) == CUPTI_SUCCESS && text ? text : std::to_string(result));
}

std::string loadCupti(CuptiFunctions &functions)
{
    std::string problem;
    for (const std::string &path : candidates()) {
        void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (!library)
            continue;
        functions = {};
        functions.path = path;
        std::string found = problemOf(library, functions);
        if (found.empty())
            return {};
        if (problem.empty())
            problem = std::move(found);
    }
    return problem.empty() ? "CUPTI (libcupti.so.13 or .12) was not found; it comes with CUDA and with PyTorch; "
                             "STREAMSCOPE_CUPTI=PATH names one elsewhere"
                           : problem;
}

} // namespace streamscope::recorder
