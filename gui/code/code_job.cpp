// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/code/code_job.h"

#include "engine/advice/hints/code_hint.h"
#include "engine/program/errors.h"
#include "engine/run/run_job.h"
#include "gui/what_if/what_if_trial.h"
#include "gui/workspace/text/command_line_text.h"

#include <algorithm>

namespace streamscope {

namespace {

bool isOn(const ListedChange &change)
{
    return change.isOn;
}

std::string codeOf(const CodeRequest &request, const Preset &preset, const Program &program)
{
    const RunOptions options = runOptionsOf(preset.parameters);
    CodeOrigin origin;
    origin.title = preset.title.empty() ? preset.experiment->title() : preset.title;
    // The head is the same before and after, so that only what runs differs.
    origin.command = request.command;
    origin.warmup = options.warmup;
    origin.repeat = options.repeat;
    return request.language->write(program, origin);
}

/// The Program with the changes that are on and can be applied, which the request's command names from then on.
Program changedProgram(CodeRequest &request, QStringList &leftOut, const std::stop_token &stop)
{
    Program program = buildProgram(*request.preset.experiment, request.preset.parameters);
    if (std::none_of(request.changes.begin(), request.changes.end(), isOn))
        return program;
    WhatIfTarget target;
    target.experiment = request.preset.experiment;
    target.parameters = request.preset.parameters;
    target.device = request.device;
    const WhatIfTrial trial = tryChanges(whatIfStart(target, stop), request.changes, stop);
    for (std::size_t i = 0; i < trial.rows.size(); ++i) {
        const QString change = QString::fromStdString(request.changes[i].request.text());
        if (trial.rows[i].isProblem)
            leftOut.append(change + QStringLiteral(": ") + trial.rows[i].note);
        else if (request.changes[i].isOn)
            request.command += " --change " + shellQuoted(change).toStdString();
    }
    return trial.result && trial.result->program ? *trial.result->program : program;
}

/// Empty where the language cannot say it: then no line counts as changed.
std::string codeBefore(const CodeRequest &request)
{
    try {
        return codeOf(request, request.saved, buildProgram(*request.saved.experiment, request.saved.parameters));
    } catch (const InputError &) {
        return {};
    }
}

} // namespace

bool CodeRequest::operator==(const CodeRequest &other) const
{
    const auto same = [](const Preset &a, const Preset &b) {
        return a.name == b.name && a.title == b.title && a.experiment == b.experiment && a.parameters == b.parameters;
    };
    return language == other.language && same(preset, other.preset) && same(saved, other.saved)
           && changes == other.changes && device.id == other.device.id && command == other.command;
}

WrittenCode codeOfPatch(const std::string &lines)
{
    WrittenCode code;
    code.before = codeBeforeHint(lines);
    code.text = codeAfterHint(lines);
    int before = 0, after = 0;
    for (const std::string_view line : linesOf(lines)) {
        const bool removed = line.starts_with('-'), added = line.starts_with('+');
        code.lines.push_back({removed ? LineChange::Removed
                              : added ? LineChange::Added
                                      : LineChange::Same,
                              added ? -1 : before++, removed ? -1 : after++});
    }
    return code;
}

WrittenCode writeCode(CodeRequest request, const std::stop_token &stop)
{
    WrittenCode code;
    const Program program = changedProgram(request, code.leftOut, stop);
    code.text = codeOf(request, request.preset, program);
    code.before = codeBefore(request);
    if (code.before.empty())
        code.before = code.text;
    code.lines = diffLines(code.before, code.text);
    return code;
}

} // namespace streamscope
