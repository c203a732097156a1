// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/patterns/chains.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/split/split_edit.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// A copy–kernel–copy chain in chunks on several streams.
class Split final : public Change
{
public:
    std::string id() const override { return "split"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Split into chunks"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Chains of copy, kernels and copy on one stream become chunks on several "
                                           "streams, issued one chunk after the other.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "The kernels work on each part of the data by itself, and take a time in proportion to it.");
    }
    std::vector<ParameterSpec> parameters() const override;
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters &knobs) const override
    {
        // Chunks of an experiment that has chunks already are split further.
        const std::int64_t chunks = knobs.has("chunks") ? knobs.integer("chunks") : 1;
        const std::int64_t streams = knobs.has("streams") ? knobs.integer("streams") : 1;
        return {{"chunks", chunks * change.integer("chunks")},
                {"streams", std::max(streams, change.integer("streams"))}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> Split::parameters() const
{
    ParameterSpec chunks;
    chunks.name = "chunks";
    chunks.label = QT_TRANSLATE_NOOP("engine", "Chunks");
    chunks.minimum = 2;
    chunks.maximum = 1024;
    chunks.defaultValue = std::int64_t{8};
    chunks.help =
        QT_TRANSLATE_NOOP("engine", "Parts of each chain. Each copy and each kernel of a part is a call of its own.");
    chunks.logarithmic = true;
    ParameterSpec streams;
    streams.name = "streams";
    streams.label = QT_TRANSLATE_NOOP("engine", "Streams");
    streams.minimum = 1;
    streams.maximum = 64;
    streams.defaultValue = std::int64_t{4};
    streams.help =
        QT_TRANSLATE_NOOP("engine", "Streams that the chunks travel on in turn: the chain's own and new ones.");
    streams.logarithmic = true;
    return {chunks, streams};
}

/// Why no chain was found.
std::string reasonText(const SplitRules &rules)
{
    if (rules.pageable() > 0)
        return rules.pageable() == 1 ? QT_TRANSLATE_NOOP(
                   "engine",
                   "No chain can be split: 1 copy uses pageable memory, which holds the host in each chunk; pin first.")
                                     : Phrase("engine", "No chain can be split: %1 copies use pageable memory, which "
                                                        "holds the host in each chunk; pin first.")
                                           .arg(rules.pageable());
    if (rules.tooSmall() > 0)
        return rules.tooSmall() == 1
                   ? QT_TRANSLATE_NOOP(
                       "engine",
                       "No chain can be split: 1 operation is too small for so many chunks of at least 256 bytes.")
                   : Phrase(
                         "engine",
                         "No chain can be split: %1 operations are too small for so many chunks of at least 256 bytes.")
                         .arg(rules.tooSmall());
    return QT_TRANSLATE_NOOP(
        "engine",
        "No copy and kernel follow each other on one stream without a synchronisation or an event between them.");
}

ChangedProgram Split::apply(const ChangeInput &input) const
{
    ChangedProgram result;
    SplitRules rules(input);
    const std::vector<OperationChain> chains = rules.chains();
    if (chains.empty()) {
        result.program = input.program;
        result.notes.push_back(reasonText(rules));
        return result;
    }
    result = SplitEdit(input, rules, chains).run();
    if (const auto race = newRaceText(input.program, result.program)) {
        ChangedProgram same;
        same.program = input.program;
        same.notes.push_back(Phrase("engine", "The data cannot be told apart in chunks: %1.").arg(*race));
        return same;
    }
    return result;
}

const RegisteredChange<Split> registeredSplit;

} // namespace

} // namespace streamscope
