// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cupti_result.h>
#include <cupti_version.h>

#include <cupti_activity.h>
#include <cupti_callbacks.h>

#include <cstdint>
#include <string>

namespace streamscope::recorder {

/// The numbers of calls are below this: CUDA 13 has 807 of the driver.
inline constexpr CUpti_CallbackId pastCalls = 2'000;

/// CUPTI, loaded when a program starts CUDA. Functions that older versions lack are null there.
struct CuptiFunctions
{
    decltype(&cuptiGetVersion) version = nullptr;
    decltype(&cuptiGetResultString) resultString = nullptr;
    decltype(&cuptiGetCallbackName) callbackName = nullptr;
    decltype(&cuptiSubscribe) subscribe = nullptr;
    decltype(&cuptiUnsubscribe) unsubscribe = nullptr;
    decltype(&cuptiEnableCallback) enableCallback = nullptr;
    decltype(&cuptiGetContextId) contextNumber = nullptr;
    decltype(&cuptiGetDeviceId) deviceOf = nullptr;
    decltype(&cuptiGetStreamIdEx) streamNumber = nullptr;
    decltype(&cuptiSetThreadIdType) setThreadIdType = nullptr;
    decltype(&cuptiActivitySetAttribute) setAttribute = nullptr;
    decltype(&cuptiActivityRegisterCallbacks) registerCallbacks = nullptr;
    decltype(&cuptiActivityRegisterTimestampCallback) registerTimestamp = nullptr;
    decltype(&cuptiActivityEnable) enable = nullptr;
    decltype(&cuptiActivityDisable) disable = nullptr;
    decltype(&cuptiActivityFlushAll) flush = nullptr;
    decltype(&cuptiActivityGetNextRecord) nextRecord = nullptr;
    decltype(&cuptiActivityGetNumDroppedRecords) droppedRecords = nullptr;
    // These may be null.
    decltype(&cuptiActivityEnableRuntimeApi) enableRuntimeCall = nullptr;
    decltype(&cuptiActivityEnableDriverApi) enableDriverCall = nullptr;
    decltype(&cuptiActivityConfigureUnifiedMemoryCounter) configureUnifiedMemory = nullptr;

    std::uint32_t number = 0; ///< CUPTI_API_VERSION of the library
    std::string path;         ///< where it lies, or its name

    std::string words(CUptiResult result) const;
    /// The record of a context says how many SMs it may use (CUDA 13).
    bool hasGreenContexts() const { return number >= 130'000; }
};

/// Loads CUPTI: the one that is in the process already, the one of the Python environment that PyTorch lies in, the one
/// beside this library, a toolkit's. STREAMSCOPE_CUPTI names another. Returns why there is none, or an empty text.
std::string loadCupti(CuptiFunctions &functions);

} // namespace streamscope::recorder
