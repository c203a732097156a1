// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace streamscope {

/// What of a program is recorded, and how. See engine/recorder/control.h for the variables that carry it.
struct RecordOptions
{
    struct Steps
    {
        std::uint64_t first = 0, last = 0; ///< both recorded, counted from 0
        bool operator==(const Steps &) const = default;
    };

    std::int64_t delayMs = 0;    ///< from the start of CUDA; 0: none
    std::int64_t durationMs = 0; ///< of the recording; 0: to the end of the program
    std::optional<Steps> steps;  ///< instead of a delay and a duration
    bool waits = false;          ///< until somebody asks for the recording
    bool apis = true;            ///< calls of the runtime and the driver
    bool graphNodes = true;      ///< else each launch of a graph as one
    int signal = 0;              ///< starts and stops the recording in turns; 0: none

    bool operator==(const RecordOptions &) const = default;
};

/// Seconds as milliseconds: "2.5" is 2500. @throws InputError naming the option for anything else than 0 to a year.
std::int64_t recordMilliseconds(const std::string &option, const std::string &seconds);

/// "10:12". @throws InputError
RecordOptions::Steps recordSteps(const std::string &text);

/// "USR1", "SIGUSR2", "RTMIN+3": signals that neither CUDA, the system nor a debugger needs. @throws InputError
int recordSignal(const std::string &name);

/// The variables that load `library` into a program and say where and what it records; @param folder absolute
std::vector<std::pair<std::string, std::string>> recordVariables(const RecordOptions &options,
                                                                 const std::string &folder, const std::string &library);

/// True for a variable that a recorded program must not inherit from an outer recording.
bool isRecordVariable(std::string_view name);

/// The variable by which another tool is loaded into the programs of `environment` ("NAME=value", ends with null);
/// empty: none. Our own library is none. CUDA loads one tool at a time.
std::string otherToolIn(const char *const *environment, const std::string &library);

} // namespace streamscope
