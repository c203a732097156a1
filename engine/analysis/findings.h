// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// The input of a rule.
struct FindingInput
{
    const Recording &recording;
    const Program *program; ///< may be null
    const Summary &summary;
    const std::map<int, DeviceFigures> &devices;
    const std::vector<Race> &races; ///< of the program
};

/// By the share of the run that is at stake.
Severity severityOf(std::int64_t stakeNs, std::int64_t makespanNs);

/// A share of 1 in whole percent, for people: "54 %".
std::string shareText(double share);

/// For evidence, which is in microseconds.
double microsecondsOf(std::int64_t ns);

/// Applies every rule; the most severe finding comes first. A new finding is one function in findings.cpp, or in
/// measuring_findings.cpp where it is about how the run was measured, and its name in `everyRule` there.
std::vector<Finding> findReasons(const FindingInput &input);

/// The findings that put the measurement in doubt.
void addMeasuringFindings(const FindingInput &input, std::vector<Finding> &findings);

} // namespace streamscope
