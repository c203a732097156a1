// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/code_language.h"
#include "engine/codegen/line_diff.h"
#include "engine/device/device_info.h"
#include "engine/formats/files/preset.h"
#include "gui/what_if/what_if_list.h"

#include <QStringList>

#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// What the Code page shows: the Program of a document with its knobs and the changes of its list.
struct CodeRequest
{
    const CodeLanguage *language = nullptr; ///< never null
    Preset preset;                          ///< as it is
    Preset saved;                           ///< as in its file or built in: changed lines count from here
    std::vector<ListedChange> changes;
    DeviceInfo device;   ///< whose model changes of a Program ask
    std::string command; ///< for the head of the code, without the changes: see CodeOrigin

    bool operator==(const CodeRequest &other) const;
};

/// The code, and its lines beside those of what is saved.
struct WrittenCode
{
    std::string text, before;
    std::vector<LineChange> lines;
    QStringList leftOut; ///< changes that cannot be applied, and why; one sentence each
};

/// From lines of a patch: the text after it, with the removed lines in `before`.
WrittenCode codeOfPatch(const std::string &lines);

/// @throws InputError for what the language cannot say, Cancelled.
WrittenCode writeCode(CodeRequest request, const std::stop_token &stop);

} // namespace streamscope
