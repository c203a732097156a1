// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/note_text.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// Urgent streams.
class Priority final : public Change
{
public:
    std::string id() const override { return "priority"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Stream priority"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "The streams of the selected operations get a priority; a lower number is more urgent.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "The priority belongs to the whole stream, and helps only where blocks of kernels wait for SMs.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec value;
        value.name = "value";
        value.label = QT_TRANSLATE_NOOP("engine", "Priority");
        value.minimum = -100;
        value.maximum = 0;
        value.defaultValue = std::int64_t{-5};
        value.help = QT_TRANSLATE_NOOP("engine",
                                       "0 is the lowest; how urgent a stream can be is up to the device (-5 on most).");
        return {value};
    }
    std::string defaultFilter() const override { return "kernel"; }
    ChangedProgram apply(const ChangeInput &input) const override;
};

ChangedProgram Priority::apply(const ChangeInput &input) const
{
    const auto wanted = static_cast<int>(input.values.integer("value"));
    const auto &operations = input.program.operations;
    std::vector<bool> meant(input.program.streams.size(), false);
    std::size_t others = 0, fixed = 0;
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (input.selected[i] && isInStream(operations[i]))
            meant[static_cast<std::size_t>(operations[i].stream)] = true;
    ChangedProgram result;
    result.program = input.program;
    for (std::size_t s = 0; s < meant.size(); ++s) {
        Stream &stream = result.program.streams[s];
        if (!meant[s])
            continue;
        const bool isFixed = stream.kind != StreamKind::Created;
        fixed += isFixed ? 1 : 0;
        meant[s] = !isFixed && stream.priority != wanted;
        if (meant[s])
            stream.priority = wanted;
    }
    for (std::size_t i = 0; i < operations.size(); ++i)
        if (isInStream(operations[i]) && meant[static_cast<std::size_t>(operations[i].stream)]) {
            ++result.touched;
            others += input.selected[i] || !runsOnGpu(operations[i].kind) ? 0 : 1;
        }
    if (fixed > 0)
        result.notes.push_back(
            fixed == 1
                ? QT_TRANSLATE_NOOP(
                    "engine",
                    "1 default stream has no priority of its own; move the operations to another stream first.")
                : Phrase("engine",
                         "%1 default streams have no priority of its own; move the operations to another stream first.")
                      .arg(fixed));
    if (result.touched == 0 && fixed == 0)
        result.notes.push_back(
            Phrase("engine", "The streams of the selected operations have priority %1 already.").arg(wanted));
    if (others > 0)
        result.notes.push_back(
            others == 1
                ? QT_TRANSLATE_NOOP(
                    "engine", "1 operation that the filter does not name are on the same streams and became as urgent.")
                : Phrase("engine",
                         "%1 operations that the filter does not name are on the same streams and became as urgent.")
                      .arg(others));
    return result;
}

const RegisteredChange<Priority> registeredPriority;

} // namespace

} // namespace streamscope
