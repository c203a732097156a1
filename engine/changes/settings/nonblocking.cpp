// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/unchanged.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <vector>

namespace streamscope {

namespace {

/// cudaStreamNonBlocking.
class NonBlocking final : public Change
{
public:
    std::string id() const override { return "nonblocking"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Non-blocking streams"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The streams of the selected operations no longer wait for the NULL stream, "
                                           "nor it for them (cudaStreamNonBlocking).");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "In a trace: no stream needs the NULL stream's order (in a Program whose "
                                           "buffers show that it does, nothing is changed).");
    }
    std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters & /*knobs*/) const override
    {
        return {{"stream_flags", std::string("non-blocking")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

ChangedProgram NonBlocking::apply(const ChangeInput &input) const
{
    const auto &operations = input.program.operations;
    std::vector<bool> changes(input.program.streams.size(), false);
    for (std::size_t i = 0; i < operations.size(); ++i) {
        if (!input.selected[i] || !isInStream(operations[i]))
            continue;
        const auto stream = static_cast<std::size_t>(operations[i].stream);
        changes[stream] =
            input.program.streams[stream].kind == StreamKind::Created && !input.program.streams[stream].nonBlocking;
    }
    ChangedProgram result;
    for (const Operation &operation : operations)
        result.touched += isInStream(operation) && changes[static_cast<std::size_t>(operation.stream)] ? 1 : 0;
    if (result.touched == 0)
        return unchanged(input, QT_TRANSLATE_NOOP("engine", "No selected operation is on a blocking stream."));
    result.program = input.program;
    for (std::size_t s = 0; s < changes.size(); ++s)
        result.program.streams[s].nonBlocking = result.program.streams[s].nonBlocking || changes[s];
    if (const auto race = newRaceText(input.program, result.program))
        return unchanged(input,
                         Phrase("engine", "The streams need the NULL stream's order: without it %1.").arg(*race));
    if (isReplay(input.program))
        result.notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine", "A trace does not show data: the streams are taken not to need the NULL stream."));
    return result;
}

const RegisteredChange<NonBlocking> registeredNonBlocking;

} // namespace

} // namespace streamscope
