// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/kept_pools.h"
#include "engine/changes/unchanged.h"
#include "engine/program/text/phrase.h"
#include "engine/program/text/translatable.h"

#include <algorithm>

namespace streamscope {

namespace {

/// cudaMemPoolAttrReleaseThreshold.
class Pool final : public Change
{
public:
    std::string id() const override { return "pool"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Pools keep memory"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "The memory pools keep their unused memory at a synchronisation (cudaMemPoolAttrReleaseThreshold).");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Nobody else needs the memory that the pools keep.");
    }
    bool takesFilter() const override { return false; }

    std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters & /*knobs*/) const override
    {
        return {{"allocator", std::string("async-max")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override
    {
        const auto &operations = input.program.operations;
        const auto calls = std::count_if(operations.begin(), operations.end(), isStreamOrdered);
        if (calls == 0)
            return unchanged(input, QT_TRANSLATE_NOOP("engine", "No memory comes from a pool."));
        if (input.program.poolReleaseThreshold >= keepsEverything)
            return unchanged(input, QT_TRANSLATE_NOOP("engine", "The pools keep all their memory already."));
        ChangedProgram result;
        result.program = input.program;
        result.program.poolReleaseThreshold = keepsEverything;
        result.touched = static_cast<std::size_t>(calls);
        if (const KeptPools kept = keepMeasuredPools(input.profile, result.program); kept.grown + kept.trimmed > 0) {
            constexpr std::int64_t ofSaved = 10; // may stay, and as much may go beside it
            result.hostDoubtNs += kept.savedNs / ofSaved;
            result.notes.push_back(Phrase("engine", "By their times, %1 allocations made a pool grow and %2 "
                                                    "synchronisations gave its memory back: the file does not say it.")
                                       .arg(kept.grown, kept.trimmed));
        }
        return result;
    }
};

const RegisteredChange<Pool> registeredPool;

} // namespace

} // namespace streamscope
