// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"
#include "engine/program/errors.h"

#include <exception>
#include <new>
#include <string>

namespace streamscope {

/// How one of many configurations ended.
struct RunOutcome
{
    SweepStatus status = SweepStatus::Ok;
    std::string error; ///< one line; empty for Ok
};

/// Calls `action` and turns its exceptions into an outcome, so that the next configuration can run. @throws Cancelled.
template <typename Action>
RunOutcome outcomeOf(Action action)
{
    try {
        action();
        return {};
    } catch (const Cancelled &) {
        throw;
    } catch (const InputError &error) {
        return {SweepStatus::Refused, error.what()};
    } catch (const std::bad_alloc &) {
        return {SweepStatus::Failed, "not enough host memory"};
    } catch (const std::exception &error) {
        return {SweepStatus::Failed, error.what()};
    }
}

} // namespace streamscope
