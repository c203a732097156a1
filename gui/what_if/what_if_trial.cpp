// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_trial.h"

#include "engine/program/errors.h"
#include "gui/language/translated.h"
#include "gui/workspace/workspace.h"

#include <utility>

namespace streamscope {

namespace {

/// The unchanged Program in the form in which the window shows a prediction.
std::shared_ptr<const Prediction> unchangedPrediction(const WhatIfTarget &target, const WhatIfBase &base)
{
    auto prediction = std::make_shared<Prediction>();
    prediction->experiment = target.experiment;
    prediction->parameters = target.parameters;
    prediction->device = target.device.id;
    prediction->model = chooseProfile(target.device);
    prediction->program = *base.program;
    prediction->recording = *base.recording;
    prediction->races = findRaces(prediction->program);
    return prediction;
}

/// The message without the name of the change, which stands in the same row.
QString reasonOf(const RequestedChange &request, const std::exception &error)
{
    const std::string prefix = "change " + request.text() + ": ";
    const std::string text = error.what();
    return translated(text.starts_with(prefix) ? text.substr(prefix.size()) : text);
}

/// Fills rows, which are those of the changes that are on, with what they came to.
void fillOutcomes(const WhatIf &result, const WhatIfBase &base, const std::vector<RowOutcome *> &rows)
{
    std::int64_t before = base.beforeNs();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const TriedChange &tried = result.changes[i];
        RowOutcome &row = *rows[i];
        row.predictedNs = tried.predictedNs;
        row.gain = before <= 0 ? 0 : 1 - static_cast<double>(tried.predictedNs) / static_cast<double>(before);
        for (const std::string &note : tried.notes)
            row.note += (row.note.isEmpty() ? QString() : QStringLiteral(" · ")) + translated(note);
        before = tried.predictedNs;
    }
}

/// The changes that are on, with their rows. Those that cannot be applied go, and their rows say why.
struct TriedRows
{
    const WhatIfBase &base;
    std::stop_token stop;
    std::vector<RequestedChange> requests;
    std::vector<RowOutcome *> rows;
    std::shared_ptr<const WhatIf> result; ///< null: none can be applied

    void add(const RequestedChange &request, RowOutcome *row)
    {
        requests.push_back(request);
        rows.push_back(row);
    }

    void tryAll()
    {
        try {
            result = std::make_shared<const WhatIf>(whatIf(base, requests, {}, stop));
        } catch (const InputError &) {
            tryEach();
        } catch (const RunError &) {
            tryEach();
        }
    }

private:
    /// One after the other: which of them is at fault.
    void tryEach()
    {
        const std::vector<RequestedChange> allRequests = std::exchange(requests, {});
        const std::vector<RowOutcome *> allRows = std::exchange(rows, {});
        for (std::size_t i = 0; i < allRequests.size(); ++i) {
            try {
                add(allRequests[i], allRows[i]);
                result = std::make_shared<const WhatIf>(whatIf(base, requests, {}, stop));
            } catch (const InputError &error) {
                leaveOutLast(error);
            } catch (const RunError &error) {
                leaveOutLast(error);
            }
        }
    }

    void leaveOutLast(const std::exception &error)
    {
        rows.back()->note = reasonOf(requests.back(), error);
        rows.back()->isProblem = true;
        requests.pop_back();
        rows.pop_back();
    }
};

} // namespace

bool WhatIfTarget::operator==(const WhatIfTarget &other) const
{
    return trace == other.trace && range == other.range && experiment == other.experiment
           && parameters == other.parameters && device.id == other.device.id && title == other.title;
}

WhatIfTarget whatIfTarget(const Workspace &workspace)
{
    WhatIfTarget target;
    if (workspace.isTraceInFront()) {
        target.trace = workspace.shownAlone().result;
        return target;
    }
    const PresetDocument *document = workspace.experiment();
    if (!document)
        return target;
    const Preset &preset = document->preset();
    target.experiment = preset.experiment;
    target.parameters = preset.parameters;
    target.title = preset.title.empty() ? preset.name : preset.title;
    if (const DeviceInfo *device = workspace.device())
        target.device = *device;
    return target;
}

std::shared_ptr<const WhatIfStart> whatIfStart(const WhatIfTarget &target, const std::stop_token &stop)
{
    auto start = std::make_shared<WhatIfStart>();
    start->target = target;
    if (target.trace) {
        start->base = whatIfBase(replayRun(target.trace, {}, target.range, stop));
        return start;
    }
    start->base = whatIfBase(buildProgram(*target.experiment, target.parameters), target.device, target.title, stop);
    start->unchanged = unchangedPrediction(target, start->base);
    return start;
}

WhatIfTrial tryChanges(const std::shared_ptr<const WhatIfStart> &start, const std::vector<ListedChange> &changes,
                       const std::stop_token &stop)
{
    WhatIfTrial trial;
    trial.start = start;
    trial.rows.resize(changes.size());
    TriedRows tried{start->base, stop, {}, {}, nullptr};
    for (std::size_t i = 0; i < changes.size(); ++i)
        if (changes[i].isOn)
            tried.add(changes[i].request, &trial.rows[i]);
    if (!tried.requests.empty())
        tried.tryAll();
    trial.result = tried.result;
    if (trial.result)
        fillOutcomes(*trial.result, start->base, tried.rows);
    return trial;
}

} // namespace streamscope
