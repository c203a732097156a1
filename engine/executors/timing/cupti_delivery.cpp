// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/cupti_delivery.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <new>
#include <string>
#include <utility>

namespace streamscope {

std::vector<CuptiRecord> CuptiDelivery::take()
{
    const std::scoped_lock lock(m_mutex);
    Content content = std::exchange(m_content, {});
    try {
        if (const std::exception_ptr failure = std::exchange(m_failure, nullptr))
            std::rethrow_exception(failure);
    } catch (const std::bad_alloc &) {
        throw RunError(QT_TRANSLATE_NOOP("engine", "there is not enough memory for CUPTI's records"));
    } catch (const std::exception &failure) {
        throw RunError(Phrase("engine", "CUPTI's records were lost: %1").arg(failure.what()));
    }
    if (content.dropped > 0)
        throw RunError(Phrase("engine", "CUPTI dropped %1 records").arg(content.dropped));
    return std::move(content.records);
}

} // namespace streamscope
