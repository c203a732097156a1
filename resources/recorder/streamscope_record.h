/* SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception */
/*
 * Control of a recording from inside a program, in C99 or C++. Copy this file; there is nothing to link but, before
 * glibc 2.34, -ldl. Without `streamscope record` each function returns -1 and does nothing, after about a microsecond.
 *
 *     streamscope record --wait-for-start -- ./program
 *
 *     streamscope_record_start("epoch 3");      // until streamscope_record_stop()
 *     streamscope_record_step();                // the border between two steps: streamscope record --steps 10:12
 *     streamscope_record_window_begin("step 12"); // with a name; windows may lie in each other
 *     streamscope_record_window_end();
 *
 * All may be called from any thread. 0: done; -1: no recorder is loaded, or it has failed. The recorder is loaded when
 * CUDA starts in the process: call cudaFree(0) or the like first. docs/recording.md says more.
 */
#ifndef STREAMSCOPE_RECORD_H
#define STREAMSCOPE_RECORD_H

#include <string.h>
#if defined(__linux__)
#include <dlfcn.h>
#include <stdlib.h>
#endif

/* The library lies in a scope of its own, where a plain dlsym() does not find it: it is asked for by name and by path. */
static inline void *streamscope_record_find(const char *function)
{
#if defined(__linux__)
    static void *library = 0;
    void *known = __atomic_load_n(&library, __ATOMIC_ACQUIRE);
    if (!known) {
        const char *path = getenv("CUDA_INJECTION64_PATH");
        known = dlopen("libstreamscope_record.so", RTLD_NOW | RTLD_NOLOAD);
        if (!known && path && *path)
            known = dlopen(path, RTLD_NOW | RTLD_NOLOAD);
        if (!known)
            return 0;
        __atomic_store_n(&library, known, __ATOMIC_RELEASE);
    }
    return dlsym(known, function);
#else
    (void)function;
    return 0;
#endif
}

static inline int streamscope_record_call(const char *function)
{
    int (*call)(void) = 0;
    void *found = streamscope_record_find(function);
    if (!found)
        return -1;
    memcpy(&call, &found, sizeof call); /* ISO C has no cast between the two */
    return call();
}

static inline int streamscope_record_call_named(const char *function, const char *text)
{
    int (*call)(const char *) = 0;
    void *found = streamscope_record_find(function);
    if (!found)
        return -1;
    memcpy(&call, &found, sizeof call);
    return call(text);
}

/* Starts the recording. The recording says `cause`. */
static inline int streamscope_record_start(const char *cause)
{
    return streamscope_record_call_named("streamscope_record_start", cause);
}

/* Ends the recording; it may be started again. Comes back when all that ran until now is known. */
static inline int streamscope_record_stop(void)
{
    return streamscope_record_call("streamscope_record_stop");
}

/* One step ends here and the next one begins. */
static inline int streamscope_record_step(void)
{
    return streamscope_record_call("streamscope_record_step");
}

/* Starts the recording, for a window of this name. */
static inline int streamscope_record_window_begin(const char *name)
{
    return streamscope_record_call_named("streamscope_record_window_begin", name);
}

static inline int streamscope_record_window_end(void)
{
    return streamscope_record_call("streamscope_record_window_end");
}

#endif
