// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host/python_frame.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace streamscope {

std::optional<PythonFrame> parsePythonFrame(std::string_view name)
{
    const std::size_t close = name.find("): ");
    const std::size_t open = close == std::string_view::npos ? close : name.rfind('(', close);
    if (open == std::string_view::npos || open == 0)
        return std::nullopt;
    PythonFrame frame{name.substr(0, open), name.substr(close + 3), 0};
    const char *const past = name.data() + close;
    const auto [rest, error] = std::from_chars(name.data() + open + 1, past, frame.line);
    return error == std::errc() && rest == past ? std::optional(frame) : std::nullopt;
}

std::string_view moduleOf(std::string_view frameName)
{
    constexpr std::string_view mark = "nn.Module: ";
    return frameName.starts_with(mark) ? frameName.substr(mark.size()) : std::string_view();
}

bool isLibraryFile(std::string_view file)
{
    if (file.starts_with("<") || file.find("site-packages/") != std::string_view::npos
        || file.find("dist-packages/") != std::string_view::npos || file.find("/lib/python") != std::string_view::npos)
        return true;
    // The profiler takes the folder of the packages off the path.
    constexpr std::array<std::string_view, 22> packages{
        "accelerate", "asyncio",     "collections",     "concurrent", "ctypes", "deepspeed",
        "einops",     "encodings",   "huggingface_hub", "importlib",  "json",   "lightning",
        "logging",    "megatron",    "multiprocessing", "numpy",      "pandas", "torch",
        "torchaudio", "torchvision", "transformers",    "triton"};
    constexpr std::array<std::string_view, 33> modules{"_collections_abc.py",
                                                       "_weakrefset.py",
                                                       "abc.py",
                                                       "ast.py",
                                                       "bdb.py",
                                                       "codecs.py",
                                                       "contextlib.py",
                                                       "copy.py",
                                                       "copyreg.py",
                                                       "dataclasses.py",
                                                       "enum.py",
                                                       "functools.py",
                                                       "genericpath.py",
                                                       "heapq.py",
                                                       "inspect.py",
                                                       "operator.py",
                                                       "os.py",
                                                       "pathlib.py",
                                                       "pickle.py",
                                                       "posixpath.py",
                                                       "queue.py",
                                                       "random.py",
                                                       "re.py",
                                                       "runpy.py",
                                                       "selectors.py",
                                                       "socket.py",
                                                       "subprocess.py",
                                                       "tempfile.py",
                                                       "threading.py",
                                                       "traceback.py",
                                                       "types.py",
                                                       "typing.py",
                                                       "weakref.py"};
    const std::size_t slash = file.find('/');
    if (slash == std::string_view::npos)
        return std::find(modules.begin(), modules.end(), file) != modules.end();
    return std::find(packages.begin(), packages.end(), file.substr(0, slash)) != packages.end();
}

std::string_view withoutAddress(std::string_view frameName)
{
    const std::size_t at = frameName.starts_with("<built-in") ? frameName.find(" at 0x") : std::string_view::npos;
    return at == std::string_view::npos ? frameName : frameName.substr(0, at);
}

bool isWaitingName(std::string_view name)
{
    if (constexpr std::string_view function = "<built-in function "; name.starts_with(function))
        name.remove_prefix(function.size());
    else if (constexpr std::string_view method = "<built-in method "; name.starts_with(method))
        name.remove_prefix(method.size());
    name = name.substr(0, std::min(name.find('>'), name.find(" of ")));
    constexpr std::array<std::string_view, 34> waits{"sleep",
                                                     "usleep",
                                                     "nanosleep",
                                                     "clock_nanosleep",
                                                     "pause",
                                                     "poll",
                                                     "ppoll",
                                                     "select",
                                                     "pselect",
                                                     "epoll_wait",
                                                     "epoll_pwait",
                                                     "futex",
                                                     "sem_wait",
                                                     "sem_timedwait",
                                                     "sem_clockwait",
                                                     "wait",
                                                     "waitpid",
                                                     "wait4",
                                                     "waitid",
                                                     "sigwait",
                                                     "sigwaitinfo",
                                                     "sigtimedwait",
                                                     "acquire",
                                                     "pthread_cond_wait",
                                                     "pthread_cond_timedwait",
                                                     "pthread_join",
                                                     "pthread_barrier_wait",
                                                     "pthread_mutex_lock",
                                                     "pthread_mutex_timedlock",
                                                     "pthread_rwlock_rdlock",
                                                     "pthread_rwlock_wrlock",
                                                     "pthread_cond_clockwait",
                                                     "sched_yield",
                                                     "accept"};
    return std::find(waits.begin(), waits.end(), name) != waits.end();
}

} // namespace streamscope
