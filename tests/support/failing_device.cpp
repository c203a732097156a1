// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/failing_device.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace {

struct Settings
{
    std::array<char, PATH_MAX> folder{};
    std::atomic<int> call = 0, calls = 0, error = ENOSPC;
};

Settings &settings()
{
    static Settings all;
    return all;
}

[[gnu::constructor]] void readEnvironment()
{
    const char *folder = std::getenv("FAILING_DEVICE_FOLDER");
    const char *call = std::getenv("FAILING_DEVICE_CALL");
    const char *error = std::getenv("FAILING_DEVICE_ERRNO");
    if (folder && call && error)
        failingDeviceArm(folder, std::atoi(call), std::atoi(error));
}

bool concerns(const char *path)
{
    const char *folder = settings().folder.data();
    std::array<char, PATH_MAX + PATH_MAX> whole{};
    if (path[0] != '/' && getcwd(whole.data(), PATH_MAX))
        std::strcat(whole.data(), "/");
    std::strncat(whole.data(), path, PATH_MAX - 1);
    return folder[0] != '\0' && std::strncmp(whole.data(), folder, std::strlen(folder)) == 0;
}

bool concerns(int descriptor)
{
    std::array<char, 64> link;
    std::array<char, PATH_MAX> path{};
    std::snprintf(link.data(), link.size(), "/proc/self/fd/%d", descriptor);
    return readlink(link.data(), path.data(), path.size() - 1) > 0 && concerns(path.data());
}

/// Whether this call is the one.
bool fails(bool ofTheFolder)
{
    Settings &s = settings();
    if (!ofTheFolder || ++s.calls != s.call)
        return false;
    errno = s.error;
    return true;
}

template <typename Function>
Function next(const char *name)
{
    return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool writes(int flags)
{
    return (flags & O_ACCMODE) != O_RDONLY;
}

int openNext(const char *name, const char *path, int flags, mode_t mode)
{
    if (writes(flags) && fails(concerns(path)))
        return -1;
    return next<int (*)(const char *, int, mode_t)>(name)(path, flags, mode);
}

} // namespace

#define STREAMSCOPE_EXPORT __attribute__((visibility("default")))

extern "C" {

STREAMSCOPE_EXPORT void failingDeviceArm(const char *folder, int call, int error)
{
    Settings &s = settings();
    std::snprintf(s.folder.data(), s.folder.size(), "%s", folder);
    s.call = call;
    s.calls = 0;
    s.error = error;
}

STREAMSCOPE_EXPORT int failingDeviceCalls()
{
    return settings().calls;
}

STREAMSCOPE_EXPORT int open(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return openNext("open", path, flags, mode);
}

STREAMSCOPE_EXPORT int open64(const char *path, int flags, ...)
{
    va_list list;
    va_start(list, flags);
    const mode_t mode = (flags & (O_CREAT | O_TMPFILE)) != 0 ? va_arg(list, mode_t) : 0;
    va_end(list);
    return openNext("open64", path, flags, mode);
}

STREAMSCOPE_EXPORT ssize_t write(int descriptor, const void *bytes, size_t size)
{
    if (fails(concerns(descriptor)))
        return -1;
    return next<ssize_t (*)(int, const void *, size_t)>("write")(descriptor, bytes, size);
}

STREAMSCOPE_EXPORT int fsync(int descriptor)
{
    return fails(concerns(descriptor)) ? -1 : next<int (*)(int)>("fsync")(descriptor);
}

STREAMSCOPE_EXPORT int ftruncate(int descriptor, off_t size) noexcept
{
    return fails(concerns(descriptor)) ? -1 : next<int (*)(int, off_t)>("ftruncate")(descriptor, size);
}

/// A file that was only read has nothing to lose.
STREAMSCOPE_EXPORT int close(int descriptor)
{
    const int flags = fcntl(descriptor, F_GETFL);
    const bool failed = flags >= 0 && writes(flags) && fails(concerns(descriptor));
    const int error = errno;
    const int closed = next<int (*)(int)>("close")(descriptor);
    if (!failed)
        return closed;
    errno = error;
    return -1;
}

STREAMSCOPE_EXPORT int rename(const char *from, const char *to) noexcept
{
    return fails(concerns(to)) ? -1 : next<int (*)(const char *, const char *)>("rename")(from, to);
}
}
