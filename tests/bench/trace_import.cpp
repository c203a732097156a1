// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// How long traces take to open and how much memory they need (docs/measurements/trace-import.md).
//   trace_import file FILE [TIMES]         a trace: read, analysed, arranged for drawing; the fastest of TIMES
//   trace_import events MEGABYTES [GPU%]   a synthetic Kineto trace of that size, written beside the program
//   trace_import nsight KERNELS            a synthetic Nsight SQLite file
#include "engine/formats/traces/trace_import.h"
#include "engine/analysis/analysis.h"
#include "gui/timeline/model/timeline_content.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sqlite3.h>
#include <string>
#include <sys/resource.h>

using namespace streamscope;

namespace {

double now()
{
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The most memory that the process had so far, in bytes.
std::size_t peakBytes()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::size_t>(usage.ru_maxrss) * 1024;
}

struct Times
{
    double reading = 1e300, analysing = 1e300, arranging = 1e300, all = 1e300;
};

void measure(const std::string &path, int times)
{
    Times best;
    const std::size_t before = peakBytes();
    std::size_t after = 0;
    std::uint64_t bytes = 0, events = 0, kept = 0;
    for (int i = 0; i < times; ++i) {
        const double start = now();
        ImportedTrace trace = importTrace(path);
        const double read = now();
        after = std::max(after, i == 0 ? peakBytes() : 0);
        const auto recording = std::make_shared<Recording>(std::move(trace.recording));
        const RunAnalysis analysis = analyze(*recording, nullptr);
        const double analysed = now();
        const TimelineContent content(recording);
        const double arranged = now();
        best.reading = std::min(best.reading, read - start);
        best.analysing = std::min(best.analysing, analysed - read);
        best.arranging = std::min(best.arranging, arranged - analysed);
        best.all = std::min(best.all, arranged - start);
        bytes = trace.report.bytesRead;
        events = trace.report.eventsRead;
        kept = trace.report.keptInAll();
    }
    std::printf("%s: %llu events, %.1f MB unpacked, %llu kept\n", path.c_str(), static_cast<unsigned long long>(events),
                static_cast<double>(bytes) / 1e6, static_cast<unsigned long long>(kept));
    std::printf("  read %.1f ms (%.0f MB/s), analysed %.1f ms, arranged %.1f ms, all %.1f ms\n", best.reading,
                static_cast<double>(bytes) / best.reading / 1e3, best.analysing, best.arranging, best.all);
    std::printf(
        "  peak memory while reading: %.1f MB more than before, %.0f bytes per kept operation; the timeline's columns "
        "take %zu\n",
        static_cast<double>(after - before) / 1e6,
        kept ? static_cast<double>(after - before) / static_cast<double>(kept) : 0.0, Timeline::bytesPerSpan());
}

/// A Kineto trace as PyTorch writes it with stacks: mostly Python functions, some operators, and a kernel with its
/// launch for `gpuPercent` of the events.
std::string writeEvents(std::size_t megabytes, int gpuPercent)
{
    const std::string path = "synthetic-" + std::to_string(megabytes) + "MB.json";
    std::FILE *file = std::fopen(path.c_str(), "w");
    if (!file)
        std::exit(1);
    std::size_t written =
        static_cast<std::size_t>(std::fprintf(file, "{\"schemaVersion\": 1,\n\"deviceProperties\": [{\"id\": 0, "
                                                    "\"name\": \"Synthetic GPU\"}],\n\"traceEvents\": [\n"));
    for (long long i = 0; written < megabytes * 1'000'000; ++i) {
        const long long us = 1'000'000'000'000 + i * 3;
        int got = 0;
        if (i % 100 < gpuPercent) {
            got = std::fprintf(
                file,
                "  {\n    \"ph\": \"X\", \"cat\": \"cuda_runtime\", \"name\": \"cudaLaunchKernel\", \"pid\": 99, "
                "\"tid\": 99,\n"
                "    \"ts\": %lld.250, \"dur\": 1.500,\n    \"args\": {\n      \"External id\": %lld, \"cbid\": 211, "
                "\"correlation\": %lld\n    }\n  },\n"
                "  {\n    \"ph\": \"X\", \"cat\": \"kernel\", \"name\": \"void "
                "at::native::vectorized_elementwise_kernel<4, %lld>(int)\", "
                "\"pid\": 0, \"tid\": %lld,\n    \"ts\": %lld.125, \"dur\": 2.750,\n    \"args\": {\n      \"External "
                "id\": %lld, "
                "\"queued\": 0, \"device\": 0, \"context\": 1,\n      \"stream\": %lld, \"correlation\": %lld,\n      "
                "\"grid\": [1024, 1, "
                "1],\n      \"block\": [256, 1, 1]\n    }\n  },\n",
                us, i, i, i % 50, i % 4 + 7, us + 2, i, i % 4 + 7, i);
        } else {
            got = std::fprintf(
                file,
                "  {\n    \"ph\": \"X\", \"cat\": \"python_function\", \"name\": \"torch/nn/modules/module.py(1501): "
                "_call_impl\", \"pid\": 99, \"tid\": 99,\n    \"ts\": %lld.000, \"dur\": 40.123,\n    \"args\": {\n    "
                "  "
                "\"Python parent id\": %lld, \"Python id\": %lld, \"Ev Idx\": %lld\n    }\n  },\n",
                us, i - 1, i, i);
        }
        written += static_cast<std::size_t>(got);
    }
    std::fprintf(file, "  {\"ph\": \"M\", \"name\": \"process_name\", \"pid\": 99, \"tid\": 0, \"ts\": 0, \"args\": "
                       "{\"name\": \"python\"}}\n]}\n");
    std::fclose(file);
    return path;
}

/// A kernel and its launch per row, on eight streams.
std::string writeNsight(long long kernels)
{
    const std::string path = "synthetic-" + std::to_string(kernels) + ".sqlite";
    std::remove(path.c_str());
    sqlite3 *database = nullptr;
    sqlite3_open(path.c_str(), &database);
    const std::string count = std::to_string(kernels);
    const std::string sql =
        "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN;"
        "CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
        "INSERT INTO StringIds VALUES(1,'cudaLaunchKernel_v7000');"
        "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i+1 FROM n WHERE i<60) INSERT INTO StringIds SELECT "
        "i,'kernel '||i FROM n;"
        "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start INT,end INT,deviceId INT,contextId INT,greenContextId "
        "INT,streamId INT,"
        "correlationId INT,globalPid INT,demangledName INT,shortName INT,gridX INT,gridY INT,gridZ INT,blockX "
        "INT,blockY INT,blockZ INT);"
        "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<"
        + count
        + "-1) INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL "
          "SELECT "
          "60000000000+i*1000+500,60000000000+i*1000+4100,0,1,0,i%8+7,i,281477392629760,i%50+2,i%50+2,1024,1,1,256,1,1 "
          "FROM n;"
          "CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INT,end INT,eventClass INT,globalTid INT,correlationId "
          "INT,nameId INT,"
          "returnValue INT,callchainId INT);"
          "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i+1 FROM n WHERE i<"
        + count
        + "-1) INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME "
          "SELECT 60000000000+i*1000,60000000000+i*1000+400,0,281477392629904,i,1,0,NULL FROM n; COMMIT;";
    char *problem = nullptr;
    if (sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &problem) != SQLITE_OK) {
        std::fprintf(stderr, "%s\n", problem);
        std::exit(1);
    }
    sqlite3_close(database);
    return path;
}

} // namespace

int main(int argc, char **argv)
{
    const auto number = [&](int i, int otherwise) { return argc > i ? std::atoi(argv[i]) : otherwise; };
    if (argc > 2 && std::strcmp(argv[1], "file") == 0) {
        measure(argv[2], number(3, 5));
    } else if (argc > 2 && std::strcmp(argv[1], "events") == 0) {
        const std::string path = writeEvents(static_cast<std::size_t>(number(2, 2000)), number(3, 0));
        measure(path, 1);
        std::remove(path.c_str());
    } else if (argc > 2 && std::strcmp(argv[1], "nsight") == 0) {
        const std::string path = writeNsight(std::atoll(argv[2]));
        measure(path, 3);
        std::remove(path.c_str());
    } else {
        std::fprintf(stderr, "usage: trace_import file FILE [TIMES] | events MEGABYTES [GPU%%] | nsight KERNELS\n");
        return 2;
    }
    return 0;
}
